"""kakomi ugi: the engine for programs, on standard input and output."""

from __future__ import annotations

import argparse

HELP = "speak the Universal Game Interface with a program"
ABOUT = "The engine for game programs: reads UGI commands, one a line, and answers on standard output, until `quit`."
EXAMPLE = "kakomi ugi"


def arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(args: argparse.Namespace) -> int:
    from kakomi.ugi import serve

    return serve()
