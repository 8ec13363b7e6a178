"""The maker: the same seed finds the same puzzles, goes on where it stopped, and what it finds is right."""

from __future__ import annotations

import pytest

import kakomi
from kakomi.core.match import Match
from kakomi.puzzles.maker import finder, make
from kakomi.puzzles.maker.make import MakeProgress, PuzzleMaker
from kakomi.puzzles.maker.proofs import SearchProofs, TableProofs, Unproven, proof_source
from kakomi.puzzles.puzzle import Puzzle, PuzzleError

pytestmark = pytest.mark.usefixtures("interpreted")
GAME = kakomi.games.get("enclosure_chess")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "CHECK_NODES", 500)  # what takes longer to prove is left out


def make_some(count: int, known: list[Puzzle], seed: int = 0) -> list[Puzzle]:
    puzzles: list[Puzzle] = []

    def keep(_: MakeProgress, puzzle: Puzzle | None) -> None:
        puzzles.extend([] if puzzle is None else [puzzle])

    PuzzleMaker(GAME, "5x5", {"vacated": "closed"}, seed, known).make(count, None, keep)
    return puzzles


def test_the_same_seed_finds_the_same_and_goes_on_where_it_stopped() -> None:
    first = make_some(3, [])
    assert len(first) == 3
    assert make_some(2, []) == first[:2]
    further = make_some(4, first)
    assert len(further) == 1
    assert min(each.seed for each in further) > max(each.seed for each in first)
    assert len({each.id for each in (*first, *further)}) == 4


def test_both_kinds_of_proof_agree() -> None:
    match = Match(GAME, "5x5", {})
    table, search = proof_source(match), SearchProofs(match)
    assert isinstance(table, TableProofs)
    for text in ("c3", "b1", "a2", "a4", "d1", "e2"):
        match.push(text)
    for _ in range(4):
        one, other = table.only_move(match, 0), search.only_move(match, 100_000)
        assert (one and (one.goal, one.best.move)) == (other and (other.goal, other.best.move))
        for text in match.legal_moves:
            assert table.result(match, text, 0).proven == search.result(match, text, 100_000).proven
        match.push(match.legal_moves[0])
    with pytest.raises(Unproven):
        SearchProofs(match).only_move(Match(GAME, "5x5", {}), 30)


def test_a_disagreement_of_maker_and_checker_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = finder.work_out

    def deceive(*args: object) -> Puzzle:
        puzzle: Puzzle = honest(*args)  # type: ignore[arg-type]
        wrong = next(text for text in puzzle.match().legal_moves if text != puzzle.solution)
        return Puzzle(**{**puzzle.__dict__, "line": (wrong,), "rest": ()})

    monkeypatch.setattr(make, "work_out", deceive)
    with pytest.raises(PuzzleError, match="maker and checker disagree"):
        make_some(1, [])
