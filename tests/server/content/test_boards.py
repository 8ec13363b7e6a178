"""Catalogue, boards and explanations, asked of a real server."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import httpx
import pytest

import kakomi
from kakomi.server import schemas
from kakomi.server.content import boards
from kakomi.server.http.errors import Refusal

RULE_SETS = [(game.name, each.name) for game in kakomi.games.all_games() for each in game.rule_sets]
FRIENDS = """
6 . x o . . o
5 . o . . x o
4 . . . x . .
3 . . . x . x
2 o . . . . .
1 o . x . . .
"""


def ask(http: httpx.Client, path: str, **message: Any) -> tuple[int, dict[str, Any]]:
    answer = http.post(f"/api/{path}", json=message)
    found: dict[str, Any] = answer.json()
    return answer.status_code, found


def test_the_catalogue_declares_every_option(http: httpx.Client) -> None:
    found = schemas.Catalogue.model_validate(http.get("/api/catalogue").json())
    assert [game.name for game in found.games] == list(kakomi.games.BUILT_IN)
    for shown, game in zip(found.games, kakomi.games.all_games(), strict=True):
        assert (shown.title, shown.by, shown.about, shown.levels) == (game.title, game.by, game.about, 10)
        for info, rule_set in zip(shown.rule_sets, game.rule_sets, strict=True):
            assert info.sides == kakomi.new(game.name, rule_set.name).sides
            assert [option.name for option in info.options] == [option.name for option in rule_set.options]
            for option, declared in zip(info.options, rule_set.options, strict=True):
                assert declared.read(option.default) == option.default
                for value in [*option.words, *(each for each in (option.low, option.high) if each is not None)]:
                    assert declared.read(value) == value
                assert (option.low is None) == (option.kind == "choice")
    kinds = {option.name: option.kind for game in found.games for each in game.rule_sets for option in each.options}
    assert (kinds["target"], kinds["size"], kinds["vacated"]) == ("either", "number", "choice")


@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_a_board_is_what_the_match_says(http: httpx.Client, game: str, rules: str) -> None:
    match = kakomi.new(game, rules)
    chance = random.Random(1)
    while match.outcome is None:
        match.push_code(chance.choice(match.codes()))
    moves = match.moves
    for count in (0, 1, len(moves) // 2, len(moves)):
        status, found = ask(http, "board", game=game, rules=rules, moves=moves[:count])
        assert status == 200
        board = schemas.BoardOut.model_validate(found)
        walk = kakomi.new(game, rules)
        movers = []
        for move in moves[:count]:
            movers.append(walk.to_move)
            walk.push(move)
        assert found["scene"] == schemas.SceneOut.model_validate(walk.scene().as_dict()).model_dump(mode="json")
        assert (board.position, board.moves, board.movers, board.ply) == (walk.position, walk.moves, movers, count)
        assert board.turn == (None if walk.outcome else walk.to_move)
        again = ask(http, "board", game=game, rules=rules, position=board.position)[1]
        assert again["position"] == board.position
    assert board.outcome is not None
    assert match.outcome is not None
    assert (board.outcome.winner, board.outcome.clause) == (match.outcome.winner, match.outcome.clause)
    assert board.outcome.sentence == match.status


@pytest.mark.parametrize(
    ("message", "status", "code"),
    [
        ({"game": "chess"}, 404, "name/unknown"),
        ({"game": "enso", "rules": "wild"}, 404, "name/unknown"),
        ({"game": "enso", "options": {"size": 7}}, 404, "name/unknown"),
        ({"game": "enclose5", "options": {"size": 10**9}}, 422, "option/invalid"),
        ({"game": "enclose5", "options": {"size": 10**30}}, 422, "request/invalid"),
        ({"game": "enso", "position": "x"}, 422, "position/invalid"),
        ({"game": "enso", "position": "9" * 5000}, 422, "request/invalid"),
        ({"game": "enso", "moves": ["c5xd5", "c5xd5"]}, 422, "move/illegal"),
        ({"game": "enso", "moves": ["²" * 9]}, 422, "move/unreadable"),
        ({"game": "enso", "moves": ["c5xd5"] * 2001}, 422, "request/invalid"),
        ({"game": "enso", "moves": ["x" * 65]}, 422, "request/invalid"),
        ({"game": "enso", "moves": "c5xd5"}, 422, "request/invalid"),
        ({"game": "enso", "extra": 1}, 422, "request/invalid"),
        ({"game": ["enso"]}, 422, "request/invalid"),
        ({}, 422, "request/invalid"),
    ],
)
def test_what_is_no_board_is_refused(http: httpx.Client, message: dict[str, Any], status: int, code: str) -> None:
    for path in ("board", "explain"):
        got, found = ask(http, path, **message, **({"clicks": []} if path == "explain" else {}))
        assert (got, found["code"]) == (status, code)
        assert found["message"]


def test_a_refused_move_is_numbered(http: httpx.Client) -> None:
    _, found = ask(http, "board", game="enso", moves=["c5xd5", "a1-b1"])
    assert found["message"].startswith("move 2, 'a1-b1': ")
    assert found["clause"] == "3.2"


def test_who_steps_through_a_game_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = boards.Boards()
    match = kakomi.new("toot", tiles=40, pieces=12)
    chance = random.Random(2)
    while match.outcome is None and len(match.moves) < 400:
        match.push_code(chance.choice(match.codes()))
    moves = match.moves
    first = kept.replay("toot", None, {"tiles": 40, "pieces": 12}, None, moves)
    assert first.position == match.position
    pushed: list[str] = []
    monkeypatch.setattr(kakomi.Match, "push", lambda _, text: pushed.append(text))
    for count in (399, 398, 399, 400, 200, 201):
        walk = kept.replay("toot", None, {"tiles": 40, "pieces": 12}, None, moves[:count])
        assert walk.moves == moves[:count]
    assert pushed == []
    monkeypatch.undo()
    other = kept.replay("toot", None, {"tiles": 39, "pieces": 12}, None, moves[:2])
    assert other.options["tiles"] == 39
    with pytest.raises(Refusal, match="takes too long"):
        boards.Boards().replay("toot", None, {"tiles": 40, "pieces": 12}, None, moves, seconds=0.001)


def test_the_kept_boards_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "CACHED_BOARDS", 3)
    kept = boards.Boards()
    for move in kakomi.new("enso").legal_moves:
        kept.replay("enso", None, {}, None, [move])
    assert len(kept._cache) == 3
    monkeypatch.setattr(boards, "CACHED_NUMBERS", 1)
    kept.replay("enso", None, {}, None, [])
    assert len(kept._cache) == 1


@pytest.mark.parametrize(
    ("clicks", "clause", "says", "right"),
    [
        (["c5", "c4"], "3.1", "c5 is in contact", ["d5", "c2", "d6"]),
        (["a1"], "3", "White's stone", None),
        (["d4"], "3", "no stone on d4", None),
        (["c5"], None, "continue with d5, c2, d6", ["d5", "c2", "d6"]),
        (["c5", "d5"], None, "is a legal move", ["c5", "d5"]),
        ([], None, "Black to move. You can start with", None),
        (["z9"], None, "no place 'z9'", None),
        (["button:swap"], None, "not a legal move", None),
        (["c5", "d5", "d6"], None, "not a legal move", ["d5", "c2", "d6"]),
    ],
)
def test_clicks_are_explained(
    http: httpx.Client, clicks: list[str], clause: str | None, says: str, right: list[str] | None
) -> None:
    status, found = ask(http, "explain", game="enso", clicks=clicks)
    assert status == 200
    assert (found["clause"], says in found["message"]) == (clause, True), found
    begins = [choice.clicks[0] for choice in kakomi.new("enso").scene().choices]
    assert set(found["right"]) == set(begins if right is None else right)


@pytest.mark.parametrize(
    ("game", "rules", "moves", "clicks", "clause", "says"),
    [
        ("iago", "standard", [], ["e5"], "2.3", "e5 is the centre"),
        ("iago", "standard", ["e4"], ["e4"], "1", "e4"),
        ("toot", "standard", [], ["0,0", "0,1"], "3", "a tile comes first"),
        ("toot", "standard", ["1,0"], ["button:stop"], "5.1", "nothing to stop"),
        ("toot", "standard", ["1,0"], ["0,0"], "3", "is down"),
        ("enclose5", "standard", ["k11"], ["k11"], "1", "k11 holds a red mark"),
        ("enclosure_chess", "5x5", [], ["a1"], "2", "a black piece stands on a1"),
        ("enclosure_chess", "six", [], ["S1", "C5"], "6", "C5 is not the next point"),
        ("enclosure_chess", "six", [], ["S3"], "6", "no move begins with S3"),
        ("enclosure_chess", "six", [], ["N1"], "6", "the piece on N1 is Black's"),
    ],
)
def test_every_game_explains_by_its_clauses(
    game: str, rules: str, moves: list[str], clicks: list[str], clause: str, says: str
) -> None:
    match = kakomi.new(game, rules)
    for move in moves:
        match.push(move)
    found = boards.explain(match, clicks)
    assert (found.clause, says in found.message) == (clause, True), found
    assert found.right


def test_a_lone_stone_says_why_it_stays() -> None:
    found = boards.explain(kakomi.from_diagram("enso", FRIENDS), ["f3"])
    assert (found.clause, found.message) == ("3.3", "f3 is alone (2.3): it cannot move (3.3)")
    assert set(found.right) == {"d4", "e5", "b6", "d3"}


def test_a_game_that_is_over_has_nothing_right() -> None:
    match = kakomi.new("enso")
    match.resign()
    found = boards.explain(match, ["c5"])
    assert (found.clause, found.right) == ("resign", [])


@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_any_clicks_are_answered(game: str, rules: str) -> None:
    """Whatever is clicked in a random game: an explanation, and `right` leads on to a legal move."""
    chance = random.Random(3)
    match = kakomi.new(game, rules)
    while match.outcome is None and len(match.moves) < 60:
        scene = match.scene()
        places = [place.id for place in scene.places] + ["button:swap", "button:stop", "", "{0}", "button:{1}"]
        clicks = chance.choices(places, k=chance.randrange(4))
        found = boards.explain(match, clicks)
        assert found.message
        assert set(found.right) <= {click for choice in (*scene.choices, *scene.shortcuts) for click in choice.clicks}
        assert found.right
        match.push_code(chance.choice(match.codes()))


def test_only_so_many_may_wait() -> None:
    async def test() -> None:
        aside = boards.Background(threads=1, most=2)
        first = [asyncio.create_task(aside.run(lambda: time.sleep(0.05))) for _ in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(Refusal, match="try again"):
            await aside.run(lambda: None)
        await asyncio.gather(*first)
        assert await aside.run(lambda: 7) == 7

    asyncio.run(test())


@pytest.mark.parametrize(("game", "rules"), RULE_SETS)
def test_the_diagram_of_a_board_can_be_pasted_again(http: httpx.Client, game: str, rules: str) -> None:
    _, start = ask(http, "board", game=game, rules=rules)
    _, board = ask(http, "board", game=game, rules=rules, moves=[start["scene"]["choices"][0]["move"]])
    _, read = ask(http, "position", game=game, rules=rules, text=board["diagram"])
    assert (read["kind"], read["position"]) == ("diagram", board["position"])
