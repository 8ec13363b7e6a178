"""The summary: sentences that a designer can quote. Each gives its interval and number of games, or says that it is proven.

The figures of a sentence come from studies of one kind of start; where studies of another kind are quoted, a separate
sentence says so.
"""

from __future__ import annotations

import math

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab.figures import figure, number
from kakomi.lab.measures import Measured, phrases
from kakomi.lab.player_names import both_players, equal_players, player_text
from kakomi.lab.report.study_groups import StudyGroup
from kakomi.lab.results import FIRST_MOVES, OPENINGS, POSITIONS, RANDOM_MOVES, StudyResult
from kakomi.lab.statistics.calibration import calibration_of
from kakomi.lab.statistics.doublings import depth, doublings
from kakomi.players.matches.ratings import Rating
from kakomi.solved.solver import solver_for

FAIR = 0.025  # how far from a half the first player's points may lie in a fair game
NEARLY_ALL = 0.995  # the share of games that counts as nearly every game
BRIEF = (
    "proven",
    "fairness",
    "best first move",
    "swap",
    "draws",
    "length",
    "lead",
    "skill",
)  # for a page of many games


def summary(group: StudyGroup) -> list[str]:
    """What the game is like, in a few sentences."""
    return [line for lines in sentences(group).values() for line in lines]


def paragraph(group: StudyGroup) -> str:
    """The game in one paragraph, for a page of several games."""
    found = sentences(group)
    return " ".join(line for key in BRIEF for line in found[key])


def sentences(group: StudyGroup) -> dict[str, list[str]]:
    """The sentences, by topic."""
    study, found = group.studies[group.chief], group.measured[group.chief]
    return {
        "proven": _proven(group),
        "fairness": _fairness(group, study, found),
        "best first move": _first_moves(group),
        "swap": _swap(group),
        "weaker": _weaker(group, study),
        "draws": _draws(found),
        "length": _length(found),
        "choice": _choice(found),
        "lead": _lead(found),
        "course": _course(study, found),
        "skill": _skill(group),
        "contests": _contests(group),
        "ends": _ends(study.game, found),
    }


def way_in(study: StudyResult) -> str:
    """How the games of a study began, in words.

    >>> way_in(StudyResult(0, "a", "mygame", "standard", {}, ("random", "random"), opening=2))
    'after 2 random plies'
    """
    if study.kind == RANDOM_MOVES:
        return "after a random first move" if study.opening == 1 else f"after {study.opening} random plies"
    return {
        FIRST_MOVES: "after every first move equally often",
        OPENINGS: f"after {len(study.openings)} given openings",
        POSITIONS: f"from {len(study.positions)} given positions",
    }.get(study.kind, "from the true start")


def between(low: float | None, high: float | None, unit: str, count: int) -> str:
    """The interval and the number of games, in brackets.

    >>> between(0.1, 0.2, "share", 400)
    ' (10.0% to 20.0%, 400 games)'
    """
    games_text = f"{count:,} game{'' if count == 1 else 's'}"
    if low is None or high is None:
        return f" ({games_text}, too few for an interval)"
    return f" ({figure(low, unit)} to {figure(high, unit)}, {games_text})"


def _range(found: Measured) -> str:
    return between(found.low, found.high, found.unit, found.n)


def _verdict(low: float, high: float) -> str:
    if low > 0.5:
        return "moving first is an advantage"
    if high < 0.5:
        return "moving second is an advantage"
    if low >= 0.5 - FAIR and high <= 0.5 + FAIR:
        return "the game is fair to within a few percent"
    return "no advantage of either side is shown, though more games might show one"


def _fairness(group: StudyGroup, study: StudyResult, found: dict[str, Measured]) -> list[str]:
    first = found.get("first_player_advantage")
    if first is None or first.low is None or first.high is None:
        return []
    start = way_in(study)
    text = f"{start[0].upper()}{start[1:]}, between {both_players(study)}, the first player takes "
    text += f"{figure(first.value, first.unit)} of the points{_range(first)}: {_verdict(first.low, first.high)}"
    if study.spread is not None:
        text += f"; {study.spread.text}"
    if study.turned:
        text += "; each game is shown to the players from a random side"
    return [f"{text}."]


