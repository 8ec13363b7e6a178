"""The documentation site builds without a warning, fetches nothing, and every link in it leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from tools import pictures

ROOT = Path(__file__).parents[1]
LIMIT = 150_000  # bytes of a screenshot


class Page(HTMLParser):
    """A page's links, what it loads by itself, and its anchors."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value is not None}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.add(values["href"])
        self.loaded |= {values[name] for name in ("src", "href", "poster") if name in values and tag != "a"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Every page but that for addresses that are not there, whose links are absolute."""
    return {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


def test_every_link_leads_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    assert len(pages) > 30
    followed = 0
    for path, page in pages.items():
        for link in page.links | page.loaded:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                assert parts.netloc, link
                continue
            assert not parts.scheme, link
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), f"{path.relative_to(site)} links to {link}"
            if parts.fragment and target in pages:
                anchors = pages[target].anchors | {"__tabbed", ""}
                assert unquote(parts.fragment) in anchors, f"{path.relative_to(site)} links to {link}"
            followed += 1
    assert followed > 1000


def test_nothing_is_fetched_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        assert not [link for link in page.loaded if urlsplit(link).netloc], path.relative_to(site)
    for path in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", path.read_text(encoding="utf-8")), path


def test_the_front_page_has_four_doors(site: Path, pages: dict[Path, Page]) -> None:
    doors = {"play/index.html", "design/index.html", "research/index.html", "contribute/index.html"}
    assert doors <= pages[site / "index.html"].links


def test_every_game_has_its_rules_and_the_api_its_names(site: Path, pages: dict[Path, Page]) -> None:
    rules = {path.parent.name for path in ROOT.glob("src/kakomi/games/*/rules.md")}
    assert {path.stem for path in (site / "play" / "rules").glob("*.html")} == rules
    api = pages[site / "research" / "api.html"].anchors
    assert {"kakomi.new", "kakomi.load", "kakomi.core.match.Match.push", "kakomi.core.protocol.legal_moves"} <= api
    assert "<blockquote>" not in (site / "research" / "api.html").read_text(encoding="utf-8")  # examples are code


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_pictures_are_current(name: str) -> None:
    drawn = (pictures.IMAGES / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == pictures.draw(pictures.PICTURES[name]) + "\n", "run `python -m tools.pictures`"


def test_images_are_small_and_used() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")]
    texts += [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "mkdocs.yml")]
    for path in (ROOT / "docs" / "images").rglob("*.*"):
        assert path.stat().st_size < LIMIT, path.name
        assert any(path.name in text for text in texts), f"{path.name} is shown nowhere"
