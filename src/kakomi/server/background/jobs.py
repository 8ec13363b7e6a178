"""The jobs of background processes: plain functions of data from a request or the store. Results are pickled."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit
from kakomi.server import schemas
from kakomi.server.content import stored_games
from kakomi.server.content.boards import BOARDS, board_dict, explain, line_texts
from kakomi.server.content.exact import exact_moves
from kakomi.server.content.explorer import explorer_dict, place_of
from kakomi.server.content.explorer_counts import Counts, counts_of_stored, counts_of_unit
from kakomi.server.content.trees import (
    build_tree,
    read_anything,
    read_one_tree,
    read_trees,
    record_text,
    recorded_game_dict,
    tree_dict,
)
from kakomi.server.engines.queue import MatchSpec
from kakomi.server.http.errors import Refusal
from kakomi.store.errors import Unplayable
from kakomi.store.explorer import LabUnit, MoveCount
from kakomi.store.games import GameRow, MoveRow

SCENES_TIME = 2.0  # seconds for the boards of one list


def _replay(body: schemas.BoardIn) -> Match:
    return BOARDS.replay(body.game, body.rules, body.options, body.position, body.moves)


# --- boards without a live game ---------------------------------------------------------------------------------------


def board(body: schemas.BoardIn) -> bytes:
    """The board after some moves."""
    return orjson.dumps(board_dict(_replay(body)))


def explanation(body: schemas.ExplainIn) -> bytes:
    """Why some clicks are not a move."""
    return orjson.dumps(explain(_replay(body), body.clicks))


def lines(body: schemas.LinesIn) -> bytes:
    """Lines of move codes as texts."""
    return orjson.dumps({"lines": line_texts(_replay(body), body.lines)})


def exact(body: schemas.BoardIn) -> bytes:
    """What each move comes to with perfect play."""
    moves = exact_moves(_replay(body))
    return orjson.dumps({"known": moves is not None, "moves": moves or []})


def picture(body: schemas.PictureIn) -> bytes:
    """The board as a picture."""
    return _replay(body).svg(theme=body.theme).encode()


def explorer_place(body: schemas.BoardIn) -> str:
    """The place of a board in the explorer."""
    match = _replay(body)
    return place_of(match, Orbit(match.rule_set, match.settings, match.state))


def explorer(body: schemas.BoardIn, counts: Sequence[MoveCount]) -> bytes:
    """What has been played on a board, from the counts of its place."""
    match = _replay(body)
    orbit = Orbit(match.rule_set, match.settings, match.state)
    return orjson.dumps(explorer_dict(match, orbit, counts, exact_moves(match)))


def match_spec(body: schemas.BoardIn) -> MatchSpec:
    """A checked game, for the engines."""
    return MatchSpec.of(_replay(body))


# --- records and studies ----------------------------------------------------------------------------------------------


def records(text: str) -> bytes:
    """The games of a record file."""
    return orjson.dumps({"games": [recorded_game_dict(tree) for tree in read_trees(text)]})


def position(body: schemas.PositionIn) -> bytes:
    """What kind of text was pasted, and what it contains."""
    kind, tree = read_anything(body.game, body.rules, body.options, body.text)
    return orjson.dumps({"kind": kind, **tree_dict(tree)})


def record(body: schemas.TreeIn) -> str:
    """A tree of moves as a record."""
    return record_text(build_tree(body))


def study_record(text: str) -> str:
    """A record as it is stored for a study."""
    return record_text(read_one_tree(text))


def study(name: str, created: int, text: str) -> bytes:
    """A stored study."""
    try:
        tree = read_one_tree(text)
    except RecordError as error:
        raise Refusal("study/unplayable", f"this study cannot be replayed here any more: {error}", 409) from error
    return orjson.dumps({"id": name, "created": created, **tree_dict(tree)})


# --- stored games -----------------------------------------------------------------------------------------------------


def replay(row: GameRow, moves: list[MoveRow]) -> Match:
    """The match of a stored game, every move checked."""
    return stored_games.replay(row, moves)


def summary(row: GameRow, moves: list[MoveRow]) -> str:
    """The summary of a stored game."""
    return stored_games.summarise(row, moves)


def little_scenes(wanted: Sequence[tuple[GameRow, dict[str, Any]]]) -> list[bytes | str]:
    """The boards of a list: the scene of each game, or a sentence that says why there is none."""
    ends = time.monotonic() + SCENES_TIME
    scenes: list[bytes | str] = []
    for row, known in wanted:
        try:
            scenes.append(stored_games.little_scene(row, known) if time.monotonic() < ends else "")
        except Unplayable as error:
            scenes.append(str(error))
    return scenes


def game_counts(row: GameRow, moves: list[MoveRow]) -> Counts:
    """What a stored game adds to the explorer's index."""
    return [(row.id, counts_of_stored(row, moves))]


def unit_counts(unit: LabUnit) -> Counts:
    """What a unit of the lab adds to it."""
    return counts_of_unit(unit)


def game_scene(row: GameRow, moves: list[str]) -> bytes:
    """The board of a stored game after some of its moves."""
    return orjson.dumps(_at(row, moves).scene())


def game_picture(row: GameRow, moves: list[str]) -> bytes:
    """The same as a picture."""
    return _at(row, moves).svg().encode()


def _at(row: GameRow, moves: list[str]) -> Match:
    match = BOARDS.replay(row.game, row.rules, row.options, row.position, moves, seconds=60.0)
    if len(moves) == row.ply and row.clause is not None and match.outcome is None:
        match = match.copy()
        stored_games.end_by(row, match)
    return match


JOBS: dict[str, Callable[..., Any]] = {
    job.__name__: job
    for job in (
        board,
        explanation,
        lines,
        exact,
        picture,
        explorer_place,
        explorer,
        match_spec,
        records,
        position,
        record,
        study_record,
        study,
        replay,
        summary,
        little_scenes,
        game_counts,
        unit_counts,
        game_scene,
        game_picture,
    )
}
