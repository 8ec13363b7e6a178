"""Reports: one whole file, nothing fetched, hostile texts made harmless, sentences that follow from the numbers."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kakomi.core.match import Match
from kakomi.games import get
from kakomi.lab.files import LabError
from kakomi.lab.orbits import first_move_orbits
from kakomi.lab.report import charts, report
from kakomi.lab.report.page import example_games
from kakomi.lab.report.study_groups import group_studies
from kakomi.lab.report.summary import summary
from kakomi.lab.results import GameResult, RandomCounts, RunResults, Spread, StudyResult
from tests.lab.samples import game, study

EMPTY = {"meta", "input", "br"}


class Checker(HTMLParser):
    """Every element is closed, and nothing is fetched or run; links lead within the page, or to files that are named."""

    def __init__(self, files: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.files = files
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag not in ("script", "link", "iframe", "img", "object")
        assert not any(name.startswith("on") or name in ("src", "action") for name in given)
        for name in ("href", "xlink:href"):
            assert (given.get(name) or "#").startswith("#") or given[name] in self.files
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def played(moves: tuple[str, ...], number: int, winner: int) -> GameResult:
    values = tuple(0.5 + 0.1 * (ply % 3 - 1) for ply in range(len(moves)))
    return game(
        game=number, moves=moves, plies=len(moves), winner=winner, values=values, places={"c5": 1, "d5": 2 + number}
    )


@pytest.fixture(scope="module")
def moves() -> tuple[str, ...]:
    match = Match(get("enso"))
    while match.codes() and len(match.moves) < 6:
        match.push_code(match.codes()[0])
    return tuple(match.moves)


def test_a_report_is_one_file_that_fetches_nothing(tmp_path: Path, moves: tuple[str, ...]) -> None:
    games = [played(moves, number, number % 2) for number in range(18)]
    weak = study([], game="enso", players=("random", "random"), evaluate=0)
    weak.bulk = RandomCounts(games=10, counts={(0, "4.1", 20): 6, (1, "4.1", 24): 4}, turns={20: 6, 24: 4})
    strong = study(games, game="enso", players=("level:1", "level:1"))
    run = RunResults("a run", [weak, strong], {"kakomi": "1.0", "machine": {"cores": 2}})
    page, beside = report(run, tmp_path / "deep" / "report.html")
    text = page.read_text(encoding="utf-8")
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert len(checker.ids) == len(set(checker.ids))
    assert not re.search(r"url\(\s*['\"]?(?!#)", text)
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert "<h1>Enso</h1>" in text
    assert ">How games end: a lone stone inside the board (4.1)<" in text
    for heading in (
        "Over playing strength, from the true start",
        "Length and end",
        "Games",
        "The board",
        "Method",
        "Manifest",
    ):
        assert f">{heading}<" in text
    assert "prefers-color-scheme:dark" in text
    found = json.loads(beside.read_text(encoding="utf-8"))
    assert found["games"][0]["studies"][1]["measures"]["length"]["value"] == 6
    assert found["games"][0]["endings"] == {"4.1": "a lone stone inside the board"}
    assert found["manifest"]["machine"]["cores"] == 2


def test_a_study_that_begins_at_random_shows_which_first_moves_are_fair(tmp_path: Path) -> None:
    about = study([], game="enclose5", evaluate=0, opening=1)
    about.bulk = RandomCounts(
        games=30, counts={(0, "4", 9): 18, (1, "4", 9): 12}, firsts={"a1": (9, 9, 0), "b1": (9, 3, 0)}
    )
    page, _ = report(RunResults("fair", [about], {}), tmp_path / "r.html")
    text = page.read_text(encoding="utf-8")
    assert ">Fair start<" in text
    assert "0 fair, 0 too strong, 0 too weak, 2 open" in text


def test_a_study_of_first_moves_does_not_speak_for_the_game() -> None:
    chosen_ones = study([game(winner=0)] * 4, players=("level:3", "level:3"))
    at_random = study([game(winner=1)] * 90, players=("level:3", "level:3"), opening=1)
    weak = [
        study([game(winner=0)] * count, players=("random", "random"), evaluate=evaluate)
        for count, evaluate in ((3, 100), (9, 0))
    ]
    group = group_studies([at_random, *weak, chosen_ones])[0]
    assert group.studies[group.chief] is chosen_ones
    assert list(group.strengths) == ["random", "level:3"]
    assert group.strengths["level:3"]["first_player_advantage"].value == 1
    assert group.strengths["random"]["length"].n == 9  # of two studies the larger one
    assert sum("between random players" in line for line in summary(group)) == 1
    assert group_studies([at_random])[0].chief == 0


def test_texts_from_outside_cannot_become_markup(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>"
    games = [game(clause=hostile, kinds={hostile: 1}, places={hostile: 1}, moves=(hostile,))] * 8
    run = RunResults(
        hostile, [study(games, name=hostile, game=hostile, players=(hostile, hostile))], {hostile: hostile}
    )
    page, _ = report(run, tmp_path / "r.html")
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    Checker().feed(text)


def told(games: list[GameResult]) -> list[str]:
    return summary(group_studies([study(games, evaluate=0)])[0])


def test_the_summary_says_who_has_the_advantage_and_how_sure_it_is() -> None:
    assert told([game(winner=0)] * 80 + [game(winner=1)] * 20)[0] == (
        "From the true start, between random players, the first player takes 80.0% of the points (71.1% to 86.7%, "
        "100 games): moving first is an advantage."
    )
    assert any("moving second is an advantage" in line for line in told([game(winner=1)] * 80 + [game(winner=0)] * 20))
    assert any("more games might show one" in line for line in told([game(winner=0)] * 5 + [game(winner=1)] * 5))
    assert any("fair to within" in line for line in told([game(winner=0)] * 5000 + [game(winner=1)] * 5000))


def test_the_summary_says_how_games_end() -> None:
    lines = told([game(winner=None, clause="4.2")] * 25 + [game()] * 75)
    assert "25.0% of games are drawn (17.5% to 34.3%, 100 games)." in lines
    assert "75.0% of games end by clause 4.1 (65.7% to 82.5%, 100 games)." in lines


def test_the_summary_tells_a_clause_in_words_where_there_are_any() -> None:
    games = [game(clause="4.3")] * 25 + [game()] * 75
    lines = summary(group_studies([study(games, game="enso", evaluate=0)])[0])
    assert "75.0% of games end by a lone stone inside the board, clause 4.1 (65.7% to 82.5%, 100 games)." in lines
    lost = summary(group_studies([study([game(clause="time")] * 9, game="enso", evaluate=0)])[0])
    assert "Every game ended by running out of time (66.4% to 100.0%, 9 games)." in lost


def test_the_typical_game_is_of_middle_length_and_the_dramatic_one_nearly_lost() -> None:
    games = [
        game(game=number, plies=plies, moves=("a",), values=(0.5, low), winner=0)
        for number, (plies, low) in enumerate([(10, 0.4), (30, 0.1), (20, 0.3)])
    ]
    typical, dramatic = example_games(study(games))
    assert typical is games[2]
    assert dramatic is games[1]
    assert example_games(study([game(winner=None)])) == (None, None)


def test_studies_are_grouped_by_game_and_ordered_by_strength() -> None:
    names = ("level:10", "random", "level:2")
    several = [study([game()], players=(name, name)) for name in names]
    other = study([game()], options={"size": 7})
    found = group_studies([*several, other, study([])])
    assert [len(group.studies) for group in found] == [3, 1]
    assert [names[number] for number in found[0].equals] == ["random", "level:2", "level:10"]
    assert found[0].studies[found[0].chief].players[0] == "level:10"


@pytest.mark.parametrize(("low", "high"), [(0, 1), (3.2, 17), (0, 12345), (0.61, 0.64), (5, 5)])
def test_ticks_are_few_and_inside(low: float, high: float) -> None:
    found = charts.ticks(low, high)
    assert 1 <= len(found) <= 8
    assert all(low - 1e-9 <= each <= high + 1e-9 for each in found)


def test_what_cannot_be_reported_is_refused(tmp_path: Path) -> None:
    empty: list[StudyResult] = []
    with pytest.raises(LabError, match="no games to report on"):
        report(RunResults("none", empty, {}), tmp_path / "r.html")
    with pytest.raises(LabError, match=r"must end in \.html"):
        report(RunResults("none", [study([game()])], {}), tmp_path / "r.txt")
    assert list(tmp_path.iterdir()) == []


def test_of_a_solved_game_the_proven_value_is_told() -> None:
    """5x5 open is a draw: its certificate says so (test_certificate)."""
    options: dict[str, int | str] = {"vacated": "open"}
    counts = RandomCounts(10, {(0, "4", 12): 6, (1, "4", 12): 4})
    told = summary(
        group_studies([StudyResult(0, "x", "enclosure_chess", "5x5", options, ("random", "random"), bulk=counts)])[0]
    )
    assert told[0] == "Proven, not measured: with perfect play the game is drawn."
    assert "roven" not in " ".join(
        summary(group_studies([StudyResult(0, "x", "enso", "standard", {}, ("random", "random"), bulk=counts)])[0])
    )


SURE = re.compile(r"\(.* to .*, [0-9,]+ games?\)|one-sided 95% bound, [0-9,]+ games|[Pp]roven")


def whole_rule_set() -> list[StudyResult]:
    """Equals of two strengths with chances, first moves, contests, and a copying player."""
    import kakomi

    orbits = first_move_orbits(kakomi.new("enso"))
    values = [(0.5, 0.2, 0.7), (0.6, 0.4, 0.3)]
    equals = [
        study(
            [
                game(
                    game=n,
                    winner=n // 7 % 2,
                    moves=(orbits[n % 7][0], str(n)),
                    values=values[n % 2],
                    seconds=(0.4, 0.1, 0.1),
                    early=str(n % 9),
                )
                for n in range(70)
            ],
            game="enso",
            players=(name, name),
            spread=Spread(0.02, 6, 30),
            calibration=None,
        )
        for name in ("level:1", "level:2")
    ]
    firsts = study(
        [game(game=n, winner=n % 3 % 2, moves=(orbits[n // 2 % 7][0], str(n)), begin=n // 2 % 7) for n in range(140)],
        name="first moves",
        game="enso",
        players=("level:2", "level:2"),
        start="first moves",
        openings=tuple((orbit[0],) for orbit in orbits),
        evaluate=0,
    )
    contests = [
        study(
            [game(game=n, seat=n % 2, winner=int(n % 5 == 0)) for n in range(40)], players=pair, game="enso", evaluate=0
        )
        for pair in (
            ("mcts:nodes=20", "mcts:nodes=10"),
            ("mcts:nodes=10", "random"),
            ("mcts:nodes=40", "mcts:nodes=20"),
            ("copycat:level:1", "level:1"),
            ("greedy", "level:1"),
        )
    ]
    return [*equals, firsts, *contests]


def test_every_sentence_has_its_interval_and_its_games_or_is_proven() -> None:
    (group,) = group_studies(whole_rule_set())
    lines = summary(group)
    assert len(lines) > 15
    assert [line for line in lines if not SURE.search(line)] == []
    text = " ".join(lines)
    for words in (
        "After the best first move",
        "Twice the nodes are worth",
        "From random play to",
        "come back",
        "Brier",
    ):
        assert words in text
    assert "in the first 6 plies a move is drawn" in lines[0]


def test_studies_of_another_start_are_never_joined() -> None:
    here = study([game(winner=0)] * 30, players=("level:3", "level:3"))
    elsewhere = study([game(winner=1)] * 30, players=("level:9", "level:9"), start="positions", positions=("x",))
    group = group_studies([here, elsewhere])[0]
    assert list(group.strengths) == ["level:3"]
    assert group.studies[group.chief] is here
