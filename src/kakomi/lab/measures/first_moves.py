"""How good the first moves are, up to symmetry, and how varied the openings are.

The best of several measured values is biased upwards: the luckiest one looks best. So a third of the games after each first
move are used to choose the move, and the other two thirds, which play no part in the choice, to measure it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import numpy as np

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.game import RuleSet
from kakomi.core.match import Match
from kakomi.lab.measures.base import Estimate, Family, by_pairs, frequencies, points, points_counts
from kakomi.lab.orbits import EARLY, orbit_names
from kakomi.lab.results import FIRST_MOVES, GameResult, StudyResult
from kakomi.lab.statistics import intervals
from kakomi.lab.statistics.intervals import Ends, Floats, Numbers

CHOOSING = 3  # every third pair of games after a move helps to choose the move
FEWEST_AFTER = 8  # games after the chosen move; with fewer it is not reported
SWAP_MOVES = ("swap", "more")  # moves that choose the side after the first moves: pie rule and swap2
LAST_SWAP = 4  # they come before this ply


def images(study: StudyResult) -> dict[str, str]:
    """Each first move mapped to the one that represents its images; empty for a game that is not installed."""
    if study.positions:
        return {}
    try:
        return orbit_names(Match(games.get(study.game), study.rules, study.options))
    except KakomiError:
        return {}


def _openings(study: StudyResult) -> Iterable[tuple[str, Estimate]]:
    names = images(study)
    if study.bulk is not None:
        pooled: dict[str, list[int]] = {}
        for move, results in study.bulk.firsts.items():
            sums = pooled.setdefault(names.get(move, move), [0, 0, 0])
            for kind, count in enumerate(results):
                sums[kind] += count
        for move, (won, lost, drawn) in sorted(pooled.items(), key=lambda item: (-sum(item[1]), item[0])):
            yield move, points_counts((won, lost, drawn))
        return
    kept = [game for game in study.games if game.moves and not game.forfeited]
    first = [names.get(game.moves[0], game.moves[0]) for game in kept]
    for move, _ in frequencies(first):
        here = [game for game, name in zip(kept, first, strict=True) if name == move]
        yield move, points(np.array([[_points(game)] for game in here]), _pairs(study, here))


def _points(game: GameResult) -> float:
    return 0.5 if game.winner is None else float(game.winner == 0)


def _pairs(study: StudyResult, several: Iterable[GameResult]) -> Numbers | None:
    """The number of each game's pair, if the study plays in pairs."""
    return np.array([game.pair for game in several], np.int64) if study.paired else None


def choose_and_measure(study: StudyResult, worth: Callable[[float], float]) -> tuple[str, Floats, Numbers] | None:
    """The first move with the highest `worth` in a third of its games, and the points of its other games."""
    names = images(study)
    strata: dict[str, list[GameResult]] = {}
    for game in study.games:
        if game.moves and not game.forfeited:
            strata.setdefault(names.get(game.moves[0], game.moves[0]), []).append(game)
    arrays = {
        move: (np.array([_points(game) for game in several]), np.array([game.pair for game in several], np.int64))
        for move, several in strata.items()
    }
    return choose(arrays, worth)


def choose(
    strata: Mapping[str, tuple[Floats, Numbers]], worth: Callable[[float], float]
) -> tuple[str, Floats, Numbers] | None:
    """The same choice, from the points after each move and the pairs of their games."""
    best: tuple[float, str, Floats, Numbers] | None = None
    for move, (got, pairs) in strata.items():
        choosing = np.unique(pairs, return_inverse=True)[1] % CHOOSING == 0
        if choosing.all():
            continue
        value = worth(float(got[choosing].mean()))
        if best is None or value > best[0]:
            best = value, move, got[~choosing], pairs[~choosing]
    return None if best is None else best[1:]


def best_value(points_after: Floats, pairs: Numbers) -> tuple[float, Ends]:
    """The first player's points after the chosen move."""
    return float(points_after.mean()), intervals.paired_points(points_after, pairs)


def swap_value(points_after: Floats, pairs: Numbers) -> tuple[float, Ends]:
    """The first player's points if the second takes the better side.

    >>> [round(end, 3) for end in kept_side((0.4, 0.56))], [round(end, 3) for end in kept_side((0.55, 0.7))]
    ([0.4, 0.5], [0.3, 0.45])
    """
    value = float(points_after.mean())
    return min(value, 1 - value), kept_side(intervals.paired_points(points_after, pairs))


def kept_side(ends: Ends) -> Ends:
    """The interval of min(p, 1 - p), from that of p."""
    low, high = ends
    sides = sorted((min(low, 1 - low), min(high, 1 - high)))
    return sides[0], 0.5 if low <= 0.5 <= high else sides[1]


def _best(study: StudyResult) -> Iterable[tuple[str, Estimate]]:
    if study.kind != FIRST_MOVES or study.players[0] != study.players[1]:
        return
    found = choose_and_measure(study, lambda value: value)
    if found is not None and len(found[1]) >= FEWEST_AFTER:
        move, after, pairs = found
        value, ends = best_value(after, pairs)
        yield "", Estimate(value, ends, len(after), "Wilson, by pairs", _named(study, move))


