"""kakomi lab compare, sweep, fair, report, index and tournament: what runs show, and how strong players are."""

from __future__ import annotations

import argparse

from kakomi.cli.arguments import UsageError, add_action, add_game, add_jobs, add_json, find_game, read_options, whole
from kakomi.cli.commands.lab.runs import cores, find_run
from kakomi.cli.exit_codes import DONE
from kakomi.cli.files import print_json, user_path
from kakomi.cli.interrupts import sigterm_like_ctrl_c
from kakomi.core.errors import shorten


def add(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The actions that look at runs."""
    compare = add_action(
        actions, "compare", "compare two runs: what differs, and is it significant", "kakomi lab compare before after"
    )
    compare.add_argument("a", metavar="A", help="a run's name or folder")
    compare.add_argument("b", metavar="B", help="the other run")
    sample = compare.add_mutually_exclusive_group()
    sample.add_argument(
        "--fixed-sample",
        action="store_true",
        default=None,
        help="the number of games was fixed in advance (default if no plan has a stopping rule): finds smaller differences",
    )
    sample.add_argument("--once", dest="fixed_sample", action="store_true", help=argparse.SUPPRESS)  # its old name
    sample.add_argument(
        "--sequential",
        dest="fixed_sample",
        action="store_false",
        help="the test that stays valid when games are added after looking",
    )
    compare.set_defaults(fixed_sample=None)
    compare.add_argument(
        "--margin",
        metavar="SHARE",
        type=_number,
        default=0.05,
        help="a difference smaller than this does not matter: 0.05 is 5 points of a percentage, else 5%% of A (0.05)",
    )
    add_json(compare, "the comparison")
    compare.add_argument("--markdown", action="store_true", help="print the comparison as Markdown")
    compare.set_defaults(act=_compare)
    sweep = add_action(
        actions, "sweep", "show every measure over the values of one option", "kakomi lab sweep my-sweep"
    )
    sweep.add_argument("of", metavar="RUN", help="a run whose studies differ in one option alone")
    add_json(sweep, "the curves")
    sweep.set_defaults(act=_sweep)
    fair = add_action(
        actions,
        "fair",
        "find the first moves that give both sides equal chances",
        "kakomi lab fair first-moves --out fair.svg",
    )
    fair.add_argument("of", metavar="RUN", help="a run's name or folder")
    fair.add_argument(
        "--study", metavar="NAME", help="the study (default: the strongest player against itself, with opening = 1)"
    )
    fair.add_argument(
        "--band", metavar="SHARE", type=_number, help="a start is fair up to this distance from 50%% (0.05)"
    )
    fair.add_argument("--out", metavar="FILE", help="write the board as a picture; the name ends in .svg")
    add_json(fair, "the verdicts")
    fair.set_defaults(act=_fair)
    report = add_action(
        actions, "report", "write a page about a run, and its data as JSON", "kakomi lab report fair --out fair.html"
    )
    report.add_argument("of", metavar="RUN", help="a run's name or folder")
    report.add_argument("--out", metavar="FILE", help="the page (default: report.html in the run's folder)")
    report.add_argument(
        "--draft", action="store_true", help="write the page although an alarm is on; it says so at the top"
    )
    report.set_defaults(act=_report)
    index = add_action(
        actions,
        "index",
        "write a page that compares runs of different games, and its data as JSON",
        "kakomi lab index fair other --out index.html",
    )
    index.add_argument("runs", metavar="RUN", nargs="+", help="names or folders of runs")
    index.add_argument(
        "--out", metavar="FILE", required=True, help="the page; it links to the reports NAME.html in the same folder"
    )
    index.set_defaults(act=_index)
    event = add_action(
        actions,
        "tournament",
        "let players play each other: cross table and ratings",
        "kakomi lab tournament {game} random greedy level:4 --games 20",
    )
    add_game(event)
    event.add_argument("players", metavar="PLAYER", nargs="+", help="two or more, as for kakomi match")
    event.add_argument(
        "--kind", choices=("round-robin", "gauntlet", "swiss"), default="round-robin", help="the format (round-robin)"
    )
    event.add_argument(
        "--games", metavar="N", type=whole(2, 10**6), default=10, help="games per pairing, an even number (10)"
    )
    event.add_argument("--rounds", metavar="N", type=whole(1, 50), default=5, help="rounds of a Swiss tournament (5)")
    event.add_argument(
        "--anchor", metavar="PLAYER", default="", help="the player whose rating is 0 (random, or whoever comes last)"
    )
    event.add_argument(
        "--opening", metavar="PLIES", type=whole(0, 200), default=2, help="random moves at the start (2)"
    )
    event.add_argument("--seed", metavar="N", type=whole(0, 10**12), default=1, help="random seed (1)")
    add_jobs(event, cores())
    add_json(event, "table and ratings")
    event.set_defaults(act=_tournament)


def _compare(args: argparse.Namespace) -> int:
    from kakomi.lab.statistics.compare import compare

    found = compare(find_run(args.a), find_run(args.b), fixed_sample=args.fixed_sample, margin=args.margin)
    if args.json:
        print_json(found.as_dict())
    else:
        print(found.markdown() if args.markdown else found.text())
    return DONE


def _sweep(args: argparse.Namespace) -> int:
    from kakomi.lab.statistics.sweeps import sweep

    found = sweep(find_run(args.of))
    if args.json:
        print_json(found.as_dict())
    else:
        print(found.markdown())
    return DONE


def _report(args: argparse.Namespace) -> int:
    from kakomi.lab.report import report

    run = find_run(args.of)
    assert run.folder is not None
    page, data = report(run, user_path(args.out) if args.out else run.folder / "report.html", draft=args.draft)
    print(f"Report: {page}\nData:   {data}")
    return DONE


def _fair(args: argparse.Namespace) -> int:
    from kakomi.lab.files import write_text
    from kakomi.lab.report.fair_map import fair_picture
    from kakomi.lab.statistics.fair_start import BAND, fair_start, fit_study

    out = user_path(args.out) if args.out else None
    if out is not None and out.suffix.lower() != ".svg":
        raise UsageError(f"--out takes a file name that ends in .svg, not {shorten(out.name)}")
    study = fit_study(find_run(args.of), args.study)
    fair = fair_start(study, BAND if args.band is None else args.band)
    if out is not None:
        write_text(out, fair_picture(fair, study))
    if args.json:
        print_json({"study": study.name, "players": list(study.players), **fair.as_dict()})
        return DONE
    print(f"{study.name}: {study.played:,} games of {study.players[0]} against itself.\n{fair.text()}")
    if out is not None:
        print(f"\nPicture: {out}")
    return DONE


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"must be a number like 0.05, not {shorten(text)!r}") from error


def _index(args: argparse.Namespace) -> int:
    from kakomi.lab.report.index import index

    page, data = index([find_run(name) for name in args.runs], user_path(args.out))
    print(f"Index: {page}\nData:  {data}")
    return DONE


def _tournament(args: argparse.Namespace) -> int:
    from kakomi.lab.tournament import Event, tournament
    from kakomi.players.matches.referee import invite

    game = find_game(args.game)
    rule_set, options = game.settle(args.rules, read_options(args.options))
    for name in args.players:
        getattr(invite(name, 1), "close", lambda: None)()
    event = Event(
        players=tuple(args.players),
        game=game.name,
        rules=rule_set.name,
        options=options,
        kind=args.kind,
        games=args.games,
        rounds=args.rounds,
        anchor=args.anchor,
        opening=args.opening,
        seed=args.seed,
    )
    with sigterm_like_ctrl_c():
        table = tournament(event, args.jobs)
    if args.json:
        print_json(table.as_dict())
    else:
        print(table.text())
    return DONE
