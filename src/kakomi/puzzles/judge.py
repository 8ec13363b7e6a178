"""Judges a try at a puzzle: right, wrong and why, or solved; in words that a player understands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kakomi.core.match import Match
from kakomi.puzzles.puzzle import Puzzle, PuzzleError

Verdict = Literal["right", "wrong", "solved"]


class OffTheLine(PuzzleError):
    """The moves are not the puzzle's line followed by one try."""


@dataclass(frozen=True)
class Judgement:
    """`moves` are the moves of the line so far and the try; `reply` are those that follow: defences, or the refutation."""

    verdict: Verdict
    moves: tuple[str, ...]
    reply: tuple[str, ...]
    words: str


def task(puzzle: Puzzle, match: Match) -> str:
    """The task in one sentence."""
    side = match.sides[match.to_move]
    if puzzle.goal == "win":
        return f"{side} to move and win."
    return f"{side} to move. Only one move does not lose."


def judge(puzzle: Puzzle, moves: Sequence[str]) -> Judgement:
    """Judge the last move, the others being the line so far; MoveError if it is illegal, OffTheLine if they are not."""
    match = puzzle.match()
    solver = match.to_move
    done = len(moves) - 1
    if done < 0 or done >= len(puzzle.line):
        raise OffTheLine("send the moves of the line so far and one more, your try")
    for text, right in zip(moves[:done], puzzle.line, strict=False):
        if match.parse(text) != match.parse(right):
            raise OffTheLine(f"{text} is not in the puzzle's line; start again from its position")
        match.push(right)
    if match.to_move != solver:
        raise OffTheLine("it is the opponent's move; send the whole line up to your own move")
    move = match.parse(moves[done])
    text = match.rule_set.view.move_text(match.state, move)
    before = (*puzzle.line[:done], text)
    if move != match.parse(puzzle.line[done]):
        return _refute(puzzle, match, before, text, first=done == 0)
    match.push(text)
    reply = []
    for text in puzzle.line[done + 1 :]:
        if match.to_move == solver:
            break
        match.push(text)
        reply.append(text)
    if len(before) + len(reply) < len(puzzle.line):
        return Judgement("right", before, tuple(reply), _next_words(match, solver, reply))
    return Judgement("solved", before, (), _last_words(puzzle, match))


def _next_words(match: Match, solver: int, reply: list[str]) -> str:
    if not reply:
        return "Right. It is still your move."
    return f"Right. {match.sides[1 - solver]} plays {' '.join(reply)}. What now?"


def _last_words(puzzle: Puzzle, match: Match) -> str:
    if match.outcome is not None:
        return f"Solved. {match.status}"
    goal = "wins" if puzzle.goal == "win" else "holds the game"
    more = f" One way to go on: {' '.join(puzzle.rest)}." if puzzle.rest else ""
    return f"Solved: {puzzle.line[-1]} {goal}.{more}"


def _refute(puzzle: Puzzle, match: Match, moves: tuple[str, ...], text: str, first: bool) -> Judgement:
    """Why a move is wrong, and how the opponent shows it."""
    opponent = match.sides[1 - match.to_move]
    solver = match.to_move
    refutation = puzzle.refutation(text) if first else None
    if refutation is None:
        goal = "wins" if puzzle.goal == "win" else "does not lose"
        return Judgement("wrong", moves, (), f"{text} is not it: only one move {goal} here.")
    match.push(text)
    outcome = "loses" if refutation.verdict == "loss" else "only draws"
    if match.outcome is not None or not refutation.line:
        return Judgement("wrong", moves, (), f"{text} {outcome}.")
    answer: list[str] = []
    for each in refutation.line:  # the first turn of the opponent
        if match.outcome is not None or (match.to_move == solver and answer):
            break
        answer.append(each)
        match.push(each)
    further = refutation.line[len(answer) :]
    end = f" {match.status}" if match.outcome is not None else f" Then {' '.join(further)}." if further else ""
    return Judgement("wrong", moves, refutation.line, f"{text} {outcome}: {opponent} answers {' '.join(answer)}.{end}")
