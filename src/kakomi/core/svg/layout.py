"""Where things go on the sheet, in hundredths of a cell: the circle inside the smallest cell is 100 across."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, dist, hypot

from kakomi.core.scene import XY, Label, Place, Scene
from kakomi.core.svg.looks import FEWEST_CELLS, LABEL_ASIDE, LABEL_CLEAR

TALLEST = 1.4  # the greatest height of a sheet, in widths

Extent = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Layout:
    """The sheet, the board on it, and how a scene's lengths become the picture's."""

    unit: float  # one unit of the scene
    left: float
    top: float
    width: float
    height: float
    board: Extent
    pixel: float  # one pixel of the finished picture
    font: float  # the size of coordinates

    def at(self, point: XY) -> XY:
        """A point of the scene on the sheet."""
        return point[0] * self.unit + self.left, point[1] * self.unit + self.top


def inner_radius(places: Iterable[Place]) -> float:
    """The radius of the circle that fits into every cell, and round every point without touching another's.

    >>> inner_radius([])
    0.5
    """
    found, points = [], []
    for place in places:
        if not place.outline:
            points.append(place.centre)
        x, y = place.centre
        for (ax, ay), (bx, by) in zip(place.outline, (*place.outline[1:], *place.outline[:1]), strict=True):
            side = hypot(bx - ax, by - ay)
            if side:
                found.append(abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / side)
    found += [dist(a, b) / 2 for i, a in enumerate(points) for b in points[:i]]
    return min((each for each in found if each > 1e-6), default=0.5)


def _extent(scene: Scene, fit: float) -> Extent:
    """The scene's box, and room for stones on points at its edge."""
    x, y, wide, high = scene.box
    points = [place.centre for place in scene.places if not place.outline]
    xs, ys = [px for px, _ in points], [py for _, py in points]
    return (
        min([x, *(each - fit for each in xs)]),
        min([y, *(each - fit for each in ys)]),
        max([x + wide, *(each + fit for each in xs)]),
        max([y + high, *(each + fit for each in ys)]),
    )


def _names_points(scene: Scene, labels: tuple[Label, ...], extent: Extent) -> bool:
    """Whether labels stand among points without outlines, as the points' names: then they are written smaller."""
    left, top, right, bottom = extent
    within = any(left < label.at[0] < right and top < label.at[1] < bottom for label in labels)
    return within and any(not place.outline for place in scene.places)


def lay_out(
    scene: Scene, labels: tuple[Label, ...], frame: float, below: Callable[[float], float], width: int
) -> Layout:
    """The layout of a picture `width` pixels wide.

    `frame` is the least distance from the board to the sheet's edge; `below` gives the height of the strip under the board.
    """
    fit = inner_radius(scene.places)
    unit = 50 / fit
    extent = _extent(scene, fit)
    small = 0.84 if _names_points(scene, labels, extent) else 1.0
    left, top, right, bottom = (each * unit for each in extent)
    whole = max(right - left + 2 * frame, FEWEST_CELLS * 100)
    for _ in range(
        6
    ):  # letters are sized in pixels, and a pixel depends on the margin the letters need: this converges quickly
        pixel = whole / width
        font = small * min(max(25, min(11 * pixel, 62)), 15 * pixel)
        side = over = frame
        for label in labels:
            x, y = label_spot(label, (left, top, right, bottom), unit, font)
            half = len(label.text) * font * 0.3 + 0.7 * font
            side = max(side, left - x + half, x + half - right)
            over = max(over, top - y + 1.2 * font, y + 1.2 * font - bottom)
        if abs(side - over) < 30:  # nearly equal looks like a mistake, equal looks like a frame
            side = over = max(side, over)
        over = ceil(over)
        high = bottom - top + 2 * over + below(pixel)
        whole = ceil(max(right - left + 2 * side, FEWEST_CELLS * 100, high / TALLEST))
    side = (whole - (right - left)) / 2
    board = (side, over, side + right - left, over + bottom - top)
    return Layout(unit, side - left, over - top, whole, high, board, whole / width, font)


def label_spot(label: Label, board: Extent, unit: float, font: float) -> XY:
    """A label's place: where the scene has it, but far enough out that letters beside small cells keep off them."""
    x, y = label.at[0] * unit, label.at[1] * unit
    left, top, right, bottom = board
    aside = len(label.text) * font * LABEL_ASIDE[0] + LABEL_ASIDE[1]
    clear = font * LABEL_CLEAR[0] + LABEL_CLEAR[1]
    if x < left:
        x = min(x, left - aside)
    elif x > right:
        x = max(x, right + aside)
    if y < top:
        y = min(y, top - clear)
    elif y > bottom:
        y = max(y, bottom + clear)
    return x, y
