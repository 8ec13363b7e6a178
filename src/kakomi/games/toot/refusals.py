"""Why a move of TOOT is refused: the clause, and a sentence that says what would be legal."""

from __future__ import annotations

from kakomi.games.toot import planes
from kakomi.games.toot.state import COLOURS, SIDES, XY, State, cells_of, legal, name, state_of, steps

Refusal = tuple[str, str]

COLOUR_WORDS = ("blue", "red")
LATE = {
    planes.RE_ENTER: ("4.3", "a re-entry"),
    planes.SACRIFICE: ("4.4", "a sacrifice"),
    planes.PASS: ("4.5", "a pass"),
}
MOST = 8  # cells named in one sentence


def refusal(position: list[int], kind: int, first: XY, second: XY) -> Refusal:
    """Why an illegal move is refused. The cells may lie anywhere; those the kind does not use mean nothing."""
    state = state_of(position)
    out_of_phase = _out_of_phase(position, state, kind, first)
    if out_of_phase is not None:
        return out_of_phase
    if kind == planes.PLACE:
        return _placement(position, state, first)
    if kind == planes.GO:
        return _going(position, state, first, second)
    if kind == planes.RE_ENTER:
        return _re_entry(position, state, first, second)
    return _sacrifice(position, state, first)


def names(position: list[int], kind: int, first: XY | None = None) -> list[str]:
    """The cells that legal moves of a kind aim at: the second cell of those that begin with `first`, else the first."""
    moves = [cells_of(position, move) for move in legal(position) if move & 7 == kind]
    cells = {cells[0] for cells in moves} if first is None else {cells[1] for cells in moves if cells[0] == first}
    return [name(xy) for xy in sorted(cells, key=lambda xy: (xy[1], xy[0]))]


def several(cells: list[str]) -> str:
    """The first few of many. Coordinates have commas of their own, so semicolons keep them apart.

    >>> several(["0,1", "1,0"])
    '0,1; 1,0'
    """
    more = f" and {len(cells) - MOST} more" if len(cells) > MOST else ""
    return "; ".join(cells[:MOST]) + more


def _out_of_phase(position: list[int], state: State, kind: int, first: XY) -> Refusal | None:
    """The refusal of a kind of move that is not possible now; None if its cells have to be looked at."""
    side = SIDES[state.turn]
    here = "" if state.active is None else name(state.active)
    if state.phase == planes.REENTRY:
        if kind == planes.RE_ENTER:
            return None
        return "4.4", f"the sacrificed piece comes back first (4.4): lift a tile and put it, like {_example(position)}"
    if state.phase == planes.JUMP:
        if kind == planes.GO and first == state.active:
            return None
        on = several([f"{here}>{target}" for target in names(position, planes.GO, state.active)])
        return "5.1", f"the piece on {here} has captured: it alone may jump on, or stop (5.1); possible are {on}; stop"
    if kind == planes.STOP:
        return "5.1", "there is nothing to stop: stop ends a turn after a jump that captured (5.1)"
    if state.phase == planes.ACTION:
        return _after_the_tile(position, state, kind)
    if state.in_hand[state.turn]:
        if kind == planes.PLACE:
            return None
        if kind in (planes.ENTER, planes.GO):
            return "3", f"a tile comes first (3); {side} can place it on {several(names(position, planes.PLACE))}"
        clause, what = LATE[kind]
        return clause, f"{what} is for a player without tiles ({clause}); {side} has tiles, and places one (3)"
    if kind == planes.PLACE:
        return "4", f"{side} has no tiles left (4); {_late_choices(position)}"
    if kind == planes.ENTER:
        return "3.1", f"{side} has no piece in hand to enter (3.1); {_late_choices(position)}"
    if kind == planes.PASS:
        return "4.5", f"{side} passes only when nothing else is possible (4.5); {_late_choices(position)}"
    return None


def _after_the_tile(position: list[int], state: State, kind: int) -> Refusal | None:
    side, here = SIDES[state.turn], name(state.active or (0, 0))
    hand, tiles = state.pieces[state.turn], state.in_hand[state.turn]
    if hand > tiles:
        more = f"more pieces ({hand}) than tiles ({tiles}) in hand"
        return "3.4", f"{side} has {more}, so a piece must be entered on {here} (3.4): write +"
    if kind == planes.GO:
        return None
    if kind == planes.ENTER:
        return "3.1", f"{side} has no piece in hand to enter (3.1); a step or a jump is due"
    then = "enter a piece (+), or step or jump" if hand else "step or jump"
    if kind == planes.PLACE:
        return "3", f"your tile of this turn is down, on {here} (3): {then}"
    clause, what = LATE[kind]
    return clause, f"{what} is for a player who starts the turn without tiles ({clause}); {then} (3)"


def _late_choices(position: list[int]) -> str:
    kinds = {move & 7 for move in legal(position)}
    words = {planes.GO: "step or jump", planes.RE_ENTER: "re-enter a piece", planes.SACRIFICE: "sacrifice one"}
    words[planes.PASS] = "pass"
    return "possible now: " + ", ".join(word for kind, word in words.items() if kind in kinds)


def _example(position: list[int]) -> str:
    first, second = next(cells_of(position, move) for move in legal(position) if move & 7 == planes.RE_ENTER)
    return f"{name(first)}={name(second)}"


