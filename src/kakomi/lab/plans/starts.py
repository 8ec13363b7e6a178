"""How the games of a study begin, and how players spread their choice; every opening is checked before anything is played.

One study has one kind of start:

- `start = "start"`, the default: the true start; the players choose every move;
- `start = "first moves"`: each first move in turn, equally often up to symmetry, its images in turn as well;
- `openings = ["MOVE MOVE ...", ...]` or `opening_file` with `opening_plies`: given openings in turn;
- `positions = ["POSITION", ...]`: given positions in turn;
- `opening = N`: N random plies, another opening for each pair of games.

Results of different kinds mean different things, so they are never joined; and between equal players of one rule set a plan
must not switch from one kind to another as players get stronger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kakomi import games
from kakomi.core.errors import KakomiError, shorten
from kakomi.core.match import Match
from kakomi.core.records.record import read as read_records
from kakomi.lab.files import read_text
from kakomi.lab.orbits import first_move_orbits
from kakomi.lab.plans.toml_table import PlanError, TomlTable, shown
from kakomi.lab.results import FIRST_MOVES, OPENINGS, POSITIONS, RANDOM_MOVES, TRUE_START, Spread
from kakomi.players.matches.referee import MOST_OPENING

MOST_GIVEN = 1_000  # openings or positions of a study
WAYS = {  # the keys of a study that say how its games begin
    "opening": f"opening = 2 (random plies, up to {MOST_OPENING})",
    "openings": 'openings = ["MOVE MOVE", ...]',
    "opening_file": 'opening_file = "games.kakomi"',
    "positions": 'positions = ["POSITION", ...]',
}


@dataclass(frozen=True)
class Start:
    """How the games of a study begin: `openings` has the moves of each, `positions` the text of each."""

    kind: str = TRUE_START
    random_plies: int = 0
    openings: tuple[tuple[str, ...], ...] = ()
    positions: tuple[str, ...] = ()


def read_start(take: TomlTable, table: Mapping[str, Any], match: Match, folder: Path | None) -> Start:
    """The start of a study; PlanError if it has several kinds, or an opening that is illegal or ends the game."""
    wanted = take.text("start", TRUE_START)
    if wanted not in (TRUE_START, FIRST_MOVES):
        raise PlanError(
            f'{take.where}: start is "{TRUE_START}" or "{FIRST_MOVES}", not {shown(wanted)}; '
            "given openings are written openings = [...], positions = [...] or opening_file = ..."
        )
    ways = [key for key in WAYS if key in table and table[key] not in (0, [])]
    kinds = ways + ([f'start = "{FIRST_MOVES}"'] if wanted == FIRST_MOVES else [])
    if len(kinds) > 1:
        raise PlanError(
            f"{take.where}: it mixes kinds of start ({' and '.join(kinds)}); a study begins in one way, "
            "so give each kind a study of its own"
        )
    if "opening_plies" in table and "opening_file" not in table:
        raise PlanError(
            f"{take.where}: opening_plies says how much of each game in opening_file is played; name the file"
        )
    if wanted == FIRST_MOVES:
        return Start(FIRST_MOVES, openings=_first_moves(take, match))
    if "opening_file" in ways:
        return Start(OPENINGS, openings=_from_file(take, match, folder))
    if "openings" in ways:
        return Start(OPENINGS, openings=tuple(_opening(take, match, each) for each in _texts(take, table, "openings")))
    if "positions" in ways:
        return Start(
            POSITIONS, positions=tuple(_position(take, match, each) for each in _texts(take, table, "positions"))
        )
    plies = take.integer("opening", 0, MOST_OPENING, 0)
    return Start(RANDOM_MOVES, plies) if plies else Start()


def _texts(take: TomlTable, table: Mapping[str, Any], key: str) -> list[str]:
    several = table[key]
    if not isinstance(several, list) or not several or not all(isinstance(each, str) for each in several):
        raise PlanError(f"{take.where}: {key} is a list of texts, as {WAYS[key]}, not {shown(several)}")
    if len(several) > MOST_GIVEN:
        raise PlanError(f"{take.where}: {key} has at most {MOST_GIVEN:,} entries, not {len(several):,}")
    return several


def _first_moves(take: TomlTable, match: Match) -> tuple[tuple[str, ...], ...]:
    """The first moves that do not end the game, one for each orbit."""
    moves = []
    for orbit in first_move_orbits(match):
        after = match.copy()
        after.push(orbit[0])
        if after.outcome is None:
            moves.append((orbit[0],))
    if not moves:
        raise PlanError(f"{take.where}: every first move ends the game; there is nothing to play after it")
    return tuple(moves)


def _opening(take: TomlTable, match: Match, text: str) -> tuple[str, ...]:
    moves = text.split()
    if not moves:
        raise PlanError(
            f'{take.where}: an opening has at least one move; for the true start set start = "{TRUE_START}"'
        )
    return _checked(take, match, moves, f"the opening {shorten(text)!r}")


def _checked(take: TomlTable, match: Match, moves: Sequence[str], called: str) -> tuple[str, ...]:
    """The moves as the game writes them; refused if one is illegal, or if the game is over after them."""
    played = match.copy()
    for number, move in enumerate(moves, 1):
        if played.outcome is not None:
            raise PlanError(f"{take.where}: {called} goes on after the game is over ({played.outcome.clause})")
        try:
            played.push(move)
        except KakomiError as error:
            raise PlanError(
                f"{take.where}: {called} is illegal at move {number}: {shorten(str(error), 160)}"
            ) from error
    _refuse_decided(take, played, called)
    return tuple(played.moves)


def _refuse_decided(take: TomlTable, match: Match, called: str) -> None:
    if match.outcome is not None:
        raise PlanError(
            f"{take.where}: {called} is already decided (clause {match.outcome.clause}); "
            "a start must leave something to play"
        )


def _position(take: TomlTable, match: Match, text: str) -> str:
    called = f"the position {shorten(text)!r}"
    try:
        begun = Match(match.game, match.rules, match.options, text)
    except KakomiError as error:
        raise PlanError(f"{take.where}: {called} cannot be read: {shorten(str(error), 160)}") from error
    _refuse_decided(take, begun, called)
    return text


def _from_file(take: TomlTable, match: Match, folder: Path | None) -> tuple[tuple[str, ...], ...]:
    """The first `opening_plies` moves of every game in a file of records beside the plan."""
    name = take.text("opening_file")
    plies = take.integer("opening_plies", 1, MOST_OPENING)
    if folder is None or Path(name).name != name:
        raise PlanError(f"{take.where}: opening_file is the name of a file beside the plan, not {shown(name)}")
    openings: dict[tuple[str, ...], None] = {}
    for number, record in enumerate(take.attempt(_records, folder / name), 1):
        called = f"game {number} of {shorten(name)}"
        try:
            replay = record.replay(games.get)
        except KakomiError as error:
            raise PlanError(f"{take.where}: {called} cannot be replayed: {shorten(str(error), 160)}") from error
        if (replay.game.name, replay.rules, replay.options) != (match.game.name, match.rules, match.options):
            raise PlanError(f"{take.where}: {called} is of another game, rule set or options than the study")
        if replay.start_position is not None:
            raise PlanError(f"{take.where}: {called} does not begin at the start of the game")
        if len(replay.moves) < plies:
            raise PlanError(f"{take.where}: {called} has {len(replay.moves)} moves, fewer than opening_plies = {plies}")
        openings[_checked(take, match, replay.moves[:plies], called)] = None
    if not 1 <= len(openings) <= MOST_GIVEN:
        raise PlanError(f"{take.where}: {shorten(name)} has {len(openings):,} openings; give 1 to {MOST_GIVEN:,}")
    return tuple(openings)


def _records(path: Path) -> list[Any]:
    return list(read_records(read_text(path)))


def read_spread(take: TomlTable, value: object) -> Spread | None:
    """How players spread their choice over near-equal moves."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise PlanError(
            f"{take.where}: spread is written {{ margin = 0.02, plies = 6, nodes = 100 }}, not {shown(value)}"
        )
    inner = TomlTable(value, f"{take.where}, spread", ("margin", "plies", "nodes"))
    return Spread(inner.number("margin", 0, 0.5), inner.integer("plies", 1, 1000), inner.integer("nodes", 1, 10**9))


