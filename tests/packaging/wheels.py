"""Building the wheel, and installing it in an environment of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UV = (sys.executable, "-m", "uv")
WINDOWS = sys.platform == "win32"


def build_wheel(folder: Path, source: Path = ROOT) -> Path:
    """The wheel of this tree, or of another. What it needs to be built is in the environment of the tests."""
    _run(
        [
            *UV,
            "build",
            "-q",
            "--wheel",
            "--no-build-isolation",
            "--python",
            sys.executable,
            "-o",
            str(folder),
            str(source),
        ]
    )
    return next(folder.glob("*.whl"))


class Installed:
    """An environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / ("Scripts" if WINDOWS else "bin")
        self.python = self.bin / "python"

    @classmethod
    def create(cls, folder: Path, wheel: Path, python: str = sys.executable, extras: str = "") -> Installed:
        """One with the wheel and what it needs, of the versions that the tests have where these are known."""
        environment = cls(folder)
        _run([*UV, "venv", "-q", "--python", python, str(folder)])
        constraints = folder / "constraints.txt"
        constraints.write_text(
            "".join(f"{each.name}=={each.version}\n" for each in distributions() if each.name != "kakomi")
        )
        environment.install(f"{wheel}{extras}", "-c", str(constraints))
        _lend_bytecode(next(folder.rglob("site-packages")))
        return environment

    def install(self, *what: str) -> None:
        """From uv's cache where it has everything, else from the index."""
        command = [*UV, "pip", "install", "-q", "--python", str(self.python), *what]
        if _run([*command, "--offline"], check=False).returncode != 0:
            _run(command)

    def run(self, *command: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """A command of the environment, which sees nothing of this tree."""
        program, *words = command
        return _run([str(self.bin / program), *words], check=False, stdin=stdin, **environment)


def _lend_bytecode(packages: Path) -> None:
    """What the tests' environment has compiled of the same files, which Python checks: numba alone takes two seconds."""
    ours = Path(sysconfig.get_path("purelib"))
    for folder, _, _ in os.walk(packages):
        bytecode = ours / Path(folder).relative_to(packages) / "__pycache__"
        if bytecode.is_dir():
            shutil.copytree(bytecode, Path(folder, "__pycache__"), dirs_exist_ok=True)


def _run(
    command: Sequence[str], check: bool = True, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    ended = subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**kept, **environment},
        cwd=ROOT.parent,
    )
    assert not check or ended.returncode == 0, f"{command}\n{ended.stdout}{ended.stderr}"
    return ended
