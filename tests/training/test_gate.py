"""The contest between nets: its three verdicts, and that it goes on where it stopped."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import kakomi
from kakomi.players import Player
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import Plan
from kakomi.players.matches.sprt import Sprt
from kakomi.training.errors import TrainingError
from kakomi.training.gate import IN_USE, NEW, Gate, GateResult, as_row

PLAN = Plan((NEW, IN_USE), "enclosure_chess", "5x5", games=60, sprt=Sprt(0, 150), opening=3, seed=3)
NETS = ("12", "34")


class Careful:
    """Takes the most points it can get with its next move; `careless`, it plays anything."""

    def __init__(self, name: str, careless: bool) -> None:
        self.name, self.careless = name, careless
        self.games = 0

    def begin(self, match: kakomi.Match, seed: int | None = None) -> None:
        self._dice = random.Random(seed)
        self.games += 1

    def choose(self, match: kakomi.Match) -> str:
        moves = list(match.legal_moves)
        if self.careless:
            return self._dice.choice(moves)

        def margin(text: str) -> int:
            after = match.copy()
            after.push(text)
            rules = match.rule_set.rules
            return int(rules.score(after.state, match.to_move) - rules.score(after.state, 1 - match.to_move))

        return max(self._dice.sample(moves, len(moves)), key=margin)


def gate_of(
    path: Path, better: str | None, plan: Plan = PLAN, nets: tuple[str, str] = NETS
) -> tuple[Gate, list[Careful]]:
    made: list[Careful] = []

    def make(name: str) -> Player:
        made.append(Careful(name, careless=name != better))
        return made[-1]

    return Gate(plan, path / "gates" / "000001.jsonl", make, nets), made


@pytest.mark.parametrize(("better", "verdict"), [(NEW, "accepted"), (IN_USE, "refused")])
def test_the_better_net_is_found_out_early(tmp_path: Path, better: str, verdict: str) -> None:
    gate, _ = gate_of(tmp_path, better)
    result = gate.hold()
    assert result is not None
    assert (result.verdict, result.accepted) == (verdict, verdict == "accepted")
    assert result.games < PLAN.games
    assert result.low <= result.elo <= result.high
    assert min(result.low, result.high) > 0 if better == NEW else max(result.low, result.high) < 0


def test_equals_stay_undecided_at_the_limit(tmp_path: Path) -> None:
    plan = replace(PLAN, games=10, sprt=Sprt(-1, 1))
    result = gate_of(tmp_path, None, plan)[0].hold()
    assert result is not None
    assert (result.verdict, result.games, result.accepted) == ("undecided", 10, False)


def test_a_contest_that_was_interrupted_goes_on_where_it_stopped(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "parts").mkdir()
    whole = gate_of(tmp_path / "whole", NEW)[0].hold()
    assert whole is not None

    def five(standing: Standing) -> bool:
        return standing.total.games < 5

    first, players = gate_of(tmp_path / "parts", NEW)
    assert first.hold(five) is None
    assert players[0].games == 5
    file = tmp_path / "parts" / "gates" / "000001.jsonl"
    with open(file, "ab") as open_file:
        open_file.write(b'[5, 3, ["b2')  # the machine stopped while a game was written down
    second, players = gate_of(tmp_path / "parts", NEW)
    assert second.standing.total.games == 5
    assert second.hold() == whole
    assert players[0].games == whole.games - 5
    assert _without_times(file) == _without_times(tmp_path / "whole" / "gates" / "000001.jsonl")
    third, players = gate_of(tmp_path / "parts", NEW)  # it is over: nothing is played
    assert third.hold() == whole
    assert players == []


def test_boards_are_played_in_turn_also_after_an_interruption(tmp_path: Path) -> None:
    """Every opening twice on the same board, the next on the next."""
    boards = [{"size": size} for size in (7, 9, 8)]
    plan = Plan((NEW, IN_USE), "enclose5", options=boards[0], games=8, sprt=Sprt(-1, 1), opening=2, seed=3)
    sizes: list[object] = []

    class Watchful(Careful):
        def begin(self, match: kakomi.Match, seed: int | None = None) -> None:
            super().begin(match, seed)
            if self.name == NEW:
                sizes.append(match.options["size"])

    def gate(file: str) -> Gate:
        return Gate(plan, tmp_path / file, lambda name: Watchful(name, careless=True), NETS, boards)

    whole = gate("whole").hold()
    assert sizes == [7, 7, 9, 9, 8, 8, 7, 7]
    sizes.clear()
    assert gate("parts").hold(lambda standing: standing.total.games < 3) is None
    assert gate("parts").hold() == whole
    assert sizes == [7, 7, 9, 9, 8, 8, 7, 7]
    assert _without_times(tmp_path / "parts") == _without_times(tmp_path / "whole")
    with pytest.raises(TrainingError, match="another plan"):
        Gate(plan, tmp_path / "whole", lambda name: Careful(name, careless=True), NETS, boards[:2])


def _without_times(file: Path) -> list[object]:
    return [row[:-1] if isinstance(row, list) else row for row in map(json.loads, file.read_text().splitlines())]


def test_ctrl_c_in_a_game_loses_that_game_only(tmp_path: Path) -> None:
    def make(name: str) -> Player:
        player = Careful(name, careless=True)
        choose = player.choose

        def interrupted(match: kakomi.Match) -> str:
            if player.games == 4 and len(match.moves) > 6:
                raise KeyboardInterrupt
            return choose(match)

        player.choose = interrupted  # type: ignore[method-assign]
        return player

    gate = Gate(PLAN, tmp_path / "gate.jsonl", make, NETS)
    with pytest.raises(KeyboardInterrupt):
        gate.hold()
    assert Gate(PLAN, tmp_path / "gate.jsonl", make, NETS).standing.total.games == 3


def test_a_file_of_other_nets_or_another_plan_is_refused(tmp_path: Path) -> None:
    gate_of(tmp_path, NEW)[0].hold(lambda standing: standing.total.games < 2)
    for plan, nets in ((PLAN, ("12", "56")), (replace(PLAN, seed=4), NETS)):
        with pytest.raises(TrainingError, match="between other nets or by another plan"):
            gate_of(tmp_path, NEW, plan, nets)


@pytest.mark.parametrize("content", [b"", b"{", b'{"plan"'])
def test_a_file_that_was_hardly_begun_is_begun_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "gates").mkdir()
    (tmp_path / "gates" / "000001.jsonl").write_bytes(content)
    assert gate_of(tmp_path, NEW)[0].standing.total.games == 0


def test_a_player_that_breaks_decides_nothing(tmp_path: Path) -> None:
    def make(name: str) -> Player:
        player = Careful(name, careless=True)
        if name == NEW:
            player.choose = lambda match: 1 // 0  # type: ignore[method-assign, assignment, return-value]
        return player

    gate = Gate(PLAN, tmp_path / "gate.jsonl", make, NETS)
    with pytest.raises(TrainingError, match="game 1: new net: it broke off: ZeroDivisionError"):
        gate.hold()
    assert gate.standing.total.games == 0


def test_a_contest_needs_a_test(tmp_path: Path) -> None:
    for plan in (replace(PLAN, sprt=None), replace(PLAN, games=100_000)):
        with pytest.raises(TrainingError, match="sequential test"):
            gate_of(tmp_path, NEW, plan)


def test_strength_adds_up() -> None:
    result = GateResult("accepted", 30, 0.75, 190.0, 100.0, 300.0)
    assert as_row(result, 8, 50.0) == {
        "round": 8,
        "verdict": "accepted",
        "games": 30,
        "score": 0.75,
        "elo": 240.0,
        "low": 150.0,
        "high": 350.0,
    }
