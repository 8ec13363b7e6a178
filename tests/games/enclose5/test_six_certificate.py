"""The certificate of 6 x 6 cells: reserves are what they claim to be, and what is wrong is rejected with the reason."""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import random
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kakomi.core.squares import set_bits
from kakomi.games.enclose5.solved import check_replies, check_reserves
from kakomi.solved import certificates

CERTIFICATE = Path(__file__).parents[3] / "docs" / "reports" / "certificates" / "enclose5-6x6"
SIZE, CELLS = check_reserves.SIZE, check_reserves.CELLS


def reserved(maker: int, blocker: int) -> bool:
    room = [[0] * 5_000 for _ in range(40)], [[0] * 40 for _ in range(6)], [[0] * 630 for _ in range(40)]
    scratch = [[0.0] * 6_000 for _ in range(2)], [[0] * 40 for _ in range(5)]
    return check_reserves.has_reserves(
        maker, blocker, check_reserves.walls(), check_reserves.lines(), *room, *scratch, 10_000
    )


def run_gain(maker: int, cell: int) -> int:
    """The further marks, from the text of the rules: n - 4 for each run of n through the cell."""
    gain = 0
    for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = [
            all(
                0 <= cell // SIZE + j * up < SIZE
                and 0 <= cell % SIZE + j * right < SIZE
                and maker >> cell + j * (SIZE * up + right) & 1
                for j in range(min(i, 0), max(i, 0) + 1)
            )
            for i in range(-5, 6)
        ]
        gain += max(sum(run) - 4, 0)
    return gain


def holds(maker: int, blocker: int) -> bool:
    """By trying everything: does the blocker keep the maker, who is to move, from enclosing anything?"""
    open_walls = [wall for wall in check_reserves.walls() if not wall & blocker]

    @cache
    def value(maker: int, blocker: int, left: int) -> bool:
        empty = [1 << cell for cell in range(CELLS) if not (maker | blocker) >> cell & 1]
        if not empty or all(wall & blocker for wall in open_walls):
            return True
        if left == 0:
            return any(value(maker, blocker | cell, 1) for cell in empty)
        for cell in empty:
            after = maker | cell
            if any(wall & after == wall for wall in open_walls):
                return False
            if not value(after, blocker, left - 1 + run_gain(after, cell.bit_length() - 1)):
                return False
        return True

    return value(maker, blocker, 1)


