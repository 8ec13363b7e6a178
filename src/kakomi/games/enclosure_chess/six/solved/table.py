"""The table of the six-piece game: built a material class at a time, kept in the user's cache, looked up in microseconds.

A table belongs to one value of the option `win` and one of `quiet`, the moves in a row without a capture after which the
game is drawn: no win may take longer than that to the next capture, so the analysis of each class stops at that level.
What is not decided by then is drawn. The limit matters: without it, wins take up to 88 moves to the next capture (5 pieces
against 6), more than the usual 60. All limits beyond that share one table.

Each class has a separate file, kept by `solved.tables`. So a build that was stopped resumes with the class it was at, and
only a file that is cut short, damaged or made from other sources is built again.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kakomi.core.compiler.build import bind
from kakomi.games.enclosure_chess.six import rules
from kakomi.games.enclosure_chess.six.solved import index as six_index
from kakomi.games.enclosure_chess.six.solved import sweep
from kakomi.games.enclosure_chess.six.solved.index import POINTS, SIDE, SYMMETRIES, WHERE_MANY, index, subsets
from kakomi.games.enclosure_chess.six.solved.sweep import IMPOSSIBLE, LOSS, UNDECIDED
from kakomi.solved import tables

if TYPE_CHECKING:
    from kakomi.games.enclosure_chess.six.solved.index import Array

WINS = ("all", "two")  # the words of the option, by their codes in a position
BEYOND = 89  # one more than the longest win of the game without a limit, under both `win` options: a build checks it
CHUNKS = 32  # a class is cut into this many, for the threads, for progress reports, and so that Ctrl-C takes effect
THREADS = 2
BLOCK = 64  # orbits counted at a time

Pair = tuple[int, int]


@dataclass(frozen=True)
class Kind:
    """Which table: the option `win` by its code, and the level at which the analysis of a class stops."""

    win: int
    depth: int
    most: int = rules.PIECES  # pieces per side; fewer for a part of the table

    @classmethod
    def of(cls, win: int, quiet: int) -> Kind:
        """The table for these options of the rules."""
        return cls(win, min(quiet, BEYOND))

    @property
    def lost_at(self) -> int:
        """Whoever has that many pieces, or fewer, has lost (clause 8)."""
        return 2 * self.win

    def file(self, pair: Pair) -> str:
        """The name of a class's file."""
        label = "-".join(rules.__name__.split(".")[-2:])
        return f"{label}-{WINS[self.win]}-{self.depth}-{pair[0]}x{pair[1]}.table"

    def pairs(self) -> list[Pair]:
        """The classes (fewer, more) in the order in which they can be solved; each stands for its mirror image too."""
        sizes = range(self.lost_at + 1, self.most + 1)
        return sorted(((a, b) for a in sizes for b in sizes if a <= b), key=lambda pair: (sum(pair), pair))

    def classes(self) -> list[Pair]:
        """Every class, in the same order."""
        return [each for pair in self.pairs() for each in both(pair)]

    def size(self) -> int:
        """How many places the table has."""
        return sum(index().size(*pair) for pair in self.classes())


def both(pair: Pair) -> list[Pair]:
    """The classes between which quiet moves lead back and forth."""
    own, enemy = pair
    return [pair] if own == enemy else [pair, (enemy, own)]


def _say_nothing(part: float) -> None:
    """For a build that reports no progress."""


