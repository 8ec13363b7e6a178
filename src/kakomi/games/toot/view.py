"""TOOT's moves as texts: `1,0`, `+`, `0,1>0,2`, `stop`, `-1,0=2,1`, `!0,1`, `pass`; see also `texts` and `scene`."""

from __future__ import annotations

import re

from kakomi.core.errors import IllegalMove, UnreadableMove, shorten
from kakomi.games.toot import moves, planes, rules
from kakomi.games.toot.refusals import refusal
from kakomi.games.toot.scene import clicks, marks, scene, shortcuts
from kakomi.games.toot.state import (
    CELL,
    SIDES,
    XY,
    cell_at,
    cells_of,
    legal,
    name,
    read_cell,
    right_edge,
    state_of,
    steps,
)
from kakomi.games.toot.texts import board, diagram, position_text, read_diagram, read_position

__all__ = [
    "board",
    "clicks",
    "diagram",
    "marks",
    "move_text",
    "need",
    "position_text",
    "read_diagram",
    "read_move",
    "read_position",
    "scene",
    "seat_label",
    "shortcuts",
    "shorthands",
    "sides",
    "why_not",
]

MOVE = re.compile(f"(!?)({CELL})(?:([>=])({CELL}))?")
WORDS = {"+": planes.ENTER, "stop": planes.STOP, "pass": planes.PASS}
WARN_AT = 10  # turns before 7.2 ends the game
NO_LINE = 7  # the direction of a move along no line


def sides(position: list[int]) -> tuple[str, str]:
    return SIDES


# --- moves ------------------------------------------------------------------------------------------------------------


def move_text(position: list[int], move: int) -> str:
    kind = move & 7
    for word, each in WORDS.items():
        if kind == each:
            return word
    first, second = map(name, cells_of(position, move))
    return {
        planes.PLACE: first,
        planes.GO: f"{first}>{second}",
        planes.RE_ENTER: f"{first}={second}",
        planes.SACRIFICE: f"!{first}",
    }[kind]


def read_move(position: list[int], text: str) -> int:
    if text in WORDS:
        return WORDS[text]
    found = MOVE.fullmatch(text)
    if found is None or (found[1] and found[3]):
        raise UnreadableMove(
            f"{shorten(text)!r} is not a move; write 1,0 for a tile, + to enter, 0,1>0,2 for a step or jump, stop, "
            "-1,0=2,1 for a re-entry, !0,1 for a sacrifice, or pass"
        )
    kind = planes.SACRIFICE if found[1] else {None: planes.PLACE, ">": planes.GO, "=": planes.RE_ENTER}[found[3]]
    first = read_cell(found[2])
    second = read_cell(found[4]) if found[4] else (position[planes.LEFT], position[planes.BOTTOM])
    if not _near_box(position, first, second):  # the torus would take it for another cell
        clause, reason = refusal(position, kind, first, second)
        raise IllegalMove(reason, clause)
    move = kind | cell_at(position, first) << planes.FIRST_CELL
    if kind == planes.GO:
        move |= _direction(position, first, second) << 3
    if kind in (planes.GO, planes.RE_ENTER):
        move |= cell_at(position, second) << planes.SECOND_CELL
    return move


def _near_box(position: list[int], *cells: XY) -> bool:
    """Whether the cells are in the box round all tiles or right beside it."""
    left, bottom = position[planes.LEFT], position[planes.BOTTOM]
    right, top = right_edge(position), bottom + position[planes.HEIGHT] - 1
    return all(left - 1 <= x <= right + 1 and bottom - 1 <= y <= top + 1 for x, y in cells)


def _direction(position: list[int], origin: XY, target: XY) -> int:
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    far = max(abs(dx), abs(dy))
    for direction, (step_x, step_y) in enumerate(steps(position)):
        if far and (step_x * far, step_y * far) == (dx, dy):
            return direction
    return NO_LINE


def shorthands(text: str) -> tuple[str, ...]:
    """The target alone, as `>0,2` or `=2,1`; `!` for the only sacrifice; `enter` for `+`."""
    for sign in ">=":
        if sign in text:
            return (text[text.index(sign) :],)
    return ("!",) if text[0] == "!" else ("enter",) if text == "+" else ()


def why_not(position: list[int], move: int) -> tuple[str, str]:
    return refusal(position, move & 7, *cells_of(position, move))


def need(position: list[int]) -> str:
    state = state_of(position)
    hand, tiles = state.pieces[state.turn], state.in_hand[state.turn]
    if state.phase == planes.ACTION:
        if hand > tiles:
            return "The tile is down. Every piece must be entered: enter one on it (3.4)."
        return f"The tile is down. {'Enter a piece, or step or jump' if hand else 'Step or jump'}."
    if state.phase == planes.JUMP:
        return f"Jump again with {name(state.active or (0, 0))}, or stop."
    if state.phase == planes.REENTRY:
        return "Re-enter the sacrificed piece: lift a tile and place it (4.4)."
    if tiles:
        if moves.anywhere(position):
            return "Place a tile."
        helps = moves.helps(position, legal(position)[0] >> planes.FIRST_CELL)
        return "Place a tile that lets a piece move (3.5)." if helps else "Place a tile; that is the whole turn (3.5)."
    kinds = [move & 7 for move in legal(position)]
    if kinds == [planes.PASS]:
        return f"No move is possible: pass (4.5).{_coming_draw(position)}"
    words = {planes.GO: "step or jump", planes.RE_ENTER: "re-enter a piece", planes.SACRIFICE: "sacrifice one"}
    able = [word for kind, word in words.items() if kind in kinds]
    return (", ".join(able[:-1]) + (", or " if able[1:] else "") + able[-1] + ".").capitalize() + _coming_draw(position)


def _coming_draw(position: list[int]) -> str:
    """A warning shortly before 7.2 ends the game."""
    left = position[planes.LIMIT] - position[planes.QUIET]
    if left > WARN_AT:
        return ""
    return f" {left} more {'turn' if left == 1 else 'turns'} without progress and the game is over (7.2)."


def seat_label(position: list[int], settings: list[int], seat: int) -> str:
    count = rules.score(position, seat)
    pieces = f"{count} {'piece' if count == 1 else 'pieces'}"
    quiet = position[planes.QUIET]
    return f"{pieces} · quiet turns {quiet}/{position[planes.LIMIT]}" if quiet else pieces  # 7.2
