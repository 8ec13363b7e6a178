"""New games: from what a person asks for, as the next of a series, or as a rematch with colours changed."""

from __future__ import annotations

import secrets
from dataclasses import replace

from kakomi import games
from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.core.series import FEWEST, MOST
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import make_id
from kakomi.server.live import clocks
from kakomi.server.live.room import points_after
from kakomi.server.schemas import ComputerIn, DaysClockIn, FriendIn, GameClockIn, NewGame
from kakomi.store.games import GameRow, SeatRow
from kakomi.store.players import Player


def new_row(asked: NewGame, player: Player, bot: Player | None = None) -> GameRow:
    """The row of a new game, against a bot where one is given; KakomiError or Refusal for what cannot be."""
    match = Match(games.get(asked.game), asked.rules, asked.options, asked.position)
    if match.outcome is not None:
        raise Refusal("position/over", f"in this position the game is over: {match.status}", 422)
    if asked.games != 1 and (asked.games % 2 or not FEWEST <= asked.games <= MOST):
        raise OptionError(f"a series has an even number of games from {FEWEST} to {MOST}, not {asked.games}")
    if asked.games != 1 and asked.position is not None:
        raise OptionError("a series begins from the start; leave the position out")
    own = SeatRow(player.kind, player.id, player.name)
    if isinstance(asked.opponent, ComputerIn):
        other = SeatRow("computer", level=asked.opponent.level)
    elif isinstance(asked.opponent, FriendIn):
        other = SeatRow("open")
    elif bot is not None:
        other = SeatRow("bot", bot.id, bot.name)
    else:
        other = replace(own)
    place = {"first": 0, "second": 1, "random": secrets.randbelow(2)}[asked.seat]
    at = clocks.now()
    row = GameRow(
        id=make_id(),
        game=match.game.name,
        rules=match.rules,
        options=match.options,
        position=asked.position,
        version=match.game.version,
        created=at,
        updated=at,
        turn=match.to_move,
        invite=make_id(20) if other.kind == "open" else None,
        series=asked.games,
        seats=[own, other] if place == 0 else [other, own],
    )
    if isinstance(asked.clock, GameClockIn):
        row.clock, row.allowance, row.increment = "game", asked.clock.seconds * 1000, asked.clock.increment * 1000
    elif isinstance(asked.clock, DaysClockIn):
        row.clock, row.allowance = "days", asked.clock.days * clocks.DAY
    row.left_first = row.left_second = row.allowance
    return ready(row)


def ready(row: GameRow) -> GameRow:
    """Who is to move, and the clock if both seats are taken."""
    row.waiting = "" if row.turn is None else row.seats[row.turn].kind
    if row.invite is None and row.turn is not None and row.started is None and row.ply == 0:
        clocks.begin(row, clocks.now())
    return row


def following(row: GameRow, match: Match, rematch: bool = False) -> GameRow:
    """The game after this one, colours changed: the next of the series, or the first of a new one."""
    at = clocks.now()
    fresh = Match(match.game, row.rules, row.options, row.position)
    points = (0.0, 0.0) if rematch else points_after(row, match)
    return ready(
        GameRow(
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
        )
    )
