"""kakomi analyse: the best lines of a position, and a game reviewed move by move."""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.arguments import (
    UsageError,
    add_color,
    add_json,
    add_position,
    add_rules,
    add_theme,
    find_game,
    game_names,
    make_match,
    whole,
)
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import user_path, write_text
from kakomi.cli.interrupts import interruptible
from kakomi.cli.progress import ProgressLine, note, waiting
from kakomi.cli.records import after, read_records
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.cli.terminal.position_text import print_position, title_line
from kakomi.core.errors import OptionError, RecordError, UnknownName, shorten
from kakomi.core.match import Match

if TYPE_CHECKING:
    from kakomi.players.analysis.game_review import Position, Review, Verdict
    from kakomi.search.result import Limit

HELP = "find the best moves, or review a game move by move"
ABOUT = (
    "Shows the best lines of a position with their winning chances, or what is proven about them. Or reviews a whole "
    "game, from a record or from --moves: what each move lost, the better move, the turning points, and how well each "
    "side played. docs/play/analysis.md explains the figures and the JSON."
)
EXAMPLE = "kakomi analyse game.kakomi --nodes 20000 --plot chances.svg"

NODES = 20_000
LINES = 3


def arguments(parser: argparse.ArgumentParser) -> None:
    known = ", ".join(game_names())
    parser.add_argument(
        "game", metavar="FILE|GAME", nargs="?", help=f"a record (- for standard input), or one of {known}"
    )
    add_rules(parser)
    add_position(parser)
    parser.add_argument("--number", metavar="N", type=whole(1, 1_000_000), help="which game, if the file holds several")
    parser.add_argument(
        "--at", metavar="PLY", type=whole(0, 1_000_000), help="analyse only the position after so many moves"
    )
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--nodes", metavar="N", type=whole(1, 10**11), help=f"search effort per position, in nodes ({NODES})"
    )
    effort.add_argument("--seconds", metavar="S", help="search time per position instead")
    parser.add_argument(
        "--lines",
        metavar="K",
        type=whole(1, 1000),
        help=f"how many lines to show ({LINES}; in a review, 1 per position)",
    )
    parser.add_argument("--threads", metavar="N", type=whole(1, 256), default=1, help="threads to search with (1)")
    parser.add_argument("--seed", metavar="N", type=whole(0, 10**9), default=0, help="random seed of the search (0)")
    parser.add_argument("--plot", metavar="FILE", help="write the winning chances over the game as an SVG picture")
    add_theme(parser)
    add_json(parser, "one object per position, one per line,")
    parser.add_argument(
        "--queries", action="store_true", help="answer queries from standard input, one JSON object per line"
    )
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    if args.queries:
        return _queries(args)
    if args.game is None:
        raise UsageError(f"name a record or a game ({', '.join(game_names())}), or use --queries")
    limit = _limit(args)
    match, names, label = _find_match(args)
    if args.at is not None:
        if args.at > len(match.moves):
            raise UsageError(f"the game has {len(match.moves)} moves; --at {args.at} is beyond its end")
        match = _without_resignation(after(match, args.at))
    brush = paint.choose(args.color)
    if args.at is not None or not match.moves:
        if args.plot is not None:
            raise UsageError("--plot draws the winning chances over a game; there are no moves to draw here")
        return _analyse_position(args, match, limit, label, brush)
    return _review_game(args, match, names, limit, label, brush)


# --- the request ------------------------------------------------------------------------------------------------------


def _limit(args: argparse.Namespace) -> Limit:
    from kakomi.search.result import Limit

    if args.seconds is None:
        return Limit(nodes=args.nodes or NODES)
    try:
        seconds = float(args.seconds) if args.seconds.isascii() and len(args.seconds) <= 12 else math.nan
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 1e6:
        raise OptionError(f"--seconds takes a number greater than 0, like 0.5, not {shorten(args.seconds)!r}")
    return Limit(seconds=seconds)


def _find_match(args: argparse.Namespace) -> tuple[Match, tuple[str, str], str]:
    """The match, the players' names, and a label for it."""
    word = args.game.strip()
    try:
        game = find_game(word)
    except UnknownName as error:
        if word != "-" and not user_path(word).exists() and not any(sign in word for sign in "./\\~"):
            raise UsageError(
                f"there is neither a file nor a game {shorten(word)!r}; games: {', '.join(game_names())}"
            ) from error
    else:
        if args.number is not None:
            raise UsageError("--number chooses a game in a file; leave it out when you name a game")
        match = make_match(args)
        return match, match.sides, game.name
    for name, value in (
        ("--rules", args.rules),
        ("--set", args.options),
        ("--position", args.position),
        ("--moves", args.moves),
    ):
        if value:
            raise UsageError(f"the record already says this about its game; leave out {name}")
    records, matches = read_records(word)
    if len(records) > 1 and args.number is None:
        raise UsageError(f"the file holds {len(records)} games; choose one with --number N")
    number = args.number or 1
    if number > len(records):
        raise UsageError(f"the file holds {len(records)} games; there is no game {number}")
    record, match = records[number - 1], matches[number - 1]
    if not match.moves and args.at is None:
        raise RecordError(f"the record {shorten(word)} has no moves, so there is nothing to review")
    sides = match.sides
    names = record.tags.get("First", sides[0]), record.tags.get("Second", sides[1])
    return match, names, Path(word).name if word != "-" else match.game.name


