"""kakomi analyse: the best lines of a position, and a game reviewed move by move."""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.cli import paint
from kakomi.cli.common import (
    UsageError,
    add_color,
    add_json,
    add_position,
    find_game,
    interruptible,
    make_match,
    note,
    title_line,
    user_path,
    whole,
    write_text,
)
from kakomi.cli.paint import Paint
from kakomi.cli.replay import after, read_records
from kakomi.cli.texts import wrap
from kakomi.core.errors import OptionError, RecordError, UnknownName, shorten
from kakomi.core.match import Match

if TYPE_CHECKING:
    from kakomi.players.analysis.game_review import Position, Review, Verdict
    from kakomi.search.result import Limit

HELP = "find the best moves, or review a game move by move"
ABOUT = (
    "The best lines of a position with the chances they give, proven where they are; or a whole game, from a record or "
    "from --moves, with what each move lost, the better one, the turning points and how the players did. "
    "docs/analysis.md says what the figures and the JSON mean."
)
EXAMPLE = "kakomi analyse game.kakomi --nodes 20000 --plot course.svg"

NODES = 20_000
LINES = 3


def arguments(parser: argparse.ArgumentParser) -> None:
    known = ", ".join(games.names())
    parser.add_argument(
        "game", metavar="FILE|GAME", nargs="?", help=f"a record (- for standard input), or one of {known}"
    )
    parser.add_argument("--rules", metavar="R", help="the rule set, with GAME")
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], dest="options", help="an option")
    add_position(parser)
    parser.add_argument("--number", metavar="N", type=whole(1, 1_000_000), help="which game of a file with several")
    parser.add_argument(
        "--at", metavar="PLY", type=whole(0, 1_000_000), help="only the position after so many moves, not the game"
    )
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument(
        "--nodes", metavar="N", type=whole(1, 10**11), help=f"how much to look at in each position ({NODES})"
    )
    effort.add_argument("--seconds", metavar="S", help="how long to look at each position instead")
    parser.add_argument(
        "--lines", metavar="K", type=whole(1, 1000), help=f"how many lines ({LINES}; 1 a position in a review)"
    )
    parser.add_argument("--threads", metavar="N", type=whole(1, 256), default=1, help="to search with (1)")
    parser.add_argument("--seed", metavar="N", type=whole(0, 10**9), default=0, help="of the search (0)")
    parser.add_argument("--plot", metavar="FILE", help="write the course of the game as an SVG picture")
    parser.add_argument("--theme", choices=("auto", "light", "dark"), default="auto", help="the picture's colours")
    add_json(parser, "one object a position and line")
    parser.add_argument("--queries", action="store_true", help="answer queries, JSON a line, from standard input")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    if args.queries:
        return _queries(args)
    if args.game is None:
        raise UsageError(f"name a record or a game: {', '.join(games.names())}; or --queries")
    limit = _limit(args)
    match, names, label = _wanted(args)
    if args.at is not None:
        if args.at > len(match.moves):
            raise UsageError(f"the game has {len(match.moves)} moves; --at {args.at} is beyond its end")
        match = _unresigned(after(match, args.at))
    brush = paint.choose(args.color)
    if args.at is not None or not match.moves:
        if args.plot is not None:
            raise UsageError("--plot draws the course of a game; there are no moves to draw here")
        return _one(args, match, limit, label, brush)
    return _all(args, match, names, limit, label, brush)


# --- what is asked ----------------------------------------------------------------------------------------------------


def _limit(args: argparse.Namespace) -> Limit:
    from kakomi.search.result import Limit

    if args.seconds is None:
        return Limit(nodes=args.nodes or NODES)
    try:
        seconds = float(args.seconds) if args.seconds.isascii() and len(args.seconds) <= 12 else math.nan
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 1e6:
        raise OptionError(f"--seconds takes a number more than 0, like 0.5, not {shorten(args.seconds)!r}")
    return Limit(seconds=seconds)


def _wanted(args: argparse.Namespace) -> tuple[Match, tuple[str, str], str]:
    """The match, its players' names, and what to call it."""
    word = args.game.strip()
    try:
        game = find_game(word)
    except UnknownName as error:
        if word != "-" and not user_path(word).exists() and not any(sign in word for sign in "./\\~"):
            raise UsageError(
                f"there is neither a file nor a game {shorten(word)!r}; games: {', '.join(games.names())}"
            ) from error
    else:
        if args.number is not None:
            raise UsageError("--number chooses a game of a file; it does not go with the name of a game")
        match = make_match(args)
        return match, match.sides, game.name
    for name, value in (
        ("--rules", args.rules),
        ("--set", args.options),
        ("--position", args.position),
        ("--moves", args.moves),
    ):
        if value:
            raise UsageError(f"the record says all about its game; leave {name} out")
    records, matches = read_records(word)
    if len(records) > 1 and args.number is None:
        raise UsageError(f"the file holds {len(records)} games; say which one with --number N")
    number = args.number or 1
    if number > len(records):
        raise UsageError(f"the file holds {len(records)} games; there is no game {number}")
    record, match = records[number - 1], matches[number - 1]
    if not match.moves and args.at is None:
        raise RecordError(f"the record {shorten(word)} has no moves, so there is nothing to review")
    sides = match.sides
    names = record.tags.get("First", sides[0]), record.tags.get("Second", sides[1])
    return match, names, Path(word).name if word != "-" else match.game.name


