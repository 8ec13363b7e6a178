"""Analysis on request: queries and answers as lines of JSON, as in KataGo's analysis engine (docs/play/analysis.md).

Queries are read while an earlier one is being answered, so that it can be stopped; they are answered one after another.
"""

from __future__ import annotations

import json
import math
import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from kakomi import __version__, games
from kakomi.core.errors import KakomiError, shorten
from kakomi.core.match import Match
from kakomi.players.analysis.analyser import MOST_LINES, Analyst
from kakomi.players.analysis.report_json import report_dict
from kakomi.search.result import Limit

NODES = 20_000
LINES = 3
LONGEST = 1 << 20  # characters of a query
WAITING = 10_000  # queries that may wait; no more are read until some are answered
FIELDS = ("id", "game", "rules", "options", "position", "moves", "analyzeTurns", "maxVisits", "maxTime", "lines")
ACTIONS = ("query_version", "terminate", "terminate_all")

Answer = dict[str, Any]
Say = Callable[[Answer], None]


class QueryError(KakomiError):
    """An invalid query: what is wrong with it, and in which field."""

    def __init__(self, reason: str, name: str | None = None) -> None:
        super().__init__(reason)
        self.field = name


@dataclass
class Query:
    """A game and the turns of it to analyse."""

    name: str
    match: Match
    turns: list[int]
    limit: Limit
    lines: int
    ended: set[int] = field(default_factory=set)  # turns that were terminated


def read(fields: dict[str, Any]) -> Query:
    """The query that an object describes.

    >>> from kakomi import games
    >>> query = read({"id": "first", "game": games.names()[0], "analyzeTurns": [0], "maxVisits": 500})
    >>> query.turns, query.limit.nodes, query.lines
    ([0], 500, 3)
    """
    name = _text(fields, "id")
    match = _match(fields)
    last = len(match.moves)
    turns = fields.get("analyzeTurns", [last])
    if not isinstance(turns, list) or not turns or not all(_whole(turn, 0, last) for turn in turns):
        raise QueryError(f"analyzeTurns is a list of numbers from 0 to {last}, the number of moves", "analyzeTurns")
    lines = fields.get("lines", LINES)
    if not _whole(lines, 1, MOST_LINES):
        raise QueryError(f"lines is a number from 1 to {MOST_LINES}", "lines")
    return Query(name, match, sorted(set(turns)), _limit(fields), lines)


def _match(fields: dict[str, Any]) -> Match:
    here = "game"
    try:
        game = games.get(_text(fields, "game"))
        here = "rules"
        rules = _text(fields, "rules") if "rules" in fields else None
        rule_set = game.rule_set(rules)
        here = "options"
        options = fields.get("options", {})
        if not isinstance(options, dict):
            raise QueryError("options is an object of names and values", "options")
        game.settle(rule_set.name, options)
        here = "position"
        match = Match(game, rule_set.name, options, _text(fields, "position") if "position" in fields else None)
        here = "moves"
        moves = fields.get("moves", [])
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise QueryError('moves is a list of texts, like ["c5xd5", "c2xd2"]', "moves")
        for move in moves:
            match.push(move)
    except QueryError:
        raise
    except KakomiError as error:
        raise QueryError(str(error), here) from error
    return match


def _limit(fields: dict[str, Any]) -> Limit:
    nodes, seconds = fields.get("maxVisits"), fields.get("maxTime")
    if nodes is not None and not _whole(nodes, 1, 10**11):
        raise QueryError("maxVisits is a whole number from 1 to 100000000000", "maxVisits")
    if seconds is None:
        return Limit(nodes=nodes or NODES)
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not (number and math.isfinite(seconds) and 0 < seconds <= 1e6):
        raise QueryError("maxTime is a number of seconds, more than 0", "maxTime")
    return Limit(seconds=float(seconds), nodes=nodes)


def _text(fields: dict[str, Any], name: str) -> str:
    if not isinstance(fields.get(name), str):
        raise QueryError(f"a query has {name}, a text", name)
    return str(fields[name])


def _whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


