"""The words after `go`: known words count and others are reported, so that there is a move in any case."""

from __future__ import annotations

from kakomi.core.errors import shorten

LIMITS = {  # the least and the most
    "p1time": (0, 10**12),  # milliseconds
    "p2time": (0, 10**12),
    "p1inc": (0, 10**12),
    "p2inc": (0, 10**12),
    "movetime": (0, 10**12),
    "depth": (1, 1000),  # moves
    "nodes": (1, 10**14),  # positions or simulations; no search gets that far, and every counter can hold it
}
INFINITE = "infinite"
MOST_NAMED = 8  # words that one message names


def read_limits(words: list[str]) -> tuple[dict[str, int], list[str]]:
    """The limits, and a message for everything that is not taken as written.

    >>> read_limits(["nodes", "500", "p1time", "-20", "ponder"])[0]
    {'nodes': 500, 'p1time': 0}
    >>> for message in read_limits(["nodes", "500", "p1time", "-20", "depth", "infinite"])[1]:
    ...     print(message)
    p1time must be 0 to 1000000000000, not '-20': taken as 0
    depth needs a whole number from 1 to 1000: ignored
    """
    limits: dict[str, int] = {}
    messages: list[str] = []
    unknown: list[str] = []
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word == INFINITE:
            limits[INFINITE] = 1
        elif word in LIMITS:
            text = words[place] if place < len(words) else ""
            if text and text not in LIMITS and text != INFINITE:
                place += 1
            if word in limits:
                messages.append(f"go has {word} twice: the last one counts")
            value, message = _number(word, text)
            if message:
                messages.append(message)
            if value is not None:
                limits[word] = value
        else:
            unknown.append(word)
    if unknown:
        shown = ", ".join(repr(shorten(word)) for word in unknown[:MOST_NAMED])
        more = f" and {len(unknown) - MOST_NAMED} more" if len(unknown) > MOST_NAMED else ""
        messages.append(f"go knows {', '.join(LIMITS)} and {INFINITE}; ignored: {shown}{more}")
    return limits, messages


def _number(name: str, text: str) -> tuple[int | None, str]:
    """The number of a limit, the nearest one allowed, or none; and a message about it, if any."""
    low, high = LIMITS[name]
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        written = f", not {shorten(text)!r}" if text and text not in LIMITS and text != INFINITE else ""
        return None, f"{name} needs a whole number from {low} to {high}{written}: ignored"
    value = -1 if text.startswith("-") else high + 1 if len(digits.lstrip("0")) > 18 else int(digits)
    nearest = min(max(value, low), high)
    if nearest == value:
        return value, ""
    return nearest, f"{name} must be {low} to {high}, not {shorten(text)!r}: taken as {nearest}"
