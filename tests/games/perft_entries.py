"""The positions of the perft tables of Enso, Iago and Enclosure Chess.

Each entry: rules, options, moves played first, depth. The moves come from random games (in the six-piece
game of players that mostly capture when they can), made once with a fixed seed and frozen here.
"""

from __future__ import annotations

ENTRIES: dict[str, list[tuple[str, dict[str, object], str, int]]] = {
    "enso": [
        # the start
        ("standard", {}, "", 5),
        # 8 moves on
        ("standard", {}, "e2-c4 b2-c3 e3xe4 d5xc5 f3xf4 c1xd1 d2xd1 a3xa4", 4),
        # 18 moves on
        (
            "standard",
            {},
            "e2-c4 b2-c3 e3xe4 d5xc5 f3xf4 c1xd1 d2xd1 a3xa4 c4xe6 c5xb4 e6xd6 b4xb5 a5xc3 b5xf1 c3xe5 "
            "a4-d4 a6-a4 b3xb6",
            4,
        ),
        # an end by 4.1 is 3 moves away
        (
            "standard",
            {},
            "d2xd5 a3xa4 e2-d3 a4xb5 d3xe4 b3xd5 c5xb5 a2-c4 b6-c5 d5xe4 a5-a3 b2xb4 a6-a5 c4xc5 d1xd6 "
            "b1-b3 e3xe4 c2-d1 f2-d4 c1-c3 d6xe6 f4xe4 b5xc5 d1xd4 e1-e3 e4xe3 f3xe3 e5xe3 c6-f3 b4xa3 "
            "f3xf5 c3-e1",
            5,
        ),
        # an end by 4.2 is 2 moves away
        (
            "standard",
            {},
            "f3xe4 c1xd2 e4xe5 f4xf2 e1xf2 a3xa4 e5xd6 b3xb4 c5xb4 a4xb4 e3xe6 b2-e5 d1xb1 e5xe6 b6-e3 "
            "f5-f3 d6xb4 d5xb5 f1-c1 a2xa5 c1xd2 f3xe2 a6xa5 c2xd2 a5xa1 d2xe3 f2xe2 f6-f1 b1-e1 f1xe2 "
            "c6xe6",
            5,
        ),
        # an end by 4.3 is 3 moves away
        (
            "standard",
            {},
            "e2-c4 c2xd1 b4xb3 e4xe3 d2xd1 d6xc5 c6xe6 b1-e4 f2xe3 a3xa4 b5xc5 e4xc4 e6xf5 a4xb3 e1-d2 "
            "c1xd2 a5-b5 e5xf5 e3xd2 f5-e4 a6-a4 e4xf3 b6-c6 a1-c1 a4xb3 f3-e3 b5xc4 e3xc5 c6xd5 c5xc4 "
            "d5xc4 c1xd2 c4-c1 b2xb3 c1xd2",
            6,
        ),
    ],
    "iago": [
        # the start
        ("standard", {}, "", 4),
        # 16 moves on
        ("standard", {}, "f6 h5 e4 e2 b4 e3 e1 f3 g2 d4 c4 d5 e6 b5 b6 c6", 5),
        # 34 moves on
        (
            "standard",
            {},
            "f6 h5 e4 e2 b4 e3 e1 f3 g2 d4 c4 d5 e6 b5 b6 c6 d6 c3 c2 b3 b2 d7 d8 h3 f4 g3 h2 h1 g6 f7 f8 e7 e8 h4",
            5,
        ),
        # an end is three moves away
        (
            "standard",
            {},
            "b5 e6 c3 c5 d5 c4 g2 c2 f5 g4 g3 g1 e5 f4 e8 a5 h3 i2 d2 e2 e4 d3 f6 g6 h4 i4 d6 c6 b3 a2 f2 "
            "e3 h5 a4 d7 b4 f7 b6 a3 f8 a1 c1 b2 d1 e7 h6 d8 e9 g5 c7 g7 d4 i5 b1 e1",
            6,
        ),
        # the last resort of 2.4 is two moves away
        (
            "standard",
            {},
            "c5 f4 c2 d3 e4 h5 g4 b2 a2 b3 c4 d7 g3 d4 f2 b4 a3 f3 e3 c3 h3 c1 g2 f7 d2 e2 d1 e1 h2 a4 a5 "
            "c6 e8 d8 e6 f5 e7 i2 g7 f6 g6 d6 i4 f8 b5 h6 d5 b6 c7 h4 e9",
            6,
        ),
        # the start
        ("standard", {"penalties": "on"}, "", 3),
        # 16 moves on
        ("standard", {"penalties": "on"}, "f6 h5 e4 e2 b4 e3 e6 f4 !b5 d5 !g1 d4 e1 c2 !d8 c6", 3),
        # just after a miss
        ("standard", {"penalties": "on"}, "f6 h5 e4 e2 b4 e3 e6 f4 !b5 d5 !g1 d4", 3),
        # late, just after a miss
        (
            "standard",
            {"penalties": "on"},
            "f6 h5 e4 e2 b4 e3 e6 f4 !b5 d5 !g1 d4 e1 c2 !d8 c6 !b2 h4 !d1 h2 d2 !i1 f1 !a4 g5 g6 g2 !c1 d3 "
            "e7 f2 !i4 e8 d7 !h1 f8 g4 c3",
            3,
        ),
        # an end is three moves away
        (
            "standard",
            {"penalties": "on"},
            "g2 f4 e3 b5 e7 b4 c2 c6 f6 e8 g6 !f1 f7 !d4 g5 d6 d2 !h2 f2 !c4 f5 !b6 h3 !e2 c5 d7 !a1 f3 b2 "
            "!f8 e6 h1 !c3 b3 d5 !c1 e5 !e4 h5 !a5 c7 !d3 g4 d8 g3 !e9 d1 b1",
            5,
        ),
        # the last resort of 2.4 is two moves away
        (
            "standard",
            {"penalties": "on"},
            "b2 e8 f5 f7 g3 c3 f4 a1 e4 d3 h5 !f3 f6 c6 !i3 d4 !e7 b5 d2 !b1 g2 !b4 c2 !g5 h2 !c7 g4 d6 g6 "
            "!a5 c4 !d1 h4 !d5 e6 !b6 a2 !g7 e2 a3 !f8 b3 h3 !d7 c5 !h6 a4 f2 !e3 d8 c1 !h1 e1 !e9 g1",
            4,
        ),
        # the start
        ("loose", {}, "", 3),
        # 16 moves on
        ("loose", {}, "f6 h5 e4 e2 b4 e3 e6 f3 b5 d5 d3 d6 f5 c2 c5 c4", 4),
        # 34 moves on
        (
            "loose",
            {},
            "f6 h5 e4 e2 b4 e3 e6 f3 b5 d5 d3 d6 f5 c2 c5 c4 b2 h4 c6 h3 g6 e5 b3 f4 h2 g3 f2 c3 d4 h1 i4 g4 e7 i1",
            5,
        ),
        # an end is three moves away
        (
            "loose",
            {},
            "g3 g6 c5 e2 h3 e4 d3 h5 c2 d2 b2 a2 f3 d5 c6 d4 e3 f4 f2 h2 h1 f1 e1 b3 e6 b5 c1 d6 g5 e7 d7 "
            "g2 f5 e5 f7 b6 g4 c3 g1 i1 i4 c7 c4 e8 b4 h4 i2 d8 f8 a4",
            6,
        ),
        # the last resort of 2.4 is two moves away
        (
            "loose",
            {},
            "g2 e4 h2 c6 g5 d5 f3 e2 d3 g6 f5 h1 d2 g4 e6 d4 c3 d7 b2 e3 f1 f7 c5 d6 c7 c4 f2 d1 b3 b6 h3 "
            "a1 c2 h5 f6 b5 h4 a2 h6 i4 e8 b4 f8 f4 g3 i2 g1 d8 e7 i1 i3 e1 i5 a3 b1",
            6,
        ),
        # the start
        ("simple", {}, "", 3),
        # 16 moves on
        ("simple", {}, "f6 h5 e4 e2 b4 e3 e1 f3 g2 d4 c4 d5 e6 b5 b6 c6", 5),
        # 34 moves on
        (
            "simple",
            {},
            "f6 h5 e4 e2 b4 e3 e1 f3 g2 d4 c4 d5 e6 b5 b6 c6 d6 c3 c2 b3 b2 d7 d8 h3 g4 f5 f4 h2 i2 f7 f8 e7 e8 h4",
            5,
        ),
        # an end is three moves away
        (
            "simple",
            {},
            "d5 d3 e4 f4 g6 f2 f6 d6 d7 b3 d2 d1 b5 c5 g5 e5 e2 a5 g2 f5 f3 g4 g3 h3 i3 e7 h5 h4 c4 c3 e3 "
            "c7 a3 h6 e6 b4 e8 f7 b2 d8 d4 h2",
            4,
        ),
        # the last resort of 2.4 is two moves away
        (
            "simple",
            {},
            "d3 e2 b3 h4 d4 f3 e6 g2 c6 d7 e8 b4 b5 g3 d2 c2 b1 f5 g4 f4 f7 e7 d6 c5 d5 h2 c3 f2 e3 a3 h5 "
            "h6 c4 h3 f6 b2 g5 e4 h1 g6 g7",
            4,
        ),
        # the small boards: the start, the middle of a game (side 4), its end
        ("standard", {"side": 3}, "", 6),
        ("standard", {"side": 3}, "c2 b3 d3 d2 d1 b2", 8),
        ("standard", {"penalties": "on", "side": 3}, "", 5),
        ("standard", {"penalties": "on", "side": 3}, "c2 b3 d3 d2 b2 !a3 b4 c4 !e2 a2 !e3", 5),
        ("loose", {"side": 3}, "", 5),
        ("loose", {"side": 3}, "c2 b3 d3 d2 b2", 8),
        ("simple", {"side": 3}, "", 6),
        ("simple", {"side": 3}, "c2 b3 d3 d2 d1 b2", 8),
        ("standard", {"side": 4}, "", 3),
        ("standard", {"side": 4}, "d6 c3 e5 e3 b2 a1 e2 e1 d2 c2 f3 g3 b3 a3 f2 g1", 4),
        (
            "standard",
            {"side": 4},
            "d6 c3 e5 e3 b2 a1 e2 e1 d2 c2 f3 g3 b3 a3 f2 g1 b4 c5 c4 e6 c1 e4 c6 g2 d3 f4 d5 a2",
            7,
        ),
        ("standard", {"penalties": "on", "side": 4}, "", 3),
        ("standard", {"penalties": "on", "side": 4}, "d6 c3 e5 e3 b2 b3 c5 !b5 d4 f2 !a4 e4 !d7 b1 b4 !e6 d5 !a3", 3),
        (
            "standard",
            {"penalties": "on", "side": 4},
            "d6 c3 e5 e3 b2 b3 c5 !b5 d4 f2 !a4 e4 !d7 b1 b4 !e6 d5 !a3 c4 !c1 f4 !g2 a1 f3 c2 !f1 a2 f5 c6 !e1 d1 e2",
            4,
        ),
        ("loose", {"side": 4}, "", 3),
        ("loose", {"side": 4}, "d6 c3 e5 e3 b2 b3 e2 b1 d3 f1 b4 e4 d2 a1 c4", 3),
        ("loose", {"side": 4}, "d6 c3 e5 e3 b2 b3 e2 b1 d3 f1 b4 e4 d2 a1 c4 f2 d4 b5 c5 c2 f3 e6 a2 g2 a3 d5", 7),
        ("simple", {"side": 4}, "", 3),
        ("simple", {"side": 4}, "d6 c3 e5 e3 b2 a1 e2 e1 d2 c2 f3 g3 b3", 4),
        ("simple", {"side": 4}, "d6 c3 e5 e3 b2 a1 e2 e1 d2 c2 f3 g3 b3 a3 f2 g1 b4 c5 c4 e6 c1 e4 c6", 7),
    ],
    "enclosure_chess": [
        # the start
        ("5x5", {}, "", 5),
        # mid-game
        ("5x5", {}, "b3 e2 a4 d1 e4", 5),
        # the last four placements
        ("5x5", {}, "c4 c3 b5 e4 c2 a2 e2 a4", 5),
        # the start
        ("5x5", {"vacated": "closed"}, "", 5),
        # mid-game
        ("5x5", {"vacated": "closed"}, "b3 e2 a4 d1 c4", 7),
        # the last four placements
        ("5x5", {"vacated": "closed"}, "c3 b5 e2 c2 a2 b1 d5 c4", 5),
        # the start
        ("7x7", {}, "", 4),
        # mid-game
        ("7x7", {}, "b7 g4 a6 e2 g2 d5 b5 g6 c2 a7 a2", 5),
        # the last four placements
        ("7x7", {}, "d1 d5 e2 f3 b7 a2 b1 b5 g2 c6 d7 c4 g6 e4 a1 c2 a4 f7 c1 c5", 5),
        # the start
        ("7x7", {"vacated": "closed"}, "", 4),
        # mid-game
        ("7x7", {"vacated": "closed"}, "b7 g4 a6 e4 g6 d7 c2 c4 b1 a2 e2", 5),
        # the last four placements
        ("7x7", {"vacated": "closed"}, "b7 a2 b1 c2 f3 d1 g2 e6 a6 c4 g4 a4 f5 c6 d3 d5 f7 e4 b3 g6", 5),
        # the start
        ("six", {}, "", 6),
        # a win by 8 is three moves away
        (
            "six",
            {},
            "E3-E4 W1-W4 E4-E2 W4-W1 W3-W4 N3-C1 E2-E3 N1-N3 S2-W3 E1-E4 S1-S2 N2-N1 W4-C2 W1-W2 S2-S1 "
            "C1-C5 E3-E2 W2-W4 W3-S2 C5-C1 E2-C4 E4-E3 C2-C3 W4-W2 S2-W3 E3-E4 C4-C5 N1-N2 W3-S2 W2-W4 "
            "S4-E3 C1-C2 E3-E2 N2-N1 C3-C4 C2-C3 E2-E1 W4-W3 C4-E2 C3-C4 S1-S4 C4-C1 S4-E3 W3-W2 S2-S1 "
            "W2-W1 S1-S4 W1-N2 E2-C4 C1-C2 C5-C1 C2-W4 E3-E2 W4-W2 S3-S1 N2-W1 S1-C3 W1-N2 C3-C2 N2-W1 "
            "S4-S1 W1-N2 C2-W4 W2-W1 S1-C3 W1-W2 W4-W1 W2-W3 E2-E3 W3-W4 C3-C5 W4-W2 C5-C2 W2-W3 E3-S4 "
            "W3-S2 C1-N3 S2-S3 C4-E2 S3-S2 W1-W2 S2-W3 E2-C4 W3-W4 W2-W3 W4-W2 C2-W4 W2-W1 S4-S1 W1-N2 "
            "E1-N4 N2-N1 W4-C2 N1-N2 S1-C3 N2-W1 C2-C5 W1-W2 C4-C1 W2-W1 C1-C2 W1-W2 C2-W4 W2-W1 C5-C2 "
            "W1-W2 N3-C1 W2-W1 N4-N1 W1-N2 C1-C5 N2-N3 C3-C4 N3-N4 C2-C3 N4-N3 C5-C2 N3-N4 C2-C5 N4-N3",
            6,
        ),
        # a capture is near
        (
            "six",
            {},
            "E3-E4 W1-W4 E4-E2 W4-W1 W3-W4 N3-C1 E2-E3 N1-N3 S2-W3 E1-E4 S1-S2 N2-N1 W4-C2 W1-W2 S2-S1 "
            "C1-C5 E3-E2 W2-W4 W3-S2 C5-C1 E2-C4 E4-E3 C2-C3 W4-W2 S2-W3 E3-E4 C4-C5 N1-N2 W3-S2 W2-W4 "
            "S4-E3 C1-C2 E3-E2 N2-N1 C3-C4 C2-C3 E2-E1 W4-W3 C4-E2 C3-C4 S1-S4 C4-C1 S4-E3 W3-W2 S2-S1 "
            "W2-W1 S1-S4 W1-N2 E2-C4 C1-C2 C5-C1 C2-W4 E3-E2 W4-W2 S3-S1 N2-W1 S1-C3 W1-N2 C3-C2 N2-W1 "
            "S4-S1 W1-N2 C2-W4 W2-W1",
            6,
        ),
        # the draw of 9 is three moves away
        (
            "six",
            {},
            "S1-C3 N3-C1 E3-E2 C1-C2 S4-S1 W1-W4 E2-E4 N2-W1 W3-W2 W4-W3 E4-E2 C2-W4 E2-E3 W4-C2 E3-E4 "
            "W3-W4 S2-W3 N4-N3 E4-E2 N3-N4 S3-S4 C2-C1 C3-C4 W4-C2 W3-S2 C2-C3 S2-W3 W1-W4 E2-E4 C3-C2 "
            "S4-S3 C1-C5 C4-E2 C2-C1 W3-S2 N4-N3 S2-W3 N3-N2 S3-S4 C1-C2 S1-S3 C5-C1 W3-S2 W4-W3 E2-E3 "
            "N1-N3 S2-S1 W3-W2 S1-S2 C2-W4 S3-S1 N3-N4 S1-S3 W4-W3 E3-E2 W2-W1 S2-S1 C1-C2 E2-C4 E1-E2 "
            "C4-C3 W1-W2 E4-E3 N2-N3 C3-C5 N4-E1 E3-E4 W3-W4 C5-C1",
            4,
        ),
        # the start
        ("six", {"win": "two"}, "", 5),
        # a win by 8 is three moves away
        (
            "six",
            {"win": "two"},
            "W3-W2 N3-C1 W2-W3 C1-C4 E3-E4 N2-N3 W3-W2 W1-W4 E4-E3 E1-E4 W2-W1 W4-W2 E3-E2 W2-W3 W1-N2",
            6,
        ),
        # the draw of 9 is three moves away
        (
            "six",
            {"win": "two"},
            "W3-W2 N3-C1 S2-W3 C1-C2 W2-W4 W1-W2 W4-W1 C2-W4 S3-S2 N2-W1 S1-S3 N4-N3 S2-S1 W4-C2 S3-S2 "
            "C2-W4 S1-C3 W1-N2 S4-S1 E1-E4 C3-C4 N2-W1 C4-C5 E4-E2 S1-S3 N1-N2 S2-S1 N2-N1 W3-S2 E2-C4 "
            "C5-C2 W2-W3 S3-S4 N3-N4 E3-E2 W4-W2 S4-S3 W1-N2 E2-E1 C4-C5 S1-S4 N4-N3 S3-S1 N3-N4 S4-S3 "
            "N1-N3 C2-C1 C5-C4 E1-E4 N4-N1 S3-S4 W2-W4 S2-S3 N2-W1 S1-S2 N3-N2 E4-E1 W4-W2 S4-E3 C4-E2 "
            "S2-S1 W2-W4 E1-E4 E2-C4 E3-S4",
            4,
        ),
        # the start
        ("six", {"quiet": 20}, "", 5),
        # the draw of 9 is three moves away
        (
            "six",
            {"quiet": 20},
            "E3-E4 W1-W4 S1-C3 W4-W1 S2-S1 E1-E2 C3-C4 N4-E1 W3-W4 E2-E3 C4-E2 N3-C1 S3-S2 N1-N4 S4-S3 "
            "N2-N1 S3-S4 W1-N2 E2-C4 N2-W1 E4-E3 C1-N3 S2-S3 W1-W2 S1-S2 N1-N2 W4-W1 N2-N1",
            7,
        ),
        # the start
        ("six", {"win": "two", "quiet": 20}, "", 5),
        # a win by 8 is three moves away, the draw of 9 not far
        (
            "six",
            {"win": "two", "quiet": 20},
            "W3-W2 N3-C1 W2-W3 C1-C4 E3-E4 N2-N3 W3-W2 W1-W4 E4-E3 E1-E4 W2-W1 W4-W2 E3-E2 W2-W3 W1-N2",
            6,
        ),
        # the start
        ("six", {"quiet": 400}, "", 5),
        # the position before the draw of 9 with 60, here far from it
        (
            "six",
            {"quiet": 400},
            "S1-C3 N3-C1 E3-E2 C1-C2 S4-S1 W1-W4 E2-E4 N2-W1 W3-W2 W4-W3 E4-E2 C2-W4 E2-E3 W4-C2 E3-E4 "
            "W3-W4 S2-W3 N4-N3 E4-E2 N3-N4 S3-S4 C2-C1 C3-C4 W4-C2 W3-S2 C2-C3 S2-W3 W1-W4 E2-E4 C3-C2 "
            "S4-S3 C1-C5 C4-E2 C2-C1 W3-S2 N4-N3 S2-W3 N3-N2 S3-S4 C1-C2 S1-S3 C5-C1 W3-S2 W4-W3 E2-E3 "
            "N1-N3 S2-S1 W3-W2 S1-S2 C2-W4 S3-S1 N3-N4 S1-S3 W4-W3 E3-E2 W2-W1 S2-S1 C1-C2 E2-C4 E1-E2 "
            "C4-C3 W1-W2 E4-E3 N2-N3 C3-C5 N4-E1 E3-E4 W3-W4 C5-C1",
            5,
        ),
    ],
}
