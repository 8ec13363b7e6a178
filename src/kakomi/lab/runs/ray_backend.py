"""Units played on a Ray cluster: on many machines, or on this one. The results are those of any other backend.

Ray is an optional extra: pip install 'kakomi[ray]'. docs/cluster.md says how to run it on many machines.
"""

from __future__ import annotations

import os
import socket
from collections import Counter
from typing import Any

from kakomi.core.errors import EngineError, shorten
from kakomi.lab.plans.plan import Plan
from kakomi.lab.results import LabError
from kakomi.lab.runs.local_backend import DEATHS, attempt
from kakomi.lab.runs.manifest import source_hash
from kakomi.lab.runs.schedule import Done
from kakomi.lab.runs.unit_player import Desk
from kakomi.lab.runs.units import Unit

LOCAL = "local"
KNOCK = 5.0  # seconds to wait for an answer
QUEUED = 2  # units handed out for each core: one at work, one waiting

Answer = tuple[bool, str, float, str]  # as `attempt` says, and the hash of the sources over there


class Ray:
    """A cluster, by the address of its head; or one that is started here for the occasion, with so many cores."""

    name = "ray"

    def __init__(self, plan: Plan, jobs: int, address: str = LOCAL) -> None:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # what Ray will do by itself, and warns of
        try:
            import ray
        except ModuleNotFoundError as error:
            raise EngineError("Ray is not installed: pip install 'kakomi[ray]'") from error
        self._ray = ray
        self._ours = not ray.is_initialized()
        if self._ours:
            how: dict[str, Any] = {"num_cpus": jobs, "include_dashboard": False}
            if address != LOCAL:
                _knock(address)
                how = {"address": address}
            try:
                ray.init(logging_level="ERROR", log_to_driver=False, **how)
            except (OSError, ValueError, RuntimeError) as error:
                said = shorten(" ".join(str(error).split()), 160)
                raise LabError(f"there is no Ray cluster at {shorten(address)}: {said}") from error
        self._plan = ray.put(plan)
        self._play = ray.remote(max_retries=DEATHS, num_cpus=1)(_play)
        self._at: dict[Any, Unit] = {}
        self._deaths: Counter[Unit] = Counter()
        self._cores = jobs

    @property
    def jobs(self) -> int:
        """The cores of the cluster, as long as it says."""
        self._cores = max(1, int(self._ray.cluster_resources().get("CPU", self._cores)))
        return self._cores

    @property
    def free(self) -> int:
        """How many more units it takes now."""
        return max(0, QUEUED * self._cores - len(self._at))

    def give(self, unit: Unit) -> None:
        """Have a unit played somewhere."""
        self._at[self._play.remote(self._plan, unit)] = unit

    def take(self, seconds: float) -> list[Done]:
        """What has been played; the units of a node that died are done again by others."""
        ready, _ = self._ray.wait(list(self._at), num_returns=1, timeout=seconds)
        if ready:
            ready, _ = self._ray.wait(list(self._at), num_returns=len(self._at), timeout=0)
        fresh: list[Done] = []
        for each in ready:
            unit = self._at.pop(each)
            try:
                answer: Answer = self._ray.get(each)
            except self._ray.exceptions.RayTaskError as error:
                raise LabError(f"a node cannot play: {shorten(str(error).strip().splitlines()[-1], 200)}") from error
            except self._ray.exceptions.RayError as error:
                self._deaths[unit] += 1
                if self._deaths[unit] >= DEATHS:
                    said = shorten(" ".join(str(error).split()), 160)
                    raise LabError(
                        f"games from {unit.first + 1} of study {unit.study + 1} cannot be had: {said}"
                    ) from error
                self.give(unit)
                continue
            done, payload, took, source = answer
            if source != source_hash():
                raise LabError(
                    f"a node has another version of Kakomi (sources {source}, here {source_hash()}); install the same on all"
                )
            if not done:
                raise LabError(payload)
            fresh.append((unit, payload, took))
        return fresh

    def close(self) -> None:
        """Break off whatever is going on; a cluster that was started here ends."""
        for each in self._at:
            self._ray.cancel(each, force=True)
        self._at.clear()
        if self._ours:
            self._ray.shutdown()


def _knock(address: str) -> None:
    """See whether anybody is at HOST:PORT: Ray itself would wait for minutes."""
    host, colon, port = address.rpartition(":")
    if address == "auto":
        return
    if not colon or not host or not port.isascii() or not port.isdigit() or len(port) > 5:
        raise LabError(f"a Ray cluster's address is HOST:PORT of its head, or auto, not {shorten(address)!r}")
    try:
        socket.create_connection((host, int(port)), KNOCK).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise LabError(f"there is no Ray cluster at {shorten(address)}: nobody answers there") from error


_DESKS: dict[str, Desk] = {}  # of a process of the cluster, by plan: players stay from unit to unit


def _play(plan: Plan, unit: Unit) -> Answer:
    """What a process of the cluster does."""
    key = repr(plan)
    if key not in _DESKS:
        for desk in _DESKS.values():
            desk.close()
        _DESKS.clear()
        _DESKS[key] = Desk(plan)
    return (*attempt(_DESKS[key], unit), source_hash())
