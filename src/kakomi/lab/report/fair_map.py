"""The verdicts on first moves, drawn on the board."""

from __future__ import annotations

from kakomi.lab.report.boards import heat_map
from kakomi.lab.report.style import PICTURE
from kakomi.lab.results import StudyResult
from kakomi.lab.statistics.fair_start import FairStart, FirstMove, start_of

FAINTEST = 0.15  # the least distance from a half that gets the strongest colour


def fair_map(fair: FairStart, study: StudyResult) -> str:
    """The board: pale places are fair, one colour is good for the first player, the other for the second."""
    by_place: dict[str, list[FirstMove]] = {}
    for each in fair.moves:
        for place in dict.fromkeys(each.places):
            by_place.setdefault(place, []).append(each)
    heat, captions = {}, {}
    for place, moves in by_place.items():
        heat[place] = sum(each.n * each.value for each in moves) / sum(each.n for each in moves) - 0.5
        share = f"{100 * (0.5 + heat[place]):.1f}% for the first player"
        ends = f"{100 * moves[0].low:.1f} to {100 * moves[0].high:.1f}"
        captions[place] = (
            f"{share} ({ends}), {moves[0].verdict}" if len(moves) == 1 else f"{share} after {len(moves)} moves to it"
        )
    farthest = max([FAINTEST, *map(abs, heat.values())])
    heat = {place: value / farthest for place, value in heat.items()}
    return heat_map(start_of(study).scene(), heat, captions, "Fair first moves")


def fair_picture(fair: FairStart, study: StudyResult) -> str:
    """The same board as a complete SVG file."""
    first, rest = fair_map(fair, study).split(">", 1)
    return f'{first} xmlns="http://www.w3.org/2000/svg"><style>{PICTURE}</style>{rest}\n'
