"""Stored games as matches, and what a list needs to know about them without replaying any.

A summary is written with every change of a game: the position before the last move, that move, how the game ended. From
it the board can be drawn by playing one move, however long the game is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.server.content.boards import outcome_dict
from kakomi.store.errors import Unplayable
from kakomi.store.games import GameRow, MoveRow

OVER = "The game is over."


def replay(row: GameRow, moves: Sequence[MoveRow]) -> Match:
    """The match that results from the stored moves; Unplayable, whatever is wrong with them."""
    try:
        return _replay(row, moves)
    except Unplayable:
        raise
    except Exception as error:  # a rule that fails on a position it never made must not stop other games
        raise Unplayable(f"this stored game of {row.game} cannot be replayed: {type(error).__name__}") from error


def _replay(row: GameRow, moves: Sequence[MoveRow]) -> Match:
    match = _start(row, row.position)
    for each in moves:
        try:
            match.push(each.move)
        except KakomiError as error:
            raise Unplayable(
                f"move {each.ply + 1} of this stored game, {each.move!r}, is not legal: {error}"
            ) from error
    end_by(row, match)
    return match


def extend(match: Match, row: GameRow, moves: Sequence[MoveRow], most: int) -> Match | None:
    """The match of a changed game, extended from its earlier match; None if that would take more than `most` moves."""
    texts = [each.move for each in moves]
    known = match.moves
    if match.outcome is not None:  # only offers change after the end
        return match if texts == known and row.clause == match.outcome.clause else None
    shared = next((n for n, (one, two) in enumerate(zip(known, texts, strict=False)) if one != two), None)
    shared = min(len(known), len(texts)) if shared is None else shared
    if len(texts) - shared > most or match.start_position != row.position:
        return None
    further = match.copy()
    try:
        while further.ply > shared:
            further.pop()
        for text in texts[shared:]:
            further.push(text)
        end_by(row, further)
    except KakomiError:
        return None
    return further


def _start(row: GameRow, position: str | None) -> Match:
    try:
        game = games.get(row.game)
    except KakomiError as error:
        raise Unplayable(f"this game of {row.game} cannot be shown: {error}") from error
    if game.version != row.version:
        raise Unplayable(
            f"this game was played under version {row.version} of the rules of {game.title}; "
            f"this server has version {game.version}, and the same moves may mean another game"
        )
    try:
        return Match(game, row.rules, dict(row.options), position)
    except KakomiError as error:
        raise Unplayable(f"this stored game of {game.title} does not fit its rules: {error}") from error


def end_by(row: GameRow, match: Match) -> None:
    """Enter an ending not made by a move: a resignation, an agreement, a fallen flag."""
    if row.clause is not None and match.outcome is None:
        if row.winner is None:
            match.agree_draw(row.clause)
        else:
            match.resign(1 - row.winner, row.clause)


# --- summaries --------------------------------------------------------------------------------------------------------


def summary_text(match: Match) -> str:
    """What a list needs to know about a game, as stored."""
    before = match.start_position
    if match.ply > 1 or (match.ply == 1 and before is not None):
        before = match.rule_set.view.position_text(match.positions[-2])
    labels = match.rule_set.seat_labels(match.state, match.settings)
    summary = {"before": before, "move": match.last_move, "labels": labels, "outcome": outcome_dict(match)}
    return orjson.dumps(summary).decode()


def summarise(row: GameRow, moves: Sequence[MoveRow]) -> str:
    """The summary of a game stored before there were summaries; Unplayable if it cannot be replayed."""
    return summary_text(replay(row, moves))


def read_summary(text: str | None) -> dict[str, Any] | None:
    """A stored summary; None if there is none that can be read."""
    try:
        summary = orjson.loads(text or "null")
    except orjson.JSONDecodeError:
        return None
    return summary if isinstance(summary, dict) and {"before", "move", "labels", "outcome"} <= summary.keys() else None


def title_of(row: GameRow) -> str:
    """The game's title, or its name where it is not installed."""
    try:
        return games.get(row.game).title
    except KakomiError:
        return row.game


def bare_outcome(row: GameRow) -> dict[str, Any] | None:
    """The outcome of a game that has no summary."""
    if row.clause is None:
        return None
    score = None if row.score_first is None or row.score_second is None else (row.score_first, row.score_second)
    return {"winner": row.winner, "clause": row.clause, "score": score, "sentence": OVER, "told": [OVER, OVER]}


def little_scene(row: GameRow, summary: dict[str, Any]) -> bytes:
    """The board for a list, without the ways to move on it; Unplayable, whatever is wrong."""
    try:
        match = _start(row, summary["before"])
        if summary["move"] is not None:
            match.push(summary["move"])
        end_by(row, match)
        return orjson.dumps(match.bare_scene())
    except Unplayable:
        raise
    except Exception as error:
        raise Unplayable(f"this stored game of {row.game} cannot be shown: {type(error).__name__}") from error
