"""The files of a run, in its folder: results, counts, records, and the manifest last."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kakomi.core.errors import RecordError
from kakomi.core.records.record import LARGEST_FILE, Record, write_file
from kakomi.lab.files import LabError, write_text
from kakomi.lab.plans.plan import RunPlan, StudyPlan
from kakomi.lab.results import BULK, MANIFEST, RECORDS, RESULTS, GameResult, RandomCounts, lines_of, read_manifest
from kakomi.lab.runs.manifest import make_manifest
from kakomi.lab.runs.schedule import StudyProgress, read_payload
from kakomi.players.matches.referee import Played


def write_results(
    plan: RunPlan, folder: Path, studies: list[StudyProgress], settings: dict[str, object], began: int
) -> dict[str, Any]:
    """Write the files of a complete run, the manifest last: without it the others are not read."""
    lines: list[str] = []
    counts: dict[str, object] = {}
    record_files: dict[str, list[Record]] = {}
    for each in studies:
        games = counted_games(each)
        if isinstance(games, RandomCounts):
            counts[str(each.study.number)] = games.as_dict()
        else:
            lines.append(lines_of(games))
            record_files |= _records(each.study, games[: each.study.records])
    results, bulk = "".join(lines), json.dumps(counts, ensure_ascii=False) + "\n"
    manifest = make_manifest(plan, folder.name, studies, settings, began)
    manifest["digests"] = {RESULTS: _digest(results), BULK: _digest(bulk)}
    old = read_manifest(folder) if is_complete(folder) else {}
    if old.get("digests") == manifest["digests"] and old.get("source_hash") == manifest["source_hash"]:
        manifest = old  # nothing new was played: times and machine stay those of the games
    write_text(folder / RESULTS, results)
    write_text(folder / BULK, bulk)
    for name, records in record_files.items():
        path = folder / RECORDS / name
        try:
            path.parent.mkdir(exist_ok=True)
            write_file(path, records)
        except (OSError, RecordError) as error:
            raise LabError(
                f"the records cannot be written: {error}; free some space and run the command again"
            ) from error
    write_manifest(folder, manifest)
    return manifest


def counted_games(progress: StudyProgress) -> list[GameResult] | RandomCounts:
    """All games of a study that count, in order."""
    study = progress.study
    parts = (read_payload(study, progress.payloads[place]) for place in range(progress.decided))
    if study.bulk:
        total = RandomCounts()
        for part in parts:
            assert isinstance(part, RandomCounts)
            total.add(part)
        return total
    return mark_repeats(game for part in parts if isinstance(part, list) for game in part)


def mark_repeats(games: Iterable[GameResult]) -> list[GameResult]:
    """The games, with those marked that repeat an earlier one move for move: they are not new evidence."""
    seen: set[tuple[str, ...]] = set()
    marked = []
    for game in games:
        marked.append(replace(game, repeat=True) if game.moves in seen and not game.forfeited else game)
        seen.add(game.moves)
    return marked


def _records(study: StudyPlan, games: list[GameResult]) -> dict[str, list[Record]]:
    """The first games of a study as records, in as many files as are needed."""
    files: dict[str, list[Record]] = {}
    size = LARGEST_FILE + 1
    for game in games:
        played = Played(game.game, game.opening, game.moves, game.winner, game.clause, game.reason)
        position = study.start.positions[game.begin] if study.start.positions else None
        record = played.record_of(study.match(position), study.players)
        more = len(record.text().encode()) + 1
        if size + more > LARGEST_FILE:
            size = 0
            files[f"study-{study.number + 1}{f'-{len(files) + 1}' if files else ''}.kakomi"] = []
        size += more
        files[list(files)[-1]].append(record)
    return files


def is_complete(folder: Path) -> bool:
    """Whether the folder holds a complete run."""
    try:
        return read_manifest(folder).get("complete") is True
    except LabError:
        return False


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest of the run in the folder."""
    write_text(folder / MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
