"""Texts that others wrote, records that came from elsewhere, and the exercises of the rules."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from kakomi import Record, new
from tests.browser.conftest import Opener
from tests.browser.sites import GAMES, played
from tests.browser.support import Visitor

STILL = True
SCRIPT = "<img src=x onerror=window.hurt=1><b>Zoë"
EMOJI = "👩‍🚀 <script>hurt=1</script>"
TURNED = "\u202eevol\u202c \u2067ada\u2069"


def unhurt(page: Page) -> None:
    """Nothing of a text became a part of the page."""
    assert page.evaluate("window.hurt") is None
    assert page.locator("main img[src=x], main script, main b").count() == 0


def rename(visitor: Visitor, name: str) -> None:
    page = visitor.go("/account")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save name").click()
    expect(page.locator("#name-answer")).to_contain_text("Your name is now ")


@pytest.mark.parametrize("name", [SCRIPT, EMOJI])
def test_a_name_is_shown_as_the_text_it_is(visit: Opener, name: str) -> None:
    ann, bo = visit(), visit()
    rename(ann, name)
    expect(ann.page.locator("header .name")).to_have_text(name)
    unhurt(ann.page)
    made = ann.post("/api/games", {"game": "enso", "opponent": {"kind": "friend"}, "seat": "first"})
    bo.page.goto(bo.url + made["invite"])
    expect(bo.page.get_by_role("heading", level=1)).to_have_text(f"{name} invites you to a game of Enso")
    unhurt(bo.page)
    bo.page.get_by_role("button", name="Accept and play").click()
    bo.see_link()
    expect(bo.page.locator('[data-seat="0"] .name')).to_have_text(name)
    assert name in bo.page.title()
    unhurt(bo.page)
    bo.go("/")
    expect(bo.page.locator("main")).to_contain_text(f"against {name}")
    unhurt(bo.page)
    cleo = visit()
    cleo.go("/watch")
    expect(cleo.page.locator("main")).to_contain_text(name)
    unhurt(cleo.page)


def test_signs_that_turn_the_text_about_are_left_out_of_a_name(visitor: Visitor) -> None:
    rename(visitor, TURNED)
    expect(visitor.page.locator("header .name")).to_have_text("evol ada")


def test_a_name_of_nothing_is_refused_in_words(visitor: Visitor) -> None:
    page = visitor.go("/account")
    page.get_by_label("Your name").fill("\u200b\u202e")
    page.get_by_role("button", name="Save name").click()
    expect(page.locator("#name-answer")).to_contain_text("at least one visible character")
    visitor.forgive("status of 422")


FIELD = "Position, diagram or record"


def paste(visitor: Visitor, text: str) -> Page:
    page = visitor.go("/replay")  # where records were read before there were studies
    page.get_by_label(FIELD, exact=True).fill(text)
    return page


def opened(visitor: Visitor, text: str) -> Page:
    page = paste(visitor, text)
    page.get_by_role("button", name="Open it").click()
    return page


def test_a_pasted_record_is_played_through(visitor: Visitor) -> None:
    match = new("enclosure_chess")
    chance = random.Random(6)
    while match.outcome is None:
        match.push(chance.choice(list(match.legal_moves)))
    page = opened(visitor, Record.from_match(match, first="Ann", second="Bo").text())
    expect(page.get_by_text("Ann and Bo")).to_be_visible()
    shown = page.locator('[data-node][aria-current="step"]')
    board = page.locator(".study")
    for ply in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(board).to_have_attribute("data-ply", str(ply))
        expect(shown).to_have_text(match.moves[ply - 1])
    pieces = page.locator("[data-piece]").count()
    page.keyboard.press("End")
    expect(board).to_have_attribute("data-ply", str(len(match.moves)))
    expect(page.locator("[data-piece]")).not_to_have_count(pieces)
    expect(page.get_by_role("button", name="Next turn")).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="Previous turn")).to_be_disabled()


def test_a_refusal_begins_as_a_sentence_does(visitor: Visitor) -> None:
    page = visitor.go("/study?game=enso&position=nonsense")
    expect(page.locator("main")).to_contain_text("This board cannot be shown A position is six rows")
    visitor.forgive("status of 422")


def test_a_hostile_record_is_only_text(visitor: Visitor) -> None:
    match = new("enso")
    match.push("c5xd5")
    page = opened(visitor, Record.from_match(match, first=SCRIPT, second=TURNED).text())
    expect(page.locator(".what")).to_contain_text(f"{SCRIPT} and evol ada")  # without what would turn the line about
    unhurt(page)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<script>window.hurt=1</script>", ""),
        ('[Game "<b>chess"]\n1. e4 *', "<b>chess"),
        ('[Game "enso"]\n\n1. c5xd5\nc5xd5 *', "Line 4"),
    ],
)
def test_what_is_no_record_is_refused_in_words(visitor: Visitor, text: str, says: str) -> None:
    page = paste(visitor, text)
    expect(page.locator(".answer.bad")).to_contain_text(says or ".")
    assert page.get_by_label(FIELD, exact=True).input_value() == text  # what was pasted is kept
    unhurt(page)
    visitor.forgive("status of 4")


@pytest.mark.parametrize("game", GAMES)
def test_the_exercises_of_a_game_are_solved_by_clicking(visitor: Visitor, game: str) -> None:
    lessons = visitor.ask(f"/api/rules/{game}")["lessons"]
    page = visitor.go(f"/rules/{game}")
    for number, lesson in enumerate(lessons, 1):
        expect(page.get_by_role("heading", name=lesson["title"], exact=True)).to_be_visible()
        choice = next(each for each in lesson["scene"]["choices"] if each["move"] in lesson["goal"])
        for click in choice["clicks"]:
            if click.startswith("button:"):
                page.locator(f'.stage [data-click="{click}"]').click()
            else:
                visitor.place(click).scroll_into_view_if_needed()
                visitor.click_place(click)
        word = page.locator(f'.stage [data-move="{choice["move"]}"]')
        if page.get_by_text(lesson["reply"] or "Correct.").count() == 0 and word.count():
            word.click()
        expect(page.locator(".stage").get_by_role("status")).to_contain_text(lesson["reply"] or "Correct.")
        expect(page.get_by_text(f"{number} of {len(lessons)} solved")).to_be_visible()
        if number < len(lessons):
            page.get_by_role("button", name="Next exercise").click()
    expect(page.get_by_role("link", name="Play", exact=False).last).to_be_visible()


def test_a_refusal_of_an_exercise_does_not_look_like_success_and_progress_is_kept(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.get_by_role("link", name="Learn Enso", exact=True).click()
    status = page.locator(".stage").get_by_role("status")
    expect(page.get_by_text("7 exercises")).to_be_visible()
    visitor.click_place("a1")
    visitor.click_place("f1")  # the line is not clear of friends
    expect(status).to_have_class(re.compile(r"\bbad\b"))
    visitor.click_place("a1")
    expect(status).to_have_text("")  # whoever goes on has read it
    visitor.click_place("a1")
    visitor.click_place("c3")
    expect(status).to_have_class(re.compile(r"\bgood\b"))
    page.get_by_role("button", name="Next exercise").click()
    second = page.get_by_role("heading", level=3).inner_text()
    page.reload()
    expect(page.get_by_text("1 of 7 solved")).to_be_visible()
    expect(page.get_by_role("heading", level=3)).to_have_text(second)


def test_a_record_and_a_picture_are_downloaded(visitor: Visitor) -> None:
    page = visitor.sit(played(visitor, "enso", {}, 6))
    with page.expect_download() as record:
        page.get_by_role("link", name="Download record").click()
    assert '[Game "enso"]' in record.value.path().read_text(encoding="utf-8")
    with page.expect_download() as picture:
        page.get_by_role("link", name="Download picture").click()
    assert picture.value.suggested_filename == "enso-6.svg"
    assert picture.value.path().read_text(encoding="utf-8").startswith("<svg")
