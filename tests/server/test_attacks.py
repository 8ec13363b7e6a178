"""A small version of benchmarks/attack: every attack beside a few games; nothing is lost, and the attacker is stopped."""

from __future__ import annotations

from benchmarks.attack.__main__ import main


def test_attacks_lose_no_move_and_are_answered() -> None:
    results = {each["attack"]: each for each in main(["--games", "3", "--seconds", "1.2"])}
    assert {each["lost"] for each in results.values()} == {0}
    assert all(each["moves"] >= 1 for each in results.values())
    assert set(results["endless_header"]["answers"]) <= {"431", "reset", "400"}
    assert sum(results["endless_header"]["answers"].values()) >= 1
