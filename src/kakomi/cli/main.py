"""The command `kakomi`: what was asked is found and run; every refusal is one sentence and an exit code."""

from __future__ import annotations

import argparse
import codecs
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from typing import Any, NoReturn

from kakomi import __version__
from kakomi import games as catalogue
from kakomi.cli import (
    analyse,
    bench,
    choose,
    games,
    lab,
    match,
    perft,
    play,
    replay,
    rules,
    serve,
    show,
    solve,
    ugi,
    verify,
)
from kakomi.cli.common import UsageError, add_color
from kakomi.cli.paint import WIDEST_TEXT
from kakomi.core.errors import EngineError, KakomiError, UnknownName

COMMANDS = {
    "games": games,
    "rules": rules,
    "play": play,
    "show": show,
    "perft": perft,
    "bench": bench,
    "replay": replay,
    "analyse": analyse,
    "match": match,
    "lab": lab,
    "solve": solve,
    "verify": verify,
    "ugi": ugi,
    "serve": serve,
}

DONE, FAILED, REFUSED, INTERRUPTED = 0, 1, 2, 130

EPILOG = """\
exit codes:
  0    done; also when the reader of a pipe goes away, or a game is left
  1    failed: the engine is missing or contradicts itself, or the output
       cannot be written
  2    refused: something asked for is not right, be it the command line, a
       name, an option, a move, a position, a record or a file
  130  interrupted with Ctrl-C; a game being played is saved first

examples:
  kakomi                             choose a game and play
  kakomi play GAME --against random  play against a machine
  kakomi rules GAME                  the rules, clause by clause
"""


class Parser(argparse.ArgumentParser):
    """argparse, with refusals in one line like all others."""

    def __init__(self, **how: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **how)

    def error(self, message: str) -> NoReturn:
        """Raise rather than print the usage and leave."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="kakomi",
        description="Five board games of surrounding and isolation.\nWithout a command: choose a game and play it.",
        epilog=_with_a_game(EPILOG),
    )
    parser.add_argument("--version", action="version", version=f"kakomi {__version__}")
    add_color(parser, "auto")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)
    for name, module in COMMANDS.items():
        added = commands.add_parser(
            name,
            help=module.HELP,
            description=textwrap.fill(module.ABOUT, min(WIDEST_TEXT, shutil.get_terminal_size().columns)),
            epilog=_with_a_game(f"example:\n  {module.EXAMPLE}"),
        )
        module.arguments(added)
        added.set_defaults(run=module.run)
    return parser


def _with_a_game(text: str) -> str:
    """An example is better with a name in it than with a placeholder."""
    return text.replace("GAME", catalogue.names()[0])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _speak_plainly()
    try:
        try:
            status = _run(words)
        except SystemExit as leaving:  # argparse, after --help and --version
            status = leaving.code if isinstance(leaving.code, int) else DONE
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except EngineError as error:
        return _refuse(error, FAILED)
    except KakomiError as error:
        return _refuse(error, REFUSED)
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python flushes once more at its end: give that somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except OSError as error:
        if error.filename is None:
            return _refuse(error.strerror or error, FAILED)
        return _refuse(f"{error.filename}: {error.strerror}", REFUSED)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(words: list[str]) -> int:
    first = next((word for word in words if not word.startswith("-")), None)
    if first in catalogue.names() and first == words[0]:
        raise UsageError(f"{first} is a game, not a command; to play it: kakomi play {first}")
    if first is not None and first == words[0] and first not in COMMANDS:
        raise UnknownName("command", first, COMMANDS)
    args = make_parser().parse_args(words)
    status: int = choose.run(args) if args.command is None else args.run(args)
    return status


def _refuse(error: object, status: int) -> int:
    """One line on standard error."""
    if sys.stderr is not None:
        line = " ".join(str(error).split())
        print(f"kakomi: {''.join(sign if sign.isprintable() else '?' for sign in line)}", file=sys.stderr)
    return status


PLAIN_SIGNS = {"…": "...", "×": "x", "–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'"}


def _in_plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Signs a terminal cannot show, in ones it can."""
    assert isinstance(error, UnicodeEncodeError)
    made = ""
    for sign in error.object[error.start : error.end]:
        near = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
        made += PLAIN_SIGNS.get(sign) or near or "?"
    return made, error.end


def _speak_plainly() -> None:
    """Make output to a terminal without UTF-8 approximate, and input with stray bytes readable, instead of failing."""
    codecs.register_error("kakomi-plain", _in_plain_signs)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="kakomi-plain")
    if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
