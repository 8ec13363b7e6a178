"""Solved games: what a solver offers (`solver`), its tables on disk (`tables`), proofs by search (`proof_solver`), and
certificates (`certificates`).

The solvers themselves belong to their games: `games/NAME/solved/` offers `make(match)`, a Solver or None, and, where there
are certificates, BEGINNING (the bytes each begins with) and `verify(data, progress)`, a CertificateResult. SOLVED says in
words, by rule set, for which options the game is solved, if not for all.
"""
