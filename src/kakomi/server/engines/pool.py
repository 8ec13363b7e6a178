"""The engine pool: worker processes that search, so that the server process never does.

A pool keeps a few processes (KAKOMI_ENGINES, one by default), and starts one more for each review of a finished game.
What happens to a job:

1. It waits in its player's queue; the queues are served in turn, quick jobs first, and a game has one job at a time
   (`queue`).
2. It starts on a free process. If the code of its rule set is not compiled there yet, it is compiled first, which is not
   part of its time. If slow jobs occupy all processes when a quick job comes, one more is started and kept for quick jobs.
3. When its time is up, the worker stops the search and answers with the best move so far. If it does not, the process is
   killed after a grace period and the caller gets EngineLate.
4. A process that dies is replaced and its job tried once more; then the caller gets EngineTrouble.

A move depends only on the match, the level and the seed. Idle processes compile code in advance, default rule sets first.
One that has grown large (compiling takes memory that is never returned) is replaced when no job is waiting.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kakomi import games
from kakomi.server.engines.process import WorkerGone, WorkerProcess
from kakomi.server.engines.queue import (
    EngineBusy,
    EngineClosed,
    EngineLate,
    EngineRefused,
    EngineTrouble,
    FairQueue,
    Job,
    MatchSpec,
)

__all__ = [
    "EngineBusy",
    "EngineClosed",
    "EngineLate",
    "EnginePool",
    "EngineRefused",
    "EngineTrouble",
    "Hint",
    "MatchSpec",
]

GRACE = 3.0  # seconds after a time limit until the process is killed
LONGEST_WARMING = 300.0  # seconds to compile one rule set on a slow machine
HINT_SECONDS = 5.0
QUICK_LEVEL = 5  # levels up to this one answer in a fraction of a second
FAST_LANE = -1  # the place of the process for quick jobs
REVIEW_SECONDS = 180.0  # from its first report of progress
REVIEW_EFFORT = 30.0  # seconds of one core for all positions of a reviewed game
MOST_REVIEWS = 8  # waiting at once
GROWN = 320 * 2**20  # bytes, the nets included: a process with more memory is replaced when no job is waiting
GROWN_RATIO = 1.4  # but only at this multiple of what its successor needed
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0  # seconds before a process that died at once is started again
SHORT_LIFE = 2.0  # seconds

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Hint:
    """The move that the computer would make, and the likeliest ones at first sight (`LikelyMoveOut`; none without a net)."""

    move: str
    likely: list[dict[str, Any]]


class EnginePool:
    """Worker processes and the jobs waiting for them. All methods must be called in one event loop."""

    def __init__(self, workers: int = 1, *, politeness: int = 5) -> None:
        self.size = workers
        self._politeness = politeness
        self._queue = FairQueue()
        self._busy: set[str] = set()  # the games with a job running
        self._wake = asyncio.Condition()
        self._closed = False
        self._tasks: list[asyncio.Task[None]] = []
        self._workers: dict[int, WorkerProcess] = {}  # by place
        self._building: set[tuple[str, str | None]] = set()
        self._failures: Counter[tuple[str, str | None]] = Counter()  # how often a rule set could not be compiled
        self._fast_lane = False
        self._slow = 0  # slow jobs that are running
        self._replaced = False
        self._floor = 0  # bytes needed by a process that replaced a grown one
        self._reviews = 0
        self._reviewing = asyncio.Lock()
        self.counts = {"jobs": 0, "late": 0, "failed": 0, "restarts": 0, "reviews": 0}
        self.search_seconds = 0.0  # in total

    # --- what the server calls ----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the processes; they compile code in the background."""
        self._tasks = [asyncio.create_task(self._serve(place), name=f"engine {place}") for place in range(self.size)]

    async def close(self) -> None:
        """Stop everything; waiting callers get EngineClosed."""
        self._closed = True
        for job in self._queue.clear():
            _fail(job, EngineClosed("the server is shutting down"))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def choose(
        self,
        spec: MatchSpec,
        level: int,
        seed: int,
        deadline_s: float,
        *,
        owner: str = "",
        game: str = "",
        on_start: Callable[[], None] | None = None,
    ) -> str:
        """The move of a level; `on_start` is called when the search begins.

        `owner` is the player waiting for it, `game` the live game it is for.
        """
        ask = {"do": "choose", "level": level, "seed": seed, "seconds": deadline_s}
        answer = await self._submit(spec, ask, deadline_s, owner, game, level <= QUICK_LEVEL, on_start)
        return str(answer["move"])

    async def hint(self, spec: MatchSpec, seed: int = 0, *, owner: str = "", game: str = "") -> Hint:
        """A good move for whoever is to move, and the likely ones."""
        ask = {"do": "hint", "seed": seed, "seconds": HINT_SECONDS}
        answer = await self._submit(spec, ask, HINT_SECONDS, owner, game)
        return Hint(str(answer["move"]), answer["likely"])

    async def review(self, spec: MatchSpec, report: Callable[[float], None] | None = None) -> dict[str, Any]:
        """The review of a game (docs/play/analysis.md), by a process started for it.

        `report` is called now and then with the fraction done.
        """
        if self._reviews >= MOST_REVIEWS:
            raise EngineBusy("several games are already being reviewed; try again in a few minutes")
        self._reviews += 1
        try:
            async with self._reviewing:
                if self._closed:
                    raise EngineClosed("the server is shutting down")
                worker = await WorkerProcess.start(self._politeness + 5)
                try:
                    ask = {"do": "review", **spec.as_dict(), "effort": REVIEW_EFFORT}
                    answer = await _ask_patiently(worker, ask, report)
                except TimeoutError as error:
                    worker.kill()
                    raise EngineLate("the review took too long and was stopped") from error
                except WorkerGone as error:
                    raise EngineTrouble("the engine process died during the review") from error
                finally:
                    await worker.close()
        finally:
            self._reviews -= 1
        self.counts["reviews"] += 1
        return _result(answer)

    def stats(self) -> dict[str, float]:
        """Figures for the metrics."""
        return {
            **self.counts,
            "workers": len(self._workers),
            "waiting": len(self._queue),
            "busy": len(self._busy),
            "thought_seconds": self.search_seconds,
            "memory_bytes": sum(worker.memory for worker in self._workers.values()),
            "warm": min((len(worker.warm) for worker in self._workers.values()), default=0),
        }

    @property
    def warm(self) -> bool:
        """Whether every process has compiled every rule set."""
        regular = [worker for place, worker in self._workers.items() if place != FAST_LANE]
        ready = [all(kind in worker.warm for kind in self._wanted()) for worker in regular]
        return len(ready) == self.size and all(ready)

    @property
    def pids(self) -> list[int]:
        """The process ids."""
        return [worker.pid for place, worker in self._workers.items() if place != FAST_LANE]

    # --- jobs ---------------------------------------------------------------------------------------------------------

    async def _submit(
        self,
        spec: MatchSpec,
        ask: dict[str, Any],
        seconds: float,
        owner: str,
        game: str,
        quick: bool = False,
        on_start: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        if self._closed or not self._tasks:
            raise EngineClosed("the engines are not running")
        kind = (spec.game, games.get(spec.game).rule_set(spec.rules).name)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        job = Job({**ask, **spec.as_dict()}, kind, seconds + GRACE, owner or game, game, answer)
        job.game = game or f"job {job.number}"
        job.quick, job.on_start = quick, on_start
        self._queue.put(job)
        if quick and self._slow >= self.size:
            self._open_fast_lane()
        await self._notify()
        try:
            return _result(await answer)
        except asyncio.CancelledError:
            if not self._queue.drop(job):
                for worker in list(self._workers.values()):
                    await worker.stop(job.number)
            raise

    async def _notify(self) -> None:
        async with self._wake:
            self._wake.notify_all()

    # --- life of a process --------------------------------------------------------------------------------------------

    async def _serve(self, place: int) -> None:
        """Keep a process running at this place, starting a new one whenever it ends."""
        pause = FIRST_PAUSE
        while not self._closed:
            try:
                worker = await WorkerProcess.start(self._politeness)
            except OSError as error:
                log.error("could not start an engine process: %s", error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            self._workers[place] = worker
            watch = asyncio.create_task(self._watch(worker))
            try:
                await self._employ(worker, only_quick=place == FAST_LANE)
            finally:
                watch.cancel()
                del self._workers[place]
                worker.kill()
                await worker.close()
            self.counts["restarts"] += 1
            if time.monotonic() - worker.began < SHORT_LIFE and not worker.done:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE

    async def _watch(self, worker: WorkerProcess) -> None:
        """Notice at once when an idle process dies."""
        await worker.ended()
        await self._notify()

    async def _employ(self, worker: WorkerProcess, only_quick: bool = False) -> None:
        """Run jobs, and compile in between, until the process is dead or too large."""
        while not worker.dead:
            if only_quick:  # it warms up first: another process may be free before it is ready
                waiting = self._queue.first_quick(self._busy)
                if waiting is not None and self._cold(worker, waiting.kind):
                    if not await self._warm(worker, waiting.kind):
                        return
                    continue
            job = self._queue.take(self._busy, only_quick)
            if job is not None:
                if not await self._work(worker, job):
                    return
                continue
            kind = self._next_cold(worker)
            if kind is not None:
                if not await self._warm(worker, kind):
                    return
                continue
            if not self._coming(worker) and self._grown(worker):
                log.info("replacing an engine process of %d MB", worker.memory >> 20)
                return
            async with self._wake:
                if not self._queue.has(self._busy, only_quick) and self._next_cold(worker) is None and not worker.dead:
                    await self._wake.wait()

    async def _work(self, worker: WorkerProcess, job: Job) -> bool:
        """Run a job; return whether the process can continue."""
        self._busy.add(job.game)
        began: float | None = None
        try:
            if self._cold(worker, job.kind) and not await self._warm(worker, job.kind):
                self._again(job)
                return False
            self._slow += not job.quick
            began = time.monotonic()
            job.tries += 1
            if job.on_start is not None:
                job.on_start()
            async with asyncio.timeout(job.limit):
                answer = await worker.ask(job.number, job.message)
            self.search_seconds += time.monotonic() - began
            self.counts["jobs"] += 1
            if not job.answer.done():
                job.answer.set_result(answer)
            return True
        except TimeoutError:
            self.counts["late"] += 1
            log.warning("an engine process did not answer in %.1f s and was killed", job.limit)
            _fail(job, EngineLate("the computer took too long to move and was interrupted"))
            return False
        except WorkerGone:
            self._again(job)
            return False
        except asyncio.CancelledError:
            _fail(job, EngineClosed("the server is shutting down"))
            raise
        finally:
            self._slow -= began is not None and not job.quick
            self._busy.discard(job.game)
            await self._notify()

    def _open_fast_lane(self) -> None:
        """Start one more process, for quick jobs only: slow jobs occupy all others."""
        if not self._fast_lane and not self._closed:
            self._fast_lane = True
            self._tasks.append(asyncio.create_task(self._serve(FAST_LANE), name="engine for quick jobs"))

    def _again(self, job: Job) -> None:
        """The process died: try the job once more, but not a third time."""
        log.warning("an engine process died during job %d", job.number)
        if job.answer.done():
            return
        if job.tries < 2:
            self._queue.put_back(job)
        else:
            self.counts["failed"] += 1
            _fail(job, EngineTrouble("the engine process died twice on this position"))

    async def _warm(self, worker: WorkerProcess, kind: tuple[str, str | None]) -> bool:
        """Compile a rule set's code; return whether the process can continue."""
        self._building.add(kind)
        try:
            async with asyncio.timeout(LONGEST_WARMING):
                answer = await worker.ask(0, {"do": "warm", "game": kind[0], "rules": kind[1]})
        except (TimeoutError, WorkerGone):
            log.error("an engine process died while compiling %s %s", *kind)
            self._failures[kind] += 1
            return False
        finally:
            self._building.discard(kind)
            await self._notify()  # others may be waiting for it
        if "ok" not in answer:
            log.error("cannot compile %s %s: %s", *kind, answer.get("message"))
            self._failures[kind] += 1
        else:
            worker.warm.add(kind)
        return True

    def _next_cold(self, worker: WorkerProcess) -> tuple[str, str | None] | None:
        """The next rule set to compile, leaving out those that another process is compiling: its result can be used then."""
        return next((kind for kind in self._coming(worker) if kind not in self._building), None)

    def _coming(self, worker: WorkerProcess) -> list[tuple[str, str | None]]:
        """The rule sets that the process still has to compile."""
        return [kind for kind in self._wanted() if self._cold(worker, kind)]

    def _cold(self, worker: WorkerProcess, kind: tuple[str, str | None]) -> bool:
        """Whether the process should compile the rule set: what failed twice would fail again."""
        return kind not in worker.warm and self._failures[kind] < 2

    def _wanted(self) -> list[tuple[str, str | None]]:
        """Every rule set, the games' default ones first."""
        every = games.all_games()
        usual: list[tuple[str, str | None]] = [(game.name, game.rule_sets[0].name) for game in every]
        return usual + [(game.name, each.name) for game in every for each in game.rule_sets[1:]]

    def _grown(self, worker: WorkerProcess) -> bool:
        """Whether a warm, idle process has grown so much that it should be replaced."""
        if not worker.settled:
            worker.settled = True
            self._floor = worker.memory if self._replaced else 0
        grown = worker.memory > max(GROWN, GROWN_RATIO * self._floor)
        self._replaced = self._replaced or grown
        return grown


async def _ask_patiently(
    worker: WorkerProcess, ask: dict[str, Any], report: Callable[[float], None] | None
) -> dict[str, Any]:
    """The answer to a review; TimeoutError if it takes too long. Compiling has a separate time limit."""
    reported = False
    async with asyncio.timeout(LONGEST_WARMING) as limit:

        def pass_on(share: float) -> None:
            nonlocal reported
            if not reported:
                reported = True
                limit.reschedule(asyncio.get_running_loop().time() + REVIEW_SECONDS)
            if report is not None:
                report(share)

        return await worker.ask(0, ask, pass_on)


def _fail(job: Job, error: Exception) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)


def _result(answer: dict[str, Any]) -> dict[str, Any]:
    if "ok" in answer:
        return dict(answer["ok"])
    message = str(answer.get("message"))
    raise EngineRefused(message) if answer.get("error") == "refused" else EngineTrouble(message)
