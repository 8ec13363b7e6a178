"""Fair starts: verdicts by hand, images counted together, and how often a verdict is wrong."""

from __future__ import annotations

import json
import math
from xml.etree import ElementTree

import numpy as np
import pytest

from kakomi.core.errors import OptionError, UnknownName
from kakomi.lab.files import LabError
from kakomi.lab.report.fair_map import fair_map, fair_picture
from kakomi.lab.results import GameResult, RandomCounts, RunResults, StudyResult
from kakomi.lab.statistics.fair_start import fair_start, first_move_results, fit_study
from tests.lab.samples import game, study


def counted(firsts: dict[str, tuple[int, int, int]], name: str = "enso") -> StudyResult:
    about = study([], game=name, evaluate=0)
    about.bulk = RandomCounts(games=sum(map(sum, firsts.values())), firsts=firsts)
    return about


def test_verdicts_by_hand() -> None:
    found = fair_start(
        counted(
            {
                "e2-d3": (5000, 5000, 0),  # half, and sure to two percent
                "c5xd5": (7000, 3000, 0),
                "e3xf4": (3000, 7000, 0),
                "c6xd6": (6, 4, 0),  # ten games say nothing
            }
        )
    )
    assert {each.moves[0]: each.verdict for each in found.moves} == {
        "e2-d3": "fair",
        "c5xd5": "too strong",
        "e3xf4": "too weak",
        "c6xd6": "open",
    }
    assert found.moves[0].moves == ("e2-d3",)
    assert found.pooled
    z = 2.4977  # of 1 - 0.05 / 4 / 2
    assert found.moves[0].high - 0.5 == pytest.approx(z * math.sqrt(0.25 / 10_000), abs=1e-4)
    assert "1 fair, 1 too strong, 1 too weak, 1 open" in found.text()
    assert json.loads(json.dumps(found.as_dict()))["band"] == 0.05


def test_images_on_an_empty_square_are_one_move() -> None:
    found = fair_start(counted({"a1": (1, 0, 0), "u21": (1, 1, 0), "a21": (0, 0, 2), "b1": (1, 1, 1)}, "enclose5"))
    assert found.pooled
    together = {frozenset(each.moves): each for each in found.moves}
    corners = together[frozenset(["a1", "u21", "a21"])]
    assert (corners.n, corners.value) == (5, 3 / 5)  # 2 wins, 2 draws, 1 loss
    assert sorted(corners.places) == ["a1", "a21", "u1", "u21"]  # u1 never came up, and is as good
    assert together[frozenset(["b1"])].n == 3
    apart = fair_start(counted({"a1": (1, 0, 0), "u21": (1, 1, 0)}, "enclose5"), pooled=False)
    assert len(apart.moves) == 2


def test_images_among_stones_are_one_move_with_one_verdict() -> None:
    """Twenty-four first moves are seven up to symmetry; what is true of one image is true of all."""
    firsts = {"e3xf4": (70, 30, 0), "c5xd6": (55, 45, 0), "d2xc1": (60, 40, 0), "b4xa3": (55, 45, 0)}
    (found,) = fair_start(counted(firsts)).moves
    assert (found.n, found.value) == (400, 0.6)
    assert set(found.moves) == set(firsts)
    all_of_them = fair_start(counted(dict.fromkeys(_first_moves(), (5, 5, 0))))
    assert sorted(len(each.moves) for each in all_of_them.moves) == [2, 2, 4, 4, 4, 4, 4]


def test_a_hexagonal_board_has_images_too() -> None:
    import kakomi

    found = fair_start(counted(dict.fromkeys(kakomi.new("iago").legal_moves, (5, 5, 0)), "iago"))
    assert sum(len(each.moves) for each in found.moves) == 36
    assert len(found.moves) == 5


def test_games_are_counted_by_their_first_move() -> None:
    games: list[GameResult] = [
        game(moves=("a1", "b1"), winner=0),
        game(moves=("a1",), winner=None),
        game(moves=("b1",), winner=1),
        game(moves=("b1",), winner=1, clause="forfeit"),
    ]
    assert first_move_results(study(games)) == {"a1": (1, 0, 1), "b1": (0, 1, 0)}


