"""An environment in which the example plug-in is installed beside kakomi's wheel, once for all processes."""

from __future__ import annotations

from pathlib import Path

import pytest
from filelock import FileLock

from tests.packaging.wheels import ROOT, Installed, build_wheel

EXAMPLE = ROOT / "examples" / "mu_torere"


@pytest.fixture(scope="session")
def there(wheel: Path, shared_folder: Path) -> Installed:
    folder = shared_folder / "plug-in"
    folder.mkdir(exist_ok=True)
    environment, ready = folder / "environment", folder / "ready"
    with FileLock(folder / "lock"):
        if not ready.exists():
            created = Installed.create(environment, wheel, extras="[server,lab,testing]")
            created.install(str(build_wheel(folder, EXAMPLE)), "--no-deps")
            ready.touch()
    return Installed(environment)
