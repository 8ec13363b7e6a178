"""Looks: how cells, lines and traces are drawn, whose shape is known only when drawing; and the board's proportions.

Pictures are laid out here, boards by the page itself, in a window that changes size; both draw with these. A look is a
set of SVG attributes. Colours are tokens, written as `{token}`; widths are in hundredths of a cell and in pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kakomi.core.svg.materials import Border, variable
from kakomi.core.svg.vector import Look

TONE_FILLS = {  # tones of cells that are part of the board, and their tokens
    "plain": "board",
    "dark": "shade",
    "outer": "shade",
    "inner": "board",
    "centre": "inlay",
    "closed": "inlay",
}
FEWEST_CELLS = 5.8  # a board of few cells does not enlarge them to the width of the page
POINT = 48.0  # half the width of a place without an outline
MARK_INSET = 2.0  # traces of the last move keep this far inside their cell
VACANT_INSET = 7.0
BRUSH = 72.0  # the radius the brush circle is drawn with; it is scaled to the room it has
BRUSH_ROOM = (50.0, 72.0, 52.0)  # the least and the greatest radius, and how far it keeps from a neighbour's centre
LETTERS = {"free": (0.0, 13.5, 39.0), "standing": (-29.0, -26.0, 15.0)}  # x, y and size; beside a piece, in the corner
LABEL_ASIDE = (0.28, 8.0)  # a label's distance beside the board: per letter, in font sizes, and a constant
LABEL_CLEAR = (0.55, 8.0)  # and above and below it: in font sizes, and a constant


@dataclass(frozen=True)
class Width:
    """The width of a line: in hundredths of a cell plus pixels, within bounds in pixels."""

    cell: float = 0.0
    pixels: float = 0.0
    least: float = 0.0
    most: float | None = None

    def at(self, pixel: float) -> float:
        """The width in hundredths of a cell, where a pixel is `pixel` of them.

        >>> Width(3.2, least=1.2, most=2.4).at(1), Width(3.2, least=1.2, most=2.4).at(4), Width(pixels=1).at(4)
        (2.4, 4.8, 4.0)
        """
        wide = max(self.cell + self.pixels * pixel, self.least * pixel)
        return wide if self.most is None else min(wide, self.most * pixel)


@dataclass(frozen=True)
class Drawn:
    """Attributes, and the width of the stroke if there is one."""

    attributes: Mapping[str, str]
    width: Width | None = None

    def look(self, colours: Callable[[str], str], pixel: float) -> Look:
        """The attributes as `tag` takes them, with real colours and a real width."""
        look: Look = {
            name.replace("-", "_"): colours(value[1:-1]) if value.startswith("{") else value
            for name, value in self.attributes.items()
        }
        if self.width is not None:
            look["stroke_width"] = self.width.at(pixel)
        return look

    def for_page(self) -> dict[str, Any]:
        """The same as data, with custom properties for colours."""
        attributes = {
            name: f"var({variable(value[1:-1])})" if value.startswith("{") else value
            for name, value in self.attributes.items()
        }
        width = self.width
        return {
            "attributes": attributes,
            "width": None if width is None else [width.cell, width.pixels, width.least, width.most],
        }


def _stroke(token: str, width: Width, **more: str) -> Drawn:
    attributes = {"fill": "none", "stroke": f"{{{token}}}"}
    return Drawn({**attributes, **{name.replace("_", "-"): value for name, value in more.items()}}, width)


ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}
HAIR = Width(pixels=1)

LOOKS: dict[str, Drawn] = {
    **{f"cell {tone}": Drawn({"fill": f"{{{token}}}"}) for tone, token in TONE_FILLS.items()},
    "hairline": _stroke("grid", HAIR),
    "grid": _stroke("grid", HAIR, **ROUND),
    "line": _stroke("line", Width(3.2, least=1.2, most=2.4), **ROUND),
    "margin": _stroke("margin", Width(pixels=1.5)),
    "point": _stroke("line", Width(11, most=9), stroke_linecap="round"),
    "closed": Drawn({"fill": "{grid}"}),
    "vacant": _stroke("grid", Width(2.4), stroke_dasharray="7 7", **ROUND),
    "from": Drawn({"fill": "{trace}", "fill-opacity": ".15", "stroke": "{trace}", "stroke-opacity": ".55"}, Width(2.6)),
    "to": Drawn({"fill": "{trace}", "fill-opacity": ".3", "stroke": "{trace}", "stroke-opacity": ".65"}, Width(2.6)),
    "trace on tile": _stroke("trace", Width(4.5), stroke_opacity=".85"),
    "changed cell": Drawn({"fill": "{halo}", "fill-opacity": ".4"}),
    # these have the colour of a player's paint, which is added where they are drawn
    "pen": Drawn({"fill": "none", "stroke-opacity": ".7", "stroke-linecap": "round"}, Width(5.5, least=1.3)),
    "coloured": Drawn({"fill-opacity": ".13"}),
    "hatched": Drawn({"stroke-opacity": ".35"}, HAIR),
}
# Lines cut into the centre, each with its lit edge: how far inside the cell, and the look.
ENGRAVING = tuple(
    (inset, _stroke(token, Width(1.6))) for inset, token in ((10, "grid"), (12, "board"), (30, "grid"), (32, "board"))
)
# The border of the board, whatever its shape: the cells once more with thick lines, one over the other.
BORDERS: dict[Border, tuple[Drawn, ...]] = {
    "line": (_stroke("line", Width(pixels=3)),),
    "double": (_stroke("line", Width(14, 2)), _stroke("sheet", Width(14)), _stroke("line", Width(pixels=4))),
    "slab": (Drawn({"fill": "{line}", "stroke": "{line}", "stroke-linejoin": "round"}, Width(16)),),
}


def drawing() -> dict[str, Any]:
    """Everything here as data for the pages."""
    return {
        "looks": {name: drawn.for_page() for name, drawn in LOOKS.items()},
        "engraving": [{"inset": inset, "look": drawn.for_page()} for inset, drawn in ENGRAVING],
        "borders": {name: [drawn.for_page() for drawn in border] for name, border in BORDERS.items()},
        "fewest_cells": FEWEST_CELLS,
        "point": POINT,
        "mark_inset": MARK_INSET,
        "vacant_inset": VACANT_INSET,
        "brush": BRUSH,
        "brush_room": BRUSH_ROOM,
        "letters": LETTERS,
        "label_aside": LABEL_ASIDE,
        "label_clear": LABEL_CLEAR,
    }
