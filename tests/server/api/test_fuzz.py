"""Nonsense on the WebSocket and on every path of the description: always an answer, never a failure, nothing left over."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator

import pytest
from benchmarks.load.fuzz import fuzz, judge
from benchmarks.load.hostile import CLOSING, COMMON, messages
from benchmarks.load.schema import try_all
from benchmarks.load.serving import Measured, measured
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.support import Person

MESSAGES = 2_000


@pytest.fixture(scope="module")
def server() -> Iterator[Measured]:
    with measured("--engines", "0", "--no-limits") as running:
        yield running


def test_every_malformed_message_is_answered_or_the_connection_closed_with_a_reason(server: Measured) -> None:
    report, before, after = asyncio.run(fuzz(server, MESSAGES, sockets=4, seed=7))
    assert judge(server, report, MESSAGES, before, after) == []
    assert len(report.sent) == len(COMMON) + len(CLOSING), "some kind of message was never sent"
    assert {"request/unreadable", "request/invalid", "request/too-large", "move/stale"} <= report.answered.keys()
    assert {name[:4] for name in report.closed} >= {"1002", "1007", "1008", "1009"}


def test_the_same_seed_makes_the_same_messages() -> None:
    assert list(messages(300, 5)) == list(messages(300, 5)) != list(messages(300, 6))


def test_whoever_floods_a_limited_server_is_told_and_cut_off() -> None:
    with measured("--engines", "0") as limited:
        ada = Person(limited.url)
        game = ada.make()["id"]
        address = f"ws{limited.url.removeprefix('http')}/api/games/{game}/live"
        heard: Counter[str] = Counter()
        with connect(address, additional_headers={"Cookie": ada.cookie}, proxy=None) as socket:

            def flood() -> None:
                for number in range(2_000):
                    socket.send(f'{{"type":"ping","id":{number}}}')
                    heard[str(socket.recv(30))[:20]] += 1

            with pytest.raises(ConnectionClosed) as end:
                flood()
            assert end.value.rcvd is not None
            assert end.value.rcvd.code == 1008
            assert end.value.rcvd.reason
        assert heard['{"type":"pong","id":'] >= 80
        assert heard['{"type":"refused","i'] >= 1
        assert ada.look(game)["ply"] == 0


@pytest.mark.parametrize(
    ("known", "phases", "least"), [(False, "fuzzing", 50), (True, "coverage,fuzzing", 500)], ids=["any ids", "real ids"]
)
def test_nothing_that_the_description_allows_or_forbids_makes_the_server_fail(
    server: Measured, known: bool, phases: str, least: int
) -> None:
    run = try_all(server, examples=3, seed=11 + known, known=known, phases=phases)
    assert run.good, run.said
    assert run.cases >= least, run.said
    assert server.metrics()["errors_total"] == 0
    assert server.errors() == []
