"""Finding agents: every installed package may offer some through the entry-point group ``railrules.agents``.

An entry point names a factory ``make(game, config, **params) -> Agent``; its name is how the agent is called. The bundled agents are found in the
same way as anybody else's. An agent that no package offers is called by its module and name, with a dot: ``my_bots.Clever``. A *spec* is such a
name with parameters, as people write them: ``ismcts:simulations=500,exploration=0.5``.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import Parameter, signature
from typing import Any

from railrules import AnyGame, Config, ConfigError, PluginError, RailrulesError
from railrules.agents._agents import Agent, AgentFactory, UnknownAgentError

GROUP = "railrules.agents"


@cache
def _entry_points() -> dict[str, tuple[EntryPoint, ...]]:
    """All entry points of the group by name, ascending. Scanned once: packages do not come and go while Python runs."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for entry in entry_points(group=GROUP):  # a package may be met twice on the path
        found.setdefault(entry.name, {})[entry.value] = entry
    return {name: tuple(found[name][value] for value in sorted(found[name])) for name in sorted(found)}


def available_agents() -> tuple[str, ...]:
    """Return the names of the installed agents, ascending. Whether one can play a certain game `make_agent` tells."""
    return tuple(_entry_points())


@cache
def agent_factory(name: str) -> AgentFactory:
    """Return the factory of this name. Raises `UnknownAgentError` where nobody offers it, `PluginError` where it cannot be used."""
    module, dot, attribute = name.rpartition(".")
    entries = list(_entry_points().get(name, ()))
    if not entries and dot and all(part.isidentifier() for part in name.split(".")):
        entries = [EntryPoint(name, f"{module}:{attribute}", GROUP)]
    if not entries:
        raise UnknownAgentError(f"no agent {name!r}; expected one of: {', '.join(_entry_points())}; or module.Name of one of your own")
    if len(entries) > 1:
        raise PluginError(f"more than one package offers agent {name!r}: {' and '.join(entry.value for entry in entries)}; uninstall all but one")
    try:
        factory = entries[0].load()
    except (Exception, SystemExit) as error:  # a module that leaves must not take us along
        where = "; is its folder in PYTHONPATH?" if isinstance(error, ModuleNotFoundError) else ""
        raise PluginError(f"agent {name!r} cannot be loaded: {_said(error)}{where}") from error
    if not callable(factory):
        raise PluginError(f"agent {name!r}: {entries[0].value} is {factory!r}; expected a callable make(game, config, **params)")
    return factory  # type: ignore[no-any-return]  # whether it makes an agent is seen when it makes one


def parse_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """Return name and parameters of a spec; numbers, true, false and none are read as such. Raises `UnknownAgentError` for what is no spec."""
    name, colon, rest = spec.partition(":")
    params: dict[str, Any] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = part.partition("=")
        if not key.isidentifier() or not equals or key in params:
            raise UnknownAgentError(f"{spec!r} is no agent; expected NAME or NAME:param=value,param=value")
        params[key] = _value(value)
    return name, params


def split_specs(text: str) -> tuple[str, ...]:
    """Return the specs of a list as people write it: ``greedy,ismcts:simulations=50,depth=3`` holds two."""
    specs: list[str] = []
    for piece in (piece.strip() for piece in text.split(",")):
        if specs and ":" in specs[-1] and "=" in piece and ":" not in piece:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return tuple(specs)


def _value(text: str) -> Any:
    words = {"true": True, "false": False, "none": None}
    if text in words:
        return words[text]
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def make_agent(spec: str, game: AnyGame, config: Config[Any], **params: Any) -> Agent:
    """Return a fresh agent by its spec, made with the parameters of the spec and `params`.

    Raises `UnknownAgentError` for a name that nobody offers, a parameter that the agent does not take and a game that it cannot play,
    `ConfigError` for a parameter out of bounds, which it calls ``agent:parameter``, `PluginError` for an agent that cannot be loaded or made.
    """
    name, given = parse_spec(spec)
    factory = agent_factory(name)
    given |= params
    _check_names(name, factory, given)
    try:
        agent = factory(game, config, **given)
    except ConfigError as error:
        if error.option in given:  # games have options too
            raise ConfigError(error.code, f"{name}:{error.option}", error.value, error.bounds) from None
        raise
    except RailrulesError:
        raise
    except TypeError as error:  # parameters that it does not take
        raise UnknownAgentError(f"agent {spec!r} cannot be made: {error}") from error
    except (Exception, SystemExit) as error:
        raise PluginError(f"agent {name!r} cannot be made: {_said(error)}") from error
    if not callable(getattr(agent, "act", None)):
        raise PluginError(f"agent {name!r} was made as {agent!r}; expected an object with a method act(view, legal_actions, chance)")
    return agent


def _check_names(name: str, factory: AgentFactory, params: dict[str, Any]) -> None:
    """Raise `UnknownAgentError` for a parameter that the agent does not take, where it says which it takes."""
    try:
        _, _, *taken = signature(factory).parameters.values()  # all but game and config
    except (TypeError, ValueError):  # it does not say, or takes less
        return
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in taken):
        return
    names = [parameter.name for parameter in taken]
    for param in params:
        if param not in names:
            expected = f"one of: {', '.join(names)}" if names else "none"
            raise UnknownAgentError(f"agent {name!r} takes no parameter {param!r}; expected {expected}")


def _said(error: BaseException) -> str:
    """Return class and text of an error of somebody else's, which may have none to show."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return f"{type(error).__name__}: (no text)"
