"""The opening explorer: what a finished game adds to it, and what it says about a board.

Positions that are equal up to a rotation or reflection of the board are one place; their moves are treated likewise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import orjson

from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit
from kakomi.players.matches.sprt import wilson
from kakomi.store.explorer import MoveCount

DEEPEST = 40  # moves of a game that are counted
MOST_ROWS = 60  # moves listed for one board
SOURCES = ("people", "levels", "lab")
ONE_OF_MANY = "Positions that are the same when the board is turned or mirrored are counted as one."
SAME_MOVES = "This position is symmetric, so moves that mirror one another share a line."


def place_of(match: Match, orbit: Orbit) -> str:
    """The digest of a position with everything that decides how it can be played."""
    played = match.game.name, match.game.version, match.rules, sorted(match.options.items()), orbit.least
    return hashlib.sha256(orjson.dumps(played, option=orjson.OPT_NON_STR_KEYS)).hexdigest()[:32]


def count_match(match: Match, winner: int | None, sources: Sequence[str], skip: int = 0) -> list[MoveCount]:
    """What a finished game adds: one count for each of its first moves, with the result for the player who made it.

    `sources` says who sits in each seat. The first `skip` moves are not counted. A move that occurs twice in the same
    position counts once.
    """
    seen: dict[tuple[str, int], MoveCount] = {}
    for position, code in list(zip(match.positions, match.move_codes, strict=False))[skip:DEEPEST]:
        mover = int(match.rule_set.rules.to_move(position))
        orbit = Orbit(match.rule_set, match.settings, position)
        place, move = place_of(match, orbit), orbit.move(code)
        seen[place, move] = MoveCount(place, move, sources[mover], 1, int(winner == mover), int(winner is None))
    return list(seen.values())


def explorer_dict(
    match: Match, orbit: Orbit, counts: Sequence[MoveCount], exact: Sequence[dict[str, Any]] | None
) -> dict[str, Any]:
    """What is known about a board's moves, as schemas.ExplorerOut: the most played first, then proven ones."""
    by_move: dict[int, list[MoveCount]] = {}
    for each in counts:
        by_move.setdefault(each.move, []).append(each)
    proven = {each["move"]: each["proven"] for each in exact or ()}
    rows: dict[int, dict[str, Any]] = {}
    view, state = match.rule_set.view, match.state
    for code in match.codes() if by_move or proven else ():
        number = orbit.move(code)
        text = view.move_text(state, code)
        if number in rows:
            rows[number]["same"].append(text)
        elif number in by_move or text in proven:
            rows[number] = _row(text, view.clicks(state, code), by_move.get(number, []), proven.get(text, ""))
    order = {"win": 0, "draw": 1, "": 2, "loss": 3}
    moves = sorted(rows.values(), key=lambda row: (-row["games"], order[row["proven"]]))
    note = ONE_OF_MANY if match.symmetries() > 1 else ""
    if len(orbit.symmetries) > 1:
        note = f"{note} {SAME_MOVES}"
    return {"total": sum(each.games for each in counts), "moves": moves[:MOST_ROWS], "orbit_note": note}


def _row(text: str, clicks: Sequence[str], counts: Sequence[MoveCount], proven: str) -> dict[str, Any]:
    """One move, as schemas.ExplorerMove; the interval is Wilson's, a draw counting half."""
    games = sum(each.games for each in counts)
    points = sum(each.wins + each.draws / 2 for each in counts)
    low, high = wilson(points / games, games) if games else (None, None)
    return {
        "move": text,
        "same": [],
        "clicks": clicks,
        "games": games,
        "by": {source: sum(each.games for each in counts if each.source == source) for source in SOURCES},
        "score": points / games if games else None,
        "low": low,
        "high": high,
        "proven": proven,
    }
