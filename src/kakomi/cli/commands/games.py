"""kakomi games: the games, their rule sets and options."""

from __future__ import annotations

import argparse

from kakomi import games
from kakomi.cli.arguments import add_color, add_json, print_json
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.markdown import rule_set_lines, wrap
from kakomi.core.game import Game

HELP = "list the games, their rule sets and options"
ABOUT = "The games, who made them, their rule sets, and each option with its default and range."
EXAMPLE = "kakomi games --json"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser, "the list")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        print_json([as_dict(game) for game in games.all_games()])
        return 0
    brush = paint.choose(args.color)
    for game in games.all_games():
        print(wrap(f"**{game.title}** (`{game.name}`) - {game.by}", brush, "", "  "))
        print(wrap(game.about, brush, "  "))
        print("\n".join(rule_set_lines(game, brush, "    ")))
        print()
    print(wrap("Choose with --rules NAME and --set OPTION=VALUE; kakomi rules GAME explains the clauses.", brush))
    return 0


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
