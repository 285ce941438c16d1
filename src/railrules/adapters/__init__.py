"""railrules in the field's own clothes: environments for PettingZoo and Gymnasium, games for OpenSpiel.

Nothing is exported here: each adapter is a module of its own with one function, and an extra of its own that brings its peer:

* `railrules.adapters.pettingzoo.make_env`, ``railrules[pettingzoo]``: several agents, who act in turn;
* `railrules.adapters.gymnasium.make_env`, ``railrules[gymnasium]``: one agent against given opponents;
* `railrules.adapters.openspiel.load_game`, ``railrules[openspiel]``: a game tree with explicit chance nodes.

The peers are imported at the first call and not before; without one, `MissingExtraError` names the extra. No rule is written here: an adapter
asks a `Game` as any other client does, and what it shows to a player comes from that player's view alone.
"""
