"""The catalogue: the built-in games, and what their tests rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

import kakomi
from kakomi.core.records.record import read
from kakomi.search.batch import perft
from kakomi.testing.materials import perft_lines
from tests.contract import DEFAULTS, Variant

HERE = Path(__file__).parent


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


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(kakomi.UnknownName, match="did you mean enso"):
        kakomi.new("ensoo")
    with pytest.raises(kakomi.UnknownName, match="standard, loose, simple"):
        kakomi.new("iago", rules="strict")


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_every_rule_set_has_an_oracle_perft_counts_and_a_whole_game(variant: Variant) -> None:
    folder = HERE / variant.game
    assert (folder / "oracle.py").is_file()
    assert sum(line.split()[0] == variant.rules for line in perft_lines(folder)) >= 3
    (match,) = kakomi.load(folder / "scores" / f"{variant}.kakomi")
    assert len(match.moves) >= 8


def test_a_wrong_clause_in_a_stored_score_would_be_noticed() -> None:
    text = (HERE / "iago" / "scores" / "iago-standard.kakomi").read_text(encoding="utf-8")
    assert '[Clause "5.1"]' in text
    with pytest.raises(kakomi.RecordError, match="line"):
        read(text.replace('[Clause "5.1"]', '[Clause "5.2"]'))[0].replay(kakomi.games.get)


def test_enso_from_the_start_to_depth_5() -> None:
    """24, 572, 14816, 378824 are also the C++ yardstick's own."""
    assert [perft(kakomi.new("enso"), depth) for depth in range(6)] == [1, 24, 572, 14816, 378824, 10179988]
