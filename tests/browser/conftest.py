from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.support import Visitor, launch, require_pages, window
from tests.server import lab_reports
from tests.server.support import Server, serving

Opener = Callable[..., Visitor]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with one engine for all tests of this process."""
    require_pages()
    reports = lab_reports.make(tmp_path_factory.mktemp("lab"))
    flags = ("--engines", "1", "--no-limits", "--reports", str(reports))
    with serving(tmp_path_factory.mktemp("browser"), *flags) as running:
        yield running
        assert not [line for line in running.log if '"level":"error"' in line]


@pytest.fixture(scope="session")
def chrome() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser, and the loop that drives it."""
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


@pytest.fixture
def visit(lent: Browser, house: Server) -> Iterator[Opener]:
    """Opens windows, each of another person. In the end no console may have complained."""
    with ExitStack() as windows:
        visitors: list[Visitor] = []

        def opened(*args: Any, url: str | None = None, **more: Any) -> Visitor:
            visitors.append(windows.enter_context(window(lent, url or house.url, *args, **more)))
            return visitors[-1]

        yield opened
        complaints = [words for visitor in visitors for words in visitor.complaints]
    assert complaints == []


@pytest.fixture
def visitor(visit: Opener) -> Visitor:
    return visit()
