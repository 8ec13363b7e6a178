"""Materials: what a board is made of and what its pieces are painted with, by day and by lamplight.

A game's material is data: `material.toml` in its folder, laid over the plain one (plain.toml, which explains every key).
A drawing is made of tokens: names that have a colour in both themes. They are written as fixed colours or, in theme "auto"
and in the pages, as CSS custom properties.
"""

from __future__ import annotations

import re
import tomllib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any, Literal, get_args

from kakomi.core.errors import KakomiError
from kakomi.core.game import Game
from kakomi.core.svg.vector import tag

THEMES = ("light", "dark")
FACETS = ("face", "shine", "rim", "mark")
COLOUR_WORDS = ("red", "white", "black", "blue")  # states that name a colour
GLYPHS = ("stone", "disk", "peg", "dot", "ring", "hatch")
FILE = "material.toml"
COLOUR = re.compile("#[0-9a-f]{6}")
WORD = re.compile("[a-z]+(?: [a-z]+)*")
LAMP = "lamp"  # the one token that is a strength, 0 to 1, and not a colour

Border = Literal["line", "double", "slab"]


class MaterialError(KakomiError):
    """A material that cannot be read, or that asks for something that cannot be drawn."""


@dataclass(frozen=True)
class PaintColours:
    """What a piece is painted with: its facets in both themes, and whether a ring is carved into it."""

    light: tuple[str, ...]
    dark: tuple[str, ...]
    carved: bool = False


@dataclass(frozen=True)
class Frame:
    """The least distance from the board to the edge: of a picture, and of a window, where space is scarce."""

    picture: float
    page: float


@dataclass(frozen=True)
class Grain:
    """A texture: noise with this frequency along x and y, and the linear map from noise to opacity."""

    frequency: str
    octaves: int
    slope: float
    offset: float


@dataclass(frozen=True, eq=False)
class Material:
    """A material; plain.toml says what each key is for."""

    glyphs: tuple[str, ...]
    players: tuple[str, str]
    border: Border
    ruled: bool
    fibres: bool
    grain_on_cells: bool
    gap: float
    corner: float
    daylight: float
    frame: Frame
    grain: Grain
    owners: Mapping[str, str]  # owner, or colour word, to paint
    paints: Mapping[str, PaintColours]
    light: Mapping[str, str]
    dark: Mapping[str, str]

    def paint(self, owner: str, state: str = "") -> str:
        """The paint of an owner, unless the state names a colour."""
        return self.owners[state if state in COLOUR_WORDS else owner]

    def carved(self, paint: str) -> bool:
        """Whether a ring is carved into pieces of this paint."""
        return self.paints[paint].carved

    def palette(self, theme: str) -> dict[str, str]:
        """Token to value: the board's tokens, and `paint facet` tokens.

        >>> PLAIN.palette("light")["ink face"]
        '#23211f'
        """
        tokens = dict(self.dark if theme == "dark" else self.light)
        for name, paint in self.paints.items():
            values = paint.dark if theme == "dark" else paint.light
            tokens.update({f"{name} {facet}": value for facet, value in zip(FACETS, values, strict=True)})
        return tokens


# --- reading ----------------------------------------------------------------------------------------------------------


def read_material(text: str, base: Material | None = None) -> Material:
    """The material a TOML text describes, laid over `base` (the plain one); MaterialError says what would be right."""
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MaterialError(f"a material is a TOML file: {error}") from error
    under: dict[str, Any] = {} if base is None else {each.name: getattr(base, each.name) for each in fields(base)}
    names = {each.name for each in fields(Material)}
    strange = [name for name in said if name not in names]
    if strange:
        raise MaterialError(f"a material has no key {strange[0]!r}; its keys: {', '.join(sorted(names))}")
    merged = {**under, **said}
    for table in ("owners", "light", "dark"):
        merged[table] = {**under.get(table, {}), **_table(said, table)}
    paints = {name: _paint(name, each) for name, each in _table(said, "paints").items()}
    merged["paints"] = {**under.get("paints", {}), **paints}
    try:
        merged["frame"] = merged["frame"] if isinstance(merged["frame"], Frame) else Frame(**merged["frame"])
        merged["grain"] = merged["grain"] if isinstance(merged["grain"], Grain) else Grain(**merged["grain"])
        merged["glyphs"], merged["players"] = tuple(merged["glyphs"]), tuple(merged["players"])
        material = Material(**{**merged, "light": _texts(merged["light"]), "dark": _texts(merged["dark"])})
    except (KeyError, TypeError) as error:
        raise MaterialError(f"a material lacks something or has it in another form: {error}") from error
    _check(material, base)
    return material


def _table(said: dict[str, Any], name: str) -> dict[str, Any]:
    entry = said.get(name, {})
    if not isinstance(entry, dict):
        raise MaterialError(f"{name} of a material must be a table")
    return entry


def _texts(tokens: Mapping[str, object]) -> dict[str, str]:
    return {name: value if isinstance(value, str) else f"{value:g}" for name, value in tokens.items()}


