"""Alpha-beta: the same as plain minimax, and what it calls proven is what brute force finds."""

from __future__ import annotations

import random
import threading
import time
from types import ModuleType
from typing import Any

import pytest

import kakomi
from kakomi import Match
from kakomi.core import defaults
from kakomi.core.compiler.build import bind
from kakomi.core.protocol import DRAW
from kakomi.search.alphabeta.arrays import DECIDED, PLIES, SETTINGS_LENGTH
from kakomi.search.alphabeta.search import EXTRA, AlphaBeta, set_pruning
from kakomi.search.alphabeta.selectivity import beyond, reduction
from kakomi.search.evaluation import Pruning, evaluation_for
from kakomi.search.result import AnalysisLine, Limit, Report
from tests.contract import DEFAULTS, Variant
from tests.games.enclosure_chess.test_six import placed
from tests.games.enso.test_rules import board
from tests.games.toot.test_rules import LAST, SMALL, drawn

# Every rule set, Enclose5 on a small board, and options that change who moves or what a win is.
VARIANTS = [
    *(each for each in DEFAULTS if each.game != "enclose5"),
    Variant("enclose5", "standard", {"size": 7, "target": 4}),
    Variant("enclose5", "standard", {"size": 7, "target": "full", "links": "on"}),
    Variant("enclose5", "standard", {"size": 7, "opening": "swap2"}),
    Variant("iago", "standard", {"penalties": "on"}),
    Variant("enclosure_chess", "5x5", {"vacated": "closed"}),
    Variant("enclosure_chess", "six", {"win": "two"}),
    Variant("toot", "standard", {"grid": "hex", "tiles": 6, "pieces": 3}),
]
SMALL_TREE = 1500


def walked(variant: Variant, seed: int, share: float) -> Match:
    """A match after a share of a random game."""
    generator = random.Random(f"{variant} {seed}")
    match = variant.new()
    moves = []
    while match.codes():
        moves.append(generator.choice(match.codes()))
        match.push_code(moves[-1])
    match = variant.new()
    for move in moves[: int(share * (len(moves) - 1))]:
        match.push_code(move)
    return match


class Minimax:
    """Plain minimax with the evaluation of the game, no window, no table."""

    def __init__(self, match: Match) -> None:
        self.rules = match.rule_set.rules
        evaluation = evaluation_for(self.rules)
        self.module: ModuleType | None = evaluation.module
        self.weights = list(evaluation.weights)
        self.by_margin = evaluation.by_margin(match.settings)
        self.width = self.rules.max_moves(match.settings)

    def asked(self, name: str, *arguments: Any) -> int:
        return int(getattr(self.module, name, getattr(defaults, name))(*arguments))

    def value(self, position: list[int], depth: int, level: int = 0) -> int:
        """For the player to move."""
        rules = self.rules
        out = [0] * self.width
        moves = out[: rules.legal_moves(position, out)]
        player = rules.to_move(position)
        if not moves:
            return self.final(position, player, level)
        if depth <= 0 and (depth <= -EXTRA or not self.asked("needs_quiescence", position)):
            value = max(min(self.asked("evaluate", list(position), self.weights), DECIDED - 1), 1 - DECIDED)
            return value if player == 0 else -value
        best = -2 * DECIDED
        for move in moves:
            after = list(position)
            rules.play(after, move)
            value = self.value(after, depth - 1, level + 1)
            best = max(best, value if rules.to_move(after) == player else -value)
        return best

    def final(self, position: list[int], player: int, level: int) -> int:
        won = self.rules.winner(position)
        if won == DRAW:
            return 0
        margin = abs(self.rules.score(position, 0) - self.rules.score(position, 1))
        value = DECIDED + (margin if self.by_margin else PLIES - level)
        return value if won == player else -value


class TooMany(Exception):
    """Brute force would take too long."""


