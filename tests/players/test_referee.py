"""Contests: openings and colours, the referee, clocks, the figures, the sequential test, and what is kept."""

from __future__ import annotations

import functools
import json
import math
import random
import time
from dataclasses import replace
from pathlib import Path

import pytest

import kakomi
from kakomi.core.errors import OptionError, RecordError
from kakomi.core.records.record import read_file
from kakomi.players.matches import match_files as ledger_module
from kakomi.players.matches.clock import Allowance, TimeControl, seconds
from kakomi.players.matches.match_files import Ledger
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import GameTask, Plan, Played, Referee, invite, tasks
from kakomi.players.matches.sprt import PAIR_SCORES, Sprt, elo_difference, expected_score, wilson
from kakomi.players.matches.workers import play

PLAN = Plan(("random", "random"), "enso", games=8, opening=3, seed=5)


class Puppet:
    """A player who does as the test says."""

    name = "puppet"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, match: kakomi.Match) -> str:
        if isinstance(self.answer, BaseException):
            raise self.answer
        if callable(self.answer):
            return str(self.answer(match))
        return self.answer  # type: ignore[return-value]


def first_move(match: kakomi.Match) -> str:
    return next(iter(match.legal_moves))


def against(answer: object, plan: Plan = PLAN, number: int = 0) -> Played:
    """A game of A, a puppet, against B, who makes the first move of the list."""
    plan = replace(plan, players=("a", "b"))
    table = Referee(plan, lambda name: Puppet(answer if name == "a" else first_move))
    return table.play(list(tasks(plan))[number])


# --- openings and colours ---------------------------------------------------------------------------------------------


def test_each_opening_is_played_twice_and_no_two_are_alike() -> None:
    made = list(tasks(replace(PLAN, games=40, opening=1)))  # 20 of the 24 first moves there are
    assert [task.number for task in made] == list(range(40))
    assert [task.opening for task in made[::2]] == [task.opening for task in made[1::2]]
    assert len({task.opening for task in made}) == 20
    assert {len(task.opening) for task in made} == {1}


def test_openings_depend_on_the_seed_alone() -> None:
    assert list(tasks(PLAN)) == list(tasks(PLAN))
    assert list(tasks(PLAN)) != list(tasks(replace(PLAN, seed=6)))
    assert list(tasks(replace(PLAN, games=4))) == list(tasks(PLAN))[:4]


def test_an_opening_never_ends_the_game() -> None:
    for task in tasks(replace(PLAN, opening=18, games=20)):
        match = PLAN.match()
        for text in task.opening:
            match.push(text)
        assert match.outcome is None
    with pytest.raises(OptionError, match="take fewer"):
        list(tasks(replace(PLAN, opening=200)))


def test_without_an_opening_all_games_begin_alike() -> None:
    assert {task.opening for task in tasks(replace(PLAN, opening=0))} == {()}


def test_colours_alternate() -> None:
    """A gives up at its first turn; so it is the player who moved in vain that lost."""
    for number in (0, 1, 2, 3):
        played = against("nonsense", replace(PLAN, opening=0), number)
        assert played.seat == number % 2
        assert played.points == 0
        assert len(played.moves) == number % 2  # as the second player A sees one move of B


@pytest.mark.parametrize(("games", "opening"), [(3, 2), (0, 2), (10**7, 2), (4, -1), (4, 201)])
def test_impossible_plans_are_refused(games: int, opening: int) -> None:
    with pytest.raises(OptionError):
        Plan(("random", "random"), "enso", games=games, opening=opening)


# --- the referee ------------------------------------------------------------------------------------------------------

WRONG = [
    ("nonsense", "answered 'nonsense'"),
    ("", "is not a move"),
    ("a1xa2", "answered 'a1xa2'"),
    ("x" * 100_000, "is not a move"),
    ("\x1b[31m\n", "is not a move"),
    (None, "not text: None"),
    (17, "not text: 17"),
    (RuntimeError("boom\nboom"), "it broke off: RuntimeError: boom boom"),
    (RecursionError(), "it broke off: RecursionError"),
]


@pytest.mark.parametrize(("answer", "reason"), WRONG)
def test_what_is_no_move_forfeits_the_game(answer: object, reason: str) -> None:
    played = against(answer, replace(PLAN, opening=0))
    assert (played.winner, played.clause, played.points) == (1, "forfeit", 0)
    assert played.reason.startswith("a: ")
    assert reason in played.reason
    assert played.reason.isprintable()
    assert len(played.reason) <= 300
    [replayed] = [played.record(PLAN).replay(kakomi.games.get)]
    assert replayed.outcome == kakomi.Outcome(1, "forfeit")


