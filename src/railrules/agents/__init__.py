"""Players made of code. An agent sees what a person in its seat would see, and nothing else.

An agent *factory* is a callable ``make(game, config, **params) -> Agent``. An agent gets a view, the legal actions and a chance of its own, and
returns one of the actions; it never gets a state. Agents are found by name: a package offers them through the entry-point group
``railrules.agents``, and `make_agent` makes one from a spec such as ``greedy`` or ``ismcts:simulations=500,exploration=0.5``.
"""

from railrules.agents._agents import Agent, AgentFactory, GreedyAgent, RandomAgent, UnknownAgentError
from railrules.agents._registry import agent_factory, available_agents, make_agent, parse_spec, split_specs
from railrules.agents._search import Budget, Considered, FlatMonteCarloAgent, InformationSetTreeAgent, Search

__all__ = [
    "Agent",
    "AgentFactory",
    "Budget",
    "Considered",
    "FlatMonteCarloAgent",
    "GreedyAgent",
    "InformationSetTreeAgent",
    "RandomAgent",
    "Search",
    "UnknownAgentError",
    "agent_factory",
    "available_agents",
    "make_agent",
    "parse_spec",
    "split_specs",
]
