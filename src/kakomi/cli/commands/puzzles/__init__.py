"""kakomi puzzles: positions with one right move, found in games of the computer against itself, and proven twice."""

from __future__ import annotations

import argparse

from kakomi.cli.commands.puzzles import check, make

HELP = "make puzzles from games of the computer against itself, and check them"
ABOUT = (
    "A puzzle is a position in which exactly one move wins, or exactly one does not lose. `make` looks for such positions "
    "in games between the middle levels, and keeps what is proven. `check` proves the puzzles of a game again, by a search "
    "that shares nothing with the one that found them. docs/play/puzzles.md explains both."
)
EXAMPLE = make.EXAMPLE


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    make.add(actions)
    check.add(actions)


def run(args: argparse.Namespace) -> int:
    status: int = args.act(args)
    return status
