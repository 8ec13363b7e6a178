"""The teacher: a residual net over the board, and its folded copy that self-play evaluates."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from kakomi.core.net import NetShape

VALUE_PLANES, VALUE_HIDDEN = 32, 128
RESULTS = 3  # won, drawn, lost


class Block(nn.Module):  # type: ignore[misc]
    """Two convolutions with a skip connection around them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv1, self.norm1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        self.conv2, self.norm2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        nn.init.zeros_(self.norm2.weight)  # a block begins as the identity

    def forward(self, x: Any) -> Any:
        """Planes in, the same number of planes out."""
        return functional.relu(x + self.norm2(self.conv2(functional.relu(self.norm1(self.conv1(x))))))


class Teacher(nn.Module):  # type: ignore[misc]
    """Policy logits by entry, and logits of the results. With `pooled` it takes boards of any size."""

    def __init__(self, shape: NetShape, planes: int, channels: int, blocks: int, pooled: bool) -> None:
        super().__init__()
        self.extras, self.pooled = shape.extras, pooled
        self.stem, self.stem_norm = nn.Conv2d(planes, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.policy, self.policy_norm = (
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )
        self.policy_out = nn.Conv2d(channels, shape.ways, 1)
        self.policy_extra = nn.Linear(2 * channels, max(1, shape.extras))
        self.value, self.value_norm = nn.Conv2d(channels, VALUE_PLANES, 1, bias=False), nn.BatchNorm2d(VALUE_PLANES)
        width = 2 * VALUE_PLANES if pooled else VALUE_PLANES * shape.cells
        self.value_hidden, self.value_out = nn.Linear(width, VALUE_HIDDEN), nn.Linear(VALUE_HIDDEN, RESULTS)

    def forward(self, x: Any) -> tuple[Any, Any]:
        """Policy logits and logits of the results."""
        x = functional.relu(self.stem_norm(self.stem(x)))
        for block in self.blocks:
            x = block(x)
        p = functional.relu(self.policy_norm(self.policy(x)))
        v = functional.relu(self.value_norm(self.value(x)))
        return self.heads(p, v, (self.policy_out.weight, self.policy_out.bias), *_linear(self))

    def heads(self, p: Any, v: Any, out: Any, extra: Any, hidden: Any, result: Any) -> tuple[Any, Any]:
        """The outputs from the last planes of both heads."""
        policy = functional.conv2d(p, *out).permute(0, 2, 3, 1).flatten(1)
        if self.extras:
            policy = torch.cat([policy, functional.linear(pool(p), *extra)], 1)
        v = pool(v) if self.pooled else v.permute(0, 2, 3, 1).flatten(1)
        return policy, functional.linear(functional.relu(functional.linear(v, *hidden)), *result)


def pool(x: Any) -> Any:
    """Mean and maximum of each plane."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


def _linear(net: Teacher) -> list[tuple[Any, Any]]:
    return [(each.weight, each.bias) for each in (net.policy_extra, net.value_hidden, net.value_out)]


def _folded(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[Any, Any]:
    """A convolution and its batch norm as one convolution with bias."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return conv.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


class Folded:
    """The same function in bfloat16, batch norms folded into fused convolutions; updated in place, for CUDA graphs."""

    def __init__(self, net: Teacher) -> None:
        self.net, self.dtype = net, torch.bfloat16
        self.weights: list[tuple[Any, Any]] = []
        self.load(net)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def load(self, net: Teacher) -> None:
        """Load the weights of a net of the same shape."""
        parts = [_folded(net.stem, net.stem_norm)]
        for block in net.blocks:
            parts += [_folded(block.conv1, block.norm1), _folded(block.conv2, block.norm2)]
        parts += [_folded(net.policy, net.policy_norm), _folded(net.value, net.value_norm)]
        parts += [(net.policy_out.weight, net.policy_out.bias), *_linear(net)]
        fresh = [(self._cast(weight), bias.detach().to(self.dtype)) for weight, bias in parts]
        if not self.weights:
            self.weights = [(weight.clone(), bias.clone()) for weight, bias in fresh]
        for (weight, bias), (new_weight, new_bias) in zip(self.weights, fresh, strict=True):
            weight.copy_(new_weight)
            bias.copy_(new_bias)

    def _cast(self, weight: Any) -> Any:
        weight = weight.detach().to(self.dtype)
        return weight.contiguous(memory_format=torch.channels_last) if weight.dim() == 4 else weight.contiguous()

    def _conv(self, x: Any, number: int, skip: Any = None) -> Any:
        weight, bias = self.weights[number]
        pad = weight.shape[2] // 2
        if skip is None:
            return torch.cudnn_convolution_relu(x, weight, bias, (1, 1), (pad, pad), (1, 1), 1)
        return torch.cudnn_convolution_add_relu(x, weight, skip, 1.0, bias, (1, 1), (pad, pad), (1, 1), 1)

    def __call__(self, x: Any) -> tuple[Any, Any]:
        """Policy logits, and the chances of the results as a softmax of their logits."""
        blocks = len(self.net.blocks)
        x = self._conv(x, 0)
        for k in range(blocks):
            x = self._conv(self._conv(x, 1 + 2 * k), 2 + 2 * k, x)
        at = 1 + 2 * blocks
        policy, results = self.net.heads(self._conv(x, at), self._conv(x, at + 1), *self.weights[at + 2 :])
        return policy.float(), torch.softmax(results.float(), 1)
