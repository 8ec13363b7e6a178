"""kakomi puzzles make and check: find puzzles in games of the computer against itself, and prove them again."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.arguments import UsageError, add_action, add_game, add_json, find_game, read_options, read_rules, whole
from kakomi.cli.exit_codes import DONE, FAILED, INTERRUPTED
from kakomi.cli.files import print_json, user_path
from kakomi.cli.interrupts import sigterm_like_ctrl_c
from kakomi.cli.progress import ProgressLine, duration

if TYPE_CHECKING:
    from kakomi.core.game import Game
    from kakomi.puzzles.maker.make import MakeProgress
    from kakomi.puzzles.puzzle import Puzzle

HELP = "make puzzles from games of the computer against itself, and check them"
ABOUT = (
    "A puzzle is a position in which exactly one move wins, or exactly one does not lose. `make` looks for such positions "
    "in games between the lower levels, and keeps what is proven. `check` proves the puzzles of a game again, by a search "
    "that shares nothing with the one that found them. docs/play/puzzles.md explains both."
)
EXAMPLE = "kakomi puzzles make {game} --count 20 --out puzzles.jsonl"
MOST = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    make = add_action(actions, "make", "make puzzles, or go on making them", EXAMPLE)
    add_game(make)
    make.add_argument(
        "--out", metavar="FILE", default="puzzles.jsonl", help="where to keep them (default: puzzles.jsonl)"
    )
    make.add_argument(
        "--count", metavar="N", type=whole(1, MOST), default=20, help="of this rule set with these options (20)"
    )
    make.add_argument("--seconds", metavar="S", type=whole(1, MOST), help="stop after this time")
    make.add_argument("--seed", metavar="N", type=whole(0, MOST), default=0, help="which games are played (0)")
    make.set_defaults(act=_make)
    check = add_action(actions, "check", "prove puzzles again", "kakomi puzzles check {game}")
    check.add_argument("game", metavar="GAME", nargs="?", help="check this game's puzzles only")
    check.add_argument("--file", metavar="FILE", help="check this file instead of the game's own")
    add_json(check, "the counts")
    check.set_defaults(act=_check)


def run(args: argparse.Namespace) -> int:
    status: int = args.act(args)
    return status


# --- make -------------------------------------------------------------------------------------------------------------


def _make(args: argparse.Namespace) -> int:
    from kakomi.core.system.files import write_whole
    from kakomi.puzzles.maker.make import PuzzleMaker
    from kakomi.puzzles.puzzle import write_puzzles

    game = find_game(args.game)
    file = user_path(args.out)
    puzzles = _read(file, game) if file.exists() else []
    maker = PuzzleMaker(game, read_rules(args), dict(read_options(args.options)), args.seed, puzzles)
    with sigterm_like_ctrl_c(), ProgressLine() as line:

        def report(progress: MakeProgress, puzzle: Puzzle | None) -> None:
            if puzzle is not None:
                puzzles.append(puzzle)
                write_whole(file, [write_puzzles(game.name, puzzles)])  # after each: whatever happens, it is kept
            line.show(f"{maker.count} puzzles, {progress.games:,} games played")

        try:
            maker.make(args.count, args.seconds, report)
        except KeyboardInterrupt:
            line.clear()
            print(f"Interrupted; {len(puzzles)} puzzles are kept in {file}. The same command goes on from there.")
            return INTERRUPTED
    progress = maker.progress
    print(
        f"{maker.count} puzzles of this rule set and its options, {progress.puzzles} of them new; {len(puzzles)} in {file}."
    )
    print(
        f"{progress.games:,} games played, {progress.seen:,} positions with one right move seen, "
        f"{progress.unproven:,} left out because a proof took too long."
    )
    return DONE


def _read(file: Path, game: Game) -> list[Puzzle]:
    from kakomi.puzzles.puzzle import PuzzleError, read_puzzles

    puzzles = read_puzzles(file.read_text(encoding="utf-8"), str(file))
    if any(each.game != game.name for each in puzzles):
        raise PuzzleError(f"{file} has puzzles of {puzzles[0].game}; give another file for those of {game.name}")
    return puzzles


# --- check ------------------------------------------------------------------------------------------------------------


def _check(args: argparse.Namespace) -> int:
    from kakomi import games
    from kakomi.puzzles.checker.check import check_puzzle
    from kakomi.puzzles.checker.prover import Prover
    from kakomi.puzzles.collection import puzzles_of

    if args.file is not None and args.game is None:
        raise UsageError("--file needs the name of its game, too")
    chosen = games.all_games() if args.game is None else (find_game(args.game),)
    counts: dict[str, dict[str, object]] = {}
    faults: list[str] = []
    with sigterm_like_ctrl_c(), ProgressLine() as line:
        for game in chosen:
            puzzles = list(puzzles_of(game)) if args.file is None else _read(user_path(args.file), game)
            began, claims, nodes = time.perf_counter(), 0, 0
            provers: dict[object, Prover] = {}
            wrong = 0
            for number, puzzle in enumerate(puzzles, 1):
                line.show(f"{game.title}: {number} of {len(puzzles)}")
                kind = puzzle.rules, puzzle.options
                if kind not in provers:
                    provers[kind] = Prover(puzzle.match())
                result = check_puzzle(puzzle, provers[kind])
                claims, nodes = claims + result.claims, nodes + result.nodes
                if result.fault:
                    wrong += 1
                    faults.append(f"{game.name} {puzzle.id} ({puzzle.match()!r}): {result.fault}")
            seconds = time.perf_counter() - began
            kinds = Counter(" ".join([each.rules, *(f"{k}={v}" for k, v in each.options)]) for each in puzzles)
            counts[game.name] = {
                "puzzles": len(puzzles),
                "confirmed": len(puzzles) - wrong,
                "claims": claims,
                "nodes": nodes,
                "seconds": round(seconds, 1),
                "kinds": dict(kinds),
            }
            if not args.json:
                line.clear()
                print(
                    f"{game.name}: {len(puzzles) - wrong} of {len(puzzles)} puzzles confirmed; {claims:,} claims, "
                    f"{nodes:,} positions, {duration(seconds)}",
                    flush=True,
                )
    if args.json:
        print_json({"games": counts, "faults": faults})
    else:
        for fault in faults:
            print(fault)
    return FAILED if faults else DONE
