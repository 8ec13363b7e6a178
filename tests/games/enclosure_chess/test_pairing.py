"""7x7 closed: answering each move with its mirror image in a diagonal is sure of seven captures (docs/research/exact.md)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Point = tuple[int, int]
SIZE = 7
POINTS = [(column, row) for row in range(SIZE) for column in range(SIZE)]
GAPS = [(column, row) for column, row in POINTS if (column + row) % 2]
RINGS = [
    frozenset(gap for gap in GAPS if abs(gap[0] - column) + abs(gap[1] - row) == 1)
    for column, row in POINTS
    if (column + row) % 2 == 0
]


def least_margins(image: Callable[[Point], Point]) -> dict[Point, int]:
    """What the second player is ahead by at least after each first move, answering always with the image of the move."""
    pairs = list({frozenset((gap, image(gap))) for gap in GAPS})
    assert all(len(pair) == 2 for pair in pairs)
    numbers = {gap: number for number, gap in enumerate(GAPS)}
    rings = [sum(1 << numbers[gap] for gap in ring) for ring in RINGS]
    masks = [sum(1 << numbers[gap] for gap in pair) for pair in pairs]
    beginning: dict[Point, int] = {}
    margins = [0] * (1 << len(pairs))
    for filled in range((1 << len(pairs)) - 2, -1, -1):
        gaps = sum(mask for number, mask in enumerate(masks) if filled >> number & 1)
        before = sum(gaps & ring == ring for ring in rings)
        outcomes = []
        for number, pair in enumerate(pairs):
            if filled >> number & 1:
                continue
            for gap in pair:
                placed = gaps | 1 << numbers[gap]
                answered = gaps | masks[number]
                taken = sum(placed & ring == ring for ring in rings)
                gained = sum(answered & ring == ring for ring in rings) - taken - (taken - before)
                outcomes.append(gained + margins[filled | 1 << number])
                if filled == 0:
                    beginning[gap] = outcomes[-1]
        margins[filled] = min(outcomes)
    return beginning


@pytest.mark.parametrize("image", [lambda gap: (gap[1], gap[0]), lambda gap: (6 - gap[1], 6 - gap[0])])
def test_the_mirror_image_in_a_diagonal_wins_by_seven_after_every_move(image: Callable[[Point], Point]) -> None:
    assert least_margins(image) == dict.fromkeys(GAPS, 7)


def test_half_a_turn_is_sure_of_one_only() -> None:
    assert set(least_margins(lambda gap: (6 - gap[0], 6 - gap[1])).values()) == {1}
