"""An external engine as a player: any program that speaks UGI (docs/research/protocol.md), given as a command.
    ugi:python -m kakomi.ugi

The command is split as a shell would, but no shell runs it. The engine is sent the game, rules and options where it declares
options of those names, and each move is requested with the whole game so far. Whatever it does wrong raises an EngineFault,
after which its process is gone; the next game starts a new one.
"""

from __future__ import annotations

import math
import shlex
import shutil
import time

from kakomi.core.errors import OptionError, shorten
from kakomi.core.match import Match
from kakomi.players.external_process import Conversation, EngineFault
from kakomi.players.matches.clock import Allowance

KIND = "ugi"
PATIENCE = 60.0  # seconds to start, to get ready, and to move without a time control
UNTIMED = 1.0  # seconds per move without a time control
MOST_OPTIONS = 1000
LONGEST_COMMAND = 2000


class UgiEngine:
    """A player behind a pipe. `begin` before a game and `allot` before a move are optional; `close` ends the process."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self.name = f"{KIND}:{command}"
        self._words = _split(command)
        self._patience = patience
        self._talk: Conversation | None = None
        self._options: dict[str, tuple[str, list[str]]] = {}  # in lower case -> as declared, and the rest of the line
        self._sent: object = None  # the game, rules and options sent last
        self._allowance = Allowance()

    # --- what a contest needs -----------------------------------------------------------------------------------------

    def begin(self, match: Match, seed: int | None = None) -> None:
        """A new game: start the engine if it is not running, and wait until it is ready."""
        try:
            if self._talk is None:
                self._start()
            self._tell(match)
            if seed is not None and "seed" in self._options:
                self._set("seed", str(seed % _largest(self._options["seed"][1]) + 1))
            self._send("uginewgame")
            self._wait_ready(time.monotonic() + self._patience)
        except EngineFault:
            self._drop()
            raise

    def allot(self, allowance: Allowance) -> None:
        """The time for the next move."""
        self._allowance = allowance

    def choose(self, match: Match) -> str:
        """The engine's move, which may be any text; EngineFault if none comes in time."""
        if self._talk is None:
            self.begin(match)
        began = time.monotonic()
        allowed = self._allowance.deadline(match.to_move)
        timed = math.isfinite(allowed)
        deadline = began + (allowed if timed else self._patience + UNTIMED)
        try:
            self._send(_position(match))
            self._wait_ready(deadline)  # what it said earlier must not be taken for its answer
            self._send(f"go {_limits(self._allowance, time.monotonic() - began, match.to_move)}")
            return self._best_move(deadline)
        except EngineFault as fault:
            self._drop()
            if fault.late and not timed:
                raise EngineFault(f"it hangs: no move in {self._patience + UNTIMED:g} s") from fault
            raise

    def close(self) -> None:
        """End the process."""
        talk, self._talk, self._sent = self._talk, None, None
        if talk is not None:
            talk.close()

    # --- the dialogue -------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        self._talk = Conversation(self._words)
        self._sent = None
        self._options = {}
        deadline = time.monotonic() + self._patience
        self._send("ugi")
        while True:
            try:
                words = self._talk.line(deadline).split()
            except EngineFault as fault:
                if fault.late:
                    raise EngineFault(f"it did not answer ugi with ugiok in {self._patience:g} s") from fault
                raise
            if words == ["ugiok"]:
                return
            if words[:2] == ["option", "name"] and "type" in words and len(self._options) < MOST_OPTIONS:
                split = words.index("type")
                name = " ".join(words[2:split])
                self._options[name.lower()] = name, words[split:]

    def _tell(self, match: Match) -> None:
        """Send game, rules and options where the engine has options of these names and does not have the values yet."""
        what = {"game": match.game.name, "rules": match.rules} | {key: str(v) for key, v in match.options.items()}
        if what == self._sent:
            return
        for name, value in what.items():
            if name not in self._options:
                continue
            known = _choices(self._options[name][1])
            if name in ("game", "rules") and known and value.lower() not in known:
                raise EngineFault(
                    f"it does not play {match.game.name} {match.rules}: its {name} are {shorten(' '.join(known))}"
                )
            self._set(name, value)
        self._sent = what

    def _set(self, name: str, value: str) -> None:
        self._send(f"setoption name {self._options[name][0]} value {value}")

    def _send(self, line: str) -> None:
        assert self._talk is not None
        self._talk.send(line)

    def _wait_ready(self, deadline: float) -> None:
        assert self._talk is not None
        self._send("isready")
        try:
            while (words := self._talk.line(deadline).split()) != ["readyok"]:
                _heed(words)
        except EngineFault as fault:
            if fault.late:
                raise EngineFault("it did not answer isready with readyok in time", late=True) from fault
            raise

    def _best_move(self, deadline: float) -> str:
        assert self._talk is not None
        while True:
            words = self._talk.line(deadline).split()
            _heed(words)
            if words[:1] == ["bestmove"]:
                if len(words) < 2:
                    raise EngineFault("it answered bestmove without a move")
                return words[1]

    def _drop(self) -> None:
        talk, self._talk, self._sent = self._talk, None, None
        if talk is not None:
            talk.kill()


def _split(command: str) -> list[str]:
    """The words of a command, whose program must exist."""
    example = f"{KIND}:python -m kakomi.ugi"
    if len(command) > LONGEST_COMMAND or not command.isprintable():
        raise OptionError(f"an engine's command is one line of at most {LONGEST_COMMAND} characters, like {example}")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the engine's command {shorten(command)!r} cannot be read: {str(error).lower()}") from error
    if not words:
        raise OptionError(f"{KIND}: is followed by the command that starts the engine, like {example}")
    if shutil.which(words[0]) is None:
        raise OptionError(f"there is no program {shorten(words[0])!r} to start as an engine")
    return words


def _heed(words: list[str]) -> None:
    """Raise a reported error: an engine that cannot do as instructed will not do it later either."""
    if words[:2] == ["info", "error"]:
        raise EngineFault(f"it refused: {shorten(' '.join(words[2:]), 160)}")


def _choices(words: list[str]) -> list[str]:
    """The values of a combo option, in lower case."""
    return [words[place + 1].lower() for place, word in enumerate(words[:-1]) if word == "var"]


def _largest(words: list[str]) -> int:
    """The largest value of a spin option."""
    text = words[words.index("max") + 1] if "max" in words[:-1] else ""
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) <= 18 else 10**9


def _position(match: Match) -> str:
    """The game so far."""
    start = "startpos" if match.start_position is None else f"fen {match.start_position}"
    moves = match.moves
    return f"position {start}" + (f" moves {' '.join(moves)}" if moves else "")


def _limits(allowance: Allowance, spent: float, seat: int) -> str:
    """The words after `go`, in milliseconds."""
    if allowance.clocks is None:
        return f"movetime {round(1000 * (allowance.movetime or UNTIMED))}"
    left = [allowance.clocks[each] - spent * (each == seat) for each in (0, 1)]
    first, second = (max(1, int(1000 * each)) for each in left)
    increment = round(1000 * allowance.increment)
    return f"p1time {first} p2time {second} p1inc {increment} p2inc {increment}"
