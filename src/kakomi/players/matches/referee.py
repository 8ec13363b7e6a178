"""Games between two players, refereed: who plays what against whom, how a game begins, and how it is played.

Games 0 and 1 begin with the same random opening, A moving first in one and second in the other; games 2 and 3 share the
next; and so on. The opening and seeds of a game depend on the plan and the game's number alone, so the same plan gives the
same games in any number of processes, as far as the players themselves are deterministic.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field

from kakomi import games, players
from kakomi.core.errors import KakomiError, MoveError, OptionError, shorten
from kakomi.core.match import Match
from kakomi.core.options import Value
from kakomi.core.records.record import Record
from kakomi.players.copycat import Copycat
from kakomi.players.external_engine import KIND, PATIENCE, UgiEngine
from kakomi.players.external_process import EngineFault
from kakomi.players.matches.clock import Allowance, TimeControl
from kakomi.players.matches.sprt import Sprt

MOST_GAMES = 1_000_000
MOST_OPENING = 200  # plies
TRIES = 50  # at an opening that has not been played yet and does not end the game
LONGEST_REASON = 300


@dataclass(frozen=True)
class Plan:
    """Everything that determines a contest. `games` is the number of games, or with a test the maximum."""

    players: tuple[str, str]
    game: str
    rules: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    games: int = 100
    sprt: Sprt | None = None
    control: TimeControl = field(default_factory=TimeControl)
    opening: int = 2  # random plies
    seed: int = 1
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            raise OptionError(
                f"a contest has an even number of games from 2 to {MOST_GAMES:,}, as each opening is played twice; "
                f"not {self.games}"
            )
        if not 0 <= self.opening <= MOST_OPENING:
            raise OptionError(f"an opening has 0 to {MOST_OPENING} plies, not {self.opening}")
        self.match()

    def match(self) -> Match:
        """The game before its first move."""
        return Match(games.get(self.game), self.rules, self.options)

    def as_dict(self) -> dict[str, object]:
        """For the manifest."""
        match = self.match()
        return asdict(self) | {"players": list(self.players), "rules": match.rules, "options": dict(match.options)}


@dataclass(frozen=True)
class GameTask:
    """One game to be played: its number from 0, and the moves it begins with."""

    number: int
    opening: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """One game that was played. `winner` is a seat, 0 for the first mover; `reason` says why a game was forfeited."""

    number: int
    opening: int
    moves: tuple[str, ...]
    winner: int | None
    clause: str
    reason: str = ""
    clocks: tuple[float | None, ...] = ()  # the mover's, after each move, if there is a clock
    seconds: tuple[float, float] = (0.0, 0.0)  # that A and B thought

    @property
    def seat(self) -> int:
        """Where A sat: 0 moves first."""
        return self.number % 2

    @property
    def points(self) -> float:
        """A's: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner == self.seat)

    def record(self, plan: Plan) -> Record:
        """The game as a record."""
        return self.record_of(plan.match(), plan.players)

    def record_of(self, match: Match, names: tuple[str, str]) -> Record:
        """The game as a record; `match` is the game before its first move, `names` are those of A and B."""
        for text in self.moves:
            match.push(text)
        if match.outcome is None:
            assert self.winner is not None
            match.resign(1 - self.winner, self.clause)
        first, second = names[:: -1 if self.seat else 1]
        tags = {"Round": str(self.number + 1), "OpeningPlies": str(self.opening)}
        if self.reason:
            tags["Reason"] = self.reason
        return Record.from_match(match, first=first, second=second, clocks=self.clocks, tags=tags)


