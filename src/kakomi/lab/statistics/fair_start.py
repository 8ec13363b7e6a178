"""Fair starts: in a game with a pie or swap rule, which first moves give both sides the same chances?

With such a rule one player makes the first move and the other chooses the side, so the best first move is the fairest. To
find it, equal players play the game *without* the rule after each first move (`start = "first moves"`, or a random one,
`opening = 1`), and the first player's points after each move are measured. A move is *fair* if its whole interval lies
within `band` of a half, *too strong* or *too weak* if it lies entirely outside, and *open* otherwise. Intervals are widened
for the number of moves (Bonferroni), so that in at most 5 % of studies any verdict is wrong. The two games with one opening
count as one draw (see `intervals`).

First moves that a symmetry of the game maps to each other count as one move (`pooled`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np

from kakomi import games
from kakomi.core.errors import OptionError, UnknownName, shorten
from kakomi.core.match import Match
from kakomi.lab.files import LabError
from kakomi.lab.measures.first_moves import swap_is_legal
from kakomi.lab.orbits import orbit_names
from kakomi.lab.player_names import strength
from kakomi.lab.results import FIRST_MOVES, Results, RunResults, StudyResult
from kakomi.lab.statistics.intervals import paired_points, points

BAND = 0.05  # how far from a half still counts as fair
LEVEL = 0.05  # the share of studies with any wrong verdict
VERDICTS = ("fair", "too strong", "too weak", "open")


@dataclass(frozen=True)
class FirstMove:
    """A first move with its mirror images, the first player's points after it, their interval, and the verdict."""

    moves: tuple[str, ...]
    places: tuple[str, ...]
    value: float
    low: float
    high: float
    n: int
    verdict: str


@dataclass(frozen=True)
class FairStart:
    """The verdicts on all first moves, the fairest first."""

    band: float
    pooled: bool
    moves: tuple[FirstMove, ...]

    def with_verdict(self, verdict: str) -> tuple[FirstMove, ...]:
        """The moves with that verdict."""
        return tuple(each for each in self.moves if each.verdict == verdict)

    def text(self) -> str:
        """The verdicts as text."""
        counts = ", ".join(f"{len(self.with_verdict(verdict))} {verdict}" for verdict in VERDICTS)
        lines = [f"First moves within {100 * self.band:g}% of a half: {counts}."]
        for each in self.moves:
            name = each.moves[0] + (" and images" if len(each.moves) > 1 else "")
            ends = f"{100 * each.low:.1f} to {100 * each.high:.1f}"
            lines.append(f"{name:24} {100 * each.value:5.1f}% ({ends}) in {each.n:,} games: {each.verdict}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """As a dictionary, for JSON."""
        return {"band": self.band, "pooled": self.pooled, "moves": [asdict(each) for each in self.moves]}


def fit_study(run: RunResults, name: str | None = None) -> StudyResult:
    """The study of a run that shows which first moves are fair: the one of that name, else that of the strongest equals."""
    if name is not None:
        chosen = next((study for study in run.studies if study.name == name), None)
        if chosen is None:
            raise UnknownName(f"study of the run {run.name}", name, (study.name for study in run.studies))
        fault = why_unsuitable(chosen)
        if fault:
            raise LabError(f"the study {shorten(name)!r} cannot show which first moves are fair: {fault}")
        return chosen
    suitable = [study for study in run.studies if begins_everywhere(study) and not why_unsuitable(study)]
    if not suitable:
        raise LabError(
            f"the run {run.name} has no study that shows which first moves are fair: add one to its plan with "
            f'start = "{FIRST_MOVES}", '
            "two players of the same name, and no swap rule"
        )
    return max(suitable, key=lambda study: strength(study.players[0]))


def begins_everywhere(study: StudyResult) -> bool:
    """Whether its games begin with every first move, in turn or at random."""
    return study.kind == FIRST_MOVES or study.opening == 1


def why_unsuitable(study: StudyResult) -> str:
    """Why a study cannot show which first moves are fair; "" if it can."""
    if study.players[0] != study.players[1]:
        return "its players are different; use two of the same name"
    if study.positions:
        return "it begins at given positions, not at the start"
    if not begins_everywhere(study) and study.bulk is None and study.players != ("random", "random"):
        return f'its players chose the first move themselves; set start = "{FIRST_MOVES}"'
    if swap_is_legal(start_of(study)):
        return "it has a swap rule, which hides how good the first move is; turn that rule off"
    return ""


def fair_start(study: StudyResult, band: float = BAND, pooled: bool = True) -> FairStart:
    """The verdicts from a study with random first moves."""
    if not 0 < band < 0.5:
        raise OptionError(f"the band must be more than 0 and less than 0.5, like {BAND}, not {band:g}")
    match = start_of(study)
    scene = match.scene()
    place_of = {choice.move: choice.clicks[-1] for choice in scene.choices if choice.clicks}
    places = {place.id for place in scene.places}
    names = orbit_names(match) if pooled else {}
    groups: dict[str, list[str]] = {}
    results = first_move_results(study)
    for move in results:
        groups.setdefault(names.get(move, move), []).append(move)
    if not groups:
        raise LabError(
            f"the study {study.name} has no first moves to judge: all its games were forfeited, or none was kept"
        )
    level = 1 - LEVEL / len(groups)
    judged = []
    for name, moves in groups.items():
        counts = [sum(results[move][kind] for move in moves) for kind in range(3)]
        value = (counts[0] + counts[2] / 2) / sum(counts)
        if study.paired:
            after = [game for game in study.games if game.moves and game.moves[0] in moves and not game.forfeited]
            got = np.array([0.5 if game.winner is None else float(game.winner == 0) for game in after])
            ends = paired_points(got, np.array([game.pair for game in after]), level)
        else:
            spread = (counts[0] + counts[2] / 4) / sum(counts) - value * value
            ends = points(value, spread, sum(counts), NormalDist().inv_cdf((1 + level) / 2))
        images = [each for each, first in names.items() if first == name] or moves  # those never played are as good
        here = tuple(dict.fromkeys(place_of[move] for move in images if place_of.get(move, "") in places))
        judged.append(FirstMove(tuple(moves), here, value, *ends, sum(counts), _verdict(*ends, band)))
    order = sorted(judged, key=lambda each: (VERDICTS.index(each.verdict), abs(each.value - 0.5), each.moves))
    return FairStart(band, pooled and match.symmetries() > 1, tuple(order))


def first_move_results(study: StudyResult) -> dict[str, Results]:
    """The games that the first player won, lost and drew after each first move."""
    if study.bulk is not None:
        return dict(study.bulk.firsts)
    results: dict[str, Results] = {}
    for game in study.games:
        if game.moves and not game.forfeited:
            won, lost, drawn = results.get(game.moves[0], (0, 0, 0))
            results[game.moves[0]] = won + (game.winner == 0), lost + (game.winner == 1), drawn + (game.winner is None)
    return results


def _verdict(low: float, high: float, band: float) -> str:
    if low >= 0.5 - band and high <= 0.5 + band:
        return "fair"
    if low > 0.5 + band:
        return "too strong"
    if high < 0.5 - band:
        return "too weak"
    return "open"


def start_of(study: StudyResult) -> Match:
    """The game before its first move."""
    return Match(games.get(study.game), study.rules, study.options)
