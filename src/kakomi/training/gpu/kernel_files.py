"""Compiled kernels in a folder: from a machine with a compiler to one with a GPU, refused if they do not fit.

    kernels.json      the manifest: what they are for, what they were compiled from, and the checksum of every file
    1-begin.ptx ...   the kernels of the first board, and of all others whose positions have the same sizes

Reading them needs neither a compiler nor a GPU.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kakomi.core.compiler.fingerprint import LENGTH, source_hash
from kakomi.core.match import Match
from kakomi.core.system.files import write_whole
from kakomi.search.gpu import ISA
from kakomi.training.errors import TrainingError
from kakomi.training.gpu.launch import NAMES, KernelSizes, compile_kernels, kernel_functions, sizes_for
from kakomi.training.plan import rules_hash
from kakomi.training.state import Batch, Games, Leaves, Ring, Shape, Trees

FORMAT = 1
MANIFEST = "kernels.json"
LARGEST = 16 * 2**20  # bytes of a kernel's text

Texts = Mapping[str, str]  # of the kernels by name
Capability = tuple[int, int]

NAMED = {
    "kakomi": "version of kakomi",
    "game": "game",
    "rules": "rule set",
    "rules_version": "version of the rules",
    "rules_hash": "hash of rules and net interface",
    "kernels_hash": "hash of the kernels' sources",
    "isa": "version of PTX",
}


@dataclass(frozen=True)
class KernelSet:
    """The kernels of some boards, in their order, and the compute capability that they are for."""

    texts: tuple[Texts, ...]
    capability: Capability


def compile_for(
    boards: Sequence[tuple[Match, Shape]], capability: Capability, tell: Callable[[str], None]
) -> KernelSet:
    """The kernels of all boards. Needs `kakomi[cuda]`."""
    made: dict[KernelSizes, Texts] = {}
    for match, shape in boards:
        sizes = sizes_for(match, shape)
        if sizes not in made:
            tell(f"compiling the kernels of {_name(match)}, which takes some minutes ...")
            made[sizes] = compile_kernels(match, shape, capability)
    return KernelSet(tuple(made[sizes_for(*board)] for board in boards), capability)


def refuse_if_there(folder: Path) -> None:
    """Raise TrainingError if the folder already has kernels."""
    if (folder / MANIFEST).exists():
        raise TrainingError(f"there are compiled kernels in {folder} already; choose another folder")


def save(folder: Path, boards: Sequence[tuple[Match, Shape]], kernels: KernelSet) -> list[Path]:
    """Save compiled kernels for other machines; returns the files that were written, the manifest last."""
    refuse_if_there(folder)
    numbers: dict[KernelSizes, int] = {}
    rows, checksums, written = [], {}, []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for (match, shape), texts in zip(boards, kernels.texts, strict=True):
            sizes = sizes_for(match, shape)
            if sizes not in numbers:
                numbers[sizes] = len(numbers) + 1
                for name in NAMES:
                    file = f"{numbers[sizes]}-{name}.ptx"
                    data = texts[name].encode()
                    write_whole(folder / file, [data])
                    checksums[file] = hashlib.sha256(data).hexdigest()
                    written.append(folder / file)
            rows.append({"options": dict(match.options), "sizes": sizes._asdict(), "number": numbers[sizes]})
        content = {
            "format": FORMAT,
            **_identity(boards[0][0]),
            "capability": list(kernels.capability),
            "boards": rows,
            "files": checksums,
        }
        write_whole(folder / MANIFEST, [json.dumps(content, indent=1).encode() + b"\n"])
    except OSError as error:
        raise TrainingError(f"the kernels cannot be written to {folder}: {error.strerror}") from error
    return [*written, folder / MANIFEST]


def load(folder: Path, boards: Sequence[tuple[Match, Shape]]) -> KernelSet:
    """The kernels for these boards; TrainingError, with the reason, if the folder holds none, or others."""
    content = _read_manifest(folder)
    advice = f"compile them again: kakomi train {boards[0][0].game.name} --compile-kernels FOLDER"
    for name, value in _identity(boards[0][0]).items():
        if content.get(name) != value:
            raise TrainingError(
                f"the kernels in {folder} have another {NAMED[name]} ({content.get(name)}, here {value}); {advice}"
            )
    try:
        chosen = [_choose(folder, content["boards"], match, sizes_for(match, shape), advice) for match, shape in boards]
        texts = {number: _read_texts(folder, number, content["files"]) for number in set(chosen)}
        major, minor = content["capability"]
        return KernelSet(tuple(texts[number] for number in chosen), (int(major), int(minor)))
    except (KeyError, TypeError, ValueError) as error:
        raise TrainingError(f"{folder / MANIFEST} is not the manifest of compiled kernels: {error!r}") from error


def refuse_other_gpu(kernels: KernelSet, capability: Capability) -> None:
    """Raise TrainingError if the GPU cannot run them because it is older than those they were compiled for."""
    if capability < kernels.capability:
        wanted, have = (".".join(map(str, each)) for each in (kernels.capability, capability))
        raise TrainingError(
            f"the kernels were compiled for GPUs of compute capability {wanted} or later, this one has {have}; "
            f"compile them with --capability {have}"
        )


def _identity(match: Match) -> dict[str, Any]:
    """What must be the same where they are compiled and where they are used."""
    from kakomi import __version__

    return {
        "kakomi": __version__,
        "game": match.game.name,
        "rules": match.rules,
        "rules_version": match.game.version,
        "rules_hash": rules_hash(match.rule_set),
        "kernels_hash": _kernels_hash(),
        "isa": ISA,
    }


def _kernels_hash() -> str:
    """A hash of the kernels' sources, and of the order in which they take their arguments."""
    functions: list[Any] = [compile_kernels, *kernel_functions()]
    fields = [each._fields for each in (Shape, Games, Trees, Leaves, Ring, Batch)]
    return hashlib.sha256(f"{source_hash(functions)} {fields}".encode()).hexdigest()[:LENGTH]


