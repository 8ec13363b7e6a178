"""Compile what the engines of test servers need, before tests that wait for a move only so long.

    python -m tests.warm

Code that is in the cache already takes a second or two. Two processes share the rule sets.
"""

from __future__ import annotations

import multiprocessing

from kakomi import games
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


def main() -> None:
    """All rule sets."""
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(warm, groups(), chunksize=1)


if __name__ == "__main__":
    main()
