"""Bots as the server knows them: found by name, owned by a person, told what happens in their games."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

from sqlalchemy import Connection

from kakomi.server.content.boards import outcome_dict
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import clean_name, fold
from kakomi.server.live import clocks
from kakomi.server.live.room import Room
from kakomi.server.runtime import Context
from kakomi.store import games, players
from kakomi.store.players import Player

QUIET = 10.0  # seconds until a ping says that the stream is alive
Event = dict[str, Any]

streams: Counter[str] = Counter()  # how many each bot has open


def handle(name: str) -> str:
    """What a bot is found by; people's account names have no space, so the two never meet."""
    return f"bot {fold(name)}"


def active(connection: Connection, owner: str) -> list[Player]:
    """Someone's bots that have not been revoked."""
    return [bot for bot in players.bots_of(connection, owner) if bot.account is not None]


def owned(connection: Connection, bot: str, player: Player) -> Player:
    """The bot, if it is the player's own."""
    found = next((each for each in active(connection, player.id) if each.id == bot), None)
    if found is None:
        raise Refusal("bot/unknown", "you have no bot with this id; GET /api/bots lists yours", 404)
    return found


async def opponent(context: Context, name: str) -> Player:
    """The bot of that name, to be played against."""
    try:
        wanted = handle(clean_name(name))
    except Refusal as error:
        raise Refusal("bot/unknown", "there is no bot of this name", 404) from error
    found = await context.store.read(lambda connection: players.by_account(connection, wanted))
    if found is None:
        raise Refusal("bot/unknown", "there is no bot of this name", 404)
    return found


async def events(context: Context, bot: Player) -> AsyncIterator[Event]:
    """All that concerns the bot, beginning with the games it is in. What was missed is made up for at the next ping."""
    feed = context.hub.listen(bot.id)
    streams[bot.id] += 1
    told: dict[str, _Told] = {}
    try:
        yield {"type": "hello", "bot": {"id": bot.id, "name": bot.name}, "now": clocks.now()}
        while not context.closing:
            current = await context.identity.find(bot.id)
            if current is None or current.account is None:
                return  # revoked
            for game in await context.store.read(lambda connection: games.unfinished_of(connection, bot.id)):
                for news in _news(await context.hub.room(game), bot.id, told):
                    yield news
            with contextlib.suppress(TimeoutError):
                while True:
                    event = await asyncio.wait_for(feed.get(), QUIET)
                    if "game" not in event:
                        return  # the server says goodbye
                    for news in _news(await context.hub.room(event["game"]), bot.id, told):
                        yield news
            yield {"type": "ping", "now": clocks.now()}
    finally:
        streams[bot.id] -= 1
        if streams[bot.id] <= 0:
            del streams[bot.id]
        context.hub.unlisten(bot.id, feed)


class _Told:
    """What a stream has said about a game."""

    def __init__(self) -> None:
        self.turn: object = None
        self.offers: set[str] = set()
        self.over = False


def _news(room: Room, bot: str, told: dict[str, _Told]) -> Iterator[Event]:
    """What is new in a game since the stream last spoke of it."""
    seats = room.seats_of(bot)
    match = room.match
    if not seats:
        return
    if room.id not in told:
        told[room.id] = _Told()
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
    known = told[room.id]
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
