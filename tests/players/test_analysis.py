"""Analysis: the best lines of a position, and games whose faults are known by the rules alone."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

import kakomi
from kakomi.core.errors import OptionError, UnknownName
from kakomi.core.svg.course import Turn, draw_course
from kakomi.players.analysis import analyser
from kakomi.players.analysis.analyser import Analyst, analyse, estimate, review
from kakomi.players.analysis.game_review import Account, Position, Review, Verdict, percent
from kakomi.players.analysis.report_json import position_dict, report_dict, summary_dict
from kakomi.search.result import AnalysisLine, Limit, Progress, Report

FEW = Limit(nodes=400)
SVG = "{http://www.w3.org/2000/svg}"

# White takes on e3, Black on e5; now e3xd3 leaves White a stone alone (4.1), but White takes on e5 and Black has one.
THROWN_AWAY = "x2o1o/2x1o1/3o1o/x2xx1/6/o1x1o1 o", ["d4xe3", "c5xe5", "e3xe5"]


@pytest.fixture(scope="module")
def thrown_away() -> Review:
    return review(played("enso", *THROWN_AWAY), FEW)


def played(game: str, position: str | None, moves: list[str], rules: str | None = None) -> kakomi.Match:
    match = kakomi.new(game, rules, position=position)
    for move in moves:
        match.push(move)
    return match


# --- one position -----------------------------------------------------------------------------------------------------


def test_the_lines_are_legal_and_the_match_is_left_alone() -> None:
    match = kakomi.new("enso")
    report = analyse(match, FEW, lines=4)
    assert len(report.lines) == 4
    assert match.moves == []
    for line in report.lines:
        assert 0 <= line.value <= 1
        assert line.variation[0] == line.move
        walk = match.copy()
        for move in line.variation:
            walk.push(move)


def test_a_win_at_once_is_found_and_proven() -> None:
    position, moves = THROWN_AWAY
    match = played("enso", position, moves[:-1])
    best = analyse(match, FEW).best
    assert (best.move, best.proven, best.value) == ("e3xd3", "win", 1.0)
    match.push(best.move)
    assert match.outcome == kakomi.Outcome(1, "4.1")


def test_three_lines_unless_there_are_fewer_moves() -> None:
    assert len(analyse(kakomi.new("enso"), FEW).lines) == 3
    match = kakomi.new("enso", position=THROWN_AWAY[0])
    assert len(analyse(match, FEW, lines=500).lines) == len(match.legal_moves)


def test_a_solved_game_is_answered_from_its_table() -> None:
    report = analyse(kakomi.new("enclosure_chess", "5x5"), FEW, lines=2)
    assert report.source == "table"
    assert all(line.proven and line.points is not None for line in report.lines)
    assert report.lines[0].points >= report.lines[1].points  # type: ignore[operator]


def test_a_game_that_is_over_has_no_best_move() -> None:
    match = played("enso", *THROWN_AWAY)
    with pytest.raises(OptionError, match=r"the game is over \(4\.1\): there is no move to look for"):
        analyse(match, FEW)


@pytest.mark.parametrize("limit", [Limit(), Limit(depth=3)])
def test_a_limit_that_never_ends_is_refused(limit: Limit) -> None:
    with pytest.raises(OptionError, match="an analysis needs an end: give its limit nodes or seconds"):
        analyse(kakomi.new("enso"), limit)


@pytest.mark.parametrize("lines", [0, -1, 1001, True, 2.5])
def test_a_number_of_lines_that_cannot_be_is_refused(lines: int) -> None:
    with pytest.raises(OptionError, match="lines must be 1 to 1000"):
        analyse(kakomi.new("enso"), FEW, lines)


@pytest.mark.parametrize("nodes", [0, -5, 10**16, float("nan")])
def test_impossible_limits_are_refused(nodes: int) -> None:
    with pytest.raises(OptionError, match="nodes must be more than 0"):
        Limit(nodes=nodes)


def test_few_visits_do_not_make_a_won_game() -> None:
    assert estimate(AnalysisLine("a1", 1.0, visits=1)) < 0.6
    assert estimate(AnalysisLine("a1", 1.0, visits=10_000)) > 0.99
    assert estimate(AnalysisLine("a1", 0.0, visits=1, proven="loss")) == 0
    assert estimate(AnalysisLine("a1", 0.9)) == 0.9  # from a search that counts no visits


# --- a game -----------------------------------------------------------------------------------------------------------


def test_the_blunder_is_the_turning_point(thrown_away: Review) -> None:
    [turn] = [each for each in thrown_away.turning_points if each.number == 3]
    assert (turn.move, turn.word, turn.loss) == ("e3xe5", "blunder", 1.0)
    assert (turn.before, turn.after, turn.change) == (1.0, 0.0, "from a win to a loss")
    assert turn.best.move == "e3xd3"
    assert (turn.player, turn.side, turn.label) == (1, "White", "2...")
    assert max(thrown_away.moves, key=lambda each: each.loss) is turn


def test_the_course_ends_with_the_result(thrown_away: Review) -> None:
    assert len(thrown_away.positions) == len(thrown_away.course) == 4
    assert thrown_away.positions[-1] == Position(3, 0, None, 1.0, None, True)
    assert thrown_away.course[2:] == [0.0, 1.0]  # White could win, and then Black had won


def test_the_players_are_told_how_they_did(thrown_away: Review) -> None:
    black, white = thrown_away.accounts
    assert (black.side, black.moves, white.side, white.moves) == ("Black", 1, "White", 2)
    assert white.blunders >= 1
    assert white.sentence.startswith("White found the best move ")
    assert "blunder" in white.sentence


def test_the_same_seed_and_nodes_give_the_same_review() -> None:
    match = played("enso", None, ["e2-c4", "d5xc5", "c4xc2"])
    one, two = (review(match, FEW, lines=2, seed=5) for _ in range(2))
    assert one.moves == two.moves
    assert one.course == two.course


def test_a_resigned_game_is_judged_as_it_stood() -> None:
    match = played("enso", None, ["e2-c4"])
    match.resign()
    made = review(match, FEW)
    assert made.positions[-1].report is not None
    assert not made.positions[-1].proven
    assert made.match.outcome == kakomi.Outcome(0, "resign")


def test_a_match_without_moves_has_a_course_of_one_position() -> None:
    made = review(kakomi.new("enso"), FEW)
    assert (len(made.positions), made.moves, made.turning_points) == (1, (), ())
    assert made.accounts[0].sentence == "Black had no choice to make."
    assert ElementTree.fromstring(made.svg()) is not None


def test_progress_comes_in_order_and_once_a_position() -> None:
    seen: list[tuple[int, str | None]] = []
    match = played("enso", *THROWN_AWAY)
    review(
        match, FEW, progress=lambda position, verdict: seen.append((position.turn, verdict.move if verdict else None))
    )
    assert seen == [(0, "d4xe3"), (1, "c5xe5"), (2, "e3xe5"), (3, None)]


def test_points_are_counted_where_they_are_exact() -> None:
    """With one piece left, the last move settles the score: the rules alone say what each was worth."""
    match = played("enclosure_chess", None, ["c3", "c4", "d3", "b1", "d1", "c2", "e4", "a4", "e2", "c1", "e3"], "5x5")
    margins = {}
    for move in match.legal_moves:
        after = match.copy()
        after.push(move)
        assert after.score is not None
        margins[move] = after.score[1] - after.score[0]  # the second player is to move
    worst = min(margins, key=lambda move: margins[move])
    match.push(worst)
    verdict = review(match, FEW).moves[-1]
    assert margins[worst] < max(margins.values())
    assert verdict.points_lost == max(margins.values()) - margins[worst]
    assert margins[verdict.best.move] == max(margins.values())
    assert verdict.best.points == max(margins.values())


def test_a_turn_of_several_moves_is_judged_move_by_move() -> None:
    match = kakomi.new("toot")
    while match.to_move == 0 or len(match.moves) < 3:
        match.push(next(iter(match.legal_moves)))
    made = review(match, Limit(nodes=50))
    assert [each.player for each in made.moves] == _movers(match)
    assert all(0 <= value <= 1 for value in made.course)


def _movers(match: kakomi.Match) -> list[int]:
    walk = kakomi.new(match.game.name)
    movers = []
    for move in match.moves:
        movers.append(walk.to_move)
        walk.push(move)
    return movers


# --- how a move is judged ---------------------------------------------------------------------------------------------


class Scripted:
    """A searcher that says what it was told to, by the number of moves made and the last of them."""

    name = "scripted"

    def __init__(self, says: dict[tuple[str, ...], list[AnalysisLine]]) -> None:
        self.says = says
        self.asked: list[tuple[str, ...]] = []

    def search(self, match: kakomi.Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        key = tuple(match.moves)
        self.asked.append(key)
        return Report(tuple(self.says[key][:lines]), 1, 0.0, source=self.name)

    def stop(self) -> None:
        pass


def judged(
    monkeypatch: pytest.MonkeyPatch, says: dict[tuple[str, ...], list[AnalysisLine]]
) -> tuple[Verdict, Scripted]:
    """The verdict on 1. e2-c4 in Enso, by such a searcher."""
    searcher = Scripted(says)
    monkeypatch.setattr(analyser, "searcher_for", lambda *_: searcher)
    [verdict] = review(played("enso", None, ["e2-c4"]), FEW).moves
    return verdict, searcher


def test_a_second_look_measures_both_moves_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    says = {
        (): [AnalysisLine("b4xa3", 0.60)],
        ("e2-c4",): [AnalysisLine("d5xc5", 0.60)],  # the opponent's: 0.40 for the mover, 0.20 less than promised
        ("b4xa3",): [AnalysisLine("d5xc5", 0.53)],  # but the better move would have brought 0.47 only
    }
    verdict, searcher = judged(monkeypatch, says)
    assert searcher.asked == [(), ("e2-c4",), ("b4xa3",)]
    assert verdict.loss == pytest.approx(0.07)
    assert verdict.word == "slip"
    assert verdict.after == pytest.approx((0.40 + 0.60 - 0.07) / 2)


def test_a_second_look_can_acquit(monkeypatch: pytest.MonkeyPatch) -> None:
    says = {
        (): [AnalysisLine("b4xa3", 0.60)],
        ("e2-c4",): [AnalysisLine("d5xc5", 0.60)],
        ("b4xa3",): [AnalysisLine("d5xc5", 0.66)],
    }
    verdict, _ = judged(monkeypatch, says)
    assert (verdict.loss, verdict.word, verdict.faulty) == (0.0, "good", False)


def test_the_best_move_found_can_turn_out_a_blunder(monkeypatch: pytest.MonkeyPatch) -> None:
    says = {
        (): [AnalysisLine("e2-c4", 0.60), AnalysisLine("b4xa3", 0.55)],
        ("e2-c4",): [AnalysisLine("d5xc5", 1.0, proven="win")],
        ("b4xa3",): [AnalysisLine("d5xc5", 0.48)],
    }
    verdict, _ = judged(monkeypatch, says)
    assert (verdict.best.move, verdict.word) == ("b4xa3", "blunder")
    assert verdict.loss == pytest.approx(0.52)


def test_the_best_move_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    says = {(): [AnalysisLine("e2-c4", 0.60)], ("e2-c4",): [AnalysisLine("d5xc5", 0.52)]}
    verdict, searcher = judged(monkeypatch, says)
    assert (verdict.loss, verdict.word, verdict.accuracy) == (0.0, "best", 100.0)
    assert searcher.asked == [(), ("e2-c4",)]


@pytest.mark.parametrize(
    ("loss", "points", "word"),
    [(0.0, None, "good"), (0.049, None, "good"), (0.05, None, "slip"), (0.1, None, "mistake"), (0.15, None, "blunder"),
     (0.0, 2, "slip"), (0.5, 2, "blunder"), (0.0, 0, "good")],
)  # fmt: skip
def test_words_for_losses(loss: float, points: int | None, word: str) -> None:
    assert Verdict(1, "1.", 0, "Black", "a1", 5, AnalysisLine("b2", 0.6), 0.6, 0.6 - loss, loss, points).word == word
    assert Verdict(1, "1.", 0, "Black", "a1", 1, AnalysisLine("a1", 0.6), 0.6, 0.6, 0.0, None).word == "forced"


def test_an_account_in_words() -> None:
    account = Account(0, "Black", 9, 3, 1, 1, 2, 0.7, 4, 81.2)
    assert account.sentence == (
        "Black found the best move 3 times out of 9; 2 blunders, 1 mistake and 1 slip, 4 points given away. "
        "Accuracy 81 of 100: uneven."
    )


def test_only_certainty_is_a_hundred_percent() -> None:
    assert [percent(value) for value in (0.0, 0.001, 0.5, 0.999, 1.0)] == ["0%", "1%", "50%", "99%", "100%"]


# --- for programs -----------------------------------------------------------------------------------------------------


def test_a_position_as_json(thrown_away: Review) -> None:
    made = position_dict(thrown_away.positions[2], ("Black", "White"), "game", thrown_away.moves[2])
    assert json.loads(json.dumps(made)) == made
    assert (made["id"], made["turnNumber"], made["isDuringSearch"]) == ("game", 2, False)
    [info] = made["moveInfos"]
    assert (info["move"], info["order"], info["winrate"], info["proven"]) == ("e3xd3", 0, 1.0, "win")
    assert info["pv"][0] == "e3xd3"
    assert isinstance(info["visits"], int)
    root = made["rootInfo"]
    assert (root["currentPlayer"], root["player"], root["winrate"], root["proven"]) == ("White", 1, 1.0, "win")
    assert made["played"]["better"]["move"] == "e3xd3"
    assert (made["played"]["loss"], made["played"]["word"]) == (1.0, "blunder")


def test_the_end_as_json(thrown_away: Review) -> None:
    made = position_dict(thrown_away.positions[3], ("Black", "White"))
    assert made["moveInfos"] == []
    assert (made["rootInfo"]["winrate"], made["rootInfo"]["proven"]) == (1.0, "win")
    assert "played" not in made


def test_exact_points_as_json() -> None:
    match = kakomi.new("enclosure_chess", "5x5")
    made = report_dict(match, Analyst(FEW, 2).position(match))
    assert made["rootInfo"]["scoreLead"] == made["moveInfos"][0]["scoreLead"]
    assert made["rootInfo"]["source"] == "table"
    assert made["position"] == match.position


def test_a_summary_as_json(thrown_away: Review) -> None:
    summary = summary_dict(thrown_away, "game")["summary"]
    assert 3 in summary["turningPoints"]
    assert summary["result"] == "1-0"
    assert [each["side"] for each in summary["players"]] == ["Black", "White"]


# --- the picture ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_plot_is_one_document_with_its_turning_points(thrown_away: Review, theme: str) -> None:
    text = thrown_away.svg(theme=theme)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    turns = len(thrown_away.turning_points)
    assert len([each for each in root.iter() if each.get("data-turn") == "told"]) == turns >= 1
    assert len([each for each in root.iter() if each.get("data-turn") == "on"]) == turns
    words = " ".join(root.itertext())
    assert "2... e3xe5" in words
    assert "better was e3xd3" in words
    assert ("prefers-color-scheme" in text) is (theme == "auto")
    for outside in ("http:", "https:", "@import", "@font-face", "<script"):
        assert outside not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_plot_names_the_players_unless_both_are_called_the_same(thrown_away: Review) -> None:
    named, same = (" ".join(ElementTree.fromstring(thrown_away.svg(names=n)).itertext()) for n in ("AB", "AA"))
    assert "2... e3xe5 (B)" in named
    assert "2... e3xe5 (White)" in same


def test_names_from_outside_cannot_break_the_plot() -> None:
    turns = [Turn(1, 0, "<b>", 'a "quote" & more' * 30)]
    text = draw_course([0.5, 0.2], turns, sides=("<script>" * 20, "\x00&"), title="<svg>", status="]]>")
    root = ElementTree.fromstring(text)
    assert not [each for each in root.iter() if each.tag in (f"{SVG}script", "script")]


def test_the_line_goes_through_every_value() -> None:
    root = ElementTree.fromstring(draw_course([0.5, 1.0, 0.0]))
    lines = [each.get("d", "") for each in root.iter(f"{SVG}path") if each.get("stroke-linejoin") == "round"]
    points = [tuple(map(float, spot.split())) for spot in lines[-1].removeprefix("M").split("L")]
    (_, start), (_, top), (_, bottom) = points
    assert top < start < bottom
    assert start == (top + bottom) / 2


@pytest.mark.parametrize("values", [[], [1.5], [float("nan")]])
def test_a_course_that_cannot_be_drawn_is_refused(values: list[float]) -> None:
    with pytest.raises(OptionError, match="one chance from 0 to 1 a position"):
        draw_course(values)


def test_a_theme_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownName, match="there is no theme 'neon'"):
        draw_course([0.5], theme="neon")
    with pytest.raises(OptionError, match="pixels wide"):
        draw_course([0.5], width=5)
