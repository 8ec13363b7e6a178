"""Analysis: the best lines of a position, and a whole game reviewed move by move.

How a move is judged: the position after it is searched like the one before it. The move's loss is the value of the best
move found less its own. Two searches of two positions can differ by chance alone, so where the loss seems worth mentioning,
the position after the *best* move is searched as well, with the same limit, and the loss is the difference between the
positions after the two moves. A move is thus only called a fault after a second look.

A search is slightly biased in favour of the player to move. The course of a game therefore uses, for the position after a
move, the mean of two estimates: the one from before the move, less what the move lost, and the one from after it.
"""

from __future__ import annotations

from collections.abc import Callable

from kakomi.core.errors import EngineError, OptionError
from kakomi.core.match import Match
from kakomi.players.analysis.game_review import BLUNDER, SLIP, Position, Review, Verdict
from kakomi.players.search_player import searcher_for
from kakomi.search.result import AnalysisLine, Limit, Report, Searcher
from kakomi.solved.solver import solver_for

DEFAULT = Limit(nodes=20_000)
MOST_LINES = 1000
PRIOR = 8  # visits with an even result that every estimate starts from: two lucky playouts do not make a won game

ReviewProgress = Callable[[Position, Verdict | None], None]


def analyse(
    match: Match,
    limit: Limit = DEFAULT,
    lines: int = 3,
    *,
    threads: int = 1,
    memory: int = 256,
    seed: int = 0,
) -> Report:
    """The best lines from the match's position, best first. With a node limit and one thread they are always the same.

    >>> import kakomi
    >>> from kakomi.search.result import Limit
    >>> match = kakomi.new(kakomi.games.names()[0])
    >>> report = analyse(match, Limit(nodes=100), lines=2)
    >>> [line.move in match.legal_moves for line in report.lines]
    [True, True]
    """
    return Analyst(limit, lines, threads=threads, memory=memory, seed=seed).look(match)


def review(
    match: Match,
    limit: Limit = DEFAULT,
    lines: int = 1,
    *,
    threads: int = 1,
    memory: int = 256,
    seed: int = 0,
    progress: ReviewProgress | None = None,
) -> Review:
    """Judge every move of the match, finished or not. The limit applies to each position.

    `progress` is called with each position as soon as the move made there has been judged; with the last one it gets None.
    """
    analyst = Analyst(limit, lines, threads=threads, memory=memory, seed=seed)
    walk = Match(match.game, match.rules, match.options, match.start_position)
    number = 1
    here = analyst.position(walk)
    positions = [here]
    verdicts: list[Verdict] = []
    for code in match.move_codes:
        before = walk.copy()
        number += walk.to_move == 0 and bool(verdicts) and verdicts[-1].player == 1
        label = f"{number}{('.', '...')[walk.to_move]}"
        walk.push_code(code)
        after = analyst.position(walk)
        verdict = analyst.judge(before, here, after, walk.moves[-1], label)
        if progress is not None:
            progress(here, verdict)
        here = after
        positions.append(here)
        verdicts.append(verdict)
    if progress is not None:
        progress(here, None)
    return Review(match.copy(), tuple(positions), tuple(verdicts), in_words(limit))


def in_words(limit: Limit) -> str:
    """A limit in words.

    >>> in_words(Limit(nodes=20_000))
    '20,000 nodes a position'
    """
    parts = [] if limit.nodes is None else [f"{int(limit.nodes):,} nodes"]
    if limit.seconds is not None:
        parts.append(f"{limit.seconds:g} s")
    if limit.depth is not None:
        parts.append(f"depth {limit.depth}")
    return f"{' or '.join(parts)} a position"


def estimate(line: AnalysisLine) -> float:
    """The winning chance of a line, pulled toward one half where few visits support it.

    >>> estimate(AnalysisLine("a1", 1.0, visits=2)), estimate(AnalysisLine("a1", 1.0, visits=2, proven="win"))
    (0.6, 1.0)
    """
    if line.proven or not line.visits:  # a search without visits, like alpha-beta, gives values that need no correction
        return line.value
    return (line.visits * line.value + PRIOR * 0.5) / (line.visits + PRIOR)


