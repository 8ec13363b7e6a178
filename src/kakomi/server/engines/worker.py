"""A process that searches (`serve`): jobs come in and answers go out as lines of JSON, over a socket.

    {"id": 7, "do": "choose", "game": "NAME", "rules": "standard", "options": {}, "position": null, "moves": ["b1-b2"],
     "level": 3, "seed": 1, "seconds": 10}                           ->  {"id": 7, "ok": {"move": "..."}, "memory": ...}
    {"id": 8, "do": "warm", "game": "NAME", "rules": "standard"}     ->  {"id": 8, "ok": {}, "memory": ...}
    {"id": 9, "do": "review", ..., "effort": 30}                     ->  {"id": 9, "ok": {"moves": [...], ...}, ...},
                                                                         and before it {"progress": 0.3}
    {"stop": 7}                                                      the job answers at once with the best so far

Whatever goes wrong with a job is reported as an answer, {"id": 7, "error": "refused" or "failed", "message": "..."}. The
process ends when its input does, so no process outlives its server, however the server ended. Only compiled code is kept
between jobs: the tree of a search is freed with the job, and the same job always has the same answer.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import queue
import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any

import kakomi
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match

if TYPE_CHECKING:
    from kakomi.players.analysis.game_review import Position

STOP_AGAIN = 0.05  # seconds: a search that was just beginning when it was stopped is stopped again
WARM_LEVELS = (1, 5)  # one that errs, and one that looks for wins
HINT_NODES = 50_000  # a strong player's, for a second or less
SEARCHES = 2.5  # per position of a reviewed game, on average
MOST_NODES = 10_000  # of one search in a review, so that a short game gets the same review every time
DIGITS = 4  # of a probability
LEAST_TIME = 0.02  # seconds
REPORT_EVERY = 0.25  # seconds between two reports of a review's progress

Job = dict[str, Any]
Say = Callable[[Job], None]


class EngineWorker:
    """Runs one job after another in the main thread; a second thread reads input."""

    def __init__(self, source: IO[str], sink: IO[str]) -> None:
        self._source = source
        self._sink = sink
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._current: int | None = None
        self._to_stop: int | None = None  # the job last told to stop

    def run(self) -> None:
        """Run jobs until the input ends, which ends the process."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._say({"ready": os.getpid(), "memory": memory()})
        while True:
            job = self._jobs.get()
            self._stopped.clear()
            self._current = job["id"]
            if self._to_stop == self._current:  # told to stop before it began
                self._stopped.set()
            answer = self._answer(job)
            self._current = None
            tidy()
            self._say({"id": job["id"], **answer, "memory": memory()})

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # the server has ended abruptly
            for line in self._source:
                message = json.loads(line)
                if "stop" in message:
                    self._to_stop = message["stop"]
                    if self._to_stop == self._current:
                        self._stopped.set()
                else:
                    self._jobs.put(message)
        os._exit(0)

    def _say(self, message: Job) -> None:
        self._sink.write(json.dumps(message) + "\n")
        self._sink.flush()

    def _answer(self, job: Job) -> Job:
        try:
            return {"ok": JOBS[job["do"]](job, self._stopped, self._say)}
        except KakomiError as error:
            return {"error": "refused", "message": str(error)}
        except Exception as error:  # noqa: BLE001  reported to the server, which logs it
            return {"error": "failed", "message": f"{type(error).__name__}: {error}"}


def match_of(job: Job) -> Match:
    """The match of a job, every move checked."""
    match = kakomi.new(job["game"], job["rules"], position=job.get("position"), **job.get("options", {}))
    for text in job.get("moves", ()):
        match.push(text)
    return match


def warm(job: Job, stopped: threading.Event, say: Say) -> Job:
    """Load all that levels and hints need for a rule set, compiled code and net, from the cache, or compile it now."""
    from kakomi.players.levels import level_player
    from kakomi.players.search_player import searcher_for
    from kakomi.search.result import Limit

    match = kakomi.new(job["game"], job["rules"])
    for level in WARM_LEVELS:
        level_player(level).choose(match)
    searcher_for(match, exact=False).search(match, Limit(nodes=1))
    return {}


