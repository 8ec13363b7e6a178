"""A game's rules page for the browser: safe HTML from its Markdown, with anchors for clauses, diagrams and exercises.

A code block that some rule set of the game reads as a diagram becomes a picture; `data-diagram` is its number in `diagrams`,
which holds the scene for a client that draws it itself. A block marked `names`, which shows what the points of the board are
called, is left out: the pictures have the names beside the points.
"""

from __future__ import annotations

import html as escaping
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kakomi.core.errors import KakomiError
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.server.content import lessons
from kakomi.server.http.errors import Refusal

CLAUSE = re.compile(r"\d{1,2}(\.\d{1,2})?")
SIZE = re.compile(r'width="\d+" height="\d+"')
PICTURE_WIDTH = 480
NAMES = "names"


def page(game: Game) -> dict[str, Any]:
    """The page as schemas.RulesPage, with scenes still objects."""
    return {
        "game": game.name,
        "title": game.title,
        "by": game.by,
        "html": html(game),
        "diagrams": [match.scene() for match in diagrams(game)],
        "starts": [
            {"rules": match.rules, "options": match.options, "position": match.position} for match in diagrams(game)
        ],
        "lessons": [each.as_dict() for each in lessons.usable(game)],
    }


def clauses(text: str) -> list[str]:
    """The numbers of the clauses of a rules page, in order.

    >>> clauses("## 2 How a stone stands" + chr(10) + "- **2.1** *in contact*")
    ['2', '2.1']
    """
    return [clause for clause, _ in _anchors(_parser().parse(text))]


def html(game: Game) -> str:
    """The rules as safe HTML: HTML in the text is escaped, and there are no links."""
    parser = _parser()
    tokens = parser.parse(game.rules_page())
    for clause, token in _anchors(tokens):
        token.attrSet("id", f"clause-{clause}")
    number = 0
    for token in tokens:
        if token.type == "fence" and token.info.strip() == NAMES:
            token.type, token.content = "html_block", ""
        elif token.type == "fence":
            match = _position(game, token.content)
            token.type, token.content = "html_block", _block(game, token.content, match, number)
            number += match is not None
    return str(parser.renderer.render(_without_title(tokens), parser.options, {}))


@cache
def diagrams(game: Game) -> tuple[Match, ...]:
    """The positions shown on the page."""
    tokens = _parser().parse(game.rules_page())
    fences = (token.content for token in tokens if token.type == "fence" and token.info.strip() != NAMES)
    return tuple(match for match in (_position(game, text) for text in fences) if match is not None)


@cache
def picture(game: Game, number: int, theme: str) -> str:
    """One of these positions as SVG."""
    drawn = diagrams(game)
    if not 0 <= number < len(drawn):
        raise Refusal(
            "diagram/unknown",
            f"there is no diagram {number}: the rules of {game.title} have {len(drawn)}, numbered from 0",
            404,
        )
    return drawn[number].svg(width=PICTURE_WIDTH, theme=theme)


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])


def _block(game: Game, text: str, match: Match | None, number: int) -> str:
    if match is None:
        return f"<pre><code>{escaping.escape(text)}</code></pre>\n"
    source = f"/api/rules/{game.name}/diagrams/{number}.svg"
    text_alternative = escaping.escape(_in_words(match))
    size = SIZE.search(match.svg(width=PICTURE_WIDTH))  # so that the text below does not jump when the picture loads
    assert size is not None
    image = f'<img src="{source}" alt="{text_alternative}" {size[0]} loading="lazy">'
    return f'<figure class="diagram" data-diagram="{number}">{image}</figure>\n'


def _in_words(match: Match) -> str:
    """The position in words."""
    by_symbol: dict[str, list[str]] = {}
    for place, symbol in match.board.items():
        by_symbol.setdefault(symbol, []).append(place)
    stands = "; ".join(f"{symbol}: {' '.join(places)}" for symbol, places in sorted(by_symbol.items()))
    return f"{match.status if match.outcome is not None else 'Board.'} {stands or 'Empty.'}"


@cache
def _position(game: Game, text: str) -> Match | None:
    """The position of a diagram, read by the first rule set and options that can."""
    for rules, options in _ways(game):
        rule_set, values = game.settle(rules, options)
        try:
            state = rule_set.view.read_diagram(text, rule_set.settings(values))
            return Match(game, rules, options, rule_set.view.position_text(state))
        except KakomiError:
            continue
    return None


def _ways(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every rule set with its defaults, then the variants of the exercises: small boards."""
    yield from ((rule_set.name, {}) for rule_set in game.rule_sets)
    yield from ((lesson.match.rules, lesson.match.options) for lesson in lessons.usable(game))


def _without_title(tokens: Sequence[Token]) -> list[Token]:
    """The page shows the game's title itself."""
    if len(tokens) > 2 and tokens[0].tag == "h1":
        return list(tokens[3:])
    return list(tokens)


def _anchors(tokens: Sequence[Token]) -> list[tuple[str, Token]]:
    """Each clause with the token that opens it: a heading that begins with a number, an item with a bold number."""
    anchors = []
    for place, token in enumerate(tokens):
        if token.type != "inline":
            continue
        first = token.content.partition(" ")[0]
        if tokens[place - 1].type == "heading_open" and CLAUSE.fullmatch(first):
            anchors.append((first, tokens[place - 1]))
        elif place > 1 and tokens[place - 2].type == "list_item_open":
            bold = re.match(r"\*\*(\d{1,2}\.\d{1,2})\*\*", token.content)
            if bold:
                anchors.append((bold[1], tokens[place - 2]))
    return anchors
