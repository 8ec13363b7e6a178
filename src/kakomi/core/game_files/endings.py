"""How a game ended, in a sentence. The words are the game's own: the table [sentences] of `phrases.toml` in its folder.

Keys are clauses; " draw" after the clause means a draw, and a move text after that restricts the sentence to games with
this last move ("7.2 draw pass"). A sentence may contain {winner}, {loser}, {winner's}, {loser's}, {score} (the winner's
points first), {place} (the one the scene marks as won) and every option by its name. An ending without a sentence is
described by its phrase, or by the clause alone. Players read it with "you": of the verbs after a name only VERBS change.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from kakomi.core.game import Game

if TYPE_CHECKING:
    from kakomi.core.match import Match

FILE = "phrases.toml"
VERBS = {"wins": "win", "has": "have", "is": "are"}
SENTENCES, BUTTONS = "sentences", "buttons"
GIVEN_UP = {  # endings that are not a clause of any game
    "resign": "{loser} resigned. {winner} wins.",
    "time": "{loser} ran out of time. {winner} wins.",
    "forfeit": "{loser} forfeited the game. {winner} wins.",
    "agreed": "Draw by agreement.",
    "cancelled": "The invitation was cancelled.",
    "closed": "The game was closed by an administrator.",
}


@cache
def phrases_of(game: Game) -> Mapping[str, Any]:
    """What phrases.toml says: clauses to phrases, and the table of sentences. Empty if it is missing or not TOML."""
    try:
        return tomllib.loads(game.data_file(FILE) or "")
    except tomllib.TOMLDecodeError:
        return {}


def button_labels(game: Game) -> dict[str, str]:
    """The labels of buttons for moves that are words ("button:NAME" among a scene's clicks), from the table [buttons]."""
    table = phrases_of(game).get(BUTTONS, {})
    return {name: label for name, label in table.items() if isinstance(label, str)} if isinstance(table, dict) else {}


def ending_sentence(match: Match, reader: int | None = None) -> str:
    """The sentence for a match that is over, addressed to anybody or to one of the players.

    >>> import kakomi
    >>> match = kakomi.new(kakomi.games.names()[0])
    >>> match.resign()
    >>> ending_sentence(match).endswith("wins."), ending_sentence(match, 1).endswith("You win.")
    (True, True)
    """
    outcome = match.outcome
    assert outcome is not None
    said = phrases_of(match.game)
    words = _words(match)
    template = GIVEN_UP.get(outcome.clause) or _sentence(said, match)
    if template:
        try:
            return _addressed(template, outcome.winner, reader).format_map(words)
        except (KeyError, ValueError, IndexError):  # a sentence with a field that does not exist
            pass
    phrase = said.get(outcome.clause)
    reason = f"by {phrase} ({outcome.clause})" if isinstance(phrase, str) else f"({outcome.clause})"
    beginning = _addressed("Draw" if outcome.winner is None else "{winner} wins", outcome.winner, reader).format_map(
        words
    )
    return f"{beginning} {reason}{', ' if words['score'] else ''}{words['score']}."


def _addressed(template: str, winner: int | None, reader: int | None) -> str:
    """The template with "you" for the reader: "{winner} wins" becomes "You win" for the winner."""
    if winner is None or reader is None:
        return template
    name = "winner" if reader == winner else "loser"
    for verb, ours in VERBS.items():
        template = template.replace(f"{{{name}}} {verb}", f"you {ours}")
    template = template.replace(f"{{{name}}}", "you").replace(f"{{{name}'s}}", "your")
    return re.sub(r"(?:^|(?<=\. ))y", "Y", template)


def _sentence(said: Mapping[str, Any], match: Match) -> str | None:
    table = said.get(SENTENCES)
    if match.outcome is None or not isinstance(table, dict):
        return None
    key = match.outcome.clause + (" draw" if match.outcome.winner is None else "")
    last = match.moves[-1] if match.moves else ""
    template = table.get(f"{key} {last}", table.get(key))
    return template if isinstance(template, str) else None


def _words(match: Match) -> dict[str, object]:
    outcome = match.outcome
    assert outcome is not None
    sides = match.sides
    winner = 0 if outcome.winner is None else outcome.winner
    points = () if outcome.score is None else (outcome.score[winner], outcome.score[1 - winner])
    words: dict[str, object] = {
        **match.options,
        "winner": sides[winner],
        "loser": sides[1 - winner],
        "winner's": f"{sides[winner]}'s",
        "loser's": f"{sides[1 - winner]}'s",
        "score": "–".join(f"{each:g}" for each in points),
    }
    won = [mark.place for mark in match.rule_set.view.scene(match.state).marks if mark.kind == "win"]
    if won:
        words["place"] = won[0]
    return words
