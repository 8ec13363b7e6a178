"""A TOOT position as plain Python: tiles by coordinates, and everything that does not lie on the table by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kakomi.core.errors import PositionError
from kakomi.core.squares import set_bits
from kakomi.games.toot import moves, planes, rules

XY = tuple[int, int]
Pair = tuple[int, int]

SIDES = ("Blue", "Red")
COLOURS = "br"
SYMBOLS = ("b", "b+", "b=", "r", "r+", "r=")  # a tile; with a standing piece; with a lying one
CELL = r"(?:0|-?[1-9][0-9]{0,2}),(?:0|-?[1-9][0-9]{0,2})"  # coordinates, as a pattern
KEPT = 16  # positions whose tiles and moves are cached: texts and picture of one position ask for them several times
FAR = 300  # a game from its start stays well within this distance of 0,0


@dataclass(frozen=True)
class State:
    """A position; pairs hold Blue's and Red's number. Pieces that are nowhere are gone for good."""

    tiles: Mapping[XY, str]
    turn: int
    phase: int
    active: XY | None  # the tile just placed, or the piece that may jump again
    in_hand: Pair  # tiles
    pieces: Pair  # in hand
    aside: Pair
    sacrificed: Pair
    quiet: int
    passes: int

    def on_table(self, player: int, kinds: str = "+=") -> int:
        """How many of the player's pieces, of these kinds, are on the table."""
        return sum(symbol[0] == COLOURS[player] and symbol[1:] in kinds for symbol in self.tiles.values() if symbol[1:])

    def away(self, player: int) -> int:
        """1 while the player's sacrificed piece is off the table."""
        return 1 if self.phase == planes.REENTRY and player == self.turn else 0


def size(position: list[int]) -> tuple[int, int]:
    """Columns and rows of the torus."""
    words = position[planes.WORDS]
    return words * planes.COLUMNS, position[planes.STRIPS] // words


def cell_at(position: list[int], xy: XY) -> int:
    """The cell of the torus where these coordinates lie."""
    columns, rows = size(position)
    column, row = xy[0] % columns, xy[1] % rows
    strip = row * position[planes.WORDS] + column // planes.COLUMNS
    return strip << 6 | column % planes.COLUMNS


