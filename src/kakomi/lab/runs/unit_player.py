"""Plays one unit: game by game with the referee of `kakomi match`, or counted by compiled code."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from kakomi.core.match import Match
from kakomi.lab.orbits import early_position, inverse, own_symmetries, turn_moves
from kakomi.lab.plans.plan import Evaluate, RunPlan, StudyPlan
from kakomi.lab.results import GameResult
from kakomi.lab.runs import random_counts
from kakomi.lab.runs.spread_player import SpreadPlayer
from kakomi.lab.runs.units import Unit, game_start, seed_of
from kakomi.players.analysis.analyser import estimate
from kakomi.players.matches import referee as contest
from kakomi.players.search_player import searcher_for
from kakomi.search.result import AnalysisLine, Limit

PLAIN_MARKS = ("from", "to")  # the marks that every move has, which do not count as events
CAPTURED = "captured"
BUTTON = "button:"
NODE_BYTES = 100  # of a node of the search tree, at most
LEAST_MEMORY, MOST_MEMORY = 16, 512  # megabytes for evaluations
DIGITS = 6  # of rounded figures in a result


class ObservedMatch(Match):
    """A match that keeps the legal moves and the mover of each ply, which the referee computes anyway."""

    def __init__(self, study: StudyPlan, position: str | None = None) -> None:
        fresh = study.match()
        super().__init__(fresh.game, fresh.rules, fresh.options, position)
        self.legal: list[list[int]] = []
        self.movers: list[int] = []
        self._parsed: tuple[list[int], str, int] | None = None

    def parse(self, text: str) -> int:
        """The legal move of that text, cached: the referee parses each move before playing it and again when playing it."""
        last = self._parsed
        if last is None or last[0] is not self.state or last[1] != text:
            last = self._parsed = self.state, text, super().parse(text)
        return last[2]

    def push_code(self, move: int) -> None:
        """Play a legal move given as an integer."""
        self.legal.append(self.codes())
        self.movers.append(self.to_move)
        super().push_code(move)

    def steps(self) -> Iterator[tuple[list[int], int, list[int]]]:
        """The position before each move, the move, the position after it."""
        return zip(self._positions[:-1], self._moves, self._positions[1:], strict=True)


class UnitPlayer:
    """Plays the units of a plan, one after another; `close` closes the players."""

    def __init__(self, plan: RunPlan) -> None:
        self._plan = plan
        self._study = -1
        self._referee: contest.Referee | None = None

    def play(self, unit: Unit) -> str:
        """The result of the unit as JSON: a list of games, or the counts of many."""
        study = self._plan.studies[unit.study]
        if study.bulk:
            counts = random_counts.count(study.match(), seed_of(self._plan, study, "bulk"), unit.first, unit.count)
            return json.dumps(counts.as_dict(), ensure_ascii=False, separators=(",", ":"))
        games = [self.play_game(study, number).as_dict() for number in range(unit.first, unit.first + unit.count)]
        return json.dumps(games, ensure_ascii=False, separators=(",", ":"))

    def play_game(self, study: StudyPlan, number: int) -> GameResult:
        """Play one game to its end, by the rules or by a forfeit."""
        referee = self._referee_for(study)
        start = game_start(self._plan, study, number)
        match = ObservedMatch(study, start.position)
        side = self._side(study, match, number)
        opening = start.task.opening
        for text in turn_moves(match, opening, side):
            match.push(text)
        reason = referee.play_on(match, start.task)[0]
        if side and not reason:
            match = self._turn_back(study, match, side)
        chances = None
        if study.evaluate is not None:
            seed = seed_of(self._plan, study, f"evaluate {number}") % 2**31
            chances = evaluate_positions(match, study.evaluate, seed, len(opening))
        played = game_result(match, study.number, number, len(opening), reason, chances)
        return replace(played, begin=start.number, early=early_position(match))

    def _side(self, study: StudyPlan, match: Match, number: int) -> int:
        """The symmetry by which a game is shown to its players: one that leaves its start unchanged, each equally likely."""
        if not study.turned:
            return 0
        dice = random.Random(seed_of(self._plan, study, f"side {number}"))
        return dice.choice(own_symmetries(match))

    def _turn_back(self, study: StudyPlan, match: ObservedMatch, side: int) -> ObservedMatch:
        """The game from the study's side, from the game as its players saw it."""
        begin = study.match(match.start_position)
        back = ObservedMatch(study, match.start_position)
        for text in turn_moves(begin, match.moves, inverse(begin, side)):
            back.push(text)
        return back

    def _referee_for(self, study: StudyPlan) -> contest.Referee:
        if self._referee is None or self._study != study.number:
            self.close()
            self._study = study.number
            self._referee = contest.Referee(
                contest.Plan(
                    players=study.players,
                    game=study.game,
                    rules=study.rules,
                    options=study.options,
                    games=2,  # not used here: the units say which games are played
                    control=study.control,
                    opening=study.opening,
                    seed=seed_of(self._plan, study, "games"),
                    patience=self._plan.patience,
                ),
                None
                if study.spread is None
                else partial(SpreadPlayer, spread=study.spread, patience=self._plan.patience),
            )
        return self._referee

    def close(self) -> None:
        """Close the players."""
        referee, self._referee = self._referee, None
        if referee is not None:
            referee.close()


