"""A board as JSON, the same bytes that orjson writes for `Match.scene()`, at a fraction of the cost.

Parts that do not change from move to move are written once: the places and lines of a board, and each way to move.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any

import orjson

from kakomi.core.game import View
from kakomi.core.match import Match
from kakomi.core.scene import Choice
from kakomi.server.http.kept_bytes import KeptBytes

STILL = ("places", "lines", "labels")  # parts of a scene that most games have as constants
KEPT_PARTS = 128
KEPT_CHOICES = 20_000  # about 5 MB
KEPT_STARTS = 2_000_000  # bytes


class SceneParts:
    """The JSON of constants, looked up by identity: comparing constants would cost more than writing them."""

    def __init__(self, most: int = KEPT_PARTS) -> None:
        self._most = most
        self._kept: OrderedDict[int, tuple[object, orjson.Fragment]] = OrderedDict()

    def json(self, part: tuple[object, ...]) -> orjson.Fragment:
        """The JSON of a tuple that is never changed."""
        known = self._kept.get(id(part))
        if known is not None:  # it is kept alive, so no other object can have its identity
            self._kept.move_to_end(id(part))
            return known[1]
        written = orjson.Fragment(orjson.dumps(part))
        self._kept[id(part)] = part, written
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return written


PARTS = SceneParts()  # only the event loop uses these three
FIXED: dict[View, dict[int, bytes]] = {}
STARTS = KeptBytes(KEPT_STARTS)


def start_scene_json(match: Match) -> bytes:
    """The board before the first move, which is shared by new games of a kind."""
    name = match.game.name, match.game.version, match.rules, tuple(match.options.items()), match.start_position
    written = STARTS.get(name)
    if written is None:
        written = scene_json(match)
        STARTS.keep(name, written)
    return written


def scene_json(match: Match) -> bytes:
    """The board now, with the ways to move on it."""
    scene: dict[str, Any] = dict(match.bare_scene().__dict__)
    for name in STILL:
        scene[name] = PARTS.json(scene[name])
    scene["choices"] = orjson.Fragment(b"[" + b",".join(_choices(match)) + b"]")
    scene["shortcuts"] = match.shortcuts()
    return orjson.dumps(scene)


def _choices(match: Match) -> list[bytes]:
    view, position, moves = match.rule_set.view, match.state, match.codes()
    if getattr(view, "FIXED_MOVES", False):
        kept = FIXED.setdefault(view, {})
        if len(kept) > KEPT_CHOICES:
            kept.clear()
        for move in [each for each in moves if each not in kept]:
            kept[move] = _choice(view.move_text(position, move), view.clicks(position, move))
        return [kept[move] for move in moves]
    return [_choice(view.move_text(position, move), view.clicks(position, move)) for move in moves]


@lru_cache(KEPT_CHOICES)
def _choice(text: str, clicks: tuple[str, ...]) -> bytes:
    return orjson.dumps(Choice(text, clicks))
