"""TOOT's texts and picture: what is read, what is refused, what is said and drawn."""

from __future__ import annotations

import random
import re
from textwrap import dedent
from typing import Any

import pytest

import kakomi
from kakomi import AmbiguousMove, IllegalMove, Match, PositionError, UnreadableMove
from kakomi.core.scene import Mark, Piece, Stock
from kakomi.games.toot import GAME
from tests.games.toot.test_rules import CAPTURE, LAST, LATE, SMALL, STUCK, drawn, moves, refusal

START = "b/r@0,0 b turn tiles:15,15 hand:5,5 aside:0,0 sacrifice:br quiet:0 passes:0"

# --- moves ------------------------------------------------------------------------------------------------------------


UNREADABLE = """
    1 1, ,1 1,2,3 01,0 -0,1 +1,0 1000,0 ²,1 １,0 ٠,1 1.0 0,1> > 0,1-0,2 ! !!0,1 !0,1>0,2 !0,1=0,2 0,1=>0,2
    Stop PASS ++ 0,1>0,2>0,3
"""


@pytest.mark.parametrize("text", ["", "0 ,1", "9" * 5000, *UNREADABLE.split()])
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="is not a move"):
        kakomi.new("toot").push(text)


def test_short_forms() -> None:
    match = drawn("b b+ b\nr r .\nBlue to move; placed 2,1")
    for short, full in (("enter", "+"), (">0,1", "1,1>0,1"), (">2,1", "1,1>2,1")):
        again = match.copy()
        again.push(short)
        assert again.moves == [full]
    two = drawn("b+ b b+\nr r .\nBlue to move; placed 1,1")
    with pytest.raises(AmbiguousMove, match="could be"):
        two.push(">1,1")
    late = drawn(LATE, **SMALL)
    late.push("!")
    assert late.moves == ["!0,1"]


def test_a_far_away_cell_is_never_taken_for_another_one() -> None:
    columns, rows = 62, 44  # of the torus that the rules use for the default options
    match = kakomi.new("toot")
    for text in (f"{columns + 1},0", f"{1 - columns},0", f"0,{rows + 2}", f"0,{2 - rows}", f"0,{-1 - rows}"):
        assert refusal(match, text)[0] == "2"
    placed = drawn(CAPTURE)
    assert refusal(placed, f"0,-1>0,{2 + rows}")[0] == "5"
    assert refusal(placed, f"{columns},-1>0,2")[0] == "3.2"


def test_every_refusal_names_its_clause_in_the_sentence() -> None:
    tried = [
        "0,0",
        "9,9",
        "+",
        "stop",
        "pass",
        "0,1>0,2",
        "0,1>9,9",
        "9,9>0,1",
        "0,1=1,1",
        "9,9=8,8",
        "!0,1",
        "!9,9",
        "1,0",
    ]
    generator = random.Random(3)
    for options in ({}, SMALL, {"grid": "hex"}):
        match = kakomi.new("toot", **options)
        while match.outcome is None:
            for text in tried:
                if text not in match.legal_moves:
                    clause, sentence = refusal(match, text)
                    assert re.search(rf"\((?:[\d., ]*, )?{re.escape(clause or '?')}(?:,[\d., ]*)?\)", sentence), (
                        sentence
                    )
            match.push(generator.choice(list(match.legal_moves)))


@pytest.mark.parametrize(
    ("match", "need"),
    [
        (kakomi.new("toot"), "Place a tile."),
        (drawn("b+ b+\nr r", **SMALL), "Place a tile that lets a piece move (3.5)."),
        (drawn("b b+ b\nr r .\nBlue to move; placed 2,1"), "The tile is down. Enter a piece, or step or jump."),
        (drawn("b+ b+ b\nr r .\nBlue to move; placed 2,1", **SMALL), "The tile is down. Step or jump."),
        (
            drawn("b\nb\nr\nBlue to move; placed 0,2", tiles=4, pieces=4),
            "The tile is down. Every piece must be entered: enter one on it (3.4).",
        ),
        (drawn(LATE, **SMALL), "Step or jump, or sacrifice one."),
        (drawn(LATE, "Red to move", **SMALL), "Step or jump, re-enter a piece, or sacrifice one."),
        (drawn(STUCK, **SMALL), "No move is possible: pass (4.5)."),
    ],
)
def test_the_status_says_what_is_due(match: Match, need: str) -> None:
    assert match.status == f"{match.sides[match.to_move]} to move. {need}"