Chances = tuple[float | None, ...]


def game_result(
    match: ObservedMatch, study: int, number: int, opening: int, reason: str, chances: tuple[Chances, Chances] | None
) -> GameResult:
    """The result of a finished match."""
    outcome = match.outcome
    assert outcome is not None
    widths, movers = [len(moves) for moves in match.legal], match.movers
    plies = len(widths)
    tree = math.fsum(math.log10(width) for width in widths)
    forced = widths.count(1)
    kinds, places = count_events(match)
    return GameResult(
        study=study,
        game=number,
        seat=number % 2,
        winner=outcome.winner,
        clause=outcome.clause,
        score=outcome.score,
        moves=tuple(match.moves),
        plies=plies,
        turns=sum(1 for ply in range(plies) if ply == 0 or movers[ply] != movers[ply - 1]),
        branching=(
            round(sum(widths) / plies, DIGITS) if plies else 0.0,
            round(10 ** (tree / plies), DIGITS) if plies else 0.0,
            round(tree, DIGITS),
        ),
        forced=forced,
        choices=plies - forced,
        kinds=kinds,
        places=places,
        values=None if chances is None else chances[0],
        opening=opening,
        reason=reason,
        seconds=None if chances is None else chances[1],
    )


def count_events(match: ObservedMatch) -> tuple[dict[str, int], dict[str, int]]:
    """How often each event happened, and how often each place of the board was used.

    Events are the marks that the game puts on a move, one per piece or place ("captured", "changed" ...); moves that are
    buttons ("swap", "pass" ...); "again", a move right after one's own; "capturing", moves that capture; and "must
    capture", those of them where every legal move captures.
    """
    view = match.rule_set.view
    kinds: Counter[str] = Counter()
    places: Counter[str] = Counter()
    last_mover = -1
    for (before, move, after), legal, mover in zip(match.steps(), match.legal, match.movers, strict=True):
        marks = [mark.kind for mark in view.marks(before, move, after) if mark.kind not in PLAIN_MARKS]
        kinds.update(marks)
        if CAPTURED in marks:
            kinds["capturing"] += 1
            if all(_captures(match, before, other) for other in legal if other != move):
                kinds["must capture"] += 1
        for click in view.clicks(before, move):
            if click.startswith(BUTTON):
                kinds[click.removeprefix(BUTTON)] += 1
            else:
                places[click] += 1
        if mover == last_mover:
            kinds["again"] += 1
        last_mover = mover
    return dict(kinds), dict(places)


def _captures(match: Match, before: list[int], move: int) -> bool:
    after = list(before)
    match.rule_set.rules.play(after, move)
    return any(mark.kind == CAPTURED for mark in match.rule_set.view.marks(before, move, after))


def evaluate_positions(match: Match, evaluate: Evaluate, seed: int, opening: int) -> tuple[Chances, Chances]:
    """The first player's winning chance before each ply, by search: with the best move, and with the second-best.

    None before plies that are not evaluated; the second also if there is only one move. Each game gets a new search, and
    tables of solved positions are not used: the values are the same on every machine.
    """
    replay = Match(match.game, match.rules, match.options, match.start_position)
    width = match.rule_set.rules.max_moves(match.settings)
    memory = min(max(evaluate.nodes * width * NODE_BYTES >> 20, LEAST_MEMORY), MOST_MEMORY)
    searcher = searcher_for(replay, threads=1, memory=memory, seed=seed, exact=False)
    values: list[float | None] = []
    seconds: list[float | None] = []
    for ply, code in enumerate(match.move_codes):
        best: float | None = None
        second: float | None = None
        if ply >= opening and (ply - opening) % evaluate.every == 0:
            several = len(replay.codes()) > 1
            lines = searcher.search(replay, Limit(nodes=evaluate.nodes), 2 if several else 1).lines
            best = _first_players(replay, lines[0])
            second = _first_players(replay, lines[1]) if len(lines) > 1 else None
        values.append(best)
        seconds.append(second)
        replay.push_code(code)
    return tuple(values), tuple(seconds)


def _first_players(match: Match, line: AnalysisLine) -> float:
    chance = estimate(line)
    return round(chance if match.to_move == 0 else 1 - chance, DIGITS)
