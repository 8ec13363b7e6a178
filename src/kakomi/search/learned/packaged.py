"""The nets that come with a game, found and read when they are needed.

A game's folder may have a folder `nets` with a file RULES.net for each rule set, and `play.toml`:

    [standard]              a rule set
    strongest = true        the search with the net is stronger than the one without, by a measured contest
    explore = 1.5           optional: settings of the search, see `search.PuctSettings`

A net that cannot be used does not prevent play: the reason is logged once, and the game is searched without it.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from kakomi.core.errors import EngineError
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.search.learned.manifest import check_manifest
from kakomi.search.learned.net_file import LARGEST, NetFileError, decode, open_file
from kakomi.search.learned.network import Net
from kakomi.search.learned.search import LearnedSearch, PuctSettings

FOLDER = "nets"
CHOICE = f"{FOLDER}/play.toml"

log = logging.getLogger(__name__)
_said: set[str] = set()


def learned_search(
    match: Match, threads: int = 1, memory: int = 256, seed: int = 0, changes: Mapping[str, Any] | None = None
) -> LearnedSearch | None:
    """A search with the net that comes with the match's game; None if there is none that can be used.

    `changes` are settings that differ from those of play.toml.
    """
    net = packaged_net(match)
    if net is None:
        return None
    settings = replace(_choice(match.game, match.rule_set.name)[1], **(changes or {}))
    return LearnedSearch(net, threads, memory, seed, settings)


def is_strongest(match: Match) -> bool:
    """Whether the game declares that it is searched best with its net."""
    return _choice(match.game, match.rule_set.name)[0]


def packaged_net(match: Match) -> Net | None:
    """The net for the match, which fits its options; None if there is none, and then the reason has been logged."""
    try:
        return load_net(match)
    except NetFileError as error:
        _say_why_not(match, error)
        return None


def load_net(match: Match) -> Net:
    """The net for the match; NetFileError if there is none that fits its options."""
    net = _load(match.game, match.rule_set.name)
    net.lay_out(match)
    return net


def packaged_manifest(match: Match) -> Mapping[str, Any] | None:
    """The manifest of the net for the match, without its arrays, for a process that never searches."""
    try:
        manifest = _load_manifest(match.game, match.rule_set.name)
        check_manifest(manifest, match)
    except NetFileError as error:
        _say_why_not(match, error)
        return None
    return manifest


def _say_why_not(match: Match, error: NetFileError) -> None:
    if str(error) not in _said:
        _said.add(str(error))
        name = f"{match.game.name} {match.rule_set.name}"
        log.warning("The net of %s is not used, the search goes on without it: %s.", name, error)


@cache
def _load(game: Game, rules: str) -> Net:
    file = f"{rules}.net"
    return Net(*decode(_read(game, rules), file), file)


@cache
def _load_manifest(game: Game, rules: str) -> dict[str, Any]:
    return open_file(_read(game, rules), f"{rules}.net")[0]


def _read(game: Game, rules: str) -> bytes:
    file = resources.files(game.package).joinpath(FOLDER, f"{rules}.net") if game.package else None
    if file is None or not file.is_file():
        raise NetFileError("there is none")
    with file.open("rb") as opened:
        return opened.read(LARGEST + 1)


@cache
def _choice(game: Game, rules: str) -> tuple[bool, PuctSettings]:
    """What play.toml says about a rule set: whether the net makes it strongest, and the settings."""
    text = game.data_file(CHOICE) if game.package else None
    try:
        table = dict(tomllib.loads(text or "").get(rules, {}))
        return bool(table.pop("strongest", False)), PuctSettings(**table)
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise EngineError(f"{CHOICE} of {game.name} cannot be used: {error}") from error
