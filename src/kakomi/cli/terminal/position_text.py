"""A match in words: its title, and a position for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kakomi.cli.terminal import board
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.paint import Paint

if TYPE_CHECKING:
    from kakomi.core.match import Match


def title_line(match: Match) -> str:
    """The game, the rule set, the options that are not at their default, and the designer."""
    defaults = {option.name: option.default for option in match.rule_set.options}
    changed = [f"{name} {value}" for name, value in match.options.items() if value != defaults[name]]
    rules = [f"rules {match.rules}"] if len(match.game.rule_sets) > 1 else []
    return f"{', '.join([match.game.title, *rules, *changed])} - {match.game.by}"


def print_position(match: Match, brush: Paint) -> None:
    """Title, board, status, score, the position in one line, and the number of legal moves."""
    print(wrap(f"**{title_line(match)}**", brush))
    print(f"\n{board.draw(match, brush, whole=True)}\n")
    print(brush.bold(match.status))
    if match.score is not None:
        print(f"Score: {match.sides[0]} {match.score[0]}, {match.sides[1]} {match.score[1]}")
    print(f"Position: {match.position}")
    print(f"Legal moves: {len(match.legal_moves)}")
