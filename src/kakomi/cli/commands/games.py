"""kakomi games: the games, their rule sets and options."""

from __future__ import annotations

import argparse
import sys

from kakomi import games
from kakomi.cli.arguments import add_color, add_json
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.rules_page import rule_set_lines
from kakomi.core.game import Game

HELP = "list the games, their rule sets and options"
ABOUT = "All games, their designers, their rule sets, and each option with its default and range."
EXAMPLE = "kakomi games --json"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser, "the list")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    _print_problems()
    if args.json:
        print_json([as_dict(game) for game in games.all_games()])
        return DONE
    brush = paint.choose(args.color)
    for game in games.all_games():
        print(wrap(f"**{game.title}** (`{game.name}`) - {game.by}", brush, "", "  "))
        print(wrap(game.about, brush, "  "))
        print("\n".join(rule_set_lines(game, brush, "    ")))
        print()
    print(wrap("Choose with --rules NAME and --set OPTION=VALUE; kakomi rules GAME prints the rules.", brush))
    return DONE


def _print_problems() -> None:
    """Name the plug-ins that could not be loaded, one sentence each."""
    if sys.stderr is not None:
        for sentence in games.problems():
            print(f"kakomi: {sentence}", file=sys.stderr)


def as_dict(game: Game) -> dict[str, object]:
    """A game for programs."""
    rule_sets = [
        {
            "name": rule_set.name,
            "help": rule_set.help,
            "scored": rule_set.scored,
            "options": [{**option.as_dict(), "range": option.range} for option in rule_set.options],
        }
        for rule_set in game.rule_sets
    ]
    return {
        "name": game.name,
        "title": game.title,
        "by": game.by,
        "about": game.about,
        "version": game.version,
        "rule_sets": rule_sets,
    }
