"""The files of a contest: all games in one record file, and a manifest beside it, both complete at every moment."""

from __future__ import annotations

import datetime
import json
import os
import platform
import time
from pathlib import Path

from kakomi.core.compiler.fingerprint import package_hash
from kakomi.core.errors import RecordError
from kakomi.core.records.record import LARGEST_FILE, Record, write_file
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import Plan, Played, nets_used

SHARE = 0.05  # of the time at most is spent writing
SECONDS = 1.0  # at least, between two writes


class Ledger:
    """Saves games as they are played. A file that grows too large to be read is continued in NAME-2, NAME-3 ..."""

    def __init__(self, path: Path, plan: Plan, standing: Standing, jobs: int) -> None:
        self._plan, self._standing, self._jobs = plan, standing, jobs
        self.files = [path]
        self.manifest = path.with_name(f"{path.name}.json")
        for each in (path, self.manifest):
            _refuse_taken(each)
        self._nets = nets_used(plan)
        self._records: list[Record] = []
        self._size = 0
        self._began = datetime.datetime.now(datetime.UTC)
        self._due = 0.0
        self._write(complete=False)

    def add(self, played: Played) -> None:
        """Save one more game; it is on disk within a few seconds."""
        record = played.record(self._plan)
        size = len(record.text().encode()) + 1
        if self._size + size > LARGEST_FILE:
            self._write(complete=False)
            first = self.files[0]
            self.files.append(first.with_name(f"{first.stem}-{len(self.files) + 1}{first.suffix}"))
            _refuse_taken(self.files[-1])
            self._records, self._size = [], 0
        self._records.append(record)
        self._size += size
        if time.monotonic() >= self._due:
            self._write(complete=False)

    def close(self, sound: bool = True) -> dict[str, object]:
        """Write everything and return the manifest, which is never marked complete if the games are not sound."""
        return self._write(complete=sound and self._standing.over)

    def _write(self, complete: bool) -> dict[str, object]:
        began = time.monotonic()
        if self._records:
            write_file(self.files[-1], self._records)
        content = manifest(self._plan, self._standing, self._jobs, self._began, complete)
        content["nets"] = self._nets
        content["records"] = [file.name for file in self.files] if self._records else []
        text = json.dumps(content, indent=2) + "\n"
        fresh = self.manifest.with_name(f".{self.manifest.name}.{os.getpid()}")
        try:
            fresh.write_text(text, encoding="utf-8")
            fresh.replace(self.manifest)
        except OSError as error:
            raise RecordError(f"{self.manifest} cannot be written: {error.strerror}") from error
        finally:
            fresh.unlink(missing_ok=True)
        now = time.monotonic()
        self._due = now + max(SECONDS, (now - began) / SHARE)
        return content


def manifest(plan: Plan, standing: Standing, jobs: int, began: datetime.datetime, complete: bool) -> dict[str, object]:
    """Everything needed to repeat a contest, and its result."""
    from kakomi import __version__

    return {
        "kakomi": __version__,
        "package_hash": package_hash(),
        "rules_version": plan.match().game.version,
        "plan": plan.as_dict(),
        "jobs": jobs,
        "machine": machine(),
        "began": began.isoformat(timespec="seconds"),
        "ended": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "complete": complete,
        "seconds_thought": {"a": round(standing.seconds[0], 3), "b": round(standing.seconds[1], 3)},
        "result": standing.as_dict(),
    }


def machine() -> dict[str, object]:
    """The machine the contest was played on."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    """The processor's name as the system gives it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _refuse_taken(path: Path) -> None:
    if os.path.lexists(path):
        raise RecordError(f"{path} exists already; choose another name")
    if not path.parent.is_dir():
        raise RecordError(f"there is no folder {path.parent} to keep the games in")
