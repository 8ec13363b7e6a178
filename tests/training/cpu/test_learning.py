"""A run that demonstrably learns, from nothing, in seconds."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.cli.terminal import KAKOMI

ROUNDS = 24
SETTINGS = {"moves": 16, "contest_rounds": ROUNDS, "contest_nodes": 12, "contest_elo": 150, "rate": 0.006}


def test_a_net_learns_to_beat_the_one_it_was(tmp_path: Path) -> None:
    """In a process of its own, which does the arithmetic in one thread."""
    out = tmp_path / "run"
    settings = [word for name, value in SETTINGS.items() for word in ("--setting", f"{name}={value}")]
    words = ["train", "enso", "--out", str(out), "--seed", "1", "--rounds", str(ROUNDS), "--minutes", "10", *settings]
    words += ["--against", "untrained"]
    done = subprocess.run([*KAKOMI, *words], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [json.loads(line) for line in (out / "progress.jsonl").read_text().splitlines()]
    losses = [row["value"] for row in rows if "value" in row]
    assert losses[0] > 0.85  # ln 3 = 1.10 is what a net that knows nothing begins with
    assert losses[-1] < losses[0] - 0.12
    gaps = [row["policy"] - row["entropy"] for row in rows if "policy" in row]
    assert gaps[-1] < gaps[0]
    contest = rows[-1]["gate"]
    assert contest["verdict"] == "accepted"
    assert contest["score"] > 0.6
    assert (out / "standard.net").exists()
    assert "Net: " in done.stdout
