"""The summary: sentences that a designer can quote, each with its interval and the number of games behind it."""

from __future__ import annotations

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.lab import phrases
from kakomi.lab.measures import Measured
from kakomi.lab.measures.base import figure
from kakomi.lab.report.matches import Group, alike, called, who
from kakomi.lab.results import StudyResult
from kakomi.solved.solver import solver_for

FAIR = 0.025  # how far from a half a first player's points may lie to be called fair
ALL = 0.995  # of games: nearly every


def summary(group: Group) -> list[str]:
    """What the game is like, in a few sentences."""
    study, found = group.studies[group.chief], group.measured[group.chief]
    lines = [f"These are games between {who(study)}: {study.played:,} of them, unless said otherwise."]
    for part in (_fairness(group, study, found), _draws(found), _length(found), _choice(found), _course(study, found)):
        lines += part
    return lines + _skill(group) + _ends(study.game, found) + _proven(group)


def paragraph(group: Group, player: str, found: dict[str, Measured]) -> str:
    """The game in one paragraph, for a page that compares games; `found` is what is known of equals like `player`."""
    lines = [f"Between {alike(player)}:"]
    first, draws, length, branching = (
        found.get(name) for name in ("first_player_advantage", "draws", "length", "branching")
    )
    if first is not None:
        lines.append(f"the first player takes {figure(first.value, first.unit)} of the points{_range(first)}")
        lines[-1] += f", and {_drawn(draws)}." if draws is not None else "."
    if length is not None and branching is not None:
        lines.append(f"A game takes {round(length.value):,} moves, each chosen among {round(branching.value):,}.")
    leads, drama, decided = (found.get(name) for name in ("lead_changes", "drama", "decided_at"))
    if leads is not None and decided is not None:
        lines.append(
            f"The lead changes hands {leads.value:.1f} times, and the winner is ahead for good after "
            f"{round(100 * decided.value)}% of the game."
        )
    if drama is not None:
        lines.append(f"At the worst moment the winner's chance stood at {round(50 * (1 - drama.value))}% on average.")
    skill, copying = found.get("skill_trace"), found.get("copycat")
    if skill is not None and skill.low is not None:
        verdict = "skill tells" if skill.low > 0.5 else "that skill tells is not shown"
        lines.append(f"A search of twice the nodes takes {figure(skill.value, skill.unit)}: {verdict}.")
    if copying is not None and copying.low is not None and copying.high is not None:
        well = (
            "and it does not pay" if copying.high < 0.5 else "and it pays" if copying.low > 0.5 else "about its share"
        )
        lines.append(f"Copying the opponent takes {figure(copying.value, copying.unit)}, {well}.")
    return " ".join([*lines, *_ends(group.game, found), *_proven(group)])


def _proven(group: Group) -> list[str]:
    """What perfect play comes to, where the game is solved and its table is at hand."""
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


def _fairness(group: Group, study: StudyResult, found: dict[str, Measured]) -> list[str]:
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
        verdict = "neither side is shown to have an advantage, and more games could still show one"
    lines = [f"{text}: {verdict}."]
    told = [
        f"{figure(known[first.name].value, first.unit)} between {alike(player)}"
        for player, known in group.strengths.items()
        if player != study.players[0] and first.name in known
    ]
    return [*lines, f"With weaker players it is {_listed(told)}."] if told else lines


def _draws(found: dict[str, Measured]) -> list[str]:
    draws = found.get("draws")
    if draws is None:
        return []
    if draws.value == 0:
        most = (
            ""
            if draws.high is None
            else f"; more than {figure(draws.high, draws.unit)} drawn games would be a surprise"
        )
        return [f"No game was drawn{most}."]
    return [f"{figure(draws.value, draws.unit)} of games are drawn{_range(draws)}."]


def _length(found: dict[str, Measured]) -> list[str]:
    length = found.get("length")
    if length is None:
        return []
    return [f"A game takes {figure(length.value, length.unit)} moves{_range(length)}, both players' counted."]


def _choice(found: dict[str, Measured]) -> list[str]:
    branching, tree = found.get("branching"), found.get("game_tree")
    if branching is None or tree is None:
        return []
    lines = [
        f"A player chooses among {figure(branching.value, branching.unit)} moves{_range(branching)}; "
        f"the choices along a game multiply to about 10^{tree.value:.0f}."
    ]
    forced = found.get("forced_share")
    if forced is not None and forced.value > 0:
        lines.append(f"{figure(forced.value, forced.unit)} of moves are forced{_range(forced)}.")
    return lines


def _course(study: StudyResult, found: dict[str, Measured]) -> list[str]:
    leads, drama, decided = (found.get(name) for name in ("lead_changes", "drama", "decided_at"))
    if leads is None or drama is None or decided is None:
        return []
    low = (1 - drama.value) / 2
    return [
        f"The lead changes hands {figure(leads.value, leads.unit)} times a game{_range(leads)}.",
        f"At the worst moment the eventual winner's chance stands at {figure(low, 'share')} on average, "
        f"and the winner is ahead for good after {figure(decided.value, decided.unit)} of the game{_range(decided)}; "
        f"chances are those of a search of {study.evaluate:,} nodes.",
    ]


def _skill(group: Group) -> list[str]:
    lines = []
    for study, found in zip(group.studies, group.measured, strict=True):
        skill, copying = found.get("skill_trace"), found.get("copycat")
        told = skill or copying or found.get("first_named_points")
        if told is None:
            continue
        names = [called(name) for name in study.players]
        if copying is not None:
            lines.append(
                f"A second player who copies where the rules allow it takes {figure(copying.value, copying.unit)} of the "
                f"points{_range(copying)} in {copying.n:,} games between {names[0]} and {names[1]}."
            )
        elif skill is not None:
            lines.append(
                f"Twice the nodes take {figure(skill.value, skill.unit)} of the points{_range(skill)}: "
                f"{names[0]} and {names[1]}, {skill.n:,} games."
            )
        else:
            lines.append(
                f"Against {names[1]}, {names[0]} takes {figure(told.value, told.unit)} of the points{_range(told)} "
                f"in {told.n:,} games."
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
    many = "Nearly every game ends" if first.value >= ALL else f"{figure(first.value, first.unit)} of games end"
    return [f"{many} by {how}{_range(first)}."]


def _listed(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