def test_the_status_within_a_turn() -> None:
    match = drawn(CAPTURE)
    match.push("0,-1>0,2")
    assert match.status == "Blue to move. Jump again with 0,2, or stop."
    match = drawn(LATE, **SMALL)
    match.push("!0,1")
    assert match.status == "Blue to move. Re-enter the sacrificed piece: lift a tile and place it (4.4)."


# --- positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{}, SMALL, {"grid": "hex"}, {"tiles": 40, "pieces": 12, "quiet": 10}, {"tiles": 6, "count": "board", "quiet": 20}],
)
def test_positions_and_diagrams_round_trip(options: dict[str, Any]) -> None:
    generator = random.Random(5)
    match = kakomi.new("toot", **options)
    phases = set()
    while True:
        phases.add(match.position.split()[2].split(":")[0])
        again = kakomi.new("toot", position=match.position, **options)
        assert (again.state, again.position) == (match.state, match.position)
        assert kakomi.from_diagram("toot", match.diagram(), **options).state == match.state
        if not match.legal_moves:
            break
        match.push(generator.choice(list(match.legal_moves)))
    assert {"turn", "placed"} <= phases


@pytest.mark.parametrize(
    ("diagram", "played", "text"),
    [
        (CAPTURE, [], "b1/r+b/r1/b+1@0,-1 b placed:0,2 tiles:13,14 hand:4,4 aside:0,0 sacrifice:br quiet:0 passes:0"),
        (
            CAPTURE,
            ["0,-1>0,2"],
            "b+1/rb/r1/b1@0,-1 b jumping:0,2 tiles:13,14 hand:4,4 aside:0,1 sacrifice:br quiet:0 passes:0",
        ),
    ],
)
def test_a_turn_under_way_is_written_and_read(diagram: str, played: list[str], text: str) -> None:
    match = drawn(diagram)
    for move in played:
        match.push(move)
    assert match.position == text
    assert kakomi.new("toot", position=text).state == match.state


def test_a_sacrificed_piece_under_way_is_written_and_read() -> None:
    match = drawn(LATE, "Blue to move; quiet turns 7", **SMALL)
    match.push("!0,1")
    text = "2r1/1br1/brbr+/1brb=@0,0 b sacrificed tiles:0,0 hand:0,0 aside:0,1 sacrifice:r quiet:0 passes:0"
    assert match.position == text
    again = kakomi.new("toot", position=text, **SMALL)
    assert (again.state, again.score) == (match.state, (2, 2))


