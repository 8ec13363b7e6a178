"""The data that alpha-beta works on, as named tuples of flat sequences: lists when interpreted, arrays when compiled."""

from __future__ import annotations

from typing import NamedTuple

from kakomi.core.protocol import Moves, Position

Ints = list[int]

DECIDED = 1 << 20  # values this far from 0 are won games; evaluations stay below
PLIES = 1 << 12  # a game won at ply n of the search is worth DECIDED + PLIES - n: sooner is better
INFINITE = DECIDED << 1

# Places in a frame, the state of one level of the stack.
ALPHA, BETA, FLOOR, BEST, BEST_MOVE, BEST_COMPLETE, ALL_COMPLETE = 0, 1, 2, 3, 4, 5, 6
DEPTH, COUNT, DONE, TOTAL, PLAYER, KEY, STAGE, MOVE, LINE = 7, 8, 9, 10, 11, 12, 13, 14, 15
FRAME = 16

# Places in `control`, which can be read from outside while the search runs.
STOP, NODES, LIMIT, DEEPEST = 0, 1, 2, 3
LEVEL = 4  # of the node about to be entered when the search ended at its limit
CONTROL_LENGTH = 5

# Places in `settings`.
BY_MARGIN = 0  # 1: the game is decided by score, and a greater margin is better; 0: a win is a win, sooner is better
WIDTH = 1  # most promising moves kept at a node; 0: all, as at the root at depth 1, so that it overlooks none
EXTRA = 2  # plies that unsettled positions may be searched beyond the horizon
EXACT = 3  # 1: plain minimax, for tests: no reductions, and only table entries of exactly this depth
ROOT_COUNT = 4  # number of root moves, given in `moves` of level 0; among equals the first is chosen
AGE = 5  # of this search, for the table
NOISE = 6  # how far an evaluation may be off, in thousandths of a logit: for players that err
SEED = 7  # of the errors: the same position is always misjudged in the same way
LEFT_OUT = 8  # legal moves that are not among the root moves
NARROW = 9  # 1: WIDTH holds at the root of depth 1, too: for players that err
# The game's `Pruning`; all zeros turn it off.
PRUNED_DEPTH, MARGIN, HOPELESS, REDUCTION, NARROWING = 10, 11, 12, 13, 14
SETTINGS_LENGTH = 15

HISTORY_SIZE = 1 << 12  # places in `history` for the moves of each player


class SearchTask(NamedTuple):
    """What to search, and how."""

    control: Ints  # the counters and the stop flag of a running search
    settings: Ints
    weights: Ints  # of the evaluation


class Stack(NamedTuple):
    """The path to the current node, one level per ply; the root is level 0."""

    positions: list[Position]
    moves: list[Moves]  # the moves of each position
    ranks: list[Ints]  # and the rank of each
    frames: Ints  # FRAME places a level
    lines: list[Moves]  # the principal variation from each position on


class Memory(NamedTuple):
    """What is remembered about finished nodes."""

    killers: Moves  # of each level: the last two moves that caused a cutoff there
    history: Ints  # of each player and move: how much of the tree the move has cut off
    table: Ints  # of positions, see `transpositions`
