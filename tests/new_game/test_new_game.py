"""`kakomi new-game` writes a package that works as it is: installed, it is a game like any other and passes every test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kakomi import new_game
from kakomi.cli.main import main
from kakomi.core.errors import GameError

NAME = "four_in_a_row"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game.write(NAME, tmp_path_factory.mktemp("new") / "my-game")


@pytest.fixture(scope="module")
def environment(package: Path) -> dict[str, str]:
    """Where the package is installed beside this Kakomi."""
    target = package.parent / "installed"
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        str(target),
    ]
    uv = Path(sys.executable).with_name("uv")
    if uv.exists():
        command = [str(uv), "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run([*command, str(package)], check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(target), *sys.path])}


def run(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=environment["HOME"],
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_it_is_a_game_like_any_other(environment: dict[str, str]) -> None:
    assert NAME in run(environment, "kakomi", "games")
    assert "depth 4: 3024 nodes" in run(environment, "kakomi", "perft", NAME, "--depth", "4", "--target", "python")
    code = (
        "from kakomi import games; from kakomi.server.content import lessons\n"
        f"every = lessons.of(games.get({NAME!r}))\n"
        "for each in every:\n"
        "    for move in each.goal: each.match.copy().push(move)\n"
        "print(len(every), 'exercises')"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "2 exercises"


def test_its_own_tests_and_those_for_all_games_pass(environment: dict[str, str], package: Path) -> None:
    tests = package / "tests"
    quiet = ("-q", "-p", "no:cacheprovider", "--rootdir", str(package))
    assert " passed" in run(environment, "pytest", *quiet, str(tests))
    parts = ("contract", "fuzz", "oracle", "perft", "scores")
    modules = [f"kakomi.testing.test_{part}" for part in parts]
    out = run(environment, "pytest", *quiet, "--pyargs", *modules, "--game", NAME, "--materials", str(tests))
    assert " passed" in out
    assert " skipped" not in out


def test_the_oracle_writes_its_counts_and_its_game_again(package: Path, tmp_path: Path) -> None:
    (tmp_path / "oracle.py").write_text((package / "tests" / "oracle.py").read_text("utf-8"), "utf-8")
    subprocess.run([sys.executable, str(tmp_path / "oracle.py")], check=True)
    for name in ("perft.txt", f"scores/{NAME}-standard.kakomi"):
        assert (tmp_path / name).read_text("utf-8") == (package / "tests" / name).read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Chess!", "cannot be a game's name"),
        ("", "cannot be a game's name"),
        ("9lives", "a letter first"),
        ("class", "a word of Python"),
        ("enso", "there is already a game enso"),
        ("x" * 41, "1 to 40 letters"),
    ],
)
def test_names_that_cannot_be_are_refused(name: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(GameError, match=reason):
        new_game.write(name, tmp_path / "game")
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(package.rglob("*"))
    assert main(["new-game", "another", "--to", str(package)]) == 2
    assert "exists already; choose another folder with --to" in capsys.readouterr().err
    assert sorted(package.rglob("*")) == before
