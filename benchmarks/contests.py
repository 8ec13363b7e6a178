"""Play the contests of a plan and keep their results.

    python -m benchmarks.contests docs/reports/levels/plan.toml [--jobs 2] [--only TEXT]
    python -m benchmarks.contests docs/reports/levels/plan.toml --tables
    python -m benchmarks.contests docs/reports/levels/plan.toml --again [--only TEXT]

A plan is TOML: defaults at the top, then a list of [[contest]]; one with `pairs` stands for several, each [a, b, games].
The records of the games go to build/reports, in a folder named like the plan's. The manifest of a complete contest goes
beside the plan, and such a contest is not played again. A stopped program continues where it was, game by game, unless the
sources have changed; nothing is lost where the plan now wants more games, or fewer. A player that cannot play, or breaks
off, stops the program with an error.

Players with fixed nodes play the same games with the same seed, until something that they depend on changes. `--again` plays
contests that were made with other sources once more and compares: the same results are noted in the manifest, others are
an error and change nothing. Games by time cannot be played again, so theirs are kept beside the manifest, as NAME.kakomi.xz.
`--tables` prints the results as Markdown, for players named `level:N` with ratings.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import lzma
import sys
import time
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.reports import PAGES, current_sources, made_with, rounded, write_compact
from kakomi.core.compiler.fingerprint import package_hash
from kakomi.core.records.record import Record, read_records
from kakomi.players.matches.match_files import Ledger
from kakomi.players.matches.match_score import Standing, pair_interval
from kakomi.players.matches.ratings import Ratings, Result
from kakomi.players.matches.referee import Plan, Played, check_players
from kakomi.players.matches.workers import play

FORFEIT = "forfeit"  # the clause of a game that a player broke off
GAMES = ".kakomi.xz"  # the file of a contest's games
KEYS = ("a", "b", "game", "rules", "options", "games", "opening", "seed", "pairs")


def contests(path: Path) -> list[tuple[str, Plan]]:
    """The plan's contests, each with the name of its files."""
    text = tomllib.loads(path.read_text(encoding="utf-8"))
    usual = {key: text[key] for key in KEYS if key in text}
    made: list[tuple[str, Plan]] = []
    for entry in text["contest"]:
        wrong = set(entry) - set(KEYS)
        if wrong:
            sys.exit(f"{path}: a contest has {', '.join(KEYS)}; not {', '.join(sorted(wrong))}")
        each = usual | entry
        for a, b, games in each["pairs"] if "pairs" in each else [[each["a"], each["b"], each["games"]]]:
            plan = Plan(
                players=(a, b),
                game=each["game"],
                rules=each.get("rules"),
                options=each.get("options", {}),
                games=games,
                opening=each.get("opening", 2),
                seed=each.get("seed", 1),
            )
            words = (plan.game, plan.match().rules, *map("".join, _texts(plan.options)), *plan.players)
            name = "_".join(words).replace(":", "").replace("=", "").replace(",", "-")
            if name in dict(made):  # the same players once more, from other openings
                name += f"_opening{plan.opening}_seed{plan.seed}"
            made.append((name, plan))
    return made


def _texts(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(key, str(value)) for key, value in options.items()]


def manifest(folder: Path, name: str) -> dict[str, Any] | None:
    """What was written about a contest that is complete."""
    path = folder / f"{name}.kakomi.json"
    if not path.exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found if found["complete"] else None


def run(folder: Path, name: str, plan: Plan, jobs: int) -> None:
    """Play one contest to its end; its manifest goes to `folder`. A player that breaks off ends it: that is no result."""
    check_players(plan)
    records = PAGES / folder.name
    records.mkdir(parents=True, exist_ok=True)
    before, began_before = played_before(records / f"{name}.kakomi", plan)
    for left in records.glob(f"{name}.kakomi*"):
        left.unlink()  # written again, with the games that are kept
    standing = Standing(plan)
    ledger = Ledger(records / f"{name}.kakomi", plan, standing, jobs)
    for played in before:
        standing.add(played)
        ledger.add(played)
    if before:
        print(f"{name}: {len(before)} games were played before", flush=True)
    began = time.monotonic()
    with contextlib.closing(play(plan, standing, jobs)) as games:
        for played in [] if standing.over else games:
            ledger.add(played)
            if played.clause == FORFEIT:
                ledger.close(sound=False)
                sys.exit(f"{name}: game {played.number + 1} was forfeited, so nothing is published: {played.reason}")
    content = {**ledger.close(), "source_hash": current_sources([plan.game])}
    if is_timed(plan):
        games_text = b"".join(path.read_bytes() for path in ledger.files)
        (folder / f"{name}{GAMES}").write_bytes(lzma.compress(games_text, preset=9 | lzma.PRESET_EXTREME))
    write_compact(folder / f"{name}.kakomi.json", content | ({"began": began_before} if before else {}))
    total = standing.total
    print(
        f"{name}: {total.wins}-{total.draws}-{total.losses} of {total.games}, {time.monotonic() - began:.0f} s",
        flush=True,
    )


