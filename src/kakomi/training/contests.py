"""The net in use, and the contests of new nets for its place."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from kakomi.players import Player
from kakomi.players.matches.clock import TimeControl
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import Plan
from kakomi.players.matches.sprt import Sprt
from kakomi.search.learned import net_file
from kakomi.search.learned.packaged import FOLDER, packaged_net
from kakomi.search.result import Limit
from kakomi.training.gate import IN_USE, NEW, Gate, as_row
from kakomi.training.net_export import net_player, read_digest
from kakomi.training.plan import PACKAGED, UNTRAINED
from kakomi.training.run_folder import RunFolder

Say = Callable[[str], None]
WriteNet = Callable[[Path, Mapping[str, Any]], None]  # writes the new net to a file, with figures for its manifest


@dataclass(frozen=True)
class ContestSettings:
    """How contests are played."""

    nodes: int  # of the search for each move of both nets
    seconds: float  # for each move instead, if more than 0
    games: int  # at most
    opening: int  # random moves
    elo: int  # a net is accepted if being this much stronger is likelier than being no stronger


class Contests:
    """Which net of a run is in use, how strong it is, and which rounds' nets have had their contest."""

    def __init__(self, folder: RunFolder, settings: ContestSettings) -> None:
        self.folder, self.settings = folder, settings
        self.in_use = 0  # the round whose net is in use; 0: the one before the run
        self.elo = 0.0  # its strength
        self.contested = 0  # the last round whose net's contest is decided

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {"in_use": self.in_use, "elo": self.elo, "contested": self.contested}

    def restore(self, state: Mapping[str, Any]) -> None:
        """From a checkpoint."""
        self.in_use, self.elo, self.contested = int(state["in_use"]), float(state["elo"]), int(state["contested"])

    def begin(self, write: WriteNet) -> None:
        """Write the first net in use, once: the one that comes with the game, or the run's own before it has learned."""
        path = self.folder.net_file(0)
        if path.exists():
            return
        if self.folder.plan.against == PACKAGED and self._take_packaged(path):
            first = PACKAGED
        else:
            write(path, {"rounds": 0})
            first = UNTRAINED
        self.folder.note(first_net=first)

    def _take_packaged(self, path: Path) -> bool:
        """Copy the net that comes with the game, if there is one for all boards of the run."""
        matches = self.folder.plan.matches()
        game, rules = matches[0].game, matches[0].rules
        if not game.package or not resources.files(game.package).joinpath(FOLDER, f"{rules}.net").is_file():
            return False
        nets = [packaged_net(match) for match in matches]  # says why one cannot be used
        if nets[0] is None or None in nets:
            return False
        net_file.write(path, nets[0].manifest, nets[0].arrays)
        return True

    def hold(self, number: int, write: WriteNet, end: float, show: Say, tell: Say) -> bool:
        """Play a round's net against the net in use; whether that is decided by `end`, a time on the monotonic clock."""
        folder = self.folder
        new, old = folder.candidate_file, folder.net_file(self.in_use)
        write(new, {})
        digests = read_digest(new), read_digest(old)
        gate = Gate(self._plan(number), folder.gate_file(number), self._makers(new, old), digests, folder.plan.boards)

        def go_on(standing: Standing) -> bool:
            total = standing.total
            show(f"contest of round {number}: {total.games} games, new net {total.score:.0%}")
            return time.monotonic() < end

        result = gate.hold(go_on)
        if result is None:
            return False
        row = as_row(result, number, self.elo)
        self.contested = number
        if result.accepted:
            self.in_use, self.elo = number, row["elo"]
            for path in (folder.net_file(number), folder.result_file):
                write(path, {"elo": self.elo, "contest": row})
        rows = folder.rows
        last = rows[-1] if rows and rows[-1]["round"] == number else {"round": number, "minutes": 0.0}
        folder.report(last | {"gate": row}, in_use=self.in_use, elo=self.elo)
        tell(
            f"contest of round {number}: the new net is {result.verdict}, "
            f"{result.score:.0%} of {result.games} games against the net in use"
        )
        return True

    def _plan(self, number: int) -> Plan:
        settings, plan = self.settings, self.folder.plan
        return Plan(
            players=(NEW, IN_USE),
            game=plan.game,
            rules=plan.rules,
            options=plan.options,
            games=settings.games,
            sprt=Sprt(0, settings.elo),
            control=TimeControl(movetime=settings.seconds or None),
            opening=settings.opening,
            seed=plan.seed * 1_000_003 + number,
        )

    def _makers(self, new: Path, old: Path) -> Callable[[str], Player]:
        paths = {NEW: new, IN_USE: old}
        settings = self.settings
        limit = Limit(seconds=settings.seconds) if settings.seconds else Limit(nodes=settings.nodes)
        return lambda name: net_player(name, paths[name], limit)
