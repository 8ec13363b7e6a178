"""First moves and early positions up to symmetry: images of one move count as one move."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from kakomi import games
from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit

EARLY = 4  # plies after which `early_position` looks
DIGITS = 12  # of its name


def first_move_orbits(match: Match) -> tuple[tuple[str, ...], ...]:
    """The legal moves of a match, those together that a symmetry of the position turns into one another.

    >>> [len(orbit) for orbit in first_move_orbits(Match(games.all_games()[0]))]
    [4, 4, 4, 4, 2, 2, 4]
    """
    options = tuple(sorted(match.options.items()))
    return _orbits(match.game.name, match.rules, options, None if match.ply == 0 else match.position)


@lru_cache(maxsize=64)
def _orbits(
    game: str, rules: str, options: tuple[tuple[str, object], ...], position: str | None
) -> tuple[tuple[str, ...], ...]:
    match = Match(games.get(game), rules, dict(options), position)
    orbit = Orbit(match.rule_set, match.settings, match.state)
    groups: dict[int, list[str]] = {}
    for code in match.codes():
        groups.setdefault(orbit.move(code), []).append(match.rule_set.view.move_text(match.state, code))
    return tuple(tuple(moves) for moves in groups.values())


def orbit_names(match: Match) -> dict[str, str]:
    """For each legal move the first of its images, which stands for them all."""
    return {move: moves[0] for moves in first_move_orbits(match) for move in moves}


def early_position(match: Match, plies: int = EARLY) -> str:
    """A short name of the position after so many plies, the same for all its images; of the last one if there are fewer."""
    early = Match(match.game, match.rules, match.options, match.start_position)
    for code in match.move_codes[:plies]:
        early.push_code(code)
    return hashlib.sha256(early.canonical().encode()).hexdigest()[:DIGITS]
