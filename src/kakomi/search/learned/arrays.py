"""The data that the compiled nets work on: flat arrays, and where things are in them.

All weights of a net lie in one float32 array, each matrix row by row; rows are padded with zeros to a multiple of LANES. The
exception is the first layer of a sparse net, which is most of it: it consists of 16-bit integers, which halves the memory to
read, and reading is what takes the time. Each unit of that layer has its own scale, which the second layer's weights undo.
"""

from __future__ import annotations

from typing import NamedTuple

from kakomi.core.compiler.lanes import Run, Shorts

Ints = list[int]


class SparseArrays(NamedTuple):
    """A net with sparse inputs: see `sparse`."""

    weights: Run
    first: Shorts  # the first layer: its rows, and its bias
    shape: Ints  # places below
    windows: Ints  # for each group: cells per window, number of windows; then for each window: its first row, its cells
    facts: Ints  # the first row of each fact


# Places in the shape of a sparse net.
STATES, CELLS, GROUPS = 0, 1, 2
HIDDEN_1, HIDDEN_2 = 3, 4  # units of the two layers
LEGAL = 5  # where the rows of the policy entries begin
A_BIAS, B, B_BIAS, VALUE, VALUE_BIAS, POLICY, POLICY_BIAS = 6, 7, 8, 9, 10, 11, 12
SPARSE_LENGTH = 13


class ConvArrays(NamedTuple):
    """A convolutional net, with the same weights at every cell: see `conv`."""

    weights: Run
    shape: Ints  # places below
    facts: Ints  # the first row of each fact: for the cells, then for the value


# Places in the shape of a convolutional net.
ROWS, COLUMNS, WAYS, CHANNELS, BLOCKS = 1, 2, 3, 4, 5  # after STATES
WINDOW, WINDOW_BIAS = 6, 7
BLOCK, BLOCK_SIZE = 8, 9  # the first block, and the size of each: weights, those of the mean, bias
BLOCK_MEAN, BLOCK_BIAS = 10, 11  # within a block
CELL_POLICY, CELL_POLICY_BIAS, EXTRA_POLICY, EXTRA_POLICY_BIAS = 12, 13, 14, 15
HIDDEN, JUDGE, JUDGE_BIAS, OUTCOME, OUTCOME_BIAS = 16, 17, 18, 19, 20  # units of the hidden layer; then the layers
CONV_LENGTH = 21


class NetScratch(NamedTuple):
    """A thread's scratch space for evaluating."""

    cells: Ints  # what `planes` writes
    rows: Ints  # the rows of weights to add up
    entries: Ints  # the policy entry of each legal move
    seconds: Ints  # and the second one, or -1
    marks: Ints  # sparse: the number of the last evaluation that met each policy entry; at the end, the current number
    slots: Ints  # conv: where in `floats` the channels of each cell are, by its number
    places: Ints  # conv: the same for the cells on the board alone, one after another
    padded: Ints  # conv: the states of the cells, each times the number of channels, with a border of two cells
    corners: Ints  # conv: where in `padded` the 5x5 cells around each cell on the board begin
    floats: Run
