"""Play the lab's plans and write the reports of docs/reports/lab.

    python -m benchmarks.reports            play what is missing, then write everything (about forty minutes)
    python -m benchmarks.reports --pages    write docs/reports/lab/README.md again from the JSON files
    python -m benchmarks.reports --units FOLDER [--partial]     write everything from games that benchmarks.play_plans played
    python -m benchmarks.reports --stale    name the reports that were made with other sources

Plans are the TOML files of docs/reports/lab/plans. A plan named compare-... belongs to the other plan whose first line asks
the same question; every other plan is a report on one rule set. Runs are kept in build/lab, and a complete run is not played
again, so a stopped program continues where it left off.

Full reports (HTML, JSON and the records of games) are written to build/reports, to be published as release files. The
repository keeps Markdown and one compact JSON file per rule set.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import kakomi
from kakomi import games
from kakomi.core.system.files import write_whole
from kakomi.lab.files import LabError
from kakomi.lab.measures import title
from kakomi.lab.measures.base import Measured
from kakomi.lab.plans.plan import read_file
from kakomi.lab.player_names import equal_players
from kakomi.lab.report import report
from kakomi.lab.report.alarms import check_run
from kakomi.lab.report.index import index
from kakomi.lab.report.study_groups import group_studies
from kakomi.lab.results import load
from kakomi.lab.runs.manifest import source_hash
from kakomi.lab.statistics.compare import compare
from kakomi.lab.statistics.sweeps import sweep
from kakomi.solved.solver import solver_for

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / "docs" / "reports"
LAB = REPORTS / "lab"
PLANS = LAB / "plans"
RUNS = ROOT / "build" / "lab"  # KAKOMI_DATA of the runs
PAGES = ROOT / "build" / "reports"
COMPARISON, SWEEP = "compare-", "sweep-"
DIGITS = 6  # significant; intervals are at best three digits wide
COLUMNS = ("first_player_advantage", "best_first_move", "draws", "length", "branching", "lead_changes")


COMPARISONS = (
    "# Comparisons\n\n"
    "What a change of the rules changes, by `kakomi lab compare`; the plans are in `plans/`. Players of one level need not "
    "be equally strong under both rules. Real differences are in bold. What an option changes over many values is in "
    "[sweeps](sweeps.md)."
)
SWEEPS = "# Sweeps\n\nWhat an option changes, measured over several of its values, by `kakomi lab sweep`."


def rule_set_plans(folder: Path = PLANS) -> list[str]:
    """Names of the plans that report on one rule set, in the order of the catalogue."""
    named = [f"{game.name}-{rules.name}".replace("_", "-") for game in games.all_games() for rules in game.rule_sets]
    plans = [path.stem for path in sorted(folder.glob("*.toml")) if not path.stem.startswith((COMPARISON, SWEEP))]
    return sorted(plans, key=lambda name: (named.index(name) if name in named else len(named), name))


def comparisons(folder: Path = PLANS) -> dict[str, tuple[str, str]]:
    """Pairs of plans by the question that both ask in their first line, `# QUESTION: one answer.`"""
    pairs: dict[str, list[str]] = {}
    for path in sorted(folder.glob(f"{COMPARISON}*.toml")):
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        question, colon, _ = first.removeprefix("#").partition(":")
        if not first.startswith("#") or not colon:
            raise SystemExit(f"{path}: the first line must be `# QUESTION: ANSWER.`, and is {first!r}")
        pairs.setdefault(question.strip(), []).append(path.stem)
    for question, names in pairs.items():
        if len(names) != 2:
            raise SystemExit(f"a comparison needs two plans; {question!r} is asked by {', '.join(names)}")
    return {question: (a, b) for question, (a, b) in pairs.items()}


def sweeps(folder: Path = PLANS) -> list[str]:
    """Names of the plans that go through the values of one option."""
    return [path.stem for path in sorted(folder.glob(f"{SWEEP}*.toml"))]


# --- playing ----------------------------------------------------------------------------------------------------------


def play(names: Sequence[str]) -> None:
    """Run the plans one after another. Solved games first, because their tables answer for some players."""
    solve()
    for name in names:
        print(f"{name} ...", flush=True)
        _kakomi("lab", "run", str(PLANS / f"{name}.toml"))


def write_from_units(units: Path, partial: bool) -> None:
    """Everything, from the games of `benchmarks.play_plans`; with `partial`, without plans of which nothing was played."""
    names, pairs = rule_set_plans(PLANS), comparisons(PLANS)
    several = [*names, *(each for pair in pairs.values() for each in pair), *sweeps(PLANS)]
    try:
        there = gather(several, units, partial)
    except LabError as error:
        raise SystemExit(str(error)) from error
    for name in several:
        if name not in there:
            print(f"left out, nothing was played: {name}")
    kept = {question: pair for question, pair in pairs.items() if set(pair) <= there}
    write([name for name in names if name in there], kept, [name for name in sweeps(PLANS) if name in there])


def gather(names: Sequence[str], units: Path, partial: bool) -> set[str]:
    """Assemble the runs of games that were played elsewhere; returns their names."""
    from benchmarks.play_plans import END, assemble, open_units

    found = set()
    for name in names:
        if partial and not any((units / f"{name}{end}").exists() for end in (END, f"{END}.gz")):
            continue
        assemble(open_units(read_file(PLANS / f"{name}.toml"), units, playing=False), RUNS / "lab" / name, partial)
        if any(study.played for study in load(RUNS / "lab" / name).studies):
            found.add(name)
    return found


def solve() -> None:
    """Make the tables of the solved games, for the sentences about what is proven."""
    for game in games.all_games():
        for rules in game.rule_sets:
            if solver_for(kakomi.new(game.name, rules.name)) is not None:
                _kakomi("solve", game.name, "--rules", rules.name)


def _kakomi(*arguments: str) -> None:
    """Run a command of the package, with this folder's runs."""
    environment = {**os.environ, "KAKOMI_DATA": str(RUNS)}
    done = subprocess.run([sys.executable, "-m", "kakomi", *arguments], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


def write(names: Sequence[str], pairs: dict[str, tuple[str, str]], swept: Sequence[str]) -> None:
    """Write everything that is made from complete runs; no summaries of them if an alarm is on in any of them.

    What is said about other runs is left unchanged.
    """
    os.environ["KAKOMI_DATA"] = str(RUNS)  # where the tables are
    several = (*names, *(each for pair in pairs.values() for each in pair), *swept)
    runs = {name: load(RUNS / "lab" / name) for name in several}
    faults = []
    for name in names:
        try:
            _, data = report(runs[name], PAGES / f"{name}.html")
        except LabError as error:
            faults.append(str(error))
            continue
        write_compact(LAB / f"{name}.json", json.loads(data.read_text(encoding="utf-8")))
    for name in [*(each for pair in pairs.values() for each in pair), *swept]:
        alarms = check_run(runs[name], group_studies(runs[name].studies))
        faults += [f"{name}: {each.text}" for each in alarms]
    if faults:
        raise SystemExit("Not published:\n" + "\n".join(f"- {fault}" for fault in faults))
    index([runs[name] for name in names], PAGES / "index.html")
    sections = {}
    for question, (a, b) in pairs.items():
        made = " and ".join(dict.fromkeys(f"`{runs[name].manifest['source_hash']}`" for name in (a, b)))
        text = compare(runs[a], runs[b], fixed_sample=True).markdown()
        sections[f"{question}?"] = f"{text}\n\nPlayed with the sources {made}."
    write_sections(LAB / "comparisons.md", COMPARISONS, [f"{question}?" for question in comparisons(PLANS)], sections)
    sections = {}
    for name in swept:
        made = runs[name].manifest["source_hash"]
        sections[asked_by(name)] = f"{sweep(runs[name]).markdown()}\n\nPlayed with the sources `{made}`."
    write_sections(LAB / "sweeps.md", SWEEPS, [asked_by(name) for name in sweeps(PLANS)], sections)
    _write(LAB / "README.md", overview())


def asked_by(name: str) -> str:
    """The question of a sweep's plan, its first line."""
    return (PLANS / f"{name}.toml").read_text(encoding="utf-8").partition("\n")[0].removeprefix("#").strip()


def write_sections(path: Path, head: str, order: Sequence[str], fresh: Mapping[str, str]) -> None:
    """Write a page with a section for each of these titles: the fresh one, or the one already there."""
    sections = {**_sections(path), **fresh}
    _write(path, "\n\n".join([head, *(f"## {each}\n\n{sections[each]}" for each in order if each in sections)]) + "\n")


def _sections(path: Path) -> dict[str, str]:
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    parts = (part.partition("\n") for part in text.split("\n## ")[1:])
    return {title: body.strip() for title, _, body in parts}


def write_compact(path: Path, data: object) -> None:
    """JSON on one line, with as many digits as its figures deserve."""
    _write(path, json.dumps(rounded(data), ensure_ascii=False, separators=(",", ":")) + "\n")


def rounded(data: Any) -> Any:
    """The same data with shorter numbers.

    >>> rounded({"value": [0.36100714880755896, 7, "text"]})
    {'value': [0.361007, 7, 'text']}
    """
    if isinstance(data, float):
        return float(f"{data:.{DIGITS}g}")
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    return [rounded(value) for value in data] if isinstance(data, list) else data


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, [text.encode()])


