"""What a net sees of a match, for the tests of each game's net interface."""

from __future__ import annotations

from kakomi import Match
from kakomi.core.compiler.build import bind
from kakomi.core.net import NetShape, net_functions, net_shape


def shape_of(match: Match) -> NetShape:
    return net_shape(match.rule_set.rules, match.settings)


def rows_of(match: Match) -> list[str]:
    """The cell states row by row, the highest row first; "a" is 10."""
    shape, planes = shape_of(match), planes_of(match)
    rows = [planes[first : first + shape.columns] for first in range(0, shape.cells, shape.columns)]
    return ["".join("0123456789a"[state] for state in row) for row in reversed(rows)]


def facts_of(match: Match) -> list[int]:
    return planes_of(match)[shape_of(match).cells :]


def planes_of(match: Match) -> list[int]:
    out = [0] * shape_of(match).length
    _call(match, "planes", out)
    return out


def number_of(match: Match, name: str, move: str) -> int:
    """What `index`, `entry` or `second_entry` says of a move text."""
    return int(_call(match, name, match.parse(move)))


def _call(match: Match, name: str, argument: object) -> int:
    rules = match.rule_set.rules
    number: int = bind("python", net_functions(rules)[name], rules)(match.state, argument)
    return number
