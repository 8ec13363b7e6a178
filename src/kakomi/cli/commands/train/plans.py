"""What `kakomi train` is asked to train, checked before a folder is made: the plan of the run, its boards and kernels."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from kakomi.cli.arguments import UsageError, read_options, read_rules
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import user_path
from kakomi.core.errors import EngineError, OptionError, shorten
from kakomi.core.system.folders import data_home

if TYPE_CHECKING:
    from kakomi.core.game import Game
    from kakomi.core.options import Value
    from kakomi.training.gpu.run import TrainingBoard
    from kakomi.training.plan import TrainingPlan
    from kakomi.training.run_folder import RunFolder

MOST_BOARDS = 8


def open_folder(args: argparse.Namespace, game: Game) -> RunFolder:
    """The folder of the run: a new one, or the one to continue."""
    from kakomi.training.gpu.kept_teacher import read_teacher
    from kakomi.training.net_export import read_net
    from kakomi.training.run_folder import RunFolder

    rules, given = read_rules(args), read_options(args.options)
    rule_set = game.rule_set(rules)
    path = user_path(args.out) if args.out is not None else data_home() / "training" / f"{game.name}-{rule_set.name}"
    if not args.resume:
        plan = new_plan(args, game)
        if plan.device == "cuda":
            make_boards(plan, args.kernels)  # refuses kernels that do not fit before a folder is made
            if args.teacher is not None:
                read_teacher(user_path(args.teacher), plan)  # likewise
        elif args.net is not None:
            if any(each.partition("=")[0].strip() == "hidden" for each in args.settings):
                raise UsageError("a run that begins with a net keeps its size; leave out --setting hidden, or --net")
            read_net(net_name(args), plan)  # likewise
        return RunFolder.create(path, plan)
    settled = {
        "--seed": args.seed,
        "--setting": args.settings,
        "--board": args.boards,
        "--against": args.against,
        "--teacher": args.teacher,
        "--net": args.net,
    }
    for name, value in settled.items():
        if value:
            raise UsageError(f"a run that is continued keeps its seed and settings; leave out {name}")
    folder = RunFolder.open(path, game, rules, given)
    try:
        if args.device not in ("auto", folder.plan.device):
            raise UsageError(
                f"the run in {path} trains on {folder.plan.device}; leave out --device, or begin a new run"
            )
        _refuse_other_device(args, folder.plan.device)
    except BaseException:
        folder.close()
        raise
    return folder


def new_plan(args: argparse.Namespace, game: Game, device: str | None = None) -> TrainingPlan:
    """The plan of a new run."""
    from kakomi.training.cpu.inputs import layout_for, refuse_without_interface
    from kakomi.training.cpu.run import CpuSettings
    from kakomi.training.gpu.run import GpuSettings
    from kakomi.training.plan import PACKAGED, TrainingPlan

    given = read_options(args.options)
    rule_set, options = game.settle(read_rules(args), given)
    for_run = device is None
    device = device or _device(args.device)
    if for_run:
        _refuse_other_device(args, device)
    read = GpuSettings.read if device == "cuda" else CpuSettings.read
    boards = _read_boards(args.boards, game, rule_set.name, given)
    plan = TrainingPlan(
        game.name,
        rule_set.name,
        boards[0] if boards else options,
        1 if args.seed is None else args.seed,
        device,
        asdict(read(_read_settings(args.settings))),
        boards if len(boards) > 1 else (),
        args.against or PACKAGED,
    )
    refuse_without_interface(plan.match())
    if plan.boards:
        _refuse_several(plan)
    if device == "cpu":
        layout_for(plan.match())  # refuses a board that is too large before a folder is made
    return plan


def net_name(args: argparse.Namespace) -> str:
    """What --net names: the packaged net, or a file wherever the run is continued."""
    from kakomi.training.plan import PACKAGED

    return PACKAGED if args.net == PACKAGED else str(user_path(args.net).absolute())


def _refuse_other_device(args: argparse.Namespace, device: str) -> None:
    """Refuse arguments that the device has no use for, and a device that is missing."""
    if device == "cuda":
        if args.rounds is not None:
            raise UsageError("--rounds is for runs on the CPU; a run on a GPU takes its --minutes")
        if args.net is not None:
            raise UsageError("--net is for runs on the CPU; a run on a GPU can begin with the --teacher of another")
        _refuse_without_torch()
        return
    for name, value in (("--kernels", args.kernels), ("--teacher", args.teacher), ("--board", args.boards)):
        if value:
            raise UsageError(f"{name} is for runs on a GPU; this one trains on the CPU")


def _read_boards(
    texts: list[str], game: Game, rules: str, given: Mapping[str, object]
) -> tuple[Mapping[str, Value], ...]:
    """The options of each --board, with those of --set."""
    boards = []
    for text in texts:
        own = read_options(text.split(","))
        twice = [name for name in own if name in given]
        if twice:
            raise UsageError(f"--set and --board both give {twice[0]}; give it once")
        boards.append(game.settle(rules, {**given, **own})[1])
        if boards.count(boards[-1]) > 1:
            raise UsageError(f"--board {shorten(text)} is given twice")
    if len(boards) > MOST_BOARDS:
        raise UsageError(f"a run has at most {MOST_BOARDS} boards, not {len(boards)}")
    return tuple(boards)


def _refuse_several(plan: TrainingPlan) -> None:
    """UsageError if one net cannot serve all boards: it must be for boards of any size, and their facts the same."""
    from kakomi.core.net import net_of, net_shape

    matches = plan.matches()
    rules = matches[0].rule_set.rules
    if getattr(net_of(rules), "KIND", "sparse") != "conv":
        raise UsageError(f"a net of {plan.game} {plan.rules} serves one board only; leave out --board, or give it once")
    facts = [net_shape(rules, match.settings).facts for match in matches]
    if len(set(facts)) > 1:
        raise UsageError(f"one net cannot serve these boards: their facts differ ({facts[0]} and others)")


def make_boards(plan: TrainingPlan, kernels: str | None) -> list[TrainingBoard]:
    """The boards of a run on a GPU, with the kernels of a folder if there is one."""
    from kakomi.training.gpu import kernel_files
    from kakomi.training.gpu.run import GpuSettings, TrainingBoard, board_shape

    settings = GpuSettings.restore(plan.settings)
    boards = [(match, board_shape(match, settings)) for match in plan.matches()]
    if kernels is None:
        return [TrainingBoard(*board) for board in boards]
    compiled = kernel_files.load(user_path(kernels), boards)
    kernel_files.refuse_other_gpu(compiled, import_module("torch").cuda.get_device_capability())
    return [TrainingBoard(*board, texts) for board, texts in zip(boards, compiled.texts, strict=True)]


def compile_only(args: argparse.Namespace, game: Game, tell: Callable[[str], None]) -> int:
    """Compile the kernels of a run into a folder, without a run."""
    from kakomi.search.gpu import HOPPER
    from kakomi.training.gpu import kernel_files
    from kakomi.training.gpu.run import GpuSettings, board_shape

    given = {"--resume": args.resume, "--kernels": args.kernels, "--teacher": args.teacher, "--net": args.net}
    for name, value in given.items():
        if value:
            raise UsageError(f"--compile-kernels trains nothing; leave out {name}")
    plan = new_plan(args, game, "cuda")
    folder = user_path(args.compile_kernels)
    kernel_files.refuse_if_there(folder)
    settings = GpuSettings.restore(plan.settings)
    boards = [(match, board_shape(match, settings)) for match in plan.matches()]
    compiled = kernel_files.compile_for(boards, args.capability or HOPPER, tell)
    files = kernel_files.save(folder, boards, compiled)
    size = sum(each.stat().st_size for each in files)
    tell(f"Kernels: {folder} ({len(files)} files, {size / 1e6:.1f} MB)")
    tell(f"To train with them: kakomi train {game.name} ... --device cuda --kernels {folder}")
    return DONE


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
    return "cuda" if import_module("torch").cuda.is_available() else "cpu"


def _refuse_without_torch() -> None:
    torch: Any
    try:
        import_module("cupy")
        torch = import_module("torch")
    except ModuleNotFoundError as error:
        raise EngineError(
            f"training on a GPU needs {error.name}; to install it: pip install 'kakomi[train]'. "
            "Without it: --device cpu"
        ) from error
    if not torch.cuda.is_available():
        raise EngineError("torch finds no GPU here; --device cpu trains a small net without one")