def late_position(chance: random.Random, empty: int) -> tuple[int, int]:
    """Few cells are empty; nothing is enclosed, but a wall is open; and the maker lacks one cell of a line, a reserve."""
    while True:
        cells = chance.sample(range(CELLS), CELLS - empty)
        maker = sum(1 << cell for cell in cells[: (CELLS - empty) // 2])
        blocker = sum(1 << cell for cell in cells[(CELLS - empty) // 2 :])
        near = any(not line & blocker and (line & ~maker).bit_count() == 1 for line in check_reserves.lines())
        closed = any(wall & maker == wall for wall in check_reserves.walls())
        if near and not closed and any(not wall & blocker for wall in check_reserves.walls()):
            return maker, blocker


def test_where_there_are_reserves_the_blocker_succeeds() -> None:
    chance = random.Random(3)
    with_reserves = 0
    for _ in range(60):
        maker, blocker = late_position(chance, 9)
        if reserved(maker, blocker):
            with_reserves += 1
            assert holds(maker, blocker), (maker, blocker)
    assert with_reserves >= 5


def test_six_in_a_row_are_no_reserve() -> None:
    """A run of five gives one mark and, made six, two more: two cells would give three marks."""
    row = [SIZE * 2 + column for column in range(SIZE)]
    maker = sum(1 << cell for cell in row[1:4])
    assert [run_gain(maker | 1 << row[0] | 1 << row[4] | 1 << row[5], row[5]), run_gain(0b11111, 4)] == [2, 1]
    blocker = check_reserves.ALL & ~sum(1 << cell for cell in row)
    assert reserved(maker, blocker)  # e3 and an end are a pair, which blocks one line; the other end is the other's own
    complete = maker | 1 << row[4] | 1 << row[0]
    assert not reserved(complete, blocker)  # five are complete and the sixth is open


def test_walls_are_what_encloses() -> None:
    chance = random.Random(5)
    answers = set()
    for _ in range(300):
        marks = sum(1 << cell for cell in chance.sample(range(CELLS), 19))
        reached = {cell for cell in range(CELLS) if cell % SIZE in (0, 5) or cell // SIZE in (0, 5)}
        reached -= set(set_bits(marks))
        while wider := {cell + step for cell in reached for step in beside(cell)} - reached - set(set_bits(marks)):
            reached |= wider
        inside = any(
            cell not in reached and not any(cell + step in reached for step in beside(cell))
            for cell in range(CELLS)
            if not (cell % SIZE in (0, 5) or cell // SIZE in (0, 5))
        )
        unreached = any(cell not in reached and not marks >> cell & 1 for cell in range(CELLS))
        assert any(wall & marks == wall for wall in check_reserves.walls()) == (inside or unreached)
        answers.add(inside or unreached)
    assert answers == {True, False}


def beside(cell: int) -> list[int]:
    steps = [SIZE] * (cell < CELLS - SIZE) + [-SIZE] * (cell >= SIZE)
    return steps + [1] * (cell % SIZE < SIZE - 1) + [-1] * (cell % SIZE > 0)


# --- the certificate ----------------------------------------------------------------------------------------------------


def written(strategy: bytes, **changes: Any) -> bytes:
    """A certificate with a right checksum."""
    names = sorted(column + str(row) for column in "abcdef" for row in range(1, 7))
    content = {"size": 6, "value": "draw", "best": names, "bytes": len(strategy)} | changes
    body = check_replies.MAGIC + json.dumps(content).encode() + b"\n" + zlib.compress(strategy)
    return body + hashlib.sha256(body).digest()


@cache
def strategy() -> bytes:
    return check_replies._read_file(CERTIFICATE.read_bytes())[1]


def test_the_kept_certificate_is_followed_for_some_positions() -> None:
    proof = check_replies.check(CERTIFICATE.read_bytes(), sample=150)  # `kakomi verify` checks it whole
    assert (proof.size, proof.value, len(proof.best), proof.positions) == (6, "draw", 36, 150)


def test_the_bytes_of_a_strategy_matter() -> None:
    begun = strategy()[:200]
    assert begun[0] == 0  # no reserves on the empty board

    def rejected(bytes_: bytes, reason: str) -> None:
        with pytest.raises(check_replies.RepliesRejected, match=reason):
            check_replies.check(written(bytes_), sample=100_000)

    rejected(begun, "too few bytes")
    rejected(b"\x02" + begun[1:], "neither 0 nor 1")
    rejected(begun[:1] + b"\x24" + begun[2:], "not empty")  # cell 36 of 0 to 35
    rejected(begun[:1] + b"\x00" + begun[2:], "not empty")  # the maker's first mark is a1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"size": 5}, "size must be 6"),
        ({"value": "win"}, "a draw and nothing else"),
        ({"best": ["a1"]}, "all first moves are alike"),
        ({"bytes": "1"}, "not of the right kind"),
        ({"bytes": 0}, "bytes must be between"),
        ({"bytes": 9}, "another length"),
        ({"more": 1}, "must have the members"),
    ],
)
def test_forged_members_are_rejected(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(check_replies.RepliesRejected, match=reason):
        check_replies.check(written(b"\x00\x01", **changes), sample=1)


def test_damaged_files_are_rejected() -> None:
    data = written(b"\x00\x01")
    with pytest.raises(check_replies.RepliesRejected, match="does not begin"):
        check_replies.check(b"kakomi")
    with pytest.raises(check_replies.RepliesRejected, match="checksum"):
        check_replies.check(data[:-1])
    with pytest.raises(check_replies.RepliesRejected, match="not whole as JSON"):
        check_replies.check(data[:60])
    with pytest.raises(certificates.CertificateError, match="checksum"):
        certificates.verify(data[:-1] + bytes([data[-1] ^ 1]))


def test_the_checker_shares_no_code() -> None:
    for module, own in ((check_replies, {check_reserves.__name__}), (check_reserves, set())):
        tree = ast.parse(inspect.getsource(module))
        names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        assert {name for name in names if name.startswith("kakomi")} == own
