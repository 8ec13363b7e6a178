"""Puzzles proven again, by a proof-number search of its own: nothing here may import from `search`, `solved` or `maker`."""
