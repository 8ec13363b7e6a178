"""Units played on a Ray cluster: on many machines, or on this one. The results are the same as with any other backend.

Ray is an optional extra: pip install 'kakomi[ray]'. docs/design/cluster.md says how to run it on many machines.
"""

from __future__ import annotations

import os
import socket
from collections import Counter
from typing import Any

from kakomi.core.errors import EngineError, shorten
from kakomi.lab.files import LabError
from kakomi.lab.plans.plan import RunPlan
from kakomi.lab.runs.local_backend import DEATHS, play_or_explain
from kakomi.lab.runs.manifest import source_hash
from kakomi.lab.runs.schedule import PlayedUnit
from kakomi.lab.runs.unit_player import UnitPlayer
from kakomi.lab.runs.units import Unit

LOCAL = "local"
CONNECT_SECONDS = 5.0  # to wait for an answer
QUEUED = 2  # units submitted per core: one being played, one waiting

Answer = tuple[bool, str, float, str]  # the result of `play_or_explain`, and the node's hash of the sources


class RayBackend:
    """A cluster, by the address of its head; or one started here for this run, with `jobs` cores."""

    name = "ray"

    def __init__(self, plan: RunPlan, jobs: int, address: str = LOCAL) -> None:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # the future default; Ray warns without it
        try:
            import ray
        except ModuleNotFoundError as error:
            raise EngineError("Ray is not installed: pip install 'kakomi[ray]'") from error
        self._ray = ray
        self._started_here = not ray.is_initialized()
        if self._started_here:
            settings: dict[str, Any] = {"num_cpus": jobs, "include_dashboard": False}
            if address != LOCAL:
                _check_address(address)
                settings = {"address": address}
            try:
                ray.init(logging_level="ERROR", log_to_driver=False, **settings)
            except (OSError, ValueError, RuntimeError) as error:
                said = shorten(" ".join(str(error).split()), 160)
                raise LabError(f"there is no Ray cluster at {shorten(address)}: {said}") from error
        self._source_hash = source_hash(plan.game_names)
        self._plan = ray.put(plan)
        self._play = ray.remote(max_retries=DEATHS, num_cpus=1)(_play)
        self._submitted: dict[Any, Unit] = {}
        self._deaths: Counter[Unit] = Counter()
        self._cores = jobs

    @property
    def jobs(self) -> int:
        """The cores of the cluster; the last known number while it does not answer."""
        self._cores = max(1, int(self._ray.cluster_resources().get("CPU", self._cores)))
        return self._cores

    @property
    def free(self) -> int:
        """How many more units it accepts now."""
        return max(0, QUEUED * self._cores - len(self._submitted))

    def submit(self, unit: Unit) -> None:
        """Have a unit played on some node."""
        self._submitted[self._play.remote(self._plan, unit)] = unit

    def collect(self, seconds: float) -> list[PlayedUnit]:
        """The units that have been played; the units of a dead node are played again by others."""
        ready, _ = self._ray.wait(list(self._submitted), num_returns=1, timeout=seconds)
        if ready:
            ready, _ = self._ray.wait(list(self._submitted), num_returns=len(self._submitted), timeout=0)
        fresh: list[PlayedUnit] = []
        for each in ready:
            unit = self._submitted.pop(each)
            try:
                answer: Answer = self._ray.get(each)
            except self._ray.exceptions.RayTaskError as error:
                raise LabError(
                    f"a node cannot play its unit: {shorten(str(error).strip().splitlines()[-1], 200)}"
                ) from error
            except self._ray.exceptions.RayError as error:
                self._deaths[unit] += 1
                if self._deaths[unit] >= DEATHS:
                    said = shorten(" ".join(str(error).split()), 160)
                    raise LabError(
                        f"games from {unit.first + 1} of study {unit.study + 1} could not be played: {said}"
                    ) from error
                self.submit(unit)
                continue
            done, payload, took, source = answer
            if source != self._source_hash:
                raise LabError(
                    f"a node has another version of Kakomi or of a game (sources {source}, here {self._source_hash}); "
                    "install the same version on all nodes"
                )
            if not done:
                raise LabError(payload)
            fresh.append((unit, payload, took))
        return fresh

    def close(self) -> None:
        """Stop all work, and the cluster if it was started here."""
        for each in self._submitted:
            self._ray.cancel(each, force=True)
        self._submitted.clear()
        if self._started_here:
            self._ray.shutdown()


def _check_address(address: str) -> None:
    """Refuse an address where nothing answers: Ray itself would wait for minutes."""
    host, colon, port = address.rpartition(":")
    if address == "auto":
        return
    if not colon or not host or not port.isascii() or not port.isdigit() or len(port) > 5:
        raise LabError(f"a Ray cluster's address is HOST:PORT of its head, or auto, not {shorten(address)!r}")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise LabError(f"there is no Ray cluster at {shorten(address)}: nothing answers") from error


_PLAYERS: dict[str, UnitPlayer] = {}  # of this cluster process, by plan: players are kept from unit to unit


def _play(plan: RunPlan, unit: Unit) -> Answer:
    """Play a unit in a process of the cluster."""
    key = repr(plan)
    if key not in _PLAYERS:
        for player in _PLAYERS.values():
            player.close()
        _PLAYERS.clear()
        _PLAYERS[key] = UnitPlayer(plan)
    return (*play_or_explain(_PLAYERS[key], unit), source_hash(plan.game_names))
