"""Enclose5's positions as texts: `7/3r3/... b first 0 - play`, diagrams, and the checks for impossible ones.

A position text is the rows from the top (r b marks, R B coloured cells, numbers for empty ones), the colour to move,
the player who owns Red, how many further moves are owed, the barred cells (`a1,c5` or `-`), and the stage: `play`, or
in an opening `opening` (a mark comes next) or `answer`. The words from the third on may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kakomi.core.errors import PositionError, listing, shorten
from kakomi.core.squares import (
    cell_name,
    diagram_rows,
    fen_rows,
    read_cell,
    read_diagram_rows,
    read_fen_rows,
    row_text,
    set_bits,
)
from kakomi.games.enclose5 import layout as at
from kakomi.games.enclose5 import rules
from kakomi.games.enclose5.enclosing import forget, inside, walk

SYMBOLS = "rbRB"  # in the order of the planes
COLOURS = ("Red", "Blue")
PLAYERS = ("first", "second")
OPENINGS = ("none", "pie", "swap2")
# Option, stage, red and blue marks: the phase, and the colour to move.
STAGES = {
    (at.PIE, "opening", 0, 0): (at.PIE_MARK, at.RED),
    (at.PIE, "answer", 1, 0): (at.PIE_ANSWER, at.BLUE),
    (at.SWAP2, "opening", 0, 0): (at.MARK_1, at.RED),
    (at.SWAP2, "opening", 1, 0): (at.MARK_2, at.BLUE),
    (at.SWAP2, "opening", 1, 1): (at.MARK_3, at.RED),
    (at.SWAP2, "answer", 2, 1): (at.ANSWER, at.BLUE),
    (at.SWAP2, "opening", 2, 1): (at.MARK_4, at.BLUE),
    (at.SWAP2, "opening", 2, 2): (at.MARK_5, at.RED),
    (at.SWAP2, "answer", 3, 2): (at.REPLY, at.BLUE),
}
STAGE_OF = {phase: stage for (_, stage, _, _), (phase, _) in STAGES.items()}


class Beside(NamedTuple):
    """What a position has besides its rows."""

    turn: int = at.RED
    owner: int = 0
    owed: int = 0
    barred: tuple[str, ...] = ()
    stage: str = "play"


def cells_of(bits: int, row: int) -> list[str]:
    """The names of the cells set in a row."""
    return [cell_name(c - at.MARGIN, row) for c in range(bits.bit_length()) if bits >> c & 1]


def barred_cells(position: list[int]) -> tuple[str, ...]:
    """Clause 5.2: the empty cells that may not be marked in this turn."""
    size = position[at.SIZE]
    board, used = at.board_row(size), [0] * size
    for number in (*range(len(SYMBOLS)), at.OPEN):
        first = at.plane(position, number)
        used = [seen | word for seen, word in zip(used, position[first : first + size], strict=True)]
    return tuple([name for row, word in enumerate(used) if board & ~word for name in cells_of(board & ~word, row)])


def taken(position: list[int]) -> dict[tuple[int, int], str]:
    """The symbol of each (column, row) that is not empty."""
    rows = range(position[at.SIZE])
    return {
        (column, row): symbol
        for number, symbol in enumerate(SYMBOLS)
        for row, word in zip(rows, position[at.plane(position, number) :], strict=False)
        if word
        for column in set_bits(word >> at.MARGIN)
    }


def board(position: list[int]) -> dict[str, str]:
    return {cell_name(column, row): symbol for (column, row), symbol in taken(position).items()}


def _rows(position: list[int]) -> list[str]:
    size = position[at.SIZE]
    planes = [at.plane(position, number) for number in range(len(SYMBOLS))]
    return [
        row_text(tuple([position[first + row] >> at.MARGIN for first in planes]), SYMBOLS, size)
        for row in range(size - 1, -1, -1)
    ]


def _beside(position: list[int]) -> Beside:
    stage = STAGE_OF.get(position[at.PHASE], "play")
    return Beside(position[at.TURN], position[at.OWNER], position[at.OWED], barred_cells(position), stage)


# --- writing and reading ----------------------------------------------------------------------------------------------


def position_text(position: list[int]) -> str:
    turn, owner, owed, barred, stage = _beside(position)
    return f"{fen_rows(_rows(position))} {'rb'[turn]} {PLAYERS[owner]} {owed} {','.join(barred) or '-'} {stage}"


def read_position(text: str, settings: list[int]) -> list[int]:
    size = rules.board_size(settings)
    words = text.split()
    if not 2 <= len(words) <= 6 or words[1] not in ("r", "b") or len(words[0]) > 4 * size * size:
        raise PositionError(
            f"a position is {size} rows, r or b to move, the owner of Red, moves owed, barred cells, and the stage, "
            f"like '{size}/.../{size} b first 0 - play', not {shorten(text)!r}"
        )
    rows = read_fen_rows(words[0], size, size, SYMBOLS)
    given = [*words[2:], *("first", "0", "-", "play")[len(words) - 2 :]]
    owner, owed, barred, stage = given
    if owner not in PLAYERS:
        raise PositionError(f"the owner of Red is first or second, not {shorten(owner)!r}")
    cells = () if barred == "-" else tuple(barred.split(","))
    return _position(rows, Beside("rb".index(words[1]), PLAYERS.index(owner), _number(owed), cells, stage), settings)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        raise PositionError(f"the moves owed are a number from 0 to 9999, not {shorten(word)!r}")
    return int(word)


def diagram(position: list[int]) -> str:
    turn, owner, owed, barred, stage = _beside(position)
    parts = [f"{COLOURS[turn]} to move"]
    parts += ["the second player owns Red"] if owner else []
    parts += [f"owed {owed}"] if owed else []
    parts += [f"barred {' '.join(barred)}"] if barred else []
    parts += [stage] if stage != "play" else []
    return f"{diagram_rows(_rows(position))}\n{', '.join(parts)}"


def read_diagram(text: str, settings: list[int]) -> list[int]:
    size = rules.board_size(settings)
    rows, rest = read_diagram_rows(text, size, size, SYMBOLS)
    found = Beside()
    for part in (part.strip() for line in rest for part in line.split(",")):
        word, _, value = part.partition(" ")
        if value == "to move" and word in COLOURS:
            found = found._replace(turn=COLOURS.index(word))
        elif part == "the second player owns Red":
            found = found._replace(owner=1)
        elif word == "owed":
            found = found._replace(owed=_number(value))
        elif word == "barred":
            found = found._replace(barred=tuple(value.split()))
        elif part in ("opening", "answer"):
            found = found._replace(stage=part)
        else:
            raise PositionError(
                "after the rows comes a line like 'Blue to move, the second player owns Red, owed 2, barred a1 c5' or "
                f"'Red to move, opening', not {shorten(part)!r}"
            )
    return _position(rows, found, settings)


# --- impossible positions ---------------------------------------------------------------------------------------------


def _position(rows: list[str], beside: Beside, settings: list[int]) -> list[int]:
    position = [0] * rules.length(settings)
    rules.start(position, settings)
    size = rules.board_size(settings)
    for row, symbols in zip(range(size - 1, -1, -1), rows, strict=True):
        for column, symbol in enumerate(symbols):
            if symbol != ".":
                position[at.plane(position, SYMBOLS.index(symbol)) + row] |= 1 << column + at.MARGIN
        position[at.plane(position, at.OPEN) + row] = at.empty(position, row)
    on = "".join(rows)
    position[at.EMPTY] = position[at.FREE] = on.count(".")
    position[at.POINTS], position[at.POINTS + 1] = on.count("R"), on.count("B")
    position[at.TURN], position[at.OWNER], position[at.OWED] = beside.turn, beside.owner, beside.owed
    position[at.PHASE] = at.PLAY
    _check_stage(position, beside, on)
    _check_colours(position)
    _check_end(position, beside)
    _check_owed(position, beside)
    return position


def _check_stage(position: list[int], beside: Beside, on: str) -> None:
    """The openings: how many marks there are in each stage, and who owns Red."""
    opening = position[at.OPENING]
    named = f"with opening={OPENINGS[opening]}"
    if beside.stage not in ("play", "opening", "answer"):
        raise PositionError(f"the stage is play, opening or answer, not {shorten(beside.stage)!r}")
    if beside.stage != "play":
        red, blue = on.count("r"), on.count("b")
        phase, turn = STAGES.get((opening, beside.stage, red, blue), (at.PLAY, 0))
        if phase == at.PLAY or red + blue + on.count(".") < len(on):
            fitting = [key[1] for key in STAGES if (key[0], *key[2:]) == (opening, red, blue)] or ["play"]
            raise PositionError(f"{named} and these marks the stage is {' or '.join(fitting)}, not {beside.stage}")
        if beside != Beside(turn=turn, stage=beside.stage):
            raise PositionError(
                f"here in the opening {'rb'[turn]} is to move, Red is the first player's, and nothing is owed or barred"
            )
        position[at.PHASE] = phase
        return
    marked = len(on) - on.count(".")
    if beside.owner and opening == at.NONE:
        raise PositionError(f"{named} Red is the first player's; the second owns it only after pie or swap2")
    least = (0, 1 if beside.owner else 2, 3)[opening]
    if marked < least:
        raise PositionError(
            f"{named} play begins when {least} or more cells are taken, not {marked}: the stage is another"
        )


def _check_colours(position: list[int]) -> None:
    """Clause 2: all that is enclosed is coloured, and all that is coloured can have been enclosed."""
    for turn, colour in enumerate(COLOURS):
        walk(position, turn, 0, 0, 1)
        enclosed = [name for row in range(position[at.SIZE]) for name in cells_of(inside(position, turn, row), row)]
        forget(position)
        if enclosed:
            raise PositionError(f"{_are(enclosed)} enclosed by {colour.lower()} marks but not coloured (2)")
        loose = list(_never_enclosed(position, turn))
        if loose:
            raise PositionError(
                f"{_are(loose)} coloured {colour.lower()}, but no closed line of marks can have gone round (2)"
            )


def _are(names: list[str]) -> str:
    return f"{listing(names, 4)} {'is' if len(names) == 1 else 'are'}"


def _never_enclosed(position: list[int], turn: int) -> Iterator[str]:
    """Cells of a colour that are open to the outside even if every coloured cell was once a mark of the wall."""
    guess = list(position)
    guess[at.LINKS] = 1
    rows = range(position[at.SIZE])
    for row in rows:
        guess[at.plane(guess, at.COLOURED + turn) + row] = at.coloured(position, row)
    walk(guess, turn, 0, 0, 1)
    first = at.plane(guess, at.REACHED)
    for row in rows:
        here = guess[first + row]
        beside = here << 1 | here >> 1 | guess[first + row + 1] | guess[first + row - 1]
        yield from cells_of(position[at.plane(position, at.COLOURED + turn) + row] & beside, row)


def _check_end(position: list[int], beside: Beside) -> None:
    """Clauses 4 and 6; in a finished game the last player to move remains to move."""
    target = position[at.TARGET]
    won = [turn for turn in (at.RED, at.BLUE) if 0 < target <= position[at.POINTS + turn]]
    if len(won) == 2:
        raise PositionError(
            f"both colours have reached the target of {target}, but the first to reach it wins at once (4)"
        )
    if won and won[0] != beside.turn:
        colour = COLOURS[won[0]]
        raise PositionError(
            f"{colour} has reached the target of {target} and won with the last move (4): write {'rb'[won[0]]} to move"
        )
    if won or position[at.EMPTY] == 0:
        if beside.owed or beside.barred:
            raise PositionError(f"the game is over ({'4' if won else '6'}), so nothing is owed or barred")
        position[at.PHASE] = at.OVER


def _check_owed(position: list[int], beside: Beside) -> None:
    """Clause 5: moves owed come from alignments, and barred cells lie at their ends."""
    size = position[at.SIZE]
    colour = COLOURS[beside.turn].lower()
    limit, ends = _alignments(position, beside.turn)
    if beside.owed > limit:
        raise PositionError(
            f"{beside.owed} owed is too much: the lines of five or more {colour} cells give {limit} further moves (5)"
        )
    if beside.barred and not beside.owed:
        raise PositionError("no further moves are owed, so no cell is barred (5.2): write -")
    for name in beside.barred:
        found = read_cell(name, size, size)
        if found is None:
            raise PositionError(f"a barred cell is a cell of the board, not {shorten(name)!r}")
        bit = 1 << found[0] + at.MARGIN
        row = at.plane(position, at.OPEN) + found[1]
        if not position[row] & bit:
            raise PositionError(
                f"{name} is not empty, or barred twice; each barred cell is an empty one, written once (5.2)"
            )
        if found not in ends:
            raise PositionError(
                f"{name} is not right beyond an end of five {colour} cells in a line, so it is not barred (5.2)"
            )
        position[row] &= ~bit
        position[at.FREE] -= 1
    if beside.owed and position[at.FREE] == 0:
        raise PositionError(
            "every empty cell is barred, so what is owed has lapsed (5.1): it is the other colour's move"
        )


def _alignments(position: list[int], turn: int) -> tuple[int, set[tuple[int, int]]]:
    """The most that can be owed, and the cells beyond the ends of lines of five; marks may have been coloured since."""
    colour = "rR" if turn == at.RED else "bB"
    own = {cell for cell, symbol in taken(position).items() if symbol in colour}
    limit = 0
    ends = set()
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column, row in own:
            if (column - right, row - up) in own:
                continue
            run = 1
            while (column + run * right, row + run * up) in own:
                run += 1
            limit += max(run - 4, 0)
        for column, row in own:
            if all((column + k * right, row + k * up) in own for k in range(5)):
                ends |= {(column - right, row - up), (column + 5 * right, row + 5 * up)}
    return limit, ends
