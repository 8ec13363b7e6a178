"""Stored scores: one whole game of every rule set, played at random through the oracle, which alone says how it ended.

    python -m tests.games.make_scores

writes tests/games/GAME/scores/GAME-RULES.kakomi.
The moves, the result, the clause and the score in them are the oracle's; the tests
replay them with the engine. Made once; making them again is a change of the rules.
"""

from __future__ import annotations

import random
from pathlib import Path

from kakomi.testing.materials import oracle as new_oracle
from tests.contract import DEFAULTS, Variant

FOLDER = Path(__file__).parent


def score(variant: Variant) -> str:
    """A game as a record's text, without a word from the engine."""
    generator = random.Random(f"score {variant}")
    oracle = new_oracle(FOLDER / variant.game, variant)
    moves = []
    while legal := sorted(oracle.moves()):
        moves.append(generator.choice(legal))
        oracle.play(moves[-1])
    winner, clause = oracle.outcome()
    result = "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
    tags = {"Game": variant.game, "Rules": variant.rules, "RulesVersion": "1", "First": "Oracle", "Second": "Oracle"}
    tags |= {"Result": result, "Clause": clause}
    if oracle.score() is not None:
        tags["Score"] = "-".join(str(points) for points in oracle.score())
    lines = [f'[{name} "{value}"]' for name, value in tags.items()] + [""]
    line = ""
    for word in [*moves, result]:
        if len(line) + len(word) > 98:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return "\n".join([*lines, line]) + "\n"


if __name__ == "__main__":
    for each in DEFAULTS:
        (FOLDER / each.game / "scores" / f"{each}.kakomi").write_text(score(each), encoding="utf-8")