def xy_of(position: list[int], cell: int) -> XY:
    """The coordinates of a cell in the box round all tiles, or right beside that box."""
    columns, rows = size(position)
    words = position[planes.WORDS]
    column = (cell >> 6) % words * planes.COLUMNS + (cell & 63)
    x, y = position[planes.LEFT] - 1, position[planes.BOTTOM] - 1
    return x + (column - x) % columns, y + ((cell >> 6) // words - y) % rows


def right_edge(position: list[int]) -> int:
    """The greatest x of any tile."""
    words, left = position[planes.WORDS], position[planes.LEFT]
    columns = words * planes.COLUMNS
    wide = 0
    for number in range(words):
        tiles = 0  # of all rows, one above another
        for row in position[planes.BOARD + number * planes.PLANES + planes.TILE :: words * planes.PLANES]:
            tiles |= row
        for bit in set_bits(tiles):
            wide = max(wide, (number * planes.COLUMNS + bit - left) % columns)
    return left + wide


def name(xy: XY) -> str:
    return f"{xy[0]},{xy[1]}"


def read_cell(text: str) -> XY:
    """The coordinates of a text that fits CELL."""
    x, y = text.split(",")
    return int(x), int(y)


def steps(position: list[int]) -> list[XY]:
    """The neighbours' offsets, in the order of the directions."""
    return list(zip(planes.STEP_X, planes.STEP_Y, strict=True))[: position[planes.DIRECTIONS]]


def settings_of(position: list[int]) -> list[int]:
    return position[planes.OPTIONS : planes.BOARD]


def legal(position: list[int]) -> list[int]:
    """The legal moves."""
    return list(_legal(tuple(position)))


@lru_cache(KEPT)
def _legal(words: tuple[int, ...]) -> list[int]:
    position = list(words)
    out = [0] * rules.max_moves(settings_of(position))
    return out[: rules.legal_moves(position, out)]


def cells_of(position: list[int], move: int) -> tuple[XY, XY]:
    """Both cells of a move; if it has only one, the second means nothing."""
    first, second = move >> planes.FIRST_CELL & planes.CELL_MASK, move >> planes.SECOND_CELL
    return xy_of(position, first), xy_of(position, second)


def tiles_of(position: list[int]) -> dict[XY, str]:
    """Every tile with its symbol, row by row from the bottom."""
    return dict(_tiles(tuple(position)))


@lru_cache(KEPT)
def _tiles(words: tuple[int, ...]) -> dict[XY, str]:
    position = list(words)
    found = {}
    strips = position[planes.STRIPS]
    for strip in range(strips):
        tile, blue, piece, lying = position[planes.BOARD + strip * planes.PLANES :][: planes.PLANES]
        for bit in set_bits(tile):
            colour = COLOURS[0 if blue >> bit & 1 else 1]
            symbol = ("=" if lying >> bit & 1 else "+") if piece >> bit & 1 else ""
            found[xy_of(position, strip << 6 | bit)] = colour + symbol
    return dict(sorted(found.items(), key=lambda item: (item[0][1], item[0][0])))


def state_of(position: list[int]) -> State:
    def pair(place: int) -> Pair:
        return position[place], position[place + 1]

    phase = position[planes.PHASE]
    has_active = phase in (planes.ACTION, planes.JUMP)
    return State(
        tiles=tiles_of(position),
        turn=position[planes.TURN],
        phase=phase,
        active=xy_of(position, position[planes.ACTIVE]) if has_active else None,
        in_hand=pair(planes.TILES),
        pieces=pair(planes.HAND),
        aside=pair(planes.ASIDE),
        sacrificed=pair(planes.SACRIFICED),
        quiet=position[planes.QUIET],
        passes=position[planes.PASSES],
    )


def position_of(state: State, settings: list[int]) -> list[int]:
    """The position, after all checks that it is possible."""
    _check_numbers(state, settings)
    _check_turn(state, settings)
    _check_layout(state, settings)
    position = [0] * rules.length(settings)
    rules.start(position, settings)
    position[planes.BOARD :] = [0] * (len(position) - planes.BOARD)
    xs, ys = [x for x, _ in state.tiles], [y for _, y in state.tiles]
    position[planes.LEFT], position[planes.BOTTOM], position[planes.HEIGHT] = min(xs), min(ys), max(ys) - min(ys) + 1
    for xy, symbol in state.tiles.items():
        cell = cell_at(position, xy)
        planes.put(position, cell, planes.TILE)
        for mark, plane in (("b", planes.BLUE), ("+", planes.PIECE), ("=", planes.PIECE), ("=", planes.LYING)):
            if mark in symbol:
                planes.put(position, cell, plane)
    for player in (0, 1):
        position[planes.TILES + player] = state.in_hand[player]
        position[planes.HAND + player] = state.pieces[player]
        position[planes.ASIDE + player] = state.aside[player]
        kept = state.pieces[player] + state.on_table(player) + state.aside[player] + state.away(player)
        position[planes.KEPT + player] = kept
        position[planes.SACRIFICED + player] = state.sacrificed[player]
    position[planes.TURN], position[planes.PHASE] = state.turn, state.phase
    position[planes.QUIET], position[planes.PASSES] = state.quiet, state.passes
    if state.active is not None:
        position[planes.ACTIVE] = cell_at(position, state.active)
    _check_phase(state, settings, position)
    return position


def gone(state: State, player: int, settings: list[int]) -> int:
    """How many of the player's pieces are gone for good (6)."""
    left = state.pieces[player] + state.on_table(player) + state.aside[player] + state.away(player)
    return settings[1] - left


def _check_numbers(state: State, settings: list[int]) -> None:
    """Clauses 1, 3, 4, 6: tiles and pieces."""
    tiles, pieces = settings[:2]
    placing = state.in_hand != (0, 0) or state.phase == planes.ACTION
    for player, side in enumerate(SIDES):
        lying = sum(symbol[0] == COLOURS[player] for symbol in state.tiles.values())
        held = state.in_hand[player]
        if lying + held != tiles + 1 or not lying:
            raise PositionError(
                f"{side}'s tiles on the table ({lying}) and in hand ({held}) must be {tiles + 1} together, "
                "one of them at least on the table (1)"
            )
        if gone(state, player, settings) < 0:
            raise PositionError(f"{side} has more than {pieces} pieces in hand, on the table and set aside (1)")
        spare = 1 if state.phase == planes.ACTION and player == state.turn else 0
        if state.pieces[player] > held + spare:
            raise PositionError(
                f"{side}'s pieces in hand ({state.pieces[player]}) cannot be more than the tiles in hand ({held}): "
                "all must be entered while there are tiles (3.4)"
            )
        again = state.on_table(player, "=") + gone(state, player, settings)
        if placing and (again or state.sacrificed[player]):
            raise PositionError(f"{side} cannot have a piece lying, gone or sacrificed before all tiles are placed (4)")
        if state.sacrificed[player] and not again + state.away(player):
            raise PositionError(f"{side} has sacrificed, so a piece of {side}'s must lie or be gone for good (4.4)")


def _check_turn(state: State, settings: list[int]) -> None:
    """Clauses 3, 7.2: players place tiles in turn; quiet turns come when all tiles are placed."""
    tiles, limit = settings[0], settings[3]
    mine, theirs = state.in_hand[state.turn], state.in_hand[1 - state.turn]
    placed = state.phase in (planes.ACTION, planes.JUMP)
    if state.turn == 0:
        fits = theirs - mine == (1 if placed else 0)
    else:
        fits = theirs - mine == (0 if placed else -1) and (mine < tiles or not placed)
    late = mine == theirs == 0 and state.phase != planes.ACTION
    if not fits and not late:
        raise PositionError(
            f"the players place tiles in turn (3), so with {SIDES[state.turn]} to move "
            f"their tiles in hand cannot be {state.in_hand[0]} and {state.in_hand[1]} now"
        )
    if state.quiet > limit or state.passes > min(2, state.quiet):
        raise PositionError(
            f"there are at most {limit} quiet turns and 2 passes among them (7.2), not {state.quiet} and {state.passes}"
        )
    if state.quiet and (mine or theirs or state.phase != planes.START):
        raise PositionError("quiet turns are counted only between turns, once all tiles are placed (7.2)")


def _check_layout(state: State, settings: list[int]) -> None:
    """Clauses 2, 4.3: where tiles can lie."""
    far = [xy for xy in state.tiles if max(abs(xy[0]), abs(xy[1])) > FAR]
    if far:
        raise PositionError(f"a tile at {name(far[0])} is too far away; coordinates go from {-FAR} to {FAR}")
    lifted = sum(state.on_table(player, "=") + gone(state, player, settings) for player in (0, 1))
    for what, values in (("columns", [x for x, _ in state.tiles]), ("rows", [y for _, y in state.tiles])):
        span = max(values) - min(values) + 1
        if span > len(state.tiles) + lifted:
            raise PositionError(
                f"{len(state.tiles)} tiles spread over {span} {what}; after {lifted} re-entries at most "
                f"{len(state.tiles) + lifted} are possible (2)"
            )
    groups = _groups(state.tiles, 6 if settings[2] else 4)
    if groups > 1 + 2 * lifted:
        raise PositionError(
            f"the tiles lie in {groups} groups; a tile is placed beside another (2), and {lifted} re-entries (4.3) "
            f"leave {1 + 2 * lifted} groups at most"
        )


def _groups(tiles: Mapping[XY, str], directions: int) -> int:
    """How many groups of adjacent tiles there are."""
    rest, groups = set(tiles), 0
    while rest:
        groups += 1
        reached = [rest.pop()]
        while reached:
            x, y = reached.pop()
            for dx, dy in zip(planes.STEP_X[:directions], planes.STEP_Y[:directions], strict=True):
                if (x + dx, y + dy) in rest:
                    rest.remove((x + dx, y + dy))
                    reached.append((x + dx, y + dy))
    return groups


def _check_phase(state: State, settings: list[int], position: list[int]) -> None:
    """Clauses 3, 4.4, 5.1: a turn under way must have been able to get this far, and to continue."""
    side, colour = SIDES[state.turn], COLOURS[state.turn]
    if state.active is not None:
        here, symbol = name(state.active), state.tiles.get(state.active, "")
        if state.phase == planes.ACTION and symbol != colour:
            raise PositionError(f"the tile just placed must be {side}'s and hold no piece (3); {here} is not")
        if state.phase == planes.JUMP and symbol not in (colour + "+", colour + "="):
            raise PositionError(f"the piece that jumps on must be {side}'s (5.1); there is none on {here}")
        if state.phase == planes.JUMP and not moves.list_goals(position, position[planes.ACTIVE], True, [0] * 6, 0):
            raise PositionError(f"the piece on {here} cannot jump on, so the turn would be over (5.1)")
    if state.phase == planes.ACTION and not moves.anywhere(position):
        raise PositionError(f"{side} can do nothing after the tile, so the turn would be over (3.5)")
    other = 1 - state.turn
    if state.phase == planes.JUMP and not state.aside[other] + gone(state, other, settings):
        raise PositionError(f"a piece jumps on after a capture (5.1), but no piece of {SIDES[other]}'s was captured")
    if state.phase == planes.REENTRY and not (state.sacrificed[state.turn] and moves.can_lift(position)):
        raise PositionError(
            f"while a sacrificed piece is away, {side} has used the sacrifice and can lift a tile (4.4)"
        )
