"""The state of a contest: results from A's side, with intervals, by colour and by clause, and the test's verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from kakomi.players.matches.referee import Plan, Played
from kakomi.players.matches.sprt import PAIR_SCORES, Z95, elo_difference, points, wilson

KEPT_REASONS = 20
STUDENT = (math.inf, 12.7062, 4.3027, 3.1824, 2.7764)  # where its series is not accurate enough


@dataclass
class MatchTally:
    """Wins, draws and losses of A.

    >>> tally = MatchTally(6, 2, 2)
    >>> tally.games, tally.score, [round(end, 2) for end in tally.interval]
    (10, 0.7, [0.43, 0.88])
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, result: float) -> None:
        """Count one more game, by A's points."""
        self.wins += result == 1
        self.draws += result == 0.5
        self.losses += result == 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """A's points per game; one half before the first."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The score's 95 % interval (Wilson's; draws make it narrower), for games that do not share openings."""
        if not self.games:
            return 0.0, 1.0
        return points(self.score, (self.wins + self.draws / 4) / self.games - self.score**2, self.games)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference, and the ends of its 95 % interval."""
        return elo_of(self.score, self.interval)

    def as_dict(self) -> dict[str, int]:
        """As a dictionary, for JSON."""
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses}


def elo_of(score: float, interval: tuple[float, float]) -> tuple[float, float, float]:
    """The Elo difference of a score, and of the ends of its interval."""
    low, high = interval
    return elo_difference(score), elo_difference(low), elo_difference(high)


def pair_interval(pairs: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of the score, from the numbers of pairs with each of PAIR_SCORES (the pentanomial model).

    The two games of a pair share an opening and are not independent. An opening that favours one side gives each player a
    win, and such pairs vary less than single games; so the pair is the unit. The variance of few pairs is uncertain,
    hence Student's t instead of 1.96. If one player won everything, no variance is seen: then Wilson's by games is used, as
    an opening cannot help the same player in both.

    >>> [round(end, 3) for end in pair_interval([5, 0, 40, 0, 5])]
    [0.436, 0.564]
    >>> [round(end, 3) for end in pair_interval([0, 0, 50, 0, 0])]
    [0.463, 0.537]
    """
    number = sum(pairs)
    if number < 2:
        return 0.0, 1.0
    mean = sum(count * score for count, score in zip(pairs, PAIR_SCORES, strict=True)) / number
    if mean in (0.0, 1.0):
        return wilson(mean, 2 * number)
    squares = sum(count * (score - mean) ** 2 for count, score in zip(pairs, PAIR_SCORES, strict=True))
    return points(mean, squares / (number - 1), number, _student(number - 1))


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by its series about the normal quantile (Abramowitz and Stegun 26.7.5).

    >>> round(_student(10), 3), round(_student(4), 3), round(_student(1), 1)
    (2.228, 2.776, 12.7)
    """
    if freedom < len(STUDENT):
        return STUDENT[freedom]
    z = Z95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


@dataclass
class Standing:
    """Everything counted so far."""

    plan: Plan
    total: MatchTally = field(default_factory=MatchTally)
    colours: tuple[MatchTally, MatchTally] = field(
        default_factory=lambda: (MatchTally(), MatchTally())
    )  # A first, A second
    clauses: dict[str, MatchTally] = field(default_factory=dict)
    pairs: list[int] = field(default_factory=lambda: [0] * len(PAIR_SCORES))
    reasons: list[tuple[int, str]] = field(default_factory=list)  # of forfeits, with the game's number from 1
    forfeits: list[int] = field(default_factory=lambda: [0, 0])  # games that A and B forfeited or lost on time
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    moves: int = 0
    repeated: int = 0  # games identical, move for move, to an earlier one: they prove nothing new
    _seen: set[int] = field(default_factory=set)
    _half: float = 0.0  # A's points in the first game of a pair

    def add(self, played: Played) -> None:
        """Count the next game; games are added in order."""
        assert played.number == self.total.games
        self.total.add(played.points)
        self.colours[played.seat].add(played.points)
        self.clauses.setdefault(played.clause, MatchTally()).add(played.points)
        if played.number % 2:
            self.pairs[round((self._half + played.points) * 2)] += 1
        self._half = played.points
        for who in (0, 1):
            self.seconds[who] += played.seconds[who]
        self.moves += len(played.moves) - played.opening
        if played.reason:
            self.forfeits[int(played.points == 1)] += 1
            if len(self.reasons) < KEPT_REASONS:
                self.reasons.append((played.number + 1, played.reason))
        else:
            line = hash(played.moves)
            self.repeated += line in self._seen
            self._seen.add(line)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of A's score in all games, by pairs; see `pair_interval`."""
        return pair_interval(self.pairs)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference, and the ends of its 95 % interval."""
        return elo_of(self.total.score, self.interval)

    @property
    def verdict(self) -> str:
        """The test's verdict after a whole pair: H0, H1, or "" if undecided; "" without a test."""
        return "" if self.plan.sprt is None or self.total.games % 2 else self.plan.sprt.verdict(self.pairs)

    @property
    def over(self) -> bool:
        """Whether no more games have to be played."""
        return self.total.games >= self.plan.games or bool(self.verdict)

    def as_dict(self) -> dict[str, object]:
        """For JSON: the same for the same games, times apart."""
        elo, low, high = (None if math.isinf(each) else round(each, 1) for each in self.elo)
        test = self.plan.sprt
        report: dict[str, object] = {
            "games": self.total.games,
            **self.total.as_dict(),
            "score": round(self.total.score, 6),
            "score_95": [round(end, 6) for end in self.interval],
            "elo": elo,
            "elo_95": [low, high],
            "first": self.colours[0].as_dict(),
            "second": self.colours[1].as_dict(),
            "clauses": {name: tally.as_dict() for name, tally in sorted(self.clauses.items())},
            "pairs": list(self.pairs),
            "forfeits": {"a": self.forfeits[0], "b": self.forfeits[1]},
            "reasons": [{"game": number, "reason": reason} for number, reason in self.reasons],
            "moves": self.moves,
            "repeated": self.repeated,
        }
        if test is not None:
            report["sprt"] = {
                "elo0": test.elo0,
                "elo1": test.elo1,
                "alpha": test.alpha,
                "beta": test.beta,
                "llr": round(test.ratio(self.pairs), 4),
                "bounds": [round(bound, 4) for bound in test.bounds],
                "verdict": self.verdict or None,
            }
        return report
