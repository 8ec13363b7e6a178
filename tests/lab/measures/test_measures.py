"""Each measure on a few games, computed by hand."""

from __future__ import annotations

import math

import pytest

from kakomi.core.errors import UnknownName
from kakomi.lab.measures import MEASURES, measure, measure_all, outcome, winning_chances
from kakomi.lab.results import RandomCounts, StudyResult, Sums
from kakomi.lab.statistics import intervals
from tests.lab.samples import game, study


def value(name: str, about: StudyResult) -> float:
    (found,) = measure(name, about)
    return found.value


FOUR = study(
    [
        game(winner=0, clause="4.1", plies=10, turns=8, forced=1, choices=9, branching=(3.0, 2.0, 4.0)),
        game(winner=0, clause="4.1", plies=20, turns=15, forced=4, choices=16, branching=(5.0, 4.0, 9.0)),
        game(winner=1, clause="4.3", plies=30, turns=25, forced=0, choices=30, branching=(4.0, 3.0, 12.0)),
        game(winner=None, clause="4.2", plies=40, turns=40, forced=5, choices=35, branching=(4.0, 3.0, 15.0)),
    ]
)


def test_first_player_advantage_is_wins_and_half_the_draws() -> None:
    (found,) = measure("first_player_advantage", FOUR)
    assert found.value == 2.5 / 4
    assert found.n == 4
    spread = (1 + 1 + 0.25) / 4 - 0.625**2  # of the points 1, 1, 0, 1/2
    low, high = intervals.wilson(0.625, 4 * 0.625 * 0.375 / spread)
    unseen = 1 - 0.025 ** (1 / 4)  # the share of losses that four games may not show
    assert (found.low, found.high) == pytest.approx((min(low, 0.625 * (1 - unseen)), high))


def test_decisiveness_and_draws_are_shares_of_all_games() -> None:
    assert value("decisiveness", FOUR) == 0.75
    assert value("draws", FOUR) == 0.25


def test_endings_by_clause() -> None:
    assert {each.name: each.value for each in measure("ending", FOUR)} == {
        "ending:4.1": 0.5,
        "ending:4.2": 0.25,
        "ending:4.3": 0.25,
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("length", 25),  # (10 + 20 + 30 + 40) / 4
        ("turns", 22),  # (8 + 15 + 25 + 40) / 4
        ("branching", 4),  # (3 + 5 + 4 + 4) / 4
        ("decisions", 22.5),  # (9 + 16 + 30 + 35) / 4
        ("forced_moves", 2.5),  # (1 + 4 + 0 + 5) / 4
        ("forced_share", 0.1),  # 10 of 100 moves
        ("game_tree", 10),  # (4 + 9 + 12 + 15) / 4
    ],
)
def test_sizes(name: str, expected: float) -> None:
    assert value(name, FOUR) == pytest.approx(expected)


def test_length_s_interval_is_student_s() -> None:
    (found,) = measure("length", FOUR)
    half = 3.1824 * math.sqrt(500 / 3) / 2  # t(3), the variance of 10 20 30 40, the root of 4
    assert found.high == pytest.approx(25 + half, abs=1e-2)


def test_a_game_lost_by_misconduct_counts_among_the_endings_only() -> None:
    about = study([*FOUR.games, game(winner=1, clause="forfeit", plies=1)])
    assert value("length", about) == 25
    assert value("first_player_advantage", about) == 0.625
    assert {each.name: each.value for each in measure("ending", about)}["ending:forfeit"] == 0.2


# --- the course of a game ---------------------------------------------------------------------------------------------

VALUES = (0.5, 0.6, 0.52, 0.4, 0.48, 0.7, 0.9)  # first leads, then second, then first, who wins


def test_lead_changes_ignore_what_lies_near_the_middle() -> None:
    assert winning_chances.lead_changes(game(values=VALUES)) == (2,)
    assert winning_chances.lead_changes(game(values=VALUES, winner=1)) == (3,)  # the end turns it over once more
    assert winning_chances.lead_changes(game(values=(0.54, 0.46, 0.5), winner=None)) == (0,)


def test_drama_is_how_far_the_winner_was_behind_at_the_worst() -> None:
    assert winning_chances.drama(game(values=VALUES)) == pytest.approx((0.2,))  # 1 - 2 * 0.4
    assert winning_chances.drama(game(values=VALUES, winner=1)) == pytest.approx((0.8,))  # 1 - 2 * (1 - 0.9)
    assert winning_chances.drama(game(values=(0.6, 0.7))) == (0,)
    assert winning_chances.drama(game(values=VALUES, winner=None)) is None


def test_time_behind_is_the_share_of_positions_under_a_half() -> None:
    assert winning_chances.behind(game(values=VALUES)) == pytest.approx((2 / 7,))  # 0.4 and 0.48
    assert winning_chances.behind(game(values=VALUES, winner=1)) == pytest.approx((4 / 7,))  # all but 0.5, 0.4, 0.48


