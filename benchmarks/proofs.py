"""How deep from the end is each game solved in one second?

    python -m benchmarks.proofs [--games 12] [--seconds 1] [--only enso]

Games are played by level 4 against itself. From the end of each, the search that proves (alpha-beta to the end, exact and
complete, or the tree search where its proofs reach further) gets the position 1, 2, 3 ... plies before the last move, one
second each, until it fails twice in a row. The program prints how many plies before the end half, and nine in ten, of the
games were solved. A solved position is a proven win, draw or loss; the proof is the search's own, checked against
plain minimax in the tests.
"""

from __future__ import annotations

import argparse
import statistics

from kakomi import games, players
from kakomi.core.match import Match
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.evaluation import evaluation_for
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.mcts.settings import Settings
from kakomi.search.result import Limit, Searcher

VARIANTS: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("enso", "standard", {}),
    ("iago", "standard", {}),
    ("iago", "loose", {}),
    ("iago", "simple", {}),
    ("toot", "standard", {"tiles": 8, "pieces": 3}),
    ("enclose5", "standard", {"size": 7, "target": "full"}),
    ("enclose5", "standard", {"size": 9, "target": 6}),
)
FAILURES = 2


def whole_game(name: str, rules: str, options: dict[str, object], seed: int) -> Match:
    """A game of level 4 against itself, its first four moves at random."""
    match = Match(games.get(name), rules, options)
    strong, wild = players.make(f"level:4,seed={seed}"), players.make(f"random:seed={seed}")
    while match.outcome is None:
        match.push((wild if len(match.moves) < 4 else strong).choose(match))
    return match


def searchers(match: Match) -> dict[str, Searcher]:
    """The searches that prove, new for every position; a width that leaves out moves would leave out proofs as well."""
    evaluation = evaluation_for(match.rule_set.rules)
    settings = evaluation.guided or Settings(guide="children", explore=1.5)
    return {
        "alpha-beta": AlphaBeta(64, exact=evaluation.width > 0),
        "guided": MonteCarlo(memory=512, settings=settings),
    }


def reach(match: Match, kind: str, seconds: float) -> int:
    """How many plies before the end the position is still solved."""
    solved = failed = 0
    walk = match.copy()
    for plies in range(1, len(match.moves) + 1):
        walk.pop()
        if len(walk.legal_moves) > 1:
            report = searchers(walk)[kind].search(walk, Limit(seconds=seconds))
            if not report.best.proven:
                failed += 1
                if failed == FAILURES:
                    break
                continue
        solved, failed = plies, 0
    return solved


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="how deep from the end is each game solved")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    print(
        "| game | search | plies before the end: half the games | nine in ten | most | length |\n|---|---|---|---|---|---|"
    )
    for name, rules, options in VARIANTS:
        if args.only not in name:
            continue
        title = " ".join([name, rules, *(f"{key}={value}" for key, value in options.items())])
        played = [whole_game(name, rules, options, seed) for seed in range(args.games)]
        for kind in ("alpha-beta", "guided"):
            depths = sorted(reach(match, kind, args.seconds) for match in played)
            half, most = depths[len(depths) // 2], depths[-1]
            nine = depths[len(depths) // 10]
            length = statistics.mean(len(match.moves) for match in played)
            print(f"| {title} | {kind} | {half} | {nine} | {most} | {length:.0f} |", flush=True)


if __name__ == "__main__":
    main()
