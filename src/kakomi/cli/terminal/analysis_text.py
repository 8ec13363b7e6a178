"""The result of a search or a review, in words and columns for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.core.match import Match
from kakomi.players.analysis.game_review import Position, Review, Verdict, percent
from kakomi.search.learned.first_sight import first_sight
from kakomi.search.result import AnalysisLine, LikelyMove, Report

LONGEST_VARIATION = 12  # moves; longer ones are cut
BAR = 20  # columns for a winning chance
TABLE = "From the table of all positions: proven, not estimated."


def worth(line: AnalysisLine) -> str:
    """What a move is worth, in brief: a winning chance, or what is proven."""
    if line.points is not None:
        return f"{line.points:+d}" if line.points else "even"
    return {"win": "wins", "draw": "draws", "loss": "loses"}.get(line.proven) or percent(line.value)


def variation(line: AnalysisLine) -> str:
    """The expected moves."""
    shown = line.variation[:LONGEST_VARIATION] or (line.move,)
    return " ".join(shown) + (" ..." if len(line.variation) > LONGEST_VARIATION else "")


def sentence(match: Match, line: AnalysisLine) -> str:
    """What a move leads to, in a sentence."""
    side = match.sides[match.to_move]
    if line.points is not None:
        size = f"{abs(line.points)} point{'s' if abs(line.points) > 1 else ''}"
        ending = f"wins by {size}" if line.points > 0 else f"loses by only {size}" if line.points else "draws"
        return f"With **{line.move}** {side} {ending}; that is proven."
    moves = "" if line.distance is None else f" (the next capture or the end within {line.distance} moves)"
    if line.proven == "win":
        return f"**{line.move}** wins for certain{moves}."
    if line.proven == "draw":
        return f"**{line.move}** draws, and no move wins; that is proven."
    if line.proven == "loss":
        return f"Every move loses against best play; **{line.move}** is as good as any{moves}."
    return f"**{line.move}** looks best: {side}'s winning chance is {percent(line.value)}."


def advice(match: Match, report: Report, paint: Paint) -> Iterator[str]:
    """A hint: the best move in a sentence, the moves expected after it, the alternatives, and the likeliest moves."""
    best, others = report.best, report.lines[1:]
    yield wrap(sentence(match, best), paint)
    if len(best.variation) > 1:
        yield wrap(f"Expected: {variation(best)}", Paint(width=paint.width), "", "  ")
    if others:
        yield wrap(
            "Alternatives: " + ", ".join(f"{each.move} ({worth(each)})" for each in others), Paint(width=paint.width)
        )
    named = likely(first_sight(match, report.policy))
    if named:
        yield wrap(named, Paint(width=paint.width))


def likely(moves: Sequence[LikelyMove], numbers: Mapping[str, int] | None = None) -> str:
    """The moves that come to mind first, by the policy of a net; "" if none does. `numbers` are their numbers in a list.

    >>> likely([LikelyMove("a1", 0.4, 3), LikelyMove("b2", 0.1)])
    'Most likely moves at first sight: a1 (40%, with 3 more by symmetry), b2 (10%)'
    """
    texts = []
    for each in moves:
        more = f", with {each.images} more by symmetry" if each.images else ""
        number = "" if numbers is None else f"{numbers[each.move]} "
        texts.append(f"{number}{each.move} ({likelihood(each.policy)}{more})")
    return f"Most likely moves at first sight: {', '.join(texts)}" if texts else ""


def likelihood(policy: float) -> str:
    """A probability of a policy, which has many small ones.

    >>> likelihood(0.256), likelihood(0.0003)
    ('26%', '<1%')
    """
    return "<1%" if policy < 0.005 else f"{round(100 * policy)}%"


def table(report: Report, paint: Paint) -> Iterator[str]:
    """The lines of a report, one per row; with a header if there is a net's policy beside the search's figures."""
    policies = any(line.policy is not None for line in report.lines)
    head = ["", "chance", "visits", "policy"] if policies else []
    rows = [
        (
            f"{place:>3}",
            worth(line),
            f"{line.visits:,}" if line.visits else "",
            "" if line.policy is None else likelihood(line.policy),
        )
        for place, line in enumerate(report.lines, 1)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, *([head] if head else []), strict=True)]
    shown = [column for column, width in enumerate(widths) if width]
    if head:
        yield paint.quiet("  ".join(f"{head[column]:>{widths[column]}}" for column in shown))
    margin = " " * sum(widths[column] + 2 for column in shown)
    for row, line in zip(rows, report.lines, strict=True):
        cells = [f"{row[column]:>{widths[column]}}" for column in shown]
        cells[1] = paint.bold(cells[1])
        yield wrap(variation(line), Paint(width=paint.width), "  ".join(cells) + "  ", margin)


def source(report: Report) -> str:
    """Where the lines come from: which search, and how much of it."""
    if report.source == "table":
        return TABLE
    depth = f", depth {report.depth}" if report.depth else ""
    return f"{report.source}: {report.nodes:,} nodes{depth}, {report.seconds:.1f} s."


# --- a whole game -----------------------------------------------------------------------------------------------------


class Columns:
    """A review as a table with one row per move; rows can be printed as they come."""

    def __init__(self, match: Match, paint: Paint) -> None:
        self._paint = paint
        self._side = match.sides[0]
        self._move = max([4, *(len(text) for text in match.moves)])
        self._label = max(4, len(f"{len(match.moves)}..."))
        self._exact = False  # points instead of chances
        self._full, self._rest = ("━", "─") if paint.unicode else ("=", "-")

    def head(self) -> str:
        """The names of the columns."""
        chance = f"{self._side}'s chance"
        row = f"{'':>{self._label}} {'move':<{self._move}}  {chance:<{6 + BAR}}  lost"
        return self._paint.quiet(row)

    def row(self, move: Verdict, after: Position) -> str:
        """One move; for a mistake, the better move too."""
        chance = move.after if move.player == 0 else 1 - move.after
        value = self._value(after, chance)
        filled = round(BAR * chance)
        bar = self._full * filled + self._paint.quiet(self._rest * (BAR - filled))
        row = f"{move.label:>{self._label}} {move.move:<{self._move}}  {value:>5} {bar}"
        if not move.faulty:
            return row
        lost = f"{round(100 * move.loss)}%" if move.loss >= 0.005 else ""
        if move.points_lost:
            lost = f"{move.points_lost} pt"
        word = self._paint.style(move.word, "31" if move.word == "blunder" else "33")
        return f"{row}  {lost:>5}  {word}, better {self._paint.bold(move.best.move)}"

    def _value(self, position: Position, chance: float) -> str:
        self._exact = self._exact or (position.points is not None and position.report is not None)
        if self._exact and position.points is not None:
            return f"{position.points:+d}" if position.points else "even"
        return percent(chance)


def conclusions(review: Review, names: tuple[str, str], paint: Paint) -> Iterator[str]:
    """The turning points, and how well each side played."""
    turns = review.turning_points
    yield paint.bold("Turning points" if len(turns) != 1 else "Turning point")
    if not turns:
        yield wrap("None: no move changed the winning chances by much.", paint, "  ")
    for move in turns:
        yield wrap(_turn(move), paint, "  ", "    ")
    yield ""
    yield paint.bold("The players")
    for account, name in zip(review.accounts, names, strict=True):
        who = "" if name == account.side else f" ({name})"
        yield wrap(account.sentence.replace(account.side, f"{account.side}{who}", 1), paint, "  ", "    ")
    report = review.positions[0].report
    assert report is not None
    yield ""
    yield paint.quiet(TABLE if report.source == "table" else f"{report.source}, {review.limit}.")


def _turn(move: Verdict) -> str:
    follow = f" ({variation(move.best)})" if len(move.best.variation) > 1 else ""
    who = f"**{move.label} {move.move}**, {move.side}'s {move.word}"
    return f"{who}: {move.change}. Better was **{move.best.move}**{follow}."