class Engine:
    """Answers queries, one after another, with one limit of memory and threads for all."""

    def __init__(self, say: Say, threads: int = 1, seed: int = 0) -> None:
        self._tell = say
        self._speaking = threading.Lock()
        self._how = {"threads": threads, "seed": seed}
        self._waiting: queue.Queue[Query | None] = queue.Queue(WAITING)
        self._open: dict[int, Query] = {}  # not fully answered yet, by identity: ids need not differ
        self._changing = threading.Condition()
        self._now: tuple[Query, int, Analyst] | None = None

    def run(self, source: Iterable[str]) -> None:
        """Answer every query of the source, until it ends."""
        threading.Thread(target=self._listen, args=(source,), daemon=True).start()
        while (query := self._waiting.get()) is not None:
            self._work(query)

    def _say(self, answer: Answer) -> None:
        with self._speaking:
            self._tell(answer)

    # --- listening ----------------------------------------------------------------------------------------------------

    def _listen(self, source: Iterable[str]) -> None:
        try:
            for line in source:
                if line.strip():
                    self._hear(line)
        finally:
            self._waiting.put(None)

    def _hear(self, line: str) -> None:
        fields: Any = {}
        try:
            fields = _parse(line)
            if "action" in fields:
                self._act(fields)
                return
            query = read(fields)
        except QueryError as error:
            named = {"id": fields["id"]} if isinstance(fields.get("id"), str) else {}
            about = {"field": error.field} if error.field else {}
            self._say({**named, "error": str(error), **about})
            return
        for name in fields:
            if name not in FIELDS:
                known = ", ".join(FIELDS)
                self._say(
                    {"id": query.name, "warning": f"a query has {known}; this is left aside", "field": shorten(name)}
                )
        with self._changing:
            self._open[id(query)] = query
        self._waiting.put(query)

    def _act(self, fields: dict[str, Any]) -> None:
        action = fields["action"]
        if action not in ACTIONS:
            raise QueryError(f"an action is one of {', '.join(ACTIONS)}", "action")
        _text(fields, "id")
        if action == "query_version":
            self._say({**fields, "version": __version__})
            return
        wanted = _text(fields, "terminateId") if action == "terminate" else None
        turns = fields.get("turnNumbers")
        if turns is not None and not (isinstance(turns, list) and all(_whole(turn, 0, 10**9) for turn in turns)):
            raise QueryError("turnNumbers is a list of numbers", "turnNumbers")
        with self._changing:
            for query in self._open.values():
                if wanted in (None, query.name):
                    query.ended.update(query.turns if turns is None else turns)
            now = self._now
            while now is not None and now is self._now and now[1] in now[0].ended:
                now[2].stop()  # repeatedly: a search that is only about to begin misses it
                self._changing.wait(0.02)
        self._say(fields)

    # --- answering ----------------------------------------------------------------------------------------------------

    def _work(self, query: Query) -> None:
        analyst = Analyst(query.limit, query.lines, **self._how)
        walk = Match(query.match.game, query.match.rules, query.match.options, query.match.start_position)
        codes = iter(query.match.move_codes)
        for turn in query.turns:
            while len(walk.moves) < turn:
                walk.push_code(next(codes))
            self._say(self._answer(query, walk, analyst))
        with self._changing:
            del self._open[id(query)]

    def _answer(self, query: Query, walk: Match, analyst: Analyst) -> Answer:
        turn = len(walk.moves)
        with self._changing:
            if turn in query.ended:
                return {"id": query.name, "turnNumber": turn, "isDuringSearch": False, "noResults": True}
            self._now = query, turn, analyst
        try:
            return report_dict(walk, analyst.position(walk), query.name)
        except KakomiError as error:
            return {"id": query.name, "turnNumber": turn, "error": str(error)}
        finally:
            with self._changing:
                self._now = None
                self._changing.notify_all()


def _parse(line: str) -> dict[str, Any]:
    if len(line) > LONGEST:
        raise QueryError(f"a query has at most {LONGEST} characters")
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise QueryError(
            f'a query is one JSON object on a line, like {{"id": "a", "game": "NAME"}}, not {shorten(line.strip())!r}'
        ) from error
    if not isinstance(fields, dict):
        raise QueryError('a query is a JSON object, like {"id": "a", "game": "NAME"}')
    return fields
