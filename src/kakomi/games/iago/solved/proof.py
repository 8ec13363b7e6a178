"""Small boards solved: `make` gives the solver, `verify` checks a certificate. `check` shares no code with the rest."""

from __future__ import annotations

from kakomi.core.match import Match
from kakomi.solved.certificates import CertificateError, CertificateResult, result_in_words
from kakomi.solved.solver import ReportProgress, Solver

BEGINNING = b"kakomi iago strategies"
SIDES = {"standard": (3, 4), "loose": (3,), "simple": (3, 4)}  # loose with side 4: not within hours
SOLVED = {"standard": "side=3 or side=4 with penalties=off", "loose": "side=3", "simple": "side=3 or side=4"}


def make(match: Match) -> Solver | None:
    """The solver of a small board; None for boards that are not solved, and for clause 8."""
    if match.options["side"] not in SIDES[match.rules] or match.options.get("penalties", "off") == "on":
        return None
    from kakomi.solved.proof_solver import ProofSolver

    side = int(match.options["side"])
    return ProofSolver(
        match,
        plies=3 * side * side,  # more than there are hexes
        draws=False,
        beginning=BEGINNING + b" 1\n",
        shown={"rules": match.rules, "side": side},
        small=side == 3,
    )


def verify(data: bytes, progress: ReportProgress | None = None) -> CertificateResult:
    """What a certificate proves; CertificateError if it proves nothing."""
    from kakomi.games.iago.solved import check

    try:
        proven = check.check(data)
    except check.HexRejected as reason:
        raise CertificateError(str(reason)) from reason
    claims: dict[str, object] = {"rules": proven.rules, "side": proven.side, "value": proven.value}
    claims |= {"best": list(proven.best), "proven": True, "positions": proven.positions}
    title = f"True. Proven for {proven.rules}, side {proven.side}:"
    return CertificateResult(claims, (title, *result_in_words(proven.value, proven.best)))
