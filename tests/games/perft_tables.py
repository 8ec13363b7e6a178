"""Writes the perft tables (tests/games/GAME/perft.txt) from the oracles.

    python -m tests.games.perft_tables [GAME...]   (from the root of the repository; no GAME means all)

perft(d) is the number of sequences of exactly d legal moves from a position; a game that is over has none.
The positions and depths are listed in perft_entries.py and its companions named below.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import time
from pathlib import Path
from typing import Protocol

Entry = tuple[str, dict[str, object], str, int]  # rules, options, moves played first, depth

ENTRY_MODULES = ["tests.games.perft_entries", "tests.games.perft_entries_toot_enclose5"]
TABLES = Path(__file__).resolve().parent


class AnyOracle(Protocol):
    def moves(self) -> list[str]: ...
    def play(self, text: str) -> None: ...
    def copy(self) -> AnyOracle: ...


def all_entries() -> dict[str, list[Entry]]:
    """The entries of every module of entries that exists, game by game."""
    merged: dict[str, list[Entry]] = {}
    for module_name in ENTRY_MODULES:
        if importlib.util.find_spec(module_name) is None:
            continue
        for game, entries in importlib.import_module(module_name).ENTRIES.items():
            merged.setdefault(game, []).extend(entries)
    return merged


def set_up(game: str, entry: Entry) -> AnyOracle:
    """The position of an entry; its moves are checked one by one."""
    rules, options, moves, _ = entry
    oracle: AnyOracle = importlib.import_module(f"tests.games.{game}.oracle").Oracle(rules, **options)
    for move in moves.split():
        if move not in oracle.moves():
            raise ValueError(f"{game} {rules} {options}: {move} is not legal in: {moves}")
        oracle.play(move)
    return oracle


def perft(oracle: AnyOracle, depth: int) -> list[int]:
    """The counts for depth 1, 2 ... depth, in one walk; the last moves are counted without being played."""
    counts = [0] * depth

    def walk(position: AnyOracle, level: int) -> None:
        moves = position.moves()
        counts[level] += len(moves)
        if level + 1 == depth:
            return
        for move in moves:
            child = position.copy()
            child.play(move)
            walk(child, level + 1)

    walk(oracle, 0)
    return counts


def line_of(entry: Entry, counts: list[int]) -> str:
    rules, options, moves, _ = entry
    left = " ".join([rules, *(f"{name}={value}" for name, value in options.items())])
    if moves:
        left += " | moves " + " ".join(moves.split())
    return left + " : " + " ".join(str(count) for count in counts)


def write_table(game: str, entries: list[Entry]) -> None:
    lines = [
        f"# Perft counts of {game}, computed by its oracle (tests/games/{game}/oracle.py), not by an engine.",
        f"# Make them again: python -m tests.games.perft_tables {game}",
        "# RULES [name=value ...] [| moves m1 m2 ...] : counts for depth 1, 2, 3 ...",
    ]
    for entry in entries:
        start = time.perf_counter()
        line = line_of(entry, perft(set_up(game, entry), entry[3]))
        lines.append(line)
        print(f"{time.perf_counter() - start:7.1f} s  {game}: {line}", flush=True)
    (TABLES / game / "perft.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    entries = all_entries()
    unknown = [game for game in arguments if game not in entries]
    if unknown:
        print(f"no entries for {', '.join(unknown)}; there are entries for {', '.join(sorted(entries))}")
        return 2
    for game in arguments or sorted(entries):
        write_table(game, entries[game])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
