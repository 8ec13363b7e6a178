"""Every game played to its end by clicking, both sides on one screen; and one against the computer."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import kakomi
from tests.browser.conftest import Opener
from tests.browser.sites import played
from tests.browser.support import COMPILING, PATIENCE, Visitor

GAMES: dict[str, tuple[str, str, dict[str, Any], int]] = {  # game, rule set, options, seed (of a game that is not long)
    "enso": ("enso", "standard", {}, 8),
    "iago": ("iago", "standard", {}, 14),
    "iago, penalties": ("iago", "standard", {"penalties": "on"}, 8),
    "iago, loose": ("iago", "loose", {}, 26),
    "iago, simple": ("iago", "simple", {}, 9),
    "toot": ("toot", "standard", {"tiles": 4, "pieces": 2}, 15),
    "toot, hex": ("toot", "standard", {"tiles": 5, "pieces": 2, "grid": "hex"}, 2),
    "enclose5": ("enclose5", "standard", {"size": 7, "target": 3}, 4),
    "enclose5, swap2": ("enclose5", "standard", {"size": 7, "target": 3, "opening": "swap2"}, 25),
    "enclosure chess, 5x5": ("enclosure_chess", "5x5", {}, 0),
    "enclosure chess, 7x7": ("enclosure_chess", "7x7", {}, 0),
    "enclosure chess, six": ("enclosure_chess", "six", {"win": "two", "quiet": 20}, 0),
}


def the_end_is_shown(visitor: Visitor, moves: list[str]) -> None:
    """The page says how the game ended, and the rules, asked again, say the same."""
    view = visitor.view
    assert view["moves"] == moves
    match = kakomi.new(view["game"], rules=view["rules"], **view["options"])
    for move in moves:
        match.push(move)
    assert match.outcome is not None
    assert view["outcome"]["winner"] == match.outcome.winner
    sentence = view["outcome"]["sentence"]
    assert sentence == match.status
    if len(view["you"]) == 1:  # a player of one side hears of themselves
        sentence = view["outcome"]["told"][view["you"][0]]
    expect(visitor.page.locator("[data-now]")).to_have_text(sentence)
    assert visitor.page.locator("[data-spoken]").inner_text().endswith(sentence)
    assert visitor.page.locator(".stage .can").count() == 0
    assert visitor.page.get_by_role("button", name="Rematch").is_enabled()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_by_clicking(name: str, visit: Opener) -> None:
    """Each game once as it is, and its other rules by people who want nothing to move."""
    game, rules, options, seed = GAMES[name]
    visitor = visit(still=game in {before[0] for before in list(GAMES.values())[: list(GAMES).index(name)]})
    visitor.sit(visitor.make(game, rules=rules, options=options))
    moves = visitor.play_on(random.Random(seed))
    the_end_is_shown(visitor, moves)


def test_a_draw_on_one_screen_is_asked_once(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("enso"))
    page.get_by_role("button", name="Draw", exact=True).press("Enter")
    expect(page.get_by_text("Do both players agree to a draw?")).to_be_visible()
    page.get_by_role("button", name="Keep playing").press("Enter")
    expect(page.get_by_role("button", name="Draw", exact=True)).to_be_focused()
    assert not visitor.view["outcome"]
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Draw", exact=True).press("Enter")
    expect(page.locator("[data-now]")).to_have_text("Draw by agreement.")


def test_a_game_against_the_first_level_is_played_to_its_end(visitor: Visitor) -> None:
    page = visitor.go("/new/enso?against=computer")
    page.get_by_role("button", name="Start game").click()
    visitor.see_link()
    assert visitor.view["seats"][1]["level"] == 1
    chance = random.Random(5)
    for ply in range(0, 200, 2):  # in Enso the players move in turn
        choices = visitor.view["scene"]["choices"]
        visitor.play(chance.choice(choices), choices, ply)
        if visitor.view["outcome"]:
            break
        visitor.see_ply(ply + 2, timeout=COMPILING)
        if visitor.view["outcome"]:
            break
    the_end_is_shown(visitor, visitor.view["moves"])


def test_a_hint_is_given_against_the_computer(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("enso", opponent={"kind": "computer", "level": 1}))
    expect(page).to_have_title("Your move · Enso against the computer (level 1) · Kakomi")
    page.get_by_role("button", name="Hint").click()
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("The computer would play", timeout=COMPILING)
    expect(answer).to_contain_text(re.compile(r"Its first thoughts: \S+ \d+%"))
    assert page.locator('[data-mark="hint"]').count() > 0
    page.get_by_role("button", name="Share a link").click()  # the line under the board has the latest word
    expect(answer).to_contain_text(re.compile("Link copied|link to this game"))
    expect(answer).not_to_contain_text("The computer would play")
    assert page.locator('[data-mark="hint"]').count() == 0


def test_a_net_without_favourites_names_none_in_a_hint(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("enclose5", opponent={"kind": "computer", "level": 1}))
    page.get_by_role("button", name="Hint").click()
    answer = page.locator("[data-answer]")
    expect(answer).to_have_text("The computer is looking for a move.")
    expect(answer).to_have_text(re.compile(r"^The computer would play \w+\.$"), timeout=COMPILING)


def test_a_turning_point_has_the_figures_of_its_verdict(visitor: Visitor) -> None:
    page = visitor.sit(played(visitor, "enso", {}, 400, seed=8))
    page.get_by_role("button", name="Review this game").click()
    turns = page.locator("[data-turn]")
    turns.first.wait_for(timeout=COMPILING)
    for turn in turns.all():
        turn.click()
        verdict = page.locator("[data-verdict]")
        expect(verdict).to_contain_text(re.compile(r"was better than .*: from"))
        change = re.search(r"from (\d+%|a \w+) to (\d+%|a \w+)", verdict.inner_text())
        assert change is not None
        expect(turn).to_contain_text(change[0])


def test_a_piece_is_entered_by_a_click_on_the_tile_just_laid_and_a_hint_shows_where(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("toot", options={"pieces": 2}))
    held = page.locator(".stocks")
    expect(held.get_by_text("pieces in hand", exact=True)).to_have_count(2)
    visitor.click("1,0")
    visitor.see_ply(1)
    visitor.click("1,0")
    visitor.see_ply(2)
    expect(held.get_by_text("piece in hand", exact=True)).to_have_count(1)
    assert visitor.view["moves"] == ["1,0", "+"]
    pieces = {"options": {"tiles": 4, "pieces": 4}}  # as many as tiles: the piece must be entered (3.4)
    visitor.sit(visitor.make("toot", **pieces))
    visitor.click("1,0")
    visitor.see_ply(1)
    page.get_by_role("button", name="Hint").click()
    answer = page.locator("[data-answer]")
    expect(answer).to_have_text("The computer would choose “Enter a piece” on 1,0.", timeout=COMPILING)
    assert page.locator('[data-mark="hint"]').count() == 1
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(answer).to_have_text("")
    assert page.locator('[data-mark="hint"]').count() == 0


def test_an_illegal_click_is_answered_in_words_and_shows_what_would_be_right(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("enso"))
    choices = visitor.view["scene"]["choices"]
    [first, *_] = choices[0]["clicks"]
    right = {choice["clicks"][1] for choice in choices if choice["clicks"][0] == first}
    wrong = next(
        place["id"]
        for place in visitor.view["scene"]["places"]
        if place["id"] not in right | {first} and not any(place["id"] == choice["clicks"][0] for choice in choices)
    )
    visitor.click(first)
    assert page.locator(f'[data-chosen="{first}"]').count() == 1
    assert {mark.get_attribute("data-target") for mark in page.locator("[data-target]").all()} == right
    visitor.click(wrong)
    answer = page.locator("[data-answer]")
    expect(answer).to_have_text(re.compile(r"^[A-Za-z].+\(\d[\d.]*\).*\.$"))  # a sentence with its clause
    assert page.locator('[data-mark="right"]').count() == len(right)
    assert visitor.view["ply"] == 0
    page.keyboard.press("Escape")
    expect(page.locator("[data-chosen]")).to_have_count(0)


def test_what_is_half_clicked_can_be_put_down(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("enso"))
    [choice, *_] = visitor.view["scene"]["choices"]
    first = choice["clicks"][0]
    for way in ("button", "again", "key"):
        visitor.click(first)
        expect(page.locator("[data-chosen]")).to_have_count(1)
        if way == "button":
            page.locator('[data-click="cancel"]').click()
        elif way == "again":
            visitor.click(first)
        else:
            page.keyboard.press("Escape")
        expect(page.locator("[data-chosen]")).to_have_count(0)
    assert visitor.view["ply"] == 0


def test_a_move_is_taken_back(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("enclose5", options={"size": 7, "target": 3}))
    moves = visitor.play_on(random.Random(1), most=5)
    before = page.locator("[data-piece]").count()
    page.get_by_role("button", name="Undo").click()
    visitor.see_ply(4)
    assert visitor.view["moves"] == moves[:4]
    expect(page.locator("[data-piece]")).not_to_have_count(before)
    expect(page.locator("[data-spoken]")).to_contain_text("The last move was undone")
    visitor.play_on(random.Random(2), most=1)


def test_resigning_is_asked_once(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("enso"))
    visitor.play_on(random.Random(1), most=2)
    page.get_by_role("button", name="Resign").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Resign")).to_be_focused()  # the one that asks whether it is meant
    page.get_by_role("button", name="Keep playing").press("Enter")
    expect(page.get_by_role("button", name="Resign")).to_be_focused()
    assert not visitor.view["outcome"]
    page.keyboard.press("Enter")
    expect(page.get_by_text("Resign for Black?")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert visitor.view["outcome"]["clause"] == "resign"
    expect(page.locator("[data-spoken]")).to_have_text("Black resigned. White wins.")
    expect(page.locator("[data-now]")).to_be_focused()


def test_the_game_is_stepped_through_by_keyboard(visitor: Visitor) -> None:
    page = visitor.sit(visitor.make("enclosure_chess"))
    moves = visitor.play_on(random.Random(3), most=6)
    page.locator("h1").first.evaluate("node => document.activeElement.blur()")
    pieces = page.locator("[data-piece]:not([data-ghost])")
    now, current = page.locator("[data-now]"), page.locator('.move[aria-current="step"]')
    stands = {ply: visitor.ask(f"/api/games/{visitor.game}/scenes/{ply}")["scene"]["pieces"] for ply in range(7)}

    def shows(ply: int) -> None:
        expect(pieces).to_have_count(len(stands[ply]))
        placed = sorted(each.get_attribute("data-piece") or "" for each in pieces.all())
        assert placed == sorted(piece["place"] for piece in stands[ply])

    for ply in (5, 4, 3):
        page.keyboard.press("ArrowLeft")
        expect(now).to_have_text(f"Position after {ply} of 6 moves.")
        expect(current).to_have_text(moves[ply - 1])
        shows(ply)
    page.keyboard.press("ArrowRight")
    shows(4)
    page.keyboard.press("Home")
    expect(now).to_have_text("Position after 0 of 6 moves.")
    shows(0)
    page.keyboard.press("End")
    expect(now).not_to_contain_text("Position after")
    shows(6)
    page.locator('.move[data-ply="2"]').click()
    shows(2)
    page.get_by_role("button", name="Return to the game").click()
    shows(6)


def walk_to(visitor: Visitor, place: str) -> None:
    """By arrow keys, from the place that has the focus."""
    for _ in range(60):
        here, dx, dy = visitor.page.evaluate(FROM_FOCUS, place)
        if here == place:
            return
        sideways = abs(dx) >= abs(dy)
        key = ("ArrowRight" if dx > 0 else "ArrowLeft") if sideways else ("ArrowDown" if dy > 0 else "ArrowUp")
        visitor.page.keyboard.press(key)
    raise AssertionError(f"no arrows lead to {place}")


FROM_FOCUS = """place => {
  const middle = node => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(document.activeElement);
  const [px, py] = middle(document.querySelector(`.stage [data-place="${CSS.escape(place)}"]`));
  return [document.activeElement.dataset.place ?? "", px - x, py - y];
}"""
FOCUS = "[document.activeElement.textContent, document.activeElement.dataset.place ?? '']"


def tab_to(visitor: Visitor, words: str = "", *, board: bool = False) -> None:
    """Press Tab until the thing with these words, or a place of the board, has the focus, and shows it."""
    for _ in range(80):
        visitor.page.keyboard.press("Tab")
        text, place = visitor.page.evaluate(FOCUS)
        if (board and place) or (words and words in text and len(text) < 100):
            return
    raise AssertionError(f"Tab does not lead to {words or 'the board'}")


def test_a_whole_game_by_keyboard_alone_from_the_first_page(visit: Opener) -> None:
    visitor = visit(still=True)
    page = visitor.go("/")
    tab_to(visitor, "Two players, one screen: Enclosure Chess")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/enclosure_chess*")
    expect(page.get_by_role("button", name="Start game")).to_be_visible()
    tab_to(visitor, "Start game")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*", timeout=PATIENCE)
    visitor.see_link()
    tab_to(visitor, board=True)
    chance = random.Random(2)
    for ply in range(100):
        view = visitor.view
        if view["outcome"]:
            break
        choice = chance.choice(view["scene"]["choices"])
        for click in choice["clicks"]:
            walk_to(visitor, click)
            page.keyboard.press("Enter")
        visitor.see_ply(ply + 1)
        expect(page.locator("[data-spoken]")).to_contain_text(choice["move"])
    the_end_is_shown(visitor, visitor.view["moves"])


def test_a_whole_game_by_touch_on_a_phone(visit: Opener) -> None:
    visitor = visit((390, 844), touch=True)
    page = visitor.sit(visitor.make("enclosure_chess"))
    chance = random.Random(4)
    for ply in range(100):
        view = visitor.view
        if view["outcome"]:
            break
        choice = chance.choice(view["scene"]["choices"])
        for click in choice["clicks"]:
            visitor.place(click).tap(force=True)
        visitor.see_ply(ply + 1)
    page.get_by_role("button", name="Moves").tap()
    expect(page.locator(".move").last).to_be_visible()
    the_end_is_shown(visitor, visitor.view["moves"])


def test_a_large_board_comes_closer_before_a_small_place_is_chosen(visit: Opener) -> None:
    visitor = visit((390, 844), touch=True)
    page = visitor.sit(visitor.make("enclose5"))
    place = visitor.place("k11")
    wide = place.bounding_box()
    assert wide is not None
    assert wide["width"] < 40
    place.tap(force=True)
    expect(page.locator("[data-answer]")).to_contain_text("Zoomed in. Tap again to choose.")
    assert visitor.view["ply"] == 0
    for _ in range(50):  # until the board has come closer
        box = place.bounding_box()
        if box is not None and box["width"] >= 40:
            break
        page.evaluate("new Promise(requestAnimationFrame)")
    place.tap(force=True)
    visitor.see_ply(1)
    assert visitor.view["moves"] == ["k11"]


def test_a_reply_outside_the_closer_view_is_followed_and_shown_on_a_map(visit: Opener) -> None:
    phone = visit((390, 844), touch=True, still=True)
    page = phone.sit(phone.make("enclose5"))
    phone.place("c3").tap(force=True)  # comes closer
    expect(page.locator("[data-map]")).to_be_visible()
    phone.place("c3").tap(force=True)
    phone.see_ply(1)
    expect(phone.place("c3")).to_be_in_viewport()
    board = page.locator(".stage .window").bounding_box()
    assert board is not None

    def inside(place: str) -> bool:
        box = phone.place(place).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return board["x"] < x < board["x"] + board["width"] and board["y"] < y < board["y"] + board["height"]

    assert not inside("s18")
    phone.post(f"/api/games/{phone.game}/actions", {"type": "move", "ply": 1, "move": "s18"}, 200)
    phone.see_ply(2)
    assert inside("s18")
    small = page.locator("[data-map]").bounding_box()
    assert small is not None
    page.mouse.click(small["x"] + small["width"] * 0.12, small["y"] + small["height"] * 0.88)
    assert inside("c3")
    page.get_by_role("button", name="Whole board").click()
    expect(page.locator("[data-map]")).to_have_count(0)


def test_a_phone_held_sideways_shows_the_whole_board(visit: Opener) -> None:
    visitor = visit((844, 390), touch=True)
    page = visitor.sit(visitor.make("enso"))
    for name in ("a1", "f6"):
        expect(visitor.place(name)).to_be_in_viewport(ratio=0.99)
    for part in (page.locator("[data-now]"), page.get_by_role("button", name="Hint")):
        expect(part).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 844
    visitor.go("/rules/enso#learn")
    page.evaluate("document.getElementById('learn').scrollIntoView()")
    board = page.locator(".stage svg.play").bounding_box()
    assert board is not None
    assert board["y"] >= -1
    assert board["y"] + board["height"] <= 391


def test_a_large_board_is_moved_and_zoomed(visit: Opener) -> None:
    visitor = visit(still=True)
    page = visitor.sit(visitor.make("enclose5", options={"size": 40, "target": 20}))
    board = page.locator(".stage svg.play")
    box = board.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def sees(change: Callable[[], None]) -> list[float]:
        """What part of the board is shown after the change, in whole units."""
        before = board.get_attribute("viewBox") or ""
        change()
        expect(board).not_to_have_attribute("viewBox", before)
        return [round(float(number)) for number in (board.get_attribute("viewBox") or "").split()]

    whole = [round(float(number)) for number in (board.get_attribute("viewBox") or "").split()]
    page.mouse.move(x, y)
    near = sees(lambda: page.mouse.wheel(0, -400))
    assert near[2] < whole[2] * 0.6

    def drag() -> None:
        page.mouse.down()
        page.mouse.move(x + 60, y + 40, steps=4)
        page.mouse.up()

    aside = sees(drag)
    assert aside[2] == near[2]
    assert aside[0] < near[0]
    assert aside[1] < near[1]
    assert visitor.view["ply"] == 0  # a drag is no click
    tab_to(visitor, board=True)
    assert sees(lambda: page.keyboard.press("0")) == whole
    assert sees(lambda: page.keyboard.press("+"))[2] < whole[2]
