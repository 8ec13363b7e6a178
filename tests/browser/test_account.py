"""The account on its page: made, looked after on two devices, deleted; and what an administrator's changes look like."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from kakomi.server.administration import Administration
from kakomi.server.settings import ServerSettings
from tests.browser.conftest import Opener
from tests.browser.support import PHONE, Visitor
from tests.browser.test_pages import axe
from tests.server.support import Server

STILL = True

LANDSCAPE = (844, 390)
OLD, NEW = "engines weave algebra", "patterns as looms weave"


def sign(visitor: Visitor, way: str, name: str, passphrase: str) -> Page:
    page = visitor.go("/account")
    visitor.pick("Account", way)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Passphrase").fill(passphrase)
    page.get_by_role("button", name=way).click()
    return page


def test_an_account_from_its_first_day_to_its_last(visit: Opener) -> None:
    laptop, phone = visit(LANDSCAPE, dark=True), visit(PHONE, touch=True)
    desk = sign(laptop, "Create account", "Ada of Two Devices", OLD)
    expect(desk.get_by_role("listitem").filter(has_text="this device")).to_be_visible()
    expect(desk.get_by_label("Your name")).to_have_value("Ada of Two Devices")
    small = sign(phone, "Sign in", "ada of two devices", OLD)
    expect(small.locator(".sessions li")).to_have_count(2)
    assert axe(small) == []
    assert small.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

    phone.sit(phone.make("enso"))  # and is left open there

    laptop.go("/account")
    expect(desk.locator(".sessions li")).to_have_count(2)
    desk.get_by_role("button", name="Change passphrase").click()
    desk.get_by_label("Passphrase now").fill("not this one")
    desk.get_by_label("New passphrase").fill(NEW)
    desk.locator("form").get_by_role("button", name="Change passphrase").click()
    expect(desk.get_by_text("Wrong passphrase.")).to_be_visible()
    laptop.forgive("status of 401")
    assert axe(desk) == []
    assert desk.evaluate("document.documentElement.scrollWidth") <= LANDSCAPE[0]
    desk.get_by_label("Passphrase now").fill(OLD)
    desk.locator("form").get_by_role("button", name="Change passphrase").click()
    expect(desk.get_by_text("other devices are signed out")).to_be_visible()
    expect(desk.locator(".sessions li")).to_have_count(1)

    expect(small.locator(".game")).to_have_attribute("data-link", "refused")
    expect(small.locator("[data-answer]")).to_have_text("This session has ended; sign in again.")
    sign(phone, "Sign in", "Ada of Two Devices", OLD)  # signed out there, and the old passphrase is worth nothing
    expect(small.get_by_role("alert")).to_contain_text("Wrong name or passphrase")
    phone.forgive("status of 401")
    with desk.expect_download() as saved:
        desk.get_by_role("link", name="Download your data").click()
    assert json.loads(saved.value.path().read_text(encoding="utf-8"))["player"]["name"] == "Ada of Two Devices"

    desk.get_by_role("button", name="Delete account").click()
    desk.get_by_label("Passphrase", exact=True).fill(NEW)
    desk.get_by_role("button", name="Delete my account").click()
    expect(desk.get_by_role("radio", name="Create account")).to_be_visible()
    sign(laptop, "Sign in", "Ada of Two Devices", NEW)
    expect(desk.get_by_role("alert")).to_contain_text("Wrong name or passphrase")
    laptop.forgive("status of 401")


def test_a_closed_game_and_a_ban_are_explained_on_the_page(visitor: Visitor, house: Server) -> None:
    game = visitor.make("enso")
    page = visitor.sit(game)
    me = visitor.ask("/api/me")["id"]
    with Administration.opened(ServerSettings(data=str(house.folder)).url) as administration:
        administration.close(game)
        expect(page.get_by_text("The game was closed by an administrator.").first).to_be_visible()
        administration.ban(me, "insults players", resign=False)
        expect(page.locator(".game")).to_have_attribute("data-link", "refused")  # and does not try again and again
        expect(page.locator("[data-answer]")).to_have_text("You are banned from this server: insults players.")
    page.route(f"**/api/games/{game}", lambda route: route.abort(), times=1)  # the server is away for a moment
    page.goto(f"{visitor.url}/game/{game}")
    expect(page.locator("main")).to_contain_text("You are banned from this server: insults players.")
    visitor.forgive("net::ERR_FAILED")
    page.goto(f"{visitor.url}/account")
    expect(page.locator("#name-answer")).to_have_text("You are banned from this server: insults players.")
    visitor.forgive("status of 403")
    visitor.forgive("WebSocket", perhaps=True)
