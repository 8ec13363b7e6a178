"""The engines of the pages, run by node with the very code of the pages."""

from __future__ import annotations

import json
import runpy
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from kakomi.core.match import Match
from kakomi.search.page_engine.files import (
    built_engines,
    engine_name,
    find_engine,
    options_description,
    weights_file,
)
from kakomi.server.content.engines import PACKAGED

ROOT = Path(__file__).parents[3]
WEB = ROOT / "web"
NOT_BUILT = "The engines of the pages are not built, or are older than their sources: run `make web` first."


@cache
def node() -> str:
    """The program, which the front end needs as well."""
    found = runpy.run_path(str(WEB / "build.py"))["find_node"]()
    assert found is not None, "node is needed: run `make web` first"
    return str(found.folder / "node")


def run_jobs(jobs: list[dict[str, Any]], folder: Path = PACKAGED) -> list[Any]:
    """What each job comes to: see engine.mjs."""
    command = [node(), str(Path(__file__).with_name("engine.mjs")), str(WEB), str(folder), str(built_engines())]
    with tempfile.TemporaryFile("w+") as file:  # of a pipe, node may read less than there will be
        json.dump(jobs, file)
        file.seek(0)
        ended = subprocess.run(command, stdin=file, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    results: list[Any] = json.loads(ended.stdout)
    return results


def job(kind: str, match: Match, folder: Path = PACKAGED, **more: Any) -> dict[str, Any]:
    """A job on the position of a match."""
    engine = find_engine(match.game, match.rule_set, (folder,))
    assert engine is not None, NOT_BUILT
    assert engine.net is None or weights_file(match.game, match.rule_set, engine.net) is not None
    name = engine_name(match.game, match.rule_set)
    state = [str(each) for each in match.state]
    about = options_description(engine, match)
    return {"job": kind, "name": name, "about": about, "state": state, "ply": len(match.moves), **more}
