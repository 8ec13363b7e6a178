"""A study divided into units, and the seeds: the result of a unit depends only on plan, study and game numbers."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import asdict, dataclass

from kakomi.core.errors import OptionError
from kakomi.lab.orbits import first_move_orbits
from kakomi.lab.plans.plan import RunPlan, StudyPlan
from kakomi.lab.results import FIRST_MOVES, RANDOM_MOVES, TRUE_START
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
    """The key that identifies a study: its name and what is played, not its place in the plan."""
    identity: dict[str, object] = {
        "name": study.name,
        "game": study.game,
        "rules": study.rules,
        "options": dict(study.options),
        "players": list(study.players),
        "opening": study.opening,
    }
    if study.start.kind not in (TRUE_START, RANDOM_MOVES):
        identity["start"] = asdict(study.start)
    if study.spread is not None:
        identity["spread"] = asdict(study.spread)
    if study.turned:
        identity["turned"] = True
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


@dataclass(frozen=True)
class GameStart:
    """How one game begins: its task, the number of its opening or position in the study, and the position's text."""

    task: GameTask
    number: int = 0
    position: str | None = None


def game_start(plan: RunPlan, study: StudyPlan, game: int) -> GameStart:
    """How a game begins; both games of a pair begin alike. Given openings, positions and first moves come in turn."""
    start, pair = study.start, game // 2
    if start.kind == RANDOM_MOVES:
        return GameStart(GameTask(game, _random_moves(plan, study, pair)))
    several = len(start.positions) or len(start.openings)
    if not several:
        return GameStart(GameTask(game, ()))
    number, turn = pair % several, pair // several
    if start.positions:
        return GameStart(GameTask(game, ()), number, start.positions[number])
    opening = start.openings[number]
    if start.kind == FIRST_MOVES:  # its images in turn
        orbit = next(moves for moves in first_move_orbits(study.match()) if moves[0] == opening[0])
        opening = (orbit[turn % len(orbit)],)
    return GameStart(GameTask(game, opening), number)


def _random_moves(plan: RunPlan, study: StudyPlan, pair: int) -> tuple[str, ...]:
    """Random moves that do not end the game."""
    dice = random.Random(seed_of(plan, study, f"opening {pair}"))
    for _ in range(TRIES):
        match = study.match()
        while len(match.moves) < study.opening and match.codes():
            match.push_code(dice.choice(match.codes()))
        if match.outcome is None:
            return tuple(match.moves)
    raise OptionError(
        f"study {study.name}: after {study.opening} random moves the game is over; choose a shorter opening"
    )