def test_two_games_after_one_first_move_are_one_draw() -> None:
    """60 pairs that were one game twice: by Wilson's equation with t(59) = 2.0010, not 1.96, and 60 games, not 120."""
    games = [
        game(game=2 * pair + twice, moves=("b4xb3",), winner=int(pair % 3 == 0))
        for pair in range(60)
        for twice in (0, 1)
    ]
    (found,) = fair_start(study(games, game="enso", opening=1)).moves
    assert (found.value, found.n) == pytest.approx((2 / 3, 120))
    for end in (found.low, found.high):
        assert abs(2 / 3 - end) == pytest.approx(2.0010 * math.sqrt(end * (1 - end) / 59), rel=1e-3)


def test_a_wrong_verdict_is_rare() -> None:
    """24 moves, all truly at the edge of the band: to call any of them fair is wrong, and so is too strong."""
    dice = np.random.default_rng(31)
    start = list(_first_moves())
    wrong = 0
    for _ in range(200):
        won = dice.binomial(2000, 0.55, len(start))
        about = counted({move: (int(n), 2000 - int(n), 0) for move, n in zip(start, won, strict=True)})
        found = fair_start(about, pooled=False)
        wrong += any(each.verdict != "open" for each in found.moves)
    assert wrong / 200 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 200)


def _first_moves() -> tuple[str, ...]:
    import kakomi

    return tuple(kakomi.new("enso").legal_moves)


def test_the_heat_map_is_on_the_board_of_the_game() -> None:
    about = counted({"a1": (5, 5, 0), "b1": (9, 1, 0)}, "enclose5")
    picture = fair_map(fair_start(about), about)
    assert picture.count('class="heat"') == 21 * 21
    assert "a1: 50.0% for the first player" in picture


def test_the_heat_map_tells_good_from_bad() -> None:
    about = counted({"a1": (5, 5, 0), "b1": (9, 1, 0), "c1": (1, 9, 0)}, "enclose5")
    picture = fair_picture(fair_start(about), about)
    fills = {
        place.attrib["class"]: float(place.attrib["fill-opacity"])
        for place in ElementTree.fromstring(picture)
        if place.get("class", "").startswith("heat") and (place[0].text or "").split(":")[0] in ("b1", "c1")
    }
    assert set(fills) == {"heat", "heat cold"}
    assert min(fills.values()) > 0.9  # four tenths from a half are the farthest here


def test_moves_to_one_place_are_coloured_together() -> None:
    about = counted({"a4xa3": (10, 0, 0), "b4xa3": (0, 10, 0)})
    assert "a3: 50.0% for the first player after 2 moves to it" in fair_map(fair_start(about), about)


def named(name: str, **given: object) -> StudyResult:
    games = [game(moves=("a1",), winner=number % 2) for number in range(4)]
    return study(games, **{"name": name, "game": "enclose5", "players": ("level:1", "level:1"), "opening": 1, **given})


def test_the_strongest_study_with_first_moves_at_random_is_taken() -> None:
    weak, strong = named("weak"), named("strong", players=("level:4", "level:4"))
    other = named("other", players=("level:9", "level:9"), opening=2)
    run = RunResults("run", [strong, weak, other], {})
    assert fit_study(run) is strong
    assert fit_study(run, "weak") is weak


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"opening": 2}, "chose the first move themselves"),
        ({"players": ("level:1", "level:2")}, "its players are different"),
        ({"options": {"opening": "pie"}}, "swap rule"),
        ({"options": {"opening": "swap2"}}, "swap rule"),
    ],
)
def test_a_study_that_cannot_tell_is_refused(given: dict[str, object], fault: str) -> None:
    run = RunResults("run", [named("mine", **given)], {})
    with pytest.raises(LabError, match=fault):
        fit_study(run, "mine")
    with pytest.raises(LabError, match='add one to its plan with start = "first moves"'):
        fit_study(run)
    with pytest.raises(UnknownName, match="study of the run run"):
        fit_study(run, "nothing")


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(LabError, match="no first moves"):
        fair_start(counted({}))
    with pytest.raises(OptionError, match="the band must be"):
        fair_start(counted({"a1": (1, 1, 0)}), band=0.7)