class BruteForce:
    """The true result by the rules alone: (1, 0 or -1, margin) for the player to move."""

    def __init__(self, match: Match, most: int = 4000) -> None:
        self.rules = match.rule_set.rules
        self.width = self.rules.max_moves(match.settings)
        self.by_margin = evaluation_for(self.rules).by_margin(match.settings)
        self.left = most
        self.depth = 0
        self.known: dict[tuple[int, ...], tuple[int, int]] = {}

    def result(self, position: list[int]) -> tuple[int, int]:
        name = tuple(position)
        if name not in self.known:
            self.left -= 1
            self.depth += 1
            if self.left < 0 or self.depth > 60:
                raise TooMany
            self.known[name] = self._result(position)
            self.depth -= 1
        return self.known[name]

    def _result(self, position: list[int]) -> tuple[int, int]:
        rules = self.rules
        out = [0] * self.width
        moves = out[: rules.legal_moves(position, out)]
        player = rules.to_move(position)
        if not moves:
            won = rules.winner(position)
            sign = 0 if won == DRAW else 1 if won == player else -1
            return sign, sign * abs(rules.score(position, 0) - rules.score(position, 1)) if self.by_margin else 0
        return max(self.after(position, move) for move in moves)

    def after(self, position: list[int], move: int) -> tuple[int, int]:
        """What a move leads to, for the player who makes it."""
        after = list(position)
        self.rules.play(after, move)
        sign, margin = self.result(after)
        same = self.rules.to_move(after) == self.rules.to_move(position)
        return (sign, margin) if same else (-sign, -margin)


def score(report: Report) -> int:
    value = report.settings["score"]
    assert isinstance(value, int)
    return value


# --- the same as minimax ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_an_exact_search_is_plain_minimax(variant: Variant) -> None:
    searcher = AlphaBeta(megabytes=1, exact=True)
    compared = 0
    for seed in range(4):
        match = walked(variant, seed, (0.1, 0.4, 0.7, 0.95)[seed])
        plain = Minimax(match)
        for depth in (1, 2, 3):
            if len(match.codes()) ** depth > SMALL_TREE:
                break
            searcher.reset()
            report = searcher.search(match, Limit(depth=depth))
            assert report.depth <= depth
            expected = plain.value(match.state, report.depth)
            assert score(report) == expected, f"{match.position} at depth {depth}"
            after = match.copy()
            after.push(report.best.move)
            best = plain.value(after.state, report.depth - 1, 1)
            assert (best if after.to_move == match.to_move else -best) == expected, report.best
            compared += 1
    assert compared >= 4


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_several_lines_are_the_best_moves_in_order(variant: Variant) -> None:
    match = walked(variant, 9, 0.5)
    plain = Minimax(match)
    values = []
    for text in match.legal_moves:
        after = match.copy()
        after.push(text)
        value = plain.value(after.state, 0, 1)
        values.append(value if after.to_move == match.to_move else -value)
    report = AlphaBeta(megabytes=1, exact=True).search(match, Limit(depth=1), lines=3)
    assert len(report.lines) == min(3, len(values))
    assert len({line.move for line in report.lines}) == len(report.lines)
    assert [line.value for line in report.lines] == sorted((line.value for line in report.lines), reverse=True)
    assert score(report) == max(values)


# --- proofs -----------------------------------------------------------------------------------------------------------


def check_line(match: Match, line: AnalysisLine, truth: BruteForce) -> None:
    sign, margin = truth.after(match.state, match.parse(line.move))
    if line.proven:
        assert line.proven == {1: "win", 0: "draw", -1: "loss"}[sign], f"{match.position} {line}"
        assert line.value == {1: 1.0, 0: 0.5, -1: 0.0}[sign]
    if line.points is not None:
        assert line.points == margin, f"{match.position} {line}"


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_called_proven_is_true_and_endings_are_proven(variant: Variant) -> None:
    """At every depth whatever is called proven holds; deep enough, the best move is proven and has the true result."""
    checked = 0
    for seed in range(60):
        match = walked(variant, seed, (0.97, 0.9, 1.0)[seed % 3])
        truth = BruteForce(match)
        try:
            result = truth.result(match.state)
        except TooMany:
            continue
        searcher = AlphaBeta(megabytes=1)
        reports: list[Report] = []
        searcher.search(match, Limit(depth=40, nodes=300_000), 3, reports.append)
        for report in reports:
            for line in report.lines:
                check_line(match, line, truth)
        best = reports[-1].best
        assert best.proven == {1: "win", 0: "draw", -1: "loss"}[result[0]], f"{match.position} {best}"
        if truth.by_margin:
            assert best.points == result[1], f"{match.position} {best}"
        checked += 1
        if checked == 8:
            break
    assert checked >= 3


@pytest.mark.parametrize(("vacated", "proven", "points"), [("open", "draw", 0), ("closed", "win", 1)])
def test_5x5_is_solved_from_the_start(vacated: str, proven: str, points: int) -> None:
    """The values of the exact tables (docs/research/exact.md), found by search alone."""
    match = kakomi.new("enclosure_chess", "5x5", vacated=vacated)
    report = AlphaBeta(megabytes=16).search(match, Limit(nodes=3_000_000))
    assert (report.best.move, report.best.proven, report.best.points) == ("c3", proven, points)


