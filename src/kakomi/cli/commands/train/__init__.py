"""kakomi train: a net for a game, learned from scratch by self-play."""

from __future__ import annotations

import argparse
import os
import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from kakomi.cli.arguments import UsageError, add_game, add_json, find_game, whole
from kakomi.cli.commands.train.output import Reporter, print_result
from kakomi.cli.commands.train.plans import compile_only, make_boards, net_name, open_folder
from kakomi.cli.exit_codes import DONE, INTERRUPTED
from kakomi.cli.files import print_json, user_path
from kakomi.cli.interrupts import sigterm_like_ctrl_c
from kakomi.core.errors import shorten

if TYPE_CHECKING:
    from kakomi.training.run_folder import RunFolder

HELP = "train a net for a game from nothing, by self-play"
ABOUT = (
    "The computer plays against itself, learns from its games, and from time to time its newest net plays a contest "
    "against the net in use. What comes out is a file FOLDER/RULES.net, and beside it a curve of strength and losses. A "
    "run can be interrupted at any time and goes on with --resume. Without a GPU it trains a small net on the CPU. "
    "The first net in use is the one that comes with the game, if there is one. "
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


def capability(text: str) -> tuple[int, int]:
    """The compute capability of a GPU."""
    numbers = re.fullmatch(r"(\d{1,2})\.(\d)", text)
    if numbers is None:
        raise argparse.ArgumentTypeError(f"must be a compute capability such as 9.0, not {shorten(text)!r}")
    return int(numbers[1]), int(numbers[2])


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
    parser.add_argument(
        "--board",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="boards",
        help="on a GPU: train one net on several boards in turn, one --board for each (several options: with commas)",
    )
    parser.add_argument(
        "--against",
        choices=("packaged", "untrained"),
        help="the first net in use: the one that comes with the game, if there is one (packaged), or the new net itself "
        "before it has learned anything",
    )
    parser.add_argument(
        "--teacher",
        metavar="FOLDER",
        help="on a GPU: begin with the teacher of another run of the game, in this folder",
    )
    parser.add_argument(
        "--net",
        metavar="FILE",
        help="on the CPU: begin with the net of this file, or with the one that comes with the game (packaged)",
    )
    parser.add_argument("--kernels", metavar="FOLDER", help="on a GPU: use kernels that were compiled before")
    parser.add_argument(
        "--compile-kernels",
        metavar="FOLDER",
        help="do not train: compile the kernels for a GPU into this folder, which needs kakomi[cuda] but no GPU",
    )
    parser.add_argument(
        "--capability",
        metavar="X.Y",
        type=capability,
        help="compute capability of the GPU that kernels are compiled for (9.0)",
    )
    add_json(parser, "the manifest at the end")


def run(args: argparse.Namespace) -> int:
    if "numpy" not in sys.modules:
        for name in BLAS_THREADS:  # several threads on matrices this small wait for each other most of the time
            os.environ.setdefault(name, "1")
    from kakomi.training.errors import failures_said

    game = find_game(args.game)
    if args.compile_kernels is not None:
        with sigterm_like_ctrl_c(), Reporter(quiet=False) as reporter:
            return compile_only(args, game, reporter.tell)
    if args.capability is not None:
        raise UsageError("--capability is for --compile-kernels; a run compiles for the GPU that it has")
    with open_folder(args, game) as folder:
        command = f"kakomi train {game.name} --resume --out {folder.path}"
        if args.kernels is not None:
            command += f" --kernels {args.kernels}"
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
        from kakomi.training.gpu.kept_teacher import read_teacher
        from kakomi.training.gpu.run import GpuRun

        boards = make_boards(folder.plan, args.kernels)
        teacher = None
        if args.teacher is not None:
            teacher = read_teacher(user_path(args.teacher), folder.plan)
            folder.note(teacher=args.teacher)
        reporter.tell(f"Training {folder.plan.game} {folder.plan.rules} on the GPU, in {folder.path}")
        open_session = import_module("kakomi.training.gpu.session").GpuSession
        gpu_run = GpuRun(folder, open_session, boards, reporter.show, reporter.tell, teacher)
        _tell_notes(folder, reporter)
        return gpu_run.run(args.minutes)
    from kakomi.training.cpu.run import CpuRun
    from kakomi.training.net_export import read_net

    if args.net is not None:
        folder.note(net=net_name(args))
    named = folder.manifest.get("net")  # also of a run that was interrupted before its first checkpoint
    first = read_net(named, folder.plan) if named is not None and not folder.has_checkpoint else None
    reporter.tell(f"Training {folder.plan.game} {folder.plan.rules} on the CPU, in {folder.path}")
    reporter.show("compiling (only the first time) ...")
    cpu_run = CpuRun(folder, args.threads, reporter.show, reporter.tell, first)
    _tell_notes(folder, reporter)
    return cpu_run.run(args.minutes, args.rounds)


def _tell_notes(folder: RunFolder, reporter: Reporter) -> None:
    for note in folder.notes:
        reporter.tell(note)
    folder.notes.clear()
