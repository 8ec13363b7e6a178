"""TOOT, by Tom Wuytack: the rules.

1  Setup: the red tile OT lies at 0,0 and the blue tile TO at 0,1. Each player holds tiles and pieces of the own
   colour. Blue begins.
2  A piece stands on a tile of its own colour, alone. A tile is placed on an empty square adjacent to a tile.
3  With tiles in hand, a turn is one own tile placed and then 3.1 enter: a piece from hand goes on that tile, or 3.2
   step: an own piece goes to an adjacent own tile without a piece, or 3.3 jump (5). 3.4 With more pieces than tiles
   in hand after the placement, entering is the only choice. 3.5 A placement that leaves no choice at all is allowed
   only if every placement does; the turn is then the placement alone.
4  Without tiles, a turn is 4.1 a step, 4.2 a jump, 4.3 a re-entry: lift an own tile that holds no piece and has at
   most three tiles beside it, place it by 2, and lay an own captured piece on it; or 4.4, once a game, a sacrifice:
   take an own standing piece off its tile and re-enter it at once. 4.5 If none of these is possible, a pass.
5  Jump: a piece goes straight over one or more tiles of the other colour to the own tile right behind them, which
   holds no piece, and captures every piece on the tiles jumped. 5.1 After a capture the same piece may jump again;
   after a jump without one the turn is over. 5.2 No capture is compulsory.
6  A standing piece captured is set aside and may come back by 4.3; a lying one is gone for good.
7  End, after every turn: 7.1 a player with at most one piece left loses; 7.2 after 50 turns (option quiet) in a row
   without a tile, an entry, a capture or a re-entry, or after two passes in a row, the game is drawn.

A position is laid out in `planes`, its moves are listed in `moves`. The phase is START at the beginning of a turn,
ACTION after the tile, JUMP while a piece may jump again, REENTRY while a sacrificed piece is off the table.
A move is kind | direction << 3 | cell << 6 | second cell << 20. A step or jump (GO) has origin and target, a re-entry
the square the tile is lifted from and the one it is put on.
"""

from __future__ import annotations

from collections.abc import Mapping

from kakomi.core.bits import inline
from kakomi.core.errors import OptionError
from kakomi.core.options import Value
from kakomi.core.protocol import DRAW, FIRST, NO_MOVE, SECOND, Moves, Position, Random
from kakomi.core.rand import below
from kakomi.games.toot.moves import (
    anywhere,
    can_lift,
    list_goals,
    list_lifts,
    list_placements,
    list_re_entries,
    list_sacrifices,
    list_steps_and_jumps,
)
from kakomi.games.toot.planes import (
    ACTION,
    ACTIVE,
    ASIDE,
    BLUE,
    BOARD,
    CELL_BITS,
    CELL_MASK,
    COLUMNS,
    COUNT,
    DIRECTIONS,
    ENTER,
    FIRST_CELL,
    GO,
    HAND,
    HEIGHT,
    JUMP,
    KEPT,
    LIMIT,
    LYING,
    NO_CELL,
    OPTIONS,
    PASS,
    PASSES,
    PHASE,
    PIECE,
    PLACE,
    PLANES,
    QUIET,
    RE_ENTER,
    REENTRY,
    SACRIFICE,
    SACRIFICED,
    SECOND_CELL,
    START,
    STOP,
    STRIPS,
    TIEBREAK,
    TILE,
    TILES,
    TURN,
    WORDS,
    beside,
    clear,
    count_spaces,
    grow,
    nth_space,
    put,
    trim,
    word,
)

CLAUSES = ("7.1", "7.2")


def check(values: Mapping[str, Value]) -> None:
    """All pieces must be entered while there are tiles (3.4)."""
    if int(values["pieces"]) > int(values["tiles"]):
        raise OptionError(
            f"pieces must be 2 to {values['tiles']} with tiles={values['tiles']}, not {values['pieces']} (3.4)"
        )


def torus(settings: list[int]) -> tuple[int, int]:
    """How many rows the torus has, and how many words a row has."""
    rows = 2 * settings[0] + 2 * settings[1] + 4
    return rows, (1 if rows <= COLUMNS else 2)


def length(settings: list[int]) -> int:
    rows, words = torus(settings)
    return BOARD + rows * words * PLANES


