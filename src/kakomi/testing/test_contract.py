"""What every game and rule set must satisfy, with every option. There are no exemptions."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.core.defaults import pick as default_pick
from kakomi.core.records.turns import last_turn_places, turns
from kakomi.search.batch import playouts
from kakomi.testing.variants import Variant, random_match


def test_texts_round_trip_all_through_a_game(variant: Variant) -> None:
    generator = random.Random(str(variant))
    match = variant.new()
    settings = match.settings
    view = match.rule_set.view
    ply = 0
    while True:
        if ply < 12 or ply % 7 == 0 or not match.codes():
            text = match.position
            assert "\n" not in text
            assert " moves " not in f" {text} "
            again = variant.new(position=text)
            assert again.state == match.state, text
            assert again.position == text
            assert (again.to_move, again.outcome, again.score) == (match.to_move, match.outcome, match.score)
            assert again.codes() == match.codes()
            assert view.read_diagram(match.diagram(), settings) == match.state, match.diagram()
        moves = match.codes()
        if not moves:
            break
        texts = list(match.legal_moves)
        assert len(set(moves)) == len(moves)
        assert len(set(texts)) == len(texts)
        for move, text in random.Random(ply).sample(list(zip(moves, texts, strict=True)), min(10, len(moves))):
            assert not set(text) & set(" {}[]()"), "records could not write this move"
            assert text[-1] not in "!?", "records would read a glyph"
            assert text[0] != "$", "records would read a glyph"
            assert match.parse(text) == move
            assert text in match.legal_moves
            assert match.why_not(text) is None
        match.push_code(generator.choice(moves))
        ply += 1
    assert match.outcome is not None
    assert match.outcome.clause in match.rule_set.rules.CLAUSES
    assert not match.legal_moves


def test_replay_and_undo_give_the_same_positions(variant: Variant) -> None:
    match = random_match(variant, 1, 60)
    again = variant.new()
    positions = [again.position]
    for text in match.moves:
        again.push(text)
        positions.append(again.position)
    assert again.state == match.state
    while again.moves:
        assert again.position == positions.pop()
        again.pop()
    assert again.state == variant.new().state
    with pytest.raises(IndexError):
        again.pop()


def test_a_copy_is_independent(variant: Variant) -> None:
    match = random_match(variant, 2, 30)
    before = (match.position, match.moves)
    copy = match.copy()
    if copy.codes():
        copy.push_code(copy.codes()[0])
    else:
        copy.pop()
    assert (match.position, match.moves) == before
    assert copy.moves != match.moves


def test_compiled_and_interpreted_agree_move_for_move(variant: Variant) -> None:
    match = variant.new()
    games = 3 if len(match.state) > 200 else 8
    slow = playouts(match, games, seed=11, target="python")
    fast = playouts(match, games, seed=11, target="cpu")
    assert slow.moves == fast.moves > 0
    assert slow.digest == fast.digest
    assert slow.clauses == fast.clauses
    assert (slow.first, slow.second, slow.draws) == (fast.first, fast.second, fast.draws)
    assert slow.first + slow.second + slow.draws == sum(slow.clauses.values()) == games


def test_a_quick_pick_is_the_move_the_list_would_give(variant: Variant) -> None:
    rules = variant.new().rule_set.rules
    if not hasattr(rules, "pick"):
        return  # the default is the list itself
    plain = bind("python", default_pick, rules)
    for seed in range(12):
        match = random_match(variant, seed, 120)
        out = [0] * rules.max_moves(match.settings)
        quick_state, plain_state = [seed], [seed]
        assert rules.pick(match.state, list(out), quick_state) == plain(match.state, out, plain_state)
        assert quick_state == plain_state


def test_nothing_changes_the_position_but_play(variant: Variant) -> None:
    match = random_match(variant, 3, 40)
    state = list(match.state)
    match.scene()
    match.diagram()
    _ = match.position, match.board, match.outcome, match.score, match.status, match.sides, list(match.legal_moves)
    match.why_not("nonsense")
    assert match.state == state


def test_scenes_show_every_piece_and_every_move(rule_set: Variant) -> None:
    for seed in range(6):
        match = random_match(rule_set, seed, 90)
        scene = match.scene()
        places = {place.id for place in scene.places}
        assert len(places) == len(scene.places)
        assert set(match.board) <= places
        assert {piece.place for piece in scene.pieces} <= places
        assert {mark.place for mark in scene.marks} <= places
        paths: dict[tuple[str, ...], str] = {}
        for choice in scene.choices:
            assert choice.move in match.legal_moves or match.outcome
            for click in choice.clicks:
                assert click.startswith("button:") or click in places, (choice, click)
            assert choice.clicks not in paths, f"{choice.move} and {paths.get(choice.clicks)} are one click path"
            paths[choice.clicks] = choice.move
        assert len(scene.choices) == len(match.legal_moves)
        for shortcut in scene.shortcuts:
            assert shortcut.move in match.legal_moves
            assert set(shortcut.clicks) <= places
            beginnings = [path[: len(shortcut.clicks)] for path in paths]
            assert shortcut.clicks not in beginnings, f"{shortcut.move} and another move are one click path"
            paths[shortcut.clicks] = shortcut.move
        x, y, width, height = scene.box
        for place in scene.places:
            assert x <= place.centre[0] <= x + width
            assert y <= place.centre[1] <= y + height
        assert json.loads(json.dumps(scene.as_dict()))["game"] == rule_set.game
        assert match.svg().startswith("<svg")


def test_fixed_moves_are_written_alike_in_every_position(variant: Variant) -> None:
    view = variant.new().rule_set.view
    if not getattr(view, "FIXED_MOVES", False):
        return
    known: dict[int, tuple[str, tuple[str, ...]]] = {}
    for seed in range(4):
        match = random_match(variant, seed, 40)
        for position in match.positions[:-1]:
            for move in match.codes(position):
                written = view.move_text(position, move), view.clicks(position, move)
                assert known.setdefault(move, written) == written


def test_turns_are_whole_and_what_the_last_one_marked_is_on_the_board(rule_set: Variant) -> None:
    for seed in range(6):
        match = random_match(rule_set, seed, 60)
        rows = turns(match)
        assert [ply for first, last, _ in rows for ply in range(first, last + 1)] == list(range(1, match.ply + 1))
        assert all(one[2] != other[2] for one, other in pairwise(rows))
        again = rule_set.new()
        for _, last, seat in rows:
            while again.ply < last:
                assert again.to_move == seat
                again.push(match.moves[again.ply])
        scene = match.scene()
        shown = {place.id for place in scene.places}
        marked = last_turn_places(match, shown)
        assert set(marked) <= shown
        assert len(set(marked)) == len(marked)
        view = match.rule_set.view
        if match.ply:
            last_marks = view.marks(match.positions[-2], match.move_codes[-1], match.state)
            assert {mark.place for mark in last_marks} & shown <= set(marked)


def test_seat_labels_are_short_and_tell_the_two_players_apart_by_their_score(rule_set: Variant) -> None:
    for seed in range(6):
        match = random_match(rule_set, seed, 90)
        state = list(match.state)
        labels = match.rule_set.seat_labels(match.state, match.settings)
        assert match.state == state
        for label in labels:
            assert label == label.strip()
            assert len(label) <= 40
            assert "\n" not in label
        if match.score is not None and any(labels):
            for label, points in zip(labels, match.score, strict=True):
                assert str(points) in label, "a label has the score in it"


def test_options_are_declared_with_help_and_refused_out_of_range(rule_set: Variant) -> None:
    declared = kakomi.games.get(rule_set.game).rule_set(rule_set.rules)
    for option in declared.options:
        assert len(option.help) > 10
        assert option.read(option.default) == option.default
        bad: Any
        for bad in ("nonsense", "", None, 10**30, -(10**30), 1.5, "²", "9" * 5000, True if option.takes_number else 3):
            with pytest.raises(kakomi.OptionError, match=option.name):
                kakomi.new(rule_set.game, rule_set.rules, **{option.name: bad})
        if option.takes_number:
            for bad in (option.low - 1, option.high + 1):
                with pytest.raises(kakomi.OptionError, match=f"{option.low} to {option.high}"):
                    kakomi.new(rule_set.game, rule_set.rules, **{option.name: bad})
    with pytest.raises(kakomi.UnknownName, match="there is no option"):
        kakomi.new(rule_set.game, rule_set.rules, no_such_option=1)


def test_a_game_can_be_given_up_and_that_taken_back(rule_set: Variant) -> None:
    match = rule_set.new()
    match.resign()
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.clause) == (1, "resign")
    assert not match.legal_moves
    with pytest.raises(kakomi.IllegalMove):
        match.resign()
    match.pop()
    assert match.outcome is None
    match.agree_draw()
    assert match.outcome is not None
    assert match.outcome.winner is None


def test_the_rules_page_names_every_ending_clause_and_the_designer(rule_set: Variant) -> None:
    game = kakomi.games.get(rule_set.game)
    page = game.rules_page()
    for clause in game.rule_set(rule_set.rules).rules.CLAUSES:
        assert f"{clause} " in page.replace("**", " ").replace("#", " "), clause
    assert game.by.split(",")[0].split(" (")[0] in page
