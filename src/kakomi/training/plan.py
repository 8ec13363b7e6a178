"""What a run trains: the game, its boards, and everything that decides its course."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kakomi import games
from kakomi.core.compiler.fingerprint import source_hash
from kakomi.core.game import RuleSet
from kakomi.core.match import Match
from kakomi.core.net import net_functions
from kakomi.core.options import Value

FORMAT = 2  # of manifests and checkpoints; another one cannot be continued
PACKAGED, UNTRAINED = "packaged", "untrained"  # the first net in use


@dataclass(frozen=True)
class TrainingPlan:
    """Everything that decides a run, apart from machine and speed."""

    game: str
    rules: str
    options: Mapping[str, Value]
    seed: int
    device: str  # "cpu" or "cuda"
    settings: Mapping[str, Any] = field(default_factory=dict)  # of self-play, learning and contests
    boards: tuple[
        Mapping[str, Value], ...
    ] = ()  # the options of each board, if there are several; the first's are `options`
    against: str = PACKAGED  # the first net in use; falls back to UNTRAINED where no net comes with the game

    @classmethod
    def restore(cls, manifest: Mapping[str, Any]) -> TrainingPlan:
        """The plan of a run, from its manifest; KeyError or TypeError if the manifest lacks something."""
        kept = {name: manifest[name] for name in cls.__dataclass_fields__}
        return cls(**kept | {"boards": tuple(kept["boards"])})

    def match(self) -> Match:
        """The game before its first move, on the first board."""
        return Match(games.get(self.game), self.rules, self.options)

    def matches(self) -> list[Match]:
        """The game before its first move, on every board."""
        return [Match(games.get(self.game), self.rules, options) for options in self.boards or (self.options,)]

    def identity(self) -> dict[str, Any]:
        """What must be the same for a checkpoint to be of any use."""
        match = self.match()
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "rules_version": match.game.version,
            "rules_hash": rules_hash(match.rule_set),
            "seed": self.seed,
            "device": self.device,
            "settings": dict(self.settings),
            "boards": [dict(each) for each in self.boards],
            "against": self.against,
        }


def rules_hash(rule_set: RuleSet) -> str:
    """A hash of the sources that a net depends on: rules, net interface and symmetries."""
    functions = [each for each in vars(rule_set.rules).values() if callable(each) and hasattr(each, "__code__")]
    functions += net_functions(rule_set.rules).values()
    symmetry = rule_set.symmetry
    if symmetry is not None:
        functions += [symmetry.transform, symmetry.transform_move]
    return source_hash(functions)
