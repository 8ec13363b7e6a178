"""Bots: looked up by name, owned by a person, and sent events about their games."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

from sqlalchemy import Connection

from kakomi.server.content.boards import outcome_dict
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import Identity, clean_name, fold
from kakomi.server.live import clocks
from kakomi.server.live.room import Room
from kakomi.server.live.rooms import Rooms
from kakomi.store import games, players
from kakomi.store.players import PlayerRow
from kakomi.store.writer import Store

QUIET = 10.0  # seconds without an event before a ping shows that the stream is alive
Event = dict[str, Any]


def handle(name: str) -> str:
    """The account name of a bot; people's account names contain no space, so the two never clash."""
    return f"bot {fold(name)}"


def active(database: Connection, owner: str) -> list[PlayerRow]:
    """Someone's bots that have not been revoked."""
    return [bot for bot in players.bots_of(database, owner) if bot.account is not None]


def owned(database: Connection, bot: str, player: PlayerRow) -> PlayerRow:
    """The bot, if it is the player's own."""
    own = next((each for each in active(database, player.id) if each.id == bot), None)
    if own is None:
        raise Refusal("bot/unknown", "you have no bot with this id; GET /api/bots lists yours", 404)
    return own


class BotStreams:
    """The event streams of bots."""

    def __init__(self, store: Store, rooms: Rooms, identity: Identity) -> None:
        self.open: Counter[str] = Counter()  # how many each bot has open
        self._store = store
        self._rooms = rooms
        self._identity = identity

    async def opponent(self, name: str) -> PlayerRow:
        """The bot with this name, to play against; Refusal if there is none."""
        try:
            account = handle(clean_name(name))
        except Refusal as error:
            raise Refusal("bot/unknown", "there is no bot of this name", 404) from error
        bot = await self._store.read(lambda database: players.by_account(database, account))
        if bot is None or bot.banned is not None:
            raise Refusal("bot/unknown", "there is no bot of this name", 404)
        return bot

    async def events(self, bot: PlayerRow) -> AsyncIterator[Event]:
        """Everything about the bot's games, beginning with those it is in. Missed events are sent at the next ping."""
        feed = self._rooms.feeds.open(bot.id)
        self.open[bot.id] += 1
        sent: dict[str, _SentState] = {}
        try:
            yield {"type": "hello", "bot": {"id": bot.id, "name": bot.name}, "now": clocks.now()}
            while not self._rooms.feeds.closed:
                current = await self._identity.find(bot.id)
                if current is None or current.account is None or current.banned is not None:
                    return  # revoked
                for game in await self._store.read(lambda database: games.unfinished_of(database, bot.id)):
                    for event in _new_events(await self._rooms.playable(game), bot.id, sent):
                        yield event
                with contextlib.suppress(TimeoutError):
                    while True:
                        async with asyncio.timeout(QUIET):
                            change = await feed.get()
                        if "game" not in change:
                            return  # the server is stopping
                        for event in _new_events(await self._rooms.playable(change["game"]), bot.id, sent):
                            yield event
                yield {"type": "ping", "now": clocks.now()}
        finally:
            self.open[bot.id] -= 1
            if self.open[bot.id] <= 0:
                del self.open[bot.id]
            self._rooms.feeds.close(bot.id, feed)


class _SentState:
    """What a stream has already sent about a game."""

    def __init__(self) -> None:
        self.turn: object = None
        self.offers: set[str] = set()
        self.over = False


def _new_events(room: Room | None, bot: str, sent: dict[str, _SentState]) -> Iterator[Event]:
    """The events of a game that the stream has not sent yet."""
    seats = [] if room is None else room.seats_of(bot)
    if room is None or not seats:
        return
    match = room.match
    if room.id not in sent:
        sent[room.id] = _SentState()
        yield {
            "type": "start",
            "game": room.id,
            "name": match.game.name,
            "rules": match.rules,
            "options": match.options,
            "position": match.start_position,
            "seats": seats,
            "opponent": room.seat_views()[1 - seats[0]]["name"],
        }
    known = sent[room.id]
    open_offers = {what for what, seat in room.offers().items() if seat is not None and seat not in seats}
    for what in sorted(open_offers - known.offers):
        yield {"type": "offer", "game": room.id, "what": what}
    known.offers = open_offers
    outcome = outcome_dict(match)
    if outcome is not None:
        if not known.over:
            known.over = True
            winner = outcome["winner"]
            you = "drew" if winner is None else "won" if winner in seats else "lost"
            yield {"type": "over", "game": room.id, "outcome": outcome, "you": you, "next": room.row.next}
        return
    known.over = False
    turn = (room.row.ply, match.moves[-1] if match.moves else None)
    if room.row.turn in seats and room.row.invite is None and known.turn != turn:
        known.turn = turn
        view = room.view(bot)
        yield {
            "type": "turn",
            "game": room.id,
            "ply": turn[0],
            "seat": room.row.turn,
            "position": match.position,
            "last": turn[1],
            "legal": list(match.legal_moves),
            "clock": view["clock"],
        }
