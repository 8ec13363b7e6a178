"""Enso, written a second time from its rules page, slow and plain.

Black (`x`, player 0) and White (`o`, player 1) on a 6 x 6 board that starts with 32 stones (1). What a
stone may do depends on the stones adjacent to it in the eight directions (2): with an enemy there it must
capture the first stone seen along some line (3.1); with friends only it goes to an empty cell beside an
enemy or beside nobody (3.2); with nobody there it is stuck (3.3). A stone of the inner 4 x 4 cells with
eight empty cells round it is an Enso and wins (4.1, 4.2); a player who cannot move loses (4.3). No draws
(5).
"""

from __future__ import annotations

COLUMNS = "abcdef"
ROWS = "123456"
COLOURS = "xo"  # player 0, player 1

SETUP = "xxxooo / xxxooo / xx..oo / oo..xx / oooxxx / oooxxx"  # clause 1, row 6 first

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def _ray(cell: str, right: int, up: int) -> list[str]:
    """The cells seen from a cell in one direction, nearest first, to the edge of the board."""
    column, row = COLUMNS.index(cell[0]) + right, ROWS.index(cell[1]) + up
    seen = []
    while 0 <= column < 6 and 0 <= row < 6:
        seen.append(COLUMNS[column] + ROWS[row])
        column, row = column + right, row + up
    return seen


CELLS = [column + row for column in COLUMNS for row in ROWS]
RAYS = {cell: [_ray(cell, right, up) for right, up in DIRECTIONS] for cell in CELLS}
ADJACENT = {cell: [ray[0] for ray in RAYS[cell] if ray] for cell in CELLS}  # clause 2
INNER = [cell for cell in CELLS if cell[0] in "bcde" and cell[1] in "2345"]  # clause 4.1


class Oracle:
    def __init__(self, rules: str = "standard", **options: object) -> None:
        if rules != "standard" or options:
            raise ValueError(f"Enso has the rule set 'standard' and no options, not {rules} {options}")
        self._stones = _read(SETUP)
        self._mover = 0

    @classmethod
    def from_rows(cls, rows: str, to_move: int) -> Oracle:
        """A position from a diagram: row 6 first, rows parted by slashes."""
        made = cls()
        made._stones = _read(rows)
        made._mover = to_move
        return made

    def copy(self) -> Oracle:
        twin = Oracle.__new__(Oracle)
        twin._stones = dict(self._stones)
        twin._mover = self._mover
        return twin

    @property
    def to_move(self) -> int:
        return self._mover

    def score(self) -> tuple[int, int] | None:
        return None

    def board(self) -> dict[str, str]:
        return dict(self._stones)

    def moves(self) -> list[str]:
        if self._players_with_enso():
            return []
        return self._moves_by_clause_3()

    def play(self, text: str) -> None:
        source, target = text[:2], text[3:]
        self._stones[target] = self._stones.pop(source)  # a victim on the target is replaced
        self._mover = 1 - self._mover

    def outcome(self) -> tuple[int | None, str] | None:
        winners = self._players_with_enso()
        if len(winners) == 1:
            return next(iter(winners)), "4.1"
        if len(winners) == 2:
            return 1 - self._mover, "4.2"  # the player who moved
        if not self._moves_by_clause_3():
            return 1 - self._mover, "4.3"
        return None

    def _players_with_enso(self) -> set[int]:
        players = set()
        for cell in INNER:
            if cell in self._stones and not any(near in self._stones for near in ADJACENT[cell]):
                players.add(COLOURS.index(self._stones[cell]))
        return players

    def _moves_by_clause_3(self) -> list[str]:
        stones = self._stones
        own, enemy = COLOURS[self._mover], COLOURS[1 - self._mover]
        found = []
        for cell, colour in stones.items():
            if colour != own:
                continue
            company = [stones[near] for near in ADJACENT[cell] if near in stones]
            if enemy in company:  # 2.1 in contact
                found += [f"{cell}x{victim}" for victim in self._victims(cell, enemy)]
            elif company:  # 2.2 among friends
                found += [f"{cell}-{target}" for target in self._quiet_targets(cell, enemy)]
            # 2.3 alone: 3.3, no move
        return found

    def _victims(self, cell: str, enemy: str) -> list[str]:
        """3.1: along each line the first stone, if it is an enemy."""
        victims = []
        for ray in RAYS[cell]:
            for target in ray:
                if target in self._stones:
                    if self._stones[target] == enemy:
                        victims.append(target)
                    break
        return victims

    def _quiet_targets(self, cell: str, enemy: str) -> list[str]:
        """3.2: empty cells in sight beside an enemy or beside nobody, the moving stone lifted."""
        others = {other: colour for other, colour in self._stones.items() if other != cell}
        targets = []
        for ray in RAYS[cell]:
            for target in ray:
                if target in others:
                    break
                beside = [others[near] for near in ADJACENT[target] if near in others]
                if enemy in beside or not beside:
                    targets.append(target)
        return targets


def _read(rows: str) -> dict[str, str]:
    stones = {}
    for row, line in zip(reversed(ROWS), rows.split("/"), strict=True):
        for column, symbol in zip(COLUMNS, line.strip(), strict=True):
            if symbol in COLOURS:
                stones[column + row] = symbol
    return stones
