"""Enclose5, by Fabio Pozzi: the rules.

1  In turn, a player puts a mark of the own colour in an empty, uncoloured cell. Red begins.
2  When a placement closes a path of own marks, each adjacent to the next in one of eight directions, all cells inside
   take that colour for good, whatever they hold. 2.1 Exactly: walk from outside the board in four directions through
   all cells but the mover's marks. A cell not reached and not a mark of the mover is inside; a mark of the mover is
   inside when none of its four neighbours is reached (off the board counts as reached). 2.2 The edge closes nothing.
3  A coloured cell never changes colour, cannot be marked, is no mark, no wall, and is part of no alignment.
4  A coloured cell is a point; whoever first has the target (20) wins at once, even in the middle of a turn.
5  After colouring, each run of n >= 5 own marks in a line through the new mark gives n - 4 further moves; they add up.
   5.1 They are played in the same turn, one by one; they are compulsory and lapse when there is no cell for them.
   5.2 None may lengthen an alignment made in the same turn: the cells right beyond its ends are barred for the turn.
   5.3 Alignments made by them add to what is owed. 5.4 An older alignment made longer counts again, in full.
6  When the board is full the player with more points wins; equal points are a draw.
Options: size; target (full: only 6 ends the game); opening (pie, swap2); links (own coloured cells are walls in 2.1);
small (a board of 3 to 6 cells per side, for study).

`layout` says what a position is, `enclosing` is clause 2. A move is 64 * row + column, or one of the four answers.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, nth_bit, popcount
from kakomi.core.protocol import DRAW, FIRST, NO_MOVE, SECOND, Moves, Position, Random
from kakomi.core.rand import below
from kakomi.games.enclose5.enclosing import colour, encloses
from kakomi.games.enclose5.layout import (
    ANSWER,
    BLUE,
    EMPTY,
    FREE,
    HEADER,
    MARGIN,
    MARK_1,
    MARK_2,
    MARK_3,
    MARK_4,
    MARK_5,
    MARKS,
    MIDDLE,
    OPEN,
    OPENING,
    OVER,
    OWED,
    OWNER,
    PAD,
    PHASE,
    PIE_ANSWER,
    PIE_MARK,
    PLANES,
    PLAY,
    POINTS,
    RED,
    REPLY,
    SIZE,
    SMALL,
    TARGET,
    TURN,
    WIDE,
    board_row,
    empty,
    plane,
    window,
)

SWAP, TAKE_RED, TAKE_BLUE, MORE = 4096, 4097, 4098, 4099  # the moves that are not cells

CLAUSES = ("4", "6")


@inline
def board_size(settings: list[int]) -> int:
    """Cells per side: the option small, if it is a number, else size."""
    return settings[SMALL] if settings[SMALL] > 0 else settings[SIZE]


def length(settings: list[int]) -> int:
    return HEADER + PLANES * (board_size(settings) + 2 * PAD)


def max_moves(settings: list[int]) -> int:
    """A move for each cell, and `swap`."""
    return board_size(settings) * board_size(settings) + 1


def start(position: Position, settings: list[int]) -> None:
    """Clause 1: an empty board."""
    for i in range(len(position)):
        position[i] = 0
    size = board_size(settings)
    for i in range(4):
        position[i] = settings[i]
    position[SIZE] = size
    position[TURN], position[OWNER] = RED, FIRST
    position[PHASE] = (PLAY, PIE_MARK, MARK_1)[settings[OPENING]]
    position[EMPTY] = position[FREE] = size * size
    for row in range(size):
        position[plane(position, OPEN) + row] = board_row(size)


# --- the legal moves --------------------------------------------------------------------------------------------------


@inline
def marking(phase: int) -> bool:
    """Is a mark a legal move in this phase?"""
    return phase != ANSWER and phase != REPLY and phase != OVER


def legal_moves(position: Position, out: Moves) -> int:
    """Clauses 1, 3 and 5.2: the empty cells but the barred ones; the answers of the opening."""
    phase = position[PHASE]
    count = 0
    if marking(phase):
        first = plane(position, OPEN)
        for row in range(position[SIZE]):
            cells = position[first + row]
            while cells:
                out[count] = row << 6 | ctz(cells) - MARGIN
                cells &= cells - 1
                count += 1
    return answers(phase, out, count)


@inline
def answers(phase: int, out: Moves, count: int) -> int:
    """The moves of the openings that are not marks."""
    if phase == PIE_ANSWER:
        out[count] = SWAP
        return count + 1
    if phase in (ANSWER, REPLY):
        out[count] = TAKE_RED
        out[count + 1] = TAKE_BLUE
        out[count + 2] = MORE
        return count + (3 if phase == ANSWER else 2)
    return count


def pick(position: Position, out: Moves, random: Random) -> int:
    """A random legal move: draws its index in the list that legal_moves would write, without writing the list."""
    phase = position[PHASE]
    cells = position[FREE] if marking(phase) else 0
    count = cells if phase == PLAY else answers(phase, out, cells)
    if count == 0:
        return NO_MOVE
    number = below(random, count)
    if number >= cells:
        return out[number]
    row = 0
    at = plane(position, OPEN)
    here = popcount(position[at])
    while number >= here:
        number -= here
        row += 1
        here = popcount(position[at + row])
    return row << 6 | nth_bit(position[at + row], number) - MARGIN


# --- playing ----------------------------------------------------------------------------------------------------------


def play(position: Position, move: int) -> None:
    if position[PHASE] == PLAY:
        place(position, move)
    else:
        play_opening(position, move)


def play_opening(position: Position, move: int) -> None:
    """The openings pie and swap2; their first marks can neither enclose nor align anything."""
    phase = position[PHASE]
    if phase == PIE_ANSWER:
        position[PHASE] = PLAY
        if move == SWAP:
            position[OWNER] = SECOND  # and Blue, now the first player, moves
        else:
            place(position, move)
    elif move == MORE:
        position[PHASE] = MARK_4
    elif move in (TAKE_RED, TAKE_BLUE):
        chooser = SECOND if phase == ANSWER else FIRST
        position[OWNER] = chooser if move == TAKE_RED else 1 - chooser
        position[PHASE] = PLAY  # Blue moves next
    else:
        put(position, position[TURN], move >> 6, move & 63)
        position[PHASE] = PIE_ANSWER if phase == PIE_MARK else phase + 1
        # red, blue, red; the answer; blue, red; the answer, after which Blue moves
        position[TURN] = RED if phase in (MARK_2, MARK_4) else BLUE


@inline
def put(position: Position, turn: int, row: int, column: int) -> None:
    """Clause 1."""
    bit = 1 << column + MARGIN
    position[plane(position, MARKS + turn) + row] |= bit
    position[plane(position, OPEN) + row] &= ~bit
    position[EMPTY] -= 1
    position[FREE] -= 1


def place(position: Position, move: int) -> None:
    """Clauses 1 to 6: a mark and all that follows from it."""
    turn = position[TURN]
    row = move >> 6
    column = move & 63
    put(position, turn, row, column)
    marks = window(position, MARKS + turn, row, column)
    if encloses(position, turn, marks, row, column):
        colour(position, turn)
        if 0 < position[TARGET] <= position[POINTS + turn]:  # 4
            position[PHASE] = OVER
            position[OWED] = 0
            unbar(position)
            return
    owed = max(position[OWED] - 1, 0)
    if four(marks, 1):
        owed += gain(position, turn, row, column, 0, 1)
    if four(marks, WIDE - 1):
        owed += gain(position, turn, row, column, 1, -1)
    if four(marks, WIDE):
        owed += gain(position, turn, row, column, 1, 0)
    if four(marks, WIDE + 1):
        owed += gain(position, turn, row, column, 1, 1)
    if position[EMPTY] == 0:  # 6
        position[PHASE] = OVER
        position[OWED] = 0
    elif owed == 0 or position[FREE] == 0:  # 5.1: the moves owed lapse when all empty cells are barred
        position[OWED] = 0
        unbar(position)
        position[TURN] = 1 - turn
    else:
        position[OWED] = owed


# --- aligning ---------------------------------------------------------------------------------------------------------


@inline
def four(marks: int, step: int) -> int:
    """Not 0 if the middle of the window is one of four marks in a line, so that there may be five."""
    pairs = marks & marks >> step
    begins = 1 << MIDDLE | 1 << MIDDLE - step | 1 << MIDDLE - 2 * step | 1 << MIDDLE - 3 * step
    return pairs & pairs >> 2 * step & begins


def gain(position: Position, turn: int, row: int, column: int, up: int, right: int) -> int:
    """Clause 5: the further moves for the run in this direction; 5.2: the cells beyond its ends are barred."""
    marks = plane(position, MARKS + turn)
    top, last = row + up, column + right
    while position[marks + top] >> last + MARGIN & 1:  # off the board there are no marks
        top, last = top + up, last + right
    bottom, first = row - up, column - right
    while position[marks + bottom] >> first + MARGIN & 1:
        bottom, first = bottom - up, first - right
    run = max(top - bottom, last - first) - 1
    if run < 5:
        return 0
    bar(position, top, last)
    bar(position, bottom, first)
    return run - 4


@inline
def bar(position: Position, row: int, column: int) -> None:
    """Clause 5.2, if it is an empty cell of the board."""
    at = plane(position, OPEN) + row
    bit = 1 << column + MARGIN
    if position[at] & bit:
        position[at] &= ~bit
        position[FREE] -= 1


def unbar(position: Position) -> None:
    """Clause 5.2: the turn is over, and barred cells may be marked again."""
    if position[FREE] == position[EMPTY]:
        return
    for row in range(position[SIZE]):
        position[plane(position, OPEN) + row] = empty(position, row)
    position[FREE] = position[EMPTY]


# --- the players and the end ------------------------------------------------------------------------------------------


def to_move(position: Position) -> int:
    """The player: the owner of the colour to move, but in the opening swap2 whoever places the marks or answers."""
    phase = position[PHASE]
    if MARK_1 <= phase <= MARK_3 or phase == REPLY:
        return FIRST
    if ANSWER <= phase <= MARK_5:
        return SECOND
    return position[TURN] ^ position[OWNER]


def winner(position: Position) -> int:
    """Clauses 4 and 6: only one colour reaches the target, so in both cases more points decide."""
    red = position[POINTS]
    blue = position[POINTS + 1]
    if red == blue:
        return DRAW
    return position[OWNER] ^ (RED if red > blue else BLUE)


def ending(position: Position) -> int:
    return 0 if 0 < position[TARGET] <= max(position[POINTS], position[POINTS + 1]) else 1


def score(position: Position, player: int) -> int:
    """Clause 4: the points of the colour the player owns."""
    return position[POINTS + (player ^ position[OWNER])]
