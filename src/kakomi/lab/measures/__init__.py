"""The measures, each with a sentence and a formula; docs/design/measures.md prints them."""

from __future__ import annotations

from kakomi.core.errors import UnknownName
from kakomi.lab.measures import board, first_moves, outcome, phrases, size, winning_chances
from kakomi.lab.measures.base import Estimate, Family, Measure, Measured
from kakomi.lab.results import StudyResult

__all__ = ["MEASURES", "Estimate", "Family", "Measure", "Measured", "measure", "measure_all", "omitted", "title"]

MEASURES: dict[str, Measure | Family] = {
    each.name: each
    for each in (
        *(outcome.FIRST, outcome.DECISIVE, outcome.DRAWS, outcome.ENDINGS),
        *(
            size.LENGTH,
            size.TURNS,
            size.BRANCHING,
            size.DECISIONS,
            size.FORCED,
            size.FORCED_SHARE,
            size.TREE,
            size.STATES,
        ),
        *winning_chances.CHANCES,
        *(outcome.SKILL, outcome.RIVALS, outcome.COPYING),
        *(board.USE, board.EVENTS),
        *(first_moves.BEST, first_moves.SWAP, first_moves.DIVERSITY, first_moves.OPENINGS),
    )
}


def measure(name: str, study: StudyResult) -> list[Measured]:
    """One measure of a study: one number, several for a family, none if the study does not have it."""
    if name not in MEASURES:
        raise UnknownName("measure", name, MEASURES)
    return MEASURES[name].of(study)


def measure_all(study: StudyResult) -> dict[str, Measured]:
    """All measures that a study has, by name, in the order of MEASURES."""
    return {found.name: found for each in MEASURES.values() for found in each.of(study)}


def omitted(study: StudyResult) -> dict[str, str]:
    """Measures that a study was made for but cannot have, with the reason."""
    reason = winning_chances.too_few(study) if study.evaluate else ""
    found = {each.name: reason for each in winning_chances.OF_WINNERS} if reason else {}
    reason = first_moves.too_few_after(study)
    return found | {first_moves.BEST.name: reason} if reason else found


def title(name: str, game: str = "") -> str:
    """The title of a measure or of a member of a family; with the name of the game, clauses are put into words.

    >>> title("draws"), title("ending:4.1")
    ('Drawn games', 'How games end: 4.1')
    """
    family, _, label = name.partition(":")
    heading = MEASURES[family].title
    if family == outcome.ENDINGS.name:
        label = phrases.ending_label(game, label)
    elif family == board.EVENTS.name:
        label = phrases.event(label)
    return f"{heading}: {label}" if label else heading
