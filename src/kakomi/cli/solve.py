"""kakomi solve: what a solved game comes to with perfect play."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.cli.common import (
    UsageError,
    add_game,
    add_json,
    add_position,
    make_match,
    print_json,
    title_line,
    write_text,
)

if TYPE_CHECKING:
    from kakomi.search.exact import Tell

HELP = "the proven value and best moves of a solved game"
ABOUT = (
    "What the game, or a position of it, comes to with perfect play, and every optimal move. The value is for the first "
    "player: captures ahead at the end, or 1, 0 and -1 for a win, a draw and a loss. It is read from a table of all "
    "positions, made at first and then kept in the cache folder. docs/exact.md says how, and what a certificate is."
)
EXAMPLE = "kakomi solve enclosure_chess --rules 7x7 --set vacated=closed"

BAR = 30  # signs


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("--certificate", metavar="FILE", help="write a proof that kakomi verify checks")
    add_json(parser, "value, best moves, number of positions and time")


def run(args: argparse.Namespace) -> int:
    from kakomi.search.exact import SOLVERS, solver_for

    match = make_match(args)
    solver = solver_for(match)
    if solver is None:
        solved = [
            f"{game.name} {each.name}" for game in games.all_games() for each in game.rule_sets if each.rules in SOLVERS
        ]
        raise UsageError(f"{match.game.name} {match.rules} is not solved; solved are: {', '.join(solved)}")
    if args.certificate and (args.position is not None or args.moves.split()):
        raise UsageError("a certificate is for the game from its start; leave --position and --moves out")
    began = time.perf_counter()
    with _bar("Solving") as tell:
        solver.prepare(tell)
    solution = solver.solution(match)
    seconds = time.perf_counter() - began
    for notice in solver.notices:
        if sys.stderr is not None:
            print(f"kakomi: {notice}", file=sys.stderr)
    written = None
    if args.certificate:
        with _bar("Proving") as tell:
            text = solver.certificate(tell)
        if text is None:
            raise UsageError(f"there are no certificates for {match.game.name} {match.rules}; leave --certificate out")
        written = str(write_text(args.certificate, text))
    if args.json:
        report: dict[str, object] = {"game": match.game.name, "rules": match.rules, "options": match.options}
        report |= {"position": match.position, "value": solution.value, "best": list(solution.best), "proven": True}
        report |= {"positions": solution.positions, "seconds": round(seconds, 3)}
        print_json(report | solution.details | ({"certificate": written} if written else {}))
        return 0
    print(title_line(match))
    print(f"Value: {solution.value}, proven: {solution.sentence}.")
    if solution.best:
        print(f"Best moves: {', '.join(solution.best)}")
    print(f"Table: {solution.positions:,} positions, {seconds:.2f} s")
    if written:
        print(f"Written: {written}")
    return 0


@contextmanager
def _bar(what: str) -> Iterator[Tell | None]:
    """A bar on standard error, if that is a terminal; gone when the work is."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return

    def tell(part: float) -> None:
        print(f"\r{what} {('#' * round(part * BAR)).ljust(BAR, '.')} {part:4.0%}", end="", file=sys.stderr, flush=True)

    tell(0)
    try:
        yield tell
    finally:
        print("\r" + " " * (len(what) + BAR + 6) + "\r", end="", file=sys.stderr, flush=True)
