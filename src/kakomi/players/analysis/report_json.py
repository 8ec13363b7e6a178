"""Analysis for programs: one JSON object per position, with KataGo's names for the fields (docs/play/analysis.md)."""

from __future__ import annotations

from typing import Any

from kakomi.core.match import Match
from kakomi.players.analysis.game_review import Account, Position, Review, Verdict
from kakomi.search.result import AnalysisLine, Report

DIGITS = 6


def position_dict(
    position: Position, sides: tuple[str, str], name: str = "", played: Verdict | None = None
) -> dict[str, Any]:
    """A position; `played` is the move made there, if any. Every winrate is that of the player to move."""
    report = position.report
    root: dict[str, Any] = {
        "currentPlayer": sides[position.player],
        "player": position.player,
        "winrate": round(position.chance(position.player), DIGITS),
        "visits": 0 if report is None else report.nodes,
    }
    lead = position.lead(position.player)
    if lead is not None:
        root["scoreLead"] = lead
    if position.proven:
        root["proven"] = {1.0: "win", 0.0: "loss"}.get(position.chance(position.player), "draw")
    if report is not None:
        root |= {"depth": report.depth, "source": report.source}
        if report.likely:
            root["likely"] = [{"move": each.move, "prior": round(each.policy, DIGITS)} for each in report.likely]
    made: dict[str, Any] = {
        "id": name,
        "isDuringSearch": False,
        "turnNumber": position.turn,
        "moveInfos": [] if report is None else move_infos(report),
        "rootInfo": root,
    }
    if played is not None:
        made["played"] = verdict_dict(played)
    return made


def move_infos(report: Report) -> list[dict[str, Any]]:
    """The lines of a report, the best first.

    >>> move_infos(Report((AnalysisLine("a1", 0.5, 9, variation=("a1", "b2")),), 10, 0.1))
    [{'move': 'a1', 'visits': 9, 'winrate': 0.5, 'order': 0, 'pv': ['a1', 'b2']}]
    """
    return [_line(line, order) for order, line in enumerate(report.lines)]


def _line(line: AnalysisLine, order: int) -> dict[str, Any]:
    made: dict[str, Any] = {
        "move": line.move,
        "visits": line.visits,
        "winrate": round(line.value, DIGITS),
        "order": order,
        "pv": list(line.variation) or [line.move],
    }
    if line.points is not None:
        made["scoreLead"] = line.points
    if line.proven:
        made["proven"] = line.proven
    if line.distance is not None:
        made["distance"] = line.distance
    if line.policy is not None:
        made["prior"] = round(line.policy, DIGITS)  # KataGo's name for it
    return made


def verdict_dict(move: Verdict) -> dict[str, Any]:
    """A move that was made, from its player's point of view."""
    made: dict[str, Any] = {
        "move": move.move,
        "winrate": round(move.after, DIGITS),
        "loss": round(move.loss, DIGITS),
        "word": move.word,
    }
    if move.points_lost is not None:
        made["pointsLost"] = move.points_lost
    if move.faulty:
        made["better"] = {"move": move.best.move, "pv": list(move.best.variation) or [move.best.move]}
    return made


def summary_dict(review: Review, name: str = "") -> dict[str, Any]:
    """The summary of a review: the object that follows those of the positions."""
    outcome = review.match.outcome
    return {
        "id": name,
        "summary": {
            "result": "*" if outcome is None else outcome.result,
            "limit": review.limit,
            "turningPoints": [each.number for each in review.turning_points],
            "players": [_account(each) for each in review.accounts],
        },
    }


def _account(account: Account) -> dict[str, Any]:
    made: dict[str, Any] = {
        "player": account.player,
        "side": account.side,
        "moves": account.moves,
        "best": account.best,
        "slips": account.slips,
        "mistakes": account.mistakes,
        "blunders": account.blunders,
        "loss": round(account.loss, DIGITS),
        "accuracy": None if account.accuracy is None else round(account.accuracy, 1),
    }
    if account.points_lost is not None:
        made["pointsLost"] = account.points_lost
    return made


def report_dict(match: Match, position: Position, name: str = "") -> dict[str, Any]:
    """A single position, with its text."""
    return position_dict(position, match.sides, name) | {"position": match.position}
