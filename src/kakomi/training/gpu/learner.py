"""The teacher's training on the positions of self-play, recorded as one CUDA graph per self-play."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.nn import functional

from kakomi.training.gpu.run import TEACHER
from kakomi.training.gpu.self_play import DEVICE, Sampler
from kakomi.training.gpu.teacher import RESULTS, Teacher
from kakomi.training.state import UNFINISHED

ILLEGAL = -1e9
MOST_AVERAGED = 0.999  # decay of the running average of the weights, which self-play uses
WEIGHT_DECAY = 1e-3
NET, FIRST, SECOND, STEPS = "net.", "first.", "second.", "steps"  # beside TEACHER, in what `Learner.state` keeps
STATISTICS = ("policy loss", "value loss", "target entropy", "finished share")


def record(function: Callable[[], None]) -> Callable[[], None]:
    """A function of fixed tensors as a CUDA graph, after a warm-up on a side stream.

    Each graph is recorded on a separate stream: those on one stream share workspace, and could not run side by side.
    """
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            function()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=side):
        function()
    replay: Callable[[], None] = graph.replay
    return replay


def move_logits(policy: Any, batch: Any, size: int) -> Any:
    """The log-probability of each legal move, in the order of the batch; ILLEGAL after the last."""
    entry, second = batch.entry.view(size, -1).long(), batch.second.view(size, -1).long()
    logits = torch.gather(policy.float(), 1, entry.clamp(min=0))
    logits = logits + torch.where(second >= 0, torch.gather(policy.float(), 1, second.clamp(min=0)), 0.0)
    return torch.log_softmax(logits.masked_fill(entry < 0, ILLEGAL), 1)


def cross_entropy(target: Any, log_probability: Any) -> Any:
    """The cross entropy of each row."""
    return -(target * log_probability.clamp(min=-50)).sum(1)


def search_chances(value: Any, drawn: Any) -> Any:
    """The chances of win, draw and loss, from the value of a search and the net's chance of a draw."""
    drawn = torch.minimum(drawn, 1 - value.abs()).clamp(0, 1)
    return torch.stack([(1 - drawn + value) / 2, drawn, (1 - drawn - value) / 2], 1).clamp(0, 1)


def outcome_chances(result: Any) -> Any:
    """The result as chances, all 0 where the game is not finished."""
    return functional.one_hot(result.long(), RESULTS + 1)[:, 1:].float()


class Learner:
    """A net in training, its running average, and the graphs that train it."""

    def __init__(self, net: Teacher, samplers: Sequence[Sampler]) -> None:
        self.net = net.to(DEVICE).to(memory_format=torch.channels_last).train()
        self.average = copy.deepcopy(self.net).eval()
        weights = [each for each in self.net.parameters() if each.dim() > 1]
        others = [each for each in self.net.parameters() if each.dim() <= 1]
        self.rate = torch.tensor(0.0, device=DEVICE)
        groups = [{"params": weights, "weight_decay": WEIGHT_DECAY}, {"params": others, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=self.rate, fused=True, capturable=True)
        states = zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True)
        self._pairs = [(mean, new) for mean, new in states if mean.is_floating_point()]
        self.mix = torch.tensor(0.0, device=DEVICE)  # share of the search's value in the target, beside the result
        self.statistics = torch.zeros(len(STATISTICS), device=DEVICE)
        self.steps = 0
        self.samplers = samplers
        self._graphs: list[Callable[[], None]] = []

    def state(self) -> dict[str, Any]:
        """Everything needed to continue, as tensors: averaged weights, weights, the optimizer's moments, and its steps."""
        kept = {f"{TEACHER}{name}": each for name, each in self.average.state_dict().items()}
        kept |= {f"{NET}{name}": each for name, each in self.net.state_dict().items()}
        for name, each in self.net.named_parameters():
            moments = self.optimizer.state.get(each)
            if moments:
                kept |= {f"{FIRST}{name}": moments["exp_avg"], f"{SECOND}{name}": moments["exp_avg_sq"]}
        return kept | {STEPS: torch.tensor(self.steps)}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Continue from there, before the first step; with a teacher alone the optimizer starts afresh."""
        average = {name.removeprefix(TEACHER): each for name, each in kept.items() if name.startswith(TEACHER)}
        net = {name.removeprefix(NET): each for name, each in kept.items() if name.startswith(NET)}
        self.average.load_state_dict(average)
        self.net.load_state_dict(net or average)
        self.steps = int(kept.get(STEPS, 0))
        for name, each in self.net.named_parameters():
            if f"{FIRST}{name}" in kept:
                first, second = torch.zeros_like(each), torch.zeros_like(each)  # each with its own memory layout
                first.copy_(kept[f"{FIRST}{name}"])
                second.copy_(kept[f"{SECOND}{name}"])
                step = torch.tensor(float(self.steps), device=each.device)
                self.optimizer.state[each] = {"step": step, "exp_avg": first, "exp_avg_sq": second}

    def _step(self, sampler: Sampler) -> None:
        batch, size = sampler.draw(), sampler.size
        finished = (batch.result != UNFINISHED).float()
        target = (1 - self.mix) * outcome_chances(batch.result)
        target = target + self.mix * search_chances(batch.value, batch.drawn)
        x = sampler.play.encoder(batch.cells, batch.facts, torch.bfloat16)
        with torch.autocast(DEVICE, torch.bfloat16, cache_enabled=False):
            policy, results = self.net(x)
        wanted = batch.policy.view(size, -1)
        policy_loss = cross_entropy(wanted, move_logits(policy, batch, size))
        value_loss = cross_entropy(target, torch.log_softmax(results.float(), 1))
        count = finished.sum().clamp(min=1)
        loss = ((policy_loss + value_loss) * finished).sum() / count
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        with torch.no_grad():
            entropy = cross_entropy(wanted, wanted.clamp(min=1e-9).log())
            means = [(each * finished).sum() / count for each in (policy_loss, value_loss, entropy)]
            self.statistics.copy_(torch.stack([*means, finished.mean()]))

    def step(self, number: int, window: int, mix: float, rate: float) -> Any:
        """Train on one batch of a self-play; returns the statistics, as a tensor on the GPU."""
        self.rate.fill_(rate)
        self.mix.fill_(mix)
        for sampler in self.samplers:
            sampler.window.fill_(float(sampler.play.window(window)))
        if not self._graphs:
            self._graphs = [record(lambda sampler=each: self._step(sampler)) for each in self.samplers]  # type: ignore[misc]
        self._graphs[number]()
        self.steps += 1
        decay = min(MOST_AVERAGED, 1 - 1 / (1 + self.steps / 10))
        with torch.no_grad():
            torch._foreach_lerp_([mean for mean, _ in self._pairs], [new for _, new in self._pairs], 1 - decay)
        return self.statistics.clone()
