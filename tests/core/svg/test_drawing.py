"""The SVG drawing: whole, well-formed, harmless, and nothing of the scene left out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kakomi.core.errors import OptionError, UnknownName
from kakomi.core.scene import Choice, Label, Line, Mark, Piece, Place, Scene, Stock
from tests.core.svg.drawn import (
    MADE,
    MATERIALS,
    SVG,
    all_scenes,
    board,
    box_of,
    draw,
    layers,
    material,
    placed,
    played,
    read,
    texts,
)

# --- whole and harmless -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_every_scene_is_well_formed_with_unique_ids_and_nothing_from_outside(theme: str) -> None:
    for scene in all_scenes():
        text = draw(scene, theme=theme, moves=True)
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg"
        ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
        assert len(ids) == len(set(ids))
        assert all(each == ids[0] or each.startswith(f"{ids[0]}-") for each in ids)
        referred = re.findall(r'url\((.*?)\)|href="(.*?)"', text)
        for target in (one or other for one, other in referred):
            assert target[0] == "#"
            assert target[1:] in ids
        assert {each.tag.removeprefix(SVG) for each in root.iter()}.isdisjoint(
            {"script", "foreignObject", "image", "a"}
        )
        assert not any(name.startswith("on") for each in root.iter() for name in each.attrib)
        assert text.count("http") == 1  # the namespace
        assert "@import" not in text


def test_two_pictures_in_one_page_do_not_share_ids() -> None:
    documents = {draw(scene) for scene in all_scenes()}
    assert len(documents) > 10
    assert len({ElementTree.fromstring(text).attrib["id"] for text in documents}) == len(documents)
    light, dark = (read(MADE["enso"], theme=theme).attrib["id"] for theme in ("light", "dark"))
    assert light != dark


def test_hostile_text_stays_text() -> None:
    evil = "<script>alert('&\"')</script>]]><!-- \x00\x0b\ud800"
    scene = board(
        "toot",
        2,
        2,
        status=evil,
        labels=(Label(evil, (0.5, 2.4)),),
        sides=(evil, evil),
        stocks=(Stock("first", evil, 2, "peg"),),
        choices=(Choice("x", (f"button:{evil}",)),),
        game=evil,
    )
    named = replace(scene, alt=evil, places=(*scene.places, Place(evil, (0, 0), (), "line", evil)))
    named = replace(named, pieces=(Piece(evil, "dot", "first"),), marks=(Mark(evil, "to"),))
    root = read(named, moves=True)
    assert not list(root.iter(f"{SVG}script"))
    kept = evil[:-3] + "\ufffd\ufffd\ufffd"
    assert root.findtext(f"{SVG}title") == kept
    assert root.findtext(f"{SVG}desc") == kept
    assert sorted(texts(root)) == sorted([kept, kept, kept, kept, f"{kept} 2", f"or {kept}"])
    ElementTree.fromstring(draw(named, theme="auto").encode())  # nothing left that cannot be encoded


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"places": (Place("a1", (0, 0), (), '"><script>'),)}, "tone"),
        ({"lines": (Line(((0, 0), (1, 1)), "dotted"),)}, "line"),
        ({"pieces": (Piece("a1", "pawn", "first"),)}, "glyph"),
        ({"pieces": (Piece("a1", "stone", "third"),)}, "owner"),
        ({"pieces": (Piece("a1", "stone", 'x" onload="', "red"),)}, "owner"),
        ({"pieces": (Piece("a1", "peg", "first", '"><script>'),)}, "state"),
        ({"pieces": (Piece("z9", "stone", "first"),)}, "place"),
        ({"marks": (Mark("a1", "smudge"),)}, "mark"),
        ({"marks": (Mark("z9", "to"),)}, "place"),
        ({"stocks": (Stock("first", "captured", 1, "coin"),)}, "glyph"),
        ({"stocks": (Stock("shared", "left", 1, "tile"),)}, "owner"),
        ({"choices": (Choice("z9", ("z9",)),)}, "place"),
    ],
)
def test_a_scene_that_names_what_cannot_be_drawn_is_refused(change: dict[str, object], what: str) -> None:
    with pytest.raises(UnknownName, match=f"there is no {what}"):
        draw(replace(board("enclosure_chess", 2, 2), **change), moves=True)  # type: ignore[arg-type]


def test_unknown_themes_and_impossible_widths_are_refused() -> None:
    with pytest.raises(UnknownName, match="known: light, dark, auto"):
        draw(MADE["enso"], theme="Dark")
    for width in (79, 8001, -1):
        with pytest.raises(OptionError, match="80 to 8000"):
            draw(MADE["enso"], width=width)


@pytest.mark.parametrize("game", MATERIALS)
def test_an_empty_scene_is_an_empty_sheet(game: str) -> None:
    root = read(Scene(game, "", (0, 0, 0, 0), ()), moves=True)
    width, height = box_of(root)
    assert width > 0
    assert height > 0
    assert texts(root) == []
    assert root.findtext(f"{SVG}title") == f"A board of {game}"


# --- nothing left out -------------------------------------------------------------------------------------------------


def test_every_piece_is_drawn_at_its_place_in_order() -> None:
    for scene in all_scenes():
        centres = {place.id: place.centre for place in scene.places}
        pieces = [piece for piece in scene.pieces if piece.glyph != "hatch"]
        found = placed(read(scene))
        assert len(found) == len(pieces)
        for piece, element in zip(pieces, found, strict=True):
            form = "captive" if piece.state == "captive" else piece.glyph
            assert f"-{form}-" in element.attrib["href"]
        if not pieces:
            continue
        spots = [(float(each.attrib["x"]), float(each.attrib["y"])) for each in found]
        points = [centres[piece.place] for piece in pieces]
        (x0, y0), (px, py) = points[0], spots[0]
        units = []
        for (x, y), (sx, sy) in zip(points, spots, strict=True):
            if abs(x - x0) > 0.1:
                units.append((sx - px) / (x - x0))
            if abs(y - y0) > 0.1:
                units.append((sy - py) / (y - y0))
        assert units
        assert max(units) - min(units) < 0.2  # one scale for both directions, and up stays up
        assert min(units) > 0


def test_every_cell_is_drawn_in_its_tone() -> None:
    fills = {
        "plain": "board",
        "dark": "shade",
        "outer": "shade",
        "inner": "board",
        "centre": "inlay",
        "closed": "inlay",
    }
    for scene in all_scenes():
        tokens = material(scene).palette("light")
        wanted = Counter(tokens[fills[place.tone]] for place in scene.places if place.outline and place.tone in fills)
        drawn: Counter[str] = Counter()
        for each in layers(read(scene)):
            if each.tag == f"{SVG}path" and each.attrib.get("fill") in wanted and "fill-opacity" not in each.attrib:
                drawn[each.attrib["fill"]] += each.attrib["d"].count("Z")
        assert drawn == wanted
        tiles = [each for each in layers(read(scene)) if "-tile-" in each.attrib.get("href", "") and "x" in each.attrib]
        assert len(tiles) == sum(place.tone in ("first", "second") for place in scene.places)
        dashed = [each for each in layers(read(scene)) if "stroke-dasharray" in each.attrib]
        assert sum(each.attrib["d"].count("Z") for each in dashed) == sum(p.tone == "vacant" for p in scene.places)


def test_points_are_small_discs() -> None:
    scene = played("enclosure_chess", "six", 0)
    discs = [each for each in layers(read(scene)) if each.attrib.get("d", "").endswith("h0")]
    assert sum(each.attrib["d"].count("h0") for each in discs) == 21


def test_hatched_cells_lean_to_opposite_sides() -> None:
    root = read(MADE["enclose5"])
    leans = [each.attrib["patternTransform"] for each in root.iter(f"{SVG}pattern")]
    assert sorted(leans) == ["rotate(-45)", "rotate(45)"]
    filled = [each for each in layers(root) if "hatching" in each.attrib.get("fill", "")]
    assert [each.attrib["d"].count("Z") for each in filled] == [1, 1]


def test_every_mark_is_drawn() -> None:
    for scene in all_scenes():
        standing = {piece.place for piece in scene.pieces}
        wanted = Counter(mark.kind for mark in scene.marks)
        marks = [each for each in layers(read(scene)) if "data-mark" in each.attrib]
        assert Counter(each.attrib["data-mark"] for each in marks) == wanted
        gone = [each for each in marks if each.attrib.get("href", "").endswith("-mark-gone")]
        assert len(gone) == sum(mark.kind == "captured" and mark.place not in standing for mark in scene.marks)


def test_a_lone_stone_that_wins_gets_a_wide_brush_circle_and_a_crowded_one_a_narrow_one() -> None:
    alone = board("enso", 5, 5, pieces=(Piece("c3", "stone", "first"),), marks=(Mark("c3", "win"),))
    crowded = replace(alone, pieces=(*alone.pieces, Piece("c4", "stone", "second")))
    scales = [float(re.findall(r'scale\(([\d.]+)\)" data-mark="win"', draw(scene))[0]) for scene in (alone, crowded)]
    assert scales == [1, pytest.approx(50 / 72, abs=0.001)]


def test_labels_stand_in_order_and_can_be_left_out() -> None:
    for scene in all_scenes():
        wanted = [label.text for label in scene.labels]
        with_them, without = read(scene), read(scene, coordinates=False)
        assert [text for text in texts(with_them) if text not in texts(without)] == [
            text for text in wanted if text not in texts(without)
        ]
        assert len(texts(with_them)) == len(texts(without)) + len(wanted)
    enso = played("enso", "standard", 0)
    assert box_of(read(enso, coordinates=False))[0] < box_of(read(enso))[0]


def test_a_places_own_letters_are_burnt_in_and_make_room_for_a_piece() -> None:
    free = board("toot", 3, 1)
    free = replace(free, places=(replace(free.places[0], tone="first", label="TO"), *free.places[1:]))
    held = replace(free, pieces=(Piece("a1", "peg", "first"),))
    sizes = []
    for scene in (free, held):
        (letters,) = [each for each in read(scene).iter(f"{SVG}text") if each.text == "TO"]
        sizes.append(float(letters.attrib["font-size"]))
    assert sizes[0] > 2 * sizes[1]


def test_stocks_show_owner_name_count_and_pieces() -> None:
    scene = MADE["enclosure_chess"]
    root = read(scene)
    found = texts(root)
    for stock in scene.stocks:
        assert f"{stock.name} {stock.count}" in found
    assert {"First", "Second"} <= set(found)
    dishes = Counter(each.attrib["data-dish"] for each in layers(root) if "data-dish" in each.attrib)
    assert dishes == {"first": 2, "second": 3, "shared": 1}
    lying = Counter(
        each.attrib["href"].split("-")[1] for each in layers(root) if "translate" in each.attrib.get("transform", "")
    )
    assert 3 + 8 <= lying["stone"] <= 3 + 12  # the three captured ones, and as many of the forty as can be told apart
    assert 1 <= lying["tile"] / 2 <= 15
    assert lying["peg"] == 0
    assert box_of(root)[1] > box_of(read(replace(scene, stocks=())))[1]


def test_captured_stones_in_a_dish_have_their_own_colour() -> None:
    scene = board("enclosure_chess", 3, 3, stocks=(Stock("first", "captured", 2, "stone", "black"),))
    uses = [
        each.attrib["href"]
        for each in layers(read(scene))
        if each.tag == f"{SVG}use" and "stone" in each.attrib["href"]
    ]
    assert [use.split("-", 1)[1] for use in uses] == ["stone-ink", "stone-ink"]


def test_moves_are_shown_when_asked_by_their_first_click() -> None:
    for scene in all_scenes():
        starts = {choice.clicks[0] for choice in scene.choices}
        buttons = [
            each.removeprefix("button:") for each in dict.fromkeys(c.clicks[0] for c in scene.choices) if ":" in each
        ]
        root = read(scene, moves=True)
        hints = [each for each in layers(root) if "data-move" in each.attrib]
        assert len(hints) == len(starts) - len(buttons)
        assert (("or " + " · ".join(buttons)) in texts(root)) == bool(buttons)
        assert not [each for each in layers(read(scene)) if "data-move" in each.attrib]
    root = read(
        board(
            "enso",
            2,
            1,
            pieces=(Piece("a1", "stone", "first"),),
            choices=(Choice("m", ("a1", "b1")), Choice("n", ("b1",))),
        ),
        moves=True,
    )
    ring, dot = (each for each in layers(root) if "data-move" in each.attrib)
    assert (ring.attrib["fill"], dot.attrib["fill"]) == ("none", MATERIALS["enso"].palette("light")["hint"])


def test_arcs_and_margins_are_drawn_as_such() -> None:
    scene = board("enclose5", 4, 4, lines=(Line(((0, 0), (2, 2)), "line", 2.0, 1), Line(((0, 0), (0, 4)), "margin")))
    root = read(scene)
    paths = [each.attrib["d"] for each in layers(root) if each.tag == f"{SVG}path"]
    (arc,) = [d for d in paths if "A" in d]
    assert re.search(r"A200 200 0 0 1 ", arc)
    assert any(
        re.fullmatch(rf"M[\d.]+ 0V{root.attrib['viewBox'].split()[3]}", d) for d in paths
    )  # the whole sheet high
