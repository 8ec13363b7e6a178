from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.support import Visitor, require_pages, window
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


@pytest.fixture
def visit(lent: Browser, house: Server, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens windows, each of another person. In the end no console may have complained.

    In a file that says STILL = True these people want nothing to move: it is about something else, and drawing a board
    that moves is half the work of a move.
    """
    usual = {"still": getattr(request.module, "STILL", False)}
    with ExitStack() as windows:
        visitors: list[Visitor] = []

        def opened(*args: Any, url: str | None = None, **more: Any) -> Visitor:
            visitors.append(windows.enter_context(window(lent, url or house.url, *args, **{**usual, **more})))
            return visitors[-1]

        yield opened
        complaints = [words for visitor in visitors for words in visitor.complaints]
    assert complaints == []


@pytest.fixture
def visitor(visit: Opener) -> Visitor:
    return visit()
