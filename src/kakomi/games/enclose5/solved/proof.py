"""Boards of 3 to 6 cells per side: neither player can be forced to let the other enclose anything, so they are drawn.

Whoever encloses something has first marked every cell round it, and whoever aligns has marked five cells in a line. So a
player who takes a cell of each such set lets the opponent neither score nor move twice. `search.proofs.blocking` finds how
the second player does that. The first player can do the same after any first mark, as an extra mark never hurts: therefore
the game is drawn with every target, and every first move keeps the draw. Positions other than the start are proven by the
general search. On 6 x 6 cells some lines must be allowed: `replies` does that.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from kakomi.core.match import Match
from kakomi.core.squares import cell_name, set_bits
from kakomi.games.enclose5.solved.board_sets import images, line_sets, wall_sets
from kakomi.search.proofs.blocking import Blocking, BlockingMove, Position
from kakomi.search.proofs.search import DRAW, ProvenValue
from kakomi.solved.certificates import CertificateError, CertificateResult, result_in_words
from kakomi.solved.proof_solver import ProofSolver
from kakomi.solved.solver import ReportProgress, Solution, Solver

BEGINNING = b"kakomi enclose5 blocking"
BLOCKED_SIZES = (3, 4, 5)  # cells per side: every wall and line can be blocked
REPLIES_SIZE = 6  # every wall can, though some lines are completed
SOLVED = {"standard": "small=3, small=4, small=5 or small=6 with opening=none, any target"}
MOST_MOVES = 4  # of the maker before a pairing; three are enough on all these boards


class SquareSolver(ProofSolver):
    """The start by blocking, other positions by the general search."""

    def __init__(self, match: Match, size: int) -> None:
        super().__init__(match, size * size + 1, draws=True, beginning=BEGINNING + b" 1\n", shown={}, small=size == 3)
        self._size = size
        self._blocks: dict[Position, BlockingMove] | None = None

    def _blocking(self, progress: ReportProgress | None) -> dict[Position, BlockingMove] | None:
        if self._blocks is None:
            size = self._size
            blocking = Blocking(wall_sets(size) + line_sets(size), size * size, images(size))
            self._blocks = blocking.prove(MOST_MOVES, progress)
            self.positions += blocking.positions
        return self._blocks

    def _prove(self, match: Match) -> ProvenValue:
        begun = match.state != Match(match.game, match.rules, match.options).state
        if begun or self._blocking(self._progress) is None:
            return super()._prove(match)
        return ProvenValue(DRAW, tuple(sorted(match.codes())), 0)

    def certificate(
        self,
        match: Match,  # noqa: ARG002 - these are the protocol's
        solution: Solution | None,  # noqa: ARG002 - the protocol's
        progress: ReportProgress | None = None,
    ) -> list[bytes]:
        """How the second player blocks everything, position by position."""
        blocks = self._blocking(progress) or {}
        content = {"size": self._size, "value": "draw", "best": sorted(self._names((1 << self._size**2) - 1))}
        body = self._beginning + json.dumps(content | {"positions": [*self._written(blocks)]}).encode() + b"\n"
        return [body, hashlib.sha256(body).digest()]

    def _written(self, blocks: dict[Position, BlockingMove]) -> Iterator[dict[str, object]]:
        for (maker, blocker), block in sorted(blocks.items()):
            cells = {"maker": list(self._names(maker)), "blocker": list(self._names(blocker))}
            if block.replies:
                yield cells | {"replies": {self._name(move): self._name(to) for move, to in block.replies.items()}}
            else:
                yield cells | {"pairs": [[self._name(cell) for cell in pair] for pair in block.pairs]}

    def _names(self, cells: int) -> Iterator[str]:
        return (self._name(cell) for cell in set_bits(cells))

    def _name(self, cell: int) -> str:
        return cell_name(cell % self._size, cell // self._size)


def make(match: Match) -> Solver | None:
    """The solver of a small board; None for boards that are not solved, and for openings."""
    small = match.options["small"]
    if match.options["opening"] != "none":
        return None
    if small == REPLIES_SIZE:
        from kakomi.games.enclose5.solved.replies.solver import RepliesSolver

        return RepliesSolver(match, REPLIES_SIZE)
    return SquareSolver(match, int(small)) if small in BLOCKED_SIZES else None


def verify(data: bytes, progress: ReportProgress | None = None) -> CertificateResult:
    """What a certificate proves; CertificateError if it proves nothing."""
    from kakomi.games.enclose5.solved import check, check_replies

    proven: check.SquareProof | check_replies.RepliesProof
    try:
        proven = check_replies.check(data) if data.startswith(check_replies.MAGIC) else check.check(data)
    except (check.SquareRejected, check_replies.RepliesRejected) as reason:
        raise CertificateError(str(reason)) from reason
    claims: dict[str, object] = {"rules": "standard", "size": proven.size, "target": "any", "value": proven.value}
    claims |= {"best": list(proven.best), "proven": True, "positions": proven.positions}
    title = f"True. Proven for {proven.size} x {proven.size} cells with any target:"
    return CertificateResult(claims, (title, *result_in_words(proven.value, proven.best)))
