"""The small nets for play, as torch modules; `search.learned` documents them, and evaluates them without torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from kakomi.core.net import NetShape
from kakomi.training.gpu.teacher import RESULTS

Pattern = Sequence[tuple[int, int]]  # cells by rows and columns from the first

VALUE_HIDDEN = 32  # numbers between the pooled channels and the results, in the net for boards of any size


class SparseStudent(nn.Module):  # type: ignore[misc]
    """Windows of cells, facts and legal moves as 0/1 inputs, two hidden layers: for boards of one size."""

    def __init__(self, shape: NetShape, windows: list[list[int]], hidden: tuple[int, int]) -> None:
        super().__init__()
        self.shape = shape
        self.windows = sorted(windows, key=len)
        base = shape.states - 1
        starts = [0]
        for window in self.windows:
            starts.append(starts[-1] + base ** len(window))
        self.patterns = starts[-1]
        self.facts = sum(shape.facts)
        groups = sorted({len(window) for window in self.windows})
        self._groups = []
        for length in groups:
            members = [k for k, window in enumerate(self.windows) if len(window) == length]
            cells = torch.tensor([self.windows[k] for k in members])
            powers = torch.tensor([base**i for i in range(length)])
            self._groups.append((cells, powers, torch.tensor([starts[k] for k in members])))
        fact_starts = [self.patterns + sum(shape.facts[:k]) for k in range(len(shape.facts))]
        self._fact_starts = torch.tensor(fact_starts, dtype=torch.int64)
        inputs = self.patterns + self.facts + shape.entries
        self.a, self.b = nn.Linear(inputs, hidden[0]), nn.Linear(hidden[0], hidden[1])
        self.p, self.v = nn.Linear(hidden[1], shape.entries), nn.Linear(hidden[1], RESULTS)
        nn.init.normal_(self.a.weight, std=0.05)

    def to_device(self, device: str) -> Any:
        """The module with its tables on a device."""
        self._groups = [tuple(each.to(device) for each in group) for group in self._groups]
        self._fact_starts = self._fact_starts.to(device)
        return self.to(device)

    def forward(self, batch: Any, size: int, shape: NetShape) -> tuple[Any, Any]:  # noqa: ARG002 - the board has one size
        """Policy logits by entry and logits of the results."""
        digits = (batch.cells.view(size, -1).long() - 1).clamp(min=0)
        width = self.a.in_features
        hot = torch.zeros(
            size, width + 1, dtype=torch.bfloat16, device=digits.device
        )  # the last column takes what is not an input
        for cells, powers, starts in self._groups:
            code = (digits[:, cells] * powers).sum(2)
            hot.scatter_(1, torch.where(code > 0, code + starts, width), 1.0)
        if self.shape.facts:
            hot.scatter_(1, batch.facts.view(size, -1).long() + self._fact_starts, 1.0)
        for entries in (batch.entry, batch.second):
            entry = entries.view(size, -1).long()
            hot.scatter_(1, torch.where(entry >= 0, entry + self.patterns + self.facts, width), 1.0)
        h = functional.relu(self.b(functional.relu(self.a(hot[:, :width]))))
        return self.p(h), self.v(h)

    def arrays(self) -> dict[str, Any]:
        """The weights by their names in a net file."""
        named = {f"windows{cells.shape[1]}": cells.int() for cells, _, _ in self._groups}
        return named | {
            "A": self.a.weight.T,
            "A_bias": self.a.bias,
            "B": self.b.weight.T,
            "B_bias": self.b.bias,
            "P": self.p.weight,
            "P_bias": self.p.bias,
            "V": self.v.weight,
            "V_bias": self.v.bias,
        }


class ConvStudent(nn.Module):  # type: ignore[misc]
    """Patterns of 5 x 5 cells and a few convolutions, with pooled heads: for boards of any size."""

    def __init__(self, shape: NetShape, channels: int, blocks: int) -> None:
        super().__init__()
        self.shape, facts = shape, max(1, sum(shape.facts))
        self.stem = nn.Conv2d(shape.states - 1, channels, 5, padding=2)
        self.stem_facts = nn.Parameter(torch.zeros(facts, channels))
        self.convs = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks))
        self.means = nn.ModuleList(nn.Linear(channels, channels, bias=False) for _ in range(blocks))
        self.p, self.e = nn.Conv2d(channels, shape.ways, 1), nn.Linear(2 * channels, max(1, shape.extras))
        self.h, self.h_facts = nn.Linear(2 * channels, VALUE_HIDDEN), nn.Parameter(torch.zeros(facts, VALUE_HIDDEN))
        self.v = nn.Linear(VALUE_HIDDEN, RESULTS)
        starts = [sum(shape.facts[:k]) for k in range(len(shape.facts))]
        self._fact_starts = torch.tensor(starts, dtype=torch.int64)
        for conv in self.convs:
            nn.init.normal_(conv.weight, std=0.5 / (9 * channels) ** 0.5)

    def to_device(self, device: str) -> Any:
        """The module with its tables on a device."""
        self._fact_starts = self._fact_starts.to(device)
        return self.to(device).to(memory_format=torch.channels_last)

    def forward(self, batch: Any, size: int, shape: NetShape) -> tuple[Any, Any]:
        """Policy logits by entry and logits of the results."""
        cells = batch.cells.view(size, shape.rows, shape.columns)
        states = torch.arange(1, self.shape.states, device=cells.device, dtype=torch.uint8)
        x = (cells[:, :, :, None] == states).to(torch.bfloat16).permute(0, 3, 1, 2)
        on = (cells > 0).to(torch.bfloat16)[:, None]
        count = on.sum((2, 3)).clamp(min=1)
        x = self.stem(x)
        hot = self._facts(batch, size)
        if hot is not None:
            x = x + functional.linear(hot, self.stem_facts.T)[:, :, None, None]
        x = functional.relu(x) * on
        for conv, mean in zip(self.convs, self.means, strict=True):
            x = functional.relu(x + conv(x) + mean(x.sum((2, 3)) / count)[:, :, None, None]) * on
        both = torch.cat([x.sum((2, 3)) / count, x.amax((2, 3))], 1)
        policy = self.p(x).permute(0, 2, 3, 1).flatten(1)
        if self.shape.extras:
            policy = torch.cat([policy, self.e(both)], 1)
        hidden = self.h(both)
        if hot is not None:
            hidden = hidden + functional.linear(hot, self.h_facts.T)
        return policy, self.v(functional.relu(hidden))

    def _facts(self, batch: Any, size: int) -> Any:
        if not self.shape.facts:
            return None
        hot = torch.zeros(size, sum(self.shape.facts), dtype=torch.bfloat16, device=batch.facts.device)
        return hot.scatter_(1, batch.facts.view(size, -1).long() + self._fact_starts, 1.0)

    def arrays(self) -> dict[str, Any]:
        """The weights by their names in a net file."""

        def conv(weight: Any) -> Any:  # out, in, rows, columns -> offset, in, out
            return weight.permute(2, 3, 1, 0).flatten(0, 1)

        named = {"W0": conv(self.stem.weight), "b0": self.stem.bias, "F0": self.stem_facts[: sum(self.shape.facts)]}
        for k, (each, mean) in enumerate(zip(self.convs, self.means, strict=True)):
            named |= {f"blocks{k}_W": conv(each.weight), f"blocks{k}_b": each.bias, f"blocks{k}_G": mean.weight.T}
        return named | {
            "P": self.p.weight[:, :, 0, 0].T,
            "P_bias": self.p.bias,
            "E": self.e.weight.T[:, : self.shape.extras],
            "E_bias": self.e.bias[: self.shape.extras],
            "H": self.h.weight.T,
            "Fh": self.h_facts[: sum(self.shape.facts)],
            "H_bias": self.h.bias,
            "V": self.v.weight.T,
            "V_bias": self.v.bias,
        }


def windows_of(shape: NetShape, patterns: Sequence[Pattern], board: Sequence[int]) -> list[list[int]]:
    """Every cell of the board, and every place where a pattern lies entirely on it; `board` has the states of the cells."""
    cells = [cell for cell in range(shape.cells) if board[cell] > 0]
    windows = [[cell] for cell in cells]
    for pattern in patterns:
        for row in range(shape.rows):
            for column in range(shape.columns):
                places = [(row + down, column + right) for down, right in pattern]
                if all(0 <= r < shape.rows and 0 <= c < shape.columns for r, c in places):
                    window = [r * shape.columns + c for r, c in places]
                    if all(board[cell] > 0 for cell in window):
                        windows.append(window)
    return windows
