"""No level above 3 overlooks a move that wins at once, in any rule set and with any options."""

from __future__ import annotations

import random

import pytest

from kakomi.core.match import Match
from kakomi.players.levels import HIGHEST, level_player
from kakomi.search.batch import winning_move
from tests.contract import DEFAULTS, VARIANTS, Variant

# Random games in which some move wins at once and some does not: the seed, and the plies before that move. They are the
# first seeds with such a position; none is looked for here, since that takes up to a thousand games.
POSITIONS = {
    "enso-standard": ((0, 21), (1, 21), (2, 17)),
    "iago-standard": ((0, 53), (1, 46), (4, 52)),
    "iago-standard-penalties=on": ((0, 57), (1, 56), (2, 55)),
    "iago-loose": ((0, 50), (2, 48), (3, 47)),
    "iago-simple": ((65, 49), (68, 42), (80, 43)),
    "toot-standard": ((18, 218),),
    "toot-standard-pieces=2-tiles=4": ((263, 26), (574, 70), (692, 26)),
    "toot-standard-pieces=2": ((216, 98), (217, 93), (332, 94)),
    "toot-standard-grid=hex": ((39, 228),),
    "toot-standard-quiet=500": ((18, 218), (46, 233)),
    "toot-standard-tiebreak=pieces": ((18, 218), (54, 232), (108, 178)),
    "toot-standard-count=board": ((18, 218),),
    "enclose5-standard": ((0, 286), (1, 222), (2, 252)),
    "enclose5-standard-size=7": ((26, 46), (53, 47), (57, 45)),
    "enclose5-standard-target=1": ((0, 46), (1, 103), (2, 73)),
    "enclose5-standard-opening=pie": ((0, 286), (1, 222), (2, 252)),
    "enclose5-standard-opening=swap2": ((0, 240), (1, 290), (2, 307)),
    "enclose5-standard-links=on": ((0, 286), (1, 222), (2, 252)),
    "enclose5-standard-small=3": ((0, 7), (176, 7), (207, 7)),
    "enclose5-standard-small=6": ((17, 34), (37, 32), (39, 34)),
    "enclosure_chess-5x5": ((1, 11), (7, 11), (8, 11)),
    "enclosure_chess-5x5-vacated=closed": ((31, 11), (95, 11), (113, 11)),
    "enclosure_chess-7x7": ((0, 23), (1, 23), (2, 23)),
    "enclosure_chess-six": ((278, 140), (814, 56), (1238, 50)),
    "enclosure_chess-six-win=two": ((5, 38), (7, 39), (13, 59)),
    "enclosure_chess-six-quiet=400": ((14, 396), (23, 262), (76, 376)),
}
ALL_WIN = "wherever a move wins at once in {} random games, every move does, so nothing can be overlooked"
FAR = "no move wins at once in the first 400 plies of {} random games"
WITHOUT = {
    "iago-standard-side=3": ALL_WIN.format(1500),
    "iago-loose-side=3": ALL_WIN.format(1500),
    "iago-simple-side=3": ALL_WIN.format(1500),
    "enclosure_chess-7x7-vacated=closed": ALL_WIN.format(1500),
    "toot-standard-tiles=40": ALL_WIN.format(66),
    "toot-standard-quiet=10": ALL_WIN.format(536),
    "enclose5-standard-target=400": ALL_WIN.format(79),
    "enclose5-standard-target=full": ALL_WIN.format(77),
    "toot-standard-pieces=12": FAR.format(330),
    "enclose5-standard-size=40": FAR.format(5),
    "enclosure_chess-six-quiet=20": FAR.format(3000),
}


def position(variant: Variant, seed: int, plies: int) -> Match:
    """A random game after so many plies."""
    match, chosen = variant.new(), random.Random(seed)
    for _ in range(plies):
        match.push_code(chosen.choice(match.codes()))
    return match


def wins(match: Match, move: str) -> bool:
    after = match.copy()
    after.push(move)
    return after.outcome is not None and after.outcome.winner == match.to_move


def test_every_rule_set_has_positions_and_every_variant_has_them_or_a_reason() -> None:
    assert not POSITIONS.keys() & WITHOUT.keys()
    assert POSITIONS.keys() | WITHOUT.keys() == {str(variant) for variant in VARIANTS}
    assert POSITIONS.keys() >= {str(variant) for variant in DEFAULTS}


@pytest.mark.parametrize("variant", [each for each in VARIANTS if str(each) in POSITIONS], ids=str)
def test_no_level_above_3_overlooks_a_win_at_hand(variant: Variant) -> None:
    for seed, plies in POSITIONS[str(variant)]:
        match = position(variant, seed, plies)
        assert winning_move(match) is not None
        assert any(not wins(match, move) for move in match.legal_moves)
        for number in range(4, HIGHEST + 1):
            move = level_player(number, seed).choose(match)
            assert wins(match, move), (number, match.position, move)
