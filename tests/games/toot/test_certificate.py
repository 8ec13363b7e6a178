"""The certificate of four tiles: the checker knows the rules, and what is wrong is rejected with the reason."""

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

import kakomi
from kakomi.core.errors import EngineError
from kakomi.games.toot import planes, rules
from kakomi.games.toot.moves import can_act
from kakomi.games.toot.solved import check, check_turns, proof
from kakomi.games.toot.state import COLOURS, legal, state_of
from kakomi.games.toot.state import gone as gone_of
from kakomi.solved import certificates
from kakomi.solved.solver import solver_for

KEPT = Path(proof.__file__).with_name("tiles-4-pieces-2")
PIECES = 2
LYING = "b+brr/r=rb1/bb+r1@0,0 b turn tiles:0,0 hand:0,0 aside:0,1 sacrifice:br quiet:0 passes:0"
Numbers = tuple[int, int, int, int]


# --- the checker's turns against the engine's ----------------------------------------------------------------------------


def lay_out(position: list[int], defender: int) -> Any:
    """An engine's position on the checker's table."""
    state = state_of(position)
    table, index, places, counts, squares, jumps = check._table()
    for (x, y), symbol in state.tiles.items():
        what = check_turns.DEFENDER if symbol[0] == COLOURS[defender] else check_turns.ATTACKER
        what |= {"": 0, "+": 4, "=": 4 if what == check_turns.ATTACKER else 12}[symbol[1:]]
        check_turns.put_tile(table, index, places, counts, (16 + y) * check_turns.SIDE + 16 + x, what)
    counts[1], counts[2] = state.pieces[1 - defender], state.pieces[defender]
    counts[3], counts[4] = state.sacrificed[1 - defender], int(state.turn == defender)
    return table, index, places, counts, squares, jumps


def numbers(position: list[int], defender: int) -> Numbers:
    table, _, places, counts, _, _ = lay_out(position, defender)
    return check_turns.number(table, places, counts)


def checker_turns(position: list[int], defender: int) -> set[Numbers] | int:
    table, index, places, counts, squares, jumps = lay_out(position, defender)
    left = state_of(position).in_hand[rules.to_move(position)]
    out = [[0] * 4 for _ in range(check_turns.MOST)]
    if rules.to_move(position) == defender:
        count = check_turns.defend(table, index, places, counts, out, left, PIECES, squares, jumps)
    else:
        count = check_turns.attack(table, index, places, counts, out, left, squares, jumps)
    return {(a, b, c, d) for a, b, c, d in out[:count]} if count >= 0 else count


def engine_turns(position: list[int]) -> list[list[int]]:
    """Every position after a whole turn."""
    waiting = [position]
    ended: list[list[int]] = []
    while waiting:
        begun = waiting.pop()
        for move in legal(begun):
            after = list(begun)
            rules.play(after, move)
            (waiting if after[planes.PHASE] != planes.START else ended).append(after)
    return ended


@pytest.mark.parametrize("defender", [0, 1])
def test_the_checker_knows_the_same_turns_as_the_engine(defender: int) -> None:
    chance = random.Random(defender)
    lost = re_entries = sacrifices = 0
    for _ in range(4):
        match = kakomi.new("toot", tiles=4, pieces=PIECES)
        position = list(match.state)
        for _ in range(24):
            state = state_of(position)
            player = state.turn
            after = engine_turns(position)
            gone = [gone_of(state_of(each), defender, match.settings) for each in after]
            listed = checker_turns(position, defender)
            if player == defender:  # who neither captures nor sacrifices
                after = [each for each in after if not state_of(each).aside[1 - defender]]
                after = [each for each in after if not state_of(each).sacrificed[defender]]
                assert isinstance(listed, set)
                assert listed <= {numbers(each, defender) for each in after}
                acts = [each for each in after if state_of(each).passes == 0]
                if listed and acts and (state.in_hand[player] == 0 or state.pieces[player]):
                    assert listed == {numbers(each, defender) for each in acts}
            elif any(gone):
                assert listed == check_turns.LOST
                lost += 1
                break
            else:
                assert isinstance(listed, set)
                theirs = {numbers(each, defender) for each in after}
                assert theirs <= listed
                if can_act(position) or state.pieces[player]:
                    assert theirs == listed
            if not after:
                break
            if player != defender:  # to see captures
                after = sorted(after, key=lambda each: -state_of(each).aside[defender])[:4]
            position = chance.choice(after)
            re_entries += len(state_of(position).tiles) == 10 and state_of(position).on_table(defender, "=") > 0
            sacrifices += state_of(position).sacrificed[1 - defender]
    assert lost > 0
    assert re_entries > 0
    assert sacrifices > 0


# --- the certificate ----------------------------------------------------------------------------------------------------


