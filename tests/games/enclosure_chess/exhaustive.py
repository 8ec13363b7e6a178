"""Plain minimax over the oracle's boards: what a placing game of shared pieces comes to, with no idea but the rules."""

from __future__ import annotations

import functools

from tests.games.enclosure_chess import oracle as oracle_module
from tests.games.enclosure_chess.oracle import COLUMNS, Oracle
from tests.kept import keep

SOURCES = [__name__, oracle_module.__name__]
POINTS = [f"{column}{row}" for column in COLUMNS for row in range(1, 8)]


class Minimax:
    """`futures` holds, for every board looked at, what the player to move will still capture more than the opponent."""

    def __init__(self) -> None:
        self.futures: dict[str, int] = {}  # by the signs of all points

    def margins(self, oracle: Oracle) -> dict[str, int]:
        """For each move, what its player will capture more than the opponent from now on."""
        player = oracle.to_move
        found = {}
        for move in oracle.moves():
            after = oracle.copy()
            after.play(move)
            found[move] = after.score()[player] - oracle.score()[player] - self.future(after)
        return found

    def future(self, oracle: Oracle) -> int:
        board = oracle.board()
        key = "".join([board.get(point, ".") for point in POINTS])
        if key not in self.futures:
            self.futures[key] = max(self.margins(oracle).values(), default=0)
        return self.futures[key]


@functools.cache
def whole(rules: str, vacated: str) -> Minimax:
    """Every board that can come about; seconds for 5x5."""
    made = Minimax()

    def fill() -> dict[str, int]:
        made.future(Oracle(rules, vacated=vacated))
        return made.futures

    made.futures = keep(f"whole {rules} {vacated}", SOURCES, fill)
    return made
