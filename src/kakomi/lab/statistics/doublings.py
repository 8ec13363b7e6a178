"""How much doubling the nodes is worth, step by step, and how deep the game is from `random` upwards.

Each contest between a search and the same one with half the nodes gives a step in Elo; all contests together, with the one
against `random` as the floor, give the distance from `random` to the best (players/matches/ratings.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kakomi.core.errors import KakomiError
from kakomi.lab.measures.outcome import NODES, doubled
from kakomi.lab.results import StudyResult
from kakomi.players.matches.ratings import Rating, Ratings, Result

FLOOR = "random"


@dataclass(frozen=True)
class Doubling:
    """The step from `nodes` to twice as many: Elo with the ends of its interval, and the number of games."""

    search: str
    nodes: int
    elo: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Depth:
    """How far the best search is above `random`: Elo and steps of 75 %, with the ends of their intervals."""

    best: str
    elo: Rating
    steps: Rating
    games: int
    per_doubling: Rating | None  # the mean over all doublings
    doublings: int


def result_of(study: StudyResult) -> Result:
    """The points of the player named first, by pairs of games if they share openings."""
    kept = [game for game in study.games if not game.forfeited]
    points = {game.game: 0.5 if game.winner is None else float(game.winner == game.seat) for game in kept}
    pairs = [0] * 5
    for number, value in points.items():
        if number % 2 == 0 and number + 1 in points:
            pairs[round(2 * (value + points[number + 1]))] += 1
    draws = sum(game.winner is None for game in kept)
    return Result(sum(points.values()), len(kept), draws, tuple(pairs) if study.paired else ())


def doublings(studies: Iterable[StudyResult]) -> list[Doubling]:
    """The steps that the studies show, by search and nodes."""
    found = []
    for study in studies:
        stronger = doubled(study.players)
        if stronger is None or not study.games:
            continue
        result = result_of(study)
        if not result.games:
            continue
        rating = Ratings({(study.players[0], study.players[1]): result}, study.players[1])[study.players[0]]
        low, high, elo = (
            (rating.low, rating.high, rating.elo) if stronger == 0 else (-rating.high, -rating.low, -rating.elo)
        )
        weaker = study.players[1 - stronger]
        nodes = NODES.search(weaker)
        assert nodes is not None
        found.append(Doubling(weaker.partition(":")[0], int(nodes[1]), elo, low, high, result.games))
    return sorted(found, key=lambda each: (each.search, each.nodes))


def depth(studies: Sequence[StudyResult]) -> Depth | None:
    """The distance from `random` to the best of the searches linked to it by contests; None without such a floor."""
    results: dict[tuple[str, str], Result] = {}
    for study in studies:
        a, b = study.players
        if study.games and (
            doubled(study.players) is not None or (FLOOR in (a, b) and a != b and NODES.search(f"{a} {b}"))
        ):
            results[a, b] = result_of(study)
    results = {pair: result for pair, result in results.items() if result.games}
    if not any(FLOOR in pair for pair in results):
        return None
    try:
        ratings = Ratings(results, FLOOR)
        best, elo, steps = ratings.depth(FLOOR)
    except KakomiError:  # contests that are not linked
        return None
    games = sum(result.games for result in results.values())
    searches = sorted(
        (name for name in ratings.names if name != FLOOR), key=lambda name: int((NODES.findall(name) or ["0"])[0])
    )
    number = len(searches) - 1
    per = None
    if number > 0:
        span = ratings.difference(searches[-1], searches[0])
        per = Rating(span.elo / number, span.low / number, span.high / number)
    return Depth(best, elo, steps, games, per, number)
