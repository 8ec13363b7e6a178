"""What is known about the games, over HTTP."""

from __future__ import annotations

import httpx

from kakomi import games
from kakomi.core.game_files.knowledge import knowledge_of
from kakomi.server import schemas


def test_every_statement_is_sent_with_its_status(http: httpx.Client) -> None:
    found = schemas.KnowledgeList.model_validate(http.get("/api/knowledge").json()).games
    expected = {game.name: knowledge_of(game) for game in games.all_games() if knowledge_of(game)}
    assert [each.game for each in found] == list(expected)
    for each in found:
        assert [(sent.text, sent.status) for sent in each.statements] == [
            (statement.text, statement.status) for statement in expected[each.game]
        ]
        assert all(bool(sent.interval) == (sent.status == "measured") for sent in each.statements)


def test_one_game_or_none(http: httpx.Client) -> None:
    [one] = http.get("/api/knowledge", params={"game": "iago"}).json()["games"]
    assert one["statements"][0]["about"] == "standard, side 3"
    assert http.get("/api/knowledge", params={"game": "nothing"}).json() == {"games": []}
    assert http.get("/api/knowledge", params={"game": "x" * 100}).status_code == 422
