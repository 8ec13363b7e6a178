"""kakomi new-game: a package for a game of your own."""

from __future__ import annotations

import argparse

from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import user_path

HELP = "write a working package for a game of your own"
ABOUT = (
    "Writes a complete package: rules, view, rules page, exercises, an independent oracle, move counts, a whole game, tests "
    "and pyproject.toml. Install it, and the game is everywhere: here, in the browser, over UGI, in the lab. "
    "docs/design/add-a-game.md explains each step."
)
EXAMPLE = "kakomi new-game four_in_a_row --to my-game"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the game's name: letters a-z, digits and _, a letter first")
    parser.add_argument("--to", metavar="FOLDER", help="the folder to write, which must not exist (kakomi-NAME)")


def run(args: argparse.Namespace) -> int:
    from kakomi import new_game

    folder = new_game.write(args.name, None if args.to is None else user_path(args.to))
    print(f"Written: {folder}")
    print(f"Next:    pip install -e '{folder}[test]'")
    print(f"         kakomi play {args.name}")
    print(f"         pytest {folder} && pytest --pyargs kakomi.testing --game {args.name} --materials {folder}/tests")
    return DONE
