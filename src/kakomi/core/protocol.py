"""What a game's rules must provide, as stubs.

Generic code (playouts, perft, search) imports these names; `build.bind` replaces each by the game's own function.
Rules are plain module-level functions over a *position*, a flat sequence of integers that holds all the state: a list
when interpreted, an int64 array when compiled. The same source runs both ways, so it keeps to whole numbers, `if`,
`while`, `for ... in range`, module constants and calls of module-level functions: no floats, strings or containers, no
allocation, no exceptions. Compiled integers have 64 bits and a sign: mask after every `<<` and `~`, keep boards to 63 bits.

A rules module also has, for interpreted use only:
    start(position, settings)   fill a fresh position; settings = [option codes in the order declared]
    length(settings)            how many integers a position has
    max_moves(settings)         an upper bound on the number of legal moves (and on what legal_moves may write to `out`)
    CLAUSES                     the clauses that can end a game; `ending` gives an index into it
"""

FIRST = 0
SECOND = 1
DRAW = 2
NO_MOVE = -1

Position = list[int]
Moves = list[int]
Random = list[int]


def legal_moves(position: Position, out: Moves) -> int:
    """Write every legal move to `out`, return their number; 0 exactly when the game is over. A move is an int >= 0."""
    raise NotImplementedError


def play(position: Position, move: int) -> None:
    """Play a legal move in place; trusts its caller."""
    raise NotImplementedError


def to_move(position: Position) -> int:
    """FIRST or SECOND: the player to move. FIRST is whoever moved first, even after colours were swapped."""
    raise NotImplementedError


def winner(position: Position) -> int:
    """FIRST, SECOND or DRAW; called only when the game is over."""
    raise NotImplementedError


def ending(position: Position) -> int:
    """Index into CLAUSES of the clause that ended the game; called only when the game is over."""
    raise NotImplementedError


def score(position: Position, player: int) -> int:
    """The player's running score by the rules (0 in a game without one)."""
    raise NotImplementedError


def pick(position: Position, out: Moves, random: Random) -> int:
    """A legal move at random, NO_MOVE when the game is over.

    Optional: `defaults.pick` is used where a game has none. A game's own must choose exactly the same move:
    number `below(random, n)` of the list that legal_moves writes, drawing once, and only when n > 0.
    """
    raise NotImplementedError


def ended(position: Position, out: Moves) -> int:
    """1 where the game is over, else 0; may write to `out`, which has room for all moves.

    Optional: `defaults.ended` lists the moves where a game has no quicker way.
    """
    raise NotImplementedError


# --- optional functions for searches: evaluation.py in a game's folder, and `defaults` for games without one ------------


def evaluate(position: Position, weights: Moves) -> int:
    """How good a position that is not over is for FIRST, in thousandths of a logit; linear in the weights."""
    raise NotImplementedError


def needs_quiescence(position: Position) -> int:
    """1 where a search should not stop to evaluate, because a turn is half done or something is about to fall."""
    raise NotImplementedError


def move_priority(position: Position, move: int) -> int:
    """How early a search should try a legal move, from 0 to 1000; only the order counts."""
    raise NotImplementedError


def key(position: Position) -> int:
    """A hash of the whole position, 63 bits."""
    raise NotImplementedError


# --- symmetries: rotations and reflections that leave the rules unchanged; `defaults` has only the identity -----------


def symmetries(position: Position) -> int:
    """How many symmetries there are, including the identity, number 0. They are closed under composition."""
    raise NotImplementedError


def transform(position: Position, out: Position, symmetry: int) -> None:
    """Write the image of the position under a symmetry to `out`. The players keep their colours and their turn."""
    raise NotImplementedError


def transform_move(position: Position, move: int, symmetry: int) -> int:
    """The move that corresponds to a legal move in the image of the position."""
    raise NotImplementedError


def normalize(position: Position, out: Position) -> None:
    """Write the position to `out`, shifted to a fixed place on a board without edges; `transform` does not shift."""
    raise NotImplementedError


# --- what a neural net sees: net.py in a game's folder; see `core.net` -----------------------------------------------------


def planes(position: Position, out: Moves) -> None:
    """Write the state of every cell to `out`, as the player to move sees it, and after the cells every fact."""
    raise NotImplementedError


def index(position: Position, move: int) -> int:
    """The dense action number of a legal move, different for each legal move."""
    raise NotImplementedError


def move_at(position: Position, index: int) -> int:
    """The legal move that has this action number; trusts its caller that there is one."""
    raise NotImplementedError


def entry(position: Position, move: int) -> int:
    """The policy entry of a legal move: cell * WAYS + way, or cells * WAYS + extra."""
    raise NotImplementedError


def second_entry(position: Position, move: int) -> int:
    """Another policy entry that counts for the move as well, where it goes to two cells; -1 where there is none."""
    raise NotImplementedError
