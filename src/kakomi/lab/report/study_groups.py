"""The studies of a run grouped for the reader: by game and rule set, the weakest players first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab.measures import Measured, measure_all
from kakomi.lab.player_names import strength
from kakomi.lab.results import FIRST_MOVES, RANDOM_MOVES, TRUE_START, GameResult, StudyResult


@dataclass
class StudyGroup:
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
        """The title with the rule set, if the game has several, and with options that differ from the defaults."""
        try:
            game = games.get(self.game)
            defaults = game.settle(self.rules, {})[1]
        except KakomiError:
            return f"{self.game} {self.rules}"
        changed = [f"{key} {value}" for key, value in self.options.items() if defaults.get(key) != value]
        return ", ".join([f"{game.title} {self.rules}" if len(game.rule_sets) > 1 else game.title, *changed])

    @property
    def equals(self) -> list[int]:
        """The studies between equal players, the weakest first; of two, the one stored game by game comes last."""
        numbers = [number for number, study in enumerate(self.studies) if study.players[0] == study.players[1]]
        return sorted(numbers, key=lambda n: (strength(self.studies[n].players[0]), self.studies[n].bulk is None))

    @property
    def kind(self) -> str:
        """How the studies of the game begin: from the true start or by random moves if any do, else as the first does."""
        kinds = [self.studies[number].kind for number in self.equals]
        return TRUE_START if TRUE_START in kinds else RANDOM_MOVES if RANDOM_MOVES in kinds else next(iter(kinds), "")

    @property
    def regular(self) -> list[int]:
        """The studies between equal players that represent the game: all of one kind of start, never joined with another."""
        same = [number for number in self.equals if self.studies[number].kind == self.kind]
        plies = {self.studies[number].opening for number in same}
        return [number for number in same if self.studies[number].opening == max(plies)]

    @property
    def first_moves(self) -> int | None:
        """The study of the strongest equals that begins with every first move equally often."""
        return next((n for n in reversed(self.equals) if self.studies[n].kind == FIRST_MOVES), None)

    @property
    def chief(self) -> int:
        """The study that represents the game: the strongest equals, else the first study."""
        return self.regular[-1] if self.regular else 0

    @property
    def strengths(self) -> dict[str, dict[str, Measured]]:
        """The measures between equals by player, the weakest first; of two studies, each measure from the larger one."""
        by_player: dict[str, dict[str, Measured]] = {}
        for number in self.regular:
            known = by_player.setdefault(self.studies[number].players[0], {})
            for name, each in self.measured[number].items():
                if name not in known or known[name].n < each.n:
                    known[name] = each
        return by_player


def group_studies(studies: Iterable[StudyResult]) -> list[StudyGroup]:
    """The studies that have games, grouped by game, rule set and options."""
    groups: dict[str, StudyGroup] = {}
    for study in studies:
        if not study.played:
            continue
        key = f"{study.game} {study.rules} {sorted(study.options.items())}"
        group = groups.setdefault(key, StudyGroup(study.game, study.rules, dict(study.options)))
        group.studies.append(study)
        group.measured.append(measure_all(study))
    return list(groups.values())


def start_of(study: StudyResult, game: GameResult | None = None) -> Match | None:
    """Where a game of the study began, or the start of the game itself; None for a game that is not installed."""
    try:
        position = None if game is None else study.position_of(game)
        return Match(games.get(study.game), study.rules, study.options, position)
    except KakomiError:
        return None
