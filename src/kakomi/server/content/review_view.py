"""A review for the front end: schemas.ReviewOut as plain data, built in the worker that reviewed the game."""

from __future__ import annotations

from typing import Any

from kakomi.core.match import Match
from kakomi.players.analysis.game_review import CERTAIN, SLIP, Account, Review, Verdict, percent
from kakomi.players.analysis.report_json import DIGITS

PRIZES = {"win": "the win", "draw": "the draw"}
LONGEST_LINE = 12  # moves of an expected line that are shown


def review_dict(review: Review) -> dict[str, Any]:
    """The whole review; each better move with its clicks on the board where it should have been played."""
    clicks = better_clicks(review)
    return {
        "moves": [_move(each, clicks.get(each.number, [])) for each in review.moves],
        "chances": [round(value, DIGITS) for value in review.course],
        "turning_points": [each.number for each in review.turning_points],
        "players": [_player(each) for each in review.accounts],
        "limit": review.limit,
    }


def better_clicks(review: Review) -> dict[int, list[str]]:
    """The clicks of each better move, by the number of the move played instead."""
    match = review.match
    walk = Match(match.game, match.rules, match.options, match.start_position)
    clicks: dict[int, list[str]] = {}
    for code, verdict in zip(match.move_codes, review.moves, strict=True):
        if verdict.faulty:
            choices = walk.scene().choices
            clicks[verdict.number] = next((list(each.clicks) for each in choices if each.move == verdict.best.move), [])
        walk.push_code(code)
    return clicks


def cost(move: Verdict) -> str:
    """What a fault cost, to be read after "cost": the win, the draw, 2 points, 32%."""
    if move.proven and move.loss >= SLIP:
        return PRIZES[CERTAIN[move.before]]
    if move.points_lost and move.loss < SLIP:
        return f"{move.points_lost} point{'s' if move.points_lost > 1 else ''}"
    return percent(move.loss)


def _move(move: Verdict, clicks: list[str]) -> dict[str, Any]:
    line = list(move.best.variation) or [move.best.move]
    policy = None if move.best.policy is None else round(move.best.policy, DIGITS)
    better = {"move": move.best.move, "clicks": clicks, "line": line[:LONGEST_LINE], "policy": policy}
    return {
        "number": move.number,
        "round": int(move.label.rstrip(".")),
        "player": move.player,
        "move": move.move,
        "word": move.word,
        "loss": round(move.loss, DIGITS),
        "cost": cost(move) if move.faulty else "",
        "change": move.change if move.faulty else "",
        "better": better if move.faulty else None,
    }


def _player(account: Account) -> dict[str, Any]:
    return {
        "side": account.side,
        "moves": account.moves,
        "best": account.best,
        "slips": account.slips,
        "mistakes": account.mistakes,
        "blunders": account.blunders,
        "accuracy": None if account.accuracy is None else round(account.accuracy, 1),
        "sentence": account.sentence,
    }