def max_moves(settings: list[int]) -> int:
    """Every own tile lifted to every square, and for each piece six directions and the sacrifice.

    A group of n joined tiles has at most 2n + 4 empty squares round it. A lifted tile leaves at most two more groups
    than there were, and there is at most one re-entry for each piece.
    """
    tiles, pieces = settings[0], settings[1]
    on_table = 2 * tiles + 2
    squares = 2 * on_table + 4 * min(on_table, 4 * pieces + 1)
    return (tiles + 1) * squares + 7 * pieces + 1


def start(position: Position, settings: list[int]) -> None:
    """Clause 1."""
    rows, words = torus(settings)
    for i in range(len(position)):
        position[i] = 0
    for player in (FIRST, SECOND):
        position[TILES + player] = settings[0]
        position[HAND + player] = position[KEPT + player] = settings[1]
    position[HEIGHT], position[WORDS], position[STRIPS] = 2, words, rows * words
    position[DIRECTIONS] = 6 if settings[2] else 4
    for i in range(len(settings)):
        position[OPTIONS + i] = settings[i]
    put(position, 0, TILE)
    put(position, words << 6, TILE)
    put(position, words << 6, BLUE)


# --- the moves --------------------------------------------------------------------------------------------------------


@inline
def placing(position: Position) -> bool:
    """Clause 3: a turn begins with a tile."""
    return position[PHASE] == START and position[TILES + position[TURN]] > 0


@inline
def re_entering(position: Position) -> bool:
    """Clauses 4.3, 4.4: a captured piece may, or a sacrificed one must, come back now."""
    if position[PHASE] == START:
        return position[TILES + position[TURN]] == 0 and position[ASIDE + position[TURN]] > 0 and can_lift(position)
    return position[PHASE] == REENTRY


def list_others(position: Position, out: Moves) -> int:
    """Every move that is neither a placement nor a re-entry."""
    turn = position[TURN]
    phase = position[PHASE]
    count = 0
    if phase == ACTION:
        if position[HAND + turn] > 0:
            out[0] = ENTER  # 3.1
            count = 1
        if position[HAND + turn] <= position[TILES + turn]:  # 3.4
            count = list_steps_and_jumps(position, out, count)  # 3.2, 3.3
    elif phase == JUMP:
        out[0] = STOP
        count = list_goals(position, position[ACTIVE], True, out, 1)  # 5.1
    elif phase == START:
        count = list_steps_and_jumps(position, out, 0)  # 4.1, 4.2
        count = list_sacrifices(position, out, count)  # 4.4
        if count == 0 and not re_entering(position):
            out[0] = PASS  # 4.5
            count = 1
    return count


def legal_moves(position: Position, out: Moves) -> int:
    """Clauses 3, 4 and 5; none once the game is over (7)."""
    if over(position):
        return 0
    if placing(position):
        return list_placements(position, out)
    count = list_others(position, out)
    if re_entering(position):
        count = list_re_entries(position, out, count)
    return count


def pick(position: Position, out: Moves, random: Random) -> int:
    """A random legal move; placements and re-entries are counted, and only the chosen one is built."""
    if over(position):
        return NO_MOVE
    if placing(position):
        if anywhere(position):
            return PLACE | nth_space(position, NO_CELL, below(random, count_spaces(position, NO_CELL))) << FIRST_CELL
        return out[below(random, list_placements(position, out))]
    count = list_others(position, out)
    if not re_entering(position):
        return out[below(random, count)]
    end = list_lifts(position, out, count)
    total = count
    for i in range(count, end):
        total += out[i] >> CELL_BITS
    number = below(random, total)
    if number < count:
        return out[number]
    number -= count
    while number >= out[count] >> CELL_BITS:
        number -= out[count] >> CELL_BITS
        count += 1
    lift = out[count] & CELL_MASK
    return RE_ENTER | lift << FIRST_CELL | nth_space(position, lift, number) << SECOND_CELL


# --- playing ----------------------------------------------------------------------------------------------------------


