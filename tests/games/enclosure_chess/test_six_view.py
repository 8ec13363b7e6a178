"""The six-piece game of Enclosure Chess: what is typed, printed and drawn."""

from __future__ import annotations

from math import dist

import pytest

import kakomi
from kakomi import AmbiguousMove, Outcome, PositionError, UnreadableMove
from kakomi.core.scene import Line, Stock
from tests.games.enclosure_chess.test_six import LINES, POINTS, placed, play, read

# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["S1", "S1C3", "S1-C3-C5", "S1xC3", "S1-C9", "ſ1-C3", "S１-C3", "b3", "-", "S1 -C3"])
def test_unreadable_moves_are_told_what_a_move_looks_like(text: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        kakomi.new("enclosure_chess", "six").push(text)
    expected = f"{text!r} is not a move; write the point a piece leaves and the next on a line, like S1-C3"
    assert str(refused.value) == expected


def test_a_point_that_is_not_there_is_named() -> None:
    with pytest.raises(UnreadableMove) as refused:
        kakomi.new("enclosure_chess", "six").push("N1-N5")
    assert str(refused.value) == "there is no point N5; N, E, S and W have points 1 to 4, the middle has C1 to C5"


def test_small_letters_and_the_target_alone_will_do() -> None:
    match = play(kakomi.new("enclosure_chess", "six"), "s1-c3 n3-c1 C5 w2")
    assert match.moves == ["S1-C3", "N3-C1", "C3-C5", "W1-W2"]
    with pytest.raises(AmbiguousMove, match="W4 could be W2-W4, W3-W4; write one of them in full"):
        play(placed("W2 W3", "N1"), "W4")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position is seven rows, r or b to move and the moves without a capture"),
        ("b/bbb/b1b/7/r1r/rrr/r r", "a position is seven rows"),
        ("b/bbb/b1b/7/r1r/rrr/r x 0", "a position is seven rows"),
        ("b/bbb/b1b/7/r1r/rrr/r r -1", "a position is seven rows"),
        ("b/bbb/b1b/7/r1r/rrr/r r ²", "a position is seven rows"),
        ("b/bbb/b1b/7/r1r/rrr/r r " + "1" * 5000, "a position is seven rows"),
        ("b/bbb/b1b/7/r1r/rrr r 0", "7 rows separated by '/', this has 6"),
        ("b/bb/b1b/7/r1r/rrr/r r 0", r"row 2 has 2 points, not 3 \(N2 N3 N4\)"),
        ("b/bbb/b1b/77/r1r/rrr/r r 0", "row 4 has 14 points, not 7"),
        ("b/bbb/b1x/7/r1r/rrr/r r 0", "row 3 has 'x'"),
        ("b/bbb/b1b/8/r1r/rrr/r r 0", "row 4 has '8'"),
        ("b/bbb/b1b/b6/r1r/rrr/r r 0", "Black has 7 pieces; the most is 6"),
        ("b/bbb/b1b/r6/r1r/rrr/r r 0", "Red has 7 pieces; the most is 6"),
        ("b/bbb/b1b/7/r1r/rrr/r r 61", "61 moves without a capture are too many: the game is drawn after 60"),
        ("1/3/3/7/3/3/1 r 0", "there is no piece on the board"),
        ("1/3/3/7/3/3/r r 0", "Black, with 0 pieces, has lost .*: Black and not Red would be to move"),
        ("r/bbb/3/7/3/3/1 r 0", "Red, to move, has no empty point next to N1: Black's last move would have captured"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.new("enclosure_chess", "six", position=text)


def test_with_win_two_a_side_of_two_has_lost_and_must_be_the_one_to_move() -> None:
    text = "b/b2/3/7/3/3/r r 0"
    assert kakomi.new("enclosure_chess", "six", position=text).outcome is None
    with pytest.raises(PositionError, match="Black, with 2 pieces, has lost"):
        kakomi.new("enclosure_chess", "six", position=text, win="two")


def test_a_side_without_pieces_is_a_finished_game() -> None:
    match = kakomi.new("enclosure_chess", "six", position="b/3/3/7/3/3/1 r 0")
    assert match.outcome == Outcome(1, "8", (5, 6))
    assert read(match.diagram().rsplit("\n", 1)[0]).state == match.state


@pytest.mark.parametrize(
    ("diagram", "reason"),
    [
        ("b\nbbb\nb.b", "a diagram has 7 rows of 1, 3, 3, 7, 3, 3, 1 points .*, this has 3 of them"),
        ("b\nbbb\nb.b\n......\nr.r\nrrr\nr", "this has 3 of them; this line is not one of them: '......'"),
        ("b\nbbb\nb.b\n.......\nr.r\nrrr\nr\nRed", "after the rows comes a line like .*, not 'Red'"),
        ("b\nbbb\nb.b\n.......\nr.r\nrrr\nr\nRed to move\nRed to move", "after the rows comes a line"),
        ("b\nbbb\nb.b\n.......\nr.r\nrrr\nr\nRed to move, 99 moves without a capture", "99 moves .* too many"),
    ],
)
def test_diagrams_that_cannot_be_are_refused(diagram: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.from_diagram("enclosure_chess", diagram, "six")


def test_a_diagram_shows_the_board_and_the_names_of_its_points() -> None:
    match = play(kakomi.new("enclosure_chess", "six"), "S1-C3")
    assert match.diagram() == "\n".join(
        [
            "           b                             N1",
            "      b    b    b                   N2   N3   N4",
            "b          .          b       W1         C1         E1",
            ".    .  .  .  .  .    .       W2   W4 C2 C5 C4 E2   E4",
            "r          r          r       W3         C3         E3",
            "      r    .    r                   S2   S1   S4",
            "           r                             S3",
            "Black to move, 1 move without a capture",
        ]
    )
    assert kakomi.from_diagram("enclosure_chess", match.diagram(), "six").state == match.state


def test_positions_and_diagrams_round_trip_through_a_game() -> None:
    match = kakomi.new("enclosure_chess", "six", win="two")
    while True:
        again = kakomi.new("enclosure_chess", "six", position=match.position, win="two")
        assert again.state == match.state
        assert again.position == match.position
        assert kakomi.from_diagram("enclosure_chess", match.diagram(), "six", win="two").state == match.state
        if match.outcome is not None:
            break
        moves = list(match.legal_moves)
        match.push(moves[len(match.moves) * 7 % len(moves)])


# --- the picture ------------------------------------------------------------------------------------------------------


def centre_of_arc(line: Line, number: int) -> tuple[float, float]:
    """The centre of the small arc between two neighbouring points of a line, by SVG's rule for its sweep flag."""
    (x1, y1), (x2, y2) = line.points[number], line.points[number + 1]
    chord = dist((x1, y1), (x2, y2))
    rise = (line.arc**2 - chord**2 / 4) ** 0.5
    side = 1 if line.sweep else -1
    return (x1 + x2) / 2 - side * rise * (y2 - y1) / chord, (y1 + y2) / 2 + side * rise * (x2 - x1) / chord


def test_the_scene_draws_circles_arcs_and_diameters_through_the_points() -> None:
    scene = kakomi.new("enclosure_chess", "six").scene()
    at = {place.id: place.centre for place in scene.places}
    assert sorted(at) == POINTS
    named = {centre: name for name, centre in at.items()}
    assert ["-".join(named[point] for point in line.points) for line in scene.lines] == list(LINES)
    for line, round_what in zip(scene.lines, ["C5", "N1", "E4", "S3", "W2", "", "", "C5"], strict=True):
        if not round_what:
            assert line.arc == 0
            continue
        for number in range(len(line.points) - 1):
            assert dist(centre_of_arc(line, number), at[round_what]) < 0.001
        for point in line.points:
            assert abs(dist(point, at[round_what]) - line.arc) < 0.001


def test_the_scene_is_round_and_has_room_for_stones() -> None:
    scene = kakomi.new("enclosure_chess", "six").scene()
    at = {place.id: place.centre for place in scene.places}
    x, y = at["C5"]
    left, top, width, height = scene.box
    assert (x, y) == (left + width / 2, top + height / 2)
    assert at["N1"][1] < y < at["S3"][1]
    assert at["W2"][0] < x < at["E4"][0]
    assert min(dist(at[one], at[other]) for one in at for other in at if one != other) >= 0.999
    labels = {label.text: label.at for label in scene.labels}
    assert sorted(labels) == POINTS
    for name, label in labels.items():
        by_distance = sorted((dist(label, centre), point) for point, centre in at.items())
        assert by_distance[0][1] == name


def test_the_scene_shows_pieces_dishes_and_choices() -> None:
    match = placed("N2 N3 E1", "N1 W1 W2")
    match.push("E1-N4")
    scene = match.scene()
    pieces = {piece.place: (piece.glyph, piece.owner, piece.state) for piece in scene.pieces}
    assert pieces["N2"] == ("stone", "first", "red")
    assert pieces["W1"] == ("stone", "second", "black")
    assert scene.stocks == (
        Stock("first", "captured", 4, "stone", "black"),
        Stock("second", "captured", 3, "stone", "red"),
    )
    assert {choice.move: choice.clicks for choice in scene.choices}["W1-W4"] == ("W1", "W4")


def test_a_seat_says_its_captures_and_the_moves_without_one() -> None:
    match = kakomi.new("enclosure_chess", "six")
    assert match.rule_set.seat_labels(match.state, match.settings) == ("0 / 6", "0 / 6")
    match.push(match.legal_moves[0])
    assert match.rule_set.seat_labels(match.state, match.settings)[0] == "0 / 6 · quiet moves 1/60"
    two = kakomi.new("enclosure_chess", "six", win="two")
    assert two.rule_set.seat_labels(two.state, two.settings) == ("0 / 4", "0 / 4")
