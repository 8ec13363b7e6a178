"""TOOT (Tom Wuytack), written once more from the rules page: clauses 1 to 7 and every option.

The board is the tiles on the table. Blue is player 0, Red player 1. While a player holds tiles, a turn is a
tile (2) and then one action (3.1 enter, 3.2 step, 3.3 jump; 3.4 forced entry, 3.5 no action at all);
afterwards it is one of 4.1 to 4.5 (step, jump, re-entry of a captured piece, the one sacrifice, pass). A
jump (5) goes over enemy tiles, with or without pieces, and after a capture the same piece may jump again. A
captured lying piece is gone for good (6). The end (7) is tested after each turn.

A piece is always on a tile of its own colour, so it is kept as "+" (standing) or "=" (lying) at a cell, and
its owner is the owner of the tile. Pieces gone for good are simply counted nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

Cell = tuple[int, int]

COLOURS = "br"
OFFSETS = {
    "square": ((1, 0), (-1, 0), (0, 1), (0, -1)),
    "hex": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)),
}


@cache
def name_of(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


@cache
def cell_of(name: str) -> Cell:
    x, y = name.split(",")
    return int(x), int(y)


@cache
def around(grid: str, cell: Cell) -> tuple[Cell, ...]:
    return tuple((cell[0] + dx, cell[1] + dy) for dx, dy in OFFSETS[grid])


class Oracle:
    def __init__(
        self,
        rules: str = "standard",
        tiles: object = 15,
        pieces: object = 5,
        grid: object = "square",
        quiet: object = 50,
        tiebreak: object = "draw",
        count: object = "total",
    ) -> None:
        assert rules == "standard"
        self.grid, self.tiebreak, self.count = str(grid), str(tiebreak), str(count)
        self.quiet_limit = int(str(quiet))
        # 1: OT (red) at 0,0 and TO (blue) at 0,1.
        self.tiles: dict[Cell, str] = {(0, 0): "r", (0, 1): "b"}
        self.pieces: dict[Cell, str] = {}
        self.tiles_in_hand = [int(str(tiles))] * 2
        self.pieces_in_hand = [int(str(pieces))] * 2
        self.set_aside = [0, 0]  # captured standing pieces, which may come back by 4.3
        self.sacrificed = [False, False]  # 4.4 used up
        self.player = 0
        # To be chosen: "turn" (its first move), "action" (after the tile), "jump" (a further one, or stop),
        # "re-enter" (the piece just sacrificed).
        self.stage = "turn"
        self.acting_cell: Cell = (0, 0)  # the tile just placed, or where the jumping piece is now
        self.progress = False  # 7.2: this turn placed a tile, entered, captured or re-entered
        self.quiet_turns = 0
        self.passes = 0
        self.result: tuple[int | None, str] | None = None

    @classmethod
    def position(
        cls,
        cells: Mapping[str, str],
        options: Mapping[str, object] | None = None,
        **state: object,
    ) -> Oracle:
        """Any position at the start of a turn. The cells are as in board(): {"0,1": "b+", "0,0": "r"}.
        The state is what differs from Blue to move, no hands: player=1, set_aside=[2, 0] ..."""
        oracle = cls("standard", **(options or {}))
        oracle.tiles = {cell_of(name): symbol[0] for name, symbol in cells.items()}
        oracle.pieces = {cell_of(name): symbol[1] for name, symbol in cells.items() if len(symbol) == 2}
        oracle.tiles_in_hand, oracle.pieces_in_hand = [0, 0], [0, 0]
        oracle.__dict__.update(state)
        return oracle

    def copy(self) -> Oracle:
        other = Oracle.__new__(Oracle)
        other.__dict__.update(self.__dict__)
        other.tiles, other.pieces = dict(self.tiles), dict(self.pieces)
        other.tiles_in_hand, other.pieces_in_hand = list(self.tiles_in_hand), list(self.pieces_in_hand)
        other.set_aside, other.sacrificed = list(self.set_aside), list(self.sacrificed)
        return other

    @property
    def to_move(self) -> int:
        return self.player

    def outcome(self) -> tuple[int | None, str] | None:
        return self.result

    def score(self) -> tuple[int, int]:
        return self._left(0), self._left(1)

    def board(self) -> dict[str, str]:
        return {name_of(cell): colour + self.pieces.get(cell, "") for cell, colour in self.tiles.items()}

    # What can be done

    def moves(self) -> list[str]:
        if self.result is not None:
            return []
        if self.stage == "action":
            return self._actions()
        if self.stage == "jump":
            return ["stop", *self._jump_texts(self.acting_cell)]
        if self.stage == "re-enter":
            return self._re_entries()
        if self.tiles_in_hand[self.player] > 0:
            return [name_of(square) for square in self._placements()]
        texts = self._steps_and_jumps()
        if self.set_aside[self.player] > 0:
            texts += self._re_entries()
        if not self.sacrificed[self.player]:
            # 4.4: only if some tile can be lifted once the piece is off its own one. (A place to put it never
            # lacks: right above the highest of the other tiles.)
            standing = [cell for cell in self._own_pieces() if self.pieces[cell] == "+"]
            texts += ["!" + name_of(cell) for cell in standing if self._liftable(freed=cell)]
        return texts or ["pass"]  # 4.5

    def _own_pieces(self) -> list[Cell]:
        own = COLOURS[self.player]
        return [cell for cell in self.pieces if self.tiles[cell] == own]

    def _supports(self) -> dict[Cell, list[Cell]]:
        """2: every empty square next to a tile, with the tiles it is next to."""
        supports: dict[Cell, list[Cell]] = {}
        for tile in self.tiles:
            for square in around(self.grid, tile):
                if square not in self.tiles:
                    supports.setdefault(square, []).append(tile)
        return supports

    def _placements(self) -> list[Cell]:
        squares = list(self._supports())
        if self.pieces_in_hand[self.player] > 0:
            return squares  # 3.1 is possible after each of them
        useful = []
        for square in squares:
            self.tiles[square] = COLOURS[self.player]
            if self._steps_and_jumps():
                useful.append(square)
            del self.tiles[square]
        return useful or squares  # 3.5

    def _actions(self) -> list[str]:
        in_hand = self.pieces_in_hand[self.player]
        if in_hand > self.tiles_in_hand[self.player]:
            return ["+"]  # 3.4
        return (["+"] if in_hand > 0 else []) + self._steps_and_jumps()

    def _steps_and_jumps(self) -> list[str]:
        own = COLOURS[self.player]
        texts = []
        for cell in self._own_pieces():
            for beside in around(self.grid, cell):  # 3.2, 4.1
                if self.tiles.get(beside) == own and beside not in self.pieces:
                    texts.append(name_of(cell) + ">" + name_of(beside))
            texts += self._jump_texts(cell)  # 3.3, 4.2
        return texts

    def _jump_texts(self, cell: Cell) -> list[str]:
        return [name_of(cell) + ">" + name_of(landing) for landing in self._jumps(cell)]

    def _jumps(self, cell: Cell) -> dict[Cell, list[Cell]]:
        """5: where the piece at `cell` can jump to, with the tiles jumped over."""
        own, enemy = COLOURS[self.player], COLOURS[1 - self.player]
        found = {}
        for dx, dy in OFFSETS[self.grid]:
            over = []
            x, y = cell[0] + dx, cell[1] + dy
            while self.tiles.get((x, y)) == enemy:
                over.append((x, y))
                x, y = x + dx, y + dy
            if over and self.tiles.get((x, y)) == own and (x, y) not in self.pieces:
                found[(x, y)] = over
        return found

    def _adjacent_tiles(self, cell: Cell) -> int:
        return sum(beside in self.tiles for beside in around(self.grid, cell))

    def _liftable(self, freed: Cell | None = None) -> list[Cell]:
        """4.3: own tiles with no piece (that on `freed` being taken off) and at most three adjacent tiles."""
        own = COLOURS[self.player]
        free = [t for t in self.tiles if self.tiles[t] == own and (t not in self.pieces or t == freed)]
        return [tile for tile in free if self._adjacent_tiles(tile) <= 3]

    def _re_entries(self) -> list[str]:
        supports = self._supports()
        texts = []
        for lifted in self._liftable():
            # 2: a square held only by the lifted tile itself will not do.
            squares = [square for square, tiles in supports.items() if tiles != [lifted]]
            if self._adjacent_tiles(lifted) > 0:
                squares.append(lifted)
            start = name_of(lifted) + "="
            texts += [start + name_of(square) for square in squares]
        return texts

    # Doing it

    def play(self, text: str) -> None:
        player = self.player
        if text in ("pass", "stop"):
            self._end_turn(passed=text == "pass")
        elif text == "+":  # 3.1
            self.pieces[self.acting_cell] = "+"
            self.pieces_in_hand[player] -= 1
            self._end_turn()
        elif text.startswith("!"):  # 4.4
            del self.pieces[cell_of(text[1:])]
            self.sacrificed[player] = True
            self.stage = "re-enter"
        elif "=" in text:  # 4.3
            lifted, square = map(cell_of, text.split("="))
            if self.stage != "re-enter":
                self.set_aside[player] -= 1
            del self.tiles[lifted]
            self.tiles[square] = COLOURS[player]
            self.pieces[square] = "="
            self.progress = True
            self._end_turn()
        elif ">" in text:
            self._move_piece(*map(cell_of, text.split(">")))
        else:
            self.acting_cell = cell_of(text)
            self.tiles[self.acting_cell] = COLOURS[player]
            self.tiles_in_hand[player] -= 1
            self.progress = True
            if self._actions():
                self.stage = "action"
            else:
                self._end_turn()  # 3.5

    def _move_piece(self, start: Cell, goal: Cell) -> None:
        jumped = [] if goal in around(self.grid, start) else self._jumps(start)[goal]
        self.pieces[goal] = self.pieces.pop(start)
        captured = [cell for cell in jumped if cell in self.pieces]
        for cell in captured:  # 6
            if self.pieces.pop(cell) == "+":
                self.set_aside[1 - self.player] += 1
        self.progress = self.progress or bool(captured)
        if captured and self._jumps(goal):  # 5.1
            self.stage, self.acting_cell = "jump", goal
        else:
            self._end_turn()

    def _left(self, player: int) -> int:
        """7.1, with option `count`. A piece on its way from 4.4 to 4.3 is still left."""
        left = self.pieces_in_hand[player]
        left += sum(self.tiles[cell] == COLOURS[player] for cell in self.pieces)
        if self.stage == "re-enter" and player == self.player:
            left += 1
        if self.count == "total" or self.tiles_in_hand != [0, 0]:
            left += self.set_aside[player]
        return left

    def _end_turn(self, passed: bool = False) -> None:
        self.passes = self.passes + 1 if passed else 0
        self.quiet_turns = 0 if self.progress else self.quiet_turns + 1
        self.progress = False
        self.stage = "turn"
        self.result = self._test_end()
        self.player = 1 - self.player

    def _test_end(self) -> tuple[int | None, str] | None:
        left = self.score()
        if min(left) <= 1:  # 7.1
            return (None if max(left) <= 1 else left.index(max(left))), "7.1"
        if self.quiet_turns >= self.quiet_limit or self.passes >= 2:  # 7.2
            if self.tiebreak == "pieces" and left[0] != left[1]:
                return left.index(max(left)), "7.2"
            return None, "7.2"
        return None
