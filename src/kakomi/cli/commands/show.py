"""kakomi show: a position as a diagram, a picture or data."""

from __future__ import annotations

import argparse

from kakomi.cli.arguments import (
    UsageError,
    add_color,
    add_game,
    add_json,
    add_position,
    make_match,
    print_json,
    read_text,
    title_line,
    write_text,
)
from kakomi.cli.terminal import board, paint
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.core.match import Match

HELP = "show a position as a diagram, SVG or JSON"
ABOUT = "A position: its diagram, whose move it is, its one-line text, and the number of legal moves."
EXAMPLE = "kakomi show GAME --svg board.svg --theme light"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("--diagram", metavar="FILE", help="begin from the diagram in this file (- for standard input)")
    add_pictures(parser)
    add_json(parser, "the scene")
    add_color(parser)


def add_pictures(parser: argparse.ArgumentParser) -> None:
    """--svg and --theme."""
    parser.add_argument("--svg", metavar="FILE", help="write the board as an SVG picture (- for standard output)")
    parser.add_argument("--theme", choices=("auto", "light", "dark"), default="auto", help="the picture's colours")


def run(args: argparse.Namespace) -> int:
    if args.diagram is not None and args.position is not None:
        raise UsageError("--diagram and --position both say where to begin; leave one out")
    if args.svg == "-" and args.json:
        raise UsageError("--svg - and --json both want standard output; give the picture a file")
    match = make_match(args, None if args.diagram is None else read_text(args.diagram))
    if args.svg == "-":
        print(match.svg(theme=args.theme))
        return 0
    path = None if args.svg is None else write_text(args.svg, match.svg(theme=args.theme))
    if args.json:
        print_json(match.scene().as_dict())
        return 0
    describe(match, paint.choose(args.color))
    if path is not None:
        print(f"Written: {path}")
    return 0


def describe(match: Match, brush: Paint) -> None:
    """The position for a reader."""
    print(wrap(f"**{title_line(match)}**", brush))
    print(f"\n{board.draw(match, brush, whole=True)}\n")
    print(brush.bold(match.status))
    if match.score is not None:
        print(f"Score: {match.sides[0]} {match.score[0]}, {match.sides[1]} {match.score[1]}")
    print(f"Position: {match.position}")
    print(f"Legal moves: {len(match.legal_moves)}")
