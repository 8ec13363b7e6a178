"""What players do in a live game. Every change is checked under the room's lock, committed, and only then broadcast.

A move comes in through `play`, whether a person or the computer made it. A refused action raises Refusal; Stale, also a
Refusal, means that the client has missed a change and should get the whole state again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection as Database

from kakomi.core.errors import MoveError
from kakomi.core.match import Match
from kakomi.server.content.boards import next_clicks
from kakomi.server.content.stored_games import summary_text
from kakomi.server.http.errors import Refusal, from_error
from kakomi.server.http.metrics import Metrics
from kakomi.server.live import clocks, new_game
from kakomi.server.live.room import Room
from kakomi.server.live.rooms import Rooms
from kakomi.server.schemas import NewGame, OfferWhat
from kakomi.store import games
from kakomi.store.announcements import notify
from kakomi.store.errors import Conflict, StoreError, Unplayable
from kakomi.store.games import GameRow, MoveRow
from kakomi.store.players import PlayerRow
from kakomi.store.writer import Store
from kakomi.store.writing.game_changes import GameChange

LONGEST_GAME = 2_000  # moves
HOLD = 5.0  # seconds that a move is held while the database cannot store it
RETRY = 0.25  # seconds between two attempts
MOST_OF_BOT = 100  # unfinished games of one bot
MOST_WITH_BOT = 10  # of them with the same player
MOST_OPEN = 200  # unfinished games of one player


class Stale(Refusal):
    """The client has missed a change."""

    def __init__(self, message: str = "the game has changed in the meantime; here is its current state") -> None:
        super().__init__("move/stale", message)


@dataclass(frozen=True)
class Change:
    """What an action does to a game, all of it stored in one transaction."""

    row: GameRow
    moves: list[MoveRow]
    match: Match
    following: GameRow | None = None  # the next game of the series, or the rematch
    also: Callable[[Database], Any] | None = None  # what else is stored: the seat taken
    move: MoveRow | None = None  # one further move: clients get that move instead of the whole state


class GameActions:
    """The actions of players."""

    def __init__(self, store: Store, rooms: Rooms, metrics: Metrics, steady: Callable[[], bool]) -> None:
        """`steady` says whether changes can be stored; while they cannot, nobody loses on time."""
        self._store = store
        self._steady = steady
        self._rooms = rooms
        self._metrics = metrics

    # --- games and seats ----------------------------------------------------------------------------------------------

    async def create(self, wanted: NewGame, player: PlayerRow, bot: PlayerRow | None = None) -> Room:
        """Create a game; a bot that is to play it gets an event."""
        row, match = new_game.begin(wanted, player, bot)

        def job(database: Database) -> None:
            if games.open_games_of(database, player.id) >= MOST_OPEN:
                raise Refusal("game/too-many", f"you have {MOST_OPEN} unfinished games; finish or resign some first")
            if bot is not None and games.open_games_of(database, bot.id) >= MOST_OF_BOT:
                raise Refusal("bot/busy", f"{bot.name} is playing {MOST_OF_BOT} games already; try again later")
            if bot is not None and games.open_games_between(database, player.id, bot.id) >= MOST_WITH_BOT:
                raise Refusal(
                    "bot/too-many", f"you are playing {MOST_WITH_BOT} games with {bot.name}; finish one first"
                )
            games.add(database, row)
            if bot is not None and self._store.shared:
                notify(database, {"game": row.id, "sequence": 0, "process": self._rooms.process})

        try:
            await self._store.write_soon(job)
        except StoreError as error:
            raise from_error(error) from error
        room = self._rooms.add(row, [], match)
        self._rooms.feeds.send(room)
        return room

    async def join(self, room: Room, player: PlayerRow, invite: str) -> None:
        """Take the open seat; the invite lets exactly one person in, who may use it again to come back."""
        async with room.lock:
            if room.row.invite is None and room.seats_of(player.id):
                return
            if room.row.clause is not None and room.row.invite is None and room.open_seat:
                raise Refusal("seat/cancelled", "this invitation was cancelled; ask for a new link")
            place = next((place for place, seat in enumerate(room.row.seats) if seat.kind == "open"), None)
            if place is None:
                raise Refusal("seat/taken", "both seats are taken; you can watch the game")
            if invite != room.row.invite:
                raise Refusal("seat/invite", "this is not the invite link of this game; ask for the link again", 403)
            if room.seats_of(player.id):
                raise Refusal("seat/own", "you are already playing in this game; send the link to someone else")
            row = room.draft()
            row.invite = None
            row.seats[place].kind, row.seats[place].player, row.seats[place].name = player.kind, player.id, player.name
            clocks.begin(row, clocks.now())

            def take_seat(database: Database) -> None:
                games.take_seat(database, row.id, place, player.id, player.kind)

            await self._commit(room, Change(row, room.moves, room.match, also=take_seat))

    async def cancel(self, room: Room, seats: list[int], at: int) -> None:
        """Cancel an invitation that nobody has accepted; its link then lets nobody in."""
        async with room.lock:
            self._check_player(seats)
            if room.row.clause is not None:
                raise Refusal("game/over", f"the game is over: {room.match.status}")
            if room.row.invite is None:
                raise Refusal("game/begun", "both seats are taken, so there is no invitation to cancel; you can resign")
            await self._end(room, lambda match: match.agree_draw(games.CANCELLED), at)

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(self, room: Room, seats: list[int], ply: int, text: str, at: int) -> None:
        """Make a move for whoever holds these seats; `at` is when it arrived."""
        begun = time.perf_counter()
        async with room.lock:
            row = room.row
            if not seats:
                raise Refusal("move/not-yours", "you are watching this game; only its players can move", 403)
            await self._check_running(room, at, "move/over")
            if ply != row.ply:
                raise Stale()
            if row.turn not in seats:
                raise Refusal("move/not-yours", f"it is {room.match.sides[1 - seats[0]]}'s turn; wait for their move")
            if row.ply >= LONGEST_GAME:
                raise Refusal(
                    "move/too-many", f"a game here has at most {LONGEST_GAME} moves; agree to a draw or resign"
                )
            match = room.match.copy()
            try:
                match.push(text)
            except MoveError as error:
                raise from_error(error, next_clicks(room.scene().choices, [])) from error
            await self._commit(room, self._moved(room, match, at))
        self._metrics.move_took(time.perf_counter() - begun)

    @staticmethod
    def _moved(room: Room, match: Match, at: int) -> Change:
        """The change made by the last move of `match`: clocks, offers, and the end if it ends the game."""
        mover = room.row.turn
        assert mover is not None
        row = room.draft()
        row.ply += 1
        clocks.press(row, mover, None if match.outcome is not None else match.to_move, at)
        row.offer_undo = None
        if row.offer_draw != mover:
            row.offer_draw = None
        left = (row.left_first, row.left_second)[mover] if row.clock else None
        move = MoveRow(room.row.ply, mover, match.moves[-1], at, left)
        following = finish(row, match) if match.outcome is not None else None
        return Change(row, [*room.moves, move], match, following, move=move)

    async def resign(self, room: Room, seats: list[int], seat: int | None, at: int, *, leaves: bool = False) -> None:
        """Resign; a player who `leaves` for good plays no further game of the series."""
        async with room.lock:
            self._check_player(seats)
            await self._check_running(room, at, "game/over", even_waiting=True)
            loser = self._own(room, seats, seat)
            await self._end(room, lambda match: match.resign(loser), at, leaves)

    def start_late(self, room: Room, wait: int) -> None:
        """The clock of whoever is to move starts later by this many ms; the next change stores it."""
        row = room.row.copy()
        assert row.started is not None
        row.started += wait
        row.deadline = None if row.deadline is None else row.deadline + wait
        room.row = row
        self._rooms.announce(room, None)

    async def flag(self, room: Room) -> None:
        """End the game if the player to move has run out of time."""
        async with room.lock:
            at = clocks.now()
            if room.row.waiting == "computer" and not room.searching:
                return  # it is waiting for a process: that is our fault and costs nobody the game
            if room.row.clause is None and clocks.fallen(room.row, at) and self._steady():
                await self._lose_on_time(room, at)

    # --- offers -------------------------------------------------------------------------------------------------------

    async def offer(self, room: Room, seats: list[int], what: OfferWhat, at: int) -> None:
        """Offer a draw, a takeback or a rematch; with no other person to ask, it happens at once."""
        async with room.lock:
            self._check_player(seats)
            seat = self._own(room, seats, None)
            await self._check_offer(room, seats, what, at)
            other = room.row.seats[1 - seat]
            standing = room.offers()[what]
            if other.kind == "computer" and what == "draw":
                raise Refusal("offer/declined", "the computer never agrees to a draw; the game continues")
            if len(seats) == 2 or other.kind == "computer" or standing == 1 - seat:
                await self._carry_out(room, what, seats if standing is None else [standing], at)
            elif standing is None:
                await self._set_offer(room, what, seat)
            else:
                raise Refusal("offer/standing", "you have already made this offer; wait for the answer or withdraw it")

    async def answer(self, room: Room, seats: list[int], what: OfferWhat, accept: bool, at: int) -> None:
        """Accept or decline the other's offer."""
        async with room.lock:
            self._check_player(seats)
            standing = room.offers()[what]
            if standing is None or standing in seats:
                raise Refusal("offer/none", f"there is no offer ({what}) from the other player to answer")
            if not accept:
                await self._set_offer(room, what, None)
                return
            await self._check_offer(room, [standing], what, at)
            await self._carry_out(room, what, [standing], at)

    async def withdraw(self, room: Room, seats: list[int], what: OfferWhat) -> None:
        """Withdraw one's own offer."""
        async with room.lock:
            self._check_player(seats)
            if room.offers()[what] not in seats:
                raise Refusal("offer/none", f"you have no open offer ({what}) to withdraw")
            await self._set_offer(room, what, None)

    async def _check_offer(self, room: Room, seats: list[int], what: OfferWhat, at: int) -> None:
        """Refuse an offer that could not be carried out for whoever holds these seats."""
        if what == "rematch":
            if room.row.clause is None:
                raise Refusal("game/going", "a rematch can be offered when the game is over")
            if room.open_seat:
                raise Refusal("seat/open", "nobody took the other seat, so there is nobody to play again")
            if room.row.next is not None:
                raise Refusal("game/next", "the next game has already begun; go there")
            return
        await self._check_running(room, at, "game/over")
        if what == "undo" and not any(each.seat in seats for each in room.moves):
            raise Refusal("undo/none", "you have made no move to take back")

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
        await self._commit(room, Change(row, room.moves, room.match))

    async def _undo(self, room: Room, seats: list[int], at: int) -> None:
        """Take moves back up to and including the last one made from these seats."""
        ply = max(each.ply for each in room.moves if each.seat in seats)
        match = room.match_at(ply)
        row = room.draft()
        row.ply = ply
        clocks.back(row, match.to_move, at)
        row.offer_undo = row.offer_draw = None

        def drop_moves(database: Database) -> None:
            games.drop_moves(database, row.id, ply)

        await self._commit(room, Change(row, room.moves[:ply], match, also=drop_moves))

    async def _rematch(self, room: Room) -> None:
        row = room.draft()
        following = new_game.following(row, room.match, rematch=True)
        row.next, row.offer_rematch = following.id, None
        await self._commit(room, Change(row, room.moves, room.match, following))

    # --- endings ------------------------------------------------------------------------------------------------------

    async def _end(self, room: Room, how: Callable[[Match], None], at: int, leaves: bool = False) -> None:
        match = room.match.copy()
        how(match)
        row = room.draft()
        clocks.charge(row, at)
        following = finish(row, match, leaves)
        await self._commit(room, Change(row, room.moves, match, following))

    async def _lose_on_time(self, room: Room, at: int) -> None:
        loser = room.row.turn
        await self._end(room, lambda match: match.resign(loser, "time"), at)

    # --- checks -------------------------------------------------------------------------------------------------------

    def _check_player(self, seats: list[int]) -> None:
        if not seats:
            raise Refusal("seat/none", "you are watching this game; only its players can do that", 403)

    async def _check_running(self, room: Room, at: int, code: str, even_waiting: bool = False) -> None:
        """Refuse unless the game is being played. A flag that has fallen is noticed here."""
        if room.row.clause is None and clocks.fallen(room.row, at):
            if not self._steady():
                raise Refusal("store/busy", "the server cannot store moves right now; your clock stands still", 503)
            await self._lose_on_time(room, at)
            raise Refusal("move/late", "time had run out when your message arrived; the game is over")
        if room.row.clause is not None:
            raise Refusal(code, f"the game is over: {room.match.status}")
        if room.row.invite is not None and not even_waiting:
            raise Refusal(
                "game/waiting", "the other seat is still open; send the invite link and wait for your friend to join"
            )

    @staticmethod
    def _own(room: Room, seats: list[int], seat: int | None) -> int:
        """The seat an action is for, among those the player holds."""
        if seat is not None and seat not in seats:
            raise Refusal("seat/none", "this is not your seat", 403)
        if seat is None and len(seats) == 2 and room.row.turn is not None:
            return room.row.turn
        return seats[0] if seat is None else seat

    # --- storing ------------------------------------------------------------------------------------------------------

    async def _commit(self, room: Room, change: Change) -> None:
        """Store the change in one transaction, then show it: the only place where either happens. The lock is held."""
        seen = room.row.sequence
        change.row.summary = summary_text(change.match)

        stored = GameChange(change.row, seen, self._rooms.process, change.move)

        def job(database: Database) -> None:
            stored(database)
            if change.also is not None:
                change.also(database)
            if change.following is not None:
                games.add(database, change.following)

        alone = change.also is None and change.following is None
        try:
            await self._write(stored if alone else job, 0 if change.move is None else HOLD)
        except Conflict as error:
            await self._rooms.reload(room)
            raise Stale() from error
        except StoreError as error:
            raise from_error(error) from error
        except asyncio.CancelledError:
            self._rooms.drop(room)  # only the store knows whether it was stored
            raise
        room.advance(change.row, change.moves, change.match)
        self._rooms.announce(room, None if change.move is None else room.moved())
        if change.following is not None:
            self._rooms.add(change.following, [])

    async def _write(self, job: Callable[[Database], None], patience: float) -> None:
        """Store a change; while the database cannot, try again for up to `patience` seconds. The time of arrival counts."""
        ends = time.monotonic() + patience
        while True:
            try:
                await self._store.write_soon(job)
                return
            except (Conflict, Unplayable):
                raise
            except StoreError:
                if time.monotonic() > ends:
                    raise
            await asyncio.sleep(RETRY)


def finish(row: GameRow, match: Match, last: bool = False) -> GameRow | None:
    """Enter the outcome into the row; return the next game if this one is part of a series, and not its `last`."""
    outcome = match.outcome
    assert outcome is not None
    row.finished = clocks.now()
    row.turn = row.started = row.deadline = None
    row.offer_draw = row.offer_undo = row.invite = None
    row.winner, row.clause = outcome.winner, outcome.clause
    if outcome.score is not None:
        row.score_first, row.score_second = outcome.score
    if last or row.number >= row.series or any(seat.kind == "open" for seat in row.seats):
        return None
    following = new_game.following(row, match)
    row.next = following.id
    return following
