"""What the documents say is so: their Python examples run, their links lead somewhere, their commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from kakomi.cli.main import make_parser

ROOT = Path(__file__).parents[1]
ROOT_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
DOCUMENTS = [*(ROOT / name for name in ROOT_PAGES), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_run_and_links_lead_somewhere(document: Path) -> None:
    failed, _ = doctest.testfile(str(document), module_relative=False)
    assert failed == 0
    for link in re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (document.parent / link).exists(), link


def test_the_readme_has_examples_at_all() -> None:
    runner = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(runner) > 8


def test_the_readmes_commands_are_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    known = make_parser().format_help()
    named = set(re.findall(r"^    kakomi (\w+)", text, flags=re.MULTILINE))
    assert len(named) > 6
    for command in named:
        assert re.search(rf"\b{command}\b", known), command


def test_the_architecture_page_names_files_that_exist() -> None:
    page = (ROOT / "docs" / "contribute" / "architecture.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "kakomi"
    names = {path.name for path in package.rglob("*.py")}
    for name in set(re.findall(r"`([\w/]+(?:\.py|/))`", page)):
        if "NAME" in name:
            continue
        known = any((root / name).exists() for root in (package, package.parent, ROOT)) or (
            "/" not in name and name in names
        )
        assert known, f"architecture.md names {name}"
