"""Distillation: small nets learn from the searches of self-play, and from the teacher on positions games do not reach."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch

from kakomi.training.gpu.learner import cross_entropy, move_logits, outcome_chances, record, search_chances
from kakomi.training.gpu.self_play import DEVICE, Sampler
from kakomi.training.gpu.teacher import Folded
from kakomi.training.state import UNFINISHED

FAR = 4  # a stray position is 0 to FAR - 1 random moves away from one of a game
VALUE_WEIGHT = 2.0  # of the value's loss beside the policy's
RATE = 2e-3
WARM_UP = 200  # steps in which the learning rate rises


class Distiller:
    """Trains students side by side; each keeps its own optimiser."""

    def __init__(self, teacher: Folded, samplers: Sequence[Sampler], students: dict[str, Any]) -> None:
        self.teacher, self.samplers, self.students = teacher, samplers, students
        self.rate = torch.tensor(RATE, device=DEVICE)
        self.optimizers = {
            name: torch.optim.AdamW(net.parameters(), lr=self.rate, weight_decay=1e-5, fused=True, capturable=True)
            for name, net in students.items()
        }
        self.statistics = torch.zeros(
            len(students), 4, device=DEVICE
        )  # value loss, policy loss, error of the value, best move
        self._graphs = [record(lambda sampler=each: self._step(sampler)) for each in samplers]  # type: ignore[misc]

    def _targets(self, sampler: Sampler) -> list[tuple[Any, Any, Any]]:
        """Batches with the policy and the results to learn: from searches where there are any, else from the teacher."""
        size = sampler.size
        games, strays = sampler.draw(), sampler.draw_strays(FAR)
        labels = []
        with torch.no_grad():
            for batch in (games, strays):
                policy, chances = self.teacher(sampler.play.encoder(batch.cells, batch.facts, self.teacher.dtype))
                labels.append((move_logits(policy, batch, size).exp(), chances))
            finished = (games.result != UNFINISHED)[:, None]
            searched = search_chances(games.value, games.drawn)
            known = 0.3 * outcome_chances(games.result) + 0.4 * searched + 0.3 * labels[0][1]
            results = torch.where(finished, known, 0.6 * searched + 0.4 * labels[0][1])
        return [(games, games.policy.view(size, -1), results), (strays, *labels[1])]

    def _step(self, sampler: Sampler) -> None:
        targets, size = self._targets(sampler), sampler.size
        for number, (name, net) in enumerate(self.students.items()):
            losses = []
            for batch, policy, results in targets:
                with torch.autocast(DEVICE, torch.bfloat16, cache_enabled=False):
                    entries, logits = net(batch, size, sampler.play.encoder.shape)
                moves, chances = move_logits(entries, batch, size), torch.log_softmax(logits.float(), 1)
                value_loss, policy_loss = cross_entropy(results, chances).mean(), cross_entropy(policy, moves).mean()
                with torch.no_grad():
                    guess, truth = chances.exp(), results
                    error = ((guess[:, 0] - guess[:, 2] - truth[:, 0] + truth[:, 2]) ** 2).mean().sqrt() / 2
                    best = (moves.argmax(1) == policy.argmax(1)).float().mean()
                losses.append((value_loss, policy_loss, error, best))
            loss = sum(VALUE_WEIGHT * each[0] + each[1] for each in losses)
            self.optimizers[name].zero_grad(set_to_none=True)
            loss.backward()
            self.optimizers[name].step()
            with torch.no_grad():
                means = [(losses[0][k] + losses[1][k]).detach() / 2 for k in range(4)]
                self.statistics[number].copy_(torch.stack(means))

    def run(self, seconds: float, progress: Callable[[str], None]) -> None:
        """Train for this long; at the end `progress` gets the mean statistics of each student over the last steps."""
        for sampler in self.samplers:
            sampler.window.fill_(float(sampler.play.window(sampler.play.shape.ring)))
        began, steps, last = time.monotonic(), 0, []
        reported = began
        while (part := (time.monotonic() - began) / seconds) < 1:
            rate = RATE * min(1.0, (steps + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * part)) + 1e-5
            self.rate.fill_(rate)
            self._graphs[steps % len(self._graphs)]()
            steps += 1
            if steps % 16 == 0:
                torch.cuda.synchronize()
                if part > 0.97:
                    last.append(self.statistics.clone())
            if time.monotonic() - reported > max(10.0, seconds / 10):
                reported = time.monotonic()
                progress(f"distilling {part:.0%}, {steps} steps: " + self._text(self.statistics.tolist()))
        means = torch.stack(last or [self.statistics]).mean(0).tolist()
        progress(f"distilled {steps} steps of {2 * self.samplers[0].size} positions: " + self._text(means))

    def _text(self, rows: list[list[float]]) -> str:
        texts = [
            f"{name} value {row[0]:.4f} policy {row[1]:.4f} error {row[2]:.4f} best move {row[3]:.3f}"
            for name, row in zip(self.students, rows, strict=True)
        ]
        return "; ".join(texts)