def test_the_same_situation_is_the_same_position() -> None:
    one, other = kakomi.new("toot"), kakomi.new("toot")
    for text in ("1,1", "+", "1,0", "+", "-1,1", "+", "-1,0", "+"):
        one.push(text)
    for text in ("-1,1", "+", "-1,0", "+", "1,1", "+", "1,0", "+"):
        other.push(text)
    assert one.state == other.state
    lifted, put = drawn(LATE, "Red to move", **SMALL), drawn(LATE, "Red to move", **SMALL)
    lifted.push("2,3=2,3")  # out of the box round all tiles and back
    assert lifted.board == {**put.board, "2,3": "r="}
    assert kakomi.new("toot", position=lifted.position, **SMALL).state == lifted.state


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("b/r@0,0 ", "", "a position looks like"),
        (" b turn", " g turn", "a position looks like"),
        (" b turn", " br turn", "a position looks like"),
        ("tiles:15,15 hand:5,5", "hand:5,5 tiles:15,15", "a position looks like"),
        (" passes:0", "", "a position looks like"),
        ("b/r@", "b/x@", r"a row has b b\+ b= r r\+ r= and numbers of empty squares"),
        ("b/r@", "b//r@", "a row has"),
        ("b/r@", "@", "a row has"),
        ("b/r@", "b++/r@", "a row has"),
        ("b/r@", "b/r²@", "a row has"),
        ("b/r@", "b/1r@", "rows are equally long"),
        ("@0,0", "", "lower left corner"),
        ("@0,0", "@0,1000", "lower left corner"),
        ("@0,0", "@999,0", "too far away; coordinates go from -300 to 300"),
        ("turn", "begin", "the phase is turn, placed:1,0, jumping:0,2 or sacrificed"),
        ("turn", "turn:0,0", "the phase is turn"),
        ("turn", "placed", "the phase is turn"),
        ("turn", "sacrificed:0,0", "the phase is turn"),
        ("tiles:15,15", "tiles:14,15", r"Blue's tiles on the table \(1\) and in hand \(14\) must be 16 together"),
        ("tiles:15,15", "tiles:15", "like 5,5"),
        ("tiles:15,15", "tiles:15,1000", "a number from 0 to 999"),
        ("tiles:15,15", "tiles:15,-1", "a number from 0 to 999"),
        ("hand:5,5", "hand:5,²", "a number from 0 to 999"),
        ("b/r@0,0 b turn tiles:15,15", "b/b@0,0 b turn tiles:14,16", "at least on the table"),
        ("hand:5,5", "hand:6,5", "Blue has more than 5 pieces"),
        ("aside:0,0", "aside:0,1", "Red has more than 5 pieces"),
        ("hand:5,5", "hand:4,5", "cannot have a piece lying, gone or sacrificed before all tiles are placed"),
        ("sacrifice:br", "sacrifice:r", "cannot have a piece lying, gone or sacrificed"),
        ("sacrifice:br", "sacrifice:rb", "br, b, r or - for none"),
        ("b/r@0,0 b turn tiles:15,15 hand:5,5", "b=/r@0,0 b turn tiles:15,15 hand:4,5", "cannot have a piece lying"),
        ("b turn", "r turn", "the players place tiles in turn"),
        ("b/r@0,0 b turn tiles:15,15", "bb/1r@0,0 b turn tiles:14,15", "the players place tiles in turn"),
        ("b/r@0,0 b turn", "b/r@0,0 r placed:0,0", "the players place tiles in turn"),
        ("quiet:0", "quiet:1", "quiet turns are counted only between turns, once all tiles are placed"),
        ("quiet:0", "quiet:51", "at most 50 quiet turns"),
        ("passes:0", "passes:1", "2 passes among them"),
        (
            "b/r@0,0 b turn",
            "b2/2r@0,0 b turn",
            r"2 tiles spread over 3 columns; after 0 re-entries at most 2 are possible",
        ),
        ("b/r@0,0 b turn", "b1/1r@0,0 b turn", "the tiles lie in 2 groups"),
        ("b/r@0,0 b turn tiles:15,15", "bb/r1@0,0 b placed:0,0 tiles:14,15", "the tile just placed must be Blue's"),
        ("b/r@0,0 b turn tiles:15,15", "bb/r1@0,0 b placed:9,9 tiles:14,15", "the tile just placed must be Blue's"),
        ("b/r@0,0 b turn tiles:15,15", "bb/r1@0,0 b jumping:0,0 tiles:14,15", "the piece that jumps on must be Blue's"),
        (
            "b/r@0,0 b turn tiles:15,15 hand:5,5",
            "b+b/r1@0,0 b jumping:0,1 tiles:14,15 hand:4,4",
            "Red cannot have a piece lying, gone",
        ),
        (
            "b/r@0,0 b turn tiles:15,15 hand:5,5 aside:0,0",
            "b+b/r1@0,0 b jumping:0,1 tiles:14,15 hand:4,4 aside:0,1",
            "cannot jump on, so the turn would be over",
        ),
        (
            "b/r@0,0 b turn tiles:15,15 hand:5,5",
            "b+rb@0,0 b jumping:0,0 tiles:14,15 hand:4,5",
            "no piece of Red's was captured",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused(old: str, new: str, reason: str) -> None:
    assert old in START
    with pytest.raises(PositionError, match=reason):
        kakomi.new("toot", position=START.replace(old, new))


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        ("Blue to move; sacrificed", "Blue has more than 2 pieces"),
        ("Red to move; sacrificed; may sacrifice br; set aside 0,0", "Red has used the sacrifice"),
        ("Red to move; may sacrifice b", "Red has sacrificed, so a piece of Red's must lie or be gone"),
        ("Red to move; pieces in hand 0,1; set aside 0,0", r"Red's pieces in hand \(1\) cannot be more than the tiles"),
        ("Red to move; placed 2,3; set aside 0,1", "before all tiles are placed"),
        ("Blue to move; quiet turns 3; passes 3", "2 passes"),
        ("Green to move", "'Blue to move' or 'Red to move'"),
        ("Blue to move; nonsense", "the last line can say tiles in hand"),
        ("Blue to move; quiet turns 1; quiet turns 1", "the last line can say"),
        ("Blue to move; quiet turns one", "a number from 0 to 999"),
    ],
)
def test_late_positions_that_cannot_be_are_refused(last: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        drawn(LATE, last, **SMALL)


def test_an_action_must_be_possible_after_the_tile() -> None:
    with pytest.raises(PositionError, match=r"Blue can do nothing after the tile, so the turn would be over \(3\.5\)"):
        drawn("b b b\nr r .", "Blue to move; placed 2,1; pieces in hand 0,2; set aside 2,0", **SMALL)


# --- diagrams ---------------------------------------------------------------------------------------------------------


def test_a_diagram_has_signed_coordinates_and_says_everything_else_in_its_last_line() -> None:
    assert drawn(CAPTURE).diagram() == dedent(
        """\
         2 b  .
         1 r+ b
         0 r  .
        -1 b+ .
           0  1
        Blue to move; placed 0,2; tiles in hand 13,14; pieces in hand 4,4; set aside 0,0; may sacrifice br; """
        "quiet turns 0; passes 0"
    )


def test_a_hex_diagram_leans() -> None:
    match = kakomi.new("toot", grid="hex")
    for text in ("-1,1", "+"):
        match.push(text)
    assert match.diagram().splitlines()[:3] == ["1   b+  b", "0 .   r", "  -1  0"]


def test_coordinates_and_the_last_line_may_be_left_out() -> None:
    plain = kakomi.from_diagram("toot", "b b\nr r")
    assert plain.board == {"0,0": "r", "1,0": "r", "0,1": "b", "1,1": "b"}
    assert "b turn tiles:14,14 hand:5,5 aside:0,0" in plain.position
    assert kakomi.from_diagram("toot", "b b / r r").state == plain.state
    shifted = kakomi.from_diagram("toot", "5 b b\n4 r r\n  -7 -6")
    assert set(shifted.board) == {"-7,5", "-6,5", "-7,4", "-6,4"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a diagram has rows of squares"),
        ("b b\nr", "all equally long"),
        ("b q\nr r", "the last line begins with"),
        ("b q\nr r\nBlue to move", "a row has squares"),
        ("3 b b\n1 r r", "must go down by one"),
        ("3 b b\nr r", "must go down by one"),
        ("b b\nr r\n0 2", "must go up by one"),
        (". .", "tiles on the table"),
        ("b b\nr r\n² ³", "the last line begins with"),
    ],
)
def test_diagrams_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        kakomi.from_diagram("toot", text)


