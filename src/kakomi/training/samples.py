"""Training positions: drawn from the games of self-play, or a few random moves away from them."""

from __future__ import annotations

from kakomi.core.protocol import (
    Random,
    entry,
    legal_moves,
    pick,
    play,
    second_entry,
    symmetries,
    transform,
    transform_move,
)
from kakomi.core.rand import below
from kakomi.training.kernels import copy, describe, seen_entry
from kakomi.training.state import UNFINISHED, Batch, Ints, Ring, Scratch, Shape


def sample(i: int, chosen: Ints, symmetry: Ints, shape: Shape, ring: Ring, batch: Batch, room: Scratch) -> None:
    """Position number chosen[i] of the ring, as one of its symmetries shows it."""
    sample_part(i, 0, 1, chosen, symmetry, shape, ring, batch, room)


def sample_part(
    i: int, part: int, parts: int, chosen: Ints, symmetry: Ints, shape: Shape, ring: Ring, batch: Batch, room: Scratch
) -> None:
    """One of some parts of what `sample` does; each can be done by a separate thread.

    Every part has its share of the moves, and the first also describes the position: a batch has far fewer positions than
    a GPU has threads, so the longest chain of work in one thread decides how long all of them take.
    """
    slot = chosen[i]
    copy(ring.state, slot * shape.length, room.position, 0, shape.length)
    number = symmetry[i] % symmetries(room.position)
    transform(room.position, room.image, number)
    if part == 0:
        describe(i, room.image, shape, batch.cells, batch.facts, room)
        batch.result[i] = ring.result[slot]
        batch.value[i] = ring.value[slot]
        batch.drawn[i] = ring.drawn[slot]
    legal_moves(room.position, room.out)
    count = ring.move_count[slot]
    for k in range(part, shape.widest, parts):
        at = i * shape.widest + k
        if k < count:
            move = transform_move(room.position, room.out[k], number)
            batch.entry[at] = seen_entry(entry(room.image, move), shape)
            batch.second[at] = seen_entry(second_entry(room.image, move), shape)
            batch.policy[at] = ring.policy[slot * shape.widest + k]
        else:
            batch.entry[at] = -1
            batch.second[at] = -1
            batch.policy[at] = 0.0


def stray(
    i: int, chosen: Ints, most: int, random: Random, shape: Shape, ring: Ring, batch: Batch, room: Scratch
) -> None:
    """A position 0 to most - 1 random moves away from one in the ring, the game not over, as a search also meets them."""
    own = random[i : i + 1]
    copy(ring.state, chosen[i] * shape.length, room.position, 0, shape.length)
    copy(room.position, 0, room.image, 0, shape.length)
    for _ in range(below(own, most)):
        move = pick(room.position, room.out, own)
        if move < 0:
            break
        play(room.position, move)
        if legal_moves(room.position, room.out) == 0:
            break
        copy(room.position, 0, room.image, 0, shape.length)
    describe(i, room.image, shape, batch.cells, batch.facts, room)
    count = min(legal_moves(room.image, room.out), shape.widest)
    for k in range(shape.widest):
        at = i * shape.widest + k
        batch.entry[at] = -1
        batch.second[at] = -1
        batch.policy[at] = 0.0
        if k < count:
            move = room.out[k]
            batch.entry[at] = seen_entry(entry(room.image, move), shape)
            batch.second[at] = seen_entry(second_entry(room.image, move), shape)
    batch.result[i] = UNFINISHED
