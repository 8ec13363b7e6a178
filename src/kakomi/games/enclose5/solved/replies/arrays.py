"""The data of the search for replies: named tuples of sequences, lists when interpreted and arrays when compiled.

A set of cells is a number with a bit for each. A *wall* or line is open while the blocker has no cell of it; what the maker
still lacks of an open wall is a *need*. The *left* of a position is the number of marks the maker has left in the turn;
with 0 the blocker replies.
"""

from __future__ import annotations

from typing import NamedTuple

Ints = list[int]

YES, NO, OPEN = 1, 0, 2  # whether the blocker is proven to succeed; OPEN: not yet known
PAUSED, FULL = 3, 4  # a search that can continue: its nodes are spent, or its table needs more room

# What a table knows of a position with the maker to move.
UNKNOWN = 0
RESERVED = 1  # the blocker succeeds: there are reserves
ANSWERED = 2  # the blocker succeeds: there is a reply to every mark
LOST = 3  # the maker completes a wall at once
FAILED = 4  # and above: FAILED + n means no proof with n marks of the maker's

# An entry of a table has two words: the maker's cells with what is known, the blocker's with a kind that is never 0.
ENTRY = 2
ABOVE = 52  # from this bit on a word holds more than cells
CELLS_OF_WORD = (1 << ABOVE) - 1

# Places in `control`.
LEVEL = 0  # of the current position; -1 when the search is over
ANSWER = 1  # of the position that was left last
NODES, LIMIT = 2, 3
ENTRIES = 4  # of the table
TESTS = 5  # how often reserves were looked for
BYTES = 6  # of the strategy
MISSING = 7  # 1 if a strategy lacks a proven reply
CONTROL_LENGTH = 8

# Places in a frame, the state of one level.
MAKER, BLOCKER, LEFT, LINES = 0, 1, 2, 3  # the position; the open lines as bits
DEPTH = 4  # how many marks of the maker may still be played before reserves
NEEDS = 5  # their number
CHOICES, NEXT = 6, 7  # how many cells to try, and how many were tried
DEEPER = 8  # 1 in a reply's second round, when the positions after it are searched further
OPENED = 9
LEAST_MAKER, LEAST_BLOCKER = 10, 11  # the least image of the position
TOTAL = 12  # the weight of all needs and open lines
FRAME = 13


class BoardSets(NamedTuple):
    """The sets of cells that matter: of at most 52 cells (`ABOVE`), and at most 62 lines, as these are bits too."""

    size: int
    walls: Ints  # those that contain no other, the smallest first
    lines: Ints  # every set of five cells in a line
    overlaps: Ints  # for each line, as bits, the lines that share four cells with it
    images: list[Ints]  # where each symmetry takes each cell


class ReplyTree(NamedTuple):
    """The path to the current position, a level for each mark."""

    control: Ints
    frames: list[Ints]
    needs: list[Ints]
    weights: list[Ints]  # of each cell, how much it matters
    choices: list[Ints]  # cells, the weightiest first
    images: list[Ints]  # of the maker's cells under each symmetry, then of the blocker's


class ReservesRoom(NamedTuple):
    """The memory of the search for reserves; a level for each pair."""

    sorted: Ints  # the needs by size
    ends: Ints  # for each size, where the needs of that size end
    sets: list[Ints]  # the needs that still lack a pair, without cells that are in one
    counts: Ints
    free: Ints  # empty cells that are in no pair
    lines: Ints  # open lines that contain no pair, as bits
    choices: list[Ints]  # pairs, the best first
    numbers: Ints  # of pairs to try
    tried: Ints
    pairs: Ints  # the one chosen at each level
    values: Ints
    owners: Ints  # for each cell, the line that owns it
    way: list[Ints]  # of the search for own cells: lines, and the cell that each asks of the next
