"""Boards of Enclose5 for the tests, most of 7 x 7 or 9 x 9, written from the top row down."""

from __future__ import annotations

from typing import Any

import kakomi
from kakomi import Match
from kakomi.core.squares import cell_name

# The examples of the rules, each with an empty row and column all round: (row, column) = (4, 3) is d3.
EXAMPLE_A = "....... / ..rrb.. / ..rbr.. / ..r.r.. / .....b. / ....b.. / ......."
EXAMPLE_B = "....... / ..bbb.. / .b.r.b. / .brRrb. / ..brbb. / ....... / ......."
EXAMPLE_C = "....... / ...r... / ...r... / ..rrr.. / ....... / ...r... / ......."
DIAMOND = "....... / ....... / ...r... / ..r.r.. / ....... / ....... / ......."  # d3 closes it round d4
FOUR = "......... / ......... / ......... / ......... / ..rrrr... / ......... / ......... / ......... / ........."
# Blue's areas to both sides of the red d5 leave it as the only link between d4 and d6.
LINKED = "......... / ......... / ....rr... / ..brb.r.. / .bBRBb... / ..brb.r.. / ....rr... / ......... / ........."
# The same with a line too long to be seen from its other end, j5.
LONG_LINK = """
    ............. / ............. / ............. / ............. / ............. / .............
    / ....rrrrr.... / ..brb....r... / .bBRBb....... / ..brb....r... / ....rrrrr.... / ............. / .............
"""
# Stripes from edge to edge enclose nothing, whatever the number of marks.
STRIPES = ".brbrbr / .brbrbr / rbrbrbr / rbrbrbr / rbrbrbr / rbrbrbr / rbrbrbr"


def setup(rows: str, beside: str = "Red to move", **options: Any) -> Match:
    return kakomi.from_diagram("enclose5", f"{rows}\n{beside}", size=rows.count("/") + 1, **options)


def coloured(match: Match) -> dict[str, str]:
    return {name: symbol for name, symbol in match.board.items() if symbol in "RB"}


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.push(move)
    return match


def turned(rows: list[str], quarters: int) -> tuple[str, str]:
    """A board turned to the right, its cell + now empty, and where that cell is."""
    for _ in range(quarters):
        rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]
    text = " / ".join(rows).replace("+", ".")
    return text, next(cell_name(row.index("+"), len(rows) - 1 - i) for i, row in enumerate(rows) if "+" in row)


def owed(match: Match) -> int:
    """The number of further moves owed, from the position's text."""
    return int(match.position.split()[3])


def with_marks(size: int, cells: tuple[str, ...], symbol: str = "r") -> str:
    rows = [["." for _ in range(size)] for _ in range(size)]
    for cell in cells:
        rows[size - int(cell[1:])]["abcdefghijklmnopqrstuvwxyz".index(cell[0])] = symbol
    return " / ".join("".join(row) for row in rows)
