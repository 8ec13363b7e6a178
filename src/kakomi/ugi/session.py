"""One dialogue in UGI. A line comes in, its answers go out; docs/research/protocol.md says what each command does.

Every command returns its answers and assigns to the session only when nothing can fail any more, so a refused line
changes nothing; after a refused `position`, however, there is no move until a valid one comes. `go` and `query perft` start
a job that answers when it is done; there is one at a time.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kakomi import __version__, games
from kakomi.core.errors import KakomiError, MoveError, OptionError, shorten
from kakomi.core.match import Match
from kakomi.players.time_management import Budget, for_one_move, moves_left, on_the_clock, tighter
from kakomi.ugi.engine import SETTINGS, SearchEngine
from kakomi.ugi.game_setup import GameOptions, Setup
from kakomi.ugi.go_command import INFINITE, read_limits
from kakomi.ugi.messages import CommandError, fault, note, number, refusal, words_of
from kakomi.ugi.options import declaration, game_options, rule_options
from kakomi.ugi.perft_job import DEEPEST_PERFT, PerftJob
from kakomi.ugi.search_job import Order, SearchJob

DEFAULT_TIME = 1.0  # seconds to think where `go` has no limit
NO_MOVE = "bestmove none"
QUERIES = ("gameover", "p1turn", "result", "legalmoves", "position", "score", "clause", "options", "perft")
AT_ONCE = ("stop", "isready", "ugi")  # answered even during a count; other commands wait for its end
CHANGING = ("uginewgame", "setoption", "position", "go")


class Session:
    """A dialogue with one program. `write` gets each answer, a line without its end.

    >>> session = Session(print)
    >>> session.handle("position startpos moves c5xd5 c5xd5")
    info error move 2 of 2, 'c5xd5': there is no stone on c5: White must move a stone of their own (3)
    True
    >>> session.handle("query p1turn")
    response true
    True
    """

    def __init__(self, write: Callable[[str], None], lost: Callable[[OSError], None] | None = None) -> None:
        self._write = write
        self._lost = lost
        self._writing = threading.RLock()
        self._broken: OSError | None = None  # a job could not write
        self._options = GameOptions.default(games.all_games())
        self._said: set[tuple[str, str, str]] = set()  # options without effect that were announced: name, value, game
        self._match: Match | None = _start(self._options.setup)  # None while the options conflict
        self._chosen = False  # the program has sent something about the game
        self._refused = ""  # why the last `position` was refused; empty after a good one
        self._engine = SearchEngine()
        self._read_at = 0.0  # when the current command was read
        self._job: SearchJob | PerftJob | None = None
        self._commands: dict[str, Callable[[list[str]], list[str]]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "uginewgame": self._uginewgame,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
            "show": self._show,
        }

    def handle(self, line: str | bytes) -> bool:
        """Carry out a command and write its answers, except a job's; False after `quit`, once all work is answered."""
        read_at = time.perf_counter()
        if self._broken is not None:
            raise self._broken
        try:
            words = words_of(line)
            if words and words[0] == "quit":
                self.finish()
                self.close()
                return False
            answers = self._carry_out(words, read_at)
        except KakomiError as error:
            answers = [refusal(str(error))]
            self._note_refusal(line, str(error))
        except Exception as error:  # noqa: BLE001  a fault of ours must not take the game away from the other side
            answers = [fault(error)]
            self._note_refusal(line, str(error))
        self._say(answers)
        return True

    def _note_refusal(self, line: str | bytes, reason: str) -> None:
        """A program whose position was refused must not get a move for another one."""
        first = line[:100].split(maxsplit=1)
        if first and first[0] in ("position", b"position"):
            self._refused = reason

    def set_beforehand(self, settings: Sequence[str]) -> None:
        """Set options, each NAME=VALUE, as if they had been sent and used."""
        for setting in settings:
            name, _, value = setting.partition("=")
            self.handle(f"setoption name {name} value {value}")
        self._options = self._options.use()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for a job's answer; returns whether there is none left to wait for."""
        job = self._job
        return job is None or job.join(timeout)

    def finish(self) -> None:
        """No more commands will come: let a job finish, or stop it if it would never end."""
        job = self._job
        if job is not None:
            job.finish()

    def close(self) -> None:
        """End at once; a job says nothing more."""
        job, self._job = self._job, None
        if job is not None:
            job.abandon()

    def _say(self, answers: list[str]) -> None:
        """Write lines, together and whole."""
        with self._writing:
            for answer in answers:
                self._write(answer)

    def _tell(self, answers: list[str]) -> None:
        """Write a job's lines; if nobody reads them any more, the next command raises the error."""
        try:
            self._say(answers)
        except OSError as error:
            self._broken = error
            if self._lost is not None:
                self._lost(error)

    def _done(self, answers: list[str]) -> None:
        """Write a job's last lines. It is over before they can be read, so the next command does not find it running."""
        with self._writing:
            self._job = None
            self._tell(answers)

    def _carry_out(self, words: list[str], read_at: float) -> list[str]:
        if not words:
            return []
        command = self._commands.get(words[0])
        if command is None:
            known = ", ".join([*self._commands, "quit"])
            raise CommandError(f"there is no command {shorten(words[0])!r}; known: {known}")
        job = self._job
        if isinstance(job, PerftJob) and words[0] not in AT_ONCE:
            job.join()
        elif isinstance(job, SearchJob) and words[0] in CHANGING:
            raise CommandError(f"a search is going on; send stop before {words[0]}")
        if len(words) > 1 and words[0] in ("ugi", "isready", "uginewgame", "show"):
            raise CommandError(f"{words[0]} stands alone on its line")
        self._read_at = read_at
        return command(words[1:])

    # --- the engine and its options -----------------------------------------------------------------------------------

    def _ugi(self, _: list[str]) -> list[str]:
        """The options are those of the catalogue at this moment: games may have been added to it."""
        catalogue = games.all_games()
        own = [*game_options(catalogue), *SETTINGS]
        return [
            f"id name Kakomi {__version__}",
            "id author the Kakomi developers",
            *map(declaration, own),
            *map(declaration, rule_options(catalogue, reserved=[option.name for option in own])),
            "ugiok",
        ]

    def _isready(self, _: list[str]) -> list[str]:
        """Ready to think on the clock: what the current game needs is compiled first."""
        if self._match is None:
            return [refusal(self._options.conflict), "readyok"]
        answers = self._use_options() if self._job is None else []
        if self._job is None and self._chosen:
            try:
                self._engine.warm(self._match)
            except KakomiError as error:
                answers.append(refusal(str(error)))
            except Exception as error:  # noqa: BLE001  whoever waits for readyok must get it
                answers.append(fault(error))
        return [*answers, "readyok"]

    def _setoption(self, words: list[str]) -> list[str]:
        split = words.index("value") if "value" in words else -1
        name, value = " ".join(words[1:split]), " ".join(words[split + 1 :])
        if split < 2 or words[0] != "name" or not value:
            example = f"setoption name Game value {self._options.used.game.name}"
            raise CommandError(f"an option is set like this: {example}")
        for setting in SETTINGS:
            if name.lower() == setting.name.lower():
                self._engine.set(setting, setting.read(value))
                return []
        before = self._options
        options = replace(before, catalogue=games.all_games()).set(name, value)
        key = name.lower()
        out_of_range = options.out_of_range - before.out_of_range
        kept = [each for each in options.waiting if each == key or each in out_of_range]
        answers = [self._kept(options, each) for each in kept if not options.is_default(each)]
        if key in options.waiting and options.setup == before.setup:  # the game on the board continues
            self._options = options
            return answers
        match = _start(options.setup)
        self._options, self._match, self._chosen = options, match, True
        self._engine.forget()
        return answers if match is not None else [*answers, note(options.conflict)]

    def _kept(self, options: GameOptions, key: str) -> str:
        return note(f"{key} {options.sent[key]} is kept for later: {options.waiting[key]}")

    def _use_options(self) -> list[str]:
        """Use the game as it was set; options without effect are reported, once."""
        options = self._options
        answers: list[str] = []
        for key, reason in options.waiting.items():
            what = key, options.sent[key], options.setup.title
            if what not in self._said and not options.is_default(key):
                self._said.add(what)
                answers.append(note(f"{key} {options.sent[key]} has no effect: {reason}"))
        self._options = options.use()
        return answers

    # --- the position -------------------------------------------------------------------------------------------------

    def _current(self) -> Match:
        if self._match is None:
            raise CommandError(self._options.conflict)
        return self._match

    def _uginewgame(self, _: list[str]) -> list[str]:
        """Back to the start. A program that sends no isready afterwards is likely to want a move soon: begin to compile."""
        match = self._current()
        self._match, self._chosen, self._refused = _start(self._options.setup), True, ""
        self._engine.forget()
        if not self._engine.is_warm(match):
            threading.Thread(target=self._warm_up, args=(match,), daemon=True, name="warm up").start()
        return self._use_options()

    def _warm_up(self, match: Match) -> None:
        with contextlib.suppress(Exception):  # isready and go will say why it cannot be done
            self._engine.warm(match)

    def _position(self, words: list[str]) -> list[str]:
        split = words.index("moves") if "moves" in words else len(words)
        place, moves = words[:split], words[split + 1 :]
        if place == ["startpos"]:
            start = None
        elif len(place) > 1 and place[0] == "fen":
            start = " ".join(place[1:])
        else:
            raise CommandError("write position startpos or position fen TEXT, then, if there are any, moves M1 M2 ...")
        self._match, self._chosen, self._refused = self._reach(start, moves), True, ""
        return self._use_options()

    def _reach(self, start: str | None, moves: list[str]) -> Match:
        """The match after the moves. The part that is already on the board is not played again."""
        match = self._current().copy()
        same = 0
        if match.start_position == start:
            played = match.moves
            while same < min(len(played), len(moves)) and played[same] == moves[same]:
                same += 1
            for _ in played[same:]:
                match.pop()
        else:
            setup = self._options.setup
            match = Match(setup.game, setup.rules, setup.values, start)
        for place, text in enumerate(moves[same:], same + 1):
            try:
                match.push(text)
            except MoveError as error:
                raise CommandError(f"move {place} of {len(moves)}, {shorten(text)!r}: {error}") from error
        return match

    def _show(self, _: list[str]) -> list[str]:
        match = self._current()
        return [f"info string {line}".rstrip() for line in (*match.diagram().splitlines(), match.status)]

    # --- thinking -----------------------------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> list[str]:
        """One `bestmove` for every `go`: that of the job, or none if there is no position to move in."""
        limits, messages = read_limits(words)
        answers = [note(message) for message in messages]
        reason = self._why_no_move()
        match = self._match
        if reason or match is None:
            return [*answers, note(reason), NO_MOVE]
        answers += self._use_options()
        unused = [name for name in ("nodes", "depth") if name in limits]
        if self._engine.level and unused:
            level = f"level {self._engine.level} searches as far as its level says"
            answers.append(note(f"{level}: {' and '.join(unused)} not used"))
        waits = INFINITE in limits
        clocked = self._on_the_clock(match, limits)
        if clocked is not None and len(match.codes()) == 1 and not waits:
            return [*answers, f"bestmove {next(iter(match.legal_moves))}"]
        budget = tighter(clocked, for_one_move(limits["movetime"] / 1000) if "movetime" in limits else None)
        if budget is None and not waits and not unused:
            budget = Budget(DEFAULT_TIME, math.inf)
        order = Order(self._read_at, limits.get("nodes"), limits.get("depth"), None if waits else budget, waits)
        self._say(answers)  # before the first line of the search
        job = SearchJob(self._engine, match, order, self._tell, self._done)
        if clocked is not None and clocked.is_hasty and not waits and not self._slow(match, clocked):
            job.hurry()
        else:
            self._job = job
            job.start()
        return []

    def _why_no_move(self) -> str:
        """Why there is nothing to search; empty where there is."""
        if self._refused:
            return f"no move: the last position was refused ({self._refused}); send position or uginewgame"
        if self._match is None:
            return self._options.conflict
        outcome = self._match.outcome
        if outcome is not None:
            return f"the game is over ({outcome.clause}); set another position, or send uginewgame"
        return ""

    def _slow(self, match: Match, budget: Budget) -> bool:
        """Would a hasty search take long nevertheless?"""
        return budget.soft > 0 and (self._engine.level > 0 or not self._engine.is_warm(match))

    def _on_the_clock(self, match: Match, limits: Mapping[str, int]) -> Budget | None:
        """The budget from the clock of the player to move, if it was given."""
        mine = f"p{match.to_move + 1}"
        if f"{mine}time" not in limits:
            return None
        left, increment = limits[f"{mine}time"] / 1000, limits.get(f"{mine}inc", 0) / 1000
        lag = self._engine.lag
        lag.observe(match.moves, match.to_move, left, increment)
        moves = moves_left(len(match.moves), self._engine.usual_length(match))
        budget = on_the_clock(left, increment, moves, lag.usual, lag.worst)
        lag.plan(budget.soft)
        return budget

    def _stop(self, _: list[str]) -> list[str]:
        job = self._job
        if job is not None:
            job.stop()
        return []

    # --- questions ----------------------------------------------------------------------------------------------------

    def _query(self, words: list[str]) -> list[str]:
        if not words or words[0] not in QUERIES:
            what = shorten(words[0]) if words else "nothing"
            raise CommandError(f"a query asks for one of {', '.join(QUERIES)}, not for {what!r}")
        if len(words) != (2 if words[0] == "perft" else 1):
            raise CommandError(f"query perft takes one depth, 0 to {DEEPEST_PERFT}, and every other query stands alone")
        if words[0] == "options":
            setup = self._options.setup
            pairs = {"Game": setup.game.name, "Rules": setup.rules, **self._engine.values, **setup.values}
            return ["response " + " ".join(f"{name} {value}" for name, value in pairs.items())]
        match = self._current()
        if words[0] == "perft":
            if self._job is not None:
                raise CommandError("a search is going on; send stop before query perft")
            depth = number("the depth", words[1], 0, DEEPEST_PERFT)
            with self._writing:
                self._job = PerftJob(match, depth, self._done)
            return []
        return [f"response {_answer(match, words[0])}"]


def _start(setup: Setup) -> Match | None:
    """The setup's starting position; None if its options conflict."""
    try:
        return Match(setup.game, setup.rules, setup.values)
    except OptionError:
        return None


def _answer(match: Match, what: str) -> str:
    """The answer to a query about the match."""
    outcome = match.outcome
    if what == "gameover":
        return "false" if outcome is None else "true"
    if what == "p1turn":
        return "false" if match.to_move else "true"
    if what == "result":
        return "none" if outcome is None else "draw" if outcome.winner is None else ("p1win", "p2win")[outcome.winner]
    if what == "legalmoves":
        return " ".join(match.legal_moves) or "none"
    if what == "score":
        return "none" if match.score is None else f"{match.score[0]} {match.score[1]}"
    if what == "clause":
        return "none" if outcome is None else outcome.clause
    return match.position
