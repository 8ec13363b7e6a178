"""Compile every rule set's playout kernel to PTX, without a GPU, and note what the CPU says the first games come to.

    python -m benchmarks.gpu.make_kernels FOLDER [GAME ...]

The folder can then be carried to a machine that has a GPU and CuPy, but not Kakomi: see `run`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import kakomi
from kakomi.search.batch import playouts
from kakomi.search.gpu import ptx

SEED = 2026
CHECKED_GAMES = 4096  # what `run` plays first, to compare with the CPU


def main(folder: str, names: list[str]) -> None:
    """One .ptx and one .json per rule set, at its default options."""
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    for game in kakomi.games.all_games():
        if names and game.name not in names:
            continue
        for rule_set in game.rule_sets:
            match = kakomi.new(game.name, rule_set.name)
            kernel = ptx(match)
            tally = playouts(match, CHECKED_GAMES, seed=SEED)
            name = f"{game.name}-{rule_set.name}"
            (into / f"{name}.ptx").write_text(kernel.ptx)
            facts = {
                "name": name,
                "entry": kernel.name,
                "root": kernel.root,
                "seed": SEED,
                "tally_length": kernel.tally_length,
                "games": tally.games,
                "moves": tally.moves,
                "won": [tally.first, tally.second, tally.draws],
                "digest": tally.digest,
                "cpu_moves_per_s": round(tally.moves / tally.seconds),
            }
            (into / f"{name}.json").write_text(json.dumps(facts))
            print(f"{name}: {len(kernel.ptx) / 1000:.0f} kB of PTX")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
