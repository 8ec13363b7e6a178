"""A small version of benchmarks/attack: every attack and outage beside a few games; nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest
from benchmarks.attack import beside, outages
from benchmarks.attack.attacks import ATTACKS, Attack
from benchmarks.load.serving import Measured

CUT_OFF = {"endless_header": {"431", "reset", "400"}, "forged_logins": {"401", "429"}}


@pytest.fixture(scope="module")
def attacked() -> Iterator[Measured]:
    with beside.served(*ATTACKS) as server:
        yield server


@pytest.fixture(scope="module")
def attacker() -> Iterator[ProcessPoolExecutor]:
    with beside.attacker() as process:
        yield process


@pytest.mark.parametrize("attack", ATTACKS[1:], ids=lambda attack: attack.name)
def test_an_attack_loses_no_move_and_is_answered(
    attack: Attack, attacked: Measured, attacker: ProcessPoolExecutor
) -> None:
    found = beside.measure(attacked, attack, 2, 0.6, attacker)
    assert (found["lost"], found["trouble"]) == (0, [])
    assert found["moves"] >= 1
    answers = found["answers"]
    if attack.name in CUT_OFF:
        assert answers
        assert set(answers) <= CUT_OFF[attack.name]
    assert answers.get("401", 0) <= 12  # wrong passphrases that were checked
    assert answers.get("500", 0) == 0


def test_a_kill_and_a_restart_lose_nothing() -> None:
    for how in ("kill", "restart"):
        assert outages.end_again_and_again(how, 2, 1)["trouble"] == []


def test_nobody_loses_on_time_while_the_server_stands_still() -> None:
    found = outages.hang(2, 4.0)
    assert found["trouble"] == []
    assert found["moves"] == 6
