"""A convolutional net, for boards of any size: the same weights at every cell. Compiled.

Only cells on the board, whose state is not 0, count; all others are 0 throughout. Each cell has a number of channels. The
first layer sums over the 5x5 cells around each cell; each block adds a 3x3 convolution and a term that depends on the mean
over the board. The grid is kept with a border, and is no larger than the part in use.
"""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.core.compiler.lanes import (
    accumulate,
    clear,
    convolve,
    copy,
    dot,
    enlarge,
    multiply,
    rectify,
    scale,
    sum_lookups,
    sum_rows,
)
from kakomi.core.protocol import Moves, Position, entry, planes, second_entry
from kakomi.search.learned.arrays import (
    BLOCK,
    BLOCK_BIAS,
    BLOCK_MEAN,
    BLOCK_SIZE,
    BLOCKS,
    CELL_POLICY,
    CELL_POLICY_BIAS,
    CHANNELS,
    COLUMNS,
    EXTRA_POLICY,
    EXTRA_POLICY_BIAS,
    HIDDEN,
    JUDGE,
    JUDGE_BIAS,
    OUTCOME,
    OUTCOME_BIAS,
    ROWS,
    STATES,
    WAYS,
    WINDOW,
    WINDOW_BIAS,
    ConvArrays,
    NetScratch,
)
from kakomi.search.learned.expectation import expectation

# `floats` begins with the mean over the board, the maximum of each channel, the part that all cells have in common, and
# the hidden layer; then come the cells, with their border, and room for a copy of them.


def judge(position: Position, moves: Moves, count: int, net: ConvArrays, room: NetScratch) -> float:
    """The position's value for the player to move, from -1 to 1; the room then holds what `logit` needs."""
    planes(position, room.cells)
    used, stride, size = place_cells(net, room)
    add_surroundings(used, stride, net, room)
    for number in range(net.shape[BLOCKS]):
        apply_block(number, used, stride, size, net, room)
    for i in range(count):
        room.entries[i] = entry(position, moves[i])
        room.seconds[i] = second_entry(position, moves[i])
    return value_of_cells(used, net, room)


@inline
def logit(number: int, net: ConvArrays, room: NetScratch) -> float:
    """The logit of the legal move with this number; to be called after `judge`."""
    value = entry_logit(room.entries[number], net, room)
    other = room.seconds[number]
    if other >= 0:
        value = value + entry_logit(other, net, room)
    return value


@inline
def entry_logit(place: int, net: ConvArrays, room: NetScratch) -> float:
    shape, weights = net.shape, net.weights
    channels, ways = shape[CHANNELS], shape[WAYS]
    cell = place // ways
    if cell < shape[ROWS] * shape[COLUMNS]:
        way = place - cell * ways
        value = dot(room.floats, room.slots[cell], weights, shape[CELL_POLICY] + way * channels, channels)
        return value + weights[shape[CELL_POLICY_BIAS] + way]
    extra = place - shape[ROWS] * shape[COLUMNS] * ways
    value = dot(room.floats, 0, weights, shape[EXTRA_POLICY] + extra * 2 * channels, 2 * channels)
    return value + weights[shape[EXTRA_POLICY_BIAS] + extra]


@inline
def place_cells(net: ConvArrays, room: NetScratch) -> tuple[int, int, int]:
    """Decide where each cell's channels go; returns the cells on the board, the cells of a row, the numbers of all rows.

    A cell off the board has the channels of the border's corner, which stay 0. `padded` gets the states with a border of two
    cells, each times the number of channels.
    """
    shape, cells, padded = net.shape, room.cells, room.padded
    channels, columns = shape[CHANNELS], shape[COLUMNS]
    height = 0
    width = 0
    for row in range(shape[ROWS]):
        for column in range(columns):
            if cells[row * columns + column] > 0:
                height = row + 1
                width = max(width, column + 1)
    begin = 3 * channels + shape[HIDDEN]
    stride = width + 2
    size = (height + 2) * stride * channels
    clear(room.floats, begin, 2 * size)
    for i in range((height + 4) * (width + 4)):
        padded[i] = 0
    used = 0
    for cell in range(shape[ROWS] * columns):
        room.slots[cell] = begin
    for row in range(height):
        for column in range(width):
            cell = row * columns + column
            padded[(row + 2) * (width + 4) + column + 2] = cells[cell] * channels
            if cells[cell] > 0:
                place = begin + ((row + 1) * stride + column + 1) * channels
                room.slots[cell] = place
                room.places[used] = place
                room.corners[used] = row * (width + 4) + column
                used += 1
    return used, stride, size


