"""The engines, with real processes: moves that can be repeated, fair lines, time limits, deaths."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from multiprocessing.process import BaseProcess
from typing import ClassVar

import pytest

import kakomi
from kakomi.server.engines import pool as module
from kakomi.server.engines import queue as engine_queue
from kakomi.server.engines.pool import EngineClosed, EngineLate, EnginePool, EngineRefused, EngineTrouble, MatchSpec
from kakomi.server.engines.process import WorkerProcess
from kakomi.server.engines.queue import FairQueue, Job

ENSO = MatchSpec("enso")
LONG = 10  # a level that thinks for seconds
SEARCHES = 5  # one that searches, so that the compiled search is loaded
PATIENCE = 240.0  # the first time everything is compiled


@asynccontextmanager
async def pool(workers: int = 1) -> AsyncIterator[EnginePool]:
    made = EnginePool(workers)
    await made.start()
    try:
        yield made
    finally:
        await made.close()


@pytest.fixture
def _one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process loads the code of one game ahead, not of all: most tests play no other, and start many processes."""
    monkeypatch.setattr(EnginePool, "_wanted", lambda _: [("enso", "standard")])


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        await asyncio.wait_for(test(), PATIENCE)

    asyncio.run(limited())


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.02)


def resident(pid: int) -> float:
    """Megabytes."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def worked(pid: int) -> float:
    """Seconds of work, which are the same on a busy machine."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def test_a_level_moves_in_every_game_and_the_same_seed_moves_the_same() -> None:
    async def test() -> None:
        async with pool() as engines:
            for game in kakomi.games.all_games():
                match = kakomi.new(game.name)
                for _ in range(3):
                    spec = MatchSpec.of(match)
                    move = await engines.choose(spec, 2, 7, 10)
                    assert move in match.legal_moves
                    assert await engines.choose(spec, 2, 7, 10) == move
                    match.push(move)
                hint = await engines.hint(MatchSpec.of(match))
                assert {hint.move, *(each["move"] for each in hint.likely)} <= set(match.legal_moves)
            different = {await engines.choose(ENSO, 1, seed, 10) for seed in range(12)}
            assert len(different) > 1

    run(test)


SMALL = 300  # megabytes, a hundred of them the nets of all games


