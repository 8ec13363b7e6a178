"""Glyphs: the shapes of pieces, tiles and the brush circle, drawn round (0, 0) in hundredths of a cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from kakomi.core.scene import XY
from kakomi.core.svg.looks import BRUSH
from kakomi.core.svg.materials import Colours, Material
from kakomi.core.svg.vector import Look, chance, pair, polygon, seed_of, shrunk, smooth, tag

STATES = ("", "captive", "lying")
PEN_VARIANTS = 8  # a hand never draws the same dot twice; eight look like many
Stop = tuple[float, str, float | str]  # offset, colour, opacity
SHADE = "#1a120a"


def word(name: str) -> str:
    """A name as part of an id."""
    return name.replace(" ", "-")


class Defs:
    """What is drawn once and used often: gradients, patterns, pieces. `prefix` keeps ids apart from other pictures'."""

    def __init__(self, material: Material, colours: Colours, prefix: str) -> None:
        self.material = material
        self.colours = colours
        self.prefix = prefix
        self._made: dict[str, str] = {}

    def add(self, name: str, make: Callable[[str], str]) -> str:
        """The id of a definition; `make` writes it, given that id, when it is first needed."""
        identifier = f"{self.prefix}-{name}"
        if name not in self._made:
            self._made[name] = ""  # keeps its place before whatever it uses itself
            self._made[name] = make(identifier)
        return identifier

    def markup(self) -> str:
        """The defs element."""
        return "<defs>" + "\n".join(self._made.values()) + "</defs>" if self._made else ""

    def gradient(self, name: str, kind: str, stops: Sequence[Stop], **shape: float) -> str:
        """A fill: `kind` "radial" or "linear", stops as (offset, colour, opacity)."""
        content = [
            tag("stop", offset=at, stop_color=colour, stop_opacity=None if strength == 1 else strength)
            for at, colour, strength in stops
        ]
        return f"url(#{self.add(name, lambda made: tag(f'{kind}Gradient', *content, id=made, **shape))})"

    def sheen(self, paint: str) -> str:
        """A fill: light falls on the piece from the upper left."""
        face, shine = self.colours(f"{paint} face"), self.colours(f"{paint} shine")
        return self.gradient(f"sheen-{word(paint)}", "radial", [(0, shine, 1), (1, face, 1)], cx=0.36, cy=0.28, r=0.72)

    def turned(self, paint: str) -> str:
        """A fill: turned wood, lit from the left."""
        face, shine = self.colours(f"{paint} face"), self.colours(f"{paint} shine")
        return self.gradient(f"turned-{word(paint)}", "linear", [(0, face, 1), (0.34, shine, 1), (1, face, 1)])

    def shadow(self) -> str:
        """A fill: the soft shadow under a piece."""
        return self.gradient("shadow", "radial", [(0.72, SHADE, 0.42), (1, SHADE, 0)])


# --- pieces -----------------------------------------------------------------------------------------------------------


def variant_of(seed: str) -> int:
    """Which of the several drawings of a pen mark a text selects."""
    return seed_of(seed) % PEN_VARIANTS


def piece(defs: Defs, glyph: str, owner: str, state: str, variant: int = 0) -> str:
    """The id of a piece's drawing; pen marks have PEN_VARIANTS drawings.

    The owner determines its paint, unless the state names a colour, and the features that tell owners apart without it.
    """
    captive = state == "captive"
    paint = defs.material.paint(owner, state)
    forms: dict[str, tuple[str, Callable[[], str]]] = {
        "stone": (f"stone-{paint}", lambda: _stone(defs, paint)),
        "disk": (f"captive-{owner}-{paint}", lambda: _captive(defs, paint, owner))
        if captive
        else (f"disk-{paint}", lambda: _disk(defs, paint) + _groove(defs, paint)),
        "peg": (f"peg-{owner}-{paint}-{state}", lambda: _peg(defs, paint, owner, state == "lying")),
        "dot": (f"dot-{paint}-{variant}", lambda: _dot(defs, paint, variant)),
        "ring": (f"ring-{paint}-{variant}", lambda: _ring(defs, paint, variant)),
        "hatch": (f"hatch-{owner}-{paint}", lambda: _swatch(defs, paint, owner, state)),
    }
    name, draw = forms[glyph]
    return defs.add(word(name), lambda identifier: tag("g", draw(), id=identifier))


