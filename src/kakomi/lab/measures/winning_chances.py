"""How the lead develops, from winning chances that a search gave before each move (`values`, see `evaluate`).

The chances are recalibrated by the results first (statistics/calibration.py). v is the first player's chance before a move,
w the eventual winner's: v, or 1 - v if the second player won.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from kakomi.lab.measures.base import Column, Estimate, Measure, Row, by_pairs, mean, ratio, share
from kakomi.lab.results import GameResult, StudyResult
from kakomi.lab.statistics import intervals
from kakomi.lab.statistics.calibration import honest_games
from kakomi.lab.statistics.intervals import Floats, Numbers

BAND = 0.05  # nobody leads while the chance is this close to a half
LEVELS = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
SURE = 0.9  # the share of the points that a decisive lead is worth
SEED = 5  # of the bootstrap
NEARLY_LOST = 0.25  # a win from this chance or less is a comeback
CRITICAL = 0.2  # a choice is critical if the second-best move costs this much chance or more
FEWEST_DECIDED = 20  # decisive games needed for a measure of the winner's chances


def chances(game: GameResult) -> list[float]:
    """The first player's chances at the positions that were evaluated."""
    return [value for value in game.values or () if value is not None]


def result(game: GameResult) -> float:
    """The first player's points."""
    return 0.5 if game.winner is None else float(game.winner == 0)


def winners(game: GameResult) -> list[float] | None:
    """The eventual winner's chances; None for a draw or if nothing was evaluated."""
    values = chances(game)
    if game.winner is None or not values:
        return None
    return values if game.winner == 0 else [1 - value for value in values]


def lead_changes(game: GameResult) -> Row | None:
    """How often the lead went from one player to the other, including at the end of the game."""
    values = chances(game)
    if not values:
        return None
    leader, changes = 0, 0
    for value in [*values, result(game)]:
        now = 1 if value >= 0.5 + BAND else -1 if value <= 0.5 - BAND else leader
        changes += leader != 0 and now != leader
        leader = now
    return (float(changes),)


def drama(game: GameResult) -> Row | None:
    found = winners(game)
    return None if found is None else (max(0.0, 1 - 2 * min(found)),)


def behind(game: GameResult) -> Row | None:
    found = winners(game)
    return None if found is None else (sum(value < 0.5 for value in found) / len(found),)


def decided_at(game: GameResult) -> Row | None:
    """The part of the game after which the winner was ahead for good."""
    found = winners(game)
    if found is None:
        return None
    last = max((place for place, value in enumerate(found) if value <= 0.5), default=-1)
    return ((last + 1) / len(found),)


def stability(game: GameResult) -> Row | None:
    values = chances(game)
    if len(values) < 2:
        return None
    steps = [abs(after - before) for before, after in pairwise(values)]
    return (1 - sum(steps) / len(steps),)


def clarity(game: GameResult) -> Row | None:
    values = chances(game)
    if not values:
        return None
    end = result(game)
    return (1 - 4 * sum((value - end) ** 2 for value in values) / len(values),)


def leads(game: GameResult) -> Row | None:
    """For each level: whether a player's chance reached it, and the points of the first player to reach it."""
    values = chances(game)
    if not values:
        return None
    end = result(game)
    got: list[float] = []
    for value in values:
        while len(got) < len(LEVELS) and max(value, 1 - value) >= LEVELS[len(got)] - 1e-9:
            got.append(end if value > 0.5 else 1 - end)
    missed = [0.0] * (len(LEVELS) - len(got))
    return (*[1.0] * len(got), *missed, *got, *missed)


def crossing(sums: Floats) -> Floats:
    """The lowest chance from which a lead is worth SURE of the points, interpolated between the levels.

    It is the lowest level if every lead is worth that much, and 1 if not even the highest is.
    """
    count = len(LEVELS)
    reached, got = sums[:, :count], sums[:, count:]
    shares = np.where(reached > 0, got / np.maximum(reached, 1e-12), 1.0)
    fails = shares < SURE
    last = count - 1 - np.argmax(fails[:, ::-1], axis=1)  # the highest level that fails, if one does
    levels = np.array([*LEVELS, 1.0])
    after = np.concatenate([shares, np.ones((len(sums), 1))], axis=1)
    rows = np.arange(len(sums))
    low, high = after[rows, last], after[rows, last + 1]
    part = (SURE - low) / np.maximum(high - low, 1e-12)
    found = levels[last] + part * (levels[last + 1] - levels[last])
    return np.where(fails.any(axis=1), np.where(fails[:, -1], 1.0, found), LEVELS[0])


def threshold(rows: Floats, pairs: Numbers | None = None, resamples: int = intervals.RESAMPLES) -> Estimate | None:
    """The decisiveness threshold of a column of `leads`."""
    value = float(crossing(rows.sum(axis=0)[None, :])[0])
    drawn = rows if pairs is None else intervals.pair_sums(rows, pairs)[0]
    ends = intervals.bootstrap(crossing, drawn, SEED, resamples=resamples)
    note = "not even a chance of 95% is worth nine tenths of the points" if value >= 1 else ""
    return Estimate(value, ends, len(rows), f"bootstrap (BCa){by_pairs(pairs)}", note)


def comeback(game: GameResult) -> Row | None:
    found = winners(game)
    return None if found is None else (float(min(found) <= NEARLY_LOST),)


def decided_phase(game: GameResult) -> Row | None:
    """The number of moves played after the winner is ahead for good."""
    part = decided_at(game)
    return None if part is None else ((game.plies - game.opening) * (1 - part[0]),)


