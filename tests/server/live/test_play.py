"""Games between people, over real sockets, from the invitation to the rematch."""

from __future__ import annotations

import pytest

import kakomi
from kakomi import games
from kakomi.core.records import record
from tests.server.support import Server, play_on, table


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_game_is_played_to_its_end_and_stored_as_it_was_acknowledged(server: Server, game: str) -> None:
    with table(server, game) as (made, ada, _, first, second):
        moves = play_on((first, second), 400)
        if first.outcome is None:
            assert first.ask(type="resign")["type"] == "state"
        view = ada.look(made["id"])
        assert view["moves"] == moves
        assert view["outcome"] is not None
        assert view["turn"] is None
        stored = server.stored("SELECT move, seat FROM moves WHERE game = ? ORDER BY ply", made["id"])
        assert stored == list(zip(moves, view["movers"], strict=True))
        [written] = record.read(ada.http.get(f"/api/games/{made['id']}/record").text)
        match = written.replay(games.get)
        assert match.moves == moves
        assert match.outcome is not None
        assert (match.outcome.winner, match.outcome.clause) == (view["outcome"]["winner"], view["outcome"]["clause"])


def test_the_invite_link_gives_exactly_one_seat(server: Server) -> None:
    ada, bo, eve = server.person(), server.person(), server.person()
    made = ada.invite(seat="second")
    assert made["you"] == [1]
    assert [seat["kind"] for seat in made["seats"]] == ["open", "person"]
    secret = made["invite"].rpartition("/")[2]
    assert eve.look(made["id"])["invite"] is None
    assert ada.act(made["id"], type="move", ply=0, move="c5xd5").json()["code"] == "game/waiting"
    wrong = eve.http.post(f"/api/games/{made['id']}/join", json={"invite": "x" * 20})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "seat/invite")
    own = ada.http.post(f"/api/games/{made['id']}/join", json={"invite": secret})
    assert own.json()["code"] == "seat/own"
    assert bo.join(made)["you"] == [0]
    assert bo.join(made)["you"] == [0], "whoever has the seat may come back by the link"
    late = eve.http.post(f"/api/games/{made['id']}/join", json={"invite": secret})
    assert (late.status_code, late.json()["code"]) == (409, "seat/taken")
    assert ada.look(made["id"])["invite"] is None


def test_presence_and_watchers_are_told(server: Server) -> None:
    with table(server) as (made, ada, bo, first, second):
        assert [seat["online"] for seat in ada.look(made["id"])["seats"]] == [True, True]
        with server.person().sit(made["id"]) as watcher:
            assert watcher.until("state")["game"]["you"] == []
            assert first.until("watchers")["count"] == 1
        assert first.until("watchers")["count"] == 0
        second.socket.close()
        assert [seat["online"] for seat in first.until("seats")["seats"]] == [True, False]
        bo.http.patch("/api/me", json={"name": "Bodil"})
        assert first.until("seats")["seats"][1]["name"] == "Bodil"


def test_at_one_screen_both_seats_are_yours_and_nobody_is_asked(server: Server) -> None:
    ada = server.person()
    made = ada.make()
    assert made["you"] == [0, 1]
    with ada.sit(made["id"]) as chair:
        chair.until("state")
        play_on((chair, chair), 0)
        for _ in range(3):
            chair.move()
            chair.until("moved")
        before = chair.view["sequence"]
        chair.say(type="offer", what="undo")
        state = chair.until("state")["game"]
        assert (state["ply"], len(state["moves"])) == (2, 2)
        assert state["sequence"] > before
        assert server.stored("SELECT count(*) FROM moves WHERE game = ?", made["id"]) == [(2,)]
        chair.say(type="offer", what="draw")
        assert chair.until("state")["game"]["outcome"]["clause"] == "agreed"
        chair.say(type="offer", what="rematch")
        following = chair.until(lambda message: message["type"] == "state" and message["game"]["next"] is not None)
    assert ada.look(following["game"]["next"])["you"] == [0, 1]


def test_a_draw_is_offered_declined_withdrawn_and_agreed(server: Server) -> None:
    with table(server) as (_, _, _, first, second):
        first.say(type="offer", what="draw")
        assert second.until("state")["game"]["offers"]["draw"] == 0
        assert first.ask(type="offer", what="draw")["code"] == "offer/standing"
        assert first.ask(type="answer", what="draw", accept=True)["code"] == "offer/none"
        second.say(type="answer", what="draw", accept=False)
        assert second.until("state")["game"]["offers"]["draw"] is None
        assert second.ask(type="withdraw", what="draw")["code"] == "offer/none"
        second.say(type="offer", what="draw")
        assert second.until("state")["game"]["offers"]["draw"] == 1
        second.say(type="withdraw", what="draw")
        assert second.until("state")["game"]["offers"]["draw"] is None
        first.say(type="offer", what="draw")
        second.until(lambda message: message["type"] == "state" and message["game"]["offers"]["draw"] == 0)
        second.say(type="answer", what="draw", accept=True)
        outcome = second.until(lambda heard: heard["type"] == "state" and heard["game"]["outcome"])["game"]["outcome"]
        assert (outcome["winner"], outcome["clause"]) == (None, "agreed")


