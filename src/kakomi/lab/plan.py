"""A plan: what shall be played, by whom, how often, and from which seed. Written as TOML, read strictly.

name = "fair-enough"
seed = 1

[[study]]
game = "enso"
players = ["level:3", "level:3"]
games = 200
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from kakomi import games
from kakomi.core.errors import KakomiError, UnknownName, shorten
from kakomi.core.match import Match
from kakomi.core.options import Value
from kakomi.lab.results import LabError, StudyResult
from kakomi.lab.stopping import Stop, told_by
from kakomi.players import SEARCHES, copycat
from kakomi.players.external_engine import KIND, PATIENCE
from kakomi.players.matches.clock import LONGEST, TimeControl
from kakomi.players.matches.referee import MOST_OPENING, invite

LARGEST = 1_000_000  # bytes of a plan
MOST_STUDIES = 1_000
MOST_GAMES = 1_000_000  # of a study whose games are kept one by one
MOST_BULK = 1_000_000_000
MOST_NODES = 10**9
LONGEST_PLAYER = 2_010
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
STUDY_NAME = re.compile(r"[^\x00-\x1f\x7f]{1,200}")
UNIT, BULK_UNIT = 10, 20_000  # games handed out at a time
RECORDS = 100  # games of a study that are kept as records too


class PlanError(LabError):
    """A plan that cannot be carried out; the sentence says where and what would be right."""


@dataclass(frozen=True)
class Evaluate:
    """Look at a position with so many nodes before every so many plies."""

    nodes: int
    every: int = 1


@dataclass(frozen=True)
class Study:
    """One rule set with its options, one pair of players, and how many games. With `stop`, `games` is the most."""

    number: int
    name: str
    game: str
    rules: str
    options: Mapping[str, Value]
    players: tuple[str, str]
    games: int
    stop: Stop | None = None
    evaluate: Evaluate | None = None
    opening: int = 0  # random plies to begin with
    bulk: bool = False  # counted by compiled code, not kept one by one
    unit: int = UNIT
    records: int = RECORDS
    movetime: float | None = None

    def match(self) -> Match:
        """The game before its first move."""
        return Match(games.get(self.game), self.rules, self.options)

    def unplayed(self) -> StudyResult:
        """The study as a result without games."""
        nodes, every = (0, 1) if self.evaluate is None else (self.evaluate.nodes, self.evaluate.every)
        return StudyResult(
            self.number,
            self.name,
            self.game,
            self.rules,
            dict(self.options),
            self.players,
            evaluate=nodes,
            every=every,
            opening=self.opening,
        )

    @property
    def control(self) -> TimeControl:
        """The time the players have."""
        return TimeControl(movetime=self.movetime)

    @property
    def repeatable(self) -> bool:
        """Whether the same games come of it again: neither a clock nor a foreign engine has a say."""
        return self.movetime is None and not any(_unsteady(name) for name in self.players)

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self) | {"options": dict(self.options), "players": list(self.players)}


@dataclass(frozen=True)
class Plan:
    """All that decides a run."""

    name: str
    seed: int
    studies: tuple[Study, ...]
    patience: float = PATIENCE
    text: str = field(default="", compare=False)  # as it was written

    def as_dict(self) -> dict[str, Any]:
        """For the manifest."""
        return {
            "name": self.name,
            "seed": self.seed,
            "patience": self.patience,
            "studies": [study.as_dict() for study in self.studies],
        }


def _unsteady(player: str) -> bool:
    """Whether a clock, threads or somebody else's program decide what it plays."""
    kind, _, rest = player.partition(":")
    if kind == copycat.KIND:
        return _unsteady(copycat.base_name(rest))
    if kind == KIND or "time=" in rest or "threads=" in rest:
        return True
    return kind in SEARCHES and "nodes=" not in rest