def _stone(defs: Defs, paint: str) -> str:
    """A lens-shaped stone. The pale and the red ones carry a carved ring, the dark ones are plain."""
    c = defs.colours
    carved = ""
    if defs.material.carved(paint):
        carved = tag("circle", r=22, fill="none", stroke=c(f"{paint} mark"), stroke_width=1.8, opacity=0.8)
    return (
        tag("circle", cx=2, cy=5, r=46, fill=defs.shadow())
        + tag("circle", r=40, fill=defs.sheen(paint), stroke=c(f"{paint} rim"), stroke_width=1.6)
        + carved
    )


def _disk(defs: Defs, paint: str) -> str:
    """A flat disk with a raised rim."""
    c = defs.colours
    return (
        tag("circle", cx=1.5, cy=4, r=45, fill=defs.shadow())
        + tag("circle", r=40, fill=c(f"{paint} face"), stroke=c(f"{paint} rim"), stroke_width=1.8)
        + tag("circle", r=34, fill=defs.sheen(paint))
    )


def _groove(defs: Defs, paint: str) -> str:
    """The ring carved into a disk."""
    if not defs.material.carved(paint):
        return ""
    return tag("circle", r=17, fill="none", stroke=defs.colours(f"{paint} mark"), stroke_width=2.4)


def _captive(defs: Defs, paint: str, owner: str) -> str:
    """A disk in the captives' paint; its owner's colour is a dot (first) or a ring (second)."""
    colour, disk = defs.colours(f"{paint} face"), _disk(defs, defs.material.paint("captive"))
    if owner == "second":
        return disk + tag("circle", r=13.5, fill="none", stroke=colour, stroke_width=6.5)
    return disk + tag("circle", r=13, fill=colour)


def _peg(defs: Defs, paint: str, owner: str, lying: bool) -> str:
    """A turned peg with a round head (first) or a square one (second)."""
    rim, sheen = defs.colours(f"{paint} rim"), defs.sheen(paint)
    if owner == "second":
        head = tag("rect", x=-16, y=-34, width=32, height=32, rx=3.5, fill=sheen)
    else:
        head = tag("circle", cy=-17, r=17.5, fill=sheen)
    body = tag("path", d="M-8-6L-17 29Q-17 37 0 37Q17 37 17 29L8-6Z", fill=defs.turned(paint))
    if lying:
        shadow = tag("ellipse", cx=2, cy=14, rx=45, ry=13, fill=defs.shadow())
        return shadow + tag("g", body, head, stroke=rim, stroke_width=2, transform="rotate(-82) translate(0 -1)")
    shadow = tag("ellipse", cx=5, cy=32, rx=28, ry=10, fill=defs.shadow())
    return shadow + tag("g", body, head, stroke=rim, stroke_width=2)


def _wobble(radius: float, turns: float, steps: int, seed: str, drift: float) -> list[XY]:
    """Points of a circle drawn by hand; `drift` is how much it widens along the way."""
    draw = chance(seed)
    start, first, second = (draw() * 2 * pi for _ in range(3))
    points = []
    for step in range(steps):
        part = step / steps
        angle = start + turns * 2 * pi * part
        r = radius * (1 + 0.05 * sin(2 * angle + first) + 0.03 * sin(3 * angle + second) + drift * (part - 0.5))
        points.append((r * cos(angle), r * sin(angle)))
    return points


def _dot(defs: Defs, paint: str, variant: int) -> str:
    blob = smooth(_wobble(27, 1, 12, f"dot {variant}", 0.03), closed=True)
    form = defs.add(f"blob-{variant}", lambda name: tag("path", id=name, d=blob))
    return tag("use", href=f"#{form}", fill=defs.colours(f"{paint} face"))


