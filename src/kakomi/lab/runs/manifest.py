"""The manifest: everything needed to repeat a run, and the hash of the sources that determine its results.

The hash covers, by default, every file of the layers that the lab builds on: a new file counts until NOT_DECIDING lists it.
Only the games that the run plays are included, so that a change to one game leaves the runs of all others valid.
"""

from __future__ import annotations

import datetime
import functools
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import kakomi
from kakomi import games
from kakomi.core.compiler.fingerprint import package_hash
from kakomi.core.errors import KakomiError, shorten
from kakomi.lab.plans.plan import RunPlan
from kakomi.lab.runs.schedule import StudyProgress
from kakomi.players.matches.match_files import machine

PACKAGE = Path(kakomi.__file__).resolve().parent
DECIDING = ("core", "games", "search", "certificates", "solved", "players", "lab")  # the lab and the layers above it
NOT_DECIDING = (
    "core/svg",
    "lab/report",
    "lab/tournament.py",
    "lab/statistics/compare.py",
    *(f"lab/statistics/{name}.py" for name in ("fair_start", "sweeps", "doublings", "symmetry_test", "significance")),
    "search/proofs",  # proofs are made on request; players have no use for them
    "solved/proof_solver.py",
    "solved/certificates.py",
)
TEXTS = (
    "rules.md",
    "lessons.toml",
    "phrases.toml",
    "puzzles.jsonl",
    "knowledge.toml",
)  # of a game: no move depends on them
PROOFS = "proof.py"  # a game's folder `solved` that contains it proves results on request: no player uses it
HASH_DIGITS = 16
PLAYING = (
    "core",
    "games",
    "search",
    "solved",
    "players",
)  # the layers that determine what a player plays, and in the lab:
PLAYING_FILES = ("lab/orbits.py", *(f"lab/runs/{name}.py" for name in ("unit_player", "units", "spread_player")))


def source_hash(game_names: Iterable[str]) -> str:
    """A hash of the sources that determine the results of these games: the same hash and plan give the same results.

    >>> len(source_hash([games.all_games()[0].name]))
    16
    """
    return _source_hash(tuple(sorted(set(game_names))))


def player_hash(game_names: Iterable[str]) -> str:
    """A hash of the sources that determine the moves in these games, without those that measure and report on them."""
    return _source_hash(tuple(sorted(set(game_names))), playing=True)


@functools.cache
def _source_hash(game_names: tuple[str, ...], playing: bool = False) -> str:
    digest = hashlib.sha256()
    shared = [(name, file) for name, file in _shared_sources() if not playing or _plays(name)]
    for name, file in [*shared, *(each for game in game_names for each in _game_sources(game))]:
        data = file.read_bytes()
        digest.update(f"{name} {len(data)} ".encode())
        digest.update(data)
    return digest.hexdigest()[:HASH_DIGITS]


def _plays(name: str) -> bool:
    return name.partition("/")[0] in PLAYING or name in PLAYING_FILES


def _shared_sources() -> Iterator[tuple[str, Path]]:
    """The files of the layers, without the games' folders and the files that cannot affect a result."""
    left_out = {PACKAGE / name for name in NOT_DECIDING}
    left_out.update(folder for game in games.all_games() for folder in _folders(game.package))
    for layer in DECIDING:
        for file in _source_files(PACKAGE / layer):
            if file not in left_out and left_out.isdisjoint(file.parents):
                yield file.relative_to(PACKAGE).as_posix(), file


def _game_sources(name: str) -> Iterator[tuple[str, Path]]:
    """The files of one game; of a game from another package, all files of that package."""
    package = games.get(name).package
    return _files_of(package if package.startswith("kakomi.") else package.partition(".")[0])


def _files_of(root: str) -> Iterator[tuple[str, Path]]:
    for folder in _folders(root):
        for file in _source_files(folder):
            yield f"{root}/{file.relative_to(folder).as_posix()}", file


def _folders(package: str) -> list[Path]:
    spec = find_spec(package) if package else None
    return [Path(each).resolve() for each in (spec.submodule_search_locations or ())] if spec is not None else []


def _source_files(folder: Path) -> list[Path]:
    return sorted(
        file
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and file.name not in TEXTS and not _proves(file)
    )


def _proves(file: Path) -> bool:
    """Whether the file is a certificate checker, or belongs to a solver that no player uses."""
    return file.parent.name == "solved" and (file.name.startswith("check") or (file.parent / PROOFS).exists())


def version_note(manifest: Mapping[str, Any]) -> str:
    """A sentence if the run was made with sources other than the current ones; "" if with the same.

    `manifest` is a run's manifest, which its report contains too.
    """
    theirs = manifest.get("source_hash")
    try:
        ours = source_hash(study["game"] for study in manifest["plan"]["studies"])
    except (KeyError, TypeError, KakomiError):  # not a manifest, or of a game that is not installed
        ours = "unknown"
    if theirs == ours:
        return ""
    return (
        f"The run was made with another version: kakomi {shorten(str(manifest.get('kakomi')))} "
        f"(sources {shorten(str(theirs))}); this is {kakomi.__version__} (sources {ours})."
    )


def make_manifest(
    plan: RunPlan, name: str, studies: list[StudyProgress] | None, settings: dict[str, object], began: int
) -> dict[str, Any]:
    """The manifest; `studies` is None before the run is complete, `settings` say how the units were played."""
    return {
        "run": name,
        "kakomi": kakomi.__version__,
        "package_hash": package_hash(),
        "source_hash": source_hash(plan.game_names),
        "player_hash": player_hash(plan.game_names),
        "rules_versions": {each: games.get(each).version for each in plan.game_names},
        "plan": plan.as_dict(),
        "repeatable": all(study.repeatable for study in plan.studies),
        **settings,
        "machine": machine(),
        "began": _time_text(began / 1000),
        "ended": None if studies is None else _time_text(datetime.datetime.now(datetime.UTC).timestamp()),
        "complete": studies is not None,
        "studies": [{"name": each.study.name, "games": each.games, "stopped": each.stopped} for each in studies or []],
    }


def _time_text(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="seconds")
