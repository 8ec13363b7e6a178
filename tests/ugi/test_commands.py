"""UGI: the documented dialogue, every command, every refusal; hostile lines and real processes are in test_input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

import kakomi
from kakomi.ugi import go_command, perft_job
from kakomi.ugi import session as session_module
from kakomi.ugi.engine import SETTINGS
from tests.contract import DEFAULTS, VARIANTS, Variant, random_match
from tests.ugi.dialogue import SEARCHERS, Dialogue, Pretender, until

PROTOCOL = Path(__file__).parents[2] / "docs" / "research" / "protocol.md"
ONE_MOVE = "6/5o/6/6/o5/x5 x"  # Enso: a1 is in contact and can only take a2 (3.1)


SET = " ".join(f"{option.name} {option.default}" for option in SETTINGS)  # as query options gives them


@pytest.fixture
def talk() -> Dialogue:
    return Dialogue()


@pytest.fixture
def pretending() -> Iterator[None]:
    """Nothing is compiled: a searcher that takes any move."""
    with patch(SEARCHERS, Pretender):
        yield


# --- the documented dialogue ------------------------------------------------------------------------------------------


def documented() -> Iterator[tuple[str, list[str]]]:
    """Each command of the documented dialogue with its answers."""
    [block] = re.findall(r"```ugi\n(.*?)```", PROTOCOL.read_text(encoding="utf-8"), re.DOTALL)
    for part in re.split(r"^> ", block, flags=re.MULTILINE)[1:]:
        command, *answers = part.splitlines()
        yield command, [answer.removeprefix("< ") for answer in answers]


def in_form(line: str) -> str:
    """Of what a search finds the form alone, as it changes when the search gets better; a forced move stays."""
    line = re.sub(r"\b(depth|nodes|nps|time|score wp|policy) [\d.]+", r"\1 ...", line)
    return re.sub(r"\b(pv|bestmove) (?!a1xa2\b).+", r"\1 ...", line)


def test_the_documented_dialogue_is_what_happens() -> None:
    talk = Dialogue()
    commands = list(documented())
    assert len(commands) > 25
    assert commands.pop() == ("quit", [])
    for command, expected in commands:
        if command == "ugi":
            expected[0] = f"id name Kakomi {kakomi.__version__}"
        answers = talk.say(command)
        if command == "go infinite" and expected:
            until(lambda: bool(talk.answers))  # it finds the only move, and waits for stop
            answers = list(talk.answers)
        assert list(map(in_form, answers)) == list(map(in_form, expected)), command
    assert talk.session.handle("quit") is False


def test_the_document_names_every_command_query_and_limit() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    for command in [*Dialogue().session._commands, "quit"]:
        assert re.search(rf"^\| `{command}\b", text, re.MULTILINE), command
    for query in session_module.QUERIES:
        assert re.search(rf"^\| `{query}\b", text, re.MULTILINE), query
    for limit in [*go_command.LIMITS, go_command.INFINITE]:
        assert f"`{limit}`" in text


# --- options ----------------------------------------------------------------------------------------------------------


def test_every_option_of_every_game_is_declared_once(talk: Dialogue) -> None:
    lines = [line for line in talk.say("ugi") if line.startswith("option ")]
    names = [line.split()[2] for line in lines]
    assert len(names) == len(set(names))
    everything = {
        option.name for game in kakomi.games.all_games() for rule_set in game.rule_sets for option in rule_set.options
    }
    assert set(names) == {"Game", "Rules", "Level", "Threads", "Hash", "Seed", "MultiPV"} | everything


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.usefixtures("pretending")
def test_every_way_to_play_can_be_set_in_either_order(variant: Variant, talk: Dialogue) -> None:
    for options in (list(variant.options.items()), list(variant.options.items())[::-1]):
        talk.quietly(f"setoption name Game value {variant.game}", f"setoption name Rules value {variant.rules}")
        for name, value in options:
            talk.say(f"setoption name {name} value {value}")
        assert talk.say("isready") == ["readyok"]
        assert talk.ask("position") == variant.new().position
        assert talk.ask("legalmoves").split() == list(variant.new().legal_moves)


def test_game_resets_rules_and_options_and_rules_keeps_what_fits(talk: Dialogue) -> None:
    talk.quietly("setoption name Game value enclosure_chess", "setoption name vacated value closed")
    talk.quietly("setoption name Rules value 7x7")
    assert talk.ask("options") == f"Game enclosure_chess Rules 7x7 {SET} vacated closed"
    talk.quietly("setoption name Rules value six")
    assert talk.ask("options") == f"Game enclosure_chess Rules six {SET} win all quiet 60"
    talk.quietly("setoption name Rules value 5x5")
    assert talk.ask("options") == f"Game enclosure_chess Rules 5x5 {SET} vacated closed"  # not used yet, so not lost
    talk.quietly("setoption name Rules value six")
    [unused] = talk.say("position startpos")
    assert unused.startswith("info string vacated closed has no effect: enclosure_chess six has no option vacated")
    talk.quietly("setoption name vacated value usual", "setoption name Rules value 5x5")
    assert talk.ask("options") == f"Game enclosure_chess Rules 5x5 {SET} vacated open"
    talk.quietly("setoption name vacated value closed", "position startpos")
    assert talk.ask("options") == f"Game enclosure_chess Rules 5x5 {SET} vacated closed"
    talk.quietly("setoption name Game value enclosure_chess")
    assert talk.ask("options") == f"Game enclosure_chess Rules 5x5 {SET} vacated open"


def test_capitals_do_not_matter_in_names_and_values(talk: Dialogue) -> None:
    talk.quietly(
        "setoption name GAME value Enclose5", "setoption name TARGET value Full", "setoption name rules value STANDARD"
    )
    assert (
        talk.ask("options")
        == f"Game enclose5 Rules standard {SET} size 21 target full opening none links off small off"
    )


def test_setting_an_option_starts_the_position_again(talk: Dialogue) -> None:
    talk.quietly("setoption name Game value enclose5", "position startpos moves k11", "setoption name size value 7")
    assert len(talk.ask("legalmoves").split()) == 49
    talk.quietly("position startpos moves d4", "setoption name links value on")
    assert talk.ask("p1turn") == "true"


@pytest.mark.usefixtures("pretending")
def test_options_that_do_not_go_together_yet_hold_the_game_up(talk: Dialogue) -> None:
    talk.quietly("setoption name Game value toot", "position startpos moves 1,0")
    [warning] = talk.say("setoption name tiles value 4")
    assert warning.startswith("info string no game can begin yet: pieces must be")
    assert talk.say("go") == [warning, "bestmove none"]
    reason = warning.removeprefix("info string ")
    for line in (
        "query position",
        "query legalmoves",
        "query perft 1",
        "position startpos",
        "uginewgame",
        "show",
    ):
        assert talk.refused(line) == reason
    assert talk.say("isready") == [f"info error {reason}", "readyok"]
    talk.quietly("setoption name pieces value 4")
    assert talk.say("isready") == ["readyok"]
    assert talk.ask("legalmoves") == " ".join(kakomi.new("toot", tiles=4, pieces=4).legal_moves)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("setoption name Game value chess", "there is no game 'chess'; known: enso"),
        ("setoption name Rules value lose", "there is no rule set 'lose'; did you mean loose? known: standard, loose"),
        (
            "setoption name colour value 9",
            "there is no option 'colour'; known: Game, Rules, Level, Threads, Hash, Seed, MultiPV",
        ),
        ("setoption name Seed value -1", "Seed must be 0 to 999999999999, not '-1'"),
        ("setoption name Seed value ²", "Seed must be 0 to 999999999999"),
        (f"setoption name Seed value {'9' * 5000}", "Seed must be 0 to 999999999999"),
        ("setoption name Level value 11", "Level must be 0 to 10, not '11'"),
        ("setoption name Level value ten", "Level must be 0 to 10, not 'ten'"),
        ("setoption name Threads value 0", "Threads must be 1 to 256, not '0'"),
        ("setoption name hash value 65537", "Hash must be 1 to 65536, not '65537'"),
        ("setoption name MultiPV value 0", "MultiPV must be 1 to 500, not '0'"),
        ("setoption", "an option is set like this"),
        ("setoption name", "an option is set like this"),
        ("setoption name Game", "an option is set like this"),
        ("setoption name value enso", "an option is set like this"),
        ("setoption name Game value", "an option is set like this"),
        ("setoption Game enso value x", "an option is set like this"),
        ("setoption value x name y", "an option is set like this"),
    ],
)
def test_options_that_are_refused(line: str, reason: str, talk: Dialogue) -> None:
    assert reason in talk.refused(line)


def test_values_are_checked_against_the_present_rule_set(talk: Dialogue) -> None:
    talk.quietly("setoption name Game value toot", "setoption name quiet value 10", "position startpos moves 1,0")
    assert talk.refused("setoption name quiet value 501") == "quiet must be 10 to 500, not '501'"
    talk.quietly("setoption name Game value enclosure_chess", "setoption name Rules value six")
    assert talk.refused("setoption name quiet value 9") == "quiet must be 20 to 400, not '9'"
    assert talk.refused("setoption name win value three") == "win must be all or two, not 'three'"


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_sending_every_declared_default_changes_nothing(variant: Variant, talk: Dialogue) -> None:
    talk.quietly(f"setoption name Game value {variant.game}", f"setoption name Rules value {variant.rules}")
    before = talk.ask("options")
    own = [option.name for option in variant.new().rule_set.options]
    sent = []
    for words in [line.split() for line in talk.say("ugi") if line.startswith("option ")]:
        if words[2] in own:
            talk.quietly(f"setoption name {words[2]} value {words[words.index('default') + 1]}")
            sent.append(words[2])
    assert sorted(sent) == sorted(own)
    assert talk.ask("options") == before
    for name in own:
        talk.quietly(f"setoption name {name} value USUAL")
    assert talk.ask("options") == before


# --- positions and questions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_positions_and_answers_are_those_of_the_rules(variant: Variant, talk: Dialogue) -> None:
    talk.quietly(f"setoption name Game value {variant.game}", f"setoption name Rules value {variant.rules}")
    for seed in range(6):
        match = random_match(variant, seed, 120)
        talk.quietly(f"position startpos moves {' '.join(match.moves)}")
        answers = [
            talk.ask(what) for what in ("gameover", "p1turn", "result", "legalmoves", "position", "score", "clause")
        ]
        outcome = match.outcome
        assert answers == [
            "false" if outcome is None else "true",
            "true" if match.to_move == 0 else "false",
            "none" if outcome is None else {0: "p1win", 1: "p2win", None: "draw"}[outcome.winner],
            " ".join(match.legal_moves) or "none",
            match.position,
            "none" if match.score is None else "{} {}".format(*match.score),
            "none" if outcome is None else outcome.clause,
        ]
        talk.quietly("position startpos", f"position fen {match.position}")
        again = [
            talk.ask(what) for what in ("gameover", "p1turn", "result", "legalmoves", "position", "score", "clause")
        ]
        assert again == answers


def test_p1_is_who_moved_first_whatever_colours_are_swapped(talk: Dialogue) -> None:
    talk.quietly("setoption name Game value enclose5", "setoption name opening value pie")
    talk.quietly("position startpos moves k11")
    assert talk.ask("p1turn") == "false"
    talk.quietly("position startpos moves k11 swap")
    assert talk.ask("p1turn") == "true"


def test_a_position_may_grow_shrink_and_branch(talk: Dialogue) -> None:
    line = ["c5xd5", "c2xd2", "d5xd2", "d6xc6"]
    for start in ("startpos", f"fen {kakomi.new('enso').position}"):
        for moves in (line, line[:2], line, [*line[:1], "d6xd5"], [], line[:3]):
            match = kakomi.new("enso")
            for move in moves:
                match.push(move)
            talk.quietly(f"position {start} moves {' '.join(moves)}")
            assert talk.ask("position") == match.position


def test_short_forms_are_moves_too(talk: Dialogue) -> None:
    talk.quietly(f"position fen {ONE_MOVE} moves a2")
    assert talk.ask("result") == "p1win"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("position", "write position startpos or position fen TEXT"),
        ("position moves c5xd5", "write position startpos or position fen TEXT"),
        ("position startpos c5xd5", "write position startpos or position fen TEXT"),
        ("position fen", "write position startpos or position fen TEXT"),
        ("position fen moves c5xd5", "write position startpos or position fen TEXT"),
        ("position fen 6/6 x", "row"),
        ("position fen 6/6/6/6/6/6 x", "stone"),
        (f"position fen {'9' * 10_000} x", ""),
        ("position startpos moves c5xd5 c2xd2 nonsense d5xd2", "move 3 of 4, 'nonsense': "),
        ("position startpos moves c5xd5 c5xd5", "move 2 of 2, 'c5xd5': there is no stone on c5"),
        (f"position fen {ONE_MOVE} moves a1xa2 f5-f4", "move 2 of 2, 'f5-f4': the game is over (4.3)"),
        ("position startpos moves moves", "move 1 of 1, 'moves'"),
    ],
)
def test_a_position_that_is_refused_leaves_the_old_one_and_no_move(line: str, reason: str, talk: Dialogue) -> None:
    talk.quietly("position startpos moves c5xd5")
    assert reason in talk.refused(line)
    assert talk.ask("p1turn") == "false"
    for limits in ("", "nodes 5", "infinite", "p1time 1000 p2time 1000"):
        why, last = talk.say(f"go {limits}")
        assert why.startswith("info string no move: the last position was refused (")
        assert reason in why
        assert last == "bestmove none"
    talk.say("setoption name Seed value 3")
    assert talk.say("go nodes 5")[-1] == "bestmove none"


@pytest.mark.parametrize(
    "line", [b"position fen \xff\xfe", "position startpos moves a\x00b", "position " + "x" * 1_000_000]
)
@pytest.mark.parametrize("good", ["position startpos", "uginewgame"])
@pytest.mark.usefixtures("pretending")
def test_a_good_position_ends_the_wait_for_one(line: str | bytes, good: str, talk: Dialogue) -> None:
    talk.refused(line)
    assert talk.say("go nodes 5")[-1] == "bestmove none"
    talk.quietly(good)
    assert talk.say("go nodes 5")[-1] != "bestmove none"


def test_uginewgame_goes_back_to_the_start(talk: Dialogue) -> None:
    talk.quietly(f"position fen {ONE_MOVE}", "uginewgame")
    assert talk.ask("position") == kakomi.new("enso").position


def test_perft_counts_like_the_oracle_s_table(talk: Dialogue) -> None:
    assert [talk.ask(f"perft {depth}") for depth in range(5)] == ["1", "24", "572", "14816", "378824"]
    talk.quietly(f"position fen {ONE_MOVE}")
    assert [talk.ask(f"perft {depth}") for depth in (0, 1, 2, 12)] == ["1", "1", "0", "0"]


def test_a_perft_that_would_take_too_long_is_refused(talk: Dialogue) -> None:
    with patch.object(perft_job, "perft", lambda match, depth: 24**depth):
        assert talk.ask("perft 6") == str(24**6)
        assert (
            talk.refused("query perft 8")
            == "perft 8 would look at more than 100,000,000 positions; the deepest here is perft 6"
        )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("query", "a query asks for one of gameover, p1turn,"),
        ("query everything", "not for 'everything'"),
        ("query gameover now", "every other query stands alone"),
        ("query perft", "takes one depth, 0 to 12"),
        ("query perft 1 2", "takes one depth, 0 to 12"),
        ("query perft -1", "from 0 to 12, not '-1'"),
        ("query perft 13", "from 0 to 12, not '13'"),
        ("query perft ２", "from 0 to 12"),
        ("query perft 1.5", "from 0 to 12, not '1.5'"),
        (f"query perft {'1' * 5000}", "from 0 to 12"),
    ],
)
def test_queries_that_are_refused(line: str, reason: str, talk: Dialogue) -> None:
    assert reason in talk.refused(line)


def test_show_draws_the_board(talk: Dialogue) -> None:
    lines = talk.say("show")
    assert lines[0] == "info string 6 x x x o o o"
    assert lines[-1] == "info string Black to move."