class Analyst:
    """Analyses one position after another, from the exact table where there is one, else by search."""

    def __init__(self, limit: Limit, lines: int = 1, *, threads: int = 1, memory: int = 256, seed: int = 0) -> None:
        if limit.nodes is None and limit.seconds is None:
            raise OptionError("an analysis needs an end: give its limit nodes or seconds")
        if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= MOST_LINES:
            raise OptionError(f"lines must be 1 to {MOST_LINES}, not {lines}")
        self.limit = limit
        self.lines = lines
        self._how = (threads, memory, seed)
        self._kind: object = None
        self._main: Searcher | None = None
        self._aside: Searcher | None = None  # for second looks, so that the main one keeps what it knows of the game

    def look(self, match: Match) -> Report:
        """The best lines of a match that is not over."""
        if match.outcome is not None:
            reason = f"the game is over ({match.outcome.clause})"
            raise OptionError(f"{reason}: there is no move to look for; a review judges the moves that were made")
        kind = (match.game.name, match.rules, tuple(match.settings))
        if self._main is None or self._kind != kind:
            self._kind, self._main, self._aside = kind, _exact(match) or searcher_for(match, *self._how), None
        return self._main.search(match, self.limit, self.lines)

    def stop(self) -> None:
        """Stop the search in progress."""
        for searcher in (self._main, self._aside):
            if searcher is not None:
                searcher.stop()

    def position(self, match: Match) -> Position:
        """The position's value, or the result where the game is over."""
        turn, player, outcome = len(match.moves), match.to_move, match.outcome
        if outcome is not None:
            value = 0.5 if outcome.winner is None else 1.0 - outcome.winner
            points = None if outcome.score is None else outcome.score[0] - outcome.score[1]
            return Position(turn, player, None, value, points, True)
        report = self.look(match)
        best, value = report.best, estimate(report.best)
        if player == 0:
            return Position(turn, player, report, value, best.points, bool(best.proven))
        points = None if best.points is None else -best.points
        return Position(turn, player, report, 1 - value, points, bool(best.proven))

    def judge(self, before: Match, here: Position, after: Position, move: str, label: str) -> Verdict:
        """Judge the move that was made in the position `here`."""
        assert here.report is not None
        player, best = here.player, here.report.best
        choices = len(before.codes())
        made, lead = after.chance(player), after.lead(player)
        rival: AnalysisLine | None = best if move != best.move else None
        if rival is None and estimate(best) - made >= BLUNDER and not best.proven and choices > 1:
            rival = self._another(before, move)  # the search did not foresee this: was there a better move?
        loss = 0.0
        if rival is not None and choices > 1:
            wanted = estimate(rival)
            if wanted - made >= SLIP and not rival.proven:
                wanted = self._second_look(before, rival, player)
            loss = max(0.0, wanted - made)
        if loss == 0 or rival is None:
            rival = best
        lost = None if best.points is None or lead is None else max(0, best.points - lead)
        chance = made
        if move == best.move and best.proven:
            chance = best.value
        elif not after.proven:
            chance = (made + min(1.0, max(0.0, estimate(best) - loss))) / 2
        return Verdict(
            number=after.turn,
            label=label,
            player=player,
            side=before.sides[player],
            move=move,
            choices=choices,
            best=rival,
            before=min(1.0, chance + loss),
            after=chance,
            loss=loss,
            points_lost=lost,
            proven=bool(rival.proven) and after.proven,
        )

    def _another(self, before: Match, move: str) -> AnalysisLine | None:
        """The best line that does not begin with the move."""
        lines = self._beside(before).search(before, self.limit, 2).lines
        return next((line for line in lines if line.move != move), None)

    def _second_look(self, before: Match, best: AnalysisLine, player: int) -> float:
        """The player's chances after the best move, searched like the position after the move played."""
        match = before.copy()
        match.push(best.move)
        if match.outcome is not None:
            return self.position(match).chance(player)
        value = estimate(self._beside(match).search(match, self.limit, 1).best)
        return value if match.to_move == player else 1 - value

    def _beside(self, match: Match) -> Searcher:
        if self._aside is None:
            self._aside = searcher_for(match, *self._how)
        return self._aside


def _exact(match: Match) -> Searcher | None:
    """The solver, if it has its table or can make it at once."""
    solver = solver_for(match)
    if solver is None:
        return None
    try:
        solver.search(match, DEFAULT)
    except EngineError:  # its table takes too long to build unasked
        return None
    return solver
