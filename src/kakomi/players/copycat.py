"""`copycat:BASE`: a player who answers each move with its mirror image on the board, else as BASE would.

The image is found in the game's scene, as clicks: every place has an opposite place, each click of the move is replaced by
the opposite place, and if a legal move has these clicks it is played. The opposite place is given by the first of
SYMMETRIES (the half turn, then the mirrors) that maps each player's pieces to the other's at the start of the game. Where
the opponent made several moves in a turn, the first is answered by the first, the second by the second. This player shows
whether copying the opponent works; nothing here is specific to one game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kakomi.core.match import Match
from kakomi.core.scene import XY, Scene

if TYPE_CHECKING:
    from kakomi.players import Player

KIND = "copycat"
NEAR = 1e-3  # of a cell: places this close together are the same place
OTHER = {"first": "second", "second": "first"}

Symmetry = Callable[[float, float], XY]
SYMMETRIES: tuple[Symmetry, ...] = (
    lambda right, down: (-right, -down),
    lambda right, down: (-right, down),
    lambda right, down: (right, -down),
    lambda right, down: (down, right),
    lambda right, down: (-down, -right),
)


def base_name(rest: str) -> str:
    """The name of the base player; a seed given to the copying player is passed on.

    >>> base_name("level:3,seed=5"), base_name("random,seed=5"), base_name("")
    ('level:3,seed=5', 'random:seed=5', 'random')
    """
    if ":" in rest:
        return rest
    kind, comma, settings = rest.partition(",")
    return (kind or "random") + (f":{settings}" if comma else "")


class Copycat:
    """Copies, and leaves the move to its base where it cannot."""

    def __init__(self, base: Player) -> None:
        self.name = f"{KIND}:{base.name}"
        self.base = base

    def choose(self, match: Match) -> str:
        """The image of the opponent's move, or the base's move."""
        copied = image(match)
        return self.base.choose(match) if copied is None else copied


def image(match: Match) -> str | None:
    """The legal move that copies the opponent's; None where there is none to copy or the copy is not legal."""
    clicks = answered(match)
    if not clicks:
        return None
    scene = match.scene()
    opposite = opposites(scene, *swapping(Match(match.game, match.rules, match.options).scene()))
    wanted = tuple(opposite.get(place, "") for place in clicks)
    return next((choice.move for choice in scene.choices if choice.clicks == wanted), None)


def answered(match: Match) -> tuple[str, ...]:
    """The clicks of the opponent's move that the next move would answer; () where there is none."""
    back = match.copy()
    player, own = match.to_move, 0
    theirs: list[tuple[str, ...]] = []
    while back.moves:
        code = back.move_codes[-1]
        back.pop()
        if back.to_move == player:
            if theirs:
                break
            own += 1
        else:
            theirs.append(back.rule_set.view.clicks(back.state, code))
    theirs.reverse()
    return theirs[own] if own < len(theirs) else ()


def swapping(start: Scene) -> tuple[Symmetry, XY]:
    """The symmetry that swaps the players at the start, and the centre it maps to itself: a board that grows keeps it."""
    xs, ys = ([place.centre[axis] for place in start.places] for axis in (0, 1))
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    for symmetry in SYMMETRIES:
        if _swaps(start, opposites(start, symmetry, middle)):
            return symmetry, middle
    return SYMMETRIES[0], middle


def _swaps(start: Scene, opposite: dict[str, str]) -> bool:
    """Whether each player's places and pieces lie opposite those of the other."""
    tones = {place.id: place.tone for place in start.places}
    pieces = {piece.place: piece.owner for piece in start.pieces}
    return all(
        place in opposite
        and tones[opposite[place]] == OTHER.get(tone, tone)
        and pieces.get(opposite[place]) == OTHER.get(pieces.get(place, ""), pieces.get(place))
        for place, tone in tones.items()
    )


def opposites(scene: Scene, symmetry: Symmetry, middle: XY) -> dict[str, str]:
    """The opposite of each place that has one."""
    spots = {_key(place.centre): place.id for place in scene.places}
    x, y = middle
    partners = {}
    for place in scene.places:
        right, down = symmetry(place.centre[0] - x, place.centre[1] - y)
        other = spots.get(_key((x + right, y + down)))
        if other is not None:
            partners[place.id] = other
    return partners


def _key(spot: XY) -> tuple[int, int]:
    return round(spot[0] / NEAR), round(spot[1] / NEAR)
