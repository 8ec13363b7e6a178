"""The moves of a record as a list of nodes, each with its parent: played through from text, and nested again to be written.

A node's first child in the list is its main line, the others are variations. Parents come before their children.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kakomi.core.errors import MoveError, RecordError, shorten
from kakomi.core.match import Match
from kakomi.core.records.text import DEEPEST_VARIATION, RecordedMove, clock_time, running


@dataclass(frozen=True, slots=True)
class RecordNode:
    """One move of a tree. `parent` is the id of the move before it, None for a first move; `mover` is 0 or 1."""

    id: int
    parent: int | None
    move: str
    mover: int
    glyph: str = ""
    comment: str = ""
    clock: float | None = None


@dataclass(slots=True)
class LineState:
    """The state of a line: the node before, the turn number, who moved, and how many moves the turn has so far."""

    parent: int | None = None
    turn: int = 1
    mover: int | None = None
    length: int = 0

    def step(self, node: int, mover: int) -> None:
        """Advance past a move."""
        self.turn += mover == 0 and self.mover == 1
        self.length = self.length + 1 if mover == self.mover else 1
        self.parent, self.mover = node, mover

    def number(self, mover: int) -> str:
        """The turn number of a move made here: 3. or 3... for the second player."""
        return f"{self.turn + (mover == 0 and self.mover == 1)}{('.', '...')[mover]}"

    def needs_number(self, mover: int) -> bool:
        """Does a reader need a number here? At each turn of the first player, and after a turn of several moves."""
        return mover != self.mover and (mover == 0 or self.length != 1)


# --- from text to nodes -----------------------------------------------------------------------------------------------


@dataclass
class PlayThrough:
    """The state of a play-through."""

    match: Match
    before_move: Callable[[], None] | None
    nodes: list[RecordNode] = field(default_factory=list)


def play_through(
    match: Match, moves: Sequence[RecordedMove], before_move: Callable[[], None] | None = None
) -> list[RecordNode]:
    """Play a record's moves, variations too, and leave the match at the end of the main line.

    RecordError, with the line, for a move that is not legal or a turn number that is wrong.
    """
    walk = PlayThrough(match, before_move)
    _play_line(walk, moves, LineState(), 0)
    return walk.nodes


def _play_line(walk: PlayThrough, moves: Sequence[RecordedMove], place: LineState, depth: int) -> None:
    match = walk.match
    if depth > DEEPEST_VARIATION:
        raise RecordError(f"variations can stand inside one another {DEEPEST_VARIATION} deep, and these go deeper")
    for move in moves:
        if walk.before_move is not None:
            walk.before_move()
        mover = match.to_move
        right = place.number(mover)
        if move.turn and move.turn != right:
            reason = f"the turn number before {shorten(move.text)!r} should be {right}, not {shorten(move.turn)}"
            raise RecordError(reason, move.line)
        try:
            match.push(move.text)
        except MoveError as error:
            where = f"move {match.ply + 1}{' of a variation' if depth else ''}"
            raise RecordError(f"{where}, {shorten(move.text)!r}: {error}", move.line) from error
        number = len(walk.nodes)
        text = match.last_move or ""  # in full, where the record has a short form
        walk.nodes.append(RecordNode(number, place.parent, text, mover, move.glyph, move.comment, move.clock))
        if move.variations:
            _play_variations(walk, move, place, depth)
        place.step(number, mover)


def _play_variations(walk: PlayThrough, move: RecordedMove, place: LineState, depth: int) -> None:
    """Play the alternatives to the last move, and come back."""
    match = walk.match
    code, ply = match.last_code, match.ply - 1
    assert code is not None
    for variation in move.variations:
        while match.ply > ply:
            match.pop()
        _play_line(walk, variation, replace(place), depth + 1)
    while match.ply > ply:
        match.pop()
    match.push_code(code)


# --- from nodes to text -----------------------------------------------------------------------------------------------


def nest(nodes: Sequence[RecordNode], *, numbered: bool = True) -> list[RecordedMove]:
    """The main line with its variations, as records keep them; RecordError if the nodes are not a tree.

    `numbered` writes turn numbers, for which the movers must be right.
    """
    children: dict[int | None, list[RecordNode]] = {None: []}
    for node in nodes:
        if node.id in children:
            raise RecordError(f"two moves have the id {node.id}; each has one of its own")
        if node.parent not in children:
            raise RecordError(
                f"the move {shorten(node.move)!r} comes after the move of id {node.parent},"
                " which is not before it in the list"
            )
        children[node.parent].append(node)
        children[node.id] = []
    return _nest_line(children, None, None, LineState(), 0, numbered)


def _nest_line(
    children: dict[int | None, list[RecordNode]],
    first: RecordNode | None,
    parent: int | None,
    place: LineState,
    depth: int,
    numbered: bool,
) -> list[RecordedMove]:
    """The line that begins with the node `first`, or with the first child of `parent`."""
    if depth > DEEPEST_VARIATION:
        raise RecordError(f"variations can stand inside one another {DEEPEST_VARIATION} deep, and these go deeper")
    moves: list[RecordedMove] = []
    node, others = first, children[parent][:0]
    if node is None and children[parent]:
        node, *others = children[parent]
    eye_needs = first is not None
    while node is not None:
        needed = numbered and (eye_needs or place.needs_number(node.mover))
        variations = tuple(
            tuple(_nest_line(children, other, None, replace(place), depth + 1, numbered)) for other in others
        )
        moves.append(
            RecordedMove(
                node.move,
                running(node.comment),
                clock_time(node.clock),
                place.number(node.mover) if needed else "",
                glyph=node.glyph,
                variations=variations,
            )
        )
        eye_needs = bool(variations)
        place.step(node.id, node.mover)
        following = children[node.id]
        node, others = (following[0], following[1:]) if following else (None, [])
    return moves
