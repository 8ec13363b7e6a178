"""kakomi perft: count the move sequences of a given length."""

from __future__ import annotations

import argparse
import time

from kakomi.cli.common import (
    add_game,
    add_json,
    add_position,
    interruptible,
    make_match,
    note,
    print_json,
    title_line,
    whole,
)
from kakomi.core.match import Match

HELP = "count the move sequences of a given length"
ABOUT = "The number of sequences of exactly N moves: the classic check of a move generator, and its speed."
EXAMPLE = "kakomi perft GAME --depth 4 --divide"

DEEPEST = 99


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--depth", metavar="N", type=whole(0, DEEPEST), required=True, help=f"how many moves, 0 to {DEEPEST}"
    )
    parser.add_argument("--divide", action="store_true", help="the count for each first move as well")
    add_position(parser)
    parser.add_argument("--target", choices=("cpu", "python"), default="cpu", help="compiled, or the plain source")
    add_json(parser, "counts, time and speed")


def run(args: argparse.Namespace) -> int:
    from kakomi.search import batch

    match = make_match(args)

    def count(here: Match, depth: int) -> int:
        return interruptible(lambda: batch.perft(here, depth, args.target))

    if args.target == "cpu":
        note(f"Compiling {match.game.title} (quick, once it is in the cache) ...")
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
        return 0
    print(f"{title_line(match)}")
    print(f"depth {args.depth}: {nodes} nodes in {seconds:.3f} s, {speed:,.0f} nodes/s ({args.target})")
    return 0
