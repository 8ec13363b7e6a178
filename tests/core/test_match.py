"""Match as a Python object: it compares, is copied and pickled, its legal moves are a sequence, it prints its board."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest

import kakomi
from kakomi import KakomiError, Match, Record
from kakomi.core.records.record import read
from tests.contract import DEFAULTS, VARIANTS, Variant, random_match

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_rule_set = pytest.mark.parametrize("variant", DEFAULTS, ids=str)


def pickled(match: Match) -> Match:
    again = pickle.loads(pickle.dumps(match))
    assert isinstance(again, Match)
    return again


# --- comparing --------------------------------------------------------------------------------------------------------


@every_variant
def test_the_same_moves_make_equal_matches(variant: Variant) -> None:
    match = random_match(variant, 1, 30)
    again = variant.new()
    for move in match.moves:
        assert again != match
        again.push(move)
    assert again == match
    if match.ply:
        again.pop()
        assert again != match


def test_what_makes_matches_different() -> None:
    match = kakomi.new("enclose5", size=9)
    for other in (
        kakomi.new("enclose5", size=11),
        kakomi.new("enclose5", size=9, target=5),
        kakomi.new("enclose5", size=9, opening="pie"),
        kakomi.new("enso"),
    ):
        assert match != other
    assert kakomi.new("iago", "loose") != kakomi.new("iago", "simple")
    assert match != match.position
    assert match == kakomi.new("enclose5", size="9", position=match.position)  # the game's own start, written out


def test_the_way_to_a_position_and_its_end_count() -> None:
    one, other = kakomi.new("enclose5", size=9), kakomi.new("enclose5", size=9)
    for way, moves in ((one, ("a1", "e5", "b3")), (other, ("b3", "e5", "a1"))):
        for move in moves:
            way.push(move)
    assert one.position == other.position
    assert one != other
    again = one.copy()
    again.resign()
    assert again != one
    one.resign()
    assert again == one
    one.pop()
    one.agree_draw()
    assert again != one


def test_notes_do_not_count() -> None:
    one, other = kakomi.new("enso"), kakomi.new("enso")
    one.comments[0] = "a comment"
    one.tags["Event"] = "x"
    assert one == other


def test_a_match_is_no_key() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(kakomi.new("enso"))


# --- copies and pickles -----------------------------------------------------------------------------------------------


@every_variant
def test_copies_and_pickles_are_equal_and_independent(variant: Variant) -> None:
    match = random_match(variant, 2, 40)
    if match.outcome is None:
        match.resign()
    match.comments[0] = "before"
    for make in (copy.copy, copy.deepcopy, Match.copy, pickled):
        other = make(match)
        assert other == match
        assert (other.state, other.moves, other.outcome, other.codes()) == (
            match.state,
            match.moves,
            match.outcome,
            match.codes(),
        )
        assert other.game is match.game
        other.comments[0] = "changed"
        if other.outcome is not None and other.outcome.clause == "resign":
            other.pop()
        if other.ply:
            other.pop()
            assert other != match
        assert match.comments == {0: "before"}


def test_a_pickle_keeps_start_moves_and_notes() -> None:
    match = kakomi.new("enso", position="5o/6/6/6/6/xx4 x")
    match.push("b1-b3")
    match.tags, match.comments, match.clocks = {"First": "Ada"}, {1: "lone"}, {1: 5.0}
    again = pickled(match)
    assert (again.start_position, again.moves, again.last_move) == (match.start_position, ["b1-b3"], "b1-b3")
    assert (again.tags, again.comments, again.clocks) == (match.tags, match.comments, match.clocks)


def test_a_pickle_is_read_in_another_process() -> None:
    match = random_match(Variant("iago", "loose"), 3, 30)
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).position)"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(match), capture_output=True, check=True)
    assert done.stdout.decode().strip() == match.position


def test_a_pickle_of_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = kakomi.new("enso")
    match.push("c5xd5")
    data = pickle.dumps(match)
    package = sys.modules["kakomi.games.enso"]
    monkeypatch.setattr(package, "GAME", replace(match.game, version="2"))
    with pytest.raises(KakomiError, match="version '1' of the rules of enso, which are now '2'"):
        pickle.loads(data)
    monkeypatch.undo()

    def play(position: list[int], move: int) -> None:
        position[2] = 1 - position[2]

    monkeypatch.setattr(match.rule_set.rules, "play", play)
    with pytest.raises(KakomiError, match="the rules of enso have changed"):
        pickle.loads(data)


def test_a_game_that_its_package_does_not_hold_cannot_be_pickled() -> None:
    game = replace(kakomi.games.get("enso"), name="other")
    with pytest.raises(TypeError, match=r"its package 'kakomi\.games\.enso' does not hold it"):
        pickle.dumps(Match(game))
    assert copy.deepcopy(Match(game)) == Match(game)


def test_series_are_copied_and_pickled_too() -> None:
    series = kakomi.new_series("enclosure_chess", 4, vacated="closed")
    series.match.push("b1")
    series.match.resign()
    series.next().push("c3")
    for other in (copy.deepcopy(series), copy.copy(series), pickle.loads(pickle.dumps(series))):
        assert other == series
        assert (other.points, other.number, other.players) == (series.points, series.number, series.players)
        other.match.push("d1")
        assert other != series
        assert series.match.moves == ["c3"]
    assert series != kakomi.new_series("enclosure_chess", 4, vacated="closed")
    assert series != "series"
    with pytest.raises(TypeError, match="unhashable"):
        hash(series)


# --- legal moves ------------------------------------------------------------------------------------------------------


@every_variant
def test_legal_moves_are_a_sequence(variant: Variant) -> None:
    match = random_match(variant, 4, 30)
    moves = match.legal_moves
    texts = list(moves)
    assert isinstance(moves, Sequence)
    assert len(moves) == len(texts) == len(match.codes())
    assert bool(moves) == bool(texts)
    assert list(reversed(moves)) == texts[::-1]
    assert moves[1:4] == texts[1:4]
    for place in random.Random(1).sample(range(len(texts)), min(8, len(texts))):
        assert moves[place] == moves[place - len(texts)] == texts[place]
        assert moves.index(texts[place]) == place
        assert moves.count(texts[place]) == 1
        assert texts[place] in moves
    with pytest.raises(IndexError):
        moves[len(texts)]
    for stranger in ("", "x" * 1000, "\x00", "zz99", None, 5, " ".join(texts[:1]) + " "):
        assert stranger not in moves
    with pytest.raises(ValueError, match="not one of the legal moves"):
        moves.index("zz99")


@every_rule_set
def test_compiled_rules_play_as_interpreted_ones_do(variant: Variant) -> None:
    [record] = read(Record.from_match(random_match(variant, 6, 60)).text())
    plain, compiled = (record.replay(kakomi.games.get, compiled=each) for each in (False, True))
    assert compiled == plain
    while True:
        assert (compiled.codes(), compiled.state) == (plain.codes(), plain.state)
        assert {type(number) for number in [*compiled.codes(), *compiled.state]} == {int}
        if not plain.ply:
            break
        assert compiled.pop() == plain.pop()


def test_a_short_form_is_no_legal_move_text() -> None:
    match = kakomi.new("enso", position="5o/6/6/6/6/xx4 x")
    assert match.why_not("b3") is None
    assert "b3" not in match.legal_moves
    assert "b1-b3" in match.legal_moves


def test_legal_moves_stay_what_they_were() -> None:
    match = kakomi.new("enso")
    before = match.legal_moves
    texts = list(before)
    match.push(random.Random(1).choice(before))
    assert list(before) == texts
    assert list(match.legal_moves) != texts
    match.resign()
    assert not match.legal_moves
    assert repr(before).startswith("<24 legal moves: ")


# --- where it stands --------------------------------------------------------------------------------------------------


def test_last_move_and_ply() -> None:
    match = kakomi.new("enso")
    assert (match.last_move, match.ply) == (None, 0)
    match.push("c5xd5")
    assert (match.last_move, match.ply) == ("c5xd5", 1)
    match.resign()
    assert (match.last_move, match.ply) == ("c5xd5", 1)
    match.pop()
    match.pop()
    assert (match.last_move, match.ply) == (None, 0)


@every_variant
def test_a_match_prints_its_board_and_names_itself(variant: Variant) -> None:
    match = random_match(variant, 5, 30)
    assert str(match) == match.diagram()
    assert f"{match}" == match.diagram()
    again = eval(repr(match), {"kakomi": kakomi})
    assert isinstance(again, Match)
    assert (again.state, again.options, again.rules) == (match.state, match.options, match.rules)
    assert eval(repr(variant.new()), {"kakomi": kakomi}) == variant.new()


def test_the_name_of_a_match_is_short() -> None:
    assert repr(kakomi.new("enso")) == "kakomi.new('enso')"
    assert repr(kakomi.new("enclosure_chess", "six", win="two")) == "kakomi.new('enclosure_chess', 'six', win='two')"
    match = kakomi.new("enso")
    match.resign()
    assert repr(match) == "<Match 'enso': Black resigned. White wins.>"


def test_no_compiler_is_loaded_for_any_of_this() -> None:
    code = (
        "import copy, pickle, sys, kakomi\n"
        "match = kakomi.new('toot')\n"
        "match.push(match.legal_moves[0])\n"
        "assert pickle.loads(pickle.dumps(match)) == copy.deepcopy(match) == match\n"
        "match.canonical(), match.transform(1), str(match), repr(match)\n"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
