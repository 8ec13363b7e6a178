"""Tries at a puzzle: right, wrong with the refutation in words, solved; and what is no try at all."""

from __future__ import annotations

import pytest

import kakomi
from kakomi.core.errors import MoveError
from kakomi.puzzles.collection import puzzles_of
from kakomi.puzzles.judge import OffTheLine, judge, task
from kakomi.puzzles.puzzle import Puzzle


@pytest.fixture
def long() -> Puzzle:
    """A puzzle with several right moves in a row."""
    return max(puzzles_of(kakomi.games.get("enso")), key=lambda each: len(each.line))


def test_the_task_says_who_moves_and_why() -> None:
    there = puzzles_of(kakomi.games.get("enclosure_chess"))
    win, draw = (next(each for each in there if each.goal == goal) for goal in ("win", "draw"))
    assert task(win, win.match()).endswith(" to move and win.")
    assert task(draw, draw.match()).endswith(" to move. Only one move does not lose.")


def test_a_line_is_solved_move_by_move(long: Puzzle) -> None:
    moves: tuple[str, ...] = ()
    assert len(long.line) >= 5
    while len(moves) < len(long.line):
        found = judge(long, (*moves, long.line[len(moves)]))
        moves = (*found.moves, *found.reply)
        assert moves == long.line[: len(moves)]
        if found.verdict == "right":
            assert found.words == f"Right. {_opponent(long)} plays {found.reply[0]}. What now?"
    assert found.verdict == "solved"
    assert found.reply == ()
    assert found.words.startswith("Solved")


def test_a_wrong_move_is_refuted_on_the_board_and_in_words(long: Puzzle) -> None:
    match = long.match()
    for text in match.legal_moves:
        if text == long.solution:
            continue
        found = judge(long, [text])
        assert found.verdict == "wrong"
        assert found.moves == (text,)
        assert found.words.startswith(f"{text} loses: {_opponent(long)} answers {found.reply[0]}.")
        after = match.copy()
        for each in (text, *found.reply):
            after.push(each)


def test_a_wrong_move_later_in_the_line_is_wrong(long: Puzzle) -> None:
    match = long.match()
    for text in long.line[:2]:
        match.push(text)
    other = next(text for text in match.legal_moves if text != long.line[2])
    found = judge(long, [*long.line[:2], other])
    assert (found.verdict, found.reply) == ("wrong", ())
    assert found.words == f"{other} is not it: only one move wins here."


def test_what_is_no_try_is_refused(long: Puzzle) -> None:
    for moves in ([], [*long.line, "a1-a2"]):
        with pytest.raises(OffTheLine, match="one more, your try"):
            judge(long, moves)
    wrong = next(text for text in long.match().legal_moves if text != long.solution)
    with pytest.raises(OffTheLine, match="is not in the puzzle's line"):
        judge(long, [wrong, long.line[1]])
    with pytest.raises(OffTheLine, match="the opponent's move"):
        judge(long, long.line[:2])
    for text in ("nonsense", "a1-f6"):
        with pytest.raises(MoveError):
            judge(long, [text])


def _opponent(puzzle: Puzzle) -> str:
    match = puzzle.match()
    return match.sides[1 - match.to_move]
