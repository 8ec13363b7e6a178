"""make quick: format, lint and types of everything, and the tests of what changed, without browser and servers.

Tests mirror the sources, so a changed file of `src/kakomi` determines its tests: a change in `lab/` runs `tests/lab`. Tests
that took long in the last full run (build/test-seconds.json, written by every `make test`) are left to `make test`.

    python -m tools.quick [--since REVISION]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = ROOT / "build" / "test-seconds.json"
LONGEST = 1.5  # seconds: the longest that a quick test may take
LEFT_OUT = ("tests/browser", "tests/server", "tests/packaging", "tests/plug_ins", "tests/new_game", "tests/lab/runs")
ALWAYS = ("tests/test_layers.py", "tests/core/test_match.py")


def changed(since: str) -> list[Path]:
    """The files that differ from a revision, and those that git does not track yet."""
    commands = (["git", "diff", "--name-only", since], ["git", "ls-files", "--others", "--exclude-standard"])
    names = {name for each in commands for name in subprocess.check_output(each, cwd=ROOT, text=True).splitlines()}
    paths = [ROOT / name for name in names if (ROOT / name).exists()]
    return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)


def tests_of(path: Path) -> list[str]:
    """The test files and folders to run for a changed file."""
    parts = path.relative_to(ROOT).parts
    if parts[0] == "tests":
        return ["/".join(parts)] if path.name.startswith("test_") else []
    if parts[:2] != ("src", "kakomi"):
        return []
    inside = parts[2:]
    for depth in range(len(inside) - 1, 0, -1):
        folder = Path("tests", *inside[:depth])
        test = folder / f"test_{path.stem}.py"
        if (ROOT / test).exists():
            return [str(test)]
        if (ROOT / folder).is_dir():
            return [str(folder)]
    return []


def select(paths: list[Path]) -> list[str]:
    """The tests to run, those of the most recent changes first."""
    wanted = [*ALWAYS]
    for path in paths:
        wanted += [test for test in tests_of(path) if test not in wanted]
    return [test for test in wanted if (ROOT / test).exists() and not test.startswith(LEFT_OUT)]


def slow_tests() -> list[str]:
    """The tests that took long in the last full run."""
    if not SECONDS.exists():
        return []
    seconds: dict[str, float] = json.loads(SECONDS.read_text("utf-8"))
    return [name for name, value in seconds.items() if value > LONGEST]


def main() -> int:
    """Run all steps; stop at the first failure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--since", default="HEAD", metavar="REVISION", help="what counts as changed (HEAD)")
    args = parser.parse_args()
    began = time.monotonic()
    tool = Path(sys.executable).parent
    paths = changed(args.since)
    sources = [str(path) for path in paths if path.suffix == ".py"]
    tests = select(paths)
    deselected = [word for name in slow_tests() for word in ("--deselect", name)]
    steps = [
        [str(tool / "ruff"), "format", "--check", "-q", *sources],
        [str(tool / "ruff"), "check", "-q", *sources],
        [str(tool / "mypy")],
        [sys.executable, "-m", "pytest", "-p", "tests.processes", "--processes", "2", "-q", *deselected, *tests],
    ]
    for step in steps if sources else steps[2:]:
        code = subprocess.run(step, cwd=ROOT, check=False).returncode
        if code:
            return code
    print(f"{len(tests)} parts tested, {time.monotonic() - began:.0f} s; make test checks everything")
    return 0


if __name__ == "__main__":
    sys.exit(main())
