"""A folder of reports as the lab makes them: a tiny run a rule set, and a page that compares them, with a script."""

from __future__ import annotations

from pathlib import Path

from kakomi.lab.plans import plan as plans
from kakomi.lab.report import report
from kakomi.lab.results import load
from kakomi.lab.runs.runner import run_plan
from kakomi.store.database import open_database

NAMES = ("enso-standard", "enclosure-chess-5x5", "enclosure-chess-closed")
RULES = {
    "enso-standard": 'game = "enso"',
    "enclosure-chess-5x5": 'game = "enclosure_chess"\nrules = "5x5"',
    "enclosure-chess-closed": 'game = "enclosure_chess"\nrules = "5x5"\noptions = { vacated = "closed" }',
}
PLAN = """
name = "{name}"
[[study]]
name = "unequal"
{rules}
players = ["greedy", "random"]
games = 4
[[study]]
name = "equals"
{rules}
players = ["greedy", "greedy"]
games = 6
opening = 3
[[study]]
name = "random"
{rules}
players = ["random", "random"]
bulk = false
games = 12
opening = 3
"""
SCRIPT = 'document.querySelector("h1").textContent = "All compared";'
INDEX = (
    '<!doctype html><html lang="en"><head><title>All</title><style>h1 { color: green }</style></head>'
    '<body><main><h1>No script has run</h1><a href="enso-standard.html">Enso</a></main>'
    f"<script>{SCRIPT}</script></body></html>"
)


def make(folder: Path) -> Path:
    """The folder `reports` in this one."""
    made = folder / "reports"
    made.mkdir()
    engine = open_database(f"sqlite:///{folder / 'lab.db'}")
    for name in NAMES:
        run_plan(plans.read(PLAN.format(name=name, rules=RULES[name])), folder / name, engine, 0)
        report(load(folder / name), made / f"{name}.html")
    engine.dispose()
    (made / "index.html").write_text(INDEX, encoding="utf-8")
    return made
