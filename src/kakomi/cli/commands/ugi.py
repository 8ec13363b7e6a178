"""kakomi ugi: the engine for programs, on standard input and output."""

from __future__ import annotations

import argparse

HELP = "speak the Universal Game Interface with a program"
ABOUT = "The engine for game programs: reads UGI commands, one a line, and answers on standard output, until `quit`."
EXAMPLE = "kakomi ugi"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Options set beforehand."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option set beforehand, like Level=6 or Threads=2; may be repeated",
    )


def run(args: argparse.Namespace) -> int:
    from kakomi.ugi import run as serve

    return serve(args.set)