def read_file(path: Path) -> Plan:
    """The plan in a file."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise PlanError(f"the plan {path} cannot be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise PlanError(f"a plan has at most {LARGEST:,} bytes; {path} is larger")
    try:
        return read(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PlanError(f"{path} is not a text in UTF-8") from error


def read(text: str) -> Plan:
    """The plan that a text is, every study checked; PlanError where it cannot be carried out."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"the plan is not TOML: {shorten(str(error), 200)}") from error
    except (ValueError, RecursionError) as error:
        raise PlanError("the plan is not TOML that can be read: a number is too long, or it nests too deep") from error
    take = _Taker(found, "the plan", ("name", "seed", "patience", "study"))
    name = take.text("name")
    if not NAME.fullmatch(name):
        raise PlanError(
            f"a plan's name has up to 64 small letters, digits, dots and hyphens and begins with a letter or digit, "
            f"not {shorten(name)!r}"
        )
    seed = take.whole("seed", 0, 2**62, 1)
    patience = take.number("patience", 0.1, LONGEST, PATIENCE)
    tables = found.get("study")
    if not isinstance(tables, list) or not tables or not all(isinstance(each, dict) for each in tables):
        raise PlanError("a plan has at least one study, under the heading [[study]]")
    if len(tables) > MOST_STUDIES:
        raise PlanError(f"a plan has at most {MOST_STUDIES:,} studies, not {len(tables):,}")
    studies = tuple(_study(number, table) for number, table in enumerate(tables))
    seen: dict[str, int] = {}
    for study in studies:
        if study.name in seen:
            raise PlanError(
                f"studies {seen[study.name] + 1} and {study.number + 1} are both called {shorten(study.name)!r}; "
                "give each a name of its own"
            )
        seen[study.name] = study.number
    return Plan(name, seed, studies, patience, text)


_TAKES = tuple(each.name for each in fields(Study) if each.name != "number")


def _study(number: int, table: dict[str, Any]) -> Study:
    where = f"study {number + 1}"
    if isinstance(table.get("name"), str):
        where += f" ({shorten(table['name'])})"
    take = _Taker(table, where, _TAKES)
    game = take.attempt(games.get, take.text("game"))
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise PlanError(f"{where}: options are written {{ NAME = VALUE }}, not {_shown(options)}")
    rule_set, settled = take.attempt(game.settle, take.text("rules", game.rule_sets[0].name), options)
    names = _players(take, table.get("players"))
    opening = take.whole("opening", 0, MOST_OPENING, 0)
    evaluate = _evaluate(take, table.get("evaluate"))
    movetime = take.number("movetime", 0.001, LONGEST, None)
    could = names == ("random", "random") and not evaluate and not opening and movetime is None
    bulk = take.truth("bulk", could)
    if bulk and not could:
        raise PlanError(
            f"{where}: bulk goes with two players called random and without evaluate, opening and movetime; leave it out"
        )
    most = MOST_BULK if bulk else MOST_GAMES
    stop = _stop(take, table.get("stop"), most)
    if (stop is None) == ("games" not in table):
        raise PlanError(
            f"{where}: say either how many games there are or when to stop, "
            f"as games = 1000 or stop = {{ measure = ..., width = ..., most = ... }}"
        )
    count = stop.most if stop is not None else take.whole("games", 1, most)
    unit = take.whole("unit", 1, most, BULK_UNIT if bulk else UNIT)
    if names[0] != names[1] and (count % 2 or unit % 2):
        raise PlanError(
            f"{where}: between two different players games come in pairs, one from each side; "
            f"games and unit must be even numbers, not {count} and {unit}"
        )
    study = Study(
        number=number,
        name=take.text("name", _usual_name(game.name, rule_set.name, table.get("options", {}), names)),
        game=game.name,
        rules=rule_set.name,
        options=settled,
        players=names,
        games=count,
        stop=stop,
        evaluate=evaluate,
        opening=opening,
        bulk=bulk,
        unit=unit,
        records=0 if bulk else take.whole("records", 0, most, RECORDS),
        movetime=movetime,
    )
    if not STUDY_NAME.fullmatch(study.name):
        raise PlanError(f"{where}: a study's name is one line of up to 200 characters")
    fault = "" if stop is None else told_by(study.unplayed(), stop.measure, bulk)
    if fault:
        raise PlanError(f"{where}, stop: {fault}")
    return study


