"""The rules pages as the browser gets them: safe, whole, with anchors, diagrams and exercises."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

import kakomi
import kakomi.games
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.server import schemas
from kakomi.server.content import rules_page
from kakomi.server.http.errors import Refusal

GAMES = kakomi.games.all_games()
TEXT = {"h2", "h3", "h4", "p", "ul", "ol", "li", "em", "strong", "code", "pre"}
TAGS = TEXT | {"table", "thead", "tbody", "tr", "th", "td", "figure", "img"}
ATTRIBUTES = {"id", "class", "data-diagram", "src", "alt", "width", "height", "loading"}


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_page_is_safe_and_every_clause_has_its_anchor(http: httpx.Client, game: Game) -> None:
    answer = http.get(f"/api/rules/{game.name}")
    page = schemas.RulesPage.model_validate(answer.json())
    reader = Reader()
    reader.feed(page.html)
    assert reader.tags <= TAGS
    assert reader.attributes <= ATTRIBUTES
    clauses = rules_page.clauses(game.rules_page())
    assert reader.ids == [f"clause-{clause}" for clause in clauses]
    known = {clause for rule_set in game.rule_sets for clause in rule_set.rules.CLAUSES if re.match(r"\d", clause)}
    assert known <= set(clauses)  # whatever ends a game can be linked to
    assert page.title == game.title
    assert page.by == game.by
    assert [lesson.game for lesson in page.lessons] == [game.name] * len(page.lessons)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_diagrams_of_a_page_are_drawn(http: httpx.Client, game: Game) -> None:
    page = http.get(f"/api/rules/{game.name}").json()
    shown = re.findall(r'<img src="([^"]+)"', page["html"])
    assert len(shown) == len(page["diagrams"]) == len(page["starts"]) == len(rules_page.diagrams(game))
    for start, match in zip(page["starts"], rules_page.diagrams(game), strict=True):
        assert Match(game, start["rules"], start["options"], start["position"]).position == match.position
    assert len(shown) >= 3
    for address in shown:
        picture = http.get(address, params={"theme": "dark"})
        assert picture.status_code == 200
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "sandbox" in picture.headers["content-security-policy"]
        assert picture.text.startswith("<svg")
    assert http.get(f"/api/rules/{game.name}/diagrams/{len(shown)}.svg").status_code == 404
    assert http.get(f"/api/rules/{game.name}/diagrams/0.svg", params={"theme": "x"}).status_code == 422


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_board_is_a_picture_and_no_text(game: Game) -> None:
    blocks = re.findall(r"<pre><code[^>]*>(.*?)</code></pre>", rules_page.html(game), re.S)
    assert [block for block in blocks if len(block.strip().splitlines()) > 1] == []


def test_html_in_a_page_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = (
        "# T\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](http://z/) <http://w/>\n\n```\n<b>\n```\n"
    )
    monkeypatch.setattr(Game, "rules_page", lambda self: hostile)
    made = rules_page.html(kakomi.games.get("enso"))
    assert "<script" not in made
    assert "<a" not in made
    assert "<img" not in made
    assert "&lt;b&gt;" in made


def test_an_unknown_game_has_no_page(http: httpx.Client) -> None:
    for path in ("/api/rules/chess", "/api/rules/chess/diagrams/0.svg"):
        answer = http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "name/unknown")


def test_a_game_without_rules_text_or_exercises_has_an_empty_page() -> None:
    bare = replace(kakomi.games.all_games()[0], package="kakomi.store")  # a package with none of these files
    page = rules_page.page(bare)
    assert (page["html"], page["diagrams"], page["lessons"]) == ("", [], [])
    with pytest.raises(Refusal, match="there is no diagram 0"):
        rules_page.picture(bare, 0, "auto")


@pytest.mark.parametrize("broken", ["[[lesson", '[[lesson]]\nid = "x"', "lesson = 3"])
def test_broken_exercises_are_left_out_and_logged(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    package = tmp_path / "broken_game"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "lessons.toml").write_text(broken)
    monkeypatch.syspath_prepend(str(tmp_path))
    game = replace(kakomi.games.all_games()[0], name=f"broken {broken}", package="broken_game")
    monkeypatch.delitem(sys.modules, "broken_game", raising=False)
    assert rules_page.page(game)["lessons"] == []
    assert "exercises left out" in caplog.text
