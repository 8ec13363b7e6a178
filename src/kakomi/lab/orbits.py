"""First moves and early positions up to symmetry: images of one move count as one move."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

from kakomi import games
from kakomi.core.match import Match
from kakomi.core.symmetry import Orbit, count, image, image_move

EARLY = 4  # plies after which `early_position` takes the position
DIGITS = 12  # of its name


def first_move_orbits(match: Match) -> tuple[tuple[str, ...], ...]:
    """The legal moves of a match, grouped: moves that a symmetry of the position maps to each other are together.

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
    """Each legal move mapped to the first of its images, which represents them all."""
    return {move: moves[0] for moves in first_move_orbits(match) for move in moves}


def early_position(match: Match, plies: int = EARLY) -> str:
    """A short name for the position after that many plies, or the last if there are fewer; the same for all its images."""
    early = Match(match.game, match.rules, match.options, match.start_position)
    for code in match.move_codes[:plies]:
        early.push_code(code)
    return hashlib.sha256(early.canonical().encode()).hexdigest()[:DIGITS]


# --- games seen from another side -------------------------------------------------------------------------------------


def own_symmetries(match: Match) -> list[int]:
    """The symmetries that leave the position of a match unchanged; 0, the first, always does."""
    return [
        number
        for number in range(count(match.rule_set, match.state))
        if image(match.rule_set, match.state, number) == match.state
    ]


def inverse(match: Match, symmetry: int) -> int:
    """The one of the position's own symmetries that undoes another."""
    return next(
        number
        for number in own_symmetries(match)
        if all(
            image_move(match.rule_set, match.state, image_move(match.rule_set, match.state, code, symmetry), number)
            == code
            for code in match.codes()
        )
    )


def turn_moves(match: Match, moves: Iterable[str], symmetry: int) -> list[str]:
    """Moves from the position of a match onwards, mapped by one of its own symmetries.

    >>> match = Match(games.all_games()[0])
    >>> moves = [orbit[0] for orbit in first_move_orbits(match)]
    >>> [[turn_moves(match, [move], number)[0] for number in own_symmetries(match)] for move in moves[4:6]]
    [['e2-d3', 'b5-c4', 'b5-c4', 'e2-d3'], ['e2-c4', 'b5-d3', 'b5-d3', 'e2-c4']]
    """
    here, there = match.copy(), match.copy()
    texts = []
    for text in moves:
        code = here.parse(text)
        there.push_code(image_move(here.rule_set, here.state, code, symmetry))
        here.push_code(code)
        texts.append(there.moves[-1])
    return texts
