"""Plans: what they say, and every way in which they can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kakomi.lab.plans.plan import Evaluate, read, read_file
from kakomi.lab.plans.stopping import StopRule
from kakomi.lab.plans.toml_table import PlanError

STUDY = '[[study]]\ngame = "enso"\nplayers = ["random", "random"]\n'
HEAD = 'name = "a"\n'


def test_a_plan_says_what_is_to_be_played() -> None:
    plan = read(
        """
        name = "b-1"
        seed = 9
        patience = 2

        [[study]]
        name = "large"
        game = "enclose5"
        options = { size = 15, target = 10 }
        players = ["level:3", "level:1"]
        games = 40
        evaluate = { nodes = 200 }
        opening = 2

        [[study]]
        game = "enso"
        players = ["random", "random"]
        stop = { measure = "length", width = 0.5, most = 1000000 }
        """
    )
    first, second = plan.studies
    assert (plan.name, plan.seed, plan.patience) == ("b-1", 9, 2.0)
    assert (first.rules, first.options["size"], first.options["target"]) == ("standard", 15, 10)
    assert (first.games, first.unit, first.evaluate, first.bulk) == (40, 10, Evaluate(200, 1), False)
    assert (second.games, second.stop, second.bulk) == (1_000_000, StopRule("length", 0.5, 1_000_000), True)
    assert second.name == "enso standard: random - random"


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("name = ", "not TOML"),
        (f"{HEAD}seed = {'9' * 5000}\n{STUDY}games = 2", "not readable TOML"),
        (STUDY + "games = 2", "name must be a text in quotes"),
        (f'name = "../up"\n{STUDY}games = 2', "a plan's name has up to 64 lower-case letters"),
        (f"{HEAD}seed = -1\n{STUDY}games = 2", "seed must be a whole number from 0"),
        (f"{HEAD}seed = true\n{STUDY}games = 2", "seed must be a whole number"),
        (f"{HEAD}sed = 1\n{STUDY}games = 2", "did you mean seed"),
        (f"{HEAD}patience = 0\n{STUDY}games = 2", "patience must be a number from 0.1"),
        (HEAD, r"at least one study, under a heading \[\[study\]\]"),
        (f'{HEAD}[study]\ngame = "enso"', "at least one study"),
        (f"{HEAD}study = [1]", "at least one study"),
        (f'{HEAD}[[study]]\ngame = "ensso"', "did you mean enso"),
        (f"{HEAD}[[study]]\ngame = 4", "game must be a text in quotes"),
        (f"{HEAD}{STUDY}games = 2\nrules = 'loose'", "there is no rule set of enso 'loose'"),
        (f"{HEAD}{STUDY}games = 2\noptions = {{ size = 9 }}", "there is no option of enso standard 'size'"),
        (f"{HEAD}{STUDY}games = 2\noptions = 5", "options are written"),
        (
            f'{HEAD}[[study]]\ngame = "enclose5"\nplayers = ["random", "random"]\ngames = 2\noptions = {{ size = 99 }}',
            "study 1: size must be 7 to",
        ),
        (f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["random"]\ngames = 2', "players are two names"),
        (f'{HEAD}[[study]]\ngame = "enso"\ngames = 2', "players are two names, .* not nothing"),
        (f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["randon", "random"]\ngames = 2', "did you mean random"),
        (f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["level:11", "random"]\ngames = 2', "level must be"),
        (
            f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["ugi:nowhere-at-all", "random"]\ngames = 2',
            "there is no program",
        ),
        (f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["{"x" * 3000}", "random"]\ngames = 2', "at most 2010 characters"),
        (f"{HEAD}{STUDY}", "give either the number of games or a stopping rule"),
        (
            f"{HEAD}{STUDY}games = 2\nstop = {{ measure = 'length', width = 1, most = 9 }}",
            "give either the number of games",
        ),
        (f"{HEAD}{STUDY}games = 0", "games must be a whole number from 1"),
        (f"{HEAD}{STUDY}games = 2.5", "games must be a whole number"),
        (f"{HEAD}{STUDY}bulk = false\ngames = 2000000", "games must be a whole number from 1 to 1,000,000"),
        (f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["greedy", "random"]\ngames = 3', "even numbers, not 3"),
        (f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["greedy", "random"]\ngames = 4\nunit = 1', "even numbers"),
        (f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["greedy", "random"]\ngames = 4\nbulk = true', "leave it out"),
        (f"{HEAD}{STUDY}games = 2\nbulk = 1", "bulk must be true or false"),
        (f"{HEAD}{STUDY}games = 2\nopening = 201", "opening must be a whole number from 0 to 200"),
        (f"{HEAD}{STUDY}games = 2\nevaluate = 5", "evaluate is written"),
        (f"{HEAD}{STUDY}games = 2\nevaluate = {{ nodes = 0 }}", "evaluate: nodes must be a whole number from 1"),
        (
            f'{HEAD}[[study]]\ngame = "iago"\nplayers = ["guided:nodes=900", "random"]\n'
            "games = 2\nevaluate = { nodes = 300 }",
            "a judge of 300 nodes is weaker than the players, who search 900; give it at least as many",
        ),
        (f"{HEAD}{STUDY}games = 2\nmovetime = 'long'", "movetime must be a number"),
        (f"{HEAD}{STUDY}games = 2\nstudy = 1", "there is no key 'study'"),
        (f"{HEAD}{STUDY}games = 2\nname = ''", "a study's name is one line"),
        (f"{HEAD}{STUDY}stop = 5", "stop is written"),
        (f"{HEAD}{STUDY}stop = {{ measure = 'lenght', width = 1, most = 9 }}", "did you mean length"),
        (f"{HEAD}{STUDY}stop = {{ measure = 'length', width = 0, most = 9 }}", "width to stop at must be from 0.001"),
        (f"{HEAD}{STUDY}stop = {{ measure = 'length', width = nan, most = 9 }}", "width must be a number"),
        (
            f"{HEAD}{STUDY}stop = {{ measure = 'state_space', width = 1, most = 9 }}",
            "no measure to stop by 'state_space'",
        ),
        (f"{HEAD}{STUDY}stop = {{ measure = 'ending', width = 0.1, most = 9 }}", "is written ending:LABEL"),
        (f"{HEAD}{STUDY}stop = {{ measure = 'draws:x', width = 0.1, most = 9 }}", "is written draws, not"),
        (f"{HEAD}{STUDY}stop = {{ measure = 'draws', width = 1.5, most = 9 }}", "less than 1, not 1.5"),
        (f"{HEAD}{STUDY}stop = {{ measure = 'board_use', width = 0.1, most = 9 }}", "set bulk = false"),
        (f"{HEAD}{STUDY}bulk = false\nstop = {{ measure = 'drama', width = 0.1, most = 9 }}", "needs evaluate"),
        (f"{HEAD}{STUDY}stop = {{ measure = 'length', width = 1 }}", "most must be a whole number"),
        (f"{HEAD}{STUDY}stop = {{ measure = 'decisiveness', width = 1.5, most = 9 }}", "less than 1, not 1.5"),
        (
            f"{HEAD}{STUDY}stop = {{ measure = 'decisiveness', width = 0.01, most = 100 }}",
            "needs at least 381 games, even if all end alike; most is 100",
        ),
        (f"{HEAD}{STUDY}games = 2\n{STUDY}games = 4", "studies 1 and 2 are both called"),
        (f"{HEAD}{STUDY}games = 2\nname = 'x'\n{STUDY}games = 4\nname = 'x'", "give each a name of its own"),
    ],
)
def test_a_wrong_plan_is_refused_in_a_sentence(text: str, refusal: str) -> None:
    with pytest.raises(PlanError, match=refusal) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("player", "repeatable"),
    [
        ("random", True),
        ("level:3", True),
        ("search:nodes=5", True),
        ("copycat:level:3", True),
        ("copycat:search", False),
        ("search", False),
        ("mcts:time=1", False),
        ("level:3,threads=2", False),
        ("ugi:python3", False),
    ],
)
def test_what_a_clock_or_threads_decide_is_not_repeatable(player: str, repeatable: bool) -> None:
    text = f'{HEAD}[[study]]\ngame = "enso"\nplayers = ["{player}", "random"]\ngames = 2\n'
    assert read(text).studies[0].repeatable == repeatable


def test_the_fewest_games_for_a_width_are_what_wilson_gives() -> None:
    from kakomi.players.matches.sprt import wilson

    stop = StopRule("decisiveness", 0.01, 10_000)
    assert wilson(1.0, stop.fewest)[0] >= 0.99 > wilson(1.0, stop.fewest - 1)[0]


def test_a_file_that_is_no_plan_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match="cannot be read"):
        read_file(tmp_path / "none.toml")
    with pytest.raises(PlanError, match="cannot be read"):
        read_file(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PlanError, match="UTF-8"):
        read_file(tmp_path / "bytes.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(PlanError, match="at most 1,000,000 bytes"):
        read_file(tmp_path / "large.toml")


KEYS = ("name", "seed", "study", "game", "rules", "options", "players", "games", "stop", "evaluate", "opening", "unit")
VALUES = st.sampled_from(
    ["1", "-1", "1e400", "nan", "true", '""', '"enso"', "[]", "[[]]", "{}", '["random", "random"]', "1979-05-27", "2"]
)


@given(st.lists(st.tuples(st.sampled_from((*KEYS, "[[study]]")), VALUES), max_size=12))
def test_whatever_a_plan_holds_it_is_read_or_refused(lines: list[tuple[str, str]]) -> None:
    text = "\n".join(key if key.startswith("[") else f"{key} = {value}" for key, value in lines)
    try:
        read(text)
    except PlanError as error:
        assert "\n" not in str(error)


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(PlanError):
        read("a = " + "[" * 100_000)
