"""kakomi admin: look after the players and games of a server, while it runs."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from typing import TYPE_CHECKING, Any

from kakomi.cli.arguments import UsageError, add_action, add_json, whole
from kakomi.cli.commands.server.settings import add_database, missing, read_settings
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json, write_text
from kakomi.core.errors import shorten

if TYPE_CHECKING:
    from kakomi.server.administration import Administration, PlayerChange
    from kakomi.store.games import GameRow
    from kakomi.store.players import PlayerRow

HELP = "look after a server: list, rename, ban or delete players, close games"
ABOUT = (
    "Works on the server's database, SQLite or PostgreSQL, while servers run: they show the change within a second or "
    "two. A player (WHO) is the name of an account or of a bot, or an id; kakomi admin players lists them."
)
EXAMPLE = "kakomi admin players --search ada"
MOST_LISTED = 10_000


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    people = _action(actions, "players", "list players, the newest first", EXAMPLE, _players)
    people.add_argument("--search", metavar="TEXT", default="", help="only those with this text in their name")
    people.add_argument("--kind", choices=("person", "bot"), help="only people, or only bots")
    people.add_argument("--banned", action="store_true", help="only those who are banned")
    _add_limit(people)
    games = _action(
        actions, "games", "list games, the last changed first", "kakomi admin games --player ada --which live", _games
    )
    games.add_argument("--player", metavar="WHO", help="only those of this player")
    games.add_argument("--which", choices=("live", "finished", "all"), default="all", help="which games (all)")
    _add_limit(games)
    rename = _action(actions, "rename", "change a player's name", 'kakomi admin rename ada "Ada L"', _rename)
    rename.add_argument("who", metavar="WHO")
    rename.add_argument("name", metavar="NAME", help="the name that others see; people log in with the old one")
    ban = _action(
        actions, "ban", "shut a player out, with their bots", 'kakomi admin ban ada --reason "insults players"', _ban
    )
    ban.add_argument("who", metavar="WHO")
    ban.add_argument("--reason", metavar="TEXT", required=True, help="why; the player is shown it")
    ban.add_argument("--resign", action="store_true", help="they also lose the games they are playing")
    unban = _action(actions, "unban", "lift a ban", "kakomi admin unban ada", _unban)
    unban.add_argument("who", metavar="WHO")
    delete = _action(
        actions, "delete", "delete all that is stored about a player", "kakomi admin delete ada --yes", _delete
    )
    delete.add_argument("who", metavar="WHO", help="resigns all games, which stay without the name")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    export = _action(
        actions, "export", "write all that is stored about a player as JSON", "kakomi admin export ada", _export
    )
    export.add_argument("who", metavar="WHO")
    export.add_argument("--out", metavar="FILE", default="-", help="a file (- for standard output)")
    close = _action(actions, "close", "end a game without a winner", "kakomi admin close k3v9x2m7qd4w", _close)
    close.add_argument("game", metavar="GAME", help="its id, as in its address")


def _action(actions: Any, name: str, about: str, example: str, act: Any) -> argparse.ArgumentParser:
    parser = add_action(actions, name, about, example)
    parser.set_defaults(act=act)
    add_database(parser)
    if name != "export":  # which writes JSON in any case
        add_json(parser, "the result")
    return parser


def _add_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", metavar="N", type=whole(1, MOST_LISTED), default=50, help="how many at most (50)")


def run(args: argparse.Namespace) -> int:
    settings = read_settings(database=args.database, data=args.data)
    try:
        from kakomi.server.administration import Administration
    except ModuleNotFoundError as error:
        raise missing(error) from error
    with Administration.opened(settings.url) as administration:
        status: int = args.act(args, administration)
    return status


# --- lists ------------------------------------------------------------------------------------------------------------


def _players(args: argparse.Namespace, administration: Administration) -> int:
    found = administration.players(args.search, args.kind, args.banned, args.limit)
    if args.json:
        print_json([each.__dict__ for each in found])
        return DONE
    for each in found:
        what = "bot" if each.kind == "bot" else f"account {each.account}" if each.account else "no account"
        banned = f"  banned: {each.banned}" if each.banned else ""
        print(f"{each.id:<16}  {_day(each.created)}  {each.games:>5} games  {each.name} ({what}){banned}")
    if not found:
        print("No such player.")
    return DONE


def _games(args: argparse.Namespace, administration: Administration) -> int:
    found = administration.games(args.player, args.which, args.limit)
    if args.json:
        print_json([_game(row) for row in found])
        return DONE
    for row in found:
        state = "live" if row.clause is None else f"over ({row.clause})"
        names = " - ".join(seat["name"] for seat in _game(row)["seats"])
        print(f"{row.id:<12}  {_day(row.updated)}  {row.game} {row.rules}, {row.ply} moves, {state}: {names}")
    if not found:
        print("No such game.")
    return DONE


def _game(row: GameRow) -> dict[str, Any]:
    facts = ("id", "game", "rules", "created", "updated", "finished", "ply", "winner", "clause", "problem")
    seats = [
        {
            "kind": each.kind,
            "player": each.player,
            "name": each.name or (f"level {each.level}" if each.level else "open"),
        }
        for each in row.seats
    ]
    return {**{name: getattr(row, name) for name in facts}, "seats": seats}


def _day(at: int) -> str:
    return f"{datetime.datetime.fromtimestamp(at / 1000, datetime.UTC):%Y-%m-%d}"


# --- changes ----------------------------------------------------------------------------------------------------------


def _rename(args: argparse.Namespace, administration: Administration) -> int:
    player = administration.rename(args.who, args.name)
    return _report(args, {"player": _player(player)}, f"{player.id} is now called {player.name}.")


def _ban(args: argparse.Namespace, administration: Administration) -> int:
    change = administration.ban(args.who, args.reason, args.resign)
    return _report(args, _change(change), f"{change.player.name} is banned{_with(change)}.")


def _unban(args: argparse.Namespace, administration: Administration) -> int:
    change = administration.unban(args.who)
    return _report(args, _change(change), f"{change.player.name} is no longer banned{_with(change)}.")


def _delete(args: argparse.Namespace, administration: Administration) -> int:
    if not args.yes:
        if args.json or sys.stdin is None or not sys.stdin.isatty():
            raise UsageError("deleting a player cannot be undone; add --yes (kakomi admin export writes a copy first)")
        asked = input(f"Delete all that is stored about {shorten(args.who)}? It cannot be undone. Type yes: ")
        if asked.strip().lower() != "yes":
            print("Nothing was deleted.")
            return DONE
    change = administration.delete(args.who)
    return _report(args, _change(change), f"{change.player.name} is deleted{_with(change)}.")


def _export(args: argparse.Namespace, administration: Administration) -> int:
    text = json.dumps(administration.export(args.who), indent=2)
    if args.out == "-":
        print(text)
    else:
        print(f"Written: {write_text(args.out, text + chr(10))}")
    return DONE


def _close(args: argparse.Namespace, administration: Administration) -> int:
    row = administration.close(args.game)
    return _report(args, {"game": _game(row)}, f"Game {row.id} is closed after {row.ply} moves, without a winner.")


def _report(args: argparse.Namespace, facts: dict[str, Any], sentence: str) -> int:
    if args.json:
        print_json(facts)
    else:
        print(sentence)
    return DONE


def _player(player: PlayerRow) -> dict[str, Any]:
    return {name: getattr(player, name) for name in ("id", "name", "kind", "account", "banned")}


def _change(change: PlayerChange) -> dict[str, Any]:
    return {"player": _player(change.player), "bots": change.bots, "resigned": change.resigned}


def _with(change: PlayerChange) -> str:
    bots = f", with {len(change.bots)} bot{'s' * (len(change.bots) > 1)}" if change.bots else ""
    return bots + (f"; {len(change.resigned)} unfinished games resigned" if change.resigned else "")
