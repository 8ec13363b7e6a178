"""Small boards solved, by proofs made on request: `make` gives the solver, `verify` checks a certificate."""

from kakomi.games.enclose5.solved.proof import BEGINNING, SOLVED, make, verify

__all__ = ["BEGINNING", "SOLVED", "make", "verify"]
