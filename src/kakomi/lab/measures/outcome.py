"""Who wins, and how games end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from kakomi.lab.measures.base import (
    Column,
    Estimate,
    Family,
    Measure,
    Row,
    always,
    frequencies,
    points,
    points_counts,
    share,
    share_counts,
)
from kakomi.lab.player_names import COPYCAT
from kakomi.lab.results import GameResult, StudyResult
from kakomi.lab.statistics.intervals import Numbers

NODES = re.compile(r"\bnodes=([0-9]{1,12})\b")


def first_points(game: GameResult) -> Row:
    """The points of the player who moved first."""
    return (0.5 if game.winner is None else float(game.winner == 0),)


def decided(game: GameResult) -> Row:
    return (float(game.winner is not None),)


def drawn(game: GameResult) -> Row:
    return (float(game.winner is None),)


def named_points(number: int) -> Column:
    """The points of players[number], on whichever side it played."""

    def column(game: GameResult) -> Row:
        if game.winner is None:
            return (0.5,)
        return (float((game.winner == game.seat) == (number == 0)),)

    return column


def _rivals(study: StudyResult) -> Column | None:
    return named_points(0) if study.players[0] != study.players[1] else None


def doubled(players: tuple[str, str]) -> int | None:
    """Which of two players has twice the nodes of the other and is otherwise the same; None if neither.

    >>> doubled(("mcts:nodes=200", "mcts:nodes=100")), doubled(("mcts:nodes=1", "mcts:nodes=2")), doubled(("a", "b"))
    (0, 1, None)
    """
    found = [NODES.findall(name) for name in players]
    if any(len(numbers) != 1 for numbers in found) or len({NODES.sub("", name) for name in players}) != 1:
        return None
    nodes = [int(numbers[0]) for numbers in found]
    return next((number for number in (0, 1) if nodes[number] == 2 * nodes[1 - number] > 0), None)


def _skill(study: StudyResult) -> Column | None:
    stronger = doubled(study.players)
    return None if stronger is None else named_points(stronger)


def _copycat(study: StudyResult) -> Column | None:
    """The copying player's points in the games where it moved second, and so could copy from the start."""
    copying = [name.startswith(COPYCAT) for name in study.players]
    if sum(copying) != 1:
        return None
    number = copying.index(True)
    whole = named_points(number)

    def column(game: GameResult) -> Row | None:
        return whole(game) if (game.seat == 1) == (number == 0) else None

    return column


def _endings(study: StudyResult) -> Iterable[tuple[str, Estimate]]:
    if study.bulk is not None:
        clauses = {clause: sum(results) for clause, results in study.bulk.clauses.items()}
        total = sum(clauses.values())
        for clause, count in sorted(clauses.items(), key=lambda item: (-item[1], item[0])):
            yield clause, share_counts(count, total)
        return
    ended, pairs = np.array([game.clause for game in study.games]), _pairs(study, study.games)
    for clause, _ in frequencies([game.clause for game in study.games]):
        yield clause, share((ended == clause).astype(np.float64)[:, None], pairs)


def _pairs(study: StudyResult, several: Sequence[GameResult]) -> Numbers | None:
    """The number of each game's pair, if the study plays in pairs."""
    return np.array([game.pair for game in several], np.int64) if study.paired else None


FIRST = Measure(
    "first_player_advantage",
    "First player's points",
    "points",
    "The share of the points that the first player takes: half is fair.",
    "(W1 + D/2) / N with W1 games won by the first player, D drawn, N all",
    always(first_points),
    points,
    lambda bulk: points_counts(bulk.results),
)
DECISIVE = Measure(
    "decisiveness",
    "Decisive games",
    "share",
    "The share of games that somebody wins.",
    "(N - D) / N",
    always(decided),
    share,
    lambda bulk: share_counts(bulk.games - bulk.results[2], bulk.games),
)
DRAWS = Measure(
    "draws",
    "Drawn games",
    "share",
    "The share of games that nobody wins.",
    "D / N",
    always(drawn),
    share,
    lambda bulk: share_counts(bulk.results[2], bulk.games),
)
RIVALS = Measure(
    "first_named_points",
    "Points of the player named first",
    "points",
    "Between two different players: the share of the points that the player named first in the study takes.",
    "(W + D/2) / N with W its wins",
    _rivals,
    points,
)
SKILL = Measure(
    "skill_trace",
    "Twice the nodes",
    "points",
    "The share of the points that a search takes against the same search with half the nodes: "
    "if it is a half, skill does not matter.",
    "(W + D/2) / N with W the wins of the search of 2n nodes against the one of n",
    _skill,
    points,
)
COPYING = Measure(
    "copycat",
    "Copying the opponent",
    "points",
    "The share of the points that a second player takes by answering each move with its mirror image on the board, "
    "whenever that is legal (`copycat:PLAYER`).",
    "(W + D/2) / N over the games where the copying player moved second",
    _copycat,
    points,
)
ENDINGS = Family(
    "ending",
    "How games end",
    "share",
    "The share of games that each clause of the rules ends.",
    "N_c / N with N_c the games that clause c ended",
    _endings,
)