@inline
def add_surroundings(used: int, stride: int, net: ConvArrays, room: NetScratch) -> None:
    """The first layer."""
    shape, weights, floats, rows = net.shape, net.weights, room.floats, room.rows
    channels = shape[CHANNELS]
    cells = shape[ROWS] * shape[COLUMNS]
    facts = len(net.facts) // 2
    for fact in range(facts):
        rows[fact] = net.facts[fact] + room.cells[cells + fact] * channels
    common = 2 * channels
    sum_rows(floats, common, channels, weights, shape[WINDOW_BIAS], weights, rows, facts)
    for i in range(25):
        rows[i] = i // 5 * (stride + 2) + i % 5
    start, step = shape[WINDOW], shape[STATES] * channels
    padded, corners, places = room.padded, room.corners, room.places
    sum_lookups(floats, channels, places, used, floats, common, weights, start, step, padded, corners, rows, 25)
    for i in range(used):
        rectify(floats, room.places[i], channels)


@inline
def apply_block(number: int, used: int, stride: int, size: int, net: ConvArrays, room: NetScratch) -> None:
    """x = relu(x + the convolution of x + a term that depends on the mean of x)."""
    shape, weights, floats, places = net.shape, net.weights, room.floats, room.places
    channels = shape[CHANNELS]
    block = shape[BLOCK] + number * shape[BLOCK_SIZE]
    common = 2 * channels
    find_mean(used, net, room)
    copy(floats, common, weights, block + shape[BLOCK_BIAS], channels)
    multiply(floats, common, channels, floats, 0, channels, weights, block + shape[BLOCK_MEAN])
    for i in range(used):
        copy(floats, places[i] + size, floats, places[i], channels)
        accumulate(floats, places[i], floats, common, channels)
    for row in range(3):
        shift = size + ((row - 1) * stride - 1) * channels
        start = block + row * 3 * channels * channels
        convolve(floats, channels, floats, shift, 3 * channels, places, used, weights, start)
    for i in range(used):
        rectify(floats, places[i], channels)


@inline
def find_mean(used: int, net: ConvArrays, room: NetScratch) -> None:
    channels = net.shape[CHANNELS]
    clear(room.floats, 0, channels)
    for i in range(used):
        accumulate(room.floats, 0, room.floats, room.places[i], channels)
    scale(room.floats, 0, channels, 1.0 / max(used, 1))


@inline
def value_of_cells(used: int, net: ConvArrays, room: NetScratch) -> float:
    """The position's value, from the mean and the maximum over the board and from the facts."""
    shape, weights, floats = net.shape, net.weights, room.floats
    channels, hidden = shape[CHANNELS], shape[HIDDEN]
    cells = shape[ROWS] * shape[COLUMNS]
    facts = len(net.facts) // 2
    find_mean(used, net, room)
    clear(floats, channels, channels)  # every number is 0 or more
    for i in range(used):
        enlarge(floats, channels, floats, room.places[i], channels)
    for fact in range(facts):
        room.rows[fact] = net.facts[facts + fact] + room.cells[cells + fact] * hidden
    at = 3 * channels
    sum_rows(floats, at, hidden, weights, shape[JUDGE_BIAS], weights, room.rows, facts)
    multiply(floats, at, hidden, floats, 0, 2 * channels, weights, shape[JUDGE])
    rectify(floats, at, hidden)
    win = dot(floats, at, weights, shape[OUTCOME], hidden)
    draw = dot(floats, at, weights, shape[OUTCOME] + hidden, hidden)
    loss = dot(floats, at, weights, shape[OUTCOME] + 2 * hidden, hidden)
    bias = shape[OUTCOME_BIAS]
    return expectation(win + weights[bias], draw + weights[bias + 1], loss + weights[bias + 2])
