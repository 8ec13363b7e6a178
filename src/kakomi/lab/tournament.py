"""Tournaments: pairings, games by the referee of `players/matches/referee.py`, ratings and a cross table.

- *round robin*: every player against every other.
- *gauntlet*: the first player against each of the others.
- *Swiss*: in each round players with equal points who have not met before are paired, the upper half of the bracket against
  the lower half. With an odd number of players the last of those with the fewest byes has a bye, and gets half the points
  of a meeting.

A meeting is `games` games, each opening played twice with sides swapped. Its seed depends only on the tournament's seed and
the two names, so the same meeting has the same games in every kind of tournament.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kakomi.core.errors import OptionError
from kakomi.core.options import Value
from kakomi.players.matches import workers
from kakomi.players.matches.clock import TimeControl
from kakomi.players.matches.match_score import Standing, pair_interval
from kakomi.players.matches.ratings import Ratings, Result
from kakomi.players.matches.referee import Plan, Played
from kakomi.players.matches.sprt import PAIR_SCORES, Sprt

KINDS = ("round-robin", "gauntlet", "swiss")
MOST_PLAYERS = 200
MOST_ROUNDS = 50
FLOOR = "random"  # the weakest player: ratings start from it

Meeting = tuple[str, str]
Referee = Callable[[Plan], Standing]


@dataclass(frozen=True)
class Event:
    """Everything that determines a tournament. `rounds` is for Swiss tournaments; `anchor` is the player whose rating is 0.

    Without an anchor it is `random`, the floor of every ladder, if it takes part, else the player who comes last.
    """

    players: tuple[str, ...]
    game: str
    rules: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    kind: str = "round-robin"
    games: int = 10  # per meeting
    rounds: int = 5
    anchor: str = ""
    control: TimeControl = field(default_factory=TimeControl)
    opening: int = 2
    seed: int = 1
    sprt: Sprt | None = None  # may end a meeting early

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise OptionError(f"a tournament is one of {', '.join(KINDS)}, not {self.kind!r}")
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise OptionError(f"a tournament has 2 to {MOST_PLAYERS} players, not {len(self.players)}")
        twice = [name for name in self.players if self.players.count(name) > 1]
        if twice:
            raise OptionError(f"{twice[0]} is named twice; each player takes part once")
        if self.anchor and self.anchor not in self.players:
            raise OptionError(f"the anchor must be one of the players, not {self.anchor!r}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise OptionError(f"a Swiss tournament has 1 to {MOST_ROUNDS} rounds, not {self.rounds}")
        longest = (len(self.players) + 1) // 2  # up to here everybody finds a new opponent; beyond, play a round robin
        if self.kind == "swiss" and self.rounds > longest:
            raise OptionError(
                f"a Swiss tournament of {len(self.players)} players has at most {longest} rounds, not {self.rounds}; "
                f"for more, use a round robin (--kind round-robin)"
            )
        self.plan((self.players[0], self.players[1]))

    def plan(self, meeting: Meeting) -> Plan:
        """The contest of two players."""
        text = f"{self.seed} {' '.join(sorted(meeting))}"
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
        return Plan(
            meeting, self.game, self.rules, self.options, self.games, self.sprt, self.control, self.opening, seed
        )


@dataclass
class CrossTable:
    """The results of all meetings, each from its first player's side, and the byes."""

    event: Event
    results: dict[Meeting, Standing] = field(default_factory=dict)
    byes: dict[str, int] = field(default_factory=dict)

    def score(self, name: str) -> float:
        """A player's points, in games; a bye counts half of a meeting's."""
        found = self.byes.get(name, 0) * self.event.games / 2
        for (a, b), standing in self.results.items():
            if name in (a, b):
                share = standing.total.score if name == a else 1 - standing.total.score
                found += share * standing.total.games
        return found

    def against(self, name: str, other: str) -> tuple[float, int] | None:
        """The points and games of one player against another; None if they did not meet."""
        if (name, other) in self.results:
            total = self.results[name, other].total
            return total.score * total.games, total.games
        if (other, name) in self.results:
            total = self.results[other, name].total
            return (1 - total.score) * total.games, total.games
        return None

    @property
    def order(self) -> list[str]:
        """The players, the best first; equals in the order in which they were named."""
        return sorted(self.event.players, key=lambda name: -self.score(name))

    @property
    def anchor(self) -> str:
        """The player whose rating is 0."""
        return self.event.anchor or (FLOOR if FLOOR in self.event.players else self.order[-1])

    def ratings(self) -> Ratings:
        """The ratings by all meetings."""
        return Ratings({meeting: _result(standing) for meeting, standing in self.results.items()}, self.anchor)

    def text(self) -> str:
        """The cross table, best first: points against each, all points with their share's interval, and the rating."""
        order, ratings = self.order, self.ratings()
        heads = ["", "player", *(str(place) for place in range(1, len(order) + 1)), "points", "share", "rating"]
        rows = [heads]
        for place, name in enumerate(order, 1):
            cells = []
            for other in order:
                met = self.against(name, other)
                cells.append("·" if name == other else "" if met is None else f"{met[0]:g}/{met[1]}")
            rated = ratings[name].text if name in ratings.names else ""
            rows.append([str(place), name, *cells, f"{self.score(name):g}", self._share(name), rated])
        widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
        lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]
        if FLOOR in ratings.names and len(ratings.names) > 2:
            top, gap, steps = ratings.depth(FLOOR)
            if math.isfinite(gap.low):
                least = "at least " if math.isinf(gap.high) else ""
                number = steps.low if least else steps.elo
                lines.append(f"\nFrom {FLOOR} to {top}: {gap.text} Elo, {least}{number:.1f} steps of 75 %")
        return "\n".join(lines)

    def _share(self, name: str) -> str:
        pairs = [0] * len(PAIR_SCORES)
        for (a, b), standing in self.results.items():
            if name in (a, b):
                counts = standing.pairs if name == a else standing.pairs[::-1]
                pairs = [mine + more for mine, more in zip(pairs, counts, strict=True)]
        if not sum(pairs):
            return ""
        mean = sum(count * score for count, score in zip(pairs, PAIR_SCORES, strict=True)) / sum(pairs)
        low, high = pair_interval(pairs)
        return f"{100 * mean:.1f}% ({100 * low:.1f} to {100 * high:.1f})"

    def tally(self, name: str) -> tuple[int, int, int]:
        """A player's wins, draws and losses."""
        wins = draws = losses = 0
        for (a, b), standing in self.results.items():
            if name in (a, b):
                total = standing.total
                draws += total.draws
                wins += total.wins if name == a else total.losses
                losses += total.losses if name == a else total.wins
        return wins, draws, losses

    def as_dict(self) -> dict[str, object]:
        """As a dictionary, for JSON."""
        ratings = self.ratings()
        rated = {name: ratings[name] for name in ratings.names}
        return {
            "kind": self.event.kind,
            "game": self.event.game,
            "anchor": self.anchor,
            "players": [
                {
                    "name": name,
                    "points": self.score(name),
                    "wins": self.tally(name)[0],
                    "draws": self.tally(name)[1],
                    "losses": self.tally(name)[2],
                    "byes": self.byes.get(name, 0),
                    "rating": round(rated[name].elo, 1) if name in rated else None,
                    "rating_95": [_finite(rated[name].low), _finite(rated[name].high)] if name in rated else None,
                }
                for name in self.order
            ],
            "meetings": [{"a": a, "b": b, **standing.as_dict()} for (a, b), standing in self.results.items()],
        }


