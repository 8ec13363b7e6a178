"""Symmetries: what they must keep to in every game, with every rule set and option."""

from __future__ import annotations

import random
from types import ModuleType

import numpy as np
import pytest

import kakomi
from kakomi import Match, PositionError
from kakomi.core import defaults, symmetry
from kakomi.core.compiler.build import bind
from tests.contract import DEFAULTS, VARIANTS, Variant, random_match

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_rule_set = pytest.mark.parametrize("variant", DEFAULTS, ids=str)

EXPECTED = {"enso": 8, "iago": 12, "enclose5": 8, "enclosure_chess": 8}  # TOOT's depend on the grid


def module_of(match: Match) -> ModuleType:
    assert match.rule_set.symmetry is not None
    return match.rule_set.symmetry


def image(match: Match, number: int, position: list[int] | None = None) -> list[int]:
    return symmetry.image(match.rule_set, match.state if position is None else position, number)


def image_move(match: Match, position: list[int], move: int, number: int) -> int:
    return symmetry.image_move(match.rule_set, position, move, number)


def placed(match: Match, position: list[int], number: int) -> list[int]:
    """The image, shifted to its usual place."""
    out = [0] * len(position)
    getattr(module_of(match), "normalize", defaults.normalize)(image(match, number, position), out)
    return out


def played(match: Match, position: list[int], move: int) -> list[int]:
    after = list(position)
    match.rule_set.rules.play(after, move)
    return after


def walks(variant: Variant, count: int, most: int = 60) -> list[Match]:
    """Matches that have come some way, in the middle of a turn or at the end as it happens."""
    return [random_match(variant, seed, most) for seed in range(count)]


def finished(variant: Variant, seed: int) -> Match:
    match = variant.new()
    generator = random.Random(f"{variant} to the end {seed}")
    while codes := match.codes():
        match.push_code(generator.choice(codes))
    return match


def sample(moves: list[int], number: int, most: int) -> list[int]:
    return random.Random(number).sample(moves, min(most, len(moves)))


def is_lopsided(match: Match) -> bool:
    """Are all images of the position different?"""
    images = {tuple(image(match, number)) for number in range(match.symmetries())}
    return len(images) == match.symmetries() and bool(match.codes())


@every_variant
def test_every_rule_set_declares_its_symmetries(variant: Variant) -> None:
    match = variant.new()
    hexagonal = match.options.get("grid") == "hex"
    assert match.symmetries() == EXPECTED.get(variant.game, 12 if hexagonal else 8)


@every_variant
def test_they_form_a_group_with_the_identity_first(variant: Variant) -> None:
    match = next(each for each in walks(variant, 60, 40) if is_lopsided(each))
    numbers = range(match.symmetries())
    images = [image(match, number) for number in numbers]
    assert images[0] == match.state
    for first in numbers:
        twice = [image(match, second, images[first]) for second in numbers]
        assert sorted(twice) == sorted(images)  # closed, and each can be undone
        for second in numbers:
            both = images.index(twice[second])
            for move in sample(match.codes(), second, 10):
                there = image_move(match, images[first], image_move(match, match.state, move, first), second)
                assert there == image_move(match, match.state, move, both)


@every_variant
def test_they_commute_with_the_rules(variant: Variant) -> None:
    for match in walks(variant, 3):
        rules = match.rule_set.rules
        for number in range(match.symmetries()):
            there = image(match, number)
            out = [0] * rules.max_moves(match.settings)
            legal = out[: rules.legal_moves(there, out)]
            assert sorted(legal) == sorted(image_move(match, match.state, move, number) for move in match.codes())
            assert rules.to_move(there) == match.to_move
            assert [rules.score(there, player) for player in (0, 1)] == [
                rules.score(match.state, player) for player in (0, 1)
            ]
            for move in sample(match.codes(), number, 6):
                after = played(match, match.state, move)
                assert played(match, there, image_move(match, match.state, move, number)) == image(match, number, after)


