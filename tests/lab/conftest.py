"""A store and a folder of its own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from kakomi.lab.plans import plan as plans
from kakomi.lab.results import BULK, RECORDS, RESULTS
from kakomi.lab.runs.runner import run_plan
from kakomi.store.database import open_database

# Interpreted games that take milliseconds: with and without an opening, with a stopping rule, players of two names.
PLAN = """
name = "small"
seed = 7

[[study]]
game = "enso"
players = ["random", "random"]
bulk = false
games = 24
unit = 5
records = 3

[[study]]
name = "stops"
game = "enso"
players = ["random", "random"]
bulk = false
unit = 4
stop = { measure = "first_player_advantage", width = 0.55, most = 400 }

[[study]]
game = "enclosure_chess"
rules = "5x5"
players = ["greedy", "random"]
games = 8
unit = 2
opening = 3
"""

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = open_database(f"sqlite:///{tmp_path / 'store.db'}")
    yield made
    made.dispose()


@pytest.fixture
def plan() -> plans.RunPlan:
    return plans.read(PLAN)


@pytest.fixture
def carried_out(tmp_path: Path, engine: Engine, plan: plans.RunPlan) -> Run:
    """Carry the plan out under a name."""

    def carry(name: str, jobs: int = 0, **how: Any) -> dict[str, Any]:
        return run_plan(plan, tmp_path / "lab" / name, engine, jobs, **how)

    return carry


def contents(folder: Path) -> dict[str, bytes]:
    """Everything but plan and manifest."""
    files = [folder / RESULTS, folder / BULK, *sorted((folder / RECORDS).iterdir())]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}