def _swap(study: StudyResult) -> Iterable[tuple[str, Estimate]]:
    if study.kind != FIRST_MOVES or study.players[0] != study.players[1] or not has_swap_rule(study.game, study.rules):
        return
    found = choose_and_measure(study, lambda value: -abs(value - 0.5))
    if found is not None and len(found[1]) >= FEWEST_AFTER:
        move, after, pairs = found
        value, ends = swap_value(after, pairs)
        yield "", Estimate(value, ends, len(after), "Wilson, by pairs", _named(study, move))


def too_few_after(study: StudyResult) -> str:
    """Why the best first move of a study is not measured although it was looked for; "" if it is."""
    if study.kind != FIRST_MOVES or study.players[0] != study.players[1]:
        return ""
    found = choose_and_measure(study, lambda value: value)
    if found is None or len(found[1]) >= FEWEST_AFTER:
        return ""
    return f"only {len(found[1])} games after the chosen move were left to measure it, fewer than {FEWEST_AFTER}"


def _named(study: StudyResult, move: str) -> str:
    several = sum(name == move for name in images(study).values())
    return f"{move}{f' and its {several - 1} images' if several > 2 else ' and its image' if several == 2 else ''}"


@lru_cache(maxsize=64)
def has_swap_rule(game: str, rules: str) -> bool:
    """Whether the rule set has a swap or pie rule, under any options."""
    try:
        rule_set: RuleSet = games.get(game).rule_set(rules)
        settings = [{}, *({option.name: word} for option in rule_set.options for word in option.words)]
        return any(swap_is_legal(Match(games.get(game), rules, each)) for each in settings)
    except KakomiError:
        return False


def swap_is_legal(match: Match) -> bool:
    """Whether a player may choose the side in the first plies."""
    for _ in range(LAST_SWAP):
        if any(move in SWAP_MOVES for move in match.legal_moves):
            return True
        if not match.codes():
            break
        match.push_code(match.codes()[0])
    return False


def diversity(rows: Floats) -> Floats:
    """The chance that two games differ, from how many games began in each way; one row of counts per sample."""
    total = rows.sum(axis=1)
    same = (rows * (rows - 1)).sum(axis=1)
    return np.asarray(1 - same / np.maximum(total * (total - 1), 1))


def _diversity(study: StudyResult) -> Iterable[tuple[str, Estimate]]:
    kept = [game for game in study.games if game.early and not game.forfeited]
    if len(kept) < 2:
        return
    names = {name: number for number, name in enumerate(dict.fromkeys(game.early for game in kept))}
    found = opening_diversity(np.array([names[game.early] for game in kept]), _pairs(study, kept))
    if found is not None:
        yield "", found


def opening_diversity(kinds: Numbers, pairs: Numbers | None = None) -> Estimate | None:
    """The diversity of games by their kind of opening, a U-statistic; its interval by the jackknife."""
    count = len(kinds)
    sizes = np.bincount(kinds).astype(np.float64)
    value = float(diversity(sizes[None, :])[0])
    group = np.arange(count) if pairs is None else np.unique(pairs, return_inverse=True)[1]
    number = int(group.max()) + 1
    if number < 3:
        return None
    size = np.bincount(group)
    # leaving out one game (or pair) removes the pairs of equal games that it is part of
    same_all = float((sizes * (sizes - 1)).sum())
    members, taken = np.unique(group * len(sizes) + kinds, return_counts=True)
    lost = np.bincount(members // len(sizes), taken * (2 * sizes[members % len(sizes)] - taken - 1), number)
    rest_count = count - size
    without = 1 - (same_all - lost) / np.maximum(rest_count * (rest_count - 1), 1)
    pseudo = number * value - (number - 1) * without
    ends = intervals.around(value, float(pseudo.std(ddof=1)) / np.sqrt(number), number - 1)
    if float(pseudo.std()) < 1e-12:
        ends = intervals.at_least_unseen(value, ends, number)
    kinds_seen = int((sizes > 0).sum())
    note = f"{kinds_seen:,} different positions after {EARLY} plies"
    return Estimate(value, (max(ends[0], 0.0), min(ends[1], 1.0)), count, f"jackknife, t{by_pairs(pairs)}", note)


OPENINGS = Family(
    "opening",
    "First moves",
    "points",
    "The first player's share of the points after each first move, its images included, and how often it was played.",
    "(W1 + D/2) / N over the games that began with the move or an image of it",
    _openings,
    compared=False,
)
BEST = Family(
    "best_first_move",
    "The best first move",
    "points",
    "The first player's share of the points after the best first move, in a study that begins with each equally often.",
    "(W1 + D/2) / N over two thirds of the games after the move that has the most points in the other third",
    _best,
)
SWAP = Family(
    "swap_value",
    "With a swap",
    "points",
    "What a first player keeps who makes the fairest first move, if the second player may take either side after it.",
    "min(p, 1 - p), p the points in two thirds of the games after the move that is nearest to a half in the other third",
    _swap,
)
DIVERSITY = Family(
    "opening_diversity",
    "Opening diversity",
    "0 to 1",
    "The chance that two games are different after four plies, images counting as the same: 0 if all games begin alike.",
    "1 - sum n_i (n_i - 1) / (N (N - 1)), n_i the games at the i-th position up to symmetry",
    _diversity,
)
