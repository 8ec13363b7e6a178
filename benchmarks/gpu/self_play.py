"""How many positions of self-play a GPU makes in a second, as `kakomi train` plays them: without training, and with it.

    python -m benchmarks.gpu.self_play GAME [--rules R] [--set NAME=VALUE] [--board NAME=VALUE ...] [--games N]
                                       [--setting NAME=VALUE] [--seconds S] [--kernels FOLDER]

Needs a GPU, torch and CuPy (`kakomi[train]`), and the compiler (`kakomi[cuda]`) unless there are `--kernels`.
First some games are played to their end, and gone through by the rules as Python runs them: every move must be legal, and
every result the one that the rules give. Only then is anything timed. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from kakomi import games
from kakomi.cli.arguments import read_options
from kakomi.cli.commands.train.plans import make_boards
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.core.protocol import DRAW
from kakomi.training import state
from kakomi.training.gpu.run import GpuSettings, SessionStart, TrainingBoard
from kakomi.training.plan import TrainingPlan

CHECKED_GAMES = 12  # per board: the rules take milliseconds for a position
WARM_UP = 5.0  # seconds of training before the rate is measured; the first step records the graphs
AT_ONCE = 8  # moves between two waits for the GPU, as in training


class WrongGame(Exception):
    """A game that does not follow the rules."""


def check_course(
    match: Match, positions: Sequence[list[int]], players: Sequence[int], results: Sequence[int], given_up: int = 0
) -> int:
    """How many games ended in the positions of one row of the ring, oldest first; WrongGame where the rules differ.

    This many games may have been given up; their positions have no result.
    """
    ended = began = 0
    for now, position in enumerate(positions):
        if players[now] != match.rule_set.rules.to_move(position):
            raise WrongGame(f"move {now}: the player to move is {players[now]}")
        following = positions[now + 1] if now + 1 < len(positions) else None
        goes_on, winners = _follow(match, position, following)
        if goes_on or (following is None and results[now] == state.UNFINISHED):
            continue
        if results[now] == state.UNFINISHED:
            given_up -= 1
            if given_up < 0:
                raise WrongGame(f"move {now}: no legal move leads to the next position")
        else:
            seen = [{_result(winner, players[k]) == results[k] for winner in winners} for k in range(began, now + 1)]
            if not winners or {False} in seen:
                raise WrongGame(f"move {now}: the result is {results[now]}, and the rules' winner one of {winners}")
            ended += 1
        began = now + 1
    return ended


def _follow(match: Match, position: list[int], following: list[int] | None) -> tuple[bool, set[int]]:
    """Whether a legal move leads to the position that follows, and who wins by the moves that end the game."""
    rules = match.rule_set.rules
    out, rest = ([0] * rules.max_moves(match.settings) for _ in range(2))
    reached = []
    for move in out[: rules.legal_moves(position, out)]:
        after = list(position)
        rules.play(after, move)
        if after == following:
            return True, set()
        reached.append(after)
    return False, {rules.winner(after) for after in reached if rules.legal_moves(after, rest) == 0}


def _result(winner: int, player: int) -> int:
    if winner == DRAW:
        return state.DRAWN
    return state.WON if winner == player else state.LOST


def check_play(match: Match, play: Any) -> int:
    """Play until enough games are over or the ring is full, and check some of them; returns how many ended in these."""
    shape, over = play.shape, list[int]()
    while play.moves < shape.ring:
        play.move()
        lines = _array(play.games.tally).reshape(shape.games, state.TALLY)
        over = np.flatnonzero(lines[:, state.GAMES_OVER])[:CHECKED_GAMES].tolist()
        if len(over) == min(CHECKED_GAMES, shape.games):
            break
    if not over:
        raise WrongGame(f"no game came to its end in {play.moves} moves")
    kept = (play.ring.state, play.ring.player, play.ring.result)
    rings = [_array(each.reshape(shape.ring, shape.games, -1)[: play.moves, over]) for each in kept]
    ended = 0
    for k, game in enumerate(over):
        positions, players, results = (each[:, k] for each in rings)
        course = positions.tolist(), players[:, 0].tolist(), results[:, 0].tolist()
        ended += check_course(match, *course, int(lines[game, state.GIVEN_UP]))
    if ended < len(over):
        raise WrongGame(f"{len(over)} games are over, and only {ended} ends were found")
    return ended


def _array(tensor: Any) -> Any:
    """A tensor as a numpy array."""
    return np.asarray(tensor.cpu() if hasattr(tensor, "cpu") else tensor)


def local_bytes(texts: Mapping[str, str]) -> dict[str, int]:
    """Local memory of a thread of each kernel, from its text."""
    return {
        name: sum(int(size) for size in re.findall(r"__local_depot\d+\[(\d+)\]", text)) for name, text in texts.items()
    }


def rate_alone(run: Any, seconds: float, wait: Any) -> float:
    """Positions of self-play per second, without training; the boards take turns."""
    wait()
    before, began, moves = _positions(run), time.monotonic(), 0
    while time.monotonic() - began < seconds:
        run.plays[moves % len(run.plays)].move()
        moves += 1
        if moves % AT_ONCE == 0:
            wait()
    wait()
    took = time.monotonic() - began
    return (_positions(run) - before) / took


def rate_in_training(run: Any, seconds: float) -> float:
    """Positions of self-play per second, with training as in a run."""
    run.plan = replace(run.plan, seconds=min(WARM_UP, seconds), snapshots=0)
    run.train()
    run.plan = replace(run.plan, seconds=seconds)
    before, began = _positions(run), time.monotonic()
    run.train()  # waits for the GPU at its end
    took = time.monotonic() - began
    return (_positions(run) - before) / took


def _positions(run: Any) -> int:
    return sum(int(play.tally()[state.MOVES_MADE]) for play in run.plays)


def make_plan(args: argparse.Namespace) -> TrainingPlan:
    """What is played, as `kakomi train` would train it."""
    game = games.get(args.game)
    given, boards = read_options(args.options), []
    for text in args.boards:
        boards.append(game.settle(args.rules, {**given, **read_options(text.split(","))})[1])
    rule_set, options = game.settle(args.rules, given)
    settings = {name: str(value) for name, value in read_options(args.settings).items()}
    if args.games is not None:
        settings["games"] = str(args.games)
    several = tuple(boards) if len(boards) > 1 else ()
    first = boards[0] if boards else options
    return TrainingPlan(game.name, rule_set.name, first, 1, "cuda", asdict(GpuSettings.read(settings)), several)


def measure(plan: TrainingPlan, boards: Sequence[TrainingBoard], seconds: float) -> dict[str, Any]:
    """Check the games, then time them; needs torch, CuPy and a GPU."""
    import torch

    from kakomi.training.gpu.session import GpuSession

    settings = GpuSettings.restore(plan.settings)
    session = GpuSession(SessionStart(boards, settings, plan.seed, {}, 0.0), _tell)
    run = session.run
    checked = sum(check_play(board.match, play) for board, play in zip(boards, run.plays, strict=True))
    _tell(f"{checked} games checked")
    alone = rate_alone(run, seconds, torch.cuda.synchronize)
    trained = rate_in_training(run, seconds)
    free, total = torch.cuda.mem_get_info()
    return {
        "gpu": session.gpu,
        "torch": torch.__version__,
        "game": plan.game,
        "rules": plan.rules,
        "boards": [dict(each) for each in plan.boards or (plan.options,)],
        "positions_per_s": round(alone),
        "positions_per_s_in_training": round(trained),
        "seconds": seconds,
        "games_checked": checked,
        "given_up": int(sum(play.tally()[state.GIVEN_UP] for play in run.plays)),
        "local_bytes": [local_bytes(board.texts) for board in run.boards],
        "gpu_memory_gb": round((total - free) / 1e9, 1),
        "settings": dict(plan.settings),
    }


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--rules")
    parser.add_argument("--set", action="append", default=[], dest="options", metavar="NAME=VALUE")
    parser.add_argument("--board", action="append", default=[], dest="boards", metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, help="played side by side")
    parser.add_argument("--setting", action="append", default=[], dest="settings", metavar="NAME=VALUE")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each of the two rates")
    parser.add_argument("--kernels", metavar="FOLDER", help="made by kakomi train GAME --compile-kernels FOLDER")
    args = parser.parse_args(words)
    if not args.seconds > 0:
        parser.error("--seconds is more than 0")
    try:
        plan = make_plan(args)
        print(json.dumps(measure(plan, make_boards(plan, args.kernels), args.seconds), indent=1))
    except ModuleNotFoundError as error:
        sys.exit(f"{error.name} is missing; to install it: pip install 'kakomi[train]'")
    except (KakomiError, WrongGame) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
