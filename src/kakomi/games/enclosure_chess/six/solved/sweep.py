"""The two sweeps of the retrograde analysis of the six-piece game, compiled; any number of threads may share them.

A value is one byte. 0: undecided, and finally drawn; n: the player to move wins, and the next capture on the way comes
after n moves at the latest; LOSS + n: loses, likewise. "The next capture" is the winner's or the loser's, or, if the game
ends without one (a player without a move), the end: that is what the rule about moves without a capture counts. IMPOSSIBLE
marks positions that cannot occur, where the player to move is enclosed somewhere: the last move would have captured there.

1. `seed` looks at every position of a class once, forward. Captures lead to classes with fewer pieces, which are finished:
   a capture into a lost position wins in 1. `left` counts the moves not yet known to lose.
2. `spread` goes backward from every position decided at level n, to the positions one quiet move earlier. A lost position
   makes them won at n + 1; a won one counts down their `left`, and where nothing is left, lost at n + 1. A quiet move
   back is a move of the player who is not to move; it captured nothing, for the player to move is nowhere enclosed.

Counting moves up to symmetry needs care, for a symmetric position is reached in fewer ways than it has images. Each of the
images that share a place gets its full count, in units of 1 / SYMMETRIES, and a position whose own set is unchanged by t
symmetries, standing at t places, counts with the weight 1 / t from each. Then the sums are exact.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, popcount
from kakomi.core.compiler.atomic import add
from kakomi.games.enclosure_chess.six.rules import BOARD, NEIGHBOURS, free_groups
from kakomi.games.enclosure_chess.six.solved.index import (
    CHOOSE,
    CHOOSE_ROW,
    POINTS,
    SIDE,
    SYMMETRIES,
    WHERE_MANY,
    WHERE_NUMBER,
    image,
    place,
    rank,
)

Ints = list[int]

UNDECIDED = 0
IMPOSSIBLE = 127
LOSS = 128
NEVER = 255  # `left` of a position with a capture that draws: it cannot be counted down to zero, 24 * 8 < 255

HALF = 10  # own sets leave at most 20 points, spread out by two tables of 2 ** HALF sets


def spread_out(own: int, low: Ints, high: Ints) -> None:
    """Map sets of consecutive points to sets of the points that the own set leaves: low and high half."""
    cell = 0
    low[0] = 0
    high[0] = 0
    for point in range(POINTS):
        if own >> point & 1 == 0:
            half = low if cell < HALF else high
            step = 1 << (cell if cell < HALF else cell - HALF)
            for i in range(step):
                half[step + i] = half[i] | (1 << point)
            cell += 1


def seed(
    own_size: int,
    enemy_size: int,
    lost_at: int,
    begin: int,
    end: int,
    table: Ints,
    offsets: Ints,
    left: Ints,
    subsets: Ints,
    where: Ints,
    names: Ints,
    bases: Ints,
    images: Ints,
    low: Ints,
    high: Ints,
) -> None:
    """Step 1, for the orbits begin to end - 1 of a class; whoever has `lost_at` pieces or fewer has lost."""
    sets = len(subsets)
    here = offsets[own_size * SIDE + enemy_size]
    for orbit in range(begin, end):
        own = names[bases[own_size] + orbit]
        spread_out(own, low, high)
        at = orbit * sets
        for number in range(sets):
            chosen = subsets[number]
            enemy = low[chosen & 1023] | high[chosen >> HALF]
            empty = BOARD & ~(own | enemy)
            if free_groups(own, empty) != own:
                table[here + at + number] = IMPOSSIBLE
                continue
            moves = 0
            quiet = 0
            wins = False
            draws = False
            pieces = own
            while pieces and not wins:
                origin = ctz(pieces)
                pieces &= pieces - 1
                targets = NEIGHBOURS[origin] & empty
                while targets:
                    target = targets & -targets
                    targets ^= target
                    moves += 1
                    moved = own ^ (1 << origin) ^ target
                    free = free_groups(enemy, BOARD & ~(moved | enemy))
                    if free == enemy:
                        quiet += 1
                        continue
                    size = popcount(free)
                    if size <= lost_at:
                        wins = True
                        break
                    other = offsets[size * SIDE + own_size]
                    value = table[other + place(free, moved, where, names, images, bases[size])]
                    if value >= LOSS:
                        wins = True
                        break
                    if value == UNDECIDED:
                        draws = True
            left[at + number] = NEVER if draws else quiet * SYMMETRIES
            if wins:
                table[here + at + number] = 1
            elif quiet == 0 and not draws:
                table[here + at + number] = LOSS + (1 if moves else 0)
            else:
                table[here + at + number] = UNDECIDED


def spread(
    level: int,
    own_size: int,
    enemy_size: int,
    begin: int,
    end: int,
    table: Ints,
    offsets: Ints,
    left: Ints,
    subsets: Ints,
    where: Ints,
    names: Ints,
    bases: Ints,
    images: Ints,
    low: Ints,
    high: Ints,
) -> int:
    """Step 2, for the orbits begin to end - 1 of a class; `left` is the other class's. How many are at the level."""
    sets = len(subsets)
    here = offsets[own_size * SIDE + enemy_size]
    there = offsets[enemy_size * SIDE + own_size]
    other_sets = CHOOSE[(POINTS - enemy_size) * CHOOSE_ROW + own_size]
    base = bases[enemy_size]
    count = 0
    for orbit in range(begin, end):
        at = here + orbit * sets
        own = names[bases[own_size] + orbit]
        weight = SYMMETRIES // (where[own] >> WHERE_MANY & 15)
        ready = False
        for number in range(sets):
            value = table[at + number]
            if value != LOSS + level and (value != level or level == 0):
                continue
            count += 1
            if not ready:
                spread_out(own, low, high)
                ready = True
            chosen = subsets[number]
            enemy = low[chosen & 1023] | high[chosen >> HALF]
            empty = BOARD & ~(own | enemy)
            pieces = enemy
            while pieces:
                target = ctz(pieces)
                pieces &= pieces - 1
                origins = NEIGHBOURS[target] & empty
                while origins:
                    origin = origins & -origins
                    origins ^= origin
                    before = enemy ^ (1 << target) ^ origin
                    entry = where[before]
                    name = names[base + (entry >> WHERE_NUMBER)]
                    start = (entry >> WHERE_NUMBER) * other_sets
                    if entry >> WHERE_MANY & 15 == 1:
                        earlier = start + rank(name, image(images, entry & 7, own))
                        decide(value, level, earlier, weight, table, there, left)
                        continue
                    for symmetry in range(SYMMETRIES):
                        if image(images, symmetry, before) == name:
                            earlier = start + rank(name, image(images, symmetry, own))
                            decide(value, level, earlier, weight, table, there, left)
    return count


def decide(value: int, level: int, earlier: int, weight: int, table: Ints, there: int, left: Ints) -> None:
    """What a value at the level means for a position one move earlier."""
    if table[there + earlier] != UNDECIDED:
        return
    if value >= LOSS:
        table[there + earlier] = level + 1
    elif add(left, earlier, -weight) == weight:
        table[there + earlier] = LOSS + level + 1
