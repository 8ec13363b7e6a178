"""Comparisons: the arithmetic by hand, false alarms on runs of the same game, and real differences found."""

from __future__ import annotations

import json
import math

import numpy as np
import numpy.typing as npt
import pytest

from kakomi.lab.files import LabError
from kakomi.lab.measures import Measured, base, measure_all
from kakomi.lab.results import GameResult, RunResults, StudyResult
from kakomi.lab.statistics import compare as comparison
from kakomi.lab.statistics.compare import compare, paired_studies
from kakomi.lab.statistics.intervals import Floats, Numbers
from kakomi.lab.statistics.significance import difference, holm, p_value
from tests.lab.samples import WALKS, game, study

ALARMS = 0.05
REPEATS = 300


def measured(value: float, half: float, n: int = 1000) -> Measured:
    return Measured("length", value, value - half, value + half, n, "t", "moves")


def run_of(games: list[GameResult], name: str = "run") -> RunResults:
    return RunResults(name, [study(games)], {})


Table = tuple[Floats, npt.NDArray[np.bool_], Numbers]  # rows, which games have one, and where it is


class Tables:
    """The rows of games that a test draws again and again: computed once, or once a sample where a column belongs to it."""

    def __init__(self) -> None:
        self.places: dict[int, int] = {}  # of games, by identity
        self.games: list[GameResult] = []  # kept so that no other game gets one's identity
        self.tables: dict[base.Column, Table] = {}
        self.last: tuple[list[GameResult], Numbers] = [], np.zeros(0, np.int64)

    def look_up(self, games: list[GameResult], column: base.Column) -> tuple[Floats, Numbers]:
        places = self.find(games)
        if getattr(column, "__closure__", None):
            kinds, places = np.unique(places, return_inverse=True)
            table = self.table([self.games[kind] for kind in kinds], column)
        else:
            if column not in self.tables or len(self.tables[column][1]) < len(self.games):
                self.tables[column] = self.table(self.games, column)
            table = self.tables[column]
        rows, counted, row_of = table
        places = places[counted[places]]
        return rows[row_of[places]] if len(places) else np.zeros(0), np.zeros(0, np.int64)

    def table(self, games: list[GameResult], column: base.Column) -> Table:
        rows = [None if game.forfeited else column(game) for game in games]  # what `rows_of` does, game by game
        counted = np.array([row is not None for row in rows])
        return np.array([row for row in rows if row is not None], np.float64), counted, np.cumsum(counted) - 1

    def find(self, games: list[GameResult]) -> Numbers:
        """The places of games among those that are known; all measures of a sample ask for the same ones."""
        if games is not self.last[0]:
            for game in games:
                if id(game) not in self.places:
                    self.places[id(game)] = len(self.games)
                    self.games.append(game)
            self.last = games, np.array([self.places[id(game)] for game in games], np.int64)
        return self.last[1]


