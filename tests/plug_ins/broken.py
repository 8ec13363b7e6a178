"""Plug-ins made of the example with something broken in them, installed where Python looks for packages."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.plug_ins.conftest import EXAMPLE

MODULE, NAME = "kakomi_mu_torere", "mu_torere"


@dataclass(frozen=True)
class Damage:
    """Text of a file replaced by another; the whole file is removed where there is no text."""

    file: str
    old: str = ""
    new: str = ""


def install(folder: Path, package: str, *damages: Damage, entry: str = NAME, attribute: str = "GAME") -> None:
    """Write the example to the folder as a package of another name, damaged, with the entry point."""
    target = folder / package
    shutil.copytree(EXAMPLE / "src" / MODULE, target, ignore=shutil.ignore_patterns("__pycache__"))
    for source in target.glob("*.py"):
        source.write_text(source.read_text(encoding="utf-8").replace(MODULE, package), encoding="utf-8")
    for damage in damages:
        path = target / damage.file
        text = path.read_text(encoding="utf-8")
        if damage.old:
            assert damage.old in text, damage
            path.write_text(text.replace(damage.old, damage.new), encoding="utf-8")
        else:
            path.unlink()
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[kakomi.games]\n{entry} = {package}:{attribute}\n")
