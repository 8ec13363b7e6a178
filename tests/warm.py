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


def warm(kind: tuple[str, str]) -> None:
    """One move of a level, and one look by the strongest search, in a rule set."""
    match = Match(games.get(kind[0]), kind[1])
    level_player(1).choose(match)
    searcher_for(match).search(match, Limit(nodes=2))


def main() -> None:
    """All rule sets."""
    kinds = [(game.name, rule_set.name) for game in games.all_games() for rule_set in game.rule_sets]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(warm, kinds, chunksize=1)


if __name__ == "__main__":
    main()
