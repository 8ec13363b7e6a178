"""Materials: what a board is made of and what its pieces are painted with, by day and by lamplight.

A palette maps token names to colours (and one strength). Every material has the same tokens in both themes, so that a
drawing made of tokens can be written with fixed colours or, in theme "auto", with CSS custom properties that follow the
reader's system. A paint is four tokens of its own: the face of a piece, its shine, its rim and the mark carved into it.
"""

from __future__ import annotations

from dataclasses import dataclass

from kakomi.core.svg.vector import tag

THEMES = ("light", "dark")
FACETS = ("face", "shine", "rim", "mark")

# Pieces. The rim carries the contrast against the board where the face alone would not; first and second always differ
# in lightness, so that they differ for every kind of colour vision and in print.
PAINTS: dict[str, tuple[str, str]] = {
    # by day: face, shine, rim, mark; then by lamplight
    "ink": ("#23211f #5a554f #0f0e0d #8b847a", "#15120f #4d463d #c8b28d #8a7b64"),
    "shell": ("#f4ecda #fffefa #74674d #b7a886", "#e9dcc0 #fbf3e0 #3a3226 #a5936f"),
    "jet": ("#1b1e21 #4b5257 #090b0c #737c83", "#0e1012 #3f464b #aeb8be #6c767d"),
    "ivory": ("#f1e8d3 #fffaf0 #423f34 #a6987a", "#e7dcc3 #faf2df #23241f #9c8d6e"),
    "cinnabar": ("#c23a22 #e4694b #5e140a #ffd9c4", "#b8391f #da6546 #fbc9b3 #ffd9c4"),
    "azure": ("#1f4e86 #4f80b8 #0c2644 #cfe0f2", "#3f74b0 #74a3d6 #b5d2ef #dcebfa"),
    "blue peg": ("#122d53 #3d6597 #0a1c36 #bcd3ec", "#0f2748 #3a6195 #a9c6e8 #bcd3ec"),
    "red peg": ("#942617 #c9604b #4a0d06 #ffd8c8", "#7a1a10 #b84f3b #f2b5a0 #ffd8c8"),
    "blue tile": ("#6f95bb #8eb0d0 #2f4c6b #1c3350", "#5b86b4 #7ca3cc #1d3450 #061424"),
    "red tile": ("#e3a691 #efbeac #8f4a37 #5b1d10", "#d79683 #e6b1a1 #5c261a #330d05"),
    "red pen": ("#c4322a #d9574c #c4322a #c4322a", "#ec7566 #ec7566 #ec7566 #ec7566"),
    "blue pen": ("#2a4a9c #4a69b8 #2a4a9c #2a4a9c", "#a6c2fb #a6c2fb #a6c2fb #a6c2fb"),
    "graphite": ("#3d4046 #5c6068 #3d4046 #3d4046", "#c9c6be #c9c6be #c9c6be #c9c6be"),
}

# Boards, a column for each material; in the first table, what each token is for.
BOARDS = {
    "light": """
               washi    slate    table notebook     wood
    sheet    #f6efe0  #d6d9d8  #e6dccb  #fdfcf7  #e9cf9f   all that lies under the board
    grain    #8a6d3f  #2b3338  #7a5c34  #9aa3ad  #7d4f1d   the tint of its texture
    board    #fbf6ea  #848e95  #efe7d8  #fdfcf7  #e9cf9f   cells
    shade    #ebdfc6  #717c83  #e0d4bf  #f1f0e8  #d9b981   darker cells
    inlay    #e2d3b4  #99a3a8  #d8cab2  #e9e8df  #cfad72   the centre, and closed cells
    grid     #b5a482  #5b666d  #b8a98d  #c6d2de  #8a6a3c   hairlines
    line     #4a4236  #3d474d  #6b5c45  #8a9aab  #3a2a18   strong lines
    quiet    #75684f  #525c62  #685a41  #67727f  #6b4f28   coordinates
    words    #544a39  #353e43  #4a3f28  #46505b  #4d3719   texts beside the board
    trace    #c8912f  #ffdf8a  #b87d16  #f2c94c  #7a4a10   the last move
    accent   #b8341d  #fff6d8  #9a2412  #b3261e  #9c1f0c   captures
    halo     #e0a94a  #fff1c4  #f7d98a  #ffe08a  #fff0bf   what changed
    brush    #1f1c19  #7a1608  #4f2a12  #3d4046  #2a1c0e   the circle of a win
    hint     #2f6d63  #ffffff  #39603a  #55606c  #1f5a4e   where a move can begin
    dish     #ece1cb  #bcc2c3  #d9ccb4  #f1f2ee  #d8ba84   bowls for stocks
    lip      #c4b391  #98a1a4  #b4a282  #c3ccd4  #a8834c   their rims
    glow     #ffffff  #ffffff  #ffffff  #ffffff  #fff6dd   the colour of the light
    lamp           0        0        0        0      .25   its strength in the middle
    margin   #d9776c  #d9776c  #d9776c  #d9776c  #d9776c   a printed margin line
    """,
    "dark": """
               washi    slate    table notebook     wood
    sheet    #2a2520  #23272a  #2c241d  #24262b  #543f26
    grain    #0d0a07  #07090a  #0a0705  #050608  #1c1006
    board    #665a48  #565f65  #3a3027  #2b2e34  #543f26
    shade    #544938  #40484d  #332a22  #25282d  #4d3a24
    inlay    #4b4132  #616b71  #2d251e  #222429  #46341f
    grid     #8a7a60  #2a2f33  #7d6d58  #434b56  #a58a61
    line     #c9b58e  #1a1e20  #b9a583  #8391a1  #e2c795
    quiet    #b09f81  #98a2a7  #ad9b7d  #98a4b1  #d4bc92
    words    #cdbd9f  #c1c9cc  #cdbc9e  #c3cad2  #f3e5c8
    trace    #f0b64f  #f0b64f  #f0b64f  #c79a2e  #ffc861
    accent   #ff9a7a  #ffe6b0  #ff9d7d  #ff9a8c  #ffae92
    halo     #ffd27a  #ffd98f  #ffd98f  #b98f35  #ffd98f
    brush    #f6e6c4  #ffb59a  #f6dfb4  #e9e2d0  #f9e6bd
    hint     #9fe0cf  #f7e6b4  #b4dca6  #b9c4cf  #b9ecd9
    dish     #1f1b17  #1b1e20  #211a15  #202226  #48361f
    lip      #574b3b  #495156  #594a3a  #4b535e  #8c7148
    glow     #ffd2a6  #fff0d8  #ffd99a  #ffe2ab  #ffd791
    lamp         .16      .09      .08      .07       .2
    margin   #8f4f48  #8f4f48  #8f4f48  #8f4f48  #8f4f48
    """,
}

