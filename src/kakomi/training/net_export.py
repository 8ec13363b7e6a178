"""Nets of a run as files, and as players in its contests."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kakomi.players import Player
from kakomi.players.search_player import SearchPlayer
from kakomi.search.learned import net_file
from kakomi.search.learned.manifest import make_manifest
from kakomi.search.learned.net_file import NetFileError
from kakomi.search.learned.network import Net
from kakomi.search.learned.packaged import load_net
from kakomi.search.result import Limit
from kakomi.training.cpu.inputs import layout_for
from kakomi.training.cpu.numpy_net import NumpyNet
from kakomi.training.errors import TrainingError
from kakomi.training.plan import PACKAGED, TrainingPlan
from kakomi.training.run_folder import LARGEST_FILE, Array

HALF_FROM = 4 * 2**20  # bytes: larger nets keep their weights as float16
MEMORY = 64  # megabytes of a contest player's tree


def read_net(name: str, plan: TrainingPlan) -> NumpyNet:
    """The net that a run with the plan begins with: a file, or `PACKAGED`; TrainingError if the run cannot use it."""
    match = plan.match()
    try:
        net = load_net(match) if name == PACKAGED else Net.load(Path(name))
        net.lay_out(match)  # refuses one for something else, and arrays that do not fit together
        if net.kind != "sparse":
            raise TrainingError("it is for boards of any size, and a run on the CPU trains nets for one board")
        return NumpyNet.from_arrays(layout_for(match), net.arrays)
    except (NetFileError, TrainingError) as error:
        what = "the packaged net" if name == PACKAGED else name
        raise TrainingError(f"a run of {plan.game} {plan.rules} cannot begin with {what}: {error}") from error


def write_net(path: Path, net: NumpyNet, plan: TrainingPlan, figures: Mapping[str, Any]) -> None:
    """Write a net that was trained in numpy."""
    write_arrays(path, "sparse", {**net.shape.arrays(), **net.weights}, plan, figures)


def write_arrays(
    path: Path, kind: str, contents: Mapping[str, Array], plan: TrainingPlan, figures: Mapping[str, Any]
) -> None:
    """Write a net of any kind for playing the plan's game."""
    if sum(each.nbytes for each in contents.values()) > HALF_FROM:
        contents = {
            name: each.astype(np.float16) if each.dtype.kind == "f" else each for name, each in contents.items()
        }
    if sum(each.nbytes for each in contents.values()) > LARGEST_FILE - 2**16:
        raise TrainingError(
            f"the net would be larger than {LARGEST_FILE >> 20} MiB: choose fewer hidden numbers, or a smaller board"
        )
    match = plan.match()
    training = {
        "seed": plan.seed,
        "device": plan.device,
        "settings": dict(plan.settings),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        **figures,
    }
    manifest = make_manifest(match.game, match.rule_set, kind, allowed_options(plan), training)
    try:
        net_file.write(path, manifest, contents)
    except OSError as error:
        raise TrainingError(f"{path} cannot be written: {error.strerror}") from error


def allowed_options(plan: TrainingPlan) -> dict[str, Any]:
    """The options that a net of the run serves, for its manifest: those of its boards, and whole numbers between them."""
    allowed: dict[str, Any] = {}
    for name in plan.options:
        values = [each[name] for each in (plan.boards or (plan.options,))]
        if len(set(values)) > 1 and all(type(each) is int for each in values):
            allowed[name] = {"from": min(values), "to": max(values)}
        else:
            allowed[name] = list(dict.fromkeys(values))
    return allowed


def read_digest(path: Path) -> str:
    """The hash of a net's arrays: the same for the same net, whenever it was written."""
    digest = hashlib.sha256()
    for name, array in sorted(net_file.read(path)[1].items()):
        digest.update(f"{name} {array.dtype} {array.shape} ".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def net_player(name: str, path: Path, limit: Limit) -> Player:
    """A player that searches up to the limit with the net of a file."""
    return SearchPlayer(name, limit, memory=MEMORY, kind="learned", net=Net.load(path))
