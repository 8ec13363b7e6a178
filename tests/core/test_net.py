"""The net interface of games: what is said of one that has none, or half of one."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

import kakomi
from kakomi import EngineError
from kakomi.core import net
from kakomi.core.compiler.build import bind
from kakomi.core.net import NetShape, net_for, net_functions, net_shape
from kakomi.search.perft import perft
from kakomi.testing.test_net import look


@pytest.fixture
def lonely() -> ModuleType:
    """Rules with nothing beside them."""
    module = ModuleType("lonely")
    module.__dict__.update(
        {name: value for name, value in vars(kakomi.new("enso").rule_set.rules).items() if name[0] != "_"}
    )
    return module


def test_a_game_without_one_is_bound_where_no_net_is_used(lonely: ModuleType) -> None:
    assert net_for(lonely) is None
    assert callable(bind("python", perft, lonely))


def test_a_game_without_one_is_refused_where_a_net_is_used(lonely: ModuleType) -> None:
    for ask in (lambda: bind("python", look, lonely), lambda: net_shape(lonely, []), lambda: net_functions(lonely)):
        with pytest.raises(EngineError, match=r"^lonely has no net interface"):
            ask()


def test_half_an_interface_is_refused(lonely: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "net_for", lambda rules: ModuleType("half"))
    with pytest.raises(EngineError, match="half lacks the function planes"):
        bind("python", look, lonely)
    with pytest.raises(EngineError, match=r"half is not whole.*grid"):
        net_shape(lonely, [])


def test_sizes_follow_from_the_declaration() -> None:
    shape = NetShape(rows=3, columns=4, states=5, ways=2, extras=1, facts=(7, 2), actions=9)
    assert (shape.cells, shape.entries, shape.length) == (12, 25, 14)


def test_what_uses_no_net_does_not_import_one() -> None:
    code = (
        "import sys, kakomi\n"
        "from kakomi.core.compiler.build import bind\n"
        "from kakomi.search.perft import perft\n"
        "for name in kakomi.games.BUILT_IN: bind('python', perft, kakomi.new(name).rule_set.rules)\n"
        "print([name for name in sys.modules if name.startswith('kakomi.games') and name.endswith('.net')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
