"""What the teacher reads: cell states and facts as planes of numbers."""

from __future__ import annotations

from typing import Any

import torch

from kakomi.core.net import NetShape

FEW = 16  # a fact with at most this many values has a plane for each of them, any other a single plane with its size
MULTIPLE = 8  # the number of planes is a multiple of this, for the tensor cores


class Encoder:
    """Turns the kernels' cell states and facts into input planes."""

    def __init__(self, shape: NetShape, device: str) -> None:
        self.shape = shape
        self.states = torch.arange(1, shape.states, device=device, dtype=torch.uint8)
        self.few = [k for k, values in enumerate(shape.facts) if values <= FEW]
        self.many = [k for k, values in enumerate(shape.facts) if values > FEW]
        self.values = [torch.arange(shape.facts[k], device=device) for k in self.few]
        self._many = torch.tensor(self.many, device=device, dtype=torch.int64)
        self.scale = torch.tensor([1.0 / (shape.facts[k] - 1) for k in self.many], device=device)
        planes = shape.states - 1 + sum(shape.facts[k] for k in self.few) + len(self.many)
        self.planes = -(-planes // MULTIPLE) * MULTIPLE

    def __call__(self, cells: Any, facts: Any, dtype: Any) -> Any:
        """Planes in channels-last order for positions whose cells and facts lie one after the other."""
        count = cells.numel() // self.shape.cells
        cells = cells.view(count, self.shape.cells, 1)
        x = torch.zeros(count, self.shape.cells, self.planes, dtype=dtype, device=cells.device)
        at = self.shape.states - 1
        x[:, :, :at] = cells == self.states
        if self.shape.facts:
            facts = facts.view(count, -1)
            board = (cells > 0).to(dtype)
            for k, values in zip(self.few, self.values, strict=True):
                x[:, :, at : at + len(values)] = (facts[:, k, None] == values).to(dtype)[:, None, :] * board
                at += len(values)
            if self.many:
                x[:, :, at : at + len(self.many)] = (facts[:, self._many] * self.scale).to(dtype)[:, None, :] * board
        return x.view(count, self.shape.rows, self.shape.columns, self.planes).permute(0, 3, 1, 2)
