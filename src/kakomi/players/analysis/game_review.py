"""A game reviewed move by move: what each position was worth, what each move cost, and how the players did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from kakomi.core.match import Match
from kakomi.core.svg import Turn, draw_course, material_of
from kakomi.search.result import AnalysisLine, Report

# The least loss of winning chances for each word: lichess's thresholds, 0.1, 0.2 and 0.3 on a scale from -1 to 1.
SLIP, MISTAKE, BLUNDER = 0.05, 0.10, 0.15
WORDS = ("forced", "best", "good", "slip", "mistake", "blunder")
MOST_TURNING_POINTS = 3
CERTAIN = {1.0: "win", 0.5: "draw", 0.0: "loss"}

# Accuracy of one move from the chances it lost, in percent; the curve lichess fitted for chess, 100 for no loss.
ACCURACY_SCALE, ACCURACY_FALL, ACCURACY_SHIFT = 103.1668, 0.04354, 3.1668
GRADES = ((98, "as good as faultless"), (93, "strong"), (85, "sound"), (70, "uneven"), (0, "full of holes"))


@dataclass(frozen=True)
class Position:
    """An analysed position. `value` and `points` are the first player's; `points` is known only where it is exact."""

    turn: int  # the number of moves made before it
    player: int  # who is to move
    report: Report | None  # None where the game is over
    value: float
    points: int | None
    proven: bool

    def chance(self, player: int) -> float:
        """The player's chance of winning, a draw counting half."""
        return self.value if player == 0 else 1 - self.value

    def lead(self, player: int) -> int | None:
        """The player's lead at the end, where it is known exactly."""
        return self.points if self.points is None or player == 0 else -self.points


@dataclass(frozen=True)
class Verdict:
    """One move of a game. Chances and points are those of the player who made it."""

    number: int  # from 1
    label: str  # as numbered in a record: "3." and "3..."
    player: int
    side: str
    move: str
    choices: int  # the number of legal moves
    best: AnalysisLine  # the line that should have been played, or was
    before: float  # the chance with the best move
    after: float  # the chance with the move that was made
    loss: float
    points_lost: int | None  # None where points are not known exactly
    proven: bool = False  # the values of the best move and of this one are not estimates

    @property
    def word(self) -> str:
        """forced, best, good, slip, mistake or blunder.

        >>> Verdict(1, "1.", 0, "Black", "a1", 9, AnalysisLine("b2", 0.6), 0.6, 0.48, 0.12, None).word
        'mistake'
        """
        if self.choices == 1:
            return "forced"
        for least, word in ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (SLIP, "slip")):
            if self.loss >= least:
                return word
        if self.points_lost:
            return "slip"
        same = self.move == self.best.move or (bool(self.best.proven) and self.loss == 0)
        return "best" if same else "good"

    @property
    def change(self) -> str:
        """What the move did to its player's prospects, in a few words.

        >>> Verdict(1, "1.", 0, "Black", "a1", 9, AnalysisLine("b2", 1.0), 1.0, 0.5, 0.5, None, True).change
        'from a win to a draw'
        """
        points = "" if not self.points_lost else f"{_count(self.points_lost, 'point')} lost"
        if points and self.loss < SLIP:
            return points
        if self.proven:
            chances = f"from a {CERTAIN[self.before]} to a {CERTAIN[self.after]}"
        else:
            chances = f"from {percent(self.before)} to {percent(self.after)}"
        return f"{points}, {chances}" if points else chances

    @property
    def faulty(self) -> bool:
        """Whether there was a better move worth showing."""
        return self.word in WORDS[3:]

    @property
    def accuracy(self) -> float:
        """0 to 100.

        >>> round(Verdict(1, "1.", 0, "Black", "a1", 9, AnalysisLine("b2", 0.6), 0.6, 0.48, 0.12, None).accuracy)
        58
        """
        return max(0.0, ACCURACY_SCALE * exp(-ACCURACY_FALL * 100 * self.loss) - ACCURACY_SHIFT)


