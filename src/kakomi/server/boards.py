"""Boards that no live game stands behind, and what to say about clicks that are no move. Everything asks Match."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from kakomi import games
from kakomi.core.errors import KakomiError, MoveError, listing, shorten
from kakomi.core.match import Match
from kakomi.core.record import ENDINGS
from kakomi.core.scene import Choice, Scene
from kakomi.server.refusals import Refusal

Result = TypeVar("Result")
LONGEST_REPLAY = 3.0  # seconds
KEPT_NUMBERS = 2_000_000  # integers in the positions of all boards that are kept
KEPT_BOARDS = 64
BUTTON = "button:"
TRIED_TARGETS = 16  # second clicks that are tried to learn what is wrong with a first one

# How games write moves: places clicked in order, or a button and a place. Tried after the forms of the legal moves.
FORMS: dict[tuple[int, bool], tuple[str, ...]] = {
    (1, False): ("{0}",),
    (2, False): ("{0}-{1}", "{0}x{1}", "{0}>{1}", "{0}={1}"),
    (1, True): ("{button}", "+"),
    (2, True): ("!{1}",),
}


@dataclass(frozen=True)
class Explained:
    """Why some clicks are no move, by which clause, and the places (or buttons) that would be right."""

    message: str
    clause: str | None
    right: list[str]


# --- playing through --------------------------------------------------------------------------------------------------


class Boards:
    """Matches played through from their moves, the last ones kept: who steps through a game replays one move, not all."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], Match] = OrderedDict()
        self._lock = Lock()

    def replay(
        self,
        game: str,
        rules: str | None,
        options: Mapping[str, object],
        position: str | None,
        moves: Sequence[str],
        seconds: float = LONGEST_REPLAY,
    ) -> Match:
        """The match after the moves; MoveError and the like as Match raises them, Refusal when it takes too long."""
        began = time.monotonic()
        match = Match(games.get(game), rules, options, position)
        key = (game, match.rules, tuple(match.options.items()), position)
        wanted = list(moves)
        shared, found = self._nearest(key, wanted)
        if found is not None:
            match = found.copy()
            for _ in range(len(match.moves) - shared):
                match.pop()
        for number, text in enumerate(wanted[shared:], shared + 1):
            if time.monotonic() - began > seconds:
                raise Refusal(
                    "board/too-long",
                    f"playing {len(wanted)} moves through takes too long; ask for a shorter game or begin from a position",
                    422,
                )
            try:
                match.push(text)
            except MoveError as error:
                message = f"move {number}, {shorten(text)!r}: {error}"
                raise type(error)(message, error.clause) from error
        if found is None or shared < len(wanted):
            self._keep((*key, tuple(match.moves)), match.copy())
        return match

    def _nearest(self, key: tuple[object, ...], wanted: list[str]) -> tuple[int, Match | None]:
        """The kept match that shares the longest beginning, and how long that is."""
        best: tuple[int, Match | None] = (0, None)
        with self._lock:
            for kept, match in self._kept.items():
                if kept[:-1] == key:
                    shared = _shared(kept[-1], wanted)  # type: ignore[arg-type]
                    if shared > best[0]:
                        best = shared, match
        return best

    def _keep(self, key: tuple[object, ...], match: Match) -> None:
        with self._lock:
            self._kept[key] = match
            self._kept.move_to_end(key)
            while len(self._kept) > 1 and (len(self._kept) > KEPT_BOARDS or self._weight() > KEPT_NUMBERS):
                self._kept.popitem(last=False)

    def _weight(self) -> int:
        return sum(len(match.state) * (len(match.move_codes) + 1) for match in self._kept.values())


def _shared(one: Sequence[str], two: Sequence[str]) -> int:
    """How long the common beginning is."""
    count = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        count += 1
    return count


def movers(match: Match) -> list[int]:
    """Who made each move."""
    walk = match.copy()
    if walk.outcome is not None and walk.outcome.clause in ENDINGS:
        walk.pop()
    made = []
    for _ in match.moves:
        walk.pop()
        made.append(walk.to_move)
    return made[::-1]


def outcome_dict(match: Match) -> dict[str, Any] | None:
    """The outcome as models.Outcome has it."""
    outcome = match.outcome
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "clause": outcome.clause,
        "score": outcome.score,
        "sentence": match.status,
    }


def board_dict(match: Match) -> dict[str, Any]:
    """A board as models.BoardOut has it, the scene still an object (orjson writes it as it is)."""
    return {
        "scene": match.scene(),
        "position": match.position,
        "outcome": outcome_dict(match),
        "score": match.score,
        "turn": None if match.outcome is not None else match.to_move,
        "ply": len(match.moves),
        "moves": match.moves,
        "movers": movers(match),
    }


# --- clicks that are no move ------------------------------------------------------------------------------------------


