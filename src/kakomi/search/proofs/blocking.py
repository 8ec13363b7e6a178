"""Can the player who moves second take a cell of every set of a family? Cells are bits, sets are integers.

The *maker* wants all cells of some set, the *blocker* a cell of each; they take turns taking an empty cell, the maker first.
Where the empty cells can be paired so that every set left contains a pair, the blocker answers each move with the other
cell of its pair: nothing more need be searched. The search plays moves until there is such a pairing. It proves that the
blocker succeeds, or gives up: finding nothing proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kakomi.core.squares import set_bits

PAIR_NODES = 200  # of the search for a pairing
REPLIES = 12  # of the blocker that are searched further
MOST_PASSES = 1 << 14  # sets that are compared with all larger ones; the others only cost time

Position = tuple[int, int]  # the maker's cells and the blocker's


@dataclass(frozen=True)
class BlockingMove:
    """How the blocker continues when the maker is to move: with pairs of cells, or with a reply to each move.

    A move that is in none of the remaining sets has no reply: it changes nothing.
    """

    pairs: tuple[tuple[int, int], ...] = ()
    replies: dict[int, int] = field(default_factory=dict)


def least_image(position: Position, symmetries: Sequence[Sequence[int]]) -> Position:
    """The least of the images; a symmetry lists where each cell goes."""
    return min((_moved(position[0], each), _moved(position[1], each)) for each in symmetries)


def _moved(cells: int, symmetry: Sequence[int]) -> int:
    return sum(1 << symmetry[cell] for cell in set_bits(cells))


def find_pairs(sets: Sequence[int], most: int = PAIR_NODES) -> list[int] | None:
    """Disjoint pairs of cells such that each set contains one; None if there are none, or none within `most` nodes."""
    nodes = 0

    def search(left: Sequence[int], used: int) -> list[int] | None:
        nonlocal nodes
        if not left:
            return []
        nodes += 1
        if nodes > most:
            return None
        tightest = min(left, key=lambda each: (each & ~used).bit_count())
        free = [1 << cell for cell in set_bits(tightest & ~used)]
        pairs = [first | second for i, first in enumerate(free) for second in free[:i]]
        for _, pair in sorted((-sum(each & pair == pair for each in left), pair) for pair in pairs):
            others = search([each for each in left if each & pair != pair], used | pair)
            if others is not None:
                return [pair, *others]
            if nodes > most:
                return None
        return None

    return search(sets, 0)


def smallest(sets: Iterator[int]) -> list[int]:
    """The sets that contain no other set, the smallest first."""
    kept: list[int] = []
    for each in sorted(set(sets), key=lambda cells: (cells.bit_count(), cells)):
        if not any(other & each == other for other in kept[:MOST_PASSES]):
            kept.append(each)
    return kept


class Blocking:
    """The search for one family of sets on a number of cells."""

    def __init__(self, sets: Sequence[int], cells: int, symmetries: Sequence[Sequence[int]]) -> None:
        self.sets, self.cells, self.symmetries = smallest(iter(sets)), cells, symmetries
        self.blocks: dict[Position, BlockingMove] = {}  # of positions that are proven, as their least images
        self._failed: dict[Position, int] = {}  # how many moves of the maker were not enough
        self.positions = 0

    def prove(
        self, most_moves: int, progress: Callable[[float], None] | None = None
    ) -> dict[Position, BlockingMove] | None:
        """How to continue in every position that the proof needs, from the empty board; None without a proof.

        At most `most_moves` moves of the maker are played before a pairing.
        """
        for moves in range(most_moves + 1):
            if progress is not None:
                progress(moves / (most_moves + 1))
            if self._blocks(0, 0, moves):
                return self._needed()
        return None

    def _left(self, maker: int, blocker: int) -> list[int]:
        """What the maker still lacks of each set."""
        return smallest(each & ~maker for each in self.sets if not each & blocker)

    def _blocks(self, maker: int, blocker: int, moves: int) -> bool:
        """Whether the blocker succeeds with the maker to move, as far as `moves` moves of the maker show."""
        place = least_image((maker, blocker), self.symmetries)
        if place in self.blocks:
            return True
        before = self._failed.get(place, -1)
        if before >= moves:
            return False
        self.positions += 1
        maker, blocker = place
        left = self._left(maker, blocker)
        if any(each.bit_count() < 2 for each in left):
            self._failed[place] = self.cells
            return False
        pairs = find_pairs(left) if before < 0 else None
        if pairs is not None:
            self.blocks[place] = BlockingMove(pairs=tuple(tuple(set_bits(pair)) for pair in pairs))  # type: ignore[misc]
            return True
        replies: dict[int, int] | None = None if moves == 0 else {}
        if replies is not None:
            weights = self._weights(left)
            for move in sorted(weights, key=lambda cell: -weights[cell]):
                reply = self._reply(maker | 1 << move, blocker, moves)
                if reply is None:
                    replies = None
                    break
                replies[move] = reply
        if replies is None:
            self._failed[place] = moves
            return False
        self.blocks[place] = BlockingMove(replies=replies)
        return True

    def _weights(self, left: list[int]) -> dict[int, float]:
        """How much each cell matters: a set counts twice as much as one with one more cell."""
        weights: dict[int, float] = {}
        for each in left:
            for cell in set_bits(each):
                weights[cell] = weights.get(cell, 0) + 0.5 ** each.bit_count()
        return weights

    def _reply(self, maker: int, blocker: int, moves: int) -> int | None:
        left = self._left(maker, blocker)
        threats = {each for each in left if each.bit_count() == 1}
        if len(threats) > 1:
            return None
        weights = self._weights(left)
        choices = sorted(weights, key=lambda cell: -weights[cell])
        if threats:
            choices = [threats.pop().bit_length() - 1]
        if not choices:  # all sets have a cell of the blocker's: any empty cell will do
            choices = [cell for cell in range(self.cells) if not (maker | blocker) >> cell & 1][:1]
        for reply in choices:
            if self._blocks(maker, blocker | 1 << reply, 0):
                return reply
        for reply in choices[:REPLIES] if moves > 1 else ():
            if self._blocks(maker, blocker | 1 << reply, moves - 1):
                return reply
        return None

    def _needed(self) -> dict[Position, BlockingMove]:
        """The positions that the replies lead to."""
        needed: dict[Position, BlockingMove] = {}
        waiting = [(0, 0)]
        while waiting:
            place = least_image(waiting.pop(), self.symmetries)
            if place in needed:
                continue
            block = needed[place] = self.blocks[place]
            maker, blocker = place
            waiting += [(maker | 1 << move, blocker | 1 << reply) for move, reply in block.replies.items()]
        return needed
