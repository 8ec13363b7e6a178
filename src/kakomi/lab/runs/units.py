"""A study cut into units, and the seeds: the result of a unit depends on plan, study and game numbers alone."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass

from kakomi.core.errors import OptionError
from kakomi.lab.plans.plan import RunPlan, StudyPlan
from kakomi.players.matches.referee import TRIES, GameTask

BITS = 62  # of a seed, so that it fits an int64


@dataclass(frozen=True, order=True)
class Unit:
    """Games `first` to `first + count - 1` of a study."""

    study: int
    first: int
    count: int


def units(study: StudyPlan) -> list[Unit]:
    """The units of a study, in order."""
    return [
        Unit(study.number, first, min(study.unit, study.games - first)) for first in range(0, study.games, study.unit)
    ]


def study_key(study: StudyPlan) -> str:
    """What sets the games of a study apart from those of others: its name and what is played, not its place in the plan."""
    identity = {
        "name": study.name,
        "game": study.game,
        "rules": study.rules,
        "options": dict(study.options),
        "players": list(study.players),
        "opening": study.opening,
    }
    return json.dumps(identity, sort_keys=True, separators=(",", ":"))


def seed_of(plan: RunPlan, study: StudyPlan, purpose: str) -> int:
    """A seed for one purpose in a study, from the hash of "plan seed/study key/purpose".

    >>> from kakomi.lab.plans.plan import RunPlan, StudyPlan
    >>> study = StudyPlan(0, "a", "mygame", "standard", {}, ("random", "random"), 10)
    >>> seed_of(RunPlan("x", 1, (study,)), study, "game 7") == seed_of(RunPlan("y", 1, (study,)), study, "game 7")
    True
    """
    digest = hashlib.sha256(f"{plan.seed}/{study_key(study)}/{purpose}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - BITS)


def task(plan: RunPlan, study: StudyPlan, game: int) -> GameTask:
    """One game: its number and the random moves it begins with, which both games of a pair share."""
    if not study.opening:
        return GameTask(game, ())
    dice = random.Random(seed_of(plan, study, f"opening {game // 2}"))
    for _ in range(TRIES):
        match = study.match()
        while len(match.moves) < study.opening and match.codes():
            match.push_code(dice.choice(match.codes()))
        if match.outcome is None:
            return GameTask(game, tuple(match.moves))
    raise OptionError(
        f"study {study.name}: after {study.opening} random moves the game is over; choose a shorter opening"
    )
