"""The command `kakomi`: finds the command and runs it. Every error is one sentence and an exit code."""

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
from kakomi.cli.arguments import UsageError, add_color, game_names, with_game
from kakomi.cli.commands import (
    analyse,
    bench,
    engines,
    games,
    lab,
    match,
    new_game,
    perft,
    play,
    puzzles,
    replay,
    rules,
    show,
    solve,
    train,
    ugi,
    verify,
)
from kakomi.cli.commands.server import admin, backup, restore, serve
from kakomi.cli.exit_codes import DONE, FAILED, INTERRUPTED, REFUSED
from kakomi.cli.terminal import menu
from kakomi.cli.terminal.paint import WIDEST_TEXT
from kakomi.core.errors import EngineError, KakomiError, UnknownName

COMMANDS = {
    "games": games,
    "rules": rules,
    "play": play,
    "show": show,
    "perft": perft,
    "bench": bench,
    "engines": engines,
    "replay": replay,
    "analyse": analyse,
    "match": match,
    "lab": lab,
    "solve": solve,
    "verify": verify,
    "train": train,
    "puzzles": puzzles,
    "new-game": new_game,
    "ugi": ugi,
    "serve": serve,
    "admin": admin,
    "backup": backup,
    "restore": restore,
}

ABOUT = "Abstract board games for two players: play them, analyse them, measure them."
EPILOG = """\
exit codes:
  0    done; also if the reader of a pipe stops reading, or a game is left
  1    failed: an optional part is missing, the engine contradicts itself, a
       repeated run differs, or the output cannot be written
  2    refused: something in the request is wrong: the command line, a name,
       an option, a move, a position, a record or a file
  130  interrupted with Ctrl-C; a game in progress is saved first

examples:
  kakomi                               choose a game and play it
  kakomi play {game} --against level:4   play against the computer
  kakomi rules {game}                    read the rules
"""


class Parser(argparse.ArgumentParser):
    """argparse, with errors in one line like all others."""

    def __init__(self, **how: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **how)

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and exiting."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def make_parser(words: Sequence[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    """The parser of the whole command line, with the games there are now.

    Only the commands among the words get their arguments.
    """
    parser = Parser(
        prog="kakomi",
        description=f"{ABOUT}\nWithout a command: choose a game and play it.",
        epilog=with_game(EPILOG),
    )
    parser.add_argument("--version", action="version", version=f"kakomi {__version__}")
    add_color(parser, "auto")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)
    for name, module in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=textwrap.fill(module.ABOUT, min(WIDEST_TEXT, shutil.get_terminal_size().columns)),
            epilog=f"example:\n  {with_game(module.EXAMPLE)}",
        )
        if name in words:
            module.arguments(command)
            command.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    _tolerate_encodings()
    try:
        try:
            status = _run(words)
        except SystemExit as leaving:  # argparse, after --help and --version
            status = leaving.code if isinstance(leaving.code, int) else DONE
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except EngineError as error:
        return _print_error(error, FAILED)
    except KakomiError as error:
        return _print_error(error, REFUSED)
    except BrokenPipeError:
        # The reader of our output is gone. Python flushes again at exit: give that somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return DONE
    except OSError as error:
        if error.filename is None:
            return _print_error(error.strerror or error, FAILED)
        return _print_error(f"{error.filename}: {error.strerror}", REFUSED)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _run(words: list[str]) -> int:
    first = words[0] if words else None
    if first is not None and not first.startswith("-") and first not in COMMANDS:
        if first in game_names():
            raise UsageError(f"{first} is a game, not a command; to play it: kakomi play {first}")
        raise UnknownName("command", first, COMMANDS)
    args = make_parser(words).parse_args(words)
    status: int = menu.run(args) if args.command is None else args.run(args)
    return status


def _print_error(error: object, status: int) -> int:
    """One line on standard error; the exit code is passed through."""
    if sys.stderr is not None:
        line = " ".join(str(error).split())
        print(f"kakomi: {''.join(each if each.isprintable() else '?' for each in line)}", file=sys.stderr)
    return status


# --- terminals without UTF-8 ------------------------------------------------------------------------------------------

SUBSTITUTES = {"…": "...", "×": "x", "–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'"}


def _substitute(error: UnicodeError) -> tuple[str, int]:
    """Characters that the terminal cannot show, replaced by ones it can."""
    assert isinstance(error, UnicodeEncodeError)
    text = ""
    for character in error.object[error.start : error.end]:
        ascii_form = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
        text += SUBSTITUTES.get(character) or ascii_form or "?"
    return text, error.end


def _tolerate_encodings() -> None:
    """Let output that the terminal cannot encode be approximated, and undecodable input be read, instead of failing."""
    codecs.register_error("kakomi-substitute", _substitute)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="kakomi-substitute")
    if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
