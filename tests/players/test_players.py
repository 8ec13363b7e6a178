"""Names turned into players, and the levels."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import kakomi
from kakomi import players
from kakomi.players.levels import HIGHEST, LevelPlayer, ladders, level_of, level_player, likely_moves
from kakomi.players.search_player import KINDS, WITH_NET, SearchPlayer, searcher_for
from kakomi.search.alphabeta.search import AlphaBeta
from kakomi.search.batch import winning_move
from kakomi.search.evaluation import evaluation_for
from kakomi.search.learned.packaged import is_strongest
from kakomi.search.learned.search import LearnedSearch
from kakomi.search.mcts.search import MonteCarlo
from kakomi.search.result import Limit
from tests.contract import DEFAULTS, Variant, random_match
from tests.games.toot.test_rules import CAPTURE, drawn


def test_names_become_players() -> None:
    assert isinstance(players.make("level:6"), LevelPlayer)
    player = players.make("mcts:nodes=100,threads=2,memory=8,seed=4")
    assert isinstance(player, SearchPlayer)
    assert (player.limit.nodes, player.threads, player.memory, player.seed) == (100, 2, 8, 4)
    timed = players.make("mcts:time=0.5")
    assert isinstance(timed, SearchPlayer)
    assert timed.limit.seconds == 0.5


def test_the_search_with_a_net_takes_its_settings_from_the_name() -> None:
    """The rule set's own where the name says nothing."""
    match = kakomi.new("enso")
    usual, changed = players.make("learned:nodes=1"), players.make("learned:nodes=1,explore=3.5,reduction=0.1")
    assert isinstance(usual, SearchPlayer)
    assert isinstance(changed, SearchPlayer)
    before, after = usual._make(match), changed._make(match)
    assert isinstance(before, LearnedSearch)
    assert isinstance(after, LearnedSearch)
    assert after.settings == replace(before.settings, explore=3.5, reduction=0.1)


@pytest.mark.parametrize("name", ["learned", "learned-alphabeta"])
def test_a_player_called_learned_never_plays_without_a_net(name: str) -> None:
    """A contest would publish another search under its name."""
    with pytest.raises(
        kakomi.KakomiError, match=rf"{name}:nodes=1 needs a net, and toot standard has none .* net=FILE"
    ):
        players.make(f"{name}:nodes=1").choose(kakomi.new("toot"))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("level:0", "level must be a whole number from 1 to 10"),
        ("level:11", "level must be a whole number from 1 to 10"),
        ("level:six", "level must be a whole number from 1 to 10"),
        ("mcts:nodes=0", "nodes must be"),
        ("mcts:nodes=1e9", "nodes must be a whole number"),
        ("mcts:time=-1", "time must be a number"),
        ("mcts:speed=3", "there is no setting"),
        ("learned:temperature=0", "temperature must be a number from 0.01 to 100"),
        ("guided:explore=1", "there is no setting"),
        ("random:seed=²", "seed must be"),
        ("lvl:3", "there is no player"),
        ("", "there is no player"),
    ],
)
def test_bad_names_are_refused_with_what_would_be_right(name: str, reason: str) -> None:
    with pytest.raises(kakomi.KakomiError, match=reason):
        players.make(name)


def test_every_rule_set_has_ten_levels_that_rise() -> None:
    for variant in DEFAULTS:
        match = variant.new()
        assert variant.rules in ladders(match.game)
        levels = [level_of(number, match) for number in range(1, HIGHEST + 1)]
        assert [level.nodes for level in levels] == sorted(level.nodes for level in levels)
        errors = [(level.policy, level.error) for level in levels]
        assert errors == sorted(errors, reverse=True)
        assert levels[0].policy or levels[0].nodes >= len(match.legal_moves)
        assert errors[0] > errors[-1] == (0, 0)
        assert len(set(levels)) == HIGHEST


