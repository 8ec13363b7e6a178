"""kakomi play: a game at the keyboard, against a person beside you or against a machine."""

from __future__ import annotations

import argparse
import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from kakomi.cli import paint
from kakomi.cli.common import (
    UsageError,
    add_color,
    add_game,
    add_position,
    find_game,
    make_match,
    read_options,
    title_line,
    user_path,
)
from kakomi.cli.console import Console
from kakomi.cli.paint import Paint
from kakomi.cli.saves import Keeper, resume_command
from kakomi.cli.sitting import Sitting, make_seats, resume
from kakomi.cli.table import PERSON, Leave, Table
from kakomi.cli.texts import wrap
from kakomi.core.errors import KakomiError
from kakomi.games import names

HELP = "play a game in the terminal"
ABOUT = (
    "Play at the keyboard. Type moves as texts or as numbers from the list that ? shows; help lists the commands. "
    "Every game is saved when it ends or is left, in $KAKOMI_DATA, $XDG_DATA_HOME/kakomi or ~/.local/share/kakomi."
)
EXAMPLE = "kakomi play GAME --against random:seed=7 --as second"


class Hangup(BaseException):
    """The terminal was closed, or the machine is going down."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, optional=True)
    parser.add_argument(
        "--against",
        metavar="WHO",
        help="human (at the same keyboard; the default), level:1 to level:10, search:time=S, random, greedy, or ugi:COMMAND",
    )
    parser.add_argument("--as", choices=("first", "second"), dest="side", help="your seat against a machine (first)")
    parser.add_argument("--games", metavar="N", help="a series of N games, an even number, all points added up")
    add_position(parser)
    parser.add_argument("--save", metavar="FILE", help="save to this file, which must be new")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    brush = paint.choose(args.color)
    if args.resume is not None:
        sitting = _resumed(args)
    elif args.game is None:
        raise UsageError(
            f"say which game, as in kakomi play {names()[0]}; kakomi games lists them, kakomi alone lets you choose"
        )
    else:
        sitting = _begun(args)
    save = None if args.save is None else user_path(args.save)
    return sit_down(sitting, brush, save)


def _begun(args: argparse.Namespace) -> Sitting:
    against = PERSON if args.against is None else args.against
    if args.side is not None and against.strip().lower() == PERSON:
        raise UsageError("--as chooses your seat against a machine; add --against random")
    people = make_seats(against, args.side)
    if args.games is None:
        return Sitting(make_match(args), people)
    from kakomi.core.series import Series

    if args.position is not None or args.moves:
        raise UsageError("a series (--games) begins from the start; leave --position and --moves out")
    number = args.games.strip()
    count = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else 0
    rules = None if args.rules is None else args.rules.strip().lower()
    names = people[0].name, people[1].name
    return Sitting(Series(find_game(args.game), count, rules, read_options(args.options), names), people)


def _resumed(args: argparse.Namespace) -> Sitting:
    given = [args.rules, args.options, args.games, args.position, args.moves, args.save]
    names = ["--rules", "--set", "--games", "--position", "--moves", "--save"]
    for name, value in zip(names, given, strict=True):
        if value:
            raise UsageError(f"--resume takes everything from its file; leave {name} out")
    sitting = resume(user_path(args.resume))
    if args.game is not None and find_game(args.game) is not sitting.match.game:
        raise UsageError(f"the file holds a game of {sitting.match.game.name}, not of {args.game}; leave the name out")
    if args.against is not None:
        sitting.change_people(make_seats(args.against, args.side))
    elif args.side is not None:
        raise UsageError("--as goes with --against; the file names the players otherwise")
    return sitting


def sit_down(sitting: Sitting, brush: Paint, save: Path | None = None) -> int:
    """Play until all is over or the table is left; whatever happens, what was played is saved."""
    resumed = sitting.path is not None
    keeper = Keeper(sitting.match.game.name, sitting.path if resumed else save, resumed)
    console = Console()
    print(wrap(f"**{title_line(sitting.match)}**", brush))
    status = 0
    try:
        with _hangups():
            _play_all(sitting, brush, console, keeper)
    except (EOFError, Leave):
        pass
    except KeyboardInterrupt:
        status = 130
        print()
    except Hangup as hangup:
        status = 128 + hangup.number
    finally:
        try:
            _keep(sitting, keeper)
        finally:
            for seat in sitting.people:
                getattr(seat.player, "close", lambda: None)()
    return status


def _play_all(sitting: Sitting, brush: Paint, console: Console, keeper: Keeper) -> None:
    while True:
        series = sitting.series
        if series is not None:
            print(brush.bold(f"Game {series.number} of {series.length}."))
        Table(sitting.match, sitting.seats, brush, console, lambda path: keeper.save(sitting.records(), path)).play()
        if series is None:
            return
        names = [seat.name for seat in sitting.people]
        outcome = series.outcome
        points = f"{names[0]} {series.points[0]:g}, {names[1]} {series.points[1]:g}"
        if outcome is None:
            print(f"Points so far: {points}.\n")
            series.next()
            continue
        ending = "The series is drawn" if outcome.winner is None else f"{names[outcome.winner]} wins the series"
        print(brush.bold(f"{ending}. Points: {points}."))
        return


@contextlib.contextmanager
def _hangups() -> Iterator[None]:
    """While the block runs, a closed terminal and a request to end raise Hangup."""

    def hang_up(number: int, frame: FrameType | None) -> None:
        raise Hangup(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = [signal.signal(number, hang_up) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """A second Ctrl-C does not stop what the first one set off."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _keep(sitting: Sitting, keeper: Keeper) -> None:
    """Save, and say where and how to go on. If that fails, the moves themselves are printed."""
    if not sitting.worth_keeping:
        print("No move was made, so nothing was saved.")
        return
    with _undisturbed():
        try:
            path = keeper.save(sitting.records())
        except KakomiError:
            print(f"The game could not be saved; its moves were: {' '.join(sitting.match.moves)}")
            raise
    over = sitting.match.outcome is not None and (sitting.series is None or sitting.series.outcome is not None)
    print(f"Saved: {path}")
    if not over:
        print(f"Go on with: {resume_command(path)}")