def _read_manifest(folder: Path) -> dict[str, Any]:
    try:
        content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise TrainingError(f"there are no compiled kernels in {folder}: no {MANIFEST}") from error
    except OSError as error:
        raise TrainingError(f"{folder / MANIFEST} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise TrainingError(f"{folder / MANIFEST} is not the manifest of compiled kernels: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise TrainingError(f"{folder / MANIFEST} is not a manifest of compiled kernels of the format {FORMAT}")
    return content


def _choose(folder: Path, rows: Sequence[Any], match: Match, sizes: KernelSizes, advice: str) -> int:
    """The number of the kernels for a board."""
    for row in rows:
        if row["options"] == dict(match.options):
            if row["sizes"] != sizes._asdict():
                raise TrainingError(
                    f"the kernels in {folder} for {_name(match)} have other sizes ({row['sizes']}, here "
                    f"{sizes._asdict()}); {advice}"
                )
            return int(row["number"])
    have = "; ".join(_options(row["options"]) for row in rows)
    raise TrainingError(f"the kernels in {folder} are for {have}; not for {_options(match.options)}; {advice}")


def _read_texts(folder: Path, number: int, checksums: Mapping[str, str]) -> Texts:
    texts = {}
    for name in NAMES:
        file = f"{number}-{name}.ptx"
        try:
            with (folder / file).open("rb") as opened:
                data = opened.read(LARGEST + 1)
        except OSError as error:
            raise TrainingError(f"{folder / file} cannot be read: {error.strerror}") from error
        if hashlib.sha256(data).hexdigest() != checksums[file]:
            raise TrainingError(f"{folder / file} is damaged: it has another checksum than when it was written")
        texts[name] = data.decode()
    return texts


def _options(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items()) or "a game without options"


def _name(match: Match) -> str:
    options = "".join(f", {name} {value}" for name, value in match.options.items())
    return f"{match.game.name} {match.rules}{options}"