def test_warm_and_idle_a_worker_is_small_and_answers_at_once() -> None:
    async def test() -> None:
        async with pool() as engines:
            await until(lambda: engines.warm and engines.stats()["memory_bytes"] < SMALL * 2**20)
            [pid] = engines.pids
            before = worked(pid)
            await engines.choose(MatchSpec("toot"), 1, 1, 10)
            assert worked(pid) - before < 1.5  # nothing is compiled for it any more
            await engines.choose(ENSO, LONG, 1, 1.0)  # a large tree
            await asyncio.sleep(0.2)
            assert engines.pids == [pid]
            assert resident(pid) < SMALL

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_a_process_that_has_grown_is_replaced_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GROWN", 2**20)

    async def test() -> None:
        async with pool() as engines:
            await until(lambda: engines.counts["restarts"] == 1 and engines.warm)
            await engines.choose(ENSO, 1, 1, 10)
            await asyncio.sleep(0.5)
            assert engines.counts["restarts"] == 1  # what its successor needs is no growth

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_out_of_time_the_move_is_what_was_seen_by_then() -> None:
    async def test() -> None:
        async with pool() as engines:
            await engines.choose(ENSO, 1, 1, 10)
            [pid] = engines.pids
            before = worked(pid)
            assert await engines.choose(ENSO, LONG, 1, 0.3) in kakomi.new("enso").legal_moves
            assert worked(pid) - before < 2
            assert await engines.choose(ENSO, 1, 1, 0.000001) in kakomi.new("enso").legal_moves
            assert engines.counts["late"] == 0

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_a_process_that_hangs_is_ended_and_the_next_one_goes_on() -> None:
    async def test() -> None:
        async with pool() as engines:
            await until(lambda: engines.warm)
            [pid] = engines.pids
            os.kill(pid, signal.SIGSTOP)
            with pytest.raises(EngineLate, match="too long"):
                await engines.choose(ENSO, 1, 1, 0.1)
            assert await engines.choose(ENSO, 1, 1, 10) in kakomi.new("enso").legal_moves
            assert engines.pids != [pid]

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_a_process_that_dies_is_replaced_and_its_job_done_once_more() -> None:
    async def test() -> None:
        async with pool() as engines:
            right = await engines.choose(ENSO, 9, 1, 30)
            [pid] = engines.pids
            thinking = asyncio.create_task(engines.choose(ENSO, 9, 1, 30))
            await until(lambda: engines.stats()["busy"] == 1)
            os.kill(pid, signal.SIGKILL)
            assert await thinking == right

            [pid] = engines.pids
            os.kill(pid, signal.SIGKILL)  # idle: noticed without a job
            await until(lambda: engines.pids not in ([], [pid]))

            thinking = asyncio.create_task(engines.choose(ENSO, LONG, 1, 20))
            killed = 0
            while not thinking.done():  # killed while it gets ready: that is no try
                if engines.pids not in ([], [killed]) and engines.stats()["busy"] == 1:
                    await asyncio.sleep(0.05)
                    [killed] = engines.pids
                    os.kill(killed, signal.SIGKILL)
                await asyncio.sleep(0.02)
            with pytest.raises(EngineTrouble, match="died twice"):
                await thinking
            assert await engines.choose(ENSO, 1, 1, 10) in kakomi.new("enso").legal_moves

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_nobody_starves_behind_someone_with_many_games() -> None:
    async def test() -> None:
        async with pool() as engines:
            await engines.choose(ENSO, 1, 1, 10)
            done: list[str] = []

            async def ask(owner: str, game: str) -> None:
                await engines.choose(ENSO, LONG, 1, 0.3, owner=owner, game=game)
                done.append(owner)

            greedy = [asyncio.create_task(ask("greedy", f"game {number}")) for number in range(10)]
            await until(lambda: len(engines._queue) == 9)
            modest = asyncio.create_task(ask("modest", "one"))
            await asyncio.gather(*greedy, modest)
            assert done.index("modest") <= 2

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_one_job_a_game_at_a_time() -> None:
    async def test() -> None:
        async with pool(2) as engines:
            await until(lambda: engines.warm)
            most = 0

            async def watch() -> None:
                nonlocal most
                while True:
                    most = max(most, int(engines.stats()["busy"]))
                    await asyncio.sleep(0.005)

            watcher = asyncio.create_task(watch())
            await asyncio.gather(*(engines.choose(ENSO, LONG, 1, 0.2, owner=str(n), game="same") for n in range(4)))
            assert most == 1
            await asyncio.gather(*(engines.choose(ENSO, LONG, 1, 0.2, owner=str(n), game=str(n)) for n in range(4)))
            assert most == 2
            watcher.cancel()

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_what_is_no_game_is_refused_and_what_is_closed_says_so() -> None:
    async def test() -> None:
        engines = EnginePool()
        with pytest.raises(EngineClosed):
            await engines.choose(ENSO, 1, 1, 1)
        await engines.start()
        with pytest.raises(EngineRefused, match="move a stone of their own"):
            await engines.choose(MatchSpec("enso", moves=("a1xa2",)), 1, 1, 10)
        with pytest.raises(kakomi.UnknownName):
            await engines.choose(MatchSpec("chess"), 1, 1, 10)
        with pytest.raises(EngineTrouble):
            await engines.choose(MatchSpec("enso", position="6/1x4/6/6/4o1/6 x"), 1, 1, 10)  # it is over
        pids = engines.pids
        waiting = asyncio.create_task(engines.choose(ENSO, LONG, 1, 30))
        await until(lambda: engines.stats()["busy"] == 1)
        await engines.close()
        with pytest.raises(EngineClosed):
            await waiting
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_a_caller_that_goes_away_stops_the_search() -> None:
    async def test() -> None:
        async with pool() as engines:
            await engines.choose(ENSO, SEARCHES, 1, 10)
            thinking = asyncio.create_task(engines.choose(ENSO, LONG, 1, 60))
            await until(lambda: engines.stats()["busy"] == 1)
            await asyncio.sleep(0.2)
            [pid] = engines.pids
            thinking.cancel()
            before = worked(pid)
            await engines.choose(ENSO, 1, 1, 10)
            assert worked(pid) - before < 2
            assert engines.pids == [pid]

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_a_review_judges_every_move() -> None:
    async def test() -> None:
        match = kakomi.new("enclosure_chess")
        for move in ("c3", "a2", "b1", "d1"):
            match.push(move)
        async with pool() as engines:
            found = await engines.review(MatchSpec.of(match))
            assert [each["move"] for each in found["moves"]] == match.moves
            assert len(found["chances"]) == 5
            assert len(found["players"]) == 2
            assert len(engines.pids) == 1  # the reviewer has gone

    run(test)


def test_a_worker_whose_server_is_gone_goes_too() -> None:
    async def test() -> None:
        worker = await WorkerProcess.start(0)
        assert not worker.dead
        worker._writer.close()  # as it is when the server has ended, however
        await asyncio.wait_for(worker.ended(), PATIENCE)
        assert worker._process.exitcode == 0

    run(test)


