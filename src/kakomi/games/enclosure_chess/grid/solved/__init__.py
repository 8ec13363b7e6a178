"""The grid solved: `make` gives the solver, `verify` checks a certificate. `check` shares no code with the rest."""

from __future__ import annotations

from kakomi.core.match import Match
from kakomi.solved.certificates import CertificateError, CertificateResult, value_in_words
from kakomi.solved.solver import ReportProgress, Solver

BEGINNING = b"{"  # a certificate is a JSON text


def make(match: Match) -> Solver:
    """The solver of the match's board and option."""
    from kakomi.games.enclosure_chess.grid.solved import solver

    return solver.make(match)


def verify(data: bytes, progress: ReportProgress | None = None) -> CertificateResult:
    """What a certificate proves; CertificateError if it proves nothing."""
    from kakomi.games.enclosure_chess.grid.solved import check

    try:
        proven = check.check(data.decode())
    except UnicodeDecodeError as error:
        raise CertificateError("it is not a text in UTF-8") from error
    except check.GridRejected as reason:
        raise CertificateError(str(reason)) from reason
    claims: dict[str, object] = {"rules": proven.rules, "vacated": proven.vacated, "value": proven.value}
    claims |= {"best": list(proven.best), "proven": True, "positions": proven.positions}
    title = f"True. Proven for {proven.rules}, vacated {proven.vacated}:"
    return CertificateResult(claims, (title, *value_in_words(proven.value, proven.best)))
