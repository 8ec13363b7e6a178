"""Positions of a finished game with one right move, and the complete puzzle made from each of them.

A game is walked back from its end, position by position, while proofs are found within the limit of nodes. A position with
one right move becomes a *candidate*; a chosen one is then worked out: its line, the refutation of every wrong move, its
rating.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, cast

from kakomi.core.compiler.fingerprint import package_hash
from kakomi.core.match import Match
from kakomi.puzzles.maker.difficulty import Difficulty
from kakomi.puzzles.maker.proofs import MoveProof, OnlyMove, ProofSource, Unproven
from kakomi.puzzles.puzzle import Goal, Puzzle, Refutation, changed_options

FAILURES = 3  # positions in a row without a proof, after which a game is not walked back any further
LONGEST_LINE = 9  # plies with one right move each time
LONGEST_REST = 12  # plies shown after that
REFUTATION = 4  # plies of a refutation that are kept
DEFENCES = 6  # defences tried to find one that leaves a single right answer


@dataclass(frozen=True)
class Candidate:
    """A position with one right move; `plies` counts back from the end of its game."""

    match: Match
    only: OnlyMove
    plies: int
    at_once: bool  # the right move ends the game


def candidates(match: Match, proofs: ProofSource, nodes: int, deepest: int) -> Iterator[Candidate]:
    """The positions of a finished game that have one right move, the last one first."""
    walk = match.copy()
    failures = 0
    for plies in range(1, min(len(match.moves), deepest) + 1):
        walk.pop()
        if len(walk.legal_moves) < 3:
            continue  # with two moves a guess is too likely to be right
        try:
            only = proofs.only_move(walk, nodes)
        except Unproven:
            failures += 1
            if failures == FAILURES:
                return
            continue
        failures = 0
        if only is not None:
            after = walk.copy()
            after.push(only.best.move)
            start = Match(walk.game, walk.rules, walk.options, walk.position)
            yield Candidate(start, only, plies, after.outcome is not None)


def work_out(candidate: Candidate, proofs: ProofSource, nodes: int, seed: int, ply: int) -> Puzzle:
    """The whole puzzle except `nodes` and its rating; Unproven if a part of it takes too long."""
    match, only = candidate.match, candidate.only
    line, rest = _solution(match, only, proofs, nodes)
    results = [proofs.result(match, text, nodes) for text in match.legal_moves if text != only.best.move]
    if any(each.proven in ("win", only.goal) for each in results):
        raise Unproven  # contradicts the search of two lines, and so never happens
    difficulty = Difficulty.measure(match, only.best.move)
    return Puzzle(
        game=match.game.name,
        rules=match.rules,
        options=changed_options(match),
        position=match.position,
        goal=cast(Goal, only.goal),
        line=line,
        rest=rest,
        wrong=_refutations(match, results),
        kind=proofs.kind,
        nodes=0,
        depth=len(line) + len(rest),
        effort=difficulty.effort,
        tempting=difficulty.tempting,
        seed=seed,
        ply=ply,
        source=package_hash(),
        rating=0,
    )


# --- the solution -----------------------------------------------------------------------------------------------------


def _solution(match: Match, only: OnlyMove, proofs: ProofSource, nodes: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The line in which the solver has one right move each time, and a continuation from its end."""
    solver, walk = match.to_move, match.copy()
    walk.push(only.best.move)
    line = [only.best.move]
    expected = only.best.variation[1:]
    while walk.outcome is None and len(line) < LONGEST_LINE:
        further = _continue(walk, solver, only.goal, expected, proofs, nodes)
        if further is None:
            break
        defence, answer = further
        for text in (*defence, answer.best.move):
            walk.push(text)
            line.append(text)
        expected = answer.best.variation[1:]
    rest = []
    for text in expected[:LONGEST_REST]:
        if walk.outcome is not None or text not in walk.legal_moves:
            break
        walk.push(text)
        rest.append(text)
    return tuple(line), tuple(rest)


def _continue(
    walk: Match, solver: int, goal: str, expected: tuple[str, ...], proofs: ProofSource, nodes: int
) -> tuple[tuple[str, ...], OnlyMove] | None:
    """A defence after which the solver again has one right move: the expected one first. None where there is none."""
    for defence in _defences(walk, solver, expected):
        after = walk.copy()
        for text in defence:
            after.push(text)
        if after.outcome is not None or after.to_move != solver or len(after.legal_moves) < 2:
            continue
        try:
            answer = proofs.only_move(after, nodes)
        except Unproven:
            continue
        if answer is not None and answer.goal == goal:
            return defence, answer
    return None


def _defences(walk: Match, solver: int, expected: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Whole turns of the opponent (none, where the solver moves again): what the proof expects, then other single moves."""
    if walk.to_move == solver:
        return [()]
    after, turn = walk.copy(), []
    for text in expected:
        if after.outcome is not None or after.to_move == solver or text not in after.legal_moves:
            break
        after.push(text)
        turn.append(text)
    likely = [tuple(turn)] if turn else []
    others = [(text,) for text in walk.legal_moves[:DEFENCES]]
    return likely + [each for each in others if each not in likely]


# --- the refutations --------------------------------------------------------------------------------------------------


def _refutations(match: Match, results: list[MoveProof]) -> tuple[Refutation, ...]:
    """The wrong moves grouped by the answer that refutes them; the largest group stands for all that are not named."""
    lines: dict[tuple[str, str], list[MoveProof]] = defaultdict(list)
    for each in results:
        answer = each.variation[1] if len(each.variation) > 1 else ""
        lines[each.proven, answer].append(each)
    groups = []
    for (verdict, _), members in lines.items():
        line = _common_line(match, members)
        groups.append(Refutation(cast(Literal["loss", "draw"], verdict), line, tuple(each.move for each in members)))
    groups.sort(key=lambda group: len(group.moves))
    last = groups.pop()
    return (*groups, Refutation(last.verdict, last.line, ()))


def _common_line(match: Match, members: list[MoveProof]) -> tuple[str, ...]:
    """As much of the first member's line as can be played after each of the moves."""
    line = members[0].variation[1 : 1 + REFUTATION]
    for each in members:
        walk = match.copy()
        walk.push(each.move)
        for number, text in enumerate(line):
            if walk.outcome is not None or text not in walk.legal_moves:
                line = line[:number]
                break
            walk.push(text)
    return line