def test_a_process_that_cannot_be_forked_is_an_ordinary_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(_: object) -> None:
        raise EOFError  # as when the process that forks dies meanwhile

    monkeypatch.setattr(BaseProcess, "start", die)

    async def test() -> None:
        with pytest.raises(OSError, match="has died"):
            await WorkerProcess.start(0)

    run(test)


def test_the_server_itself_never_loads_the_compiler() -> None:
    code = (
        "import sys, kakomi.server.app as a, kakomi.server.settings as s; a.make_app(s.ServerSettings());"
        "import kakomi, kakomi.server.content.boards as b\n"
        "for game in kakomi.games.all_games():\n"
        "    match = b.BOARDS.replay(game.name, None, {}, None, []); match.push(next(iter(match.legal_moves)))\n"
        "    b.board_dict(match); b.explain(match, [])\n"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_lines_are_served_in_turn() -> None:
    async def test() -> None:
        def job(owner: str, game: str) -> Job:
            return Job({}, ("enso", None), 1, owner, game, asyncio.get_running_loop().create_future())

        queue = FairQueue()
        for owner, game in (("a", "1"), ("a", "2"), ("b", "3"), ("a", "1"), ("c", "3")):
            queue.put(job(owner, game))

        def take(*busy: str) -> tuple[str, str] | None:
            taken = queue.take(set(busy))
            return None if taken is None else (taken.owner, taken.game)

        assert take("1") == ("a", "2")
        assert take() == ("b", "3")
        assert take("3", "1") is None
        assert not queue.has({"3", "1"})
        assert take("3") == ("a", "1")
        back = queue.take(set())
        assert back is not None
        assert (back.owner, len(queue)) == ("c", 1)
        queue.put_back(back)
        assert take() == ("c", "3")
        assert take() == ("a", "1")
        assert take() is None
        for _ in range(engine_queue.MOST_OF_ONE):
            queue.put(job("a", "1"))
        with pytest.raises(engine_queue.EngineBusy):
            queue.put(job("a", "1"))
        queue.put(job("b", "1"))

    run(test)


def test_quick_jobs_come_first_but_others_are_not_left_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        def job(owner: str, game: str, quick: bool) -> Job:
            made = Job({}, ("enso", None), 1, owner, game, asyncio.get_running_loop().create_future())
            made.quick = quick
            return made

        queue = FairQueue()
        for number in range(3):
            queue.put(job("slow", f"slow {number}", False))
        for number in range(4):
            queue.put(job("quick", f"quick {number}", True))

        def take(only_quick: bool = False) -> str | None:
            taken = queue.take(set(), only_quick)
            return None if taken is None else taken.game

        assert [take(), take()] == ["quick 0", "quick 1"]
        monkeypatch.setattr(engine_queue, "LONG_WAIT", -1.0)  # everything has waited long
        assert [take(), take(), take()] == ["slow 0", "quick 2", "slow 1"]
        assert take(only_quick=True) == "quick 3"
        assert take(only_quick=True) is None
        assert not queue.has(set(), only_quick=True)
        assert queue.has(set())

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_a_quick_job_does_not_wait_for_slow_ones() -> None:
    async def test() -> None:
        async with pool() as engines:
            await engines.choose(ENSO, 1, 1, 30)
            begun = asyncio.Event()
            slow = asyncio.create_task(engines.choose(ENSO, LONG, 1, 60, owner="a", game="a", on_start=begun.set))
            await begun.wait()
            queued = asyncio.create_task(engines.choose(ENSO, LONG, 1, 60, owner="b", game="b"))
            assert await engines.choose(ENSO, 1, 1, 30, owner="c") in kakomi.new("enso").legal_moves
            assert not slow.done()
            for task in (slow, queued):
                task.cancel()
            await asyncio.gather(slow, queued, return_exceptions=True)

    run(test)


@pytest.mark.usefixtures("_one_game")
def test_a_pool_that_is_closed_as_an_answer_arrives_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is compiling, and its answer and the end of the server come together."""

    async def test() -> None:
        answer: asyncio.Future[dict[str, object]] = asyncio.get_running_loop().create_future()
        asked = asyncio.Event()

        class Process:
            pid, memory, done, began, dead, settled = 0, 0, 0, 0.0, False, False
            warm: ClassVar[set[tuple[str, str | None]]] = set()

            async def ended(self) -> None:
                await asyncio.Event().wait()

            async def ask(self, *_: object) -> dict[str, object]:
                asked.set()
                return await answer

            def kill(self) -> None:
                self.dead = True

            async def close(self) -> None:
                assert self.dead

        async def start(_: int) -> Process:
            return Process()

        monkeypatch.setattr(WorkerProcess, "start", start)
        closing = EnginePool(1)
        await closing.start()
        await asked.wait()
        answer.set_result({"ok": True})
        async with asyncio.timeout(5):
            await closing.close()

    run(test)
