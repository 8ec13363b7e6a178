"""The opening explorer, a tab of the study board."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import expect

from tests.browser.support import PATIENCE, Visitor
from tests.browser.test_pages import axe

STILL = True

START = "xxxooo/xxxooo/xx2oo/oo2xx/oooxxx/oooxx1 x"  # no other test plays from here


def test_finished_games_are_shown_and_their_moves_can_be_played(visitor: Visitor) -> None:
    page = visitor.go("/")
    game = visitor.make("enso", position=START)
    move = visitor.ask(f"/api/games/{game}")["scene"]["choices"][0]["move"]
    for action in ({"type": "move", "id": 1, "ply": 0, "move": move}, {"type": "resign", "id": 2, "seat": 1}):
        visitor.post(f"/api/games/{game}/actions", action, 200)
    query = {"game": "enso", "position": START}
    page.wait_for_function(
        """async (query) => (await (await fetch("/api/explorer", {
             method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(query),
           })).json()).total > 0""",
        arg=query,
        timeout=PATIENCE,
    )
    visitor.go(f"/study?game=enso&position={quote(START)}")
    page.get_by_role("tab", name="Explorer").click()
    panel = page.get_by_role("region", name="Opening explorer")
    rows = panel.get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(panel).to_contain_text("1 game from here")
    row = rows.get_by_role("button")
    expect(row).to_have_accessible_name(
        re.compile(
            rf"Play {move} \+1 by symmetry\s*, 1 game\s*, scores 100%\s*, very likely between 21% and 100%\s*, by people 1$"
        )
    )
    assert axe(page) == []
    row.click()
    expect(panel).to_contain_text("No finished game has come this way yet")
    expect(page.get_by_text("White to move").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(rows).to_have_count(1)


def test_proven_moves_are_marked(visitor: Visitor) -> None:
    page = visitor.go("/study?game=enclosure_chess&rules=5x5")
    page.get_by_role("tab", name="Explorer").click()
    best = page.locator("[data-explorer] button[data-move=c3]")
    expect(best).to_have_accessible_name(re.compile(r"^Play c3\s*,(.*,)? proven draw\b"))
    assert axe(page) == []
