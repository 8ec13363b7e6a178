"""kakomi puzzles make: find puzzles, or continue finding them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.arguments import add_action, add_game, find_game, read_options, read_rules, whole
from kakomi.cli.exit_codes import DONE, INTERRUPTED
from kakomi.cli.files import user_path
from kakomi.cli.interrupts import sigterm_like_ctrl_c
from kakomi.cli.progress import ProgressLine

if TYPE_CHECKING:
    from kakomi.core.game import Game
    from kakomi.puzzles.maker.make import MakeProgress
    from kakomi.puzzles.puzzle import Puzzle

EXAMPLE = "kakomi puzzles make {game} --count 20 --out puzzles.jsonl"
MOST = 100_000


def add(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The action and its arguments."""
    parser = add_action(actions, "make", "make puzzles, or go on making them", EXAMPLE)
    add_game(parser)
    parser.add_argument(
        "--out", metavar="FILE", default="puzzles.jsonl", help="where they are kept (default: puzzles.jsonl)"
    )
    parser.add_argument(
        "--count", metavar="N", type=whole(1, MOST), default=20, help="how many of these rules and options (20)"
    )
    parser.add_argument("--seconds", metavar="S", type=whole(1, MOST), help="stop after this time")
    parser.add_argument("--seed", metavar="N", type=whole(0, MOST), default=0, help="which games are played (0)")
    parser.set_defaults(act=run)


def run(args: argparse.Namespace) -> int:
    """Make puzzles until there are enough, the time is up, or Ctrl-C; each is written when it is found."""
    from kakomi.core.system.files import write_whole
    from kakomi.puzzles.maker.make import PuzzleMaker
    from kakomi.puzzles.puzzle import write_puzzles

    game = find_game(args.game)
    file = user_path(args.out)
    puzzles = read_file(file, game) if file.exists() else []
    maker = PuzzleMaker(game, read_rules(args), read_options(args.options), args.seed, puzzles)
    with sigterm_like_ctrl_c(), ProgressLine() as line:

        def report(progress: MakeProgress, puzzle: Puzzle | None) -> None:
            if puzzle is not None:
                puzzles.append(puzzle)
                write_whole(file, [write_puzzles(game.name, puzzles)])
            line.show(f"{maker.count} puzzles, {progress.games:,} games played")

        try:
            maker.make(args.count, args.seconds, report)
        except KeyboardInterrupt:
            line.clear()
            print(f"Interrupted; {len(puzzles)} puzzles are kept in {file}. The same command goes on from there.")
            return INTERRUPTED
    progress = maker.progress
    print(
        f"{maker.count} puzzles of these rules and options, {progress.puzzles} of them new; {len(puzzles)} in {file}."
    )
    print(
        f"{progress.games:,} games played, {progress.seen:,} positions with one right move seen, "
        f"{progress.unproven:,} left out because a proof took too long, {progress.easy:,} because they are easy."
    )
    return DONE


def read_file(file: Path, game: Game) -> list[Puzzle]:
    """The puzzles of a file, which must be of this game."""
    from kakomi.puzzles.puzzle import PuzzleError, read_puzzles

    puzzles = read_puzzles(file.read_text(encoding="utf-8"), str(file))
    if any(each.game != game.name for each in puzzles):
        raise PuzzleError(f"{file} has puzzles of {puzzles[0].game}; give another file for those of {game.name}")
    return puzzles