def test_an_enso_in_one_move_is_found_and_proven() -> None:
    """c3 leaves its friend and stands alone on e5, or the friend leaves it alone: both are Ensos."""
    match = board("o..... / ...... / ...... / ..x... / .x.... / ......")
    report = AlphaBeta(megabytes=1).search(match, Limit(depth=5))
    match.push(report.best.move)
    assert (report.best.proven, report.best.distance, report.depth) == ("win", 1, 1)
    assert match.outcome == kakomi.Outcome(0, "4.1")


def test_the_last_enemy_piece_is_captured() -> None:
    match = placed("N2 N3 E1", "N1")
    report = AlphaBeta(megabytes=1).search(match, Limit(depth=6))
    assert (report.best.move, report.best.proven) == ("E1-N4", "win")


def test_a_threat_to_reach_the_target_is_stopped_or_carried_out() -> None:
    rows = "....... / ....... / ...r... / ..r.r.. / ....... / ....... / ......."
    for to_move in ("Red", "Blue"):
        match = kakomi.from_diagram("enclose5", f"{rows}\n{to_move} to move", size=7, target=1)
        best = AlphaBeta(megabytes=1).search(match, Limit(depth=2)).best
        assert best.move == "d3"  # Blue on d4 would be coloured with it
        assert best.proven == ("win" if to_move == "Red" else "")


def test_enclose5_is_opened_in_the_middle_of_the_board() -> None:
    """The evaluation does not tell first marks apart; the first of them in the list is a corner."""
    for opening in ("none", "pie", "swap2"):
        match = kakomi.new("enclose5", opening=opening)
        assert AlphaBeta(megabytes=1).search(match, Limit(depth=2)).best.move == "k11"


def test_a_player_who_errs_takes_equal_moves_in_an_order_of_its_own() -> None:
    """First marks round the centre are equals; in the order of the list those below it would be played far more often."""
    match = kakomi.new("enclose5", size=9)
    chosen = [AlphaBeta(1, seed=seed, noise=1).search(match, Limit(depth=1)).best.move for seed in range(60)]
    below, above = sum(move[1:] < "5" for move in chosen), sum(move[1:] > "5" for move in chosen)
    assert min(below, above) > 6
    assert max(below, above) < 2 * min(below, above)


def test_a_narrow_search_looks_only_at_promising_moves_and_another_at_all_of_them_once() -> None:
    match = kakomi.new("enclose5")
    width = evaluation_for(match.rule_set.rules).width
    narrow = AlphaBeta(megabytes=1, narrow=True).search(match, Limit(depth=1))
    wide = AlphaBeta(megabytes=1).search(match, Limit(depth=1))
    assert width < narrow.nodes <= 2 * width < len(match.legal_moves) < wide.nodes


def test_a_win_of_two_moves_in_one_turn_is_found() -> None:
    """The jump takes the second last piece, and the game is over when the same player stops."""
    match = drawn(LAST, **SMALL)
    best = AlphaBeta(megabytes=1).search(match, Limit(depth=4)).best
    assert best.variation[0] == "0,1>2,1"
    assert (best.proven, best.distance) == ("win", 2)


# --- limits, stop, determinism ----------------------------------------------------------------------------------------


def test_nodes_depth_and_seconds_are_kept() -> None:
    match = kakomi.new("enso")
    searcher = AlphaBeta(megabytes=1)
    assert searcher.search(match, Limit(nodes=5000)).nodes <= 5000
    assert searcher.search(match, Limit(depth=3)).depth == 3
    report = searcher.search(match, Limit(seconds=0.2))
    assert 0.15 < report.seconds < 1.0
    assert report.best.variation[0] == report.best.move
    assert report.source == "alphabeta"


def test_one_node_still_gives_a_legal_move() -> None:
    for variant in DEFAULTS:
        match = variant.new()
        report = AlphaBeta(megabytes=1).search(match, Limit(nodes=1))
        assert report.best.move in match.legal_moves
        assert report.nodes <= 1


