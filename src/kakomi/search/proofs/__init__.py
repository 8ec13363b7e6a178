"""Proofs of who wins: proof-number search (`kernel`, `search`), and the strategy that a proof contains (`strategy`)."""
