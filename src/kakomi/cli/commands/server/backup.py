"""kakomi backup: the server's database and secret as a folder, checked, while the server runs."""

from __future__ import annotations

import argparse
import datetime

from kakomi.cli.arguments import add_json
from kakomi.cli.commands.server.settings import add_database, missing, read_settings
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json, user_path

HELP = "back up the server's database and secret, while it runs"
ABOUT = (
    "Writes a new folder with the database as of one moment, the secret that signs cookies, and an inventory; then opens it "
    "and checks it. Works on SQLite and PostgreSQL while servers run. Keep it safe: it holds hashes of passphrases. "
    "Saved games of the terminal and runs of the lab are files of their own and not part of it."
)
EXAMPLE = "kakomi backup ~/backups/monday"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", help="a folder that does not exist yet (kakomi-backup-DATE-TIME)"
    )
    add_database(parser)
    add_json(parser, "the inventory")


def run(args: argparse.Namespace) -> int:
    settings = read_settings(database=args.database, data=args.data)
    try:
        from kakomi.store.backups.backup import back_up
        from kakomi.store.backups.folder import SECRET
    except ModuleNotFoundError as error:
        raise missing(error) from error
    folder = user_path(args.folder or f"kakomi-backup-{datetime.datetime.now():%Y%m%d-%H%M%S}")
    inventory = back_up(settings.url, settings.existing_secret(), folder)
    if args.json:
        print_json({"folder": str(folder), **inventory.__dict__})
        return DONE
    rows = inventory.rows
    print(f"Written and checked: {folder}")
    print(f"{rows['players']:,} players, {rows['games']:,} games, {rows['moves']:,} moves, schema {inventory.schema}")
    if SECRET not in inventory.sha256:
        print("There is no secret to back up: no server has run with this data folder (--data), or it is elsewhere.")
    return DONE
