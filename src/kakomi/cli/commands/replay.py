"""kakomi replay: check a record by playing it through, and look at it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import chain

from kakomi.cli.arguments import UsageError, add_color, add_json, add_pictures, whole
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json, write_text
from kakomi.cli.records import after, read_one, replayed
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.console import Console
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.cli.terminal.position_text import print_position, title_line
from kakomi.core.match import Match
from kakomi.core.records.record import Record, RecordedMove

HELP = "check a saved game by replaying it, and show it"
ABOUT = "Plays every move of a record by the rules and compares the result; a record that breaks the rules is refused."
EXAMPLE = "kakomi replay game.kakomi --to 12 --svg after12.svg"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record (- for standard input)")
    parser.add_argument("--game", metavar="N", type=whole(1, 1_000_000), help="which game, if the file holds several")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--step", action="store_true", help="show one move at a time; Enter shows the next")
    how.add_argument("--to", metavar="PLY", type=whole(0, 1_000_000), help="show the position after so many moves")
    add_pictures(parser)
    add_json(parser, "the record and the position shown")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    if args.svg == "-" and (args.json or args.step):
        raise UsageError("--svg - needs standard output for itself; write the picture to a file")
    if args.step and args.json:
        raise UsageError("--step is for people and --json for programs; use only one of them")
    if args.step and args.file == "-":
        raise UsageError("--step reads the keyboard, so the record must be in a file")
    brush = paint.choose(args.color)
    if args.game is not None:
        return _show(args, *read_one(args.file, args.game), brush)
    every = replayed(args.file)
    first = next(every)
    second = next(every, None)
    if second is None:
        return _show(args, *first, brush)
    if args.step or args.to is not None or args.svg is not None:
        raise UsageError("the file holds several games; choose one with --game N")
    several = chain([first, second], every)
    if args.json:
        print_json([as_dict(record, match) for record, match in several])
        return DONE
    for number, (record, match) in enumerate(several, 1):
        print(f"{number}  {_heading(record, match)}: {match.status}")
    print(brush.quiet("All games were replayed and follow the rules; --game N shows one."))
    return DONE


def _show(args: argparse.Namespace, record: Record, match: Match, brush: Paint) -> int:
    ply = len(match.moves) if args.to is None else args.to
    if ply > len(match.moves):
        raise UsageError(f"the game has {len(match.moves)} moves; --to {ply} is beyond its end")
    position = after(match, ply)
    if args.svg == "-":
        print(position.svg(theme=args.theme))
        return DONE
    path = None if args.svg is None else write_text(args.svg, position.svg(theme=args.theme))
    if args.json:
        print_json(as_dict(record, match) | {"ply": ply, "position": position.position, "status": position.status})
        return DONE
    print(brush.bold(_heading(record, match)))
    if args.step:
        _step(record, match, brush)
    else:
        _print_moves(record, ply, brush)
        print()
        print_position(position, brush)
    if path is not None:
        print(f"Written: {path}")
    return DONE


def _step(record: Record, match: Match, brush: Paint) -> None:
    """Each position in turn; in a pipe, without waiting for Enter."""
    console = Console()
    for ply in range(len(match.moves) + 1):
        print()
        if ply:
            move = record.moves[ply - 1]
            text = brush.bold(match.moves[ply - 1] + move.glyph)
            print(f"Move {ply}: {text}" + (f"  {move.comment}" if move.comment else ""))
        print_position(after(match, ply), brush)
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


def _print_moves(record: Record, ply: int, brush: Paint) -> None:
    """The moves with their comments and variations, the last one shown in bold."""
    words = _line_words(record.moves)
    if ply:
        words[ply - 1] = _line_words([record.moves[ply - 1]], brush.bold)[0]
    print(wrap(" ".join([*words, record.result]), Paint(width=brush.width)))


def _line_words(moves: Sequence[RecordedMove], stress: Callable[[str], str] = str) -> list[str]:
    """One text per move, with everything that belongs to it."""
    words = []
    for move in moves:
        word = f"{move.turn} {stress(move.text)}{move.glyph}".strip() + (f" {{{move.comment}}}" if move.comment else "")
        variations = [f" ({' '.join(_line_words(each))})" for each in move.variations]
        words.append(word + "".join(variations))
    return words


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