def _first_moves(group: StudyGroup) -> list[str]:
    if group.first_moves is None:
        return []
    study, found = group.studies[group.first_moves], group.measured[group.first_moves]
    best = found.get("best_first_move")
    if best is None:
        return []
    return [
        f"After the best first move, {best.note}, the first player takes {figure(best.value, best.unit)} of the points"
        f"{_range(best)}, between {both_players(study)}; other games had chosen the move from {len(study.openings)} that "
        "differ by more than symmetry."
    ]


def _swap(group: StudyGroup) -> list[str]:
    swap = None if group.first_moves is None else group.measured[group.first_moves].get("swap_value")
    if swap is None:
        return []
    return [
        f"If the second player may take either side after the first move, the fairest one, {swap.note}, leaves the first "
        f"player {figure(swap.value, swap.unit)} of the points{_range(swap)}."
    ]


def _weaker(group: StudyGroup, study: StudyResult) -> list[str]:
    name = "first_player_advantage"
    weaker = [
        f"{figure(known[name].value, known[name].unit)}{_range(known[name])} between {equal_players(player)}"
        for player, known in group.strengths.items()
        if player != study.players[0] and name in known
    ]
    return [f"With weaker players, {way_in(study)} as well, it is {_listed(weaker)}."] if weaker else []


def _draws(found: dict[str, Measured]) -> list[str]:
    draws = found.get("draws")
    if draws is None:
        return []
    if draws.value == 0:
        return [f"No game was drawn{_range(draws)}."]
    return [f"{figure(draws.value, draws.unit)} of games are drawn{_range(draws)}."]


def _length(found: dict[str, Measured]) -> list[str]:
    length = found.get("length")
    if length is None:
        return []
    return [f"A game takes {figure(length.value, length.unit)} moves{_range(length)}, counting both players."]


def _choice(found: dict[str, Measured]) -> list[str]:
    branching, tree = found.get("branching"), found.get("game_tree")
    if branching is None or tree is None:
        return []
    lines = [f"A player chooses from {figure(branching.value, branching.unit)} moves{_range(branching)}."]
    if tree.low is not None and tree.high is not None:
        lines.append(
            f"The choices of a whole game multiply to about 10^{tree.value:.0f} (10^{tree.low:.2f} to "
            f"10^{tree.high:.2f}, {tree.n:,} games)."
        )
    forced = found.get("forced_share")
    if forced is not None and forced.value > 0:
        lines.append(f"{figure(forced.value, forced.unit)} of moves are forced{_range(forced)}.")
    diverse = found.get("opening_diversity")
    if diverse is not None:
        lines.append(
            f"Two games differ after four plies, up to symmetry, with a chance of {figure(diverse.value, diverse.unit)}"
            f"{_range(diverse)}."
        )
    return lines


def _lead(found: dict[str, Measured]) -> list[str]:
    leads, decided = found.get("lead_changes"), found.get("decided_at")
    lines = []
    if leads is not None:
        lines.append(f"The lead changes {figure(leads.value, leads.unit)} times per game{_range(leads)}.")
    if decided is not None:
        lines.append(
            f"The winner is ahead for good after {figure(decided.value, decided.unit)} of the game{_range(decided)}."
        )
    return lines


def _course(study: StudyResult, found: dict[str, Measured]) -> list[str]:
    lines = []
    drama, comeback, phase = (found.get(name) for name in ("drama", "comeback", "decided_phase"))
    if drama is not None and drama.low is not None and drama.high is not None:
        worst = between((1 - drama.high) / 2, (1 - drama.low) / 2, "share", drama.n)
        chance = figure((1 - drama.value) / 2, "share")
        lines.append(f"At the worst moment the eventual winner's chance is {chance} on average{worst}.")
    if comeback is not None:
        lines.append(
            f"{figure(comeback.value, comeback.unit)} of winners come back from a chance of 25% or less{_range(comeback)}."
        )
    if phase is not None:
        lines.append(f"{figure(phase.value, phase.unit)} moves are played after the game is decided{_range(phase)}.")
    critical, only = found.get("critical_moves"), found.get("only_winning_moves")
    if critical is not None:
        lines.append(
            f"In {figure(critical.value, critical.unit)} of choices the second-best move costs a fifth of the chances or "
            f"more{_range(critical)}."
        )
    if only is not None:
        lines.append(f"In {figure(only.value, only.unit)} of choices only one move leads{_range(only)}.")
    calibration = calibration_of(study) if study.evaluate else None
    if calibration is not None and calibration.brier_ends is not None:
        lines.append(
            f"These chances are from a search of {study.evaluate:,} nodes, corrected by the results of other games; their "
            f"Brier score is {number(calibration.brier)} ({number(calibration.brier_ends[0])} to "
            f"{number(calibration.brier_ends[1])}, {calibration.games:,} games), where 0 is perfect."
        )
    return lines


