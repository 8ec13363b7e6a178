"""One unit played: its games told one by one, or counted. The referee is that of `kakomi match`."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator

from kakomi.core.match import Match
from kakomi.lab import bulk
from kakomi.lab.plan import Evaluate, Plan, Study
from kakomi.lab.results import GameResult
from kakomi.lab.units import Unit, seed_of, task
from kakomi.players.analysis.analyser import estimate
from kakomi.players.matches import referee
from kakomi.players.search_player import searcher_for
from kakomi.search.result import Limit

PLAIN_MARKS = ("from", "to")  # of a mere move: nothing happened
CAPTURED = "captured"
BUTTON = "button:"
NODE_BYTES = 100  # of a tree's node, at the most
LEAST_MEMORY, MOST_MEMORY = 16, 512  # megabytes to evaluate with
DIGITS = 6


class Watched(Match):
    """A match that notes which moves were legal, and who moved, as it goes: the referee has asked both already."""

    def __init__(self, study: Study) -> None:
        fresh = study.match()
        super().__init__(fresh.game, fresh.rules, fresh.options)
        self.legal: list[list[int]] = []
        self.movers: list[int] = []
        self._read: tuple[list[int], str, int] | None = None

    def parse(self, text: str) -> int:
        """The legal move that the text stands for; the referee asks before the move is made, and again when it is."""
        read = self._read
        if read is None or read[0] is not self.state or read[1] != text:
            read = self._read = self.state, text, super().parse(text)
        return read[2]

    def push_code(self, move: int) -> None:
        """Play a legal move given as an integer."""
        self.legal.append(self.codes())
        self.movers.append(self.to_move)
        super().push_code(move)

    def steps(self) -> Iterator[tuple[list[int], int, list[int]]]:
        """The position before each move, the move, the position after it."""
        return zip(self._positions[:-1], self._moves, self._positions[1:], strict=True)


class Desk:
    """Where units are played, one after another; `close` sends the players home."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._study = -1
        self._table: referee.Table | None = None

    def play(self, unit: Unit) -> str:
        """What came of the unit, as JSON: a list of games, or the counts of many."""
        study = self._plan.studies[unit.study]
        if study.bulk:
            counted = bulk.count(study.match(), seed_of(self._plan, study, "bulk"), unit.first, unit.count)
            return json.dumps(counted.as_dict(), ensure_ascii=False, separators=(",", ":"))
        games = [self.game(study, number).as_dict() for number in range(unit.first, unit.first + unit.count)]
        return json.dumps(games, ensure_ascii=False, separators=(",", ":"))

    def game(self, study: Study, number: int) -> GameResult:
        """One game, from its seed to its end by the rules or by a forfeit."""
        table = self._sit(study)
        wanted = task(self._plan, study, number)
        match = Watched(study)
        for text in wanted.opening:
            match.push(text)
        reason = table.play_on(match, wanted)[0]
        values = None
        if study.evaluate is not None:
            seed = seed_of(self._plan, study, f"evaluate {number}") % 2**31
            values = evaluated(match, study.evaluate, seed, len(wanted.opening))
        return told(match, study.number, number, len(wanted.opening), reason, values)

    def _sit(self, study: Study) -> referee.Table:
        if self._table is None or self._study != study.number:
            self.close()
            self._study = study.number
            self._table = referee.Table(
                referee.Plan(
                    players=study.players,
                    game=study.game,
                    rules=study.rules,
                    options=study.options,
                    games=2,
                    control=study.control,
                    opening=study.opening,
                    seed=seed_of(self._plan, study, "games"),
                    patience=self._plan.patience,
                )
            )
        return self._table

    def close(self) -> None:
        """Nobody plays any more."""
        table, self._table = self._table, None
        if table is not None:
            table.close()


def told(
    match: Watched, study: int, number: int, opening: int, reason: str, values: tuple[float | None, ...] | None
) -> GameResult:
    """A finished match as a result."""
    outcome = match.outcome
    assert outcome is not None
    widths, movers = [len(moves) for moves in match.legal], match.movers
    plies = len(widths)
    tree = math.fsum(math.log10(width) for width in widths)
    forced = widths.count(1)
    kinds, places = happened(match)
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
        values=values,
        opening=opening,
        reason=reason,
    )


def happened(match: Watched) -> tuple[dict[str, int], dict[str, int]]:
    """What the moves brought about, and the places they were made with.

    Counted are the marks that the game's face puts on a move, a piece or place each ("captured", "changed" ...); moves that
    are buttons ("swap", "pass" ...); "again", a player's move right after one of his own; "capturing", moves that capture;
    and "must capture", those of them where every legal move would have.
    """
    view = match.rule_set.view
    kinds: Counter[str] = Counter()
    places: Counter[str] = Counter()
    before_that = -1
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
        if mover == before_that:
            kinds["again"] += 1
        before_that = mover
    return dict(kinds), dict(places)


def _captures(match: Match, before: list[int], move: int) -> bool:
    after = list(before)
    match.rule_set.rules.play(after, move)
    return any(mark.kind == CAPTURED for mark in match.rule_set.view.marks(before, move, after))


def evaluated(match: Match, how: Evaluate, seed: int, opening: int) -> tuple[float | None, ...]:
    """The first player's chance before each ply, by search; None before plies that are not looked at.

    A search of its own for each game, and no table of every position: the same on every machine.
    """
    walk = Match(match.game, match.rules, match.options)
    width = match.rule_set.rules.max_moves(match.settings)
    memory = min(max(how.nodes * width * NODE_BYTES >> 20, LEAST_MEMORY), MOST_MEMORY)
    searcher = searcher_for(walk, threads=1, memory=memory, seed=seed, exact=False)
    values: list[float | None] = []
    for ply, code in enumerate(match.move_codes):
        if ply < opening or (ply - opening) % how.every:
            values.append(None)
        else:
            chance = estimate(searcher.search(walk, Limit(nodes=how.nodes)).best)
            values.append(round(chance if walk.to_move == 0 else 1 - chance, DIGITS))
        walk.push_code(code)
    return tuple(values)
