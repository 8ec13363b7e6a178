"""On 6 x 6 cells blocking alone fails: a first player forces a closed wall or five in a line, if marks simply alternate.

`forced_five.txt` is the first player's strategy, the *maker's*: one cell for each position, in the order in which `follow`
meets them. The *blocker* only takes cells. A reply that is in no wall or line that is still open changes nothing: after it
the maker goes on as after any other. So this is no value of the game, whose second player may align too, and where
five in a line give a further move and not the win; it says that a proof of a draw must let some lines be completed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kakomi.core.squares import set_bits
from tests.games.enclose5.test_pairing import Cell, beside

SIZE = 6
LARGEST_WALL = 8  # cells; larger walls are not needed
STRATEGY = (Path(__file__).parent / "forced_five.txt").read_text("ascii").split()

Position = tuple[int, int]  # the maker's cells and the blocker's


def number(cells: set[Cell]) -> int:
    return sum(1 << SIZE * y + x for x, y in cells)


def small_walls() -> set[int]:
    inner = {(x, y) for x in range(1, SIZE - 1) for y in range(1, SIZE - 1)}
    regions = waiting = {frozenset({cell}) for cell in inner}
    while waiting:  # up to seven cells: a wall that is left out could only help the maker
        waiting = {
            region | {cell} for region in waiting for cell in beside(region) & inner if len(region) < 7
        } - regions
        regions = regions | waiting
    return {number(wall) for region in regions if len(wall := beside(region)) <= LARGEST_WALL}


def lines() -> set[int]:
    found = set()
    for x, y in ((x, y) for x in range(SIZE) for y in range(SIZE)):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = {(x + i * dx, y + i * dy) for i in range(5)}
            if all(0 <= a < SIZE and 0 <= b < SIZE for a, b in line):
                found.add(number(line))
    return found


GOALS = sorted(small_walls() | lines())


def images(cell: int) -> list[int]:
    y, x = divmod(cell, SIZE)
    last = SIZE - 1
    turned = [(x, y), (last - x, y), (x, last - y), (last - x, last - y)]
    return [SIZE * b + a for a, b in turned + [(b, a) for a, b in turned]]


IMAGES = [images(cell) for cell in range(SIZE * SIZE)]


def least_image(position: Position) -> Position:
    maker, blocker = (list(set_bits(cells)) for cells in position)
    return min(
        (sum(1 << IMAGES[cell][k] for cell in maker), sum(1 << IMAGES[cell][k] for cell in blocker)) for k in range(8)
    )


def needs(maker: int, blocker: int) -> list[int]:
    """What the maker still lacks of each wall and line without a cell of the blocker's."""
    return [goal & ~maker for goal in GOALS if not goal & blocker]


def follow(strategy: list[str]) -> int:
    """Play the strategy against every reply; how many positions it met. AssertionError where it does not succeed."""
    cells = iter(strategy)
    seen: set[Position] = set()

    def visit(position: Position) -> None:
        if any(need.bit_count() < 2 for need in needs(*position)):
            return  # the maker completes it
        position = least_image(position)
        if position in seen:
            return
        seen.add(position)
        maker, blocker = position
        name = next(cells, None)
        assert name is not None, "the strategy is too short"
        move = 1 << SIZE * (int(name[1]) - 1) + "abcdef".index(name[0])
        assert not move & (maker | blocker), "the cell is taken"
        maker |= move
        lacking = needs(maker, blocker)
        threats = {need for need in lacking if need.bit_count() == 1}
        if len(threats) > 1:
            return  # only one can be blocked
        replies = 0
        for need in threats or lacking:
            replies |= need
        assert replies, "all is blocked"
        for reply in set_bits(replies):
            visit((maker, blocker | 1 << reply))

    visit((0, 0))
    assert next(cells, None) is None, "the strategy is too long"
    return len(seen)


def test_walls_and_lines_are_those_of_the_board() -> None:
    assert len(lines()) == 32
    assert len(small_walls()) == 153
    assert min(wall.bit_count() for wall in small_walls()) == 4  # round one cell


def test_the_first_player_forces_a_wall_or_a_line() -> None:
    assert follow(STRATEGY) == 2092


@pytest.mark.parametrize(("place", "cell"), [(0, "a1"), (1, "f6"), (1000, "a1"), (2091, "f6")])
def test_another_move_does_not_do(place: int, cell: str) -> None:
    changed = [*STRATEGY[:place], cell, *STRATEGY[place + 1 :]]
    with pytest.raises(AssertionError):
        follow(changed)


def test_a_strategy_that_ends_early_is_found_out() -> None:
    with pytest.raises(AssertionError, match="too short"):
        follow(STRATEGY[:-1])
