"""The look of the SVG drawing: themes, forms, margins, sizes; and the same document each time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import kakomi
from kakomi.core.scene import Piece
from kakomi.core.svg import draw
from kakomi.core.svg.materials import MATERIALS, palette
from tests.drawn import MADE, SVG, all_scenes, board, box_of, layers, placed, played, read

WIDTHS = (200, 390, 640, 900)


def test_status_and_words_are_there_for_those_who_listen() -> None:
    root = read(MADE["slate"])
    assert root.attrib["role"] == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert (title.text, desc.text) == ("A status.", "a board\nin words")
    assert root.attrib["aria-labelledby"] == f"{title.attrib['id']} {desc.attrib['id']}"
    assert root[0] is title


@pytest.mark.parametrize("material", MATERIALS)
def test_a_fixed_theme_writes_its_colours_and_auto_leaves_them_to_the_reader(material: str) -> None:
    scene = MADE[material]
    light, dark, auto = (draw(scene, theme=theme) for theme in ("light", "dark", "auto"))
    for text, theme in ((light, "light"), (dark, "dark")):
        assert "var(" not in text
        assert "<style" not in text
        assert f'fill="{palette(material, theme)["sheet"]}"' in text
        assert palette(material, {"light": "dark", "dark": "light"}[theme])["sheet"] not in text
    root = ElementTree.fromstring(auto)
    style = root.findtext(f"{SVG}style")
    assert style is not None
    by_day, by_night = re.fullmatch(
        r"#(?P<id>\w+)\{(.*?)\}@media \(prefers-color-scheme:dark\)\{#(?P=id)\{(.*?)\}\}", style
    ).groups()[1:]  # type: ignore[union-attr]
    used = set(re.findall(r"var\((--[a-z-]+)\)", auto))
    for text, theme in ((by_day, "light"), (by_night, "dark")):
        values = dict(each.split(":") for each in text.split(";"))
        assert set(values) == used
        tokens = palette(material, theme)
        assert all(tokens[name.removeprefix("--").replace("-", " ")] == value for name, value in values.items())
    assert root.attrib["id"] in style
    assert draw(scene) == auto


def test_nothing_is_drawn_in_pure_black_by_lamplight() -> None:
    for material in MATERIALS:
        text = draw(MADE[material], theme="dark")
        assert not re.search(r'"(#000000|#000|black)"', text)
        for element in ElementTree.fromstring(text).iter(f"{SVG}stop"):
            assert "stop-color" in element.attrib  # a stop without a colour is black


def test_owners_differ_in_form_not_only_in_colour() -> None:
    def forms(glyph: str, material: str, state: str = "") -> list[str]:
        """The drawings of the first and the second player's piece, without their colours and names."""
        made = []
        for owner in ("first", "second"):
            root = read(board(material, 1, 1, pieces=(Piece("a1", glyph, owner, state),)))
            (use,) = placed(root)
            (drawn,) = [each for each in root.iter(f"{SVG}g") if each.attrib.get("id") == use.attrib["href"][1:]]
            text = ElementTree.tostring(drawn, encoding="unicode")
            made.append(re.sub(r'#[0-9a-f]{6}|url\(.*?\)|id=".*?"', "", text))
        return made

    for glyph, material, state in (
        ("stone", "washi", ""),
        ("stone", "wood", ""),
        ("disk", "slate", ""),
        ("disk", "slate", "captive"),
        ("peg", "table", ""),
        ("peg", "table", "lying"),
    ):
        first, second = forms(glyph, material, state)
        assert first != second, (glyph, material, state)
    root = read(MADE["table"])
    tiles = {
        each.attrib["id"].split("-")[2]: each for each in root.iter(f"{SVG}g") if "-tile-" in each.attrib.get("id", "")
    }
    grains = {owner: "rotate(90)" in ElementTree.tostring(each, encoding="unicode") for owner, each in tiles.items()}
    assert grains == {"first": True, "second": False}


