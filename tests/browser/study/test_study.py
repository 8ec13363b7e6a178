"""The study board: both sides played, a tree of moves, texts pasted, links shared, and what must not break it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import kakomi
from kakomi import Record, new
from tests.browser.conftest import Opener
from tests.browser.sites import played
from tests.browser.support import DESKTOP, PATIENCE, PHONE, Visitor
from tests.browser.test_pages import MOST_SHIFT, SHIFT, axe

STILL = True
LANDSCAPE = (844, 390)
FIELD = "Position, diagram or record"
MOST_BYTES = 250_000  # of a first visit, without the engine
NOTED = '[Game "iago"]\n{At first.} 1. d3!? {bold} (1. e4 {quiet} d3 (1... e6!)) 1... d5 *'
NO_STORAGE = "Storage.prototype.setItem = () => { throw new DOMException('no', 'SecurityError'); };"
FULL_STORAGE = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def random_moves(match: kakomi.Match, count: int, seed: int = 3) -> list[str]:
    chance = random.Random(seed)
    while match.outcome is None and len(match.moves) < count:
        match.push(chance.choice(list(match.legal_moves)))
    return match.moves


def address(game: str, moves: Sequence[str] = (), **more: Any) -> str:
    settings = "".join(f"&{name}={value}" for name, value in more.items())
    return f"/study?game={game}{settings}&moves={quote(' '.join(moves))}"


def study(visitor: Visitor, where: str) -> Page:
    page = visitor.go(where)
    page.wait_for_selector(".study", timeout=PATIENCE)
    return page


def see_ply(page: Page, ply: int) -> None:
    page.wait_for_selector(f'.study[data-ply="{ply}"]', timeout=PATIENCE)


def shown(page: Page) -> str:
    return page.locator('.move[aria-current="step"]').inner_text().split("\n")[0].strip()


def open_tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def play(visitor: Visitor, clicks: Sequence[str], ply: int) -> None:
    for click in clicks:
        visitor.click(click)
    see_ply(visitor.page, ply)


def play_enso(visitor: Visitor, move: str, ply: int) -> None:
    play(visitor, [move[:2], move[3:5]], ply)


# --- the tree ---------------------------------------------------------------------------------------------------------


def test_both_sides_are_played_and_every_try_is_kept(visitor: Visitor) -> None:
    match = new("enso")
    first, second = match.legal_moves[0], match.legal_moves[-1]
    match.push(first)
    reply = match.legal_moves[0]
    page = study(visitor, address("enso"))
    play_enso(visitor, first, 1)
    play_enso(visitor, reply, 2)
    page.keyboard.press("ArrowLeft")
    see_ply(page, 1)
    page.keyboard.press("ArrowLeft")
    see_ply(page, 0)
    play_enso(visitor, second, 1)
    assert [line.inner_text() for line in page.locator(".variation .move").all()] == [second]
    page.keyboard.press("ArrowUp")
    expect(page.locator('.main > .turn > .move[aria-current="step"]')).to_have_text(first)
    page.keyboard.press("ArrowDown")
    expect(page.locator('.variation .move[aria-current="step"]')).to_have_text(second)
    page.get_by_role("button", name="Promote").click()
    expect(page.locator(".main > .turn > .move")).to_have_text([second])
    expect(page.locator(".variation .move")).to_have_text([first, reply])
    page.reload()  # what is not shared is kept in this browser
    visitor.settle()
    expect(page.get_by_text("This is your work from last time.")).to_be_visible()
    expect(page.locator(".variation .move")).to_have_text([first, reply])
    page.locator(".variation .move").first.click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete").click()  # asked once
    expect(page.locator(".variation")).to_have_count(0)
    expect(page.locator("[data-answer]")).to_contain_text(first)
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text("No moves yet.")).to_be_visible()


def test_a_turn_of_many_marks_is_one_step_with_all_its_marks(visitor: Visitor) -> None:
    match, turn = long_turn()
    page = study(visitor, address("enclose5", match.moves, **{"set.size": 7, "set.target": 3}))
    end = len(match.moves)
    page.keyboard.press("Home")
    see_ply(page, 0)
    at = 0
    while at < end:
        page.keyboard.press("ArrowRight")
        page.wait_for_function("at => Number(document.querySelector('.study').dataset.ply) > at", arg=at)
        at = int(page.locator(".study").get_attribute("data-ply") or 0)
    assert at == end  # no step ended inside the turn
    marked = page.locator('[data-mark="to"]').count()
    assert marked == len(turn)
    page.keyboard.press("Shift+ArrowLeft")
    see_ply(page, end - 1)
    expect(page.locator(".steps .move")).to_have_text(turn)
    page.keyboard.press("ArrowLeft")
    see_ply(page, end - len(turn))
    page.keyboard.press("ArrowRight")
    see_ply(page, end)
    page.get_by_role("button", name="Step through this turn").click()
    see_ply(page, end - len(turn) + 1)


def long_turn() -> tuple[kakomi.Match, list[str]]:
    """A game of Enclose5 that ends with a turn of three moves or more, and that turn."""
    match = new("enclose5", size=7, target=3)
    chance = random.Random(21)
    turn: list[str] = []
    before = match.to_move
    while match.outcome is None:
        if match.to_move != before and len(turn) > 2:
            return match, turn
        if match.to_move != before:
            turn = []
        before = match.to_move
        match.push(chance.choice(list(match.legal_moves)))
        turn.append(match.moves[-1])
    raise AssertionError("no long turn with this seed")


def test_a_position_where_the_game_is_over_says_how_it_ended(visitor: Visitor) -> None:
    match = new("enclosure_chess")
    random_moves(match, 400)
    assert match.outcome is not None
    page = study(visitor, address("enclosure_chess", match.moves))
    expect(page.locator("[data-now]")).to_have_text(match.status)
    open_tab(page, "Share")
    expect(page.get_by_text("The game is over in this position.")).to_be_visible()


def test_a_click_that_is_no_move_is_answered_with_its_clause(visitor: Visitor) -> None:
    page = study(visitor, address("enclosure_chess", rules="7x7"))
    visitor.click_place("a1")
    expect(page.locator("[data-answer]")).to_contain_text(re.compile(r"\(\d"))
    see_ply(page, 0)


# --- texts ------------------------------------------------------------------------------------------------------------


def write(page: Page, text: str) -> None:
    open_tab(page, "Setup")
    page.get_by_label(FIELD, exact=True).fill(text)


@pytest.mark.parametrize("kind", ["position", "diagram", "record"])
def test_each_kind_of_text_opens(visitor: Visitor, kind: str) -> None:
    match = new("iago")
    random_moves(match, 5)
    text = {"position": match.position, "diagram": match.diagram(), "record": Record.from_match(match).text()}[kind]
    page = study(visitor, address("iago"))
    write(page, text)
    expect(page.locator("#written-answer")).to_contain_text(f"A {kind}.")
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("End")
    see_ply(page, len(match.moves) if kind == "record" else 0)
    expect(page.locator("[data-piece]")).to_have_count(len(match.board))


def test_a_diagram_is_edited_by_clicking_signs_into_it(visitor: Visitor) -> None:
    page = study(visitor, address("enso"))
    open_tab(page, "Setup")
    page.get_by_role("button", name="Edit this position").click()
    field = page.get_by_label(FIELD, exact=True)
    before = field.input_value()
    page.get_by_role("group", name=re.compile("Sign")).get_by_role("button", name=".", exact=True).click()
    field.evaluate("(node, at) => { node.focus(); node.setSelectionRange(at, at); node.click(); }", before.index("x"))
    assert field.input_value() == before.replace("x", ".", 1)
    page.get_by_role("button", name="Open it").click()
    expect(page.locator("[data-piece]")).to_have_count(len(new("enso").board) - 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("xx/oo x", "This cannot be read; as a position: "),
        ("6 x x x\n5 . . .", "as a diagram"),
        ('[Game "enso"]\n\n1. c5xd5 (1. b4xe4 a1xa9)\n*', "Line 3"),
    ],
)
def test_a_text_that_cannot_be_is_refused_and_kept(visitor: Visitor, text: str, says: str) -> None:
    page = study(visitor, address("enso"))
    write(page, text)
    expect(page.locator("#written-answer .bad")).to_contain_text(says)
    assert page.get_by_label(FIELD, exact=True).input_value() == text
    expect(page.get_by_role("button", name="Open it")).to_have_count(0)
    visitor.forgive("status of 4")


def test_a_game_with_its_options_is_chosen_on_the_page(visitor: Visitor) -> None:
    page = study(visitor, address("enso"))
    open_tab(page, "Setup")
    page.get_by_label("Game", exact=True).select_option("enclose5")
    page.get_by_text("Options", exact=True).click()
    page.locator("#option-size").fill("7")
    page.get_by_role("button", name="New board").click()
    expect(page.locator(".stage [data-place]")).to_have_count(49)
    assert "set.size=7" in page.url
    page.reload()
    visitor.settle()
    expect(page.locator(".stage [data-place]")).to_have_count(49)


# --- links and files --------------------------------------------------------------------------------------------------


def test_a_shared_study_is_what_was_shared(visit: Opener) -> None:
    ann, bo = visit(), visit()
    match = new("iago")
    random_moves(match, 4)
    page = study(ann, address("iago", match.moves))
    page.get_by_label("Glyph of this move").select_option("!?")
    page.get_by_role("button", name="Comment").click()
    page.get_by_label(f"Comment on {match.moves[-1]}").fill("Why not <b>here</b>?")
    open_tab(page, "Share")
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_label("Link to this study").input_value()
    with page.expect_download() as record:
        page.get_by_role("button", name="Record").click()
    written = record.value.path().read_text(encoding="utf-8")
    assert f"{match.moves[-1]}!?" in written
    assert "Why not" in written
    for name, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as picture:
            page.get_by_role("button", name=name).click()
        assert picture.value.path().read_bytes().startswith(start)
    other = study(bo, link.removeprefix(bo.url))
    other.keyboard.press("End")
    see_ply(other, 4)
    assert shown(other) == f"{match.moves[-1]}!?"
    expect(other.locator(".comment")).to_have_text("Why not <b>here</b>?")


def test_a_link_that_is_gone_is_answered_in_words(visitor: Visitor) -> None:
    page = visitor.go("/study/0123456789abcdef")
    expect(page.get_by_role("heading", name="Study not found")).to_be_visible()
    expect(page.locator("main")).to_contain_text("There is no study behind this link")
    visitor.forgive("status of 404")


def test_a_game_begins_where_the_study_stands(visitor: Visitor) -> None:
    match = new("iago")
    random_moves(match, 3)
    page = study(visitor, address("iago", match.moves))
    open_tab(page, "Share")
    page.get_by_role("link", name="Against the computer").click()
    expect(page.get_by_text("From the position shown.")).to_be_visible()
    page.get_by_role("button", name="Start game").click()
    visitor.see_link()
    assert visitor.view["start_position"] == match.position


def test_a_game_of_this_server_opens_at_any_of_its_moves(visitor: Visitor) -> None:
    game = played(visitor, "enclosure_chess", {}, 400)
    moves = visitor.ask(f"/api/games/{game}")["moves"]
    page = study(visitor, f"/study?from={game}&ply=3")
    see_ply(page, 3)
    assert shown(page) == moves[2]
    page = study(visitor, f"/replay/{game}")  # as it was called before
    assert page.url.endswith(f"/study?from={game}")
    page.keyboard.press("End")
    see_ply(page, len(moves))


def test_a_live_game_between_people_has_no_engine(visit: Opener) -> None:
    ann, bo = visit(), visit()
    ann.ask("/api/me")
    bo.ask("/api/me")
    made = ann.post("/api/games", {"game": "enso", "opponent": {"kind": "friend"}})
    _, _, rest = made["invite"].partition("/join/")
    game, _, invite = rest.partition("/")
    bo.post(f"/api/games/{game}/join", {"invite": invite}, 200)
    page = study(ann, f"/study?from={game}")
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".engine [role=status]")).to_contain_text("still being played")
    open_tab(page, "Review")
    expect(page.locator("[data-panel=review]")).to_contain_text("still being played")


@pytest.mark.parametrize(
    ("where", "link"),
    [
        ("/rules/enso", "/study?game=enso&"),
        ("/lab", "/study?game="),
        ("finished", "/study?from="),
        ("/watch", "/study?from="),
    ],
)
def test_the_study_is_opened_from_other_pages(visitor: Visitor, where: str, link: str) -> None:
    game = played(visitor, "enso", {}, 400, seed=8)
    page = visitor.go(f"/game/{game}" if where == "finished" else where)
    page.locator(f'main a[href^="{link}"]').first.click()
    page.wait_for_selector(".study", timeout=PATIENCE)
    assert link in page.url


# --- the engine -------------------------------------------------------------------------------------------------------

WON = "x2o1o/2x1o1/3o1o/x2xx1/6/o1x1o1 o"  # two moves before the second player can win


def test_the_engine_shows_lines_that_are_drawn_and_played(visitor: Visitor) -> None:
    page = study(visitor, address("iago", ["g4", "d4", "e3"]))
    engine = page.locator(".engine")
    assert engine.get_attribute("data-engine") == "off"
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".lines .chance")).to_have_count(3)
    expect(page.locator(".head .figures")).to_have_text(re.compile(r"depth \d+ · .* nodes"))
    expect(page.locator('[data-line="0"]').nth(2)).to_be_visible()  # the server has put the line into words
    page.locator('[data-line="0"]').nth(1).hover()
    expect(page.locator("[data-arrow]")).to_have_count(2)
    page.get_by_role("switch", name="Engine").hover()
    expect(page.locator("[data-arrow]")).to_have_count(0)
    # in one go, as the lines change while it thinks
    move = page.locator('[data-line="1"]').first.evaluate("node => { node.click(); return node.innerText; }")
    see_ply(page, 4)
    assert shown(page) == move
    expect(page.locator(".lines .chance").first).to_be_visible()  # it goes on with the new position
    page.keyboard.press("e")
    expect(engine).to_have_attribute("data-engine", "off")
    expect(page.locator(".lines")).to_have_count(0)


def test_a_tab_closed_while_the_engine_thinks_loses_nothing(visitor: Visitor) -> None:
    page = study(visitor, address("iago"))
    visitor.click_place("g4")
    see_ply(page, 1)
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".lines .chance").first).to_be_visible()
    again = visitor.context.new_page()
    page.close()
    again.goto(f"{visitor.url}/study")
    see_ply(again, 1)
    assert shown(again) == "g4"
    assert again.locator(".engine").get_attribute("data-engine") == "off"


def test_proven_results_are_shown_as_proven(visitor: Visitor) -> None:
    page = study(visitor, f"{address('enso', ['d4xe3', 'c5xe5'])}&position={quote(WON)}")
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".chance.win").first).to_contain_text("Win")
    expect(page.locator(".lines .policy").first).to_have_text(re.compile(r"policy\s+(\d+|<1)%"))
    expect(page.locator(".engine .key")).to_have_text(
        f"Winning chances for {new('enso').sides[1]}. Policy: the net’s guess before searching."
    )
    page = study(visitor, address("enclosure_chess"))
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".head .figures")).to_have_text("from the exact table")
    expect(page.locator(".lines .chance").first).to_contain_text(re.compile("Win|Draw|Loss"))


@pytest.mark.parametrize("dark", [False, True])
def test_slips_are_found_and_played_again(visit: Opener, dark: bool) -> None:
    """Reviewed and judged by the engine in the page: a wrong try, the solution, a right one."""
    visitor = visit(PHONE if dark else DESKTOP, dark=dark, touch=dark)
    page = study(visitor, f"{address('enso', ['d4xe3', 'c5xe5', 'e3xe5'])}&position={quote(WON)}")
    page.keyboard.press("ArrowLeft")
    see_ply(page, 2)
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".chance").first).to_be_visible()
    assert axe(page) == []
    open_tab(page, "Review")
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator("[data-review=ready]")).to_be_visible()
    expect(page.get_by_role("slider")).to_be_visible()
    assert axe(page) == []
    visitor.pick("Whose slips", new("enso").sides[1])
    page.get_by_role("button", name=re.compile("^Learn from mistakes")).click()
    learn = page.locator(".learn")
    while "e3xe5" not in learn.locator("h2").inner_text():
        page.get_by_role("button", name="Skip").click()
    expect(learn.locator("h2")).to_have_text(f"{new('enso').sides[1]} to move: find a better move than e3xe5.")
    play_enso(visitor, "e3xe5", 3)
    expect(learn).to_have_attribute("data-drill", "wrong")
    expect(learn).to_contain_text("is the move that was played")
    page.get_by_role("button", name="Try again").click()
    see_ply(page, 2)
    page.get_by_role("button", name="Solution").click()
    expect(learn).to_contain_text("e3xd3 was better than e3xe5")
    expect(page.locator("[data-mark=hint]")).to_have_count(2)
    assert axe(page) == []
    page.get_by_role("button", name="Try again").click()
    play_enso(visitor, "e3xd3", 3)
    expect(learn).to_have_attribute("data-drill", "right")
    learn.get_by_role("button", name=re.compile("Finish|Next")).click()
    while learn.get_attribute("data-drill") != "done":
        page.get_by_role("button", name="Skip").click()
    expect(learn).to_contain_text("found without help")


# --- a browser that cannot do everything ------------------------------------------------------------------------------


@pytest.mark.parametrize(("storage", "says"), [(NO_STORAGE, "does not allow"), (FULL_STORAGE, "is full")])
def test_storage_that_takes_nothing_is_said_and_breaks_nothing(visitor: Visitor, storage: str, says: str) -> None:
    visitor.run_first(storage)
    page = study(visitor, address("enso"))
    match = new("enso")
    play_enso(visitor, match.legal_moves[0], 1)
    expect(page.locator("[data-answer]")).to_contain_text(says)
    match.push(match.legal_moves[0])
    play_enso(visitor, match.legal_moves[0], 2)
    expect(page.locator("[data-answer]")).to_contain_text(says)


@pytest.mark.parametrize("missing", ["WebAssembly", "Worker"])
def test_without_an_engine_everything_else_works_and_it_is_said(visitor: Visitor, missing: str) -> None:
    visitor.run_first(f"delete globalThis.{missing};")
    page = study(visitor, address("enso"))
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".engine [role=status]")).to_contain_text("ngine")
    play_enso(visitor, new("enso").legal_moves[0], 1)
    expect(page.locator(".lines")).to_have_count(0)


# --- how it looks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tab", ["moves", "review", "explorer", "setup", "share"])
@pytest.mark.parametrize("size", [DESKTOP, LANDSCAPE])
def test_nothing_lies_below_the_fold(visit: Opener, size: tuple[int, int], tab: str) -> None:
    visitor = visit(size, cold=True)
    page = study(visitor, f"/study?game=iago&tab={tab}")
    board = page.locator(".stage").bounding_box()
    assert board is not None
    assert board["y"] + board["height"] <= size[1]
    for part in (".side", ".seats"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1] + 1
        assert box["x"] + box["width"] <= size[0]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate(SHIFT) <= MOST_SHIFT


def test_the_keys_are_listed_and_the_tabs_walked_by_keys(visitor: Visitor) -> None:
    page = study(visitor, address("enso"))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("previous, next variation")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Moves").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Review")).to_be_focused()
    expect(page.get_by_role("tabpanel")).to_have_attribute("data-panel", "review")


@pytest.mark.parametrize("dark", [False, True])
def test_a_tree_with_notes_is_sound(visit: Opener, dark: bool) -> None:
    visitor = visit(PHONE if dark else DESKTOP, dark=dark, touch=dark)
    visitor.page.goto(f"{visitor.url}/study?tab=setup")
    write(
        visitor.page,
        '[Game "iago"]\n{At first.} 1. d4!? {bold} (1. e4 {quiet} d4 (1... e6!)) 1... d5 *'.replace("d4", "d3"),
    )
    visitor.page.get_by_role("button", name="Open it").click()
    expect(visitor.page.locator(".variation").first).to_be_visible()
    visitor.page.locator(".variation .move").first.click()
    visitor.page.get_by_role("button", name="Comment").click()
    assert axe(visitor.page) == []


def test_a_first_visit_is_light(visit: Opener) -> None:
    visitor = visit(cold=True)
    line = visitor.context.new_cdp_session(visitor.page)
    line.send("Network.enable")
    came: dict[str, int] = {}
    line.on("Network.loadingFinished", lambda told: came.update({told["requestId"]: told["encodedDataLength"]}))
    study(visitor, address("iago"))
    assert len(came) > 5  # they were counted
    assert sum(came.values()) < MOST_BYTES
