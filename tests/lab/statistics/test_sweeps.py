"""Sweeps of an option, ablation of a rule, doublings, and what does not matter."""

from __future__ import annotations

import math

import pytest

from kakomi.lab.files import LabError
from kakomi.lab.measures.base import Measured
from kakomi.lab.results import RunResults, StudyResult
from kakomi.lab.statistics.compare import compare
from kakomi.lab.statistics.doublings import depth, doublings
from kakomi.lab.statistics.sweeps import ablation, sweep, trend
from tests.lab.samples import game, study


def swept(value: int | str, plies: int, **given: object) -> StudyResult:
    games = [game(game=n, plies=plies + n % 3, winner=n % 2) for n in range(60)]
    return study(games, name=f"size {value}", **{"options": {"size": value, "other": 1}, "evaluate": 0, **given})


def test_a_sweep_is_a_curve_over_the_values_in_their_order() -> None:
    run = RunResults("sizes", [swept(9, 20), swept(21, 40), swept(15, 30)], {})
    found = sweep(run)
    assert found.option == "size"
    length = next(curve for curve in found.curves if curve.name == "length")
    assert [(value, each.value) for value, each in length.points] == [(9, 21), (15, 31), (21, 41)]
    assert length.trend is not None
    assert length.trend.slope == pytest.approx(10)
    assert length.trend.is_real
    fair = next(curve for curve in found.curves if curve.name == "first_player_advantage")
    assert fair.trend is not None
    assert not fair.trend.is_real
    text = found.markdown()
    assert "- Length in moves: 21.0 at size 9, 41.0 at 21; 10.00 per step (" in text
    assert ", 180 games)." in text
    assert "| 15 | 60 | 50.0% (37.7 to 62.3) |" in text


def test_a_trend_between_equal_ends_is_not_spoken_of() -> None:
    found = sweep(RunResults("sizes", [swept(9, 20), swept(11, 50), swept(13, 20), swept(15, 19), swept(17, 20)], {}))
    length = next(curve for curve in found.curves if curve.name == "length")
    assert length.trend is not None
    assert length.trend.is_real
    assert "- Length in moves" not in found.markdown()


def test_values_that_are_words_have_no_trend_but_are_listed_where_they_differ() -> None:
    found = sweep(RunResults("openings", [swept("none", 20), swept("pie", 40), swept("swap", 30)], {}))
    assert all(curve.trend is None for curve in found.curves)
    text = found.markdown()
    assert "- Length in moves: 21.0 moves (20.8 to 21.2) at size none, 41.0 moves (40.8 to 41.2) at size pie, " in text
    assert "First player's points:" not in text  # the same for all
    assert "per step" not in text


def test_the_trend_by_hand() -> None:
    """Weights 1, 1 and 4 at 0, 1, 2: the middle is 1.5, the level 2.5; slope (1.5·1.5 + 0.5·0.5 + 4·0.5·0.5) / 3.5."""
    points = [Measured("x", y, y - 1.959964 * h, y + 1.959964 * h, 9, "", "") for y, h in ((1, 1), (2, 1), (3, 0.5))]
    found = trend(points)
    assert found is not None
    assert found.slope == pytest.approx(1.0)
    assert found.high - found.slope == pytest.approx(1.959964 / math.sqrt(3.5), rel=1e-5)


@pytest.mark.parametrize(
    "studies",
    [
        [swept(9, 20), swept(21, 40)],  # two ends are no curve
        [swept(9, 20), swept(15, 20), swept(21, 40, options={"size": 21, "other": 2})],
        [swept(9, 20), swept(15, 20), swept(21, 40, opening=2)],
    ],
)
def test_what_is_no_sweep_is_refused(studies: list[StudyResult]) -> None:
    with pytest.raises(LabError, match="its studies must differ in one option alone"):
        sweep(RunResults("sizes", studies, {}))


def run_of(name: str, won: int, plies: int) -> RunResults:
    games = [game(game=n, winner=int(n >= won), plies=plies + n % 2) for n in range(1000)]
    return RunResults(name, [study(games, evaluate=0)], {"plan": {"studies": [{"number": 0, "stop": None}]}})


def test_what_a_rule_is_worth_is_the_difference_it_makes() -> None:
    found = ablation(run_of("with", 500, 30), run_of("without", 500, 20))
    worth = {each.name: each.value for each in found.worth}
    assert worth["length"] == pytest.approx(10)
    assert "first_player_advantage" not in worth


def test_no_difference_that_matters_has_its_interval_within_the_margin() -> None:
    narrow = compare(run_of("a", 500, 20), run_of("b", 505, 20), margin=0.1)
    points = next(each for each in narrow.differences if each.name == "first_player_advantage")
    assert not points.real
    assert points.equal
    assert -0.1 <= points.low < 0 < points.high <= 0.1
    assert "no difference that matters, 50.0% in A, 50.5% in B" in points.sentence
    assert "1,000 and 1,000 games; the margin is 10.0 points)" in points.sentence
    tight = compare(run_of("a", 500, 20), run_of("b", 505, 20), margin=0.02)
    assert not next(each for each in tight.differences if each.name == "first_player_advantage").equal
    assert all(not each.equal for each in compare(run_of("a", 500, 20), run_of("b", 800, 40)).real)


def test_a_comparison_leads_with_at_most_five_sentences_with_games_and_intervals() -> None:
    found = compare(run_of("a", 500, 20), run_of("b", 800, 40))
    lines = found.sentences()
    assert 1 <= len(lines) <= 5
    assert lines[0].startswith("First player's points, random players: 50.0% in A, 80.0% in B (B - A: ")
    assert all(" to " in line and " games" in line for line in lines)
    assert found.markdown().startswith(f"- {lines[0]}")
    assert "Length in turns" in found.text()  # here turns are no moves
    few = [game(game=n, winner=n % 2, plies=n) for n in range(24)]
    small = RunResults("s", [study(few, evaluate=0)], {})
    assert "None of" in " ".join(compare(small, small).sentences()) or compare(small, small).equal


def contest(a: str, b: str, won: int, games: int = 40) -> StudyResult:
    played = [game(game=n, seat=n % 2, winner=n % 2 if n < won else 1 - n % 2) for n in range(games)]
    return study(played, players=(a, b), evaluate=0)


def test_doublings_are_in_elo_and_in_order() -> None:
    """30 of 40 points: 400 log10 3 = 191 Elo, a little less by the prior; the second contest names the weaker one first."""
    steps = doublings([contest("mcts:nodes=20", "mcts:nodes=10", 30), contest("mcts:nodes=20", "mcts:nodes=40", 10)])
    assert [step.nodes for step in steps] == [10, 20]
    for step in steps:
        assert step.elo == pytest.approx(185, abs=8)
        assert step.low < step.elo < step.high
        assert step.games == 40
    assert doublings([contest("greedy", "random", 30)]) == []


def test_depth_is_from_random_to_the_best() -> None:
    studies = [contest("mcts:nodes=10", "random", 30), contest("mcts:nodes=20", "mcts:nodes=10", 30)]
    found = depth(studies)
    assert found is not None
    assert (found.best, found.doublings, found.games) == ("mcts:nodes=20", 1, 80)
    assert found.elo.elo == pytest.approx(370, abs=20)
    assert found.steps.elo == pytest.approx(found.elo.elo / 190.85, rel=1e-3)
    assert found.per_doubling is not None
    assert found.per_doubling.elo == pytest.approx(185, abs=10)
    assert depth(studies[1:]) is None  # no floor
    assert math.isinf(depth([contest("mcts:nodes=10", "random", 40)]).elo.high)  # type: ignore[union-attr]