def test_every_diagram_of_the_rules_page_is_a_position() -> None:
    diagrams = re.findall(r"```\n(.*?)```", GAME.rules_page(), re.DOTALL)
    assert len(diagrams) == 4
    start, unable, late, capture = diagrams
    assert kakomi.from_diagram("toot", start).state == kakomi.new("toot").state
    assert moves(kakomi.from_diagram("toot", unable, **SMALL)) == {"-1,1", "0,2", "1,2", "2,1", "0,-1", "1,-1"}
    red = kakomi.from_diagram("toot", late + "Red to move", **SMALL)
    assert {text.split("=")[0] for text in moves(red, "=")} == {"2,0", "2,2", "2,3"}
    jump = kakomi.from_diagram("toot", capture)
    jump.push("0,-1>0,2")
    assert moves(jump) == {"0,2>0,-1", "stop"}


# --- picture ----------------------------------------------------------------------------------------------------------


def test_the_scene_shows_tiles_pegs_and_where_a_tile_can_go() -> None:
    scene = kakomi.new("toot").scene()
    assert scene.box == (-1.5, -2.5, 3.0, 4.0)
    tones = {place.id: (place.tone, place.label, place.centre) for place in scene.places}
    assert tones["0,1"] == ("first", "TO", (0.0, -1.0))
    assert tones["0,0"] == ("second", "OT", (0.0, 0.0))
    assert {name for name, (tone, _, _) in tones.items() if tone == "vacant"} == {
        "0,-1",
        "1,0",
        "-1,0",
        "1,1",
        "-1,1",
        "0,2",
    }
    assert Stock("second", "tiles in hand", 15, "tile") in scene.stocks
    late = drawn(LATE, "Red to move", **SMALL).scene()
    assert set(late.pieces) == {
        Piece("0,1", "peg", "first"),
        Piece("3,0", "peg", "first", "lying"),
        Piece("3,1", "peg", "second"),
    }
    assert Stock("second", "set aside", 1, "peg") in late.stocks
    assert {"2,4", "4,0", "0,0"} <= {place.id for place in late.places if place.tone == "vacant"}


