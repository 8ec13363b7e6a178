"""Mū Tōrere: the rules. The clauses are those of rules.md.

A position is [pieces of the player to move, pieces of the other, moves made, option `centre`, option `limit`]. Pieces are
sets of bits: 0 to 7 are the kewai a to h, 8 is the middle. A move is origin + 16 * target.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, inline
from kakomi.core.protocol import DRAW, Moves, Position

MINE, THEIRS, MADE, CENTRE, LIMIT = 0, 1, 2, 3, 4

POINT_NAMES = "abcdefghm"  # 1.1
MIDDLE = 8
RING = 0xFF
BOARD = 0x1FF
OPENING = 4  # 2.4: two moves of each player

CLAUSES = ("3.1", "3.2")


def length(settings: list[int]) -> int:
    return 5


def max_moves(settings: list[int]) -> int:
    """All four pieces can move at most, each to the one empty point."""
    return 4


def start(position: Position, settings: list[int]) -> None:
    """Clause 1.2."""
    position[MINE], position[THEIRS], position[MADE] = 0b00001111, 0b11110000, 0
    position[CENTRE], position[LIMIT] = settings


@inline
def beside(points: int) -> int:
    """Clause 1.1: the kewai next to any of these kewai, round the ring."""
    ring = points & RING
    return ((ring << 1) | (ring >> 7) | (ring >> 1) | (ring << 7)) & RING


def empty_point(position: Position) -> int:
    return ctz(BOARD & ~(position[MINE] | position[THEIRS]))


def needs_enemy(position: Position) -> bool:
    """Clause 2.4: does a piece need an enemy beside it to enter the middle now?"""
    return position[CENTRE] == 0 or position[MADE] < OPENING


def movable(position: Position) -> int:
    """Clause 2: the pieces that can go to the empty point."""
    target = empty_point(position)
    if target != MIDDLE:
        return position[MINE] & (beside(1 << target) | 1 << MIDDLE)  # 2.2, 2.3
    if needs_enemy(position):
        return position[MINE] & beside(position[THEIRS])  # 2.4
    return position[MINE]


def legal_moves(position: Position, out: Moves) -> int:
    if position[MADE] >= position[LIMIT]:  # 3.2
        return 0
    target = empty_point(position)
    pieces = movable(position)
    count = 0
    while pieces:
        out[count] = ctz(pieces) | target << 4
        pieces &= pieces - 1
        count += 1
    return count


def play(position: Position, move: int) -> None:
    """Clause 2.1: the piece goes to the empty point, and the other player is to move."""
    moved = position[MINE] ^ (1 << (move & 15)) ^ (1 << (move >> 4))
    position[MINE] = position[THEIRS]
    position[THEIRS] = moved
    position[MADE] += 1


def to_move(position: Position) -> int:
    """Black makes the first, third, fifth ... move (1.2)."""
    return position[MADE] & 1


def winner(position: Position) -> int:
    if movable(position):  # 3.2
        return DRAW
    return 1 - to_move(position)  # 3.1


def ending(position: Position) -> int:
    """Index into CLAUSES; a player without a move has lost, even after the last move of all."""
    return 1 if movable(position) else 0


def score(position: Position, player: int) -> int:
    """There are no points."""
    return 0
