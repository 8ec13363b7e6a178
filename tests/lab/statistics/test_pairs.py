"""Games in pairs: do intervals hold the truth, and do comparisons of a game with itself stay silent?

Games are drawn from all courses of a synthetic game (tests/lab/samples.py), whose true values are exact sums. Three kinds:
*independent*; *tied*, where the second game of a pair is the first one again in 7 of 10 pairs; and *repeated*, where players
without chance play one of 60 openings, each of which has its one game, twice. All seeds are fixed.
"""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest

from kakomi.lab.measures import MEASURES, Measure, Measured, board, winning_chances
from kakomi.lab.measures.first_moves import best_value, choose, opening_diversity, swap_value
from kakomi.lab.results import GameResult
from kakomi.lab.statistics.intervals import Floats, Numbers
from kakomi.lab.statistics.significance import LEVEL, difference, holm, p_value
from tests.lab.samples import WALKS, study

PAIRS = 200
SAMPLES = 1000
BAND = (0.93, 0.97)
KINDS = ("independent", "tied", "repeated")
CHEAP = ("first_player_advantage", "draws", "length", "forced_share", "lead_changes", "clarity")
OPENINGS = 60
SINGLE = [name for name, each in MEASURES.items() if isinstance(each, Measure) and name != "decisiveness_threshold"]
PLAYERS = {
    "skill_trace": ("mcts:nodes=200", "mcts:nodes=100"),
    "first_named_points": ("greedy", "random"),
    "copycat": ("copycat:greedy", "greedy"),
}


@functools.cache
def courses() -> tuple[list[GameResult], Floats]:
    """All games there are, and the chance of each."""
    return WALKS[1].courses()


@functools.cache
def draw(kind: str, seed: int, samples: int) -> tuple[Numbers, Floats]:
    """Courses by number, one row per sample and two columns per pair; and the true chance of each course."""
    _, chances = courses()
    dice = np.random.default_rng(seed)
    steps = np.cumsum(chances) / chances.sum()

    def throw(*shape: int) -> Numbers:
        return np.minimum(np.searchsorted(steps, dice.random(shape), side="right"), len(chances) - 1)

    if kind == "repeated":
        opened = throw(OPENINGS)
        once = opened[dice.integers(OPENINGS, size=(samples, PAIRS))]
        return np.repeat(once, 2, axis=1), np.bincount(opened, minlength=len(chances)) / OPENINGS
    games = throw(samples, PAIRS, 2)
    if kind == "tied":
        games[..., 1] = np.where(dice.random((samples, PAIRS)) < 0.7, games[..., 0], games[..., 1])
    return games.reshape(samples, 2 * PAIRS), chances / chances.sum()


@functools.cache
def table(name: str) -> Floats:
    """The measure's column for every course; not a number where a course does not count, as a draw in drama."""
    games, _ = courses()
    measure = MEASURES[name]
    assert isinstance(measure, Measure)
    column = measure.prepare(study(games, players=PLAYERS.get(name, ("random", "random"))))
    assert column is not None
    rows = [column(each) for each in games]
    width = max(len(row) for row in rows if row is not None)
    return np.array([[math.nan] * width if row is None else row for row in rows])


NUMBERS: Numbers = np.repeat(np.arange(PAIRS), 2)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SINGLE)
def test_intervals_of_paired_games_hold_the_truth(name: str, kind: str) -> None:
    """Every measure, 1,000 repeats, with independent, paired and deterministic players."""
    measure = MEASURES[name]
    assert isinstance(measure, Measure)
    rows = table(name)
    counts = ~np.isnan(rows[:, 0])
    drawn, truly = draw(kind, 41, SAMPLES)
    sums = (truly * counts) @ np.nan_to_num(rows)
    truth = float(sums[0] / sums[1]) if rows.shape[1] == 2 else float(sums[0] / (truly @ counts))
    held, ignored = 0, 0
    ways = (NUMBERS, None) if kind != "independent" and name in CHEAP else (NUMBERS,)
    for each in drawn:
        kept = counts[each]
        for pairs in ways:
            found = measure.estimate(rows[each[kept]], None if pairs is None else pairs[kept])
            assert found is not None
            assert found.ends is not None
            inside = found.ends[0] - 1e-12 <= truth <= found.ends[1] + 1e-12
            held += inside and pairs is not None
            ignored += inside and pairs is None
    assert BAND[0] <= held / SAMPLES <= BAND[1], f"{name}, {kind}: {held / SAMPLES:.3f}"
    if kind != "independent" and name in CHEAP:  # as single games they seem to say more than they do
        assert ignored / SAMPLES < 0.92


