"""Boards as JSON: the same bytes as for the scene itself, whatever is kept from other boards."""

from __future__ import annotations

import random

import orjson
import pytest

from kakomi.server.content import scene_json as module
from kakomi.server.content.scene_json import SceneParts, scene_json, start_scene_json
from tests.contract import VARIANTS, Variant


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_json_of_a_board_is_that_of_its_scene(variant: Variant) -> None:
    match, source = variant.new(), random.Random(str(variant))
    assert start_scene_json(match) == start_scene_json(variant.new()) == orjson.dumps(match.scene())
    for _ in range(12):
        codes = match.codes()
        if not codes:
            break
        match.push_code(source.choice(codes))
        assert scene_json(match) == orjson.dumps(match.scene())
    if match.outcome is None:
        match.resign()
    assert scene_json(match) == orjson.dumps(match.scene())


def test_more_moves_than_are_kept_are_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT_CHOICES", 3)
    monkeypatch.setattr(module, "FIXED", {})
    for variant in (each for each in VARIANTS if not each.options):
        match = variant.new()
        for _ in range(3):
            assert scene_json(match) == orjson.dumps(match.scene())
            match.push_code(match.codes()[0])


def test_constants_are_known_by_identity_and_few_are_kept() -> None:
    parts = SceneParts(2)
    one, two, three = ("a",), ("b",), ("c",)
    first = parts.json(one)
    assert parts.json(one) is first
    parts.json(two)
    parts.json(one)
    parts.json(three)  # the longest unused goes
    assert parts.json(one) is first
    for number in range(1_000):  # objects that are gone may have had the same address
        assert orjson.dumps([parts.json((number,))]) == orjson.dumps([[number]])