def _without_resignation(match: Match) -> Match:
    """The bare position, even if a player resigned in it."""
    position = Match(match.game, match.rules, match.options, match.start_position)
    for code in match.move_codes:
        position.push_code(code)
    return position


def _queries(args: argparse.Namespace) -> int:
    """Answer the queries of a program, which say everything else."""
    from kakomi.players.analysis.queries import Engine

    forms = {"game": "FILE|GAME", "options": "--set"}
    for name in ("game", "rules", "options", "position", "moves", "number", "at", "nodes", "seconds", "lines", "plot"):
        if getattr(args, name):
            form = forms.get(name, f"--{name}")
            raise UsageError(f"with --queries, each query says what to analyse; leave out {form}")
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    engine = Engine(lambda answer: print(json.dumps(answer), flush=True), args.threads, args.seed)
    interruptible(lambda: engine.run(sys.stdin))
    return DONE


# --- one position -----------------------------------------------------------------------------------------------------


def _analyse_position(args: argparse.Namespace, match: Match, limit: Limit, label: str, brush: Paint) -> int:
    from kakomi.players.analysis.analyser import Analyst
    from kakomi.players.analysis.report_json import report_dict

    analyst = Analyst(limit, args.lines or LINES, threads=args.threads, seed=args.seed)
    if match.outcome is not None:
        analyst.look(match)  # refuses, and says why
    with waiting("analysing ..."):
        position = interruptible(lambda: analyst.position(match))
    if args.json:
        print(json.dumps(report_dict(match, position, label)))
        return DONE
    print_position(match, brush)
    print()
    _print_lines(match, position, brush)
    _print_notices(match)
    return DONE


def _print_lines(match: Match, position: Position, brush: Paint) -> None:
    from kakomi.cli.terminal.analysis_text import likely, sentence, source, table
    from kakomi.search.learned.first_sight import first_sight

    report = position.report
    assert report is not None
    print(wrap(sentence(match, report.best), brush))
    for line in table(report, brush):
        print(line)
    named = likely(first_sight(match, report.policy))
    if named:
        print(wrap(f"{named}.", brush))
    print(brush.quiet(source(report)))


def _print_notices(match: Match) -> None:
    """What happened to the table of a solved game: built again, or not kept, and why."""
    from kakomi.solved.solver import solver_for

    solver = solver_for(match)
    for notice in () if solver is None else solver.notices:
        note(f"kakomi: {notice}")


# --- a game -----------------------------------------------------------------------------------------------------------


def _review_game(
    args: argparse.Namespace, match: Match, names: tuple[str, str], limit: Limit, label: str, brush: Paint
) -> int:
    from kakomi.cli.terminal.analysis_text import Columns, conclusions
    from kakomi.players.analysis.analyser import review
    from kakomi.players.analysis.report_json import position_dict, summary_dict

    columns = Columns(match, brush)
    line = ProgressLine()
    pending: list[Verdict] = []  # the move whose position is still to be analysed
    abandoned = False

    def print_next(position: Position, verdict: Verdict | None) -> None:
        """Print what is known so far: with --json the position, else the move that led to it."""
        if abandoned:
            raise KeyboardInterrupt  # nobody waits for the rest
        line.clear()
        if args.json:
            print(json.dumps(position_dict(position, match.sides, label, verdict)), flush=True)
        elif pending:
            print(columns.row(pending.pop(), position), flush=True)
        if verdict is not None:
            pending.append(verdict)
            line.show(f"analysing move {position.turn + 1} of {len(match.moves)} ...")

    if not args.json:
        heading = f"{title_line(match)}: {names[0]} against {names[1]}" if names != match.sides else title_line(match)
        print(wrap(f"**{heading}**", brush))
        print(f"{match.status}\n")
        print(columns.head())
    line.show("analysing ...")
    try:
        result: Review = interruptible(
            lambda: review(match, limit, args.lines or 1, threads=args.threads, seed=args.seed, progress=print_next)
        )
    finally:
        abandoned = True
        line.clear()
    _print_notices(match)
    picture = None if args.plot is None else write_text(args.plot, result.svg(theme=args.theme, names=names))
    if args.json:
        print(json.dumps(summary_dict(result, label)))
        return DONE
    print()
    for text in conclusions(result, names, brush):
        print(text)
    if match.outcome is None:
        print(f"\n{brush.bold(match.status)}")
        _print_lines(match, result.positions[-1], brush)
    if picture is not None:
        print(f"\nWritten: {picture}")
    return DONE
