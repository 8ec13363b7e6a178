"""Iago, written a second time from its rules page, slow and plain.

Dark (player 0) and Light (player 1) fill a hexagon of side 5 (or 3 or 4: 9), one own disk a turn (1). A placement
captures the runs of face-up enemy disks it closes in (3) and releases the runs of captives it closes in
when one end of the run is on the rim or the centre (4). Captures are forced, and the greatest one (2.1);
without one the inner hexes are free (2.2), rim and centre need a release (2.3), and the centre is the
last resort (2.4). The game ends with the inner area full (5); the score decides (5.1), then the disk on
the centre (5.2).

Rule set `loose` (6) does not force captures; `simple` (7) has no releases and counts disks. With
`penalties="on"` (8) a player may miss a forced capture, and the opponent may then answer with a claim,
written with a `!` in front.
"""

from __future__ import annotations

Hex = tuple[int, int]  # axial q, r

COLUMNS = "abcdefghi"  # from the lowest q on
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
FACE_UP = "DL"  # player 0, player 1
CAPTIVE = "dl"
CENTRE: Hex = (0, 0)


def ring(spot: Hex) -> int:
    q, r = spot
    return max(abs(q), abs(r), abs(q + r))


class Hexagon:
    """A board with so many hexes to a side."""

    def __init__(self, side: int) -> None:
        self.radius = side - 1
        span = range(-self.radius, side)
        self.all = [(q, r) for q in span for r in span if ring((q, r)) <= self.radius]
        self.inner = [spot for spot in self.all if ring(spot) < self.radius]
        self.outer = [spot for spot in self.all if ring(spot) == self.radius]
        self.special = {CENTRE, *self.outer}  # that need a reason (2.3) and that give the power to release (4)
        self.name = {spot: self.name_of(spot) for spot in self.all}
        self.spot = {name: spot for spot, name in self.name.items()}
        self.rays = {spot: [self.ray(spot, step) for step in DIRECTIONS] for spot in self.all}

    def name_of(self, spot: Hex) -> str:
        """Column letter, then the number of the hex in its column from the bottom, where r is largest."""
        q, r = spot
        lowest = max(other_r for other_q, other_r in self.all if other_q == q)
        return COLUMNS[q + self.radius] + str(lowest - r + 1)

    def ray(self, spot: Hex, step: Hex) -> list[Hex]:
        seen = []
        q, r = spot[0] + step[0], spot[1] + step[1]
        while ring((q, r)) <= self.radius:
            seen.append((q, r))
            q, r = q + step[0], r + step[1]
        return seen


HEXAGONS = {side: Hexagon(side) for side in (3, 4, 5)}


