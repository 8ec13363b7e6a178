"""kakomi bench: the speed of random playouts, measured after their result has been checked."""

from __future__ import annotations

import argparse
import functools
import random
import statistics
from dataclasses import replace
from typing import TYPE_CHECKING

from kakomi import games
from kakomi.cli.arguments import UsageError, add_rules, find_game, read_options, read_rules, whole
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json
from kakomi.cli.interrupts import interruptible
from kakomi.cli.progress import note
from kakomi.core.errors import EngineError, shorten
from kakomi.core.match import Match

if TYPE_CHECKING:
    from kakomi.search.batch import PlayoutTally

HELP = "measure the speed of random playouts"
ABOUT = (
    "Random games per second, compiled, for one rule set or for all with their default options. Before anything is "
    "measured, a few games are played both compiled and interpreted, and all their moves must be the same."
)
EXAMPLE = "kakomi bench {game} --seconds 2 --threads 2"

CHECKED_GAMES = 4  # few: interpreted games are slow
REPEATS = 5
FIRST_BATCH = 32
SEED = 1
SEARCH_MEMORY = 2000  # megabytes at most: enough that the tree never fills up
PLIES_BETWEEN = 6  # random plies from one measured position to the next


def seconds(text: str) -> float:
    """A time between 0.01 and 3600 seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.01 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"must be seconds from 0.01 to 3600, not {shorten(text)!r}")
    return value


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="one game (default: all)")
    add_rules(parser)
    parser.add_argument(
        "--seconds", metavar="S", type=seconds, default=1.0, help="how long to measure each rule set (1)"
    )
    parser.add_argument("--threads", metavar="N", type=whole(1, 256), default=1, help="threads to use (1)")
    parser.add_argument(
        "--search", action="store_true", help="measure the tree search instead, in simulations per second"
    )
    parser.add_argument(
        "--best",
        action="store_true",
        help="with --search: measure the strongest search for each game, in nodes per second",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the speeds as one JSON object with the keys GAME/RULES"
    )


def run(args: argparse.Namespace) -> int:
    from kakomi.search.batch import playouts

    report: dict[str, dict[str, float]] = {}
    for match in _matches(args):
        name = f"{match.game.name}/{match.rules}"
        note(f"{name}: compiling (only the first time) and checking ...")
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

        def play(count: int, seed: int, match: Match = match) -> PlayoutTally:
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
    return DONE


def search_speed(match: Match, seconds: float, threads: int) -> float:
    """Simulations per second of plain UCT from the match's position: the median of several runs, each with an empty tree."""
    from kakomi.search.mcts.search import MonteCarlo
    from kakomi.search.result import Limit

    def search(limit: Limit, seed: int) -> float:
        report = interruptible(lambda: MonteCarlo(threads, SEARCH_MEMORY, seed, keep=False).search(match, limit))
        return report.nodes / report.seconds

    search(Limit(nodes=100), SEED)  # compiles
    return statistics.median(search(Limit(seconds=seconds / REPEATS), SEED + repeat) for repeat in range(REPEATS))


def best_speed(match: Match, seconds: float, threads: int) -> tuple[str, float]:
    """The strongest search without a table, and its nodes per second: the median over the start and later positions."""
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
        for _ in range(PLIES_BETWEEN):
            if match.outcome is None:
                match.push_code(generator.choice(match.codes()))
        if match.outcome is not None:
            break
    return searcher.name, statistics.median(speeds)


def _matches(args: argparse.Namespace) -> list[Match]:
    if args.game is None:
        if args.rules is not None or args.options:
            raise UsageError("--rules and --set need a GAME: kakomi bench GAME --rules NAME")
        chosen = games.all_games()
    else:
        chosen = (find_game(args.game),)
    options = read_options(args.options)
    if args.rules is not None or options:
        return [Match(chosen[0], read_rules(args), options)]
    return [Match(game, rule_set.name) for game in chosen for rule_set in game.rule_sets]


def check(match: Match) -> None:
    """Refuse to measure if compiled games differ from interpreted ones."""
    from kakomi.search.batch import playouts

    compiled = interruptible(lambda: playouts(match, CHECKED_GAMES, SEED))
    plain = playouts(match, CHECKED_GAMES, SEED, target="python")
    if replace(compiled, seconds=0.0) != replace(plain, seconds=0.0):
        raise EngineError(
            f"{match.game.name} {match.rules}: the compiled games differ from the interpreted ones "
            f"(digest {compiled.digest}, not {plain.digest}); nothing was measured"
        )
