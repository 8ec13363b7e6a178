"""The rooms in memory, the connections in them, and what other processes say about them.

A room is loaded from the store on demand and dropped when nobody has used it for a while. With PostgreSQL several processes
may hold a room of the same game: every change is announced at its commit (NOTIFY) with the game's sequence number, and a
process that holds the room reads what is new.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import orjson

from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.server.content.stored_games import extend, replay
from kakomi.server.http.errors import Refusal
from kakomi.server.http.metrics import Metrics
from kakomi.server.live.connection import RESTART, SIGNED_OUT, Connection
from kakomi.server.live.feeds import Feeds
from kakomi.server.live.room import Room
from kakomi.store import games
from kakomi.store.errors import Unplayable
from kakomi.store.games import GameRow, MoveRow
from kakomi.store.writer import Store

IDLE_ROOMS = 300
MOST_NUMBERS = 5_000_000  # integers in the positions of all rooms: about 60 MB
REST = 30.0  # seconds a room stays in memory after its last use
FEW_MOVES = 4  # replayed at once; longer games are replayed by a background process
log = logging.getLogger(__name__)

Event = dict[str, Any]
Observer = Callable[[Room], None]
Replay = Callable[[GameRow, list[MoveRow]], Awaitable[Match]]
Presence = tuple[list[dict[str, Any]], int]  # the seats as clients see them, and the number of watchers


class Rooms:
    """All rooms of this process. `publish` sends an event to the other processes, `replayed` replays a long game."""

    def __init__(
        self, store: Store, process: str, metrics: Metrics, publish: Callable[[Event], None], replayed: Replay
    ) -> None:
        self.process = process
        self.feeds = Feeds()
        self._store = store
        self._metrics = metrics
        self._publish = publish
        self._replayed = replayed
        self._observers: list[Observer] = []
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._numbers = 0  # integers in the positions of all rooms
        self._enough = 0  # rooms: with more, some may be idle
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._unplayable: set[str] = set()  # games already reported in the log

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def observe(self, observer: Observer) -> None:
        """Call this with every room that is loaded or has changed, after clients have been told."""
        self._observers.append(observer)

    # --- rooms --------------------------------------------------------------------------------------------------------

    async def get(self, game: str) -> Room:
        """The room of a game; Refusal if there is no such game."""
        room = self._rooms.get(game)
        if room is None:
            loading = self._loading.get(game)
            if loading is None:
                loading = self._loading[game] = asyncio.create_task(self._load(game))
                loading.add_done_callback(lambda _: self._loading.pop(game, None))
            room = await asyncio.shield(loading)
        if room is None:
            raise Refusal("game/unknown", "there is no such game; the link may be mistyped or incomplete", 404)
        room.used = time.monotonic()
        if game in self._rooms:
            self._rooms.move_to_end(game)
        return room

    def held(self, game: str) -> Room | None:
        """The room of a game if it is in memory."""
        return self._rooms.get(game)

    async def playable(self, game: str) -> Room | None:
        """The same for callers that go through many games: None if it cannot be replayed or loaded now."""
        try:
            return await self.get(game)
        except Refusal as error:  # the server is busy, or the game has just been deleted
            log.warning("game left out for now", extra={"game": game, "reason": error.message})
        except Unplayable:
            pass
        return None

    async def mark(self, game: str, reason: str) -> None:
        """Mark a game that cannot be replayed, so that nobody tries again before the next start; log it once."""
        if game in self._unplayable:
            return
        self._unplayable.add(game)
        log.warning("game left out", extra={"game": game, "reason": reason})
        try:
            await self._store.write(lambda database: games.mark_problem(database, game, reason))
        except KakomiError as error:
            log.error("database error", extra={"reason": str(error)})

    async def _load(self, game: str) -> Room | None:
        try:
            stored = await self._store.read(lambda database: games.load(database, game))
            return None if stored is None else self.add(*stored, await self._match_of(*stored))
        except Unplayable as error:
            await self.mark(game, str(error))
            raise

    async def _match_of(self, row: GameRow, moves: list[MoveRow], room: Room | None = None) -> Match:
        """The match of a stored game, extending the room's if few moves are new; Unplayable if it cannot be replayed."""
        if room is not None:
            further = extend(room.match, row, moves, FEW_MOVES)
            if further is not None:
                return further
        if len(moves) <= FEW_MOVES:
            return replay(row, moves)
        try:
            return await self._replayed(row, moves)
        except Refusal as refusal:
            if refusal.code != "game/unplayable":
                raise
            raise Unplayable(refusal.message) from refusal

    def add(self, row: GameRow, moves: list[MoveRow], match: Match | None = None) -> Room:
        """Put a stored game into memory."""
        held = self._rooms.get(row.id)
        if held is not None:
            self.drop(held)
        room = self._rooms[row.id] = Room(row, moves, match or replay(row, moves))
        self._weigh(room)
        if len(self._rooms) > max(IDLE_ROOMS, self._enough) or self._numbers > MOST_NUMBERS:
            self._drop_idle(room)
            self._enough = len(self._rooms) * 17 // 16  # going through all of them for every new one would take long
        self._publish({"hello": row.id})
        self._notify_observers(room)
        return room

    def drop(self, room: Room) -> None:
        """Forget a room; it is loaded again when somebody needs it."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            self._numbers -= room.weighed

    def _weigh(self, room: Room) -> None:
        """Count a room that is new or has changed."""
        if self._rooms.get(room.id) is room:
            self._numbers += room.weight - room.weighed
            room.weighed = room.weight

    def _drop_idle(self, fresh: Room) -> None:
        """Drop the least recently used rooms: if there are too many, and sooner if they are too large."""
        rested = time.monotonic() - REST
        extra, heavy = len(self._rooms) - IDLE_ROOMS, self._numbers - MOST_NUMBERS
        for room in self:
            if room is fresh or not room.idle or (heavy <= 0 and (extra <= 0 or room.used >= rested)):
                continue
            extra, heavy = extra - 1, heavy - room.weighed
            self.drop(room)
            room.cancel_timer()

    async def reload(self, room: Room) -> None:
        """Read the game from the store, after another process has changed it. The lock is held."""
        stored = await self._store.read(lambda database: games.load(database, room.id))
        if stored is not None:
            room.advance(*stored, await self._match_of(*stored, room))
            self.announce(room, None)

    async def reload_if_held(self, game: str) -> None:
        """Read the game from the store if its room is in memory."""
        room = self._rooms.get(game)
        if room is not None:
            async with room.lock:
                await self.reload(room)

    async def reload_all(self) -> None:
        """Read every room from the store, after events of other processes may have been lost."""
        for room in self:
            try:
                async with room.lock:
                    await self.reload(room)
            except (Refusal, Unplayable) as error:  # one game must not keep the others from being read
                log.error("game not read again", extra={"game": room.id, "reason": str(error)})

    def announce(self, room: Room, message: bytes | None) -> None:
        """A change has been stored: send it to everyone here (None: the whole state), then call the observers."""
        self._weigh(room)
        if message is None:
            room.broadcast_state()
        else:
            room.broadcast(message)
        self.feeds.send(room)
        self._notify_observers(room)

    def _notify_observers(self, room: Room) -> None:
        for observer in self._observers:
            observer(room)

    # --- who is here --------------------------------------------------------------------------------------------------

    def enter(self, room: Room, connection: Connection) -> None:
        """A connection opens: it gets the whole state, and the others are told."""
        before = room.seat_views(), room.watchers
        room.connections.add(connection)
        self._metrics.connections += 1
        connection.send(room.state(connection.player))
        self._send_presence(room, before, connection)

    def leave(self, room: Room, connection: Connection) -> None:
        """A connection closes."""
        before = room.seat_views(), room.watchers
        room.connections.discard(connection)
        self._metrics.connections -= 1
        self._send_presence(room, before, None)

    def _send_presence(self, room: Room, before: Presence, new: Connection | None, onward: bool = True) -> None:
        """Tell everyone but the new connection what has changed since `before`, and the other processes (`onward`)."""
        seats, watchers = room.seat_views(), room.watchers
        messages = []
        if seats != before[0]:
            messages.append(orjson.dumps({"type": "seats", "seats": seats}))
        if watchers != before[1]:
            messages.append(orjson.dumps({"type": "watchers", "count": watchers}))
        for connection in room.connections:
            if connection is not new:
                for message in messages:
                    connection.send(message)
        if messages and onward:
            self._publish_presence(room)

    def _publish_presence(self, room: Room) -> None:
        present, watching = room.presence()
        self._publish({"game": room.id, "present": sorted(present), "watching": watching})

    def forget_processes(self, living: set[str]) -> None:
        """Players connected through a process that has died are no longer here."""
        for room in self:
            gone = room.elsewhere.keys() - living
            if gone:
                before = room.seat_views(), room.watchers
                for process in gone:
                    del room.elsewhere[process]
                self._send_presence(room, before, None, onward=False)

    def publish_all_presence(self) -> None:
        """Publish again who is here, after other processes may have thought this one dead."""
        for room in self:
            if room.connections:
                self._publish_presence(room)

    def rename(self, player: str, name: str) -> None:
        """A player has a new name: show it wherever they sit."""
        for room in self:
            if room.seats_of(player):
                for seat in room.seats_of(player):
                    room.row.seats[seat].name = name
                room.broadcast(orjson.dumps({"type": "seats", "seats": room.seat_views()}))

    def sign_out(self, player: str, ended: str, kept: str) -> None:
        """Sessions have ended: close their connections, so that nobody keeps playing through them."""
        for room in self:
            for connection in list(room.connections):
                chosen = connection.session != kept if ended == "*" else connection.session == ended
                if chosen and connection.player == player:
                    connection.close(SIGNED_OUT, "you have been logged out")

    def close_all(self) -> None:
        """The server is stopping: clients are told to connect again."""
        self.feeds.close_all()
        for room in self:
            room.cancel_timer()
            for connection in room.connections:
                connection.close(RESTART, "the server is restarting; connect again in a moment")

    # --- other processes ----------------------------------------------------------------------------------------------

    async def receive(self, event: Event) -> None:
        """Handle an event from another process."""
        if "hello" in event:
            room = self._rooms.get(event["hello"])
            if room is not None and room.connections:
                self._publish_presence(room)
            return
        room = self._rooms.get(event.get("game", ""))
        if room is None:
            if "sequence" in event:
                await self._feed_unloaded(event["game"])
            return
        if "present" in event:
            before = room.seat_views(), room.watchers
            room.elsewhere[event["process"]] = (set(event["present"]), int(event["watching"]))
            self._send_presence(room, before, None, onward=False)
            return
        async with room.lock:
            if event["sequence"] > room.row.sequence:
                await self._catch_up(room)

    async def _feed_unloaded(self, game: str) -> None:
        """A game that is not in memory has changed, though one of its players may listen for events here."""
        if not self.feeds:
            return
        row = await self._store.read(lambda database: games.get(database, game))
        if row is not None and self.feeds.wants(row):
            room = await self.playable(row.id)
            if room is not None:
                self.feeds.send(room)

    async def _catch_up(self, room: Room) -> None:
        """Read what another process has changed; a single further move is sent as a move."""
        old = room.row
        stored = await self._store.read(lambda database: games.load(database, room.id))
        if stored is None:
            return
        row, moves = stored
        room.advance(row, moves, await self._match_of(row, moves, room))
        one_more = row.sequence == old.sequence + 1 and row.ply == old.ply + 1
        self.announce(room, room.moved() if one_more else None)
