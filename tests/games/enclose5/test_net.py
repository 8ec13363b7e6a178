"""Enclose5 as a net sees it."""

from __future__ import annotations

import kakomi
from kakomi.games.enclose5 import layout, net
from tests.games.nets import facts_of, number_of, rows_of, shape_of

BOARD = "7/2r4/1rRr3/2r1b2/3bBb1/4b2/7"


def test_marks_and_coloured_cells_of_either_player_are_states() -> None:
    red = kakomi.new("enclose5", size=7, position=f"{BOARD} r")
    assert rows_of(red) == ["1111111", "1121111", "1242111", "1121311", "1113531", "1111311", "1111111"]
    blue = kakomi.new("enclose5", size=7, position=f"{BOARD} b")
    assert rows_of(blue) == ["1111111", "1131111", "1353111", "1131211", "1112421", "1111211", "1111111"]


def test_barred_cells_and_owed_moves() -> None:
    match = kakomi.new("enclose5", size=7, position="7/3b3/2b1b2/1rrrr2/7/3b3/7 r")
    match.push("f4")
    assert rows_of(match)[3] == "6222226"
    assert facts_of(match)[:3] == [0, 1, 0]


def test_points_needed_and_points_ahead() -> None:
    for target, needed in ((20, [19, 20]), (400, [32, 32]), ("full", [33, 33])):
        match = kakomi.new("enclose5", size=7, target=target, position="7/2r4/1rRr3/2r4/7/b1b1b1b/7 r")
        assert facts_of(match)[3:] == [*needed, 21]


def test_the_answers_of_the_openings_are_extras() -> None:
    match = kakomi.new("enclose5", size=9, opening="swap2")
    phases = [facts_of(match)[0]]
    for move in ("a1", "b2", "c3"):
        match.push(move)
        phases.append(facts_of(match)[0])
    assert len(set(phases)) == 4
    assert shape_of(match).actions == 81 + 4
    assert [number_of(match, "index", move) for move in ("red", "blue", "more")] == [82, 83, 84]
    match.push("more")
    assert number_of(match, "index", "b1") == 1
    assert number_of(match, "index", "a2") == 9


def test_more_moves_owed_than_there_are_cells_make_no_difference() -> None:
    match = kakomi.new("enclose5", size=7, position="7/3b3/2b1b2/1rrrrr1/7/3b3/7 r first 1 a4,g4 play")
    state = match.state
    free = state[layout.FREE]
    seen = []
    for owed in (1, free - 1, free, free + 1, 10 * free):
        state[layout.OWED] = owed
        out = [0] * shape_of(match).length
        net.planes(state, out)
        seen.append(out[50] + net.LARGEST * out[51])
    assert seen == [1, free - 1, free, free, free]
