"""A game's rules page for the browser: its Markdown as safe HTML, each clause an anchor, its diagrams drawn, and exercises.

A block of text that some rule set of the game reads as a diagram becomes a picture; `data-diagram` is its number in
`diagrams`, where its scene is for whoever draws better than the picture.
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
from kakomi.server import lessons
from kakomi.server.refusals import Refusal

CLAUSE = re.compile(r"\d{1,2}(\.\d{1,2})?")
SIZE = re.compile(r'width="\d+" height="\d+"')
PICTURE_WIDTH = 480


def page(game: Game) -> dict[str, Any]:
    """The page as models.RulesPage has it, scenes still objects."""
    return {
        "game": game.name,
        "title": game.title,
        "by": game.by,
        "html": html(game),
        "diagrams": [match.scene() for match in diagrams(game)],
        "lessons": [each.as_dict() for each in lessons.of(game)],
    }


def clauses(text: str) -> list[str]:
    """The numbers of the clauses of a rules page, in its order.

    >>> clauses("## 2 How a stone stands" + chr(10) + "- **2.1** *in contact*")
    ['2', '2.1']
    """
    return [clause for clause, _ in _anchors(_parser().parse(text))]


def html(game: Game) -> str:
    """Safe HTML: no HTML of the text's own passes, and there are no links.

    >>> from kakomi import games
    >>> '<li id="clause-3.1">' in html(games.get("enso"))
    True
    """
    parser = _parser()
    tokens = parser.parse(game.rules_page())
    for clause, token in _anchors(tokens):
        token.attrSet("id", f"clause-{clause}")
    number = 0
    for token in tokens:
        if token.type == "fence":
            match = _drawn(game, token.content)
            token.type, token.content = "html_block", _block(game, token.content, match, number)
            number += match is not None
    return str(parser.renderer.render(_without_title(tokens), parser.options, {}))


@cache
def diagrams(game: Game) -> tuple[Match, ...]:
    """The positions that the page shows."""
    fences = (token.content for token in _parser().parse(game.rules_page()) if token.type == "fence")
    return tuple(match for match in (_drawn(game, text) for text in fences) if match is not None)


@cache
def picture(game: Game, number: int, theme: str) -> str:
    """One of them as SVG."""
    drawn = diagrams(game)
    if not 0 <= number < len(drawn):
        raise Refusal("diagram/unknown", f"the rules of {game.title} have diagrams 0 to {len(drawn) - 1}", 404)
    return drawn[number].svg(width=PICTURE_WIDTH, theme=theme)


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])


def _block(game: Game, text: str, match: Match | None, number: int) -> str:
    if match is None:
        return f"<pre><code>{escaping.escape(text)}</code></pre>\n"
    source = f"/api/rules/{game.name}/diagrams/{number}.svg"
    said = escaping.escape(_said(match))
    size = SIZE.search(match.svg(width=PICTURE_WIDTH))  # so that the text below does not jump when the picture comes
    assert size is not None
    image = f'<img src="{source}" alt="{said}" {size[0]} loading="lazy">'
    return f'<figure class="diagram" data-diagram="{number}">{image}</figure>\n'


def _said(match: Match) -> str:
    """The position in words."""
    by_symbol: dict[str, list[str]] = {}
    for place, symbol in match.board.items():
        by_symbol.setdefault(symbol, []).append(place)
    stands = "; ".join(f"{symbol}: {' '.join(places)}" for symbol, places in sorted(by_symbol.items()))
    return f"{match.status if match.outcome is not None else 'Board.'} {stands or 'Empty.'}"


@cache
def _drawn(game: Game, text: str) -> Match | None:
    """The position of a diagram, by the first rule set and options that can read it."""
    for rules, options in _ways(game):
        rule_set, values = game.settle(rules, options)
        try:
            read = rule_set.view.read_diagram(text, rule_set.settings(values))
            return Match(game, rules, options, rule_set.view.position_text(read))
        except KakomiError:
            continue
    return None


def _ways(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every rule set as it is, then as the exercises have it: small boards."""
    yield from ((rule_set.name, {}) for rule_set in game.rule_sets)
    yield from ((lesson.match.rules, lesson.match.options) for lesson in lessons.of(game))


def _without_title(tokens: Sequence[Token]) -> list[Token]:
    """The page shows the game's title itself."""
    if len(tokens) > 2 and tokens[0].tag == "h1":
        return list(tokens[3:])
    return list(tokens)


def _anchors(tokens: Sequence[Token]) -> list[tuple[str, Token]]:
    """Each clause with the token that opens it: a heading that begins with a number, an item with a bold number."""
    found = []
    for place, token in enumerate(tokens):
        if token.type != "inline":
            continue
        first = token.content.partition(" ")[0]
        if tokens[place - 1].type == "heading_open" and CLAUSE.fullmatch(first):
            found.append((first, tokens[place - 1]))
        elif place > 1 and tokens[place - 2].type == "list_item_open":
            bold = re.match(r"\*\*(\d{1,2}\.\d{1,2})\*\*", token.content)
            if bold:
                found.append((bold[1], tokens[place - 2]))
    return found
