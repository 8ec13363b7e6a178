"""Blocking a family of sets: pairings, and the search against trying everything."""

from __future__ import annotations

import random
from functools import cache

from kakomi.search.proofs.blocking import Blocking, BlockingMove, find_pairs, least_image, smallest

CELLS = 8
IDENTITY = [list(range(CELLS))]


def blocker_wins(sets: tuple[int, ...], cells: int) -> bool:
    """By trying everything: can the second player take a cell of each set?"""

    @cache
    def value(maker: int, blocker: int, maker_moves: bool) -> bool:
        if any(each & maker == each for each in sets):
            return False
        empty = [1 << cell for cell in range(cells) if not (maker | blocker) >> cell & 1]
        if not empty:
            return True
        if maker_moves:
            return all(value(maker | cell, blocker, False) for cell in empty)
        return any(value(maker, blocker | cell, True) for cell in empty)

    return value(0, 0, True)


def random_sets(seed: int) -> tuple[int, ...]:
    chance = random.Random(seed)
    return tuple(
        sum(1 << cell for cell in chance.sample(range(CELLS), chance.choice((2, 3, 3, 4))))
        for _ in range(chance.randint(2, 9))
    )


def test_the_search_proves_only_what_is_so_and_nearly_all_of_it() -> None:
    proven = missed = lost = 0
    for seed in range(150):
        sets = random_sets(seed)
        blocks = Blocking(sets, CELLS, IDENTITY).prove(CELLS)
        wins = blocker_wins(sets, CELLS)
        assert wins or blocks is None, sets
        proven += blocks is not None
        missed += wins and blocks is None
        lost += not wins
    assert proven > 30
    assert lost > 30
    assert missed == 0  # with so few cells every reply is searched


def follow(blocks: dict[tuple[int, int], BlockingMove], sets: tuple[int, ...], chance: random.Random) -> None:
    """The maker plays at random, the blocker by the book."""
    maker = blocker = 0
    other: dict[int, int] | None = None
    while empty := [cell for cell in range(CELLS) if not (maker | blocker) >> cell & 1]:
        block = blocks.get((maker, blocker))
        if other is None and block is not None and not block.replies:
            other = {a: b for pair in block.pairs for a, b in (pair, pair[::-1])}
        move = chance.choice(empty)
        reply = other.get(move) if other is not None else block.replies.get(move) if block is not None else None
        if reply is None:
            return  # the move is in no set that is left: nothing changes, and the book is left
        maker |= 1 << move
        blocker |= 1 << reply
        assert not any(each & maker == each for each in sets)


def test_the_book_is_followed_against_any_move() -> None:
    chance = random.Random(1)
    for seed in range(60):
        sets = random_sets(seed)
        blocks = Blocking(sets, CELLS, IDENTITY).prove(CELLS)
        if blocks is not None:
            for _ in range(10):
                follow(blocks, sets, chance)


def test_pairs_are_disjoint_and_each_set_contains_one() -> None:
    sets = [0b1111, 0b111100, 0b11000011]
    pairs = find_pairs(sets)
    assert pairs is not None
    assert all(pair.bit_count() == 2 for pair in pairs)
    assert sum(pairs) == sum(pair for pair in set(pairs)) == pairs[0] | sum(pairs[1:])
    assert all(any(each & pair == pair for pair in pairs) for each in sets)
    assert find_pairs([0b11, 0b110]) is None  # both need the middle cell
    assert find_pairs([0b1]) is None
    assert find_pairs([]) == []


def test_sets_that_contain_another_are_left_out() -> None:
    assert smallest(iter([0b111, 0b11, 0b100, 0b1100, 0b11])) == [0b100, 0b11]


def test_positions_alike_by_symmetry_are_one() -> None:
    mirror = [list(range(4)), [3, 2, 1, 0]]
    assert least_image((0b1000, 0b0010), mirror) == (0b0001, 0b0100)
    blocks = Blocking([0b0011, 0b1100], 4, mirror).prove(4)
    assert blocks is not None
    assert set(blocks) == {(0, 0)}
