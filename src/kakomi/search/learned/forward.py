"""A net's answer for a position. The net is `sparse` or `conv`; the other one is None, and the compiler leaves it out."""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.core.protocol import Moves, Position
from kakomi.search.learned.arrays import ConvArrays, NetScratch, SparseArrays
from kakomi.search.learned.conv import judge as judge_by_conv
from kakomi.search.learned.conv import logit as logit_by_conv
from kakomi.search.learned.sparse import judge as judge_by_sparse
from kakomi.search.learned.sparse import logit as logit_by_sparse


@inline
def judge(
    position: Position, moves: Moves, count: int, sparse: SparseArrays | None, conv: ConvArrays | None, room: NetScratch
) -> float:
    """The value of the position, which has these legal moves, for the player to move, from -1 to 1."""
    value = 0.0
    if sparse is not None:
        value = judge_by_sparse(position, moves, count, sparse, room)
    if conv is not None:
        value = judge_by_conv(position, moves, count, conv, room)
    return value


@inline
def logit(number: int, sparse: SparseArrays | None, conv: ConvArrays | None, room: NetScratch) -> float:
    """The logit of the legal move with this number; to be called after `judge`."""
    value = 0.0
    if sparse is not None:
        value = logit_by_sparse(number, sparse, room)
    if conv is not None:
        value = logit_by_conv(number, conv, room)
    return value
