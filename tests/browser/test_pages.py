"""What holds on every page: nothing axe finds, no sideways scrolling, nothing that jumps. Pictures if asked for."""

from __future__ import annotations

import itertools
import os
import random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import kakomi
from tests.browser.conftest import Opener
from tests.browser.sites import EVERY_PAGE, address
from tests.browser.support import AXE, DESKTOP, PATIENCE, PHONE, SCREENSHOTS, Visitor

TAGS = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MOST_BYTES = 200_000
MOST_SHIFT = 0.1
SLOW = 700.0  # milliseconds that one answer comes after the others
TARGET = 40
# "some": two pictures of each page, as it is judged; "all": both sizes in both themes
PICTURES = os.environ.get("KAKOMI_PICTURES", "")

SHIFT = """new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(sum)));
})"""
# Links inside a sentence and places on a board (touched twice where they are small) are as large as they are.
SMALL = """least => [...document.querySelectorAll("button, a, input, select, textarea, summary, label:has(input)")]
  .filter(node => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.disabled)
  .filter(node => !node.closest(".skip, .unseen, p:not(.more, .ways), dd, dt, li p, .text"))
  .filter(node => !(node.matches("input") && node.closest("label")))
  .map(node => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < least - 0.5 || box.width < least - 0.5))
  .map(([node, box]) => `${node.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""


def axe(page: Page) -> list[str]:
    """What axe finds, in short."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "tags => axe.run(document, { runOnly: tags, resultTypes: ['violations'] }).then(found => found.violations)",
        TAGS,
    )
    return [f"{each['id']}: {node['html'][:120]} {node['failureSummary']}" for each in found for node in each["nodes"]]


def keep(page: Page, name: str, *, whole: bool) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=whole, animations="disabled")


def shown(visitor: Visitor, where: str) -> Page:
    page = visitor.go(where)
    if where.startswith("/game/"):
        visitor.see_link()
    return page


@pytest.mark.parametrize("name", EVERY_PAGE)
def test_a_page_is_sound(name: str, visit: Opener) -> None:
    desktop, phone = visit(DESKTOP, cold=True), visit(PHONE, touch=True, cold=True)
    where = address(desktop, name)
    phone.become(desktop)
    found: list[str] = []
    for visitor, size in ((phone, "phone"), (desktop, "desktop")):
        page = shown(visitor, where)
        # to the end, where a button that keeps to the window's foot lies over nothing; what comes late must not jump
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(SHIFT) <= MOST_SHIFT
        for scheme in ("light", "dark"):
            judged = (size, scheme) in (("phone", "dark"), ("desktop", "light"))  # both layouts, both sets of colours
            if not judged and PICTURES != "all":
                continue
            page.emulate_media(color_scheme=scheme)
            page.evaluate("Promise.allSettled(document.getAnimations().map(each => each.finished))")  # colours change
            if PICTURES:
                whole = size == "phone" or not where.startswith(("/game", "/study"))
                keep(page, f"{name}-{size}-{scheme}", whole=whole)
            if judged:
                found += axe(page)
    assert found == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert phone.page.evaluate(SMALL, TARGET) == []


@pytest.mark.parametrize(
    ("name", "late"),
    [
        *itertools.product(("home-with-games", "watch-with-games", "study", "new-toot"), ("catalogue", "me")),
        ("home-with-games", "games"),
        ("watch-with-games", "games"),
    ],
)
def test_whatever_answer_comes_last_moves_nothing(name: str, late: str, visit: Opener) -> None:
    phone = visit(PHONE, touch=True, cold=True)
    where = address(phone, name)
    held: list[Route] = []
    asked = f"**/api/{late}*"
    phone.page.route(asked, lambda route: held.append(route))
    with phone.page.expect_request(asked, timeout=PATIENCE):
        phone.page.goto(phone.url + where)
    phone.page.wait_for_timeout(SLOW)
    assert held
    for route in held:
        route.continue_()
    phone.page.unroute(asked)
    phone.settle()
    assert phone.page.evaluate(SHIFT) <= MOST_SHIFT


