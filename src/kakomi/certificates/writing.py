"""Makes certificates of solved games, piece by piece, for files that `kakomi verify` checks.

That of the six-piece game is its whole table; `check_six` says what is in it, and why it proves anything. The table's own
order is that of the file (own sets that are the least of their images, ascending, and for each the enemy sets, ascending),
so the values are packed as they stand.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from kakomi.core.match import Match
from kakomi.search.exact import Solution, Solver, Tell
from kakomi.search.exact_six import SixSolver
from kakomi.search.six_table import THREADS, WINS, Table

SIX_MAGIC = b"kakomi six-piece enclosure values 1\n"


def certificate(match: Match, solver: Solver, solution: Solution, tell: Tell | None = None) -> Iterable[bytes] | None:
    """The proof of the value of a match's start and of its best moves; None where there is no such thing."""
    if isinstance(solver, SixSolver):
        return six_certificate(solver.table(), int(match.options["quiet"]), solution, tell)
    text = solver.certificate(tell)
    return None if text is None else [text.encode()]


def six_certificate(table: Table, quiet: int, solution: Solution | None, tell: Tell | None = None) -> list[bytes]:
    """The certificate of a table of the six-piece game; without a solution, which is that of the start, of endings only."""
    packed = list(_packed(table, tell))
    header = {
        "rules": "six",
        "win": WINS[table.kind.win],
        "quiet": quiet,
        "pieces": table.kind.most,
        "value": solution.value if solution else None,
        "best": list(solution.best) if solution else [],
        "parts": [len(part) for part in packed],
    }
    pieces = [SIX_MAGIC, json.dumps(header).encode() + b"\n", *packed]
    checksum = hashlib.sha256()
    for piece in pieces:
        checksum.update(piece)
    return [*pieces, checksum.digest()]


def _packed(table: Table, tell: Tell | None) -> Iterator[bytes]:
    """The values, class after class in ascending order."""
    classes = sorted(table.kind.classes())
    done = 0
    pool = ThreadPoolExecutor(THREADS)
    try:
        for pair, part in zip(
            classes, pool.map(lambda each: zlib.compress(table.part(each).data), classes), strict=True
        ):
            yield part
            done += table.index.size(*pair)
            if tell is not None:
                tell(done / len(table.bytes))
    finally:
        pool.shutdown(cancel_futures=True)  # on Ctrl-C: the classes in hand take a second, the rest is dropped
