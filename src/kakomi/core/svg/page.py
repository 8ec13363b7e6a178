"""A material as data for the pages: the same glyphs, marks and textures as in pictures, with custom properties for colours.

A page puts `defs` once into a hidden drawing, makes a style of `tokens`, and then uses the symbols by their names. Cells,
lines and traces, whose shape only the page knows, it draws itself, with `looks.drawing()`.
"""

from __future__ import annotations

from typing import Any

from kakomi.core.svg import glyphs
from kakomi.core.svg.glyphs import Defs, Stop
from kakomi.core.svg.materials import COLOUR_WORDS, GLYPHS, LAMP, Colours, Material, grain, variable
from kakomi.core.svg.vector import tag

OWNERS = ("first", "second", "shared", "neutral")
PLAYERS = ("first", "second")
OWN_STATES = {"disk": ("captive",), "peg": ("lying",)}
PEN_GLYPHS = ("dot", "ring")
CELL = (
    0.82  # a board's window shows about this many pixels for each hundredth of a cell: the texture is fixed in pixels
)
CORNER = 0.56  # and its corners are smaller than a picture's
PAPER = (1600.0, 1200.0)  # pixels of handmade paper: a window shows a part of it
OUTLINE = "OUTLINE"  # in a tile's markup: the page puts the path of the cell here
NAME = "NAME"  # and the id under which it keeps the tile here


def page_material(material: Material, prefix: str) -> dict[str, Any]:
    """The material as data; every id in it begins with the prefix."""
    colours = Colours(material, "auto")
    defs = Defs(material, colours, prefix)
    symbols = _symbols(defs)
    marks = {form: glyphs.mark(defs, form) for form in glyphs.MARK_FORMS}
    fills = {f"hatching {owner}": _id(glyphs.hatching(defs, owner)) for owner in PLAYERS if "hatch" in material.glyphs}
    tiles = {owner: glyphs.tile_markup(defs, owner, OUTLINE, NAME) for owner in PLAYERS if "tile" in material.glyphs}
    light: list[Stop] = [(0.0, colours(LAMP), 1), (1.0, colours(LAMP), 0)]
    fills["lamp"] = _id(defs.gradient("lamp", "radial", light, cy=0.42, r=0.7))
    fills["grain"] = defs.add("grain", lambda name: grain(material.grain, colours, name, CELL))
    if material.fibres:
        d = glyphs.fibres(*PAPER)
        look: dict[str, str | float | None] = {"fill": "none", "stroke": colours("grain"), "opacity": 0.15}
        marks["fibres"] = defs.add("fibres", lambda name: tag("path", id=name, d=d, **look))
    return {
        "tokens": _tokens(material),
        "owners": dict(material.owners),
        "players": list(material.players),
        "border": material.border,
        "ruled": material.ruled,
        "grain_on_cells": material.grain_on_cells,
        "gap": material.gap,
        "bevel": glyphs.BEVEL / 2,
        "corner": round(CORNER * material.corner),
        "frame": material.frame.page,
        "symbols": symbols,
        "marks": marks,
        "fills": fills,
        "tiles": tiles,
        "defs": defs.markup().removeprefix("<defs>").removesuffix("</defs>"),
    }


def _id(fill: str) -> str:
    return fill.removeprefix("url(#").removesuffix(")")


def _symbols(defs: Defs) -> dict[str, list[str]]:
    """The ids of drawings by glyph, owner and state ("peg first lying"); pen marks have several."""
    definitions = {}
    for glyph in defs.material.glyphs:
        if glyph == "tile":
            definitions.update({f"tile {owner}": [glyphs.tile(defs, owner, glyphs.SQUARE, 0)] for owner in PLAYERS})
        elif glyph in GLYPHS:
            variants = glyphs.PEN_VARIANTS if glyph in PEN_GLYPHS else 1
            for owner in OWNERS:
                for state in ("", *OWN_STATES.get(glyph, ()), *COLOUR_WORDS):
                    ids = [glyphs.piece(defs, glyph, owner, state, each) for each in range(variants)]
                    definitions[f"{glyph} {owner} {state}".rstrip()] = ids
    return definitions


def _tokens(material: Material) -> dict[str, tuple[str, str]]:
    """Each custom property with its value by day and by lamplight; the lamp's strength becomes part of its colour."""
    light, dark = material.palette("light"), material.palette("dark")
    for tokens in (light, dark):
        tokens[LAMP] = f"{tokens['glow']}{round(255 * float(tokens[LAMP])):02x}"
    return {variable(token): (light[token], dark[token]) for token in light if token != "glow"}