@every_variant
def test_they_keep_how_a_game_ends(variant: Variant) -> None:
    match = finished(variant, 1)
    rules = match.rule_set.rules
    for number in range(match.symmetries()):
        there = image(match, number)
        assert rules.legal_moves(there, [0] * rules.max_moves(match.settings)) == 0
        assert rules.winner(there) == rules.winner(match.state)
        assert rules.ending(there) == rules.ending(match.state)


@every_variant
def test_an_image_is_a_position_like_any_other(variant: Variant) -> None:
    for match in walks(variant, 2):
        for number in range(match.symmetries()):
            text = match.transform(number)
            again = variant.new(position=text)
            assert again.state == image(match, number)
            assert again.position == text
            for code in sample(match.codes(), number, 5):
                move = match.rule_set.view.move_text(match.state, code)
                assert match.transform_move(move, number) in again.legal_moves


@every_variant
def test_the_canonical_position_is_the_same_for_all_images(variant: Variant) -> None:
    for match in walks(variant, 3):
        canonical = match.canonical()
        images = [variant.new(position=match.transform(number)) for number in range(match.symmetries())]
        assert {each.canonical() for each in images} == {canonical}
        least = variant.new(position=canonical)
        assert least.canonical() == canonical
        assert (least.to_move, least.score, len(least.codes())) == (match.to_move, match.score, len(match.codes()))
        assert kakomi.canonical(variant.game, match.position, variant.rules, **variant.options) == canonical


@every_variant
def test_equal_canonical_positions_are_images_of_each_other(variant: Variant) -> None:
    match = walks(variant, 1, 12)[0]
    groups: dict[str, list[list[int]]] = {}
    for move in match.codes()[:40]:
        after = match.copy()
        after.push_code(move)
        groups.setdefault(after.canonical(), []).append(after.state)
    for states in groups.values():
        images = [placed(match, states[0], number) for number in range(match.symmetries())]
        assert all(placed(match, each, 0) in images for each in states)


@every_rule_set
def test_compiled_symmetries_are_the_interpreted_ones(variant: Variant) -> None:
    samples = [*walks(variant, 4), finished(variant, 2)]
    if variant.game == "toot":
        samples += walks(Variant("toot", "standard", {"grid": "hex", "tiles": 40}), 3)  # two words a row
    for match in samples:
        rules, own = match.rule_set.rules, module_of(match)
        transform, move_image, least = (
            bind("cpu", entry, rules, own) for entry in (own.transform, own.transform_move, symmetry.canonical)
        )
        position = np.array(match.state, np.int64)
        out, other, shifted = (np.zeros_like(position) for _ in range(3))
        for number in range(match.symmetries()):
            transform(position, out, number)
            assert out.tolist() == image(match, number)
            for move in match.codes():
                assert move_image(position, move, number) == image_move(match, match.state, move, number)
        least(position, out, other, shifted)
        assert out.tolist() == symmetry.least(match.rule_set, match.state)


# --- what each game's are ---------------------------------------------------------------------------------------------


def test_enso_is_the_same_game_from_eight_sides_and_its_start_from_four() -> None:
    match = kakomi.new("enso")
    same = [number for number in range(8) if match.transform(number) == match.position]
    assert same == [0, 3, 4, 7]  # half a turn, and both diagonals
    swapped = match.position.removesuffix(" x").translate(str.maketrans("xo", "ox"))
    assert {match.transform(number) for number in (1, 2, 5, 6)} == {f"{swapped} x"}


@pytest.mark.parametrize(
    ("game", "rules", "kinds"),
    [
        ("iago", "standard", 5),  # 36 hexes: two rings with a corner and an edge, the next to the centre with corners
        ("enclosure_chess", "5x5", 3),  # 13 points: b1 and the like, b3, the centre
        ("enclosure_chess", "7x7", 4),  # 24 points
        ("enclosure_chess", "six", 3),  # S1-C3, W3-W2 and W3-W4, left and right alike
        ("enclose5", "standard", 66),  # a triangle of eleven rows
        ("toot", "standard", 4),  # six squares round two tiles, left and right alike
    ],
)
def test_first_moves_that_differ(game: str, rules: str, kinds: int) -> None:
    match = kakomi.new(game, rules)
    seen = set()
    for move in match.legal_moves:
        after = match.copy()
        after.push(move)
        seen.add(after.canonical())
    assert len(seen) == kinds