def _ring(defs: Defs, paint: str, variant: int) -> str:
    line = smooth(_wobble(27, 1.07, 18, f"ring {variant}", 0.09), closed=False)
    look: Look = {"fill": "none", "stroke_width": 9, "stroke_linecap": "round"}
    form = defs.add(f"loop-{variant}", lambda name: tag("path", id=name, d=line, **look))
    return tag("use", href=f"#{form}", stroke=defs.colours(f"{paint} face"))


def hatching(defs: Defs, owner: str, state: str = "") -> str:
    """A fill: lines that rise for the first player and fall for the second, four to a cell."""
    paint = defs.material.paint(owner, state)
    step = 17.68  # a quarter of a cell, measured across the slanting lines
    line = tag("path", d=f"M{step / 2} 0V{step}", stroke=defs.colours(f"{paint} face"), stroke_width=4, opacity=0.75)
    turn = f"rotate({-45 if owner == 'second' else 45})"
    identifier = defs.add(
        word(f"hatching-{owner}-{paint}"),
        lambda name: tag(
            "pattern", line, id=name, width=step, height=step, patternUnits="userSpaceOnUse", patternTransform=turn
        ),
    )
    return f"url(#{identifier})"


def _swatch(defs: Defs, paint: str, owner: str, state: str) -> str:
    """A hatched cell by itself, for a dish."""
    colour = defs.colours(f"{paint} face")
    return tag("rect", x=-35, y=-35, width=70, height=70, fill=colour, opacity=0.13) + tag(
        "rect", x=-35, y=-35, width=70, height=70, fill=hatching(defs, owner, state), stroke=colour, stroke_width=3
    )


# --- tiles ------------------------------------------------------------------------------------------------------------

SQUARE = ((-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0))
VEINS = "M-60-33q40 8 120-3M-60-21q50-6 120 3M-60-8q60 9 120 1M-60 7q44-9 120-3M-60 20q54 6 120-4M-60 33q40-7 120 2"
BEVEL = 10.0


def tile_outline(corners: Sequence[XY], gap: float) -> str:
    """The path of a tile: the bevel is a line round it."""
    return polygon(shrunk(corners, (0, 0), gap + BEVEL / 2))


def tile(defs: Defs, owner: str, corners: Sequence[XY], gap: float) -> str:
    """The id of a tile that fills a cell with these corners."""
    d = tile_outline(corners, gap)
    draw_edge(defs, owner)  # defined before what uses it
    return defs.add(f"tile-{owner}-{seed_of(d):x}", lambda name: tile_markup(defs, owner, d, name))


def tile_markup(defs: Defs, owner: str, d: str, name: str) -> str:
    """A wooden tile with a soft bevel. The grain runs upward in the first player's, across in the other's."""
    paint = defs.material.paint(f"{owner} tile")
    face, rim = defs.colours(f"{paint} face"), defs.colours(f"{paint} rim")
    upright = None if owner == "second" else "rotate(90)"
    veins = tag("path", d=VEINS, transform=upright, fill="none", stroke=rim, stroke_width=1.5, opacity=0.32)
    under: Look = {"fill": SHADE, "stroke": SHADE, "opacity": 0.28, "stroke_width": BEVEL + 1}
    return tag(
        "g",
        tag("clipPath", tag("path", d=d), id=f"{name}-clip"),
        tag("path", d=d, transform="translate(1.5 4)", **under),
        tag("path", d=d, fill=face, stroke=draw_edge(defs, owner), stroke_width=BEVEL),
        tag("g", veins, clip_path=f"url(#{name}-clip)"),
        id=name,
        stroke_linejoin="round",
    )


def draw_edge(defs: Defs, owner: str) -> str:
    """A fill: the bevel of a tile, lit from the upper left."""
    paint = defs.material.paint(f"{owner} tile")
    face, shine, rim = (defs.colours(f"{paint} {facet}") for facet in ("face", "shine", "rim"))
    return defs.gradient(f"edge-{owner}", "linear", [(0.1, shine, 1), (0.5, face, 1), (1, rim, 1)], x2=1, y2=1)


# --- marks ------------------------------------------------------------------------------------------------------------

MARK_FORMS = ("captured", "gone", "barred", "changed", "win", "closed")


