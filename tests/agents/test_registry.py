"""Agents are found by name, those of strangers too."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from railrules import AnyGame, Config, ConfigError, PluginError, load
from railrules.agents import (
    GreedyAgent,
    RandomAgent,
    UnknownAgentError,
    _registry,
    agent_factory,
    available_agents,
    make_agent,
    parse_spec,
    split_specs,
)
from tests.unit.toy import Heap


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Entry points as a test gives them."""
    given: dict[str, str] = {}

    def found(group: str) -> EntryPoints:
        return EntryPoints(EntryPoint(name.rstrip("*"), value, group) for name, value in given.items())

    monkeypatch.setattr(_registry, "entry_points", found)
    for cached in (_registry._entry_points, _registry.agent_factory):
        cached.cache_clear()
    yield given
    for cached in (_registry._entry_points, _registry.agent_factory):
        cached.cache_clear()


def test_the_bundled_agents() -> None:
    """They are installed as anybody else's."""
    assert set(available_agents()) >= {"random", "greedy", "flat-mc", "ismcts"}
    assert list(available_agents()) == sorted(available_agents())
    assert agent_factory("greedy") is GreedyAgent


@pytest.mark.parametrize(
    ("spec", "name", "params"),
    [
        ("greedy", "greedy", {}),
        ("greedy:samples=4", "greedy", {"samples": 4}),
        ("ismcts:simulations=5,exploration=0.5", "ismcts", {"simulations": 5, "exploration": 0.5}),
        (
            "mine:model=a/b.zip,deterministic=true,loud=false,shift=-1",
            "mine",
            {"model": "a/b.zip", "deterministic": True, "loud": False, "shift": -1},
        ),
        ("mine:empty=,depth=none", "mine", {"empty": "", "depth": None}),
    ],
)
def test_specs(spec: str, name: str, params: dict[str, Any]) -> None:
    """A name and parameters, numbers and truth values as such."""
    assert parse_spec(spec) == (name, params)


@pytest.mark.parametrize("spec", ["greedy:", "greedy:4", "greedy:samples=1,samples=2", "greedy:=4", "greedy:a b=4", "greedy:samples=1,"])
def test_what_is_no_spec(spec: str) -> None:
    """It is told what one looks like."""
    with pytest.raises(UnknownAgentError, match=r"is no agent; expected NAME or NAME:param=value,param=value$"):
        parse_spec(spec)


def test_lists_of_specs() -> None:
    """A comma parts agents, and the parameters of one."""
    assert split_specs("random, greedy") == ("random", "greedy")
    assert split_specs("ismcts:simulations=5,depth=0,greedy") == ("ismcts:simulations=5,depth=0", "greedy")
    assert split_specs("greedy:samples=1,ismcts:depth=0") == ("greedy:samples=1", "ismcts:depth=0")
    assert split_specs("greedy,samples=1") == ("greedy", "samples=1")


def test_what_cannot_be_made() -> None:
    """Unknown names and parameters, values out of bounds and games that an agent cannot play are told apart."""
    game = load("station-manager")
    config = game.config(2)
    with pytest.raises(UnknownAgentError, match=r"^no agent 'deep'; expected one of: .*greedy, ismcts, random"):
        make_agent("deep", game, config)
    with pytest.raises(UnknownAgentError, match=r"^agent 'greedy' takes no parameter 'depth'; expected one of: samples$"):
        make_agent("greedy:depth=3", game, config)
    with pytest.raises(UnknownAgentError, match=r"^agent 'random' takes no parameter 'game'; expected none$"):
        make_agent("random:game=3", game, config)
    with pytest.raises(ConfigError, match=r"^bad-option-value: greedy:samples = 0; expected an integer in 1\.\.1000$"):
        make_agent("greedy:samples=0", game, config)
    heap = Heap()
    with pytest.raises(UnknownAgentError, match=r"^greedy cannot play heap: the game offers no evaluation; use random, flat-mc or ismcts$"):
        make_agent("greedy", heap, heap.config())
    assert make_agent("greedy", game, config, samples=3) is not make_agent("greedy", game, config)


class Picky(RandomAgent):
    """An agent of somebody else, with two parameters."""

    def __init__(self, game: AnyGame, config: Config[Any], *, model: str, level: int = 1) -> None:
        super().__init__(game, config)
        self.model, self.level = model, level


class Lenient(RandomAgent):
    """An agent that says of one parameter what it takes, and of an option of the game."""

    def __init__(self, game: AnyGame, config: Config[Any], **params: Any) -> None:
        super().__init__(game, config)
        if "level" in params:
            raise ConfigError("bad-option-value", "level", params["level"], "1..9")
        raise ConfigError("bad-option-value", "rounds", 0, "1..20")


def test_parameters_of_others(points: dict[str, Any]) -> None:
    """A stranger's agent is told apart from the game: its parameters bear its name, options do not."""
    points.update({"picky": f"{__name__}:Picky", "lenient": f"{__name__}:Lenient"})
    game = load("station-manager")
    config = game.config(2)
    make_agent("picky:model=a", game, config, level=2)
    with pytest.raises(UnknownAgentError, match=r"^agent 'picky' takes no parameter 'depth'; expected one of: model, level$"):
        make_agent("picky:depth=3", game, config)
    with pytest.raises(UnknownAgentError, match=r"^agent 'picky' cannot be made: .*'model'$"):
        make_agent("picky", game, config)
    with pytest.raises(ConfigError, match=r"^bad-option-value: lenient:level = 10; expected 1\.\.9$"):
        make_agent("lenient:level=10", game, config)
    with pytest.raises(ConfigError, match=r"^bad-option-value: rounds = 0; expected 1\.\.20$"):
        make_agent("lenient", game, config)


def test_agents_of_others(points: dict[str, Any]) -> None:
    """They are listed in order of name; one that cannot be used is told with its name when it is wanted."""
    points.update(
        {
            "zz": "railrules.agents:RandomAgent",
            "missing": "tests.agents.nowhere:Agent",
            "twice": "railrules.agents:RandomAgent",
            "twice*": "railrules.agents:GreedyAgent",
            "number": "railrules:MAX_SEED",
            "text": "builtins:dict",
            "division": "operator:truediv",
        }
    )
    game = load("station-manager")
    config = game.config(2)
    assert available_agents() == ("division", "missing", "number", "text", "twice", "zz")
    make_agent("zz", game, config)
    for name, text in {
        "missing": "agent 'missing' cannot be loaded: ModuleNotFoundError",
        "twice": "more than one package offers agent 'twice': railrules.agents:GreedyAgent and railrules.agents:RandomAgent; uninstall all but one",
        "number": r"agent 'number': railrules:MAX_SEED is \d+; expected a callable make\(game, config, \*\*params\)",
    }.items():
        with pytest.raises(PluginError, match=text):
            make_agent(name, game, config)
    assert agent_factory("railrules.agents.GreedyAgent") is GreedyAgent
    with pytest.raises(PluginError, match=r"agent 'railrules.agents.Nobody' cannot be loaded: AttributeError"):
        agent_factory("railrules.agents.Nobody")
    with pytest.raises(UnknownAgentError, match=r"^no agent '..'; expected one of: division"):
        agent_factory("..")
    with pytest.raises(UnknownAgentError, match="agent 'division' cannot be made: unsupported operand"):
        make_agent("division", game, config)
