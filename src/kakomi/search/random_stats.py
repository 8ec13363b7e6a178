"""Seeded random games, each summarized in a row of numbers: the raw material of measures.

Game `number` of the batch `seed` is move for move the one that `playout` plays.
"""

from __future__ import annotations

from kakomi.core.protocol import (
    FIRST,
    SECOND,
    Moves,
    Position,
    Random,
    ending,
    legal_moves,
    play,
    score,
    to_move,
    winner,
)
from kakomi.core.rand import below, seed_game

# Places in a row: how it ended, its length, legal moves summed over the plies (and the logarithms of their numbers), plies
# with one legal move, the first move, the scores.
WINNER, ENDING, PLIES, TURNS, CHOICES, LOGARITHMS, FORCED, OPENED, SCORE_FIRST, SCORE_SECOND = range(10)
ROW_LENGTH = 10


def census(
    root: Position,
    seed: int,
    begin: int,
    end: int,
    position: Position,
    out: Moves,
    random: Random,
    logarithms: Moves,
    widths: Moves,
    rows: list[list[int]],
) -> None:
    """Play games number `begin` to `end - 1` from `root`, a row each.

    `logarithms[n]` is what a ply with n legal moves adds to a row's sum; `widths[n]` counts such plies.
    """
    length = len(root)
    for game in range(begin, end):
        for i in range(length):
            position[i] = root[i]
        seed_game(random, seed, game)
        row = rows[game - begin]
        plies = 0
        turns = 0
        choices = 0
        product = 0
        forced = 0
        opened = -1
        before = -1
        while True:
            count = legal_moves(position, out)
            if count == 0:
                break
            player = to_move(position)
            if player != before:
                turns += 1
                before = player
            move = out[below(random, count)]
            if plies == 0:
                opened = move
            widths[count] += 1
            choices += count
            product += logarithms[count]
            if count == 1:
                forced += 1
            play(position, move)
            plies += 1
        row[WINNER] = winner(position)
        row[ENDING] = ending(position)
        row[PLIES] = plies
        row[TURNS] = turns
        row[CHOICES] = choices
        row[LOGARITHMS] = product
        row[FORCED] = forced
        row[OPENED] = opened
        row[SCORE_FIRST] = score(position, FIRST)
        row[SCORE_SECOND] = score(position, SECOND)
