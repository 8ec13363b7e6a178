"""kakomi puzzles check: prove puzzles again."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import TYPE_CHECKING

from kakomi.cli.arguments import UsageError, add_action, add_json, find_game
from kakomi.cli.commands.puzzles.make import read_file
from kakomi.cli.exit_codes import DONE, FAILED
from kakomi.cli.files import print_json, user_path
from kakomi.cli.progress import ProgressLine, duration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kakomi.core.game import Game
    from kakomi.puzzles.puzzle import Puzzle


def add(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The action and its arguments."""
    parser = add_action(actions, "check", "prove puzzles again", "kakomi puzzles check {game}")
    parser.add_argument("game", metavar="GAME", nargs="?", help="check this game's puzzles only")
    parser.add_argument("--file", metavar="FILE", help="check this file instead of the puzzles that come with the game")
    add_json(parser, "the counts")
    parser.set_defaults(act=run)


def run(args: argparse.Namespace) -> int:
    """Check the puzzles of one game or all; fails if any of them is not confirmed."""
    from kakomi import games
    from kakomi.puzzles.collection import puzzles_of

    if args.file is not None and args.game is None:
        raise UsageError("--file needs the game's name as well")
    chosen = games.all_games() if args.game is None else (find_game(args.game),)
    counts: dict[str, dict[str, object]] = {}
    faults: list[str] = []
    for game in chosen:
        puzzles = puzzles_of(game) if args.file is None else read_file(user_path(args.file), game)
        counts[game.name], found = _check(game, puzzles)
        faults += found
        if not args.json:
            print(_sentence(game.name, counts[game.name]), flush=True)
    if args.json:
        print_json({"games": counts, "faults": faults})
    else:
        print("".join(f"{fault}\n" for fault in faults), end="")
    return FAILED if faults else DONE


def _check(game: Game, puzzles: Sequence[Puzzle]) -> tuple[dict[str, object], list[str]]:
    from kakomi.puzzles.checker.check import check_puzzle
    from kakomi.puzzles.checker.prover import Prover

    began = time.perf_counter()
    claims = nodes = 0
    provers: dict[object, Prover] = {}
    faults: list[str] = []
    with ProgressLine() as line:
        for number, puzzle in enumerate(puzzles, 1):
            line.show(f"{game.title}: {number} of {len(puzzles)}")
            kind = puzzle.rules, puzzle.options
            if kind not in provers:
                provers = {kind: Prover(puzzle.match())}  # one at a time: each has arrays of some size
            result = check_puzzle(puzzle, provers[kind])
            claims, nodes = claims + result.claims, nodes + result.nodes
            if result.fault:
                faults.append(f"{game.name} {puzzle.id} ({puzzle.match()!r}): {result.fault}")
    kinds = Counter(" ".join([each.rules, *(f"{name}={value}" for name, value in each.options)]) for each in puzzles)
    counts: dict[str, object] = {
        "puzzles": len(puzzles),
        "confirmed": len(puzzles) - len(faults),
        "claims": claims,
        "positions": nodes,
        "seconds": round(time.perf_counter() - began, 1),
        "kinds": dict(kinds),
    }
    return counts, faults


def _sentence(name: str, counts: dict[str, object]) -> str:
    seconds = float(str(counts["seconds"]))
    return (
        f"{name}: {counts['confirmed']} of {counts['puzzles']} puzzles confirmed; {counts['claims']:,} claims, "
        f"{counts['positions']:,} positions, {duration(seconds)}"
    )