COLOUR_WORDS = {"red": "cinnabar", "white": "shell", "black": "ink", "blue": "azure"}


@dataclass(frozen=True)
class Material:
    """How a material is used: who has which paint, and how the board lies on its sheet."""

    paints: dict[str, str]  # owner or colour word to paint
    corner: float  # rounding of the sheet, in hundredths of a cell
    frame: float  # least distance from the board to the sheet's edge
    gap: float = 0.0  # how far cells keep apart; 0: they share their hairlines


def _paints(first: str, second: str, **words: str) -> dict[str, str]:
    shared = {"shared": "cinnabar", "neutral": "ink"}
    return {**COLOUR_WORDS, **shared, "first": first, "second": second, **words}


MATERIALS: dict[str, Material] = {
    "washi": Material(_paints("ink", "shell"), corner=5, frame=52),
    "slate": Material(_paints("jet", "ivory", black="jet", white="ivory", neutral="jet"), corner=26, frame=58, gap=2.2),
    "table": Material(_paints("blue peg", "red peg", red="red peg", blue="blue peg"), corner=14, frame=62, gap=3.2),
    "notebook": Material(
        _paints("red pen", "blue pen", red="red pen", blue="blue pen", black="graphite", neutral="graphite"), 10, 100
    ),
    "wood": Material(_paints("cinnabar", "ink"), corner=16, frame=62),
}


def palette(material: str, theme: str) -> dict[str, str]:
    """Token to value: the board's tokens, and `paint facet` tokens such as "ink rim".

    >>> palette("washi", "light")["ink face"]
    '#23211f'
    """
    head, *rows = (line.split() for line in BOARDS[theme].strip().splitlines())
    column = head.index(material) + 1
    tokens = {row[0]: row[column] for row in rows}
    for paint, values in PAINTS.items():
        facets = zip(FACETS, values[THEMES.index(theme)].split(), strict=True)
        tokens.update({f"{paint} {facet}": value for facet, value in facets})
    return tokens


class Colours:
    """Tokens turned into what is written in the document; remembers which tokens were used."""

    def __init__(self, material: str, theme: str) -> None:
        self._auto = theme == "auto"
        self._light = palette(material, "light")
        self._dark = palette(material, "dark")
        self._fixed = self._dark if theme == "dark" else self._light
        self._used: dict[str, None] = {}

    def __call__(self, token: str) -> str:
        """The colour as it is written."""
        if not self._auto:
            return self._fixed[token]
        self._used[token] = None
        return f"var(--{token.replace(' ', '-')})"

    def style(self, scope: str) -> str:
        """The style element that gives the tokens their values, "" where the colours are written out."""
        if not self._used:
            return ""
        light, dark = (
            ";".join(f"--{token.replace(' ', '-')}:{values[token]}" for token in sorted(self._used))
            for values in (self._light, self._dark)
        )
        return f"<style>#{scope}{{{light}}}@media (prefers-color-scheme:dark){{#{scope}{{{dark}}}}}</style>"


# --- textures: a filter that tints its own shape with noise -----------------------------------------------------------

# frequency along x and y for a hundredth of a cell, octaves, and the line from noise to opacity (slope, offset)
GRAINS: dict[str, tuple[str, int, float, float]] = {
    "washi": (".2 .3", 2, 0.16, -0.06),
    "slate": (".09 .2", 4, 0.16, -0.06),
    "table": (".0022 .11", 3, 0.3, -0.1),
    "notebook": (".2 .2", 2, 0.1, -0.04),
    "wood": (".0018 .085", 4, 0.55, -0.19),
}


def grain(material: str, colours: Colours, name: str) -> str:
    """The filter `name` for the sheet's texture."""
    frequency, octaves, slope, offset = GRAINS[material]
    return tag(
        "filter",
        tag("feTurbulence", type="fractalNoise", baseFrequency=frequency, numOctaves=octaves, seed=5),
        tag("feColorMatrix", values=f"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 {slope} 0 0 0 {offset}", result="noise"),
        tag("feFlood", flood_color=colours("grain")),
        tag("feComposite", in2="noise", operator="in"),
        tag("feComposite", in2="SourceAlpha", operator="in"),
        id=name,
        x=0,
        y=0,
        width=1,
        height=1,
        color_interpolation_filters="sRGB",
    )
