"""A plan: what is played, by whom, how many games, and from which seed. Written as TOML, read strictly.

name = "fair-enough"
seed = 1

[[study]]
game = "mygame"
players = ["level:3", "level:3"]
games = 200
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from kakomi import games
from kakomi.core.errors import shorten
from kakomi.core.match import Match
from kakomi.core.options import Value
from kakomi.lab.files import read_text
from kakomi.lab.plans.starts import Start, read_spread, read_start, refuse_mixed_starts
from kakomi.lab.plans.stopping import StopRule, why_not_measurable
from kakomi.lab.plans.toml_table import PlanError, TomlTable, shown
from kakomi.lab.player_names import NODES
from kakomi.lab.results import TRUE_START, Spread, StudyResult
from kakomi.players import SEARCHES, copycat
from kakomi.players.external_engine import KIND, PATIENCE
from kakomi.players.levels import planned_nodes
from kakomi.players.matches.clock import LONGEST, TimeControl
from kakomi.players.matches.referee import invite

LARGEST = 1_000_000  # bytes of a plan
MOST_STUDIES = 1_000
MOST_GAMES = 1_000_000  # of a study whose games are stored one by one
MOST_BULK = 1_000_000_000
MOST_NODES = 10**9
LONGEST_PLAYER = 2_010
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
STUDY_NAME = re.compile(r"[^\x00-\x1f\x7f]{1,200}")
UNIT, BULK_UNIT = 10, 20_000  # games per unit: played one by one, or only counted
RECORDS = 100  # games of a study that are also kept as records
JUDGE = 200  # the fewest nodes of a judge if the plan does not say
LEVEL = re.compile(r"level:([0-9]{1,2})(,|$)")


@dataclass(frozen=True)
class Evaluate:
    """Evaluate positions by a search of `nodes` nodes, before every `every`-th ply: the judge of winning chances."""

    nodes: int
    every: int = 1


@dataclass(frozen=True)
class StudyPlan:
    """One rule set with its options, one pair of players, and the number of games; with `stop`, the most games."""

    number: int
    name: str
    game: str
    rules: str
    options: Mapping[str, Value]
    players: tuple[str, str]
    games: int
    stop: StopRule | None = None
    evaluate: Evaluate | None = None
    start: Start = field(default_factory=Start)
    spread: Spread | None = None  # of the players' choice over near-equal moves
    turned: bool = False  # each game is shown to the players from a random side
    bulk: bool = False  # counted by compiled code, not stored one by one
    unit: int = UNIT
    records: int = RECORDS
    movetime: float | None = None

    @property
    def opening(self) -> int:
        """The number of random plies at the start."""
        return self.start.random_plies

    def match(self, position: str | None = None) -> Match:
        """The game before its first move, or at a position."""
        return Match(games.get(self.game), self.rules, self.options, position)

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
            start=self.start.kind,
            openings=self.start.openings,
            positions=self.start.positions,
            spread=self.spread,
            turned=self.turned,
        )

    @property
    def control(self) -> TimeControl:
        """The players' time control."""
        return TimeControl(movetime=self.movetime)

    @property
    def repeatable(self) -> bool:
        """Whether playing it again gives the same games: no clock and no external engine is involved."""
        return self.movetime is None and not any(_is_unrepeatable(name) for name in self.players)

    def as_dict(self) -> dict[str, Any]:
        """For JSON, in the form in which it is read back."""
        start = asdict(self.start)
        start |= {"openings": [list(each) for each in self.start.openings], "positions": list(self.start.positions)}
        found = asdict(self) | {"options": dict(self.options), "players": list(self.players), "start": start}
        if not self.turned:
            del found["turned"]
        return found


@dataclass(frozen=True)
class RunPlan:
    """Everything that determines a run."""

    name: str
    seed: int
    studies: tuple[StudyPlan, ...]
    patience: float = PATIENCE
    text: str = field(default="", compare=False)  # the plan as it was written
    files: Mapping[str, str] = field(default_factory=dict, compare=False)  # the files beside it that it names

    @property
    def game_names(self) -> tuple[str, ...]:
        """The games that are played, by name."""
        return tuple(sorted({study.game for study in self.studies}))

    def as_dict(self) -> dict[str, Any]:
        """For the manifest."""
        return {
            "name": self.name,
            "seed": self.seed,
            "patience": self.patience,
            "studies": [study.as_dict() for study in self.studies],
        }