class Oracle:
    def __init__(self, rules: str = "standard", **options: object) -> None:
        penalties = options.pop("penalties", "off")
        side = options.pop("side", 5)
        if side not in HEXAGONS:
            raise ValueError(f"no board of side {side}")
        self._hexagon = HEXAGONS[side]
        if rules not in ("standard", "loose", "simple") or penalties not in ("off", "on") or options:
            raise ValueError(f"unknown rule set or option: {rules} penalties={penalties} {options}")
        if penalties == "on" and rules != "standard":
            raise ValueError("penalties go with the standard rule set only (8)")
        self._rules = rules
        self._penalties = penalties == "on"
        self._disks: dict[Hex, str] = {}
        self._mover = 0
        self._missed = False  # the turn just played was a miss (8)

    @classmethod
    def from_disks(
        cls, disks: dict[str, list[Hex]], to_move: int, rules: str = "standard", **options: object
    ) -> Oracle:
        """A position from lists of axial coordinates under the letters D, L (face up) and d, l (captives)."""
        made = cls(rules, **options)
        made._disks = {spot: letter for letter, spots in disks.items() for spot in spots}
        made._mover = to_move
        return made

    @classmethod
    def from_columns(cls, columns: str, to_move: int, rules: str = "standard", **options: object) -> Oracle:
        """A position from one word for each column, each from the top (lowest r) down."""
        made = cls(rules, **options)
        radius = made._hexagon.radius
        for q, word in zip(range(-radius, radius + 1), columns.split(), strict=True):
            for spot, letter in zip([spot for spot in made._hexagon.all if spot[0] == q], word, strict=True):
                if letter != ".":
                    made._disks[spot] = letter
        made._mover = to_move
        return made

    def copy(self) -> Oracle:
        twin = Oracle.__new__(Oracle)
        twin._rules = self._rules
        twin._hexagon = self._hexagon
        twin._penalties = self._penalties
        twin._disks = dict(self._disks)
        twin._mover = self._mover
        twin._missed = self._missed
        return twin

    @property
    def to_move(self) -> int:
        return self._mover

    def board(self) -> dict[str, str]:
        return {self._hexagon.name[spot]: letter for spot, letter in self._disks.items()}

    def moves(self) -> list[str]:
        if self._over():
            return []
        if not self._penalties:
            return [self._hexagon.name[spot] for spot in (self._loose() if self._rules == "loose" else self._strict())]
        ordinary = [self._hexagon.name[spot] for spot in self._loose()]  # 8
        claims = (
            ["!" + self._hexagon.name[spot] for spot in self._hexagon.all if spot not in self._disks]
            if self._missed
            else []
        )
        return ordinary + claims

    def play(self, text: str) -> None:
        claim = text.startswith("!")
        spot = self._hexagon.spot[text.removeprefix("!")]
        missed = self._penalties and not claim and spot not in self._strict()  # judged before the placement
        captured, released = self.flips(spot)
        self._disks[spot] = FACE_UP[self._mover]
        for hexagon in captured:
            self._disks[hexagon] = self._disks[hexagon].lower()
        for hexagon in released:
            self._disks[hexagon] = self._disks[hexagon].upper()
        self._mover = 1 - self._mover
        self._missed = missed

    def outcome(self) -> tuple[int | None, str] | None:
        if not self._over():
            return None
        dark, light = self.score()
        if dark != light:
            return (0 if dark > light else 1), "5.1"
        centre = self._disks[CENTRE]
        if centre in FACE_UP:
            return FACE_UP.index(centre), "5.2"
        return 1 - CAPTIVE.index(centre), "5.2"

    def score(self) -> tuple[int, int]:
        return self._score_of("D"), self._score_of("L")

    def _score_of(self, letter: str) -> int:
        inner = sum(1 for spot in self._hexagon.inner if self._disks.get(spot) == letter)
        outer = sum(1 for spot in self._hexagon.outer if self._disks.get(spot) == letter)
        if self._rules == "simple":
            return inner + outer  # 7
        return (inner or 1) * (outer or 1)  # 5.1

    def _over(self) -> bool:
        return all(spot in self._disks for spot in self._hexagon.inner)  # 5

    def flips(self, spot: Hex) -> tuple[list[Hex], list[Hex]]:
        """What the player to move would capture (3) and release (4) by a placement there."""
        own, enemy = FACE_UP[self._mover], FACE_UP[1 - self._mover]
        releases = self._rules != "simple"  # 7
        captured: list[Hex] = []
        released: list[Hex] = []
        for ray in self._hexagon.rays[spot]:
            run: list[Hex] = []
            letters: list[str] = []
            for far in ray:
                letter = self._disks.get(far)
                if letter is None:
                    break  # no own disk at the end: nothing
                if letter == own:
                    if run and all(other == enemy for other in letters):
                        captured += run
                    elif (
                        releases and all(other in CAPTIVE for other in letters) and {spot, far} & self._hexagon.special
                    ):
                        released += run
                    break
                run.append(far)
                letters.append(letter)
        return captured, released

    def _strict(self) -> list[Hex]:
        """The placements by 2.1-2.4, captures forced: `standard`, and `simple`, where nothing releases."""
        empty = [spot for spot in self._hexagon.all if spot not in self._disks]
        flips = {spot: self.flips(spot) for spot in empty}
        most = max(len(captured) for captured, _ in flips.values())
        if most > 0:
            return [spot for spot in empty if len(flips[spot][0]) == most]  # 2.1
        allowed = [spot for spot in empty if spot not in self._hexagon.special]  # 2.2
        allowed += [spot for spot in empty if spot in self._hexagon.special and flips[spot][1]]  # 2.3
        return allowed or [CENTRE]  # 2.4: the game is not over, so the centre is the one empty inner hex

    def _loose(self) -> list[Hex]:
        """The placements by 6: nothing forced, rim and centre for a capture or a release."""
        empty = [spot for spot in self._hexagon.all if spot not in self._disks]
        allowed = [spot for spot in empty if spot not in self._hexagon.special]  # 2.2
        allowed += [spot for spot in empty if spot in self._hexagon.special and self.flips(spot) != ([], [])]  # 2.3
        return allowed or [CENTRE]  # 2.4 likewise
