"""Certificates of small boards: what is written is accepted, what is wrong is rejected with the reason."""

from __future__ import annotations

import ast
import hashlib
import json
import zlib
from pathlib import Path

import pytest

import kakomi
from kakomi.games.iago.solved import check
from kakomi.solved import certificates
from kakomi.solved.solver import solver_for
from tests.games.iago.oracle import Oracle

RULES = ["standard", "loose", "simple"]
KEPT = Path(__file__).parents[3] / "docs" / "reports" / "certificates"


def certificate(rules: str) -> bytes:
    match = kakomi.new("iago", rules, side=3)
    solver = solver_for(match)
    assert solver is not None
    proof = solver.certificate(match, None)
    assert proof is not None
    return b"".join(proof)


def oracle_wins(oracle: Oracle, known: dict[tuple[tuple[tuple[str, str], ...], int], bool]) -> bool:
    """Whether Dark wins, by trying everything on the oracle's board."""
    outcome = oracle.outcome()
    if outcome is not None:
        return outcome[0] == 0
    key = tuple(sorted(oracle.board().items())), oracle.to_move
    if key not in known:
        results = []
        for move in oracle.moves():
            after = oracle.copy()
            after.play(move)
            results.append(oracle_wins(after, known))
            if results[-1] == (oracle.to_move == 0):
                break
        known[key] = any(results) if oracle.to_move == 0 else all(results)
    return known[key]


@pytest.mark.parametrize("rules", RULES)
def test_side_3_has_the_value_that_the_oracle_finds(rules: str) -> None:
    result = certificates.verify(certificate(rules))
    wins = oracle_wins(Oracle(rules, side=3), {})
    assert result.claims["value"] == ("win" if wins else "loss")
    assert result.claims["best"] == ["b2", "b3", "c2", "c4", "d2", "d3"]
    assert (result.claims["rules"], result.claims["side"], result.claims["proven"]) == (rules, 3, True)


@pytest.mark.parametrize(("rules", "value", "best"), [("standard", "win", 12), ("simple", "loss", 18)])
def test_a_sample_of_the_kept_certificates_of_side_4(rules: str, value: str, best: int) -> None:
    """`kakomi verify docs/reports/certificates/FILE` checks them whole, in half a minute."""
    data = (KEPT / f"iago-{rules}-side-4").read_bytes()
    proven = check.check(data, sample=40)
    assert (proven.rules, proven.side, proven.value, len(proven.best)) == (rules, 4, value, best)
    assert value == "loss" or "d3" not in proven.best  # beside the centre the first disk loses
    with pytest.raises(check.HexRejected):
        check.check(changed(data, rules="loose"), sample=40)


def changed(data: bytes, **members: object) -> bytes:
    """The certificate with other claims and a right checksum."""
    line, rest = data[len(check.MAGIC) : -32].split(b"\n", 1)
    body = check.MAGIC + json.dumps(json.loads(line) | members).encode() + b"\n" + rest
    return body + hashlib.sha256(body).digest()


def with_strategies(data: bytes, first: bytes, second: bytes) -> bytes:
    line = data[len(check.MAGIC) : -32].split(b"\n", 1)[0]
    parts = [zlib.compress(each) for each in (first, second)]
    content = json.loads(line) | {"parts": [len(part) for part in parts]}
    body = check.MAGIC + json.dumps(content).encode() + b"\n" + b"".join(parts)
    return body + hashlib.sha256(body).digest()


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"value": "win"}, "strategy"),
        ({"value": "draw"}, "value win or loss"),
        ({"rules": "strict"}, "rules must be"),
        ({"side": 5}, "side 3 or 4"),
        ({"best": ["b2"]}, "in a lost game all are alike"),
        ({"best": []}, "best must name first moves"),
        ({"best": ["c3"]}, "best must name first moves"),
        ({"best": ["b2", "b2"]}, "each once"),
        ({"parts": [1]}, "two lengths"),
        ({"parts": [0, 1]}, "cut short or too long"),
        ({"side": "3"}, "not of the right kind"),
        ({"more": 1}, "must have the members"),
    ],
)
def test_contradictory_claims_are_rejected(members: dict[str, object], reason: str) -> None:
    with pytest.raises(check.HexRejected, match=reason):
        check.check(changed(certificate("standard"), **members))


def test_a_certificate_of_another_rule_set_is_rejected() -> None:
    for rules in RULES:
        for other in RULES:
            if other != rules:
                with pytest.raises(check.HexRejected):
                    check.check(changed(certificate(rules), rules=other, value="win" if other != "loose" else "loss"))
    with pytest.raises(check.HexRejected, match="strategy"):
        check.check(changed(certificate("standard"), rules="loose"))


def test_wrong_strategies_are_rejected() -> None:
    data = certificate("standard")  # lost: the second player's strategy alone
    with pytest.raises(check.HexRejected, match="too few moves"):
        check.check(with_strategies(data, b"", b""))
    with pytest.raises(check.HexRejected, match="no first move needs it"):
        check.check(with_strategies(data, b"\0", b"\0"))
    with pytest.raises(check.HexRejected, match="cannot be made"):
        check.check(with_strategies(data, b"", b"\x32"))
    with pytest.raises(check.HexRejected, match="too many moves"):
        check.check(with_strategies(data, b"", bytes([check.READ_ON]) * 7))
    lost = changed(with_strategies(data, bytes([check.READ_ON]) * 5, b""), value="win")
    with pytest.raises(check.HexRejected, match="does not always win"):
        check.check(lost)


def test_cut_and_damaged_files_are_rejected() -> None:
    data = certificate("simple")
    for length in (len(check.MAGIC), len(check.MAGIC) + 10, len(data) // 2, len(data) - 1):
        with pytest.raises(check.HexRejected):
            check.check(data[:length])
    with pytest.raises(check.HexRejected, match="does not begin"):
        check.check(b"nothing")
    damaged = bytearray(data)
    damaged[-40] ^= 1
    with pytest.raises(check.HexRejected, match="damaged"):
        check.check(bytes(damaged))
    with pytest.raises(certificates.CertificateError, match="does not begin like"):
        certificates.verify(b"kakomi something else")


def test_the_checker_imports_nothing_from_kakomi() -> None:
    tree = ast.parse(Path(check.__file__).read_text("utf-8"))
    for node in ast.walk(tree):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        assert not any(name.startswith("kakomi") for name in names)


def test_what_is_not_solved_has_no_solver() -> None:
    for rules, options in (("standard", {}), ("loose", {"side": 4}), ("standard", {"side": 3, "penalties": "on"})):
        assert solver_for(kakomi.new("iago", rules, **options)) is None
