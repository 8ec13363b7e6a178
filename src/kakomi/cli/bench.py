"""kakomi bench: the speed of random playouts, measured after the answer has been checked."""

from __future__ import annotations

import argparse
import functools
import random
import statistics
from dataclasses import replace
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.cli.common import UsageError, find_game, interruptible, note, print_json, read_options, whole
from kakomi.core.errors import EngineError, shorten
from kakomi.core.match import Match

if TYPE_CHECKING:
    from kakomi.search.batch import Tally

HELP = "measure the speed of random playouts"
ABOUT = (
    "Random games a second, compiled, for one rule set or for all at their default options. Before anything is "
    "measured, a few games are played compiled and interpreted, and every move of them must be the same."
)
EXAMPLE = "kakomi bench GAME --seconds 2 --threads 2"

CHECKED_GAMES = 4  # interpreted ones are slow
REPEATS = 5
FIRST_BATCH = 32
SEED = 1
SEARCH_MEMORY = 2000  # megabytes at most: a tree that never fills up
PLIES_ON = 6  # random plies from one position measured to the next


def seconds(text: str) -> float:
    """A time between 0.01 and 3600 seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.01 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"seconds from 0.01 to 3600 are needed, not {shorten(text)!r}")
    return value


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="one game; all of them by default")
    parser.add_argument("--rules", metavar="R", help="one rule set of the game")
    parser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], dest="options", help="an option of that rule set"
    )
    parser.add_argument("--seconds", metavar="S", type=seconds, default=1.0, help="to measure for, each (1)")
    parser.add_argument("--threads", metavar="N", type=whole(1, 256), default=1, help="to play on (1)")
    parser.add_argument("--search", action="store_true", help="measure the tree search instead: simulations a second")
    parser.add_argument(
        "--best", action="store_true", help="with --search: the strongest search for each game, nodes a second"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, game/rules to its speeds")


def run(args: argparse.Namespace) -> int:
    from kakomi.search.batch import playouts

    report: dict[str, dict[str, float]] = {}
    for match in _matches(args):
        name = f"{match.game.name}/{match.rules}"
        note(f"{name}: compiling and checking (quick, once it is in the cache) ...")
        check(match)
        note(f"{name}: measuring for {args.seconds:g} s ...")
        if args.search and args.best:
            kind, speed = best_speed(match, args.seconds, args.threads)
            report[name] = {f"{kind}_nodes_per_s": round(speed)}
            if not args.json:
                print(f"{name:24} {speed:>13,.0f} nodes/s  {kind}", flush=True)
            continue
        if args.search:
            speed = search_speed(match, args.seconds, args.threads)
            report[name] = {"uct_simulations_per_s": round(speed)}
            if not args.json:
                print(f"{name:24} {speed:>13,.0f} simulations/s", flush=True)
            continue

        def play(count: int, seed: int, match: Match = match) -> Tally:
            return interruptible(lambda: playouts(match, count, seed, args.threads))

        count = FIRST_BATCH * args.threads
        while (took := play(count, SEED).seconds) < args.seconds / REPEATS / 4:
            count *= 2
        count = max(1, int(count * args.seconds / REPEATS / max(took, 1e-9)))
        tallies = [play(count, SEED + repeat) for repeat in range(REPEATS)]
        report[name] = {
            "moves_per_s": round(statistics.median(tally.moves / tally.seconds for tally in tallies)),
            "playouts_per_s": round(statistics.median(tally.games / tally.seconds for tally in tallies), 1),
        }
        if not args.json:
            moves, games_played = report[name]["moves_per_s"], report[name]["playouts_per_s"]
            print(f"{name:24} {moves:>13,} moves/s {games_played:>13,.0f} playouts/s", flush=True)
    if args.json:
        print_json(report)
    return 0


def search_speed(match: Match, seconds: float, threads: int) -> float:
    """Simulations a second of plain UCT from the match's position, the median of the repeats; each from an empty tree."""
    from kakomi.search.mcts.search import MonteCarlo
    from kakomi.search.result import Limit

    def search(limit: Limit, seed: int) -> float:
        report = interruptible(lambda: MonteCarlo(threads, SEARCH_MEMORY, seed, keep=False).search(match, limit))
        return report.nodes / report.seconds

    search(Limit(nodes=100), SEED)  # compiles
    return statistics.median(search(Limit(seconds=seconds / REPEATS), SEED + repeat) for repeat in range(REPEATS))


def best_speed(match: Match, seconds: float, threads: int) -> tuple[str, float]:
    """The strongest search without a table, and its nodes a second: the median over the start and positions after it."""
    from kakomi.players.search_player import searcher_for
    from kakomi.search.result import Limit

    generator = random.Random(SEED)
    speeds = []
    for _ in range(REPEATS):
        searcher = searcher_for(match, threads, seed=SEED, exact=False)
        searcher.search(match, Limit(nodes=1))  # compiles
        report = interruptible(functools.partial(searcher.search, match, Limit(seconds=seconds / REPEATS), 2))
        speeds.append(report.nodes / report.seconds)
        match = match.copy()
        for _ in range(PLIES_ON):
            if match.outcome is None:
                match.push_code(generator.choice(match.codes()))
        if match.outcome is not None:
            break
    return searcher.name, statistics.median(speeds)


def _matches(args: argparse.Namespace) -> list[Match]:
    if args.game is None:
        if args.rules is not None or args.options:
            raise UsageError("--rules and --set need a GAME: kakomi bench GAME --rules R")
        chosen = games.all_games()
    else:
        chosen = (find_game(args.game),)
    options = read_options(args.options)
    if args.rules is not None or options:
        return [Match(chosen[0], None if args.rules is None else args.rules.strip().lower(), options)]
    return [Match(game, rule_set.name) for game in chosen for rule_set in game.rule_sets]


def check(match: Match) -> None:
    """Refuse to measure an engine whose games are not those of the plain source."""
    from kakomi.search.batch import playouts

    compiled = interruptible(lambda: playouts(match, CHECKED_GAMES, SEED))
    plain = playouts(match, CHECKED_GAMES, SEED, target="python")
    if replace(compiled, seconds=0.0) != replace(plain, seconds=0.0):
        raise EngineError(
            f"{match.game.name} {match.rules}: the compiled games differ from the interpreted ones "
            f"(digest {compiled.digest}, not {plain.digest}); nothing was measured"
        )