def test_the_six_piece_game_starts_symmetric_from_left_to_right_only() -> None:
    match = kakomi.new("enclosure_chess", "six")
    assert [number for number in range(8) if match.transform(number) == match.position] == [0, 4]


@pytest.mark.parametrize("tiles", ["b/r@7,-3", "r/b@0,0", "rb@-2,5", "br@1,1"])
def test_toot_may_lie_anywhere_and_any_way_round(tiles: str) -> None:
    start = kakomi.new("toot")
    other = kakomi.new("toot", position=f"{tiles} {start.position.partition(' ')[2]}")
    assert other.position != start.position
    assert other.canonical() == start.canonical()


def test_colours_are_never_swapped() -> None:
    one = kakomi.new("enso", position="xx4/6/6/6/6/4oo x")
    for position in ("oo4/6/6/6/6/4xx o", "xx4/6/6/6/6/4oo o"):
        assert kakomi.new("enso", position=position).canonical() != one.canonical()


@pytest.mark.parametrize("number", [-1, 8, 100])
def test_a_symmetry_that_is_not_there_is_refused(number: int) -> None:
    with pytest.raises(PositionError, match="numbered from 0 to 7"):
        kakomi.new("enso").transform(number)
    with pytest.raises(PositionError, match="numbered from 0 to 7"):
        kakomi.new("enso").transform_move("c5xd5", number)


def test_a_game_that_declares_none_has_the_identity() -> None:
    position, out = [3, 1, 2], [0, 0, 0]
    assert defaults.symmetries(position) == 1
    assert defaults.transform_move(position, 5, 0) == 5
    defaults.transform(position, out, 0)
    assert out == position
    out = [0, 0, 0]
    defaults.normalize(position, out)
    assert out == position


@every_rule_set
def test_symmetric_moves_have_one_number(variant: Variant) -> None:
    """In every image of a position a move has the number that it has in the position itself, and others have others."""
    for match in [variant.new(), *walks(variant, 4, 20)]:
        orbit = symmetry.Orbit(match.rule_set, match.settings, match.state)
        assert match.rule_set.view.position_text(orbit.least) == match.canonical()
        codes = sample(match.codes(), 1, 12)
        numbers = [orbit.move(code) for code in codes]
        out = [0] * match.rule_set.rules.max_moves(match.settings)
        count = match.rule_set.rules.legal_moves(orbit.least, out)
        assert set(numbers) <= set(out[:count])
        for number in (1, match.symmetries() - 1):
            shown = placed(match, match.state, number)
            other = symmetry.Orbit(match.rule_set, match.settings, shown)
            assert other.least == orbit.least
            again = kakomi.new(variant.game, variant.rules, position=match.rule_set.view.position_text(shown))
            assert len({other.move(code) for code in again.codes()}) == len(
                {orbit.move(code) for code in match.codes()}
            )
            if hasattr(module_of(match), "normalize"):
                results = {tuple(placed(match, played(match, orbit.least, code), 0)) for code in numbers}
                images = [image_move(match, match.state, code, number) for code in codes]
                turned = image(match, number)
                found = {orbit_result(match, turned, code) for code in images}
                assert found == {orbit_result(match, orbit.least, code) for code in numbers}
                assert len(results) == len(set(numbers))
            else:
                assert [other.move(image_move(match, match.state, code, number)) for code in codes] == numbers


def orbit_result(match: Match, position: list[int], code: int) -> tuple[int, ...]:
    """What a move leads to, up to symmetry."""
    return tuple(symmetry.least(match.rule_set, played(match, position, code)))
