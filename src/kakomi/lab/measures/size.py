"""How long games are, and how many choices they offer."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab.measures.base import Estimate, Family, Measure, Row, always, mean, mean_histogram, mean_sums, ratio
from kakomi.lab.results import GameResult, StudyResult

REPLAYED = 1500  # positions examined for the size of the state space


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
    """Positions of the study's games, as text and as pieces by place; of random games if none were kept."""
    match = Match(games.get(study.game), study.rules, study.options)
    dice = random.Random(f"{study.game} {study.rules} state space")
    kept = iter([game for game in study.games if game.moves])
    left = REPLAYED
    while left > 0:
        played = next(kept, None)
        if played is None and study.games:
            return
        position = None if played is None else study.position_of(played)
        replay = match.copy() if position is None else Match(match.game, match.rules, match.options, position)
        moves = None if played is None else played.moves
        yield replay.position, replay.board
        left -= 1
        number = 0
        while left > 0 and replay.codes() and (moves is None or number < len(moves)):
            if moves is None:
                replay.push_code(dice.choice(replay.codes()))
            else:
                replay.push(moves[number])
            number += 1
            left -= 1
            yield replay.position, replay.board


def state_space(positions: Iterable[tuple[str, Mapping[str, str]]]) -> Estimate | None:
    """A bracket: the number of positions seen, and the number of combinations of the pieces seen on each place.

    >>> seen = [("a", {"x": "o"}), ("b", {"x": "o", "y": "o"}), ("c", {})]
    >>> estimate = state_space(seen)
    >>> round(10 ** estimate.value), round(10 ** estimate.ends[0])
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
    except KakomiError:  # a game that is not installed has no boards to look at
        return
    if found is not None:
        yield "", found


LENGTH = Measure(
    "length",
    "Length in moves",
    "moves",
    "The mean number of moves per game, counting both players.",
    "sum of moves / N",
    always(plies),
    mean,
    lambda bulk: mean_histogram(bulk.lengths),
)
TURNS = Measure(
    "turns",
    "Length in turns",
    "turns",
    "The mean number of turns per game; consecutive moves of one player are one turn.",
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
    "per game",
    "The mean number of moves per game with more than one legal choice.",
    "sum of moves with b > 1 / N",
    always(decisions),
    mean,
    lambda bulk: mean_sums(bulk.choices, bulk.games),
)
FORCED = Measure(
    "forced_moves",
    "Forced moves",
    "per game",
    "The mean number of moves per game with exactly one legal choice.",
    "sum of moves with b = 1 / N",
    always(forced),
    mean,
    lambda bulk: mean_sums(bulk.forced, bulk.games),
)
FORCED_SHARE = Measure(
    "forced_share",
    "Share of forced moves",
    "share",
    "The share of all moves with exactly one legal choice.",
    "sum of moves with b = 1 / sum of moves",
    always(forced_share),
    ratio,
)
TREE = Measure(
    "game_tree",
    "Game tree",
    "powers of ten",
    "The size of the game tree as a power of ten: the product of the numbers of choices in a game, as a geometric mean "
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
    "An upper bound on the number of positions as a power of ten: each place empty or with any piece that was seen on it, "
    "times two for the side to move. The lower end is the number of different positions seen.",
    "log10 2 + sum over places of log10 (1 + pieces seen there)",
    _states,
    compared=False,
    note="not a confidence interval: from the positions seen to all positions that could be written down",
)
