"""Commands whose extra is not installed refuse in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BLOCKED = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
from kakomi.cli.main import main
sys.exit(main({words!r}))
"""
STORE = ("sqlalchemy", "alembic", "psycopg")
SERVER = ("fastapi", "starlette", "uvicorn", "pydantic", "argon2", "orjson", "markdown_it")


def run(missing: tuple[str, ...], words: list[str], data: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BLOCKED.format(missing=missing, words=words)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "KAKOMI_DATA": str(data), "KAKOMI_DATABASE": ""},
    )


PLAN = """
name = "small"
seed = 1
[[study]]
game = "enso"
players = ["random", "random"]
games = 2
"""


@pytest.mark.parametrize(
    ("missing", "words", "extra"),
    [
        (STORE, ["lab", "list"], "lab"),
        (STORE, ["lab", "run", "plan.toml"], "lab"),
        (("psycopg",), ["lab", "list", "--database", "postgresql://nobody@127.0.0.1:1/none"], "lab"),
        (SERVER, ["serve", "--no-browser"], "server"),
        ((*SERVER, *STORE), ["serve", "--no-browser"], "server"),
        (("torch", "cupy"), ["train", "enso", "--device", "cuda"], "train"),
        (("ray",), ["lab", "run", "plan.toml", "--ray", "local"], "ray"),
    ],
)
def test_a_missing_extra_is_named(missing: tuple[str, ...], words: list[str], extra: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN)
    refused = run(missing, [str(plan) if word == plan.name else word for word in words], tmp_path / "data")
    assert refused.returncode == 1, refused.stderr
    assert refused.stderr.count("\n") == 1, refused.stderr
    assert refused.stderr.startswith("kakomi: ")
    assert f"pip install 'kakomi[{extra}]'" in refused.stderr
    assert refused.stdout == ""


def test_the_rest_needs_no_extra(tmp_path: Path) -> None:
    done = run((*STORE, *SERVER, "ray"), ["show", "enso"], tmp_path)
    assert done.returncode == 0, done.stderr
