"""Certificates of solved grids: the checker accepts true ones and nothing else."""

from __future__ import annotations

import ast
import base64
import functools
import hashlib
import inspect
import json
import random
import zlib
from collections.abc import Callable
from typing import Any

import pytest

import kakomi
from kakomi.games.enclosure_chess.grid.solved import check as check_certificate
from kakomi.games.enclosure_chess.grid.solved.check import GridProof, GridRejected, check
from kakomi.solved.solver import solver_for
from tests.games.enclosure_chess.exhaustive import whole
from tests.games.enclosure_chess.oracle import Oracle

BOTH = pytest.mark.parametrize("vacated", ["open", "closed"])


@functools.cache
def certificate(rules: str, vacated: str) -> str:
    match = kakomi.new("enclosure_chess", rules, vacated=vacated)
    solver = solver_for(match)
    assert solver is not None
    parts = solver.certificate(match, solver.solution(match))
    assert parts is not None
    return b"".join(parts).decode()


@functools.cache
def truth(vacated: str) -> tuple[int, frozenset[str]]:
    """The value and the best first moves of 5x5, from the oracle."""
    margins = whole("5x5", vacated).margins(Oracle("5x5", vacated=vacated))
    value = max(margins.values())
    return value, frozenset(move for move, margin in margins.items() if margin == value)


def forged(text: str, **members: object) -> str:
    """The certificate with other members, and the checksum put right."""
    content: dict[str, Any] = {**json.loads(text), **members}
    content.pop("sha256")
    return json.dumps({**content, "sha256": hashlib.sha256(json.dumps(content).encode()).hexdigest()})


def unpacked(text: str, player: str) -> bytes:
    return zlib.decompress(base64.b64decode(json.loads(text)[player]))


def packed(moves: bytes) -> str:
    return base64.b64encode(zlib.compress(moves, 1)).decode()


def rejected(text: str) -> str:
    with pytest.raises(GridRejected) as refusal:
        check(text)
    return str(refusal.value)


# --- true ones --------------------------------------------------------------------------------------------------------


@BOTH
def test_a_true_certificate_proves_what_the_oracle_finds(vacated: str) -> None:
    proven = check(certificate("5x5", vacated))
    assert (proven.rules, proven.vacated) == ("5x5", vacated)
    assert (proven.value, frozenset(proven.best)) == truth(vacated)
    assert proven == check(forged(certificate("5x5", vacated)))


@pytest.mark.parametrize("size", [5, 7])
def test_the_checker_has_the_board_of_the_rules(size: int) -> None:
    oracle, board = Oracle(f"{size}x{size}"), check_certificate.CertificateBoard(size)
    empty = set(board.names) | ({"c3"} if size == 5 else set())
    assert set(oracle.moves()) == empty
    assert len(board.rings) == len(oracle.board())


def test_7x7_is_proven_and_no_more_than_its_value() -> None:
    text = certificate("7x7", "closed")
    assert len(text) < 30_000_000
    solver = solver_for(kakomi.new("enclosure_chess", "7x7", vacated="closed"))
    assert solver is not None
    solution = solver.solution(kakomi.new("enclosure_chess", "7x7", vacated="closed"))
    proven = check(text)
    assert (proven.rules, proven.vacated, proven.value) == ("7x7", "closed", solution.value)
    assert proven.best == solution.best
    assert "is sure of" in rejected(forged(text, value=int(solution.value) + 1))


# --- damaged ones -----------------------------------------------------------------------------------------------------


@BOTH
def test_any_byte_changed_is_noticed(vacated: str) -> None:
    data = certificate("5x5", vacated).encode()
    chance = random.Random(3)
    for place in range(0, len(data) - 2, 3):  # the last two are a bracket and the end of the line
        changed = data[:place] + bytes([data[place] ^ chance.randrange(1, 128)]) + data[place + 1 :]
        if json_or_none(changed) != json_or_none(data):
            rejected(changed.decode())


def json_or_none(data: bytes) -> object:
    try:
        return json.loads(data)
    except ValueError:
        return None


@pytest.mark.parametrize("part", [0, 0.01, 0.5, 0.999])
def test_one_cut_short_is_rejected(part: float) -> None:
    text = certificate("5x5", "open").rstrip()
    assert "cut short" in rejected(text[: min(int(len(text) * part), len(text) - 1)])


def test_a_changed_value_without_a_new_checksum_is_damage() -> None:
    assert "checksum" in rejected(certificate("5x5", "open").replace('"value": 0', '"value": 1'))


# --- forged ones: the checksum is right, the claim is not -------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("by", [-26, -2, -1, 1, 2, 10**30])
def test_another_value_is_not_proven(vacated: str, by: int) -> None:
    reason = rejected(forged(certificate("5x5", vacated), value=truth(vacated)[0] + by))
    assert ("is sure of" if by > 0 else "more than") in reason


