"""The moves that a net finds likely at first sight, for people: symmetric moves count as one, unlikely ones are left out."""

from __future__ import annotations

from collections.abc import Mapping

from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit
from kakomi.search.learned.opinion import ask_net
from kakomi.search.learned.packaged import is_strongest, load_net
from kakomi.search.result import LikelyMove

MOST = 3  # moves named at most
LEAST = 0.05  # least probability of a named move, images included


def first_sight(match: Match, policy: Mapping[int, float]) -> tuple[LikelyMove, ...]:
    """The likeliest moves by a policy, which is indexed by move code; none if none is likely.

    Moves that a symmetry of the position turns into one another count as one, named after the likeliest of them; `policy`
    is then their sum, and `images` the number of the others.
    """
    orbit = Orbit(match.rule_set, match.settings, match.state)
    groups: dict[int, list[int]] = {}
    for code in policy:
        groups.setdefault(orbit.move(code) if len(orbit.symmetries) > 1 else code, []).append(code)
    text = match.rule_set.view.move_text
    found = [
        LikelyMove(
            text(match.state, max(codes, key=lambda code: policy[code])),
            sum(map(policy.__getitem__, codes)),
            len(codes) - 1,
        )
        for codes in groups.values()
    ]
    likely = sorted((each for each in found if each.policy >= LEAST), key=lambda each: -each.policy)
    return tuple(likely[:MOST])


def ask_first_sight(match: Match) -> tuple[LikelyMove, ...]:
    """The same, by the net that comes with the game; none if the game is not played with a net."""
    if match.outcome is not None or not is_strongest(match):
        return ()
    try:
        opinion = ask_net(load_net(match), match)
    except EngineError:
        return ()
    return first_sight(match, dict(zip(match.codes(), opinion.policy.values(), strict=True)))