def _is_unrepeatable(player: str) -> bool:
    """Whether the player's moves depend on a clock, threads or an external engine."""
    kind, _, rest = player.partition(":")
    if kind == copycat.KIND:
        return _is_unrepeatable(copycat.base_name(rest))
    if kind == KIND or "time=" in rest or "threads=" in rest:
        return True
    return kind in SEARCHES and "nodes=" not in rest


def read_file(path: Path) -> RunPlan:
    """Read the plan in a file."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise PlanError(f"the plan {path} cannot be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise PlanError(f"a plan may have at most {LARGEST:,} bytes; {path} is larger")
    try:
        return read(data.decode("utf-8-sig"), path.parent)
    except UnicodeDecodeError as error:
        raise PlanError(f"{path} is not UTF-8 text") from error


def read(text: str, folder: Path | None = None) -> RunPlan:
    """Read a plan and check every study; PlanError if it cannot be carried out. `folder` holds the files that it names."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PlanError(f"the plan is not TOML: {shorten(str(error), 200)}") from error
    except (ValueError, RecursionError) as error:
        raise PlanError(
            "the plan is not readable TOML: a number is too long, or tables are nested too deeply"
        ) from error
    top = TomlTable(table, "the plan", ("name", "seed", "patience", "study"))
    name = top.text("name")
    if not NAME.fullmatch(name):
        raise PlanError(
            "a plan's name has up to 64 lower-case letters, digits, dots and hyphens and begins with a letter or digit, "
            f"not {shorten(name)!r}"
        )
    seed = top.integer("seed", 0, 2**62, 1)
    patience = top.optional_number("patience", 0.1, LONGEST) or PATIENCE
    tables = table.get("study")
    if not isinstance(tables, list) or not tables or not all(isinstance(each, dict) for each in tables):
        raise PlanError("a plan has at least one study, under a heading [[study]]")
    if len(tables) > MOST_STUDIES:
        raise PlanError(f"a plan has at most {MOST_STUDIES:,} studies, not {len(tables):,}")
    studies = tuple(_study(number, each, folder) for number, each in enumerate(tables))
    seen: dict[str, int] = {}
    for study in studies:
        if study.name in seen:
            raise PlanError(
                f"studies {seen[study.name] + 1} and {study.number + 1} are both called {shorten(study.name)!r}; "
                "give each a name of its own"
            )
        seen[study.name] = study.number
    refuse_mixed_starts(studies)
    named = sorted({each["opening_file"] for each in tables if "opening_file" in each})
    files = {} if folder is None else {file: read_text(folder / file) for file in named}
    return RunPlan(name, seed, studies, patience, text, files)


_KEYS = (
    *(each.name for each in fields(StudyPlan) if each.name != "number"),
    *("opening", "openings", "opening_file", "opening_plies", "positions"),
)


