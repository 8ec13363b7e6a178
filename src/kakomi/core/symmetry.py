"""Symmetries: the images of a position, and the least of them, which represents them all.

`canonical` can also run compiled: bind it to a game's rules with its symmetries as `extra`. The maps of square and
hexagonal boards are here because several games share them.
"""

from __future__ import annotations

from kakomi.core import defaults
from kakomi.core.errors import PositionError
from kakomi.core.game import RuleSet
from kakomi.core.protocol import Position, normalize, symmetries, transform


def canonical(position: Position, out: Position, image: Position, placed: Position) -> int:
    """Write the least image of the position to `out`, and return the first symmetry that yields it; the rest is scratch."""
    best = 0
    for number in range(symmetries(position)):
        transform(position, image, number)
        normalize(image, placed)
        if number == 0 or less(placed, out):
            best = number
            for i in range(len(placed)):
                out[i] = placed[i]
    return best


def less(one: Position, other: Position) -> bool:
    """Does one position come before the other? The first integer that differs decides."""
    for i in range(len(one)):
        if one[i] != other[i]:
            return one[i] < other[i]
    return False


def square_image(x: int, y: int, last: int, symmetry: int) -> tuple[int, int]:
    """Where one of the eight symmetries of a square board takes a cell; columns and rows go from 0 to `last`.

    Bit 0 of the number reflects left and right, bit 1 top and bottom, then bit 2 swaps columns and rows. With `last` 0
    the square is the whole plane, reflected at 0,0.

    >>> [square_image(1, 0, 4, number) for number in range(8)]
    [(1, 0), (3, 0), (1, 4), (3, 4), (0, 1), (0, 3), (4, 1), (4, 3)]
    """
    if symmetry & 1:
        x = last - x
    if symmetry & 2:
        y = last - y
    if symmetry & 4:
        return y, x
    return x, y


def hex_image(q: int, r: int, symmetry: int) -> tuple[int, int]:
    """Where one of the twelve symmetries of the hexagonal grid takes a hex: a sixth of a turn each, from 6 on reflected.

    >>> [hex_image(1, 0, number) for number in range(12)]  # doctest: +NORMALIZE_WHITESPACE
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1),
     (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)]
    """
    if symmetry >= 6:
        q, r = r, q
    for _ in range(symmetry % 6):
        q, r = -r, q + r
    return q, r


# --- for a match, interpreted -----------------------------------------------------------------------------------------


def count(rule_set: RuleSet, position: list[int]) -> int:
    """How many symmetries there are."""
    return int((rule_set.symmetry or defaults).symmetries(position))


def image(rule_set: RuleSet, position: list[int], number: int) -> list[int]:
    """The image of the position under the symmetry of that number; PositionError if there is none."""
    _check(rule_set, position, number)
    out = [0] * len(position)
    (rule_set.symmetry or defaults).transform(position, out, number)
    return out


def image_move(rule_set: RuleSet, position: list[int], move: int, number: int) -> int:
    """The move in that image."""
    _check(rule_set, position, number)
    return int((rule_set.symmetry or defaults).transform_move(position, move, number))


def least(rule_set: RuleSet, position: list[int]) -> list[int]:
    """The least image."""
    from kakomi.core.compiler.build import bind

    out, other, placed = ([0] * len(position) for _ in range(3))
    bind("python", canonical, rule_set.rules, rule_set.symmetry)(position, out, other, placed)
    return out


class Orbit:
    """A position and all its images, as one: `least` represents them, and each legal move has one number.

    `symmetries` are those that map the position to `least`; there are several if the position itself is symmetric.
    """

    def __init__(self, rule_set: RuleSet, settings: list[int], position: list[int]) -> None:
        self._rule_set, self._settings, self._position = rule_set, settings, position
        module = rule_set.symmetry or defaults
        self._transform, self._transform_move = module.transform, module.transform_move
        self._normalize = getattr(module, "normalize", None)  # only on a board without edges
        images = [self._placed(self._image(number)) for number in range(module.symmetries(position))]
        self.least = min(images)
        self.symmetries = [number for number, each in enumerate(images) if each == self.least]
        self._by_result: dict[tuple[int, ...], int] | None = None

    def move(self, code: int) -> int:
        """The number of a legal move in `least`, the same for all moves that a symmetry turns into one another."""
        return min(self._in_least(code, number) for number in self.symmetries)

    def _in_least(self, code: int, number: int) -> int:
        image_code = int(self._transform_move(self._position, code, number))
        if self._normalize is None:
            return image_code
        # The image has been shifted to become `least`; the move in it is the one with the same result, shifted.
        after = self._image(number)
        self._rule_set.rules.play(after, image_code)
        if self._by_result is None:
            self._by_result = {self._result(each): each for each in reversed(self._legal())}
        return self._by_result[tuple(self._placed(after))]

    def _legal(self) -> list[int]:
        out = [0] * self._rule_set.rules.max_moves(self._settings)
        return out[: self._rule_set.rules.legal_moves(self.least, out)]

    def _result(self, code: int) -> tuple[int, ...]:
        after = list(self.least)
        self._rule_set.rules.play(after, code)
        return tuple(self._placed(after))

    def _image(self, number: int) -> list[int]:
        out = [0] * len(self._position)
        self._transform(self._position, out, number)
        return out

    def _placed(self, position: list[int]) -> list[int]:
        if self._normalize is None:
            return position
        out = [0] * len(position)
        self._normalize(position, out)
        return out


def _check(rule_set: RuleSet, position: list[int], number: int) -> None:
    known = count(rule_set, position)
    if not 0 <= number < known:
        raise PositionError(f"the symmetries of this position are numbered from 0 to {known - 1}; there is no {number}")