def choose(job: Job, stopped: threading.Event, say: Say) -> Job:
    """A level's move. When time is up, the best move so far."""
    from kakomi.players.levels import level_player

    match = match_of(job)
    player = level_player(job["level"], job["seed"])
    with ending(stopped, job["seconds"], player.stop):
        try:
            return {"move": player.choose(match), "stopped": stopped.is_set()}
        except Exception:
            if not stopped.is_set():  # a search stopped before it began may have no result
                raise
            return {"move": random.Random(job["seed"]).choice(list(match.legal_moves)), "stopped": True}


def hint(job: Job, stopped: threading.Event, say: Say) -> Job:
    """A good move, by the strongest search, and the moves that are likely at first sight if there is a net."""
    from kakomi.players.levels import room_for
    from kakomi.players.search_player import searcher_for
    from kakomi.search.learned.first_sight import first_sight
    from kakomi.search.result import Limit

    match = match_of(job)
    searcher = searcher_for(match, 1, room_for(HINT_NODES, len(match.legal_moves)), job["seed"], exact=False)
    with ending(stopped, job["seconds"], searcher.stop):
        report = searcher.search(match, Limit(nodes=HINT_NODES))
    named = first_sight(match, report.policy)
    likely = [{"move": each.move, "policy": round(each.policy, DIGITS), "images": each.images} for each in named]
    return {"move": report.best.move, "likely": likely}


def review(job: Job, stopped: threading.Event, say: Say) -> Job:
    """The review of a game, with reports of progress."""
    from kakomi.players.analysis import analyser
    from kakomi.players.levels import room_for
    from kakomi.search.result import Limit
    from kakomi.server.content.review_view import review_dict

    match = match_of(job)
    start = Match(match.game, match.rules, match.options)
    seconds = max(LEAST_TIME, round(job["effort"] / (SEARCHES * (len(match.moves) + 1)), 2))
    reported = time.monotonic()

    def report(position: Position, _: object) -> None:
        nonlocal reported
        if time.monotonic() - reported > REPORT_EVERY:
            reported = time.monotonic()
            say({"progress": round((position.turn + 1) / (len(match.moves) + 1), 3)})

    memory = room_for(MOST_NODES, len(start.legal_moves))
    return review_dict(analyser.review(match, Limit(seconds, MOST_NODES), memory=memory, progress=report))


JOBS: dict[str, Callable[[Job, threading.Event, Say], Job]] = {
    "warm": warm,
    "choose": choose,
    "hint": hint,
    "review": review,
}


@contextlib.contextmanager
def ending(stopped: threading.Event, seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """In this context, `stop` is called when time is up or the server says so, and repeatedly until the search has ended."""
    over = threading.Event()

    def watch() -> None:
        if not stopped.wait(seconds):
            stopped.set()
        while not over.wait(STOP_AGAIN):
            stop()

    def leave() -> None:
        over.set()
        late = stopped.is_set()
        stopped.set()  # ends the wait above
        watcher.join()
        if not late:
            stopped.clear()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        leave()


def tidy() -> None:
    """Free what the job used: large arrays go with their last reference, small pieces when the heap is trimmed."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def memory() -> int:
    """The bytes this process holds in memory; 0 if unknown."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def serve(channel: socket.socket, politeness: int) -> None:
    """In a new process: answer jobs until the channel is closed. Whatever is printed goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our channel
    with contextlib.suppress(OSError):
        os.nice(politeness)
    os.dup2(2, 1)
    spare_memory()
    with channel, channel.makefile("r", encoding="utf-8") as source, channel.makefile("w", encoding="utf-8") as sink:
        EngineWorker(source, sink).run()


def spare_memory() -> None:
    """Use a single heap, as only one thread computes, and return freed memory to the system.

    Imported modules never become garbage: scanning them would take time and copy memory that processes share.
    """
    gc.freeze()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # only glibc has it
        change = ctypes.CDLL(None).mallopt
        change(-8, 1)  # M_ARENA_MAX
        change(-1, 128 * 1024)  # M_TRIM_THRESHOLD, in bytes