NAMELESS = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const words = id => document.getElementById(id)?.textContent ?? "";
  const by = (node.getAttribute("aria-labelledby") ?? "").split(" ").map(words);
  const names = [node.getAttribute("aria-label"), ...by, ...[...(node.labels ?? [])].map(label => label.textContent),
    node.matches("input, select, textarea") ? "" : node.textContent, node.title, node.value];
  return [node.outerHTML.slice(0, 100), names.some(name => name?.trim())];
}"""


def test_every_stop_of_the_tab_key_has_a_name(visit: Opener) -> None:
    phone = visit(PHONE, touch=True)
    game = address(phone, "game-enclose5-small")
    for where in ("/", "/rules/enclose5", "/new/toot", "/lab", game):
        page = shown(phone, where)
        seen: list[str] = []
        for _ in range(150):
            page.keyboard.press("Tab")
            stop = page.evaluate(NAMELESS)
            if stop is None or stop[0] in seen[:1]:
                break
            seen.append(stop[0])
            assert stop[1], (where, stop[0])
        assert len(seen) > 10


@pytest.mark.parametrize("where", ["/", "/new", "/rules/enso", "/watch", "/lab"])
def test_a_first_visit_is_light(where: str, visit: Opener) -> None:
    """Every byte that came over the line, headers and boards and fonts included."""
    visitor = visit(cold=True)
    line = visitor.context.new_cdp_session(visitor.page)
    line.send("Network.enable")
    came: dict[str, int] = {}
    line.on("Network.loadingFinished", lambda told: came.update({told["requestId"]: told["encodedDataLength"]}))
    visitor.go(where)
    assert len(came) > 5  # they were counted
    assert sum(came.values()) < MOST_BYTES


def test_a_game_that_does_not_exist_is_not_asked_for_again(visitor: Visitor) -> None:
    page = visitor.go("/game/nosuchgame")
    expect(page.locator("main")).to_contain_text(
        "Game not found There is no such game; the link may be mistyped or incomplete."
    )
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    visitor.forgive("status of 404")


@pytest.mark.parametrize("size", [DESKTOP, (844, 390), PHONE])
def test_three_dishes_leave_room_for_the_name_of_the_side(visit: Opener, size: tuple[int, int]) -> None:
    page = visit(size).go("/study?game=toot")
    for seat, side in enumerate(kakomi.new("toot").sides):
        player = page.locator(f'.seat[data-seat="{seat}"]')
        expect(player.locator("strong")).to_have_text(side)
        assert player.evaluate("node => node.scrollWidth <= node.clientWidth")
        assert player.locator("p.name").evaluate("node => node.scrollWidth <= node.clientWidth")


def test_a_number_is_not_shown_twice_beside_a_name(visit: Opener) -> None:
    phone = visit(PHONE, touch=True)
    page = phone.sit(phone.make("enclosure_chess"))
    expect(page.locator('[data-seat="0"] .count')).to_have_text("0")
    expect(page.locator('[data-seat="0"] [data-score]')).to_be_hidden()
    phone.go("/study?game=enclosure_chess")
    expect(page.locator('[data-seat="0"] .count')).to_have_text("0")
    expect(page.locator('[data-seat="0"] [data-label]')).to_have_count(0)


def test_the_buttons_below_a_board_stand_in_one_row(visit: Opener) -> None:
    phone = visit((375, 667), touch=True)
    page = phone.sit(phone.make("enso", opponent={"kind": "computer", "level": 1}))
    tools = page.get_by_role("group", name="Board", exact=True)
    tops = tools.evaluate("node => [...node.children].map(each => each.getBoundingClientRect().top)")
    assert len(tops) == 8
    assert len(set(tops)) == 1


def test_dark_is_dark_but_never_black(visit: Opener) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    day, night = visit(), visit(dark=True)
    light, dark = (
        [int(part) for part in each.go("/").evaluate(ground).removeprefix("rgb(").rstrip(")").split(",")]
        for each in (day, night)
    )
    assert min(light) > 200
    assert 0 < max(dark) < 60


def test_a_theme_of_ones_own_is_kept(visitor: Visitor) -> None:
    page = visitor.go("/account")
    ground = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(ground)
    visitor.pick("Theme", "Dark")
    after = page.evaluate(ground)
    assert after != before
    visitor.go("/rules/enso")
    assert page.evaluate(ground) == after
    visitor.go("/account")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()


COUNTED = """const animate = Element.prototype.animate; window.animated = 0;
Element.prototype.animate = function (...how) { window.animated += 1; return animate.apply(this, how); };"""


@pytest.mark.parametrize("still", [False, True])
def test_nothing_moves_for_those_who_want_it_still(visit: Opener, still: bool) -> None:
    visitor = visit(still=still)
    visitor.run_first(COUNTED)
    page = visitor.sit(visitor.make("iago"))
    visitor.play_on(random.Random(14), most=12)
    assert (page.evaluate("window.animated") == 0) == still
    longest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('*')].map(node => parseFloat(getComputedStyle(node).transitionDuration)))"
    )
    assert (longest < 0.01) == still
