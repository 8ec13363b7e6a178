"""The value of a position from the three logits of a net. Compiled."""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.search.portable_math import decay


@inline
def expectation(win: float, draw: float, loss: float) -> float:
    """The chance of a win minus that of a loss.

    >>> expectation(0.0, -50.0, 0.0), expectation(3.0, 3.0, 3.0), round(expectation(1.0, 0.0, 0.0), 9)
    (0.0, 0.0, 0.364175327)
    """
    won, drawn, lost = (
        float(win) * 1.0,
        float(draw) * 1.0,
        float(loss) * 1.0,
    )  # compiled, `float` leaves float32 as it is
    most = max(won, drawn, lost)
    won, drawn, lost = decay(most - won), decay(most - drawn), decay(most - lost)
    return (won - lost) / (won + drawn + lost)
