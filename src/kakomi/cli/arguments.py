"""Arguments that several commands have, and the match they describe."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.core.errors import KakomiError, OptionError, shorten

if TYPE_CHECKING:
    from kakomi.core.game import Game
    from kakomi.core.match import Match


MOST_JOBS = 256  # processes


class UsageError(KakomiError):
    """The arguments do not fit together."""


# --- declared ---------------------------------------------------------------------------------------------------------


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """GAME, --rules and --set."""
    known = ", ".join(game_names())
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help=f"one of {known}")
    add_rules(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """--rules and --set."""
    parser.add_argument(
        "--rules", metavar="NAME", help="the rule set, as listed by kakomi games (default: the game's first)"
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="options",
        help="set an option; may be repeated",
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """--position and --moves."""
    parser.add_argument("--position", metavar="TEXT", help="start from this position, as printed by kakomi show")
    parser.add_argument("--moves", metavar='"M1 M2"', default="", help="play these moves first")


def add_color(parser: argparse.ArgumentParser, default: str = argparse.SUPPRESS) -> None:
    """--color, before the command or after it."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default=default,
        help="use colours (auto: in a terminal, unless NO_COLOR is set)",
    )


def add_pictures(parser: argparse.ArgumentParser) -> None:
    """--svg and --theme."""
    parser.add_argument("--svg", metavar="FILE", help="write the board as an SVG picture (- for standard output)")
    add_theme(parser)


def add_theme(parser: argparse.ArgumentParser) -> None:
    """--theme."""
    parser.add_argument("--theme", choices=("auto", "light", "dark"), default="auto", help="the picture's colours")


def add_jobs(parser: argparse.ArgumentParser, default: int) -> None:
    """--jobs."""
    parser.add_argument(
        "--jobs", metavar="N", type=whole(1, MOST_JOBS), default=default, help=f"how many processes to use ({default})"
    )


def add_json(parser: argparse.ArgumentParser, what: str) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help=f"print {what} as JSON")


def add_action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, example: str
) -> argparse.ArgumentParser:
    """The parser of one action of a command, with an example in its help."""
    return actions.add_parser(name, help=about, epilog=f"example:\n  {with_game(example)}")


def with_game(example: str) -> str:
    """An example with {game} replaced by the name of a game that exists."""
    return example.replace("{game}", next(iter(game_names()), "GAME"))


def whole(low: int, high: int) -> Callable[[str], int]:
    """A parser of whole numbers in a range, for argparse.

    >>> whole(1, 9)("7")
    7
    """

    def parse(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}, not {shorten(text)!r}")

    return parse


# --- read -------------------------------------------------------------------------------------------------------------


def game_names() -> tuple[str, ...]:
    """The names of all games there are now: a plug-in may have added some."""
    return games.names()


def find_game(text: str) -> Game:
    """The game of that name; capitals, spaces and hyphens do not matter."""
    return games.get("_".join(text.lower().replace("-", " ").replace("_", " ").split()) or text)


def read_rules(args: argparse.Namespace) -> str | None:
    """The value of --rules."""
    return None if args.rules is None else args.rules.strip().lower()


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
    rules = read_rules(args)
    options = read_options(args.options)
    position = args.position
    if diagram is not None:
        rule_set, values = game.settle(rules, options)
        position = rule_set.view.position_text(rule_set.view.read_diagram(diagram, rule_set.settings(values)))
    match = Match(game, rules, options, position)
    for text in args.moves.split():
        match.push(text)
    return match
