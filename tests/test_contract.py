"""What every game and rule set must keep to, with every option. There is no list of exemptions."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import kakomi
from kakomi.core.compiler.build import bind
from kakomi.core.defaults import pick as default_pick
from kakomi.search.engine import playouts
from tests.contract import DEFAULTS, VARIANTS, Variant, random_match

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_rule_set = pytest.mark.parametrize("variant", DEFAULTS, ids=str)


def test_all_five_games_and_nine_rule_sets_are_there() -> None:
    assert sorted(str(variant) for variant in DEFAULTS) == [
        "enclose5-standard",
        "enclosure_chess-5x5",
        "enclosure_chess-7x7",
        "enclosure_chess-six",
        "enso-standard",
        "iago-loose",
        "iago-simple",
        "iago-standard",
        "toot-standard",
    ]


@every_variant
def test_texts_round_trip_all_through_a_game(variant: Variant) -> None:
    generator = random.Random(str(variant))
    match = variant.new()
    settings = match.settings
    face = match.rule_set.face
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
            assert face.read_diagram(match.diagram(), settings) == match.state, match.diagram()
        moves = match.codes()
        if not moves:
            break
        texts = list(match.legal_moves)
        assert len(set(moves)) == len(moves)
        assert len(set(texts)) == len(texts)
        for move, text in random.Random(ply).sample(list(zip(moves, texts, strict=True)), min(10, len(moves))):
            assert " " not in text
            assert match.parse(text) == move
            assert text in match.legal_moves
            assert match.why_not(text) is None
        match.push_code(generator.choice(moves))
        ply += 1
    assert match.outcome is not None
    assert match.outcome.clause in match.rule_set.rules.CLAUSES
    assert not match.legal_moves


@every_variant
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


@every_variant
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


@every_variant
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


@every_variant
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


@every_variant
def test_nothing_changes_the_position_but_play(variant: Variant) -> None:
    match = random_match(variant, 3, 40)
    state = list(match.state)
    match.scene()
    match.diagram()
    _ = match.position, match.board, match.outcome, match.score, match.status, match.sides, list(match.legal_moves)
    match.why_not("nonsense")
    assert match.state == state


@every_rule_set
def test_scenes_show_every_piece_and_every_move(variant: Variant) -> None:
    for seed in range(6):
        match = random_match(variant, seed, 90)
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
        x, y, width, height = scene.box
        for place in scene.places:
            assert x <= place.centre[0] <= x + width
            assert y <= place.centre[1] <= y + height
        assert json.loads(json.dumps(scene.as_dict()))["game"] == variant.game
        assert match.svg().startswith("<svg")


@every_rule_set
def test_options_are_declared_with_help_and_refused_out_of_range(variant: Variant) -> None:
    rule_set = kakomi.games.get(variant.game).rule_set(variant.rules)
    for option in rule_set.options:
        assert len(option.help) > 10
        assert option.read(option.default) == option.default
        bad: Any
        for bad in ("nonsense", "", None, 10**30, -(10**30), 1.5, "²", "9" * 5000, True if option.takes_number else 3):
            with pytest.raises(kakomi.OptionError, match=option.name):
                kakomi.new(variant.game, variant.rules, **{option.name: bad})
        if option.takes_number:
            for bad in (option.low - 1, option.high + 1):
                with pytest.raises(kakomi.OptionError, match=f"{option.low} to {option.high}"):
                    kakomi.new(variant.game, variant.rules, **{option.name: bad})
    with pytest.raises(kakomi.UnknownName, match="there is no option"):
        kakomi.new(variant.game, variant.rules, no_such_option=1)


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(kakomi.UnknownName, match="did you mean enso"):
        kakomi.new("ensoo")
    with pytest.raises(kakomi.UnknownName, match="standard, loose, simple"):
        kakomi.new("iago", rules="strict")


@every_rule_set
def test_a_game_can_be_given_up_and_that_taken_back(variant: Variant) -> None:
    match = variant.new()
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


@every_rule_set
def test_the_rules_page_names_every_ending_clause_and_the_designer(variant: Variant) -> None:
    game = kakomi.games.get(variant.game)
    page = game.rules_page()
    for clause in game.rule_set(variant.rules).rules.CLAUSES:
        assert f"{clause} " in page.replace("**", " ").replace("#", " "), clause
    assert game.by.split(",")[0].split(" (")[0] in page
