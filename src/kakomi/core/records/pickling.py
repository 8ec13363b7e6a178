"""Restoring a pickled match: the moves are played again, and must end in the position that was pickled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kakomi.core.errors import KakomiError, shorten
from kakomi.core.game import Game

if TYPE_CHECKING:
    from kakomi.core.match import Match, Outcome


def restore(
    game: Game,
    version: str,
    rules: str,
    options: dict[str, object],
    played: tuple[str | None, list[int], list[str], Outcome | None, list[int]],
    notes: tuple[dict[str, str], dict[int, str], dict[int, float]],
) -> Match:
    """The match that `Match.__reduce__` took apart; KakomiError if the rules have changed since."""
    from kakomi.core.match import Match

    start, moves, texts, given_up, last = played
    if version != game.version:
        raise KakomiError(
            f"this match was played by version {shorten(version)!r} of the rules of {game.name}, which are now "
            f"{game.version!r}; the same moves may mean another game"
        )
    match = Match(game, rules, options, start)
    for move in moves:
        match._positions.append(match._after(move))
    if match.state != last:
        raise KakomiError(f"the rules of {game.name} have changed since this match was pickled; keep it as a record")
    match._moves, match._texts, match._given_up = moves, texts, given_up
    match.tags, match.comments, match.clocks = notes
    return match
