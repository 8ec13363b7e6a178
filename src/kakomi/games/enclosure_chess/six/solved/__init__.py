"""The six-piece game, solved: `make` gives the solver, `verify` checks a certificate; `check` shares no code."""

from __future__ import annotations

from kakomi.core.match import Match
from kakomi.solved.certificates import CertificateError, CertificateResult, value_in_words
from kakomi.solved.solver import ReportProgress, Solver

BEGINNING = b"kakomi six-piece"


def make(match: Match) -> Solver:
    """The solver of the match's options."""
    from kakomi.games.enclosure_chess.six.solved import solver

    return solver.make(match)


def verify(data: bytes, progress: ReportProgress | None = None) -> CertificateResult:
    """What a certificate proves; CertificateError if it proves nothing."""
    from kakomi.games.enclosure_chess.six.solved import check

    try:
        proven = check.check(data, progress)
    except check.SixRejected as reason:
        raise CertificateError(str(reason)) from reason
    claims: dict[str, object] = {"rules": "six", "win": proven.win, "quiet": proven.quiet, "pieces": proven.pieces}
    claims |= {"value": proven.value, "best": list(proven.best), "proven": True, "positions": proven.positions}
    claims["classes"] = {
        each: dict(zip(("wins", "draws", "losses"), counts, strict=True)) for each, counts in proven.classes.items()
    }
    title = f"True. Proven for six, win {proven.win}, quiet {proven.quiet}:"
    start = () if proven.value is None else value_in_words(proven.value, proven.best)
    return CertificateResult(
        claims, (title, *start, f"The value of every position with up to {proven.pieces} pieces per side")
    )