def _usual_name(game: str, rules: str, options: Mapping[str, object], players: tuple[str, str]) -> str:
    changed = "".join(f" {name}={shorten(str(value), 20)}" for name, value in sorted(options.items()))
    return shorten(f"{game} {rules}{changed}: {players[0]} - {players[1]}", 200)


def _players(take: _Taker, found: object) -> tuple[str, str]:
    if not isinstance(found, list) or len(found) != 2 or not all(isinstance(name, str) for name in found):
        raise PlanError(f'{take.where}: players are two names, like ["level:3", "random"], not {_shown(found)}')
    for name in found:
        if len(name) > LONGEST_PLAYER:
            raise PlanError(f"{take.where}: a player's name has at most {LONGEST_PLAYER} characters")
        player = take.attempt(invite, name, 1)
        getattr(player, "close", lambda: None)()
    return found[0], found[1]


def _evaluate(take: _Taker, found: object) -> Evaluate | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise PlanError(f"{take.where}: evaluate is written {{ nodes = 200 }}, not {_shown(found)}")
    inner = _Taker(found, f"{take.where}, evaluate", ("nodes", "every"))
    return Evaluate(inner.whole("nodes", 1, MOST_NODES), inner.whole("every", 1, 10_000, 1))


def _stop(take: _Taker, found: object, most: int) -> Stop | None:
    if found is None:
        return None
    if not isinstance(found, dict):
        raise PlanError(
            f"{take.where}: stop is written {{ measure = ..., width = ..., most = ... }}, not {_shown(found)}"
        )
    inner = _Taker(found, f"{take.where}, stop", ("measure", "width", "most"))
    width = inner.number("width", 0, 10_000)
    stop: Stop = inner.attempt(Stop, inner.text("measure"), width, inner.whole("most", 1, most))
    return stop


class _Taker:
    """Takes values out of a table, checked; a key that nobody knows is refused."""

    def __init__(self, table: Mapping[str, Any], where: str, known: tuple[str, ...]) -> None:
        self._table, self.where = table, where
        for key in table:
            if key not in known:
                raise PlanError(f"{where}: {UnknownName('key', key, known)}")

    def attempt(self, make: Callable[..., Any], *given: object) -> Any:
        """What can be made of it; a refusal says where."""
        try:
            return make(*given)
        except KakomiError as error:
            raise PlanError(f"{self.where}: {error}") from error

    def text(self, key: str, usual: str | None = None) -> str:
        """A text."""
        found = self._table.get(key, usual)
        if not isinstance(found, str):
            raise PlanError(f"{self.where}: {key} must be given as a text in quotes, not {_shown(found)}")
        return found

    def truth(self, key: str, usual: bool) -> bool:
        """True or false."""
        found = self._table.get(key, usual)
        if not isinstance(found, bool):
            raise PlanError(f"{self.where}: {key} must be true or false, not {_shown(found)}")
        return found

    def whole(self, key: str, low: int, high: int, usual: int | None = None) -> int:
        """A whole number in a range."""
        found = self._table.get(key, usual)
        if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
            raise PlanError(f"{self.where}: {key} must be a whole number from {low:,} to {high:,}, not {_shown(found)}")
        return found

    def number(self, key: str, low: float, high: float, usual: float | None = None) -> Any:
        """A number in a range, or the usual value, which may be None."""
        if key not in self._table and key != "width":
            return usual
        found = self._table.get(key)
        if isinstance(found, bool) or not isinstance(found, int | float) or not low <= found <= high:
            raise PlanError(f"{self.where}: {key} must be a number from {low:g} to {high:g}, not {_shown(found)}")
        return float(found)


def _shown(value: object) -> str:
    """A value in a message; nothing at all is said as such."""
    if value is None:
        return "nothing"
    try:
        return shorten(str(value) if not isinstance(value, str) else repr(value))
    except ValueError:  # a number of thousands of digits
        return "so long a number"
