"""What the protocol's optional functions mean where a game has none of its own."""

from __future__ import annotations

import itertools

from kakomi.core.defaults import key


def test_keys_of_positions_that_differ_in_a_few_rows_differ() -> None:
    """All positions of ten rows in which up to three rows hold the same one, two or many bits."""
    seen: dict[int, list[int]] = {}
    for value in (1, 2, 3, 1 << 40, (1 << 62) + 1, 0x1FFFFF):
        for count in range(4):
            for rows in itertools.combinations(range(10), count):
                position = [value if row in rows else 0 for row in range(10)]
                assert seen.setdefault(key(position), position) == position
    assert len(seen) == 1 + 6 * (10 + 45 + 120)


def test_two_pieces_that_step_apart_change_the_key() -> None:
    assert key([0, 1, 0, 0, 1, 0]) != key([0, 0, 1, 1, 0, 0])
    assert key([5, 7]) != key([7, 5])
    assert key([0, 1]) != key([1, 0])
    assert 0 <= key([-1, -(1 << 63), (1 << 63) - 1]) < 1 << 63
