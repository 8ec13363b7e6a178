"""kakomi without a command: choose a game, its rule set and an opponent, and play."""

from __future__ import annotations

import argparse
import sys

from kakomi import games
from kakomi.cli.terminal import paint
from kakomi.cli.terminal.console import Console
from kakomi.cli.terminal.game_loop import PERSON
from kakomi.cli.terminal.markdown import display_width, wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.cli.terminal.saved_game import SavedGame, make_seats
from kakomi.cli.terminal.session import play_to_the_end
from kakomi.core.match import Match

GUIDE = """\
To play, run kakomi in a terminal and choose, or name a game:
  kakomi play {game} --against random
See also: kakomi rules {game} (the rules), kakomi games (rule sets and options), kakomi --help (all commands)."""

OPPONENTS = (
    ("random", "plays any legal move"),
    ("level:1", "a beginner who has just learned the rules"),
    ("level:4", "thinks a little, and never misses an immediate win"),
    ("level:7", "thinks hard"),
    ("level:10", "the strongest computer player"),
    (PERSON, "two people at this keyboard"),
)


def run(args: argparse.Namespace) -> int:
    """Ask what to play, and play it; in a pipe, where nobody can answer, print the choices."""
    brush = paint.choose(args.color)
    catalogue = games.all_games()
    entries = [(game.title, f"{game.about} {game.by}.") for game in catalogue]
    print(wrap("Kakomi: abstract board games for two players.", brush))
    print()
    if sys.stdin is None or not sys.stdin.isatty():
        _show(entries, brush)
        print(f"\n{GUIDE.format(game=catalogue[0].name)}")
        return 0
    try:
        chosen = catalogue[_choose("Which game?", entries, brush)]
        rule_set = chosen.rule_sets[0]
        if len(chosen.rule_sets) > 1:
            rules = [(each.name, each.help) for each in chosen.rule_sets]
            rule_set = chosen.rule_sets[_choose("Which rules?", rules, brush)]
        against = OPPONENTS[_choose("Against whom?", list(OPPONENTS), brush)][0]
    except (EOFError, Cancelled):
        print()
        return 0
    print()
    return play_to_the_end(SavedGame(Match(chosen, rule_set.name), make_seats(against, None)), brush)


class Cancelled(Exception):
    """Nothing was chosen."""


def _choose(question: str, entries: list[tuple[str, str]], brush: Paint) -> int:
    """The index of the entry chosen by its number, its name or the start of its name; Enter chooses the first."""
    _show(entries, brush)
    names = [name.lower() for name, _ in entries]
    console = Console()
    while True:
        typed = " ".join(console.ask(f"{question} (Enter: {entries[0][0]})> ").lower().replace("_", " ").split())
        if not typed:
            return 0
        if typed in ("q", "quit", "exit"):
            raise Cancelled
        if typed in map(str, range(1, len(entries) + 1)):
            return int(typed) - 1
        fitting = [place for place, name in enumerate(names) if name == typed] or [
            place for place, name in enumerate(names) if name.startswith(typed)
        ]
        if len(fitting) == 1:
            return fitting[0]
        print(f"Type a number from 1 to {len(entries)}, a name, or quit.")


def _show(entries: list[tuple[str, str]], brush: Paint) -> None:
    wide = max(len(name) for name, _ in entries)
    for number, (name, about) in enumerate(entries, 1):
        first = f"  {number}  {brush.bold(name)}{' ' * (wide - len(name))}  "
        print(wrap(about, brush, first, " " * display_width(first)))
