"""kakomi rules: a game's rules, clause by clause."""

from __future__ import annotations

import argparse
import re

from kakomi.cli.arguments import add_color, add_json, find_game, print_json
from kakomi.cli.commands.games import as_dict
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.markdown import render, rule_set_lines
from kakomi.cli.terminal.paint import Paint
from kakomi.core.errors import UnknownName
from kakomi.core.game import Game

HELP = "the rules of a game, clause by clause"
ABOUT = "The numbered clauses of a game, then its rule sets and options. Refused moves cite these clauses."
EXAMPLE = "kakomi rules GAME"

CLAUSE = re.compile(r"(?:(#+) |\s*- \*\*)([0-9]+(?:\.[0-9]+)*)\b.*")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a name from kakomi games")
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="one clause alone, such as 3.1")
    add_json(parser, "the page (Markdown), rule sets and options")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    if args.json:
        print_json({**as_dict(game), "page": game.rules_page()})
    elif args.clause is not None:
        print(clause(game, args.clause, paint.choose(args.color)))
    else:
        print(page(game, paint.choose(args.color)))
    return 0


def page(game: Game, brush: Paint) -> str:
    """The rules page for the terminal, with rule sets and options at its end."""
    listed = "\n".join(rule_set_lines(game, brush))
    return f"{render(game.rules_page(), brush)}\n\n{brush.bold('Rule sets and options')}\n{listed}"


def clause(game: Game, wanted: str, brush: Paint) -> str:
    """One clause of the page: a heading with all that is under it, or an entry alone."""
    wanted = wanted.strip().strip("().")
    lines: list[str] = []
    known: list[str] = []
    inside = ""  # how the clause began that we are in: with ##, or as an entry
    for line in game.rules_page().splitlines():
        found = CLAUSE.fullmatch(line)
        if found:
            known.append(found[2])
        if found and found[2] == wanted:
            inside = found[1] or "-"
        elif inside and (line.startswith("#") or (inside == "-" and found)):
            inside = ""
        if inside:
            lines.append(line)
    if not lines:
        raise UnknownName(f"clause of {game.name}", wanted, known)
    return render("\n".join(lines), brush)
