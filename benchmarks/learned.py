"""The search with a learned net: simulations per second in every game that has a net interface, with random weights.

    python -m benchmarks.learned [--wasm] [--first-move] [GAME ...]

First the answer: what the net says of some positions is compared with numpy. Then one thread searches from there; speeds are
per second of the processor, the best of some rounds, so that other programs on the machine disturb less. Beside it, how
much faster than numpy the net itself is. With --wasm the first game is searched in WebAssembly too (node), which must build
the same tree to the last bit.

With --first-move nothing else is measured but how long the first move of level 5 takes with the net of a rule set that has
one, in a process where all is compiled but the net is not loaded yet: wall time, the worst and the best of some rounds. Each
must be the move that the same level and seed played before.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from tests.search.learned.nets import consult, evaluate, random_net
from tests.search.learned.searches import search_arrays
from tests.search.learned.wasm import call, flat, make_module

import kakomi
from kakomi import games
from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.net import net_for, net_shape
from kakomi.players.levels import ladders, level_player
from kakomi.search.learned import kernel, packaged
from kakomi.search.learned.network import Net
from kakomi.search.mcts.arrays import UNKNOWN

CLOSE = 1e-4
FIXED = 100  # cells: larger boards have convolutional nets
SPARSE, CONV = (256, 64), (16, 2)  # the layers; channels and blocks
ROUNDS = 7
OPENING = 4  # plies from the start, where a game has more than openings
SECONDS = 0.5  # of one round
BAR, WASM_BAR = 120_000, 0.7
LEVEL, FIRST_MOVE_BAR = 5, 1.5  # seconds


def best(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The least processor time that it takes, in seconds."""
    times = []
    for _ in range(rounds):
        began = time.thread_time()
        work()
        times.append(time.thread_time() - began)
    return min(times)


def searched(net: Net, match: Match, simulations: int, rounds: int = ROUNDS) -> tuple[list[Any], float]:
    """The arrays of a search, and the seconds it takes at best."""
    run = bind("cpu", kernel.run, match.rule_set.rules)
    times = []
    for _ in range(rounds):
        given = search_arrays(net, match, simulations, look_ahead=False)
        began = time.thread_time()
        run(*given)
        times.append(time.thread_time() - began)
    return given, min(times)


def measure(match: Match) -> tuple[str, float, float]:
    """The kind of net, simulations per second, and how much faster than numpy the net is."""
    shape = net_shape(match.rule_set.rules, match.settings)
    kind = "sparse" if shape.cells <= FIXED else "conv"
    net = random_net(match, kind, 1, SPARSE if kind == "sparse" else CONV)
    walk = match.copy()
    for ply in range(OPENING):
        value, logits = consult(net, walk)
        known_value, known_logits = evaluate(net, walk)
        worst = max(abs(value - known_value), float(abs(logits - known_logits).max()))
        if worst > CLOSE:
            sys.exit(f"{match.game.name} {match.rules}: the net differs from numpy by {worst}")
        walk.push_code(walk.codes()[(ply * 5 + 2) % len(walk.codes())])
    _, tried = searched(net, walk, 200, rounds=2)
    simulations = max(200, round(200 * SECONDS / tried))
    given, seconds = searched(net, walk, simulations)
    assert given[1].proven[0] == UNKNOWN
    plain = best(lambda: evaluate(net, walk), rounds=3)
    return kind, simulations / seconds, plain / (seconds / simulations)


def in_wasm(match: Match, simulations: int = 20_000) -> float:
    """The speed in WebAssembly over that on the CPU."""
    net = random_net(match, "sparse", 1, SPARSE)
    known, seconds = searched(net, match, simulations)
    module = make_module(match.game.name, "sparse")
    theirs = []
    for _ in range(3):
        given = search_arrays(net, match, simulations, look_ahead=False)
        theirs.append(call(module, "sparse", given, times=10))
        if any((one != two).any() for one, two in zip(flat(known), flat(given), strict=True)):
            sys.exit(f"{match.game.name}: the tree in WebAssembly is another one")
    return seconds / min(theirs)


def first_move(match: Match) -> tuple[float, float]:
    """Seconds until the first move of the level, the worst and the best, the net loaded from its file each time."""
    expected = level_player(LEVEL).choose(match)  # compiles
    assert expected in match.legal_moves
    times = []
    for _ in range(ROUNDS):
        for kept in (packaged._load, packaged._load_manifest, packaged._choice, ladders):
            kept.cache_clear()
        began = time.perf_counter()
        move = level_player(LEVEL).choose(match)
        times.append(time.perf_counter() - began)
        if move != expected:
            sys.exit(f"{match.game.name} {match.rules}: {move}, where level {LEVEL} played {expected}")
    return max(times), min(times)


def measure_first_moves(names: Sequence[str]) -> None:
    """Print them for the rule sets of these games that are played with a net."""
    print(f"{'rule set':24} {'worst':>9} {'best':>9}")
    for match in (kakomi.new(name, rules=each.name) for name in names for each in games.get(name).rule_sets):
        if packaged.is_strongest(match) and packaged.packaged_net(match) is not None:
            worst, best_time = first_move(match)
            print(f"{match.game.name + '/' + match.rules:24} {worst:7.3f} s {best_time:7.3f} s", flush=True)
    print(f"bar for the worst: {FIRST_MOVE_BAR} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all, if none is named", default=games.BUILT_IN)
    parser.add_argument("--wasm", action="store_true", help="the first of them in WebAssembly too")
    parser.add_argument("--first-move", action="store_true", help="only the time until the first move of level 5")
    args = parser.parse_args()
    if args.first_move:
        measure_first_moves(args.games)
        return
    print(f"{'rule set':24} {'net':>7} {'simulations/s':>14} {'numpy':>8}")
    matches = [kakomi.new(name, rules=each.name) for name in args.games for each in games.get(name).rule_sets]
    matches = [each for each in matches if net_for(each.rule_set.rules) is not None]
    for match in matches:
        kind, speed, ratio = measure(match)
        print(f"{match.game.name + '/' + match.rules:24} {kind:>7} {speed:14,.0f} {ratio:7.0f}x", flush=True)
    print(f"bar for the first, on an idle core: {BAR:,}")
    if args.wasm:
        print(f"WebAssembly / CPU in {matches[0].game.name}: {in_wasm(matches[0]):.2f} (bar {WASM_BAR})")


if __name__ == "__main__":
    main()
