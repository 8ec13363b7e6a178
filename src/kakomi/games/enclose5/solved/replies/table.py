"""Tables of positions up to symmetry, with open addressing: what is known of each, or only that it was met.

The key is the least image of a position and a number, never 0, that tells its kind: for the search the marks left.
"""

from __future__ import annotations

from kakomi.games.enclose5.solved.replies.arrays import ABOVE, CELLS_OF_WORD, ENTRY, BoardSets, Ints

HALF = 27  # bits; products of half a set and a factor below 2 ** 34 fit in 62 bits
LOW = (1 << HALF) - 1
FACTORS = (0x2545F4914 | 1, 0x1B873593 | 1, 0x19E3779B9 | 1, 0x27D4EB2F | 1)


def find_slot(table: Ints, maker: int, blocker: int, kind: int) -> int:
    """Where the entry of the position is, or would be."""
    other = blocker | kind << ABOVE
    code = (maker & LOW) * FACTORS[0] ^ (maker >> HALF) * FACTORS[1]
    code ^= (blocker & LOW) * FACTORS[2] ^ (blocker >> HALF) * FACTORS[3] ^ kind
    code ^= code >> 29
    places = len(table) // ENTRY
    place = code & places - 1
    while table[ENTRY * place + 1] != 0 and (
        table[ENTRY * place + 1] != other or table[ENTRY * place] & CELLS_OF_WORD != maker
    ):
        place = place + 1 & places - 1
    return ENTRY * place


def look_up(table: Ints, maker: int, blocker: int, kind: int) -> int:
    """What is known of the position; 0 if nothing."""
    slot = find_slot(table, maker, blocker, kind)
    return table[slot] >> ABOVE if table[slot + 1] else 0


def enter(table: Ints, maker: int, blocker: int, kind: int, known: int) -> int:
    """Write what is known; 1 if the position is new."""
    slot = find_slot(table, maker, blocker, kind)
    new = 0 if table[slot + 1] else 1
    table[slot], table[slot + 1] = maker | known << ABOVE, blocker | kind << ABOVE
    return new


def copy_entries(table: Ints, larger: Ints) -> None:
    """Copy all entries to an empty table."""
    for place in range(len(table) // ENTRY):
        first, second = table[ENTRY * place], table[ENTRY * place + 1]
        if second:
            slot = find_slot(larger, first & CELLS_OF_WORD, second & CELLS_OF_WORD, second >> ABOVE)
            larger[slot], larger[slot + 1] = first, second


def image(cells: int, to: Ints) -> int:
    """Where a symmetry takes the cells."""
    moved = 0
    for cell in range(len(to)):
        if cells >> cell & 1:
            moved |= 1 << to[cell]
    return moved


def fill_images(maker: int, blocker: int, board: BoardSets, row: Ints) -> None:
    """The images of the maker's cells, then those of the blocker's."""
    number = len(board.images)
    for k in range(number):
        row[k] = image(maker, board.images[k])
        row[number + k] = image(blocker, board.images[k])


def add_images(row: Ints, cell: int, places: int, board: BoardSets, to: Ints) -> None:
    """The images after one more cell: of the maker's with `places` 0, else of the blocker's."""
    number = len(board.images)
    for k in range(2 * number):
        to[k] = row[k]
    for k in range(number):
        to[places + k] |= 1 << board.images[k][cell]


def least_place(row: Ints) -> int:
    """The number of the symmetry with the least image: by the maker's cells, then the blocker's."""
    number = len(row) // 2
    best = 0
    for k in range(1, number):
        if row[k] < row[best] or (row[k] == row[best] and row[number + k] < row[number + best]):
            best = k
    return best