def _skill(group: StudyGroup) -> list[str]:
    steps = doublings(group.studies)
    if not steps:
        return []
    deep = depth(group.studies)
    games_text = f"{sum(step.games for step in steps):,} games"
    if deep is None or deep.per_doubling is None or len(steps) < 2:
        step = steps[0]
        return [
            f"Twice the nodes are worth {_elo(Rating(step.elo, step.low, step.high), f'{step.games:,} games')} for a "
            f"{step.search} search of {step.nodes:,} nodes."
        ]
    return [
        f"Twice the nodes are worth {_elo(deep.per_doubling, games_text)} on average over {deep.doublings} doublings from "
        f"{steps[0].nodes:,} to {2 * steps[-1].nodes:,} nodes.",
        f"From random play to {player_text(deep.best)} it is {_elo(deep.elo, f'{deep.games:,} games')}, or "
        f"{_steps(deep.steps, deep.games)}.",
    ]


def _elo(rating: Rating, games_text: str) -> str:
    if math.isinf(rating.low) or math.isinf(rating.high):
        return f"{rating.text.replace('+', '')} Elo (one-sided 95% bound, {games_text})"
    return f"{rating.elo:,.0f} Elo ({rating.low:,.0f} to {rating.high:,.0f}, {games_text})"


def _steps(rating: Rating, count: int) -> str:
    if math.isinf(rating.high):
        return f"more than {rating.low:.1f} steps of 75% (one-sided 95% bound, {count:,} games)"
    return f"{rating.elo:.1f} steps of 75% ({rating.low:.1f} to {rating.high:.1f}, {count:,} games)"


def _contests(group: StudyGroup) -> list[str]:
    lines = []
    for study, found in zip(group.studies, group.measured, strict=True):
        copying = found.get("copycat")
        if copying is not None:
            names = [player_text(name) for name in study.players]
            lines.append(
                f"A second player who copies whenever the rules allow it takes {figure(copying.value, copying.unit)} of the "
                f"points{_range(copying)} between {names[0]} and {names[1]}."
            )
        elif "first_named_points" in found and "skill_trace" not in found and "random" not in study.players:
            named = found["first_named_points"]
            names = [player_text(name) for name in study.players]
            lines.append(
                f"Against {names[1]}, {names[0]} takes {figure(named.value, named.unit)} of the points{_range(named)}, "
                f"{way_in(study)}."
            )
    return lines


def _ends(game: str, found: dict[str, Measured]) -> list[str]:
    several = [each for name, each in found.items() if name.startswith("ending:")]
    if not several:
        return []
    first = several[0]
    clause = first.name.partition(":")[2]
    phrase = phrases.ending(game, clause)
    how = f"{phrase}, clause {clause}" if phrase and clause not in phrases.MISCONDUCT else phrase or f"clause {clause}"
    if first.value == 1:
        return [f"Every game ended by {how}{_range(first)}."]
    many = "Nearly every game ends" if first.value >= NEARLY_ALL else f"{figure(first.value, first.unit)} of games end"
    return [f"{many} by {how}{_range(first)}."]


def _proven(group: StudyGroup) -> list[str]:
    """The result of perfect play, if the game is solved and its table is available."""
    try:
        match = Match(games.get(group.game), group.rules, group.options)
    except KakomiError:
        return []
    solver = solver_for(match)
    if solver is None or not solver.ready:
        return []
    return [f"Proven, not measured: {solver.solution(match).sentence}."]


def _listed(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
