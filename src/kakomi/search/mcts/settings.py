"""How a tree is searched: the numbers, each with its origin. A game's evaluation file may have its own, tuned by games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """The settings of `search.MonteCarlo`; the defaults are plain UCT as in every textbook."""

    guide: str = ""  # "": random playouts; "children", "move_priority": by the game's evaluation, see `guided`
    explore: float = 1.4  # UCT: about the square root of 2 (Auer et al. 2002); guided: c of PUCT
    first_play: float = (
        1000.0  # plain: >= 100: every child once before any twice; lower: the bound of an unvisited child
    )
    rave: int = 0  # plain: k of RAVE, see `rave`; 0: without it
    virtual_loss: int = (
        1  # a lost visit for each thread on its way: enough to send others elsewhere (Chaslot et al. 2008)
    )
    temperature: float = 0.1  # guided: of the softmax that makes priors of values or priorities
    cut: int = 0  # guided by move_priority: random plies before a position is evaluated


PLAIN = Settings()
