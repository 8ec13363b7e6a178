"""The checker: right against plain minimax, independent of what finds puzzles, and not to be deceived."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from pathlib import Path

import pytest

import kakomi
from kakomi.core.match import Match
from kakomi.puzzles import checker
from kakomi.puzzles.checker.check import check_puzzle
from kakomi.puzzles.checker.prover import Prover
from kakomi.puzzles.collection import puzzles_of
from kakomi.puzzles.puzzle import Puzzle, Refutation, changed_options

pytestmark = pytest.mark.usefixtures("interpreted")
KINDS: list[tuple[str, str, dict[str, object], int]] = [  # and how many plies before the end
    ("enso", "standard", {}, 3),
    ("iago", "standard", {}, 4),
    ("iago", "loose", {}, 3),
    ("iago", "simple", {}, 4),
    ("toot", "standard", {"tiles": 4, "pieces": 2, "quiet": 10}, 3),
    ("enclose5", "standard", {"size": 7, "target": "full"}, 4),
    ("enclosure_chess", "5x5", {}, 5),
    ("enclosure_chess", "six", {"quiet": 20}, 2),
]


def wins(match: Match, attacker: int) -> bool:
    """Plain minimax over the match."""
    if match.outcome is not None:
        return match.outcome.winner == attacker
    results = []
    for move in match.codes():
        after = match.copy()
        after.push_code(move)
        results.append(wins(after, attacker))
        if results[-1] == (match.to_move == attacker):
            break
    return any(results) if match.to_move == attacker else all(results)


@pytest.mark.parametrize(("game", "rules", "options", "plies"), KINDS)
def test_proofs_agree_with_minimax(game: str, rules: str, options: dict[str, object], plies: int) -> None:
    start = Match(kakomi.games.get(game), rules, options)
    prover, seen = Prover(start, table=1 << 12), set()
    for seed in range(3):
        chance, match = random.Random(seed), start.copy()
        while match.outcome is None:
            match.push_code(chance.choice(match.codes()))
        for _ in range(plies):
            match.pop()
            if len(match.legal_moves) > 24:
                break
            for attacker in (0, 1):
                found = prover.wins(match, attacker, 100_000)
                assert found == wins(match, attacker)
                seen.add(found)
    assert seen == ({False} if rules == "six" else {True, False})  # games of six at random are drawn


def test_a_proof_that_takes_too_long_is_none() -> None:
    match = kakomi.new("enclosure_chess", "5x5")
    assert Prover(match).wins(match, 0, 50) is None
    assert Prover(match, levels=4).wins(match, 0, 100_000) is None


def test_the_checker_shares_no_search_with_the_maker() -> None:
    files = sorted(Path(next(iter(checker.__path__))).glob("*.py"))
    assert len(files) > 2
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                ours = name.removeprefix("kakomi.") if name.startswith("kakomi.") else ""
                assert not ours.startswith(("search", "solved", "players", "puzzles.maker")), (file.name, name)


# --- not to be deceived -----------------------------------------------------------------------------------------------


@pytest.fixture
def puzzle() -> Puzzle:
    """Easy to prove, with three wrong moves or more, and wrong moves that draw as well as such that lose."""
    there = puzzles_of(kakomi.games.get("enclosure_chess"))
    mixed = [each for each in there if each.rules == "5x5" and {r.verdict for r in each.wrong} == {"loss", "draw"}]
    return min(mixed, key=lambda each: each.nodes)


def test_a_right_puzzle_is_confirmed(puzzle: Puzzle) -> None:
    result = check_puzzle(puzzle)
    assert (result.fault, result.open) == ("", False)
    assert result.claims >= 2 * len(puzzle.match().legal_moves) - 1
    assert result.nodes == puzzle.nodes


def test_every_false_claim_is_found(puzzle: Puzzle) -> None:
    match = puzzle.match()
    other = next(text for text in match.legal_moves if text != puzzle.solution)
    false = {
        "does not reach the goal": replace(puzzle, line=(other,), rest=()),
        "reaches the goal as well": replace(puzzle, goal="draw"),
        "is not refuted": replace(puzzle, wrong=()),
        "leads to a": replace(puzzle, wrong=(Refutation("loss", (), ()),)),
        "no solution": replace(puzzle, line=()),
        "cannot be set up": replace(puzzle, position="nonsense"),
        "not a move": replace(puzzle, line=("nonsense",)),
    }
    for words, changed in false.items():
        result = check_puzzle(changed)
        assert words in result.fault, (words, result)
        assert not result.open


def test_a_refutation_that_cannot_be_played_is_a_fault(puzzle: Puzzle) -> None:
    last = puzzle.wrong[-1]
    broken = replace(puzzle, wrong=(*puzzle.wrong[:-1], replace(last, line=("a1", "a1", "a1", "a1"))))
    assert check_puzzle(broken).fault


def test_a_line_must_end_with_a_move_of_the_solver(puzzle: Puzzle) -> None:
    match = puzzle.match()
    match.push(puzzle.solution)
    longer = replace(puzzle, line=(puzzle.solution, match.legal_moves[0]), rest=())
    assert "ends with a move of the opponent" in check_puzzle(longer).fault


def test_what_is_too_hard_to_decide_is_open_and_not_confirmed() -> None:
    hard = max(puzzles_of(kakomi.games.get("enclosure_chess")), key=lambda each: each.nodes)
    result = check_puzzle(hard, limit=20)
    assert result.open
    assert "not decided" in result.fault


def test_a_position_without_a_choice_is_no_puzzle(puzzle: Puzzle) -> None:
    match = kakomi.new("enclose5", size=7, target="full")
    while len(match.legal_moves) != 1:
        match.push(match.legal_moves[0])
    here = replace(
        puzzle,
        game="enclose5",
        rules="standard",
        options=changed_options(match),
        position=match.position,
        line=(match.legal_moves[0],),
    )
    assert "only one legal move" in check_puzzle(here).fault