@dataclass(frozen=True)
class Account:
    """How one player did, on the moves where there was a choice."""

    player: int
    side: str
    moves: int
    best: int
    slips: int
    mistakes: int
    blunders: int
    loss: float  # of winning chances, in total
    points_lost: int | None  # in total, where known exactly
    accuracy: float | None  # the mean of the moves, 0 to 100; None without moves

    @property
    def sentence(self) -> str:
        """The account in words."""
        if self.accuracy is None:
            return f"{self.side} had no choice to make."
        grade = next(word for least, word in GRADES if self.accuracy >= least)
        found = f"{self.side} found the best move {_times(self.best)} out of {self.moves}"
        faults = [_count(self.blunders, "blunder"), _count(self.mistakes, "mistake"), _count(self.slips, "slip")]
        made = [fault for fault in faults if fault]
        said = f"; {' and '.join(made) if len(made) < 3 else f'{made[0]}, {made[1]} and {made[2]}'}" if made else ""
        points = "" if self.points_lost is None else f", {_count(self.points_lost, 'point') or 'no points'} given away"
        return f"{found}{said}{points}. Accuracy {self.accuracy:.0f} of 100: {grade}."


@dataclass(frozen=True)
class Review:
    """A whole game. `positions` has one entry more than `moves`: the last is the current position."""

    match: Match
    positions: tuple[Position, ...]
    moves: tuple[Verdict, ...]
    limit: str  # in words

    @property
    def course(self) -> list[float]:
        """The first player's chances at the start and after each move."""
        return [self.positions[0].value, *(each.after if each.player == 0 else 1 - each.after for each in self.moves)]

    @property
    def turning_points(self) -> tuple[Verdict, ...]:
        """The moves that cost most, at most three, in the order of the game."""
        costly = [each for each in self.moves if each.word in ("mistake", "blunder") or each.points_lost]
        costly.sort(key=lambda each: (-each.loss, -(each.points_lost or 0), each.number))
        return tuple(sorted(costly[:MOST_TURNING_POINTS], key=lambda each: each.number))

    @property
    def accounts(self) -> tuple[Account, Account]:
        """How the first and the second player did."""
        return _account(self, 0), _account(self, 1)

    def svg(self, *, width: int = 960, theme: str = "auto", names: Sequence[str] | None = None) -> str:
        """The course of the game as an SVG document: each player's chances from move to move, turning points numbered."""
        turns = [
            Turn(each.number, each.player, f"{each.label} {each.move}", _story(each)) for each in self.turning_points
        ]
        return draw_course(
            self.course,
            turns,
            material=material_of(self.match.game),
            sides=names if names is not None and len(set(names)) == 2 else self.match.sides,  # equal names say nothing
            title=self.match.game.title,
            status=self.match.status,
            width=width,
            theme=theme,
        )


def percent(value: float) -> str:
    """A chance in percent; only a certain result is shown as 0 or 100.

    >>> percent(0.512), percent(0.9999), percent(1.0)
    ('51%', '99%', '100%')
    """
    if 0 < value < 1:
        return f"{min(99, max(1, round(100 * value)))}%"
    return f"{round(100 * value)}%"


def _story(move: Verdict) -> str:
    return f"{move.change}; better was {move.best.move}"


def _account(review: Review, player: int) -> Account:
    own = [each for each in review.moves if each.player == player and each.choices > 1]
    words = [each.word for each in own]
    known = [each.points_lost for each in own if each.points_lost is not None]
    return Account(
        player,
        review.match.sides[player],
        len(own),
        words.count("best"),
        words.count("slip"),
        words.count("mistake"),
        words.count("blunder"),
        sum(each.loss for each in own),
        sum(known) if own and len(known) == len(own) else None,
        sum(each.accuracy for each in own) / len(own) if own else None,
    )


def _count(number: int, what: str) -> str:
    return "" if number == 0 else f"{number} {what}{'s' if number > 1 else ''}"


def _times(number: int) -> str:
    return {0: "not once", 1: "once", 2: "twice"}.get(number, f"{number} times")
