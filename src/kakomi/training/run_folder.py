"""The folder of a run: what is trained and how, checkpoints to continue from, progress, nets and contests.

    run.json              the manifest: game, rules, options, seed, settings, hashes; minutes, games and positions so far
    progress.jsonl        a line for every round: speeds, losses, and the contest, if there was one
    curve.svg             strength and losses over time
    checkpoints/000012/   all that is needed to continue after round 12; the last few are kept
    gates/000012.jsonl    the contest of round 12's net against the net in use, game by game
    nets/000012.net       the nets that were in use, 000000 the one before the run
    RULESET.net           the net in use: what the run is for

Every file is written whole or not at all, and none is larger than 16 MiB.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import shutil
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from kakomi.core.compiler.fingerprint import package_hash
from kakomi.core.game import Game
from kakomi.core.system.files import write_whole
from kakomi.players.matches.match_files import machine
from kakomi.training import curve
from kakomi.training.errors import TrainingError
from kakomi.training.plan import FORMAT, UNTRAINED, TrainingPlan

Array = NDArray[Any]

LARGEST_FILE = 16 * 2**20  # bytes
KEPT_CHECKPOINTS = 2  # one may turn out to be damaged
MANIFEST, PROGRESS, CURVE, STATE = "run.json", "progress.jsonl", "curve.svg", "state.json"
CHECKPOINT = re.compile(r"\d{6}")
MOST_BYTES = 8 * 2**30  # of a checkpoint's arrays, unpacked


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The state of a run after a round: arrays, and also numbers and texts."""

    number: int
    arrays: dict[str, Array]
    state: dict[str, Any]


