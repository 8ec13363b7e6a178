"""The results of a run as data: `load(folder)` reads them, and every measure starts from them.

A study has its games one by one (`games`), or, if both players move at random, only their counts (`bulk`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from kakomi.core.errors import shorten
from kakomi.core.options import Value
from kakomi.lab.files import LabError, read_text

RESULTS, BULK, MANIFEST, PLAN, RECORDS = "results.jsonl", "bulk.json", "manifest.json", "plan.toml", "records"
FORFEITS = ("forfeit", "time")  # endings that are not by a clause of the rules
THOUSANDTHS = 1000  # the unit of the sums in RandomCounts
# How the games of a study begin: docs/design/lab.md
TRUE_START, FIRST_MOVES, RANDOM_MOVES, OPENINGS, POSITIONS = "start", "first moves", "random", "openings", "positions"

Results = tuple[int, int, int]  # games won by the player who moved first, won by the other, and drawn


@dataclass(frozen=True)
class Spread:
    """In the first `plies` plies a move is drawn among those within `margin` of the best, each tried with `nodes` nodes."""

    margin: float
    plies: int
    nodes: int

    @property
    def text(self) -> str:
        """The spread in words.

        >>> Spread(0.02, 6, 100).text  # doctest: +NORMALIZE_WHITESPACE
        'in the first 6 plies a move is drawn, with the seed of the game, among those whose chance to win is within 2 points
         of the best, each searched with 100 nodes, images of one move counting as one'
        """
        return (
            f"in the first {self.plies} plies a move is drawn, with the seed of the game, among those whose chance to win "
            f"is within {100 * self.margin:g} points of the best, each searched with {self.nodes:,} nodes, images of one "
            "move counting as one"
        )


@dataclass(frozen=True)
class GameResult:
    """One game. Seats and winners are 0 for the player who moved first, 1 for the other; `winner` None is a draw."""

    study: int
    game: int
    seat: int  # where players[0] sat
    winner: int | None
    clause: str
    score: tuple[int, int] | None
    moves: tuple[str, ...]
    plies: int
    turns: int  # consecutive moves of one player are one turn
    branching: tuple[float, float, float]  # legal moves per ply: mean and geometric mean; and the sum of their log10
    forced: int  # plies with one legal move
    choices: int  # plies with several
    kinds: Mapping[str, int]  # how often each event happened, see `unit_player.count_events`
    places: Mapping[str, int]  # how often each place of the board was used by a move
    values: tuple[float | None, ...] | None = (
        None  # the first player's winning chance before each ply; None where not evaluated
    )
    repeat: bool = False  # the same moves as an earlier game of the study
    opening: int = 0  # plies at the beginning that no player chose
    reason: str = ""  # why a game was forfeited
    seconds: tuple[float | None, ...] | None = (
        None  # as `values`, if the second-best move is played; None if there is none
    )
    begin: int = 0  # which of the study's openings or positions it began with
    early: str = ""  # the position after a few plies up to symmetry, as a short name

    @property
    def pair(self) -> int:
        """The number of its pair: where players do not choose the opening, the two games of a pair share an opening."""
        return self.game // 2

    @property
    def forfeited(self) -> bool:
        """Whether a player lost by misconduct rather than by the rules."""
        return self.clause in FORFEITS

    def as_dict(self) -> dict[str, object]:
        """The line of the results file."""
        return {
            "study": self.study,
            "game": self.game,
            "seat": self.seat,
            "winner": self.winner,
            "clause": self.clause,
            "score": None if self.score is None else list(self.score),
            "moves": list(self.moves),
            "plies": self.plies,
            "turns": self.turns,
            "branching": list(self.branching),
            "forced": self.forced,
            "choices": self.choices,
            "kinds": dict(sorted(self.kinds.items())),
            "places": dict(sorted(self.places.items())),
            "values": None if self.values is None else list(self.values),
            "repeat": self.repeat,
            "opening": self.opening,
            "reason": self.reason,
            "seconds": None if self.seconds is None else list(self.seconds),
            "begin": self.begin,
            "early": self.early,
        }

    @classmethod
    def from_dict(cls, line: Mapping[str, Any]) -> Self:
        """Read a line; KeyError, TypeError or ValueError if it is not a game."""
        return cls(
            study=int(line["study"]),
            game=int(line["game"]),
            seat=int(line["seat"]),
            winner=None if line["winner"] is None else int(line["winner"]),
            clause=str(line["clause"]),
            score=None if line["score"] is None else (int(line["score"][0]), int(line["score"][1])),
            moves=tuple(line["moves"]),
            plies=int(line["plies"]),
            turns=int(line["turns"]),
            branching=(float(line["branching"][0]), float(line["branching"][1]), float(line["branching"][2])),
            forced=int(line["forced"]),
            choices=int(line["choices"]),
            kinds=dict(line["kinds"]),
            places=dict(line["places"]),
            values=None if line["values"] is None else tuple(line["values"]),
            repeat=bool(line["repeat"]),
            opening=int(line["opening"]),
            reason=str(line["reason"]),
            # runs made before 0.2 have none of these
            seconds=None if line.get("seconds") is None else tuple(line["seconds"]),
            begin=int(line.get("begin", 0)),
            early=str(line.get("early", "")),
        )


@dataclass
class Sums:
    """A quantity with one value per game: the sum and the sum of squares, in integer thousandths, so that both are exact.

    >>> sums = Sums(6000, 20_000_000)
    >>> sums.mean(2), sums.variance(2)
    (3.0, 2.0)
    """

    total: int = 0
    squares: int = 0

    def mean(self, games: int) -> float:
        """The mean over that many games."""
        return self.total / THOUSANDTHS / games

    def variance(self, games: int) -> float:
        """The sample variance among the games."""
        spread = self.squares - self.total**2 / games
        return max(spread, 0.0) / THOUSANDTHS**2 / max(games - 1, 1)


@dataclass
class RandomCounts:
    """The games of two random players, counted.

    `counts` has the games by winner (0, 1, None), clause and plies; `turns` the games by number of turns; `widths` the
    plies by number of legal moves; `firsts` the results by first move. Summed over games: `branching`, the mean number of
    legal moves; `tree`, the log10 of their product; `forced`, plies with one legal move; `choices`, plies with several.
    """

    games: int = 0
    counts: dict[tuple[int | None, str, int], int] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    widths: dict[int, int] = field(default_factory=dict)
    firsts: dict[str, Results] = field(default_factory=dict)
    branching: Sums = field(default_factory=Sums)
    tree: Sums = field(default_factory=Sums)
    forced: Sums = field(default_factory=Sums)
    choices: Sums = field(default_factory=Sums)

    @property
    def results(self) -> Results:
        """Games won by the first player, by the second, and drawn."""
        return _total(self.clauses.values())

    @property
    def clauses(self) -> dict[str, Results]:
        """The results by the clause that ended the game."""
        return self._results(1)

    @property
    def endings(self) -> dict[int, Results]:
        """The results by number of plies."""
        return self._results(2)

    @property
    def lengths(self) -> dict[int, int]:
        """Games by number of plies."""
        return {plies: sum(results) for plies, results in self.endings.items()}

    def _results(self, place: int) -> dict[Any, Results]:
        named: list[tuple[Any, Results]] = []
        for key, count in self.counts.items():
            won = [0, 0, 0]
            won[2 if key[0] is None else key[0]] = count
            named.append((key[place], (won[0], won[1], won[2])))
        totals: dict[Any, Results] = dict.fromkeys(sorted({name for name, _ in named}), (0, 0, 0))
        for name, results in named:
            totals[name] = _total((totals[name], results))
        return totals

    def add(self, other: RandomCounts) -> None:
        """Add the games counted in another."""
        self.games += other.games
        for mine, theirs in ((self.counts, other.counts), (self.turns, other.turns), (self.widths, other.widths)):
            _add(mine, theirs)
        for move, results in other.firsts.items():
            self.firsts[move] = _total((self.firsts.get(move, (0, 0, 0)), results))
        for name in _SUMS:
            sums, more = getattr(self, name), getattr(other, name)
            sums.total += more.total
            sums.squares += more.squares

    def as_dict(self) -> dict[str, object]:
        """For the file, in a fixed order."""
        order = sorted(self.counts, key=lambda key: (2 if key[0] is None else key[0], key[1], key[2]))
        return {
            "games": self.games,
            "counts": [[*key, self.counts[key]] for key in order],
            "turns": [[number, self.turns[number]] for number in sorted(self.turns)],
            "widths": [[number, self.widths[number]] for number in sorted(self.widths)],
            "firsts": {move: list(self.firsts[move]) for move in sorted(self.firsts)},
            **{name: [getattr(self, name).total, getattr(self, name).squares] for name in _SUMS},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `as_dict` wrote; KeyError, TypeError or ValueError if it is something else."""
        return cls(
            games=int(data["games"]),
            counts={
                (None if winner is None else int(winner), str(clause), int(plies)): int(count)
                for winner, clause, plies, count in data["counts"]
            },
            turns={int(number): int(count) for number, count in data["turns"]},
            widths={int(number): int(count) for number, count in data["widths"]},
            firsts={str(move): (int(a), int(b), int(c)) for move, (a, b, c) in data["firsts"].items()},
            **{name: Sums(int(data[name][0]), int(data[name][1])) for name in _SUMS},
        )


