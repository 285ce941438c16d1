"""Players made of code. An agent sees what a person in its seat would see, and nothing else.

An agent *factory* is a callable ``make(game, config, **params) -> Agent``; `AGENTS` names those that come with railrules. An agent gets a view,
the legal actions and a chance of its own, and returns one of the actions; it never gets a state.
"""

from railrules.agents._agents import AGENTS, Agent, AgentFactory, GreedyAgent, RandomAgent, UnknownAgentError, make_agent

__all__ = ["AGENTS", "Agent", "AgentFactory", "GreedyAgent", "RandomAgent", "UnknownAgentError", "make_agent"]