def _study(number: int, table: dict[str, Any], folder: Path | None) -> StudyPlan:
    where = f"study {number + 1}"
    if isinstance(table.get("name"), str):
        where += f" ({shorten(table['name'])})"
    take = TomlTable(table, where, _KEYS)
    game = take.attempt(games.get, take.text("game"))
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise PlanError(f"{where}: options are written {{ NAME = VALUE }}, not {shown(options)}")
    rule_set, settled = take.attempt(game.settle, take.text("rules", game.rule_sets[0].name), options)
    names = _players(take, table.get("players"))
    match = Match(game, rule_set.name, settled)
    start = read_start(take, table, match, folder)
    spread = read_spread(take, table.get("spread"))
    evaluate = _evaluate(take, table.get("evaluate"), names, match)
    movetime = take.optional_number("movetime", 0.001, LONGEST)
    turned = take.boolean("turned", False)
    at_start = start.kind == TRUE_START and spread is None and not turned
    countable = names == ("random", "random") and not evaluate and at_start and movetime is None
    bulk = take.boolean("bulk", countable)
    if bulk and not countable:
        raise PlanError(
            f"{where}: bulk needs two players called random, the true start, and no evaluate or movetime; leave it out"
        )
    most = MOST_BULK if bulk else MOST_GAMES
    stop = _stop(take, table.get("stop"), most)
    if (stop is None) == ("games" not in table):
        raise PlanError(
            f"{where}: give either the number of games or a stopping rule, "
            f"as games = 1000 or stop = {{ measure = ..., width = ..., most = ... }}"
        )
    count = stop.most if stop is not None else take.integer("games", 1, most)
    unit = take.integer("unit", 1, most, BULK_UNIT if bulk else UNIT)
    if names[0] != names[1] and (count % 2 or unit % 2):
        raise PlanError(
            f"{where}: different players play in pairs of games, with sides swapped; "
            f"games and unit must be even numbers, not {count} and {unit}"
        )
    begins = max(len(start.openings), len(start.positions))
    if count < 2 * begins:
        raise PlanError(
            f"{where}: {begins} openings need at least {2 * begins} games, two for each; {count} would leave some without"
        )
    study = StudyPlan(
        number=number,
        name=take.text("name", _default_name(game.name, rule_set.name, table.get("options", {}), names)),
        game=game.name,
        rules=rule_set.name,
        options=settled,
        players=names,
        games=count,
        stop=stop,
        evaluate=evaluate,
        start=start,
        spread=spread,
        turned=turned,
        bulk=bulk,
        unit=unit,
        records=0 if bulk else take.integer("records", 0, most, RECORDS),
        movetime=movetime,
    )
    if not STUDY_NAME.fullmatch(study.name):
        raise PlanError(f"{where}: a study's name is one line of up to 200 characters")
    fault = "" if stop is None else why_not_measurable(study.unplayed(), stop.measure, bulk)
    if fault:
        raise PlanError(f"{where}, stop: {fault}")
    return study


def _default_name(game: str, rules: str, options: Mapping[str, object], players: tuple[str, str]) -> str:
    changed = "".join(f" {name}={shorten(str(value), 20)}" for name, value in sorted(options.items()))
    return shorten(f"{game} {rules}{changed}: {players[0]} - {players[1]}", 200)


def _players(take: TomlTable, names: object) -> tuple[str, str]:
    if not isinstance(names, list) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise PlanError(f'{take.where}: players are two names, like ["level:3", "random"], not {shown(names)}')
    for name in names:
        if len(name) > LONGEST_PLAYER:
            raise PlanError(f"{take.where}: a player's name may have at most {LONGEST_PLAYER} characters")
        player = take.attempt(invite, name, 1)
        getattr(player, "close", lambda: None)()
    return names[0], names[1]


def _evaluate(take: TomlTable, value: object, players: tuple[str, str], match: Match) -> Evaluate | None:
    """The judge: at least as strong as the players, with as many nodes as they search if the plan does not say."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise PlanError(f"{take.where}: evaluate is written {{ nodes = 200 }}, not {shown(value)}")
    inner = TomlTable(value, f"{take.where}, evaluate", ("nodes", "every"))
    needed = max(searched_nodes(name, match) for name in players)
    nodes = inner.integer("nodes", 1, MOST_NODES, max(needed, JUDGE))
    if nodes < needed:
        raise PlanError(
            f"{take.where}, evaluate: a judge of {nodes:,} nodes is weaker than the players, who search {needed:,}; "
            "give it at least as many, or leave nodes out"
        )
    return Evaluate(nodes, inner.integer("every", 1, 10_000, 1))


def searched_nodes(player: str, match: Match) -> int:
    """How many nodes a player searches for a move; 0 if it does not search, or searches by a clock.

    >>> match = Match(games.all_games()[0])
    >>> searched_nodes("random", match), searched_nodes("copycat:mcts:nodes=50", match), searched_nodes("level:1", match)
    (0, 50, 0)
    """
    kind, _, rest = player.partition(":")
    if kind == copycat.KIND:
        return searched_nodes(copycat.base_name(rest), match)
    number = LEVEL.match(player)
    if number:
        return planned_nodes(int(number[1]), match)
    nodes = NODES.search(player) if kind in SEARCHES else None
    return int(nodes[1]) if nodes else 0


def _stop(take: TomlTable, value: object, most: int) -> StopRule | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise PlanError(
            f"{take.where}: stop is written {{ measure = ..., width = ..., most = ... }}, not {shown(value)}"
        )
    inner = TomlTable(value, f"{take.where}, stop", ("measure", "width", "most"))
    width = inner.number("width", 0, 10_000)
    stop: StopRule = inner.attempt(StopRule, inner.text("measure"), width, inner.integer("most", 1, most))
    return stop