@pytest.mark.parametrize("kind", KINDS)
def test_the_interval_of_opening_diversity_holds_the_truth(kind: str) -> None:
    games, _ = courses()
    names = {each.early: number for number, each in enumerate({each.early: each for each in games}.values())}
    kinds = np.array([names[each.early] for each in games])
    drawn, truly = draw(kind, 44, SAMPLES)
    shares = np.bincount(kinds, weights=truly)
    truth = 1 - float(shares @ shares)
    if kind != "independent":  # two games of one pair are often the same one: that is in the true value of such a study
        same = 1.0 if kind == "repeated" else 0.7
        truth *= 1 - same / (2 * PAIRS - 1)
    held = 0
    for each in drawn:
        found = opening_diversity(kinds[each], NUMBERS)
        assert found is not None
        assert found.ends is not None
        held += found.ends[0] <= truth <= found.ends[1]
    assert BAND[0] <= held / SAMPLES <= BAND[1], f"{kind}: {held / SAMPLES:.3f}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", ["best", "swap"])
def test_the_interval_of_the_chosen_first_move_holds_the_truth(what: str, kind: str) -> None:
    """Seven first moves, three of them nearly the best: the move is chosen by some games and measured by others."""
    points_of = np.array([0.3, 0.42, 0.45, 0.58, 0.6, 0.61, 0.61]) if what == "best" else np.linspace(0.3, 0.4, 7)
    dice = np.random.default_rng(45)
    pairs, held = 90, 0
    numbers = np.repeat(np.arange(pairs), 2)
    for _ in range(SAMPLES):
        won = dice.random((7, pairs, 2)) < points_of[:, None, None]
        if kind == "tied":
            won[..., 1] = np.where(dice.random((7, pairs)) < 0.7, won[..., 0], won[..., 1])
        elif kind == "repeated":
            won[..., 1] = won[..., 0]
        strata = {str(move): (won[move].astype(float).ravel(), numbers) for move in range(7)}
        chosen = choose(strata, (lambda value: value) if what == "best" else (lambda value: -abs(value - 0.5)))
        assert chosen is not None
        truth = float(points_of[int(chosen[0])])
        _, ends = best_value(*chosen[1:]) if what == "best" else swap_value(*chosen[1:])
        held += ends[0] <= (truth if what == "best" else min(truth, 1 - truth)) <= ends[1]
    assert BAND[0] <= held / SAMPLES <= BAND[1], f"{what}, {kind}: {held / SAMPLES:.3f}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_jackknife_and_the_bootstrap_take_whole_pairs(kind: str) -> None:
    games, _ = courses()
    samples = 300
    margin = 3 * math.sqrt(0.95 * 0.05 / samples)
    drawn, truly = draw(kind, 42, samples)
    uses, leads = board.use_rows(study(games)), table("decisiveness_threshold")
    threshold = functools.partial(winning_chances.threshold, resamples=500)
    for rows, estimate, statistic in (
        (uses, board.board_use, board.evenness),
        (leads, threshold, winning_chances.crossing),
    ):
        truth = float(statistic((truly @ rows)[None, :])[0])
        ends = [estimate(rows[each], NUMBERS) for each in drawn]
        held = sum(each.ends[0] <= truth <= each.ends[1] for each in ends if each is not None and each.ends is not None)
        assert abs(held / samples - 0.95) <= margin, f"{kind}: {held / samples:.3f}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_compared_with_itself_raises_few_alarms(kind: str) -> None:
    """All measures together, as `compare` does; at most 5 %, and for the fixed sample two standard errors of 400 repeats."""
    repeats = 400
    drawn, _ = draw(kind, 43, 2 * repeats)
    alarms = {"fixed": 0, "sequential": 0, "fixed, single games": 0}
    tables = {name: table(name) for name in CHEAP}

    def compared(a: Numbers, b: Numbers, pairs: Numbers | None) -> list[tuple[Measured, Measured]]:
        found = []
        for name, rows in tables.items():
            measure = MEASURES[name]
            assert isinstance(measure, Measure)
            sides = [measure.estimate(rows[each], pairs) for each in (a, b)]
            one, other = (measure.named(each) for each in sides if each is not None)
            found.append((one, other))
        return found

    def alarm(found: list[tuple[Measured, Measured]], fixed_sample: bool) -> bool:
        p_values = [p_value(*difference(one, other), one.n, other.n, fixed_sample) for one, other in found]
        return min(holm(p_values)) <= LEVEL

    for a, b in zip(drawn[:repeats], drawn[repeats:], strict=True):
        found = compared(a, b, NUMBERS)
        alarms["fixed"] += alarm(found, fixed_sample=True)
        alarms["sequential"] += alarm(found, fixed_sample=False)
        if kind != "independent":
            alarms["fixed, single games"] += alarm(compared(a, b, None), fixed_sample=True)
    allowed = LEVEL + 2 * math.sqrt(LEVEL * (1 - LEVEL) / repeats)
    assert alarms["fixed"] / repeats <= allowed, alarms
    assert alarms["sequential"] / repeats <= LEVEL, alarms
    if kind != "independent":
        assert alarms["fixed, single games"] / repeats > allowed  # what it was when pairs were ignored
