"""What players do in a live game. Every change: checked under the room's lock, stored, and only then told to anyone.

A move comes in by `play`, a person's and a computer's alike. What is refused raises Refusal; Stale, a Refusal too, also
means that the client has not seen the latest and should get everything anew.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection as Database

from kakomi.core.errors import MoveError
from kakomi.core.match import Match
from kakomi.server.content.boards import next_clicks
from kakomi.server.http.errors import Refusal, from_error
from kakomi.server.live import clocks, new_game
from kakomi.server.live.room import Room
from kakomi.server.live.rooms import Hub
from kakomi.server.schemas import NewGame, OfferWhat
from kakomi.store import games
from kakomi.store.errors import Busy, Conflict, StoreError
from kakomi.store.games import GameRow, MoveRow
from kakomi.store.players import Player

LONGEST_GAME = 2_000  # moves
MOST_OPEN = 200  # unfinished games of one player


class Stale(Refusal):
    """The client has not seen the latest."""

    def __init__(self, message: str = "the game has moved on; here is how it stands") -> None:
        super().__init__("move/stale", message)


class Live:
    """The actions of players."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.store = hub.store

    # --- games and seats ----------------------------------------------------------------------------------------------

    async def make(self, asked: NewGame, player: Player, bot: Player | None = None) -> Room:
        """A new game; a bot that is to play it hears of it."""
        row = new_game.new_row(asked, player, bot)

        def job(connection: Database) -> None:
            if games.open_games_of(connection, player.id) >= MOST_OPEN:
                raise Refusal("game/too-many", f"you have {MOST_OPEN} unfinished games; finish or resign some first")
            games.add(connection, row)
            if bot is not None and self.store.shared:
                games.notify(connection, json.dumps({"game": row.id, "sequence": 0, "process": self.hub.process}))

        await self._write(job)
        room = self.hub.open(row, [])
        self.hub.feed(room)
        return room

    async def join(self, room: Room, player: Player, invite: str) -> None:
        """Take the open seat; the invite lets exactly one person in, who may come back with it."""
        async with room.lock:
            if room.row.invite is None and room.seats_of(player.id):
                return
            place = next((place for place, seat in enumerate(room.row.seats) if seat.kind == "open"), None)
            if place is None:
                raise Refusal("seat/taken", "both seats are taken; you can watch the game")
            if invite != room.row.invite:
                raise Refusal("seat/invite", "this is not the invite link of this game; ask for it again", 403)
            if room.seats_of(player.id):
                raise Refusal("seat/own", "you sit here already; send the link to someone else")
            row = room.draft()
            row.invite = None
            row.seats[place].kind, row.seats[place].player, row.seats[place].name = player.kind, player.id, player.name
            new_game.ready(row)

            def job(connection: Database) -> None:
                games.take_seat(connection, row.id, place, player.id, player.kind)

            await self._store(room, row, room.moves, room.match, job)
            self.hub.changed(room, None)

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(self, room: Room, seats: list[int], ply: int, text: str, at: int) -> bytes:
        """A move by whoever holds these seats, which arrived at that moment; the message that was broadcast."""
        begun = time.perf_counter()
        async with room.lock:
            row = room.row
            if not seats:
                raise Refusal("move/not-yours", "you watch this game; only the two players can move", 403)
            await self._check_going(room, at, "move/over")
            if ply != row.ply:
                raise Stale()
            if row.turn not in seats:
                raise Refusal("move/not-yours", f"it is {room.match.sides[1 - seats[0]]}'s turn; wait for the move")
            if row.ply >= LONGEST_GAME:
                raise Refusal(
                    "move/too-many", f"a game here has at most {LONGEST_GAME} moves; agree to a draw or resign"
                )
            after = room.match.copy()
            try:
                after.push(text)
            except MoveError as error:
                raise from_error(error, next_clicks(room.scene().choices, [])) from error
            mover = row.turn
            outcome = after.outcome
            fresh = room.draft()
            fresh.ply += 1
            clocks.press(fresh, mover, None if outcome is not None else after.to_move, at)
            new_game.ready(fresh)
            fresh.offer_undo = None
            if fresh.offer_draw != mover:
                fresh.offer_draw = None
            kept = (fresh.left_first, fresh.left_second)[mover] if row.clock else None
            move = MoveRow(row.ply, mover, after.moves[-1], at, kept)
            following = self._finish(fresh, after) if outcome is not None else None

            def job(connection: Database) -> None:
                games.add_move(connection, fresh.id, move)
                if following is not None:
                    games.add(connection, following)

            await self._store(room, fresh, [*room.moves, move], after, job)
            message = room.moved()
            self.hub.changed(room, message)
            if following is not None:
                self.hub.open(following, [])
        self.hub.metrics.move_took(time.perf_counter() - begun)
        return message

    async def resign(self, room: Room, seats: list[int], seat: int | None, at: int) -> None:
        """Give the game up."""
        async with room.lock:
            self._check_player(seats)
            await self._check_going(room, at, "game/over", waiting=True)
            loser = self._own(room, seats, seat)
            await self._end(room, lambda match: match.resign(loser), at)

    async def flag(self, room: Room) -> None:
        """Time may be up."""
        async with room.lock:
            at = clocks.now()
            if room.row.clause is None and clocks.fallen(room.row, at):
                await self._fall(room, at)

    # --- offers -------------------------------------------------------------------------------------------------------

    async def offer(self, room: Room, seats: list[int], what: OfferWhat, at: int) -> None:
        """Offer a draw, ask to take a move back, offer a rematch; where nobody else is to be asked it is done at once."""
        async with room.lock:
            self._check_player(seats)
            seat = self._own(room, seats, None)
            await self._check_offer(room, seats, what, at)
            other = room.row.seats[1 - seat]
            standing = room.offers()[what]
            if other.kind == "computer" and what == "draw":
                raise Refusal("offer/declined", "the computer plays on; it never agrees to a draw")
            if len(seats) == 2 or other.kind == "computer" or standing == 1 - seat:
                await self._carry_out(room, what, seats if standing is None else [standing], at)
            elif standing is None:
                await self._set_offer(room, what, seat)
            else:
                raise Refusal("offer/standing", "your offer stands; wait for the answer, or withdraw it")

    async def answer(self, room: Room, seats: list[int], what: OfferWhat, accept: bool, at: int) -> None:
        """Accept or decline the other's offer."""
        async with room.lock:
            self._check_player(seats)
            standing = room.offers()[what]
            if standing is None or standing in seats:
                raise Refusal("offer/none", f"there is no offer ({what}) of the other player to answer")
            if not accept:
                await self._set_offer(room, what, None)
                return
            await self._check_offer(room, [standing], what, at)
            await self._carry_out(room, what, [standing], at)

    async def withdraw(self, room: Room, seats: list[int], what: OfferWhat) -> None:
        """Take an offer of one's own back."""
        async with room.lock:
            self._check_player(seats)
            if room.offers()[what] not in seats:
                raise Refusal("offer/none", f"you have made no offer ({what}) that could be withdrawn")
            await self._set_offer(room, what, None)

    async def _check_offer(self, room: Room, seats: list[int], what: OfferWhat, at: int) -> None:
        """Could it be carried out for whoever holds these seats?"""
        if what == "rematch":
            if room.row.clause is None:
                raise Refusal("game/going", "a rematch can be offered when the game is over")
            if room.row.next is not None:
                raise Refusal("game/next", "the next game has begun already; go there")
            return
        await self._check_going(room, at, "game/over")
        if what == "undo" and not any(each.seat in seats for each in room.moves):
            raise Refusal("undo/none", "you have made no move that could be taken back")

    async def _carry_out(self, room: Room, what: OfferWhat, seats: list[int], at: int) -> None:
        if what == "draw":
            await self._end(room, lambda match: match.agree_draw(), at)
        elif what == "undo":
            await self._undo(room, seats, at)
        else:
            await self._rematch(room)

    async def _set_offer(self, room: Room, what: OfferWhat, seat: int | None) -> None:
        row = room.draft()
        setattr(row, f"offer_{what}", seat)
        await self._store(room, row, room.moves, room.match)
        self.hub.changed(room, None)

    async def _undo(self, room: Room, seats: list[int], at: int) -> None:
        """Take moves back up to and with the last one of these seats."""
        ply = max(each.ply for each in room.moves if each.seat in seats)
        match = room.match_at(ply)
        row = room.draft()
        row.ply = ply
        clocks.back(row, match.to_move, at)
        new_game.ready(row)
        row.offer_undo = row.offer_draw = None
        await self._store(room, row, room.moves[:ply], match, lambda base: games.drop_moves(base, row.id, ply))
        self.hub.changed(room, None)

    async def _rematch(self, room: Room) -> None:
        row = room.draft()
        following = new_game.following(row, room.match, rematch=True)
        row.next, row.offer_rematch = following.id, None
        await self._store(room, row, room.moves, room.match, lambda base: games.add(base, following))
        self.hub.changed(room, None)
        self.hub.open(following, [])

    # --- ends ---------------------------------------------------------------------------------------------------------

    def _finish(self, row: GameRow, match: Match) -> GameRow | None:
        """Fill in the end; the next game where this one is part of a series."""
        outcome = match.outcome
        assert outcome is not None
        row.finished = clocks.now()
        row.turn, row.waiting, row.started, row.deadline = None, "", None, None
        row.offer_draw = row.offer_undo = row.invite = None
        row.winner, row.clause = outcome.winner, outcome.clause
        if outcome.score is not None:
            row.score_first, row.score_second = outcome.score
        if row.number >= row.series or any(seat.kind == "open" for seat in row.seats):
            return None
        following = new_game.following(row, match)
        row.next = following.id
        return following

    async def _end(self, room: Room, how: Callable[[Match], None], at: int) -> None:
        match = room.match.copy()
        how(match)
        row = room.draft()
        clocks.charge(row, at)
        following = self._finish(row, match)
        job = None if following is None else (lambda base: games.add(base, following))
        await self._store(room, row, room.moves, match, job)
        self.hub.changed(room, None)
        if following is not None:
            self.hub.open(following, [])

    async def _fall(self, room: Room, at: int) -> None:
        loser = room.row.turn
        await self._end(room, lambda match: match.resign(loser, "time"), at)

    # --- checks -------------------------------------------------------------------------------------------------------

    def _check_player(self, seats: list[int]) -> None:
        if not seats:
            raise Refusal("seat/none", "you watch this game; only its two players can do that", 403)

    async def _check_going(self, room: Room, at: int, code: str, waiting: bool = False) -> None:
        """Is the game going on? A flag that has fallen is noticed here."""
        if room.row.clause is None and clocks.fallen(room.row, at):
            await self._fall(room, at)
            raise Refusal("move/late", "your message came after the flag had fallen: the game is over by time")
        if room.row.clause is not None:
            raise Refusal(code, f"the game is over: {room.match.status}")
        if room.row.invite is not None and not waiting:
            raise Refusal("game/waiting", "the other seat is still open; send the invite link and wait for your friend")

    @staticmethod
    def _own(room: Room, seats: list[int], seat: int | None) -> int:
        """The seat that is meant, of those one holds."""
        if seat is not None and seat not in seats:
            raise Refusal("seat/none", "that is not your seat", 403)
        if seat is None and len(seats) == 2 and room.row.turn is not None:
            return room.row.turn
        return seats[0] if seat is None else seat

    # --- storing ------------------------------------------------------------------------------------------------------

    async def _store(
        self,
        room: Room,
        row: GameRow,
        moves: list[MoveRow],
        match: Match,
        also: Callable[[Database], Any] | None = None,
    ) -> None:
        """Commit the room's new row and what belongs to it, then let the room show it. The lock is held."""
        seen, process = room.row.sequence, self.hub.process

        def job(connection: Database) -> None:
            games.save(connection, row, seen, process)
            if also is not None:
                also(connection)

        try:
            await self._write(job)
        except Conflict as error:
            await self.hub.reload(room)
            raise Stale() from error
        except asyncio.CancelledError:
            self.hub.rooms.pop(room.id, None)  # whether it was stored is for the store to say
            raise
        room.advance(row, moves, match)

    async def _write(self, job: Callable[[Database], None]) -> None:
        try:
            await self.store.write(job)
        except Conflict:
            raise
        except Busy as error:
            raise Refusal("store/busy", str(error), 503) from error
        except StoreError as error:
            raise Refusal("store/failed", str(error), 503) from error
