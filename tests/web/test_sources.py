"""What must hold of the front end's sources: colours that can be read, a strict policy, small folders."""

import re
from collections import Counter
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
TOKENS = re.findall(
    r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", (WEB / "src" / "styles" / "tokens.css").read_text("utf-8")
)
COLOURS = {name: (light, dark) for name, light, dark in TOKENS}
AAA, VISIBLE = 7.0, 3.0
PAGES = sorted((WEB / "src").rglob("*.svelte"))


def sources() -> list[Path]:
    written = [WEB / "index.html", *(WEB / "src").rglob("*")]
    return [file for file in written if file.suffix in (".html", ".svelte", ".ts", ".css") and file.stem != "openapi.d"]


def test_folders_are_small_and_no_two_components_share_a_name() -> None:
    folders = Counter(file.parent for file in sources())
    assert {str(folder): count for folder, count in folders.items() if count > 15} == {}
    names = Counter(page.name for page in PAGES)
    assert [name for name, count in names.items() if count > 1] == []


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
