"""How games begin: each kind of start, and every way in which one can be wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kakomi
from kakomi.core.records.record import Record, write_file
from kakomi.lab.orbits import early_position, first_move_orbits
from kakomi.lab.plans.plan import read, read_file
from kakomi.lab.plans.toml_table import PlanError
from kakomi.lab.results import (
    FIRST_MOVES,
    OPENINGS,
    POSITIONS,
    RANDOM_MOVES,
    TRUE_START,
    GameResult,
    Spread,
    StudyResult,
)
from kakomi.lab.runs.run_files import mark_repeats
from kakomi.lab.runs.spread_player import SpreadPlayer
from kakomi.lab.runs.unit_player import UnitPlayer
from kakomi.lab.runs.units import game_start
from kakomi.lab.statistics.symmetry_test import symmetry_test

HEAD = 'name = "a"\n'
STUDY = '[[study]]\ngame = "enso"\nplayers = ["greedy", "greedy"]\ngames = 56\n'
LEVEL = '[[study]]\ngame = "enso"\nplayers = ["level:1", "level:1"]\ngames = 2\n'


def test_every_first_move_is_played_equally_often_and_so_are_its_images() -> None:
    plan = read(f'{HEAD}{STUDY}start = "first moves"\n')
    study = plan.studies[0]
    assert (study.start.kind, len(study.start.openings)) == (FIRST_MOVES, 7)
    starts = [game_start(plan, study, game) for game in range(2 * 7 * 4)]
    assert all(
        first.task.opening == second.task.opening for first, second in zip(starts[::2], starts[1::2], strict=True)
    )
    for number, orbit in enumerate(first_move_orbits(study.match())):
        images = [start.task.opening[0] for start in starts if start.number == number]
        assert {move: images.count(move) for move in orbit} == dict.fromkeys(orbit, 8 // len(orbit))


def test_given_openings_and_positions_come_in_turn() -> None:
    match = kakomi.new("enso")
    match.push("e3xf4")
    plan = read(
        f'{HEAD}{STUDY}openings = ["e3xf4", "c5xd5"]\n{STUDY}name = "b"\npositions = ["{match.position}"]\n{STUDY}name = "c"'
    )
    given, placed, usual = plan.studies
    assert [study.start.kind for study in plan.studies] == [OPENINGS, POSITIONS, TRUE_START]
    assert [game_start(plan, given, game).task.opening for game in (0, 1, 2, 4)] == [
        *[("e3xf4",)] * 2,
        ("c5xd5",),
        ("e3xf4",),
    ]
    assert game_start(plan, placed, 5).position == match.position
    assert game_start(plan, usual, 5).task.opening == ()
    played = UnitPlayer(plan).play_game(placed, 3)
    replay = kakomi.new("enso", position=match.position)
    for move in played.moves:
        replay.push(move)
    assert replay.outcome is not None
    assert replay.outcome.winner == played.winner


def test_openings_from_a_file_of_records(tmp_path: Path) -> None:
    match = kakomi.new("enso")
    for _ in range(4):
        match.push_code(match.codes()[0])
    write_file(tmp_path / "games.kakomi", [Record.from_match(match)] * 2)
    text = f'{HEAD}{STUDY}opening_file = "games.kakomi"\nopening_plies = '
    (tmp_path / "plan.toml").write_text(f"{text}3\n", encoding="utf-8")
    plan = read_file(tmp_path / "plan.toml")
    assert plan.studies[0].start.openings == (tuple(match.moves[:3]),)  # the same opening twice is one
    assert list(plan.files) == ["games.kakomi"]  # kept with the run, so that it can be repeated
    for plies, refusal in (
        ("9", "game 1 of games.kakomi has 4 moves, fewer than opening_plies = 9"),
        ("0", "from 1 to"),
    ):
        with pytest.raises(PlanError, match=refusal):
            read(text + plies, tmp_path)
    with pytest.raises(PlanError, match="a file beside the plan"):
        read(text.replace("games.kakomi", "../games.kakomi") + "3", tmp_path)
    with pytest.raises(PlanError, match="is of another game"):
        read(text.replace("enso", "iago") + "3", tmp_path)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        (f'{STUDY}start = "middle"', 'start is "start" or "first moves", not \'middle\''),
        (f'{STUDY}start = "first moves"\nopening = 2', "it mixes kinds of start .opening and start"),
        (f'{STUDY}opening = 2\nopenings = ["e3xf4"]', "it mixes kinds of start .opening and openings"),
        (f'{STUDY}openings = ["e3xf4 a1xb1"]', "the opening 'e3xf4 a1xb1' is illegal at move 2"),
        (f'{STUDY}openings = [""]', "an opening has at least one move"),
        (f"{STUDY}openings = [5]", "openings is a list of texts"),
        (f'{STUDY}positions = ["nowhere"]', "the position 'nowhere' cannot be read"),
        (f"{STUDY}opening_plies = 2", "name the file"),
        (f'{STUDY}opening_file = "a.kakomi"\nopening_plies = 2', "a file beside the plan"),
        (f'{STUDY.replace("56", "12")}start = "first moves"', "7 openings need at least 14 games"),
        (f"{LEVEL}spread = 3", "spread is written"),
        (f"{LEVEL}spread = {{ margin = 0.9, plies = 2, nodes = 9 }}", "margin must be a number from 0 to 0.5"),
        (
            f"{LEVEL}{LEVEL.replace('level:1', 'level:2')}opening = 2",
            "studies 1 and 2 mix kinds of start between equal players: from the true start, and after 2 random plies",
        ),
        (
            f"{LEVEL}{LEVEL.replace('level:1', 'level:2')}spread = {{ margin = 0.1, plies = 2, nodes = 9 }}",
            "studies 1 and 2 of equal players spread their choice differently",
        ),
    ],
)
def test_a_wrong_start_is_refused_in_a_sentence(text: str, refusal: str) -> None:
    with pytest.raises(PlanError, match=refusal) as caught:
        read(HEAD + text)
    assert "\n" not in str(caught.value)


def test_a_start_that_is_already_decided_is_refused() -> None:
    match = kakomi.new("enclosure_chess", "5x5")
    while match.codes():
        match.push_code(match.codes()[0])
    study = '[[study]]\ngame = "enclosure_chess"\nrules = "5x5"\nplayers = ["greedy", "greedy"]\ngames = 2\n'
    with pytest.raises(PlanError, match=r"is already decided \(clause 4"):
        read(f'{HEAD}{study}openings = ["{" ".join(match.moves)}"]')
    with pytest.raises(PlanError, match=r"is already decided \(clause 4"):
        read(f'{HEAD}{study}positions = ["{match.position}"]')


def test_contests_and_first_moves_may_begin_otherwise() -> None:
    contest = STUDY.replace('"greedy"]', '"random"]')
    plan = read(f'{HEAD}{LEVEL}{contest}opening = 2\n{STUDY}name = "b"\nstart = "first moves"')
    assert [study.start.kind for study in plan.studies] == [TRUE_START, RANDOM_MOVES, FIRST_MOVES]


def test_early_positions_are_the_same_for_images() -> None:
    match = kakomi.new("enso")
    names = set()
    for move in first_move_orbits(match)[-1]:
        after = match.copy()
        after.push(move)
        names.add(early_position(after))
    assert len(names) == 1
    after = match.copy()
    after.push("e2-d3")
    assert early_position(after) not in names


class Fixed:
    """A player that would always open alike."""

    name = "fixed"

    def choose(self, match: kakomi.Match) -> str:
        return match.legal_moves[0]


def test_a_spread_player_draws_among_near_equal_moves_and_then_plays_itself() -> None:
    def opened(margin: float, seed: int, plies: int = 1) -> str:
        player = SpreadPlayer("random:seed=5", Spread(margin, plies, 2), 1.0)
        match = kakomi.new("enclosure_chess", "5x5")
        player.begin(match, seed)
        player._base = Fixed()
        return player.choose(match)

    everywhere = {opened(0.5, seed) for seed in range(60)}
    assert len(everywhere) > 10  # of 13 first moves, up to symmetry equally often
    assert opened(0.5, 3) == opened(0.5, 3)
    best = {opened(0.0, seed) for seed in range(20)}
    orbits = first_move_orbits(kakomi.new("enclosure_chess", "5x5"))
    assert len([orbit for orbit in orbits if best & set(orbit)]) == 1
    player = SpreadPlayer("random:seed=5", Spread(0.5, 1, 2), 1.0)
    match = kakomi.new("enclosure_chess", "5x5")
    match.push_code(match.codes()[3])
    player.begin(match, 1)
    player._base = Fixed()
    assert player.choose(match) == match.legal_moves[0]


def test_a_habit_of_looking_favours_no_image_when_games_are_turned() -> None:
    player = "alphabeta:nodes=40,memory=1"

    def play(turned: str) -> StudyResult:
        plan = read(
            f'{HEAD}[[study]]\ngame = "enclosure_chess"\nrules = "5x5"\nplayers = ["{player}", "{player}"]\n'
            f'start = "first moves"\ngames = 144\n{turned}'
        )
        study, desk = plan.studies[0], UnitPlayer(plan)
        return replace(study.unplayed(), games=[desk.play_game(study, number) for number in range(study.games)])

    plain, turned = play(""), play("turned = true\n")
    assert (plain.turned, turned.turned) == (False, True)
    assert [game.moves[0] for game in plain.games] == [
        game.moves[0] for game in turned.games
    ]  # as the study wants them
    for study, alike in ((plain, False), (turned, True)):
        test = symmetry_test([study])
        assert test is not None
        assert (test.p > 0.001) == alike, test
    for game in turned.games[::40]:
        replay = kakomi.new("enclosure_chess", "5x5")
        for move in game.moves:
            replay.push(move)
        assert replay.outcome is not None
        assert replay.outcome.winner == game.winner


def test_a_plan_without_turned_games_is_what_it_was() -> None:
    plan = read(f"{HEAD}{STUDY}")
    assert "turned" not in plan.studies[0].as_dict()
    assert read(f"{HEAD}{STUDY}turned = true\n").studies[0].as_dict()["turned"] is True
    with pytest.raises(PlanError, match="turned"):
        read(f"{HEAD}{STUDY}turned = 3\n")


def test_a_game_and_the_same_game_again_are_marked() -> None:
    plan = read(f'{HEAD}{STUDY}openings = ["e3xf4"]')
    played: GameResult = UnitPlayer(plan).play_game(plan.studies[0], 0)
    assert [game.repeat for game in mark_repeats([played, played])] == [False, True]
