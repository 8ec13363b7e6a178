"""On 6 x 6 cells every wall contains a pair, so that without further moves nobody could be made to let the other score."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from kakomi.core.squares import set_bits
from kakomi.games.enclose5.solved.board_sets import wall_sets

SIZE = 6
PAIRS = """
. g j h o .
g i . m h o
i c j d m e
c k d l e n
a b k . n f
. a b l f .
"""  # cells with the same letter

Cell = tuple[int, int]


def pairs() -> list[frozenset[Cell]]:
    cells = defaultdict(set)
    for row, line in enumerate(PAIRS.split("\n")[1:-1]):
        for column, letter in enumerate(line.split()):
            if letter != ".":
                cells[letter].add((column, row))
    assert all(len(pair) == 2 for pair in cells.values())
    return [frozenset(pair) for pair in cells.values()]


def beside(inside: frozenset[Cell]) -> set[Cell]:
    return {(x + dx, y + dy) for x, y in inside for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} - inside


def open_wall(
    inside: frozenset[Cell], of: list[frozenset[Cell]], tried: set[frozenset[Cell]]
) -> frozenset[Cell] | None:
    """Cells, these among them, whose wall contains no pair; None if there are none away from the edge.

    One cell of a pair in the wall must then be inside as well: both are tried.
    """
    if inside in tried:
        return None
    tried.add(inside)
    if any(x in (0, SIZE - 1) or y in (0, SIZE - 1) for x, y in inside):
        return None
    pair = next((pair for pair in of if pair <= beside(inside)), None)
    if pair is None:
        return inside
    return next((wall for cell in sorted(pair) if (wall := open_wall(inside | {cell}, of, tried))), None)


def test_every_wall_contains_a_pair() -> None:
    tried: set[frozenset[Cell]] = set()
    for x in range(1, SIZE - 1):
        for y in range(1, SIZE - 1):
            assert open_wall(frozenset({(x, y)}), pairs(), tried) is None


@pytest.mark.parametrize("left_out", range(15))
def test_no_pair_can_be_left_out(left_out: int) -> None:
    fewer = [pair for i, pair in enumerate(pairs()) if i != left_out]
    cells = [frozenset({(x, y)}) for x in range(1, SIZE - 1) for y in range(1, SIZE - 1)]
    assert any(open_wall(cell, fewer, set()) for cell in cells)


def test_the_walls_of_the_solver_contain_pairs_too() -> None:
    chosen = [sum(1 << y * SIZE + x for x, y in pair) for pair in pairs()]
    walls = wall_sets(SIZE)
    assert len(walls) == 11_506  # connected sets of 4 x 4 cells
    assert all(any(wall & pair == pair for pair in chosen) for wall in random.Random(0).sample(walls, 2_000))
    for wall in (walls[0], walls[-1]):
        assert not any(cell in set_bits(wall) for cell in (0, SIZE - 1, SIZE * SIZE - 1))  # no wall needs a corner
