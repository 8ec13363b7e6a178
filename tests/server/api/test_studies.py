"""Studies over HTTP: pasted texts of any kind, records of trees, pictures, engine lines, exact values, share links."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import kakomi
from kakomi.core.records.record import read
from kakomi.core.records.tree import RecordTree
from kakomi.server import schemas
from kakomi.server.api import studies as studies_api
from kakomi.server.content import boards
from kakomi.store import studies
from kakomi.store.database import open_database
from tests.server.support import Server, serving

TREE: dict[str, Any] = {
    "game": "enso",
    "tags": {"First": "Ada", "Event": "Night", "Game": "nonsense", "Result": "1-0", "Clause": "resign"},
    "comment": "to begin with",
    "nodes": [
        {"id": 4, "parent": None, "move": "c5xd5", "glyph": "!"},
        {"id": 7, "parent": None, "move": "b4xe4", "comment": "or {this}", "clock": 9.5},
        {"id": 5, "parent": 4, "move": "c2xd2"},
    ],
}


def ask(http: httpx.Client, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    answer = http.post(f"/api/{path}", json=body)
    found: dict[str, Any] = answer.json()
    return answer.status_code, found


# --- trees, records and share links -----------------------------------------------------------------------------------


def test_a_tree_becomes_a_record(http: httpx.Client) -> None:
    answer = http.post("/api/record", json=TREE)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert 'filename="enso-study.txt"' in answer.headers["content-disposition"]
    [record] = read(answer.text)
    assert (record.tags["Game"], record.tags["Event"], record.result) == ("enso", "Night", "1-0")
    moves = "{to begin with} 1. c5xd5! (1. b4xe4 {or {this\\}} [%clk 0:00:09.500]) 1... c2xd2 1-0"
    assert " ".join(answer.text.split("\n\n")[1].split()) == moves
    assert RecordTree.from_record(record, kakomi.games.get).match.outcome is not None


def test_a_shared_study_is_found_again_and_stored_once(server: Server, http: httpx.Client) -> None:
    status, made = ask(http, "studies", TREE)
    assert status == 201
    found = schemas.StudyOut.model_validate(http.get(f"/api/studies/{made['id']}").json())
    assert [node.move for node in found.nodes] == ["c5xd5", "b4xe4", "c2xd2"]
    assert (found.id, found.comment, found.tags["First"]) == (made["id"], "to begin with", "Ada")
    assert found.outcome is not None
    assert found.outcome.clause == "resign"
    assert found.created > 1_700_000_000_000
    again = {**TREE, "outcome": found.outcome.model_dump()}  # as the page got it
    assert ask(http, "studies", again) == (201, made)
    text = http.post("/api/record", json=TREE).text
    assert ask(http, "studies", {"record": text}) == (201, made)
    assert server.stored("SELECT count(*) FROM studies WHERE id = ?", made["id"]) == [(1,)]


def test_a_link_that_is_gone_is_answered_in_a_sentence(http: httpx.Client) -> None:
    answer = http.get("/api/studies/0123456789abcdef")
    assert (answer.status_code, answer.json()["code"]) == (404, "study/gone")
    assert answer.json()["message"].startswith("there is no study behind this link")


def node(number: int, parent: int | None, move: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "parent": parent, "move": move, **more}


@pytest.mark.parametrize("path", ["studies", "record"])
@pytest.mark.parametrize(
    ("body", "status", "code", "says"),
    [
        ({"game": "chess"}, 404, "name/unknown", "there is no game 'chess'"),
        ({"game": "enso", "rules": "loose"}, 404, "name/unknown", "rule set"),
        ({"game": "enso", "position": "6/6 x"}, 422, "position/invalid", "row"),
        ({"game": "enso", "nodes": [node(0, None, "a1")]}, 422, "record/invalid", "move 1, 'a1'"),
        (
            {"game": "enso", "nodes": [node(0, None, "c5xd5"), node(1, None, "c2xd2")]},
            422,
            "record/invalid",
            "move 1 of a variation, 'c2xd2'",
        ),
        ({"game": "enso", "nodes": [node(1, 0, "c5xd5")]}, 422, "record/invalid", "comes after the move of id 0"),
        ({"game": "enso", "nodes": [node(1, None, "c5xd5", glyph="!!!")]}, 422, "request/invalid", "glyph"),
        ({"game": "enso", "nodes": [node(1, None, "c5xd5", comment="\x00")]}, 422, "record/invalid", "control"),
        ({"game": "enso", "nodes": [node(1, None, "x" * 65)]}, 422, "request/invalid", "64"),
        ({"game": "enso", "nodes": [node(i, None, "c5xd5") for i in range(4_001)]}, 422, "request/invalid", "4000"),
        ({"game": "enso", "tags": {"a b": "c"}}, 422, "record/invalid", "not a tag name"),
        ({"game": "enso", "surprise": 1}, 422, "request/invalid", "surprise"),
        ({"game": "enso", "comment": "x" * 1_300_000}, 413, "request/too-large", "1,200,000"),
    ],
)
def test_what_is_no_study_is_refused(
    http: httpx.Client, path: str, body: dict[str, Any], status: int, code: str, says: str
) -> None:
    found = ask(http, path, body)
    assert (found[0], found[1]["code"]) == (status, code), found
    assert says in found[1]["message"]


def test_a_study_is_one_game_of_a_size_that_can_be_pasted(http: httpx.Client) -> None:
    one = '[Game "enso"]\n1. c5xd5 *\n\n'
    status, found = ask(http, "studies", {"record": one * 2})
    assert (status, found["code"]) == (422, "record/many")
    status, found = ask(http, "studies", {"record": '[Game "enso"]\n1. c5xd5 (1. b4xe9) *'})
    assert (status, found["code"]) == (422, "record/invalid")
    large = [node(0, None, "c5xd5", comment="x" * 9_000)]
    large += [node(1 + place, None, "b4xe4", comment="y" * 9_000) for place in range(40)]
    for path in ("studies", "record"):
        status, found = ask(http, path, {"game": "enso", "nodes": large})
        assert (status, found["code"]) == (413, "record/too-large")


def test_a_study_whose_rules_have_changed_says_so(server: Server, http: httpx.Client) -> None:
    row = studies.StudyRow("ba5e", '[Game "enso"]\n[RulesVersion "0"]\n*', 1, 1)
    engine = open_database(f"sqlite:///{server.folder / 'kakomi.db'}")
    with engine.begin() as connection:
        studies.add(connection, row)
    engine.dispose()
    answer = http.get("/api/studies/ba5e")
    assert (answer.status_code, answer.json()["code"]) == (409, "study/unplayable")
    [(opened,)] = server.stored("SELECT opened FROM studies WHERE id = 'ba5e'")
    assert opened > 1  # what is looked at is kept longest


def test_sharing_has_a_limit_per_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        serving(tmp_path_factory.mktemp("limited"), "--engines", "0") as limited,
        httpx.Client(base_url=limited.url, timeout=60) as http,
    ):
        codes = [http.post("/api/studies", json={"game": "enso"}).status_code for _ in range(32)]
    assert codes[:30] == [201] * 30
    assert 429 in codes


def test_the_length_of_an_id_leaves_room() -> None:
    assert 12 <= studies_api.ID_LENGTH <= 32


# --- a position, a diagram or a record --------------------------------------------------------------------------------


def test_each_kind_of_text_is_read(http: httpx.Client) -> None:
    match = kakomi.new("enso")
    match.push("c5xd5")
    for text, kind in ((f"  {match.position}\n", "position"), (match.diagram(), "diagram")):
        status, found = ask(http, "position", {"game": "enso", "text": text})
        assert status == 200, found
        tree = schemas.PositionOut.model_validate(found)
        assert (tree.kind, tree.position, tree.nodes) == (kind, match.position, [])
    text = kakomi.Record.from_match(match).text()
    status, found = ask(http, "position", {"game": "iago", "text": text})  # a record says itself what is played
    assert (status, found["kind"], found["game"]) == (200, "record", "enso")
    assert [each["move"] for each in found["nodes"]] == ["c5xd5"]


@pytest.mark.parametrize("text", ["rubbish", "6/6/6 x", "6 x x\n5 o o", "1. c5xd5 c2xd2", "]", "ünïcode\x00"])
def test_a_refusal_says_what_is_wrong_as_each_kind(http: httpx.Client, text: str) -> None:
    status, found = ask(http, "position", {"game": "enso", "text": text})
    assert (status, found["code"]) == (422, "position/invalid")
    for kind in ("as a position: ", "as a diagram: ", "as a record: it would begin with a tag"):
        assert kind in found["message"]


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"game": "enso", "text": " \n"}, 422, "the text is empty"),
        ({"game": "chess", "text": "x"}, 404, "no game"),
        ({"game": "enso", "text": '[Game "enso"]\n1. c5xd9 *'}, 422, "line 2: move 1, 'c5xd9'"),
        ({"game": "enso", "text": '[Game "enso"]\n*\n[Game "enso"]\n*'}, 422, "2 games"),
        ({"game": "enso", "text": "[" + "x" * 300_000}, 413, "256 kB"),
    ],
)
def test_other_refusals_of_texts(http: httpx.Client, body: dict[str, Any], status: int, says: str) -> None:
    found = ask(http, "position", body)
    assert found[0] == status
    assert says in found[1]["message"]


# --- engine lines, exact values, pictures -----------------------------------------------------------------------------


def test_lines_of_the_engine_come_as_texts_and_end_before_an_illegal_move(http: httpx.Client) -> None:
    board = ask(http, "board", {"game": "enso", "moves": ["c5xd5"]})[1]
    codes, texts = board["engine"]["codes"], board["engine"]["texts"]
    lines = [[codes[1]], [codes[0], "999999999999999999"], ["7"], []]
    status, found = ask(http, "lines", {"game": "enso", "moves": ["c5xd5"], "lines": lines})
    assert (status, found) == (200, {"lines": [[texts[1]], [texts[0]], [], []]})


@pytest.mark.parametrize(
    "lines", [[["1"]] * 6, [["1"] * 25], [["-1"]], [[1]], [["1" * 20]], [["²"]], "1"], ids=lambda lines: str(lines)[:20]
)
def test_lines_have_limits(http: httpx.Client, lines: Any) -> None:
    status, found = ask(http, "lines", {"game": "enso", "lines": lines})
    assert (status, found["code"]) == (422, "request/invalid")


def test_lines_stop_when_time_is_up() -> None:
    match = kakomi.new("enso")
    code = str(match.codes()[0])
    assert boards.line_texts(match, [[code]], seconds=60) == [[match.legal_moves[0]]]
    assert boards.line_texts(match, [[code]], seconds=-1) == [[]]


def test_exact_values_come_where_a_table_is_ready(http: httpx.Client) -> None:
    status, found = ask(http, "exact", {"game": "enso"})
    assert (status, found) == (200, {"known": False, "moves": []})
    small = {"game": "enclosure_chess", "rules": "5x5"}
    status, found = ask(http, "exact", small)
    exact = schemas.ExactOut.model_validate(found)
    match = kakomi.new("enclosure_chess", "5x5")
    assert exact.known
    assert sorted(each.move for each in exact.moves) == sorted(match.legal_moves)
    points = [each.points for each in exact.moves]
    assert points == sorted(points, key=lambda each: -(each or 0))
    for each in exact.moves:
        assert each.points is not None
        assert each.proven == ("win" if each.points > 0 else "draw" if each.points == 0 else "loss")
    while match.outcome is None:
        match.push(match.legal_moves[0])
    assert ask(http, "exact", {**small, "moves": match.moves})[1] == {"known": False, "moves": []}
    assert ask(http, "exact", {**small, "moves": ["a9"]})[0] == 422


def test_any_board_can_be_had_as_a_picture(http: httpx.Client) -> None:
    answer = http.post("/api/picture", json={"game": "enso", "moves": ["c5xd5"], "theme": "dark"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in answer.headers["content-security-policy"]
    match = kakomi.new("enso")
    match.push("c5xd5")
    assert answer.text == match.svg(theme="dark")
    assert ask(http, "picture", {"game": "enso", "moves": ["c5xd9"]})[0] == 422
    assert ask(http, "picture", {"game": "enso", "theme": "pink"})[1]["code"] == "request/invalid"
