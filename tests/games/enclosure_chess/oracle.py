"""Enclosure Chess (Weiziqi), its three games written a second time from their rules page, slow and plain.

`5x5` and `7x7`: black pieces (`X`) stand on every other intersection, on 5x5 without the middle one (1).
The players in turn put a shared piece (`o`) on an empty intersection (2) and capture every black piece
whose neighbours are all shared pieces (3). When the shared pieces are used up, more captures win (4).
Option `vacated`: may the intersection of a captured piece be placed on (`open`) or not (`closed`, shown
as `#`)?

`six`: Red (`r`, player 0) and Black (`b`, player 1) move six pieces each along the lines of a round board
of 21 points (5, 6). Enemy groups left without an empty point beside them are captured (7). Taking all
wins, and so does leaving the opponent without a move (8); a long time without captures is a draw (9).
Options: `win` = `all` or `two`, `quiet`.
"""

from __future__ import annotations

from itertools import pairwise

COLUMNS = "abcdefg"

LINES = [  # of the round board
    "N1-N4-E1-E4-E3-S4-S3-S2-W3-W2-W1-N2-N1",  # the outer circle
    "N2-N3-N4",  # the four arcs
    "E1-E2-E3",
    "S4-S1-S2",
    "W3-W4-W1",
    "N1-N3-C1-C5-C3-S1-S3",  # the diameters
    "W2-W4-C2-C5-C4-E2-E4",
    "C1-C4-C3-C2-C1",  # the inner circle
]
RED_START = ["S1", "S2", "S3", "S4", "W3", "E3"]  # 5
BLACK_START = ["N1", "N2", "N3", "N4", "W1", "E1"]
SIDES = "rb"  # player 0, player 1


def _grid(size: int) -> dict[str, list[str]]:
    """Each intersection of a square board with its neighbours along the lines."""
    joined = {}
    for x in range(size):
        for y in range(size):
            beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            inside = [(nx, ny) for nx, ny in beside if 0 <= nx < size and 0 <= ny < size]
            joined[COLUMNS[x] + str(y + 1)] = [COLUMNS[nx] + str(ny + 1) for nx, ny in inside]
    return joined


def _round() -> dict[str, list[str]]:
    """Each point of the round board with its neighbours along the lines."""
    joined: dict[str, list[str]] = {}
    for line in LINES:
        points = line.split("-")
        for one, other in pairwise(points):
            joined.setdefault(one, []).append(other)
            joined.setdefault(other, []).append(one)
    return joined


JOINED = {"5x5": _grid(5), "7x7": _grid(7), "six": _round()}
SHARED = {"5x5": 12, "7x7": 24}  # 1


def _start(rules: str) -> dict[str, str]:
    if rules == "six":
        return dict.fromkeys(RED_START, "r") | dict.fromkeys(BLACK_START, "b")  # 5
    pieces = {}
    for point in JOINED[rules]:
        if (COLUMNS.index(point[0]) + int(point[1:]) - 1) % 2 == 0:  # the colour of a1 on a chequered board
            pieces[point] = "X"
    if rules == "5x5":
        del pieces["c3"]
    return pieces  # 1


