"""kakomi replay: check a record by playing it through, and look at it."""

from __future__ import annotations

import argparse
import sys

from kakomi import games
from kakomi.cli.arguments import UsageError, add_color, add_json, print_json, title_line, user_path, whole, write_text
from kakomi.cli.commands.show import add_pictures, describe
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.console import Console
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.core.errors import RecordError
from kakomi.core.match import Match
from kakomi.core.record import LARGEST_FILE, Record, read, read_file

HELP = "check a saved game by replay, and show it"
ABOUT = "Every move of a record is played by the rules and its result compared; a record that does not fit is refused."
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
    records, matches = read_records(args.file)
    brush = paint.choose(args.color)
    if len(records) > 1 and args.game is None:
        if args.step or args.to is not None or args.svg is not None:
            raise UsageError(f"the file holds {len(records)} games; say which one with --game N")
        if args.json:
            print_json([as_dict(record, match) for record, match in zip(records, matches, strict=True)])
            return 0
        for number, (record, match) in enumerate(zip(records, matches, strict=True), 1):
            print(f"{number}  {_heading(record, match)}: {match.status}")
        print(brush.quiet("All games were replayed and fit the rules; --game N shows one."))
        return 0
    number = 1 if args.game is None else args.game
    if number > len(records):
        raise UsageError(f"the file holds {len(records)} games; there is no game {number}")
    return _show(args, records[number - 1], matches[number - 1], brush)


def read_records(name: str) -> tuple[list[Record], list[Match]]:
    """The records of a file, and what came of playing them; a refusal says where it is."""
    try:
        if name == "-":
            records = read(sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin is not None else b"")
        else:
            records = read_file(user_path(name))
        return records, [record.replay(games.get) for record in records]
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
