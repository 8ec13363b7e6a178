"""What does the lab cost over the bare playing loop?

    python -m benchmarks.lab_overhead [--games 20]

The same games of two players of level 3, with the same seeds, are played by the referee's loop of `kakomi match` on a plain
match, and by the lab, which records what happened and writes it as JSON. First the moves are compared: they must be the
same. Then processor time is measured, the two in turn, game by game, taking the least of ROUNDS for each. The program prints
the ratio of the sums, which should be at most BAR (exit code 1 if it is not).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable

from kakomi.lab.plans import plan as plans
from kakomi.lab.runs.unit_player import UnitPlayer
from kakomi.lab.runs.units import Unit, game_start, seed_of
from kakomi.players.matches.referee import Plan, Referee

BAR = 1.10
ROUNDS = 3  # each game is played this often each way, and the least time counts: the machine has other things to do
GAMES = (
    ("enso", "standard"),
    ("iago", "standard"),
    ("toot", "standard"),
    ("enclose5", "standard"),
    ("enclosure_chess", "7x7"),
    ("enclosure_chess", "six"),
)
PLAYERS = ("level:3", "level:3")


def seconds(play: Callable[[], object]) -> float:
    """Seconds of processor time."""
    began = time.process_time()
    play()
    return time.process_time() - began


def measured(game: str, rules: str, games: int) -> float:
    """The lab's time over the bare loop's, for the same games."""
    plan = plans.read(
        f'name = "overhead"\n[[study]]\ngame = "{game}"\nrules = "{rules}"\n'
        f"players = {json.dumps(PLAYERS)}\nrecords = 0\ngames = {games + 1}\n"
    )
    study = plan.studies[0]
    desk = UnitPlayer(plan)
    seed = seed_of(plan, study, "games")
    table = Referee(Plan(players=PLAYERS, game=game, rules=rules, games=2, seed=seed))  # only for its players

    def bare(number: int) -> tuple[str, ...]:
        match = study.match()
        wanted = game_start(plan, study, number).task
        for move in wanted.opening:
            match.push(move)
        table.play_on(match, wanted)
        return tuple(match.moves)

    def lab(number: int) -> str:
        return desk.play(Unit(0, number, 1))

    spent = [0.0, 0.0]
    ways: tuple[Callable[[int], object], ...] = (bare, lab)
    for number in range(games + 1):
        [told] = json.loads(lab(number))
        assert tuple(told["moves"]) == bare(number), "the lab and the bare loop do not play the same game"
        if number == 0:
            continue  # everything is compiled now
        turns = [[seconds(lambda n=number, way=way: way(n)) for way in ways] for _ in range(ROUNDS)]  # type: ignore[misc]
        for which in (0, 1):
            spent[which] += min(turn[which] for turn in turns)
    desk.close()
    table.close()
    return spent[1] / spent[0]


def main() -> None:
    """All rule sets, one line each."""
    parser = argparse.ArgumentParser(description="the lab's cost above the bare playing loop")
    parser.add_argument("--games", type=int, default=20, help="of each rule set")
    args = parser.parse_args()
    ratios = {}
    for game, rules in GAMES:
        ratios[game, rules] = measured(game, rules, args.games)
        print(f"{game} {rules}: {ratios[game, rules]:.3f}", flush=True)
    worst = max(ratios.values())
    print(f"the worst: {worst:.3f}, and it should be at most {BAR:.2f}")
    sys.exit(worst > BAR)


if __name__ == "__main__":
    main()
