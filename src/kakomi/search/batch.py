"""The compiled engine from Python: perft and seeded playouts from a match's position, with the buffers they need.

Nothing here imports numba or numpy before something is compiled.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from kakomi.core.compiler.build import bind
from kakomi.core.match import Match
from kakomi.core.protocol import NO_MOVE
from kakomi.search import playout
from kakomi.search.perft import perft as perft_entry
from kakomi.search.wins import winning as winning_entry

SHARES = 16  # pieces of work per thread: small ones, so that no thread waits long for another at the end


@dataclass(frozen=True)
class PlayoutTally:
    """The results of a batch of playouts."""

    games: int
    moves: int
    first: int  # games won by the player who moved first
    second: int
    draws: int
    clauses: dict[str, int]  # games by the clause that ended them
    digest: int  # the same for the same games, however they were run
    seconds: float = 0.0


def perft(match: Match, depth: int, target: str = "cpu") -> int:
    """The number of move sequences of exactly `depth` moves from the match's position.

    >>> import kakomi
    >>> match = kakomi.new(kakomi.games.names()[0])
    >>> perft(match, 1, target="python") == len(match.legal_moves)
    True
    """
    if match.outcome is not None and depth > 0:
        return 0
    rules = match.rule_set.rules
    width = rules.max_moves(match.settings)
    entry = bind(target, perft_entry, rules)
    levels = max(depth, 1)
    if target == "python":
        stack = [list(match.state) for _ in range(levels)]
        lists = [[0] * width for _ in range(levels)]
        return int(entry(stack, lists, [0] * levels, [0] * levels, depth))
    import numpy as np

    positions = np.zeros((levels, len(match.state)), np.int64)
    positions[0] = match.state
    moves = np.zeros((levels, width), np.int64)
    return int(entry(positions, moves, np.zeros(levels, np.int64), np.zeros(levels, np.int64), depth))


def winning_move(match: Match, target: str = "cpu") -> str | None:
    """A move that wins the game at once, if there is one.

    >>> import kakomi
    >>> winning_move(kakomi.new(kakomi.games.names()[0]), target="python") is None  # nothing wins at the start
    True
    """
    rules = match.rule_set.rules
    width, length = rules.max_moves(match.settings), len(match.state)
    entry = bind(target, winning_entry, rules)
    if target == "python":
        move = entry(match.state, [0] * length, [0] * width, [0] * width)
    else:
        import numpy as np

        state = np.array(match.state, np.int64)
        move = int(entry(state, np.zeros_like(state), np.zeros(width, np.int64), np.zeros(width, np.int64)))
    return None if move == NO_MOVE else match.rule_set.view.move_text(match.state, move)


def playouts(match: Match, games: int, seed: int = 0, threads: int = 1, target: str = "cpu") -> PlayoutTally:
    """Play `games` random games from the match's position; the result depends on the seed, not on the threads.

    >>> import kakomi
    >>> tally = playouts(kakomi.new(kakomi.games.names()[0]), 10, seed=1, target="python")
    >>> tally.games, tally.first + tally.second + tally.draws
    (10, 10)
    """
    rules = match.rule_set.rules
    width = rules.max_moves(match.settings)
    entry = bind(target, playout.playouts, rules)
    length = len(match.state)
    if target == "python":
        tally = [0] * playout.TALLY_LENGTH
        began = time.perf_counter()
        entry(match.state, seed, 0, games, [0] * length, [0] * width, [0], tally)
        return _tally(tally, games, rules.CLAUSES, time.perf_counter() - began)
    import numpy as np

    root = np.array(match.state, np.int64)

    def run(begin: int, end: int) -> list[int]:
        counts = np.zeros(playout.TALLY_LENGTH, np.int64)
        buffers = np.zeros(length, np.int64), np.zeros(width, np.int64), np.zeros(1, np.uint64)
        entry(root, seed, begin, end, *buffers, counts)
        result: list[int] = counts.tolist()
        return result

    run(0, 0)  # compile outside the clock
    began = time.perf_counter()
    if threads == 1:
        parts = [run(0, games)]
    else:
        cuts = [*range(0, games, max(1, games // (threads * SHARES))), games]
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(run, cuts[:-1], cuts[1:]))
    seconds = time.perf_counter() - began
    total = [sum(column) for column in zip(*parts, strict=True)]
    total[playout.DIGEST] &= playout.DIGEST_MASK
    return _tally(total, games, rules.CLAUSES, seconds)


def _tally(counts: list[int], games: int, clauses: tuple[str, ...], seconds: float) -> PlayoutTally:
    first, second, draws = counts[playout.WON : playout.WON + 3]
    by_clause = {clause: counts[playout.BY_CLAUSE + place] for place, clause in enumerate(clauses)}
    return PlayoutTally(games, counts[playout.MOVES], first, second, draws, by_clause, counts[playout.DIGEST], seconds)