def test_decided_at_is_where_the_winner_went_ahead_for_good() -> None:
    assert winning_chances.decided_at(game(values=VALUES)) == pytest.approx((5 / 7,))  # 0.48 is the fifth
    assert winning_chances.decided_at(game(values=(0.6, 0.7))) == (0,)
    assert winning_chances.decided_at(game(values=(0.6, 0.7), winner=1)) == (1,)


def test_stability_is_one_less_the_mean_step() -> None:
    # steps 0.1 0.08 0.12 0.08 0.22 0.2: 0.8 in six
    assert winning_chances.stability(game(values=VALUES)) == pytest.approx((1 - 0.8 / 6,))
    assert winning_chances.stability(game(values=(0.5,))) is None


def test_clarity_is_four_times_the_squared_error_taken_from_one() -> None:
    assert winning_chances.clarity(game(values=(0.5, 0.5))) == (0,)
    assert winning_chances.clarity(game(values=(0.5, 1.0))) == pytest.approx((0.5,))  # 1 - 4 * (0.25 + 0) / 2
    assert winning_chances.clarity(game(values=(0.5, 1.0), winner=1)) == pytest.approx(
        (-1.5,)
    )  # 1 - 4 * (0.25 + 1) / 2
    assert winning_chances.clarity(game(values=(0.25,), winner=None)) == pytest.approx((0.75,))


def test_positions_that_were_not_looked_at_are_passed_over() -> None:
    assert winning_chances.clarity(game(values=(0.5, None, 1.0, None))) == pytest.approx((0.5,))
    assert winning_chances.lead_changes(game(values=None)) is None


def test_the_decisiveness_threshold_lies_where_leads_begin_to_hold() -> None:
    """Ten games reach 60 %, of which six are won; five go on to 80 %, and those are won."""
    lost = [game(values=(0.5, 0.6), winner=1)] * 4 + [game(values=(0.5, 0.6), winner=0)]
    won = [game(values=(0.5, 0.6, 0.8), winner=0)] * 5
    # S(0.6) = 6/10, and S(0.65) = 5/5: nine tenths are reached three quarters of the way from 0.6 to 0.65
    assert value("decisiveness_threshold", study(lost + won)) == pytest.approx(0.6 + 0.05 * 0.3 / 0.4)
    assert value("decisiveness_threshold", study(won)) == winning_chances.LEVELS[0]
    assert value("decisiveness_threshold", study([game(values=(0.5, 0.97), winner=1)] * 3)) == 1


def test_without_evaluations_nothing_is_said_of_the_course() -> None:
    about = study([game(values=VALUES)], evaluate=0)
    assert not measure("drama", about)
    assert not measure("clarity", about)


# --- players ----------------------------------------------------------------------------------------------------------


def test_the_skill_trace_is_the_points_of_the_player_with_twice_the_nodes() -> None:
    games = [game(seat=0, winner=0), game(seat=1, winner=1), game(seat=0, winner=1), game(seat=1, winner=None)]
    assert value("skill_trace", study(games, players=("mcts:nodes=200", "mcts:nodes=100"))) == 2.5 / 4
    assert value("skill_trace", study(games, players=("mcts:nodes=100", "mcts:nodes=200"))) == 1.5 / 4
    assert not measure("skill_trace", study(games, players=("mcts:nodes=100", "mcts:nodes=300")))
    assert not measure("skill_trace", study(games, players=("level:1", "level:2")))
    assert value("first_named_points", study(games, players=("level:1", "level:2"))) == 2.5 / 4


def test_copying_counts_where_the_copier_moves_second() -> None:
    games = [game(seat=1, winner=1), game(seat=1, winner=0), game(seat=1, winner=1), game(seat=0, winner=1)]
    assert value("copycat", study(games, players=("copycat:random", "random"))) == pytest.approx(2 / 3)
    assert value("copycat", study(games, players=("random", "copycat:random"))) == 1  # it moved second once, and won
    assert not measure("copycat", study(games, players=("random", "random")))


def test_openings_have_the_first_player_s_points() -> None:
    games = [game(moves=("a1",), winner=0), game(moves=("a1",), winner=None), game(moves=("b1", "a1"), winner=1)]
    assert [(each.name, each.value, each.n) for each in measure("opening", study(games))] == [
        ("opening:a1", 0.75, 2),
        ("opening:b1", 0.0, 1),
    ]


# --- the board and the rules ------------------------------------------------------------------------------------------


def test_board_use_is_an_entropy_freed_of_bias() -> None:
    one, other = {"a": 2, "b": 2}, {"a": 4}
    # all: 6 and 2 of 8, H = 0.8113 bits; without the first: 0; without the second: 1 bit
    whole = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
    assert value("board_use", study([game(places=one), game(places=other)])) == pytest.approx(min(1, 2 * whole - 0.5))
    assert value("board_use", study([game(places={"a": 1, "b": 1})] * 3)) == pytest.approx(1)