def refuse_mixed_starts(studies: Sequence[Any]) -> None:
    """Raise PlanError unless equal players of one rule set begin in one way at every strength.

    Studies of all first moves, of given openings and of given positions answer other questions and are always allowed.
    """
    seen: dict[str, Any] = {}
    for study in studies:
        if study.players[0] != study.players[1] or study.start.kind not in (TRUE_START, RANDOM_MOVES):
            continue
        key = f"{study.game} {study.rules} {sorted(study.options.items())}"
        other = seen.setdefault(key, study)
        searchers = (
            seen.setdefault(f"{key} {study.start.kind} spread", study) if study.players[0] != "random" else study
        )
        if searchers.spread != study.spread:
            raise PlanError(
                f"studies {searchers.number + 1} and {study.number + 1} of equal players spread their choice differently; "
                "give spread the same values at every strength"
            )
        if _way(other) != _way(study):
            raise PlanError(
                f"studies {other.number + 1} and {study.number + 1} mix kinds of start between equal players: "
                f"{_way(other)}, and {_way(study)}; their results cannot be compared. Begin all of them in one way; "
                f'for first moves there is start = "{FIRST_MOVES}"'
            )


def _way(study: Any) -> str:
    plies = study.start.random_plies
    return f"after {plies} random plies" if plies else "from the true start"
