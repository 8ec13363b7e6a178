"""A cluster of two nodes on this machine, one of which is killed in the middle of a run.

It is a program of its own, as Ray starts servers and keeps threads that a test's process should not have.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ray.cluster_utils import Cluster

from kakomi.lab.plans.plan import read
from kakomi.lab.runs.ray_backend import RayBackend
from kakomi.lab.runs.runner import RunProgress, run_plan
from kakomi.store.database import open_database
from tests.lab.conftest import PLAN


def main(folder: Path) -> None:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    doomed = [cluster.add_node(num_cpus=1)]
    cluster.wait_for_nodes()

    def tell(progress: RunProgress) -> None:
        if doomed and progress.games >= 10:
            cluster.remove_node(doomed.pop(), allow_graceful=False)
            print(f"killed after {progress.games} games", flush=True)

    store = open_database(f"sqlite:///{folder / 'store.db'}")
    try:
        run_plan(
            read(PLAN),
            folder / "lab" / "ray",
            store,
            2,
            tell,
            lambda plan, jobs: RayBackend(plan, jobs, cluster.address),
        )
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
