"""How a contest stands: results from A's side, with intervals, by colour and by clause, and what the test says."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from kakomi.players.matches.referee import Plan, Played
from kakomi.players.matches.sprt import PAIR_SCORES, elo_difference, points

KEPT_REASONS = 20


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
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """A's points a game; one half before the first."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The score's 95 % interval (Wilson's; draws make it narrower)."""
        if not self.games:
            return 0.0, 1.0
        return points(self.score, (self.wins + self.draws / 4) / self.games - self.score**2, self.games)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference, and the ends of its 95 % interval."""
        low, high = self.interval
        return elo_difference(self.score), elo_difference(low), elo_difference(high)

    def as_dict(self) -> dict[str, int]:
        """For programs."""
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses}


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
    repeated: int = 0  # games that went move for move like an earlier one: they prove nothing new
    _seen: set[int] = field(default_factory=set)
    _half: float = 0.0  # A's points in the first game of a pair

    def add(self, played: Played) -> None:
        """Count the next game; they come in order."""
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
    def verdict(self) -> str:
        """What the test says, after a whole pair: H0, H1 or "" for nothing yet; "" without a test."""
        return "" if self.plan.sprt is None or self.total.games % 2 else self.plan.sprt.verdict(self.pairs)

    @property
    def over(self) -> bool:
        """Nothing more has to be played."""
        return self.total.games >= self.plan.games or bool(self.verdict)

    def as_dict(self) -> dict[str, object]:
        """For programs: the same for the same games, times apart."""
        elo, low, high = (None if math.isinf(each) else round(each, 1) for each in self.total.elo)
        test = self.plan.sprt
        report: dict[str, object] = {
            "games": self.total.games,
            **self.total.as_dict(),
            "score": round(self.total.score, 6),
            "score_95": [round(end, 6) for end in self.total.interval],
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
