"""Four tiles, solved: neither player can be forced to lose, so the game is drawn.

The strategies were found by a separate program, which is not part of the package; docs/research/small-boards.md says how it
works. They are kept here as certificates, and nothing is claimed before the checker has followed them to the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.search.proofs.search import DRAW, ProvenValue
from kakomi.solved.certificates import CertificateError, CertificateResult, result_in_words
from kakomi.solved.proof_solver import ProofSolver
from kakomi.solved.solver import ReportProgress, Solution, Solver

if TYPE_CHECKING:
    from kakomi.games.toot.solved.check import TilesProof

BEGINNING = b"kakomi toot safety"
SOLVED = {"standard": "tiles=4 pieces=2 or tiles=4 pieces=4 with grid=square and count=total, any quiet and tiebreak"}
KEPT = {(4, 2): "tiles-4-pieces-2", (4, 4): "tiles-4-pieces-4"}  # certificates, by tiles and pieces
MOST_MOVES = 0  # of a game: no search is made


class TilesSolver(ProofSolver):
    """The start of the game, by the kept strategies."""

    def __init__(self, match: Match, kept: Path) -> None:
        super().__init__(match, MOST_MOVES, draws=True, beginning=BEGINNING + b" 1\n", shown={})
        self._kept = kept

    def _prove(self, match: Match) -> ProvenValue:
        if match.state != Match(match.game, match.rules, match.options).state:
            raise EngineError("only the start of this game is proven; leave out --position and --moves")
        self.positions = _check(self._kept.read_bytes()).positions
        return ProvenValue(DRAW, tuple(sorted(match.codes())), 0)

    def certificate(
        self,
        match: Match,  # noqa: ARG002 - these are the protocol's
        solution: Solution | None,  # noqa: ARG002
        progress: ReportProgress | None = None,  # noqa: ARG002
    ) -> list[bytes]:
        """The strategies as they are kept."""
        return [self._kept.read_bytes()]


def make(match: Match) -> Solver | None:
    """The solver of a game with few tiles; None for games that are not solved."""
    options = match.options
    kept = KEPT.get((int(options["tiles"]), int(options["pieces"])))
    if kept is None or (options["grid"], options["count"]) != ("square", "total"):
        return None
    return TilesSolver(match, Path(__file__).with_name(kept))


def verify(data: bytes, progress: ReportProgress | None = None) -> CertificateResult:
    """What a certificate proves; CertificateError if it proves nothing."""
    proven = _check(data)
    claims: dict[str, object] = {"rules": "standard", "tiles": proven.tiles, "pieces": proven.pieces, "grid": "square"}
    claims |= {"count": "total", "quiet": "any", "tiebreak": "any", "value": proven.value}
    claims |= {"best": list(proven.best), "proven": True, "positions": proven.positions}
    title = f"True. Proven for {proven.tiles} tiles and {proven.pieces} pieces on squares, with count=total:"
    return CertificateResult(claims, (title, *result_in_words(proven.value, proven.best)))


def _check(data: bytes) -> TilesProof:
    from kakomi.games.toot.solved import check

    try:
        return check.check(data)
    except check.TilesRejected as reason:
        raise CertificateError(str(reason)) from reason