def test_a_player_cannot_change_the_game_it_looks_at() -> None:
    def cheat(match: kakomi.Match) -> str:
        move = first_move(match)
        match.push(move)
        match.resign()
        return move

    fair, foul = against(first_move), against(cheat)
    assert (foul.moves, foul.winner, foul.clause) == (fair.moves, fair.winner, fair.clause)


def test_ctrl_c_is_no_fault_of_the_player() -> None:
    with pytest.raises(KeyboardInterrupt):
        against(KeyboardInterrupt())


def test_a_player_who_cannot_be_made_forfeits() -> None:
    def make(name: str) -> Puppet:
        if name == "b":
            raise OSError("no room")
        return Puppet(first_move)

    played = Referee(replace(PLAN, players=("a", "b")), make).play(GameTask(0, ()))
    assert (played.winner, played.clause, played.reason) == (0, "forfeit", "b: OSError: no room")


# --- time -------------------------------------------------------------------------------------------------------------


def test_a_clock_runs_down_and_gains_its_increment() -> None:
    control = TimeControl.read(" 10+0.5 ")
    allowance = control.after(control.after(control.begin(), 0, 3.0), 1, 0.25)
    assert allowance == Allowance(None, (7.5, 10.25), 0.5)
    assert (allowance.deadline(0), allowance.deadline(1)) == (7.5, 10.25)
    assert TimeControl().begin().deadline(0) == math.inf
    assert TimeControl(movetime=2.0).begin().deadline(1) == 2.5


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "1+", "+1", "1+x", "nan", "inf", "1e3", "²", "9" * 5000, "1+2+3", "99999999"]
)
def test_a_time_that_is_none(text: str) -> None:
    with pytest.raises(OptionError, match="a time is a number of seconds"):
        TimeControl.read(text)


def test_seconds_are_read() -> None:
    assert (seconds("0.25"), seconds(" 60 ")) == (0.25, 60.0)


@pytest.mark.parametrize("control", [TimeControl(base=0.2), TimeControl(movetime=0.1)])
def test_who_is_late_loses_on_time(control: TimeControl) -> None:
    def slow(match: kakomi.Match) -> str:
        time.sleep(0.8)
        return first_move(match)

    played = against(slow, replace(PLAN, control=control))
    assert (played.clause, played.points) == ("time", 0)
    assert "a lost on time: 0.8" in played.reason
    assert played.seconds[0] > 0.8 > played.seconds[1]
    assert played.record(PLAN).replay(kakomi.games.get).outcome == kakomi.Outcome(1 - played.seat, "time")


def test_clocks_are_shown_to_players_and_kept_in_the_record() -> None:
    seen: list[Allowance] = []

    class Timed(Puppet):
        def allot(self, allowance: Allowance) -> None:
            seen.append(allowance)

    plan = replace(PLAN, control=TimeControl(base=100.0, increment=1.0), players=("a", "b"))
    played = Referee(plan, lambda name: Timed(first_move)).play(next(tasks(plan)))
    assert seen[0] == Allowance(None, (100.0, 100.0), 1.0)
    assert len(seen) == len(played.moves) - plan.opening
    record = played.record(plan)
    assert [move.clock for move in record.moves[:3]] == [None] * 3
    assert all(100 < (move.clock or 0) < 200 for move in record.moves[3:])


def test_a_player_who_has_to_compile_does_so_off_the_clock() -> None:
    ready: set[str] = set()

    class Compiling(Puppet):
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, match: kakomi.Match) -> str:
            if self.name not in ready:
                ready.add(self.name)
                time.sleep(1.2)
            return first_move(match)

    plan = replace(PLAN, control=TimeControl(base=1.0), players=("a", "b"))
    assert Referee(plan, Compiling).play(next(tasks(plan))).clause != "time"


# --- the figures ------------------------------------------------------------------------------------------------------


def played(number: int, points: float, clause: str = "4.1", moves: tuple[str, ...] = ()) -> Played:
    seat = number % 2
    winner = None if points == 0.5 else seat if points else 1 - seat
    return Played(number, 0, moves or (str(number),), winner, clause)


def test_the_standing_counts_from_the_side_of_a() -> None:
    standing = Standing(replace(PLAN, games=6))
    for number, points in enumerate([1, 1, 0.5, 0, 1, 0]):
        standing.add(played(number, points, "4.1" if points == 1 else "4.2"))
    report = standing.as_dict()
    assert (report["wins"], report["draws"], report["losses"], report["score"]) == (3, 1, 2, round(3.5 / 6, 6))
    assert report["first"] == {"wins": 2, "draws": 1, "losses": 0}
    assert report["second"] == {"wins": 1, "draws": 0, "losses": 2}
    assert report["clauses"] == {
        "4.1": {"wins": 3, "draws": 0, "losses": 0},
        "4.2": {"wins": 0, "draws": 1, "losses": 2},
    }
    assert report["pairs"] == [0, 1, 1, 0, 1]
    assert standing.over


