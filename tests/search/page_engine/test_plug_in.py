"""`kakomi engines` builds the engine of a game that another package brings, and it plays and searches as the CPU does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from kakomi import games
from kakomi.core.match import Match
from kakomi.players.search_player import searcher_for
from kakomi.search.batch import perft, playouts
from kakomi.search.page_engine.files import find_engine
from kakomi.search.playout import DIGEST
from kakomi.search.result import Limit
from tests.search.page_engine.node import ROOT, job, run_jobs

NAME = "mu_torere"
SOURCES = ROOT / "examples" / NAME / "src"
COMMAND = [sys.executable, "-c", "from kakomi.cli.main import main; raise SystemExit(main())", "engines"]


@pytest.fixture
def plug_in(tmp_path: Path) -> Path:
    """A folder on the path that has the package installed, as far as Python can tell."""
    about = tmp_path / f"kakomi_{NAME}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: kakomi-{NAME}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[kakomi.games]\n{NAME} = kakomi_{NAME}:GAME\n")
    return tmp_path


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Iterator[Match]:
    monkeypatch.syspath_prepend(SOURCES)
    game = import_module(f"kakomi_{NAME}").GAME
    games.register(game)
    yield Match(game, None, {"limit": 60})
    games.unregister(NAME)


def run_command(*words: str, path: Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(path), str(SOURCES), str(ROOT / "src")))
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run([*COMMAND, *words], env=environment, capture_output=True, text=True, check=False)


def test_its_engine_is_built_and_answers_as_the_cpu_does(plug_in: Path, match: Match, tmp_path: Path) -> None:
    folder = tmp_path / "engines"
    built = run_command(NAME, "--folder", str(folder), path=plug_in)
    assert built.returncode == 0, built.stderr
    assert f"{NAME}-standard.json" in built.stdout
    assert find_engine(match.game, match.rule_set, (folder,)) is not None
    jobs = [
        job("playouts", match, folder, games=50, seed=2),
        job("perft", match, folder, depth=8),
        job("think", match, folder, limit={"nodes": 800, "lines": 2}),
    ]
    played, counted, thought = run_jobs(jobs, folder)
    assert int(played["tally"][DIGEST]) == playouts(match, 50, seed=2).digest
    assert counted == perft(match, 8)
    known = searcher_for(match, exact=False).search(match, Limit(nodes=800), 2)
    assert [line["value"] for line in thought["lines"]] == [line.value for line in known.lines]
    again = run_command(NAME, "--folder", str(folder), path=plug_in)
    assert (again.returncode, "Compiling" in again.stderr) == (0, False)


@pytest.mark.parametrize(("words", "said"), [(["nothing"], "nothing"), (["enso", "--built-in"], "not both")])
def test_what_cannot_be_built_is_refused_in_one_line(words: list[str], said: str, plug_in: Path) -> None:
    refused = run_command(*words, path=plug_in)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert said in refused.stderr
