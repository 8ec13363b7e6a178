"""The course of a game as a picture: how good each player's chances were after each move, in the board's colours.

The plot is one field that the two players share: the area below the line is the first player's, the area above it the
second's. Turning points are numbered discs on the line, explained below. The code knows values and texts, never a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from kakomi.core.errors import OptionError
from kakomi.core.scene import XY
from kakomi.core.svg import materials
from kakomi.core.svg.drawing import PREFIX, SANS, SERIF, THEMES, WIDTHS, _known
from kakomi.core.svg.materials import PLAIN, Material
from kakomi.core.svg.vector import Look, escape, number, pair, tag

WIDE = 960.0  # units of the drawing, whatever its width in pixels
PLOT = 250.0  # the height of the field
LEFT, RIGHT, TOP, BELOW = 64.0, 64.0, 66.0, 40.0
ROW = 28.0  # a turning point in words
FOOT = 22.0
DISC = 11.0
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)
MOST_TICKS = 16
LONGEST_STORY = 106  # characters that fit in a row


@dataclass(frozen=True)
class Turn:
    """A turning point: the number of the move, who made it, the move, and what it changed."""

    number: int
    player: int
    move: str
    story: str


def draw_course(
    values: Sequence[float],
    turns: Sequence[Turn] = (),
    *,
    material: Material = PLAIN,
    sides: Sequence[str] = ("First", "Second"),
    title: str = "",
    status: str = "",
    width: int = 960,
    theme: str = "auto",
) -> str:
    """The course as an SVG document. `values` are the first player's chances, 0 to 1, before and after each move."""
    _known("theme", [theme], THEMES)
    if not WIDTHS[0] <= width <= WIDTHS[1]:
        raise OptionError(f"a picture is from {WIDTHS[0]} to {WIDTHS[1]} pixels wide, not {width}")
    if not values or not all(0 <= value <= 1 for value in values):
        raise OptionError("the course of a game is one chance from 0 to 1 a position, and at least one")
    if len(sides) != 2:
        raise OptionError(f"a game has two sides, not {len(sides)}")
    return _Course(values, turns, material, (sides[0], sides[1]), title, status, width, theme).document()


