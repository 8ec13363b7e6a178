"""Perft: the number of move sequences of a given length, the classic check of a move generator."""

from __future__ import annotations

from kakomi.core.protocol import Moves, Position, legal_moves, play


def perft(stack: list[Position], moves: list[Moves], count: Moves, done: Moves, depth: int) -> int:
    """Sequences of exactly `depth` moves from the position in `stack[0]`.

    `stack` has depth positions, `moves` as many lists, `count` and `done` as many counters. An explicit stack, because
    recursion costs compile time. The last level is counted, not played.
    """
    if depth == 0:
        return 1
    total = 0
    level = 0
    count[0] = legal_moves(stack[0], moves[0])
    done[0] = 0
    while level >= 0:
        if level == depth - 1:
            total += count[level]
            level -= 1
        elif done[level] == count[level]:
            level -= 1
        else:
            move = moves[level][done[level]]
            done[level] += 1
            here = stack[level]
            level += 1
            there = stack[level]
            for i in range(len(here)):
                there[i] = here[i]
            play(there, move)
            count[level] = legal_moves(there, moves[level])
            done[level] = 0
    return total
