"""Change one line of the rules at a time: some test must notice.

    make mutants            or        python -m tests.mutants [GAME ...]

Each game's list (tests/mutants/GAME.py) holds `MUTANTS`: (clause, file, text, replacement), at least two for every clause
that can be wrong. A mutant is made in a copy of the package, and the game's clause tests are run against it, then the
comparison with the oracle. Both must pass without a mutant, or nothing is said. Prints caught / total and the survivors,
and by which tests; exits 1 if a mutant survives.
"""

from __future__ import annotations

import functools
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kakomi

ROOT = Path(kakomi.__file__).parent
TESTS = Path(__file__).parents[1]
Mutant = tuple[str, str, str, str]
TOO_LONG = 300  # seconds; the tests take a few


def failing(game: str, package: Path) -> str | None:
    """Which tests fail with this copy of the package: "clause tests", "oracle", or None."""
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "KAKOMI_CACHE": str(package.parent / "cache")}
    clause_tests = sorted(str(path) for path in (TESTS / "games" / game).glob("test_*.py"))
    assert clause_tests, f"{game} has no tests"
    for name, arguments in (
        ("clause tests", clause_tests),
        ("oracle", ["--pyargs", "kakomi.testing.test_oracle", "--game", game]),
    ):
        command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *arguments]
        try:
            run = subprocess.run(
                command, cwd=TESTS.parent, env=environment, capture_output=True, timeout=TOO_LONG, check=False
            )
        except subprocess.TimeoutExpired:
            return name
        if run.returncode:
            return name
    return None


def caught(game: str, mutant: Mutant | None) -> str | None:
    """What notices the mutant (None: the package as it is), or None."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "kakomi"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__"))
        if mutant is not None:
            _, file, text, replacement = mutant
            path = copy / "games" / game / file
            source = path.read_text(encoding="utf-8")
            if source.count(text) != 1:
                raise SystemExit(f"{game}/{file} must have this text once, not {source.count(text)} times: {text!r}")
            path.write_text(source.replace(text, replacement), encoding="utf-8")
        return failing(game, copy)


def main(names: list[str]) -> int:
    """Try every mutant; 1 if one survives."""
    total = survivors = 0
    for game in names or kakomi.games.BUILT_IN:
        mutants: list[Mutant] = importlib.import_module(f"tests.mutants.{game}").MUTANTS
        broken = caught(game, None)
        if broken:
            print(f"{game}: the {broken} fail without any mutant; mend that first")
            return 2
        with ThreadPoolExecutor(2) as pool:
            verdicts = list(pool.map(functools.partial(caught, game), mutants))
        for (clause, file, text, replacement), by in zip(mutants, verdicts, strict=True):
            if by is None:
                print(f"SURVIVED {game} {clause} ({file}): {text!r} -> {replacement!r}")
        total += len(mutants)
        survivors += verdicts.count(None)
        counts = Counter(verdict or "survived" for verdict in verdicts)
        print(f"{game}: {len(mutants)} mutants, " + ", ".join(f"{by} {n}" for by, n in counts.items()), flush=True)
    print(f"caught {total - survivors} of {total}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
