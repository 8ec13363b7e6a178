"""What tests of several folders share: the wheel, built once for all processes, and the browser of a process.

How long each test took is kept for `make quick`, which leaves the slow ones out.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import ssl
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock
from tools.quick import SECONDS

from tests.processes import NUMBER

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FULL_RUN = 3000  # tests: fewer are a part of the suite and say nothing about the rest

_seconds: dict[str, float] = defaultdict(float)

# httpx reads every certificate that the machine trusts for each client, 25 ms of work. No server of the tests speaks TLS.
ssl.create_default_context = functools.cache(ssl.create_default_context)  # type: ignore[assignment]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Only the process that collects the reports of all workers has seen the whole run."""
    if not hasattr(session.config, "workerinput") and len(_seconds) >= FULL_RUN:
        SECONDS.parent.mkdir(exist_ok=True)
        SECONDS.write_text(json.dumps({name: round(value, 2) for name, value in _seconds.items()}), "utf-8")


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a run have in common; what is made there once needs a lock."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if NUMBER in os.environ or "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def wheel(shared_folder: Path) -> Path:
    from tests.packaging.wheels import build_wheel

    folder = shared_folder / "wheel"
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"):
        return next(folder.glob("*.whl"), None) or build_wheel(folder)


@pytest.fixture(scope="session")
def chrome() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser, and the loop that drives it."""
    from playwright.sync_api import sync_playwright

    from tests.browser.support import launch

    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        browser = launch(playwright)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def lent(chrome: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser. Its loop counts as running in this thread only as long as the test does: others want their own."""
    browser, loop = chrome
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)
