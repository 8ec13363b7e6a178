"""kakomi match: games between two players, with a referee, a result and its interval."""

from __future__ import annotations

import argparse
import contextlib
import datetime
import math
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.common import UsageError, add_game, add_json, find_game, print_json, read_options, user_path, whole
from kakomi.cli.saves import data_home
from kakomi.core.errors import OptionError, RecordError, shorten

if TYPE_CHECKING:
    from kakomi.players.matches.match_score import Standing, Tally
    from kakomi.players.matches.referee import Plan
    from kakomi.players.matches.sprt import Sprt

HELP = "let two players play each other"
ABOUT = (
    "Games between any two players: random, level:6, mcts:nodes=1000, or a foreign engine as ugi:COMMAND. Each opening "
    "is played twice with colours changed, every move is checked, and whoever crashes, hangs or plays an illegal move "
    "forfeits the game. All games are kept in one record file, beside a manifest in JSON. docs/match.md says what the "
    "figures mean."
)
EXAMPLE = 'kakomi match random "ugi:kakomi ugi" GAME --games 20'

GAMES = 100
GAMES_OF_A_TEST = 20_000  # at most
INTERRUPTED = 130


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="a player, as for kakomi play --against, or ugi:COMMAND")
    parser.add_argument("b", metavar="B", help="the other player")
    add_game(parser)
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole(2, 10**6),
        help=f"how many, an even number ({GAMES}); with --sprt the most there may be ({GAMES_OF_A_TEST})",
    )
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        help="play until it is settled whether A is ELO0 or ELO1 stronger, with 5%% error either way",
    )
    clock = parser.add_mutually_exclusive_group()
    clock.add_argument("--time", metavar="S+INC", help="a clock: S seconds a game and INC more after each move")
    clock.add_argument("--movetime", metavar="S", help="so many seconds a move")
    parser.add_argument(
        "--opening", metavar="PLIES", type=whole(0, 200), default=2, help="random moves to begin with (2)"
    )
    parser.add_argument("--seed", metavar="N", type=whole(0, 10**12 - 1), default=1, help="of openings and players (1)")
    parser.add_argument("--jobs", metavar="N", type=whole(1, 256), default=1, help="processes that play (1)")
    parser.add_argument(
        "--patience", metavar="S", default="60", help="how long an engine may take to start, or to move untimed (60)"
    )
    parser.add_argument("--records", metavar="FILE", help="keep the games in this file, which must be new")
    add_json(parser, "the manifest with the result")


def run(args: argparse.Namespace) -> int:
    from kakomi.players.matches.match_files import Ledger
    from kakomi.players.matches.match_score import Standing
    from kakomi.players.matches.referee import tasks
    from kakomi.players.matches.workers import play

    plan = make_plan(args)
    next(tasks(plan))  # an opening that cannot be is refused before a file is made
    standing = Standing(plan)
    ledger = Ledger(_path(args.records, plan.game), plan, standing, args.jobs)
    status = 0
    with ended_like_ctrl_c(), contextlib.closing(play(plan, standing, args.jobs)) as games, _Progress(plan) as shown:
        try:
            for played in games:
                ledger.add(played)
                shown.update(standing)
        except KeyboardInterrupt:
            status = INTERRUPTED
        finally:
            games.close()
            manifest = ledger.close()
    if args.json:
        print_json(manifest)
        return status
    for line in report(plan, standing):
        print(line)
    print(f"\nGames:    {ledger.files[0] if manifest['records'] else 'none'}")
    print(f"Manifest: {ledger.manifest}")
    return status


def make_plan(args: argparse.Namespace) -> Plan:
    """What the arguments ask for, checked; both players are known to be there."""
    from kakomi.players.matches.clock import TimeControl, seconds
    from kakomi.players.matches.referee import Plan, invite

    game = find_game(args.game)
    rules = None if args.rules is None else args.rules.strip().lower()
    rule_set, options = game.settle(rules, read_options(args.options))
    control = TimeControl()
    if args.time is not None:
        control = TimeControl.read(args.time)
    elif args.movetime is not None:
        control = TimeControl(movetime=seconds(args.movetime))
    test = None if args.sprt is None else _test(args.sprt)
    games = args.games if args.games is not None else GAMES_OF_A_TEST if test is not None else GAMES
    names = args.a.strip(), args.b.strip()
    for name in names:
        player = invite(name, 1)
        getattr(player, "close", lambda: None)()
    return Plan(
        players=names,
        game=game.name,
        rules=rule_set.name,
        options=options,
        games=games,
        sprt=test,
        control=control,
        opening=args.opening,
        seed=args.seed,
        patience=seconds(args.patience),
    )