@functools.cache
def sources() -> str:
    """A hash of the rules, the index and the sweeps: a file made from other sources is not used."""
    text = "".join(map(inspect.getsource, (rules, six_index, sweep)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Count:
    """What a class holds: its positions by value, and the most moves to the next capture in a won and in a lost one.

    Positions that are images of each other are counted separately; those that cannot occur are not counted.
    """

    wins: int
    draws: int
    losses: int
    longest_win: int
    longest_loss: int


class SixTable:
    """All values, class after class in one array; `build` or `read` fills it."""

    def __init__(self, kind: Kind) -> None:
        import numpy as np

        self.kind = kind
        self.index = index()
        self.notices: list[str] = []
        self.offsets = np.zeros(SIDE * SIDE, np.int64)
        at = 0
        for pair in kind.classes():
            self.offsets[pair[0] * SIDE + pair[1]] = at
            at += self.index.size(*pair)
        self.bytes = np.zeros(at, np.uint8)

    def part(self, pair: Pair) -> Array:
        """The values of a class."""
        at = int(self.offsets[pair[0] * SIDE + pair[1]])
        return self.bytes[at : at + self.index.size(*pair)]

    def value(self, own: int, enemy: int) -> tuple[str, int]:
        """The result for the player to move, "win", "draw" or "loss", and the moves to the next capture (0 in a draw)."""
        if own.bit_count() <= self.kind.lost_at:
            return "loss", 0
        at = int(self.offsets[own.bit_count() * SIDE + enemy.bit_count()])
        byte = int(self.bytes[at + self.index.place(own, enemy)])
        if byte >= LOSS:
            return "loss", byte - LOSS
        return ("draw", 0) if byte == UNDECIDED else ("win", byte)

    def count(self, pair: Pair) -> Count:
        """Count a class."""
        import numpy as np

        base, orbits = self.index.bases[pair[0]], self.index.orbits[pair[0]]
        unchanged_by = self.index.where[self.index.names[base : base + orbits]] >> WHERE_MANY & 15
        rows = self.part(pair).reshape(orbits, -1)
        total = np.zeros(256, np.int64)
        for begin in range(0, orbits, BLOCK):  # numpy counts in words of eight bytes: not all at once
            some = slice(begin, begin + BLOCK)
            for number in np.unique(unchanged_by[some]).tolist():  # an orbit has SYMMETRIES / number different sets
                chosen = rows[some][unchanged_by[some] == number]
                total += np.bincount(chosen.ravel(), minlength=256) * (SYMMETRIES // number)
        wins, losses = total[:IMPOSSIBLE].copy(), total[LOSS:]
        wins[UNDECIDED] = 0
        longest = [int(each.nonzero()[0].max(initial=0)) for each in (wins, losses)]
        return Count(int(wins.sum()), int(total[UNDECIDED]), int(losses.sum()), *longest)

    # --- files --------------------------------------------------------------------------------------------------------

    def read(self) -> bool:
        """Fill the table from its files, building nothing; True if they were all there and sound."""
        return all(self._fetch(pair) for pair in self.kind.classes())

    def _fetch(self, pair: Pair) -> bool:
        name = self.kind.file(pair)
        try:
            kept = tables.load(name, sources(), self.index.size(*pair))
        except tables.Unusable as problem:
            self.notices.append(f"{name} in the cache {problem}; it has to be built again")
            return False
        except (OSError, RuntimeError) as error:
            self.notices.append(f"{name} in the cache cannot be read ({error}); it has to be built again")
            return False
        if kept is None:
            return False
        self.part(pair)[:] = kept.view(self.bytes.dtype)
        return True

    def _keep(self, pair: Pair) -> None:
        name = self.kind.file(pair)
        try:
            tables.save(name, sources(), self.part(pair).view("int8"))
        except (OSError, RuntimeError) as error:
            self.notices.append(f"{name} cannot be kept in the cache ({error}); it serves from memory")

    # --- building -----------------------------------------------------------------------------------------------------

    def build(self, tell: Callable[[float], None] | None = None, threads: int = THREADS) -> None:
        """Fill the table, taking classes from their files where these exist and saving each that had to be built."""
        say = tell or _say_nothing
        total, done = len(self.bytes), 0
        for pair in self.kind.pairs():
            classes = both(pair)
            size = sum(self.index.size(*each) for each in classes)
            if not all(self._fetch(each) for each in classes):
                for part in self._solve(classes, threads):
                    say((done + part * size) / total)
                for each in classes:
                    self._keep(each)
            done += size
            say(done / total)

    def _solve(self, classes: list[Pair], threads: int) -> Iterator[float]:
        """Both sweeps over a class and its mirror image; yields the fraction done."""
        import numpy as np

        left = {each: np.zeros(self.index.size(*each), np.uint8) for each in classes}
        size = sum(map(len, left.values()))
        seed, spread = (bind("cpu", each, rules) for each in (sweep.seed, sweep.spread))

        def sow(each: Pair, begin: int, end: int) -> int:
            common = self._common(each)
            seed(*each, self.kind.lost_at, begin, end, self.bytes, self.offsets, left[each], *common)
            return (end - begin) * (len(left[each]) // self.index.orbits[each[0]])

        done = 0
        for part in self._share(sow, classes, threads):
            done += part
            yield done / size / 2
        for level in range(self.kind.depth):

            def go(each: Pair, begin: int, end: int, level: int = level) -> int:
                common = self._common(each)
                other = left[each[1], each[0]]
                return int(spread(level, *each, begin, end, self.bytes, self.offsets, other, *common))

            standing = 0
            for part in self._share(go, classes, threads):
                standing += part
                yield (done + standing) / size / 2
            done += standing
            if standing == 0 and level > 0:
                return
        if self.kind.depth == BEYOND and any((self.part(each) == LOSS + BEYOND).any() for each in classes):
            raise AssertionError(f"{classes}: a win takes {BEYOND} moves, so the limits beyond cannot share a table")

    def _common(self, pair: Pair) -> tuple[Any, ...]:
        """The arguments that both sweeps end with; the last two are a thread's own working memory."""
        import numpy as np

        tables_of_index = self.index.where, self.index.names, np.array(self.index.bases, np.int64), self.index.images
        room = np.zeros(1 << sweep.HALF, np.int64), np.zeros(1 << sweep.HALF, np.int64)
        return subsets(POINTS - pair[0], pair[1]), *tables_of_index, *room

    def _share(self, work: Callable[[Pair, int, int], int], classes: list[Pair], threads: int) -> Iterator[int]:
        """Cut the classes into pieces, process them on the threads, and yield the answers in order."""
        jobs = []
        for each in classes:
            orbits = self.index.orbits[each[0]]
            cuts = sorted({orbits * piece // CHUNKS for piece in range(CHUNKS + 1)})
            jobs += [(each, begin, end) for begin, end in pairwise(cuts)]
        pool = ThreadPoolExecutor(threads)
        try:
            yield from pool.map(lambda job: work(*job), jobs)
        finally:
            pool.shutdown(cancel_futures=True)  # on Ctrl-C: the pieces in progress are short, the rest is dropped