def test_a_move_is_taken_back_when_the_other_agrees(server: Server) -> None:
    with table(server) as (made, _, _, first, second):
        assert second.ask(type="offer", what="undo")["code"] == "undo/none"
        moves = play_on((first, second), 2)
        first.say(type="offer", what="undo")
        second.until(lambda heard: heard["type"] == "state" and heard["game"]["offers"]["undo"] == 0)
        second.say(type="answer", what="undo", accept=True)
        state = second.until(lambda heard: heard["type"] == "state" and heard["game"]["ply"] == 0)["game"]
        assert state["turn"] == 0
        assert state["offers"]["undo"] is None
        first.until(lambda heard: heard["type"] == "state" and heard["game"]["ply"] == 0)
        assert play_on((first, second), 2) == moves, "the same moves can be made again"
        assert server.stored("SELECT count(*) FROM moves WHERE game = ?", made["id"]) == [(2,)]


def test_a_rematch_changes_colours(server: Server) -> None:
    with table(server, clock={"kind": "game", "seconds": 60, "increment": 1}) as (_, ada, bo, first, second):
        assert first.ask(type="offer", what="rematch")["code"] == "game/going"
        first.say(type="resign")
        first.until("state")
        second.say(type="offer", what="rematch")
        first.until(lambda heard: heard["type"] == "state" and heard["game"]["offers"]["rematch"] == 1)
        first.say(type="answer", what="rematch", accept=True)
        following = first.until(lambda heard: heard["type"] == "state" and heard["game"]["next"])["game"]["next"]
        assert ada.look(following)["you"] == [1]
        assert bo.look(following)["you"] == [0]
        assert bo.look(following)["clock"]["left"] == [60_000, 60_000]
        assert first.ask(type="offer", what="rematch")["code"] == "game/next"


def test_a_series_adds_points_up_and_changes_seats(server: Server) -> None:
    with table(server, "enso", games=2) as (made, ada, bo, first, second):
        assert made["series"] == {"length": 2, "number": 1, "points": [0, 0]}
        first.say(type="resign")
        over = second.until(lambda heard: heard["type"] == "state" and heard["game"]["outcome"])["game"]
        assert over["series"]["points"] == [0, 1]
        following = bo.look(over["next"])
        assert following["you"] == [0]
        assert following["series"] == {"length": 2, "number": 2, "points": [1, 0]}
        assert bo.act(following["id"], type="resign").status_code == 200
        last = ada.look(following["id"])
        assert last["series"]["points"] == [1, 1]
        assert last["next"] is None


def test_points_of_a_scored_series_are_the_scores(server: Server) -> None:
    with table(server, "enclose5", games=2, options={"size": 7, "target": 2}) as (made, ada, _, first, second):
        play_on((first, second), 300)
        if first.outcome is None:
            first.ask(type="resign")
        over = ada.look(made["id"])
        assert over["series"]["points"] == over["outcome"]["score"]
        assert ada.look(over["next"])["series"]["points"] == over["outcome"]["score"][::-1]


def test_time_runs_after_the_first_move_and_the_flag_falls_by_itself(server: Server) -> None:
    with table(server, clock={"kind": "game", "seconds": 1, "increment": 0}) as (made, ada, _, first, second):
        assert made["clock"] == {**made["clock"], "left": [1000, 1000], "running": None}
        play_on((first, second), 1)
        clock = ada.look(made["id"])["clock"]
        assert clock["running"] == 1
        assert clock["left"][0] == 1000
        state = second.until(lambda heard: heard["type"] == "state" and heard["game"]["outcome"])["game"]
        assert (state["outcome"]["winner"], state["outcome"]["clause"]) == (0, "time")
        assert state["clock"]["left"][1] == 0
        refused = second.ask(type="move", ply=1, move="a1-a2")
        assert refused["code"] == "move/over"


def test_the_increment_is_given_when_the_turn_passes(server: Server) -> None:
    with table(server, clock={"kind": "game", "seconds": 100, "increment": 7}) as (made, ada, _, first, second):
        play_on((first, second), 2)
        left = ada.look(made["id"])["clock"]["left"]
        assert 105_000 < left[1] <= 107_000
        assert 95_000 < left[0] <= 100_000


def test_days_run_from_the_moment_both_are_there(server: Server) -> None:
    ada, bo = server.person(), server.person()
    made = ada.invite(clock={"kind": "days", "days": 3})
    assert made["clock"]["running"] is None
    clock = bo.join(made)["clock"]
    assert clock["running"] == 0
    assert 0 <= 3 * 86_400_000 - clock["left"][0] < 60_000


def test_a_repeated_move_is_answered_with_how_things_stand(server: Server) -> None:
    with table(server) as (made, _, _, first, _):
        text = first.move()
        first.until("moved")
        number = first.say(type="move", ply=0, move=text)
        assert first.until("refused")["code"] == "move/stale"
        state = first.until("state")
        assert state["answers"] == number
        assert state["game"]["moves"] == [text]
        assert server.stored("SELECT count(*) FROM moves WHERE game = ?", made["id"]) == [(1,)]


def test_a_game_may_begin_from_a_position(server: Server) -> None:
    start = kakomi.new("enso")
    start.push("c5xd5")
    made = server.person().make(position=start.position)
    assert made["start_position"] == start.position
    assert made["turn"] == 1
