"""Writes what the rules are compared with: perft.txt and scores/, counted and played by the oracle.

    python tests/make_materials.py

Made once: a difference when they are made again is a change of the rules.
"""

from __future__ import annotations

import random
from pathlib import Path

from oracle import Oracle

HERE = Path(__file__).parent
PERFT = (  # options, moves played first, depth
    ("", "", 22),
    ("", "a-m h-a m-h a-m b-a m-b c-m", 18),  # a win is two moves away
    ("centre=opening", "", 18),
    ("centre=opening", "d-m e-d m-e d-m", 16),  # the restriction ends here
    ("limit=20", "d-m e-d m-e f-m e-f m-e c-m d-c m-d e-m d-e m-d b-m c-b m-c", 8),  # a draw is five moves away
)


def new_game(options: str, moves: str = "") -> Oracle:
    given = dict(option.split("=") for option in options.split())
    game = Oracle("standard", given.get("centre", "always"), int(given.get("limit", 100)))
    for move in moves.split():
        assert move in game.moves(), f"{move} is not legal in: {moves}"
        game.play(move)
    return game


def count(game: Oracle, depth: int) -> int:
    """The number of sequences of so many legal moves."""
    if depth == 0:
        return 1
    total = 0
    for move in game.moves():
        after = game.copy()
        after.play(move)
        total += count(after, depth - 1)
    return total


def perft_line(options: str, moves: str, depth: int) -> str:
    head = " ".join(["standard", *options.split()]) + (f" | moves {moves}" if moves else "")
    counts = [count(new_game(options, moves), each) for each in range(1, depth + 1)]
    return f"{head} : {' '.join(map(str, counts))}"


def score(seed: int) -> str:
    """A game at random as a record."""
    generator = random.Random(seed)
    game = new_game("")
    moves = []
    while legal := sorted(game.moves()):
        moves.append(generator.choice(legal))
        game.play(moves[-1])
    winner, clause = game.outcome() or (None, "")
    result = "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
    tags = {"Game": "mu_torere", "Rules": "standard", "RulesVersion": "1", "First": "Oracle", "Second": "Oracle"}
    lines = [f'[{name} "{value}"]' for name, value in {**tags, "Result": result, "Clause": clause}.items()]
    rows = [" ".join(moves[place : place + 20]) for place in range(0, len(moves), 20)]
    return "\n".join([*lines, "", *rows, result]) + "\n"


if __name__ == "__main__":
    head = "# Counted by oracle.py: RULES [name=value ...] [| moves m1 m2 ...] : counts for depth 1, 2, 3 ..."
    (HERE / "perft.txt").write_text("\n".join([head, *(perft_line(*each) for each in PERFT)]) + "\n", encoding="utf-8")
    (HERE / "scores").mkdir(exist_ok=True)
    (HERE / "scores" / "mu_torere-standard.kakomi").write_text(score(6), encoding="utf-8")