def _paint(name: str, said: object) -> PaintColours:
    if not isinstance(said, dict) or not {"light", "dark"} <= set(said) <= {"light", "dark", "carved"}:
        raise MaterialError(f"the paint {name!r} must have light, dark and perhaps carved")
    light, dark = (tuple(str(said[theme]).split()) for theme in THEMES)
    for values in (light, dark):
        if len(values) != len(FACETS) or not all(COLOUR.fullmatch(each) for each in values):
            raise MaterialError(f"the paint {name!r} must have four colours such as #23211f: {', '.join(FACETS)}")
    return PaintColours(light, dark, bool(said.get("carved", False)))


def _check(material: Material, base: Material | None) -> None:
    """Check every name and colour: nothing else gets into a drawing."""
    if material.border not in get_args(Border):
        raise MaterialError(f"the border of a material is {' or '.join(get_args(Border))}, not {material.border!r}")
    for glyph in (*material.glyphs, *material.players):
        if glyph not in (*GLYPHS, "tile"):
            raise MaterialError(f"there is no glyph {glyph!r}; known: {', '.join((*GLYPHS, 'tile'))}")
    for owner, paint in material.owners.items():
        if paint not in material.paints:
            raise MaterialError(f"{owner} has the paint {paint!r}, which the material does not describe")
    for name in (*material.owners, *material.paints, *material.light, *material.dark):
        if not WORD.fullmatch(name):
            raise MaterialError(f"{name!r} is not a name for a material: names are words in small letters")
    if not re.fullmatch(r"\.?[0-9.]+ \.?[0-9.]+", material.grain.frequency):
        raise MaterialError(
            f"the frequency of a grain is two numbers such as '.2 .3', not {material.grain.frequency!r}"
        )
    for theme in THEMES:
        tokens = material.dark if theme == "dark" else material.light
        if base is not None and set(tokens) != set(base.light):
            raise MaterialError(f"{theme} has {sorted(set(tokens) - set(base.light))}, which nothing is drawn with")
        for token, value in tokens.items():
            if not (COLOUR.fullmatch(value) or (token == LAMP and re.fullmatch(r"0?\.?\d+|1", value))):
                raise MaterialError(f"{token} in {theme} must be a colour such as #23211f, not {value!r}")


PLAIN = read_material(resources.files(__package__).joinpath("plain.toml").read_text(encoding="utf-8"))


@cache
def material_of(game: Game) -> Material:
    """The game's own material, or the plain one; a warning names a material that cannot be read."""
    text = game.data_file(FILE)
    if text is None:
        return PLAIN
    try:
        return read_material(text, PLAIN)
    except MaterialError as error:
        warnings.warn(f"{FILE} of {game.name} is left out: {error}", stacklevel=2)
        return PLAIN


# --- colours in a document --------------------------------------------------------------------------------------------


def variable(token: str) -> str:
    """The name of a token's custom property.

    >>> variable("ink face")
    '--k-ink-face'
    """
    return f"--k-{token.replace(' ', '-')}"


class Colours:
    """Tokens turned into what is written in the document; remembers which tokens were used."""

    def __init__(self, material: Material, theme: str) -> None:
        self._auto = theme == "auto"
        self._light = material.palette("light")
        self._dark = material.palette("dark")
        self._fixed = self._dark if theme == "dark" else self._light
        self._used: dict[str, None] = {}

    def __call__(self, token: str) -> str:
        """The colour as it is written."""
        if not self._auto:
            return self._fixed[token]
        self._used[token] = None
        return f"var({variable(token)})"

    def style(self, scope: str) -> str:
        """The style element that gives the tokens their values, "" where the colours are written out."""
        if not self._used:
            return ""
        light, dark = (
            ";".join(f"{variable(token)}:{values[token]}" for token in sorted(self._used))
            for values in (self._light, self._dark)
        )
        return f"<style>#{scope}{{{light}}}@media (prefers-color-scheme:dark){{#{scope}{{{dark}}}}}</style>"


def grain(texture: Grain, colours: Colours, name: str, scale: float = 1.0) -> str:
    """The filter `name` that tints its own shape with noise; `scale` is the length of a hundredth of a cell here."""
    frequency = " ".join(f"{float(each) / scale:.4g}" for each in texture.frequency.split())
    return tag(
        "filter",
        tag("feTurbulence", type="fractalNoise", baseFrequency=frequency, numOctaves=texture.octaves, seed=5),
        tag(
            "feColorMatrix",
            values=f"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 {texture.slope} 0 0 0 {texture.offset}",
            result="noise",
        ),
        tag("feFlood", flood_color=colours("grain")),
        tag("feComposite", in2="noise", operator="in"),
        tag("feComposite", in2="SourceAlpha", operator="in"),
        id=name,
        x=0,
        y=0,
        width=1,
        height=1,
        color_interpolation_filters="sRGB",
    )
