"""Stopping rules look at the interval that the measure has."""

from __future__ import annotations

import pytest

from kakomi.lab.measures import measure
from kakomi.lab.plans.stopping import StopCheck, StopRule
from tests.lab.samples import game, study


@pytest.mark.parametrize("name", ["first_player_advantage", "length"])
def test_a_study_in_pairs_goes_on_until_its_interval_by_pairs_is_narrow_enough(name: str) -> None:
    """100 pairs, each one game twice: as wide as 100 games, where 200 single games would be narrow enough."""
    games = [
        game(game=2 * pair + twice, winner=pair % 2, plies=10 + 8 * (pair % 2))
        for pair in range(100)
        for twice in (0, 1)
    ]
    widths = {}
    for opening in (0, 2):
        check = StopCheck(StopRule(name, 0.16, 1000), study([], opening=opening))
        check.add(games)
        (found,) = measure(name, study(games, opening=opening))
        assert found.low is not None
        assert found.high is not None
        assert check.width == pytest.approx(found.high - found.low, rel=0.01)
        widths[opening] = check.width
    assert widths[2] > 1.35 * widths[0]
