"""The same run with PostgreSQL as the store: interrupted, held, continued, complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from kakomi.lab.files import LabError
from kakomi.lab.plans.plan import RunPlan
from kakomi.lab.runs.run_lock import RunLock, list_runs
from kakomi.lab.runs.runner import RunProgress, run_plan
from kakomi.store.database import open_database
from tests.lab.conftest import Run, contents
from tests.store import postgres


def test_a_run_in_postgresql(tmp_path: Path, plan: RunPlan, carried_out: Run) -> None:
    def interrupt(progress: RunProgress) -> None:
        if progress.games >= 20:
            raise KeyboardInterrupt

    carried_out("here")
    folder = tmp_path / "lab" / "there"
    with postgres.running() as address:
        engine = open_database(address.replace("postgresql://", "postgresql+psycopg://"))
        with pytest.raises(KeyboardInterrupt):
            run_plan(plan, folder, engine, 0, interrupt)
        assert [each.state for each in list_runs(engine)] == ["interrupted"]
        held = RunLock(engine, "there", plan)
        with pytest.raises(LabError, match="is being played by process"):
            run_plan(plan, folder, engine, 0)
        held.close()
        run_plan(plan, folder, engine, 0)
        assert [each.state for each in list_runs(engine)] == ["complete"]
        engine.dispose()
    assert contents(folder) == contents(tmp_path / "lab" / "here")
