"""`go`: a search beside the dialogue. One thread searches, another makes sure that there is an answer in time.

1. *Prepare*: compile what is not compiled yet (`isready` has done it, if the program sent it).
2. *Search*, with a report now and then.
3. *Watch*: the search keeps its own time. One that is late, or was stopped, is sent `stop` until it ends; one that does
   not end is left behind, and the best move found so far is played: a game may be lost, but not on time.
4. *Answer*; after `go infinite`, not before `stop`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.players.time_management import GRACE, SHORTEST, Budget
from kakomi.search.result import Limit, Report
from kakomi.ugi.engine import SearchEngine
from kakomi.ugi.messages import fault, information, refusal

TICK = 0.01  # seconds between two checks of a search
LATE = 0.05  # seconds beyond its time after which a search is stopped
STOP_PATIENCE = 1.0  # seconds that a search may take to answer `stop`; only compiling takes longer
FAREWELL = 1.0  # seconds allowed to end after `quit`


@dataclass(frozen=True)
class Order:
    """What `go` asks for. `began`: when it was read. `waits`: the answer comes only after `stop`."""

    began: float
    nodes: int | None = None
    depth: int | None = None
    budget: Budget | None = None
    waits: bool = False

    @property
    def spent(self) -> float:
        """Seconds since `go`."""
        return time.perf_counter() - self.began


class SearchJob:
    """A running search. `tell` gets its info lines, `done` the last lines with the move, once."""

    def __init__(
        self,
        engine: SearchEngine,
        match: Match,
        order: Order,
        tell: Callable[[list[str]], None],
        done: Callable[[list[str]], None],
    ) -> None:
        self._engine = engine
        self._match = match.copy()
        self._order = order
        self._tell = tell
        self._done = done
        self._stop_requested = threading.Event()
        self._stop_searcher: Callable[[], None] = lambda: None
        self._speaking = threading.Lock()
        self._silenced = False  # nothing more is written
        self._last_report: Report | None = None
        self._move = ""
        self._failure = ""
        self._worker = threading.Thread(target=self._work, daemon=True, name="search")
        self._watcher = threading.Thread(target=self._watch, daemon=True, name="watch")

    # --- from the dialogue --------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Search beside the dialogue."""
        self._watcher.start()

    def hurry(self) -> None:
        """Search here and now, for a millisecond or not at all, and answer."""
        assert self._order.budget is not None
        if self._order.budget.soft > 0:
            self._work()
        self._answer(left_behind=False)

    def stop(self) -> None:
        """Answer at once; returns when that is done."""
        self._stop_requested.set()
        self._stop_searcher()
        self._watcher.join()

    def abandon(self) -> None:
        """End and say nothing more."""
        self._silence()
        self._stop_requested.set()
        self._stop_searcher()
        self._watcher.join(FAREWELL)

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the answer; returns whether it has come."""
        self._watcher.join(timeout)
        return not self._watcher.is_alive()

    def finish(self) -> None:
        """No more commands will come: search to the limit and answer; without a limit, stop and answer."""
        if self._order.waits:
            self.stop()
        self._watcher.join()

    # --- the thread that searches -------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            self._engine.warm(self._match)  # step 1
            self._think()  # step 2, even after an early `stop`: a search stopped at once still has a move
        except KakomiError as error:
            self._failure = refusal(str(error))
        except MemoryError:
            self._failure = refusal("there is no room for this search: set Hash to less")
        except Exception as error:  # noqa: BLE001  a fault of ours must not take the game away from the other side
            self._failure = fault(error)

    def _think(self) -> None:
        order = self._order
        if self._engine.level:
            player = self._engine.player()
            self._stop_searcher = player.stop
            self._move = player.choose(self._match)
            return
        searcher = self._engine.searcher(self._match)
        self._stop_searcher = searcher.stop
        soft = None if order.budget is None else max(order.budget.soft - order.spent, SHORTEST)
        limit = Limit(soft, order.nodes, order.depth, every_node=order.nodes is not None)
        report = searcher.search(self._match, limit, self._engine.lines, self._on_progress)
        self._keep(report)
        if report.full:
            self._remark("the memory for nodes is full: set Hash to more")

    def _on_progress(self, report: Report) -> None:
        self._keep(report)
        if self._order.depth is not None and report.depth >= self._order.depth:
            self._stop_searcher()  # for a search that does not count in depths

    def _keep(self, report: Report) -> None:
        """Keep the best move so far, and write the report."""
        with self._speaking:
            if report.lines and not self._silenced and report is not self._last_report:
                self._last_report = report
                self._move = report.best.move
                self._engine.note(self._match, report.best.variation)
                self._tell(information(report))

    def _remark(self, text: str) -> None:
        with self._speaking:
            if not self._silenced:
                self._tell([f"info string {text}"])

    # --- the thread that watches --------------------------------------------------------------------------------------

    def _watch(self) -> None:
        order = self._order
        slack = 0.0 if self._engine.level else LATE  # a level knows nothing of time
        requested_at: float | None = None
        self._worker.start()
        while self._worker.is_alive():  # step 3
            self._worker.join(TICK)
            spent = order.spent
            if self._stop_requested.is_set() and requested_at is None:
                requested_at = spent
            late = order.budget is not None and spent > min(order.budget.soft + slack, order.budget.hard)
            if late or requested_at is not None:
                self._stop_searcher()
            if requested_at is not None and spent > requested_at + STOP_PATIENCE:
                break
            if order.budget is not None and spent > order.budget.hard + GRACE:
                break
        left_behind = self._worker.is_alive()
        if order.waits and not left_behind:
            self._stop_requested.wait()
        self._answer(left_behind)  # step 4

    def _answer(self, left_behind: bool) -> None:
        quiet = self._silence()
        move = self._move or self._engine.any_move(self._match)
        if left_behind:
            self._engine.drop()
        if quiet:
            return
        lines = [self._failure] if self._failure else []
        if left_behind:
            why = "the search" if self._engine.is_warm(self._match) else "compiling the game (send isready before go)"
            lines.append(f"info string no time to wait for {why}")
        self._done([*lines, f"bestmove {move}"])

    def _silence(self) -> bool:
        """Write nothing more of the search; returns whether that was so already."""
        with self._speaking:
            before, self._silenced = self._silenced, True
        return before
