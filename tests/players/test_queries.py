"""Queries to the analysis: lines of JSON in, lines of JSON out, through the real command."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import kakomi
from kakomi.players.analysis.analyser import analyse
from kakomi.players.analysis.queries import Engine
from kakomi.search.result import Limit
from tests import forked
from tests.forked import COMMAND, ForkedProcess

Answer = dict[str, Any]


class Peer:
    """A program that asks."""

    def __init__(self) -> None:
        self.process = ForkedProcess(COMMAND, ["analyse", "--queries"], text=True)

    def ask(self, *queries: Answer | str) -> None:
        for query in queries:
            self.process.stdin.write((query if isinstance(query, str) else json.dumps(query)) + "\n")
        self.process.stdin.flush()

    def hear(self) -> Answer:
        heard: Answer = json.loads(self.process.stdout.readline())
        return heard

    def rest(self) -> list[Answer]:
        """What is still said when nothing more is asked."""
        out, errors = self.process.communicate(timeout=300)
        assert (self.process.returncode, errors) == (0, "")
        return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def peer() -> Iterator[Peer]:
    asking = Peer()
    with asking.process:
        yield asking
        asking.process.kill()


def answers(*queries: Answer | str) -> list[Answer]:
    """Everything that is said to these, here."""
    said: list[Answer] = []
    Engine(said.append).run([query if isinstance(query, str) else json.dumps(query) for query in queries])
    return said


def test_a_query_is_answered_turn_by_turn_as_the_analysis_sees_it(peer: Peer) -> None:
    peer.ask({"id": "x", "game": "enso", "moves": ["c5xd5"], "analyzeTurns": [1, 0], "maxVisits": 200, "lines": 2})
    first, second = peer.rest()
    assert [each["turnNumber"] for each in (first, second)] == [0, 1]
    seen = analyse(kakomi.new("enso"), Limit(nodes=200), 2)
    assert [line["move"] for line in first["moveInfos"]] == [line.move for line in seen.lines]
    assert first["moveInfos"][0]["pv"] == list(seen.best.variation)
    assert (first["id"], first["rootInfo"]["player"], second["rootInfo"]["player"]) == ("x", 0, 1)


def test_the_last_position_is_looked_at_by_default_and_a_finished_game_has_its_result() -> None:
    [end] = answers({"id": "x", "game": "enso", "position": "5o/6/6/6/6/xx4 x", "moves": ["b1-b3"]})
    assert (end["turnNumber"], end["moveInfos"]) == (1, [])
    assert end["rootInfo"]["proven"] == ("win" if end["rootInfo"]["player"] == 0 else "loss")


def test_an_exact_table_answers_with_what_is_proven() -> None:
    """5x5 open is a draw, by c3: its certificate says so (test_certificate)."""
    [start] = answers({"id": "x", "game": "enclosure_chess", "rules": "5x5", "lines": 1})
    assert (start["moveInfos"][0]["move"], start["rootInfo"]["proven"], start["rootInfo"]["scoreLead"]) == (
        "c3",
        "draw",
        0,
    )


@pytest.mark.parametrize(
    ("query", "field", "reason"),
    [
        ({"game": "enso"}, "id", "a query has id"),
        ({"id": 3, "game": "enso"}, "id", "a query has id"),
        ({"id": "x"}, "game", "a query has game"),
        ({"id": "x", "game": "go"}, "game", "there is no game"),
        ({"id": "x", "game": "enso", "rules": "fast"}, "rules", "rule set"),
        ({"id": "x", "game": "toot", "options": []}, "options", "an object"),
        ({"id": "x", "game": "toot", "options": {"tiles": 4000}}, "options", "tiles"),
        ({"id": "x", "game": "enso", "position": "zz"}, "position", ""),
        ({"id": "x", "game": "enso", "moves": "c5xd5"}, "moves", "a list of texts"),
        ({"id": "x", "game": "enso", "moves": ["a1xa9"]}, "moves", "is not a move"),
        ({"id": "x", "game": "enso", "analyzeTurns": [1]}, "analyzeTurns", "0 to 0"),
        ({"id": "x", "game": "enso", "analyzeTurns": []}, "analyzeTurns", "a list"),
        ({"id": "x", "game": "enso", "maxVisits": True}, "maxVisits", "whole number"),
        ({"id": "x", "game": "enso", "maxTime": 0}, "maxTime", "more than 0"),
        ('{"id": "x", "game": "enso", "maxTime": NaN}', "maxTime", "more than 0"),
        ({"id": "x", "game": "enso", "lines": 0}, "lines", "1 to"),
        ({"id": "x", "action": "fly"}, "action", "one of"),
        ({"id": "x", "action": "terminate"}, "terminateId", "a text"),
        ({"id": "x", "action": "terminate_all", "turnNumbers": 3}, "turnNumbers", "a list"),
        ("nonsense", None, "one JSON object on a line"),
        ("[1]", None, "a JSON object"),
        ("[" * 100_000, None, "one JSON object on a line"),
        ('{"id": "' + "x" * (1 << 20) + '"}', None, "at most"),
    ],
)
def test_each_fault_is_answered_with_its_field_and_reason(query: Answer | str, field: str | None, reason: str) -> None:
    [said] = answers(query)
    assert said.get("field") == field
    assert reason in said["error"]
    assert len(json.dumps(said)) < 1000


def test_what_nobody_knows_is_left_aside_with_a_warning_and_the_rest_is_answered() -> None:
    warning, answer = answers({"id": "x", "game": "enso", "komi": 7.5, "maxVisits": 50})
    assert (warning["id"], warning["field"]) == ("x", "komi")
    assert answer["moveInfos"]


def test_a_fault_does_not_keep_others_from_being_answered(peer: Peer) -> None:
    peer.ask("what", {"id": "v", "action": "query_version"}, {"id": "y", "game": "enso", "maxVisits": 50})
    said = peer.rest()
    assert "error" in said[0]
    assert said[1] == {"id": "v", "action": "query_version", "version": kakomi.__version__}
    assert said[2]["id"] == "y"


def test_a_search_is_stopped_and_one_that_waits_is_not_begun() -> None:
    said: list[Answer] = []
    engine = Engine(said.append)

    def asked() -> Iterator[str]:
        yield json.dumps({"id": "endless", "game": "enso", "maxTime": 100_000})
        waiting = {"id": "waiting", "game": "enso", "maxTime": 100_000, "moves": ["c5xd5"], "analyzeTurns": [0, 1]}
        yield json.dumps(waiting)
        yield json.dumps({"id": "quick", "game": "enso", "maxVisits": 50})
        yield json.dumps({"id": "t", "action": "terminate", "terminateId": "waiting"})
        while engine._now is None:  # the endless one has not begun
            time.sleep(0.01)
        yield json.dumps({"id": "u", "action": "terminate", "terminateId": "endless"})

    worker = threading.Thread(target=engine.run, args=(asked(),))
    worker.start()
    worker.join(300)
    assert not worker.is_alive()
    assert said[0] == {"id": "t", "action": "terminate", "terminateId": "waiting"}
    by_name = {(each["id"], each.get("turnNumber")): each for each in said}
    assert by_name["endless", 0]["moveInfos"]  # what was seen so far
    assert by_name["waiting", 0]["noResults"]
    assert by_name["waiting", 1]["noResults"]
    assert by_name["quick", 0]["moveInfos"]


def test_all_is_stopped_turn_by_turn() -> None:
    said: list[Answer] = []
    asked = [
        {"id": "x", "game": "enso", "maxTime": 100_000},
        {"id": "t", "action": "terminate_all", "turnNumbers": [0]},
    ]
    worker = threading.Thread(target=Engine(said.append).run, args=([json.dumps(each) for each in asked],))
    worker.start()
    worker.join(300)
    assert not worker.is_alive()
    assert {each["id"] for each in said} == {"x", "t"}


@pytest.mark.parametrize("more", [["enso"], ["--nodes", "5"], ["--plot", "x.svg"], ["--moves", "c5xd5"]])
def test_what_a_query_says_cannot_be_said_beside_it(more: list[str]) -> None:
    done = forked.run(COMMAND, ["analyse", "--queries", *more])
    assert done.returncode == 2
    assert b"leave" in done.stderr
