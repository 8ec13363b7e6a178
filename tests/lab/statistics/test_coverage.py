"""Do 95 % intervals hold the truth in 95 of 100 cases? On synthetic games whose true values are exact sums.

A sample draws games from all courses a synthetic game can take; 1,000 samples a game and measure, each through the
measure's own column and estimate. All seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from kakomi.lab.measures import MEASURES, Estimate, Measure, board, winning_chances
from kakomi.lab.measures.base import mean, points, rows_of, share
from kakomi.lab.results import GameResult
from kakomi.lab.statistics.intervals import Floats
from tests.lab.samples import WALKS, Walk, study

SAMPLES = 1000
GAMES = 400  # in a sample
RESAMPLES = 300  # of the bootstrap: fewer than in earnest, to be quick
BAND = (0.93, 0.97)

Truth = Callable[[Floats, Floats], float]  # of the columns of all courses and their chances


def expectation(rows: Floats, chances: Floats) -> float:
    return float(chances @ rows[:, 0] / chances.sum())


def of_ratio(rows: Floats, chances: Floats) -> float:
    return float(chances @ rows[:, 0] / (chances @ rows[:, 1]))


def of_threshold(rows: Floats, chances: Floats) -> float:
    return float(winning_chances.crossing((chances @ rows)[None, :])[0])


def of_evenness(rows: Floats, chances: Floats) -> float:
    return float(board.evenness((chances @ rows)[None, :])[0])


TRUTHS: dict[str, Truth] = {
    **dict.fromkeys(("forced_share", "critical_moves", "only_winning_moves"), of_ratio),
    "decisiveness_threshold": of_threshold,
}
ESTIMATES = {"decisiveness_threshold": partial(winning_chances.threshold, resamples=RESAMPLES)}
SINGLE = [name for name, each in MEASURES.items() if isinstance(each, Measure) and name != "copycat"]
PLAYERS = ("mcts:nodes=200", "mcts:nodes=100")  # so that the skill trace applies: who sat where is a fair toss


def seated(games: list[GameResult], chances: Floats) -> tuple[list[GameResult], Floats]:
    """Every course twice: with the player named first in each of the seats."""
    both = [replace(each, seat=seat) for seat in (0, 1) for each in games]
    return both, np.concatenate([chances, chances]) / 2


@pytest.fixture(scope="module")
def courses() -> dict[str, tuple[list[GameResult], Floats]]:
    return {walk.name: seated(*walk.courses()) for walk in WALKS}


def covered(rows: Floats, chances: Floats, estimate: Callable[..., Estimate | None], truth: float) -> float:
    """The share of samples whose interval holds the truth. Courses without a row (draws) are left out beforehand."""
    dice = np.random.default_rng(11)
    steps = np.cumsum(chances) / chances.sum()
    hits = 0
    for _ in range(SAMPLES):
        drawn = np.searchsorted(steps, np.sort(dice.random(GAMES)), side="right")  # in order it is found much sooner
        found = estimate(rows[np.minimum(drawn, len(rows) - 1)])
        assert found is not None
        assert found.ends is not None
        hits += found.ends[0] - 1e-12 <= truth <= found.ends[1] + 1e-12
    return hits / SAMPLES


def test_the_courses_of_a_walk_are_all_there_are(courses: dict[str, tuple[list[GameResult], Floats]]) -> None:
    for _, chances in courses.values():
        assert chances.sum() == pytest.approx(1)
    # biased: without a limit the first player would win with chance 3/5 (gambler's ruin), and the limit is far
    games, chances = courses["biased"]
    points = sum(
        chance * (1.0 if each.winner == 0 else 0.5 if each.winner is None else 0.0)
        for each, chance in zip(games, chances, strict=True)
    )
    assert points == pytest.approx(0.6, abs=0.02)
    assert points == pytest.approx(games[0].values[0] if games[0].values else None)


@pytest.mark.parametrize("name", SINGLE)
@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.name)
def test_intervals_hold_the_truth(walk: Walk, name: str, courses: dict[str, tuple[list[GameResult], Floats]]) -> None:
    games, chances = courses[walk.name]
    measure = MEASURES[name]
    assert isinstance(measure, Measure)
    column = measure.prepare(study(games, players=PLAYERS))
    assert column is not None
    rows, _ = rows_of(games, column)
    kept = chances[[column(each) is not None for each in games]]
    truth = TRUTHS.get(name, expectation)(rows, kept)
    found = covered(rows, kept, ESTIMATES.get(name, measure.estimate), truth)
    assert BAND[0] <= found <= BAND[1], f"{name} of {walk.name}: {found:.3f} hold {truth:.4f}"


FAMILIES: dict[str, tuple[Callable[[GameResult], tuple[float, ...] | None], Callable[[Floats], Estimate]]] = {
    "ending:4.2": (lambda each: (float(each.clause == "4.2"),), share),
    "opening:up": (
        lambda each: (0.5 if each.winner is None else float(each.winner == 0),) if each.moves[0] == "up" else None,
        points,
    ),
    "event:retreat": (lambda each: (float(each.kinds["retreat"]),), mean),
}


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.name)
def test_intervals_of_families_hold_the_truth(
    walk: Walk, name: str, courses: dict[str, tuple[list[GameResult], Floats]]
) -> None:
    games, chances = courses[walk.name]
    column, estimate = FAMILIES[name]
    rows, _ = rows_of(games, column)
    kept = chances[[column(each) is not None for each in games]]
    truth = expectation(rows, kept)
    found = covered(rows, kept, estimate, truth)
    assert BAND[0] <= found <= BAND[1], f"{name} of {walk.name}: {found:.3f} hold {truth:.4f}"


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.name)
def test_the_interval_of_board_use_holds_the_truth(
    walk: Walk, courses: dict[str, tuple[list[GameResult], Floats]]
) -> None:
    games, chances = courses[walk.name]
    rows = board.use_rows(study(games))
    found = covered(rows, chances, board.board_use, of_evenness(rows, chances))
    assert BAND[0] <= found <= BAND[1], f"board use of {walk.name}: {found:.3f}"
