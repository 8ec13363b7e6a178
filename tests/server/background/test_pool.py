"""Background processes: fair between addresses, paid by the second, and free again when a client hangs up."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kakomi.server.background import pool as pools
from kakomi.server.background import worker
from kakomi.server.background.fork_server import ForkServer
from kakomi.server.background.jobs import JOBS
from kakomi.server.background.pool import BackgroundPool
from kakomi.server.http.errors import Refusal
from kakomi.server.http.limits import RATES, Limits
from kakomi.store.errors import Unplayable


def fail(what: str) -> None:
    if what == "unplayable":
        raise Unplayable("it cannot be replayed")
    raise ValueError("a fault of ours")


def wait_for(file: str) -> str:
    while not os.path.exists(file):
        time.sleep(0.001)
    return "waited"


TEST_JOBS: dict[str, Callable[..., Any]] = {"echo": lambda x: x, "fail": fail, "wait": wait_for, "pid": os.getpid}


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> Iterator[ForkServer]:
    for name, job in TEST_JOBS.items():
        monkeypatch.setitem(JOBS, name, job)
    with ForkServer(worker.serve) as running:
        yield running


def using(forks: ForkServer | None, test: Callable[[BackgroundPool], Any], limits: bool = False, size: int = 2) -> Any:
    async def run() -> Any:
        pool = BackgroundPool(forks, Limits(limits), size)
        try:
            return await asyncio.wait_for(test(pool), 60)
        finally:
            await pool.close()

    return asyncio.run(run())


def test_jobs_run_in_other_processes_and_large_answers_come_whole(forks: ForkServer) -> None:
    async def test(pool: BackgroundPool) -> None:
        assert await pool.run("pid") != os.getpid()
        assert len(await pool.run("echo", b"a" * 3_000_000)) == 3_000_000

    using(forks, test)


@pytest.mark.parametrize("forked", [True, False])
def test_a_refusal_stays_one_and_a_fault_tells_nothing(
    forks: ForkServer, forked: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(pool: BackgroundPool) -> None:
        with pytest.raises(Refusal) as refused:
            await pool.run("fail", "unplayable")
        assert (refused.value.code, refused.value.message) == ("game/unplayable", "it cannot be replayed")
        with pytest.raises(Refusal) as failed:
            await pool.run("fail", "fault")
        assert (failed.value.status, "fault" in failed.value.message) == (500, False)
        assert await pool.run("echo", 1) == 1  # the process goes on

    using(forks if forked else None, test)
    assert "a fault of ours" in str([record.__dict__.get("error") for record in caplog.records])


def test_an_address_with_many_jobs_does_not_keep_others_waiting(forks: ForkServer, tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def test(pool: BackgroundPool) -> None:
        greedy = [asyncio.create_task(pool.run("wait", str(gate), address="greedy")) for _ in range(10)]
        await asyncio.sleep(0)
        assert await pool.run("echo", 7, address="modest") == 7  # while none of the others is done
        assert not any(task.done() for task in greedy)
        gate.touch()
        assert await asyncio.gather(*greedy) == ["waited"] * 10

    using(forks, test)


def test_only_so_many_jobs_of_one_address_may_wait(forks: ForkServer, tmp_path: Path) -> None:
    async def test(pool: BackgroundPool) -> None:
        gate = tmp_path / "gate"
        held = [asyncio.create_task(pool.run("wait", str(gate), address="a")) for _ in range(pools.MOST_OF_ONE + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="too many requests at once"):
            await pool.run("echo", 1, address="a")
        gate.touch()
        await asyncio.gather(*held)

    using(forks, test)


def test_a_job_whose_client_has_gone_frees_its_process(
    forks: ForkServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "AFTER_LEAVING", 0.01)

    async def test(pool: BackgroundPool) -> None:
        endless = str(tmp_path / "never")
        running = asyncio.create_task(pool.run("wait", endless, address="a"))
        queued = asyncio.create_task(pool.run("wait", endless, address="b"))
        await asyncio.sleep(0.02)
        for task in (running, queued):
            task.cancel()
        assert await pool.run("echo", 3, address="c") == 3  # the only process is free again
        assert pool.waiting == 0

    using(forks, test, size=1)


def test_a_job_that_takes_too_long_is_stopped(forks: ForkServer, tmp_path: Path) -> None:
    async def test(pool: BackgroundPool) -> None:
        with pytest.raises(Refusal, match="takes too long") as late:
            await pool.run("wait", str(tmp_path / "never"), seconds=0.05)
        assert late.value.status == 422
        assert await pool.run("echo", 3) == 3

    using(forks, test, size=1)


def test_seconds_are_paid_for(forks: ForkServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "work", (0.001, 0.01))

    async def test(pool: BackgroundPool) -> None:
        with pytest.raises(Refusal):
            await pool.run("wait", str(tmp_path / "never"), address="a", seconds=0.05)
        with pytest.raises(Refusal, match="too much work") as refused:
            await pool.run("echo", 1, address="a")
        assert refused.value.status == 429
        assert await pool.run("echo", 2, address="b") == 2
        assert await pool.run("echo", 3) == 3  # the server's own work is free

    using(forks, test, limits=True)


def test_a_process_that_dies_is_replaced(forks: ForkServer) -> None:
    async def test(pool: BackgroundPool) -> None:
        os.kill(await pool.run("pid"), 9)
        for _ in range(2):  # the first may still be given to the dead one
            await asyncio.gather(pool.run("echo", 1), return_exceptions=True)
        assert await pool.run("echo", 1) == 1

    using(forks, test, size=1)
