"""kakomi match: games between two computer players, with a referee, a result and its confidence interval."""

from __future__ import annotations

import argparse
import contextlib
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kakomi.cli.arguments import UsageError, add_game, add_jobs, add_json, find_game, read_options, read_rules, whole
from kakomi.cli.exit_codes import DONE, INTERRUPTED
from kakomi.cli.files import data_folder, free_record_name, print_json, user_path
from kakomi.cli.interrupts import sigterm_like_ctrl_c
from kakomi.cli.progress import ProgressLine
from kakomi.core.errors import OptionError, shorten

if TYPE_CHECKING:
    from kakomi.players.matches.match_score import MatchTally, Standing
    from kakomi.players.matches.referee import Plan
    from kakomi.players.matches.sprt import Sprt

HELP = "let two computer players play each other"
ABOUT = (
    "Games between two players such as random, level:6, mcts:nodes=1000, or an external engine as ugi:COMMAND. Each "
    "opening is played twice with sides swapped. Every move is checked; a player that crashes, hangs or plays an illegal "
    "move loses the game. All games go to one record file, with a manifest in JSON beside it. "
    "docs/research/match.md explains the "
    "figures."
)
EXAMPLE = 'kakomi match random "ugi:kakomi ugi" {game} --games 20'

GAMES = 100
MOST_GAMES_OF_A_TEST = 20_000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="a player, as for kakomi play --against, or ugi:COMMAND")
    parser.add_argument("b", metavar="B", help="the other player")
    add_game(parser)
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole(2, 10**6),
        help=f"how many games, an even number ({GAMES}); with --sprt, the maximum ({MOST_GAMES_OF_A_TEST})",
    )
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        help="play until it is clear whether A is ELO0 or ELO1 stronger, with 5%% error either way",
    )
    clock = parser.add_mutually_exclusive_group()
    clock.add_argument("--time", metavar="S+INC", help="a clock: S seconds per game, plus INC after each move")
    clock.add_argument("--movetime", metavar="S", help="seconds per move")
    parser.add_argument(
        "--opening", metavar="PLIES", type=whole(0, 200), default=2, help="random moves at the start (2)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole(0, 10**12 - 1), default=1, help="random seed of openings and players (1)"
    )
    add_jobs(parser, 1)
    parser.add_argument(
        "--patience",
        metavar="S",
        default="60",
        help="seconds an external engine may take to start, or to move without a clock (60)",
    )
    parser.add_argument("--records", metavar="FILE", help="write the games to this file, which must not exist yet")
    add_json(parser, "the manifest with the result")


def run(args: argparse.Namespace) -> int:
    from kakomi.players.matches.match_files import Ledger
    from kakomi.players.matches.match_score import Standing
    from kakomi.players.matches.referee import tasks
    from kakomi.players.matches.workers import play

    plan = make_plan(args)
    next(tasks(plan))  # refuses an impossible opening before a file is created
    standing = Standing(plan)
    ledger = Ledger(_path(args.records, plan.game), plan, standing, args.jobs)
    status = DONE
    with sigterm_like_ctrl_c(), contextlib.closing(play(plan, standing, args.jobs)) as games, ProgressLine() as line:
        line.show(f"game 1 of {plan.games} ...")
        try:
            for played in games:
                ledger.add(played)
                line.show(progress(plan, standing))
        except KeyboardInterrupt:
            status = INTERRUPTED
        finally:
            games.close()
            manifest = ledger.close()
    if args.json:
        print_json(manifest)
        return status
    for text in report(plan, standing):
        print(text)
    print(f"\nGames:    {ledger.files[0] if manifest['records'] else 'none'}")
    print(f"Manifest: {ledger.manifest}")
    return status


