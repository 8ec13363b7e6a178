"""Turns a name into a player: `random`, `greedy`, `level:6`, `search:time=0.5` and so on, or an engine, `ugi:COMMAND`.

Settings come after a colon, separated by commas: `random:seed=7`, `level:6,seed=3`, `search:time=0.5,memory=512`.
The searches are `search` (the strongest for the game) and, for comparison, `learned`, `guided`, `alphabeta`,
`learned-alphabeta`, `mcts` and `uct`; the last two also take `rave=500` (k of RAVE) and `explore=0.7` (c of UCT), the
learned ones the file of a net, `net=FILE`, and `learned` also `explore`, `reduction` and `temperature` of
`search.learned.PuctSettings`.
`copycat:level:3` mirrors the opponent's moves and plays as `level:3` where it cannot.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kakomi.core.errors import OptionError, UnknownName, shorten
from kakomi.core.match import Match
from kakomi.core.protocol import DRAW
from kakomi.players import copycat, external_engine
from kakomi.search.evaluation import evaluation_for
from kakomi.search.result import Limit

if TYPE_CHECKING:
    from kakomi.search.learned.network import Net

SEARCHES = ("search", "learned", "guided", "alphabeta", "learned-alphabeta", "mcts", "uct")  # search_player.KINDS
# External engines are not listed: a record may name a command, and opening the record must not run it.
NAMES = ("random", "greedy", "level", *SEARCHES)


class Player(Protocol):
    """Chooses a move in a match that is not over.

    Optional methods, called where a player has them: `begin(match, seed)` before each game, `allot(allowance)`
    before each move (`clock.Allowance`: the time available for it), and `close()` when it is no longer needed.
    """

    name: str

    def choose(self, match: Match) -> str:
        """The text of a legal move; the match is not changed."""


class RandomPlayer:
    """Any legal move, each as likely as the next."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match) -> str:
        """One of the legal moves."""
        return match.rule_set.view.move_text(match.state, self._random.choice(match.codes()))


class GreedyPlayer:
    """Plays like someone who has just read the rules: wins at once if it can, else takes the most points, else any move.

    Where a game has hundreds of moves, one of the most promising: near others, or where something can be captured.
    """

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, match: Match) -> str:
        """One of the moves that look best at once."""
        rules, player = match.rule_set.rules, match.to_move
        move_priority = evaluation_for(rules).move_priority
        out = [0] * rules.max_moves(match.settings)
        best: list[int] = []
        most: tuple[int, int, int] | None = None
        for move in match.codes():
            after = list(match.state)
            rules.play(after, move)
            over = rules.legal_moves(after, out) == 0
            result = 0 if not over else 1 if rules.winner(after) == player else -1 if rules.winner(after) != DRAW else 0
            ahead = rules.score(after, player) - rules.score(after, 1 - player)
            worth = (result, ahead, move_priority(match.state, move))
            if most is None or worth > most:
                best, most = [], worth
            if worth == most:
                best.append(move)
        return match.rule_set.view.move_text(match.state, self._random.choice(best))


def make(name: str) -> Player:
    """The player a name stands for.

    >>> make("random:seed=7").name
    'random'
    """
    kind, _, rest = name.partition(":")
    if kind == external_engine.KIND:
        return external_engine.UgiEngine(rest)
    if kind == copycat.KIND:
        base = copycat.base_name(rest)
        if base.partition(":")[0] not in NAMES:
            raise UnknownName("player to copy for", base.partition(":")[0], NAMES)
        return copycat.Copycat(make(base))
    if kind not in NAMES:
        raise UnknownName("player", kind, (*NAMES, f"{external_engine.KIND}:COMMAND"))
    net_file, rest = _split_net(rest) if kind.startswith("learned") else ("", rest)
    settings = _settings(kind, rest)
    if kind == "level":
        from kakomi.players.levels import level_player

        return level_player(
            int(settings.get("level", 5)), int(settings.get("seed", 0)), int(settings.get("threads", 1))
        )
    if kind in SEARCHES:
        from kakomi.players.search_player import SearchPlayer
        from kakomi.search.mcts.settings import PLAIN, Settings

        nodes = int(settings["nodes"]) if "nodes" in settings else None
        limit = Limit(settings.get("time", None if nodes else 1.0), nodes)
        threads, memory, seed = (int(settings.get(each, usual)) for each, usual in _USUAL)
        own = Settings(rave=int(settings.get("rave", 0)), explore=settings.get("explore", PLAIN.explore))
        net = _load_net(net_file) if net_file else None
        puct = {each: settings[each] for each in _PUCT if each in settings} if kind == "learned" else {}
        return SearchPlayer(name, limit, threads, memory, seed, kind, own, net, puct)
    seed_given = int(settings["seed"]) if "seed" in settings else None
    return GreedyPlayer(seed_given) if kind == "greedy" else RandomPlayer(seed_given)


_USUAL = (("threads", 1), ("memory", 256), ("seed", 0))
_SEARCH: dict[str, tuple[float, float]] = {
    "nodes": (1, 10**12),
    "time": (0.001, 10**6),
    "threads": (1, 256),
    "memory": (1, 65536),
    "seed": (0, 10**18),
}
_PUCT: dict[str, tuple[float, float]] = {"explore": (0, 100), "reduction": (0, 2), "temperature": (0.01, 100)}
_BROKEN = ("time", *_PUCT)  # settings that need not be whole numbers
_TAKES: dict[str, dict[str, tuple[float, float]]] = {
    "random": {"seed": (0, 10**18)},
    "greedy": {"seed": (0, 10**18)},
    "level": {"level": (1, 10), "seed": (0, 10**18), "threads": (1, 256)},
    **dict.fromkeys(SEARCHES, _SEARCH),
    "learned": _SEARCH | _PUCT,
    **dict.fromkeys(("mcts", "uct"), _SEARCH | {"rave": (0, 10**9), "explore": (0, 100)}),
}


def _settings(kind: str, text: str) -> dict[str, float]:
    """The settings after the colon, checked; a bare number after `level:` is the level."""
    takes = _TAKES[kind]
    settings: dict[str, float] = {}
    for part in text.split(",") if text else []:
        name, equals, value = part.partition("=")
        if not equals and kind == "level":
            name, value = "level", part
        if name not in takes:
            raise UnknownName(f"setting of the player {kind}", name, takes)
        low, high = takes[name]
        broken = name in _BROKEN
        number = r"\d{1,18}(\.\d{1,6})?" if broken else r"\d{1,18}"
        if not re.fullmatch(number, value, re.ASCII) or not low <= float(value) <= high:
            kind_of_number = "number" if broken else "whole number"
            raise OptionError(f"{name} must be a {kind_of_number} from {low:g} to {high:g}, not {shorten(value)!r}")
        settings[name] = float(value) if broken else int(value)
    return settings


def _split_net(text: str) -> tuple[str, str]:
    """The net file among a player's settings ("" without one), and the other settings."""
    parts = text.split(",") if text else []
    files = [part.removeprefix("net=") for part in parts if part.startswith("net=")]
    if len(files) > 1 or "" in files:
        raise OptionError("net takes the name of one file, as in learned:net=my.net")
    return (files[0] if files else ""), ",".join(part for part in parts if not part.startswith("net="))


def _load_net(file: str) -> Net:
    from kakomi.search.learned.network import Net

    try:
        return Net.load(Path(file).expanduser())
    except (RuntimeError, ValueError) as error:  # ~nobody, or a null character
        raise OptionError(f"{shorten(file)!r} is not a file name") from error