def test_pen_marks_wobble_and_stay_as_they_were() -> None:
    scene = board("notebook", 9, 9)
    marked = replace(scene, pieces=tuple(Piece(place.id, "dot", "first") for place in scene.places))
    drawings = [each.attrib["href"] for each in placed(read(marked))]
    assert len(set(drawings)) == 8
    fewer = replace(marked, pieces=marked.pieces[40:])
    assert [each.split("-", 1)[1] for each in drawings[40:]] == [
        each.attrib["href"].split("-", 1)[1] for each in placed(read(fewer))
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_off_at_any_width(width: int) -> None:
    for scene in all_scenes():
        root = read(scene, width=width, moves=True)
        wide, high = box_of(root)
        assert int(root.attrib["width"]) == width
        assert float(root.attrib["height"]) == pytest.approx(width * high / wide, abs=1)
        assert high / wide < 1.45
        for each in placed(root):
            x, y = float(each.attrib["x"]), float(each.attrib["y"])
            assert 45 <= x <= wide - 45
            assert 45 <= y <= high - 45
        sizes = {
            child: float(each.attrib["font-size"])
            for each in root.iter(f"{SVG}g")
            if "font-size" in each.attrib
            for child in each
        }
        for text in root.iter(f"{SVG}text"):
            size = sizes.get(text) or float(text.attrib["font-size"])
            long = 0.5 * size * len("".join(text.itertext()))
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            left = x - {"start": 0, "middle": 0.5, "end": 1}[text.attrib.get("text-anchor", "middle")] * long
            assert left > 0, "".join(text.itertext())
            assert left + long < wide, "".join(text.itertext())
            assert size / 2 < y < high - size / 4


@pytest.mark.parametrize("width", WIDTHS)
def test_the_players_stocks_do_not_run_into_each_other(width: int) -> None:
    for scene in all_scenes():
        root = read(scene, width=width)
        rows: dict[str, list[tuple[float, float]]] = {}
        for group in root.iter(f"{SVG}g"):
            for text in group.iter(f"{SVG}text"):
                if text.attrib.get("text-anchor") in ("start", "end") and "font-size" in group.attrib:
                    long = 0.5 * float(group.attrib["font-size"]) * len("".join(text.itertext()))
                    x = float(text.attrib["x"]) - (long if text.attrib["text-anchor"] == "end" else 0)
                    rows.setdefault(text.attrib["y"], []).append((x, x + long))
        for row in rows.values():
            assert all(right < left for (_, right), (left, _) in pairwise(sorted(row)))


def test_coordinates_do_not_touch_the_board_however_small_its_cells() -> None:
    for size in (6, 21, 40):
        scene = board("notebook", size, size)
        for width in WIDTHS:
            root = read(scene, width=width)
            (group,) = [each for each in root.iter(f"{SVG}g") if "font-size" in each.attrib]
            font = float(group.attrib["font-size"])
            cells = [
                each for each in layers(root) if each.tag == f"{SVG}path" and each.attrib["d"].count("Z") == size * size
            ]
            corners = re.findall(r"([\d.]+) ([\d.]+)", cells[0].attrib["d"])
            left, bottom = min(float(x) for x, _ in corners), max(float(y) for _, y in corners)
            for text in group:
                x, y = float(text.attrib["x"]), float(text.attrib["y"])
                beside = x + 0.28 * font * len(text.text or "") <= left - 5
                below = y - 0.75 * font >= bottom - 1
                assert beside or below, (size, width, text.text)


def test_a_board_of_few_cells_is_not_blown_up_and_a_tall_one_not_run_off_the_page() -> None:
    small = read(played("toot", "standard", 0), width=640)
    assert box_of(small)[0] >= 650  # a cell is at most about a hundred pixels wide
    wide, high = box_of(read(board("table", 2, 40)))
    assert high / wide < 1.45


def test_pictures_are_small_files() -> None:
    assert len(draw(played("enso", "standard", 25), moves=True)) < 20_000
    full = board("notebook", 40, 40)
    marks = [
        Piece(place.id, ("dot", "ring", "hatch")[i % 3], ("first", "second")[i % 2])
        for i, place in enumerate(full.places)
    ]
    assert len(draw(replace(full, pieces=tuple(marks)), moves=True)) < 400_000


def test_numbers_are_rounded() -> None:
    for scene in all_scenes():
        text = re.sub(r'<(title|desc)[^>]*>.*?</\1>|baseFrequency=".*?"', "", draw(scene), flags=re.DOTALL)
        assert not re.search(r"\.\d{4,}|\de[-+]\d|inf|nan", text.replace("Candara", ""))


def test_the_same_scene_makes_the_same_document_in_any_process() -> None:
    code = (
        "import kakomi, hashlib; from kakomi.core.svg import draw\n"
        "scenes = [kakomi.new(name).scene() for name in kakomi.games.BUILT_IN]\n"
        "print(hashlib.sha256(''.join(draw(scene, moves=True) for scene in scenes).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert draw(MADE["wood"]) == draw(MADE["wood"])


def test_a_match_draws_itself() -> None:
    match = kakomi.new("enso")
    assert match.svg(width=300, theme="dark") == draw(match.scene(), width=300, theme="dark")
    assert match._repr_svg_() == draw(match.scene())
