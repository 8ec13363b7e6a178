"""The page of a new game: every option of every rule set is there, explained, and begins a game that has it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from kakomi import games
from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.core.options import Option
from tests.browser.support import Visitor

STILL = True

RULE_SETS = [(game.name, rule_set.name) for game in games.all_games() for rule_set in game.rule_sets]


def values(option: Option) -> list[str | int]:
    """Every word, and the ends of a range."""
    found: list[str | int] = list(option.words or ())
    if option.low <= option.high:
        found += [option.low, option.high]
    return [value for value in found if value != option.default]


def label(option: Option) -> str:
    return option.label or option.name.capitalize()


def choose(visitor: Visitor, option: Option, value: str | int) -> None:
    group = label(option)
    if isinstance(value, str):
        visitor.pick(group, value)
        return
    if option.words:
        visitor.pick(group, "a number")
    visitor.page.locator(f"#option-{option.name}").fill(str(value))


def open_form(visitor: Visitor, game: str, rules: str, *, again: bool = False) -> Page:
    """The form. `again`: the way back from the game that it began, unless it refused to."""
    page, where = visitor.page, f"{visitor.url}/new/{game}?against=screen"
    if not again:
        page.goto(where)
    elif page.url != where:
        page.go_back()
        page.wait_for_url(where)
    expect(page.get_by_role("button", name="Start game")).to_be_visible()
    rule_set = page.locator(f'input[name="rules"][value="{rules}"]')
    if rule_set.count():
        rule_set.check()
    defaults = page.get_by_role("button", name="Default options")
    if defaults.count():  # the last choices are remembered
        defaults.click()
    return page


def begun(visitor: Visitor) -> dict[str, Any]:
    visitor.page.get_by_role("button", name="Start game").click()
    visitor.see_link()
    return visitor.view


@pytest.mark.parametrize(("game", "rules"), RULE_SETS, ids=lambda name: str(name))
def test_every_option_is_explained_and_begins_a_game_that_has_it(game: str, rules: str, visitor: Visitor) -> None:
    options = games.get(game).rule_set(rules).options
    page = open_form(visitor, game, rules)
    expect(page.locator(".option")).to_have_count(len(options))
    for option in options:
        expect(page.locator(f"#help-{option.name}")).to_contain_text(option.help[1:])
    view = begun(visitor)
    usual = {option.name: option.default for option in options}
    assert (view["game"], view["rules"], view["options"]) == (game, rules, usual)
    for option in options:
        for value in values(option):
            page = open_form(visitor, game, rules, again=True)
            choose(visitor, option, value)
            expect(page.locator("aside")).to_contain_text(f"with {label(option).lower()}: {value}.")
            wanted = {**usual, option.name: value}
            try:
                Match(games.get(game), rules, wanted)
            except OptionError as refusal:
                expect(page.get_by_role("alert")).to_contain_text(str(refusal)[1:])
                expect(page.get_by_role("button", name="Start game")).to_be_disabled()
                visitor.forgive("status of 422")
                continue
            view = begun(visitor)
            assert (view["rules"], view["options"]) == (rules, wanted)


def test_a_number_out_of_range_begins_nothing(visitor: Visitor) -> None:
    page = open_form(visitor, "toot", "standard")
    page.locator("#option-tiles").fill("4000")
    page.get_by_role("button", name="Start game").click()
    assert page.locator("#option-tiles").evaluate("field => !field.validity.valid && document.activeElement === field")
    assert page.url.endswith("/new/toot?against=screen")


def test_level_seat_clock_and_length_are_what_was_asked_for(visitor: Visitor) -> None:
    page = visitor.go("/new/enclose5?against=computer")
    page.locator("#level").fill("2")
    visitor.pick("Your seat", "Blue")
    visitor.pick("Clock", "Minutes per side")
    page.get_by_role("spinbutton", name="Minutes per side").fill("7")
    page.get_by_label("Seconds added per move").fill("4")
    visitor.pick("Games", "4")
    expect(page.locator(".summary")).to_have_text(
        "A match of 4 games of Enclose5, against the computer (level 2). You are Blue and move second. "
        "7 minutes per side, plus 4 seconds per move."
    )
    view = begun(visitor)
    assert view["you"] == [1]
    assert view["seats"][0]["level"] == 2
    assert (view["clock"]["kind"], view["clock"]["increment"]) == ("game", 4000)
    assert (view["series"]["length"], view["series"]["number"]) == (4, 1)
    expect(page.get_by_text("Game 1 of 4.")).to_be_visible()
    expect(page.locator(".clock")).to_have_count(2)


def test_the_last_level_and_options_of_a_game_are_remembered(visitor: Visitor) -> None:
    page = visitor.go("/new/enclose5?against=computer")
    page.locator("#level").fill("2")
    page.locator("#option-size").fill("9")
    visitor.pick("Opening rule", "pie")
    visitor.pick("Clock", "Minutes per side")
    page.get_by_role("spinbutton", name="Minutes per side").fill("1")
    expect(page.locator(".summary")).to_contain_text("1 minute per side")
    page.get_by_role("spinbutton", name="Minutes per side").fill("0.5")
    expect(page.locator(".summary")).to_contain_text("30 seconds per side")
    assert begun(visitor)["options"]["size"] == 9
    visitor.go("/new/enso?against=computer")
    expect(page.locator(".summary")).to_contain_text("level 1")  # each game has its own
    visitor.go("/new/enclose5?against=computer")
    expect(page.locator(".summary")).to_contain_text("level 2")
    expect(page.locator("aside")).to_contain_text("board size: 9, opening rule: pie")
    page.get_by_role("button", name="Default options").click()
    expect(page.locator("#option-size")).to_have_value("21")
    expect(page.get_by_role("button", name="Default options")).to_have_count(0)
    kept = """{"rules": "standard", "options": {"size": 4000}, "level": 99}"""
    page.evaluate("kept => localStorage.setItem('kakomi.new.enclose5', kept)", kept)
    visitor.go("/new/enclose5?against=computer")  # what is no longer possible is forgotten
    expect(page.locator(".summary")).to_contain_text("level 1")
    expect(page.locator("#option-size")).to_have_value("21")


def test_days_for_a_move(visitor: Visitor) -> None:
    page = visitor.go("/new/enso?against=friend")
    visitor.pick("Clock", "Days per move")
    page.get_by_role("spinbutton", name="Days per move").fill("3")
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_label("Link for your friend")
    assert re.search(r"/join/[a-z0-9]+/\S+$", link.input_value())
    page.get_by_role("link", name="Go to the board").click()
    visitor.see_link()
    expect(page.locator(".clock").first).to_have_text(re.compile(r"^(3 d 0 h|2 d 23 h)$"))


def test_a_match_goes_on_to_its_next_game(visitor: Visitor) -> None:
    """A match on one screen: when a game is over the next one waits, and the points of the last move count at once."""
    page = visitor.sit(visitor.make("enclose5", options={"size": 7, "target": 1}, games=2))
    for number, cell in enumerate(("d5", "a1", "c4", "a3", "e4", "a5", "d3"), 1):
        visitor.click(cell)
        visitor.see_ply(number)
    expect(page.locator('[data-seat="0"] [data-score]')).to_have_text("1 / 1")  # of the points that win
    score = page.locator("[data-series]")
    expect(score).to_have_text("Game 1 of 2. Match score: Player 1 (Red) 1, Player 2 (Blue) 0.")
    page.get_by_role("link", name="Next game").click()
    expect(score).to_have_text("Game 2 of 2. Match score: Player 2 (Red) 0, Player 1 (Blue) 1.")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    expect(score).to_have_text("Game 2 of 2. Player 1 (Blue) wins the match: Player 2 (Red) 0, Player 1 (Blue) 1.")


def test_who_begins_before_the_server_has_said_who_they_are_is_one_person_all_the_same(visitor: Visitor) -> None:
    asked: list[str] = []

    def late(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            visitor.page.wait_for_timeout(1500)
        route.continue_()

    visitor.page.route("**/api/me", late)
    open_form(visitor, "enso", "standard")
    assert begun(visitor)["you"] == [0, 1]
    assert len(asked) == 1
