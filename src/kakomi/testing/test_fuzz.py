"""Everything that parses a move, a position or a diagram: whatever comes in, it is read or refused with a KakomiError."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakomi
from kakomi.testing.variants import Variant, random_match

SPICE = "0123456789abcdefrbRBxoXDLdl#.,/-+=!>< \n\t\x00²é囲'\"%"


def damaged(text: str, generator: random.Random) -> str:
    """The text damaged in one to four places."""
    for _ in range(generator.randint(1, 4)):
        place = generator.randrange(len(text) + 1)
        kind = generator.randrange(5)
        if kind == 0:
            text = text[:place] + generator.choice(SPICE) + text[place + 1 :]
        elif kind == 1:
            text = text[:place] + text[place + 1 :]
        elif kind == 2:
            text = text[:place] + generator.choice(SPICE) + text[place:]
        elif kind == 3:
            words = text.split(" ")
            generator.shuffle(words)
            text = " ".join(words)
        else:
            text = text[:place] + text[max(0, place - 8) :]
    return text


def usable(match: kakomi.Match) -> None:
    """Check that an accepted position can be played on and written down."""
    assert match.rule_set.view.read_position(match.position, match.settings) == match.state
    moves = match.codes()
    assert len(moves) <= match.rule_set.rules.max_moves(match.settings)
    _ = match.outcome, match.score, match.status, match.board
    match.scene()
    for move in moves[:3]:
        after = match.copy()
        after.push_code(move)
        _ = after.outcome, after.position


def test_damaged_positions_are_read_or_refused(variant: Variant) -> None:
    generator = random.Random(f"positions {variant}")
    refused = 0
    for seed in range(60):
        text = damaged(random_match(variant, seed, 80).position, generator)
        try:
            match = variant.new(position=text)
        except kakomi.PositionError as error:
            refused += 1
            assert str(error)
            assert "\n" not in str(error)
        else:
            usable(match)
    assert refused > 0


def test_damaged_diagrams_are_read_or_refused(variant: Variant) -> None:
    generator = random.Random(f"diagrams {variant}")
    for seed in range(40):
        text = damaged(random_match(variant, seed, 80).diagram(), generator)
        try:
            match = kakomi.from_diagram(variant.game, text, variant.rules, **variant.options)
        except kakomi.PositionError as error:
            assert "\n" not in str(error)
        else:
            usable(match)


def test_damaged_moves_are_played_or_refused_and_a_refusal_changes_nothing(variant: Variant) -> None:
    generator = random.Random(f"moves {variant}")
    for seed in range(30):
        match = random_match(variant, seed, 60)
        if match.outcome is not None:
            continue
        texts = list(match.legal_moves)
        for text in generator.sample(texts, min(4, len(texts))):
            before = (match.position, match.moves)
            bad = damaged(text, generator)
            try:
                match.push(bad)
            except kakomi.MoveError as error:
                assert "\n" not in str(error)
                assert len(str(error)) > 10
                assert (match.position, match.moves) == before
                assert match.why_not(bad) == str(error)
            else:
                match.pop()


def test_every_wrong_move_made_of_cells_is_refused_with_its_clause(variant: Variant) -> None:
    """Moves from other moments of the game are readable; where they are not legal, a clause says why."""
    later = [random_match(variant, seed, 80) for seed in range(8)]
    texts = sorted({text for match in later for text in list(match.legal_moves)[:40]})
    for match in later:
        if match.outcome is not None:
            continue
        legal = set(match.legal_moves)
        for text in texts[:: max(1, len(texts) // 60)]:
            if text not in legal:
                with pytest.raises(kakomi.MoveError) as refused:
                    match.parse(text)
                if isinstance(refused.value, kakomi.IllegalMove):
                    assert refused.value.clause
                    cited = re.findall(r"\d+(?:\.\d+)?", " ".join(re.findall(r"\(([^)]*)\)", str(refused.value))))
                    assert refused.value.clause in cited, str(refused.value)


@settings(max_examples=25, deadline=None)
@given(text=st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str, rule_set: Variant) -> None:
    match = rule_set.new()
    for attempt in (
        lambda: match.push(text),
        lambda: rule_set.new(position=text),
        lambda: kakomi.from_diagram(rule_set.game, text, rule_set.rules),
    ):
        try:
            attempt()
        except kakomi.KakomiError as error:
            assert str(error)


@pytest.mark.parametrize(
    "text", ["9" * 100_000, "/" * 100_000, "a" * 1_000_000, "1,1 " * 50_000, "\x00" * 1000, "(" * 100_000]
)
def test_huge_texts_are_refused_at_once(text: str, rule_set: Variant) -> None:
    for attempt in (
        lambda: rule_set.new().push(text),
        lambda: rule_set.new(position=text),
        lambda: kakomi.from_diagram(rule_set.game, text, rule_set.rules),
    ):
        with pytest.raises(kakomi.KakomiError) as refused:
            attempt()
        assert len(str(refused.value)) < 600
