"""The writing of SVG: numbers, elements, texts and paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from zlib import crc32

from kakomi.core.scene import XY

Look = dict[str, str | float | None]  # attributes of an element
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML 1.0 does not allow


def number(value: float, digits: int = 2) -> str:
    """The shortest text of a rounded number.

    >>> number(0.5), number(-0.001), number(12.0), number(3.14159)
    ('.5', '0', '12', '3.14')
    """
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text == "-0":
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def escape(text: str) -> str:
    """Text for the document: markup escaped, characters that XML does not allow replaced.

    >>> escape('<b>&"')
    '&lt;b&gt;&amp;&quot;'
    """
    text = FORBIDDEN.sub("\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def tag(element: str, *content: str, **attributes: str | float | None) -> str:
    """An element. Names are written with `_` for `-`, numbers are rounded, None leaves an attribute out.

    Strings are written as they are: texts from outside must go through `escape`.

    >>> tag("circle", r=4.0, stroke_width=0.333, fill=None)
    '<circle r="4" stroke-width=".33"/>'
    >>> tag("g", "x", id="a")
    '<g id="a">x</g>'
    """
    written = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{element}{written}>{''.join(content)}</{element}>" if content else f"<{element}{written}/>"


def pair(point: XY, digits: int = 2) -> str:
    """`x y`."""
    return f"{number(point[0], digits)} {number(point[1], digits)}"


def polygon(points: Iterable[XY]) -> str:
    """A closed path with straight sides.

    >>> polygon([(0, 0), (1, 0), (1, 1)])
    'M0 0L1 0L1 1Z'
    """
    return "M" + "L".join(pair(point) for point in points) + "Z"


def shrunk(points: Iterable[XY], centre: XY, inset: float) -> list[XY]:
    """A cell's corners moved inward by `inset` hundredths of a cell."""
    x, y = centre
    keep = 1 - inset / 50
    return [(x + (px - x) * keep, y + (py - y) * keep) for px, py in points]


def smooth(points: Sequence[XY], closed: bool) -> str:
    """A smooth line near the points: through the midpoints between them, bent toward each."""

    def middle(a: XY, b: XY) -> XY:
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    if closed:
        ring = [*points[1:], points[0]]
        first = middle(points[0], points[1])
        turns = [(ring[i], middle(ring[i], ring[(i + 1) % len(ring)])) for i in range(len(ring))]
    else:
        first = points[0]
        turns = [(points[i], middle(points[i], points[i + 1])) for i in range(1, len(points) - 2)]
        turns.append((points[-2], points[-1]))
    steps = "".join(f"Q{pair(bend, 1)} {pair(to, 1)}" for bend, to in turns)
    return f"M{pair(first, 1)}{steps}{'Z' if closed else ''}"


def seed_of(text: str) -> int:
    """A number that depends on the text alone and never changes."""
    return crc32(text.encode("utf-8", "replace"))


def chance(text: str) -> Callable[[], float]:
    """Numbers from 0 to 1 that depend on the text alone, for wobbles that stay the same."""
    state = seed_of(text)

    def draw() -> float:
        nonlocal state
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (state >> 8) / 0x1000000

    return draw
