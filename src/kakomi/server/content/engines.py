"""The engines that run in the visitor's browser: where they are, and only those built from the server's own rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from urllib.parse import quote, urlencode

from kakomi import games
from kakomi.core.game import Game, RuleSet
from kakomi.core.match import Match
from kakomi.search.page_engine.files import (
    NET,
    EngineFiles,
    built_engines,
    engine_name,
    find_engine,
    options_description,
    weights_file,
)
from kakomi.server.http.pages import FOLDER

PACKAGED = FOLDER / "engines"
FILE = re.compile(r"[\w.-]{1,150}\.(wasm|bin)")


def engine_url(match: Match) -> str | None:
    """Where a page finds the engine for the match's rules and options; None if none fits."""
    engine = engine_of(match)
    if engine is None:
        return None
    chosen = {each.name: match.options[each.name] for each in match.rule_set.options}
    others = {
        option.name: chosen[option.name] for option in match.rule_set.options if chosen[option.name] != option.default
    }
    query = f"?{urlencode(others)}" if others else ""
    return f"/engines/{quote(engine.name)}.json{query}"


def engine_of(match: Match) -> EngineFiles | None:
    """The files of the match's engine: those that came with the pages, or those this user has built."""
    return find_engine(match.game, match.rule_set, (PACKAGED, built_engines()))


def engine_description(name: str, options: dict[str, str]) -> dict[str, object] | None:
    """What a page must know about the engine with this name and these options; None if there is no such engine."""
    game, rule_set = _names().get(name, (None, None))
    if game is None or rule_set is None:
        return None
    match = Match(game, rule_set.name, options)
    engine = engine_of(match)
    return None if engine is None else options_description(engine, match)


def engine_file(name: str) -> Path | None:
    """The module or weights file with this name."""
    if FILE.fullmatch(name) is None:
        return None
    begin, is_net, _ = name.rpartition(f"{NET}-")
    if is_net and begin in _names():
        return weights_file(*_names()[begin], name)
    places = (folder / name for folder in (PACKAGED, built_engines()))
    return next((file for file in places if file.is_file()), None)


@cache
def _names() -> dict[str, tuple[Game, RuleSet]]:
    return {engine_name(game, each): (game, each) for game in games.all_games() for each in game.rule_sets}
