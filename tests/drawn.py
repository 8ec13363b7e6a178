"""Scenes to draw, made by hand and played, and the reading of what was drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import kakomi
from kakomi.core.scene import Choice, Line, Mark, Piece, Place, Scene, Stock, edge_labels, square
from kakomi.core.squares import cell_name, column_name
from kakomi.core.svg import draw
from kakomi.core.svg.materials import MATERIALS

SVG = "{http://www.w3.org/2000/svg}"


# --- scenes -----------------------------------------------------------------------------------------------------------


def board(material: str, columns: int, rows: int, **more: object) -> Scene:
    """A squared board of plain cells."""
    places = []
    for row in range(rows):
        for column in range(columns):
            centre, outline = square(column, row, rows)
            places.append(Place(cell_name(column, row), centre, outline))
    labels = edge_labels([column_name(each) for each in range(columns)], rows)
    made = Scene("made", "by hand", material, (0, 0, columns, rows), tuple(places), labels=labels, status="A status.")
    return replace(made, alt="a board\nin words", **more)  # type: ignore[arg-type]


def with_everything(material: str) -> Scene:
    """Every glyph, owner, state, mark, tone, kind of line and stock, in one material."""
    plain = board(material, 8, 8)
    tones = ["dark", "outer", "inner", "centre", "closed", "first", "second", "vacant"]
    places = [replace(place, tone=tones[i]) if i < len(tones) else place for i, place in enumerate(plain.places)]
    places[5], places[6] = replace(places[5], label="TO"), replace(places[6], label="OT")
    places += [Place(f"point{i}", (i + 0.5, 8.5), (), "line" if i else "closed") for i in range(8)]
    looks = [
        *(("stone", "shared", colour) for colour in ("red", "white", "black", "blue")),
        *(
            (glyph, owner, "")
            for glyph in ("stone", "disk", "peg", "dot", "ring", "hatch")
            for owner in ("first", "second")
        ),
        *(("disk", owner, "captive") for owner in ("first", "second")),
        *(("peg", owner, "lying") for owner in ("first", "second")),
        ("stone", "neutral", ""),
    ]
    names = [place.id for place in places]
    kinds = ("from", "to", "captured", "changed", "win", "barred")
    marks = [Mark(names[start + i], kind) for start in (8, 40, 66) for i, kind in enumerate(kinds)]
    tones_of_lines = ("line", "grid", "margin", "pen-first", "pen-second")
    lines = [Line(((0, i), (3, i), (5, i + 1)), tone) for i, tone in enumerate(tones_of_lines)]
    return replace(
        plain,
        box=(0, 0, 8, 9),
        places=tuple(places),
        pieces=tuple(Piece(names[8 + i], *look) for i, look in enumerate(looks)),
        marks=tuple(marks),
        lines=(*lines, Line(((1, 1), (2, 2), (1, 3)), "line", 1.5, 1)),
        stocks=(
            *(Stock(owner, "tiles in hand", 15, "tile") for owner in ("first", "second")),
            Stock("first", "captured", 3, "stone", "black"),
            Stock("second", "points", 7, "hatch"),
            Stock("second", "set aside", 0, "peg"),
            Stock("shared", "left", 40, "stone"),
            Stock("first", "points", 12),
        ),
        choices=(Choice("a", (names[8], names[60])), Choice("b", (names[60],)), Choice("c", ("button:swap",))),
    )


@cache
def played(name: str, rules: str, moves: int) -> Scene:
    """A real scene after some moves of a random game."""
    chance = random.Random(f"{name} {rules}")
    match = kakomi.new(name, rules)
    for _ in range(moves):
        if not match.codes():
            break
        match.push_code(chance.choice(match.codes()))
    return match.scene()


REAL = [
    (name, rules.name, moves)
    for name in kakomi.games.BUILT_IN
    for rules in kakomi.games.get(name).rule_sets
    for moves in (0, 25)
]
MADE = {material: with_everything(material) for material in MATERIALS}


def all_scenes() -> Iterable[Scene]:
    yield from MADE.values()
    for each in REAL:
        yield played(*each)


# --- reading a document -----------------------------------------------------------------------------------------------


def read(
    scene: Scene, *, width: int = 640, theme: str = "light", coordinates: bool = True, moves: bool = False
) -> Element:
    return ElementTree.fromstring(draw(scene, width=width, theme=theme, coordinates=coordinates, moves=moves))


def layers(root: Element) -> list[Element]:
    """Everything that is drawn, leaving out what is only defined."""
    return [each for child in root if child.tag != f"{SVG}defs" for each in child.iter()]


def texts(root: Element) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def box_of(root: Element) -> tuple[float, float]:
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    assert (x, y) == (0, 0)
    return width, height


def placed(root: Element) -> list[Element]:
    """The pieces on the board, in order: what is used at a spot, but tiles, brush circles and what lies in dishes."""
    return [
        each
        for each in layers(root)
        if each.tag == f"{SVG}use" and "x" in each.attrib and not re.search("-(tile|brush)-", each.attrib["href"])
    ]
