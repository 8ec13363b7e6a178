"""One dialogue in UGI. A line comes in, its answers go out; docs/protocol.md says what each command does.

Every command returns its answers and assigns to the session only when nothing can fail any more, so a line that is
refused changes nothing. `go` and `query perft` leave a job behind that answers when it is done; there is one at a time.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kakomi import __version__, games
from kakomi.core.errors import KakomiError, MoveError, OptionError, UnknownName, listing, shorten
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.core.options import Option, Value
from kakomi.players.time_management import Budget, for_one_move, moves_left, on_the_clock, tighter
from kakomi.ugi.engine import SETTINGS, SearchEngine
from kakomi.ugi.messages import CommandError, fault, number, numbers, one_line, refusal, words_of
from kakomi.ugi.options import USUAL, declaration, merged
from kakomi.ugi.perft_job import DEEPEST_PERFT, PerftJob
from kakomi.ugi.search_job import Order, SearchJob

LIMITS = {
    "p1time": (0, 10**12),  # milliseconds
    "p2time": (0, 10**12),
    "p1inc": (0, 10**12),
    "p2inc": (0, 10**12),
    "movetime": (0, 10**12),
    "depth": (1, 1000),  # moves
    "nodes": (1, 10**18),  # positions
}
MOST_NODES = 10**14  # no search will ever get there, and every counter holds it
UNLIMITED = 1.0  # seconds to think where `go` says nothing
QUERIES = ("gameover", "p1turn", "result", "legalmoves", "position", "score", "clause", "options", "perft")
AT_ONCE = ("stop", "isready", "ugi")  # answered also while a job is going on; other commands wait for a count
CHANGING = ("uginewgame", "setoption", "position", "go")


@dataclass(frozen=True)
class Setup:
    """What is played: a game, one of its rule sets, and the value of every option."""

    game: Game
    rules: str
    values: Mapping[str, Value]

    @classmethod
    def default(cls, game: Game, rules: str | None = None) -> Setup:
        """A game as it is played unless something else is said."""
        rule_set = game.rule_set(rules)
        return cls(game, rule_set.name, {option.name: option.default for option in rule_set.options})

    @property
    def title(self) -> str:
        """For messages."""
        return f"{self.game.name} {self.rules}"


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
        self._games = {game.name: game for game in games.all_games()}
        self._setup = Setup.default(next(iter(self._games.values())))
        self._match: Match | None = self._begin(self._setup)  # None while the options do not go together
        self._chosen = False  # something was said about the game to be played
        self._engine = SearchEngine()
        self._read_at = 0.0  # when the present command was read
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
        """Carry out a command and write its answers, a job's apart; False after `quit`."""
        read_at = time.perf_counter()
        if self._broken is not None:
            raise self._broken
        try:
            words = words_of(line)
            if words and words[0] == "quit":
                self.close()
                return False
            answers = self._carry_out(words, read_at)
        except KakomiError as error:
            answers = [refusal(str(error))]
        except Exception as error:  # noqa: BLE001  a fault of ours must not take the game away from the other side
            answers = [fault(error)]
        self._say(answers)
        return True

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the answer of a job; whether there is none left to wait for."""
        job = self._job
        return job is None or job.join(timeout)

    def finish(self) -> None:
        """No more commands will come: let a job come to its end, and stop one that has none."""
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
        """Write a job's lines; where nobody reads them any more, the next command will find out."""
        try:
            self._say(answers)
        except OSError as error:
            self._broken = error
            if self._lost is not None:
                self._lost(error)

    def _done(self, answers: list[str]) -> None:
        """A job's last lines. It is over before they can be read, so that the next command finds it so."""
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
        names = tuple(self._games)
        rules = dict.fromkeys(each.name for game in self._games.values() for each in game.rule_sets)
        return [
            f"id name Kakomi {__version__}",
            "id author the Kakomi developers",
            declaration(Option("Game", names[0], "", words=names)),
            declaration(Option("Rules", Setup.default(self._games[names[0]]).rules, "", words=tuple(rules))),
            *map(declaration, SETTINGS),
            *map(declaration, merged(self._games.values())),
            "ugiok",
        ]

    def _isready(self, _: list[str]) -> list[str]:
        """Ready to think on the clock: what the present game needs is compiled first."""
        if self._match is None:
            return [refusal(self._conflict(self._setup)), "readyok"]
        if self._job is None and self._chosen:
            try:
                self._engine.warm(self._match)
            except KakomiError as error:
                return [refusal(str(error)), "readyok"]
            except Exception as error:  # noqa: BLE001  whoever waits for readyok must get it
                return [fault(error), "readyok"]
        return ["readyok"]

    def _setoption(self, words: list[str]) -> list[str]:
        split = words.index("value") if "value" in words else -1
        name, value = " ".join(words[1:split]), " ".join(words[split + 1 :])
        if split < 2 or words[0] != "name" or not value:
            raise CommandError("an option is set like this: setoption name Game value enso")
        for setting in SETTINGS:
            if name.lower() == setting.name.lower():
                self._engine.set(setting, setting.read(value))
                return []
        setup = self._changed(name, value)
        match = self._begin(setup)
        self._setup, self._match, self._chosen = setup, match, True
        self._engine.forget()
        return [] if match is not None else [f"info string {one_line(self._conflict(setup))}"]

    def _changed(self, name: str, value: str) -> Setup:
        """The setup with one option set, in itself in range."""
        present = self._setup
        if name.lower() == "game":
            if value.lower() not in self._games:
                raise UnknownName("game", value, self._games)
            return Setup.default(self._games[value.lower()])
        if name.lower() == "rules":
            fresh = Setup.default(present.game, value.lower())
            kept = {name: chosen for name, chosen in present.values.items() if name in fresh.values}
            return replace(fresh, values={**fresh.values, **kept})
        options = {option.name: option for option in present.game.rule_set(present.rules).options}
        if name.lower() not in options:
            raise CommandError(self._no_option(name, options))
        option = options[name.lower()]
        chosen = option.default if value.lower() == USUAL else option.read(value)
        return replace(present, values={**present.values, option.name: chosen})

    def _no_option(self, name: str, options: Mapping[str, Option]) -> str:
        owners = [
            f"{game.name} {rule_set.name}"
            for game in self._games.values()
            for rule_set in game.rule_sets
            if name.lower() in [option.name for option in rule_set.options]
        ]
        if owners:
            return f"{self._setup.title} has no option {name}, but {listing(owners)} has; set Game and Rules first"
        return str(UnknownName("option", name, ["Game", "Rules", *(setting.name for setting in SETTINGS), *options]))

    def _begin(self, setup: Setup) -> Match | None:
        """The setup's starting position; None where its options do not go together."""
        try:
            return Match(setup.game, setup.rules, setup.values)
        except OptionError:
            return None

    def _conflict(self, setup: Setup) -> str:
        """Why the options do not go together."""
        try:
            setup.game.settle(setup.rules, setup.values)
        except OptionError as error:
            return f"no game can begin yet: {error}"
        return ""

    # --- the position -------------------------------------------------------------------------------------------------

    def _current(self) -> Match:
        if self._match is None:
            raise CommandError(self._conflict(self._setup))
        return self._match

    def _uginewgame(self, _: list[str]) -> list[str]:
        """Back to the start. A program that sends no isready afterwards is likely to want a move soon: begin to compile."""
        match = self._current()
        self._match, self._chosen = self._begin(self._setup), True
        self._engine.forget()
        if not self._engine.is_warm(match):
            threading.Thread(target=self._warm_up, args=(match,), daemon=True, name="warm up").start()
        return []

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
        self._match, self._chosen = self._reach(start, moves), True
        return []

    def _reach(self, start: str | None, moves: list[str]) -> Match:
        """The match after the moves. The part that was on the board already is not played again."""
        match = self._current().copy()
        same = 0
        if match.start_position == start:
            played = match.moves
            while same < min(len(played), len(moves)) and played[same] == moves[same]:
                same += 1
            for _ in played[same:]:
                match.pop()
        else:
            match = Match(self._setup.game, self._setup.rules, self._setup.values, start)
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
        match = self._current()
        limits = numbers("go", words, LIMITS, alone="infinite")
        outcome = match.outcome
        if outcome is not None:
            raise CommandError(f"the game is over ({outcome.clause}); set another position, or send uginewgame")
        waits = "infinite" in limits
        clocked = self._on_the_clock(match, limits)
        if clocked is not None and len(match.codes()) == 1 and not waits:
            return [f"bestmove {next(iter(match.legal_moves))}"]
        budget = tighter(clocked, for_one_move(limits["movetime"] / 1000) if "movetime" in limits else None)
        if budget is None and not waits and not {"nodes", "depth"} & set(limits):
            budget = Budget(UNLIMITED, math.inf)
        nodes = min(limits["nodes"], MOST_NODES) if "nodes" in limits else None
        order = Order(self._read_at, nodes, limits.get("depth"), None if waits else budget, waits)
        job = SearchJob(self._engine, match, order, self._tell, self._done)
        if clocked is not None and clocked.haste and not waits and not self._slow(match, clocked):
            job.hurry()
        else:
            self._job = job
            job.start()
        return []

    def _slow(self, match: Match, budget: Budget) -> bool:
        """Would a hasty search take long all the same?"""
        return budget.soft > 0 and (self._engine.level > 0 or not self._engine.is_warm(match))

    def _on_the_clock(self, match: Match, limits: Mapping[str, int]) -> Budget | None:
        """The budget from the clock of the player to move, if it was given."""
        mine = f"p{match.to_move + 1}"
        if f"{mine}time" not in limits:
            return None
        left, increment = limits[f"{mine}time"] / 1000, limits.get(f"{mine}inc", 0) / 1000
        lag = self._engine.lag
        lag.seen(match.moves, match.to_move, left, increment)
        moves = moves_left(len(match.moves), self._engine.usual_length(match))
        budget = on_the_clock(left, increment, moves, lag.usual, lag.worst)
        lag.planned(budget.soft)
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
            pairs = {
                "Game": self._setup.game.name,
                "Rules": self._setup.rules,
                **self._engine.values,
                **self._setup.values,
            }
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
