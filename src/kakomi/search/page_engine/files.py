"""Engines as files: looked up, and built where they are missing or made from other sources.

A folder of engines has, for each rule set, GAME-RULES.json (what the page must know with the options at their defaults, and
the names of the other files) and, named by a hash of what they contain, the modules, one for one thread and one for several.
Where the game is searched with a net, its weights are also such a file, written into the user's own folder when they are
first needed: they are large, and the net itself comes with the game. An engine is used only if its fingerprint matches the
current sources. Modules are also kept under a hash of everything they were compiled from, so that sources in which only
comments have changed are not compiled again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from kakomi.core.compiler.fingerprint import LENGTH
from kakomi.core.errors import EngineError
from kakomi.core.game import Game, RuleSet
from kakomi.core.match import Match
from kakomi.core.system.files import write_whole
from kakomi.core.system.folders import cache_home
from kakomi.search.page_engine.description import describe, engine_fingerprint, net_weights

PROCESSES = 2
KINDS = ("one", "several")  # modules by threads
NET = "-net"  # after the name of an engine, in the name of its weights


@dataclass(frozen=True)
class EngineFiles:
    """An engine that exists and was made from the current sources."""

    folder: Path
    name: str
    modules: dict[str, str]  # file names, by KINDS
    net: str | None = None  # the file of the weights, see `weights_file`; None if the search uses no net

    @property
    def description(self) -> Path:
        """The JSON file."""
        return self.folder / f"{self.name}.json"


def engine_name(game: Game, rule_set: RuleSet) -> str:
    """The base name of the files of a rule set's engine."""
    return f"{game.name}-{rule_set.name}"


def built_engines() -> Path:
    """The folder of engines that this user has built."""
    return cache_home() / "engines"


def find_engine(game: Game, rule_set: RuleSet, folders: Iterable[Path]) -> EngineFiles | None:
    """The engine of a rule set in the first of the folders that has it; None if there is none, or only stale ones."""
    name = engine_name(game, rule_set)
    for folder in folders:
        described = _read(folder / f"{name}.json")
        modules = described.get("modules")
        if described.get("fingerprint") != engine_fingerprint(game, rule_set) or not isinstance(modules, dict):
            continue
        net = str(described["net"]) if "net" in described else None
        engine = EngineFiles(folder, name, {kind: str(modules.get(kind, "")) for kind in KINDS}, net)
        if all(each and (folder / each).is_file() for each in engine.modules.values()):
            return engine
    return None


def provide_engines(
    wanted: Sequence[tuple[Game, RuleSet]], folder: Path, progress: Callable[[str], object] = str
) -> list[EngineFiles]:
    """Engines of these rule sets in the folder: those already there, copies of the user's own, or built now.

    `progress` gets the name of each engine that is built. EngineError if something needed is missing, or the build fails.
    """
    own = built_engines()
    missing = [each for each in wanted if find_engine(*each, (folder, own)) is None]
    by_rules = {rule_set.rules: (game, rule_set) for game, rule_set in reversed(missing)}
    if by_rules:
        _check_tools()
        own.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(PROCESSES) as pool:
            modules = dict(
                zip(by_rules, pool.map(lambda each: _build(each[0], each[1], progress), by_rules.values()), strict=True)
            )
        for game, rule_set in missing:
            _write(own, game, rule_set, modules[rule_set.rules])
    provided = []
    for game, rule_set in wanted:
        engine = find_engine(game, rule_set, (folder, own))
        assert engine is not None, f"{game.name} {rule_set.name} was built"
        provided.append(engine if engine.folder == folder else _copy(engine, folder))
    return provided


def options_description(engine: EngineFiles, match: Match) -> dict[str, object]:
    """What the page must know about the engine with the match's options."""
    return describe(match) | _file_names(engine.modules, engine.net)


def _file_names(modules: dict[str, str], net: str | None) -> dict[str, object]:
    """The file names in a description."""
    return {"modules": modules} | ({"net": net} if net else {})


def _check_tools() -> None:
    from kakomi.core.compiler import wasm

    wasm.versions()


