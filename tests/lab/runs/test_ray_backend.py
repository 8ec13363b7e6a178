"""The same results on a Ray cluster, also when one of its nodes is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kakomi.lab.files import LabError
from kakomi.lab.plans.plan import RunPlan
from kakomi.lab.results import MANIFEST
from kakomi.lab.runs.ray_backend import RayBackend
from tests.lab.conftest import Run, contents

ROOT = Path(__file__).parents[3]


def call(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_cluster_that_loses_a_node_gives_the_same_results(tmp_path: Path, carried_out: Run) -> None:
    carried_out("here")
    ended = call("-m", "tests.lab.runs.cluster", str(tmp_path))
    # Ray itself crashes now and then as it leaves a cluster that has just lost a node; the results are written by then.
    assert ended.returncode in (0, -signal.SIGSEGV), ended.stderr[-2000:]
    assert "killed after" in ended.stdout
    made = json.loads((tmp_path / "lab" / "ray" / MANIFEST).read_text(encoding="utf-8"))
    assert (made["complete"], made["backend"]) == (True, "ray")
    assert contents(tmp_path / "lab" / "ray") == contents(tmp_path / "lab" / "here")


@pytest.mark.parametrize(
    ("address", "refusal"),
    [("127.0.0.1:1", "there is no Ray cluster at 127.0.0.1:1"), ("nowhere", "HOST:PORT"), ("a:99999", "a:99999")],
)
def test_a_cluster_that_is_not_there_is_refused(plan: RunPlan, address: str, refusal: str) -> None:
    with pytest.raises(LabError, match=refusal):
        RayBackend(plan, 1, address)
