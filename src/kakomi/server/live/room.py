"""A room: one live game in memory and the connections to it. It shows only what has been stored."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import orjson

from kakomi.core.match import Match
from kakomi.core.scene import Scene
from kakomi.core.series import points_of
from kakomi.server.content.boards import outcome_dict
from kakomi.server.content.scene_json import scene_json, start_scene_json
from kakomi.server.live import clocks
from kakomi.server.live.connection import Connection
from kakomi.store.games import GameRow, MoveRow, SeatRow


class Room:
    """A game, its match and its connections. Change it only with `lock` held, and only after the store has the change."""

    def __init__(self, row: GameRow, moves: list[MoveRow], match: Match) -> None:
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.elsewhere: dict[str, tuple[set[str], int]] = {}  # by process: the players and watchers it has in this room
        self.thinking: asyncio.Task[None] | None = None
        self.searched = -1  # the ply of the current or last search
        self.searching = False  # whether a process is working on it; if not, it is still waiting for one
        self.hinting = False
        self.weighed = 0  # its weight as counted in the total of all rooms
        self.used = time.monotonic()
        self.timer: asyncio.TimerHandle | None = None
        self.advance(row, moves, match)

    def advance(self, row: GameRow, moves: list[MoveRow], match: Match) -> None:
        """Take over a change that has been stored."""
        self.row, self.moves, self.match = row, moves, match
        self._scene: bytes | None = None

    @property
    def id(self) -> str:
        """The game's id."""
        return self.row.id

    @property
    def idle(self) -> bool:
        """Whether nobody needs it in memory."""
        return not self.connections and self.thinking is None and not self.lock.locked()

    @property
    def weight(self) -> int:
        """About how many integers it keeps in memory."""
        return len(self.match.state) * (len(self.moves) + 1)

    def cancel_timer(self) -> None:
        """Stop the timer of its clock, if one runs."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    # --- the board ----------------------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The board now. Only its JSON is kept: thousands of small objects per room would slow garbage collection."""
        return self.match.scene()

    @property
    def drawn_scene(self) -> bytes | None:
        """The board now as JSON, if it has been drawn."""
        return self._scene

    def scene_json(self) -> orjson.Fragment:
        """The board now as JSON, written once for everyone."""
        if self._scene is None:
            fresh = self.match.ply == 0 and self.row.clause is None
            self._scene = start_scene_json(self.match) if fresh else scene_json(self.match)
        return orjson.Fragment(self._scene)

    def match_at(self, ply: int) -> Match:
        """The match as it was after `ply` moves."""
        past = self.match.copy()
        while len(past.moves) > ply:
            past.pop()
        return past

    # --- who is here --------------------------------------------------------------------------------------------------

    def seats_of(self, player: str | None) -> list[int]:
        """The seats the player holds."""
        return [place for place, seat in enumerate(self.row.seats) if player is not None and seat.player == player]

    @property
    def open_seat(self) -> bool:
        """Whether nobody holds one of the seats."""
        return any(seat.kind == "open" for seat in self.row.seats)

    def online(self, player: str) -> bool:
        """Whether the player is connected, to any process."""
        here = any(connection.player == player for connection in self.connections)
        return here or any(player in players for players, _ in self.elsewhere.values())

    def presence(self) -> tuple[set[str], int]:
        """The players connected to this process, and the number of watchers."""
        held = {seat.player for seat in self.row.seats if seat.player is not None}
        present = {each.player for each in self.connections if each.player in held}
        watching = sum(each.player not in held for each in self.connections)
        return {player for player in present if player is not None}, watching

    @property
    def watchers(self) -> int:
        """The number of watchers in all processes."""
        return self.presence()[1] + sum(count for _, count in self.elsewhere.values())

    def seat_views(self) -> list[dict[str, Any]]:
        """Who sits where, as clients see it."""
        return [
            {**seat_view(seat, self.online(seat.player or "")), "label": label}
            for seat, label in zip(self.row.seats, self.labels(), strict=True)
        ]

    def labels(self) -> tuple[str, str]:
        """The score of each seat in the game's own words."""
        return self.match.rule_set.seat_labels(self.match.state, self.match.settings)

    # --- what clients see ---------------------------------------------------------------------------------------------

    def offers(self) -> dict[str, int | None]:
        """The open offers."""
        return {"draw": self.row.offer_draw, "undo": self.row.offer_undo, "rematch": self.row.offer_rematch}

    def score(self) -> tuple[float, float] | None:
        """The running score."""
        return self.match.score

    def view(self, player: str | None) -> dict[str, Any]:
        """The whole game, for this player."""
        row = self.row
        you = self.seats_of(player)
        return {
            "id": row.id,
            "game": row.game,
            "title": self.match.game.title,
            "rules": row.rules,
            "options": row.options,
            "start_position": row.position,
            "moves": [each.move for each in self.moves],
            "movers": [each.seat for each in self.moves],
            "scene": self.scene_json(),
            "ply": row.ply,
            "turn": row.turn,
            "seats": self.seat_views(),
            "you": you,
            "clock": clocks.view(row, clocks.now()),
            "score": self.score(),
            "outcome": outcome_dict(self.match),
            "offers": self.offers(),
            "series": self._series(),
            "next": row.next,
            "watchers": self.watchers,
            "invite": f"/join/{row.id}/{row.invite}" if you and row.invite is not None else None,
            "created": row.created,
            "finished": row.finished,
            "sequence": row.sequence,
        }

    def _series(self) -> dict[str, Any] | None:
        row = self.row
        if row.series == 1:
            return None
        return {"length": row.series, "number": row.number, "points": points_after(row, self.match)}

    def state(self, player: str | None, answers: int | None = None) -> bytes:
        """The message with the whole state, for this player."""
        return orjson.dumps({"type": "state", "answers": answers, "game": self.view(player)})

    def moved(self) -> bytes:
        """The message about the last move, the same for everyone."""
        row, last = self.row, self.moves[-1]
        return orjson.dumps(
            {
                "type": "moved",
                "ply": row.ply,
                "move": last.move,
                "by": last.seat,
                "scene": self.scene_json(),
                "turn": row.turn,
                "clock": clocks.view(row, clocks.now()),
                "score": self.score(),
                "labels": self.labels(),
                "outcome": outcome_dict(self.match),
                "offers": self.offers(),
                "series": self._series(),
                "next": row.next,
                "sequence": row.sequence,
            }
        )

    # --- sending ------------------------------------------------------------------------------------------------------

    def broadcast(self, message: bytes) -> None:
        """Send a message to everyone here."""
        for connection in self.connections:
            connection.send(message)

    def broadcast_state(self) -> None:
        """Send the whole state to everyone; connections with the same seats get the same bytes."""
        states: dict[tuple[int, ...], bytes] = {}
        for connection in self.connections:
            you = tuple(self.seats_of(connection.player))
            if connection.answering is not None:
                connection.missed = True  # it gets the state with the answer to its own message
                continue
            if you not in states:
                states[you] = self.state(connection.player)
            connection.send(states[you])

    def draft(self) -> GameRow:
        """A copy of the row to be changed, with the next sequence number."""
        row = self.row.copy()
        row.sequence += 1
        row.updated = clocks.now()
        return row


def points_after(row: GameRow, match: Match) -> tuple[float, float]:
    """The points of a series in the order of this game's seats, including this game if it is over."""
    outcome = match.outcome
    gained = (0.0, 0.0) if outcome is None else points_of(outcome)
    return row.points_first + gained[0], row.points_second + gained[1]


def seat_view(seat: SeatRow, online: bool) -> dict[str, Any]:
    """Who holds a seat, as clients see it."""
    if seat.kind == "computer":
        return {"kind": "computer", "name": f"Level {seat.level}", "level": seat.level, "online": True}
    if seat.player is None:
        return {"kind": "open", "name": "", "level": None, "online": False}
    return {"kind": seat.kind, "name": seat.name, "level": None, "online": online}
