"""kakomi train: a net for a game, learned from nothing by self-play."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kakomi.cli.arguments import UsageError, add_game, add_json, find_game, read_options, read_rules, whole
from kakomi.cli.commands.train.output import Reporter, print_result
from kakomi.cli.exit_codes import DONE, INTERRUPTED
from kakomi.cli.files import print_json, user_path
from kakomi.cli.interrupts import sigterm_like_ctrl_c
from kakomi.core.errors import EngineError, OptionError, shorten
from kakomi.core.system.folders import data_home

if TYPE_CHECKING:
    from kakomi.core.game import Game
    from kakomi.training.run_folder import RunFolder

HELP = "train a net for a game from nothing, by self-play"
ABOUT = (
    "The computer plays against itself, learns from its games, and from time to time its newest net plays a contest "
    "against the net in use. What comes out is a file FOLDER/RULES.net, and beside it a curve of strength and losses. A "
    "run can be interrupted at any time and goes on with --resume. Without a GPU it trains a small net on the CPU. "
    "docs/research/training.md explains it all."
)
EXAMPLE = "kakomi train {game} --minutes 10"

MINUTES = 10.0
LONGEST = 100_000.0  # minutes
BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def minutes(text: str) -> float:
    """A time between a second and some weeks."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1 / 60 <= value <= LONGEST:
        raise argparse.ArgumentTypeError(f"must be minutes from 0.02 to {LONGEST:g}, not {shorten(text)!r}")
    return value


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--minutes", metavar="M", type=minutes, default=MINUTES, help=f"how long to train now ({MINUTES:g})"
    )
    parser.add_argument("--rounds", metavar="N", type=whole(1, 10**9), help="on the CPU: stop after this round")
    parser.add_argument(
        "--out", metavar="FOLDER", help="the folder of the run (default: training/GAME-RULES in the user's data)"
    )
    parser.add_argument("--resume", action="store_true", help="continue the run in the folder")
    parser.add_argument("--seed", metavar="N", type=whole(0, 10**9), help="random seed of a new run (1)")
    parser.add_argument(
        "--device", choices=("auto", "cpu", "cuda"), default="auto", help="where to train (auto: a GPU if there is one)"
    )
    parser.add_argument(
        "--threads", metavar="N", type=whole(1, 256), default=1, help="threads of self-play on the CPU (1)"
    )
    parser.add_argument(
        "--setting",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="settings",
        help="set how a new run trains; may be repeated",
    )
    add_json(parser, "the manifest at the end")


def run(args: argparse.Namespace) -> int:
    if "numpy" not in sys.modules:
        for name in BLAS_THREADS:  # several threads at matrices this small wait for each other most of the time
            os.environ.setdefault(name, "1")
    from kakomi.training.errors import failures_said

    game = find_game(args.game)
    folder = _folder(args, game)
    with folder:
        command = f"kakomi train {game.name} --resume --out {folder.path}"
        with sigterm_like_ctrl_c(), Reporter(quiet=args.json) as reporter:
            try:
                with failures_said(f"continue with {command}"):
                    decided = _train(folder, args, reporter)
            except KeyboardInterrupt:
                reporter.tell(f"Interrupted. To continue: {command}")
                return INTERRUPTED
        if args.json:
            print_json(folder.manifest)
        else:
            print_result(folder, decided, command)
    return DONE


def _train(folder: RunFolder, args: argparse.Namespace, reporter: Reporter) -> bool:
    if folder.plan.device == "cuda":
        if args.rounds is not None:
            raise UsageError("--rounds is for runs on the CPU; a run on a GPU takes its --minutes")
        _refuse_without_torch()
        from kakomi.training.gpu.run import GpuRun

        reporter.tell(f"Training {folder.plan.game} {folder.plan.rules} on the GPU, in {folder.path}")
        open_session = import_module("kakomi.training.gpu.session").GpuSession
        gpu_run = GpuRun(folder, open_session, reporter.show, reporter.tell)
        _tell_notes(folder, reporter)
        return gpu_run.run(args.minutes)
    from kakomi.training.cpu.run import CpuRun

    reporter.tell(f"Training {folder.plan.game} {folder.plan.rules} on the CPU, in {folder.path}")
    reporter.show("compiling (only the first time) ...")
    cpu_run = CpuRun(folder, args.threads, reporter.show, reporter.tell)
    _tell_notes(folder, reporter)
    return cpu_run.run(args.minutes, args.rounds)


def _tell_notes(folder: RunFolder, reporter: Reporter) -> None:
    for note in folder.notes:
        reporter.tell(note)
    folder.notes.clear()


def _folder(args: argparse.Namespace, game: Game) -> RunFolder:
    """The folder of the run: a new one, or the one to continue."""
    from kakomi.training.cpu.inputs import layout_for, refuse_without_interface
    from kakomi.training.cpu.run import CpuSettings
    from kakomi.training.gpu.run import GpuSettings
    from kakomi.training.run_folder import RunFolder, TrainingPlan

    rules, given = read_rules(args), read_options(args.options)
    rule_set = game.rule_set(rules)
    path = user_path(args.out) if args.out is not None else data_home() / "training" / f"{game.name}-{rule_set.name}"
    if args.resume:
        for name, value in (("--seed", args.seed), ("--setting", args.settings)):
            if value:
                raise UsageError(f"a run that is continued keeps its seed and settings; leave out {name}")
        folder = RunFolder.open(path, game, rules, given)
        if args.device not in ("auto", folder.plan.device):
            folder.close()
            raise UsageError(
                f"the run in {path} trains on {folder.plan.device}; leave out --device, or begin a new run"
            )
        return folder
    rule_set, options = game.settle(rules, given)
    device = _device(args.device)
    seed = 1 if args.seed is None else args.seed
    if device == "cuda":
        _refuse_without_torch()
    read = GpuSettings.read if device == "cuda" else CpuSettings.read
    plan = TrainingPlan(game.name, rule_set.name, options, seed, device, asdict(read(_read_settings(args.settings))))
    refuse_without_interface(plan.match())
    if device == "cpu":
        layout_for(plan.match())  # refuses a board that is too large before a folder is made
    return RunFolder.create(path, plan)


def _read_settings(pairs: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"--setting takes NAME=VALUE, not {shorten(pair)!r}")
        values[name.strip()] = value.strip()
    return values


def _device(wanted: str) -> str:
    """Where to train."""
    if wanted != "auto":
        return wanted
    if find_spec("torch") is None or find_spec("cupy") is None:
        return "cpu"
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def _refuse_without_torch() -> None:
    try:
        import cupy  # noqa: F401
        import torch
    except ModuleNotFoundError as error:
        raise EngineError(
            f"training on a GPU needs {error.name}; to install it: pip install 'kakomi[train]'. "
            "Without it: --device cpu"
        ) from error
    if not torch.cuda.is_available():
        raise EngineError("torch finds no GPU here; --device cpu trains a small net without one")