def _result(standing: Standing) -> Result:
    total = standing.total
    return Result(total.score * total.games, total.games, total.draws, tuple(standing.pairs))


def _finite(end: float) -> float | None:
    """An end of an interval for JSON; None where the games set no bound."""
    return round(end, 1) if math.isfinite(end) else None


def tournament(event: Event, jobs: int = 1, tell: Callable[[Meeting, Played], None] | None = None) -> CrossTable:
    """Play the whole tournament."""

    def referee(plan: Plan) -> Standing:
        standing = Standing(plan)
        for played in workers.play(plan, standing, jobs):
            if tell is not None:
                tell(plan.players, played)
        return standing

    return play_rounds(event, referee)


def play_rounds(event: Event, referee: Referee) -> CrossTable:
    """Play the tournament round by round with any referee."""
    table = CrossTable(event)
    for round_of in rounds(event, table):
        for meeting in round_of:
            table.results[meeting] = referee(event.plan(meeting))
    return table


def rounds(event: Event, table: CrossTable) -> Iterator[list[Meeting]]:
    """The meetings, round by round; in a Swiss tournament each round is paired from the table so far."""
    names = event.players
    if event.kind == "gauntlet":
        yield [(names[0], other) for other in names[1:]]
    elif event.kind == "round-robin":
        yield from round_robin(names)
    else:
        for _ in range(event.rounds):
            meetings, resting = swiss(names, table)
            if resting is not None:
                table.byes[resting] = table.byes.get(resting, 0) + 1
            yield meetings


def round_robin(names: Sequence[str]) -> list[list[Meeting]]:
    """Everybody against everybody in as few rounds as possible: one stays, the others rotate (Berger's table).

    >>> round_robin("abcd")
    [[('a', 'd'), ('b', 'c')], [('d', 'c'), ('a', 'b')], [('b', 'd'), ('c', 'a')]]
    """
    seats: list[str | None] = list(names)
    if len(seats) % 2:
        seats.append(None)
    still, going = seats[-1], seats[:-1]
    found = []
    for number in range(len(going)):
        ring = going[-number:] + going[:-number] if number else going
        half = len(seats) // 2
        meetings = [(ring[0], still)] + [(ring[place], ring[-place]) for place in range(1, half)]
        if number % 2:
            meetings[0] = (still, ring[0])
        found.append([(a, b) for a, b in meetings if a is not None and b is not None])
    return found


def swiss(names: Sequence[str], table: CrossTable) -> tuple[list[Meeting], str | None]:
    """The next round, in which nobody meets the same opponent again, and the player with the bye."""
    order = sorted(names, key=lambda name: -table.score(name))
    if len(order) % 2 == 0:
        found = _paired(order, table)
        if found is not None:
            return found, None
    for resting in (
        sorted(order, key=lambda name: (table.byes.get(name, 0), -order.index(name))) if len(order) % 2 else ()
    ):
        found = _paired([name for name in order if name != resting], table)
        if found is not None:
            return found, resting
    raise OptionError(f"after {len(table.results)} meetings no new pairing is possible; use fewer rounds")


def _paired(order: list[str], table: CrossTable) -> list[Meeting] | None:
    """Pair the first player with a new opponent, nearest to the middle of the bracket, then the rest likewise."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    bracket = [name for name in rest if table.score(name) == table.score(first)]
    half = (len(bracket) - 1) // 2 if len(bracket) > 1 else 0
    wish = [*bracket[half:], *reversed(bracket[:half]), *rest[len(bracket) :]]
    for other in wish:
        if table.against(first, other) is None:
            others = _paired([name for name in rest if name != other], table)
            if others is not None:
                return [(first, other), *others]
    return None
