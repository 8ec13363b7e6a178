"""The six-piece game of Enclosure Chess, a Chinese folk game on a round board: the rules.

5  Setup, on 21 points joined by 36 pieces of line: Red, who begins, on S1 S2 S3 S4 W3 E3, Black on N1 N2 N3 N4 W1 E1.
6  In turn a player moves one piece along a line to the next point, which must be empty.
7  Then every enemy group (pieces joined along lines) with no empty point next to it is captured and removed. Own groups
   are not looked at: one without an empty neighbour stays, and the opponent's next move may capture it.
8  Whoever has captured all enemy pieces wins. A player to move without a legal move loses.
9  After `quiet` moves in a row without a capture the game is drawn; 8 is tested first.
Option `win`: all, or two: an enemy left with two pieces or fewer has lost (8), for two pieces never capture anything.

A position is [pieces of the player to move, pieces of the other, player to move, moves without a capture, win, quiet].
Point number n of POINT_NAMES is bit n. A move is origin + 32 * target.
"""

from __future__ import annotations

from itertools import pairwise

from kakomi.core.bits import ctz, inline, nth_bit, popcount
from kakomi.core.protocol import DRAW, FIRST, NO_MOVE, Moves, Position, Random
from kakomi.core.rand import below

MINE, THEIRS, TURN, QUIET, WIN, QUIET_LIMIT = 0, 1, 2, 3, 4, 5
PIECES = 6

CLAUSES = ("8", "9")

# fmt: off
POINT_NAMES = (
    "N1",
    "N2", "N3", "N4",
    "W1", "C1", "E1",
    "W2", "W4", "C2", "C5", "C4", "E2", "E4",
    "W3", "C3", "E3",
    "S2", "S1", "S4",
    "S3",
)
# fmt: on
LINES = (
    "N1-N4-E1-E4-E3-S4-S3-S2-W3-W2-W1-N2-N1",  # the outer circle
    "N2-N3-N4",  # the arcs
    "E1-E2-E3",
    "S4-S1-S2",
    "W3-W4-W1",
    "N1-N3-C1-C5-C3-S1-S3",  # the diameters
    "W2-W4-C2-C5-C4-E2-E4",
    "C1-C4-C3-C2-C1",  # the inner circle
)
BOARD = (1 << len(POINT_NAMES)) - 1


def point_set(names: str) -> int:
    """The points of these names, separated by spaces.

    >>> point_set("N1 N3")
    5
    """
    return sum(1 << POINT_NAMES.index(name) for name in names.split())


RED_START = point_set("S1 S2 S3 S4 W3 E3")  # 5
BLACK_START = point_set("N1 N2 N3 N4 W1 E1")


def _neighbours() -> tuple[int, ...]:
    """For each point the points it is joined to."""
    joined = [0] * len(POINT_NAMES)
    for line in LINES:
        for one, other in pairwise(POINT_NAMES.index(name) for name in line.split("-")):
            joined[one] |= 1 << other
            joined[other] |= 1 << one
    return tuple(joined)


NEIGHBOURS = _neighbours()


def _neighbours_of_sets() -> tuple[int, ...]:
    """The points next to any of a set of points: 128 sets each of points 0-6, 7-13 and 14-20."""
    table = []
    for first in (0, 7, 14):
        for points in range(128):
            near = 0
            for i in range(7):
                if points >> i & 1:
                    near |= NEIGHBOURS[first + i]
            table.append(near)
    return tuple(table)


NEIGHBOURS_OF_SETS = _neighbours_of_sets()


def length(settings: list[int]) -> int:
    return 6


def max_moves(settings: list[int]) -> int:
    """Six pieces with at most four lines each."""
    return 24


def start(position: Position, settings: list[int]) -> None:
    """Clause 5."""
    position[MINE], position[THEIRS] = RED_START, BLACK_START
    position[TURN], position[QUIET] = FIRST, 0
    position[WIN], position[QUIET_LIMIT] = settings


@inline
def beside(points: int) -> int:
    """The points next to any of the points."""
    low = NEIGHBOURS_OF_SETS[points & 127]
    middle = NEIGHBOURS_OF_SETS[128 + (points >> 7 & 127)]
    return low | middle | NEIGHBOURS_OF_SETS[256 + (points >> 14)]


def free_groups(pieces: int, empty: int) -> int:
    """Clause 7: the pieces whose group has an empty point next to it."""
    free = pieces & beside(empty)
    grown = free | (pieces & beside(free))
    while grown != free:
        free = grown
        grown = free | (pieces & beside(free))
    return free


@inline
def lost(position: Position) -> bool:
    """Clause 8, by pieces: only the player to move can just have lost any."""
    return popcount(position[MINE]) <= 2 * position[WIN]


def legal_moves(position: Position, out: Moves) -> int:
    """Clause 6; none once the game is over (8, 9)."""
    if lost(position) or position[QUIET] >= position[QUIET_LIMIT]:
        return 0
    pieces = position[MINE]
    empty = BOARD & ~(pieces | position[THEIRS])
    count = 0
    while pieces:
        origin = ctz(pieces)
        pieces &= pieces - 1
        targets = NEIGHBOURS[origin] & empty
        while targets:
            out[count] = origin | (ctz(targets) << 5)
            targets &= targets - 1
            count += 1
    return count


def pick(position: Position, out: Moves, random: Random) -> int:
    """A random legal move, without writing the list."""
    if lost(position) or position[QUIET] >= position[QUIET_LIMIT]:
        return NO_MOVE
    mine = position[MINE]
    empty = BOARD & ~(mine | position[THEIRS])
    count = 0
    pieces = mine
    while pieces:
        count += popcount(NEIGHBOURS[ctz(pieces)] & empty)
        pieces &= pieces - 1
    if count == 0:
        return NO_MOVE
    chosen = below(random, count)
    pieces = mine
    targets = NEIGHBOURS[ctz(pieces)] & empty
    while chosen >= popcount(targets):
        chosen -= popcount(targets)
        pieces &= pieces - 1
        targets = NEIGHBOURS[ctz(pieces)] & empty
    return ctz(pieces) | (nth_bit(targets, chosen) << 5)


def play(position: Position, move: int) -> None:
    """Clauses 6 and 7."""
    moved = position[MINE] ^ (1 << (move & 31)) ^ (1 << (move >> 5))  # 6
    enemy = position[THEIRS]
    free = free_groups(enemy, BOARD & ~(moved | enemy))  # 7: every enemy group, whether the move touched it or not
    position[QUIET] = position[QUIET] + 1 if free == enemy else 0  # 9
    position[MINE] = free
    position[THEIRS] = moved
    position[TURN] = 1 - position[TURN]


def to_move(position: Position) -> int:
    return position[TURN]


def ending(position: Position) -> int:
    """Clause 8 before clause 9."""
    empty = BOARD & ~(position[MINE] | position[THEIRS])
    if lost(position) or position[MINE] & beside(empty) == 0:
        return 0
    return 1


def winner(position: Position) -> int:
    """By clause 8 the player who moved last; by clause 9 nobody."""
    return 1 - position[TURN] if ending(position) == 0 else DRAW


def score(position: Position, player: int) -> int:
    """The enemy pieces the player has captured (7)."""
    left = position[THEIRS] if player == position[TURN] else position[MINE]
    return PIECES - popcount(left)
