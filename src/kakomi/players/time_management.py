"""How long to think about a move, for everyone who plays on a clock. Arithmetic only: no clock is read here.

Three kinds of players budget their time, each in its own way:
1. *The UGI engine* (`on_the_clock`, `Lag`) talks to a referee across a pipe or a network. It divides the time left among
   the moves still to come, keeps a reserve for a busy machine, and learns from the clock what a move costs in transit.
2. *A search player in a match* (`fixed_share`) sits in the referee's process, loses nothing in transit, and takes a
   twenty-fifth of what is left, which is enough for measuring one search against another.
3. *The computer in a game against a person* (`for_level`) plays a level, which ends by itself after its number of nodes:
   a twentieth of its clock is a limit that only a slow machine reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# --- 1. the UGI engine: see `on_the_clock` ---
RESERVE = 0.35  # seconds never planned for: on a busy machine one move took 0.3 s longer (benchmarks/clock.py)
SHORTEST = 0.001  # seconds: enough for a few hundred nodes, and less than any practical increment
PANIC = 0.12  # seconds left: below this no search at all, as the next hiccup may lose the game
KEPT = 0.7  # the part of an increment that is spent; the rest refills the reserve
MOST = 0.2  # of the time not reserved may go into one move
FEWEST_LEFT = 10  # own moves still expected, even where games are usually over by now
LONGER = 1.5  # a played game may last this many times as long as a random one
FADING = 0.8  # how much of an observed lag is still expected a move later
FORGETTING = 0.97  # the same for the worst lag
FEARED = 2  # times the worst lag is added to the reserve
MOST_LAG = 2.0  # seconds: anything that looks like more is a clock that was reset
GRACE = 0.02  # seconds that a search may take to return after it is stopped
# --- 2. a search player in a match: see `fixed_share` ---
MATCH_SHARE = 25  # a move gets this part of the clock
MATCH_INCREMENT = 0.8  # and this much of the increment
OVERHEAD = 0.02  # seconds kept back for everything that is not search
# --- 3. the computer in a game against a person: see `for_level` ---
LEVEL_SHARE = 20  # a move gets at most this part of the clock
LEVEL_LONGEST = 12.0  # seconds, clock or not
LEVEL_SHORTEST = 0.05  # seconds: enough for the nodes of the lower levels


@dataclass(frozen=True)
class Budget:
    """Seconds from `go`: the search plans for `soft`; at `hard` there is an answer, whatever the search does.

    A `soft` of SHORTEST or less means haste: no thread is started for the search, as that costs more than the search itself
    on a busy machine. 0 means no search at all.
    """

    soft: float
    hard: float

    @property
    def is_hasty(self) -> bool:
        """Whether there is hardly any time."""
        return self.soft <= SHORTEST


# --- 1. the UGI engine ------------------------------------------------------------------------------------------------


def moves_left(played: int, usual: float) -> float:
    """Own moves to come, from the moves played so far and the usual length of a game (both players' moves).

    >>> moves_left(0, 40), moves_left(50, 40)
    (30.0, 10)
    """
    return max(FEWEST_LEFT, (usual * LONGER - played) / 2)


def on_the_clock(left: float, increment: float, moves: float, lag: float = 0.0, worst: float = 0.0) -> Budget:
    """The budget for the seconds and moves that are left; `lag` is lost at each move, and once in a while `worst`.

    The reserve is never planned for: a busy machine may take away some tenths of a second at any moment.

    >>> on_the_clock(60.35, 0, 30)
    Budget(soft=2.0, hard=30.175)
    """
    spare = left - RESERVE - FEARED * worst
    soft = min(spare / moves + KEPT * increment - lag, MOST * spare)
    soft = 0.0 if left < PANIC else max(soft, SHORTEST)
    return Budget(soft, max(min(left / 2, left - RESERVE / 2 - lag), soft))


def for_one_move(seconds: float) -> Budget:
    """The budget where a move may take this long and no longer.

    >>> for_one_move(1.0)
    Budget(soft=0.96, hard=0.98)
    """
    soft = max(seconds - 2 * GRACE, seconds / 2, SHORTEST)
    return Budget(soft, max(seconds - GRACE, soft))


def tighter(one: Budget | None, other: Budget | None) -> Budget | None:
    """The budget that keeps both."""
    if one is None or other is None:
        return one or other
    return Budget(min(one.soft, other.soft), min(one.hard, other.hard))


class Lag:
    """What a move costs on the clock beyond what was planned for it, learned from the clock itself.

    >>> lag = Lag()
    >>> lag.observe(["a"], 0, 10.0, 0.5)
    >>> lag.plan(1.0)
    >>> lag.observe(["a", "b", "c"], 0, 9.25, 0.5)  # 10 - 1 + 0.5 would be 9.5
    >>> round(lag.usual, 3), round(lag.worst, 3)
    (0.25, 0.25)
    """

    def __init__(self) -> None:
        self.usual = 0.0
        self.worst = 0.0
        self._before: tuple[list[str], int, float, float] | None = None
        self._plan = 0.0

    def observe(self, moves: Sequence[str], seat: int, left: float, increment: float) -> None:
        """Record a clock reading: the seconds left to the player to move, after these moves."""
        if self._before is not None:
            played, player, had, more = self._before
            if player == seat and len(moves) > len(played) and list(moves[: len(played)]) == played:
                lag = had + more - self._plan - left
                lag = max(0.0, lag) if lag < MOST_LAG else 0.0
                self.usual = max(self.usual * FADING, lag)
                self.worst = max(self.worst * FORGETTING, lag)
        self._before = list(moves), seat, left, increment
        self._plan = 0.0

    def plan(self, seconds: float) -> None:
        """Record how long the move should take."""
        self._plan = seconds


# --- 2. a search player in a match ------------------------------------------------------------------------------------


def fixed_share(left: float, increment: float = 0.0) -> float:
    """Seconds for a move, from those left: a fixed part of the clock and most of the increment, half the clock at most.

    >>> fixed_share(50.0), fixed_share(1.0, 10.0)
    (2.0, 0.5)
    """
    return min(left / MATCH_SHARE + MATCH_INCREMENT * increment, left / 2)


def after_overhead(seconds: float) -> float:
    """The part of a move's seconds that the search gets.

    >>> after_overhead(0.5), after_overhead(0.01)
    (0.48, 0.001)
    """
    return max(seconds - OVERHEAD, SHORTEST)


# --- 3. the computer in a game against a person -----------------------------------------------------------------------


def for_level(left: float | None = None) -> float:
    """Seconds within which a level answers; `left` is the time on its clock, None without one.

    >>> for_level(), for_level(60.0), for_level(0.1)
    (12.0, 3.0, 0.05)
    """
    if left is None:
        return LEVEL_LONGEST
    return min(LEVEL_LONGEST, max(LEVEL_SHORTEST, left / LEVEL_SHARE))