def mark(defs: Defs, form: str) -> str:
    """The id of a mark on a place.

    That is a ring round a captured piece, the place of one that is gone, a bar, a halo round what changed, the circle of
    a win, or a closed point.
    """
    forms: dict[str, Callable[[], str]] = {
        "captured": lambda: _captured_ring(defs, 1),
        "gone": lambda: _captured_ring(defs, 0.55) + _cross(defs),
        "barred": lambda: _cross(defs),
        "changed": lambda: _halo(defs),
        "win": lambda: tag("path", d=brush_circle(BRUSH), fill=defs.colours("brush"), fill_rule="evenodd"),
        "closed": lambda: tag("circle", r=13, fill=defs.colours("grid")),
    }
    return defs.add(f"mark-{form}", lambda name: tag("g", forms[form](), id=name))


def _captured_ring(defs: Defs, strength: float) -> str:
    opacity = None if strength == 1 else strength
    return tag("circle", r=45, fill="none", stroke=defs.colours("accent"), stroke_width=2.6, stroke_opacity=opacity)


def _cross(defs: Defs) -> str:
    d = "M-12-12l24 24m0-24l-24 24"
    return tag("path", d=d, fill="none", stroke=defs.colours("accent"), stroke_width=4, stroke_linecap="round")


def _halo(defs: Defs) -> str:
    rings = ((14, 0.35), (7, 0.8))
    look: Look = {"fill": "none", "stroke": defs.colours("halo")}
    return "".join(tag("circle", r=44, stroke_width=wide, stroke_opacity=each, **look) for wide, each in rings)


# --- paper and brush --------------------------------------------------------------------------------------------------


def fibres(width: float, height: float) -> str:
    """The path of the fibres scattered in a sheet of handmade paper."""
    draw = chance("fibres")
    parts = []
    for _ in range(min(150, int(width * height / 9000))):
        x, y, angle, length = draw() * width, draw() * height, draw() * 2 * pi, 18 + 50 * draw()
        bend = (draw() - 0.5) * length / 2
        ahead, aside = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
        middle = ahead[0] * length / 2 + aside[0] * bend, ahead[1] * length / 2 + aside[1] * bend
        end = ahead[0] * length, ahead[1] * length
        parts.append(f"M{pair((x, y), 0)}q{pair(middle, 0)} {pair(end, 0)}")
    return "".join(parts)


def brush_circle(radius: float) -> str:
    """The path of one brush circle: it swells at once, thins as the ink runs out, frays, and does not quite close.

    The slits between the bristles are holes, so it must be filled with the evenodd rule.
    """
    start, sweep, wide = 2.1, 5.95, radius * 0.27

    def at(part: float, across: float) -> XY:
        angle = start + sweep * part
        spent = max(part, 0.0)
        width = wide * min(1.0, 0.5 + 7 * spent) * (1 - 0.55 * spent**1.3) * (1 + 0.07 * sin(9 * part + 1))
        r = radius * (0.96 + 0.03 * sin(2 * angle + 0.5) + 0.07 * part) + across * width / 2
        return r * cos(angle), r * sin(angle)

    steps = 40
    outer = [at(i / steps, 1) for i in range(steps + 1)]
    inner = [at(i / steps, -1) for i in range(steps, -1, -1)]
    head = [at(-0.012, -0.5), at(-0.016, 0.4)]
    tail = [at(1.03, 0.8), at(0.975, 0.45), at(1.045, 0.1), at(0.98, -0.2), at(1.02, -0.7)]
    body = smooth([*outer, *tail, *inner, *head], closed=True)
    draw = chance("bristles")
    slits = []
    for across in (0.74, 0.5, 0.24, -0.02, -0.3, -0.56, -0.8):
        begin = 0.3 + 0.42 * draw()
        end = min(0.985, begin + 0.2 + 0.35 * draw())
        half = 0.035 + 0.05 * draw()
        there = [at(begin + (end - begin) * i / 6, across + half * sin(pi * i / 6)) for i in range(7)]
        back = [at(begin + (end - begin) * i / 6, across - half * sin(pi * i / 6)) for i in range(5, 0, -1)]
        slits.append(smooth([*there, *back], closed=True))
    return body + "".join(slits)
