"""The server dies and comes back: the pages say so, heal by themselves, and nothing that was played is lost."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.support import PATIENCE, Visitor, require_pages
from tests.server.support import Server, serving

STILL = True

LOST = "Connection lost; trying again. Everything played so far is kept."


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, without engines; started again, it has the same address and the same data."""
    require_pages()
    with serving(tmp_path, "--engines", "0", "--no-limits") as server:
        server.flags = (*server.flags, "--port", str(urlsplit(server.url).port))
        yield server


def is_lost(visitor: Visitor) -> None:
    visitor.page.wait_for_selector('.game[data-link="lost"]', timeout=PATIENCE)
    expect(visitor.page.locator("[data-answer]")).to_have_text(LOST)


def test_the_page_says_that_the_server_is_away_and_heals(visit: Opener, mortal: Server) -> None:
    ann, bo = visit(url=mortal.url), visit(url=mortal.url)
    ann.ask("/api/me")
    made = ann.post("/api/games", {"game": "enso", "opponent": {"kind": "friend"}, "seat": "first"})
    bo.page.goto(bo.url + made["invite"])
    bo.page.get_by_role("button", name="Accept and play").click()
    bo.see_link()
    ann.sit(made["id"])
    players = (ann, bo)
    moves: list[str] = []
    chance = random.Random(7)

    def play(count: int) -> None:
        for _ in range(count):
            view = ann.view
            choice = chance.choice(view["scene"]["choices"])
            players[view["turn"]].play(choice, view["scene"]["choices"], view["ply"])
            moves.append(choice["move"])
            for player in players:
                player.see_ply(len(moves))

    play(5)
    mortal.kill()
    for player in players:
        is_lost(player)
        assert player.page.locator(".stage .can").count() == 0  # nothing can be played into the void
        assert player.page.get_by_role("button", name="Resign").is_disabled()
    mortal.start()
    for player in players:
        player.see_link()
        expect(player.page.locator("[data-answer]")).not_to_contain_text("Connection lost")
        player.forgive("ERR_CONNECTION_REFUSED", perhaps=True)  # the server may be back before the page tries again
    assert (ann.view["moves"], ann.view["you"], bo.view["you"]) == (moves, [0], [1])
    play(3)
    assert bo.view["moves"] == moves


def test_a_move_the_server_never_read_is_not_shown_as_made(visit: Opener, mortal: Server) -> None:
    ann = visit(url=mortal.url)
    page = ann.sit(ann.make("enso"))
    moves = ann.play_on(random.Random(3), most=2)
    [choice, *_] = ann.view["scene"]["choices"]
    assert mortal.process is not None
    mortal.process.send_signal(signal.SIGSTOP)  # the move is sent to a server that does not read any more
    for click in choice["clicks"]:
        ann.click(click)
    mortal.kill()
    is_lost(ann)
    mortal.start()
    ann.see_link()
    ann.forgive("ERR_CONNECTION_REFUSED", perhaps=True)  # the server may be back before the page tries again
    ann.see_ply(2)
    assert ann.view["moves"] == moves
    assert page.locator(".move").count() == 2
    ann.play_on(random.Random(4), most=2)
