"""kakomi lab compare, fair, report, index and tournament: what came of runs, and who is how strong."""

from __future__ import annotations

import argparse

from kakomi.cli.common import UsageError, add_game, add_json, find_game, print_json, read_options, user_path, whole
from kakomi.cli.lab_runs import cores, find_run
from kakomi.cli.match import ended_like_ctrl_c
from kakomi.core.errors import shorten


def add(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The actions that look at runs."""
    compare = actions.add_parser("compare", help="what is different between two runs, and is it real")
    compare.add_argument("a", metavar="A", help="a run's name, or its folder")
    compare.add_argument("b", metavar="B", help="the other run")
    compare.add_argument("--once", action="store_true", help="the number of games was settled beforehand: sharper")
    add_json(compare, "the comparison")
    compare.add_argument("--markdown", action="store_true", help="the comparison as Markdown")
    compare.set_defaults(act=_compare)
    fair = actions.add_parser("fair", help="which first moves leave both sides the same chances")
    fair.add_argument("of", metavar="RUN", help="a run's name, or its folder")
    fair.add_argument("--study", metavar="NAME", help="the study (the strongest equals with opening = 1)")
    fair.add_argument("--band", metavar="SHARE", type=_number, help="how far from a half is fair (0.05)")
    fair.add_argument("--out", metavar="FILE", help="the board as a picture, ending in .svg")
    add_json(fair, "the verdicts")
    fair.set_defaults(act=_fair)
    report = actions.add_parser("report", help="a page about a run, and the same as JSON")
    report.add_argument("of", metavar="RUN", help="a run's name, or its folder")
    report.add_argument("--out", metavar="FILE", help="the page (report.html in the run's folder)")
    report.set_defaults(act=_report)
    index = actions.add_parser("index", help="a page that compares runs of different games, and the same as JSON")
    index.add_argument("runs", metavar="RUN", nargs="+", help="runs' names, or their folders")
    index.add_argument(
        "--out", metavar="FILE", required=True, help="the page; it links to the reports NAME.html beside it"
    )
    index.set_defaults(act=_index)
    event = actions.add_parser("tournament", help="players against each other: cross table and ratings")
    add_game(event)
    event.add_argument("players", metavar="PLAYER", nargs="+", help="two or more, as for kakomi match")
    event.add_argument(
        "--kind", choices=("round-robin", "gauntlet", "swiss"), default="round-robin", help="round-robin"
    )
    event.add_argument("--games", metavar="N", type=whole(2, 10**6), default=10, help="games of a meeting, even (10)")
    event.add_argument("--rounds", metavar="N", type=whole(1, 50), default=5, help="of a Swiss tournament (5)")
    event.add_argument("--anchor", metavar="PLAYER", default="", help="whose rating is 0 (the first)")
    event.add_argument("--opening", metavar="PLIES", type=whole(0, 200), default=2, help="random moves (2)")
    event.add_argument("--seed", metavar="N", type=whole(0, 10**12), default=1, help="(1)")
    event.add_argument("--jobs", metavar="N", type=whole(1, 256), default=cores(), help=f"processes ({cores()})")
    add_json(event, "table and ratings")
    event.set_defaults(act=_tournament)


def _compare(args: argparse.Namespace) -> int:
    from kakomi.lab.compare import compare

    found = compare(find_run(args.a), find_run(args.b), once=args.once)
    if args.json:
        print_json(found.as_dict())
    else:
        print(found.markdown() if args.markdown else found.text())
    return 0


def _report(args: argparse.Namespace) -> int:
    from kakomi.lab.report import report

    run = find_run(args.of)
    assert run.folder is not None
    page, data = report(run, user_path(args.out) if args.out else run.folder / "report.html")
    print(f"Report: {page}\nData:   {data}")
    return 0


def _fair(args: argparse.Namespace) -> int:
    from kakomi.lab.fair import BAND, fair_start, fit_study
    from kakomi.lab.manifest import write_whole

    out = user_path(args.out) if args.out else None
    if out is not None and out.suffix.lower() != ".svg":
        raise UsageError(f"--out takes a file that ends in .svg, unlike {shorten(out.name)}")
    study = fit_study(find_run(args.of), args.study)
    found = fair_start(study, BAND if args.band is None else args.band)
    if out is not None:
        write_whole(out, found.picture(study))
    if args.json:
        print_json({"study": study.name, "players": list(study.players), **found.as_dict()})
        return 0
    print(f"{study.name}: {study.played:,} games of {study.players[0]} against itself.\n{found.text()}")
    if out is not None:
        print(f"\nPicture: {out}")
    return 0


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"a number like 0.05 is needed, not {shorten(text)!r}") from error


def _index(args: argparse.Namespace) -> int:
    from kakomi.lab.report.index import index

    page, data = index([find_run(name) for name in args.runs], user_path(args.out))
    print(f"Index: {page}\nData:  {data}")
    return 0


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
    with ended_like_ctrl_c():
        table = tournament(event, args.jobs)
    if args.json:
        print_json(table.as_dict())
    else:
        print(table.text())
    return 0
