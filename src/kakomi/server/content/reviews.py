"""Reviews in the making. Each is made once, by one process, and kept in the store, where all processes can see how far it
has come.
"""

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

FORM = 1  # of what is kept: a change here has everything judged anew
NEWS = 1.0  # seconds between two words about a review's progress
FORSAKEN = 20_000  # ms: a review whose maker has been silent for so long is nobody's
KEPT = 30 * 86_400_000  # ms: how long the review of a game is kept that is not itself kept here
log = logging.getLogger(__name__)


def name_of(spec: MatchSpec) -> str:
    """The same for the same game, wherever it comes from."""
    known = games.get(spec.game)
    what = {**spec.as_dict(), "rules": known.rule_set(spec.rules).name, "version": known.version, "form": FORM}
    return hashlib.sha256(orjson.dumps(what, option=orjson.OPT_SORT_KEYS)).hexdigest()


class Reviews:
    """The reviews that this process makes."""

    def __init__(self, store: Store, engines: EnginePool, process: str) -> None:
        self.store = store
        self.engines = engines
        self.process = process
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def look(self, name: str) -> dict[str, Any]:
        """Where a review stands, as models.ReviewState has it."""
        row = await self.store.read(lambda base: reviews.get(base, name))
        return state_of(row, clocks.now())

    async def begin(self, name: str, spec: MatchSpec, game: str | None) -> dict[str, Any]:
        """Have it made unless it is being made; where it stands now."""
        now = clocks.now()

        def job(base: Any) -> bool:
            if game is None:
                reviews.prune(base, now - KEPT)
            return reviews.claim(base, name, game, self.process, now, now - FORSAKEN)

        try:
            ours = not self._closed and await self.store.write(job)
        except Conflict:
            ours = False
        if ours:
            task = asyncio.create_task(self._make(name, spec), name=f"review {name[:8]}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await self.look(name)

    async def close(self) -> None:
        """Stop; what is not done is left for whoever asks next."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._keep(lambda base: reviews.release(base, self.process))

    async def _make(self, name: str, spec: MatchSpec) -> None:
        progress: list[float | None] = [None]

        def told(share: float) -> None:
            progress[0] = share

        making = asyncio.create_task(self.engines.review(spec, told))
        try:
            while not (await asyncio.wait({making}, timeout=NEWS))[0]:
                now, share = clocks.now(), progress[0]
                await self._keep(lambda base: reviews.touch(base, name, self.process, share, now))  # noqa: B023
            text = orjson.dumps(making.result()).decode()
            await self._keep(lambda base: reviews.finish(base, name, self.process, text, clocks.now()))
        except EngineClosed:
            return
        except (EngineError, OSError) as error:
            reason = str(error)
            log.warning("review failed", extra={"reason": reason})
            await self._keep(lambda base: reviews.fail(base, name, self.process, reason, clocks.now()))
        finally:
            making.cancel()
            await asyncio.gather(making, return_exceptions=True)

    async def _keep(self, job: Any) -> None:
        """A word that cannot be stored now is followed by another, and silence lets the next one try."""
        try:
            await self.store.write(job)
        except KakomiError as error:
            log.error("database trouble", extra={"reason": str(error)})


def state_of(row: ReviewRow | None, now: int) -> dict[str, Any]:
    """A row as models.ReviewState; one whose maker has gone is none."""
    made: dict[str, Any] = {"state": "none", "progress": None, "message": None, "review": None}
    if row is None:
        return made
    if row.review is not None:
        return {**made, "state": "ready", "review": orjson.Fragment(row.review)}
    if row.failure is not None:
        return {**made, "state": "failed", "message": row.failure}
    return {**made, "state": "waiting", "progress": row.progress} if row.held(now - FORSAKEN) else made
