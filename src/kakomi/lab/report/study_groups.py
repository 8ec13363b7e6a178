"""The studies of a run as a reader meets them: by game and rule set, the weakest players first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab.measures import Measured, measure_all
from kakomi.lab.measures.outcome import COPYCAT
from kakomi.lab.results import StudyResult

LEVEL = re.compile(r"level:([0-9]{1,3})")
NODES = re.compile(r"nodes=([0-9]{1,12})")
SEARCH = re.compile(r"([a-z]+):nodes=([0-9]{1,12})")


@dataclass
class Group:
    """All studies of one game, rule set and options, with their measures."""

    game: str
    rules: str
    options: dict[str, object]
    studies: list[StudyResult] = field(default_factory=list)
    measured: list[dict[str, Measured]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The game's own title."""
        try:
            return games.get(self.game).title
        except KakomiError:
            return self.game

    @property
    def subtitle(self) -> str:
        """The rule set and the options."""
        return ", ".join([self.rules, *(f"{name} {value}" for name, value in self.options.items())])

    @property
    def name(self) -> str:
        """The title with the rule set, where the game has several, and with options that are not the usual ones."""
        try:
            game = games.get(self.game)
            usual = game.settle(self.rules, {})[1]
        except KakomiError:
            return f"{self.game} {self.rules}"
        changed = [f"{key} {value}" for key, value in self.options.items() if usual.get(key) != value]
        return ", ".join([f"{game.title} {self.rules}" if len(game.rule_sets) > 1 else game.title, *changed])

    @property
    def alike(self) -> list[int]:
        """The studies in which equals play, the weakest first; of two, the one told game by game last."""
        found = [number for number, study in enumerate(self.studies) if study.players[0] == study.players[1]]
        return sorted(found, key=lambda n: (strength(self.studies[n].players[0]), self.studies[n].bulk is None))

    @property
    def regular(self) -> list[int]:
        """Those of them that speak for the game: where the first move alone is at random, only if there are no others."""
        return [number for number in self.alike if self.studies[number].opening != 1] or self.alike

    @property
    def chief(self) -> int:
        """The study that speaks for the game: the strongest equals, else the first of all."""
        return self.regular[-1] if self.regular else 0

    @property
    def strengths(self) -> dict[str, dict[str, Measured]]:
        """What is known of equals of each strength, the weakest first; of two studies, each measure from the larger one."""
        found: dict[str, dict[str, Measured]] = {}
        for number in self.regular:
            known = found.setdefault(self.studies[number].players[0], {})
            for name, each in self.measured[number].items():
                if name not in known or known[name].n < each.n:
                    known[name] = each
        return found


def groups(studies: Iterable[StudyResult]) -> list[Group]:
    """The studies that have games, by game, rule set and options."""
    found: dict[str, Group] = {}
    for study in studies:
        if not study.played:
            continue
        key = f"{study.game} {study.rules} {sorted(study.options.items())}"
        group = found.setdefault(key, Group(study.game, study.rules, dict(study.options)))
        group.studies.append(study)
        group.measured.append(measure_all(study))
    return list(found.values())


def strength(player: str) -> tuple[int, int, str]:
    """An order of players: random, levels by number, then others by their nodes.

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


def who(study: StudyResult) -> str:
    """The players of a study in words.

    >>> from kakomi.lab.results import StudyResult
    >>> who(StudyResult(0, "a", "enso", "standard", {}, ("level:3", "level:3")))
    'players of level 3'
    """
    a, b = (called(name) for name in study.players)
    return f"{a} and {b}" if a != b else alike(study.players[0])


def alike(player: str) -> str:
    """Two such players in words.

    >>> alike("level:3"), alike("random"), alike("mcts:nodes=50")
    ('players of level 3', 'random players', 'two of mcts search of 50 nodes')
    """
    if SEARCH.fullmatch(player):
        return f"two of {called(player)}"
    return f"players of {called(player)}" if LEVEL.fullmatch(player) else f"{called(player)} players"


def called(player: str) -> str:
    """A player's name as it is read.

    >>> called("level:3"), called("copycat:level:3"), called("guided:nodes=2000"), called("greedy")
    ('level 3', 'a copying level 3', 'guided search of 2,000 nodes', 'greedy')
    """
    if player.startswith(COPYCAT):
        return f"a copying {called(player.removeprefix(COPYCAT))}"
    if LEVEL.fullmatch(player):
        return player.replace("level:", "level ")
    search = SEARCH.fullmatch(player)
    if search is None:
        return player
    return f"{'search' if search[1] == 'search' else f'{search[1]} search'} of {int(search[2]):,} nodes"


def begin(study: StudyResult) -> Match | None:
    """The game before its first move; None for a game that is not in the catalogue."""
    try:
        return Match(games.get(study.game), study.rules, study.options)
    except KakomiError:
        return None
