"""A game's rules for the terminal: the page, one clause of it, and the list of rule sets and options."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kakomi.cli.terminal.markdown import display_width, render, wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.core.errors import UnknownName
from kakomi.core.game import Game, RuleSet

CLAUSE = re.compile(r"(?:(#+) |\s*- \*\*)([0-9]+(?:\.[0-9]+)*)\b.*")


def page(game: Game, brush: Paint) -> str:
    """The rules page, with rule sets and options at its end."""
    rule_sets = "\n".join(rule_set_lines(game, brush))
    return f"{render(game.rules_page(), brush)}\n\n{brush.bold('Rule sets and options')}\n{rule_sets}"


def clause(game: Game, number: str, brush: Paint) -> str:
    """One clause of the page: a heading with everything under it, or a single entry."""
    number = number.strip().strip("().")
    lines: list[str] = []
    known: list[str] = []
    inside = ""  # how the clause we are in started: "##" for a heading, "-" for an entry
    for line in game.rules_page().splitlines():
        start = CLAUSE.fullmatch(line)
        if start:
            known.append(start[2])
        if start and start[2] == number:
            inside = start[1] or "-"
        elif inside and (line.startswith("#") or (inside == "-" and start)):
            inside = ""
        if inside:
            lines.append(line)
    if not lines:
        raise UnknownName(f"clause of {game.name}", number, known)
    return render("\n".join(lines), brush)


def rule_set_lines(game: Game, paint: Paint, margin: str = "  ") -> Iterator[str]:
    """Every rule set of a game with its options, their ranges and defaults."""
    width = max(len(rule_set.name) for rule_set in game.rule_sets)
    for rule_set in game.rule_sets:
        first = f"{margin}{paint.bold(rule_set.name)}{' ' * (width - len(rule_set.name))}  "
        yield wrap(rule_set.help, paint, first, " " * display_width(first))
        yield from _option_lines(rule_set, paint, margin + "    ")


def _option_lines(rule_set: RuleSet, paint: Paint, margin: str) -> Iterator[str]:
    forms = [f"{option.name}={option.default}" for option in rule_set.options]
    width = max(map(len, forms), default=0)
    for option, form in zip(rule_set.options, forms, strict=True):
        first = f"{margin}{paint.code(form)}{' ' * (width - len(form))}  "
        yield wrap(f"{option.range}: {option.help}", paint, first, " " * display_width(first))
