"""Solved games: what a solver offers (`solver`), its tables on disk (`tables`), and certificates (`certificates`).

The solvers themselves belong to their games: `games/NAME/solved/` offers `make(match)`, a Solver, and, where there are
certificates, BEGINNING (the bytes each begins with) and `verify(data, progress)`, a Verdict.
"""