def _unresigned(match: Match) -> Match:
    """The position itself, where the game was given up in it."""
    shown = Match(match.game, match.rules, match.options, match.start_position)
    for code in match.move_codes:
        shown.push_code(code)
    return shown


def _queries(args: argparse.Namespace) -> int:
    """Answer programs: everything else is said in the queries."""
    from kakomi.players.analysis.queries import Engine

    fixed = ("game", "rules", "options", "position", "moves", "number", "at", "nodes", "seconds", "lines", "plot")
    for name in fixed:
        if getattr(args, name):
            raise UsageError(f"a query says all about itself; leave {'FILE|GAME' if name == 'game' else name} out")
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    engine = Engine(lambda answer: print(json.dumps(answer), flush=True), args.threads, args.seed)
    interruptible(lambda: engine.run(sys.stdin))
    return 0


# --- one position -----------------------------------------------------------------------------------------------------


def _one(args: argparse.Namespace, match: Match, limit: Limit, label: str, brush: Paint) -> int:
    from kakomi.cli.waiting import waiting
    from kakomi.players.analysis.analyser import Analyst
    from kakomi.players.analysis.report_json import report_dict

    analyst = Analyst(limit, args.lines or LINES, threads=args.threads, seed=args.seed)
    if match.outcome is not None:
        analyst.look(match)  # refuses, and says why
    with waiting("looking ..."):
        position = interruptible(lambda: analyst.position(match))
    if args.json:
        print(json.dumps(report_dict(match, position, label)))
        return 0
    from kakomi.cli.show import describe

    describe(match, brush)
    print()
    _lines(match, position, brush)
    _notices(match)
    return 0


def _lines(match: Match, position: Position, brush: Paint) -> None:
    from kakomi.cli.lines import sentence, source, table

    report = position.report
    assert report is not None
    print(wrap(sentence(match, report.best), brush))
    for line in table(report, brush):
        print(line)
    print(brush.quiet(source(report)))


def _notices(match: Match) -> None:
    """What there is to say about the table of a solved game: made anew, or not kept, and why."""
    from kakomi.solved.solver import solver_for

    solver = solver_for(match)
    for notice in () if solver is None else solver.notices:
        note(f"kakomi: {notice}")


# --- a game -----------------------------------------------------------------------------------------------------------


def _all(args: argparse.Namespace, match: Match, names: tuple[str, str], limit: Limit, label: str, brush: Paint) -> int:
    from kakomi.cli.lines import Columns, conclusions
    from kakomi.players.analysis.analyser import review
    from kakomi.players.analysis.report_json import position_dict, summary_dict

    columns = Columns(match, brush)
    told = _Told(len(match.moves))
    held: list[Verdict] = []

    def tell(position: Position, verdict: Verdict | None) -> None:
        """Print what is known by now: in JSON a position, else the move that led to it."""
        if told.over:
            raise KeyboardInterrupt  # nobody waits any more
        told.clear()
        if args.json:
            print(json.dumps(position_dict(position, match.sides, label, verdict)), flush=True)
        elif held:
            print(columns.row(held.pop(), position), flush=True)
        if verdict is not None:
            held.append(verdict)
            told.show(position.turn + 1)

    if not args.json:
        heading = f"{title_line(match)}: {names[0]} against {names[1]}" if names != match.sides else title_line(match)
        print(wrap(f"**{heading}**", brush))
        print(f"{match.status}\n")
        print(columns.head())
    told.show(0)
    try:
        made: Review = interruptible(
            lambda: review(match, limit, args.lines or 1, threads=args.threads, seed=args.seed, progress=tell)
        )
    finally:
        told.over = True
        told.clear()
    _notices(match)
    picture = None if args.plot is None else write_text(args.plot, made.svg(theme=args.theme, names=names))
    if args.json:
        print(json.dumps(summary_dict(made, label)))
        return 0
    print()
    for line in conclusions(made, names, brush):
        print(line)
    if match.outcome is None:
        print(f"\n{brush.bold(match.status)}")
        _lines(match, made.positions[-1], brush)
    if picture is not None:
        print(f"\nWritten: {picture}")
    return 0


class _Told:
    """How far it is, on a terminal's standard error, gone when the next row is printed."""

    def __init__(self, moves: int) -> None:
        self._moves = moves
        self.over = False
        self._on = sys.stderr is not None and sys.stderr.isatty()

    def show(self, turn: int) -> None:
        if self._on:
            width = max(10, shutil.get_terminal_size().columns - 1)
            text = f"looking at move {turn} of {self._moves} ..." if turn else "looking ..."
            sys.stderr.write(f"\r\x1b[K{text[:width]}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