class RunFolder:
    """A folder that one process at a time trains in; `close` lets others in."""

    def __init__(self, path: Path, plan: TrainingPlan, manifest: dict[str, Any], lock: FileLock) -> None:
        self.path, self.plan, self.manifest = path, plan, manifest
        self.notes: list[str] = []  # messages for the user
        self._lock = lock
        self._rows: list[dict[str, Any]] = []

    @classmethod
    def create(cls, path: Path, plan: TrainingPlan) -> RunFolder:
        """A new run; refused if there is one already."""
        identity = plan.identity()
        lock = _lock(path, create=True)
        try:
            if (path / MANIFEST).exists():
                raise TrainingError(
                    f"there is already a run in {path}: continue it with --resume, or choose another folder with --out"
                )
            from kakomi import __version__

            manifest = identity | {
                "kakomi": __version__,
                "source_hash": package_hash(),
                "sources": [package_hash()],
                "machine": machine(),
                "began": _now(),
                "minutes": 0.0,
                "rounds": 0,
                "games": 0,
                "positions": 0,
            }
            folder = cls(path, plan, manifest, lock)
            for name in ("checkpoints", "gates", "nets"):
                (path / name).mkdir(exist_ok=True)
            folder._write_manifest()
        except BaseException:
            lock.release()
            raise
        return folder

    @classmethod
    def open(cls, path: Path, game: Game, rules: str | None, options: Mapping[str, object]) -> RunFolder:
        """The run in a folder, to be continued; refused if it is another game's, or made by other rules."""
        manifest = read_manifest(path)
        if manifest["game"] != game.name:
            raise TrainingError(f"{path} holds a run of {manifest['game']}, not of {game.name}")
        try:
            plan = TrainingPlan.restore(manifest)
            if rules is not None and rules != plan.rules:
                raise TrainingError(f"{path} holds a run with the rules {plan.rules}, not {game.rule_set(rules).name}")
            if options:
                chosen = game.settle(plan.rules, options)[1]
                different = [name for name in options if chosen[name] != plan.options.get(name)]
                for name in different:
                    raise TrainingError(
                        f"{path} holds a run with {name} {plan.options.get(name)}, not {chosen[name]}; leave out --set"
                    )
            _refuse_other(plan.identity(), manifest, f"the run in {path}")
        except (KeyError, TypeError) as error:
            raise TrainingError(f"{path / MANIFEST} is not the manifest of a run: {error}") from error
        lock = _lock(path, create=False)
        folder = cls(path, plan, manifest, lock)
        now = package_hash()
        if manifest["sources"][-1] != now:
            manifest["sources"].append(now)
            folder.notes.append(
                "The run was begun with other sources of kakomi; it goes on, but cannot be repeated exactly."
            )
        return folder

    def close(self) -> None:
        """Unlock the folder; nothing more is written."""
        self._lock.release()

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- checkpoints --------------------------------------------------------------------------------------------------

    def save(self, number: int, arrays: Mapping[str, Array], state: Mapping[str, Any]) -> None:
        """Save the state after a round. Until it is complete, earlier checkpoints stay."""
        home = self.path / "checkpoints"
        fresh, final = home / f".{number:06}.{os.getpid()}", home / f"{number:06}"
        shutil.rmtree(fresh, ignore_errors=True)
        try:
            fresh.mkdir()
            table, packed = _pack(arrays)
            parts: list[dict[str, str]] = []
            for place in range(0, max(len(packed), 1), LARGEST_FILE):
                part = packed[place : place + LARGEST_FILE]
                name = f"part-{len(parts) + 1:03}.bin"
                write_whole(fresh / name, [part])
                parts.append({"name": name, "sha256": hashlib.sha256(part).hexdigest()})
            content = {"identity": self.plan.identity(), "state": dict(state), "arrays": table, "parts": parts}
            write_whole(fresh / STATE, [json.dumps(content, indent=1).encode()])
            shutil.rmtree(final, ignore_errors=True)
            fresh.rename(final)
        except OSError as error:
            shutil.rmtree(fresh, ignore_errors=True)
            raise TrainingError(
                f"checkpoint {number} cannot be written to {home}: {error.strerror}; free some space and use --resume"
            ) from error
        for old in _checkpoints(home)[:-KEPT_CHECKPOINTS]:
            shutil.rmtree(home / f"{old:06}", ignore_errors=True)

    @property
    def has_checkpoint(self) -> bool:
        """Whether there is one, intact or not."""
        return bool(_checkpoints(self.path / "checkpoints"))

    def load(self) -> Checkpoint | None:
        """Load the last intact checkpoint, and progress up to it; None before the first."""
        checkpoint, damage = read_last_checkpoint(self.path, self.plan.identity())
        if checkpoint is None:
            if damage:
                raise TrainingError(f"{'; '.join(damage)}, and there is no other in {self.path}; begin again elsewhere")
            self._rows = []
            return None
        if damage:
            self.notes.append(f"{'; '.join(damage)}: the run goes on from checkpoint {checkpoint.number}.")
        self._rows = [row for row in self._read_progress() if row["round"] <= checkpoint.number]
        return checkpoint

    # --- progress -----------------------------------------------------------------------------------------------------

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The lines of progress so far."""
        return list(self._rows)

    def report(self, row: Mapping[str, Any], **figures: Any) -> None:
        """Write a line of progress, in place of one for the same round, and new figures in the manifest."""
        self._rows = [each for each in self._rows if each["round"] < row["round"]] + [dict(row)]
        lines = "".join(f"{json.dumps(each)}\n" for each in self._rows)
        self._write(PROGRESS, lines)
        self.manifest |= figures
        self._write_manifest()
        first = self.manifest.get("first_net", UNTRAINED)
        self._write(CURVE, curve.draw(self._rows, self._title(), f"the {first} net"))

    def note(self, **figures: Any) -> None:
        """Write new figures to the manifest."""
        self.manifest |= figures
        self._write_manifest()

    def _title(self) -> str:
        boards = self.plan.boards or (self.plan.options,)
        texts = [" or ".join(dict.fromkeys(str(each[name]) for each in boards)) for name in self.plan.options]
        options = "".join(f", {name} {text}" for name, text in zip(self.plan.options, texts, strict=True))
        return f"{self.plan.match().game.title} {self.plan.rules}{options}"

    def _read_progress(self) -> list[dict[str, Any]]:
        with suppress(OSError, ValueError):
            lines = (self.path / PROGRESS).read_text(encoding="utf-8").splitlines()
            return [row for row in map(json.loads, lines) if isinstance(row.get("round"), int)]
        self.notes.append(f"{self.path / PROGRESS} could not be read; the curve begins again.")
        return []

    # --- files --------------------------------------------------------------------------------------------------------

    def gate_file(self, number: int) -> Path:
        """The games of the contest of this round's net."""
        return self.path / "gates" / f"{number:06}.jsonl"

    def net_file(self, number: int) -> Path:
        """The net of a round that has been in use."""
        return self.path / "nets" / f"{number:06}.net"

    @property
    def candidate_file(self) -> Path:
        """The newest net, however its contest ends."""
        return self.path / "nets" / "candidate.net"

    @property
    def result_file(self) -> Path:
        """The net in use, once one has been accepted."""
        return self.path / f"{self.plan.rules}.net"

    def _write_manifest(self) -> None:
        self.manifest["changed"] = _now()
        self._write(MANIFEST, json.dumps(self.manifest, indent=2, ensure_ascii=False) + "\n")

    def _write(self, name: str, text: str) -> None:
        try:
            write_whole(self.path / name, [text.encode()])
        except OSError as error:
            raise TrainingError(f"{self.path / name} cannot be written: {error.strerror}") from error