@pytest.fixture
def _each_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample has the same few games many times, and a study is compared by both tests."""
    tables = Tables()
    monkeypatch.setattr(base, "rows_of", tables.look_up)
    studies: dict[int, tuple[StudyResult, dict[str, Measured]]] = {}

    def measure_once(study: StudyResult) -> dict[str, Measured]:
        if id(study) not in studies:
            studies[id(study)] = study, measure_all(study)
        return studies[id(study)][1]

    monkeypatch.setattr(comparison, "measure_all", measure_once)


@pytest.fixture(scope="module")
def courses() -> tuple[list[GameResult], Floats]:
    return WALKS[1].courses()


def draw(courses: tuple[list[GameResult], Floats], dice: np.random.Generator, count: int) -> list[GameResult]:
    games, chances = courses
    return [games[number] for number in dice.choice(len(games), count, p=chances / chances.sum())]


def test_the_difference_s_interval_adds_the_squares() -> None:
    one, other = (
        Measured("draws", value, value - half, value + half, 99, "Wilson", "share") for value, half in ((1, 3), (2, 4))
    )
    assert difference(one, other) == pytest.approx((1, -4, 6))


def test_a_few_games_that_are_all_alike_are_no_proof() -> None:
    """Of a thing that happens in one game of twenty, twenty games without it say little beside a thousand."""
    a = run_of([game(forced=int(number % 20 == 0), choices=10) for number in range(1000)])
    b = run_of([game(forced=0, choices=10)] * 20)
    found = {each.name: each for each in compare(a, b, fixed_sample=True).differences}["forced_share"]
    assert found.b.value == 0
    assert found.b.high == pytest.approx(1 - 0.025 ** (1 / 20))  # what twenty games may not have shown
    assert not found.real
    assert found.low < 0 < found.high


def test_lengths_that_never_vary_and_differ_are_a_real_difference() -> None:
    for games, fixed_sample in ((30, True), (300, False)):
        found = compare(run_of([game(plies=12)] * games), run_of([game(plies=16)] * games), fixed_sample=fixed_sample)
        assert "length" in {each.name for each in found.real}


@pytest.mark.usefixtures("_each_game_once")
def test_rare_events_and_unequal_numbers_of_games_raise_few_false_alarms() -> None:
    dice = np.random.default_rng(24)
    alarms = 0
    kinds = [game(forced=forced, choices=10) for forced in range(8)]
    for _ in range(300):
        a, b = (run_of([kinds[each] for each in dice.poisson(0.05, count)]) for count in (2000, 40))
        alarms += bool(compare(a, b, fixed_sample=True).real)
    assert alarms / 300 <= ALARMS


def test_holm_by_hand() -> None:
    assert holm([0.001, 0.2, 0.02, 0.5]) == pytest.approx([0.004, 0.4, 0.06, 0.5])
    assert holm([]) == []


def test_a_p_value_settled_beforehand_is_the_normal_tail() -> None:
    z = 2.5
    assert p_value(z, z - 1.959964, z + 1.959964, 100, 100, fixed_sample=True) == pytest.approx(0.01242, abs=1e-5)


def test_the_sequential_p_value_is_the_inverse_of_the_mixture_s_ratio() -> None:
    """Robbins: the likelihood under effects N(0, tau^2), over that under none, integrated numerically."""
    z, n = 3.2, 800  # each side; a game's standard deviation 1, so the difference has the variance 2 / n
    variance, tau2 = 2 / n, 0.01
    seen = z * math.sqrt(variance)
    effects = np.linspace(-1, 1, 200_001)
    weight = np.exp(-(effects**2) / (2 * tau2)) / math.sqrt(2 * math.pi * tau2)
    ratio = np.exp((effects * seen - effects**2 / 2) / variance)
    evidence = float((weight * ratio).sum() * (effects[1] - effects[0]))
    half = 1.959964 * math.sqrt(variance)
    assert p_value(seen, seen - half, seen + half, n, n, fixed_sample=False) == pytest.approx(1 / evidence, rel=1e-4)


@pytest.mark.usefixtures("_each_game_once")
def test_two_runs_of_the_same_game_raise_a_false_alarm_in_5_percent_at_most(
    courses: tuple[list[GameResult], Floats],
) -> None:
    """Of all comparisons: the bound is 5 %, for a fixed sample with three standard errors."""
    dice = np.random.default_rng(21)
    alarms = {True: 0, False: 0}
    for _ in range(REPEATS):
        a, b = (run_of(draw(courses, dice, 120)) for _ in "ab")
        for fixed_sample in alarms:
            alarms[fixed_sample] += bool(compare(a, b, fixed_sample=fixed_sample).real)
    assert alarms[True] / REPEATS <= ALARMS + 3 * math.sqrt(ALARMS * (1 - ALARMS) / REPEATS)
    assert alarms[False] / REPEATS <= ALARMS


def test_looking_again_and_again_raises_no_more_alarms(courses: tuple[list[GameResult], Floats]) -> None:
    dice = np.random.default_rng(22)
    alarms = {True: 0, False: 0}
    for _ in range(300):
        lengths = [np.cumsum([[each.plies, each.plies**2] for each in draw(courses, dice, 1500)], axis=0) for _ in "ab"]
        for fixed_sample in alarms:
            alarms[fixed_sample] += any(_alarm(lengths, n, fixed_sample) for n in range(50, 1501, 50))
    assert alarms[False] / 300 <= ALARMS
    assert alarms[True] / 300 > 2 * ALARMS  # which is why looking must be paid for


def _alarm(lengths: list[Floats], n: int, fixed_sample: bool) -> bool:
    sides = []
    for sums in lengths:
        total, squares = sums[n - 1]
        sides.append(measured(total / n, 1.96 * math.sqrt((squares / n - (total / n) ** 2) / n), n))
    value, low, high = difference(*sides)
    return p_value(value, low, high, n, n, fixed_sample) <= ALARMS


def test_a_real_difference_is_found_and_said(courses: tuple[list[GameResult], Floats]) -> None:
    dice = np.random.default_rng(23)
    a = run_of(draw(WALKS[0].courses(), dice, 1000), "biased")
    b = run_of(draw(courses, dice, 1000), "drawish")
    found = compare(a, b)
    names = {each.name for each in found.real}
    assert {"draws", "length", "first_player_advantage"} <= names
    assert not any(each.name.startswith("ending:") for each in found.differences)  # 4.2 is a draw, 4.1 is none
    text = found.text()
    assert "Drawn games, random players: " in text
    assert f"{len(found.differences)} measures" in text
    length = next(each for each in found.differences if each.name == "length")
    assert length.value == pytest.approx(length.b.value - length.a.value)
    assert length.low < 7.102 - 5.610 < length.high  # the exact means
    assert json.loads(json.dumps(found.as_dict()))["measures"] == len(found.differences)


def test_a_clause_that_only_one_run_knows_is_compared_with_none() -> None:
    a = run_of([game(clause="4.1")] * 100)
    b = run_of([game(clause="4.1")] * 60 + [game(clause="4.9")] * 40)
    found = {each.name: each for each in compare(a, b).differences}["ending:4.9"]
    assert (found.a.value, found.b.value, found.real) == (0, 0.4, True)


@pytest.mark.usefixtures("_each_game_once")
@pytest.mark.parametrize("fixed_sample", [True, False])
def test_the_interval_leaves_out_0_exactly_where_the_test_reports_a_difference(
    fixed_sample: bool, courses: tuple[list[GameResult], Floats]
) -> None:
    dice = np.random.default_rng(31)
    biased = WALKS[0].courses()
    seen = set()
    for games in (60, 200, 600):
        found = compare(
            run_of(draw(biased, dice, games)), run_of(draw(courses, dice, games)), fixed_sample=fixed_sample
        )
        for each in found.differences:
            assert each.real == (each.low > 0 or each.high < 0), each
            seen.add(each.real)
    assert seen == {True, False}


def test_the_interval_is_that_of_the_sequential_test_at_holm_s_level() -> None:
    """Two measures in all: at its ends the p-value of the distance to it is 5 % / 2, by the formula of Robbins."""
    a = run_of([game(plies=10 + number % 5, turns=7, forced=0, choices=10) for number in range(400)])
    b = run_of([game(plies=10 + number % 5, turns=7, forced=0, choices=10) for number in range(400)])
    found = compare(a, b)
    length = next(each for each in found.differences if each.name == "length")
    error = math.sqrt(2 * 2.0 * 400 / 399 / 400)  # the variance of 0 1 2 3 4 is 2
    g = 400 / 200
    least = math.sqrt(1 + g) * math.exp(-((length.high / error) ** 2) / 2 * g / (1 + g))
    assert least == pytest.approx(0.05 / len(found.differences), rel=0.05)
    assert not length.real


@pytest.mark.parametrize(("stops", "fixed"), [((None, None), True), ((None, {"width": 0.1}), False), ((), False)])
def test_plans_without_a_stopping_rule_get_the_fixed_sample_test(stops: tuple[object, ...], fixed: bool) -> None:
    runs = [run_of([game(plies=10 + number % 5) for number in range(40)], name) for name in "ab"]
    for run, stop in zip(runs, stops, strict=False):
        run.manifest["plan"] = {"studies": [{"number": 0, "stop": stop}]}
    assert compare(*runs).fixed_sample is fixed
    assert compare(*runs, fixed_sample=not fixed).fixed_sample is not fixed


def test_studies_are_paired_by_their_players() -> None:
    games = [game()] * 30
    weak, strong, mixed = (study(games, players=names) for names in (("a", "a"), ("b", "b"), ("a", "b")))
    assert list(paired_studies([weak, strong], [strong, mixed, weak])) == [(weak, weak), (strong, strong)]


def test_runs_without_a_common_pair_of_players_are_refused() -> None:
    a = RunResults("one", [study([game()] * 30, players=("a", "a"))], {})
    b = RunResults("two", [study([game()] * 30, players=("b", "b"))], {})
    with pytest.raises(LabError, match="one and two have nothing to compare"):
        compare(a, b)
