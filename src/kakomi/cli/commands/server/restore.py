"""kakomi restore: restore a backup."""

from __future__ import annotations

import argparse
import os

from kakomi.cli.arguments import add_json
from kakomi.cli.commands.server.settings import add_database, missing, read_settings
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json, user_path

HELP = "restore a backup of the server"
ABOUT = (
    "Checks a backup and restores its database and secret, while no server runs. SQLite: into the data folder; what is "
    "there already is refused, or set aside with --replace. PostgreSQL: into an empty database. A backup of SQLite can be "
    "restored into PostgreSQL, and the other way round."
)
EXAMPLE = "kakomi restore ~/backups/monday --data /srv/kakomi"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="a folder that kakomi backup wrote")
    add_database(parser)
    parser.add_argument("--replace", action="store_true", help="set aside the database and secret that are there")
    add_json(parser, "the inventory")


def run(args: argparse.Namespace) -> int:
    settings = read_settings(database=args.database, data=args.data)
    try:
        from kakomi.store.backups.folder import SECRET
        from kakomi.store.backups.restore import restore
    except ModuleNotFoundError as error:
        raise missing(error) from error
    restored = restore(user_path(args.folder), settings.url, settings.folder, args.replace)
    inventory, kept = restored.inventory, restored.kept
    if args.json:
        print_json({**inventory.__dict__, "kept": None if kept is None else str(kept)})
        return DONE
    print(
        f"Restored: {inventory.rows['players']:,} players, {inventory.rows['games']:,} games, from {inventory.created}"
    )
    if kept is not None:
        print(f"What was there before is now in {kept}")
    if SECRET not in inventory.sha256:
        print("The backup has no secret: visitors without an account will get new cookies, and lose their games.")
    elif os.environ.get("KAKOMI_SECRET"):
        print(f"KAKOMI_SECRET is set and takes precedence over the restored {settings.secret_file}.")
    return DONE
