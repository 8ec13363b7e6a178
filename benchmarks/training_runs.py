"""Keep a run of `kakomi train` in the reports: its figures as JSON, and its curve as a picture for the page.

    python -m benchmarks.training_runs NAME FOLDER
    python -m benchmarks.training_runs              # all pictures again, from the figures

The figures go to docs/reports/learning/runs/NAME.json, the picture to docs/images/learning-NAME.svg.

`python -m benchmarks.openings` takes the JSON files as well.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.reports import REPORTS, write_compact
from kakomi import games
from kakomi.training import curve
from kakomi.training.errors import TrainingError
from kakomi.training.run_folder import PROGRESS, read_manifest

RUNS = REPORTS / "learning" / "runs"
IMAGES = REPORTS.parent / "images"


def keep(name: str, folder: Path) -> None:
    """The manifest and the lines of progress of a run, in one file."""
    manifest = read_manifest(folder)
    try:
        lines = (folder / PROGRESS).read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
    except (OSError, ValueError) as error:
        raise TrainingError(f"{folder / PROGRESS} cannot be read: {error}") from error
    RUNS.mkdir(exist_ok=True)
    write_compact(RUNS / f"{name}.json", {"manifest": manifest, "progress": rows})


def draw(name: str) -> str:
    """The curve of a run that is kept."""
    run = json.loads((RUNS / f"{name}.json").read_text(encoding="utf-8"))
    manifest = run["manifest"]
    title = f"{games.get(manifest['game']).title} {manifest['rules']}"
    return curve.draw(run["progress"], title, f"the {manifest['first_net']} net")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description="keep a training run in the reports")
    parser.add_argument("name", nargs="?", help="of the files")
    parser.add_argument("folder", nargs="?", type=Path, help="of the run")
    args = parser.parse_args()
    if args.name is not None:
        if args.folder is None:
            parser.error("which folder has the run?")
        try:
            keep(args.name, args.folder)
        except TrainingError as error:
            sys.exit(str(error))
    for path in sorted(RUNS.glob("*.json")):
        (IMAGES / f"learning-{path.stem}.svg").write_text(draw(path.stem), encoding="utf-8")


if __name__ == "__main__":
    main()
