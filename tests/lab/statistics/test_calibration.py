"""Calibration: a judge that is too sure is corrected, by the results of other games alone; and measures stay right."""

from __future__ import annotations

import numpy as np
import pytest

from kakomi.lab.measures import measure
from kakomi.lab.results import GameResult, StudyResult
from kakomi.lab.statistics.calibration import FOLDS, calibrate, calibration_of
from tests.lab.samples import WALKS, game, study

LINE = (0.4, 0.5)  # logit of the true chance = 0.4 + 0.5 · logit of what the judge says


def said(true: float) -> float:
    """What a judge says who is too sure of himself and thinks too little of the first player."""
    logit = np.log(min(max(true, 0.01), 0.99) / (1 - min(max(true, 0.01), 0.99)))
    return float(1 / (1 + np.exp(-(logit - LINE[0]) / LINE[1])))


def judged(number: int, seed: int) -> list[GameResult]:
    """Games with one position each, of a known chance, and a result drawn by it."""
    dice = np.random.default_rng(seed)
    return [
        game(game=n, winner=int(dice.random() >= true), values=(said(true),))
        for n, true in enumerate(dice.uniform(0.05, 0.95, number))
    ]


def test_a_judge_that_is_too_sure_is_corrected() -> None:
    found = calibrate(judged(4000, 1))
    assert found is not None
    assert len(found.lines) == FOLDS
    for a, b in found.lines:
        assert a == pytest.approx(LINE[0], abs=0.12)
        assert b == pytest.approx(LINE[1], abs=0.05)
    assert found.brier < found.brier_before
    for each in found.curve:
        assert each.result == pytest.approx(each.chance, abs=0.05)


def test_the_brier_score_by_hand() -> None:
    """Too few games to correct: (0.8 - 1)^2 = 0.04, (0.6 - 0)^2 = 0.36, and of the third 0.25 and 0.01."""
    games = [game(values=(0.8,)), game(values=(0.6,), winner=1), game(values=(0.5, 0.9), winner=0)]
    found = calibrate(games)
    assert found is not None
    assert found.lines == ()
    assert found.brier == found.brier_before == pytest.approx((0.04 + 0.36 + 0.25 + 0.01) / 4)
    assert [each.positions for each in found.curve] == [1, 1, 1, 1]
    assert found.apply(games[0]) is games[0]
    assert calibrate([game()]) is None


def test_no_game_decides_its_own_chances() -> None:
    games = judged(200, 3)
    before = calibrate(games)
    turned = [*games[:-1], game(game=199, winner=1 - (games[-1].winner or 0), values=games[-1].values)]
    after = calibrate(turned)
    assert before is not None
    assert after is not None
    own = games[-1].pair % FOLDS
    assert before.lines[own] == after.lines[own]
    assert before.lines[(own + 1) % FOLDS] != after.lines[(own + 1) % FOLDS]


def test_one_player_who_won_everything_is_no_obstacle() -> None:
    found = calibrate([game(game=n, winner=0, values=(0.5, 0.6)) for n in range(60)])
    assert found is not None
    assert all(np.isfinite(line).all() for line in found.lines)
    assert found.brier < 0.1


def test_measures_use_the_corrected_chances_and_come_out_right() -> None:
    """A walk judged by one who is too sure: uncorrected drama and lead are wrong, corrected they are near the truth."""
    games, chances = WALKS[2].courses()
    truth = {name: exact(name, games, chances) for name in ("drama", "behind", "clarity")}
    dice = np.random.default_rng(9)
    drawn = dice.choice(len(games), 1500, p=chances / chances.sum())
    wrong = [
        game(**{**games[n].__dict__, "game": place, "values": tuple(said(value) for value in games[n].values or ())})
        for place, n in enumerate(drawn.tolist())
    ]
    plain = study(wrong)
    corrected = StudyResult(0, "walk", "walk", "standard", {}, ("random", "random"), games=wrong, evaluate=100)
    assert calibration_of(corrected) is calibration_of(corrected)  # made once
    for name, value in truth.items():
        before, after = measure(name, plain)[0].value, measure(name, corrected)[0].value
        assert abs(after - value) < 0.02
        assert abs(after - value) < abs(before - value)


def exact(name: str, games: list[GameResult], chances: np.ndarray) -> float:
    from kakomi.lab.measures import MEASURES, Measure

    each = MEASURES[name]
    assert isinstance(each, Measure)
    column = each.prepare(study(games))
    assert column is not None
    rows = [(column(one), weight) for one, weight in zip(games, chances, strict=True)]
    kept = [(row[0], weight) for row, weight in rows if row is not None]
    return float(sum(value * weight for value, weight in kept) / sum(weight for _, weight in kept))
