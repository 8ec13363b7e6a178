"""Games with few tiles solved, by stored strategies: `make` gives the solver, `verify` checks a certificate."""

from kakomi.games.toot.solved.proof import BEGINNING, SOLVED, make, verify

__all__ = ["BEGINNING", "SOLVED", "make", "verify"]
