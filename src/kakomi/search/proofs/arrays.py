"""The data of a proof-number search, as named tuples of flat sequences: lists when interpreted, arrays when compiled."""

from __future__ import annotations

from typing import NamedTuple

from kakomi.core.protocol import Moves, Position

Ints = list[int]

INFINITE = 1 << 50  # the proof number of what cannot be proven
FIRST_WINS, FIRST_HOLDS = 0, 1  # goals: is the game won for the first player; is it at least drawn?
FALSE, TRUE, UNKNOWN = 0, 1, 2  # answers

# Places in `control`.
STOP, NODES, LIMIT = 0, 1, 2  # nodes count both kinds: those of the tree and those read to the end
LEVEL = 3  # of the node that the search is at, -1 before it has begun: a search stopped at its limit can continue
PROOF, DISPROOF = 4, 5  # numbers of the node that was left last
READ = 6  # nodes read by the last reading
FULL = 7  # 1 when the stack is too small for the game
CONTROL_LENGTH = 8

# Places in `settings`.
GOAL = 0
READING = 1  # how many nodes may be read to settle a new position at once
SETTINGS_LENGTH = 2

# Places in a frame, the state of one level of the stack.
PROOF_LIMIT, DISPROOF_LIMIT, KEY, COUNT, BEST, FIRST_TO_MOVE, BEGAN, OPENED = range(8)
FRAME = 8

# An entry of the table: key, proof number, disproof number, and the nodes spent on it (0: settled by reading).
ENTRY, BUCKET = 4, 16


class ProofTask(NamedTuple):
    """What to prove, and how."""

    control: Ints
    settings: Ints
    table: Ints  # a power of two of buckets
    tries: Ints  # for each level, how often reading was tried there, then how often it settled a position


class ProofStack(NamedTuple):
    """The path to the current node, one level per ply, and at each level what its moves lead to."""

    positions: list[Position]
    moves: list[Moves]
    keys: list[Ints]
    proofs: list[Ints]
    disproofs: list[Ints]
    frames: Ints  # FRAME places for each level
    scratch: list[Position]  # three positions


class ReadingStack(NamedTuple):
    """The same for reading to the end."""

    positions: list[Position]
    moves: list[Moves]
    ranks: list[Ints]  # the replies to each move: the fewest are tried first
    frames: Ints  # for each level: moves, moves tried, is it the first player's turn
