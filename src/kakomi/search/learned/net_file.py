"""The file of a net: a mark, one line of JSON, and its arrays as they lie in memory.

    kakomi-net 1                        the mark, with the version of the format
    {"game": ..., "arrays": [...]}      the manifest; for each array its name, dtype, shape and offset in what follows
    ...                                 the arrays, little-endian

`arrays` and `sha256`, a checksum of all the rest, are written here; `manifest` describes the other fields.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kakomi.core.errors import EngineError
from kakomi.core.system.files import write_whole

MARK = b"kakomi-net 1\n"
LONGEST_MANIFEST = 1 << 20  # bytes
LARGEST = 64 << 20  # bytes of a file
ALIGNED = 16  # bytes: offsets are multiples of it
DTYPES = ("<f2", "<f4", "<i4", "<i8")


class NetFileError(EngineError):
    """A net that cannot be used; the message says why."""


def write(path: Path, manifest: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write a net. Floating-point numbers are kept as float16 if the array is, else as float32; integers as int32."""
    import numpy as np

    described, parts, offset = [], [], 0
    for name, array in arrays.items():
        given = np.asarray(array)
        kind = "<i4" if given.dtype.kind in "iu" else "<f2" if given.dtype == np.float16 else "<f4"
        data = np.ascontiguousarray(given, kind).tobytes()
        data += bytes(-len(data) % ALIGNED)
        described.append({"name": name, "dtype": kind, "shape": list(given.shape), "offset": offset})
        parts.append(data)
        offset += len(data)
    whole = {**manifest, "arrays": described}
    line = json.dumps({**whole, "sha256": checksum(whole, b"".join(parts))}).encode()
    write_whole(path, [MARK, line, b"\n", *parts])


def checksum(manifest: Mapping[str, Any], content: bytes) -> str:
    """The SHA-256 of the manifest, without the checksum itself, and the arrays."""
    described = {name: value for name, value in manifest.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(described).encode() + content).hexdigest()


def read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The manifest and the arrays; NetFileError with the reason where that fails."""
    try:
        if path.stat().st_size > LARGEST:
            raise NetFileError(f"{path} has more than {LARGEST >> 20} MB: that is not a net")
        data = path.read_bytes()
    except OSError as error:
        raise NetFileError(f"{path} cannot be read: {error.strerror}") from error
    return decode(data, str(path))


def decode(data: bytes, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """As `read`, from the bytes of a file."""
    manifest, content = open_file(data, name)
    try:
        return manifest, {str(each["name"]): _array(content, each) for each in manifest["arrays"]}
    except (KeyError, TypeError, ValueError) as error:
        raise NetFileError(f"{name} is damaged: its manifest describes arrays that are not there ({error})") from error


def open_file(data: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    """The manifest and the bytes of the arrays, verified by their checksum. Needs no numpy."""
    if not data.startswith(MARK):
        if data.startswith(b"kakomi-net "):
            version = data[: data.find(b"\n")].decode(errors="replace")
            raise NetFileError(
                f"{name} has another format, {version[:40]!r}: this version reads {MARK.decode().strip()!r}"
            )
        raise NetFileError(f"{name} is not a net: it does not begin with {MARK.decode().strip()!r}")
    end = data.find(b"\n", len(MARK), len(MARK) + LONGEST_MANIFEST)
    try:
        manifest = json.loads(data[len(MARK) : end]) if end > 0 else None
    except ValueError:
        manifest = None
    if not isinstance(manifest, dict):
        raise NetFileError(f"{name} is damaged: its manifest cannot be read")
    content = data[end + 1 :]
    if checksum(manifest, content) != manifest.get("sha256"):
        raise NetFileError(f"{name} is damaged or incomplete: its checksum is another one")
    return manifest, content


def _array(content: bytes, about: Mapping[str, Any]) -> Any:
    import numpy as np

    shape, offset = [int(each) for each in about["shape"]], int(about["offset"])
    if about["dtype"] not in DTYPES or offset < 0 or min(shape, default=0) < 0:
        raise ValueError(f"{about['name']}: {about['dtype']} {shape}")
    array = np.frombuffer(content, about["dtype"], math.prod(shape), offset).reshape(shape)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{about['name']} has numbers that are not finite")
    return array
