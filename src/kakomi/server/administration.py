"""What an administrator can do with players and games, directly in the database, whether or not servers are running.

Every change is announced in the transaction that makes it; servers then drop what they have cached, show new names, close
the connections of banned or deleted players, and read changed games again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from kakomi.core.errors import KakomiError, shorten
from kakomi.core.match import Match
from kakomi.server.content.stored_games import replay, summary_text
from kakomi.server.http.errors import Refusal
from kakomi.server.http.identity import clean_name, fold
from kakomi.server.live import clocks
from kakomi.server.live.bots import handle
from kakomi.server.live.game_actions import finish
from kakomi.store import announcements, exports, games, players
from kakomi.store.database import explain, open_existing
from kakomi.store.errors import Conflict, StoreError, Unplayable
from kakomi.store.games import GameRow
from kakomi.store.players import PlayerRow, PlayerSummary

TRIES = 5  # a game being played may change between reading and closing it
LONGEST_REASON = 200  # characters that a banned player is shown


@dataclass(frozen=True)
class PlayerChange:
    """A change to a player: who, which of their bots were changed too, and the games they resigned."""

    player: PlayerRow
    bots: list[str]
    resigned: list[str]


class Administration:
    """The database of a server, opened for an administrator."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    @classmethod
    @contextlib.contextmanager
    def opened(cls, url: str) -> Iterator[Administration]:
        """Open a database that a server of this version uses; StoreError for any other."""
        database = open_existing(url)
        try:
            yield cls(database)
        except DBAPIError as error:
            raise explain(error, "the database cannot be used") from error
        finally:
            database.dispose()

    # --- looking ------------------------------------------------------------------------------------------------------

    def players(self, text: str, kind: str | None, banned: bool, limit: int) -> list[PlayerSummary]:
        """Players, the newest first."""
        with self._reading() as connection:
            return players.listing(connection, text, kind, banned, limit)

    def games(self, who: str | None, which: str, limit: int) -> list[GameRow]:
        """Games, last changed first: `live` ones, `finished` ones or `all`; of one player, if named."""
        with self._reading() as connection:
            player = None if who is None else find_player(connection, who).id
            return games.every(connection, player, None if which == "all" else which == "finished", limit)

    def export(self, who: str) -> dict[str, Any]:
        """Everything that is stored about a player."""
        with self._reading() as connection:
            return exports.export(connection, find_player(connection, who).id)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._database.connect().execution_options(reading=True) as connection, connection.begin():
            yield connection

    # --- players ------------------------------------------------------------------------------------------------------

    def rename(self, who: str, name: str) -> PlayerRow:
        """Change the name that others see. A bot is also found by it; people log in with the name of their account."""
        try:
            name = clean_name(name)
        except Refusal as refusal:
            raise KakomiError(refusal.message) from refusal
        with self._database.begin() as connection:
            player = find_player(connection, who)
            players.rename(connection, player.id, name)
            if player.kind == "bot" and player.account is not None:
                taken = players.by_account(connection, handle(name))
                if taken is not None and taken.id != player.id:
                    raise Conflict(f"there is another bot called {taken.name}; choose another name")
                players.rename_account(connection, player.id, handle(name))
            _announce(connection, player.id, name=name)
            return find_player(connection, player.id)

    def ban(self, who: str, reason: str, resign: bool) -> PlayerChange:
        """Ban a player and their bots, showing them the reason; with `resign` they resign their unfinished games."""
        reason = " ".join(reason.split())
        if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
            raise KakomiError(f"say why, in at most {LONGEST_REASON} characters: the player is shown the reason")
        return self._ban(who, reason, resign)

    def unban(self, who: str) -> PlayerChange:
        """Lift the ban on a player and their bots."""
        return self._ban(who, None, resign=False)

    def _ban(self, who: str, reason: str | None, resign: bool) -> PlayerChange:
        with self._database.begin() as connection:
            player = find_player(connection, who)
            if (player.banned is None) == (reason is None):
                raise KakomiError(f"{player.name} is {'not' if reason is None else 'already'} banned; nothing to do")
            everyone = [player.id, *(bot.id for bot in players.bots_of(connection, player.id))]
            for each in everyone:
                players.ban(connection, each, reason)
                _announce(connection, each, ended=None if reason is None else "*")
        resigned = [game for each in everyone for game in self._resign_all(each)] if resign else []
        return PlayerChange(self._again(player.id), everyone[1:], resigned)

    def delete(self, who: str) -> PlayerChange:
        """Delete what is stored about a player: they resign their games, which stay without their name."""
        with self._reading() as connection:
            player = find_player(connection, who)
            everyone = [player.id, *(bot.id for bot in players.bots_of(connection, player.id))]
        resigned = [game for each in everyone for game in self._resign_all(each)]
        with self._database.begin() as connection:
            bots = exports.erase(connection, player.id, clocks.now())
            for each in (player.id, *bots):
                _announce(connection, each, name=exports.DELETED, ended="*")
        return PlayerChange(player, bots, resigned)

    def _again(self, player: str) -> PlayerRow:
        with self._reading() as connection:
            return find_player(connection, player)

    def _resign_all(self, player: str) -> list[str]:
        with self._reading() as connection:
            unfinished = games.unfinished_of(connection, player)

        def resign(row: GameRow, match: Match) -> None:
            match.resign(next(place for place, seat in enumerate(row.seats) if seat.player == player))

        return [game for game in unfinished if self._end(game, resign) is not None]

    # --- games --------------------------------------------------------------------------------------------------------

    def close(self, game: str) -> GameRow:
        """End a game without a winner; if it is part of a series, the series ends too."""
        row = self._end(game, lambda _, match: match.agree_draw(games.CLOSED))
        if row is None:
            raise KakomiError(f"game {shorten(game)!r} is over already; there is nothing to close")
        return row

    def _end(self, game: str, how: Callable[[GameRow, Match], None]) -> GameRow | None:
        """End a game that is being played; None if it is over."""
        for _ in range(TRIES):
            with contextlib.suppress(Conflict), self._database.begin() as connection:
                row = games.get(connection, game)
                if row is None:
                    raise KakomiError(f"there is no game {shorten(game)!r}; kakomi admin games lists them by their id")
                if row.clause is not None:
                    return None
                seen, at = row.sequence, clocks.now()
                clocks.charge(row, at)
                row.sequence, row.updated = seen + 1, at
                _enter_end(connection, row, how)
                games.save(connection, row, seen)
                if connection.dialect.name == "sqlite":  # on PostgreSQL `save` has announced it
                    announcements.announce(connection, {"game": row.id, "sequence": row.sequence, "process": ""}, at)
                return row
        raise StoreError(f"game {game} changes too fast to be closed; try again")


def _enter_end(connection: Connection, row: GameRow, how: Callable[[GameRow, Match], None]) -> None:
    try:
        match = replay(row, games.moves_of(connection, row.id))
    except Unplayable:  # nobody can continue it; it is closed, whatever was requested
        row.finished, row.winner, row.clause = row.updated, None, games.CLOSED
        row.turn = row.started = row.deadline = row.invite = None
        row.offer_draw = row.offer_undo = None
        return
    how(row, match)
    finish(row, match, last=True)
    row.summary = summary_text(match)


def find_player(connection: Connection, who: str) -> PlayerRow:
    """The player with this id, account name or bot name; KakomiError if there is none."""
    by_name = (fold(who)[:200], handle(who)[:200])
    found = players.get(connection, who) or next(
        (player for name in by_name if (player := players.by_account(connection, name)) is not None), None
    )
    if found is None:
        raise KakomiError(
            f"there is no player, account or bot {shorten(who)!r}; kakomi admin players lists them, and an anonymous "
            "player is named by the id"
        )
    return found


def _announce(connection: Connection, player: str, name: str = "", ended: str | None = None) -> None:
    event = {"player": player, "name": name, "ended": ended, "kept": "", "process": ""}
    announcements.announce(connection, event, clocks.now())