def _build(game: Game, rule_set: RuleSet, progress: Callable[[str], object]) -> dict[str, bytes]:
    """The modules, built by a separate process (see `core.compiler.wasm`)."""
    from kakomi.core.compiler.wasm import ENVIRONMENT

    progress(engine_name(game, rule_set))
    kept = built_engines() / "modules"
    kept.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "kakomi.search.page_engine.compile", game.name, rule_set.name, str(kept)]
    source = str(Path(find_spec("kakomi").submodule_search_locations[0]).parent)  # type: ignore[union-attr, index]
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, **ENVIRONMENT, "PYTHONPATH": path}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        said = (ended.stderr.strip() or "no reason was given").splitlines()[-1]
        raise EngineError(f"the engine of {game.name} {rule_set.name} could not be built: {said}")
    key = ended.stdout.strip()
    return {kind: (kept / module_file(key, kind)).read_bytes() for kind in KINDS}


def module_file(key: str, kind: str) -> str:
    """The file name that a module is kept under."""
    return f"{key}.{kind}.wasm"


def _write(folder: Path, game: Game, rule_set: RuleSet, modules: dict[str, bytes]) -> None:
    """Write the modules and their description; files that it named before and no longer does are deleted."""
    name, match = engine_name(game, rule_set), Match(game, rule_set.name)
    before = _named(folder / f"{name}.json")
    names = {kind: _content_name(f"{name}-{kind}", "wasm", content) for kind, content in modules.items()}
    for kind, content in modules.items():
        _write_content(folder / names[kind], content)
    weights = net_weights(match)
    net = None if weights is None else _content_name(f"{name}{NET}", "bin", weights)
    described = describe(match) | _file_names(names, net)
    write_whole(folder / f"{name}.json", [json.dumps(described, indent=1).encode()])
    _clear(folder, before, list(names.values()))


def weights_file(game: Game, rule_set: RuleSet, name: str) -> Path | None:
    """The weights of a rule set's net as a file of that name; None if its weights are different ones."""
    file = built_engines() / name
    if not file.is_file():
        begin = f"{engine_name(game, rule_set)}{NET}"
        weights = net_weights(Match(game, rule_set.name))
        if weights is None or name != _content_name(begin, "bin", weights):
            return None
        file.parent.mkdir(parents=True, exist_ok=True)
        before = [each.name for each in file.parent.glob(f"{begin}-*.bin")]
        _write_content(file, weights)
        _clear(file.parent, before, [name])
    return file


def _content_name(begin: str, ending: str, content: bytes) -> str:
    """The name of a file by what it contains."""
    return f"{begin}-{hashlib.sha256(content).hexdigest()[:LENGTH]}.{ending}"


def _write_content(file: Path, content: bytes) -> None:
    """Write a file, and before it its compressed copy for transfer."""
    write_whole(file.with_name(f"{file.name}.gz"), [gzip.compress(content, mtime=0)])
    write_whole(file, [content])


def _named(description: Path) -> list[str]:
    """The modules that a description names."""
    modules = _read(description).get("modules")
    return [str(each) for each in modules.values()] if isinstance(modules, dict) else []


def _clear(folder: Path, before: list[str], names: list[str]) -> None:
    """Delete files that a description named before and no longer does."""
    for old in before:
        if old and old not in names:
            for stale in (folder / old, folder / f"{old}.gz"):
                stale.unlink(missing_ok=True)


def _copy(engine: EngineFiles, folder: Path) -> EngineFiles:
    folder.mkdir(parents=True, exist_ok=True)
    before = _named(folder / engine.description.name)
    for name in engine.modules.values():
        for each in (name, f"{name}.gz"):
            shutil.copyfile(engine.folder / each, folder / each)
    shutil.copyfile(engine.description, folder / engine.description.name)
    _clear(folder, before, list(engine.modules.values()))
    return EngineFiles(folder, engine.name, engine.modules, engine.net)


def _read(path: Path) -> dict[str, object]:
    """A description; empty if there is none that can be read."""
    try:
        return _parse(path, path.stat().st_mtime_ns)
    except (OSError, ValueError):
        return {}


@cache
def _parse(path: Path, written: int) -> dict[str, object]:
    described = json.loads(path.read_text(encoding="utf-8"))
    return described if isinstance(described, dict) else {}
