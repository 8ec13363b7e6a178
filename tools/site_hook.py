"""Hook of the documentation site (mkdocs.yml): adds pages that live beside the code, and files that pages link to.

Rules pages belong to their games' folders and the change log to the root of the repository; on the site they are pages like
any other. A link from a page to another file of the repository leads to a copy of that file. So links are written as in
the repository, and work both there and on the site.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=[)#])")


def adopted() -> dict[str, str]:
    """Pages from outside docs/: the page's place on the site, and its place in the repository."""
    pages = {f"play/rules/{path.parent.name}.md": path for path in sorted(ROOT.glob("src/kakomi/games/*/rules.md"))}
    pages["contribute/changelog.md"] = ROOT / "CHANGELOG.md"
    return {place: path.relative_to(ROOT).as_posix() for place, path in pages.items()}


ADOPTED = adopted()


def on_config(config: Any) -> Any:
    """Fill the sections of the navigation that list whole folders."""
    sections = {
        "Rules": [place for place in ADOPTED if place.startswith("play/rules/")],
        "Decisions": [path.relative_to(DOCS).as_posix() for path in sorted(DOCS.glob("decisions/*.md"))],
    }

    def fill(items: list[Any]) -> None:
        for item in items:
            if isinstance(item, dict):
                for title, inside in item.items():
                    if title in sections:
                        item[title] = sections[title]
                    elif isinstance(inside, list):
                        fill(inside)

    fill(config["nav"])
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the adopted pages, and the files of the repository that pages link to."""
    for place, origin in ADOPTED.items():
        files.append(File.generated(config, place, content=(ROOT / origin).read_text(encoding="utf-8")))
    links = [(link, page.src_uri) for page in files.documentation_pages() for link in LINK.findall(page.content_string)]
    places = {site_place(link, page) or "" for link, page in links}
    for place in sorted(place for place in places if place.startswith("source/")):
        path = ROOT / place.removeprefix("source/")
        files.append(File.generated(config, place, content=path.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Rewrite the links as the site needs them."""
    here = page.file.src_uri

    def rewritten(match: re.Match[str]) -> str:
        place = site_place(match[0], here)
        return match[0] if place is None else posixpath.relpath(place, posixpath.dirname(here) or ".")

    return LINK.sub(rewritten, markdown)


def site_place(link: str, page: str) -> str | None:
    """Where a link leads on the site, if not to the file that it names.

    >>> site_place("../../CHANGELOG.md", "contribute/index.md"), site_place("api.md", "research/index.md")
    ('contribute/changelog.md', None)
    """
    if "://" in link or link.startswith(("/", "mailto:")):
        return None
    folder = posixpath.dirname(ADOPTED.get(page, f"docs/{page}"))
    target = posixpath.normpath(posixpath.join(folder, link))
    if target.startswith("docs/"):
        return target.removeprefix("docs/") if page in ADOPTED else None
    for place, origin in ADOPTED.items():
        if origin == target:
            return place
    return f"source/{target}" if os.path.isfile(ROOT / target) else None
