"""Two people, each with a browser of their own, and a third who watches."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.support import Visitor


def meet(visit: Opener, *, minutes: str = "5", still: bool = True) -> tuple[Visitor, Visitor]:
    """Ann makes a link by clicking, Bo follows it; Ann moves first, both have a clock."""
    ann, bo = visit(still=still), visit(still=still)
    page = ann.go("/new/enso?against=friend")
    ann.pick("Your seat", "Black, moves first")
    ann.pick("Clock", "Minutes per side")
    page.get_by_role("spinbutton", name="Minutes per side").fill(minutes)
    page.get_by_label("Seconds added per move").fill("3")
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_label("Link for your friend").input_value()
    page.get_by_role("link", name="Go to the board").click()
    ann.see_link()
    expect(page.locator("[data-now]")).to_have_text("Waiting for your friend.")
    bo.page.goto(link)
    expect(bo.page.get_by_role("heading", level=1)).to_contain_text("invites you to a game of Enso")
    expect(bo.page.get_by_text(f"Each side has {minutes} minutes, plus 3 seconds per move.")).to_be_visible()
    bo.page.get_by_role("button", name="Accept and play").click()
    bo.see_link()
    expect(page.locator("[data-now]")).to_contain_text("Your move.")
    assert (ann.view["you"], bo.view["you"]) == ([0], [1])
    return ann, bo


def play_in_turn(players: tuple[Visitor, Visitor], moves: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(moves):
        view = players[0].view
        choice = chance.choice(view["scene"]["choices"])
        players[view["turn"]].play(choice, view["scene"]["choices"], view["ply"])
        for player in players:
            player.see_ply(view["ply"] + 1)


def test_two_browsers_play_each_other(visit: Opener) -> None:
    players = ann, bo = meet(visit, still=False)
    bo.click(bo.view["scene"]["choices"][0]["clicks"][0])  # not his turn
    expect(bo.page.locator("[data-answer]")).to_have_text(f"It is {bo.view['scene']['sides'][0]}'s turn.")
    play_in_turn(players, 4)
    # the clock of whoever is to move runs, the other stands
    mine, theirs = (ann.page.locator(f'[data-seat="{seat}"] .clock') for seat in (0, 1))
    was, stood = mine.inner_text(), theirs.inner_text()
    expect(mine).not_to_have_text(was)
    assert theirs.inner_text() == stood
    assert mine.get_attribute("class") != theirs.get_attribute("class")
    # an offer declined, an offer accepted
    ann.page.get_by_role("button", name="Offer a draw").click()
    expect(ann.page.locator('[data-offer="draw"]')).to_contain_text("You offered a draw.")
    asked = bo.page.locator('[data-offer="draw"]')
    expect(asked).to_contain_text("offers a draw.")
    asked.get_by_role("button", name="Decline").click()
    expect(ann.page.locator('[data-offer="draw"]')).to_have_count(0)
    assert not ann.view["outcome"]
    play_in_turn(players, 1)
    ann.page.get_by_role("button", name="Offer a draw").click()
    asked.get_by_role("button", name="Decline").click()
    expect(ann.page.locator("[data-answer]")).to_have_text(re.compile("declined your draw offer"))
    bo.page.get_by_role("button", name="Offer a draw").click()
    ann.page.locator('[data-offer="draw"]').get_by_role("button", name="Accept").click()
    expect(ann.page.locator("[data-answer]")).to_have_text("")  # the game is over
    for player in players:
        expect(player.page.get_by_role("button", name="Rematch")).to_be_visible()
        expect(player.page.locator("[data-now]")).to_have_text(player.view["outcome"]["sentence"])
    assert ann.view["outcome"]["winner"] is None
    # another game, colours changed, the clocks full again
    old = ann.game
    ann.page.get_by_role("button", name="Rematch").click()
    bo.page.locator('[data-offer="rematch"]').get_by_role("button", name="Accept").click()
    for player in players:
        player.page.wait_for_url(lambda url: "/game/" in url and not url.endswith(old))
        player.see_link()
    assert ann.game == bo.game
    assert (ann.view["you"], bo.view["you"]) == ([1], [0])
    play_in_turn((bo, ann), 2)


def test_a_move_is_taken_back_only_if_the_other_agrees(visit: Opener) -> None:
    players = ann, bo = meet(visit)
    play_in_turn(players, 3)
    ann.page.get_by_role("button", name="Undo").click()
    bo.page.locator('[data-offer="undo"]').get_by_role("button", name="Decline").click()
    expect(ann.page.locator('[data-offer="undo"]')).to_have_count(0)
    expect(ann.page.locator("[data-answer]")).to_have_text(re.compile("declined to undo your move"))
    assert ann.view["ply"] == 3
    ann.page.get_by_role("button", name="Offer a draw").click()
    play_in_turn(players, 1)  # playing on is an answer, too
    expect(ann.page.locator("[data-answer]")).to_have_text(re.compile("declined your draw offer"))
    bo.page.get_by_role("button", name="Offer a draw").click()
    bo.page.get_by_role("button", name="Withdraw").click()
    expect(bo.page.locator('[data-offer="draw"]')).to_have_count(0)
    assert "declined" not in bo.page.locator("[data-answer]").inner_text()
    ann.page.get_by_role("button", name="Undo").click()
    bo.page.locator('[data-offer="undo"]').get_by_role("button", name="Accept").click()
    for player in players:
        player.see_ply(2)


def test_the_link_gives_one_seat_and_others_watch(visit: Opener) -> None:
    ann, bo = meet(visit)
    cleo = visit()
    cleo.sit(ann.game)
    expect(cleo.page.get_by_text("You are watching.")).to_be_visible()
    for each in (ann, bo):
        expect(each.page.get_by_text("1 person is watching.")).to_be_visible()
    play_in_turn((ann, bo), 1)
    cleo.see_ply(1)
    assert cleo.page.locator(".stage .can").count() == 0
    cleo.page.goto(f"{cleo.url}/join/{ann.game}/anything")
    expect(cleo.page.get_by_text("This seat is already taken.")).to_be_visible()
    assert cleo.page.get_by_role("button", name="Accept and play").count() == 0


def test_time_runs_out(visit: Opener) -> None:
    """Half a minute is the least a form allows; the game is made with less."""
    ann, bo = visit(), visit()
    ann.ask("/api/me")
    made = ann.post(
        "/api/games", {"game": "enso", "opponent": {"kind": "friend"}, "clock": {"kind": "game", "seconds": 6}}
    )
    bo.page.goto(bo.url + made["invite"])
    bo.page.get_by_role("button", name="Accept and play").click()
    bo.see_link()
    ann.sit(made["id"])
    play_in_turn((ann, bo), 2)
    for player in (ann, bo):
        expect(player.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(ann.page.locator("[data-now]")).to_have_text("You ran out of time. White wins.")
    expect(bo.page.locator("[data-now]")).to_have_text("Black ran out of time. You win.")
    assert (ann.view["outcome"]["clause"], ann.view["outcome"]["winner"]) == ("time", 1)


ALERTS = """window.tones = 0; window.notes = [];
const Tone = OscillatorNode;
window.OscillatorNode = class extends Tone { constructor(...how) { super(...how); window.tones += 1; } };
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title) { window.notes.push(title); }
  close() {}
};
document.hasFocus = () => false;"""  # someone who looks at another window


def test_who_waits_on_the_page_of_the_link_is_alerted_and_brought_to_the_game(visit: Opener) -> None:
    ann, bo = visit(), visit()
    ann.run_first(ALERTS)
    page = ann.go("/new/enso?against=friend")
    ann.pick("Your seat", "Black, moves first")
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_label("Link for your friend").input_value()
    page.get_by_role("button", name="Notify me").click()
    expect(page).to_have_title(re.compile("^Waiting for your friend"))
    _, game, secret = link.rsplit("/", 2)
    name = bo.ask("/api/me")["name"]
    bo.post(f"/api/games/{game}/join", {"invite": secret}, 200)
    expect(page).to_have_url(f"{ann.url}/game/{game}")
    ann.see_link()
    expect(page).to_have_title(f"Your move · Enso against {name} · Kakomi")
    assert page.evaluate("window.tones") > 0
    assert page.evaluate("window.notes") == [f"{name} has joined"]
    choices = ann.view["scene"]["choices"]
    ann.play(choices[0], choices, 0)
    expect(page).to_have_title(f"Enso against {name} · Kakomi")
    reply = bo.ask(f"/api/games/{game}")["scene"]["choices"][0]["move"]
    bo.post(f"/api/games/{game}/actions", {"type": "move", "ply": 1, "move": reply}, 200)
    expect(page).to_have_title(f"Your move · Enso against {name} · Kakomi")
    assert page.evaluate("window.notes")[1:] == ["Your move in Enso"]


def test_an_invitation_says_by_which_rules(visit: Opener) -> None:
    ann, bo = visit(), visit()
    ann.ask("/api/me")
    wish = {"game": "enclosure_chess", "rules": "7x7", "options": {"vacated": "closed"}, "opponent": {"kind": "friend"}}
    made = ann.post("/api/games", wish)
    page = bo.go(made["invite"])
    expect(page.locator("main")).to_contain_text("There is no clock. Rule set: 7x7. Options: captured points: closed.")
    page.get_by_role("button", name="Accept and play").click()
    bo.see_link()
    expect(page.get_by_role("link", name="Rules of Enclosure Chess (7x7)")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Options: captured points: closed.")


def test_an_offer_does_not_lie_over_the_moves(visit: Opener) -> None:
    ann, bo = visit(), visit()
    ann.ask("/api/me")
    made = ann.post("/api/games", {"game": "toot", "opponent": {"kind": "friend"}, "seat": "first"})
    bo.ask("/api/me")
    bo.post(f"/api/games/{made['id']}/join", {"invite": made["invite"].rpartition("/")[2]}, 200)
    move = ann.ask(f"/api/games/{made['id']}")["scene"]["choices"][0]["move"]
    ann.post(f"/api/games/{made['id']}/actions", {"type": "move", "ply": 0, "move": move}, 200)
    bo.post(f"/api/games/{made['id']}/actions", {"type": "resign"}, 200)
    page = ann.sit(made["id"])
    page.get_by_role("button", name="Rematch").click()
    offer = page.locator('[data-offer="rematch"]')
    offer.wait_for()
    steps, below = page.get_by_role("button", name="Last move").bounding_box(), offer.bounding_box()
    assert steps is not None
    assert below is not None
    assert steps["y"] + steps["height"] <= below["y"]


def test_games_are_listed_with_results_and_invitations_can_be_cancelled(visit: Opener) -> None:
    ann, bo = visit(), visit()
    ann.ask("/api/me")
    invite = ann.post("/api/games", {"game": "enso", "opponent": {"kind": "friend"}})
    open_games = [ann.make("enso") for _ in range(21)]  # more than one page of the server's list
    ann.post(f"/api/games/{open_games[0]}/actions", {"type": "resign"}, 200)
    page = ann.go("/")
    page.get_by_role("link", name="All your games").click()
    yours = page.get_by_role("region", name="Your move")
    expect(yours.get_by_role("listitem")).to_have_count(20)
    assert [link.get_attribute("href") for link in yours.get_by_role("link").all()] == [
        f"/game/{game}" for game in reversed(open_games[1:])
    ]
    expect(page.get_by_role("region", name="Finished")).to_contain_text("Black resigned. White wins.")
    bo.page.goto(bo.url + invite["invite"])
    expect(bo.page.get_by_role("button", name="Accept and play")).to_be_visible()
    page.get_by_role("button", name="Cancel this invitation").click()
    expect(page.get_by_role("status")).to_contain_text("is cancelled")
    expect(page.get_by_role("region", name="Invitations")).to_have_count(0)
    bo.page.get_by_role("button", name="Accept and play").click()  # the page was open since before
    expect(bo.page.get_by_role("alert")).to_contain_text("This invitation was cancelled")
    expect(bo.page.get_by_role("button", name="Accept and play")).to_have_count(0)
    bo.forgive("status of 409")
