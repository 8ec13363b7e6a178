"""kakomi perft: count the move sequences of a given length."""

from __future__ import annotations

import argparse
import time

from kakomi.cli.arguments import add_game, add_json, add_position, make_match, whole
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json
from kakomi.cli.interrupts import interruptible
from kakomi.cli.progress import note
from kakomi.cli.terminal.position_text import title_line
from kakomi.core.match import Match

HELP = "count the move sequences of a given length"
ABOUT = "Counts the sequences of exactly N moves: the classic test of a move generator, and of its speed."
EXAMPLE = "kakomi perft {game} --depth 4 --divide"

DEEPEST = 99


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--depth", metavar="N", type=whole(0, DEEPEST), required=True, help=f"the number of moves, 0 to {DEEPEST}"
    )
    parser.add_argument("--divide", action="store_true", help="also print the count for each first move")
    add_position(parser)
    parser.add_argument(
        "--target", choices=("cpu", "python"), default="cpu", help="compiled (cpu) or interpreted (default: cpu)"
    )
    add_json(parser, "counts, time and speed")


def run(args: argparse.Namespace) -> int:
    from kakomi.search import batch

    match = make_match(args)

    def count(here: Match, depth: int) -> int:
        return interruptible(lambda: batch.perft(here, depth, args.target))

    if args.target == "cpu":
        note(f"Compiling {match.game.title} (only the first time) ...")
        count(match, min(args.depth, 1))
    began = time.perf_counter()
    divided: dict[str, int] = {}
    if args.divide and args.depth > 0:
        for text in match.legal_moves:
            after = match.copy()
            after.push(text)
            divided[text] = count(after, args.depth - 1)
            if not args.json:
                print(f"{text}  {divided[text]}", flush=True)
        nodes = sum(divided.values())
    else:
        nodes = count(match, args.depth)
    seconds = time.perf_counter() - began
    speed = nodes / seconds if seconds > 0 else 0.0
    if args.json:
        report: dict[str, object] = {"game": match.game.name, "rules": match.rules, "options": match.options}
        report |= {"position": match.position, "depth": args.depth, "target": args.target, "nodes": nodes}
        report |= {"seconds": round(seconds, 6), "nodes_per_s": round(speed)}
        print_json(report | ({"divide": divided} if args.divide else {}))
        return DONE
    print(title_line(match))
    print(f"depth {args.depth}: {nodes} nodes in {seconds:.3f} s, {speed:,.0f} nodes/s ({args.target})")
    return DONE
