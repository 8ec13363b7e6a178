"""A wheel, built once for all tests and all processes that run them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filelock import FileLock

from tests.packaging.wheels import build_wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # which the processes share
    folder = folder / "wheel"
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"):
        return next(folder.glob("*.whl"), None) or build_wheel(folder)