def _placement(position: list[int], state: State, square: XY) -> Refusal:
    able = several(names(position, planes.PLACE))
    if square in state.tiles:
        return "2", f"there is a tile on {name(square)}; a tile goes on an empty square beside a tile (2): {able}"
    if not _neighbours(position, state, square):
        return "2", f"{name(square)} is not adjacent to a tile (2); a tile can go on {able}"
    return "3.5", f"with a tile on {name(square)} no step or jump would be possible (3.5); it can go on {able}"


def _neighbours(position: list[int], state: State, square: XY) -> list[XY]:
    around = [(square[0] + dx, square[1] + dy) for dx, dy in steps(position)]
    return [each for each in around if each in state.tiles]


def _going(position: list[int], state: State, origin: XY, target: XY) -> Refusal:
    """A step or jump that cannot be made."""
    turn = state.turn
    symbol = state.tiles.get(origin, "")
    if symbol[:1] != COLOURS[turn] or len(symbol) == 1:
        whose = "nothing" if not symbol else "no piece" if len(symbol) == 1 else f"a piece of {SIDES[1 - turn]}'s"
        movable = names(position, planes.GO)
        can = f"{SIDES[turn]} can move {several(movable)}" if movable else f"{SIDES[turn]} has no piece that can move"
        return "3.2", f"there is {whose} on {name(origin)}: a step or jump is made by an own piece (3.2, 5); {can}"
    able = names(position, planes.GO, origin)
    can = f"{name(origin)} can go to {several(able)}" if able else f"{name(origin)} cannot move"
    if target == origin:
        return "3.2", f"a piece that moves goes to another tile (3.2); {can}"
    line = _line(position, origin, target)
    if line is None:
        return "5", f"{name(target)} is neither adjacent to {name(origin)} (3.2) nor in a line with it (5); {can}"
    if not line:
        clause, how = "3.2", "a step goes to"
        if state.phase == planes.JUMP:
            return "5.1", f"a step is never combined with a jump (5.1); {can}, or stop"
    else:
        clause, how = "5", "a jump lands on"
        for each in line:
            over = state.tiles.get(each)
            if over is None:
                return "5", f"there is no tile on {name(each)}, and a jump leaves no gaps (5); {can}"
            if over[0] == COLOURS[turn]:
                return "5", f"{name(each)} is an own tile: a piece jumps over tiles of the other colour (5); {can}"
    landing = state.tiles.get(target)
    if landing is None:
        fault = f"there is no tile on {name(target)}"
    elif landing[0] != COLOURS[turn]:
        fault = f"{name(target)} is a {COLOUR_WORDS[1 - turn]} tile"
    else:
        fault = f"{name(target)} holds a piece already"
    return clause, f"{fault}: {how} an own tile without a piece ({clause}); {can}"


def _line(position: list[int], origin: XY, target: XY) -> list[XY] | None:
    """The cells between the two, None if they are not in a line."""
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    far = max(abs(dx), abs(dy))
    for step_x, step_y in steps(position):
        if (step_x * far, step_y * far) == (dx, dy):
            return [(origin[0] + step_x * i, origin[1] + step_y * i) for i in range(1, far)]
    return None


def _re_entry(position: list[int], state: State, lift: XY, square: XY) -> Refusal:
    turn = state.turn
    if state.phase == planes.START and not state.aside[turn]:
        return "4.3", f"{SIDES[turn]} has no captured piece set aside to re-enter (4.3); {_late_choices(position)}"
    lifts = names(position, planes.RE_ENTER)
    can = f"{SIDES[turn]} can lift {several(lifts)}" if lifts else f"{SIDES[turn]} has no tile to lift"
    symbol = state.tiles.get(lift, "")
    if symbol[:1] != COLOURS[turn]:
        what = f"{name(lift)} is a {COLOUR_WORDS[1 - turn]} tile" if symbol else f"there is no tile on {name(lift)}"
        return "4.3", f"{what}: an own tile is lifted (4.3); {can}"
    if len(symbol) == 2:
        return "4.3", f"{name(lift)} holds a piece, so it cannot be lifted (4.3); {can}"
    near = len(_neighbours(position, state, lift))
    if near > 3:
        return "4.3", f"{name(lift)} has {near} adjacent tiles; a tile with three at most is lifted (4.3); {can}"
    able = several(names(position, planes.RE_ENTER, lift))
    if square in state.tiles and square != lift:
        return (
            "2",
            f"there is a tile on {name(square)}; the lifted one goes on an empty square beside a tile (2): {able}",
        )
    return "2", f"{name(square)} is not adjacent to a tile once {name(lift)} is lifted (2); it can go on {able}"


def _sacrifice(position: list[int], state: State, cell: XY) -> Refusal:
    turn = state.turn
    if state.sacrificed[turn]:
        return "4.4", f"{SIDES[turn]} has sacrificed already, and it is allowed once in a game (4.4)"
    able = names(position, planes.SACRIFICE)
    can = f"possible are {several(able)}" if able else "there is none that can be"
    symbol = state.tiles.get(cell, "")
    if symbol == COLOURS[turn] + "=":
        return "4.4", f"the piece on {name(cell)} lies: only a standing piece is sacrificed (4.4); {can}"
    if symbol == COLOURS[turn] + "+":
        return "4.4", f"with {name(cell)} sacrificed there would be no tile to lift for the re-entry (4.4); {can}"
    return "4.4", f"no piece of {SIDES[turn]}'s stands on {name(cell)} to be sacrificed (4.4); {can}"