class _Damaged(Exception):
    """A checkpoint that is not what was written."""


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of the run in a folder."""
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise TrainingError(f"there is no run in {path} to continue; leave out --resume to begin one") from error
    except OSError as error:
        raise TrainingError(f"{path / MANIFEST} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise TrainingError(f"{path / MANIFEST} is not the manifest of a run: {error}") from error
    if not isinstance(manifest, dict) or not {"format", "game", "rules", "options", "sources"} <= manifest.keys():
        raise TrainingError(f"{path / MANIFEST} is not the manifest of a run")
    if manifest["format"] != FORMAT:
        raise TrainingError(
            f"the run in {path} has the format {manifest['format']}, this version of kakomi has {FORMAT}: "
            "continue it with the version that began it"
        )
    return manifest


def read_last_checkpoint(path: Path, identity: Mapping[str, Any]) -> tuple[Checkpoint | None, list[str]]:
    """The last intact checkpoint of a run's folder, which may be in use, and what is wrong with those after it.

    TrainingError if it differs from `identity`.
    """
    damage: list[str] = []
    home = path / "checkpoints"
    for number in reversed(_checkpoints(home)):
        try:
            return _read(home, number, identity), damage
        except _Damaged as error:
            damage.append(f"checkpoint {number} is damaged ({error})")
    return None, damage


def _checkpoints(home: Path) -> list[int]:
    try:
        return sorted(int(each.name) for each in home.iterdir() if CHECKPOINT.fullmatch(each.name))
    except OSError as error:
        raise TrainingError(f"{home} cannot be read: {error.strerror}") from error


def _read(home: Path, number: int, identity: Mapping[str, Any]) -> Checkpoint:
    folder = home / f"{number:06}"
    try:
        content = json.loads((folder / STATE).read_bytes())
        _refuse_other(identity, content["identity"], f"checkpoint {number}")
        packed = b""
        for part in content["parts"]:
            data = (folder / part["name"]).read_bytes()
            if hashlib.sha256(data).hexdigest() != part["sha256"]:
                raise _Damaged(f"{part['name']} has another checksum")
            packed += data
        return Checkpoint(number, _unpack(content["arrays"], packed), content["state"])
    except OSError as error:
        raise _Damaged(f"{error.strerror}") from error
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise _Damaged(f"{type(error).__name__}: {error}") from error


def _refuse_other(ours: Mapping[str, Any], theirs: Mapping[str, Any], what: str) -> None:
    """Raise TrainingError if something differs that must not."""
    names = {"rules_version": "version of the rules", "rules_hash": "hash of rules and net interface"}
    for name, value in ours.items():
        if theirs.get(name) != value:
            raise TrainingError(
                f"{what} has another {names.get(name, name)} ({theirs.get(name)}, here {value}), so it cannot be "
                "continued; begin a new run in another folder"
            )


def _pack(arrays: Mapping[str, Array]) -> tuple[list[dict[str, Any]], bytes]:
    """The arrays as compressed bytes, and a table of where each is."""
    table, pieces, place = [], [], 0
    for name, array in arrays.items():
        plain = np.ascontiguousarray(array)
        # The weights of a net hardly shrink, and compressing them takes longer than writing them.
        data = zlib.compress(plain.tobytes(), 0 if plain.dtype.kind == "f" else 1)
        table.append(
            {"name": name, "dtype": plain.dtype.str, "shape": list(array.shape), "at": place, "size": len(data)}
        )
        pieces.append(data)
        place += len(data)
    return table, b"".join(pieces)


def _unpack(table: list[dict[str, Any]], packed: bytes) -> dict[str, Array]:
    arrays = {}
    for row in table:
        dtype, shape = np.dtype(row["dtype"]), tuple(row["shape"])
        if dtype.hasobject or int(np.prod(shape, dtype=float)) * dtype.itemsize > MOST_BYTES:
            raise ValueError(f"{row['name']} is not an array of numbers that fits into memory")
        data = zlib.decompress(packed[row["at"] : row["at"] + row["size"]])
        arrays[row["name"]] = np.frombuffer(data, dtype).reshape(shape).copy()
    return arrays


def _lock(path: Path, create: bool) -> FileLock:
    try:
        if create:
            path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path / ".lock", timeout=0)
        lock.acquire()
    except Timeout as error:
        raise TrainingError(f"another process is training in {path}; wait for it, or choose another folder") from error
    except OSError as error:
        raise TrainingError(f"the folder {path} cannot be used: {error.strerror}") from error
    return lock


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
