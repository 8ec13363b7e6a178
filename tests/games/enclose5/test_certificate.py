"""Certificates of drawn boards: what is written is accepted, what is wrong is rejected with the reason."""

from __future__ import annotations

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kakomi
from kakomi.games.enclose5.solved import check
from kakomi.search.result import Limit
from kakomi.solved import certificates
from kakomi.solved.solver import solver_for
from tests.games.enclose5.boards import play
from tests.games.enclose5.oracle import Oracle

KEPT = Path(__file__).parents[3] / "docs" / "reports" / "certificates"


@cache
def certificate(size: int) -> bytes:
    match = kakomi.new("enclose5", small=size)
    solver = solver_for(match)
    assert solver is not None
    proof = solver.certificate(match, solver.solution(match))
    assert proof is not None
    return b"".join(proof)


def oracle_value(oracle: Oracle, known: dict[str, int]) -> int:
    """1, 0 or -1 for the first player, by trying everything on the oracle's board."""
    outcome = oracle.outcome()
    if outcome is not None:
        return {0: 1, 1: -1, None: 0}[outcome[0]]
    key = "".join(oracle.cells.get(name, ".") for name in oracle.geometry.names)
    if key not in known:
        values = []
        for move in oracle.moves():
            after = oracle.copy()
            after.play(move)
            values.append(oracle_value(after, known))
        known[key] = max(values) if oracle.to_move == 0 else min(values)
    return known[key]


@pytest.mark.parametrize("target", [1, "full"])
def test_three_by_three_has_the_value_that_the_oracle_finds(target: object) -> None:
    known: dict[str, int] = {}
    for move in ("a1", "b1", "b2"):  # one of each kind
        oracle = Oracle(size=3, target=target)
        oracle.play(move)
        assert oracle_value(oracle, known) == 0
    match = kakomi.new("enclose5", small=3, target=target)
    solver = solver_for(match)
    assert solver is not None
    solution = solver.solution(match)
    assert (solution.value, len(solution.best)) == ("draw", 9)


def test_other_positions_are_solved_by_search() -> None:
    match = play(kakomi.new("enclose5", small=3, target=1), "b1", "a1", "a2", "c1", "c2")
    solver = solver_for(match)
    assert solver is not None
    assert (solver.value(match), solver.solution(match).best) == (0, ("b3",))  # else Red closes the ring there
    assert solver.value(play(match, "a3")) == 1
    with pytest.raises(kakomi.KakomiError, match="no table"):
        solver.search(match, Limit())


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_certificate_is_accepted(size: int) -> None:
    result = certificates.verify(certificate(size))
    assert (result.claims["value"], result.claims["size"], result.claims["target"]) == ("draw", size, "any")
    assert len(result.claims["best"]) == size * size  # type: ignore[arg-type]
    assert result.sentences[0] == f"True. Proven for {size} x {size} cells with any target:"
    assert check.check((KEPT / f"enclose5-{size}x{size}").read_bytes()).size == size


@pytest.mark.parametrize("options", [{}, {"size": 7}, {"small": 5, "opening": "pie"}, {"small": 6, "opening": "swap2"}])
def test_what_is_not_solved_has_no_solver(options: dict[str, Any]) -> None:
    assert solver_for(kakomi.new("enclose5", **options)) is None


# --- what is wrong ------------------------------------------------------------------------------------------------------


def content_of(data: bytes) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(data[len(check.MAGIC) : -33])
    return content


def written(content: object) -> bytes:
    """A certificate with a right checksum."""
    body = check.MAGIC + json.dumps(content).encode() + b"\n"
    return body + hashlib.sha256(body).digest()


def first(content: dict[str, Any], way: str) -> dict[str, Any]:
    return next(each for each in content["positions"] if way in each)


def test_the_certificate_can_be_written_again() -> None:
    assert check.check(written(content_of(certificate(5)))).positions == 99


FORGED = [
    ("value", "win", "proves a draw and nothing else"),
    ("best", ["a1"], "all first moves are alike"),
    ("size", 4, "best must name them"),
    ("size", 6, "size must be 3, 4 or 5"),
    ("size", "5", "not of the right kind"),
    ("positions", [], "does not say what to do on the empty board"),
    ("positions", [{}], "must have the members maker, blocker"),
]


@pytest.mark.parametrize(("member", "value", "reason"), FORGED)
def test_forged_members_are_rejected(member: str, value: object, reason: str) -> None:
    with pytest.raises(check.SquareRejected, match=reason):
        check.check(written(content_of(certificate(5)) | {member: value}))


def test_forged_strategies_are_rejected() -> None:
    original = certificate(5)

    def rejected(change: Any, reason: str) -> None:
        content = content_of(original)
        change(content)
        with pytest.raises(check.SquareRejected, match=reason):
            check.check(written(content))

    def set_reply(content: dict[str, Any], reply: str) -> None:
        replies = first(content, "replies")["replies"]
        replies[next(iter(replies))] = reply

    rejected(lambda content: first(content, "pairs")["pairs"].pop(), "no pair blocks")
    rejected(lambda content: first(content, "pairs")["pairs"].append(["a1", "a1"]), "names a cell twice")
    rejected(lambda content: first(content, "pairs")["pairs"].append(["a1"]), "not disjoint pairs")
    rejected(lambda content: first(content, "pairs").update(pairs=3), "pairs must be a list")
    rejected(lambda content: first(content, "replies")["replies"].popitem(), "there is no reply to")
    rejected(lambda content: set_reply(content, "h9"), "a cell that the board does not have")
    rejected(lambda content: set_reply(content, next(iter(first(content, "replies")["replies"]))), "not an empty cell")
    rejected(lambda content: content["positions"].pop(), "it does not say what to do with the maker on")
    rejected(lambda content: content["positions"].append(content["positions"][0]), "it says twice what to do")
    more = {"maker": ["a1"], "blocker": ["a2"], "pairs": []}
    rejected(lambda content: content["positions"].append(more), "never reached")
    rejected(lambda content: first(content, "pairs")["maker"].pop(), "as many marks")
    # Leaving the game to the maker: the empty board as its own answer to nothing.
    nothing: dict[str, list[str]] = {"maker": [], "blocker": [], "pairs": []}
    rejected(lambda content: content.update(positions=[nothing]), "on the empty board no pair blocks")


def test_damaged_files_are_rejected() -> None:
    data = certificate(4)
    with pytest.raises(check.SquareRejected, match="does not begin"):
        check.check(b"kakomi")
    with pytest.raises(check.SquareRejected, match="checksum"):
        check.check(data[:-1])
    with pytest.raises(check.SquareRejected, match="not whole as JSON"):
        check.check(data[:80] + data[-33:])
    with pytest.raises(check.SquareRejected, match="checksum"):
        check.check(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(certificates.CertificateError, match="checksum"):
        certificates.verify(data[:-1] + bytes([data[-1] ^ 1]))


def test_the_checker_shares_no_code() -> None:
    tree = ast.parse(Path(check.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert modules == {"__future__", "dataclasses", "hashlib", "itertools", "json", "sys", "typing"}
