"""Reviews of games. Each is written once, by one process, and kept in the store, where all processes see its progress."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Any

import orjson

from kakomi import games
from kakomi.core.errors import EngineError, KakomiError
from kakomi.server.engines.pool import EngineClosed, EnginePool, MatchSpec
from kakomi.server.live import clocks
from kakomi.store import reviews
from kakomi.store.errors import Conflict
from kakomi.store.reviews import ReviewRow
from kakomi.store.writer import Store

FORMAT = 3  # of stored reviews: after a change here, games are reviewed again
REPORT_EVERY = 1.0  # seconds between two updates of a review's progress
ABANDONED = 20_000  # ms: a review whose process has been silent for this long is free to take
KEEP = 30 * 86_400_000  # ms: how long reviews of games not stored here are kept
log = logging.getLogger(__name__)


def name_of(spec: MatchSpec) -> str:
    """A digest that is the same for the same game, wherever it comes from."""
    known = games.get(spec.game)
    what = {**spec.as_dict(), "rules": known.rule_set(spec.rules).name, "version": known.version, "form": FORMAT}
    return hashlib.sha256(orjson.dumps(what, option=orjson.OPT_SORT_KEYS)).hexdigest()


class Reviews:
    """The reviews written by this process."""

    def __init__(self, store: Store, engines: EnginePool, process: str) -> None:
        self.store = store
        self.engines = engines
        self.process = process
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def look(self, name: str) -> dict[str, Any]:
        """The state of a review, as schemas.ReviewState."""
        row = await self.store.read(lambda database: reviews.get(database, name))
        return state_of(row, clocks.now())

    async def begin(self, name: str, spec: MatchSpec, game: str | None) -> dict[str, Any]:
        """Start a review unless one is in progress; return its state."""
        now = clocks.now()

        def job(database: Any) -> bool:
            if game is None:
                reviews.prune(database, now - KEEP)
            return reviews.claim(database, name, game, self.process, now, now - ABANDONED)

        try:
            ours = not self._closed and await self.store.write(job)
        except Conflict:
            ours = False
        if ours:
            task = asyncio.create_task(self._write(name, spec), name=f"review {name[:8]}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await self.look(name)

    async def close(self) -> None:
        """Stop; unfinished reviews are left to the next request."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._save(lambda database: reviews.release(database, self.process))

    async def _write(self, name: str, spec: MatchSpec) -> None:
        progress: list[float | None] = [None]

        def report(share: float) -> None:
            progress[0] = share

        writing = asyncio.create_task(self.engines.review(spec, report))
        try:
            while not (await asyncio.wait({writing}, timeout=REPORT_EVERY))[0]:
                now, share = clocks.now(), progress[0]
                await self._save(lambda database: reviews.touch(database, name, self.process, share, now))  # noqa: B023
            text = orjson.dumps(writing.result()).decode()
            await self._save(lambda database: reviews.finish(database, name, self.process, text, clocks.now()))
        except EngineClosed:
            return
        except (EngineError, OSError) as error:
            reason = str(error)
            log.warning("review failed", extra={"reason": reason})
            await self._save(lambda database: reviews.fail(database, name, self.process, reason, clocks.now()))
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _save(self, job: Any) -> None:
        """Store, or log why not: the next update follows soon, and without updates the review is free to take."""
        try:
            await self.store.write(job)
        except KakomiError as error:
            log.error("database error", extra={"reason": str(error)})


def state_of(row: ReviewRow | None, now: int) -> dict[str, Any]:
    """A row as schemas.ReviewState; an abandoned review counts as none."""
    state: dict[str, Any] = {"state": "none", "progress": None, "message": None, "review": None}
    if row is None:
        return state
    if row.review is not None:
        return {**state, "state": "ready", "review": orjson.Fragment(row.review)}
    if row.failure is not None:
        return {**state, "state": "failed", "message": row.failure}
    return {**state, "state": "waiting", "progress": row.progress} if row.held(now - ABANDONED) else state
