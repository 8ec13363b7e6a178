"""New games: as requested by a person, as the next of a series, or as a rematch with colours swapped."""

from __future__ import annotations

import secrets
from dataclasses import replace

from kakomi import games
from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.core.series import FEWEST, MOST
from kakomi.server.content.stored_games import summary_text
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import make_id
from kakomi.server.live import clocks
from kakomi.server.live.room import points_after
from kakomi.server.schemas import ComputerIn, DaysClockIn, FriendIn, GameClockIn, NewGame
from kakomi.store.games import GameRow, SeatRow
from kakomi.store.players import PlayerRow


def begin(wanted: NewGame, player: PlayerRow, bot: PlayerRow | None = None) -> tuple[GameRow, Match]:
    """The row and match of a new game, against `bot` if given; KakomiError or Refusal if it is not possible."""
    match = Match(games.get(wanted.game), wanted.rules, wanted.options, wanted.position)
    if match.outcome is not None:
        raise Refusal("position/over", f"the game is already over in this position: {match.status}", 422)
    if wanted.games != 1 and (wanted.games % 2 or not FEWEST <= wanted.games <= MOST):
        raise OptionError(f"a series has an even number of games from {FEWEST} to {MOST}, not {wanted.games}")
    if wanted.games != 1 and wanted.position is not None:
        raise OptionError("a series starts from the beginning; leave out the position")
    own = SeatRow(player.kind, player.id, player.name)
    if isinstance(wanted.opponent, ComputerIn):
        other = SeatRow("computer", level=wanted.opponent.level)
    elif isinstance(wanted.opponent, FriendIn):
        other = SeatRow("open")
    elif bot is not None:
        other = SeatRow("bot", bot.id, bot.name)
    else:
        other = replace(own)
    place = {"first": 0, "second": 1, "random": secrets.randbelow(2)}[wanted.seat]
    at = clocks.now()
    row = GameRow(
        id=make_id(),
        game=match.game.name,
        rules=match.rules,
        options=match.options,
        position=wanted.position,
        version=match.game.version,
        created=at,
        updated=at,
        turn=match.to_move,
        invite=make_id(20) if other.kind == "open" else None,
        series=wanted.games,
        seats=[own, other] if place == 0 else [other, own],
        summary=summary_text(match),
    )
    if isinstance(wanted.clock, GameClockIn):
        row.clock, row.allowance, row.increment = "game", wanted.clock.seconds * 1000, wanted.clock.increment * 1000
    elif isinstance(wanted.clock, DaysClockIn):
        row.clock, row.allowance = "days", wanted.clock.days * clocks.DAY
    row.left_first = row.left_second = row.allowance
    if row.invite is None:
        clocks.begin(row, at)
    return row, match


def following(row: GameRow, match: Match, rematch: bool = False) -> GameRow:
    """The game after this one, with colours swapped: the next of the series, or the first of a new one."""
    at = clocks.now()
    fresh = Match(match.game, row.rules, row.options, row.position)
    points = (0.0, 0.0) if rematch else points_after(row, match)
    following = GameRow(
        id=make_id(),
        game=row.game,
        rules=row.rules,
        options=row.options,
        position=row.position,
        version=match.game.version,
        created=at,
        updated=at,
        turn=fresh.to_move,
        clock=row.clock,
        increment=row.increment,
        allowance=row.allowance,
        left_first=row.allowance,
        left_second=row.allowance,
        series=row.series,
        number=1 if rematch else row.number + 1,
        points_first=points[1],
        points_second=points[0],
        seats=[replace(seat) for seat in reversed(row.seats)],
        summary=summary_text(fresh),
    )
    clocks.begin(following, at)
    return following
