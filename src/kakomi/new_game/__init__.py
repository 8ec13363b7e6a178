"""A new game as a package of its own: `kakomi new-game NAME` writes it, complete and working, for its author to change.

`files/` holds the package, each file with `.template` after its name and @WORDS@ to be replaced. As it stands it is three in
a row, with an independent oracle, move counts, a whole game and a test for every clause.
"""

from __future__ import annotations

import datetime
import keyword
import shutil
import tempfile
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from kakomi import games
from kakomi.core.errors import GameError
from kakomi.games.checks import check_name

TEMPLATE = ".template"


def write(name: str, folder: Path | None = None) -> Path:
    """Write the package of a new game into a folder that does not exist yet, by default ./kakomi-NAME; its path.

    GameError where the name cannot be a game's or is taken, or the folder exists: nothing is overwritten.
    """
    check_name(name)
    if keyword.iskeyword(name):
        raise GameError(f"{name} is a word of Python; choose another name")
    if name in games.names():
        raise GameError(f"there is already a game {name}; choose another name")
    distribution = f"kakomi-{name.replace('_', '-')}"
    target = Path(distribution) if folder is None else folder
    if target.exists():
        raise GameError(f"{target} exists already; choose another folder with --to")
    words = {
        "@NAME@": name,
        "@TITLE@": name.replace("_", " ").capitalize(),
        "@PACKAGE@": f"kakomi_{name}",
        "@DISTRIBUTION@": distribution,
        "@YEAR@": str(datetime.datetime.now(tz=datetime.UTC).year),
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as fresh:  # whole or not at all
        made = Path(fresh) / "package"
        for path, text in _templates(resources.files(__name__) / "files"):
            for word, value in words.items():
                path, text = path.replace(word.strip("@"), value), text.replace(word, value)
            file = made / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        shutil.move(made, target)
    return target


def _templates(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    """Every template with its path in the package."""
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _templates(each, f"{path}{each.name}/")
        elif each.name.endswith(TEMPLATE):
            yield path + each.name.removesuffix(TEMPLATE), each.read_text(encoding="utf-8")
