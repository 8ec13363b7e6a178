"""kakomi replay: check a record by playing it through, and look at it."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

from kakomi import games
from kakomi.cli import paint
from kakomi.cli.common import UsageError, add_color, add_json, print_json, title_line, user_path, whole, write_text
from kakomi.cli.console import Console
from kakomi.cli.paint import Paint
from kakomi.cli.show import add_pictures, describe
from kakomi.cli.texts import wrap
from kakomi.core import record as record_file
from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.record import Record, read_stream

HELP = "check a saved game by replay, and show it"
ABOUT = "Every move of a record is played by the rules and its result compared; a record that does not fit is refused."
MANY = 100  # games: from here on compiled code, which takes a moment to load, is the quicker way
EXAMPLE = "kakomi replay game.kakomi --to 12 --svg after12.svg"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record (- for standard input)")
    parser.add_argument("--game", metavar="N", type=whole(1, 1_000_000), help="which game of a file with several")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--step", action="store_true", help="from move to move, Enter for the next")
    how.add_argument("--to", metavar="PLY", type=whole(0, 1_000_000), help="as it stood after so many moves")
    add_pictures(parser)
    add_json(parser, "the record and the position shown")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    if args.svg == "-" and (args.json or args.step):
        raise UsageError("--svg - wants standard output for itself; give the picture a file")
    if args.step and args.json:
        raise UsageError("--step shows moves to a person, --json to a program; leave one out")
    if args.step and args.file == "-":
        raise UsageError("--step waits for the keyboard, so the record must be in a file")
    brush = paint.choose(args.color)
    if args.game is not None:
        record, match = _pick(args.file, args.game)
        return _show(args, record, match, brush)
    every = replayed(args.file)
    first = next(every)
    second = next(every, None)
    if second is None:
        return _show(args, *first, brush)
    if args.step or args.to is not None or args.svg is not None:
        raise UsageError("the file holds several games; say which one with --game N")
    several = chain([first, second], every)
    if args.json:
        print_json([as_dict(record, match) for record, match in several])
        return 0
    for number, (record, match) in enumerate(several, 1):
        print(f"{number}  {_heading(record, match)}: {match.status}")
    print(brush.quiet("All games were replayed and fit the rules; --game N shows one."))
    return 0


def read_records(name: str) -> tuple[list[Record], list[Match]]:
    """The records of a file, and what came of playing them; a refusal says where it is."""
    every = list(replayed(name))
    return [record for record, _ in every], [match for _, match in every]


def replayed(name: str) -> Iterator[tuple[Record, Match]]:
    """The records of a file one after another, each with what came of playing it; only one is held."""
    for number, record in enumerate(_records(name), 1):
        with _naming(name):
            match = record.replay(games.get, compiled=number > MANY)
        yield record, match


def _pick(name: str, number: int) -> tuple[Record, Match]:
    """One game of a file; those before it are read, not replayed."""
    count = 0
    for count, record in enumerate(_records(name), 1):
        if count == number:
            with _naming(name):
                return record, record.replay(games.get)
    raise UsageError(f"the file holds {count} games; there is no game {number}")


def _records(name: str) -> Iterator[Record]:
    with _naming(name):
        if name == "-":
            yield from read_stream(sys.stdin.buffer if sys.stdin is not None else io.BytesIO())
        else:
            yield from record_file.read_records(user_path(name))


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """A refusal names the file as well as the line."""
    try:
        yield
    except RecordError as error:
        if error.line is None or name == "-":
            raise
        raise RecordError(f"{name}, {error}") from error


def _show(args: argparse.Namespace, record: Record, match: Match, brush: Paint) -> int:
    ply = len(match.moves) if args.to is None else args.to
    if ply > len(match.moves):
        raise UsageError(f"the game has {len(match.moves)} moves; --to {ply} is beyond its end")
    shown = after(match, ply)
    if args.svg == "-":
        print(shown.svg(theme=args.theme))
        return 0
    path = None if args.svg is None else write_text(args.svg, shown.svg(theme=args.theme))
    if args.json:
        print_json(as_dict(record, match) | {"ply": ply, "position": shown.position, "status": shown.status})
        return 0
    print(brush.bold(_heading(record, match)))
    if args.step:
        _step(record, match, brush)
    else:
        _moves(record, ply, brush)
        print()
        describe(shown, brush)
    if path is not None:
        print(f"Written: {path}")
    return 0


def after(match: Match, ply: int) -> Match:
    """The match as it stood after so many moves."""
    shown = match.copy()
    while len(shown.moves) > ply:
        shown.pop()
    return shown


def _step(record: Record, match: Match, brush: Paint) -> None:
    """Each position in turn. In a pipe nobody is asked."""
    console = Console()
    for ply in range(len(match.moves) + 1):
        print()
        if ply:
            move = record.moves[ply - 1]
            print(f"Move {ply}: {brush.bold(match.moves[ply - 1])}" + (f"  {move.comment}" if move.comment else ""))
        describe(after(match, ply), brush)
        if console.interactive and ply < len(match.moves):
            try:
                typed = console.ask(brush.quiet("Enter: next move, quit: leave "))
            except EOFError:
                return
            if typed.lower() in ("q", "quit", "exit"):
                return


def _heading(record: Record, match: Match) -> str:
    names = f"{record.tags.get('First', 'First')} against {record.tags.get('Second', 'Second')}"
    date = f", {record.tags['Date']}" if "Date" in record.tags else ""
    return f"{title_line(match)}: {names}{date}"


def _moves(record: Record, ply: int, brush: Paint) -> None:
    words = []
    for place, move in enumerate(record.moves, 1):
        text = brush.bold(move.text) if place == ply else move.text
        words.append(f"{move.turn} {text}".strip() + (f" {{{move.comment}}}" if move.comment else ""))
    print(wrap(" ".join([*words, record.result]), Paint(width=brush.width)))


def as_dict(record: Record, match: Match) -> dict[str, object]:
    """A replayed record for programs."""
    outcome = match.outcome
    return {
        "game": match.game.name,
        "rules": match.rules,
        "options": match.options,
        "tags": record.tags,
        "moves": match.moves,
        "result": record.result,
        "clause": None if outcome is None else outcome.clause,
        "score": None if match.score is None else list(match.score),
        "status": match.status,
        "position": match.position,
    }