def test_events_are_counted_a_game() -> None:
    about = study([game(kinds={"captured": 3}), game(kinds={"captured": 1, "extra": 2}), game()])
    captured, extra = measure("event", about)
    assert (captured.name, extra.name) == ("event:captured", "event:extra")
    assert (captured.value, extra.value) == pytest.approx((4 / 3, 2 / 3))
    assert extra.note == "at least once in 33.3% of the games"


def test_the_state_space_of_a_small_game_is_bracketed() -> None:
    about = study([game(moves=("c5xd5",))], game="enso")
    (found,) = measure("state_space", about)
    assert found.low == pytest.approx(math.log10(2))  # two positions were seen
    # whose move; 31 of the 32 cells that begin with a stone had one colour or none, d5 both or none
    assert found.value == pytest.approx(math.log10(2) + 31 * math.log10(2) + math.log10(3))


# --- counts instead of games ------------------------------------------------------------------------------------------


def test_bulk_counts_say_what_the_games_themselves_would() -> None:
    bulk = RandomCounts(
        games=4,
        counts={(0, "4.1", 10): 1, (0, "4.1", 20): 1, (1, "4.3", 30): 1, (None, "4.2", 40): 1},
        turns={8: 1, 15: 1, 25: 1, 40: 1},
        firsts={"a1": (2, 1, 0), "b1": (0, 0, 1)},
        branching=Sums(16_000, 66_000_000),
        tree=Sums(40_000, 466_000_000),
        forced=Sums(10_000, 42_000_000),
        choices=Sums(90_000, 2_462_000_000),
    )
    about = study([])
    about.bulk = bulk
    found = measure_all(about)
    alone = measure_all(FOUR)
    for name in ("first_player_advantage", "draws", "length", "turns", "branching", "decisions", "forced_moves"):
        assert (found[name].value, found[name].low, found[name].high, found[name].n) == pytest.approx(
            (alone[name].value, alone[name].low, alone[name].high, alone[name].n)
        ), name
    assert found["game_tree"].low == pytest.approx(alone["game_tree"].low)
    assert found["ending:4.1"] == alone["ending:4.1"]
    assert found["opening:a1"].value == pytest.approx(2 / 3)


def test_two_games_with_one_opening_are_one_draw() -> None:
    """Each game twice: from the true start that is twice the games, after shared openings it is not."""
    ends = [(0, 9), (1, 14), (0, 11), (None, 20), (1, 8), (0, 12), (0, 10), (1, 16)] * 3
    games = [
        game(game=2 * number + twice, winner=winner, plies=plies, kinds={"captured": plies % 3})
        for number, (winner, plies) in enumerate(ends)
        for twice in (0, 1)
    ]
    once = measure_all(study([each for each in games if each.game % 2 == 0]))
    alone, paired = measure_all(study(games)), measure_all(study(games, opening=2))
    for name in ("length", "event:captured"):
        assert (paired[name].low, paired[name].high) == pytest.approx((once[name].low, once[name].high))
    for name in ("first_player_advantage", "draws", "ending:4.1", "length", "event:captured"):
        wide, narrow = ((each[name].high or 0) - (each[name].low or 0) for each in (paired, alone))
        assert wide > 1.3 * narrow, name
        assert paired[name].method.endswith("by pairs")


def test_what_never_happened_may_still_happen() -> None:
    about = study([game(forced=0, choices=10, kinds={"captured": 2})] * 30)
    share = 1 - 0.025 ** (1 / 30)
    for name in ("forced_moves", "forced_share"):
        (found,) = measure(name, about)
        assert (found.value, found.low, found.high) == pytest.approx((0, 0, share))
    assert measure("forced_moves", about)[0].text == "0.000 per game (0.000 to 0.116)"
    assert measure("event", about)[0].text == "2.00 per game (1.77 to 2.23)"


def test_a_study_without_games_says_nothing() -> None:
    assert measure_all(study([])) == {}
    empty = study([])
    empty.bulk = RandomCounts()
    assert measure_all(empty) == {}


def test_one_game_has_values_and_no_interval_of_a_mean() -> None:
    (found,) = measure("length", study([game(plies=7)]))
    assert (found.value, found.low, found.high) == (7, None, None)


def test_an_unknown_measure_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownName, match="did you mean draws"):
        measure("drows", FOUR)


def test_every_measure_says_what_it_is() -> None:
    for name, each in MEASURES.items():
        assert name == each.name
        assert each.sentence.endswith(".")
        assert each.formula
    assert outcome.doubled(("mcts:nodes=0", "mcts:nodes=0")) is None