def make_plan(args: argparse.Namespace) -> Plan:
    """The match that the arguments describe, checked; both players can begin it."""
    from kakomi.players.matches.clock import TimeControl, seconds
    from kakomi.players.matches.referee import Plan, check_players, invite

    game = find_game(args.game)
    rule_set, options = game.settle(read_rules(args), read_options(args.options))
    control = TimeControl()
    if args.time is not None:
        control = TimeControl.read(args.time)
    elif args.movetime is not None:
        control = TimeControl(movetime=seconds(args.movetime))
    test = None if args.sprt is None else _test(args.sprt)
    games = args.games if args.games is not None else MOST_GAMES_OF_A_TEST if test is not None else GAMES
    names = args.a.strip(), args.b.strip()
    for name in names:
        player = invite(name, 1)
        getattr(player, "close", lambda: None)()
    plan = Plan(
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
    with sigterm_like_ctrl_c():  # no external engine may be left behind
        check_players(plan)
    return plan


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
    """The file for the games: the one named, or a new one in the user's data."""
    if given is not None:
        if not given.strip():
            raise UsageError("--records takes a file name")
        return user_path(given)
    return free_record_name(data_folder("matches"), game, companion=".json")


# --- output -----------------------------------------------------------------------------------------------------------


def progress(plan: Plan, standing: Standing) -> str:
    """The result so far, in one line."""
    total = standing.total
    score = _score(total.score, standing.interval)
    text = f"{total.games} of {plan.games}: {_results(total)}, {score}, Elo {_elo(standing)}"
    if plan.sprt is None:
        return text
    low, high = plan.sprt.bounds
    return f"LLR {plan.sprt.ratio(standing.pairs):+.2f} in {low:.2f} .. {high:.2f}; {text}"


def report(plan: Plan, standing: Standing) -> Iterator[str]:
    """The result for people, line by line."""
    total = standing.total
    yield f"A  {plan.players[0]}"
    yield f"B  {plan.players[1]}"
    changed = "".join(f", {name} {value}" for name, value in plan.options.items())
    yield f"{plan.game} {plan.rules}{changed}; {plan.control}; {plan.opening} random plies; seed {plan.seed}"
    if total.games < plan.games and not standing.verdict:
        yield f"\nStopped after {total.games} of {plan.games} games."
    yield ""
    rows = [("all games", total), ("A moving first", standing.colours[0]), ("A moving second", standing.colours[1])]
    rows += [(f"ended by {clause}", tally) for clause, tally in sorted(standing.clauses.items())]
    wide = max(len(name) for name, _ in rows)
    yield f"{'':{wide}}  {'games':>6} {'won':>6} {'drawn':>6} {'lost':>6}   score of A"
    for name, tally in rows:
        counts = f"{tally.games:>6} {tally.wins:>6} {tally.draws:>6} {tally.losses:>6}"
        ends = standing.interval if tally is total else tally.interval
        yield f"{name:{wide}}  {counts}   {_score(tally.score, ends) if tally.games else '-'}"
    yield ""
    yield f"Elo of A over B: {_elo(standing)} (95 % interval, by pairs of games with one opening)"
    if plan.sprt is not None:
        yield _verdict(plan, standing)
    if standing.repeated:
        yield f"Games that repeat an earlier one move for move: {standing.repeated}; the true intervals are wider."
    if any(standing.forfeits):
        yield f"Forfeited: {standing.forfeits[0]} by A, {standing.forfeits[1]} by B."
        yield from (f"  game {number}: {reason}" for number, reason in standing.reasons)


def _verdict(plan: Plan, standing: Standing) -> str:
    test = plan.sprt
    assert test is not None
    low, high = test.bounds
    meanings = {"H0": f"A is not {test.elo1:g} stronger", "H1": f"A is more than {test.elo0:g} stronger"}
    meaning = meanings.get(standing.verdict, "undecided")
    name = f" ({standing.verdict})" if standing.verdict else ""
    ratio = f"LLR {test.ratio(standing.pairs):.2f}, bounds {low:.2f} and {high:.2f}"
    return f"Sequential test {test.elo0:g} or {test.elo1:g}: {meaning}{name}; {ratio}"


def _results(tally: MatchTally) -> str:
    return f"+{tally.wins} ={tally.draws} -{tally.losses}"


def _score(score: float, interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{100 * score:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _elo(standing: Standing) -> str:
    elo, low, high = (f"{each:+.0f}" if math.isfinite(each) else "-+"[each > 0] + "inf" for each in standing.elo)
    return f"{elo} ({low} to {high})"