def is_timed(plan: Plan) -> bool:
    """Whether a player's strength depends on the machine: such games cannot be played again by their seed."""
    return any("time=" in player for player in plan.players)


def again(folder: Path, name: str, plan: Plan, jobs: int) -> bool:
    """Play a contest once more; whether wins, pairs, endings and moves are those that were published. Then that is noted."""
    path, now = folder / f"{name}.kakomi.json", current_sources([plan.game])
    kept = json.loads(path.read_text(encoding="utf-8"))
    if now in made_with(kept):
        return True
    standing = Standing(plan)
    with contextlib.closing(play(plan, standing, jobs)) as games:
        for _ in games:
            pass
    same = bool(rounded(json.loads(json.dumps(standing.as_dict()))) == kept["result"])
    print(f"{name}: {'the same' if same else 'NOT THE SAME'}", flush=True)
    if same:
        write_compact(path, {**kept, "same_result_with": now})
    return same


def played_before(path: Path, plan: Plan) -> tuple[list[Played], str]:
    """The games of a contest that was interrupted, and when it began; none of another plan, or played by other sources."""
    beside = path.with_name(f"{path.name}.json")
    if not (path.exists() and beside.exists()):
        return [], ""
    kept = json.loads(beside.read_text(encoding="utf-8"))
    wanted = json.loads(json.dumps(plan.as_dict()))
    if (
        kept["package_hash"] != package_hash()
        or {**kept["plan"], "games": plan.games} != wanted
        or len(kept["records"]) > 1
    ):
        return [], ""
    games = read_games(path)[: plan.games]
    if any(played.clause == FORFEIT for played in games):
        return [], ""
    if games:  # who thought how long is known of all together
        games[0] = replace(games[0], seconds=(kept["seconds_thought"]["a"], kept["seconds_thought"]["b"]))
    return games, kept["began"]


def read_games(path: Path) -> list[Played]:
    """The games of a contest, from its records."""
    return [_played(record) for record in read_records(path)]


def _played(record: Record) -> Played:
    tags = record.tags
    winner = {"1-0": 0, "0-1": 1}.get(record.result)
    return Played(
        int(tags["Round"]) - 1,
        int(tags["OpeningPlies"]),
        tuple(move.text for move in record.moves),
        winner,
        tags["Clause"],
    )


def tables(folder: Path, found: list[tuple[str, Plan]]) -> None:
    """The results, game by game."""
    by_game: dict[str, list[tuple[Plan, dict[str, Any]]]] = {}
    for name, plan in found:
        made = manifest(folder, name)
        if made is not None:
            options = "".join(f" {key}={value}" for key, value in _texts(plan.options))
            by_game.setdefault(f"{plan.game} {plan.match().rules}{options}", []).append((plan, made["result"]))
    for title, rows in by_game.items():
        print(
            f"\n### {title}\n\n| A | B | games | won | drawn | lost | A's score | 95 % |\n|---|---|---|---|---|---|---|---|"
        )
        results: dict[tuple[str, str], Result] = {}
        for plan, result in rows:
            a, b = plan.players
            low, high = pair_interval(result["pairs"])
            print(
                f"| {a} | {b} | {result['games']} | {result['wins']} | {result['draws']} | {result['losses']} | "
                f"{result['score']:.1%} | {low:.1%} to {high:.1%} |"
            )
            before = results.get((a, b), Result(0, 0, 0, (0,) * 5))  # of the same players in another contest
            results[a, b] = Result(
                before.points + result["wins"] + result["draws"] / 2,
                before.games + result["games"],
                before.draws + result["draws"],
                tuple(map(sum, zip(before.pairs, result["pairs"], strict=True))),
            )
        levels = {pair: result for pair, result in results.items() if all(name.startswith("level:") for name in pair)}
        if levels:
            print_ratings(levels)


def print_ratings(results: dict[tuple[str, str], Result]) -> None:
    """Levels in order, each with its distance to the one below."""
    ratings = Ratings(results, anchor="level:1")
    print("\n| level | rating (95 %) | above the level below |\n|---|---|---|")
    levels = sorted(ratings.names, key=lambda name: int(name.partition(":")[2]))
    for below, level in zip([None, *levels], levels, strict=False):
        own = ratings[level]
        step = "" if below is None else ratings.difference(level, below).text
        print(f"| {level.partition(':')[2]} | {own.text} | {step} |")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description="play the contests of a plan")
    parser.add_argument("plan", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="only contests whose name has this in it")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--tables", action="store_true", help="print the results that there are")
    what.add_argument("--again", action="store_true", help="play what other sources played once more, and compare")
    args = parser.parse_args()
    found = [(name, plan) for name, plan in contests(args.plan) if args.only in name]
    if args.tables:
        tables(args.plan.parent, found)
        return
    if args.again:
        there = [(name, plan) for name, plan in found if manifest(args.plan.parent, name) is not None]
        same = [again(args.plan.parent, name, plan, args.jobs) for name, plan in there]
        sys.exit(not all(same))
    for name, plan in found:
        if manifest(args.plan.parent, name) is None:
            run(args.plan.parent, name, plan, args.jobs)


if __name__ == "__main__":
    main()
