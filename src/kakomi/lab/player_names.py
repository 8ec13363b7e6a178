"""Players' names: their order of strength, and how they read in a sentence."""

from __future__ import annotations

import re

from kakomi.lab.results import StudyResult

COPYCAT = "copycat:"
LEVEL = re.compile(r"level:([0-9]{1,3})")
NODES = re.compile(r"nodes=([0-9]{1,12})")
SEARCH = re.compile(r"([a-z]+):nodes=([0-9]{1,12})")


def strength(player: str) -> tuple[int, int, str]:
    """A sort key: random, then levels by number, then others by their nodes.

    >>> sorted(["mcts:nodes=50", "level:10", "random", "level:2"], key=strength)
    ['random', 'level:2', 'level:10', 'mcts:nodes=50']
    """
    if player == "random":
        return 0, 0, player
    level = LEVEL.fullmatch(player)
    if level:
        return 1, int(level[1]), player
    nodes = NODES.search(player)
    return 2, int(nodes[1]) if nodes else 0, player


def both_players(study: StudyResult) -> str:
    """The two players of a study in words.

    >>> both_players(StudyResult(0, "a", "mygame", "standard", {}, ("level:3", "level:3")))
    'players of level 3'
    """
    a, b = (player_text(name) for name in study.players)
    return f"{a} and {b}" if a != b else equal_players(study.players[0])


def equal_players(player: str) -> str:
    """Two players of that name in words.

    >>> equal_players("level:3"), equal_players("random"), equal_players("mcts:nodes=50")
    ('players of level 3', 'random players', 'two mcts searches of 50 nodes')
    """
    if SEARCH.fullmatch(player):
        return f"two {player_text(player).replace('search of', 'searches of')}"
    return f"players of {player_text(player)}" if LEVEL.fullmatch(player) else f"{player_text(player)} players"


def player_text(player: str) -> str:
    """A player's name in words.

    >>> player_text("level:3"), player_text("copycat:level:3"), player_text("guided:nodes=2000"), player_text("greedy")
    ('level 3', 'a copying level 3', 'guided search of 2,000 nodes', 'greedy')
    """
    if player.startswith(COPYCAT):
        return f"a copying {player_text(player.removeprefix(COPYCAT))}"
    if LEVEL.fullmatch(player):
        return player.replace("level:", "level ")
    search = SEARCH.fullmatch(player)
    if search is None:
        return player
    return f"{'search' if search[1] == 'search' else f'{search[1]} search'} of {int(search[2]):,} nodes"
