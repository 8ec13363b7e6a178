"""Series: an even number of games, opened in turn, all points added up."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import kakomi
from kakomi import IllegalMove, Match, OptionError
from kakomi.core.records.record import read_file
from kakomi.core.series import Series, SeriesOutcome
from tests.contract import DEFAULTS, Variant

GET = kakomi.games.get


def play_out(match: Match, seed: object) -> None:
    generator = random.Random(f"series {seed}")
    while codes := match.codes():
        match.push_code(generator.choice(codes))


def series_of(variant: Variant, **how: Any) -> Series:
    return Series(GET(variant.game), rules=variant.rules, options=variant.options, players=("Ada", "Bo"), **how)


@pytest.mark.parametrize("games", [0, 1, 3, 99, 101, 102, -2, pytest.param(10**5000, id="huge"), 2.0, "2", True, None])
def test_an_odd_or_strange_number_of_games_is_refused(games: Any) -> None:
    with pytest.raises(OptionError, match="a series has an even number of games from 2 to 100, not "):
        Series(GET("enso"), games)


@pytest.mark.parametrize("players", [(), ("Ada",), ("a", "b", "c"), "ab"])
def test_a_series_has_two_players(players: Any) -> None:
    with pytest.raises(OptionError, match="two players"):
        Series(GET("enso"), players=players)


def test_rules_and_options_are_checked_and_hold_for_every_game() -> None:
    with pytest.raises(OptionError):
        Series(GET("enclose5"), options={"size": 6})
    with pytest.raises(kakomi.UnknownName):
        Series(GET("enclose5"), rules="loose")
    series = Series(GET("enclose5"), 4, options={"size": 9, "opening": "pie"})
    for _ in range(3):
        series.match.resign()
        assert series.next().options["size"] == 9
        assert series.match.options["opening"] == "pie"


def test_the_players_open_in_turn() -> None:
    series = Series(GET("enso"), 4)
    openers = []
    while True:
        openers.append(series.to_move)
        assert series.seats[0] == series.to_move
        series.match.resign()
        if series.outcome is not None:
            break
        series.next()
    assert openers == [0, 1, 0, 1]
    assert len(series.games) == series.length == 4


def test_the_next_game_waits_for_the_end_of_this_one_and_of_all() -> None:
    series = Series(GET("enso"))
    with pytest.raises(IllegalMove, match="game 1 of 2 is not over"):
        series.next()
    series.match.resign()
    assert series.outcome is None
    assert series.next() is series.match
    assert series.number == 2
    series.match.resign()
    with pytest.raises(IllegalMove, match="all 2 games"):
        series.next()


def test_without_a_score_a_win_is_a_point_and_a_draw_half_a_point() -> None:
    series = Series(GET("enso"), 4)
    series.match.resign(0)  # player 0 opened: the point is player 1's
    assert series.points == (0, 1)
    series.next().agree_draw()
    assert series.points == (0.5, 1.5)
    series.next().resign(1)
    assert series.points == (1.5, 1.5)
    assert series.outcome is None
    series.next().resign(1)  # player 1 opens game 4: seat 1 is player 0
    assert series.outcome == SeriesOutcome(1, (1.5, 2.5))


@pytest.mark.parametrize("variant", [each for each in DEFAULTS if each.new().score is not None], ids=str)
def test_the_points_are_the_scores_of_the_players_not_of_the_seats(variant: Variant) -> None:
    series = series_of(variant, games=2)
    play_out(series.match, variant)
    first = series.match.score
    assert first is not None
    assert series.points == first
    play_out(series.next(), f"{variant} again")
    second = series.match.score
    assert second is not None
    assert series.points == (first[0] + second[1], first[1] + second[0])
    outcome = series.outcome
    assert outcome is not None
    difference = series.points[0] - series.points[1]
    assert outcome.winner == (None if difference == 0 else 0 if difference > 0 else 1)


RING = ("d5", "c4", "e4")  # with d3, Red's ring round d4


def test_points_of_enclose5_are_coloured_cells_and_a_resigned_game_keeps_them() -> None:
    series = Series(GET("enclose5"), options={"size": 7})
    for red, blue in zip(RING, ("a1", "c1", "e1"), strict=True):
        series.match.push(red)
        series.match.push(blue)
    assert series.points == (0, 0)
    series.match.push("d3")
    assert series.match.score == (1, 0)
    assert series.points == (0, 0)  # the game goes on
    series.match.resign(0)
    assert series.match.outcome is not None
    assert series.match.outcome.winner == 1
    assert series.points == (1, 0)
    series.next().resign()
    assert series.outcome == SeriesOutcome(0, (1, 0))


def test_all_games_are_recorded_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "series.txt"
    series = series_of(Variant("enclosure_chess", "5x5"), games=4)
    for number in range(3):
        play_out(series.match, number)
        series.next()
    series.match.push("c3")
    series.write(path, "2026-11-14")
    records = read_file(path)
    assert [record.tags["Round"] for record in records] == ["1", "2", "3", "4"]
    assert {record.tags["Rounds"] for record in records} == {"4"}
    assert [record.tags["First"] for record in records] == ["Ada", "Bo", "Ada", "Bo"]
    assert [record.tags["Second"] for record in records] == ["Bo", "Ada", "Bo", "Ada"]
    assert records[0].tags["MatchPoints"] == records[0].tags["Score"]
    assert records[2].tags["MatchPoints"] == "{}-{}".format(*series.points)
    assert records[3].result == "*"
    assert "MatchPoints" not in records[3].tags
    for record, match in zip(records, series.games, strict=True):
        assert record.replay(GET).moves == match.moves
    ada = bo = 0
    for record in records[:2]:
        first, second = (int(part) for part in record.tags["Score"].split("-"))
        ada, bo = (ada + first, bo + second) if record.tags["First"] == "Ada" else (ada + second, bo + first)
    assert records[1].tags["MatchPoints"] == f"{bo}-{ada}"  # Bo sat first in game 2


def test_it_says_where_it_stands() -> None:
    assert repr(Series(GET("enso"), 6)) == "<Series enso, game 1 of 6, 0 to 0 points>"


# --- read back ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_a_series_is_read_back_as_one(variant: Variant, tmp_path: Path) -> None:
    path, again = tmp_path / "series.txt", tmp_path / "again.txt"
    series = series_of(variant, games=4)
    for stage in range(4):
        if stage % 2:
            play_out(series.match, f"{variant} {stage}")
        else:
            series.match.push_code(series.match.codes()[0])
            series.match.resign()
        series.write(path, "2026-11-14")
        loaded = kakomi.load_series(path)
        assert loaded == series
        assert (loaded.points, loaded.outcome) == (series.points, series.outcome)
        loaded.write(again)
        assert again.read_text() == path.read_text()
        if stage < 3:
            series.next()
    assert series.outcome is not None


SERIES = """\
[Game "enso"] [First "Ada"] [Second "Bo"] [Round "1"] [Rounds "2"] [Result "0-1"] [Clause "resign"] [MatchPoints "0-1"] 0-1
[Game "enso"] [First "Bo"] [Second "Ada"] [Round "2"] [Rounds "2"] c5xd5 *
"""


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('[Rounds "2"]', "", "tag Rounds how many"),
        ('[Rounds "2"]', '[Rounds "three"]', "tag Rounds how many"),
        ('[Rounds "2"]', '[Rounds "3"]', "even number of games"),
        ('[Round "2"]', '[Round "1"]', "line 2: Round of game 2 is 2, not 1"),
        ('[Round "2"] [Rounds "2"]', '[Round "2"] [Rounds "4"]', "Rounds of game 2 is 2, not 4"),
        ('[MatchPoints "0-1"]', '[MatchPoints "1-0"]', "line 1: MatchPoints of game 1 is 0-1, not 1-0"),
        ('[First "Bo"] [Second "Ada"]', '[First "Ada"] [Second "Bo"]', "line 2: game 2 is between Bo and Ada"),
        ('[Game "enso"] [First "Bo"]', '[Game "iago"] [First "Bo"]', "move 1, 'c5xd5'"),
        ('[Result "0-1"] [Clause "resign"] [MatchPoints "0-1"] 0-1', "*", "game 2 is one too many"),
        ("c5xd5 *", 'c5xd5 * [Game "enso"] *', "game 3 is one too many"),
        (SERIES, "", "there is no record"),
    ],
)
def test_what_is_no_series_is_refused(old: str, new: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "series.txt"
    path.write_text(SERIES)
    assert kakomi.load_series(path).number == 2
    assert old in SERIES
    path.write_text(SERIES.replace(old, new))
    with pytest.raises(kakomi.RecordError, match=reason):
        kakomi.load_series(path)


def test_a_series_has_one_game_rule_set_and_options(tmp_path: Path) -> None:
    path = tmp_path / "series.txt"
    series = Series(GET("enclose5"), 2, options={"size": 9})
    series.match.resign()
    series.next()
    series.write(path)
    text = path.read_text()
    path.write_text(text[::-1].replace('"9"'[::-1], '"11"'[::-1], 1)[::-1])
    with pytest.raises(kakomi.RecordError, match="game 2 is not of this series"):
        kakomi.load_series(path)
