"""Puzzles as lines of a file: what is written is read again, and what is not a puzzle is refused."""

from __future__ import annotations

import json

import pytest

from kakomi.puzzles.puzzle import Puzzle, PuzzleError, Refutation, read_puzzle, read_puzzles, write_puzzles

PUZZLE = Puzzle(
    game="enclosure_chess",
    rules="5x5",
    options=(("vacated", "closed"),),
    position="X1X1X/1X1X1/X3X/1X1X1/X1X1X 0 0",
    goal="draw",
    line=("c3", "b1", "d1"),
    rest=("a2",),
    wrong=(Refutation("loss", ("b1", "a2"), ("d1", "e2")), Refutation("draw", (), ())),
    kind="table",
    nodes=12,
    depth=4,
    effort=3,
    tempting=2,
    seed=7,
    ply=9,
    source="abc",
    rating=1234,
)


def test_what_is_written_is_read_again() -> None:
    other = read_puzzle("enclosure_chess", PUZZLE.as_line())
    assert other == PUZZLE
    assert other.id == PUZZLE.id
    plain = json.loads(PUZZLE.as_line())
    del plain["o"], plain["e"], plain["w"]
    bare = read_puzzle("enclosure_chess", json.dumps(plain))
    assert (bare.options, bare.rest, bare.wrong) == ((), (), ())
    assert bare.id != PUZZLE.id
    assert json.loads(bare.as_line()) == plain
    assert read_puzzles(write_puzzles("enclosure_chess", [PUZZLE, bare]).decode(), "here") == [PUZZLE, bare]


def test_the_refutation_of_a_move_is_its_own_or_that_of_all_others() -> None:
    own, others = PUZZLE.wrong
    assert PUZZLE.refutation("e2") is own
    assert PUZZLE.refutation("a2") is others


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 'begins with {"puzzles": 1'),
        ("[]", 'begins with {"puzzles": 1'),
        ('{"puzzles": 2, "game": "x"}', "format 2; this version of Kakomi reads format 1"),
        ('{"puzzles": 1, "game": "x"}\n{}', "here, line 2: it is not a puzzle (KeyError: 'g')"),
        ('{"puzzles": 1, "game": "x"}\n[1', "here, line 2: it is not a puzzle"),
        ('{"puzzles": 1, "game": "x"}\n{"g": "lose"}', "the goal of a puzzle is win or draw, not 'lose'"),
    ],
)
def test_what_is_no_file_of_puzzles_is_refused(text: str, words: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        read_puzzles(text, "here")
    assert words in str(refused.value)
