"""What finished games and units of the lab add to the explorer's index: the work of a background process."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from kakomi import games as catalogue
from kakomi.core.errors import KakomiError
from kakomi.core.match import Match
from kakomi.server.content.explorer import DEEPEST, count_match
from kakomi.server.content.stored_games import replay
from kakomi.store import games
from kakomi.store.explorer import LabUnit, MoveCount

UNCOUNTED_CLAUSES = ("forfeit", games.CLOSED)  # misconduct or an administrator says nothing about an opening
Counts = list[tuple[str, list[MoveCount]]]  # the games of a piece of work: the id of each, and what it adds
log = logging.getLogger(__name__)


def counts_of_stored(row: games.GameRow, moves: list[games.MoveRow]) -> list[MoveCount]:
    """What a game of people, levels and bots adds; Unplayable where it cannot be replayed."""
    if row.finished is None or row.clause in UNCOUNTED_CLAUSES:
        return []
    sources = ["people" if seat.kind in ("person", "open") else "levels" for seat in row.seats]
    return count_match(replay(row, moves[:DEEPEST]), row.winner, sources)


def counts_of_unit(unit: LabUnit) -> Counts:
    """What a unit of the lab adds: each different game of a study once, without moves made at random."""
    study = json.loads(unit.plan)["studies"][unit.study]
    payload: Any = json.loads(unit.payload)
    if not isinstance(payload, list) or "random" in study["players"]:
        return []  # totals of random games, or games that show no opening
    counts: Counts = []
    try:
        start = Match(catalogue.get(study["game"]), study["rules"], study["options"])
        for line in payload:
            if line["clause"] not in UNCOUNTED_CLAUSES:
                match = start.copy()
                for text in line["moves"][:DEEPEST]:
                    match.push(text)
                counted = count_match(match, line["winner"], ("lab", "lab"), line["opening"])
                counts.append((_lab_game(unit, line["moves"]), counted))
    except KakomiError as error:  # rules that have changed, a plug-in that is gone
        log.info("a unit of the lab is not counted", extra={"unit": unit.id, "reason": str(error)})
        return []
    return counts


def _lab_game(unit: LabUnit, moves: list[str]) -> str:
    """An id that is the same for games of a study with the same moves: a repeat is not new evidence."""
    return "lab " + hashlib.sha256(json.dumps([unit.run, unit.study, moves]).encode()).hexdigest()[:32]
