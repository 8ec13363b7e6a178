"""Part of the checker `check`: a position as four numbers and as a table, and all turns of attacker and defender.

Shares nothing with solver and engine: it has its own rules. Every function is compiled by `check`.
"""

from __future__ import annotations

from typing import Any

SIDE, MARGIN = 32, 8  # columns and rows of the table the checker works on, and where tiles are laid on it
MOST = 1200  # positions after a turn
ATTACKER, DEFENDER = 1, 2  # a tile on the table; with 4 for a piece on it, and 8 if the defender's lies
LOST, TOO_WIDE = -4, -5


# --- a position -------------------------------------------------------------------------------------------------------
# The state: tiles on the table, the attacker's and the defender's pieces in hand, whether the attacker has sacrificed,
# 1 if the defender is to move, and 1 if a step or jump was possible.


def put_tile(table: Any, index: Any, places: Any, state: Any, place: int, what: int) -> None:
    """Lay one more tile."""
    table[place] = what
    index[place] = state[0]
    places[state[0]] = place
    state[0] += 1


def number(table: Any, places: Any, state: Any) -> tuple[int, int, int, int]:
    """The four numbers of the position; the first is 0 if the tiles are too far apart."""
    best = (0, 0, 0, 0)
    for image in range(8):
        left = low = SIDE
        right = -SIDE
        for turn in range(2):  # the first only to see where the tiles lie
            attacker = defender = pieces = lying = 0
            for i in range(state[0]):
                x, y = places[i] % SIDE, places[i] // SIDE
                if image & 1:
                    x = -x
                if image & 2:
                    y = -y
                if image & 4:
                    x, y = y, x
                if turn == 0:
                    left, low, right = min(left, x), min(low, y), max(right, x)
                    continue
                place = (y - low) * (right - left + 1) + x - left
                if place >= 52:
                    return (0, 0, 0, 0)
                bit = 1 << place
                what = table[places[i]]
                if what & 3 == ATTACKER:
                    attacker |= bit
                else:
                    defender |= bit
                if what & 4:
                    pieces |= bit
                if what & 8:
                    lying |= bit
        attacker |= right - left + 1 << 52
        defender |= state[1] << 52 | state[2] << 55 | state[3] << 58 | state[4] << 59
        if image == 0 or (attacker, defender, pieces, lying) < best:
            best = (attacker, defender, pieces, lying)
    return best


