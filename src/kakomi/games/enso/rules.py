"""Enso, by Dieter Stein: the rules.

1  Setup: 32 stones in four blocks, the four cells in the middle empty. Black begins.
2  Before it moves, a stone is 2.1 in contact (an enemy stone is adjacent, in any of eight directions),
   2.2 among friends (only friendly stones are adjacent, at least one), or 2.3 alone.
3  One stone moves along a line over empty cells. 3.1 In contact: it must capture the first stone on a line, an enemy at
   any distance. 3.2 Among friends: it goes to an empty cell beside an enemy or beside no stone at all (the cell it leaves
   counts as empty) and captures nothing. 3.3 Alone: it cannot move.
4  End, after every move: 4.1 an Enso, a stone on b2-e5 with eight empty cells round it, wins at once for its owner;
   4.2 if both have one, the player who moved wins; 4.3 otherwise a player without a legal move loses.
5  There are no draws.

A position is [stones of the player to move, stones of the other, player to move]. Cell (column, row) is bit
column + 8 * row: two spare columns keep a shifted stone from coming back on the other side.
A move is origin + 64 * target.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, nth_bit, popcount
from kakomi.core.protocol import FIRST, NO_MOVE, Moves, Position, Random
from kakomi.core.rand import below

MINE, THEIRS, TURN = 0, 1, 2

BOARD = 0x3F3F3F3F3F3F
INNER = 0x001E1E1E1E00  # 4.1: b2-e5

STEPS = (1, -1, 7, -7, 8, -8, 9, -9)  # the eight directions
TARGETS = 256  # where in `out` the targets of the eight directions are kept, after the moves

CLAUSES = ("4.1", "4.2", "4.3")


def length(settings: list[int]) -> int:
    return 3


def max_moves(settings: list[int]) -> int:
    """32 stones with at most eight lines each, and the targets."""
    return TARGETS + len(STEPS)


def start(position: Position, settings: list[int]) -> None:
    """Clause 1."""
    black = white = 0
    for row in range(6):
        for column in range(6):
            if not (2 <= row <= 3 and 2 <= column <= 3):
                if (row < 3) == (column < 3):
                    white |= 1 << column + 8 * row
                else:
                    black |= 1 << column + 8 * row
    position[MINE], position[THEIRS], position[TURN] = black, white, FIRST


@inline
def beside(stones: int) -> int:
    """Clause 2: the cells adjacent to any of the stones."""
    across = (stones << 1) | (stones >> 1)
    band = across | stones
    return (across | (band << 8) | (band >> 8)) & BOARD


def ensos(occupied: int) -> int:
    """Clause 4.1: the inner cells with nothing round them; with a stone on it, such a cell holds an Enso."""
    return INNER & ~beside(occupied)


def legal_moves(position: Position, out: Moves) -> int:
    """Clause 3; none once there is an Enso (4.1)."""
    mark_targets(position, out)
    empty = BOARD & ~(position[MINE] | position[THEIRS])
    count = 0
    for line in range(8):
        targets = out[TARGETS + line]
        while targets:
            out[count] = move_to(ctz(targets), STEPS[line], empty)
            targets &= targets - 1
            count += 1
    return count


def pick(position: Position, out: Moves, random: Random) -> int:
    """A random legal move, without writing the list."""
    count = mark_targets(position, out)
    if count == 0:
        return NO_MOVE
    number = below(random, count)
    line = 0
    while number >= popcount(out[TARGETS + line]):
        number -= popcount(out[TARGETS + line])
        line += 1
    empty = BOARD & ~(position[MINE] | position[THEIRS])
    return move_to(nth_bit(out[TARGETS + line], number), STEPS[line], empty)


@inline
def move_to(target: int, step: int, empty: int) -> int:
    """Clause 3: a stone comes over empty cells only, so it is the first one met on the way back."""
    origin = target - step
    while empty >> origin & 1:
        origin -= step
    return origin | target << 6


def mark_targets(position: Position, out: Moves) -> int:
    """Clause 3: for each of the eight directions the cells that can be moved to, and how many there are in all."""
    mine = position[MINE]
    theirs = position[THEIRS]
    occupied = mine | theirs
    if occupied & ensos(occupied):  # 4.1: the game is over
        for line in range(8):
            out[TARGETS + line] = 0
        return 0
    empty = BOARD & ~occupied
    contact = beside(theirs)
    hunters = mine & contact  # 2.1
    walkers = mine & beside(mine) & ~contact  # 2.2; the rest are alone (2.3) and stay (3.3)
    # 3.2: which cells have no stone beside them once the walker has left? One step away the walker itself is the only
    # neighbour that may vanish, so exactly one neighbour is right; further away there must be none.
    once = 0
    twice = 0
    for k in (1, 7, 8, 9):
        stones = (occupied << k) & BOARD
        twice |= once & stones
        once |= stones
        stones = (occupied >> k) & BOARD
        twice |= once & stones
        once |= stones
    near = contact | (once & ~twice)
    far = contact | (BOARD & ~once)
    count = mark(0, 1, hunters, walkers, empty, theirs, near, far, out)
    count += mark(2, 7, hunters, walkers, empty, theirs, near, far, out)
    count += mark(4, 8, hunters, walkers, empty, theirs, near, far, out)
    return count + mark(6, 9, hunters, walkers, empty, theirs, near, far, out)


@inline
def mark(
    line: int, k: int, hunters: int, walkers: int, empty: int, theirs: int, near: int, far: int, out: Moves
) -> int:
    """The targets both ways along one kind of line; k is the step from a cell to the next."""
    hunted = (hunters << k) & BOARD
    first = (walkers << k) & empty
    walked = 0
    reach = first
    for _ in range(4):
        hunted |= ((hunted & empty) << k) & BOARD
        reach = (reach << k) & empty
        walked |= reach
    up = (hunted & theirs) | (first & near) | (walked & far)  # 3.1: the first stone on the line, an enemy; 3.2
    hunted = (hunters >> k) & BOARD
    first = (walkers >> k) & empty
    walked = 0
    reach = first
    for _ in range(4):
        hunted |= ((hunted & empty) >> k) & BOARD
        reach = (reach >> k) & empty
        walked |= reach
    down = (hunted & theirs) | (first & near) | (walked & far)
    out[TARGETS + line] = up
    out[TARGETS + line + 1] = down
    return popcount(up) + popcount(down)


def play(position: Position, move: int) -> None:
    """Clause 3: the stone leaves its cell and stands on the target; an enemy there is taken (3.1)."""
    origin = 1 << (move & 63)
    target = 1 << (move >> 6)
    moved = (position[MINE] & ~origin) | target
    position[MINE] = position[THEIRS] & ~target
    position[THEIRS] = moved
    position[TURN] = 1 - position[TURN]


def to_move(position: Position) -> int:
    return position[TURN]


def winner(position: Position) -> int:
    """Clause 4: the player who moved last, unless only the player to move has an Enso."""
    goal = ensos(position[MINE] | position[THEIRS])
    if position[MINE] & goal and not position[THEIRS] & goal:  # 4.1
        return position[TURN]
    return 1 - position[TURN]  # 4.1, 4.2, 4.3


def ending(position: Position) -> int:
    """Clause 4: 4.1 one Enso, 4.2 both, 4.3 no legal move."""
    goal = ensos(position[MINE] | position[THEIRS])
    if position[MINE] & goal and position[THEIRS] & goal:
        return 1
    if (position[MINE] | position[THEIRS]) & goal:
        return 0
    return 2


def score(position: Position, player: int) -> int:
    """Enso is won, not scored."""
    return 0
