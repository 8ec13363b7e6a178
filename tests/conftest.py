"""What tests of several folders share: the wheel, built once for all processes, and the browser of a process."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a run have in common; what is made there once needs a lock."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


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
