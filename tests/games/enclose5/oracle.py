"""Enclose5 (Fabio Pozzi), written once more from the rules page: clauses 1 to 6, every option.

A cell holds `r` or `b` (a mark), `R` or `B` (coloured), or nothing. After each mark the walk of 2.1 finds
what the mover's marks enclose, and all of it that is not coloured yet takes the mover's colour (2, 3); then
the points are looked at (4), and then the runs through the new mark that are left (5). An alignment bars
the cells right beyond its two ends until the turn is over (5.2). The openings pie and swap2 settle which
player owns which colour.
"""

from __future__ import annotations

from functools import cache

# A direction and its opposite for each of the four lines: column, row, two diagonals.
LINES = (((0, 1), (0, -1)), ((1, 0), (-1, 0)), ((1, 1), (-1, -1)), ((1, -1), (-1, 1)))


@cache
def column_name(column: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[column] if column < 26 else column_name(column // 26 - 1) + letters[column % 26]


class Board:
    """The cells of one size and what lies beside them, by name; the same for every position of that size."""

    def __init__(self, size: int) -> None:
        self.names: list[str] = []
        self.beside: dict[str, list[str]] = {}  # the cells that share a side
        self.edge: list[str] = []  # the cells with a side on the outside
        # The neighbour in each of eight directions, where there is one.
        self.next: dict[tuple[int, int], dict[str, str]] = {way: {} for line in LINES for way in line}
        cells = [(column, row) for row in range(size) for column in range(size)]
        name = {(column, row): f"{column_name(column)}{row + 1}" for column, row in cells}
        for column, row in cells:
            here = name[column, row]
            self.names.append(here)
            for (dx, dy), following in self.next.items():
                if (column + dx, row + dy) in name:
                    following[here] = name[column + dx, row + dy]
            sides = [(column, row + 1), (column, row - 1), (column + 1, row), (column - 1, row)]
            self.beside[here] = [name[side] for side in sides if side in name]
            if len(self.beside[here]) < 4:
                self.edge.append(here)


@cache
def board_of(size: int) -> Board:
    return Board(size)


class Oracle:
    def __init__(
        self,
        rules: str = "standard",
        size: object = 21,
        target: object = 20,
        opening: object = "none",
        links: object = "off",
        small: object = "off",
    ) -> None:
        assert rules == "standard"
        self.size = int(str(size if small == "off" else small))
        self.geometry = board_of(self.size)
        self.target = None if target == "full" else int(str(target))
        self.opening = str(opening)
        self.links = links == "on"
        self.cells: dict[str, str] = {}
        self.player = 0
        self.colours = ["r", "b"]  # of player 0 and player 1
        # "play": ordinary moves; "pie": ordinary or `swap`; "three" and "two": the marks that swap2 begins
        # with and adds after `more`; "answer": red, blue or more; "reply": red or blue.
        self.stage = "three" if self.opening == "swap2" else "play"
        self.opening_marks = "rbr"  # colours of the marks to come in stages "three" and "two"
        self.owed = 0  # further moves, clause 5
        self.barred: set[str] = set()  # 5.2
        self.result: tuple[int | None, str] | None = None

    @classmethod
    def from_rows(cls, rows: str, to_move: int = 0, **options: object) -> Oracle:
        """A position at the start of a turn, top row first, rows divided by `/`: "..r.. / .rB.. / ..."."""
        lines = [line.strip() for line in rows.split("/")]
        oracle = cls("standard", size=len(lines), **options)
        for index, line in enumerate(lines):
            for column, symbol in enumerate(line):
                if symbol != ".":
                    oracle.cells[f"{column_name(column)}{len(lines) - index}"] = symbol
        oracle.player = to_move
        oracle.stage = "play"
        return oracle

    def copy(self) -> Oracle:
        other = Oracle.__new__(Oracle)
        other.__dict__.update(self.__dict__)
        other.cells = dict(self.cells)
        other.colours = list(self.colours)
        other.barred = set(self.barred)
        return other

    @property
    def to_move(self) -> int:
        return self.player

    def outcome(self) -> tuple[int | None, str] | None:
        return self.result

    def score(self) -> tuple[int, int]:
        symbols = list(self.cells.values())
        return symbols.count(self.colours[0].upper()), symbols.count(self.colours[1].upper())

    def board(self) -> dict[str, str]:
        return dict(self.cells)

    def moves(self) -> list[str]:
        if self.result is not None:
            return []
        if self.stage == "answer":
            return ["red", "blue", "more"]
        if self.stage == "reply":
            return ["red", "blue"]
        return self._open_cells() + (["swap"] if self.stage == "pie" else [])

    def _open_cells(self) -> list[str]:
        """1 and 3: a cell that is empty (a coloured one is not); 5.2: and not barred in this turn."""
        return [name for name in self.geometry.names if name not in self.cells and name not in self.barred]

    def play(self, text: str) -> None:
        if text == "swap":
            # The second player now owns Red; the first one, now Blue, moves.
            self.colours = ["b", "r"]
            self.stage, self.player = "play", 0
        elif text in ("red", "blue"):
            self.colours[self.player] = text[0]
            self.colours[1 - self.player] = "b" if text == "red" else "r"
            self.stage, self.player = "play", self.colours.index("b")
        elif text == "more":
            self.stage, self.opening_marks = "two", "br"
        elif self.stage in ("three", "two"):
            # Two or three marks of a colour can neither enclose nor align.
            self.cells[text], self.opening_marks = self.opening_marks[0], self.opening_marks[1:]
            if not self.opening_marks:
                self.stage, self.player = ("answer", 1) if self.stage == "three" else ("reply", 0)
        else:
            first_mark = not self.cells
            self._mark(text)
            self.stage = "pie" if first_mark and self.opening == "pie" else "play"

    def _mark(self, cell: str) -> None:
        own = self.colours[self.player]
        self.cells[cell] = own
        for inside in self._enclosed(own):
            self.cells[inside] = own.upper()
        points = self.score()
        if self.target is not None and points[self.player] >= self.target:  # 4
            self.result = self.player, "4"
            return
        # 5: this mark is one of those owed, if any are; what it gains is added (5.3).
        self.owed = max(self.owed - 1, 0) + self._alignments(cell, own)
        if len(self.cells) == self.size * self.size:  # 6
            self.result = (None if points[0] == points[1] else points.index(max(points))), "6"
        elif self.owed == 0 or not self._open_cells():
            self.owed = 0  # 5.1: what is owed lapses when every empty cell is barred
            self.barred = set()
            self.player = 1 - self.player

    def _enclosed(self, own: str) -> list[str]:
        """2.1: the cells that now take the colour of the marks `own`."""
        walls = {name for name, symbol in self.cells.items() if symbol == own}
        if self.links:
            walls |= {name for name, symbol in self.cells.items() if symbol == own.upper()}
        # Walk in from the outside, through everything that is no wall.
        to_visit = [name for name in self.geometry.edge if name not in walls]
        reached = set(to_visit)
        while to_visit:
            for name in self.geometry.beside[to_visit.pop()]:
                if name not in reached and name not in walls:
                    reached.add(name)
                    to_visit.append(name)
        enclosed = []
        for name in self.geometry.names:
            symbol = self.cells.get(name)
            if name in reached or symbol == "R" or symbol == "B":  # 3: never changes colour
                continue
            if symbol == own:
                # A mark of the mover: no neighbour reached, none of them off the board.
                beside = self.geometry.beside[name]
                if len(beside) == 4 and reached.isdisjoint(beside):
                    enclosed.append(name)
            else:
                enclosed.append(name)
        return enclosed

    def _alignments(self, cell: str, own: str) -> int:
        """5: the further moves gained by the runs through the new mark; 5.2: their ends are barred."""
        if self.cells[cell] != own:
            return 0
        gained = 0
        for line in LINES:
            length = 1
            ends = []
            for way in line:
                following = self.geometry.next[way]
                end = following.get(cell)
                while end is not None and self.cells.get(end) == own:
                    length += 1
                    end = following.get(end)
                ends.append(end)
            if length >= 5:
                gained += length - 4
                self.barred.update(end for end in ends if end is not None)
        return gained