class _Course:
    """One document being drawn: each method returns a layer."""

    def __init__(
        self,
        values: Sequence[float],
        turns: Sequence[Turn],
        material: Material,
        sides: tuple[str, str],
        title: str,
        status: str,
        width: int,
        theme: str,
    ) -> None:
        self.values = list(values)
        self.turns = [each for each in turns if 0 < each.number < len(values)]
        self.material = material
        self.paints = [material.paint(owner) for owner in ("first", "second")]
        self.sides, self.title, self.status = sides, title, status
        self.width = width
        self.colours = materials.Colours(material, theme)
        self.right, self.bottom = WIDE - RIGHT, TOP + PLOT
        self.height = self.bottom + BELOW + (ROW * len(self.turns) + 8 if self.turns else 0) + FOOT

    def document(self) -> str:
        layers = [self._sheet(), self._head(), self._field(), self._rules(), self._line(), self._discs(), self._words()]
        summary = f"{self.sides[0]} against {self.sides[1]}, {len(self.values) - 1} moves. {self.status}"
        tales = [
            f"{place}. {self.sides[each.player]}, {each.move}: {each.story}" for place, each in enumerate(self.turns, 1)
        ]
        clip = tag("clipPath", self._box(), id=f"{PREFIX}-field")
        noise = materials.grain(self.material.grain, self.colours, f"{PREFIX}-grain")
        body = tag(
            "svg",
            tag("title", escape(f"The course of a game of {self.title}" if self.title else "The course of a game")),
            tag("desc", escape("\n".join([summary, *tales]))),
            *(f"\n{part}" for part in (self.colours.style(PREFIX), tag("defs", clip, noise), *layers) if part),
            xmlns="http://www.w3.org/2000/svg",
            id=PREFIX,
            width=self.width,
            height=round(self.height * self.width / WIDE),
            viewBox=f"0 0 {number(WIDE)} {number(self.height)}",
            role="img",
            font_family=SANS,
        )
        return body.replace(PREFIX, f"k{sha256(body.encode()).hexdigest()[:10]}")

    # --- where things are ---------------------------------------------------------------------------------------------

    def _at(self, place: int) -> XY:
        """The spot of a position on the line."""
        last = max(1, len(self.values) - 1)
        return LEFT + (self.right - LEFT) * place / last, self.bottom - PLOT * self.values[place]

    def _spots(self) -> list[XY]:
        spots = [self._at(place) for place in range(len(self.values))]
        return spots if len(spots) > 1 else [spots[0], (self.right, spots[0][1])]

    def _box(self, **look: str | float | None) -> str:
        return tag("rect", x=LEFT, y=TOP, width=self.right - LEFT, height=PLOT, rx=4, **look)

    def _text(self, text: str, x: float, y: float, size: float, colour: str, **look: str | float | None) -> str:
        return tag("text", escape(text), x=x, y=y, font_size=size, fill=self.colours(colour), **look)

    # --- layers, from the sheet up ------------------------------------------------------------------------------------

    def _sheet(self) -> str:
        look: Look = {"x": 0.5, "y": 0.5, "width": WIDE - 1, "height": self.height - 1, "rx": 10}
        edge: Look = {"stroke": self.colours("line"), "stroke_opacity": 0.35}
        return tag("rect", fill=self.colours("sheet"), **look, **edge) + tag(
            "rect", filter=f"url(#{PREFIX}-grain)", **look
        )

    def _head(self) -> str:
        parts = [self._text(self.title or "Course of the game", LEFT, 40, 24, "words", font_family=SERIF)]
        if self.status:
            parts.append(self._text(self.status, self.right, 40, 15, "quiet", text_anchor="end"))
        return "".join(parts)

    def _field(self) -> str:
        """The two players' shares."""
        spots = self._spots()
        line = "L".join(map(pair, spots))
        area = f"M{pair((spots[0][0], self.bottom))}L{line}L{pair((spots[-1][0], self.bottom))}Z"
        first, second = (self.colours(f"{paint} face") for paint in self.paints)
        return tag("g", self._box(fill=second), tag("path", d=area, fill=first), clip_path=f"url(#{PREFIX}-field)")

    def _rules(self) -> str:
        """The middle line, the frame, and the scales beside and below."""
        parts = []
        middle = TOP + PLOT / 2
        d = f"M{pair((LEFT, middle))}H{number(self.right)}"
        look: Look = {"stroke": self.colours("trace"), "stroke_width": 1.2, "stroke_dasharray": "2 6"}
        parts.append(tag("path", d=d, stroke_linecap="round", **look))
        parts.append(self._box(fill="none", stroke=self.colours("line"), stroke_width=1.4))
        for share, text in ((1.0, "100%"), (0.5, "50%"), (0.0, "0%")):
            y = self.bottom - PLOT * share + 4.5
            parts.append(self._text(text, LEFT - 9, y, 12.5, "quiet", text_anchor="end"))
        last = len(self.values) - 1
        step = next((each for each in STEPS if last / each <= MOST_TICKS), max(1, last))
        for place in range(0, last + 1, step):
            x = self._at(place)[0]
            parts.append(tag("path", d=f"M{pair((x, self.bottom))}v5", stroke=self.colours("line")))
            text = str(place) if place else "start"
            parts.append(self._text(text, x, self.bottom + 20, 12.5, "quiet", text_anchor="middle"))
        return "".join(parts) + self._names()

    def _names(self) -> str:
        """Which share is whose, written sideways along the right edge."""
        parts = []
        for player, (side, share) in enumerate(zip(self.sides, (0.25, 0.75), strict=True)):
            x, y = self.right + 17, self.bottom - PLOT * share
            name = side if len(side) <= 14 else f"{side[:13]}…"
            turned: Look = {"transform": f"rotate(90 {number(x)} {number(y)})", "text_anchor": "middle"}
            parts.append(self._text(name, x, y + 4.5, 14, "words", **turned))
            edge: Look = {"stroke": self.colours(f"{self.paints[player]} rim"), "stroke_width": 1.2}
            face = self.colours(f"{self.paints[player]} face")
            parts.append(tag("circle", cx=self.right + 40, cy=y, r=7, fill=face, **edge))
        return "".join(parts)

    def _line(self) -> str:
        d = "M" + "L".join(map(pair, self._spots()))
        joined: Look = {"stroke_linejoin": "round", "stroke_linecap": "round", "fill": "none"}
        wide = min(2.6, max(0.8, 160 / len(self.values)))  # a long game has a thin line
        under = tag("path", d=d, stroke=self.colours("sheet"), stroke_width=2.1 * wide, stroke_opacity=0.85, **joined)
        return under + tag("path", d=d, stroke=self.colours("trace"), stroke_width=wide, **joined)

    def _disc(self, spot: XY, text: str, kind: str) -> str:
        x, y = spot
        look: Look = {"fill": self.colours("sheet"), "stroke": self.colours("words"), "stroke_width": 1.6}
        disc = tag("circle", cx=x, cy=y, r=DISC, **look)
        figure = self._text(text, x, y + 4.6, 13, "words", text_anchor="middle", font_weight="700")
        return tag("g", disc, figure, data_turn=kind)

    def _discs(self) -> str:
        """Discs on the line, where each turning point led; kept entirely inside the field."""
        parts = []
        for place, turn in enumerate(self.turns, 1):
            x, y = self._at(turn.number)
            y = min(max(y, TOP + DISC + 3), self.bottom - DISC - 3)
            x = min(max(x, LEFT + DISC + 3), self.right - DISC - 3)
            parts.append(self._disc((x, y), str(place), "on"))
        return "".join(parts)

    def _words(self) -> str:
        parts = []
        y = self.bottom + BELOW + ROW / 2 + 2
        for place, turn in enumerate(self.turns, 1):
            parts.append(self._disc((LEFT + DISC, y), str(place), "told"))
            move = tag("tspan", escape(f"{turn.move} ({self.sides[turn.player]})"), font_weight="700")
            room = LONGEST_STORY - len(turn.move) - len(self.sides[turn.player])
            story = turn.story if len(turn.story) <= room else f"{turn.story[: max(1, room - 1)]}…"
            look: Look = {"x": LEFT + 34, "y": y + 5, "font_size": 15, "fill": self.colours("words")}
            parts.append(tag("text", move, escape(f": {story}"), **look))
            y += ROW
        return "".join(parts)
