"""Compile what the engines of test servers need, before tests that wait for a move only so long.

    python -m tests.warm

Two processes share the rule sets. Nothing is done where the same sources were compiled before: the cache has a note of it.
"""

from __future__ import annotations

import multiprocessing
import sys
from importlib.metadata import version

from kakomi import games
from kakomi.core.compiler.code_cache import compiled_cache
from kakomi.core.compiler.fingerprint import package_hash
from kakomi.core.match import Match
from kakomi.players.levels import level_player
from kakomi.players.search_player import searcher_for
from kakomi.search.result import Limit

Kinds = list[tuple[str, str]]


def warm(kinds: Kinds) -> None:
    """One move of a level, and one look by the strongest search, in rule sets that share their code."""
    for game, rules in kinds:
        match = Match(games.get(game), rules)
        level_player(1).choose(match)
        searcher_for(match).search(match, Limit(nodes=2))


def groups() -> list[Kinds]:
    """All rule sets, those with the same rules together; those with the largest positions, which take longest, first."""
    found: dict[str, Kinds] = {}
    sizes: dict[str, int] = {}
    for game in games.all_games():
        for rule_set in game.rule_sets:
            module = rule_set.rules.__name__
            found.setdefault(module, []).append((game.name, rule_set.name))
            sizes[module] = max(sizes.get(module, 0), len(Match(game, rule_set.name).state))
    return [found[module] for module in sorted(found, key=lambda module: -sizes[module])]


def describe() -> str:
    """What the code is compiled from, and what with."""
    return "\n".join(
        [package_hash(), sys.version, *(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))]
    )


def main() -> None:
    """All rule sets."""
    folder, described = compiled_cache(), describe()
    note = None if folder is None else folder / "warm.note"  # goes with the cache
    if note is not None and note.is_file() and note.read_text("utf-8") == described:
        return
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(warm, groups(), chunksize=1)
    if note is not None:
        note.write_text(described, "utf-8")


if __name__ == "__main__":
    main()
