"""Comebacks, critical moves, the decided phase, first moves and opening diversity, each computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

import kakomi
from kakomi.lab.measures import measure, omitted, winning_chances
from kakomi.lab.measures.first_moves import choose_and_measure, has_swap_rule, kept_side, opening_diversity
from kakomi.lab.orbits import first_move_orbits
from kakomi.lab.results import GameResult, StudyResult
from tests.lab.samples import game, study

VALUES = (0.5, 0.2, 0.7, 0.9)


def test_a_comeback_is_a_win_from_a_chance_of_a_quarter() -> None:
    assert winning_chances.comeback(game(values=VALUES)) == (1,)
    assert winning_chances.comeback(game(values=(0.5, 0.26, 0.9))) == (0,)
    assert winning_chances.comeback(game(values=VALUES, winner=1)) == (1,)  # 1 - 0.9
    assert winning_chances.comeback(game(values=VALUES, winner=None)) is None
    games = [game(values=VALUES), game(values=(0.6, 0.7)), game(values=(0.6, 0.7)), game(values=VALUES, winner=None)]
    (found,) = measure("comeback", study(games))
    assert (found.value, found.n) == pytest.approx((1 / 3, 3))


def test_the_decided_phase_is_what_is_left_when_the_winner_is_ahead_for_good() -> None:
    """Ahead for good after 2 of 4 positions, so for half of 12 moves; two of 14 were nobody's choice."""
    assert winning_chances.decided_phase(game(values=VALUES, plies=12)) == (6,)
    assert winning_chances.decided_phase(game(values=VALUES, plies=14, opening=2)) == (6,)


def test_critical_moves_are_those_whose_second_best_costs_a_fifth() -> None:
    """The first player to move: 0.7 and 0.5 is critical, 0.6 and 0.55 is not. The second: 0.3 and 0.6 costs 0.3."""
    one = game(values=(0.7, 0.6, 0.3, None, 0.4), seconds=(0.5, 0.55, 0.6, None, None))
    assert winning_chances.judged_choices(one) == [(0.7, 0.5), (0.6, 0.55), (pytest.approx(0.7), pytest.approx(0.4))]
    assert winning_chances.critical(one) == (2, 3)
    assert winning_chances.only_winning(one) == (1, 3)  # 0.7 leads and 0.4 trails; 0.5 does neither
    (found,) = measure("critical_moves", study([one, game(values=(0.5,), seconds=(0.5,))]))
    assert found.value == pytest.approx(2 / 4)


def test_opening_diversity_is_the_chance_that_two_games_differ() -> None:
    """Of 4 games 2 begin alike: of the 6 pairs of games one is of the same kind."""
    found = opening_diversity(np.array([0, 0, 1, 2]))
    assert found is not None
    assert found.value == pytest.approx(5 / 6)
    same = opening_diversity(np.zeros(50, np.int64))
    assert same is not None
    assert same.ends is not None
    assert same.value == 0
    assert 0 < same.ends[1] < 0.1
    games = [game(early=name) for name in "aabc"]
    assert measure("opening_diversity", study(games))[0].value == pytest.approx(5 / 6)
    assert measure("opening_diversity", study([game(), game()])) == []


def test_the_jackknife_of_diversity_leaves_out_whole_pairs() -> None:
    kinds = np.array([0, 1, 0, 2, 2, 2, 1, 0, 3, 3])
    apart, paired = opening_diversity(kinds), opening_diversity(kinds, np.repeat(np.arange(5), 2))
    assert apart is not None
    assert paired is not None
    without = [1 - sum(n * (n - 1) for n in np.bincount(np.delete(kinds, [2 * k, 2 * k + 1]))) / 56 for k in range(5)]
    pseudo = 5 * paired.value - 4 * np.array(without)
    assert paired.ends is not None
    assert paired.ends[1] == pytest.approx(min(1, paired.value + 2.776 * pseudo.std(ddof=1) / np.sqrt(5)), abs=1e-3)
    assert apart.value == paired.value


def first_moves(results: dict[int, str], name: str = "enso") -> StudyResult:
    """A study of first moves: for each orbit the winners of its games, in order."""
    orbits = first_move_orbits(kakomi.new(name))
    games: list[GameResult] = []
    for place in range(len(next(iter(results.values()))) // 2):
        for number, winners in results.items():
            for twice in (0, 1):
                winner = int(winners[2 * place + twice])
                games.append(
                    game(
                        game=len(games),
                        begin=number,
                        moves=(orbits[number][place % len(orbits[number])],),
                        winner=winner,
                    )
                )
    return study(
        games,
        game=name,
        players=("level:2", "level:2"),
        start="first moves",
        openings=tuple((orbits[n][0],) for n in results),
        evaluate=0,
    )


def test_the_best_first_move_is_chosen_by_a_third_of_the_games_and_measured_by_the_rest() -> None:
    """Pairs 0, 3 choose: the first orbit has 4 of 4 there, the second 3 of 4. In the other pairs it has 2 of 8."""
    about = first_moves({0: "001100110011"[:12], 1: "010000000000"})
    about = first_moves({0: "001110001101", 1: "010000000000"})
    found = choose_and_measure(about, lambda value: value)
    assert found is not None
    move, after, pairs = found
    assert move == first_move_orbits(kakomi.new("enso"))[0][0]
    assert (after.mean(), len(after), len(set(pairs.tolist()))) == (2 / 8, 8, 4)
    (best,) = measure("best_first_move", about)
    assert (best.value, best.n) == (2 / 8, 8)
    assert best.note.endswith("and its 3 images")
    assert measure("best_first_move", study([game()])) == []
    assert measure("swap_value", about) == []  # the game has no such rule


def test_a_best_first_move_after_few_games_is_left_out_with_the_reason() -> None:
    about = first_moves({0: "00111000", 1: "01000000"})
    assert measure("best_first_move", about) == []
    assert (
        omitted(about)["best_first_move"] == "only 4 games after the chosen move were left to measure it, fewer than 8"
    )
    assert "best_first_move" not in omitted(first_moves({0: "001110001101", 1: "010000000000"}))


def test_with_a_swap_the_first_player_keeps_the_worse_side_of_the_fairest_move() -> None:
    assert has_swap_rule("enclose5", "standard")
    assert not has_swap_rule("enso", "standard")
    fair, strong = "010101010101", "000000000000"
    (found,) = measure("swap_value", first_moves({0: strong, 1: fair}, "enclose5"))
    assert found.value == pytest.approx(0.5)
    assert kept_side((0.2, 0.4)) == (0.2, 0.4)
    assert kept_side((0.45, 0.6)) == pytest.approx((0.4, 0.5))


def test_images_of_a_first_move_are_counted_together() -> None:
    orbit = first_move_orbits(kakomi.new("enso"))[0]
    games = [game(game=n, moves=(orbit[n % 4],), winner=n % 2) for n in range(8)]
    (found,) = measure("opening", study(games, game="enso"))
    assert (found.name, found.n, found.value) == (f"opening:{orbit[0]}", 8, 0.5)
