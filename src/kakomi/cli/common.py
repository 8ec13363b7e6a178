"""What the commands share: their common arguments, the match these describe, files, JSON, long computations."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kakomi import games
from kakomi.core import files
from kakomi.core.errors import KakomiError, OptionError, PositionError, shorten

if TYPE_CHECKING:
    from kakomi.core.game import Game
    from kakomi.core.match import Match

T = TypeVar("T")

LARGEST_FILE = 4_000_000  # bytes: far beyond any diagram or record a person keeps


class UsageError(KakomiError):
    """The command line itself does not hang together."""


# --- arguments --------------------------------------------------------------------------------------------------------


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """GAME, --rules and --set."""
    known = ", ".join(games.names())
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help=f"one of {known}")
    parser.add_argument("--rules", metavar="R", help="the rule set (see kakomi games); the game's first by default")
    parser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], dest="options", help="an option; may be repeated"
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """--position and --moves."""
    parser.add_argument("--position", metavar="TEXT", help="begin from this position, as kakomi show prints it")
    parser.add_argument("--moves", metavar='"M1 M2"', default="", help="make these moves first")


def add_color(parser: argparse.ArgumentParser, default: str = argparse.SUPPRESS) -> None:
    """--color, before the command or after it."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default=default,
        help="auto: in a terminal, unless NO_COLOR is set",
    )


def add_json(parser: argparse.ArgumentParser, what: str) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help=f"print {what} as JSON")


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers in a range, for argparse.

    >>> whole(1, 9)("7")
    7
    """

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"a whole number from {low} to {high} is needed, not {shorten(text)!r}")

    return read


# --- games and matches ------------------------------------------------------------------------------------------------


def find_game(text: str) -> Game:
    """The game of that name; capitals, blanks and hyphens do not matter.

    >>> find_game("Enso").name
    'enso'
    """
    return games.get("_".join(text.lower().replace("-", " ").replace("_", " ").split()) or text)


def read_options(pairs: Sequence[str]) -> dict[str, object]:
    """The values of --set.

    >>> read_options(["size=19"])
    {'size': '19'}
    """
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip().lower()
        if not equals or not name:
            raise OptionError(f"--set takes NAME=VALUE, not {shorten(pair)!r}")
        if name in values:
            raise OptionError(f"--set gives {shorten(name)} twice; give it once")
        values[name] = value.strip()
    return values


def make_match(args: argparse.Namespace, diagram: str | None = None) -> Match:
    """The match that GAME, --rules, --set, --position (or a diagram) and --moves describe."""
    from kakomi.core.match import Match

    game = find_game(args.game)
    rules = None if args.rules is None else args.rules.strip().lower()
    options = read_options(args.options)
    position = args.position
    if diagram is not None:
        rule_set, values = game.settle(rules, options)
        position = rule_set.view.position_text(rule_set.view.read_diagram(diagram, rule_set.settings(values)))
    match = Match(game, rules, options, position)
    for text in args.moves.split():
        match.push(text)
    return match


def title_line(match: Match) -> str:
    """The game, the rule set, the options that are not at their default, and the designer."""
    defaults = {option.name: option.default for option in match.rule_set.options}
    changed = [f"{name} {value}" for name, value in match.options.items() if value != defaults[name]]
    rules = [f"rules {match.rules}"] if len(match.game.rule_sets) > 1 else []
    return f"{', '.join([match.game.title, *rules, *changed])} - {match.game.by}"


# --- files and output -------------------------------------------------------------------------------------------------


def print_json(value: object) -> None:
    """One JSON value on standard output."""
    print(json.dumps(value, indent=2))


def note(text: str) -> None:
    """A line for the person who waits, on standard error, if that is a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if name == "-":
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin is not None else b""
    else:
        with open(user_path(name), "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise PositionError(f"{name} is larger than {LARGEST_FILE // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(f"{name} is not a text in UTF-8") from error


def user_path(name: str) -> Path:
    """The path a person means: ~ is the home folder."""
    try:
        path = Path(name).expanduser()
    except RuntimeError as error:  # ~nobody
        raise UsageError(f"{shorten(name)!r} is not the name of a file: there is no such home folder") from error
    if "\0" in name:
        raise UsageError(f"{shorten(name)!r} is not the name of a file")
    return path


def write_text(name: str, text: str) -> Path:
    """Write a text to a file, whole or not at all, and return where it is."""
    return write_bytes(name, [text.encode()])


def write_bytes(name: str, pieces: Iterable[bytes]) -> Path:
    """Write a file whole or not at all, and return where it is."""
    path = user_path(name)
    try:
        files.write_whole(path, pieces)
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error
    return path


# --- computing --------------------------------------------------------------------------------------------------------


def interruptible(compute: Callable[[], T]) -> T:
    """The result of a long computation in compiled code, which itself never looks whether Ctrl-C was pressed."""
    results: list[T] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            results.append(compute())
        except BaseException as error:  # noqa: BLE001 - raised again where it was asked for
            failures.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if failures:
        raise failures[0]
    return results[0]
