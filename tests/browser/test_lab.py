"""The lab's page and the reports behind it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Opener
from tests.browser.support import Visitor
from tests.browser.test_pages import axe
from tests.server import lab_reports
from tests.server.support import serving

STILL = True


def test_every_report_is_told_in_words_and_figures(visitor: Visitor) -> None:
    page = visitor.go("/lab")
    found = visitor.ask("/api/reports")["reports"]
    cards = page.locator("main article")
    expect(cards).to_have_count(len(found))
    for number, report in enumerate(found):
        card = cards.nth(number)
        for told in report["summary"]:
            expect(card).to_contain_text(told)
        expect(card.locator("dt")).to_have_count(len(report["measures"]))
        expect(card.locator("dd svg circle")).to_have_count(len(report["measures"]))
        points = report["measures"][0]
        expect(card.locator("dl > div").first).to_contain_text(points["text"])
        expect(card.locator("dl > div").first).to_contain_text(points["interval"])
        assert any(points["text"] in told for told in report["summary"])  # one figure, one rounding
        drawn = card.locator("dl > div").first.locator(".range")
        assert [float((drawn.get_attribute(end) or "").rstrip("%")) for end in ("x1", "x2")] == pytest.approx(
            [100 * points["low"], 100 * points["high"]], abs=0.01
        )
    expect(page.get_by_role("heading", name="5x5, vacated closed", exact=True)).to_be_visible()


def test_more_words_open_by_the_keyboard(visitor: Visitor) -> None:
    page = visitor.go("/lab")
    first = page.locator("main article").first
    last = first.get_by_text(visitor.ask("/api/reports")["reports"][0]["summary"][-1])
    expect(last).to_be_hidden()
    first.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(last).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/reports/enso-standard.html$"))


def test_a_long_list_of_figures_is_folded_away(visitor: Visitor) -> None:
    def lengthened(route: Route) -> None:
        reports = route.fetch().json()
        reports["reports"][0]["summary"][1:] = [
            "A short sentence.",
            "53.5% between players of level 1, " * 20,
            "The last one.",
        ]
        route.fulfill(json=reports)

    visitor.page.route("**/api/reports", lengthened)
    first = visitor.go("/lab").locator("main article").first
    expect(first.get_by_text("A short sentence.")).to_be_visible()
    expect(first.get_by_text("53.5% between players of level 1")).to_be_hidden()
    visitor.page.unroute("**/api/reports")


def test_a_game_of_a_report_is_clicked_through(visitor: Visitor) -> None:
    page = visitor.go("/lab")
    page.get_by_role("link", name="Full report on Enso, Standard").click()
    expect(page).to_have_url(f"{visitor.url}/reports/enso-standard.html")
    assert page.evaluate("origin") == "null"  # the sandbox holds: it is nobody's page
    steps = page.get_by_role("radiogroup", name="After move").first
    film = page.locator(".film", has=steps).last
    for step in (steps.get_by_text("start", exact=True), steps.locator("label").nth(2)):
        step.click()
        number = (step.text_content() or "").replace("start", "0")
        expect(film.locator(f".still.s{number}")).to_be_visible()
        expect(film.locator(".still:visible")).to_have_count(1)
    page.get_by_role("link", name="The lab").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The lab")
    page.goto(f"{visitor.url}/reports/nothing.html")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such report")
    visitor.forgive("status of 404")
    page.get_by_role("link", name="The lab").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The lab")


def test_the_scripts_of_a_page_run_and_its_links_lead_on(visitor: Visitor) -> None:
    page = visitor.go("/lab")
    page.get_by_role("link", name="All games compared").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All compared")  # its script has written it
    page.get_by_role("link", name="Enso").click()
    expect(page).to_have_url(f"{visitor.url}/reports/enso-standard.html")


def test_the_rules_of_a_game_lead_to_its_reports(visitor: Visitor) -> None:
    page = visitor.go("/rules/enclosure_chess")
    page.get_by_role("link", name="Lab results").click()
    expect(page).to_have_url(f"{visitor.url}/lab#enclosure_chess")
    expect(page.get_by_role("heading", name="Enclosure Chess", exact=True)).to_be_in_viewport()
    visitor.go("/rules/toot")  # of which there is no report here
    expect(page.get_by_role("link", name="Lab results")).to_have_count(0)


def test_what_we_know_says_how_sure_it_is_and_how_to_check_it(visitor: Visitor) -> None:
    page = visitor.go("/rules/enclosure_chess")
    page.get_by_role("main").get_by_role("link", name="What we know").click()
    expect(page).to_have_url(f"{visitor.url}/knowledge#enclosure_chess")
    expect(page.get_by_role("heading", name="Enclosure Chess", exact=True)).to_be_in_viewport()
    known = visitor.ask("/api/knowledge")["games"]
    assert {statement["status"] for each in known for statement in each["statements"]} >= {"proven", "measured"}
    for each in known:
        items = page.locator(f"#{each['game']} li")
        expect(items).to_have_count(len(each["statements"]))
        for number, statement in enumerate(each["statements"]):
            expect(items.nth(number)).to_contain_text(statement["text"])
            expect(items.nth(number).locator(".status")).to_have_text(statement["status"].capitalize())
            expect(items.nth(number)).to_contain_text(statement["interval"])
    first = page.locator("section li").first
    command = first.locator("code")
    expect(command).to_be_hidden()
    first.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(command).to_have_text("\n".join(known[0]["statements"][0]["repeat"]))
    page.route("**/api/knowledge**", lambda route: route.fulfill(json={"games": []}))
    visitor.go("/rules/toot")  # as if nothing were known of it
    expect(page.get_by_role("main").get_by_role("link", name="What we know")).to_have_count(0)
    page.unroute("**/api/knowledge**")


def test_where_there_are_no_reports_the_page_says_how_to_make_them(visit: Opener, tmp_path: Path) -> None:
    empty = tmp_path / "reports"
    empty.mkdir()
    with serving(tmp_path / "data", "--engines", "0", "--no-limits", "--reports", str(empty)) as server:
        visitor = visit(url=server.url)
        page = visitor.go("/lab")
        expect(page.locator("main")).to_contain_text("kakomi lab report RUN --out FOLDER/NAME.html")
        assert axe(page) == []
        (empty / "index.html").write_text(lab_reports.INDEX, encoding="utf-8")
        visitor.go("/lab")
        expect(page.locator("main article")).to_have_count(0)
