"""What a net is for, according to its manifest, and whether it fits a match.

game, rules         names
rules_version       of the game: see `core.game.Game`
interface           a hash of what the game's net interface says about some positions: see `interface_hash`
options             what it is for, by option: a list of values, or {"from": a, "to": b}; any value for those not named
kind                "sparse" or "conv"
training            how it was made: seed, settings, minutes, date; for human readers only
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.compiler.fingerprint import LENGTH
from kakomi.core.errors import EngineError
from kakomi.core.game import Game, RuleSet
from kakomi.core.match import Match
from kakomi.core.net import net_shape
from kakomi.core.protocol import Moves, Position, entry, planes, second_entry
from kakomi.search.learned.net_file import NetFileError

KINDS = ("sparse", "conv")
PLIES = 24  # of the sample game that the interface is hashed on


def make_manifest(
    game: Game, rule_set: RuleSet, kind: str, options: Mapping[str, Any], training: Mapping[str, Any]
) -> dict[str, Any]:
    """The manifest of a net for a rule set, to be written with its arrays."""
    return {
        "game": game.name,
        "rules": rule_set.name,
        "rules_version": game.version,
        "interface": interface_hash(game, rule_set),
        "options": dict(options),
        "kind": kind,
        "training": dict(training),
    }


def check_manifest(manifest: Mapping[str, Any], match: Match) -> None:
    """Raise NetFileError, with the reason, if the net is not for this match."""
    game, rule_set = match.game, match.rule_set
    wanted = (("game", game.name), ("rules", rule_set.name), ("rules_version", game.version))
    for field, value in wanted:
        if manifest.get(field) != value:
            named = field.replace("_", " ")
            raise NetFileError(f"it is for the {named} {manifest.get(field)!r}, not {value!r}")
    if manifest.get("kind") not in KINDS:
        raise NetFileError(f"it is of the kind {manifest.get('kind')!r}, not {' or '.join(KINDS)}")
    try:
        interface = interface_hash(game, rule_set)
    except EngineError as error:
        raise NetFileError(str(error)) from error
    if manifest.get("interface") != interface:
        raise NetFileError("it was trained with another net interface of the game (net.py): train it again")
    options = manifest.get("options")
    for name, allowed in options.items() if isinstance(options, dict) else ():
        if name not in match.options or not _is_allowed(match.options[name], allowed):
            raise NetFileError(f"it is for {name} = {_text(allowed)}, not {match.options.get(name)!r}")


def _is_allowed(value: Any, allowed: Any) -> bool:
    if isinstance(allowed, dict):
        return bool(allowed.get("from", value) <= value <= allowed.get("to", value))
    return value in allowed if isinstance(allowed, list) else bool(value == allowed)


def _text(allowed: Any) -> str:
    if isinstance(allowed, dict):
        return f"{allowed.get('from')} to {allowed.get('to')}"
    return " or ".join(str(each) for each in allowed) if isinstance(allowed, list) else str(allowed)


def interface_hash(game: Game, rule_set: RuleSet) -> str:
    """A hash of what the net interface says about the positions of one random game, with the options at their defaults.

    A net learns the meaning of cells and entries from their numbers, not from how the interface is written. So the hash
    stays the same when the source is rewritten, and changes as soon as a state, a fact or an entry gets another number.
    """
    return _interface_hash(game.name, rule_set.rules, tuple(Match(game, rule_set.name).settings))


@cache
def _interface_hash(name: str, rules: ModuleType, settings: tuple[int, ...]) -> str:
    shape = net_shape(rules, list(settings))
    look = bind("python", describe_position, rules)
    digest = hashlib.sha256(repr(shape).encode())
    position, out = [0] * rules.length(list(settings)), [0] * rules.max_moves(list(settings))
    rules.start(position, list(settings))
    chosen = random.Random(name)
    for _ in range(PLIES):
        count = rules.legal_moves(position, out)
        if count == 0:
            break
        moves = out[:count]
        cells, entries = [0] * shape.length, [0] * (2 * count)
        look(position, moves, cells, entries)
        digest.update(repr((cells, sorted(zip(entries[::2], entries[1::2], strict=True)))).encode())
        rules.play(position, moves[int(chosen.random() * count)])
    return digest.hexdigest()[:LENGTH]


def describe_position(position: Position, moves: Moves, cells: list[int], entries: list[int]) -> None:
    """Write what the interface says about a position and its legal moves."""
    planes(position, cells)
    for i in range(len(moves)):
        entries[2 * i] = entry(position, moves[i])
        entries[2 * i + 1] = second_entry(position, moves[i])
