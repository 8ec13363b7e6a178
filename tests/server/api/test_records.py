"""Pasted records, checked by replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

import kakomi
from kakomi import Record
from kakomi.server import schemas
from kakomi.server.content import trees
from kakomi.server.http.errors import Refusal

SCORES = sorted((Path(__file__).parents[2] / "games").glob("*/scores/*.kakomi"))
assert SCORES, "the scores have moved"


def paste(http: httpx.Client, text: str) -> tuple[int, dict[str, Any]]:
    answer = http.post("/api/records", json={"text": text})
    found: dict[str, Any] = answer.json()
    return answer.status_code, found


@pytest.mark.parametrize("path", SCORES, ids=lambda path: path.stem)
def test_a_pasted_file_gives_its_games(http: httpx.Client, path: Path) -> None:
    status, found = paste(http, path.read_text(encoding="utf-8"))
    assert status == 200
    games = schemas.Records.model_validate(found).games
    matches = kakomi.load(path)
    assert len(games) == len(matches) > 0
    for game, match in zip(games, matches, strict=True):
        assert (game.game, game.rules, game.moves) == (match.game.name, match.rules, match.moves)
        assert len(game.movers) == len(game.moves)
        assert (game.outcome is None) == (match.outcome is None)
        board = {"game": game.game, "rules": game.rules, "options": game.options, "position": game.position}
        again = http.post("/api/board", json={**board, "moves": game.moves}).json()
        assert again["position"] == match.position
        assert again["movers"] == game.movers


def test_a_resigned_game_and_its_names(http: httpx.Client) -> None:
    match = kakomi.new("enso")
    match.push("c5xd5")
    match.resign()
    text = Record.from_match(match, first="<script>", second='"\\ ‮ 👾').text()
    [game] = paste(http, text)[1]["games"]
    assert game["tags"]["First"] == "<script>"
    assert (game["outcome"]["clause"], game["outcome"]["winner"], game["movers"]) == ("resign", 0, [0])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no record"),
        ("1. e4 e5 2. Nf3", ""),
        ('[Game "chess"]\n1. e4 *', "line 1: there is no game 'chess'"),
        ('[Game "enso"]\n\n1. c5xd5\nc5xd5 *', "line 4: "),
        ('[Game "enso"]\n[Result "1-0"]\n1. c5xd5 1-0', "line 2: "),
        ('[Game "enso"]\n' + "{" * 1000, ""),
        ("\x00\ud800", ""),
        ("(;GM[1]FF[4])", ""),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(http: httpx.Client, text: str, says: str) -> None:
    answer = http.post("/api/records", content=_json(text), headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    found = answer.json()
    assert found["code"] in ("record/invalid", "request/invalid")
    assert says in found["message"]


def _json(text: str) -> bytes:
    return json.dumps({"text": text}).encode()


def test_too_much_is_refused(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert paste(http, " " * 300_000)[0] == 413
    assert paste(http, "ü" * 140_000)[0] == 413
    one = '[Game "enso"]\n1. c5xd5 *\n\n'
    status, found = paste(http, one * 101)
    assert (status, found["code"]) == (413, "record/too-long")
    assert len(paste(http, one * 100)[1]["games"]) == 100
    assert paste(http, '[Game "enso"]\n' + "c5xd5 " * 2001 + "*")[0] == 413
    variations = "(c5xd5) " * 4_000
    status, found = paste(http, f'[Game "enso"]\nc5xd5 {variations}*')
    assert (status, found["code"]) == (413, "record/too-long")
    assert "with its variations" in found["message"]
    monkeypatch.setattr(trees, "LONGEST_REPLAY", -1)
    with pytest.raises(Refusal, match="too long: paste a shorter game"):
        trees.read_trees(one)
    with pytest.raises(Refusal, match="too long"):
        trees.read_one_tree(one)
    with pytest.raises(Refusal, match="too long"):
        trees.build_tree(schemas.TreeIn(game="enso", nodes=[schemas.NodeIn(id=0, parent=None, move="c5xd5")]))


def test_variations_come_as_nodes(http: httpx.Client) -> None:
    status, found = paste(http, '[Game "enso"]\n{hm} 1. c5xd5!? {bold} (1. b4xe4 $4 [%clk 0:00:09]) 1... c2xd2 *')
    assert status == 200
    [game] = schemas.Records.model_validate(found).games
    assert game.comment == "hm"
    assert [node.model_dump() for node in game.nodes] == [
        {"id": 0, "parent": None, "move": "c5xd5", "mover": 0, "glyph": "!?", "comment": "bold", "clock": None},
        {"id": 1, "parent": None, "move": "b4xe4", "mover": 0, "glyph": "??", "comment": "", "clock": 9.0},
        {"id": 2, "parent": 0, "move": "c2xd2", "mover": 1, "glyph": "", "comment": "", "clock": None},
    ]
    assert game.moves == ["c5xd5", "c2xd2"]
    status, found = paste(http, '[Game "enso"]\n1. c5xd5\n(1. c5xc9) *')
    assert (status, found["code"]) == (422, "record/invalid")
    assert found["message"].startswith("line 3: move 1 of a variation, 'c5xc9': ")
