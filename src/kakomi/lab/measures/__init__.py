"""The measures: what each is in a sentence and a formula stands in the table, and docs/measures.md prints it."""

from __future__ import annotations

from kakomi.core.errors import UnknownName
from kakomi.lab.measures import board, outcome, phrases, size, winning_chances
from kakomi.lab.measures.base import Estimate, Family, Measure, Measured, Table
from kakomi.lab.results import StudyResult

__all__ = ["TABLE", "Estimate", "Family", "Measure", "Measured", "Table", "measure", "measure_all", "title"]

TABLE = Table()
TABLE.add(outcome.FIRST, outcome.DECISIVE, outcome.DRAWS, outcome.ENDINGS)
TABLE.add(
    size.LENGTH, size.TURNS, size.BRANCHING, size.DECISIONS, size.FORCED, size.FORCED_SHARE, size.TREE, size.STATES
)
TABLE.add(
    winning_chances.LEADS,
    winning_chances.DRAMA,
    winning_chances.BEHIND,
    winning_chances.DECIDED,
    winning_chances.THRESHOLD,
    winning_chances.STABILITY,
    winning_chances.CLARITY,
)
TABLE.add(outcome.SKILL, outcome.RIVALS, outcome.COPYING)
TABLE.add(board.USE, board.EVENTS, outcome.OPENINGS)


def measure(name: str, study: StudyResult) -> list[Measured]:
    """One measure of a study: a number, several in a family, none where the study cannot tell."""
    if name not in TABLE.measures:
        raise UnknownName("measure", name, TABLE.measures)
    return TABLE.measures[name].of(study)


def measure_all(study: StudyResult) -> dict[str, Measured]:
    """Everything a study can tell, by name, in the order of the table."""
    return {found.name: found for each in TABLE.measures.values() for found in each.of(study)}


def title(name: str, game: str = "") -> str:
    """The title of a measure or of a family's member; with the name of the game, a clause that ends it is told in words.

    >>> title("draws"), title("ending:4.1")
    ('Drawn games', 'How games end: 4.1')
    >>> title("ending:4.3", "enso")
    'How games end: lack of a legal move (4.3)'
    """
    family, _, label = name.partition(":")
    found = TABLE.measures[family].title
    if family == outcome.ENDINGS.name:
        label = phrases.named(game, label)
    elif family == board.EVENTS.name:
        label = phrases.event(label)
    return f"{found}: {label}" if label else found
