"""Event feeds: what a player's programs (bots) hear about the player's games."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from kakomi.server.live import clocks
from kakomi.server.live.room import Room
from kakomi.store.games import GameRow

MOST_WAITING = 100  # events waiting for one listener

Event = dict[str, Any]
Feed = asyncio.Queue[Event]


class Feeds:
    """All listeners of this process, by player."""

    def __init__(self) -> None:
        self.closed = False
        self._feeds: dict[str, set[Feed]] = {}

    def __len__(self) -> int:
        return len(self._feeds)

    def open(self, player: str) -> Feed:
        """A feed of everything that happens in the player's games, until it is closed."""
        feed: Feed = asyncio.Queue(MOST_WAITING)
        self._feeds.setdefault(player, set()).add(feed)
        return feed

    def close(self, player: str, feed: Feed) -> None:
        """Close a feed whose listener has gone."""
        feeds = self._feeds.get(player, set())
        feeds.discard(feed)
        if not feeds:
            self._feeds.pop(player, None)

    def close_all(self) -> None:
        """The server is stopping: every listener gets a last event."""
        self.closed = True
        for feeds in self._feeds.values():
            for feed in feeds:
                with contextlib.suppress(asyncio.QueueFull):
                    feed.put_nowait({"type": "goodbye"})

    def wants(self, row: GameRow) -> bool:
        """Whether a player of this game is listening here."""
        return any(seat.player in self._feeds for seat in row.seats)

    def send(self, room: Room) -> None:
        """A game has changed: tell the players' programs."""
        if not self._feeds:
            return
        for player in {seat.player for seat in room.row.seats if seat.player is not None}:
            for feed in self._feeds.get(player, ()):
                if feed.full():
                    feed.get_nowait()  # the newest event matters most
                feed.put_nowait(event_of(room, player))


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
