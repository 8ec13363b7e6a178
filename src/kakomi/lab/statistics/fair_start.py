"""Fair starts: for a game with a pie or swap rule, which first moves leave both sides the same chances?

With such a rule one player makes a first move and the other chooses the side; the move to make is the fairest. To measure
it, a study lets equals play the game *without* the rule after a first move at random (`opening = 1`): the first player's
points after a move say how good it is. A move is *fair* when the whole interval lies within `band` of a half, *too strong*
or *too weak* when it lies outside altogether, and *open* while it does neither. All moves are judged together, so each
interval is widened for their number (Bonferroni): of all verdicts on a board at most 5 % of studies have a wrong one.

On a squared board whose start is empty, first moves that are images of each other are one move, and their games are
counted together (`pooled`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import NormalDist

from kakomi import games
from kakomi.core.errors import OptionError, UnknownName, shorten
from kakomi.core.match import Match
from kakomi.core.scene import Place, Scene
from kakomi.lab.results import LabError, Results, RunResults, StudyResult
from kakomi.lab.statistics.intervals import points

BAND = 0.05
LEVEL = 0.05
FAINTEST = 0.15  # how far from a half the points lie, at the least, at a place of the strongest colour
ANSWERS = ("swap", "more")  # moves by which a player chooses the side after the first ones: pie and swap2
LAST_ANSWER = 4  # they come before this ply
VERDICTS = ("fair", "too strong", "too weak", "open")


@dataclass(frozen=True)
class FirstMove:
    """A first move (or all its images), the first player's points after it, their interval, and the verdict."""

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

    def those(self, verdict: str) -> tuple[FirstMove, ...]:
        """The moves of one verdict."""
        return tuple(each for each in self.moves if each.verdict == verdict)

    def text(self) -> str:
        """For people."""
        counts = ", ".join(f"{len(self.those(verdict))} {verdict}" for verdict in VERDICTS)
        lines = [f"First moves within {100 * self.band:g}% of a half: {counts}."]
        for each in self.moves:
            name = each.moves[0] + (" and its images" if len(each.places) > 1 else "")
            ends = f"{100 * each.low:.1f} to {100 * each.high:.1f}"
            lines.append(f"{name:24} {100 * each.value:5.1f}% ({ends}) in {each.n:,} games: {each.verdict}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """For programs."""
        return {"band": self.band, "pooled": self.pooled, "moves": [asdict(each) for each in self.moves]}

    def heat_map(self, study: StudyResult) -> str:
        """The board: pale places are fair, one colour is good for the first player, the other for the second."""
        from kakomi.lab.report.boards import heat_map

        here: dict[str, list[FirstMove]] = {}
        for each in self.moves:
            for place in dict.fromkeys(each.places):
                here.setdefault(place, []).append(each)
        heat, told = {}, {}
        for place, moves in here.items():
            heat[place] = sum(each.n * each.value for each in moves) / sum(each.n for each in moves) - 0.5
            share = f"{100 * (0.5 + heat[place]):.1f}% for the first player"
            ends = f"{100 * moves[0].low:.1f} to {100 * moves[0].high:.1f}"
            told[place] = (
                f"{share} ({ends}), {moves[0].verdict}"
                if len(moves) == 1
                else f"{share} after {len(moves)} moves to it"
            )
        farthest = max([FAINTEST, *map(abs, heat.values())])
        heat = {place: value / farthest for place, value in heat.items()}
        return heat_map(_start(study).scene(), heat, told, "Fair first moves")

    def picture(self, study: StudyResult) -> str:
        """The same as a file of its own."""
        from kakomi.lab.report.style import PICTURE

        first, rest = self.heat_map(study).split(">", 1)
        return f'{first} xmlns="http://www.w3.org/2000/svg"><style>{PICTURE}</style>{rest}\n'


def fit_study(run: RunResults, name: str | None = None) -> StudyResult:
    """The study of a run that tells which first moves are fair: the one of that name, else the strongest equals."""
    from kakomi.lab.report.study_groups import strength

    if name is not None:
        found = next((study for study in run.studies if study.name == name), None)
        if found is None:
            raise UnknownName(f"study of the run {run.name}", name, (study.name for study in run.studies))
        fault = unfit(found)
        if fault:
            raise LabError(f"the study {shorten(name)!r} cannot tell which first moves are fair: {fault}")
        return found
    fit = [study for study in run.studies if study.opening == 1 and not unfit(study)]
    if not fit:
        raise LabError(
            f"the run {run.name} has no study that tells which first moves are fair: add one to its plan with opening = 1, "
            "two players of the same name, and without a swap rule"
        )
    return max(fit, key=lambda study: strength(study.players[0]))


def unfit(study: StudyResult) -> str:
    """Why a study cannot tell which first moves are fair; "" where it can."""
    if study.players[0] != study.players[1]:
        return "its players are different; take two of the same name"
    if study.opening != 1 and study.bulk is None and study.players != ("random", "random"):
        return "its players chose the first move themselves; take opening = 1"
    match = _start(study)
    for _ in range(LAST_ANSWER):
        if any(move in ANSWERS for move in match.legal_moves):
            return "it has a swap rule, which hides how good the first move is; play it without"
        if not match.codes():
            break
        match.push_code(match.codes()[0])
    return ""


def fair_start(study: StudyResult, band: float = BAND, pooled: bool = True) -> FairStart:
    """The verdicts of a study whose first moves were made at random."""
    if not 0 < band < 0.5:
        raise OptionError(f"the fair band is more than 0 and less than 0.5, like {BAND}, not {band:g}")
    scene = _start(study).scene()
    squared = pooled and _squared(scene)
    place_of = {choice.move: choice.clicks[-1] for choice in scene.choices if choice.clicks}
    places = {place.id: place for place in scene.places}
    middle = scene.box[0] + scene.box[2] / 2, scene.box[1] + scene.box[3] / 2
    groups: dict[object, list[str]] = {}
    found = results(study)
    for move in found:
        place = places.get(place_of.get(move, ""))
        groups.setdefault(_orbit(place, middle) if squared and place is not None else move, []).append(move)
    if not groups:
        raise LabError(f"the study {study.name} has no first moves to judge: it kept none, or all games were forfeited")
    z = NormalDist().inv_cdf(1 - LEVEL / len(groups) / 2)
    judged = []
    for moves in groups.values():
        counts = [sum(found[move][kind] for move in moves) for kind in range(3)]
        here = tuple(place_of[move] for move in moves if place_of.get(move, "") in places)
        if squared and here:  # the images that did not come up are as good
            orbit = _orbit(places[here[0]], middle)
            clicked = dict.fromkeys(place for place in place_of.values() if place in places)
            here = tuple(place for place in clicked if _orbit(places[place], middle) == orbit)
        judged.append(_judge(tuple(moves), here, (counts[0], counts[1], counts[2]), band, z))
    order = sorted(judged, key=lambda each: (VERDICTS.index(each.verdict), abs(each.value - 0.5), each.moves))
    return FairStart(band, squared, tuple(order))


def results(study: StudyResult) -> dict[str, Results]:
    """Games won, lost and drawn by the first player after each first move."""
    if study.bulk is not None:
        return dict(study.bulk.firsts)
    found: dict[str, Results] = {}
    for game in study.games:
        if game.moves and not game.forfeited:
            won, lost, drawn = found.get(game.moves[0], (0, 0, 0))
            found[game.moves[0]] = won + (game.winner == 0), lost + (game.winner == 1), drawn + (game.winner is None)
    return found


def _judge(moves: tuple[str, ...], places: tuple[str, ...], counts: Results, band: float, z: float) -> FirstMove:
    won, lost, drawn = counts
    n = won + lost + drawn
    value = (won + drawn / 2) / n
    low, high = points(value, (won + drawn / 4) / n - value * value, n, z)
    if low >= 0.5 - band and high <= 0.5 + band:
        verdict = "fair"
    elif low > 0.5 + band:
        verdict = "too strong"
    elif high < 0.5 - band:
        verdict = "too weak"
    else:
        verdict = "open"
    return FirstMove(moves, places, value, low, high, n, verdict)


def _start(study: StudyResult) -> Match:
    return Match(games.get(study.game), study.rules, study.options)


def _squared(scene: Scene) -> bool:
    """Whether the board is an empty square of square cells or points, so that its eight images are alike."""
    if scene.pieces or abs(scene.box[2] - scene.box[3]) > 1e-6:
        return False
    return all(len(place.outline) in (0, 4) for place in scene.places) and len({p.tone for p in scene.places}) == 1


def _orbit(place: Place, middle: tuple[float, float]) -> tuple[float, float]:
    """The same for places that are images of each other in a square."""
    across, down = sorted(round(abs(place.centre[axis] - middle[axis]), 4) for axis in (0, 1))
    return across, down
