"""Certificates of the six-piece game: the checker accepts true ones and nothing else.

Those here are of endings with up to three or four pieces a side, made and checked in seconds; for six it is the same code.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import random
import resource
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kakomi.core.compiler.code_cache import compiled_cache
from kakomi.games.enclosure_chess.six import rules
from kakomi.games.enclosure_chess.six.solved import check as check_six
from kakomi.games.enclosure_chess.six.solved import check_board
from kakomi.games.enclosure_chess.six.solved.certificate import pack
from kakomi.games.enclosure_chess.six.solved.check import SixRejected, check, check_claim
from kakomi.games.enclosure_chess.six.solved.check_board import (
    LOST,
    NO_POSITION,
    board,
    layout,
    place_of,
    value_of,
)
from kakomi.games.enclosure_chess.six.solved.solver import SixSolver
from kakomi.games.enclosure_chess.six.solved.table import BEYOND, Kind
from tests.cli.terminal import Shell
from tests.games.enclosure_chess.oracle import JOINED, RED_START, Oracle
from tests.games.enclosure_chess.test_six_solver import board_of, enclosed, from_the_moves

Values = dict[str, bytearray]

# win, pieces, the limit a certificate is for
KINDS = [("all", 3, 400), ("all", 3, 20), ("two", 4, 60), ("all", 3, 60)]
SMALL = KINDS[3]


def kind_of(win: str, pieces: int, quiet: int) -> Kind:
    return Kind(("all", "two").index(win), min(quiet, BEYOND), pieces)


@pytest.fixture(scope="module")
def solvers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, int, int], SixSolver]]:
    compiled_cache()  # the compiled code stays where it is
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KAKOMI_CACHE", str(tmp_path_factory.mktemp("cache")))
        made = {each: SixSolver(kind_of(*each)) for each in KINDS}
        for solver in made.values():
            solver.prepare()
        yield made


@pytest.fixture(scope="module")
def small(solvers: dict[tuple[str, int, int], SixSolver]) -> bytes:
    return b"".join(pack(solvers[SMALL].table(), SMALL[2], None))


def unpacked(data: bytes) -> tuple[dict[str, Any], Values]:
    """The header and the values of each class."""
    _, line, rest = data.split(b"\n", 2)
    header = json.loads(line)
    fewest = {"all": 1, "two": 3}[header["win"]]
    sizes = range(fewest, header["pieces"] + 1)
    names = [f"{own}x{enemy}" for own in sizes for enemy in sizes]
    values = {}
    for name, length in zip(names, header["parts"], strict=True):
        values[name] = bytearray(zlib.decompress(rest[:length]))
        rest = rest[length:]
    return header, values


def forged(header: dict[str, Any], parts: list[bytes], /, **members: object) -> bytes:
    """A certificate with these members and packed values, and the checksum put right."""
    content = header | {"parts": [len(part) for part in parts]} | members
    data = check_six.MAGIC + json.dumps(content).encode() + b"\n" + b"".join(parts)
    return data + hashlib.sha256(data).digest()


def packed(values: Values) -> list[bytes]:
    return [zlib.compress(bytes(each), 1) for each in values.values()]


def rejected(data: bytes) -> str:
    with pytest.raises(SixRejected) as refusal:
        check(data)
    reason = str(refusal.value)
    assert "\n" not in reason
    assert reason.isprintable()
    return reason


# --- true ones --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("each", KINDS, ids=str)
def test_a_true_certificate_proves_every_value(solvers: dict[tuple[str, int, int], SixSolver], each: Any) -> None:
    win, pieces, quiet = each
    table = solvers[each].table()
    parts: list[float] = []
    proven = check(b"".join(pack(table, quiet, None)), parts.append)
    assert (proven.win, proven.quiet, proven.pieces, proven.value, proven.best) == (win, quiet, pieces, None, ())
    assert proven.positions == len(table.bytes)
    assert parts == sorted(parts)
    assert parts[-1] == 1
    for pair in table.kind.classes():
        count = table.count(pair)
        assert proven.classes[f"{pair[0]}x{pair[1]}"] == (count.wins, count.draws, count.losses)


def test_values_of_another_limit_that_changes_nothing_are_as_good(small: bytes) -> None:
    """With three pieces a side no way is longer than 40 moves (docs/research/exact-six.md)."""
    header, values = unpacked(small)
    proven = check(small)
    assert proven.quiet == 60
    assert check(forged(header, packed(values), quiet=40)) == replace(proven, quiet=40)
    assert "by what comes after each move" in rejected(forged(header, packed(values), quiet=39))


@pytest.mark.parametrize("each", KINDS, ids=str)
def test_the_checker_moves_and_captures_as_the_oracle(
    solvers: dict[tuple[str, int, int], SixSolver], each: Any
) -> None:
    win, pieces, quiet = each
    solver, fewest = solvers[each], {"all": 1, "two": 3}[win]
    places, _, positions = layout(pieces, fewest - 1)
    table = np.zeros(positions, np.uint8)
    _, values = unpacked(b"".join(pack(solver.table(), quiet, None)))
    table[:] = np.frombuffer(b"".join(values.values()), np.uint8)
    chance, worth = random.Random(5), np.zeros(24, np.int64)
    seen = set()
    for _ in range(400):
        own_size, enemy_size = chance.randint(fewest, pieces), chance.randint(fewest, pieces)
        points = chance.sample(range(21), own_size + enemy_size)
        mine, theirs = (sum(1 << point for point in part) for part in (points[:own_size], points[own_size:]))
        value = value_of(board(), places, table, fewest - 1, quiet, mine, theirs, worth)
        assert value == table[place_of(board(), places, mine, theirs, own_size, enemy_size)]
        if enclosed(mine, theirs):
            assert value == NO_POSITION
            continue
        oracle = Oracle.from_board(board_of(mine, theirs), 0, "six", win=win, quiet=quiet)
        result, distance = from_the_moves(solver, oracle, 0, quiet)
        assert value == distance + (LOST if result == "loss" else 0)
        seen.add(result)
    assert len(seen) == 3


def test_the_checker_has_the_board_of_the_rules() -> None:
    points = check_board.POINTS
    joined = {(points[one], points[other]) for one, other in check_board.joins()}
    assert joined == {(one, other) for one, near in JOINED["six"].items() for other in near}
    assert sorted(check_six.FIRST.split()) == sorted(RED_START)
    assert {name for name, side in Oracle("six").board().items() if side == "b"} == set(check_six.SECOND.split())
    assert len({tuple(way) for way in check_board.ways()}) == 8


# --- the claim about the start ----------------------------------------------------------------------------------------


def claim(value: object, best: list[str], changes: dict[str, int]) -> str | None:
    """The refusal of a claim; all is drawn but what comes after the moves named."""
    places, _, positions = layout(6, 0)
    table = np.zeros(positions, np.uint8)
    for move, byte in changes.items():
        red = [point for point in RED_START if point != move[:2]] + [move[3:]]
        black = rules.point_set(check_six.SECOND)
        table[place_of(board(), places, black, rules.point_set(" ".join(red)), 6, 6)] = byte
    try:
        check_claim({"value": value, "best": best}, places, table, 0, 60)
    except SixRejected as refusal:
        return str(refusal)
    return None


def test_the_value_and_the_best_moves_follow_from_the_values() -> None:
    moves = Oracle("six").moves()
    assert claim(0, moves, {}) is None
    assert claim(0, moves[::-1], {}) is None
    assert "worth 0" in str(claim(1, moves, {}))
    assert "worth 0" in str(claim(10**30, moves, {}))
    assert "best first moves are" in str(claim(0, moves[1:], {}))
    assert "best first moves are" in str(claim(0, [*moves, "S1-N1"], {}))
    one = next(move for move in moves if move == "S1-C3")  # in the middle: no other first move leads to its image
    assert claim(1, [one], {one: LOST + 5}) is None
    assert "worth 1" in str(claim(0, moves, {one: LOST + 5}))
    assert claim(0, moves, {one: LOST + 60}) is None  # one move more than the limit
    assert claim(0, [move for move in moves if move != one], {one: 5}) is None
    assert claim(-1, moves, dict.fromkeys(moves, 7)) is None


# --- damaged ones -----------------------------------------------------------------------------------------------------


def test_any_byte_changed_is_noticed(small: bytes) -> None:
    chance = random.Random(3)
    for place in [*range(0, 200, 3), *chance.sample(range(200, len(small)), 60)]:
        rejected(small[:place] + bytes([small[place] ^ chance.randrange(1, 256)]) + small[place + 1 :])


@pytest.mark.parametrize("part", [0, 0.001, 0.01, 0.5, 0.999])
def test_one_cut_short_is_rejected(small: bytes, part: float) -> None:
    reason = rejected(small[: int(len(small) * part)])
    assert "cut short" in reason or "not a certificate" in reason
    assert "cut short" in rejected(small[:-1])
    assert "checksum" in rejected(small + b"\0")


# --- forged ones: the checksum is right, the values are not -----------------------------------------------------------


def changed(kind: Callable[[int], bool], change: Callable[[int], int]) -> Callable[[Values, random.Random], None]:
    """A change of one value, of those of a kind."""

    of_kind = np.array([kind(byte) for byte in range(256)])

    def go(values: Values, chance: random.Random) -> None:
        places = [
            (name, at)
            for name, each in values.items()
            for at in np.flatnonzero(of_kind[np.frombuffer(each, np.uint8)]).tolist()
        ]
        name, at = chance.choice(places)
        values[name][at] = change(values[name][at])

    return go


def win(byte: int) -> bool:
    return 0 < byte < NO_POSITION


def loss(byte: int) -> bool:
    return byte >= LOST


CHANGES: dict[str, Callable[[Values, random.Random], None]] = {
    "a longer win": changed(win, lambda byte: byte + 1),
    "a shorter win": changed(lambda byte: 1 < byte < NO_POSITION, lambda byte: byte - 1),
    "a longer loss": changed(loss, lambda byte: byte + 1),
    "a shorter loss": changed(loss, lambda byte: byte - 1),
    "a win drawn": changed(win, lambda _: 0),
    "a loss drawn": changed(loss, lambda _: 0),
    "a draw won": changed(lambda byte: byte == 0, lambda _: 9),
    "a draw lost": changed(lambda byte: byte == 0, lambda _: LOST + 8),
    "a win lost": changed(win, lambda byte: LOST + byte),
    "a loss won": changed(loss, lambda byte: byte - LOST),
    "a position left out": changed(lambda byte: byte != NO_POSITION, lambda _: NO_POSITION),
    "one put in": changed(lambda byte: byte == NO_POSITION, lambda _: 0),
    "a loss too long for any limit": changed(loss, lambda _: 255),
}


@pytest.mark.parametrize("name", CHANGES)
def test_one_wrong_value_among_all_is_found(small: bytes, name: str) -> None:
    chance = random.Random(name)
    for _ in range(3):
        header, values = unpacked(small)
        CHANGES[name](values, chance)
        assert "is said to be" in rejected(forged(header, packed(values)))


def test_wrong_values_that_agree_with_each_other_are_found(small: bytes) -> None:
    header, values = unpacked(small)
    everything_drawn = {
        name: bytes(byte if byte == NO_POSITION else 0 for byte in each) for name, each in values.items()
    }
    assert "is said to be a draw" in rejected(
        forged(header, [zlib.compress(each) for each in everything_drawn.values()])
    )
    longer = {  # every way of three against one is two moves longer
        name: bytes(byte + 2 if name in ("3x1", "1x3") and byte not in (0, NO_POSITION) else byte for byte in each)
        for name, each in values.items()
    }
    assert "is said to be a" in rejected(forged(header, [zlib.compress(each) for each in longer.values()]))


def test_values_for_other_options_are_rejected(solvers: dict[tuple[str, int, int], SixSolver], small: bytes) -> None:
    header, values = unpacked(small)
    assert "by what comes after each move" in rejected(forged(header, packed(values), quiet=20))
    short, few = unpacked(b"".join(pack(solvers[KINDS[1]].table(), 20, None)))
    assert "by what comes after each move" in rejected(forged(short, packed(few), quiet=21))
    assert "lengths of 1 parts" in rejected(forged(header, packed(values), win="two"))
    assert "is said to be" in rejected(forged(header, packed({"3x3": values["3x3"]}), win="two"))
    assert "lengths of 36 parts" in rejected(forged(header, packed(values), pieces=6, value=0, best=["S1-C3"]))
    assert "lengths of 4 parts" in rejected(forged(header, packed(values), pieces=2))


PARTS: dict[str, Callable[[bytes], bytes]] = {
    "values of 1 against 1 pieces cannot be unpacked": lambda _: b"no packed values",
    "no fewer": lambda part: zlib.compress(zlib.decompress(part)[:-1]),
    "no more": lambda part: zlib.compress(zlib.decompress(part) + b"\0"),
    "there must be 100": lambda _: zlib.compress(bytes(50_000_000)),
    "100 values": lambda part: part + b"more",
    "there must be": lambda part: part[:-4],
    "of 1 against 1": lambda _: b"",
}


@pytest.mark.parametrize("word", PARTS)
def test_parts_that_are_not_as_they_should_be(small: bytes, word: str) -> None:
    """There are 100 places with one piece each: five kinds of points for one's own, and twenty left for the enemy's."""
    header, values = unpacked(small)
    parts = packed(values)
    assert word in rejected(forged(header, [PARTS[word](parts[0]), *parts[1:]]))


HOSTILE: list[dict[str, object]] = [
    {"rules": "5x5"},
    {"win": "some"},
    {"win": ["all"]},
    {"quiet": 19},
    {"quiet": 401},
    {"quiet": True},
    {"quiet": 60.0},
    {"quiet": "60"},
    {"quiet": 10**30},
    {"pieces": 0},
    {"pieces": 7},
    {"pieces": None},
    {"pieces": 3.0},
    {"value": 0},
    {"value": "0"},
    {"best": ["S1-C3"]},
    {"best": "S1-C3"},
    {"best": [[]]},
    {"best": ["a", "a"]},
    {"pieces": 6, "value": True},
    {"pieces": 6, "value": None},
    {"parts": None},
    {"parts": []},
    {"parts": [1] * 9},
    {"parts": [-1] * 9},
    {"parts": [10**30] * 9},
    {"parts": ["1"] * 9},
    {"parts": [True] * 9},
    {"more": "x"},
    {"more": "x" * check_six.LONGEST_HEADER},
]


@pytest.mark.parametrize("members", HOSTILE, ids=lambda members: str(members)[:40])
def test_nonsense_is_rejected(small: bytes, members: dict[str, object]) -> None:
    header, values = unpacked(small)
    assert rejected(forged(header, packed(values), **members))


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"null\n", b"[]\n", b"{}\n", b"[" * 3000 + b"\n", b"1" * 5000 + b"\n", b"\xff\n"]
)
def test_what_is_no_certificate_is_rejected(line: bytes) -> None:
    data = check_six.MAGIC + line
    rejected(data)
    rejected(data + hashlib.sha256(data).digest())
    assert "not a certificate" in rejected(line)


# --- independence -----------------------------------------------------------------------------------------------------


def test_the_checker_shares_no_code_with_the_rest() -> None:
    for module, allowed in ((check_six, {check_board.__name__}), (check_board, set())):
        tree = ast.parse(inspect.getsource(module))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name for name in names if name.startswith("kakomi")} == allowed


# --- the commands -----------------------------------------------------------------------------------------------------

GAME = ("enclosure_chess", "--rules", "six")


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    compiled_cache()
    monkeypatch.setenv("KAKOMI_CACHE", str(tmp_path / "cache"))
    return Shell(capsys)


def test_solve_writes_endings_that_verify_accepts(shell: Shell, tmp_path: Path, small: bytes) -> None:
    file = tmp_path / "proof"
    out = shell.fine("solve", *GAME, "--endings", "3", "--certificate", str(file))
    assert "with up to 3 pieces per side" in out
    assert out.endswith(f"Written: {file}\n")
    assert file.read_bytes() == small
    shown = shell.fine("verify", str(file))
    assert shown.startswith("True. Proven for six, win all, quiet 60:\nThe value of every position with up to 3 pieces")
    report = json.loads(shell.fine("verify", str(file), "--json"))
    assert (report["win"], report["quiet"], report["pieces"], report["value"]) == ("all", 60, 3, None)
    assert report["proven"] is True
    assert report["classes"]["1x1"] == {"wins": 0, "draws": 420, "losses": 0}  # 21 * 20 arrangements
    made = json.loads(
        shell.fine("solve", *GAME, "--set", "win=two", "--endings", "3", "--certificate", str(file), "--json")
    )
    assert (made["certificate"], made["endings"], made["options"]["win"]) == (str(file), 3, "two")
    assert json.loads(shell.fine("verify", str(file), "--json"))["positions"] == made["positions"]


def test_verify_refuses_with_the_reason(shell: Shell, tmp_path: Path, small: bytes) -> None:
    file = tmp_path / "proof"
    file.write_bytes(small[:-1])
    assert shell.refused("verify", str(file)).startswith(f"{file} is rejected: it is damaged or cut short")
    header, values = unpacked(small)
    values["3x1"][0] ^= 1
    file.write_bytes(forged(header, packed(values)))
    assert "is said to be" in shell.refused("verify", str(file))


def test_solve_refuses(shell: Shell, tmp_path: Path) -> None:
    file = str(tmp_path / "proof")
    assert "add --certificate FILE" in shell.refused("solve", *GAME, "--endings", "3")
    assert "leave out --endings" in shell.refused("solve", GAME[0], "--endings", "3", "--certificate", file)
    assert "endings take 3 to 5 pieces per side" in shell.refused(
        "solve", *GAME, "--set", "win=two", "--endings", "2", "--certificate", file
    )
    assert "endings take 1 to 5 pieces per side" in shell.refused(
        "solve", *GAME, "--endings", "6", "--certificate", file
    )
    assert "from its start" in shell.refused("solve", *GAME, "--moves", "S1-C3", "--certificate", file)
    assert not (tmp_path / "proof").exists()


def test_where_there_is_no_room_nothing_is_left(shell: Shell, tmp_path: Path) -> None:
    """A file may not grow beyond so many bytes here: writing fails as on a full disk."""
    shell.fine("solve", *GAME, "--endings", "3", "--certificate", str(tmp_path / "first"))
    old = tmp_path / "proofs" / "proof"
    old.parent.mkdir()
    old.write_text("an older one")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        reason = shell.refused("solve", *GAME, "--endings", "3", "--certificate", str(old))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert reason == f"{old}: File too large"
    assert [path.name for path in old.parent.iterdir()] == ["proof"]
    assert old.read_text() == "an older one"