@BOTH
def test_other_best_moves_are_not_proven(vacated: str) -> None:
    text = certificate("5x5", vacated)
    for best in (["b1"], ["c3", "b1"], [*Oracle("5x5").moves()]):
        rejected(forged(text, best=best))
    for wrong in ([], ["c3", "c3"], ["a1"], ["z9"], ["C3"], [3], [["c3"]], [None]):
        assert "each once" in rejected(forged(text, best=wrong))


def test_a_certificate_for_one_option_is_none_for_the_other() -> None:
    for vacated, other in (("open", "closed"), ("closed", "open")):
        rejected(forged(certificate("5x5", vacated), vacated=other))


@BOTH
@pytest.mark.parametrize("player", ["first", "second"])
def test_other_moves_in_a_strategy_never_prove_anything_else(vacated: str, player: str) -> None:
    text, chance = certificate("5x5", vacated), random.Random(9)
    moves = unpacked(text, player)
    reasons = set()
    for _ in range(60):
        place = chance.randrange(len(moves))
        other = moves[:place] + bytes([chance.randrange(14)]) + moves[place + 1 :]
        try:
            proven = check(forged(text, **{player: packed(other)}))
        except GridRejected as refusal:
            reasons.add(str(refusal))
        else:
            assert (proven.value, frozenset(proven.best)) == truth(vacated)
    assert reasons
    if player == "second":  # it lets another first move reach the value: then no claim is wrong, but one is not proven
        assert any("it is not shown that" in reason for reason in reasons)


CHANGES: list[Callable[[bytes], bytes]] = [
    lambda moves: moves[:-1],
    lambda moves: moves + b"\0",
    lambda moves: b"",
    lambda moves: b"\xff" + moves[1:],
    lambda moves: moves[::-1],
]


@pytest.mark.parametrize("player", ["first", "second"])
@pytest.mark.parametrize("change", range(len(CHANGES)))
def test_a_strategy_with_too_few_too_many_or_wrong_moves(player: str, change: int) -> None:
    text = certificate("5x5", "open")
    reason = rejected(forged(text, **{player: packed(CHANGES[change](unpacked(text, player)))}))
    assert reason.startswith(f"the {player} player's strategy has")


def lowest_gap(waits: bool) -> bytes:
    """A strategy for the second player of 5x5 closed: the lowest gap; or, after c3, a piece where no room is."""
    gaps, moves, seen = 12, [], {(0, 1)} | {(1 << gap, 0) for gap in range(12)}
    for filled in range(1 << gaps):
        for outside in range(3):
            placed = filled.bit_count() + outside
            if (filled, outside) not in seen or placed == gaps:
                continue
            empty = [gap for gap in range(gaps) if not filled >> gap & 1]
            if placed % 2 == 0:
                seen |= {(filled | 1 << gap, outside) for gap in empty} | ({(filled, 1)} if outside == 0 else set())
            elif waits and (filled, outside) == (0, 1):
                moves.append(gaps)
                seen.add((0, 2))
            else:
                moves.append(empty[0])
                seen.add((filled | 1 << empty[0], outside))
    return bytes(moves)


def test_a_strategy_cannot_put_a_piece_where_no_room_is() -> None:
    text = certificate("5x5", "closed")
    assert "more than" in rejected(forged(text, second=packed(lowest_gap(waits=False))))  # whole, and weak
    assert "cannot be made" in rejected(forged(text, second=packed(lowest_gap(waits=True))))


HOSTILE: list[dict[str, object]] = [
    {"certificate": "another kind"},
    {"rules": "six"},
    {"rules": "9x9"},
    {"vacated": "ajar"},
    {"value": "0"},
    {"value": True},
    {"value": None},
    {"value": 0.0},
    {"best": "c3"},
    {"best": {"c3": 1}},
    {"first": []},
    {"first": "no base64 \u00b2"},
    {"first": "AAAA"},
    {"first": packed(b"\0" * 1000)[:40]},
    {"second": packed(bytes(check_certificate.LARGEST_STRATEGY + 1))},
    {"more": 1},
]


@pytest.mark.parametrize("members", HOSTILE, ids=lambda members: str(members)[:40])
def test_nonsense_is_rejected(members: dict[str, object]) -> None:
    assert rejected(forged(certificate("5x5", "open"), **members))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "[" * 100_000, "1" * 5000, "\0", '{"certificate": {}}'])
def test_what_is_no_certificate_is_rejected(text: str) -> None:
    assert "not a certificate" in rejected(text)


# --- independence -----------------------------------------------------------------------------------------------------


def test_the_checker_shares_no_code_with_the_rest() -> None:
    tree = ast.parse(inspect.getsource(check_certificate))
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any(name.startswith("kakomi") for name in modules)
    assert isinstance(check(certificate("5x5", "open")), GridProof)
