"""kakomi alone: choose a game, its rule set and an opponent, and play."""

from __future__ import annotations

import argparse
import sys

from kakomi import games
from kakomi.cli import paint, play
from kakomi.cli.console import Console
from kakomi.cli.paint import Paint
from kakomi.cli.sitting import Sitting, make_seats
from kakomi.cli.table import PERSON
from kakomi.cli.texts import seen, wrap
from kakomi.core.match import Match

GUIDE = """\
To play in a terminal, type kakomi and choose, or name a game:
  kakomi play {game} --against random
More: kakomi rules {game} (the rules), kakomi games (rule sets and options), kakomi --help (all commands)."""

OPPONENTS = (
    ("random", "a machine that makes any legal move"),
    ("level:1", "a machine that has just learned the rules"),
    ("level:4", "a machine that thinks a little, and misses no win at hand"),
    ("level:7", "a machine that thinks hard"),
    ("level:10", "the strongest"),
    (PERSON, "two people at this keyboard"),
)


def run(args: argparse.Namespace) -> int:
    """The chooser; in a pipe, where nobody can be asked, what there is to choose from."""
    brush = paint.choose(args.color)
    entries = [(game.title, f"{game.about} {game.by}.") for game in games.all_games()]
    print(wrap("Kakomi: five games of surrounding and isolation.", brush))
    print()
    if sys.stdin is None or not sys.stdin.isatty():
        _show(entries, brush)
        print(f"\n{GUIDE.format(game=games.names()[0])}")
        return 0
    try:
        chosen = games.all_games()[_choose("Which game?", entries, brush)]
        rule_set = chosen.rule_sets[0]
        if len(chosen.rule_sets) > 1:
            rules = [(each.name, each.help) for each in chosen.rule_sets]
            rule_set = chosen.rule_sets[_choose("Which rules?", rules, brush)]
        against = OPPONENTS[_choose("Against whom?", list(OPPONENTS), brush)][0]
    except (EOFError, Left):
        print()
        return 0
    print()
    return play.sit_down(Sitting(Match(chosen, rule_set.name), make_seats(against, None)), brush)


class Left(Exception):
    """Nothing was chosen."""


def _choose(question: str, entries: list[tuple[str, str]], brush: Paint) -> int:
    """The place of the entry chosen, by number, name or the beginning of a name; the first one for Enter."""
    _show(entries, brush)
    names = [name.lower() for name, _ in entries]
    console = Console()
    while True:
        typed = " ".join(console.ask(f"{question} (Enter: {entries[0][0]})> ").lower().replace("_", " ").split())
        if not typed:
            return 0
        if typed in ("q", "quit", "exit"):
            raise Left
        if typed in map(str, range(1, len(entries) + 1)):
            return int(typed) - 1
        fitting = [place for place, name in enumerate(names) if name == typed] or [
            place for place, name in enumerate(names) if name.startswith(typed)
        ]
        if len(fitting) == 1:
            return fitting[0]
        print(f"Type a number from 1 to {len(entries)} or a name; quit leaves.")


def _show(entries: list[tuple[str, str]], brush: Paint) -> None:
    wide = max(len(name) for name, _ in entries)
    for number, (name, about) in enumerate(entries, 1):
        first = f"  {number}  {brush.bold(name)}{' ' * (wide - len(name))}  "
        print(wrap(about, brush, first, " " * seen(first)))
