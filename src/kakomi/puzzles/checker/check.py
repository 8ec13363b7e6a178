"""Is a puzzle right? Every claim that it makes is proven again, by code other than that which found it.

The claims checked for each position in the line in which the solver is to move:
- the right move reaches the goal: to win, or not to lose;
- no other legal move does.
And for each wrong first move: its refutation can be played, and its verdict is right. "Wins" is proven, "does not win"
disproven, with the solver as attacker where the goal is to win, the opponent where it is to draw.
"""

from __future__ import annotations

from dataclasses import dataclass

from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.puzzles.checker.prover import Prover
from kakomi.puzzles.puzzle import Puzzle

LIMIT = 20_000_000  # nodes per claim


@dataclass(frozen=True)
class CheckResult:
    """The result of a check; `fault` is "" for a correct puzzle, and `open` is set where a claim is too hard to decide."""

    fault: str
    open: bool
    claims: int
    nodes: int


class _Fault(Exception):
    """A claim that is wrong, or that could not be decided."""

    def __init__(self, sentence: str, undecided: bool = False) -> None:
        super().__init__(sentence)
        self.undecided = undecided


def check_puzzle(puzzle: Puzzle, prover: Prover | None = None, limit: int = LIMIT) -> CheckResult:
    """Prove every claim of the puzzle; `prover` is an existing one for its rule set and options, if any."""
    try:
        match = puzzle.match()
        prover = prover or Prover(match)
    except KakomiError as error:
        return CheckResult(f"its position cannot be set up: {error}", False, 0, 0)
    prover.forget()
    before = prover.nodes
    work = _Work(puzzle, prover, limit)
    try:
        work.check(match)
    except _Fault as fault:
        return CheckResult(str(fault), fault.undecided, work.claims, prover.nodes - before)
    except KakomiError as error:
        return CheckResult(str(error), False, work.claims, prover.nodes - before)
    return CheckResult("", False, work.claims, prover.nodes - before)


class _Work:
    """The claims of one puzzle."""

    def __init__(self, puzzle: Puzzle, prover: Prover, limit: int) -> None:
        self.puzzle, self.prover, self.limit = puzzle, prover, limit
        self.claims = 0
        self.solver = 0

    def check(self, match: Match) -> None:
        """Check all claims; the position must offer a choice, and a line that ends the game must reach the goal."""
        if match.outcome is not None:
            raise _Fault("its game is over")
        if len(match.legal_moves) < 2:
            raise _Fault("there is only one legal move")
        self.solver = match.to_move
        start = match.copy()
        if not self.puzzle.line:
            raise _Fault("it has no solution")
        for number, text in enumerate(self.puzzle.line):
            if match.to_move == self.solver:
                self.only_move(match, text)
            elif number + 1 == len(self.puzzle.line):
                raise _Fault("its line ends with a move of the opponent")
            match.push(text)
        for text in self.puzzle.rest:
            match.push(text)
        if match.outcome is not None and not self.reached(match):
            raise _Fault("its line does not end with the goal")
        self.check_refutations(start)

    def reached(self, match: Match) -> bool:
        """Whether the finished game reached the goal."""
        winner = None if match.outcome is None else match.outcome.winner
        return winner == self.solver if self.puzzle.goal == "win" else winner != 1 - self.solver

    def only_move(self, match: Match, right: str) -> None:
        """Check that exactly this move reaches the goal."""
        wanted = self.puzzle.goal == "win"
        attacker = self.solver if wanted else 1 - self.solver
        code = match.parse(right)
        for move in sorted(match.codes(), key=lambda each: each != code):  # the right one first: it fails most often
            after, text = self.after(match, move)
            reaches = self.wins(after, attacker, text) == wanted
            if reaches != (move == code):
                raise _Fault(f"{text} does not reach the goal" if move == code else f"{text} reaches the goal as well")

    def check_refutations(self, match: Match) -> None:
        """Check that every wrong move has one, that its line can be played, and that its verdict is right."""
        code = match.parse(self.puzzle.solution)
        for move in match.codes():
            if move == code:
                continue
            after, text = self.after(match, move)
            refutation = self.puzzle.refutation(text)
            if refutation is None:
                raise _Fault(f"{text} is not refuted")
            # Where the goal is to draw, every wrong move has already been proven to lose.
            loses = self.puzzle.goal == "draw" or self.wins(after, 1 - self.solver, text)
            if loses != (refutation.verdict == "loss"):
                raise _Fault(f"{text} leads to a {'loss' if loses else 'draw'}, not a {refutation.verdict}")
            for each in refutation.line:
                after.push(each)

    def after(self, match: Match, move: int) -> tuple[Match, str]:
        """The match after a move, and the move's text."""
        after = match.copy()
        after.push_code(move)
        return after, after.moves[-1]

    def wins(self, after: Match, attacker: int, text: str) -> bool:
        """Whether the attacker wins, by proof."""
        self.claims += 1
        if after.outcome is not None:
            return after.outcome.winner == attacker
        won = self.prover.wins(after, attacker, self.limit)
        if won is None:
            raise _Fault(f"{text}: not decided within {self.limit:,} nodes", undecided=True)
        return won
