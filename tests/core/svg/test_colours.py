"""The palettes: owners can be told apart by everyone, pieces stand out from their board, and texts can be read."""

from __future__ import annotations

import re

import pytest

from kakomi.core.svg.materials import FACETS, PLAIN, THEMES
from tests.colour import VISIONS, contrast, difference, lab, luminance
from tests.core.svg.drawn import MATERIALS

EVERY = [(material, theme) for material in MATERIALS for theme in THEMES]

# What stands beside what and must not be taken for it; paints by name.
RIVALS = {
    "plain": [("ink", "shell"), ("cinnabar", "ink"), ("cinnabar", "shell"), ("blue tile", "red tile")],
    "enso": [("ink", "shell")],
    "iago": [("jet", "ivory"), ("cinnabar", "jet"), ("cinnabar", "ivory")],
    "toot": [("blue peg", "red peg"), ("blue tile", "red tile")],
    "enclose5": [("red pen", "blue pen")],
    "enclosure_chess": [("cinnabar", "ink"), ("shell", "ink")],
}
# What stands on what.
GROUNDS = {
    "plain": [(paint, cell) for paint in ("ink", "shell", "cinnabar", "azure") for cell in ("board", "shade")],
    "enso": [("ink", "board"), ("ink", "shade"), ("shell", "board"), ("shell", "shade")],
    "iago": [(paint, cell) for paint in ("jet", "ivory", "cinnabar") for cell in ("board", "shade", "inlay")],
    "toot": [
        ("blue peg", "blue tile face"),
        ("red peg", "red tile face"),
        ("blue tile", "sheet"),
        ("red tile", "sheet"),
    ],
    "enclose5": [("red pen", "board"), ("blue pen", "board")],
    "enclosure_chess": [("cinnabar", "sheet"), ("shell", "sheet"), ("ink", "sheet")],
}


def lit(tokens: dict[str, str], colour: str) -> str:
    """A colour in the middle of the lamp's light."""
    part = float(tokens["lamp"])
    mixed = (
        round(int(colour[i : i + 2], 16) * (1 - part) + int(tokens["glow"][i : i + 2], 16) * part) for i in (1, 3, 5)
    )
    return "#" + "".join(f"{each:02x}" for each in mixed)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [  # from the test data of Sharma, Wu and Dalal (2005)
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_of_difference_agrees_with_published_pairs(
    one: tuple[float, float, float], other: tuple[float, float, float], apart: float
) -> None:
    assert difference(one, other) == pytest.approx(apart, abs=1e-4)


def test_the_other_measures_agree_with_what_is_known() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert lab("#ffffff") == pytest.approx((100, 0, 0), abs=0.05)
    for vision in VISIONS:  # greys look the same to all
        assert lab("#808080", vision) == pytest.approx(lab("#808080"), abs=0.1)
    red, green = lab("#ff0000", "deuteranopia"), lab("#80a000", "deuteranopia")
    assert difference(red, green) < difference(lab("#ff0000"), lab("#80a000")) / 2


@pytest.mark.parametrize(("material", "theme"), EVERY)
@pytest.mark.parametrize("vision", VISIONS)
def test_the_players_colours_differ_for_every_kind_of_sight(material: str, theme: str, vision: str) -> None:
    tokens = MATERIALS[material].palette(theme)
    owners = MATERIALS[material].owners
    for one, other in [*RIVALS[material], (owners["first"], owners["second"])]:
        seen = [lab(tokens[f"{paint} face"], vision) for paint in (one, other)]
        assert difference(*seen) > 24, (one, other)


@pytest.mark.parametrize(("material", "theme"), EVERY)
def test_the_players_colours_differ_in_lightness_alone(material: str, theme: str) -> None:
    tokens = MATERIALS[material].palette(theme)
    for one, other in RIVALS[material]:
        assert abs(lab(tokens[f"{one} face"])[0] - lab(tokens[f"{other} face"])[0]) > 9.5, (one, other)


@pytest.mark.parametrize(("material", "theme"), EVERY)
def test_pieces_stand_out_from_the_board_in_light_and_shade(material: str, theme: str) -> None:
    tokens = MATERIALS[material].palette(theme)
    for paint, ground in GROUNDS[material]:
        for under in (tokens[ground], lit(tokens, tokens[ground])):
            assert max(contrast(tokens[f"{paint} {facet}"], under) for facet in ("face", "rim")) >= 3, (paint, ground)


@pytest.mark.parametrize(("material", "theme"), EVERY)
def test_texts_can_be_read(material: str, theme: str) -> None:
    tokens = MATERIALS[material].palette(theme)
    assert contrast(tokens["quiet"], tokens["sheet"]) >= 4.5
    assert contrast(tokens["words"], tokens["sheet"]) >= 7
    assert contrast(tokens["quiet"], lit(tokens, tokens["sheet"])) >= 3  # names of points, in the middle
    for tile in ("blue tile", "red tile"):
        assert contrast(tokens[f"{tile} mark"], tokens[f"{tile} face"]) >= 4


@pytest.mark.parametrize(("material", "theme"), EVERY)
def test_marks_of_moves_can_be_seen(material: str, theme: str) -> None:
    tokens = MATERIALS[material].palette(theme)
    for token in ("hint", "brush", "accent"):
        assert contrast(tokens[token], tokens["board"]) >= 3, token
    owners = MATERIALS[material].owners
    captive, *marks = (tokens[f"{owners[owner]} face"] for owner in ("captive", "first", "second"))
    if "disk" in MATERIALS[material].glyphs:
        assert min(contrast(mark, captive) for mark in marks) >= 3  # the owner's mark on a captive


@pytest.mark.parametrize("material", MATERIALS)
def test_by_lamplight_a_board_is_dark_but_never_black(material: str) -> None:
    light, dark = MATERIALS[material].palette("light"), MATERIALS[material].palette("dark")
    assert luminance(light["sheet"]) > 0.6
    for token in ("sheet", "board", "shade", "inlay", "dish"):
        assert 0.005 < luminance(dark[token]) < 0.16, token
    assert float(dark["lamp"]) > 0


@pytest.mark.parametrize(("material", "theme"), EVERY)
def test_every_palette_has_every_token_and_only_colours(material: str, theme: str) -> None:
    tokens = MATERIALS[material].palette(theme)
    paints = {f"{paint} {facet}" for paint in MATERIALS[material].paints for facet in FACETS}
    assert set(tokens) == {*PLAIN.light, *paints}
    for token, value in tokens.items():
        assert re.fullmatch(r"#[0-9a-f]{6}", value) or (token == "lamp" and 0 <= float(value) < 0.5), token
