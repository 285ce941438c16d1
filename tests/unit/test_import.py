"""What `import railrules` brings, and what it leaves until it is needed."""

import os
import subprocess
import sys

import pytest

import railrules

HEAVY = [
    "cattrs",
    "json",
    "tomllib",
    "hashlib",
    "fractions",
    "importlib.metadata",
    "importlib.resources",
    "railrules.serialize",
    "railrules._record",
    "railrules.games",
    "railrules.agents",
    "railrules.arena",
    "railrules.cli",
]


def run(code: str) -> str:
    """What a fresh interpreter prints, one that coverage does not look into: it would import json and more."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("COVERAGE_")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=30)
    return done.stdout.strip()


def test_import_is_light() -> None:
    """The import loads attrs and the standard library: no game, no content, no cattrs, nothing heavy."""
    code = f"""
import sys
before = set(sys.modules)
import railrules
new = set(sys.modules) - before
print(sorted(name for name in {HEAVY!r} if any(module == name or module.startswith(name + '.') for module in new)))
print(sorted({{module.partition('.')[0] for module in new}} - set(sys.stdlib_module_names) - {{'attr', 'attrs', 'railrules', 'typing_extensions'}}))
"""
    assert run(code).splitlines() == ["[]", "[]"]


def test_playing_an_own_game_needs_no_cattrs() -> None:
    """Building a game's classes and using chance, pools and outcomes stays light."""
    code = """
import sys
import railrules
from railrules.parts import Pool
@railrules.value
class State:
    left: int
railrules.SeededChance(7).draw(Pool.of([3, 1, 2]), 2)
railrules.Outcome(("end",), (1,), ((1,),))
print(hash(State(3)) == hash(State(3)), [name for name in ("cattrs", "json", "railrules.serialize") if name in sys.modules])
"""
    assert run(code) == "True []"


def test_every_public_name_is_there() -> None:
    """All of ``__all__`` can be fetched, is listed by dir(), and comes with a star import; in a fresh interpreter too."""
    code = """
from railrules import *
import railrules
missing = [name for name in railrules.__all__ if name not in globals() or getattr(railrules, name) is not globals()[name]]
print(missing, set(railrules.__all__) <= set(dir(railrules)), len(set(railrules.__all__)) == len(railrules.__all__))
"""
    assert run(code) == "[] True True"
    for name in railrules.__all__:
        assert getattr(railrules, name) is not None


def test_lazy_names_are_fetched_once() -> None:
    """A name fetched at first use stays in the module."""
    code = """
import railrules, sys
print("Record" in vars(railrules), "railrules._record" in sys.modules)
record = railrules.Record
print("Record" in vars(railrules), record is railrules.Record, record.__module__)
"""
    assert run(code).splitlines() == ["False False", "True True railrules._record"]


def test_an_unknown_name_is_told() -> None:
    """What is not there raises as usual."""
    with pytest.raises(AttributeError, match=r"^module 'railrules' has no attribute 'Engine'$"):
        _ = railrules.Engine


def test_dir_lists_the_face() -> None:
    """dir() shows lazy names before they were fetched, sorted."""
    names = dir(railrules)
    assert names == sorted(names)
    assert {"Record", "digest", "verify", "Match", "load"} <= set(names)


def test_no_public_function_has_the_name_of_a_subpackage() -> None:
    """Nothing on the face hides a subpackage."""
    assert not {"parts", "games", "agents", "arena", "adapters", "testing", "cli", "serialize"} & set(railrules.__all__)


def test_importing_a_bundled_game_gives_its_class() -> None:
    """Bundled games can also be imported as classes, for typed users."""
    code = "from railrules.games.station_manager import StationManager; print(StationManager().info.id)"
    assert run(code) == "station-manager"


def test_version() -> None:
    """The package has a version of the usual form."""
    assert railrules.__version__.count(".") == 2
