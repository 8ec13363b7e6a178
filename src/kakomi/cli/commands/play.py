"""kakomi play: a game in the terminal, against a person beside you or a computer player."""

from __future__ import annotations

import argparse

from kakomi.cli.arguments import (
    UsageError,
    add_color,
    add_game,
    add_position,
    find_game,
    game_names,
    make_match,
    read_options,
    read_rules,
)
from kakomi.cli.files import user_path
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.game_loop import PERSON
from kakomi.cli.terminal.saved_game import SavedGame, make_seats, resume
from kakomi.cli.terminal.session import play_to_the_end

HELP = "play a game in the terminal"
ABOUT = (
    "Type moves as text, or as numbers from the list that ? shows; help lists the commands. Every game is saved when it "
    "ends or when you leave it, in $KAKOMI_DATA, $XDG_DATA_HOME/kakomi or ~/.local/share/kakomi."
)
EXAMPLE = "kakomi play {game} --against level:4 --as second"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, optional=True)
    parser.add_argument(
        "--against",
        metavar="PLAYER",
        help="human (at the same keyboard; the default), level:1 to level:10, search:time=S, random, greedy, a net "
        "of your own as learned:net=FILE, or an external engine as ugi:COMMAND",
    )
    parser.add_argument(
        "--as", choices=("first", "second"), dest="side", help="your side against a computer player (default: first)"
    )
    parser.add_argument("--games", metavar="N", help="play a series of N games, an even number, and add up all points")
    add_position(parser)
    parser.add_argument("--save", metavar="FILE", help="save to this file, which must not exist yet")
    parser.add_argument("--resume", metavar="FILE", help="continue a saved game")
    add_color(parser)


def run(args: argparse.Namespace) -> int:
    brush = paint.choose(args.color)
    if args.resume is not None:
        saved = _resume(args)
    elif args.game is None:
        raise UsageError(
            f"say which game, as in kakomi play {game_names()[0]}; kakomi games lists them, and kakomi without a "
            "command lets you choose"
        )
    else:
        saved = _start(args)
    return play_to_the_end(saved, brush, None if args.save is None else user_path(args.save))


def _start(args: argparse.Namespace) -> SavedGame:
    against = PERSON if args.against is None else args.against
    if args.side is not None and against.strip().lower() == PERSON:
        raise UsageError("--as chooses your side against a computer player; add --against random, for example")
    people = make_seats(against, args.side)
    if args.games is None:
        return SavedGame(make_match(args), people)
    from kakomi.core.series import Series

    if args.position is not None or args.moves:
        raise UsageError("a series (--games) starts from the beginning; leave out --position and --moves")
    number = args.games.strip()
    count = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else 0
    names = people[0].name, people[1].name
    series = Series(find_game(args.game), count, read_rules(args), read_options(args.options), names)
    return SavedGame(series, people)


def _resume(args: argparse.Namespace) -> SavedGame:
    values = [args.rules, args.options, args.games, args.position, args.moves, args.save]
    names = ["--rules", "--set", "--games", "--position", "--moves", "--save"]
    for name, value in zip(names, values, strict=True):
        if value:
            raise UsageError(f"--resume reads everything from the file; leave out {name}")
    saved = resume(user_path(args.resume))
    if args.game is not None and find_game(args.game) is not saved.match.game:
        raise UsageError(f"the file holds a game of {saved.match.game.name}, not of {args.game}; leave out the name")
    if args.against is not None:
        saved.change_people(make_seats(args.against, args.side))
    elif args.side is not None:
        raise UsageError("--as needs --against; without it, the players named in the file continue")
    return saved
