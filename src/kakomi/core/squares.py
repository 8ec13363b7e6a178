"""Helpers for boards of columns and rows: names of cells, FEN-like rows, diagrams with coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kakomi.core.errors import PositionError, shorten


def column_name(column: int) -> str:
    """a, b ... z, aa, ab ...

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    return chr(97 + column) if column < 26 else column_name(column // 26 - 1) + chr(97 + column % 26)


@lru_cache(maxsize=4096)
def cell_name(column: int, row: int) -> str:
    """Column letters and the row counted from 1 at the bottom.

    >>> cell_name(10, 10)
    'k11'
    """
    return f"{column_name(column)}{row + 1}"


def set_bits(word: int) -> Iterator[int]:
    """The places of the set bits of an integer, the lowest first.

    >>> list(set_bits(0b101100))
    [2, 3, 5]
    """
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest


def read_cell(text: str, columns: int, rows: int) -> tuple[int, int] | None:
    """(column, row) of a cell's name, None if it names no cell of the board.

    >>> read_cell("k11", 21, 21), read_cell("k0", 21, 21), read_cell("K11", 21, 21)
    ((10, 10), None, None)
    """
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    if not (1 <= len(letters) <= 2 and 1 <= len(digits) <= 3 and letters.isascii() and letters.isalpha()):
        return None
    if not letters.islower() or not digits.isascii() or digits[0] == "0":
        return None
    column = ord(letters[-1]) - 97
    if len(letters) == 2:
        column += 26 * (ord(letters[0]) - 96)
    row = int(digits) - 1
    return (column, row) if column < columns and row < rows else None


@lru_cache(maxsize=4096)
def row_text(layers: tuple[int, ...], symbols: str, columns: int) -> str:
    """A row as text: each cell has the symbol of the layer in which its bit is set, `.` where it is set in none.

    >>> row_text((0b01, 0b10), "xo", 4)
    'xo..'
    """
    cells = ["."] * columns
    for layer, symbol in zip(layers, symbols, strict=True):
        for column in set_bits(layer):
            cells[column] = symbol
    return "".join(cells)


def fen_rows(rows: list[str]) -> str:
    """Rows of symbols, top row first, as one text with runs of `.` counted.

    >>> fen_rows(["xx..o.", "......"])
    'xx2o1/6'
    """
    return "/".join(_squeeze(row) for row in rows)


@lru_cache(maxsize=4096)
def _squeeze(row: str) -> str:
    text, empty = "", 0
    for symbol in row + "|":
        if symbol == ".":
            empty += 1
            continue
        text += (str(empty) if empty else "") + symbol
        empty = 0
    return text[:-1]


def read_fen_rows(text: str, columns: int, rows: int, symbols: str) -> list[str]:
    """The rows of `fen_rows`, top row first, checked: number and length of rows, and the symbols.

    >>> read_fen_rows("x1/.o", 2, 2, "xo")
    ['x.', '.o']
    """
    parts = text.split("/")
    if len(parts) != rows:
        raise PositionError(f"a position has {rows} rows separated by '/', this has {len(parts)}")
    checked_rows = []
    for number, part in zip(range(rows, 0, -1), parts, strict=True):
        if len(part) > 2 * columns:
            raise PositionError(f"row {number} is too long for {columns} cells: {shorten(part)!r}")
        row, digits = "", ""
        for symbol in part:
            if symbol.isascii() and symbol.isdigit() and len(digits) < 3:
                digits += symbol
            else:
                row += "." * int(digits or "0") + symbol
                digits = ""
        row += "." * int(digits or "0")
        if len(row) != columns:
            raise PositionError(f"row {number} has {len(row)} cells, not {columns}: {shorten(part)!r}")
        checked_rows.append(check_symbols(row, symbols, f"row {number}"))
    return checked_rows


def check_symbols(row: str, symbols: str, where: str) -> str:
    """The row, if it has only these symbols and `.`."""
    for symbol in row:
        if symbol not in symbols and symbol != ".":
            raise PositionError(f"{where} has {symbol!r}; a cell is one of {' '.join(symbols)} or . for empty")
    return row


def diagram_rows(rows: list[str]) -> str:
    """A diagram with coordinates, top row first.

    >>> print(diagram_rows(["x.", ".o"]))
    2 x .
    1 . o
      a b
    """
    columns = len(rows[0])
    wide = len(str(len(rows)))
    cell = len(column_name(columns - 1))
    lines = [
        f"{number:>{wide}} {_spread(row, cell)}" for number, row in zip(range(len(rows), 0, -1), rows, strict=True)
    ]
    lines.append(f"{' ' * wide} {_column_names(columns, cell)}")
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _spread(row: str, cell: int) -> str:
    return " ".join(row if cell == 1 else (f"{symbol:>{cell}}" for symbol in row))


@lru_cache(maxsize=64)
def _column_names(columns: int, cell: int) -> str:
    return " ".join(f"{column_name(c):>{cell}}" for c in range(columns))


def read_diagram_rows(text: str, columns: int, rows: int, symbols: str) -> tuple[list[str], list[str]]:
    """The rows of a diagram, top first, and the lines that are not part of the board.

    Coordinates and spaces may be left out, and `/` may stand for the end of a line.
    """
    board_rows: list[str] = []
    rest: list[str] = []
    for line in text.replace("/", "\n").splitlines():
        words = line.split()
        if words and words[0].isdigit() and len(words) > 1:
            words = words[1:]
        row = "".join(words)
        if words and len(board_rows) < rows and len(row) == columns and all(s in symbols or s == "." for s in row):
            board_rows.append(row)
        elif words and words != [column_name(c) for c in range(columns)]:
            rest.append(line.strip())
    if len(board_rows) != rows:
        raise PositionError(
            f"the diagram has {len(board_rows)} rows of {columns} cells ({' '.join(symbols)} or .), not {rows}"
            + (f"; this line is not one of them: {shorten(rest[0])!r}" if rest else "")
        )
    return board_rows, rest
