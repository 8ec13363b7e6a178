"""kakomi ugi: the engine for programs, on standard input and output."""

from __future__ import annotations

import argparse

HELP = "run the engine for other programs (Universal Game Interface)"
ABOUT = "Reads UGI commands from standard input, one per line, and answers on standard output, until `quit`."
EXAMPLE = "kakomi ugi --set Level=6"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an engine option at the start, like Level=6 or Threads=2; may be repeated",
    )


def run(args: argparse.Namespace) -> int:
    from kakomi.ugi import run as serve

    return serve(args.set)
