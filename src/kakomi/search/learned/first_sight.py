"""The moves that a net thinks likely at first sight, for people: images of a move are one move, and no unlikely ones."""

from __future__ import annotations

from collections.abc import Mapping

from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit
from kakomi.search.learned.opinion import ask_net
from kakomi.search.learned.packaged import is_strongest, load_net
from kakomi.search.result import LikelyMove

MOST = 3  # moves that are named
LEAST = 0.05  # probability of a move that is named, with its images


def first_sight(match: Match, policy: Mapping[int, float]) -> tuple[LikelyMove, ...]:
    """The likeliest moves by a policy, which is by their codes; none where none is likely.

    Moves that a symmetry of the position turns into one another are one, named as the likeliest of them; `policy` is then
    that of all together, and `images` the number of the others.
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
    """The same by the net that comes with the game; none where it is not played with one."""
    if match.outcome is not None or not is_strongest(match):
        return ()
    try:
        opinion = ask_net(load_net(match), match)
    except EngineError:
        return ()
    return first_sight(match, dict(zip(match.codes(), opinion.policy.values(), strict=True)))
