"""What a net thinks of a position at first sight, without a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.errors import OptionError
from kakomi.core.match import Match
from kakomi.search.learned import kernel
from kakomi.search.learned.network import Net


@dataclass(frozen=True)
class Opinion:
    """The winning chance of the player to move, a draw counting half, and how likely each legal move is, by text."""

    value: float
    policy: dict[str, float]


def ask_net(net: Net, match: Match) -> Opinion:
    """The opinion of a net; NetFileError if it is not for this match."""
    import numpy as np

    if match.outcome is not None:
        raise OptionError("the game is over: there is nothing to ask")
    layout = net.lay_out(match)
    rules = match.rule_set.rules
    width = rules.max_moves(match.settings)
    position, logits = np.array(match.state, np.int64), np.zeros(width, np.float32)
    moves: Any = np.zeros(width, np.int64)
    ask = bind("cpu", kernel.consult, rules)
    value = ask(position, layout.sparse, layout.conv, layout.make_scratch(width), moves, logits)
    codes = match.codes()
    chances = np.exp(logits[: len(codes)] - logits[: len(codes)].max())
    texts = [match.rule_set.view.move_text(match.state, code) for code in codes]
    return Opinion(0.5 + value / 2, dict(zip(texts, (chances / chances.sum()).tolist(), strict=True)))
