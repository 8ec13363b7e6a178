"""What must hold of the front end's sources: sample games that can be played, colours that can be read, a strict policy."""

import json
import re
from pathlib import Path

import pytest

import kakomi
from kakomi.games import BUILT_IN

WEB = Path(__file__).parent.parent / "web"
SAMPLES = json.loads((WEB / "src" / "lib" / "samples.json").read_text(encoding="utf-8"))
TOKENS = re.findall(
    r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", (WEB / "src" / "styles" / "tokens.css").read_text("utf-8")
)
COLOURS = {name: (light, dark) for name, light, dark in TOKENS}
AAA, VISIBLE = 7.0, 3.0
PAGES = sorted((WEB / "src").rglob("*.svelte"))


def test_every_game_of_the_catalogue_has_a_sample_on_the_wall() -> None:
    assert set(SAMPLES) == set(BUILT_IN)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_sample_is_a_game_that_can_be_played(game: str) -> None:
    sample = SAMPLES[game]
    moves = sample["moves"].split()
    assert 0 < sample["shown"] < len(moves)
    match = kakomi.new(game, **sample["options"])
    for move in moves:
        match.push(move)
    assert match.moves == moves


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("words", "ground"),
    [
        *((words, ground) for words in ("ink", "quiet", "accent", "bad", "good") for ground in ("paper", "sheet")),
        *(("ink", ground) for ground in ("shade", "wash", "bad-wash")),
        ("quiet", "shade"),
        ("accent-deep", "wash"),
        ("on-accent", "accent"),
        ("on-accent", "accent-deep"),
    ],
)
def test_text_has_the_contrast_of_triple_a(words: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[words][theme], COLOURS[ground][theme]) >= AAA


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "sheet"])
def test_edges_of_fields_and_the_focus_can_be_seen(ground: str, theme: int) -> None:
    assert contrast(COLOURS["edge"][theme], COLOURS[ground][theme]) >= VISIBLE
    assert contrast(COLOURS["accent"][theme], COLOURS[ground][theme]) >= VISIBLE


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    page = (WEB / "index.html").read_text("utf-8")
    assert re.findall(r"<script[^>]*>([^<]+)</script>", page) == []
    assert "<style" not in page
    assert re.search(r"\s(style|on\w+)=", page) is None


def test_no_template_writes_a_style_attribute_that_the_policy_would_refuse() -> None:
    assert PAGES
    assert [str(page) for page in PAGES if re.search(r'<[^>]*\sstyle="[^{]', page.read_text("utf-8"))] == []


def test_the_lock_file_names_no_download_address() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text("utf-8")
