"""Enclose5's texts and picture: refusals, positions, diagrams, scenes; and the quick choice of a random move."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kakomi
from kakomi import IllegalMove, PositionError, UnreadableMove
from kakomi.core.rand import below
from kakomi.games.enclose5 import rules
from tests.games.enclose5.boards import DIAMOND, EXAMPLE_A, FOUR, play, setup

THREE = "a1 b1 c1"  # the marks of swap2
FIVE = f"{THREE} more d1 e1"

# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "before", "move", "clause", "sentence"),
    [
        ({}, "", "swap", "pie", "swap belongs to the option opening=pie, which is not in force: put a mark in"),
        ({}, "", "more", "swap2", "more belongs to the option opening=swap2, which is not in force: put a mark"),
        ({"opening": "pie"}, "", "swap", "pie", "there is nothing to swap before the first mark (pie): put a mark"),
        ({"opening": "pie"}, "a1 b1", "swap", "pie", "the colours are settled, and swap is no longer a move (pie)"),
        ({"opening": "pie"}, "a1", "red", "swap2", "red belongs to the option opening=swap2"),
        ({"opening": "pie"}, "a1", "a1", "1", "a1 holds a red mark"),
        ({"opening": "swap2"}, "a1", "red", "swap2", "red is an answer to the opening's marks, which are not all on"),
        ({"opening": "swap2"}, THREE, "d1", "swap2", "three marks are on the board: the second player now answers"),
        ({"opening": "swap2"}, THREE, "swap", "swap2", "swap is not an answer here: the answer is red, blue or more"),
        ({"opening": "swap2"}, FIVE, "more", "swap2", "more is not an answer here: the answer is red or blue (swap2)"),
        ({"opening": "swap2"}, FIVE, "f1", "swap2", "five marks are on the board: the first player now answers red"),
        (
            {"opening": "swap2"},
            f"{THREE} red",
            "blue",
            "swap2",
            "the colours are settled, and blue is no longer a move",
        ),
    ],
)
def test_refusals_name_their_clause(
    options: dict[str, str], before: str, move: str, clause: str, sentence: str
) -> None:
    match = play(kakomi.new("enclose5", **options), *before.split())
    with pytest.raises(IllegalMove) as refused:
        match.push(move)
    assert refused.value.clause == clause
    assert str(refused.value).startswith(sentence)
    assert match.moves == before.split()


@pytest.mark.parametrize(
    "text", ["", "k", "11", "k0", "k22", "v1", "K11", "k011", "k11 ,", "a²", "aaa1", "k" + "1" * 50, "Swap"]
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(UnreadableMove):
        kakomi.new("enclose5").push(text)


def test_an_unreadable_move_is_told_what_moves_look_like() -> None:
    match = kakomi.new("enclose5", opening="pie")
    assert match.why_not("z9") == "'z9' is not a move; write a cell from a1 to u21, or swap"
    match = kakomi.new("enclose5", opening="swap2", size=30)
    assert match.why_not("zz") == "'zz' is not a move; write a cell from a1 to ad30, or red, blue or more"


@pytest.mark.parametrize(
    ("options", "before", "sentence"),
    [
        ({"opening": "pie"}, "", "The second player may answer this mark by a swap of colours (pie)."),
        ({"opening": "swap2"}, "", "The first player puts the first of three marks, a red one (swap2)."),
        ({"opening": "swap2"}, "a1", "The first player puts the second of three marks, a blue one (swap2)."),
        ({"opening": "swap2"}, "a1 b1", "The first player puts the third of three marks, a red one (swap2)."),
        ({"opening": "swap2"}, THREE, "The second player chooses red or blue, or more marks (swap2)."),
        (
            {"opening": "swap2"},
            f"{THREE} more",
            "The second player puts the first of two more marks, a blue one (swap2).",
        ),
        ({"opening": "swap2"}, FIVE[:-3], "The second player puts the second of two more marks, a red one (swap2)."),
        ({"opening": "swap2"}, FIVE, "The first player chooses red or blue (swap2)."),
    ],
)
def test_the_openings_say_what_comes_next(options: dict[str, str], before: str, sentence: str) -> None:
    assert play(kakomi.new("enclose5", **options), *before.split()).status.endswith(f"to move. {sentence}")


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opening", ["none", "pie", "swap2"])
@pytest.mark.parametrize("target", [3, "full"])
def test_every_position_of_random_games_round_trips(opening: str, target: int | str) -> None:
    chance = random.Random(f"{opening} {target}")
    options: dict[str, Any] = {"size": 8, "opening": opening, "target": target}
    for _ in range(4):
        match = kakomi.new("enclose5", **options)
        while True:
            assert kakomi.new("enclose5", position=match.position, **options).state == match.state
            assert kakomi.from_diagram("enclose5", match.diagram(), **options).state == match.state
            if match.outcome is not None:
                break
            match.push(chance.choice(list(match.legal_moves)))


def test_position_texts() -> None:
    assert kakomi.new("enclose5", size=7).position == "7/7/7/7/7/7/7 r first 0 - play"
    match = play(setup(FOUR), "g5")
    assert match.position == "9/9/9/9/2rrrrr2/9/9/9/9 r first 1 b5,h5 play"
    assert match.diagram().splitlines()[-1] == "Red to move, owed 1, barred b5 h5"
    match = play(kakomi.new("enclose5", opening="pie", size=7), "d4")
    assert match.position == "7/7/7/3r3/7/7/7 b first 0 - answer"
    play(match, "swap")
    assert match.position == "7/7/7/3r3/7/7/7 b second 0 - play"
    assert match.diagram().splitlines()[-1] == "Blue to move, the second player owns Red"


def test_a_position_may_leave_out_what_is_as_usual() -> None:
    short = kakomi.new("enclose5", size=7, position="7/7/7/3r3/7/7/7 b")
    assert short.state == kakomi.new("enclose5", size=7, position="7/7/7/3r3/7/7/7 b first 0 - play").state


def test_a_diagram_may_leave_out_coordinates_and_the_line_below() -> None:
    assert setup(EXAMPLE_A).position == "7/2rrb2/2rbr2/2r1r2/5b1/4b2/7 r first 0 - play"
    bare = kakomi.from_diagram("enclose5", EXAMPLE_A.replace(" / ", "\n"), size=7)
    assert bare.state == setup(EXAMPLE_A).state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position is 7 rows"),
        ("7/7/7/7/7/7/7", "a position is 7 rows"),
        ("7/7/7/7/7/7/7 x", "a position is 7 rows"),
        ("7/7/7/7/7/7/7 r first 0 - play more", "a position is 7 rows"),
        ("9" * 10000 + " r", "a position is 7 rows"),
        ("7/7/7/7/7/7 r", "7 rows separated"),
        ("7/7/7/7/7/7/6 r", "row 1 has 6 cells"),
        ("7/7/7/7/7/7/6x r", "row 1 has 'x'"),
        ("7/7/7/7/7/7/7 r third", "the owner of Red is first or second, not 'third'"),
        ("7/7/7/7/7/7/7 r second", "with opening=none Red is the first player's"),
        ("7/7/7/7/7/7/7 r first -1", "the moves owed are a number"),
        ("7/7/7/7/7/7/7 r first ²", "the moves owed are a number"),
        (f"7/7/7/7/7/7/7 r first {'1' * 5000}", "the moves owed are a number"),
        ("7/7/7/7/7/7/7 r first 0 - playing", "the stage is play, opening or answer, not 'playing'"),
        ("7/7/7/7/7/7/7 r first 0 - opening", "with opening=none and these marks the stage is play, not opening"),
        ("7/7/3r3/2r1r2/3r3/7/7 b", r"d4 is enclosed by red marks but not coloured \(2\)"),
        ("7/7/3b3/2b1b2/2b1b2/3b3/7 r", r"d3, d4 are enclosed by blue marks but not coloured \(2\)"),
        ("7/7/3r3/2rrr2/3r3/7/7 b", r"d4 is enclosed by red marks but not coloured \(2\)"),
        ("7/7/3r3/2rRr2/7/7/7 b", r"d4 is coloured red, but no closed line of marks can have gone round \(2\)"),
        ("7/7/3r3/2rBr2/3r3/7/7 b", r"d4 is coloured blue, but no closed line of marks can have gone round \(2\)"),
        ("R6/7/7/7/7/7/7 b", "a7 is coloured red, but no closed line"),
        ("7/7/7/7/7/7/rrrrr2 r first 2", "2 owed is too much: the lines of five or more red cells give 1 further"),
        ("7/7/7/7/7/7/rrrr3 r first 1", "1 owed is too much"),
        ("7/7/7/7/7/7/rrrrr2 b first 1", "the lines of five or more blue cells give 0 further moves"),
        ("7/7/7/7/7/7/rrrrr2 r first 0 f1", "no further moves are owed, so no cell is barred"),
        ("7/7/7/7/7/7/rrrrr2 r first 1 f1,z9", "a barred cell is a cell of the board, not 'z9'"),
        ("7/7/7/7/7/7/rrrrr2 r first 1 f1,", "a barred cell is a cell of the board, not ''"),
        ("7/7/7/7/7/7/rrrrr2 r first 1 e1", "e1 is not empty, or barred twice"),
        ("7/7/7/7/7/7/rrrrr2 r first 1 f1,f1", "f1 is not empty, or barred twice"),
        ("7/7/7/7/7/7/rrrrr2 r first 1 g1", "g1 is not right beyond an end of five red cells in a line"),
        (
            "rbrbrbr/1brbrbr/rbrbrbr/rbrbrbr/rbrbrbr/rbrbrbr/rbrbrbr r first 1 a6",
            r"every empty cell is barred.*\(5.1\)",
        ),
        ("rbrbrbr/rbrbrbr/rbrbrbr/rbrbrbr/rbrbrbr/rbrbrbr/rbrbrbr r first 1", r"the game is over \(6\)"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.new("enclose5", size=7, position=text)


@pytest.mark.parametrize(
    ("text", "target", "reason"),
    [
        (
            "7/7/3r3/2rRr2/3r3/7/7 b",
            1,
            r"Red has reached the target of 1 and won with the last move \(4\): write r to move",
        ),
        ("rrrrr2/7/3r3/2rRr2/3r3/7/7 r first 1 f7", 1, r"the game is over \(4\), so nothing is owed or barred"),
        ("7/1r5/rRr1b2/1r1bBb1/4b2/7/7 b", 1, r"both colours have reached the target of 1"),
    ],
)
def test_positions_past_the_target_are_refused(text: str, target: int, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.new("enclose5", size=7, target=target, position=text)


@pytest.mark.parametrize(
    ("opening", "text", "reason"),
    [
        ("pie", "7/7/7/7/7/7/7 r", "play begins when 2 or more cells are taken, not 0"),
        ("pie", "7/7/7/3r3/7/7/7 b", "play begins when 2 or more cells are taken, not 1"),
        ("pie", "7/7/7/7/7/7/7 b second", "play begins when 1 or more cells are taken, not 0"),
        ("pie", "7/7/7/3r3/7/7/7 b first 0 - opening", "these marks the stage is answer, not opening"),
        ("pie", "7/7/7/3r3/7/7/7 r first 0 - answer", "here in the opening b is to move"),
        ("pie", "7/7/7/3r3/7/7/7 b second 0 - answer", "Red is the first player's"),
        ("swap2", "7/7/7/3rb2/7/7/7 r", "play begins when 3 or more cells are taken, not 2"),
        ("swap2", "7/7/7/3rb2/7/7/7 r first 0 - answer", "these marks the stage is opening, not answer"),
        ("swap2", "7/7/7/2rrb2/7/7/7 r first 0 - opening", "here in the opening b is to move"),
        ("swap2", "7/7/7/2rrr2/7/7/7 b first 0 - answer", "these marks the stage is play, not answer"),
    ],
)
def test_positions_of_openings_that_cannot_be_are_refused(opening: str, text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.new("enclose5", size=7, opening=opening, position=text)


@pytest.mark.parametrize("line", ["Green to move", "Red", "owed two", "barred a9x", "maybe", "Red to move; owed 1"])
def test_diagrams_with_a_strange_line_are_refused(line: str) -> None:
    with pytest.raises(PositionError):
        setup(EXAMPLE_A, line)


# --- picture and playouts ---------------------------------------------------------------------------------------------


def test_the_scene_shows_marks_colours_points_and_bars() -> None:
    match = play(setup(EXAMPLE_A), "d3")
    scene = match.scene()
    assert (scene.game, scene.box) == ("enclose5", (0, 0, 7, 7))
    shown = {piece.place: (piece.glyph, piece.owner) for piece in scene.pieces}
    assert shown["d3"] == ("dot", "first")
    assert shown["e6"] == ("ring", "second")
    assert shown["d4"] == shown["d5"] == ("hatch", "first")
    assert [(stock.owner, stock.count) for stock in scene.stocks] == [("first", 2), ("second", 0)]
    assert {(mark.place, mark.kind) for mark in scene.marks} == {("d3", "to"), ("d4", "changed"), ("d5", "changed")}
    assert {choice.move: choice.clicks for choice in scene.choices}["a1"] == ("a1",)
    barred = play(setup(FOUR), "g5").scene().marks
    assert {mark.place for mark in barred if mark.kind == "barred"} == {"b5", "h5"}


def test_the_scene_draws_the_polygonal_round_coloured_cells() -> None:
    lines = play(setup(DIAMOND), "d3").scene().lines
    strokes = {frozenset(line.points) for line in lines if line.tone == "pen-first"}
    north, east, south, west = (3.5, 2.5), (4.5, 3.5), (3.5, 4.5), (2.5, 3.5)
    assert strokes == {frozenset(pair) for pair in ((north, east), (east, south), (south, west), (west, north))}


def test_the_scene_has_buttons_in_the_openings_and_the_colours_of_the_players() -> None:
    match = play(kakomi.new("enclose5", opening="pie"), "k11")
    assert {choice.move: choice.clicks for choice in match.scene().choices}["swap"] == ("button:swap",)
    play(match, "swap")
    scene = match.scene()
    assert scene.sides == ("Blue", "Red")
    assert [(piece.glyph, piece.owner) for piece in scene.pieces] == [("dot", "first")]
    assert scene.marks == ()


@pytest.mark.parametrize("settings", [[7, 20, 0, 0, -1], [8, -1, 1, 0, -1], [7, 3, 2, 1, -1], [9, 3, 1, 0, 4]])
def test_pick_chooses_what_the_list_of_legal_moves_would_give(settings: list[int]) -> None:
    out = [0] * rules.max_moves(settings)
    for seed in range(10):
        position = [0] * rules.length(settings)
        rules.start(position, settings)
        state, twin = [seed], [seed]
        while True:
            move = rules.pick(position, out, state)
            assert move == listed_pick(position, out, twin)
            assert state == twin
            if move < 0:
                break
            rules.play(position, move)


def listed_pick(position: list[int], out: list[int], state: list[int]) -> int:
    count = rules.legal_moves(position, out)
    return out[below(state, count)] if count else -1


def test_a_seat_says_its_points_and_the_target() -> None:
    match = kakomi.new("enclose5")
    assert match.rule_set.seat_labels(match.state, match.settings) == ("0 / 20", "0 / 20")
    endless = kakomi.new("enclose5", target="full")
    assert endless.rule_set.seat_labels(endless.state, endless.settings) == ("0 points", "0 points")
