"""The turns of a match: who made each move, which moves belong together, and what the last turn touched."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from kakomi.core.match import Match


def movers(match: Match) -> list[int]:
    """Who made each move."""
    to_move = match.rule_set.rules.to_move
    return [int(to_move(position)) for position in match.positions[:-1]]


def turns(match: Match) -> list[tuple[int, int, int]]:
    """Each turn as (first move, last move, player), moves counted from 1: all moves that one player makes in a row.

    >>> import kakomi
    >>> match = kakomi.new(kakomi.games.names()[0])
    >>> match.push(match.legal_moves[0])
    >>> turns(match)
    [(1, 1, 0)]
    """
    rows = []
    for mover, group in groupby(enumerate(movers(match), 1), key=lambda pair: pair[1]):
        plies = [ply for ply, _ in group]
        rows.append((plies[0], plies[-1], mover))
    return rows


def last_turn_places(match: Match, shown: Collection[str]) -> list[str]:
    """The places that the moves of the last turn marked, each once, in the order of play.

    `shown` are the places of the board now: a board without edges may have lost some.
    """
    every = turns(match)
    if not every:
        return []
    view = match.rule_set.view
    first, last, _ = every[-1]
    marked: dict[str, None] = {}
    for ply in range(first, last + 1):
        for mark in view.marks(match.positions[ply - 1], match.move_codes[ply - 1], match.positions[ply]):
            marked[mark.place] = None
    return [place for place in marked if place in shown]