def play(position: Position, move: int) -> None:
    """Clauses 3 to 6."""
    turn = position[TURN]
    kind = move & 7
    cell = move >> FIRST_CELL & CELL_MASK
    if kind == PLACE:
        place(position, cell)
        position[TILES + turn] -= 1
        if anywhere(position):
            position[PHASE] = ACTION
            position[ACTIVE] = cell
        else:
            end_turn(position)  # 3.5
    elif kind == ENTER:
        put(position, position[ACTIVE], PIECE)
        position[HAND + turn] -= 1
        end_turn(position)
    elif kind == GO:
        go(position, cell, move >> SECOND_CELL, move >> 3 & 7)
    elif kind == RE_ENTER:
        if position[PHASE] == START:  # else it is the sacrificed piece that comes back
            position[ASIDE + turn] -= 1
        clear(position, cell, TILE)
        clear(position, cell, BLUE)
        trim(position)
        cell = move >> SECOND_CELL
        place(position, cell)
        put(position, cell, PIECE)
        put(position, cell, LYING)
        end_turn(position)
    elif kind == SACRIFICE:
        clear(position, cell, PIECE)
        position[SACRIFICED + turn] = 1
        position[QUIET] = position[PASSES] = 0  # the re-entry will follow
        position[PHASE] = REENTRY
    elif kind == PASS:
        position[QUIET] += 1
        position[PASSES] += 1
        end_turn(position)
    else:
        end_turn(position)  # STOP


def place(position: Position, cell: int) -> None:
    """Put a tile of the player to move on a square (2)."""
    put(position, cell, TILE)
    if position[TURN] == FIRST:
        put(position, cell, BLUE)
    grow(position, cell)
    position[QUIET] = position[PASSES] = 0


def go(position: Position, origin: int, target: int, direction: int) -> None:
    """A step (3.2), or a jump (5) that captures every piece on the way (6)."""
    other = 1 - position[TURN]
    clear(position, origin, PIECE)
    put(position, target, PIECE)
    if word(position, origin >> 6, LYING) >> (origin & 63) & 1:
        clear(position, origin, LYING)
        put(position, target, LYING)
    captured = False
    cell = beside(position, origin, direction)
    while cell != target:
        if word(position, cell >> 6, PIECE) >> (cell & 63) & 1:
            captured = True
            if word(position, cell >> 6, LYING) >> (cell & 63) & 1:
                position[KEPT + other] -= 1
            else:
                position[ASIDE + other] += 1
            clear(position, cell, PIECE)
            clear(position, cell, LYING)
        cell = beside(position, cell, direction)
    position[PASSES] = 0
    if captured:
        position[QUIET] = 0
        position[PHASE] = JUMP  # 5.1: it can always jump on, if only back to where it came from
        position[ACTIVE] = target
        return
    if position[PHASE] == START:  # else a tile or a capture earlier in the turn was progress
        position[QUIET] += 1
    end_turn(position)


def end_turn(position: Position) -> None:
    position[PHASE] = START
    position[ACTIVE] = 0
    position[TURN] = 1 - position[TURN]


# --- the end ----------------------------------------------------------------------------------------------------------


def score(position: Position, player: int) -> int:
    """Clause 7.1: the pieces left. With count=board those set aside do not count once both have placed their tiles."""
    if position[COUNT] and position[TILES] + position[TILES + 1] == 0:
        return position[KEPT + player] - position[ASIDE + player]
    return position[KEPT + player]


@inline
def few(position: Position) -> bool:
    """Clause 7.1: a player has at most one piece left."""
    return score(position, FIRST) <= 1 or score(position, SECOND) <= 1


@inline
def over(position: Position) -> bool:
    """Clause 7, tested between turns."""
    if position[PHASE] != START:
        return False
    return few(position) or position[QUIET] >= position[LIMIT] or position[PASSES] >= 2


def ended(position: Position, out: Moves) -> int:
    return 1 if over(position) else 0


def to_move(position: Position) -> int:
    return position[TURN]


def winner(position: Position) -> int:
    """7.1: the player with two pieces or more; 7.2: nobody, or the one with more pieces left if tiebreak=pieces."""
    first = score(position, FIRST)
    second = score(position, SECOND)
    drawn = (first <= 1 and second <= 1) if few(position) else (position[TIEBREAK] == 0 or first == second)
    if drawn:
        return DRAW
    return FIRST if first > second else SECOND


def ending(position: Position) -> int:
    return 0 if few(position) else 1