def test_stop_ends_a_search_without_limit() -> None:
    searcher = AlphaBeta(megabytes=1)
    match = kakomi.new("iago")
    searcher.warm_up(match)
    reports: list[Report] = []
    thread = threading.Thread(target=lambda: reports.append(searcher.search(match, Limit())))
    thread.start()
    time.sleep(0.3)
    searcher.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert reports[0].best.move in match.legal_moves
    assert reports[0].depth >= 1


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_same_nodes_give_the_same_answer_and_interpreted_is_compiled(variant: Variant) -> None:
    match = walked(variant, 3, 0.6)
    first = AlphaBeta(megabytes=1).search(match, Limit(nodes=1500), lines=2)
    for searcher in (AlphaBeta(megabytes=1), AlphaBeta(megabytes=1, target="python")):
        again = searcher.search(match, Limit(nodes=1500), lines=2)
        assert (again.lines, again.nodes, again.depth) == (first.lines, first.nodes, first.depth)


def test_progress_tells_of_every_depth() -> None:
    depths: list[int] = []
    match = kakomi.new("enclosure_chess", "7x7")
    report = AlphaBeta(megabytes=1).search(match, Limit(depth=5), progress=lambda each: depths.append(each.depth))
    assert depths == [1, 2, 3, 4, 5]
    position = match.copy()
    for move in report.best.variation:
        position.push(move)  # a variation can be played


def test_impossible_requests_are_refused() -> None:
    match = kakomi.new("enso")
    with pytest.raises(kakomi.OptionError, match="megabytes"):
        AlphaBeta(megabytes=0)
    with pytest.raises(kakomi.OptionError, match="lines"):
        AlphaBeta(megabytes=1).search(match, Limit(depth=1), lines=0)
    match.resign()
    with pytest.raises(kakomi.IllegalMove, match="over"):
        AlphaBeta(megabytes=1).search(match, Limit(depth=1))


def test_positions_that_differ_in_two_rows_are_kept_apart() -> None:
    """Pieces of one column step up and down here; a key that mistook such positions for each other called a loss a win."""
    position = (
        "1b2/1r2/1b=2/1r=2/bb=2/1b2/brrb/1rr=1/1b=2/1r2/1r2/1b2/1r2@-1,-6 b turn "
        "tiles:0,0 hand:0,0 aside:0,0 sacrifice:br quiet:0 passes:0"
    )
    match = kakomi.new("toot", position=position, tiles=8, pieces=3)
    report = AlphaBeta(1, target="python", exact=True).search(match, Limit(nodes=20_000), lines=5)
    assert [line.proven for line in report.lines] == ["loss"] * 5


# --- what a game may ask to be left out -------------------------------------------------------------------------------


def test_a_game_is_over_where_no_move_is_legal() -> None:
    match = kakomi.new("toot", tiles=4, pieces=2, quiet=10)
    rules, out = match.rule_set.rules, [0] * match.rule_set.rules.max_moves(match.settings)
    generator = random.Random(5)
    for _ in range(30):
        position = list(match.state)
        while count := rules.legal_moves(position, out):
            moves = out[:count]
            assert rules.ended(position, out) == without_moves(rules, position) == 0
            rules.play(position, generator.choice(moves))
        assert rules.ended(position, out) == without_moves(rules, position) == 1


def without_moves(rules: ModuleType, position: list[int]) -> int:
    """What `ended` means for a game that has no quicker way."""
    return int(bind("python", defaults.ended, rules)(position, [0] * 2000))


def test_an_evaluation_far_beyond_the_window_ends_a_node() -> None:
    settings = [0] * SETTINGS_LENGTH
    set_pruning(settings, Pruning(depth=3, margin=100, hopeless=200))
    assert beyond(300, 2, 99, 100, settings)
    assert not beyond(299, 2, 99, 100, settings)
    assert beyond(-301, 2, 99, 100, settings)
    assert not beyond(-300, 2, 99, 100, settings)
    for alpha in (-DECIDED, DECIDED, DECIDED - 1):  # proofs are left to the search
        assert not beyond(DECIDED - 1, 1, alpha, alpha + 1, settings)
        assert not beyond(1 - DECIDED, 1, alpha, alpha + 1, settings)


def test_reductions_grow_with_depth_and_number_and_leave_a_depth() -> None:
    settings = [0] * SETTINGS_LENGTH
    assert [reduction(depth, 20, settings) for depth in (2, 4, 5, 50)] == [1, 1, 2, 2]
    set_pruning(settings, Pruning(reduction=150))
    assert [reduction(depth, 10, settings) for depth in (2, 5, 10, 30)] == [1, 2, 3, 5]
    assert reduction(5, 3, settings) <= reduction(5, 60, settings) <= 5
