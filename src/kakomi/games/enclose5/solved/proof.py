"""Boards of 3, 4 and 5 cells per side: neither player can be made to let the other enclose anything, so they are drawn.

Whoever encloses something has first marked every cell round it, and whoever aligns has marked five cells in a line. So a
player who takes a cell of each such set lets the opponent neither score nor move twice. `search.proofs.blocking` finds how
the second player does that. The first player can do the same after any first mark, as a mark more never hurts: therefore
the game is drawn with every target, and every first move keeps the draw. Other positions than the start are proven by the
general search.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from kakomi.core.match import Match
from kakomi.core.squares import cell_name, set_bits
from kakomi.core.symmetry import square_image
from kakomi.search.proofs.blocking import Blocking, BlockingMove, Position
from kakomi.search.proofs.search import DRAW, ProvenValue
from kakomi.solved.certificates import CertificateError, CertificateResult, result_in_words
from kakomi.solved.proof_solver import ProofSolver
from kakomi.solved.solver import ReportProgress, Solution, Solver

BEGINNING = b"kakomi enclose5 blocking"
SIZES = (3, 4, 5)  # cells per side
SOLVED = {"standard": "small=3, small=4 or small=5 with opening=none, any target"}
MOST_MOVES = 4  # of the maker before a pairing; three are enough on all these boards
ROW = 5  # marks in a line that give a further move (5)


def wall_sets(size: int) -> list[int]:
    """Clause 2.1: the cells that must be marked to enclose the cells of a connected set away from the edge; all of these."""
    inner = sum(1 << row * size + column for row in range(1, size - 1) for column in range(1, size - 1))
    beside = [_beside(cell, size) for cell in range(size * size)]
    sets = {1 << cell for cell in set_bits(inner)}
    waiting = list(sets)
    walls = []
    while waiting:
        cells = waiting.pop()
        wall = 0
        for cell in set_bits(cells):
            wall |= beside[cell]
        wall &= ~cells
        walls.append(wall)
        wider = {cells | 1 << cell for cell in set_bits(wall & inner)} - sets
        sets |= wider
        waiting += wider
    return walls


def _beside(cell: int, size: int) -> int:
    """The four neighbours, of a cell that is not at the edge."""
    return sum(1 << cell + step for step in (1, -1, size, -size) if 0 <= cell + step < size * size)


def line_sets(size: int) -> list[int]:
    """Clause 5: every five cells in a line."""
    return [
        sum(1 << (row + i * up) * size + column + i * right for i in range(ROW))
        for row in range(size)
        for column in range(size)
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if 0 <= row + (ROW - 1) * up < size and 0 <= column + (ROW - 1) * right < size
    ]


def images(size: int) -> list[list[int]]:
    """Where each of the eight symmetries of the square takes each cell."""
    rows = [square_image(cell % size, cell // size, size - 1, k) for k in range(8) for cell in range(size * size)]
    cells = [row * size + column for column, row in rows]
    return [cells[k * size * size : (k + 1) * size * size] for k in range(8)]


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
    if match.options["small"] not in SIZES or match.options["opening"] != "none":
        return None
    return SquareSolver(match, int(match.options["small"]))


def verify(data: bytes, progress: ReportProgress | None = None) -> CertificateResult:
    """What a certificate proves; CertificateError where it proves nothing."""
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
