"""Numbers for the positions of the six-piece game: every position, up to the board's symmetries, has a place in a table.

A *material class* is (pieces of the player to move, enemy pieces). In its class a position's place is

    number of the own set's orbit * number of enemy sets + rank of the enemy set among the points left,

where an orbit is a set of points and its images under the symmetries of the board, named by its least image, and enemy
sets of one size are ranked in the order of their bits read as a number, the own points left out. An own set that is its
own image under several symmetries has the same position at several places, with the same value: a waste of a few percent,
and the index stays simple.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from kakomi.core.bits import ctz, inline, popcount
from kakomi.games.enclosure_chess.six.rules import BOARD, NEIGHBOURS, PIECES

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

POINTS = len(NEIGHBOURS)
SIDE = PIECES + 1  # class (own, enemy) is number own * SIDE + enemy
SYMMETRIES = 8
CHOOSE_ROW = PIECES + 1
CHOOSE = tuple(comb(n, k) for n in range(POINTS + 1) for k in range(CHOOSE_ROW))

# An entry of `where`: bits 0-2 a symmetry that takes the set to its orbit's name, bits 3-6 how many do, then the number.
WHERE_MANY, WHERE_NUMBER = 3, 7


def symmetries() -> tuple[tuple[int, ...], ...]:
    """Every way to map the board onto itself with lines onto lines; entry n of each is where point n goes.

    >>> len(symmetries())
    8
    """
    found: list[tuple[int, ...]] = []
    order = sorted(range(POINTS), key=lambda point: -NEIGHBOURS[point].bit_count())

    def extend(image: dict[int, int]) -> None:
        if len(image) == POINTS:
            found.append(tuple(image[point] for point in range(POINTS)))
            return
        point = order[len(image)]
        for target in set(range(POINTS)) - set(image.values()):
            if all(
                NEIGHBOURS[point] >> other & 1 == NEIGHBOURS[target] >> placed & 1 for other, placed in image.items()
            ):
                extend({**image, point: target})

    extend({})
    return tuple(sorted(found))


@inline
def image(images: list[int], symmetry: int, points: int) -> int:
    """Where a symmetry takes a set of points; `images` holds 128 sets each of points 0-6, 7-13 and 14-20."""
    at = symmetry * 384
    low = images[at + (points & 127)]
    return low | images[at + 128 + (points >> 7 & 127)] | images[at + 256 + (points >> 14)]


@inline
def rank(own: int, enemy: int) -> int:
    """The place of the enemy set among all of its size that leave the own points free.

    >>> rank(0b1, 0b110), rank(0b1, 0b1010), rank(0b1, 0b1100)
    (0, 1, 2)
    """
    total = 0
    nth = 1
    while enemy:
        point = ctz(enemy)
        total += CHOOSE[(point - popcount(own & ((1 << point) - 1))) * CHOOSE_ROW + nth]
        enemy &= enemy - 1
        nth += 1
    return total


def place(own: int, enemy: int, where: list[int], names: list[int], images: list[int], base: int) -> int:
    """The place of a position in its class; `names` are the orbits' names, those of the class's own size from `base` on."""
    entry = where[own]
    number = entry >> WHERE_NUMBER
    name = names[base + number]
    moved = image(images, entry & 7, enemy)
    return number * CHOOSE[(POINTS - popcount(own)) * CHOOSE_ROW + popcount(enemy)] + rank(name, moved)


@dataclass(frozen=True)
class Index:
    """The tables the index needs, as numpy arrays for the compiled sweeps."""

    images: Array  # see `image`
    where: Array  # for each set of at most PIECES points its orbit's number and a symmetry
    names: Array  # the least set of each orbit, by size and number
    bases: tuple[int, ...]  # where the names of each size begin
    orbits: tuple[int, ...]  # how many there are of each size
    plain_images: list[int]  # the same as lists, which are faster to read one by one
    plain_names: list[int]

    def place(self, own: int, enemy: int) -> int:
        """The place of a position in its class."""
        entry = int(self.where[own])
        number = entry >> WHERE_NUMBER
        name = self.plain_names[self.bases[own.bit_count()] + number]
        sets = comb(POINTS - own.bit_count(), enemy.bit_count())
        return number * sets + rank(name, image(self.plain_images, entry & 7, enemy))

    def size(self, own: int, enemy: int) -> int:
        """How many places the class has."""
        return self.orbits[own] * comb(POINTS - own, enemy)


@functools.cache
def index() -> Index:
    """The index, made once, in a fraction of a second."""
    import numpy as np

    ways = symmetries()
    if len(ways) != SYMMETRIES:
        raise AssertionError(f"the board has {len(ways)} symmetries, not {SYMMETRIES}")
    images = np.zeros(SYMMETRIES * 384, np.int64)
    for number, way in enumerate(ways):
        for part in range(3):
            for points in range(128):
                images[number * 384 + part * 128 + points] = sum(
                    1 << way[part * 7 + i] for i in range(7) if points >> i & 1
                )
    where = np.full(BOARD + 1, -1, np.int32)
    names: list[Array] = []
    bases, orbits = [0] * SIDE, [0] * SIDE
    for size in range(1, SIDE):
        sets = np.array([sum(1 << p for p in points) for points in combinations(range(POINTS), size)], np.int64)
        moved = np.stack(
            [
                images[s * 384 + (sets & 127)]
                | images[s * 384 + 128 + (sets >> 7 & 127)]
                | images[s * 384 + 256 + (sets >> 14)]
                for s in range(SYMMETRIES)
            ]
        )
        least = moved.min(axis=0)
        own_names, numbers = np.unique(least, return_inverse=True)
        many = (moved == least).sum(axis=0)
        where[sets] = (numbers << WHERE_NUMBER) | (many << WHERE_MANY) | (moved == least).argmax(axis=0)
        bases[size] = sum(len(each) for each in names)
        orbits[size] = len(own_names)
        names.append(own_names)
    all_names = np.concatenate(names)
    return Index(images, where, all_names, tuple(bases), tuple(orbits), images.tolist(), all_names.tolist())


@functools.cache
def subsets(points: int, size: int) -> Array:
    """All sets of `size` of the first `points` points, by rank.

    >>> subsets(3, 2).tolist()
    [3, 5, 6]
    """
    import numpy as np

    return np.array(sorted(sum(1 << p for p in each) for each in combinations(range(points), size)), np.int64)
