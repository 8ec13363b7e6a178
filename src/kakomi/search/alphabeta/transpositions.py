"""The transposition table of `alphabeta`, for its steps 2 and 9: buckets of two entries of four words.

The last word of an entry is complete | bound << 1 | depth << 3 | age << 16.
"""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.core.protocol import NO_MOVE, Position, key
from kakomi.search.alphabeta.arrays import (
    AGE,
    ALL_COMPLETE,
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    BY_MARGIN,
    DECIDED,
    DEPTH,
    EXACT,
    FRAME,
    KEY,
    Ints,
)

ENTRY, BUCKET = 4, 8  # an entry is key, value, move and meta
DEPTHS = 0x1FFF
EXACTLY, AT_LEAST, AT_MOST = 0, 1, 2  # kinds of values in the table


def find(table: Ints, code: int) -> int:
    """The slot of a position's entry, or -1 if there is none."""
    slot = bucket(table, code)
    if table[slot] == code:
        return slot
    if table[slot + ENTRY] == code:
        return slot + ENTRY
    return -1


@inline
def bucket(table: Ints, code: int) -> int:
    """The slot of a position's bucket; the number of buckets is a power of two."""
    return (code & (len(table) // BUCKET - 1)) * BUCKET


def least(table: Ints, code: int, age: int) -> int:
    """The entry to replace in the position's bucket: one from an older search, else the shallower one."""
    slot = bucket(table, code)
    return slot + ENTRY if worth(table[slot + ENTRY + 3], age) < worth(table[slot + 3], age) else slot


@inline
def worth(meta: int, age: int) -> int:
    """How much an entry is worth keeping: those of this search before others, then by depth."""
    return (meta >> 3 & DEPTHS) + (DEPTHS + 1 if meta >> 16 == age else 0)


def look_up(position: Position, table: Ints) -> int:
    """The best move stored for a position whose value is exact or proven; NO_MOVE if there is none."""
    slot = find(table, key(position))
    if slot < 0 or (table[slot + 3] & 1 == 0 and table[slot + 3] >> 1 & 3 != EXACTLY):
        return NO_MOVE
    return table[slot + 2]


def usable(level: int, slot: int, frames: Ints, table: Ints, settings: Ints) -> int:
    """Step 2: whether the entry ends the node; its value is then in the frame.

    In the principal variation (an open window) only complete entries do, so that the variation is not cut short.
    """
    at = level * FRAME
    alpha = frames[at + ALPHA]
    beta = frames[at + BETA]
    meta = table[slot + 3]
    complete = meta & 1
    bound = meta >> 1 & 3
    stored = meta >> 3 & DEPTHS
    value = table[slot + 1]
    decided = 0
    if abs(value) >= DECIDED:
        if settings[BY_MARGIN] == 0:  # kept as distance from this node
            value = value - level if value > 0 else value + level
        decided = 1 - settings[EXACT]
    deep = stored == frames[at + DEPTH] or (stored > frames[at + DEPTH] and settings[EXACT] == 0)
    if not complete and not decided and (not deep or beta - alpha > 1):
        return 0
    if bound == EXACTLY:
        if not complete and not deep:  # decided, but the distance or margin may still change
            return 0
    elif bound == AT_LEAST:
        if value < beta or not (complete or deep or value > 0):
            return 0
    elif value > alpha or not (complete or deep or value < 0):
        return 0
    frames[at + BEST] = value
    frames[at + ALL_COMPLETE] = complete
    return 1


def store(level: int, bound: int, frames: Ints, table: Ints, settings: Ints) -> None:
    """Step 9: replace the position's own entry, else one from an older search, else the shallower one."""
    at = level * FRAME
    code = frames[at + KEY]
    value = frames[at + BEST]
    complete = frames[at + ALL_COMPLETE]
    if abs(value) >= DECIDED and settings[BY_MARGIN] == 0:
        value = value + level if value > 0 else value - level
    slot = find(table, code)
    if slot < 0:
        slot = least(table, code, settings[AGE])
    elif table[slot + 3] & 1 and not complete:
        return  # a proven entry stays
    table[slot] = code
    table[slot + 1] = value
    table[slot + 2] = frames[at + BEST_MOVE]
    table[slot + 3] = complete | bound << 1 | frames[at + DEPTH] << 3 | settings[AGE] << 16
