"""docs/design/measures.md says of every measure what the table says."""

from __future__ import annotations

from pathlib import Path

import pytest

from kakomi.lab.measures import MEASURES

DOCS = (Path(__file__).parents[3] / "docs" / "design" / "measures.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MEASURES)
def test_a_measure_is_defined_in_a_sentence_and_a_formula(name: str) -> None:
    found = MEASURES[name]
    assert f"**{found.title}**, `{name}`" in DOCS
    assert found.sentence in DOCS
    assert f"\n    {found.formula}\n" in DOCS
