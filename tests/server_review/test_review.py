"""Reviews over HTTP, with a real server and real engine processes; what they say is checked by the oracle."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

import kakomi
from kakomi.server import models
from tests.games.enclosure_chess.exhaustive import whole
from tests.games.enclosure_chess.oracle import Oracle
from tests.server.support import PATIENCE, Message, Person, Server, serving

GAME = ("c3", "c4", "d3", "b1", "d1", "c2", "e4", "a4", "e2", "c1", "e3")  # with blunders on both sides
LONG = ("enso", 60)


def played(person: Person, game: str = "enclosure_chess", rules: str = "5x5", moves: tuple[str, ...] = GAME) -> str:
    """A game at one screen, over by the last move or else resigned."""
    made = person.make(game, rules=rules)
    for ply, move in enumerate(moves):
        answer = person.act(made["id"], type="move", id=1, ply=ply, move=move)
        assert answer.status_code == 200, answer.text
    if person.look(made["id"])["outcome"] is None:
        assert person.act(made["id"], type="resign", id=2).status_code == 200
    return str(made["id"])


def wait(ask: httpx.Client, path: str) -> Message:
    """Look until it is there; it comes nearer meanwhile, never back."""
    ends, last = time.monotonic() + PATIENCE, 0.0
    while time.monotonic() < ends:
        answer = ask.get(path)
        state: Message = answer.json()
        models.ReviewState.model_validate(state)
        assert answer.status_code == (202 if state["state"] == "waiting" else 200)
        if state["state"] != "waiting":
            return state
        assert (state["progress"] or 0.0) >= last
        last = state["progress"] or 0.0
        time.sleep(0.1)
    raise AssertionError("the review did not come")


def made_by(server: Server) -> int:
    found = re.search(r"engine_reviews\S* (\d+)", httpx.get(f"{server.url}/metrics").text)
    assert found is not None
    return int(found[1])


def random_moves(game: str, count: int) -> tuple[str, ...]:
    match = kakomi.new(game)
    while len(match.moves) < count and match.outcome is None:
        moves = list(match.legal_moves)
        match.push(moves[(7 * len(match.moves)) % len(moves)])
    return tuple(match.moves)


def test_a_game_is_judged_as_the_oracle_judges_it(server: Server) -> None:
    person = server.person()
    path = f"/api/games/{played(person)}/review"
    assert person.http.get(path).json() == {"state": "none", "progress": None, "message": None, "review": None}
    assert person.http.post(path).status_code in (200, 202)
    found = wait(person.http, path)
    assert found["state"] == "ready"
    review = found["review"]

    oracle, blunders = Oracle("5x5", vacated="open"), []
    match = kakomi.new("enclosure_chess", "5x5")
    minimax = whole("5x5", "open")
    for number, move in enumerate(GAME, 1):
        told = review["moves"][number - 1]
        margins, player = minimax.margins(oracle), oracle.to_move
        ahead = oracle.score()[player] - oracle.score()[1 - player]
        best, got = ahead + max(margins.values()), ahead + margins[move]
        chances = [(margin > 0) / 2 + (margin >= 0) / 2 for margin in (best, got)]
        assert told["loss"] == chances[0] - chances[1]
        assert review["course"][number] == (chances[1] if player == 0 else 1 - chances[1])
        word = "blunder" if told["loss"] else "slip" if got < best else "best"
        assert (told["number"], told["player"], told["move"], told["word"]) == (number, player, move, word)
        if got == best:
            assert (told["better"], told["cost"], told["change"]) == (None, "", "")
        else:
            better = told["better"]
            assert margins[better["move"]] == max(margins.values())
            ways = {choice.move: list(choice.clicks) for choice in match.scene().choices}
            assert better["clicks"] == ways[better["move"]]
            assert told["cost"] == ("the win" if chances[0] == 1 else "the draw" if word == "blunder" else told["cost"])
            assert told["change"]
        if word == "blunder":
            blunders.append(number)
        oracle.play(move)
        match.push(move)
    assert blunders
    assert set(review["turning_points"]) <= {*blunders, *(m["number"] for m in review["moves"] if m["word"] == "slip")}
    assert [each["blunders"] for each in review["players"]] == [
        sum(review["moves"][number - 1]["player"] == player for number in blunders) for player in (0, 1)
    ]


def test_a_game_that_goes_on_is_not_reviewed_and_one_without_moves_neither(server: Server) -> None:
    person = server.person()
    game = person.make("enclosure_chess", rules="5x5")["id"]
    for answer in (person.http.get(f"/api/games/{game}/review"), person.http.post(f"/api/games/{game}/review")):
        assert (answer.status_code, answer.json()["code"]) == (409, "game/going")
    empty = person.http.post(f"/api/games/{played(person, moves=())}/review")
    assert (empty.status_code, empty.json()["code"]) == (409, "review/empty")
    unknown = person.http.post("/api/games/nosuchgame/review")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "game/unknown")


def test_however_many_ask_it_is_made_once_and_kept(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "1", "--no-limits") as server:
        people = [server.person() for _ in range(4)]
        path = f"/api/games/{played(people[0], 'enso', 'standard', random_moves(*LONG))}/review"
        with ThreadPoolExecutor(4) as hands:
            answers = list(hands.map(lambda each: each.http.post(path), people))
        assert {answer.status_code for answer in answers} == {202}
        found = wait(people[3].http, path)
        assert found["state"] == "ready", found
        assert people[1].http.post(path).json() == found
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as stranger:
            assert stranger.get(path).json() == found
        assert made_by(server) == 1
        server.kill()
        server.start()
        assert httpx.get(f"{server.url}{path}").json() == found
        assert server.person().http.post(path).json() == found
        assert made_by(server) == 0


def test_a_review_that_a_crash_cut_short_can_be_asked_for_again(tmp_path: Path) -> None:
    with serving(tmp_path, "--engines", "1", "--no-limits") as server:
        person = server.person()
        path = f"/api/games/{played(person, 'enso', 'standard', random_moves(*LONG))}/review"
        assert person.http.post(path).json()["state"] == "waiting"
        server.kill()
        server.start()
        assert httpx.get(f"{server.url}{path}").json()["state"] == "none"
        again = server.person()
        assert again.http.post(path).json()["state"] == "waiting"
        server.stop()
        assert server.stored("SELECT count(*) FROM reviews") == [(0,)]  # given up, for whoever asks next


def test_a_game_from_elsewhere_is_reviewed_and_shares_what_is_known(server: Server) -> None:
    person = server.person()
    asked = {"game": "enclosure_chess", "rules": "5x5", "moves": [*GAME[:-1], "d5"]}
    ends = time.monotonic() + PATIENCE
    while (found := person.http.post("/api/review", json=asked).json())["state"] == "waiting":
        assert time.monotonic() < ends
        time.sleep(0.1)
    assert [each["move"] for each in found["review"]["moves"]] == asked["moves"]
    count = made_by(server)
    game = played(person, moves=tuple(asked["moves"]))
    assert person.http.post(f"/api/games/{game}/review").json() == found
    assert made_by(server) == count
    for wrong, code in (
        ({**asked, "moves": ["c3", "c3"]}, "move/illegal"),
        ({**asked, "moves": []}, "review/empty"),
        ({**asked, "game": "go"}, "name/unknown"),
        ({**asked, "rules": "9x9"}, "name/unknown"),
        ({**asked, "position": "rubbish"}, "position/invalid"),
        ({**asked, "depth": 99}, "request/invalid"),
    ):
        answer = person.http.post("/api/review", json=wrong)
        assert answer.json()["code"] == code, answer.text


def test_one_address_may_ask_for_a_few_and_a_server_without_engines_says_so(tmp_path: Path) -> None:
    with serving(tmp_path / "limited", "--engines", "1") as server:
        person = server.person()
        codes = []
        for count in range(1, len(GAME)):
            asked = {"game": "enclosure_chess", "rules": "5x5", "moves": GAME[:count]}
            answer = person.http.post("/api/review", json=asked)
            codes.append(answer.json().get("code", answer.status_code))
        assert codes[:5] == [202] * 5
        assert "rate/limited" in codes
        first = {"game": "enclosure_chess", "rules": "5x5", "moves": GAME[:1]}
        assert person.http.post("/api/review", json=first).status_code in (200, 202)  # to look costs nothing
    with serving(tmp_path / "idle", "--engines", "0") as server:
        person = server.person()
        refused = person.http.post(f"/api/games/{played(person)}/review")
        assert (refused.status_code, refused.json()["code"]) == (409, "engine/none")


def test_asking_needs_a_player_and_our_own_page(server: Server) -> None:
    path = f"/api/games/{played(server.person())}/review"
    assert httpx.post(f"{server.url}{path}").json()["code"] == "identity/missing"
    foreign = server.person().http.post(path, headers={"origin": "https://elsewhere.example"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "request/origin")
