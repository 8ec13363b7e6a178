"""The transposition table: buckets of two entries of four words, complete | bound << 1 | depth << 3 | age << 16 the last."""

from __future__ import annotations

from kakomi.core.bits import inline

Ints = list[int]

ENTRY, BUCKET = 4, 8  # an entry is key, value, move and meta
DEPTHS = 0x1FFF


def find(table: Ints, code: int) -> int:
    """Where the entry of a position is, -1 if there is none."""
    slot = bucket(table, code)
    if table[slot] == code:
        return slot
    if table[slot + ENTRY] == code:
        return slot + ENTRY
    return -1


@inline
def bucket(table: Ints, code: int) -> int:
    """The table has a power of two of buckets."""
    return (code & (len(table) // BUCKET - 1)) * BUCKET


def least(table: Ints, code: int, age: int) -> int:
    """The entry of the position's bucket that is to be replaced: that of an older search, else the less deep one."""
    slot = bucket(table, code)
    return slot + ENTRY if worth(table[slot + ENTRY + 3], age) < worth(table[slot + 3], age) else slot


@inline
def worth(meta: int, age: int) -> int:
    """How much an entry should be kept: of this search before others, then by depth."""
    return (meta >> 3 & DEPTHS) + (DEPTHS + 1 if meta >> 16 == age else 0)
