"""The hub: the rooms in memory, who is in them, and what other processes say about them.

A room is made from the store when someone asks for it and forgotten when nobody has for a while. With PostgreSQL several
processes may have a room of the same game: every change is announced at its commit (NOTIFY) with the game's sequence number,
and a process that holds the room reads what is new.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import orjson

from kakomi.server.http.errors import Refusal
from kakomi.server.http.metrics import Metrics
from kakomi.server.live import clocks
from kakomi.server.live.connection import RESTART, Connection
from kakomi.server.live.room import Room
from kakomi.store import games
from kakomi.store.games import GameRow, MoveRow
from kakomi.store.writer import Store

IDLE_ROOMS = 300
REST = 30.0  # seconds a room stays in memory after it was last asked for
MOST_FEED = 100  # events waiting for one listener
log = logging.getLogger(__name__)

Event = dict[str, Any]


class Hub:
    """All rooms of this process."""

    def __init__(self, store: Store, process: str, metrics: Metrics) -> None:
        self.store = store
        self.process = process
        self.metrics = metrics
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.on_change: Callable[[Room], None] = lambda _: None  # computers and timers look at a changed room
        self.publish: Callable[[Event], None] = lambda _: None  # to the other processes
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._feeds: dict[str, set[asyncio.Queue[Event]]] = {}

    # --- rooms --------------------------------------------------------------------------------------------------------

    async def room(self, game: str) -> Room:
        """The room of a game; Refusal where there is none."""
        room = self.rooms.get(game)
        if room is None:
            loading = self._loading.get(game)
            if loading is None:
                loading = self._loading[game] = asyncio.create_task(self._load(game))
                loading.add_done_callback(lambda _: self._loading.pop(game, None))
            room = await asyncio.shield(loading)
        if room is None:
            raise Refusal("game/unknown", "there is no game with this id", 404)
        room.asked = time.monotonic()
        if game in self.rooms:
            self.rooms.move_to_end(game)
        return room

    async def _load(self, game: str) -> Room | None:
        found = await self.store.read(lambda connection: games.load(connection, game))
        return None if found is None else self.open(*found)

    def open(self, row: GameRow, moves: list[MoveRow]) -> Room:
        """Put a game that is stored into memory."""
        room = self.rooms[row.id] = Room(row, moves)
        if len(self.rooms) > IDLE_ROOMS:
            self._forget_idle()
        self.publish({"hello": row.id})
        self.on_change(room)
        return room

    def _forget_idle(self) -> None:
        """The rooms nobody has asked for longest."""
        extra = len(self.rooms) - IDLE_ROOMS
        rested = time.monotonic() - REST
        for game in [game for game, room in self.rooms.items() if room.idle and room.asked < rested][:extra]:
            room = self.rooms.pop(game)
            if room.timer is not None:
                room.timer.cancel()

    async def reload(self, room: Room) -> None:
        """Take over what the store has, after someone else has changed it. The lock is held."""
        found = await self.store.read(lambda connection: games.load(connection, room.id))
        if found is not None:
            room.take(*found)
            self.changed(room, None)

    def changed(self, room: Room, message: bytes | None) -> None:
        """A change has been stored: tell everyone here (None: everything anew), then computers and timers."""
        if message is None:
            room.broadcast_state()
        else:
            room.broadcast(message)
        self.feed(room)
        self.on_change(room)

    # --- who is here --------------------------------------------------------------------------------------------------

    def enter(self, room: Room, connection: Connection) -> None:
        """Someone comes: gets everything, and the others hear of it."""
        before = room.seat_views(), room.watchers
        room.connections.add(connection)
        self.metrics.connections += 1
        connection.send(room.state(connection.player))
        self._tell_presence(room, before, connection)

    def leave(self, room: Room, connection: Connection) -> None:
        """Someone goes."""
        before = room.seat_views(), room.watchers
        room.connections.discard(connection)
        self.metrics.connections -= 1
        self._tell_presence(room, before, None)

    def _tell_presence(
        self, room: Room, before: tuple[list[dict[str, Any]], int], fresh: Connection | None, onward: bool = True
    ) -> None:
        seats, watchers = room.seat_views(), room.watchers
        messages = []
        if seats != before[0]:
            messages.append(orjson.dumps({"type": "seats", "seats": seats}))
        if watchers != before[1]:
            messages.append(orjson.dumps({"type": "watchers", "count": watchers}))
        for connection in room.connections:
            if connection is not fresh:
                for message in messages:
                    connection.send(message)
        if messages and onward:
            self._publish_presence(room)

    def _publish_presence(self, room: Room) -> None:
        present, watching = room.presence()
        self.publish({"game": room.id, "present": sorted(present), "watching": watching})

    def forget(self, living: set[str]) -> None:
        """Whoever was here by way of a process that has died is here no more."""
        for room in self.rooms.values():
            gone = room.elsewhere.keys() - living
            if gone:
                before = room.seat_views(), room.watchers
                for process in gone:
                    del room.elsewhere[process]
                self._tell_presence(room, before, None, onward=False)

    def remind(self) -> None:
        """Say again who is here, after the others may have thought this process dead."""
        for room in self.rooms.values():
            if room.connections:
                self._publish_presence(room)

    def rename(self, player: str, name: str) -> None:
        """A player has a new name: show it wherever they sit."""
        for room in list(self.rooms.values()):
            if room.seats_of(player):
                for seat in room.seats_of(player):
                    room.row.seats[seat].name = name
                room.broadcast(orjson.dumps({"type": "seats", "seats": room.seat_views()}))

    def close_all(self) -> None:
        """The server stops: clients are told to come back."""
        for feeds in self._feeds.values():
            for feed in feeds:
                with contextlib.suppress(asyncio.QueueFull):
                    feed.put_nowait({"type": "goodbye"})
        for room in self.rooms.values():
            if room.timer is not None:
                room.timer.cancel()
            for connection in room.connections:
                connection.close(RESTART, "the server is restarting; connect again in a moment")

    # --- events for one player's programs -----------------------------------------------------------------------------

    def listen(self, player: str) -> asyncio.Queue[Event]:
        """All that happens in the player's games, until `unlisten`."""
        feed: asyncio.Queue[Event] = asyncio.Queue(MOST_FEED)
        self._feeds.setdefault(player, set()).add(feed)
        return feed

    def unlisten(self, player: str, feed: asyncio.Queue[Event]) -> None:
        """Enough."""
        feeds = self._feeds.get(player, set())
        feeds.discard(feed)
        if not feeds:
            self._feeds.pop(player, None)

    def feed(self, room: Room) -> None:
        """Something has happened in a game: tell the players' programs."""
        if not self._feeds:
            return
        for player in {seat.player for seat in room.row.seats if seat.player is not None}:
            for feed in self._feeds.get(player, ()):
                if feed.full():
                    feed.get_nowait()  # what counts is the newest
                feed.put_nowait(event_of(room, player))

    # --- other processes ----------------------------------------------------------------------------------------------

    async def heard(self, event: Event) -> None:
        """Another process says something."""
        if "hello" in event:
            room = self.rooms.get(event["hello"])
            if room is not None and room.connections:
                self._publish_presence(room)
            return
        room = self.rooms.get(event.get("game", ""))
        if room is None:
            if self._feeds and "sequence" in event:
                await self._heard_for_feeds(event)
            return
        if "present" in event:
            before = room.seat_views(), room.watchers
            room.elsewhere[event["process"]] = (set(event["present"]), int(event["watching"]))
            self._tell_presence(room, before, None, onward=False)
            return
        async with room.lock:
            if event["sequence"] > room.row.sequence:
                await self._catch_up(room)

    async def _heard_for_feeds(self, event: Event) -> None:
        """A game nobody watches here, though one of its players may listen for events."""
        row = await self.store.read(lambda connection: games.get(connection, event["game"]))
        if row is not None and any(seat.player in self._feeds for seat in row.seats):
            self.feed(await self.room(row.id))

    async def _catch_up(self, room: Room) -> None:
        """Read what another process has changed; a single further move is told as a move."""
        old = room.row
        found = await self.store.read(lambda connection: games.load(connection, room.id))
        if found is None:
            return
        row, moves = found
        room.take(row, moves)
        one_more = row.sequence == old.sequence + 1 and row.ply == old.ply + 1
        self.changed(room, room.moved() if one_more else None)


def event_of(room: Room, player: str) -> Event:
    """What a player's program hears about a game."""
    row = room.row
    return {
        "type": "game",
        "game": row.id,
        "sequence": row.sequence,
        "ply": row.ply,
        "turn": row.turn,
        "you": room.seats_of(player),
        "last": room.moves[-1].move if room.moves else None,
        "outcome": None if row.clause is None else {"winner": row.winner, "clause": row.clause},
        "offers": room.offers(),
        "next": row.next,
        "now": clocks.now(),
    }