def written(red: bytes, blue: bytes, **changes: Any) -> bytes:
    """A certificate with a right checksum."""
    content = {"tiles": 4, "pieces": 2, "grid": "square", "value": "draw", "best": check.BEST}
    content |= {"bytes": [len(red), len(blue)]} | changes
    body = check.MAGIC + json.dumps(content).encode() + b"\n" + zlib.compress(red + blue)
    return body + hashlib.sha256(body).digest()


@cache
def strategies() -> tuple[bytes, bytes]:
    return check._read_file(KEPT.read_bytes())[1]


@pytest.mark.parametrize("pieces", [2, 4])
def test_the_kept_certificates_are_followed_for_some_positions(pieces: int) -> None:
    kept = KEPT.with_name(f"tiles-4-pieces-{pieces}")
    proven = check.check(kept.read_bytes(), sample=40)  # `kakomi verify` checks it whole
    assert (proven.tiles, proven.pieces, proven.value, proven.positions) == (4, pieces, "draw", 80)
    assert sorted(kakomi.new("toot", tiles=4, pieces=pieces).legal_moves) == sorted(proven.best)


def test_the_bytes_of_a_strategy_matter() -> None:
    red, blue = (each[:100] for each in strategies())

    def rejected(red: bytes, blue: bytes, reason: str) -> None:
        with pytest.raises(check.TilesRejected, match=reason):
            check.check(written(red, blue), sample=40)

    rejected(red[:10], blue, "Red's strategy has too few bytes")
    rejected(red, b"\xff" + blue[1:], "Blue's strategy has a reply that is not possible")
    rejected(b"\xff" + red[1:], blue, "Red's strategy has a reply that is not possible")


def test_a_lying_piece_must_not_be_captured() -> None:
    """Blue on 0,2 can jump over the red piece that lies on 0,1."""
    match = kakomi.new("toot", position=LYING, tiles=4, pieces=2)
    assert checker_turns(list(match.state), 1) == check_turns.LOST
    assert "0,2>0,0" in match.legal_moves
    match.push("0,2>0,0")
    match.push("stop")
    assert match.outcome is not None
    assert match.outcome.winner == 0


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tiles": 5}, "tiles must be 4"),
        ({"grid": "hex"}, "grid square"),
        ({"value": "win"}, "a draw and nothing else"),
        ({"best": ["1,0"]}, "all first moves are alike"),
        ({"bytes": 1}, "not of the right kind"),
        ({"bytes": [1, 0]}, "bytes must be two numbers"),
        ({"bytes": [1, 9]}, "another length"),
        ({"more": 1}, "must have the members"),
    ],
)
def test_forged_members_are_rejected(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(check.TilesRejected, match=reason):
        check.check(written(b"\x00", b"\x01", **changes), sample=1)


def test_damaged_files_are_rejected() -> None:
    data = written(b"\x00", b"\x01")
    with pytest.raises(check.TilesRejected, match="does not begin"):
        check.check(b"kakomi")
    with pytest.raises(check.TilesRejected, match="checksum"):
        check.check(data[:-1])
    with pytest.raises(check.TilesRejected, match="not whole as JSON"):
        check.check(data[:60])
    with pytest.raises(certificates.CertificateError, match="checksum"):
        certificates.verify(data[:-1] + bytes([data[-1] ^ 1]))


def test_the_checker_shares_no_code() -> None:
    for module, own in ((check, {check_turns.__name__}), (check_turns, set())):
        tree = ast.parse(inspect.getsource(module))
        names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        assert {name for name in names if name.startswith("kakomi")} == own


# --- the solver -----------------------------------------------------------------------------------------------------------


def test_what_is_solved() -> None:
    def solved(**options: Any) -> bool:
        return solver_for(kakomi.new("toot", **options)) is not None

    assert solved(tiles=4, pieces=2)
    assert solved(tiles=4, pieces=2, quiet=10, tiebreak="pieces")
    assert not any((solved(), solved(tiles=5, pieces=2), solved(tiles=4, pieces=2, grid="hex")))
    assert solved(tiles=4, pieces=4)
    assert not any((solved(tiles=4, pieces=2, count="board"), solved(tiles=4, pieces=3)))


def test_the_solver_claims_nothing_before_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    match = kakomi.new("toot", tiles=4, pieces=2)
    solver = solver_for(match)
    assert solver is not None
    whole = check.check
    monkeypatch.setattr(check, "check", lambda data: whole(data, sample=5))
    solution = solver.solution(match)
    assert (solution.value, sorted(solution.best), solution.positions) == ("draw", check.BEST, 10)
    assert b"".join(solver.certificate(match, solution) or ()) == KEPT.read_bytes()

    def reject(_: bytes) -> None:
        raise check.TilesRejected("damaged")

    monkeypatch.setattr(check, "check", reject)
    with pytest.raises(certificates.CertificateError, match="damaged"):
        solver.solution(match)
    match.push("1,0")
    with pytest.raises(EngineError, match="only the start"):
        solver.solution(match)
