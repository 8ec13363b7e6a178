"""Puzzles: positions with one right move, found by machine and proven.

A game's folder may have a file `puzzles.jsonl` (`puzzle`, `collection`). `maker` finds puzzles in games of the computer
against itself; `checker` proves each of them again and shares no search with it.
"""