def test_levels_play_legal_moves_and_repeat_with_the_seed() -> None:
    for variant in DEFAULTS:
        match = random_match(variant, 2, 6)
        chosen = [level_player(2, seed=5).choose(match) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in match.legal_moves


def test_the_lowest_level_of_toot_plays_any_move_that_promises_much() -> None:
    match = random_match(Variant("toot", "standard"), 12, 110)
    move_priority = evaluation_for(match.rule_set.rules).move_priority
    worth = {
        match.rule_set.view.move_text(match.state, move): move_priority(match.state, move) for move in match.codes()
    }
    assert len(worth) > 300  # re-entries
    few = likely_moves(match, random.Random(1))
    assert sorted(map(worth.__getitem__, few)) == sorted(worth.values())[-32:]
    chosen = {level_player(1, seed=seed).choose(match) for seed in range(20)}
    assert len(chosen) > 10
    assert {worth[move] for move in chosen} <= {worth[move] for move in few}


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_a_winning_move_is_found_where_playing_every_move_finds_one(variant: Variant) -> None:
    won = 0
    for seed in range(12):
        match = random_match(variant, seed, 400)
        if match.outcome is not None:
            match.pop()
        wins = []
        for move in match.legal_moves:
            after = match.copy()
            after.push(move)
            if after.outcome is not None and after.outcome.winner == match.to_move:
                wins.append(move)
        found = winning_move(match)
        assert found == winning_move(match, "python")
        assert found in wins if wins else found is None
        won += found is not None
    assert won or variant.rules == "six"  # where random moves hardly ever win


def test_a_table_is_used_where_there_is_one_and_not_by_levels() -> None:
    match = kakomi.new("enclosure_chess", "5x5")
    assert not isinstance(searcher_for(match), MonteCarlo | AlphaBeta)
    assert isinstance(searcher_for(match, exact=False), MonteCarlo | AlphaBeta)
    assert isinstance(searcher_for(kakomi.new("enso")), LearnedSearch)
    assert isinstance(searcher_for(kakomi.new("iago")), MonteCarlo | LearnedSearch)
    assert isinstance(searcher_for(kakomi.new("toot")), AlphaBeta)


def test_the_kinds_of_search_are_those_that_can_be_asked_for() -> None:
    assert tuple(KINDS) == players.SEARCHES


@pytest.mark.parametrize(
    ("kind", "variant"),
    [
        (kind, variant)
        for kind in KINDS
        for variant in (DEFAULTS if kind == "search" else {each.game: each for each in reversed(DEFAULTS)}.values())
        if kind not in WITH_NET or is_strongest(variant.new())
    ],
    ids=str,
)
def test_every_kind_of_search_plays_every_game_and_the_strongest_every_rule_set(kind: str, variant: Variant) -> None:
    match = random_match(variant, 4, 6)
    assert players.make(f"{kind}:nodes=50,memory=8").choose(match) in match.legal_moves


def test_noise_makes_alpha_beta_err_the_same_way_with_the_same_seed() -> None:
    chosen = set()
    match = kakomi.new("enclose5", size=9)
    for seed in range(8):
        first, second = (AlphaBeta(1, noise=8000, seed=seed).search(match, Limit(depth=1)).best for _ in range(2))
        assert first == second
        chosen.add(first.move)
    assert len(chosen) > 3


def test_level_4_beats_a_random_mover() -> None:
    """Six games, colours alternating: a random mover has next to no chance."""
    won = 0
    for game in range(6):
        match = kakomi.new("enso")
        strong, weak = players.make(f"level:4,seed={game}"), players.make(f"random:seed={game}")
        seats = (strong, weak) if game % 2 == 0 else (weak, strong)
        while match.outcome is None:
            match.push(seats[match.to_move].choose(match))
        won += match.outcome.winner == game % 2
    assert won >= 5


def test_the_greedy_player_wins_at_once_and_takes_points() -> None:
    found = 0
    for seed in range(30):
        match = random_match(DEFAULTS[0], seed, 400)
        if match.outcome is not None and match.outcome.winner is not None:
            match.pop()
            if winning_move(match) is not None:
                found += 1
                after = match.copy()
                after.push(players.make(f"greedy:seed={seed}").choose(match))
                assert after.outcome is not None
                assert after.outcome.winner == match.to_move
    assert found >= 5
    match = kakomi.new("enclosure_chess", "5x5")
    taken = 0
    for seed in range(10):
        match = random_match(Variant("enclosure_chess", "5x5"), seed, 8)
        player, gains = match.to_move, []
        before = match.score
        for move in match.legal_moves:
            after = match.copy()
            after.push(move)
            assert after.score is not None
            assert before is not None
            gains.append(after.score[player] - before[player])
        after = match.copy()
        after.push(players.make("greedy:seed=1").choose(match))
        assert after.score is not None
        assert before is not None
        if after.outcome is None:
            assert after.score[player] - before[player] == max(gains)
            taken += max(gains) > 0
    assert taken >= 2
    assert {players.make(f"greedy:seed={seed}").choose(drawn(CAPTURE)) for seed in range(10)} == {"0,-1>0,2"}
