"""The first tenth of a second of the command: Ctrl-C while the package loads."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

START = """
import os, signal, sys
signal.signal(signal.SIGINT, {handler})

class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupter())
sys.argv = ["kakomi", "--version"]
import kakomi_start
sys.exit(kakomi_start.main())
"""


@pytest.mark.parametrize("module", ["kakomi", "kakomi.core.match", "kakomi.cli.commands"])
@pytest.mark.parametrize(("handler", "status"), [("signal.default_int_handler", -2), ("signal.SIG_IGN", 0)])
def test_ctrl_c_while_the_package_loads_prints_no_traceback(module: str, handler: str, status: int) -> None:
    code = START.format(handler=handler, module=module)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (status, b"")
    assert done.stdout.startswith(b"kakomi ") == (status == 0)


def test_the_command_starts_there() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"]["kakomi"] == "kakomi_start:main"
