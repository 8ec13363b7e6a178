"""The engines of the pages against the CPU: the same games, counts, and searches to the last bit, in every rule set."""

from __future__ import annotations

from typing import Any

import pytest

import kakomi
from kakomi import games
from kakomi.core.match import Match
from kakomi.players.search_player import searcher_for, searcher_of
from kakomi.search.batch import perft, playouts
from kakomi.search.evaluation import evaluation_for
from kakomi.search.page_engine.description import engine_fingerprint, page_net
from kakomi.search.page_engine.files import find_engine
from kakomi.search.playout import DIGEST, MOVES
from kakomi.search.result import Limit, Report
from kakomi.server.content.engines import PACKAGED
from tests.search.page_engine.node import job, run_jobs

RULE_SETS = [(name, rule_set.name) for name in games.BUILT_IN for rule_set in games.get(name).rule_sets]
OTHER_OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("toot", {"tiles": 8, "pieces": 3, "grid": "hex"}),
    ("enclose5", {"size": 9, "target": "full"}),
]
GAMES, NODES, LINES = 60, 1500, 3
OPENING = 9  # moves played before the second search
LONG = 400  # plies of the game that is played by the functions of the rules


def starts() -> list[Match]:
    return [
        *(kakomi.new(name, rules=rules) for name, rules in RULE_SETS),
        *(kakomi.new(name, **options) for name, options in OTHER_OPTIONS),
    ]


def label(match: Match) -> str:
    return f"{match.game.name} {match.rules} {match.options}"


def later(match: Match) -> Match:
    """Some moves on."""
    walk = match.copy()
    for ply in range(OPENING):
        codes = walk.codes()
        walk.push_code(codes[(ply * 5 + 2) % len(codes)])
    assert walk.outcome is None
    return walk


def jobs_of(match: Match) -> list[dict[str, Any]]:
    return [
        job("playouts", match, games=GAMES, seed=5),
        job("perft", match, depth=2),
        job("game", match, plies=LONG),
        job("think", match, limit={"nodes": NODES}),
        job("think", later(match), limit={"nodes": NODES, "lines": LINES}),
    ]


@pytest.fixture(scope="module")
def seen() -> dict[str, list[Any]]:
    """What the engines say, by one run of node."""
    matches = starts()
    jobs = [jobs_of(match) for match in matches]
    results = iter(run_jobs([each for some in jobs for each in some]))
    return {label(match): [next(results) for _ in some] for match, some in zip(matches, jobs, strict=True)}


@pytest.mark.parametrize("match", starts(), ids=label)
def test_playouts_and_perft_are_those_of_the_cpu(match: Match, seen: dict[str, list[Any]]) -> None:
    played, counted, *_ = seen[label(match)]
    known = playouts(match, GAMES, seed=5)
    assert (int(played["tally"][MOVES]), int(played["tally"][DIGEST])) == (known.moves, known.digest)
    assert counted == perft(match, 2)


@pytest.mark.parametrize("match", starts(), ids=label)
def test_a_game_goes_by_the_rules(match: Match, seen: dict[str, list[Any]]) -> None:
    """The same moves are legal at every ply as by the interpreted rules, and the end and the scores are the same."""
    game = seen[label(match)][2]
    rules, walk = match.rule_set.rules, match.copy()
    for ply, (code, player, count) in enumerate(game["moves"]):
        codes = walk.codes()
        assert (walk.to_move, len(codes), codes[(ply * 7 + 3) % len(codes)]) == (player, count, int(code))
        walk.push_code(int(code))
    assert [str(each) for each in walk.state] == game["state"]
    assert game["scores"] == [rules.score(walk.state, player) for player in (0, 1)]
    assert (game["end"] == []) == bool(walk.codes())
    if game["end"]:
        assert game["end"] == [rules.winner(walk.state), rules.ending(walk.state)]


def lines_of(report: Report) -> list[tuple[Any, ...]]:
    return [(line.variation, line.value, line.visits, line.proven, line.points, line.distance) for line in report.lines]


def lines_in(report: dict[str, Any], match: Match) -> list[tuple[Any, ...]]:
    """What the engine says, in the words of the game."""
    described = []
    for line in report["lines"]:
        walk, texts = match.copy(), []
        for code in line["codes"]:
            texts.append(walk.rule_set.view.move_text(walk.state, int(code)))
            walk.push_code(int(code))
        rest = (line["value"], line["visits"], line["proven"], line["points"], line["distance"])
        described.append((tuple(texts), *rest))
    return described


@pytest.mark.parametrize("match", starts(), ids=label)
def test_searches_of_so_many_nodes_answer_the_same(match: Match, seen: dict[str, list[Any]]) -> None:
    """Move, value, visits and variation: nothing is rounded, since both compute with the same operations."""
    *_, first, second = seen[label(match)]
    for report, position, lines in ((first, match, 1), (second, later(match), LINES)):
        known = searcher_for(position, exact=False).search(position, Limit(nodes=NODES), lines)
        assert lines_in(report, position) == lines_of(known)
        assert (report["nodes"], report["depth"], report["done"]) == (known.nodes, known.depth, True)


def net_games() -> list[Match]:
    """Those whose pages search with a net."""
    return [match for match in starts() if page_net(match) is not None]


def test_lines_of_a_search_with_a_net_have_its_policy(seen: dict[str, list[Any]]) -> None:
    assert net_games()
    for match in net_games():
        *_, report = seen[label(match)]
        known = searcher_for(later(match), exact=False).search(later(match), Limit(nodes=NODES), LINES)
        assert [line["policy"] for line in report["lines"]] == pytest.approx([line.policy for line in known.lines])


def test_a_page_that_cannot_have_the_net_searches_without_it() -> None:
    match = later(net_games()[0])
    limit = {"nodes": NODES, "lines": LINES}
    jobs = [job("think", match, limit=limit) for _ in range(2)]
    jobs[0]["about"]["net"] = "missing.bin"
    jobs[1]["about"]["learned"]["weights"] += 1  # the file is not what the description says
    known = searcher_of(evaluation_for(match.rule_set.rules).strongest, match).search(match, Limit(nodes=NODES), LINES)
    for report in run_jobs(jobs):
        assert lines_in(report, match) == lines_of(known)
        assert [line["policy"] for line in report["lines"]] == [None] * LINES


def test_an_engine_made_from_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    match = kakomi.new(games.BUILT_IN[0])
    assert find_engine(match.game, match.rule_set, (PACKAGED,)) is not None
    monkeypatch.setattr("kakomi.search.page_engine.files.engine_fingerprint", lambda *_: "another")
    assert find_engine(match.game, match.rule_set, (PACKAGED,)) is None


def test_rules_that_differ_have_engines_that_differ() -> None:
    assert len({engine_fingerprint(games.get(name), games.get(name).rule_set()) for name in games.BUILT_IN}) == len(
        games.BUILT_IN
    )
