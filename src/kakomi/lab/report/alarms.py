"""Alarms: reasons why a page about a run must not be published. `check_run` finds them; `report` refuses to write the page.

- *symmetry*: images of one first move give different results (statistics/symmetry_test.py), p at most 0.001 in a rule set;
- *identical*: two games of a study are the same, move for move, with a chance of more than 1 in 30, as if there were fewer
  than 30 games that can be told apart (the two games of a pair may be the same: they count as one);
- *strata*: a study that begins with each of several openings has one without games, or whose games are all the same game;
- *misconduct*: the package's own players forfeited games, which only a bug in them can explain;
- *stale*: the players' sources have changed since the run, and they now play different games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kakomi.core.errors import KakomiError, shorten
from kakomi.lab.files import LabError
from kakomi.lab.measures.first_moves import images
from kakomi.lab.plans import plan as plans
from kakomi.lab.report.study_groups import StudyGroup
from kakomi.lab.results import FIRST_MOVES, PLAN, RunResults, StudyResult
from kakomi.lab.runs.manifest import player_hash
from kakomi.lab.runs.unit_player import UnitPlayer
from kakomi.lab.statistics.symmetry_test import SymmetryTest, symmetry_test
from kakomi.players.external_engine import KIND

UNREMARKABLE = 0.001  # the least p of a symmetry test that is not an alarm
FEWEST_DIFFERENT = 30  # the effective number of different games
FEWEST = 20  # games of a study before its repetitions mean anything
SAMPLE = 2  # games of each study that are played again if the sources have changed


@dataclass(frozen=True)
class Alarm:
    """A reason not to publish: its kind, and a sentence."""

    kind: str
    text: str


def check_run(run: RunResults, groups: Sequence[StudyGroup], replay: bool = True) -> list[Alarm]:
    """All alarms of a run; without `replay`, the players are assumed to be those of the run."""
    found = []
    for group in groups:
        test = symmetry_of(group)
        if test is not None and test.p <= UNREMARKABLE:
            found.append(
                Alarm(
                    "symmetry", f"{group.name}: images of one first move do differently from each other ({test.text})"
                )
            )
        for study in group.studies:
            found += _check_study(study)
    if replay:
        stale = stale_players(run)
        if stale:
            found.append(Alarm("stale", stale))
    return found


def symmetry_of(group: StudyGroup) -> SymmetryTest | None:
    """The symmetry test over all studies of equal players of a rule set."""
    return symmetry_test(group.studies[number] for number in group.equals)


def _check_study(study: StudyResult) -> list[Alarm]:
    found = []
    same = chance_of_same_game(study)
    if len(study.games) >= FEWEST and same * FEWEST_DIFFERENT > 1:
        found.append(
            Alarm(
                "identical",
                f"{study.name}: two of its {len(study.games):,} games are the same, move for move, with a chance of "
                f"{100 * same:.0f}%; let players spread their choice (spread), or begin with more openings",
            )
        )
    found += [Alarm("strata", f"{study.name}: {fault}") for fault in _empty_strata(study)]
    forfeits = [game for game in study.games if game.forfeited]
    if forfeits and not any(KIND in name for name in study.players):
        reason = shorten(forfeits[0].reason or forfeits[0].clause)
        found.append(
            Alarm("misconduct", f"{study.name}: {len(forfeits):,} games were forfeited by our own players: {reason}")
        )
    return found


def chance_of_same_game(study: StudyResult) -> float:
    """The chance that two games of a study, of different pairs if it plays in pairs, are the same."""
    units: dict[int, set[tuple[str, ...]]] = {}
    for game in study.games:
        if game.moves and not game.forfeited:
            units.setdefault(game.pair if study.paired else game.game, set()).add(game.moves)
    if len(units) < 2:
        return 0.0
    often = Counter(moves for several in units.values() for moves in several)
    games = sum(often.values())
    same = sum(count * (count - 1) for count in often.values())
    return same / (games * (games - 1))


def _empty_strata(study: StudyResult) -> list[str]:
    begins = max(len(study.openings), len(study.positions))
    if not begins or study.bulk is not None or not study.games:
        return []
    by_begin: dict[int, list[tuple[str, ...]]] = {number: [] for number in range(begins)}
    for game in study.games:
        by_begin.setdefault(game.begin, []).append(game.moves)
    faults = []
    empty = [number for number, games in by_begin.items() if not games]
    if empty:
        faults.append(f"{len(empty)} of its {begins} openings have no games")
    same = [number for number, games in by_begin.items() if len(games) > 2 and len(set(games)) == 1]
    if same:
        faults.append(f"after {len(same)} of its {begins} openings all games are one and the same")
    if study.kind == FIRST_MOVES and images(study):
        names = set(images(study).values())
        unknown = [each[0] for each in study.openings if each[0] not in names]
        if unknown:
            faults.append(f"{shorten(unknown[0])} is not a first move of the game as it is now")
    return faults


def stale_players(run: RunResults) -> str:
    """Why the players have changed since a run; "" if they have not, or if a sample of its games comes out the same.

    A run that does not record the sources it was made with, or has no folder, cannot be checked and passes.
    """
    made = run.manifest.get("player_hash")
    if made is None or run.folder is None or not run.manifest.get("repeatable", True):
        return ""
    try:
        if made == player_hash(study.game for study in run.studies):
            return ""
        plan = plans.read_file(run.folder / PLAN)
        player = UnitPlayer(plan)
    except (LabError, KakomiError) as error:
        return f"the run was made with other sources, and its plan cannot be played any more: {error}"
    try:
        for study, planned in zip(run.studies, plan.studies, strict=True):
            for old in study.games[:SAMPLE]:
                if player.play_game(planned, old.game).moves != old.moves:
                    return (
                        f"the players have changed since the run (sources {shorten(str(made))}): game {old.game + 1} of "
                        f"{study.name} comes out differently now; play the plan again"
                    )
    finally:
        player.close()
    return ""


def refuse(run: RunResults, alarms: Sequence[Alarm]) -> None:
    """Raise LabError naming every alarm, if there are any."""
    if alarms:
        reasons = "; ".join(f"({number}) {each.text}" for number, each in enumerate(alarms, 1))
        raise LabError(
            f"the run {run.name} is not fit to be published: {reasons}. To see the page anyway, marked as a draft: --draft"
        )