def lay_out(table: Any, index: Any, places: Any, state: Any, numbers: Any) -> None:
    """Lay out the position with these numbers, in place of the one before."""
    for i in range(state[0]):
        table[places[i]] = 0
    state[0] = 0
    width = numbers[0] >> 52
    for place in range(52):
        colour = (numbers[0] >> place & 1) * ATTACKER + (numbers[1] >> place & 1) * DEFENDER
        if colour:
            what = colour | (numbers[2] >> place & 1) << 2 | (numbers[3] >> place & 1) << 3
            put_tile(table, index, places, state, (MARGIN + place // width) * SIDE + MARGIN + place % width, what)
    state[1], state[2] = numbers[1] >> 52 & 7, numbers[1] >> 55 & 7
    state[3], state[4] = numbers[1] >> 58 & 1, numbers[1] >> 59 & 1


def add_position(table: Any, places: Any, state: Any, out: Any, begin: int, end: int) -> int:
    """Insert the position, with the other player to move, in order among those from begin to end; returns the new end."""
    if end < 0:
        return end
    state[4] = 1 - state[4]
    a, b, c, d = number(table, places, state)
    state[4] = 1 - state[4]
    if a == 0 or end == MOST:
        return TOO_WIDE
    at = end
    while at > begin and (a, b, c, d) < (out[at - 1][0], out[at - 1][1], out[at - 1][2], out[at - 1][3]):
        at -= 1
    if at > begin and (a, b, c, d) == (out[at - 1][0], out[at - 1][1], out[at - 1][2], out[at - 1][3]):
        return end
    for i in range(end, at, -1):
        for j in range(4):
            out[i][j] = out[i - 1][j]
    out[at][0], out[at][1], out[at][2], out[at][3] = a, b, c, d
    return end + 1


# --- turns --------------------------------------------------------------------------------------------------------------
# Each function adds the positions after its turns to those from begin to end; returns the new end, LOST or TOO_WIDE.


def list_squares(table: Any, places: Any, state: Any, squares: Any) -> int:
    """List the empty squares beside a tile; a place that no longer holds a tile is skipped."""
    count = 0
    for i in range(state[0]):
        if table[places[i]]:
            for step in (1, -1, SIDE, -SIDE):
                square = places[i] + step
                if table[square] == 0:
                    known = False
                    for j in range(count):
                        if squares[j] == square:
                            known = True
                    if not known:
                        squares[count] = square
                        count += 1
    return count


def go(table: Any, index: Any, places: Any, state: Any, out: Any, begin: int, end: int, origin: int, jumps: Any) -> int:
    """Clauses 3.2, 4.1 and 5: every move of one piece. `jumps` holds where it has come and which tiles it has cleared."""
    own = table[origin] & 3
    piece = table[origin] & 12
    jumps[0], jumps[1] = origin, 0
    count = 1
    at = 0
    while at < count:
        here, cleared = jumps[2 * at], jumps[2 * at + 1]
        for step in (1, -1, SIDE, -SIDE):
            there = here + step
            over = 0
            fatal = False
            while table[there] & 3 == 3 - own:
                if table[there] & 4 and not cleared >> index[there] & 1:
                    over |= 1 << index[there]
                    if table[there] & 8:
                        fatal = True
                there += step
            is_step = there == here + step
            if table[there] & 3 != own or (table[there] & 4 and there != origin) or (is_step and at > 0):
                continue
            state[5] = 1
            if over and own == DEFENDER:
                continue  # the defender does not capture
            if fatal:
                return LOST
            gone = cleared | over
            for i in range(state[0]):
                if gone >> i & 1:
                    table[places[i]] -= 4
            table[origin] -= piece
            table[there] += piece
            end = add_position(table, places, state, out, begin, end)
            table[there] -= piece
            table[origin] += piece
            for i in range(state[0]):
                if gone >> i & 1:
                    table[places[i]] += 4
            if over:
                jumps[2 * count], jumps[2 * count + 1] = there, gone
                count += 1
        at += 1
    return end


def move(table: Any, index: Any, places: Any, state: Any, out: Any, begin: int, end: int, own: int, jumps: Any) -> int:
    """Every step and jump of the player."""
    state[5] = 0
    for i in range(state[0]):
        if table[places[i]] & 7 == own | 4 and end >= 0:
            end = go(table, index, places, state, out, begin, end, places[i], jumps)
    return end


def place_tile(
    table: Any, index: Any, places: Any, state: Any, out: Any, own: int, left: int, squares: Any, jumps: Any
) -> int:
    """Clause 3: every placement and what can follow; after it `left` tiles are in hand."""
    end = 0
    count = list_squares(table, places, state, squares)
    for i in range(count):
        put_tile(table, index, places, state, squares[i], own)
        possible = state[own] > 0
        if state[own] > 0:
            table[squares[i]] |= 4
            state[own] -= 1
            end = add_position(table, places, state, out, 0, end)
            state[own] += 1
            table[squares[i]] -= 4
        if state[own] <= left and end >= 0:
            end = move(table, index, places, state, out, 0, end, own, jumps)
            possible = possible or state[5] == 1
        if not possible and own == ATTACKER and end >= 0:
            end = add_position(table, places, state, out, 0, end)
        state[0] -= 1
        table[squares[i]] = 0
        if end < 0:
            return end
    return end


def re_enter(table: Any, places: Any, state: Any, out: Any, begin: int, end: int, own: int, squares: Any) -> int:
    """Clause 4.3: every re-entry of a piece that is off the table."""
    for i in range(state[0]):
        place = places[i]
        beside = 0
        for step in (1, -1, SIDE, -SIDE):
            if table[place + step]:
                beside += 1
        if table[place] != own or beside > 3:
            continue
        table[place] = 0
        count = list_squares(table, places, state, squares)
        for j in range(count):
            places[i] = squares[j]
            table[squares[j]] = own | 4 | (8 if own == DEFENDER else 0)
            end = add_position(table, places, state, out, begin, end)
            table[squares[j]] = 0
        places[i] = place
        table[place] = own
    return end


def attack(table: Any, index: Any, places: Any, state: Any, out: Any, left: int, squares: Any, jumps: Any) -> int:
    """All turns of the attacker, who has `left` tiles in hand."""
    if left > 0:
        return place_tile(table, index, places, state, out, ATTACKER, left - 1, squares, jumps)
    end = move(table, index, places, state, out, 0, 0, ATTACKER, jumps)
    if end == 0:
        end = add_position(table, places, state, out, 0, end)
    if state[3] == 0:
        state[3] = 1
        for i in range(state[0]):
            if table[places[i]] == ATTACKER | 4 and end >= 0:
                table[places[i]] = ATTACKER
                end = re_enter(table, places, state, out, 0, end, ATTACKER, squares)
                table[places[i]] = ATTACKER | 4
        state[3] = 0
    return end


def defend(
    table: Any, index: Any, places: Any, state: Any, out: Any, left: int, all_pieces: int, squares: Any, jumps: Any
) -> int:
    """The turns from which the defender chooses."""
    if left > 0:
        return place_tile(table, index, places, state, out, DEFENDER, left - 1, squares, jumps)
    end = move(table, index, places, state, out, 0, 0, DEFENDER, jumps)
    standing = lying = 0
    for i in range(state[0]):
        if table[places[i]] & 7 == DEFENDER | 4:
            if table[places[i]] & 8:
                lying += 1
            else:
                standing += 1
    if lying == all_pieces and state[5] == 0:
        end = add_position(table, places, state, out, 0, end)
    if standing + lying < all_pieces and end >= 0:
        end = re_enter(table, places, state, out, end, end, DEFENDER, squares)
    return end


TURNS = (
    put_tile,
    number,
    lay_out,
    add_position,
    list_squares,
    go,
    move,
    place_tile,
    re_enter,
    attack,
    defend,
)  # callers last
