"""Puzzles in the browser: a wrong try is refuted on the board and in words, a right one goes on to the end of the line."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import kakomi
from kakomi.puzzles.collection import puzzles_of
from kakomi.puzzles.puzzle import Puzzle
from tests.browser.conftest import Opener
from tests.browser.support import Visitor

STILL = True

GAME = kakomi.games.get("enso")


@pytest.fixture
def puzzle() -> Puzzle:
    """The first with three right moves in a row."""
    return next(each for each in puzzles_of(GAME) if len(each.line) == 5)


def clicks(puzzle: Puzzle, moves: tuple[str, ...], move: str) -> tuple[str, ...]:
    """The clicks that make a move."""
    match = puzzle.match()
    for text in moves:
        match.push(text)
    return next(each.clicks for each in match.scene().choices if each.move == move)


def try_move(visitor: Visitor, puzzle: Puzzle, moves: tuple[str, ...], move: str) -> None:
    for click in clicks(puzzle, moves, move):
        visitor.click(click)


def wait(visitor: Visitor, phase: str) -> None:
    visitor.page.wait_for_selector(f'.puzzle[data-phase="{phase}"]')


def board(visitor: Visitor) -> set[str]:
    """Where stones stand, as the page draws them."""
    found: list[Any] = visitor.page.evaluate(
        "[...document.querySelectorAll('.stage [data-place]')].map(each => each.getAttribute('aria-label'))"
    )
    return {str(label) for label in found}


def test_a_puzzle_is_tried_refuted_and_solved(visit: Opener, puzzle: Puzzle) -> None:
    visitor = visit(still=True)
    page = visitor.go(f"/puzzles/enso?id={puzzle.id}")
    wait(visitor, "open")
    said = page.locator(".said")
    expect(page.locator(".task")).to_have_text(f"{puzzle.match().sides[puzzle.match().to_move]} to move and win.")
    start = board(visitor)
    refuted = next(each for each in puzzle.wrong if each.line)
    wrong = (
        refuted.moves[0]
        if refuted.moves
        else next(
            text
            for text in puzzle.match().legal_moves
            if text != puzzle.solution and puzzle.refutation(text) is refuted
        )
    )
    try_move(visitor, puzzle, (), wrong)
    wait(visitor, "wrong")
    expect(said).to_contain_text(f"{wrong} loses: ")
    expect(said).to_contain_text(refuted.line[0])
    assert board(visitor) != start
    expect(page.locator("dl.figures")).to_contain_text("Solved0 of")
    page.get_by_role("button", name="Try again").click()
    wait(visitor, "open")
    assert board(visitor) == start
    expect(said).to_have_text("")
    moves: tuple[str, ...] = ()
    while len(moves) + 1 < len(puzzle.line):
        try_move(visitor, puzzle, moves, puzzle.line[len(moves)])
        expect(said).to_contain_text(f"plays {puzzle.line[len(moves) + 1]}. What now?")
        wait(visitor, "open")
        moves = puzzle.line[: len(moves) + 2]
    try_move(visitor, puzzle, moves, puzzle.line[-1])
    wait(visitor, "solved")
    expect(said).to_contain_text("Solved")
    expect(page.locator("dl.figures")).to_contain_text("Solved1 of")
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_selector(f'.puzzle:not([data-puzzle="{puzzle.id}"])[data-phase="open"]')
    assert puzzle.id not in page.url
    assert visitor.ask(f"/api/puzzles/enso/{puzzle.id}")["state"] == "solved"


def test_the_solution_is_shown_and_what_is_illegal_is_explained(visit: Opener, puzzle: Puzzle) -> None:
    visitor = visit(still=True)
    page = visitor.go(f"/puzzles/enso?id={puzzle.id}")
    wait(visitor, "open")
    starts = {each.clicks[0] for each in puzzle.match().scene().choices}
    idle = next(place for place in ("a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2") if place not in starts)
    visitor.click(idle)
    expect(page.locator(".said")).not_to_have_text("")
    wait(visitor, "open")
    page.get_by_role("button", name="Show solution").click()
    wait(visitor, "shown")
    expect(page.locator(".said")).to_have_text(f"The solution: {' '.join(puzzle.line)}.")
    study = page.get_by_role("link", name="Study it").get_attribute("href")
    assert study is not None
    assert study.startswith("/study?game=enso&rules=standard&position=")
    page.keyboard.press("n")
    page.wait_for_selector(f'.puzzle:not([data-puzzle="{puzzle.id}"])[data-phase="open"]')


def test_the_way_from_the_home_page_and_from_the_rules(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.get_by_role("main").get_by_role("link", name="puzzles").click()
    page.locator('a[href="/puzzles/iago"]').click()
    wait(visitor, "open")
    visitor.pick("Rules", "Loose")
    expect(page.locator(".side")).to_contain_text("Rules: loose.")
    visitor.go("/rules/iago")
    page.get_by_role("main").get_by_role("link", name="Puzzles", exact=True).click()
    wait(visitor, "open")


def test_a_puzzle_that_is_gone_is_told(visitor: Visitor) -> None:
    page = visitor.go("/puzzles/enso?id=abc")
    expect(page.locator("main")).to_contain_text("There is no such puzzle of Enso: the link is mistyped")
    page.get_by_role("button", name="Try again").click()
    wait(visitor, "open")
    visitor.forgive("404")
