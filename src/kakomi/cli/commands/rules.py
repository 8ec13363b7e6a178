"""kakomi rules: a game's rules, clause by clause."""

from __future__ import annotations

import argparse

from kakomi.cli.arguments import add_color, add_json, find_game
from kakomi.cli.commands.games import as_dict
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.rules_page import clause, page

HELP = "print the rules of a game, or one clause"
ABOUT = "The numbered clauses of a game, then its rule sets and options. When a move is refused, the clause is named."
EXAMPLE = "kakomi rules {game}"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a name listed by kakomi games")
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="only this clause, such as 3.1")
    add_json(parser, "the page (Markdown), rule sets and options")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    brush = paint.choose(args.color)
    if args.json:
        print_json({**as_dict(game), "page": game.rules_page()})
    elif args.clause is not None:
        print(clause(game, args.clause, brush))
    else:
        print(page(game, brush))
    return DONE
