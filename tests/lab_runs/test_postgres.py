"""The same run with PostgreSQL as the store: interrupted, held, continued, complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from kakomi.lab.hold import Held, listed
from kakomi.lab.plan import Plan
from kakomi.lab.results import LabError
from kakomi.lab.run import Progress, run
from kakomi.store.database import open_database
from tests.lab_runs.conftest import Run, contents
from tests.store import postgres


def test_a_run_in_postgresql(tmp_path: Path, plan: Plan, carried_out: Run) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.games >= 20:
            raise KeyboardInterrupt

    carried_out("here")
    folder = tmp_path / "lab" / "there"
    with postgres.running(tmp_path / "pg") as address:
        engine = open_database(address.replace("postgresql://", "postgresql+psycopg://"))
        with pytest.raises(KeyboardInterrupt):
            run(plan, folder, engine, 0, interrupt)
        assert [each.state for each in listed(engine)] == ["interrupted"]
        held = Held(engine, "there", plan)
        with pytest.raises(LabError, match="is being made by process"):
            run(plan, folder, engine, 0)
        held.close()
        run(plan, folder, engine, 0)
        assert [each.state for each in listed(engine)] == ["complete"]
        engine.dispose()
    assert contents(folder) == contents(tmp_path / "lab" / "here")