def _test(words: list[str]) -> Sprt:
    from kakomi.players.matches.sprt import Sprt

    values = []
    for word in words:
        try:
            value = float(word) if len(word) <= 12 and word.isascii() else math.nan
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise OptionError(f"--sprt takes two Elo differences, like 0 30, not {shorten(word)!r}")
        values.append(value)
    return Sprt(*values)


def _path(given: str | None, game: str) -> Path:
    """Where the games go: the file that was named, or a new one in the user's data."""
    if given is not None:
        if not given.strip():
            raise UsageError("--records takes the name of a file")
        return user_path(given)
    folder = data_home() / "matches"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"the folder {folder} cannot be made: {error.strerror}") from error
    stem = f"{game}-{datetime.datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    while True:
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.kakomi"
        if not path.exists() and not path.with_name(f"{path.name}.json").exists():
            return path
        number += 1


@contextlib.contextmanager
def ended_like_ctrl_c() -> Iterator[None]:
    """A request to end (SIGTERM) is heard like Ctrl-C: engines are sent home, and the games are kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# --- what is shown ----------------------------------------------------------------------------------------------------


class _Progress:
    """One line on a terminal's standard error, written over again and again, and gone at the end."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._on = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> _Progress:
        self._show(f"game 1 of {self._plan.games} ...")
        return self

    def __exit__(self, *_: object) -> None:
        self._show("")

    def update(self, standing: Standing) -> None:
        """After a game."""
        total = standing.total
        text = f"{total.games} of {self._plan.games}: {_results(total)}, {_score(total)}, Elo {_elo(total)}"
        if self._plan.sprt is not None:
            low, high = self._plan.sprt.bounds
            text = f"LLR {self._plan.sprt.ratio(standing.pairs):+.2f} in {low:.2f} .. {high:.2f}; {text}"
        self._show(text)

    def _show(self, text: str) -> None:
        if self._on:
            width = max(10, shutil.get_terminal_size().columns - 1)
            sys.stderr.write(f"\r\x1b[K{text[:width]}")
            sys.stderr.flush()


def report(plan: Plan, standing: Standing) -> Iterator[str]:
    """The result for people."""
    total = standing.total
    yield f"A  {plan.players[0]}"
    yield f"B  {plan.players[1]}"
    changed = "".join(f", {name} {value}" for name, value in plan.options.items())
    yield f"{plan.game} {plan.rules}{changed}; {plan.control}; {plan.opening} random plies; seed {plan.seed}"
    if total.games < plan.games and not standing.verdict:
        yield f"\nBroken off after {total.games} of {plan.games} games."
    yield ""
    rows = [("all games", total), ("A moving first", standing.colours[0]), ("A moving second", standing.colours[1])]
    rows += [(f"ended by {clause}", tally) for clause, tally in sorted(standing.clauses.items())]
    wide = max(len(name) for name, _ in rows)
    yield f"{'':{wide}}  {'games':>6} {'won':>6} {'drawn':>6} {'lost':>6}   score of A"
    for name, tally in rows:
        counts = f"{tally.games:>6} {tally.wins:>6} {tally.draws:>6} {tally.losses:>6}"
        yield f"{name:{wide}}  {counts}   {_score(tally) if tally.games else '-'}"
    yield ""
    yield f"Elo of A over B: {_elo(total)} (95 % interval)"
    if plan.sprt is not None:
        yield _verdict(plan, standing)
    if standing.repeated:
        yield f"Move for move like an earlier one: {standing.repeated} games; the intervals are too narrow."
    if any(standing.forfeits):
        yield f"Forfeited: {standing.forfeits[0]} by A, {standing.forfeits[1]} by B."
        yield from (f"  game {number}: {reason}" for number, reason in standing.reasons)


def _verdict(plan: Plan, standing: Standing) -> str:
    test = plan.sprt
    assert test is not None
    low, high = test.bounds
    said = {"H0": f"A is not {test.elo1:g} stronger", "H1": f"A is more than {test.elo0:g} stronger"}
    found = said.get(standing.verdict, "not settled")
    name = f" ({standing.verdict})" if standing.verdict else ""
    ratio = f"LLR {test.ratio(standing.pairs):.2f}, bounds {low:.2f} and {high:.2f}"
    return f"Sequential test {test.elo0:g} or {test.elo1:g}: {found}{name}; {ratio}"


def _results(tally: Tally) -> str:
    return f"+{tally.wins} ={tally.draws} -{tally.losses}"


def _score(tally: Tally) -> str:
    low, high = tally.interval
    return f"{100 * tally.score:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _elo(tally: Tally) -> str:
    elo, low, high = (f"{each:+.0f}" if math.isfinite(each) else "-+"[each > 0] + "inf" for each in tally.elo)
    return f"{elo} ({low} to {high})"
