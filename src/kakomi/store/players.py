"""Players: anonymous people, accounts, bots."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Row, bindparam, func, insert, or_, select, update

from kakomi.store import games, puzzles
from kakomi.store.errors import Conflict
from kakomi.store.schema import players, seats

_GET = select(players).where(players.c.id == bindparam("the_id"))


@dataclass(frozen=True)
class PlayerRow:
    """A player as stored: someone who can hold a seat."""

    id: str
    name: str
    kind: str = "person"
    owner: str | None = None
    account: str | None = None
    passphrase: str | None = None
    epoch: int = 0
    banned: str | None = None


def _player(row: Row[tuple[object, ...]] | None) -> PlayerRow | None:
    if row is None:
        return None
    return PlayerRow(row.id, row.name, row.kind, row.owner, row.account, row.passphrase, row.epoch, row.banned)


def add(connection: Connection, player: PlayerRow, now: int, token: str | None = None) -> None:
    """Store a new player; `token` is the hash of a bot's token."""
    connection.execute(
        insert(players).values(
            id=player.id,
            name=player.name,
            kind=player.kind,
            owner=player.owner,
            account=player.account,
            passphrase=player.passphrase,
            token=token,
            created=now,
        )
    )


def get(connection: Connection, player: str) -> PlayerRow | None:
    """The player with this id."""
    return _player(connection.execute(_GET, {"the_id": player}).first())


def by_account(connection: Connection, account: str) -> PlayerRow | None:
    """The player whose account has this (folded) name."""
    return _player(connection.execute(select(players).where(players.c.account == account)).first())


def by_token(connection: Connection, token: str) -> PlayerRow | None:
    """The bot whose token has this hash."""
    return _player(connection.execute(select(players).where(players.c.token == token)).first())


def bots_of(connection: Connection, owner: str) -> list[PlayerRow]:
    """A person's bots."""
    rows = connection.execute(select(players).where(players.c.owner == owner).order_by(players.c.created)).all()
    return [each for each in map(_player, rows) if each is not None]


def change_token(connection: Connection, bot: str, token: str | None, account: str | None) -> None:
    """Set a bot's token (its hash) and account name; with neither, the bot is revoked."""
    connection.execute(update(players).where(players.c.id == bot).values(token=token, account=account))


def rename(connection: Connection, player: str, name: str) -> None:
    """Change the name shown."""
    connection.execute(update(players).where(players.c.id == player).values(name=name))


def rename_account(connection: Connection, player: str, account: str) -> None:
    """Change the (folded) name of the account."""
    connection.execute(update(players).where(players.c.id == player).values(account=account))


def make_account(connection: Connection, player: str, account: str, name: str, passphrase: str) -> None:
    """Give an anonymous player an account; Conflict if they already have one, or the name is taken."""
    changed = connection.execute(
        update(players)
        .where(players.c.id == player, players.c.account.is_(None))
        .values(account=account, name=name, passphrase=passphrase)
    )
    if changed.rowcount != 1:
        raise Conflict("you already have an account; log out to create another")


def change_passphrase(connection: Connection, player: str, passphrase: str) -> None:
    """Set the hash of a new passphrase."""
    connection.execute(update(players).where(players.c.id == player).values(passphrase=passphrase))


def ban(connection: Connection, player: str, reason: str | None) -> None:
    """Ban a player, or lift the ban (None)."""
    connection.execute(update(players).where(players.c.id == player).values(banned=reason))


@dataclass(frozen=True)
class PlayerSummary:
    """A player as an administrator sees them in a list."""

    id: str
    name: str
    kind: str
    account: str | None
    created: int
    games: int
    banned: str | None


def listing(
    connection: Connection, text: str = "", kind: str | None = None, banned: bool = False, limit: int = 50
) -> list[PlayerSummary]:
    """Players whose name or account contains a text, the newest first; `kind` is person or bot."""
    count = select(func.count(seats.c.game.distinct())).where(seats.c.player == players.c.id).scalar_subquery()
    query = select(*(players.c[each] for each in ("id", "name", "kind", "account", "created", "banned")), count)
    if text:
        pattern = "%" + "".join(f"\\{each}" if each in "%_\\" else each for each in text.lower()) + "%"
        names = (func.lower(players.c.name), players.c.account)
        query = query.where(or_(*(name.like(pattern, escape="\\") for name in names)))
    if kind is not None:
        query = query.where(players.c.kind == kind)
    if banned:
        query = query.where(players.c.banned.is_not(None))
    rows = connection.execute(query.order_by(players.c.created.desc(), players.c.id).limit(limit)).all()
    return [PlayerSummary(*row[:5], row[6], row[5]) for row in rows]


def hand_over(connection: Connection, old: str, new: str, process: str = "") -> list[str]:
    """Give an anonymous player's seats, bots and solved puzzles to an account; return the ids of the games affected.

    A player who has an account hands nothing over. The sequence number of each game changes, so that all processes
    read it again.
    """
    anonymous = select(players.c.id).where(players.c.id == old, players.c.account.is_(None), players.c.kind == "person")
    if old == new or connection.execute(anonymous).first() is None:
        return []
    held = list(connection.execute(select(seats.c.game).where(seats.c.player == old).distinct()).scalars())
    connection.execute(update(seats).where(seats.c.player == old).values(player=new))
    connection.execute(update(players).where(players.c.owner == old).values(owner=new))
    puzzles.hand_over(connection, old, new)
    for game in held:
        games.touch(connection, game, process)
    return held