_SUMS = ("branching", "tree", "forced", "choices")


def _total(several: Iterable[Results]) -> Results:
    first = second = drawn = 0
    for one, other, neither in several:
        first, second, drawn = first + one, second + other, drawn + neither
    return first, second, drawn


def _add(mine: dict[Any, int], theirs: Mapping[Any, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count


@dataclass
class StudyResult:
    """One study: what was played, by whom, and the results. `evaluate` is the number of nodes used for `values`, or 0."""

    number: int
    name: str
    game: str
    rules: str
    options: dict[str, Value]
    players: tuple[str, str]
    games: list[GameResult] = field(default_factory=list)
    bulk: RandomCounts | None = None
    evaluate: int = 0
    every: int = 1
    opening: int = 0
    stopped: bool = False  # ended by its stopping rule, before the most games allowed
    start: str = TRUE_START  # one of the kinds above; random openings are also known by `opening`
    openings: tuple[tuple[str, ...], ...] = ()
    positions: tuple[str, ...] = ()
    spread: Spread | None = None
    turned: bool = False  # each game was shown to the players from a random side
    calibration: object = field(default=None, compare=False, repr=False)  # computed once: statistics/calibration.py

    @property
    def kind(self) -> str:
        """How its games begin: results of different kinds are never joined."""
        return RANDOM_MOVES if self.opening else self.start

    @property
    def paired(self) -> bool:
        """Whether games come in pairs that share an opening, and so are not independent."""
        return self.kind != TRUE_START and self.bulk is None

    def position_of(self, game: GameResult) -> str | None:
        """The position that a game began from; None for the start of the game."""
        return self.positions[game.begin] if game.begin < len(self.positions) else None

    @property
    def played(self) -> int:
        """The number of games."""
        return len(self.games) if self.bulk is None else self.bulk.games


@dataclass
class RunResults:
    """A whole run."""

    name: str
    studies: list[StudyResult]
    manifest: dict[str, Any]
    folder: Path | None = None


def load(folder: Path | str) -> RunResults:
    """Read the run in a folder; LabError if there is none, or if it is not complete."""
    folder = Path(folder)
    manifest = read_manifest(folder)
    if manifest.get("complete") is not True:
        raise LabError(f"the run {folder.name} is not complete; to resume it: kakomi lab run {folder / PLAN}")
    try:
        studies = [_study(each) for each in manifest["plan"]["studies"]]
        for number, study in enumerate(studies):
            study.stopped = bool(manifest["studies"][number]["stopped"])
        for line in read_text(folder / RESULTS).splitlines():
            game = GameResult.from_dict(json.loads(line))
            studies[game.study].games.append(game)
        for number, counts in json.loads(read_text(folder / BULK)).items():
            studies[int(number)].bulk = RandomCounts.from_dict(counts)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        raise LabError(f"the run in {folder} cannot be read: its files are damaged ({type(error).__name__})") from error
    for study, stated in zip(studies, manifest["studies"], strict=False):
        if study.played != stated.get("games"):
            raise LabError(
                f"the run in {folder} is damaged: study {study.name} has {study.played} games, "
                f"but its manifest says {shorten(str(stated.get('games')))}"
            )
    return RunResults(str(manifest["plan"]["name"]), studies, manifest, folder)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of the run in a folder."""
    if not (folder / MANIFEST).is_file():
        raise LabError(f"there is no run in {folder}: it has no {MANIFEST}")
    try:
        manifest = json.loads(read_text(folder / MANIFEST))
    except (ValueError, RecursionError) as error:
        raise LabError(f"{folder / MANIFEST} cannot be read: it is not JSON") from error
    if not isinstance(manifest, dict):
        raise LabError(f"{folder / MANIFEST} is not the manifest of a run")
    return manifest


def lines_of(games: Iterable[GameResult]) -> str:
    """The text of a results file."""
    return "".join(json.dumps(game.as_dict(), ensure_ascii=False, separators=(",", ":")) + "\n" for game in games)


def _study(data: Mapping[str, Any]) -> StudyResult:
    return StudyResult(
        number=int(data["number"]),
        name=str(data["name"]),
        game=str(data["game"]),
        rules=str(data["rules"]),
        options=dict(data["options"]),
        players=(str(data["players"][0]), str(data["players"][1])),
        evaluate=int(data["evaluate"]["nodes"]) if data["evaluate"] else 0,
        every=int(data["evaluate"]["every"]) if data["evaluate"] else 1,
        **_start(data),
    )


def _start(data: Mapping[str, Any]) -> dict[str, Any]:
    """How a study began; runs made before 0.2 have only random openings."""
    start, spread = data.get("start"), data.get("spread")
    if start is None:
        return {"opening": int(data["opening"])}
    return {
        "opening": int(start["random_plies"]),
        "start": str(start["kind"]),
        "openings": tuple(tuple(str(move) for move in each) for each in start["openings"]),
        "positions": tuple(str(each) for each in start["positions"]),
        "turned": bool(data.get("turned", False)),
        "spread": None
        if spread is None
        else Spread(float(spread["margin"]), int(spread["plies"]), int(spread["nodes"])),
    }