def test_games_that_repeat_each_other_are_counted() -> None:
    standing = Standing(PLAN)
    for number in range(4):
        standing.add(played(number, 1, moves=("same",)))
    assert standing.repeated == 3


def test_wilson_against_published_values() -> None:
    """Newcombe (1998), table I, method 3."""
    for wins, games, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        assert [round(end, 4) for end in wilson(wins / games, games)] == [low, high]


def test_all_or_nothing_has_no_finite_elo() -> None:
    standing = Standing(PLAN)
    for number in range(4):
        standing.add(played(number, 1))
    report = standing.as_dict()
    assert report["elo"] is None
    assert json.loads(json.dumps(report, allow_nan=False))["elo_95"][1] is None
    assert elo_difference(expected_score(123.0)) == pytest.approx(123.0)


# --- the sequential test ----------------------------------------------------------------------------------------------


def test_the_likelihood_ratio_without_draws_is_the_binomial_one() -> None:
    """With wins and losses of whole pairs only, the likeliest frequencies are the scores themselves."""
    test = Sprt(0, 100)
    s0, s1 = expected_score(0), expected_score(100)
    wanted = 30 * math.log(s1 / s0) + 20 * math.log((1 - s1) / (1 - s0))
    assert test.ratio([20, 0, 0, 0, 30]) == pytest.approx(wanted, abs=0.01)


