"""Iago on smaller boards: clause 9."""

from __future__ import annotations

import random

import pytest

import kakomi
from kakomi import OptionError, PositionError, UnreadableMove
from tests.games.iago.oracle import Oracle
from tests.games.nets import rows_of

SIDE_4 = """
         7 .
      6 .     .
   5 .     D     .
4 .     .     .     .
     L     .     .
3 .     .     L     .
     .     .     .
2 .     d     .     .
     .     .     .
1 .     .     D     .
     .     .     .
        .     .
           .
  a  b  c  d  e  f  g
Light to move
"""


def test_9_five_is_the_game_and_the_default() -> None:
    match = kakomi.new("iago")
    assert match.options["side"] == 5
    assert match.position == "5/6/7/8/9/8/7/6/5 D"
    for side in (2, 6, "large"):
        with pytest.raises(OptionError, match="side must be 3 to 5"):
            kakomi.new("iago", side=side)


@pytest.mark.parametrize(
    ("side", "position", "first", "centre", "hands"),
    [(3, "3/4/5/4/3 D", 6, "c3", [10, 9]), (4, "4/5/6/7/6/5/4 D", 18, "d4", [19, 18])],
)
def test_9_boards(side: int, position: str, first: int, centre: str, hands: list[int]) -> None:
    match = kakomi.new("iago", side=side)
    assert match.position == position
    assert len(match.legal_moves) == first
    assert f"{centre} is the centre: a disk there must capture or release (2.3)" in (match.why_not(centre) or "")
    scene = match.scene()
    assert len(scene.places) == sum(hands)
    assert [place.id for place in scene.places if place.tone == "centre"] == [centre]
    assert sum(place.tone == "outer" for place in scene.places) == 6 * (side - 1)
    assert [stock.count for stock in scene.stocks if stock.name == "disks in hand"] == hands
    x, y, width, height = scene.box
    for place in scene.places:
        assert all(x <= px <= x + width and y <= py <= y + height for px, py in place.outline), place.id


def test_9_diagrams_and_names() -> None:
    match = kakomi.from_diagram("iago", SIDE_4, side=4)
    assert match.diagram() == SIDE_4.strip("\n")
    assert match.board == {"d6": "D", "b4": "L", "e4": "L", "c3": "d", "e2": "D"}
    assert kakomi.new("iago", side=4, position=match.position).diagram() == match.diagram()
    with pytest.raises(UnreadableMove, match="the columns of this board go from a to g"):
        match.push("h1")
    with pytest.raises(UnreadableMove, match="column d goes from d1 to d7"):
        match.push("d8")
    with pytest.raises(PositionError, match=r"a position is seven columns .* like '4/5/6/2D4/6/5/4 L'"):
        kakomi.new("iago", side=4, position="5/6/7/8/9/8/7/6/5 D")


@pytest.mark.parametrize("rules", ["standard", "loose", "simple"])
@pytest.mark.parametrize("side", [3, 4])
def test_9_games_as_the_oracle_plays_them(rules: str, side: int) -> None:
    for seed in range(12):
        generator = random.Random(seed)
        match, oracle = kakomi.new("iago", rules, side=side), Oracle(rules, side=side)
        while match.outcome is None:
            assert sorted(match.legal_moves) == sorted(oracle.moves())
            move = generator.choice(sorted(match.legal_moves))
            match.push(move)
            oracle.play(move)
            assert match.board == oracle.board()
        assert (match.outcome.winner, match.outcome.clause) == oracle.outcome()
        assert match.score == oracle.score()


def test_9_a_net_sees_the_small_board_in_the_middle() -> None:
    rows = rows_of(kakomi.new("iago", side=3))
    assert [row.count("1") for row in rows] == [0, 0, 3, 4, 5, 4, 3, 0, 0]
    assert rows[2] == "001110000"
