"""The certificate of the six-piece game, part by part, for a file that `kakomi verify` checks.

It is the whole table; `check` says what is in it, and why it proves anything. The table's own
order is that of the file (own sets that are the least of their images, ascending, and for each the enemy sets, ascending),
so the values are packed as they are.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from kakomi.games.enclosure_chess.six.solved.table import THREADS, WINS, SixTable
from kakomi.solved.solver import ReportProgress, Solution

SIX_MAGIC = b"kakomi six-piece enclosure values 1\n"


def pack(table: SixTable, quiet: int, solution: Solution | None, progress: ReportProgress | None = None) -> list[bytes]:
    """The certificate of a table of the six-piece game; without a solution (that of the start), of endings only."""
    packed = list(_packed(table, progress))
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


def _packed(table: SixTable, progress: ReportProgress | None) -> Iterator[bytes]:
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
            if progress is not None:
                progress(done / len(table.bytes))
    finally:
        pool.shutdown(cancel_futures=True)  # on Ctrl-C: the classes in progress take a second, the rest is dropped