def judged_choices(game: GameResult) -> list[tuple[float, float]]:
    """At each judged position with a choice: the mover's chance with the best move, and with the second-best.

    The mover is inferred from the two: the best is the one that the mover prefers. In a tie it makes no difference.
    """
    found = []
    for best, second in zip(game.values or (), game.seconds or (), strict=False):
        if best is not None and second is not None:
            found.append((best, second) if best >= second else (1 - best, 1 - second))
    return found


def critical(game: GameResult) -> Row | None:
    choices = judged_choices(game)
    return (float(sum(best - second >= CRITICAL - 1e-9 for best, second in choices)), float(len(choices)))


def only_winning(game: GameResult) -> Row | None:
    choices = judged_choices(game)
    held = sum(best >= 0.5 + BAND - 1e-9 and second <= 0.5 - BAND + 1e-9 for best, second in choices)
    return (float(held), float(len(choices)))


def _when_evaluated(column: Column) -> Callable[[StudyResult], Column | None]:
    """The column computed from recalibrated chances."""

    def prepare(study: StudyResult) -> Column | None:
        if not study.evaluate:
            return None
        honest = honest_games(study)
        return lambda game: column(honest.get(id(game), game))

    return prepare


def _when_decided(column: Column) -> Callable[[StudyResult], Column | None]:
    """The same for a measure of decisive games alone, if there are enough of them; `omitted` says why not."""
    evaluated = _when_evaluated(column)
    return lambda study: None if study.evaluate and too_few(study) else evaluated(study)


def too_few(study: StudyResult) -> str:
    """Why the winner's chances of a study are not measured; "" if they are, or if too few games were judged at all."""
    judged = [
        game for game in study.games if not game.forfeited and any(value is not None for value in game.values or ())
    ]
    decisive = sum(game.winner is not None for game in judged)
    if len(judged) < FEWEST_DECIDED or decisive >= FEWEST_DECIDED:
        return ""
    return f"only {decisive} of {len(judged):,} games were decided, fewer than {FEWEST_DECIDED}"


LEADS = Measure(
    "lead_changes",
    "Lead changes",
    "per game",
    "How often the lead goes from one player to the other; a player leads with a winning chance of at least 55%.",
    "1/N · number of changes of the leader (first if v >= 0.55, second if v <= 0.45, else unchanged)",
    _when_evaluated(lead_changes),
    mean,
)
DRAMA = Measure(
    "drama",
    "Drama",
    "0 to 1",
    "How far behind the eventual winner was at the worst moment: 0 never behind, 1 all but lost.",
    "mean over decisive games of max(0, 1 - 2 min w)",
    _when_decided(drama),
    mean,
)
BEHIND = Measure(
    "behind",
    "Time behind",
    "share",
    "The part of the game during which the eventual winner was behind.",
    "mean over decisive games of the share of positions with w < 1/2",
    _when_decided(behind),
    mean,
)
DECIDED = Measure(
    "decided_at",
    "Decided after",
    "share",
    "The part of the game after which the winner was ahead for good.",
    "mean over decisive games of (1 + last position with w <= 1/2) / positions",
    _when_decided(decided_at),
    mean,
)
THRESHOLD = Measure(
    "decisiveness_threshold",
    "Decisiveness threshold",
    "share",
    "The winning chance from which on a lead is as good as won: whoever reaches it first gets nine tenths of the points.",
    "least c with S(c') >= 0.9 for all c' >= c, S(c) the points of whoever first reached a chance of c, "
    "at c = 0.55, 0.6 ... 0.95 with linear interpolation",
    _when_evaluated(leads),
    threshold,
)
STABILITY = Measure(
    "stability",
    "Stability",
    "0 to 1",
    "How little the chances change from one evaluation to the next: 1 if they never change.",
    "1 - mean over games of the mean of |v(t+1) - v(t)|",
    _when_evaluated(stability),
    mean,
)
CLARITY = Measure(
    "clarity",
    "Clarity",
    "0 to 1",
    "How well a position shows who will win: 1 always, 0 no better than a coin, below 0 misleading.",
    "1 - 4 · mean over games of the mean of (v - r)^2, r the first player's points",
    _when_evaluated(clarity),
    mean,
    least=-3.0,
)
COMEBACK = Measure(
    "comeback",
    "Comebacks",
    "share",
    "The share of decisive games whose winner was nearly lost at some moment, with a chance of 25% or less.",
    "games with min w <= 0.25 / decisive games",
    _when_decided(comeback),
    share,
)
DECIDED_PHASE = Measure(
    "decided_phase",
    "Decided phase",
    "moves",
    "How many moves are still played when the winner is ahead for good.",
    "mean over decisive games of L · (1 - d), L the moves that players chose and d the part of the game after which it is "
    "decided",
    _when_decided(decided_phase),
    mean,
)
CRITICAL_MOVES = Measure(
    "critical_moves",
    "Critical moves",
    "share",
    "The share of choices in which the second-best move costs a fifth of the chances or more.",
    "choices with v(best) - v(second) >= 0.2 / choices, v the mover's chance",
    _when_evaluated(critical),
    ratio,
)
ONLY_WINNING = Measure(
    "only_winning_moves",
    "Only winning moves",
    "share",
    "The share of choices in which one move leads and every other one trails.",
    "choices with v(best) >= 0.55 and v(second) <= 0.45 / choices, v the mover's chance",
    _when_evaluated(only_winning),
    ratio,
)
CHANCES = (
    LEADS,
    DRAMA,
    BEHIND,
    DECIDED,
    THRESHOLD,
    STABILITY,
    CLARITY,
    COMEBACK,
    DECIDED_PHASE,
    CRITICAL_MOVES,
    ONLY_WINNING,
)
OF_WINNERS = (DRAMA, BEHIND, DECIDED, COMEBACK, DECIDED_PHASE)
