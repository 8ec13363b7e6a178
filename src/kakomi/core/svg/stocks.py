"""Under the board: what the players hold and have taken, in small dishes; and the moves that are words, not places."""

from __future__ import annotations

from kakomi.core.scene import Scene, Stock
from kakomi.core.svg import glyphs
from kakomi.core.svg.glyphs import Defs
from kakomi.core.svg.layout import Layout
from kakomi.core.svg.vector import escape, number, tag

# in pixels
ROW = 34.0
HEAD = 26.0
FOOT = 18.0
GAP = 9.0
TEXT = 13.0
LETTER = 0.53 * TEXT  # about the width of one
DISH = 104.0
PIECE, TILE = 24.0, 18.0
CLOSEST = 0.28  # pieces in a dish overlap, but not more than this; the number beside it says how many there are
MOST_SHOWN = 12
WIDEST_MARGIN = 0.11  # of the picture's width


def _letters(stock: Stock) -> int:
    """How many letters a stock's text has."""
    return len(stock.name) + 1 + len(str(stock.count))


class Strip:
    """The strip under the board: the first player's stocks on the left, the second's on the right, shared ones above.

    `buttons` are the words of the moves that are not places; the picture is `width` pixels wide, and where that is too
    narrow for two rows of text side by side, the strip is drawn smaller.
    """

    def __init__(self, scene: Scene, buttons: list[str], defs: Defs, width: int) -> None:
        self.scene = scene
        self.buttons = buttons
        self.defs = defs
        self.players = [[stock for stock in scene.stocks if stock.owner == owner] for owner in ("first", "second")]
        self.shared = [stock for stock in scene.stocks if stock.owner not in ("first", "second")]
        letters = max((_letters(stock) for stocks in self.players for stock in stocks), default=0)
        self.longest = letters * LETTER
        self.scale = min(1.0, (0.5 - WIDEST_MARGIN) * width / (ROW + 1.5 * GAP + self.longest))
        self.pixel = self.width = self.margin = 0.0

    def height(self, pixel: float) -> float:
        """How much taller the sheet must be."""
        if not (self.scene.stocks or self.buttons):
            return 0.0
        most = max(map(len, self.players))
        rows = len(self.shared) + most + bool(self.buttons)
        return (rows * ROW + (HEAD if most else 0) + FOOT) * pixel * self.scale

    def markup(self, layout: Layout, font: str) -> str:
        """The strip as a layer."""
        if not (self.scene.stocks or self.buttons):
            return ""
        self.pixel, self.width = layout.pixel * self.scale, layout.width
        clear = 12 * self.pixel if self.defs.material.ruled else 0.0  # off the margin line
        self.margin = max(20 * self.pixel, min(layout.board[0] + clear, WIDEST_MARGIN * self.width))
        middle, row = self.width / 2, ROW * self.pixel
        y = layout.height - self.height(layout.pixel) + row / 2
        parts = []
        for stock in self.shared:
            parts.append(self._row(stock, middle, y, "middle"))
            y += row
        if any(self.players):
            corners = ((self.margin, "start"), (self.width - self.margin, "end"))
            for name, stocks, (x, anchor) in zip(self.scene.sides, self.players, corners, strict=True):
                parts.append(self._text(x, y, anchor, "", name))
                parts += [
                    self._row(stock, x, y + HEAD * self.pixel + i * row, anchor) for i, stock in enumerate(stocks)
                ]
            y += HEAD * self.pixel + max(map(len, self.players)) * row
        if self.buttons:
            parts.append(self._text(middle, y, "middle", "or", " · ".join(self.buttons)))
        return tag("g", *parts, font_family=font, font_size=TEXT * self.pixel, fill=self.defs.colours("words"))

    def _text(self, x: float, y: float, anchor: str, text: str, strong: str) -> str:
        """A line of text, followed by a part in bold."""
        words = escape(text) + (" " if text else "") + tag("tspan", escape(strong), font_weight="700")
        return tag("text", words, x=x, y=y + 0.35 * TEXT * self.pixel, text_anchor=anchor)

    def _row(self, stock: Stock, x: float, y: float, anchor: str) -> str:
        """A dish with its pieces, and beside it what they are and how many."""
        count = str(stock.count)
        if not stock.glyph:
            return self._text(x, y, anchor, stock.name, count)
        gap, wide = GAP * self.pixel, self._dish_width()
        if anchor == "start":
            dish, text = x, x + wide + gap
        elif anchor == "end":
            dish, text = x - wide, x - wide - gap
        else:
            dish = x - (wide + gap + self._words(stock)) / 2
            text, anchor = dish + wide + gap, "start"
        return self._dish(stock, dish, y, wide) + self._text(text, y, anchor, stock.name, count)

    def _words(self, stock: Stock) -> float:
        """About how long a stock's text is."""
        return _letters(stock) * LETTER * self.pixel

    def _dish_width(self) -> float:
        """The same for all: the room that the longest text leaves when the two players' stocks stand side by side."""
        room = self.width / 2 - self.margin - (1.5 * GAP + self.longest) * self.pixel
        return max(ROW * self.pixel, min(DISH * self.pixel, room))

    def _dish(self, stock: Stock, x: float, y: float, wide: float) -> str:
        p, c = self.pixel, self.defs.colours
        high = (ROW - 5) * p
        bowl = tag(
            "rect",
            data_dish=stock.owner,
            x=x,
            y=y - high / 2,
            width=wide,
            height=high,
            rx=high / 2,
            fill=c("dish"),
            stroke=c("lip"),
            stroke_width=1.2 * p,
        )
        flat = stock.glyph in ("tile", "hatch")  # these lie side by side
        size, edge, closest = (TILE * p, 7 * p, 1.0) if flat else (PIECE * p, 3.5 * p, CLOSEST)
        free = wide - 2 * edge - size
        shown = max(0, min(stock.count, MOST_SHOWN, 1 + int(free / (closest * size) + 1e-6)))
        step = min(size, free / (shown - 1)) if shown > 1 else 0.0
        scale = number(size / (108 if stock.glyph == "tile" else 88), 3)
        glyph_id = self._glyph(stock) if shown else ""
        spots = (f"{number(x + edge + size / 2 + step * i)} {number(y)}" for i in range(shown))
        return bowl + "".join(
            tag("use", href=f"#{glyph_id}", transform=f"translate({spot}) scale({scale})") for spot in spots
        )

    def _glyph(self, stock: Stock) -> str:
        if stock.glyph == "tile":
            return glyphs.tile(self.defs, stock.owner, glyphs.SQUARE, 0)
        return glyphs.piece(self.defs, stock.glyph, stock.owner, stock.state, glyphs.variant_of(stock.name))
