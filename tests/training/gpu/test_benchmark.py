"""The benchmark of self-play: what it says of games before it times them, and what it measures. There is no GPU here."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from benchmarks.gpu import self_play
from benchmarks.gpu.self_play import WrongGame, check_course, check_play, local_bytes, rate_alone, rate_in_training

import kakomi
from kakomi.training import state
from kakomi.training.gpu.run import SessionStart
from tests.training.test_kernels import GAMES, RING, SelfPlay

Course = tuple[list[list[int]], list[int], list[int]]


def play_at_random(games: int, seed: int = 1) -> Course:
    """Games of Enso one after another, as a row of the ring keeps them."""
    positions: list[list[int]] = []
    players: list[int] = []
    results: list[int] = []
    for number in range(games):
        match = kakomi.new("enso")
        moves = []
        while match.outcome is None:
            codes = match.codes()
            positions.append(list(match.state))
            moves.append(match.to_move)
            match.push_code(codes[(7 * len(moves) + seed + number) % len(codes)])
        players += moves
        results += [state.WON if match.outcome.winner == player else state.LOST for player in moves]
    return positions, players, results


def test_games_by_the_rules_are_right() -> None:
    positions, players, results = play_at_random(3)
    match = kakomi.new("enso")
    assert check_course(match, positions, players, results) == 3
    going_on = [*results[:-4], *[state.UNFINISHED] * 4]
    assert check_course(match, positions[:-1], players[:-1], going_on[:-1]) == 2


def test_a_wrong_game_is_found() -> None:
    positions, players, results = play_at_random(2)
    match = kakomi.new("enso")
    first = next(k for k in range(1, len(results)) if positions[k] == list(match.state))
    swapped = [state.LOST + state.WON - each for each in results[:first]]
    with pytest.raises(WrongGame, match="the result is"):
        check_course(match, positions, players, [*swapped, *results[first:]])
    with pytest.raises(WrongGame, match="the result is"):
        check_course(match, positions, players, [state.DRAWN, *results[1:]])
    with pytest.raises(WrongGame, match="the player to move is"):
        check_course(match, positions, [1 - players[0], *players[1:]], results)
    without_one = positions[:3] + positions[4:], players[:3] + players[4:], results[:3] + results[4:]
    with pytest.raises(WrongGame, match=r"the (result|player to move) is"):
        check_course(match, *without_one)
    open_end = [state.UNFINISHED] * len(results)
    with pytest.raises(WrongGame, match="no legal move leads to the next position"):
        check_course(match, positions, players, open_end)
    assert check_course(match, positions[:-1], players[:-1], open_end[:-1], given_up=1) == 0


class Recorded(SelfPlay):
    """Self-play on the CPU that counts its moves, as that on a GPU does."""

    moves = 0

    def move(self) -> None:
        super().move()
        self.moves += 1

    def tally(self) -> Any:
        return np.reshape(self.games.tally, (GAMES, -1)).sum(0)


def test_games_of_self_play_are_played_and_checked() -> None:
    play = Recorded(kakomi.new("enso"))
    assert check_play(play.match, play) >= GAMES
    assert play.moves < RING
    play = Recorded(kakomi.new("enso"))
    play.shape = play.shape._replace(ring=4)
    with pytest.raises(WrongGame, match="no game came to its end in 4 moves"):
        check_play(play.match, play)


@dataclass
class Play:
    """Self-play that makes 10 positions in a move of a hundredth of a second."""

    made: int = 0

    def move(self) -> None:
        time.sleep(0.01)
        self.made += 10

    def tally(self) -> list[int]:
        return [self.made, 0, 0, 0, 0, 0]


@dataclass
class Run:
    """A run that plays with both boards in turn."""

    plan: Any
    plays: list[Play] = field(default_factory=lambda: [Play(), Play()])
    trained: list[tuple[float, int]] = field(default_factory=list)
    boards: list[Any] = field(default_factory=list)

    def train(self) -> None:
        self.trained.append((self.plan.seconds, self.plan.snapshots))
        end = time.monotonic() + self.plan.seconds
        while time.monotonic() < end:
            self.plays[0].move()


@dataclass(frozen=True)
class Plan:
    seconds: float = 300.0
    snapshots: int = 6


def test_rates_are_positions_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "WARM_UP", 0.05)
    run, waits = Run(Plan()), list[int]()
    assert 50 < rate_alone(run, 0.3, lambda: waits.append(1)) <= 1000
    assert run.plays[0].made in (run.plays[1].made, run.plays[1].made + 10)
    assert len(waits) > 2
    assert 50 < rate_in_training(run, 0.3) <= 1000
    assert run.trained == [(0.05, 0), (0.3, 0)]


def test_what_is_measured_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With stand-ins for torch and the session; the games are real ones, on the CPU."""

    class Session:
        gpu = "Stand-in 9000"

        def __init__(self, start: SessionStart, tell: Any) -> None:
            assert (start.kept, start.trained, start.settings.games) == ({}, 0.0, 64)
            plays: Any = [Recorded(each.match) for each in start.boards]
            self.run: Any = Run(Plan(), plays)
            self.run.boards = [SimpleNamespace(texts={"step": "__local_depot0[24]"})]

    cuda = SimpleNamespace(synchronize=lambda: None, mem_get_info=lambda: (1e9, 3e9))
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=cuda, __version__="2"))
    monkeypatch.setitem(sys.modules, "kakomi.training.gpu.session", SimpleNamespace(GpuSession=Session))
    monkeypatch.setattr(self_play, "WARM_UP", 0.05)
    self_play.main(["enso", "--games", "64", "--seconds", "0.2"])
    said = json.loads(capsys.readouterr().out)
    assert (said["gpu"], said["game"], said["boards"], said["settings"]["games"]) == ("Stand-in 9000", "enso", [{}], 64)
    assert said["games_checked"] >= GAMES
    assert said["positions_per_s"] > 0
    assert said["positions_per_s_in_training"] > 0
    assert (said["local_bytes"], said["gpu_memory_gb"]) == ([{"step": 24}], 2.0)


def test_the_plan_is_that_of_training() -> None:
    parser_words = ["enclose5", "--board", "size=7", "--board", "size=9", "--games", "64", "--setting", "blocks=3"]
    plans: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(self_play, "make_boards", lambda plan, kernels: plans.append((plan, kernels)))
        patch.setattr(self_play, "measure", lambda *_: {})
        self_play.main(parser_words)
    plan, kernels = plans[0]
    assert (plan.settings["games"], plan.settings["blocks"], kernels) == (64, 3, None)
    assert [each["size"] for each in plan.boards] == [7, 9]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["enos"], "did you mean enso"),
        (["enso", "--setting", "gams=3"], "did you mean games"),
        (["enso", "--kernels", "nowhere"], "there are no compiled kernels in"),
    ],
)
def test_bad_input_is_refused(words: list[str], reason: str) -> None:
    with pytest.raises(SystemExit, match=reason):
        self_play.main(words)


def test_local_memory_is_read_from_the_text() -> None:
    text = ".local .align 16 .b8 \t__local_depot0[6456];\n mov.u64 %SPL, __local_depot0;"
    assert local_bytes({"step": text, "begin": "none"}) == {"step": 6456, "begin": 0}
