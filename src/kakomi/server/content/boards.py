"""Boards without a live game, and explanations of clicks that are not a move. All rules come from Match."""

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
from kakomi.core.game_files.endings import ending_sentence
from kakomi.core.match import Match
from kakomi.core.records.turns import last_turn_places, movers, turns
from kakomi.core.scene import Choice, Scene
from kakomi.server.content.engines import engine_url
from kakomi.server.http.errors import Refusal

Result = TypeVar("Result")
LONGEST_REPLAY = 3.0  # seconds
CACHED_NUMBERS = 2_000_000  # integers in the positions of all cached boards
CACHED_BOARDS = 64
BUTTON = "button:"
TRIED_TARGETS = 16  # second clicks tried to find out what is wrong with a first one

# How games write moves: places clicked in order, or a button and a place. Tried after the forms of the legal moves.
FORMS: dict[tuple[int, bool], tuple[str, ...]] = {
    (1, False): ("{0}",),
    (2, False): ("{0}-{1}", "{0}x{1}", "{0}>{1}", "{0}={1}"),
    (1, True): ("{button}", "+"),
    (2, True): ("!{1}",),
}


@dataclass(frozen=True)
class ClickExplanation:
    """Why some clicks are not a move, by which clause, and the places (or buttons) that would be right."""

    message: str
    clause: str | None
    right: list[str]


# --- replaying --------------------------------------------------------------------------------------------------------


class Boards:
    """Matches replayed from their moves, with a cache: stepping through a game replays one move, not all."""

    def __init__(self) -> None:
        self._cache: OrderedDict[tuple[object, ...], Match] = OrderedDict()
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
        """The match after the moves; errors as Match raises them, Refusal if it takes too long."""
        began = time.monotonic()
        match = Match(games.get(game), rules, options, position)
        key = (game, match.rules, tuple(match.options.items()), position)
        wanted = list(moves)
        shared, nearest = self._nearest(key, wanted)
        if nearest is not None:
            match = nearest.copy()
            for _ in range(len(match.moves) - shared):
                match.pop()
        for number, text in enumerate(wanted[shared:], shared + 1):
            if time.monotonic() - began > seconds:
                raise Refusal(
                    "board/too-long",
                    f"replaying {len(wanted)} moves takes too long; send fewer moves or start from a position",
                    422,
                )
            try:
                match.push(text)
            except MoveError as error:
                message = f"move {number}, {shorten(text)!r}: {error}"
                raise type(error)(message, error.clause) from error
        if nearest is None or shared < len(wanted):
            self._store((*key, tuple(match.moves)), match.copy())
        return match

    def _nearest(self, key: tuple[object, ...], wanted: list[str]) -> tuple[int, Match | None]:
        """The cached match with the longest common prefix, and the length of the prefix."""
        best: tuple[int, Match | None] = (0, None)
        with self._lock:
            for cached, match in self._cache.items():
                if cached[:-1] == key:
                    shared = _shared(cached[-1], wanted)  # type: ignore[arg-type]
                    if shared > best[0]:
                        best = shared, match
        return best

    def _store(self, key: tuple[object, ...], match: Match) -> None:
        with self._lock:
            self._cache[key] = match
            self._cache.move_to_end(key)
            while len(self._cache) > 1 and (len(self._cache) > CACHED_BOARDS or self._weight() > CACHED_NUMBERS):
                self._cache.popitem(last=False)

    def _weight(self) -> int:
        return sum(len(match.state) * (len(match.move_codes) + 1) for match in self._cache.values())


def _shared(one: Sequence[str], two: Sequence[str]) -> int:
    """The length of the common prefix."""
    count = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        count += 1
    return count


def outcome_dict(match: Match) -> dict[str, Any] | None:
    """The outcome as schemas.OutcomeOut."""
    outcome = match.outcome
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "clause": outcome.clause,
        "score": outcome.score,
        "sentence": match.status,
        "told": [ending_sentence(match, seat) for seat in (0, 1)],
    }


def board_dict(match: Match) -> dict[str, Any]:
    """A board as schemas.BoardOut, with the scene still an object (orjson writes it as it is)."""
    scene = match.scene()
    return {
        "scene": scene,
        "position": match.position,
        "diagram": match.diagram(),
        "outcome": outcome_dict(match),
        "score": match.score,
        "turn": None if match.outcome is not None else match.to_move,
        "ply": len(match.moves),
        "moves": match.moves,
        "movers": movers(match),
        "turns": turns(match),
        "last_turn": last_turn_places(match, {place.id for place in scene.places}),
        "seats": [{"label": label} for label in match.rule_set.seat_labels(match.state, match.settings)],
        "engine": _engine(match, scene),
    }


def _engine(match: Match, scene: Scene) -> dict[str, Any] | None:
    """The position for the engine in the page, as schemas.EngineInfo."""
    if match.outcome is not None:
        return None
    return {
        "url": engine_url(match),
        "state": [str(int(word)) for word in match.state],
        "codes": [str(int(code)) for code in match.codes()],
        "texts": list(dict.fromkeys(choice.move for choice in scene.choices)),  # a move may have several click paths
    }


def line_texts(match: Match, lines: Sequence[Sequence[str]], seconds: float = LONGEST_REPLAY) -> list[list[str]]:
    """Lines of move codes as texts; a line ends before a move that is not legal, and all lines when time is up."""
    ends = time.monotonic() + seconds
    texts: list[list[str]] = []
    for line in lines:
        walk = match.copy()
        for code in line:
            if time.monotonic() > ends or int(code) not in walk.codes():
                break
            walk.push_code(int(code))
        texts.append(walk.moves[match.ply :])
    return texts


