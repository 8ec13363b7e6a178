"""The summary: sentences that a designer can quote, with intervals and the number of games."""

from __future__ import annotations

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab.figures import figure
from kakomi.lab.measures import Measured, phrases
from kakomi.lab.player_names import both_players, equal_players, player_text
from kakomi.lab.report.study_groups import StudyGroup
from kakomi.lab.results import StudyResult
from kakomi.solved.solver import solver_for

FAIR = 0.025  # how far from a half the first player's points may lie in a fair game
NEARLY_ALL = 0.995  # the share of games that counts as nearly every game


def summary(group: StudyGroup) -> list[str]:
    """What the game is like, in a few sentences."""
    study, found = group.studies[group.chief], group.measured[group.chief]
    lines = [f"Figures are from {study.played:,} games between {both_players(study)}, unless stated otherwise."]
    for part in (_fairness(group, study, found), _draws(found), _length(found), _choice(found), _drama(study, found)):
        lines += part
    return lines + _skill(group) + _ends(study.game, found) + _proven(group)


def paragraph(group: StudyGroup, player: str, found: dict[str, Measured]) -> str:
    """The game in one paragraph, for a page that compares games; `found` has the measures of equals called `player`."""
    lines = [f"Between {equal_players(player)}:"]
    first, draws, length, branching = (
        found.get(name) for name in ("first_player_advantage", "draws", "length", "branching")
    )
    if first is not None:
        lines.append(f"the first player takes {figure(first.value, first.unit)} of the points{_range(first)}")
        lines[-1] += f", and {_drawn(draws)}." if draws is not None else "."
    if length is not None and branching is not None:
        lines.append(f"A game takes {round(length.value):,} moves, each chosen from {round(branching.value):,}.")
    leads, drama, decided = (found.get(name) for name in ("lead_changes", "drama", "decided_at"))
    if leads is not None and decided is not None:
        lines.append(
            f"The lead changes {leads.value:.1f} times, and the winner is ahead for good after "
            f"{round(100 * decided.value)}% of the game."
        )
    if drama is not None:
        lines.append(f"At the worst moment the winner's chance was {round(50 * (1 - drama.value))}% on average.")
    skill, copying = found.get("skill_trace"), found.get("copycat")
    if skill is not None and skill.low is not None:
        verdict = "skill matters" if skill.low > 0.5 else "it is not shown that skill matters"
        lines.append(f"A search with twice the nodes takes {figure(skill.value, skill.unit)}: {verdict}.")
    if copying is not None and copying.low is not None and copying.high is not None:
        verdict = (
            "which does not pay"
            if copying.high < 0.5
            else "which pays"
            if copying.low > 0.5
            else "about an equal share"
        )
        lines.append(f"Copying the opponent takes {figure(copying.value, copying.unit)}, {verdict}.")
    return " ".join([*lines, *_ends(group.game, found), *_proven(group)])


def _proven(group: StudyGroup) -> list[str]:
    """The result of perfect play, if the game is solved and its table is available."""
    try:
        match = Match(games.get(group.game), group.rules, group.options)
    except KakomiError:
        return []
    solver = solver_for(match)
    if solver is None or not solver.ready:
        return []
    return [f"The game is solved: {solver.solution(match).sentence}. That is proven, not measured."]


def _drawn(draws: Measured) -> str:
    if draws.value == 0:
        return "no game was drawn"
    return "every game was drawn" if draws.value == 1 else f"{figure(draws.value, draws.unit)} of games are drawn"


def _range(found: Measured) -> str:
    if found.low is None or found.high is None:
        return ""
    ends = [figure(end, found.unit) for end in (found.low, found.high)]
    return f" ({ends[0]} to {ends[1]})"


def _fairness(group: StudyGroup, study: StudyResult, found: dict[str, Measured]) -> list[str]:
    first = found.get("first_player_advantage")
    if first is None or first.low is None or first.high is None:
        return []
    text = f"The first player takes {figure(first.value, first.unit)} of the points{_range(first)}"
    if first.low > 0.5:
        verdict = "moving first is an advantage"
    elif first.high < 0.5:
        verdict = "moving second is an advantage"
    elif first.low >= 0.5 - FAIR and first.high <= 0.5 + FAIR:
        verdict = "the game is fair to within a few percent"
    else:
        verdict = "no advantage of either side is shown, though more games might show one"
    lines = [f"{text}: {verdict}."]
    weaker = [
        f"{figure(known[first.name].value, first.unit)} between {equal_players(player)}"
        for player, known in group.strengths.items()
        if player != study.players[0] and first.name in known
    ]
    return [*lines, f"With weaker players it is {_listed(weaker)}."] if weaker else lines


def _draws(found: dict[str, Measured]) -> list[str]:
    draws = found.get("draws")
    if draws is None:
        return []
    if draws.value == 0:
        below = "" if draws.high is None else f"; the true rate is very likely below {figure(draws.high, draws.unit)}"
        return [f"No game was drawn{below}."]
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
    lines = [
        f"A player chooses from {figure(branching.value, branching.unit)} moves{_range(branching)}; "
        f"the choices of a whole game multiply to about 10^{tree.value:.0f}."
    ]
    forced = found.get("forced_share")
    if forced is not None and forced.value > 0:
        lines.append(f"{figure(forced.value, forced.unit)} of moves are forced{_range(forced)}.")
    return lines


def _drama(study: StudyResult, found: dict[str, Measured]) -> list[str]:
    leads, drama, decided = (found.get(name) for name in ("lead_changes", "drama", "decided_at"))
    if leads is None or drama is None or decided is None:
        return []
    low = (1 - drama.value) / 2
    return [
        f"The lead changes {figure(leads.value, leads.unit)} times per game{_range(leads)}.",
        f"At the worst moment the eventual winner's chance is {figure(low, 'share')} on average, "
        f"and the winner is ahead for good after {figure(decided.value, decided.unit)} of the game{_range(decided)}; "
        f"chances are estimated by a search of {study.evaluate:,} nodes.",
    ]


def _skill(group: StudyGroup) -> list[str]:
    lines = []
    for study, found in zip(group.studies, group.measured, strict=True):
        skill, copying = found.get("skill_trace"), found.get("copycat")
        named = skill or copying or found.get("first_named_points")
        if named is None:
            continue
        names = [player_text(name) for name in study.players]
        if copying is not None:
            lines.append(
                f"A second player who copies whenever the rules allow it takes {figure(copying.value, copying.unit)} of the "
                f"points{_range(copying)} in {copying.n:,} games between {names[0]} and {names[1]}."
            )
        elif skill is not None:
            lines.append(
                f"Twice the nodes take {figure(skill.value, skill.unit)} of the points{_range(skill)}: "
                f"{names[0]} and {names[1]}, {skill.n:,} games."
            )
        else:
            lines.append(
                f"Against {names[1]}, {names[0]} takes {figure(named.value, named.unit)} of the points{_range(named)} "
                f"in {named.n:,} games."
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
        return [f"Every game ended by {how}."]
    many = "Nearly every game ends" if first.value >= NEARLY_ALL else f"{figure(first.value, first.unit)} of games end"
    return [f"{many} by {how}{_range(first)}."]


def _listed(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