def explain(match: Match, clicks: Sequence[str]) -> Explained:
    """Why these clicks are no move in this position, in a sentence with the clause, and what would be right."""
    scene = match.scene()
    if match.outcome is not None:
        return Explained(f"The game is over: {match.status}", match.outcome.clause, [])
    clicks = list(clicks)
    right = next_clicks(scene.choices, clicks)
    known = {place.id for place in scene.places} | {click for choice in scene.choices for click in choice.clicks}
    strange = [click for click in clicks if click not in known and not click.startswith(BUTTON)]
    if strange:
        return Explained(f"There is no place {shorten(strange[0], 20)!r} on this board.", None, right)
    whole = [choice for choice in scene.choices if list(choice.clicks) == clicks]
    if whole:
        return Explained(f"{whole[0].move} can be played.", None, list(whole[0].clicks))
    if not clicks:
        return Explained(f"{match.status} {_invitation(right)}".strip(), None, right)
    if any(list(choice.clicks[: len(clicks)]) == clicks for choice in scene.choices):
        return Explained(f"{_named(clicks[-1])} is a beginning: go on with {_listed(right)}.", None, right)
    found = _refusal(match, scene, clicks)
    if found is None:
        return Explained(f"That is no move here. {_invitation(right)}".strip(), None, right)
    return Explained(found[1], found[0], right)


def next_clicks(choices: Sequence[Choice], clicks: Sequence[str]) -> list[str]:
    """The next clicks of the legal moves that share the longest beginning with these clicks, in the moves' order."""
    paths = [(min(_shared(choice.clicks, clicks), len(choice.clicks) - 1), choice.clicks) for choice in choices]
    longest = max((count for count, _ in paths), default=0)
    return list(dict.fromkeys(path[count] for count, path in paths if count == longest))


def _refusal(match: Match, scene: Scene, clicks: list[str]) -> tuple[str | None, str] | None:
    """Clause and sentence for clicks that lead nowhere."""
    reasons = [_reason(match, text) for text in _texts(scene.choices, clicks)]
    if len(clicks) == 1 and not clicks[0].startswith(BUTTON) and not any(_settled(reason) for reason in reasons):
        # a first click alone is no move text: what is wrong with it shows when any target is added
        step = max(1, len(scene.places) // TRIED_TARGETS)
        counted: Counter[Reason] = Counter()
        for target in (place.id for place in scene.places[::step] if place.id != clicks[0]):
            for reason in (_reason(match, text) for text in _texts(scene.choices, [clicks[0], target])):
                if reason is not None and reason[2] == 0:
                    told = reason[1]
                    if re.search(rf"(?<!\w){re.escape(target)}(?!\w)", told.partition(";")[0]):  # nobody clicked there
                        told = f"no move begins with {_named(clicks[0])} ({reason[0]})"
                    counted[reason[0], told, 0] += 1
        reasons = [counted.most_common(1)[0][0]] if counted else reasons
    known = sorted((reason for reason in reasons if reason is not None and reason[2] < 2), key=lambda each: each[2])
    return known[0][:2] if known else None


Reason = tuple[str | None, str, int]


def _settled(reason: Reason | None) -> bool:
    return reason is not None and reason[2] == 0


def _reason(match: Match, text: str) -> Reason | None:
    """Why a move text is refused: by the rules (0), by how it is written (1), or because it is no move text (2)."""
    view = match.rule_set.view
    try:
        move = view.read_move(match.state, text)
        if move in match.codes():
            return None
        clause, sentence = view.why_not(match.state, move)
        return clause, sentence, 0
    except MoveError as error:
        return error.clause, str(error), 1 if error.clause else 2
    except KakomiError:
        return None


def _texts(choices: Sequence[Choice], clicks: list[str]) -> list[str]:
    """Move texts these clicks may stand for: written like the legal moves of as many clicks, then in any known form."""
    button = clicks[0].removeprefix(BUTTON) if clicks[0].startswith(BUTTON) else ""
    shape = (len(clicks), bool(button))
    forms = list(dict.fromkeys(_form(each) for each in choices if _shape(each.clicks) == shape))
    texts = [form.format(*clicks, button=button) for form in (*forms, *FORMS.get(shape, ())) if form]
    return list(dict.fromkeys(texts))


def _shape(clicks: Sequence[str]) -> tuple[int, bool]:
    return len(clicks), clicks[0].startswith(BUTTON)


def _form(choice: Choice) -> str:
    """A legal move's text with its places taken out: "c5xd5" by c5 and d5 is "{0}x{1}"; "" where it is a word."""
    places = {click: f"{{{number}}}" for number, click in enumerate(choice.clicks) if not click.startswith(BUTTON)}
    if not places or any(sign in choice.move for sign in "{}"):
        return ""
    pattern = "|".join(re.escape(each) for each in sorted(places, key=len, reverse=True))
    return re.sub(pattern, lambda found: places[found[0]], choice.move)


def _invitation(right: list[str]) -> str:
    return f"You can begin with {_listed(right)}." if right else ""


def _listed(clicks: list[str]) -> str:
    return listing([_named(click) for click in clicks], 6)


def _named(click: str) -> str:
    return click.removeprefix(BUTTON)


# --- aside of the event loop ------------------------------------------------------------------------------------------


class Aside:
    """A few threads for what takes a while, so that however many ask, live games go on beside them."""

    def __init__(self, threads: int = 2, most: int = 200) -> None:
        self._free = asyncio.Semaphore(threads)
        self._most = most
        self._waiting = 0

    async def run(self, work: Callable[[], Result]) -> Result:
        """What the work comes to; Refusal when too many wait already."""
        if self._waiting >= self._most:
            raise Refusal("server/busy", "too many boards are being set up at the moment; try again in a moment", 503)
        self._waiting += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


BOARDS = Boards()
ASIDE = Aside()
