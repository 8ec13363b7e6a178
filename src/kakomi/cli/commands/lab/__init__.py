"""kakomi lab: games played in large numbers by a plan, measured and repeatable."""

from __future__ import annotations

import argparse

from kakomi.cli.commands.lab import reports, runs
from kakomi.core.errors import EngineError

HELP = "measure games: run plans, compare runs, write reports, hold tournaments"
ABOUT = (
    "Plays the games of a plan (a TOML file: games, rule sets and options, players, number of games or stopping rules, "
    "seed) on all cores, and keeps the results in the database and in a folder. An interrupted run continues where it "
    "stopped; the same plan gives the same results with any number of processes. "
    "docs/design/lab.md explains plans and results."
)
EXAMPLE = "kakomi lab run fair.toml --jobs 2"


def arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    runs.add(actions)
    reports.add(actions)


def run(args: argparse.Namespace) -> int:
    try:
        status: int = args.act(args)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("", "kakomi"):
            raise
        raise EngineError(f"the lab needs {error.name}; to install it: pip install 'kakomi[lab]'") from error
    return status
