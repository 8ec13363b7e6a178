"""Puzzles over HTTP: the next one near one's strength, tries that are judged and remembered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import kakomi
from kakomi.puzzles.collection import puzzles_of
from kakomi.puzzles.puzzle import Puzzle
from kakomi.server import schemas
from tests.server.support import PATIENCE, Server

GAME = kakomi.games.get("enso")


@pytest.fixture
def solver(server: Server) -> Iterator[httpx.Client]:
    """Someone with a cookie, and so with a memory."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE, headers={"origin": server.url}) as client:
        client.get("/api/me")
        yield client


def next_one(client: httpx.Client, **query: object) -> schemas.PuzzleOut:
    answer = client.get("/api/puzzles", params={"game": "enso", **{name: str(each) for name, each in query.items()}})
    assert answer.status_code == 200, answer.text
    return schemas.PuzzleOut.model_validate(answer.json())


def attempt(client: httpx.Client, puzzle: str, *moves: str, **more: Any) -> schemas.TriedOut:
    answer = client.post(f"/api/puzzles/enso/{puzzle}/try", json={"moves": list(moves), **more})
    assert answer.status_code == 200, answer.text
    return schemas.TriedOut.model_validate(answer.json())


def wrong_move(puzzle: Puzzle) -> str:
    return next(text for text in puzzle.match().legal_moves if text != puzzle.solution)


def test_the_list_says_how_many_there_are(http: httpx.Client) -> None:
    found = schemas.PuzzleList.model_validate(http.get("/api/puzzles/games").json())
    assert {each.game: each.standing.total for each in found.games} == {
        game.name: len(puzzles_of(game)) for game in kakomi.games.all_games() if puzzles_of(game)
    }
    for each in found.games:
        assert sum(each.rules.values()) == each.standing.total
        assert (each.standing.rating, each.standing.count, each.standing.solved) == (1000, 0, 0)


def test_a_puzzle_near_a_rating_is_given_also_without_a_cookie(http: httpx.Client) -> None:
    ratings = sorted(each.rating for each in puzzles_of(GAME))
    assert next_one(http, near=0).rating <= ratings[4]
    assert next_one(http, near=4000).rating >= ratings[-5]
    nearest = sorted(abs(each.rating - 1000) for each in puzzles_of(GAME))[4]
    given = next_one(http)
    assert abs(given.rating - 1000) <= nearest
    again = schemas.PuzzleOut.model_validate(http.get(f"/api/puzzles/enso/{given.id}").json())
    assert again == given
    assert given.id not in {next_one(http, near=given.rating, skip=given.id).id for _ in range(8)}
    assert given.task.endswith("to move and win.")


def test_only_the_first_try_counts(solver: httpx.Client) -> None:
    hard, easy = puzzles_of(GAME)[-1], next(each for each in puzzles_of(GAME) if len(each.line) == 1)
    solved = attempt(solver, easy.id, *easy.line)
    assert (solved.verdict, solved.standing.count, solved.standing.solved) == ("solved", 1, 1)
    assert solved.standing.rating > 1000
    assert attempt(solver, easy.id, *easy.line).standing == solved.standing
    assert attempt(solver, easy.id, wrong_move(easy)).standing == solved.standing
    missed = attempt(solver, hard.id, wrong_move(hard))
    assert missed.verdict == "wrong"
    assert missed.reply
    assert missed.words.startswith(f"{wrong_move(hard)} loses: ")
    assert (missed.standing.count, missed.standing.solved) == (2, 1)
    assert missed.standing.rating <= solved.standing.rating
    assert solver.get(f"/api/puzzles/enso/{hard.id}").json()["state"] == "failed"
    late = attempt(solver, hard.id, *hard.line)  # the whole line at once is a try at its last move
    assert (late.verdict, late.standing.rating, late.standing.count) == ("solved", missed.standing.rating, 2)
    assert late.standing.solved == 2
    assert solver.get(f"/api/puzzles/enso/{hard.id}").json()["state"] == "solved"
    [card] = [each for each in solver.get("/api/puzzles/games").json()["games"] if each["game"] == "enso"]
    assert card["standing"] == late.standing.model_dump()


def test_a_right_move_is_answered_and_not_yet_counted(solver: httpx.Client) -> None:
    long = max(puzzles_of(GAME), key=lambda each: len(each.line))
    first = attempt(solver, long.id, long.line[0])
    assert (first.verdict, first.reply, first.standing.count) == ("right", [long.line[1]], 0)
    assert solver.get(f"/api/puzzles/enso/{long.id}").json()["state"] == "new"


def test_a_solution_that_was_shown_counts_as_missed(solver: httpx.Client) -> None:
    puzzle = puzzles_of(GAME)[7]
    shown = attempt(solver, puzzle.id, give_up=True)
    assert (shown.verdict, tuple(shown.reply)) == ("shown", puzzle.line)
    assert (shown.standing.count, shown.standing.solved) == (1, 0)
    assert shown.standing.rating < 1000


def test_what_was_tried_does_not_come_again_while_there_is_something_new(solver: httpx.Client) -> None:
    seen = set()
    for _ in range(6):
        given = next_one(solver, near=900)
        assert given.state == "new"
        assert given.id not in seen
        seen.add(given.id)
        attempt(solver, given.id, *given.line)


def test_bad_requests_are_refused_with_a_code(http: httpx.Client, solver: httpx.Client) -> None:
    puzzle = puzzles_of(GAME)[0]
    here = f"/api/puzzles/enso/{puzzle.id}"
    for path, status, code in (
        ("/api/puzzles?game=nim", 404, "name/unknown"),
        ("/api/puzzles?game=enso&rules=quick", 404, "name/unknown"),
        ("/api/puzzles", 422, "request/invalid"),
        ("/api/puzzles?game=enso&near=-1", 422, "request/invalid"),
        ("/api/puzzles?game=enso&near=many", 422, "request/invalid"),
        ("/api/puzzles/enso/abc", 404, "puzzle/unknown"),
        ("/api/puzzles/enso/..%2F..", 404, "not-found"),
        ("/api/puzzles/enso/XYZ", 422, "request/invalid"),
    ):
        answer = http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (status, code), path
    assert http.post(f"{here}/try", json={"moves": [puzzle.solution]}).json()["code"] == "identity/missing"
    bodies: list[tuple[Any, int, str]] = [
        ({"moves": []}, 409, "puzzle/off-line"),
        ({"moves": [*puzzle.line, "a1-a2"]}, 409, "puzzle/off-line"),
        ({"moves": [wrong_move(puzzle), "a1-a2"]}, 409, "puzzle/off-line")
        if len(puzzle.line) > 1
        else ({"moves": ["nonsense"]}, 422, "move/unreadable"),
        ({"moves": ["nonsense"]}, 422, "move/unreadable"),
        ({"moves": ["a1-f6"]}, 422, "move/illegal"),
        ({"moves": ["x"] * 65}, 422, "request/invalid"),
        ({"moves": [puzzle.solution], "more": 1}, 422, "request/invalid"),
        ({}, 422, "request/invalid"),
    ]
    for body, status, code in bodies:
        answer = solver.post(f"{here}/try", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), body
    assert solver.get(here).json()["state"] == "new"  # none of these was a try
