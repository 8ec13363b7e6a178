"""How long games are and how much there is to choose."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab.measures.base import Estimate, Family, Measure, Row, always, mean, mean_histogram, mean_sums, ratio
from kakomi.lab.results import GameResult, StudyResult

REPLAYED = 1500  # positions that are looked at for the size of the state space


def plies(game: GameResult) -> Row:
    return (float(game.plies),)


def turns(game: GameResult) -> Row:
    return (float(game.turns),)


def branching(game: GameResult) -> Row | None:
    return (game.branching[0],) if game.plies else None


def tree(game: GameResult) -> Row:
    return (game.branching[2],)


def decisions(game: GameResult) -> Row:
    return (float(game.choices),)


def forced(game: GameResult) -> Row:
    return (float(game.forced),)


def forced_share(game: GameResult) -> Row:
    return float(game.forced), float(game.forced + game.choices)


def boards(study: StudyResult) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Positions of the study's games, as text and as place to piece; of random games where none were kept."""
    match = Match(games.get(study.game), study.rules, study.options)
    dice = random.Random(f"{study.game} {study.rules} state space")
    kept = iter([game.moves for game in study.games if game.moves])
    left = REPLAYED
    while left > 0:
        again = match.copy()
        moves = next(kept, None)
        if moves is None and study.games:
            return
        yield again.position, again.board
        left -= 1
        number = 0
        while left > 0 and again.codes() and (moves is None or number < len(moves)):
            if moves is None:
                again.push_code(dice.choice(again.codes()))
            else:
                again.push(moves[number])
            number += 1
            left -= 1
            yield again.position, again.board


def state_space(positions: Iterable[tuple[str, Mapping[str, str]]]) -> Estimate | None:
    """Between how many positions were seen and how many ways there are to put what was seen on each place.

    >>> seen = [("a", {"x": "o"}), ("b", {"x": "o", "y": "o"}), ("c", {})]
    >>> found = state_space(seen)
    >>> round(10 ** found.value), round(10 ** found.ends[0])
    (8, 3)
    """
    texts: set[str] = set()
    pieces: dict[str, set[str]] = {}
    for text, board in positions:
        texts.add(text)
        for place, piece in board.items():
            pieces.setdefault(place, set()).add(piece)
    if not texts:
        return None
    bound = math.log10(2) + sum(math.log10(len(kinds) + 1) for kinds in pieces.values())
    return Estimate(bound, (math.log10(len(texts)), bound), len(texts), "bracket")


def _states(study: StudyResult) -> Iterable[tuple[str, Estimate]]:
    try:
        found = state_space(boards(study))
    except KakomiError:  # a study of a game that is not in the catalogue has no boards to look at
        return
    if found is not None:
        yield "", found


LENGTH = Measure(
    "length",
    "Length in moves",
    "moves",
    "The mean number of moves of a game, both players' counted.",
    "sum of moves / N",
    always(plies),
    mean,
    lambda bulk: mean_histogram(bulk.lengths),
)
TURNS = Measure(
    "turns",
    "Length in turns",
    "turns",
    "The mean number of turns; a player's moves in a row are one turn.",
    "sum of turns / N",
    always(turns),
    mean,
    lambda bulk: mean_histogram(bulk.turns),
)
BRANCHING = Measure(
    "branching",
    "Branching",
    "legal moves",
    "How many legal moves a player has: the mean over a game's moves, then over the games.",
    "1/N · sum over games of (1/L · sum over its L moves of b)",
    always(branching),
    mean,
    lambda bulk: mean_sums(bulk.branching, bulk.games),
)
DECISIONS = Measure(
    "decisions",
    "Decisions",
    "a game",
    "The mean number of moves of a game at which there was more than one to choose from.",
    "sum of moves with b > 1 / N",
    always(decisions),
    mean,
    lambda bulk: mean_sums(bulk.choices, bulk.games),
)
FORCED = Measure(
    "forced_moves",
    "Forced moves",
    "a game",
    "The mean number of moves of a game at which there was exactly one to choose.",
    "sum of moves with b = 1 / N",
    always(forced),
    mean,
    lambda bulk: mean_sums(bulk.forced, bulk.games),
)
FORCED_SHARE = Measure(
    "forced_share",
    "Moves that are forced",
    "share",
    "The share of all moves at which there was exactly one to choose.",
    "sum of moves with b = 1 / sum of moves",
    always(forced_share),
    ratio,
)
TREE = Measure(
    "game_tree",
    "Game tree",
    "powers of ten",
    "The size of the game tree as a power of ten: the product of the choices along a game, in the (geometric) mean "
    "over games.",
    "1/N · sum over games of sum over its moves of log10 b",
    always(tree),
    mean,
    lambda bulk: mean_sums(bulk.tree, bulk.games),
)
STATES = Family(
    "state_space",
    "State space",
    "powers of ten",
    "A bound on the number of positions as a power of ten: each place empty or with any piece that was seen on it, times "
    "whose move it is. The lower end is the number of different positions that were seen.",
    "log10 2 + sum over places of log10 (1 + pieces seen there)",
    _states,
    compared=False,
    note="an estimate of a bound, not an interval: from positions seen to positions that could be written down",
)