# --- reading ----------------------------------------------------------------------------------------------------------


def overview(folder: Path = LAB) -> str:
    """docs/reports/lab/README.md, made of the JSON files."""
    rows, sections = [], []
    for name in rule_set_plans(folder / "plans"):
        data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        manifest = data["manifest"]
        for group in data["games"]:
            study = group["studies"][group["chief"]]
            known = dict(study["measures"])
            if group.get("first_moves") is not None:
                known |= {"best_first_move": group["studies"][group["first_moves"]]["measures"].get("best_first_move")}
            heading = f"{games.get(group['game']).title}, {group['rules']}"
            usual = games.get(group["game"]).settle(group["rules"], {})[1]
            changed = ", ".join(f"{key}={value}" for key, value in group["options"].items() if usual.get(key) != value)
            if changed:
                continue  # a smaller board on which first moves are studied; its figures are in the JSON file
            measured = [Measured(**known[key]).text if known.get(key) else "" for key in COLUMNS]
            players = equal_players(study["players"][0])
            rows.append(f"| {heading} | {players} | {study['games']:,} | {' | '.join(measured)} |")
            sections.append(
                f"## {heading}\n\n{' '.join(group['summary'])}\n\n"
                f"[Plan](plans/{name}.toml). Played by Kakomi {manifest['kakomi']} with the sources "
                f"`{manifest['source_hash']}`, {manifest['ended'][:10]}.\n"
            )
    heads = " | ".join(title(key) for key in COLUMNS)
    return "\n".join(
        [
            "# What the games are like\n",
            "Each rule set was played according to a plan of the [lab](../../design/lab.md), by players of several "
            "strengths. Figures have 95 % intervals, and [every measure is explained](../../design/measures.md). "
            "`make reports` plays the plans and writes this page; the pages with charts are release files. Each rule set is "
            "shown between its own strongest equal players, from the true start; a level is a strength within one game. "
            "See also [what a change of the rules changes](comparisons.md) and [what an option changes](sweeps.md).\n",
            f"| rule set | players | games | {heads} |\n|---|---|---|{'---|' * len(COLUMNS)}",
            *rows,
            "",
            *sections,
        ]
    )


