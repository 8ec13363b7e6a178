"""Boards of Iago for the tests, and the worked examples of the rules."""

from __future__ import annotations

from typing import Any

import kakomi
from kakomi import Match

EXAMPLE_A = """
            9 .
         8 .     .
      7 .     .     .
   6 .     .     D     .
5 .     D     .     l     .
     L     .     L     D
4 .     .     D     .     .
     .     D     D     .
3 .     .     .     .     .
     .     .     .     .
2 .     .     .     .     .
     .     .     .     .
1 .     .     L     .     .
     .     .     L     .
        .     .     .
           .     .
              .
  a  b  c  d  e  f  g  h  i
Light to move
"""
EXAMPLE_B = """
            9 .
         8 .     .
      7 .     .     .
   6 .     .     .     .
5 .     D     .     .     .
     .     .     .     .
4 .     .     .     .     .
     .     .     .     .
3 .     .     .     .     .
     .     .     .     .
2 .     .     .     D     .
     .     .     L     .
1 .     .     L     .     .
     .     .     .     .
        .     .     .
           .     .
              .
"""
EXAMPLE_C = """
            9 .
         8 .     .
      7 .     .     .
   6 .     .     .     .
5 .     .     .     .     .
     D     .     .     .
4 .     .     .     .     .
     .     .     .     .
3 .     .     .     .     D
     .     .     .     D
2 .     .     .     L     .
     .     .     d     L
1 .     .     L     d     L
     .     .     l     D
        .     L     .
           .     D
              .
"""
EXAMPLE_D = "D.DD. DLDlL. LDDDlD. dLDdDDlD LLLlLDdL. .dDlDdL. LlldLLL dLlDLd L.D.L"

# The inner hexes are full but for the centre, and Dark has no disk face up: 18 dark captives, 18 light disks.
CENTRE_LEFT = "..... .dLdL. .dLdLd. .LdLdLd. .dLd.LdL. .LdLdLd. .LdLdL. .dLdL. ....."
SETTINGS = [("standard", {}), ("standard", {"penalties": "on"}), ("loose", {}), ("simple", {})]


def drawn(diagram: str, rules: str = "standard", **options: Any) -> Match:
    return kakomi.from_diagram("iago", diagram, rules, **options)


def placed(rules: str = "standard", *, D: str = "", L: str = "", d: str = "", l: str = "") -> Match:  # noqa: E741, N803
    """A position with these disks, D and L face up, d and l captives."""
    symbols = {hexagon: sign for sign, names in zip("DLdl", (D, L, d, l), strict=True) for hexagon in names.split()}
    sizes = zip("abcdefghi", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True)
    columns = ["".join(symbols.pop(f"{c}{n}", ".") for n in range(size, 0, -1)) for c, size in sizes]
    assert not symbols
    return drawn(" ".join(columns), rules)


def played(moves: str, rules: str = "standard", **options: Any) -> Match:
    match = kakomi.new("iago", rules, **options)
    for move in moves.split():
        match.push(move)
    return match


def changes(match: Match, move: str) -> dict[str, str]:
    """What a move alters on the board, the new disk left out: {"e3": "Ll"} for a capture on e3."""
    before = match.board
    match.push(move)
    return {h: before[h] + sign for h, sign in match.board.items() if h in before and before[h] != sign}


def legal(match: Match) -> list[str]:
    return sorted(match.legal_moves)


def ring(hexagon: str) -> int:
    """The distance from the centre, on the picture."""
    q = "abcdefghi".index(hexagon[0]) - 4
    r = min(4, 4 - q) + 1 - int(hexagon[1])
    return max(abs(q), abs(r), abs(q + r))


HEXES = [
    f"{c}{n}" for c, size in zip("abcdefghi", (5, 6, 7, 8, 9, 8, 7, 6, 5), strict=True) for n in range(1, size + 1)
]
OUTER = {h for h in HEXES if ring(h) == 4}
INNER = set(HEXES) - OUTER
