"""How games use the board, and how often each rule matters."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab.measures.base import Estimate, Family, by_pairs, mean, share
from kakomi.lab.results import StudyResult
from kakomi.lab.statistics import intervals
from kakomi.lab.statistics.intervals import Floats, Numbers


def use_rows(study: StudyResult) -> Floats:
    """How often each place of the board was used, one row per game; places never used have a column too."""
    places = dict.fromkeys(_board(study))
    places.update({name: None for game in study.games for name in game.places})
    column = {name: number for number, name in enumerate(places)}
    rows = np.zeros((len(study.games), len(column)))
    for number, game in enumerate(study.games):
        for name, uses in game.places.items():
            rows[number, column[name]] = uses
    return rows


def _board(study: StudyResult) -> Iterable[str]:
    try:
        match = Match(games.get(study.game), study.rules, study.options)
    except KakomiError:  # not installed: only the places that were used are known
        return ()
    return [place.id for place in match.scene().places]


def evenness(sums: Floats) -> Floats:
    """The entropy of the uses over the places; 1 if all places are used equally."""
    total = np.maximum(sums.sum(axis=1, keepdims=True), 1e-12)
    shares = sums / total
    terms = np.where(shares > 0, shares * np.log(np.maximum(shares, 1e-300)), 0.0)
    return np.asarray(-terms.sum(axis=1) / math.log(max(sums.shape[1], 2)))


def board_use(rows: Floats, pairs: Numbers | None = None) -> Estimate | None:
    """The evenness with its interval, from one column per place."""
    if rows.shape[1] < 2 or not rows.any():
        return None
    found = intervals.jackknife(evenness, rows if pairs is None else intervals.pair_sums(rows, pairs)[0])
    used = f"{np.count_nonzero(rows.sum(axis=0))} of {rows.shape[1]} places were used"
    if found is None:
        return Estimate(float(evenness(rows)[0]), None, len(rows), "none", used)
    value, (low, high) = found
    return Estimate(min(value, 1.0), (low, min(high, 1.0)), len(rows), f"jackknife, t{by_pairs(pairs)}", used)


def _use(study: StudyResult) -> Iterable[tuple[str, Estimate]]:
    rows = use_rows(study)
    pairs = np.array([game.pair for game in study.games], np.int64) if study.paired else None
    found = board_use(rows, pairs) if len(rows) else None
    if found is not None:
        yield "", found


def _events(study: StudyResult) -> Iterable[tuple[str, Estimate]]:
    kept = [game for game in study.games if not game.forfeited]
    counted = [game.kinds for game in kept]
    pairs = np.array([game.pair for game in kept], np.int64) if study.paired else None
    for kind in sorted({kind for kinds in counted for kind in kinds}):
        column = np.array([[float(kinds.get(kind, 0))] for kinds in counted])
        found, often = mean(column, pairs), share(np.minimum(column, 1))
        yield kind, found._replace(note=f"at least once in {100 * often.value:.1f}% of the games")


USE = Family(
    "board_use",
    "Board use",
    "0 to 1",
    "How evenly the moves of all games are spread over the board: 1 if all places are used equally, 0 if only one is used.",
    "-sum p log p / log K over the K places, p a place's share of all uses; bias removed by the jackknife",
    _use,
)
EVENTS = Family(
    "event",
    "How often each rule matters",
    "per game",
    "How often each event happens: captures, extra moves, passes and so on, as the game names them.",
    "sum of occurrences / N",
    _events,
)
