"""kakomi solve: the result of a solved game with perfect play."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.cli.arguments import UsageError, add_game, add_json, add_position, make_match, whole
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import check_place, print_json, write_bytes
from kakomi.cli.progress import progress_bar
from kakomi.cli.terminal.position_text import title_line
from kakomi.core.errors import OptionError

if TYPE_CHECKING:
    from kakomi.core.match import Match
    from kakomi.solved.solver import Solver

HELP = "print the proven value and best moves of a solved game"
ABOUT = (
    "The result of the game, or of a position, with perfect play, and every optimal move. The value is for the first "
    "player: the final margin in points, or 1, 0 and -1 for a win, a draw and a loss. It is read from a table of all "
    "positions, which is built once and kept in the cache folder; where there is none a search proves who wins, and the "
    "value is win, draw or loss. docs/research/exact.md explains tables and certificates."
)
EXAMPLE = "kakomi solve GAME --rules NAME --certificate proof"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("--certificate", metavar="FILE", help="write a proof that kakomi verify can check")
    parser.add_argument(
        "--endings",
        metavar="N",
        type=whole(1, 40),
        help="with --certificate, where the game allows it: prove all positions with up to N pieces per side instead",
    )
    add_json(parser, "value, best moves, number of positions and time")


def run(args: argparse.Namespace) -> int:
    from kakomi.solved.solver import solver_for

    try:
        match = make_match(args)
    except OptionError as error:  # probably a board that is just too large: say what is solved
        solved = [each for each in _solved_games() if each.split()[0] == args.game]
        raise OptionError(f"{error}" + (f"; solved is no more than {', '.join(solved)}" if solved else "")) from error
    solver = solver_for(match)
    if solver is None:
        chosen = " ".join([match.game.name, match.rules, *(f"{name}={value}" for name, value in match.options.items())])
        raise UsageError(f"{chosen} is not solved; solved games: {', '.join(_solved_games())}")
    if args.certificate and (args.position is not None or args.moves.split()):
        raise UsageError("a certificate proves the game from its start; leave out --position and --moves")
    if args.certificate:
        check_place(args.certificate)
    if args.endings is not None:
        return _endings(args, match, solver)
    seconds = _prepare(solver)
    began = time.perf_counter()
    with progress_bar("Solving") as report_share:
        if not solver.ready:  # without a table the result is proven by search
            solver.prepare(report_share)
        solution = solver.solution(match)
    seconds += time.perf_counter() - began
    written = None
    if args.certificate:
        with progress_bar("Proving") as report_share:
            proof = solver.certificate(match, solution, report_share)
        if proof is None:
            raise UsageError(f"there are no certificates for {match.game.name} {match.rules}; leave out --certificate")
        written = str(write_bytes(args.certificate, proof))
    if args.json:
        report: dict[str, object] = {"game": match.game.name, "rules": match.rules, "options": match.options}
        report |= {"position": match.position, "value": solution.value, "best": list(solution.best), "proven": True}
        report |= {"positions": solution.positions, "seconds": round(seconds, 3)}
        print_json(report | solution.details | ({"certificate": written} if written else {}))
        return DONE
    print(title_line(match))
    print(f"Value: {solution.value}, proven: {solution.sentence}.")
    if solution.best:
        print(f"Best moves: {', '.join(solution.best)}")
    kind = "Table" if solver.ready else "Search"
    print(f"{kind}: {solution.positions:,} positions, {seconds:.2f} s")
    if written:
        print(f"Written: {written}")
    return DONE


def _solved_games() -> Iterator[str]:
    from kakomi.solved.solver import solved_options

    for game in games.all_games():
        for rule_set in game.rule_sets:
            options = solved_options(rule_set)
            if options is not None:
                yield f"{game.name} {rule_set.name}" + (f" ({options})" if options else "")


def _endings(args: argparse.Namespace, match: Match, solver: Solver) -> int:
    """A certificate for a part of the table."""
    if not args.certificate:
        raise UsageError("--endings says what a certificate proves; add --certificate FILE")
    part = solver.endings(args.endings)
    if part is None:
        raise UsageError(f"a certificate of {match.game.name} {match.rules} proves the whole game; leave out --endings")
    seconds = _prepare(part)
    with progress_bar("Proving") as report_share:
        proof = part.certificate(match, None, report_share)
    if proof is None:
        raise UsageError(f"there are no certificates for {match.game.name} {match.rules}; leave out --certificate")
    written = str(write_bytes(args.certificate, proof))
    positions = part.positions
    if args.json:
        report: dict[str, object] = {"game": match.game.name, "rules": match.rules, "options": match.options}
        report |= {"endings": args.endings, "positions": positions, "seconds": round(seconds, 3)}
        print_json(report | {"certificate": written})
        return DONE
    print(title_line(match))
    print(f"Table: {positions:,} positions with up to {args.endings} pieces per side, {seconds:.2f} s")
    print(f"Written: {written}")
    return DONE


def _prepare(solver: Solver) -> float:
    """Load or build the table and print notices about it; the seconds it took."""
    began = time.perf_counter()
    with progress_bar("Solving") as report_share:
        solver.prepare(report_share)
    for notice in solver.notices:
        if sys.stderr is not None:
            print(f"kakomi: {notice}", file=sys.stderr)
    return time.perf_counter() - began