def current_sources(game_names: Iterable[str]) -> str:
    """The hash of the current sources that decide the results of these games; the only place that asks for it."""
    return source_hash(game_names)


def stale() -> list[str]:
    """One line for each report that was made with other sources than the current ones."""
    lines = []
    for path in sorted(LAB.glob("*.json")):
        manifest = json.loads(path.read_text(encoding="utf-8"))["manifest"]
        made, now = manifest["source_hash"], current_sources(manifest["rules_versions"])
        if made != now:
            lines.append(f"{path.relative_to(ROOT)}: made with {made}, now {now}")
    for plan, manifests in contest_manifests():
        old = [each for each in manifests if current_sources([each["plan"]["game"]]) not in made_with(each)]
        if old:
            lines.append(f"{plan.relative_to(ROOT)}: {len(old)} of {len(manifests)} contests")
    return lines


def made_with(manifest: Mapping[str, Any]) -> tuple[Any, ...]:
    """The sources that gave a contest's result: those it was played with, and those that gave the same result again."""
    return manifest.get("source_hash"), manifest.get("same_result_with")


def contest_manifests() -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """The plans of contests (benchmarks.contests), each with the manifests beside it."""
    for plan in sorted(REPORTS.glob("*/plan.toml")):
        files = sorted(plan.parent.glob("*.kakomi.json"))
        yield plan, [json.loads(file.read_text(encoding="utf-8")) for file in files]


def print_stale() -> None:
    """Print the stale reports. They are named and nothing fails: playing them again takes hours."""
    lines = stale()
    if lines:
        print("Reports made with other sources than the present ones (`make reports` makes those of the lab again):")
        print("\n".join(f"  {line}" for line in lines))


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description="play the lab's plans and write the reports")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--pages", action="store_true", help="write the overview again from the JSON files")
    only.add_argument(
        "--units", type=Path, metavar="FOLDER", help="take the games of benchmarks.play_plans in this folder"
    )
    parser.add_argument(
        "--partial", action="store_true", help="with --units: take what there is of plans not yet complete"
    )
    only.add_argument("--stale", action="store_true", help="name the reports that were made with other sources")
    args = parser.parse_args()
    if args.stale:
        print_stale()
    elif args.pages:
        _write(LAB / "README.md", overview())
    else:
        names, pairs = rule_set_plans(), comparisons()
        if args.units is not None:
            solve()
            write_from_units(args.units, args.partial)
            return
        play([*names, *(each for pair in pairs.values() for each in pair), *sweeps()])
        write(names, pairs, sweeps())


if __name__ == "__main__":
    main()