class Oracle:
    def __init__(self, rules: str = "5x5", **options: object) -> None:
        if rules not in JOINED:
            raise ValueError(f"unknown rule set: {rules}")
        known = {"win", "quiet"} if rules == "six" else {"vacated"}
        if not set(options) <= known:
            raise ValueError(f"{rules} has the options {sorted(known)}, not {options}")
        vacated, win = options.get("vacated", "open"), options.get("win", "all")
        quiet = options.get("quiet", 60)
        if vacated not in ("open", "closed") or win not in ("all", "two"):
            raise ValueError(f"unknown value: {options}")
        self._rules = rules
        self._closed = vacated == "closed"
        self._lost_at = 2 if win == "two" else 0  # this many pieces or fewer is lost (8)
        self._quiet_limit = int(str(quiet))
        if not 20 <= self._quiet_limit <= 400:
            raise ValueError(f"quiet is 20 to 400, not {quiet}")
        self._pieces = _start(rules)
        self._mover = 0
        self._captures = [0, 0]
        self._quiet_moves = 0

    @classmethod
    def from_board(
        cls,
        board: dict[str, str],
        to_move: int,
        rules: str = "5x5",
        captures: tuple[int, int] = (0, 0),
        quiet_moves: int = 0,
        **options: object,
    ) -> Oracle:
        """A position from pieces as board() gives them; shared pieces not there are still to be placed."""
        made = cls(rules, **options)
        made._pieces = dict(board)
        made._mover = to_move
        made._captures = list(captures)
        made._quiet_moves = quiet_moves
        return made

    def copy(self) -> Oracle:
        twin = Oracle.__new__(Oracle)
        twin.__dict__.update(self.__dict__)
        twin._pieces = dict(self._pieces)
        twin._captures = list(self._captures)
        return twin

    @property
    def to_move(self) -> int:
        return self._mover

    def score(self) -> tuple[int, int]:
        return self._captures[0], self._captures[1]

    def board(self) -> dict[str, str]:
        return dict(self._pieces)

    def moves(self) -> list[str]:
        if self._rules == "six":
            return self._moves_by_6() if self._outcome_of_six() is None else []
        return self._placements()

    def play(self, text: str) -> None:
        if self._rules == "six":
            self._play_six(text)
        else:
            self._play_placement(text)
        self._mover = 1 - self._mover

    def outcome(self) -> tuple[int | None, str] | None:
        if self._rules == "six":
            return self._outcome_of_six()
        if self._placements():
            return None
        first, second = self._captures
        if first == second:
            return None, "4"
        return (0 if first > second else 1), "4"

    # 5x5 and 7x7

    def _placements(self) -> list[str]:
        """2; none when all shared pieces are placed (4)."""
        placed = sum(1 for symbol in self._pieces.values() if symbol == "o")
        if placed == SHARED[self._rules]:
            return []
        return [point for point in JOINED[self._rules] if point not in self._pieces]

    def _play_placement(self, point: str) -> None:
        joined = JOINED[self._rules]
        self._pieces[point] = "o"
        captured = []
        for black, symbol in self._pieces.items():
            if symbol == "X" and all(self._pieces.get(near) == "o" for near in joined[black]):
                captured.append(black)  # 3
        for black in captured:
            del self._pieces[black]
            if self._closed:
                self._pieces[black] = "#"
        self._captures[self._mover] += len(captured)

    # six

    def _moves_by_6(self) -> list[str]:
        found = []
        for point, side in self._pieces.items():
            if side == SIDES[self._mover]:
                found += [f"{point}-{near}" for near in JOINED["six"][point] if near not in self._pieces]
        return found

    def _play_six(self, text: str) -> None:
        source, target = text.split("-")
        self._pieces[target] = self._pieces.pop(source)
        captured = self._enclosed(SIDES[1 - self._mover])
        for point in captured:
            del self._pieces[point]
        self._captures[self._mover] += len(captured)
        self._quiet_moves = 0 if captured else self._quiet_moves + 1

    def _enclosed(self, side: str) -> list[str]:
        """7: the pieces of one side in groups without an empty point next to them."""
        enclosed = []
        for start, owner in self._pieces.items():
            if owner != side:
                continue
            group = [start]
            for point in group:  # grows while it is walked
                for near in JOINED["six"][point]:
                    if self._pieces.get(near) == side and near not in group:
                        group.append(near)
            if all(near in self._pieces for point in group for near in JOINED["six"][point]):
                enclosed.append(start)
        return enclosed

    def _outcome_of_six(self) -> tuple[int | None, str] | None:
        for player in (0, 1):
            left = sum(1 for side in self._pieces.values() if side == SIDES[player])
            if left <= self._lost_at:
                return 1 - player, "8"
        if not self._moves_by_6():
            return 1 - self._mover, "8"
        if self._quiet_moves >= self._quiet_limit:
            return None, "9"
        return None
