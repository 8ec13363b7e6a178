"""What a net preferred to begin with as it was trained, from the folder of a run (`kakomi train`), as a table in Markdown.

    python -m benchmarks.openings FOLDER [--times 6] [--moves 8]
    python -m benchmarks.openings docs/reports/learning/runs/enso.json      # a run that is kept in the reports

Every line of progress says how likely the net thought each first move at first sight, before any search. Moves that a
symmetry turns into one another are one, under the name of the first of them. The last line of the table is the whole of
the moves that are not shown.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kakomi.training.errors import TrainingError
from kakomi.training.run_folder import PROGRESS, read_manifest


def read_rows(source: Path) -> list[dict[str, Any]]:
    """The lines of progress with first moves, from a run's folder or a file; TrainingError if there are none."""
    kept = source.is_file()
    if not kept:
        read_manifest(source)  # says what is wrong with a folder that holds no run
    file = source if kept else source / PROGRESS
    try:
        text = file.read_text(encoding="utf-8")
        rows = json.loads(text)["progress"] if kept else [json.loads(line) for line in text.splitlines()]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TrainingError(f"{file} cannot be read: {error}") from error
    rows = [row for row in rows if row.get("opening")]
    if not rows:
        raise TrainingError(f"{file} says nothing of first moves: the run has not come so far, or is an old one")
    return rows


def choose_rows(rows: Sequence[Mapping[str, Any]], times: int) -> list[Mapping[str, Any]]:
    """This many lines, at equal intervals of time: the first, the last, and those between."""
    last = rows[-1]["minutes"]
    wanted = [rows[0]["minutes"] + (last - rows[0]["minutes"]) * k / max(1, times - 1) for k in range(times)]
    nearest = [min(rows, key=lambda row: abs(row["minutes"] - minutes)) for minutes in wanted]
    return [row for k, row in enumerate(nearest) if row not in nearest[:k]]


def make_table(rows: Sequence[Mapping[str, Any]], moves: int) -> list[str]:
    """The lines of the table: a row per first move, those that were likeliest at any of these times first."""
    highest: dict[str, float] = {}
    for row in rows:
        for move, chance in row["opening"].items():
            highest[move] = max(highest.get(move, 0.0), chance)
    shown = sorted(highest, key=lambda move: -highest[move])[:moves]
    lines = [
        "| first move | " + " | ".join(f"{row['minutes']:.1f} min" for row in rows) + " |",
        "|---" * (len(rows) + 1) + "|",
    ]
    for move in shown:
        lines.append(f"| {move} | " + " | ".join(_percent(row["opening"].get(move, 0.0)) for row in rows) + " |")
    if len(highest) > len(shown):
        rest = [1 - sum(row["opening"].get(move, 0.0) for move in shown) for row in rows]
        count = len(highest) - len(shown)
        lines.append(f"| {count} more | " + " | ".join(_percent(max(0.0, each)) for each in rest) + " |")
    return lines


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=6)
    parser.add_argument("--moves", type=int, default=8)
    args = parser.parse_args(words)
    if args.times < 1 or args.moves < 1:
        parser.error("--times and --moves are 1 or more")
    try:
        rows = choose_rows(read_rows(args.folder), args.times)
    except TrainingError as error:
        sys.exit(str(error))
    print("\n".join(make_table(rows, args.moves)))


if __name__ == "__main__":
    main()
