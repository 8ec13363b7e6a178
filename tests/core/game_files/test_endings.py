"""How a game ended, in words for everybody and for each player; and the warning before a draw by quiet turns."""

from __future__ import annotations

import re
from typing import Any

import pytest

import kakomi
from kakomi.core.game_files.endings import ending_sentence
from kakomi.core.match import Match


def ended(game: str, diagram: str, *moves: str, **options: Any) -> Match:
    match = kakomi.from_diagram(game, diagram, **options)
    for move in moves:
        match.push(move)
    assert match.outcome is not None
    return match


LONE = "6 . . . . o o\n5 . . . . . o\n4 . . . . . .\n3 . . . . . .\n2 . . . . . .\n1 x x . . . .\n  a b c d e f"
STUCK = "6 . . . . . o\n5 . . . . . .\n4 . . . . . .\n3 . . . . . .\n2 . . . . . .\n1 x . x o . o\n  a b c d e f"


@pytest.mark.parametrize(
    ("diagram", "move", "all_hear", "winner_hears", "loser_hears"),
    [
        (
            LONE,
            "b1-b4",
            "Black wins: Black's stone on b4 stands alone (4.1).",
            "You win: your stone on b4 stands alone (4.1).",
            "Black wins: Black's stone on b4 stands alone (4.1).",
        ),
        (
            STUCK,
            "c1xd1",
            "Black wins: White has no legal move (4.3).",
            "You win: White has no legal move (4.3).",
            "Black wins: you have no legal move (4.3).",
        ),
    ],
)
def test_a_player_is_told_of_themselves(
    diagram: str, move: str, all_hear: str, winner_hears: str, loser_hears: str
) -> None:
    match = ended("enso", diagram, move)
    assert [ending_sentence(match, reader) for reader in (None, 0, 1)] == [all_hear, winner_hears, loser_hears]


def test_the_one_who_resigned_and_the_one_who_won() -> None:
    match = kakomi.new("enso")
    match.resign()
    assert ending_sentence(match, 0) == "You resigned. White wins."
    assert ending_sentence(match, 1) == "Black resigned. You win."
    match.pop()
    match.agree_draw()
    assert ending_sentence(match, 0) == ending_sentence(match, 1) == "Draw by agreement."


@pytest.mark.parametrize(
    ("game", "rules", "position"),
    [
        ("toot", None, "2r1/1br1/b+rbr+/1brb=@0,0 r turn tiles:0,0 hand:0,0 aside:0,1 sacrifice:br quiet:{} passes:0"),
        ("enclosure_chess", "six", "b/bbb/b1b/7/r1r/rrr/r r {}"),
    ],
)
def test_a_draw_by_quiet_turns_is_announced_ten_turns_ahead(game: str, rules: str | None, position: str) -> None:
    options = {"tiles": 4, "pieces": 2, "quiet": 60} if game == "toot" else {"quiet": 60}
    warning = re.compile(r" (\d+) more (?:turn|move)s? without ")
    for quiet, left in ((49, None), (50, "10"), (59, "1")):
        status = kakomi.new(game, rules=rules, position=position.format(quiet), **options).status
        found = warning.search(status)
        assert (found and found[1]) == left, status