def test_the_likelihood_ratio_is_near_its_normal_approximation() -> None:
    """For many pairs and a small difference: N (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    pairs = [150, 250, 300, 280, 220]
    count = sum(pairs)
    mean = sum(n * a for n, a in zip(pairs, PAIR_SCORES, strict=True)) / count
    variance = sum(n * (a - mean) ** 2 for n, a in zip(pairs, PAIR_SCORES, strict=True)) / count
    s0, s1 = expected_score(0), expected_score(10)
    wanted = count * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 10).ratio(pairs) == pytest.approx(wanted, rel=0.03)


def test_the_likelihood_ratio_turns_round_with_the_players() -> None:
    assert Sprt(-30, 50).ratio([5, 3, 9, 4, 11]) == pytest.approx(-Sprt(-50, 30).ratio([11, 4, 9, 3, 5]))
    assert Sprt(-30, 30).ratio([0, 0, 50, 0, 0]) == pytest.approx(0, abs=1e-6)
    assert Sprt(0, 30).ratio([0, 0, 0, 0, 0]) == 0


@functools.cache
def verdict_of(test: Sprt, pairs: tuple[int, ...]) -> str:
    """The same few pairs come up in many simulations."""
    return test.verdict(pairs)


def simulate(test: Sprt, elo: float, draws: float, bias: float, dice: random.Random) -> str:
    """A test between players of known strength, in openings that favour one colour or the other by the bias."""
    mean = expected_score(elo)
    pairs = [0] * 5
    while not (verdict := verdict_of(test, tuple(pairs))):
        favour = bias * dice.choice((-1, 1))
        points = 0
        for score in (mean + favour, mean - favour):
            drawn = min(draws, 2 * score, 2 * (1 - score))
            throw = dice.random()
            points += 2 if throw < score - drawn / 2 else 1 if throw < score + drawn / 2 else 0
        pairs[points] += 1
    return verdict


@pytest.mark.parametrize(("draws", "bias"), [(0.0, 0.0), (0.4, 0.0), (0.1, 0.25)])
def test_the_error_rates_are_the_nominal_ones(draws: float, bias: float) -> None:
    """300 tests each way; 10 % is four standard errors above the nominal 5 %."""
    test = Sprt(0, 120)
    dice = random.Random(1947)
    runs = 300
    assert sum(simulate(test, 0, draws, bias, dice) == "H1" for _ in range(runs)) < 0.1 * runs
    assert sum(simulate(test, 120, draws, bias, dice) == "H0" for _ in range(runs)) < 0.1 * runs


def test_far_from_both_hypotheses_the_test_hardly_errs() -> None:
    dice = random.Random(3)
    verdicts = [simulate(Sprt(0, 100), elo, 0.2, 0.1, dice) for elo in (-200, 300) for _ in range(50)]
    assert verdicts == ["H0"] * 50 + ["H1"] * 50


@pytest.mark.parametrize("elos", [(0, 0), (30, 0), (0, math.nan), (math.nan, 0), (0, 1e9), (-math.inf, 0)])
def test_impossible_hypotheses_are_refused(elos: tuple[float, float]) -> None:
    with pytest.raises(OptionError):
        Sprt(*elos)


def test_a_test_ends_the_contest_after_a_whole_pair() -> None:
    plan = replace(PLAN, games=1000, sprt=Sprt(-400, -200), opening=2)
    standing = Standing(plan)
    count = sum(1 for _ in play(plan, standing))
    assert standing.verdict == "H1"  # the two are equals
    assert count == standing.total.games < 1000
    assert count % 2 == 0


# --- repeating, several processes, and what is kept -------------------------------------------------------------------


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    def course(plan: Plan, jobs: int) -> list[Played]:
        return [replace(each, seconds=(0.0, 0.0)) for each in play(plan, Standing(plan), jobs)]

    plan = replace(PLAN, games=12, sprt=Sprt(-400, -200))
    alone = course(plan, 1)
    assert alone == course(plan, 1) == course(plan, 2)
    assert alone != course(replace(plan, seed=6), 1)
    assert len({each.moves for each in alone}) == len(alone)


def test_a_seed_in_the_name_is_left_alone() -> None:
    match = kakomi.new("enso")
    assert invite("random:seed=3", 8).choose(match) == invite("random:seed=3", 9).choose(match)
    assert len({invite("random", seed).choose(match) for seed in range(30)}) > 5
    assert invite("random", 8).choose(match) == invite("random", 8).choose(match)


def test_a_player_kept_between_games_gets_each_games_seed_unless_its_name_gives_one() -> None:
    told: list[tuple[str, int | None]] = []

    class Kept(Puppet):
        def __init__(self, name: str) -> None:
            super().__init__(first_move)
            self.name = name

        def begin(self, match: kakomi.Match, seed: int | None) -> None:
            told.append((self.name, seed))

    plan = replace(PLAN, players=("kept", "kept:seed=4"))
    table = Referee(plan, Kept)
    for task in tasks(plan):
        table.play(task)
    assert [seed for name, seed in told if name == "kept:seed=4"] == [None] * 8
    assert len({seed for name, seed in told if name == "kept"} - {None}) == 8


def test_the_games_and_a_manifest_are_kept(tmp_path: Path) -> None:
    standing = Standing(PLAN)
    ledger = Ledger(tmp_path / "games.kakomi", PLAN, standing, 1)
    games = []
    for each in play(PLAN, standing):
        ledger.add(each)
        games.append(each)
        assert json.loads((tmp_path / "games.kakomi.json").read_text("utf-8"))["complete"] is False
    manifest = ledger.close()
    records = read_file(tmp_path / "games.kakomi")
    assert [tuple(record.replay(kakomi.games.get).moves) for record in records] == [each.moves for each in games]
    assert [record.tags["Round"] for record in records] == [str(number + 1) for number in range(8)]
    assert json.loads((tmp_path / "games.kakomi.json").read_text("utf-8")) == manifest
    assert manifest["complete"] is True
    assert manifest["result"] == standing.as_dict()
    assert manifest.keys() >= {"kakomi", "package_hash", "rules_version", "plan", "machine", "jobs", "began", "records"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.kakomi", "games.kakomi.json"]


def test_names_stand_where_they_sat(tmp_path: Path) -> None:
    plan = replace(PLAN, players=("random:seed=1", "random:seed=2"), games=2)
    standing = Standing(plan)
    ledger = Ledger(tmp_path / "x", plan, standing, 1)
    for each in play(plan, standing):
        ledger.add(each)
    ledger.close()
    names = [(record.tags["First"], record.tags["Second"]) for record in read_file(tmp_path / "x")]
    assert names == [plan.players, plan.players[::-1]]


def test_what_exists_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("mine", encoding="utf-8")
    with pytest.raises(RecordError, match="exists already"):
        Ledger(tmp_path / "x", PLAN, Standing(PLAN), 1)
    with pytest.raises(RecordError, match="there is no folder"):
        Ledger(tmp_path / "y" / "x", PLAN, Standing(PLAN), 1)
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_file_that_grows_too_large_is_continued_in_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "LARGEST_FILE", 2500)
    standing = Standing(PLAN)
    ledger = Ledger(tmp_path / "x.kakomi", PLAN, standing, 1)
    for each in play(PLAN, standing):
        ledger.add(each)
    names = ledger.close()["records"]
    assert isinstance(names, list)
    assert names[:2] == ["x.kakomi", "x-2.kakomi"]
    rounds = [record.tags["Round"] for name in names for record in read_file(tmp_path / name)]
    assert rounds == [str(number + 1) for number in range(8)]
    assert all((tmp_path / name).stat().st_size <= 2500 for name in names)