def test_a_hexagon_has_six_corners_and_its_neighbours_are_one_away() -> None:
    places = {place.id: place for place in kakomi.new("toot", grid="hex").scene().places}
    x, y = places["0,0"].centre
    assert len(places["0,0"].outline) == 6
    for each in ("1,0", "-1,0", "0,1", "0,-1", "1,-1", "-1,1"):
        dx, dy = places[each].centre[0] - x, places[each].centre[1] - y
        assert dx * dx + dy * dy == pytest.approx(1)


def test_clicks() -> None:
    def clicks(match: Match) -> dict[str, tuple[str, ...]]:
        return {choice.move: choice.clicks for choice in match.scene().choices}

    assert clicks(kakomi.new("toot"))["1,0"] == ("1,0",)
    capture = drawn(CAPTURE)
    assert clicks(capture) == {"+": ("button:enter",), "0,-1>0,2": ("0,-1", "0,2")}
    capture.push("0,-1>0,2")
    assert clicks(capture)["stop"] == ("button:stop",)
    assert clicks(drawn(STUCK, **SMALL)) == {"pass": ("button:pass",)}
    late = clicks(drawn(LATE, "Red to move", **SMALL))
    assert (late["!3,1"], late["2,3=2,3"], late["2,2=0,0"]) == (
        ("button:sacrifice", "3,1"),
        ("2,3", "2,3"),
        ("2,2", "0,0"),
    )


def test_marks_point_out_the_last_move() -> None:
    capture = drawn(CAPTURE)
    capture.push("0,-1>0,2")
    assert set(capture.scene().marks) == {Mark("0,-1", "from"), Mark("0,2", "to"), Mark("0,1", "captured")}
    entered = kakomi.new("toot")
    entered.push("1,1")
    assert entered.scene().marks == (Mark("1,1", "to"),)
    entered.push("+")
    assert entered.scene().marks == (Mark("1,1", "to"),)
    late = drawn(LATE, "Red to move", **SMALL)
    late.push("2,3=0,0")
    assert late.scene().marks == (Mark("0,0", "to"),)  # 2,3 is no place any more
    late.push("!0,1")
    assert late.scene().marks == (Mark("0,1", "from"),)


def test_a_game_that_is_over_takes_no_move() -> None:
    match = drawn(LAST, count="board", **SMALL)
    with pytest.raises(IllegalMove, match=r"the game is over \(7\.1\)"):
        match.push("0,1>2,1")


def test_a_seat_says_its_pieces_and_the_quiet_turns() -> None:
    start = kakomi.new("toot")
    assert start.rule_set.seat_labels(start.state, start.settings) == ("5 pieces", "5 pieces")
    match = drawn(LATE, "Blue to move; quiet turns 37", **SMALL)
    assert match.score is not None
    for label, pieces in zip(match.rule_set.seat_labels(match.state, match.settings), match.score, strict=True):
        assert label in (f"{pieces} pieces · quiet turns 37/50", f"{pieces} piece · quiet turns 37/50")
