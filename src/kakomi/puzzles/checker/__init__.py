"""Proves puzzles again, by a separate proof-number search: nothing here may import from `search`, `solved` or `maker`."""
