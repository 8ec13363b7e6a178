"""A plan cut into units, and the seeds: what a unit gives depends on plan, study and game numbers alone."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass

from kakomi.core.errors import OptionError
from kakomi.lab.plan import Plan, Study
from kakomi.players.matches.referee import TRIES, Task

BITS = 62  # of a seed: it fits an int64 with room to spare


@dataclass(frozen=True, order=True)
class Unit:
    """Games `first` to `first + count - 1` of a study."""

    study: int
    first: int
    count: int


def units(study: Study) -> list[Unit]:
    """The units of a study, in order."""
    return [
        Unit(study.number, first, min(study.unit, study.games - first)) for first in range(0, study.games, study.unit)
    ]


def study_key(study: Study) -> str:
    """What tells a study's games from those of others: its name and all that is played, not its place in the plan."""
    what = {
        "name": study.name,
        "game": study.game,
        "rules": study.rules,
        "options": dict(study.options),
        "players": list(study.players),
        "opening": study.opening,
    }
    return json.dumps(what, sort_keys=True, separators=(",", ":"))


def seed_of(plan: Plan, study: Study, what: str) -> int:
    """A seed for something in a study: of the bytes "plan seed / study key / what".

    >>> from kakomi.lab.plan import Plan, Study
    >>> study = Study(0, "a", "enso", "standard", {}, ("random", "random"), 10)
    >>> seed_of(Plan("x", 1, (study,)), study, "game 7") == seed_of(Plan("y", 1, (study,)), study, "game 7")
    True
    """
    digest = hashlib.sha256(f"{plan.seed}/{study_key(study)}/{what}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - BITS)


def task(plan: Plan, study: Study, game: int) -> Task:
    """One game: its number and the random moves it begins with, which it shares with the other of its pair."""
    if not study.opening:
        return Task(game, ())
    dice = random.Random(seed_of(plan, study, f"opening {game // 2}"))
    for _ in range(TRIES):
        match = study.match()
        while len(match.moves) < study.opening and match.codes():
            match.push_code(dice.choice(match.codes()))
        if match.outcome is None:
            return Task(game, tuple(match.moves))
    raise OptionError(
        f"study {study.name}: after {study.opening} random moves the game is over; take a shorter opening"
    )
