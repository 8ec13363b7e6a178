"""The studies of a run as a reader meets them: by game and rule set, the weakest players first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab.measures import Measured, measure_all
from kakomi.lab.results import StudyResult

LEVEL = re.compile(r"level:([0-9]{1,3})")
NODES = re.compile(r"nodes=([0-9]{1,12})")


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
    def alike(self) -> list[int]:
        """The studies in which equals play, the weakest first: the curve over playing strength."""
        found = [number for number, study in enumerate(self.studies) if study.players[0] == study.players[1]]
        return sorted(found, key=lambda number: strength(self.studies[number].players[0]))

    @property
    def chief(self) -> int:
        """The study that speaks for the game: the strongest equals, else the first of all."""
        return self.alike[-1] if self.alike else 0


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
    if a != b:
        return f"{a} and {b}"
    return f"players of {a}" if LEVEL.fullmatch(study.players[0]) else f"{a} players"


def called(player: str) -> str:
    """A player's name as it is read."""
    return player.replace("level:", "level ") if LEVEL.fullmatch(player) else player


def begin(study: StudyResult) -> Match | None:
    """The game before its first move; None for a game that is not in the catalogue."""
    try:
        return Match(games.get(study.game), study.rules, study.options)
    except KakomiError:
        return None
