"""A move that wins at once, if there is one."""

from __future__ import annotations

from kakomi.core.protocol import NO_MOVE, Moves, Position, legal_moves, play, to_move, winner


def winning(position: Position, after: Position, moves: Moves, replies: Moves) -> int:
    """The first legal move that ends the game in favour of the player who makes it; NO_MOVE if there is none."""
    player = to_move(position)
    for k in range(legal_moves(position, moves)):
        for i in range(len(position)):
            after[i] = position[i]
        play(after, moves[k])
        if legal_moves(after, replies) == 0 and winner(after) == player:
            return moves[k]
    return NO_MOVE
