"""The drawing of a scene. It knows glyphs and materials, never a game.

Everything is in hundredths of a cell (see layout), so a piece is drawn once, at one size, and used wherever it stands.
Colours are tokens of the material. Ids begin with a hash of the content, so one page can hold many pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from math import ceil, dist

from kakomi.core.errors import OptionError, UnknownName
from kakomi.core.scene import XY, Line, Mark, Piece, Place, Scene, Stock
from kakomi.core.svg import glyphs, materials
from kakomi.core.svg.glyphs import Defs, Stop
from kakomi.core.svg.layout import label_spot, lay_out
from kakomi.core.svg.looks import (
    BORDERS,
    BRUSH,
    BRUSH_ROOM,
    ENGRAVING,
    LETTERS,
    LOOKS,
    MARK_INSET,
    POINT,
    TONE_FILLS,
    VACANT_INSET,
    Drawn,
)
from kakomi.core.svg.materials import GLYPHS, PLAIN, Material
from kakomi.core.svg.stocks import Strip
from kakomi.core.svg.vector import Look, escape, number, pair, polygon, shrunk, tag

THEMES = ("light", "dark", "auto")
WIDTHS = (80, 8000)
OWNERS = ("first", "second", "shared", "neutral")
MARKS = ("from", "to", "captured", "changed", "win", "barred")
TILES = ("first", "second")
TONES = (*TONE_FILLS, *TILES, "vacant", "line")
PENS = ("pen-first", "pen-second")
LINES = ("grid", "line", "margin", *PENS)
BUTTON = "button:"

SANS = "'Source Sans 3','Segoe UI','Noto Sans',Candara,'Helvetica Neue',Arial,sans-serif"
SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif"
PREFIX = "\x00"  # stands for the document's id until its content is known; no text in it can contain this


def draw(
    scene: Scene,
    material: Material = PLAIN,
    *,
    width: int = 640,
    theme: str = "auto",
    coordinates: bool = True,
    moves: bool = False,
) -> str:
    """The scene as an SVG document, in a material (`material_of(game)` gives a game's own).

    `width` is in pixels, and the height follows. `theme` is "light", "dark", or "auto", which follows the reader's system.
    `moves` shows where a legal move can begin.
    """
    _known("theme", [theme], THEMES)
    if not WIDTHS[0] <= width <= WIDTHS[1]:
        raise OptionError(f"a picture is from {WIDTHS[0]} to {WIDTHS[1]} pixels wide, not {width}")
    return _Drawing(scene, material, width, theme, coordinates, moves).document()


def _known(what: str, names: Iterable[str], allowed: Iterable[str]) -> None:
    """Everything a scene names must be something that can be drawn: nothing else gets into the document unescaped."""
    for name in dict.fromkeys(names):
        if name not in allowed:
            raise UnknownName(what, name, list(allowed)[:24])


def _check(scene: Scene) -> None:
    places = {place.id: None for place in scene.places}
    states = (*glyphs.STATES, *materials.COLOUR_WORDS)
    things: tuple[Piece | Stock, ...] = (*scene.pieces, *scene.stocks)
    marked: tuple[Piece | Mark, ...] = (*scene.pieces, *scene.marks)
    _known("tone", (place.tone for place in scene.places), TONES)
    _known("line", (line.tone for line in scene.lines), LINES)
    _known("glyph", (piece.glyph for piece in scene.pieces), GLYPHS)
    _known("glyph", (stock.glyph for stock in scene.stocks), (*GLYPHS, "tile", ""))
    _known("owner", (thing.owner for thing in things), OWNERS)
    _known("owner of tiles", (stock.owner for stock in scene.stocks if stock.glyph == "tile"), TILES)
    _known("state", (thing.state for thing in things), states)
    _known("mark", (mark.kind for mark in scene.marks), MARKS)
    _known("place", (each.place for each in marked), places)


class _Drawing:
    """One document being drawn: each method returns a layer, from the sheet up."""

    def __init__(
        self, scene: Scene, material: Material, width: int, theme: str, coordinates: bool, moves: bool
    ) -> None:
        _check(scene)
        self.scene = scene
        self.width = width
        self.material = material
        self.colours = materials.Colours(material, theme)
        self.defs = Defs(material, self.colours, PREFIX)
        self.places = {place.id: place for place in scene.places}
        self.standing = {piece.place for piece in scene.pieces}
        self.labels = scene.labels if coordinates else ()
        starts = dict.fromkeys(choice.clicks[0] for choice in scene.choices if choice.clicks) if moves else {}
        buttons = [each.removeprefix(BUTTON) for each in starts if each.startswith(BUTTON)]
        self.starts = [each for each in starts if not each.startswith(BUTTON)]
        _known("place", self.starts, self.places)
        self.strip = Strip(scene, buttons, self.defs, width)
        self.layout = lay_out(scene, self.labels, material.frame.picture, self.strip.height, width)

    def document(self) -> str:
        layers = [
            self._sheet(),
            self._cells(),
            self._texture(),
            self._lying(),
            self._lines([tone for tone in LINES if tone not in PENS]),
            self._traces(),
            self._hatches(),
            self._lines(PENS),
            self._pieces(),
            self._annotations(),
            self._hints(),
            self._coordinates(),
            self.strip.markup(self.layout, SANS),
        ]
        title = self.scene.status or f"A board of {self.scene.game or 'a game'}"
        body = tag(
            "svg",
            tag("title", escape(title), id=f"{PREFIX}-title"),
            tag("desc", escape(self.scene.alt), id=f"{PREFIX}-desc"),
            *(f"\n{part}" for part in (self.colours.style(PREFIX), self.defs.markup(), *layers) if part),
            xmlns="http://www.w3.org/2000/svg",
            id=PREFIX,
            width=self.width,
            height=round(self.layout.height / self.layout.pixel),
            viewBox=f"0 0 {number(self.layout.width)} {number(self.layout.height)}",
            role="img",
            aria_labelledby=f"{PREFIX}-title {PREFIX}-desc",
            style="max-width:100%;height:auto",
        )
        return body.replace(PREFIX, "k" + sha256(body.encode()).hexdigest()[:10])

    # --- small things -------------------------------------------------------------------------------------------------

    def _look(self, drawn: Drawn, **more: str | float) -> Look:
        return {**drawn.look(self.colours, self.layout.pixel), **more}

    def _spot(self, name: str) -> XY:
        return self.layout.at(self.places[name].centre)

    def _use(self, glyph_id: str, spot: XY, **more: str | float) -> str:
        return tag("use", href=f"#{glyph_id}", x=spot[0], y=spot[1], **more)

    def _area(self, place: Place, inset: float = 0.0) -> str:
        """The path of a place: its outline, or a circle round a point."""
        x, y = self.layout.at(place.centre)
        if place.outline:
            return polygon(shrunk(map(self.layout.at, place.outline), (x, y), inset))
        radius = POINT - inset
        r, across, back = (number(each) for each in (radius, 2 * radius, -2 * radius))
        return f"M{pair((x - radius, y))}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 {back} 0Z"

    def _toned(self, *tones: str, cells: bool = True) -> list[Place]:
        """The places of these tones, in their order: cells, or points without an outline."""
        return [
            place
            for tone in tones
            for place in self.scene.places
            if place.tone == tone and bool(place.outline) == cells
        ]

    # --- the board ----------------------------------------------------------------------------------------------------

    def _box(self, **look: str | float) -> str:
        """The sheet's rectangle, inset by half a pixel so that its edge is sharp."""
        pixel, lay = self.layout.pixel, self.layout
        size: Look = {"width": lay.width - pixel, "height": lay.height - pixel, "rx": self.material.corner}
        return tag("rect", x=pixel / 2, y=pixel / 2, **size, **look)

    def _sheet(self) -> str:
        c = self.colours
        return self._box(fill=c("sheet")) + (self._squared_paper() if self.material.ruled else "")

    def _squared_paper(self) -> str:
        """Rules from edge to edge of the sheet, in step with the cells."""
        lay = self.layout
        x, y = (offset % 100 for offset in lay.at(self.scene.box[:2]))
        upright = "".join(f"M{number(x + 100 * i)} 0V{number(lay.height)}" for i in range(ceil((lay.width - x) / 100)))
        across = "".join(f"M0 {number(y + 100 * i)}H{number(lay.width)}" for i in range(ceil((lay.height - y) / 100)))
        return tag("path", d=upright + across, **self._look(LOOKS["hairline"]))

    def _cells(self) -> str:
        """The cells that are part of the board, on a ground that shows between and around them."""
        cells = self._toned(*TONE_FILLS)
        if not cells:
            return ""
        tones = dict.fromkeys(place.tone for place in cells)
        return self._ground(cells) + "".join(self._cells_of(tone) for tone in tones) + self._engraving()

    def _ground(self, cells: list[Place]) -> str:
        """The border of the board, whatever its shape."""
        cells_id = self.defs.add("cells", lambda name: tag("path", id=name, d="".join(map(self._area, cells))))
        border = BORDERS[self.material.border]
        return "".join(tag("use", href=f"#{cells_id}", **self._look(each)) for each in border)

    def _cells_of(self, tone: str) -> str:
        gap = self.material.gap
        d = "".join(self._area(place, gap) for place in self._toned(tone))
        line: Look = {} if gap else self._look(LOOKS["hairline"])
        return tag("path", d=d, **{**line, **self._look(LOOKS[f"cell {tone}"])})

    def _engraving(self) -> str:
        """Lines cut into the centre, each with its lit edge."""
        return "".join(
            tag("path", d=self._area(place, inset), **self._look(cut))
            for place in self._toned("centre")
            for inset, cut in ENGRAVING
        )

    def _texture(self) -> str:
        """Over sheet and cells: the grain of the material, the light on it, and a thin edge."""
        c, lay = self.colours, self.layout
        noise = self.defs.add("grain", lambda name: materials.grain(self.material.grain, c, name))
        light: list[Stop] = [(0.0, c("glow"), c("lamp")), (1.0, c("glow"), 0.0)]
        lamp = self.defs.gradient("lamp", "radial", light, cy=0.42, r=0.7)
        fibres = ""
        if self.material.fibres:
            d = glyphs.fibres(lay.width, lay.height)
            fibres = tag("path", d=d, fill="none", stroke=c("grain"), stroke_width=1, opacity=0.15)
        edge = self._box(fill="none", stroke=c("line"), stroke_width=lay.pixel, stroke_opacity=0.35)
        return self._box(filter=f"url(#{noise})") + fibres + self._box(fill=lamp) + edge

    def _lying(self) -> str:
        """What lies on the sheet but is not a piece: tiles, squares for tiles, points, and letters on places."""
        parts = []
        vacant = "".join(self._area(place, VACANT_INSET) for place in self._toned("vacant"))
        if vacant:
            parts.append(tag("path", d=vacant, **self._look(LOOKS["vacant"])))
        for place in self._toned(*TILES):
            x, y = self.layout.at(place.centre)
            corners = [(cx - x, cy - y) for cx, cy in map(self.layout.at, place.outline)]
            parts.append(self._use(glyphs.tile(self.defs, place.tone, corners, self.material.gap), (x, y)))
        points = self._toned(*TONES, cells=False)
        if points:
            d = "".join(f"M{pair(self.layout.at(place.centre))}h0" for place in points)
            parts.append(tag("path", d=d, **self._look(LOOKS["point"])))
        for place in self._toned("closed") + self._toned("closed", cells=False):
            parts.append(self._use(glyphs.mark(self.defs, "closed"), self.layout.at(place.centre)))
        return "".join(parts) + "".join(self._letters(place) for place in self.scene.places if place.label)

    def _letters(self, place: Place) -> str:
        """A place's own text: burnt into the middle of a tile, or small in its corner when a piece stands there."""
        x, y = self.layout.at(place.centre)
        colour = f"{self.material.paint(f'{place.tone} tile')} mark" if place.tone in TILES else "quiet"
        dx, dy, size = LETTERS["standing" if place.id in self.standing else "free"]
        look: Look = {"font_family": SERIF, "font_weight": "700", "text_anchor": "middle", "fill": self.colours(colour)}
        return tag("text", escape(place.label), x=x + dx, y=y + dy, font_size=size, fill_opacity=0.88, **look)

    def _lines(self, tones: Iterable[str]) -> str:
        parts = []
        for tone in tones:
            d = "".join(self._line(line) for line in self.scene.lines if line.tone == tone and line.points)
            if d:
                if tone in PENS:
                    paint = self.material.paint(tone.removeprefix("pen-"))
                    look = self._look(LOOKS["pen"], stroke=self.colours(f"{paint} face"))
                else:
                    look = self._look(LOOKS[tone])
                parts.append(tag("path", d=d, **look))
        return "".join(parts)

    def _line(self, line: Line) -> str:
        spots = [self.layout.at(point) for point in line.points]
        if line.tone == "margin":  # printed on the sheet, so it runs from edge to edge
            x = number(spots[0][0])
            return f"M{x} 0V{number(self.layout.height)}"
        if not line.arc:
            return "M" + "L".join(map(pair, spots))
        r = number(line.arc * self.layout.unit)
        sweep = 1 if line.sweep else 0
        return f"M{pair(spots[0])}" + "".join(f"A{r} {r} 0 0 {sweep} {pair(spot)}" for spot in spots[1:])

    # --- pieces and marks ---------------------------------------------------------------------------------------------

    def _traces(self) -> str:
        """Under the pieces: where the last move began and ended, and a halo round what it changed."""
        parts = []
        hatched = {piece.place for piece in self.scene.pieces if piece.glyph == "hatch"}
        for mark in self.scene.marks:
            place = self.places[mark.place]
            if mark.kind in ("from", "to"):
                look = self._look(LOOKS["trace on tile" if place.tone in TILES else mark.kind])
                parts.append(tag("path", data_mark=mark.kind, d=self._area(place, MARK_INSET), **look))
            elif mark.kind == "changed" and mark.place in hatched:
                look = self._look(LOOKS["changed cell"])
                parts.append(tag("path", data_mark="changed", d=self._area(place), **look))
            elif mark.kind == "changed":
                halo = glyphs.mark(self.defs, "changed")
                parts.append(self._use(halo, self.layout.at(place.centre), data_mark="changed"))
        return "".join(parts)

    def _hatches(self) -> str:
        """Coloured cells, hatched one way for the first player and the other way for the second."""
        groups: dict[tuple[str, str], list[Piece]] = {}
        for piece in self.scene.pieces:
            if piece.glyph == "hatch":
                groups.setdefault((piece.owner, piece.state), []).append(piece)
        parts = []
        for (owner, state), members in groups.items():
            colour = self.colours(f"{self.material.paint(owner, state)} face")
            d = "".join(self._area(self.places[piece.place]) for piece in members)
            lines = self._look(LOOKS["hatched"], fill=glyphs.hatching(self.defs, owner, state), stroke=colour)
            parts.append(tag("path", d=d, **self._look(LOOKS["coloured"], fill=colour)))
            parts.append(tag("path", d=d, **lines))
        return "".join(parts)

    def _pieces(self) -> str:
        parts = []
        for piece in self.scene.pieces:
            if piece.glyph != "hatch":
                variant = glyphs.variant_of(piece.place)
                glyph_id = glyphs.piece(self.defs, piece.glyph, piece.owner, piece.state, variant)
                parts.append(self._use(glyph_id, self._spot(piece.place)))
        return "\n".join(parts)

    def _annotations(self) -> str:
        """Over the pieces: captures (ringed, and crossed where the piece is gone), bars, and the circle of a win."""
        parts = []
        for mark in self.scene.marks:
            spot = self._spot(mark.place)
            if mark.kind == "captured":
                form = "captured" if mark.place in self.standing else "gone"
                parts.append(self._use(glyphs.mark(self.defs, form), spot, data_mark="captured"))
            elif mark.kind == "barred":
                parts.append(self._use(glyphs.mark(self.defs, "barred"), spot, data_mark="barred"))
            elif mark.kind == "win":
                scale = number(self._brush_radius(mark.place) / BRUSH, 3)
                where = f"translate({pair(spot)}) scale({scale})"
                parts.append(tag("use", href=f"#{glyphs.mark(self.defs, 'win')}", transform=where, data_mark="win"))
        return "".join(parts)

    def _brush_radius(self, place: str) -> float:
        """A brush circle is as large as the pieces round the place leave room for."""
        least, most, apart = BRUSH_ROOM
        here = self._spot(place)
        near = min((dist(here, self._spot(other)) for other in self.standing - {place}), default=200.0)
        return min(most, max(least, near - apart))

    def _hints(self) -> str:
        """Where a legal move can begin: a dot on an empty place, a ring round a piece."""
        colour, parts = self.colours("hint") if self.starts else "", []
        for name in self.starts:
            x, y = self._spot(name)
            look: Look
            if name in self.standing:
                look = {"r": 45, "fill": "none", "stroke": colour, "stroke_width": 2.4}
            else:
                look = {"r": 9, "fill": colour, "fill_opacity": 0.9}
            parts.append(tag("circle", data_move="", cx=x, cy=y, **look))
        return "".join(parts)

    def _coordinates(self) -> str:
        lay = self.layout
        left, top, right, bottom = lay.board
        board = left - lay.left, top - lay.top, right - lay.left, bottom - lay.top
        parts = []
        for label in self.labels:
            x, y = label_spot(label, board, lay.unit, lay.font)
            parts.append(tag("text", escape(label.text), x=x + lay.left, y=y + lay.top + 0.35 * lay.font))
        look: Look = {"font_family": SANS, "text_anchor": "middle", "fill": self.colours("quiet")}
        return tag("g", *parts, font_size=lay.font, **look) if parts else ""
