"""A net with sparse inputs, for boards of a fixed size: two layers, then a value and a policy. Compiled.

Inputs are 0 or 1. A window is a few cells, and their states form a code in base STATES - 1, the first cell its lowest digit;
each code but 0, where all are empty, is an input. So is each value of a fact, and each policy entry that a legal move has
(as its entry or its second one). The first layer only has to add up the rows of the inputs that are 1, however many inputs
there are.
"""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.core.compiler.lanes import copy, dot, multiply, rectify, sum_short_rows
from kakomi.core.protocol import Moves, Position, entry, planes, second_entry
from kakomi.search.learned.arrays import (
    A_BIAS,
    B_BIAS,
    CELLS,
    GROUPS,
    HIDDEN_1,
    HIDDEN_2,
    LEGAL,
    POLICY,
    POLICY_BIAS,
    STATES,
    VALUE,
    VALUE_BIAS,
    B,
    NetScratch,
    SparseArrays,
)
from kakomi.search.learned.expectation import expectation


def judge(position: Position, moves: Moves, count: int, net: SparseArrays, room: NetScratch) -> float:
    """The position's value for the player to move, from -1 to 1; the room then holds what `logit` needs."""
    shape, weights, floats = net.shape, net.weights, room.floats
    first, second = shape[HIDDEN_1], shape[HIDDEN_2]
    planes(position, room.cells)
    active = add_moves(position, moves, count, add_windows(net, room), net, room)
    sum_short_rows(floats, 0, first, net.first, shape[A_BIAS], room.rows, active)
    copy(floats, first, weights, shape[B_BIAS], second)
    multiply(floats, first, second, floats, 0, first, weights, shape[B])
    rectify(floats, first, second)
    win = dot(floats, first, weights, shape[VALUE], second)
    draw = dot(floats, first, weights, shape[VALUE] + second, second)
    loss = dot(floats, first, weights, shape[VALUE] + 2 * second, second)
    bias = shape[VALUE_BIAS]
    return expectation(win + weights[bias], draw + weights[bias + 1], loss + weights[bias + 2])


@inline
def logit(number: int, net: SparseArrays, room: NetScratch) -> float:
    """The logit of the legal move with this number; to be called after `judge`."""
    value = entry_logit(room.entries[number], net, room)
    other = room.seconds[number]
    if other >= 0:
        value = value + entry_logit(other, net, room)
    return value


@inline
def entry_logit(place: int, net: SparseArrays, room: NetScratch) -> float:
    shape = net.shape
    second = shape[HIDDEN_2]
    value = dot(room.floats, shape[HIDDEN_1], net.weights, shape[POLICY] + place * second, second)
    return value + net.weights[shape[POLICY_BIAS] + place]


@inline
def add_windows(net: SparseArrays, room: NetScratch) -> int:
    """Collect the rows of the windows and the facts; returns how many there are."""
    shape, windows, cells, rows = net.shape, net.windows, room.cells, room.rows
    width = shape[HIDDEN_1]
    base = shape[STATES] - 1
    for cell in range(shape[CELLS]):
        cells[cell] = max(cells[cell] - 1, 0)
    active = 0
    at = 0
    for _ in range(shape[GROUPS]):
        size = windows[at]
        last = at + 2 + windows[at + 1] * (size + 1)
        at += 2
        while at < last:
            code = 0
            for i in range(at + size, at, -1):
                code = code * base + cells[windows[i]]
            rows[active] = windows[at] + code * width
            active += code > 0  # no branch: whether a window is empty is random, so it would often be mispredicted
            at += size + 1
    for fact in range(len(net.facts)):
        rows[active] = net.facts[fact] + cells[shape[CELLS] + fact] * width
        active += 1
    return active


@inline
def add_moves(position: Position, moves: Moves, count: int, active: int, net: SparseArrays, room: NetScratch) -> int:
    """Add the rows of the policy entries, each once; returns how many rows there are now."""
    marks = room.marks
    now = len(marks) - 1
    marks[now] += 1
    for i in range(count):
        room.entries[i] = entry(position, moves[i])
        room.seconds[i] = second_entry(position, moves[i])
        active = add_entry(room.entries[i], active, marks[now], net, room)
        if room.seconds[i] >= 0:
            active = add_entry(room.seconds[i], active, marks[now], net, room)
    return active


@inline
def add_entry(place: int, active: int, now: int, net: SparseArrays, room: NetScratch) -> int:
    if room.marks[place] == now:
        return active
    room.marks[place] = now
    room.rows[active] = net.shape[LEGAL] + place * net.shape[HIDDEN_1]
    return active + 1
