"""kakomi show: a position as a diagram, a picture or data."""

from __future__ import annotations

import argparse

from kakomi.cli.arguments import (
    UsageError,
    add_color,
    add_game,
    add_json,
    add_pictures,
    add_position,
    make_match,
)
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json, read_text, write_text
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.position_text import print_position

HELP = "show a position as a diagram, SVG or JSON"
ABOUT = "A position: its diagram, whose turn it is, the position in one line, and the number of legal moves."
EXAMPLE = "kakomi show {game} --svg board.svg --theme light"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("--diagram", metavar="FILE", help="start from the diagram in this file (- for standard input)")
    add_pictures(parser)
    add_json(parser, "the scene")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    if args.diagram is not None and args.position is not None:
        raise UsageError("--diagram and --position both give the start position; use only one of them")
    if args.svg == "-" and args.json:
        raise UsageError("--svg - and --json both write to standard output; write the picture to a file")
    match = make_match(args, None if args.diagram is None else read_text(args.diagram))
    if args.svg == "-":
        print(match.svg(theme=args.theme))
        return DONE
    path = None if args.svg is None else write_text(args.svg, match.svg(theme=args.theme))
    if args.json:
        print_json(match.scene().as_dict())
        return DONE
    print_position(match, paint.choose(args.color))
    if path is not None:
        print(f"Written: {path}")
    return DONE
