"""Matches between two teachers on the GPU, with the search of self-play, to see how strength grows in training."""

from __future__ import annotations

from typing import Any

import torch

from kakomi.core.net import NetShape
from kakomi.players.matches.match_score import MatchTally
from kakomi.training import state
from kakomi.training.gpu.launch import Kernels
from kakomi.training.gpu.self_play import SelfPlay
from kakomi.training.gpu.teacher import Folded
from kakomi.training.state import Shape


class Arena(SelfPlay):
    """Games of one net against another; in games of even number the first net moves first."""

    def __init__(
        self,
        kernels_: Kernels,
        shape: Shape,
        net_shape: NetShape,
        root: list[int],
        nets: tuple[Folded, Folded],
        seed: int,
    ) -> None:
        self.other = nets[1]
        super().__init__(kernels_, shape, net_shape, root, nets[0], seed)

    def _spread(self) -> int:
        return self.shape.openings

    def _evaluate(self) -> None:
        x = self.encoder(self.leaves.cells, self.leaves.facts, self.net.dtype)
        policy, chances = self.net(x)
        other_policy, other_chances = self.other(x)
        player = self.trees.player.view(self.shape.games, -1)[:, 0]  # whose search it is
        number = torch.arange(self.shape.games, device=player.device)
        second = ((player + number) % 2 == 1)[:, None]
        chances = torch.where(second, other_chances, chances)
        self.leaves.logits.copy_(torch.where(second, other_policy, policy).reshape(-1))
        values = self.leaves.values.view(-1, 2)
        values[:, 0] = chances[:, 0] - chances[:, 2]
        values[:, 1] = chances[:, 1]

    def play(self) -> MatchTally:
        """Every game to its end, from the first net's side; those given up are left out."""
        done: Any = torch.zeros(self.shape.games, dtype=torch.bool)
        wins = draws = 0
        even = torch.arange(self.shape.games) % 2 == 0
        for _ in range(self.shape.longest):
            self.move()
            tally = self.games.tally.view(-1, state.TALLY).cpu()
            fresh = (tally[:, state.GAMES_OVER] > 0) & ~done
            drawn = fresh & (tally[:, state.DRAWS] > 0)
            won = fresh & ~drawn & ((tally[:, state.FIRST_WON] > 0) == even)
            wins, draws = wins + int(won.sum()), draws + int(drawn.sum())
            done |= fresh
            if bool(done.all()):
                break
        return MatchTally(wins, draws, int(done.sum()) - wins - draws)
