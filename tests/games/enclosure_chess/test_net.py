"""Enclosure Chess as a net sees it."""

from __future__ import annotations

import kakomi
from tests.games.nets import facts_of, number_of, rows_of


def test_pieces_are_shared_and_the_score_has_two_sides() -> None:
    match = kakomi.new("enclosure_chess", "5x5", position="X1Xo1/1Xo1o/Xo1oX/1X1X1/X1X1X 2 0")
    assert rows_of(match) == ["31321", "13212", "32123", "13131", "31313"]
    mover = match.to_move
    assert facts_of(match) == [7, 25 + (2 if mover == 0 else -2)]
    other = kakomi.new("enclosure_chess", "5x5", position="X1Xo1/1Xo1o/Xo1oX/1X1X1/X1X1X 0 2")
    assert facts_of(other) == [7, 25 - (2 if mover == 0 else -2)]
    assert number_of(match, "index", "b1") == 1
    assert number_of(match, "index", "c3") == 12


def test_the_round_board_lies_in_a_square() -> None:
    match = kakomi.new("enclosure_chess", "six", quiet=60)
    red, black = 2, 3
    rows = rows_of(match)
    assert sum(row.count("0") for row in rows) == 49 - 21
    assert sorted((rows[0][3], rows[-1][3])) == [str(red), str(black)]
    assert rows[3] == "1111111"
    assert facts_of(match) == [3, 0, 15]


def test_a_way_is_where_the_piece_comes_from() -> None:
    match = kakomi.new("enclosure_chess", "six")
    numbers = {move: number_of(match, "index", move) for move in match.legal_moves}
    assert len(set(numbers.values())) == len(numbers)
    same_target = [number // 4 for move, number in numbers.items() if move.endswith("W2")]
    assert len(set(same_target)) == 1
