"""kakomi solve: what a solved game comes to with perfect play."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.cli.arguments import (
    UsageError,
    add_game,
    add_json,
    add_position,
    make_match,
    print_json,
    title_line,
    whole,
    write_bytes,
)
from kakomi.cli.progress import bar

if TYPE_CHECKING:
    from kakomi.core.match import Match
    from kakomi.search.exact import Solver

HELP = "the proven value and best moves of a solved game"
ABOUT = (
    "What the game, or a position of it, comes to with perfect play, and every optimal move. The value is for the first "
    "player: captures ahead at the end, or 1, 0 and -1 for a win, a draw and a loss. It is read from a table of all "
    "positions, made at first and then kept in the cache folder. docs/exact.md says how, and what a certificate is."
)
EXAMPLE = "kakomi solve enclosure_chess --rules 7x7 --set vacated=closed"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("--certificate", metavar="FILE", help="write a proof that kakomi verify checks")
    parser.add_argument(
        "--endings",
        metavar="N",
        type=whole(1, 5),
        help="with --certificate, in the six-piece game: of all positions with up to N pieces a side, without the start",
    )
    add_json(parser, "value, best moves, number of positions and time")


def run(args: argparse.Namespace) -> int:
    from kakomi.certificates import writing
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
    if args.endings is not None:
        return _endings(args, match, solver)
    seconds = _prepare(solver)
    began = time.perf_counter()
    solution = solver.solution(match)
    seconds += time.perf_counter() - began
    written = None
    if args.certificate:
        with bar("Proving") as tell:
            proof = writing.certificate(match, solver, solution, tell)
        if proof is None:
            raise UsageError(f"there are no certificates for {match.game.name} {match.rules}; leave --certificate out")
        written = str(write_bytes(args.certificate, proof))
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


def _endings(args: argparse.Namespace, match: Match, solver: Solver) -> int:
    """The certificate of a part of the table."""
    from kakomi.certificates import writing
    from kakomi.search.exact_six import SixSolver

    if not args.certificate:
        raise UsageError("--endings says what a certificate is of; give --certificate FILE as well")
    if not isinstance(solver, SixSolver):
        raise UsageError(
            f"the certificates of {match.game.name} {match.rules} are of the whole game; leave --endings out"
        )
    if args.endings <= solver.kind.lost_at:
        raise UsageError(f"with {solver.kind.lost_at} pieces a game is lost; --endings takes more than that here")
    part = SixSolver(replace(solver.kind, most=args.endings))
    seconds = _prepare(part)
    with bar("Proving") as tell:
        proof = writing.six_certificate(part.table(), int(match.options["quiet"]), None, tell)
    written = str(write_bytes(args.certificate, proof))
    positions = part.kind.size()
    if args.json:
        report: dict[str, object] = {"game": match.game.name, "rules": match.rules, "options": match.options}
        report |= {"endings": args.endings, "positions": positions, "seconds": round(seconds, 3)}
        print_json(report | {"certificate": written})
        return 0
    print(title_line(match))
    print(f"Table: {positions:,} positions with up to {args.endings} pieces a side, {seconds:.2f} s")
    print(f"Written: {written}")
    return 0


def _prepare(solver: Solver) -> float:
    """Fetch or make the table, and say what there is to say about it; the seconds it took."""
    began = time.perf_counter()
    with bar("Solving") as tell:
        solver.prepare(tell)
    for notice in solver.notices:
        if sys.stderr is not None:
            print(f"kakomi: {notice}", file=sys.stderr)
    return time.perf_counter() - began
