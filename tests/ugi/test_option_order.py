"""UGI's options in any order: what a program ends up with depends on what it sends, not on when."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakomi
from kakomi.core.options import Option
from tests.contract import VARIANTS, Variant
from tests.ugi.dialogue import SEARCHERS, Dialogue, Pretender


@pytest.fixture(autouse=True)
def pretending() -> Iterator[None]:
    """Nothing is compiled."""
    with patch(SEARCHERS, Pretender):
        yield


@pytest.fixture
def talk() -> Dialogue:
    return Dialogue()


def setoption(name: str, value: object) -> str:
    return f"setoption name {name} value {value}"


def chosen(talk: Dialogue) -> dict[str, str]:
    """What `query options` says, by name."""
    words = talk.ask("options").split()
    return dict(zip(words[::2], words[1::2], strict=True))


def send_all(talk: Dialogue, lines: list[str]) -> list[str]:
    """The answers, none of which is a refusal."""
    answers = [answer for line in lines for answer in talk.say(line)]
    assert all(answer.startswith("info string ") for answer in answers), answers
    return answers


# --- every order ------------------------------------------------------------------------------------------------------

FOUR = [("vacated", "closed"), ("Rules", "7x7"), ("Hash", 64), ("Game", "enclosure_chess")]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
@pytest.mark.parametrize("before", [None, "toot", "enclosure_chess"])
def test_four_options_in_every_order(order: tuple[int, ...], before: str | None, talk: Dialogue) -> None:
    if before is not None:
        talk.quietly(setoption("Game", before), "position startpos")
    send_all(talk, [setoption(*FOUR[place]) for place in order])
    assert chosen(talk) == {
        "Game": "enclosure_chess",
        "Rules": "7x7",
        "vacated": "closed",
        "Level": "0",
        "Threads": "1",
        "Hash": "64",
        "Seed": "0",
        "MultiPV": "1",
    }
    assert talk.say("isready") == ["readyok"]
    assert talk.ask("position") == kakomi.new("enclosure_chess", "7x7", vacated="closed").position


@settings(max_examples=150, deadline=None)
@given(first=st.sampled_from(VARIANTS), second=st.sampled_from(VARIANTS), seed=st.integers(0, 10**6))
def test_two_games_one_after_the_other_in_any_order(first: Variant, second: Variant, seed: int) -> None:
    talk = Dialogue()
    dice = random.Random(seed)
    for variant in (first, second):
        lines = [setoption("Game", variant.game), setoption("Rules", variant.rules), setoption("Hash", 1 + seed % 99)]
        lines += [setoption(name, value) for name, value in variant.options.items()]
        dice.shuffle(lines)
        send_all(talk, lines)
        match = variant.new()
        expected = {"Game": variant.game, "Rules": variant.rules} | {key: str(v) for key, v in match.options.items()}
        assert chosen(talk).items() >= expected.items()
        talk.quietly("position startpos")
        assert talk.ask("position") == match.position
        assert talk.ask("legalmoves").split() == list(match.legal_moves)


def test_sending_every_declared_default_in_any_order_changes_nothing(talk: Dialogue) -> None:
    lines = []
    for words in [line.split() for line in talk.say("ugi") if line.startswith("option ")]:
        lines.append(setoption(words[2], words[words.index("default") + 1]))
    for game in kakomi.games.all_games():
        for seed in range(5):
            again = Dialogue()
            mixed = [setoption("Game", game.name) if " Game " in line else line for line in lines]
            random.Random(seed).shuffle(mixed)
            again.quietly(*mixed, "position startpos")  # and there is nothing to say about it
            plain = Dialogue()
            plain.quietly(setoption("Game", game.name))
            assert chosen(again) == chosen(plain)


# --- what waits -------------------------------------------------------------------------------------------------------


def test_a_value_that_does_not_fit_yet_is_kept_and_said(talk: Dialogue) -> None:
    talk.quietly("position startpos moves c5xd5")
    [kept] = talk.say(setoption("size", 9))
    assert kept == "info string size 9 is kept for later: enso standard has no option size, but enclose5 standard has"
    assert talk.ask("p1turn") == "false"  # the position is left alone
    [unused] = talk.say("position startpos moves c5xd5")
    assert unused.startswith("info string size 9 has no effect: enso standard has no option size")
    talk.quietly("position startpos moves c5xd5", "uginewgame")  # said once
    talk.quietly(setoption("Game", "enclose5"))
    assert chosen(talk)["size"] == "9"


def test_rules_of_another_game_wait_for_it(talk: Dialogue) -> None:
    [kept] = talk.say(setoption("Rules", "loose"))
    assert kept.startswith(
        "info string rules loose is kept for later: enso has no rule set loose (known: standard), but"
    )
    [unused, ready] = talk.say("isready")
    assert unused.startswith("info string rules loose has no effect: ")
    assert ready == "readyok"
    talk.quietly(setoption("Game", "iago"))
    assert chosen(talk)["Rules"] == "loose"
    talk.quietly(setoption("Rules", "usual"))
    assert chosen(talk)["Rules"] == "standard"


def test_a_value_out_of_range_for_the_game_that_comes_is_said_and_the_default_is_kept(talk: Dialogue) -> None:
    talk.quietly(setoption("Game", "toot"), "position startpos")
    talk.quietly(setoption("quiet", 10), setoption("Game", "enclosure_chess"))
    [answer] = talk.say(setoption("Rules", "six"))
    assert answer == (
        "info string quiet 10 is kept for later: quiet must be 20 to 400 in enclosure_chess six, where it is now 60"
    )
    assert chosen(talk)["quiet"] == "60"
    talk.quietly(setoption("quiet", 30))
    assert chosen(talk)["quiet"] == "30"


def test_a_value_out_of_range_here_may_be_meant_for_the_next_game(talk: Dialogue) -> None:
    talk.quietly(setoption("Game", "enclosure_chess"), setoption("Rules", "six"), "position startpos")
    [answer] = talk.say(setoption("quiet", 10))
    assert answer.endswith("quiet must be 20 to 400 in enclosure_chess six, where it is now 60")
    talk.quietly(setoption("Game", "toot"))
    assert chosen(talk)["quiet"] == "10"


def test_the_last_value_counts_also_when_it_has_to_wait(talk: Dialogue) -> None:
    talk.quietly(setoption("Game", "enclosure_chess"), setoption("Rules", "six"), setoption("quiet", 100))
    [answer] = talk.say(setoption("quiet", 10))
    assert answer.endswith("where it is now 60")
    assert chosen(talk)["quiet"] == "60"
    assert talk.ask("position") == kakomi.new("enclosure_chess", "six").position
    talk.quietly(setoption("quiet", 100), "position startpos")
    [answer] = talk.say(setoption("quiet", 10))
    assert answer.endswith("where it is now 100")  # a game is going on with it
    assert chosen(talk)["quiet"] == "100"


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("size", 3, "size must be 7 to 40, not '3'"),
        ("quiet", 5, "quiet must be 10 to 500 or usual, not '5'"),
        ("vacated", "ajar", "vacated must be open or closed, not 'ajar'"),
        ("Rules", "9x9", "there is no rule set '9x9'; "),
        ("Game", "chess", "there is no game 'chess'; "),
    ],
)
def test_a_value_that_fits_no_game_is_refused(name: str, value: object, reason: str, talk: Dialogue) -> None:
    assert talk.refused(setoption(name, value)).startswith(reason)


def test_a_second_game_starts_from_its_own_defaults(talk: Dialogue) -> None:
    talk.quietly(setoption("Game", "toot"), setoption("quiet", 30), setoption("Game", "enclosure_chess"))
    talk.quietly(setoption("Rules", "six"))
    assert chosen(talk)["quiet"] == "60"  # 30 was TOOT's


@pytest.mark.parametrize("use", ["isready", "uginewgame", "position startpos", "go nodes 1"])
def test_options_that_were_used_belong_to_their_game(use: str, talk: Dialogue) -> None:
    talk.quietly(setoption("quiet", "usual"), setoption("Game", "toot"), setoption("quiet", 30))
    talk.say(use)
    talk.quietly(setoption("Game", "enclosure_chess"), setoption("Rules", "six"))
    assert chosen(talk)["quiet"] == "60"


# --- games that are added later ---------------------------------------------------------------------------------------


def test_a_game_added_to_the_catalogue_is_declared_and_can_be_chosen(talk: Dialogue) -> None:
    toot = kakomi.games.get("toot")
    plain = toot.rule_set(None)
    handicap = Option("handicap", 2, "tiles the first player gives", 0, 9)
    level = Option("level", 1, "a name that the engine has taken", 0, 3)
    added = replace(
        toot, name="plugged", rule_sets=(replace(plain, name="garden", options=(*plain.options, handicap, level)),)
    )
    catalogue = (*kakomi.games.all_games(), added)
    with patch.object(kakomi.games, "all_games", lambda: catalogue):  # after the dialogue has begun
        lines = talk.say("ugi")
        assert "option name handicap type spin default 2 min 0 max 9" in lines
        assert [line for line in lines if " level " in line.lower()] == [
            "option name Level type spin default 0 min 0 max 10"
        ]
        assert any(line.startswith("option name Game ") and line.endswith(" var plugged") for line in lines)
        send_all(talk, [setoption("handicap", 4), setoption("Rules", "garden"), setoption("Game", "plugged")])
        assert chosen(talk).items() >= {"Game": "plugged", "Rules": "garden", "handicap": "4"}.items()