def tasks(plan: Plan) -> Iterator[GameTask]:
    """The games of a plan, in order."""
    seen: set[str] = set()
    for pair in range(plan.games // 2):
        opening = _opening(plan, pair, seen)
        yield GameTask(2 * pair, opening)
        yield GameTask(2 * pair + 1, opening)


def _opening(plan: Plan, pair: int, seen: set[str]) -> tuple[str, ...]:
    """Random plies that do not end the game and lead to a new position, if one can be found."""
    dice = random.Random(f"{plan.seed} opening {pair}")
    found: Match | None = None
    for _ in range(TRIES):
        match = plan.match()
        while len(match.moves) < plan.opening and match.codes():
            match.push_code(dice.choice(match.codes()))
        if match.outcome is None:
            found = match
            if match.position not in seen:
                break
    if found is None:
        raise OptionError(f"after {plan.opening} random moves the game is over more often than not; take fewer")
    seen.add(found.position)
    return tuple(found.moves)


class Referee:
    """Plays the games of a plan, one after another; `close` ends the players."""

    def __init__(self, plan: Plan, make: Callable[[str], players.Player] | None = None) -> None:
        self._plan = plan
        self._make = make
        self._guests: list[players.Player | None] = [None, None]
        self._warm: set[str] = set()

    def play(self, task: GameTask) -> Played:
        """Play one game to its end, by the rules, on time, or by a forfeit."""
        match = self._plan.match()
        for text in task.opening:
            match.push(text)
        reason, clocks, seconds = self.play_on(match, task)
        outcome = match.outcome
        assert outcome is not None
        return Played(
            task.number,
            len(task.opening),
            tuple(match.moves),
            outcome.winner,
            outcome.clause,
            reason,
            tuple(clocks) if any(clock is not None for clock in clocks) else (),
            seconds,
        )

    def play_on(self, match: Match, task: GameTask) -> tuple[str, list[float | None], tuple[float, float]]:
        """Play the moves; the reason if a player forfeits, the clocks, and the time that each player has thought."""
        clocks: list[float | None] = [None] * len(task.opening)
        spent = [0.0, 0.0]  # A's and B's
        for seat in (0, 1):
            fault = self._seat(_player(task, seat), match, task)
            if fault is not None:
                match.resign(seat, "forfeit")
                return fault, clocks, (0.0, 0.0)
        reason = ""
        allowance = self._plan.control.begin()
        while match.outcome is None and not reason:
            seat = match.to_move
            who = _player(task, seat)
            began = time.perf_counter()
            text, reason, late = self._ask(who, match, allowance)
            took = time.perf_counter() - began
            spent[who] += took
            if took > allowance.deadline(seat) or (late and reason):
                reason = f"{shorten(self._plan.players[who])} lost on time: {_time(took, allowance, seat)}"
                match.resign(seat, "time")
            elif reason:
                reason = f"{shorten(self._plan.players[who])}: {reason}"
                match.resign(seat, "forfeit")
            else:
                match.push(text)
                allowance = self._plan.control.after(allowance, seat, took)
                clocks.append(None if allowance.clocks is None else allowance.clocks[seat])
        return _line(reason), clocks, (spent[0], spent[1])

    def _ask(self, who: int, match: Match, allowance: Allowance) -> tuple[str, str, bool]:
        """The player's move, or why there is none, and whether the reason is time."""
        guest = self._guests[who]
        assert guest is not None
        try:
            allot = getattr(guest, "allot", None)
            if allot is not None:
                allot(allowance)
            text = guest.choose(match.copy())
        except EngineFault as fault:
            return "", str(fault), fault.late
        except Exception as error:  # noqa: BLE001  whatever a player does, the contest goes on
            return "", f"it broke off: {type(error).__name__}: {error}", False
        if not isinstance(text, str):
            return "", f"it answered with something that is not text: {shorten(repr(text))}", False
        try:
            match.parse(text)
        except MoveError as error:
            return "", f"it answered {shorten(text)!r}: {error}", False
        return text, "", False

    def _seat(self, who: int, match: Match, task: GameTask) -> str | None:
        """Get a player ready for the game: notify it if it has `begin`, else make a new one; the reason if that fails."""
        name = self._plan.players[who]
        seed = random.Random(f"{self._plan.seed} player {who} game {task.number}").randrange(10**9)
        try:
            guest = self._guests[who]
            if guest is None or not hasattr(guest, "begin"):
                self._leave(who)
                self._warm_up(name, match)
                guest = self._guests[who] = self._invite(name, seed)
            begin = getattr(guest, "begin", None)
            if begin is not None:
                begin(match.copy(), None if _has_seed(name) else seed)
        except Exception as error:  # noqa: BLE001
            what = str(error) if isinstance(error, KakomiError) else f"{type(error).__name__}: {error}"
            return _line(f"{shorten(name)}: {what}")
        return None

    def _warm_up(self, name: str, match: Match) -> None:
        """Make a player of this kind move once, off the clock: its first move may wait for code to be compiled."""
        if self._plan.control == TimeControl() or _is_external(name) or name in self._warm:
            return
        self._warm.add(name)
        with contextlib.suppress(Exception):  # a player that cannot play will fail in the game itself
            self._invite(name, 1).choose(match.copy())

    def _invite(self, name: str, seed: int) -> players.Player:
        return invite(name, seed, self._plan.patience) if self._make is None else self._make(name)

    def _leave(self, who: int) -> None:
        guest, self._guests[who] = self._guests[who], None
        close = getattr(guest, "close", None)
        if close is not None:
            with contextlib.suppress(Exception):
                close()

    def close(self) -> None:
        """End both players."""
        for who in (0, 1):
            self._leave(who)


def invite(name: str, seed: int, patience: float = PATIENCE) -> players.Player:
    """The player of that name, with the seed if it takes one and its name does not give another.

    >>> invite("random", 7).name
    'random'
    """
    kind, _, rest = name.partition(":")
    if kind == KIND:
        return UgiEngine(rest, patience)
    if not _has_seed(name):
        with contextlib.suppress(KakomiError):
            return players.make(f"{name}{',' if rest else ':'}seed={seed}")
    return players.make(name)


def check_players(plan: Plan) -> None:
    """Raise OptionError with the reason if a player cannot begin this game: it would forfeit every one.

    Each player begins once, external engines included, and is closed again.
    """
    match = plan.match()
    for name in plan.players:
        player = invite(name, 1, plan.patience) if _is_external(name) else players.make(name)
        begin = getattr(_original(player), "begin", None)
        try:
            if begin is not None:
                begin(match.copy())
        except KakomiError as error:
            who = "" if name in str(error) else f"{shorten(name)} cannot play {match.game.name} {match.rules}: "
            raise OptionError(f"{who}{error}") from error
        finally:
            getattr(player, "close", lambda: None)()


def nets_used(plan: Plan) -> dict[str, dict[str, str] | None]:
    """The nets that A and B search with, each by the name and the checksum of its file; None where there is none.

    What an external engine uses is not known here.
    """
    match, used = plan.match(), {}
    for side, name in zip("ab", plan.players, strict=True):
        searches_with = getattr(_original(invite(name, 1, plan.patience)), "searches_with", None)
        net = None if searches_with is None else searches_with(match)
        used[side] = None if net is None else {"file": net.file, "sha256": str(net.manifest.get("sha256"))}
    return used


def _original(player: players.Player) -> players.Player:
    """The player behind one that copies."""
    return player.base if isinstance(player, Copycat) else player


def _is_external(name: str) -> bool:
    return name.startswith(f"{KIND}:")


def _has_seed(name: str) -> bool:
    """Whether a player's name gives its seed; an engine's command is not examined."""
    return not _is_external(name) and "seed=" in name


def _player(task: GameTask, seat: int) -> int:
    """0 for A, 1 for B: A sits first in games of even number."""
    return seat ^ (task.number % 2)


def _time(took: float, allowance: Allowance, seat: int) -> str:
    return f"{took:.3f} s for a move, of {allowance.deadline(seat):.3f} s"


def _line(text: str) -> str:
    """One printable line."""
    return shorten("".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split())), LONGEST_REASON)