# --- clicks that are not a move ---------------------------------------------------------------------------------------


def explain(match: Match, clicks: Sequence[str]) -> ClickExplanation:
    """Why these clicks are not a move in this position, in a sentence with the clause, and what would be right."""
    scene = match.scene()
    if match.outcome is not None:
        return ClickExplanation(f"The game is over: {match.status}", match.outcome.clause, [])
    clicks = list(clicks)
    choices = (*scene.choices, *scene.shortcuts)
    right = next_clicks(choices, clicks)
    known = {place.id for place in scene.places} | {click for choice in choices for click in choice.clicks}
    unknown = [click for click in clicks if click not in known and not click.startswith(BUTTON)]
    if unknown:
        return ClickExplanation(f"There is no place {shorten(unknown[0], 20)!r} on this board.", None, right)
    whole = [choice for choice in choices if list(choice.clicks) == clicks]
    if whole:
        return ClickExplanation(f"{whole[0].move} is a legal move.", None, list(whole[0].clicks))
    if not clicks:
        return ClickExplanation(f"{match.status} {_invitation(right)}".strip(), None, right)
    if any(list(choice.clicks[: len(clicks)]) == clicks for choice in choices):
        return ClickExplanation(f"{_named(clicks[-1])} begins a move; continue with {_listed(right)}.", None, right)
    refusal = _refusal(match, scene, clicks)
    if refusal is None:
        return ClickExplanation(f"That is not a legal move. {_invitation(right)}".strip(), None, right)
    return ClickExplanation(refusal[1], refusal[0], right)


def next_clicks(choices: Sequence[Choice], clicks: Sequence[str]) -> list[str]:
    """The next clicks of the legal moves that share the longest prefix with these clicks, in the moves' order."""
    paths = [(min(_shared(choice.clicks, clicks), len(choice.clicks) - 1), choice.clicks) for choice in choices]
    longest = max((count for count, _ in paths), default=0)
    return list(dict.fromkeys(path[count] for count, path in paths if count == longest))


def _refusal(match: Match, scene: Scene, clicks: list[str]) -> tuple[str | None, str] | None:
    """Clause and sentence for clicks that no legal move begins with."""
    reasons = [_reason(match, text) for text in _texts(scene.choices, clicks)]
    if len(clicks) == 1 and not clicks[0].startswith(BUTTON) and not any(_settled(reason) for reason in reasons):
        # a first click alone is not a move text: adding any target shows what is wrong with it
        step = max(1, len(scene.places) // TRIED_TARGETS)
        counted: Counter[Reason] = Counter()
        for target in (place.id for place in scene.places[::step] if place.id != clicks[0]):
            for reason in (_reason(match, text) for text in _texts(scene.choices, [clicks[0], target])):
                if reason is not None and reason[2] == 0:
                    sentence = reason[1]
                    if re.search(
                        rf"(?<!\w){re.escape(target)}(?!\w)", sentence.partition(";")[0]
                    ):  # a place nobody clicked
                        sentence = f"no move begins with {_named(clicks[0])} ({reason[0]})"
                    counted[reason[0], sentence, 0] += 1
        reasons = [counted.most_common(1)[0][0]] if counted else reasons
    known = sorted((reason for reason in reasons if reason is not None and reason[2] < 2), key=lambda each: each[2])
    return known[0][:2] if known else None


Reason = tuple[str | None, str, int]


def _settled(reason: Reason | None) -> bool:
    return reason is not None and reason[2] == 0


def _reason(match: Match, text: str) -> Reason | None:
    """Why a move text is refused: by the rules (0), by how it is written (1), or because it is not a move text (2)."""
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
    """Move texts that these clicks may mean: written like the legal moves with as many clicks, then in any known form."""
    button = clicks[0].removeprefix(BUTTON) if clicks[0].startswith(BUTTON) else ""
    shape = (len(clicks), bool(button))
    forms = list(dict.fromkeys(_form(each) for each in choices if _shape(each.clicks) == shape))
    texts = [form.format(*clicks, button=button) for form in (*forms, *FORMS.get(shape, ())) if form]
    return list(dict.fromkeys(texts))


def _shape(clicks: Sequence[str]) -> tuple[int, bool]:
    return len(clicks), clicks[0].startswith(BUTTON)


def _form(choice: Choice) -> str:
    """A legal move's text with its places taken out: "c5xd5" by c5 and d5 is "{0}x{1}"; "" if it is a word."""
    places = {click: f"{{{number}}}" for number, click in enumerate(choice.clicks) if not click.startswith(BUTTON)}
    if not places or any(brace in choice.move for brace in "{}"):
        return ""
    pattern = "|".join(re.escape(each) for each in sorted(places, key=len, reverse=True))
    return re.sub(pattern, lambda hit: places[hit[0]], choice.move)


def _invitation(right: list[str]) -> str:
    return f"You can start with {_listed(right)}." if right else ""


def _listed(clicks: list[str]) -> str:
    return listing([_named(click) for click in clicks], 6)


def _named(click: str) -> str:
    return click.removeprefix(BUTTON)


# --- off the event loop -----------------------------------------------------------------------------------------------


class Background:
    """A few threads for slow work, so that live games are not held up, however many requests there are."""

    def __init__(self, threads: int = 2, most: int = 200) -> None:
        self._free = asyncio.Semaphore(threads)
        self._most = most
        self._waiting = 0

    async def run(self, work: Callable[[], Result]) -> Result:
        """The result of the work; Refusal if too many requests are waiting."""
        if self._waiting >= self._most:
            raise Refusal("server/busy", "the server is busy; try again in a moment", 503)
        self._waiting += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


BOARDS = Boards()
BACKGROUND = Background()
