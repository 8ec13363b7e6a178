"""Tune the weights of an evaluation by games: logistic regression on positions of self-play (Texel's method).

    python -m benchmarks.tune GAME [--rules R] [--set NAME=VALUE] [--games N] [--rounds N] [--depth D | --nodes N]
                                   [--start W,...]

Rounds of games are played, the first at random, the next by alpha-beta to a small depth with the weights of the round
before; the first six moves and one in ten later are random, so that games differ and mistakes are punished. Of each game
every third position is kept with its result (a draw counts one half). The weights are those that make the results kept
likeliest, all rounds but the random one put together, with a small pull to zero, times 1000 and rounded; the evaluation is
thus the logarithm of the odds that the first player wins, in thousandths. Since evaluations are linear in their weights,
the features are asked of the very function that is tuned, one weight set to 1000 and the others to 0, compiled.

With `--nodes`, for games that equals draw, the players of a game are not equals: each searches N, 2 N, 4 N, 8 N or 16 N
nodes for a move, and 4 to 13 moves at the beginning and one in 12 to 71 later are random.

One tenth of the games is held back: the log loss on them is printed beside that of a constant. The result goes into
`evaluation.py` of the game by hand, with the command that made it.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.core.protocol import (
    DRAW,
    NO_MOVE,
    Moves,
    Position,
    Random,
    evaluate,
    legal_moves,
    needs_quiescence,
    pick,
    play,
    to_move,
    winner,
)
from kakomi.core.rand import below, seed_game
from kakomi.search.alphabeta import arrays as places
from kakomi.search.alphabeta.arrays import (
    BEST_MOVE,
    INFINITE,
    LIMIT,
    NODES,
    ROOT_COUNT,
    STOP,
    Memory,
    SearchTask,
    Stack,
)
from kakomi.search.alphabeta.kernel import search
from kakomi.search.alphabeta.search import EXTRA, set_pruning
from kakomi.search.alphabeta.transpositions import BUCKET
from kakomi.search.evaluation import evaluation_for

OPENING = 6  # moves at random at the beginning
RANDOM_IN = 10  # later one move in this many is random
EVERY = 3  # one position in this many is kept
LONGEST = 400  # moves; a longer game counts as a draw
PULL = 1e-4  # of a squared weight, on features of variance 1, in logits a position
UNIT = 1000
HELD_BACK = 10  # one game in this many
DOUBLINGS = 5  # of the nodes of a player, 0 to one less
DEEPEST = 14  # plies of a search by nodes


def think(depth: int, deepening: bool, task: SearchTask, stack: Stack, memory: Memory) -> int:
    """The move of a search to a depth, or by deepening to it until the limit; NO_MOVE if the game is over."""
    position, moves = stack.positions[0], stack.moves[0]
    task.control[NODES] = task.control[STOP] = 0
    move = NO_MOVE
    for each in range(1 if deepening else depth, depth + 1):
        task.settings[ROOT_COUNT] = legal_moves(position, moves)
        if move == NO_MOVE and task.settings[ROOT_COUNT] > 0:
            move = moves[0]
        memory.killers[0] = move
        stack.frames[BEST_MOVE] = NO_MOVE  # it stays so if the game is over
        if search(task, stack, memory, each, -INFINITE, INFINITE, None, None, None) == 0:
            break
        move = stack.frames[BEST_MOVE]
    return move


def play_games(
    root: Position,
    seed: int,
    begin: int,
    end: int,
    depth: int,
    nodes: int,
    random: Random,
    unit: Moves,
    rows: list[Moves],
    results: Moves,
    games: Moves,
    task: SearchTask,
    stack: Stack,
    memory: Memory,
) -> int:
    """Play games `begin` to `end - 1` and write features, results (FIRST, SECOND, DRAW) and game numbers; returns how many.

    The last three arguments are the search's own; its root is the position played on.
    """
    written = 0
    position = stack.positions[0]
    moves = stack.moves[0]
    for game in range(begin, end):
        for i in range(len(root)):
            position[i] = root[i]
        seed_game(random, seed, game)
        kept = written
        result = DRAW
        phase = below(random, EVERY)
        opening = OPENING if nodes == 0 else 4 + below(random, 10)
        random_in = RANDOM_IN if nodes == 0 else 12 + below(random, 60)
        first = nodes << below(random, DOUBLINGS)
        second = nodes << below(random, DOUBLINGS)
        for number in range(LONGEST):
            if depth == 0 or number < opening or below(random, random_in) == 0:
                move = pick(position, moves, random)
            else:
                task.control[LIMIT] = 1 << 62 if nodes == 0 else first if to_move(position) == 0 else second
                move = think(depth, nodes > 0, task, stack, memory)
            if move == NO_MOVE:
                result = winner(position)
                break
            if number % EVERY == phase and needs_quiescence(position) == 0 and written < len(rows):
                for i in range(len(unit)):
                    unit[i] = UNIT
                    rows[written][i] = evaluate(position, unit)
                    unit[i] = 0
                written += 1
            play(position, move)
        for i in range(kept, written):
            results[i] = result
            games[i] = game
    return written


def sample(
    match: kakomi.Match, weights: Any, games: int, seed: int, depth: int, nodes: int = 0
) -> tuple[Any, Any, Any]:
    """Features, results for the first player, and game numbers of the positions kept."""
    rules = match.rule_set.rules
    evaluation = evaluation_for(rules)
    entry = bind("cpu", play_games, rules, evaluation.module)
    width, features, levels = rules.max_moves(match.settings), len(weights), depth + EXTRA + 2
    room = games * LONGEST // EVERY // 2 + 1000
    rows = np.zeros((room, features), np.int64)
    results, numbers = np.zeros(room, np.int64), np.zeros(room, np.int64)

    def ints(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    task = SearchTask(ints(places.CONTROL_LENGTH), ints(places.SETTINGS_LENGTH), weights)
    task.control[places.LIMIT] = 1 << 62
    task.settings[places.BY_MARGIN] = int(evaluation.by_margin(match.settings))
    task.settings[places.WIDTH] = evaluation.width
    task.settings[places.EXTRA] = EXTRA
    if nodes:
        set_pruning(task.settings, evaluation.pruning)
    stack = Stack(
        positions=ints(levels, len(match.state)),
        moves=ints(levels, width),
        ranks=ints(levels, width),
        frames=ints(levels * places.FRAME),
        lines=ints(levels, levels),
    )
    memory = Memory(ints(2 * levels) + NO_MOVE, ints(2 * places.HISTORY_SIZE), ints(BUCKET << 13))
    root, random, unit = np.array(match.state, np.int64), np.zeros(1, np.uint64), ints(features)
    count = entry(root, seed, 0, games, depth, nodes, random, unit, rows, results, numbers, task, stack, memory)
    worth = np.array([1.0, 0.0, 0.5])[results[:count]]
    return rows[:count].astype(float) / UNIT, worth, numbers[:count]


def fit(features: Any, results: Any) -> Any:
    """Newton's method for the logistic regression without a constant."""
    scale = np.sqrt((features**2).mean(axis=0))
    used = scale > 0
    x = features[:, used] / scale[used]
    beta = np.zeros(x.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        slope = x.T @ (results - chance) / len(x) - PULL * beta
        curve = (x * (chance * (1 - chance))[:, None]).T @ x / len(x) + PULL * np.eye(len(beta))
        step = np.linalg.solve(curve, slope)
        beta += step
        if np.abs(step).max() < 1e-6:
            break
    weights = np.zeros(features.shape[1])
    weights[used] = beta / scale[used]
    return weights


def loss(features: Any, results: Any, weights: Any) -> float:
    """The mean log loss."""
    chance = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
    return float(-(results * np.log(chance) + (1 - results) * np.log(1 - chance)).mean())


def main() -> None:
    """Play, fit, play with the fitted weights, fit again, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--rules")
    parser.add_argument("--set", action="append", default=[], dest="options", metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument(
        "--nodes", type=int, default=0, help="players who search so many nodes or up to 16 times as many"
    )
    parser.add_argument(
        "--start", help="weights for the first round, with commas, where games at random decide nothing"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    match = kakomi.new(arguments.game, arguments.rules, **dict(each.split("=") for each in arguments.options))
    present = evaluation_for(match.rule_set.rules).weights
    weights = np.zeros(len(present), np.int64)
    if arguments.start:
        weights[:] = [int(weight) for weight in arguments.start.split(",")]
    pool: list[Any] = []
    for number in range(arguments.rounds):
        deepest = DEEPEST if arguments.nodes else arguments.depth
        depth = deepest if number > 0 or arguments.start else 0
        began = time.perf_counter()
        features, results, games = sample(
            match, weights, arguments.games, arguments.seed + number, depth, arguments.nodes
        )
        if depth > 0 and pool:  # games of the rounds played by search are pooled
            features, results = np.vstack([features, pool[0]]), np.concatenate([results, pool[1]])
            games = np.concatenate([games, pool[2]])
        if depth > 0:
            pool = [features, results, games]
        held = games % HELD_BACK == 0
        fitted = fit(features[~held], results[~held])
        weights = np.round(UNIT * fitted).astype(np.int64)
        share = results[~held].mean()
        constant = float(-(results[held] * np.log(share) + (1 - results[held]) * np.log(1 - share)).mean())
        print(
            f"round {number + 1}: {arguments.games} games, {len(results)} positions, first player {results.mean():.3f}, "
            f"log loss {loss(features[held], results[held], weights / UNIT):.4f} (constant {constant:.4f}), "
            f"{time.perf_counter() - began:.0f} s",
        )
        print(tuple(int(weight) for weight in weights), flush=True)


if __name__ == "__main__":
    main()
