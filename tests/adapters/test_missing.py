"""Without its peer an adapter can be imported, and says at the first call which extra is missing."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from railrules import MissingExtraError
from railrules.adapters import gymnasium, openspiel, pettingzoo
from railrules.adapters._setting import peer_module

CALLS: list[tuple[Callable[[str], Any], str, str, str]] = [
    (pettingzoo.make_env, "pettingzoo", "_pettingzoo_env", "pettingzoo"),
    (gymnasium.make_env, "gymnasium", "_gymnasium_env", "gymnasium"),
    (openspiel.load_game, "pyspiel", "_openspiel_game", "openspiel"),
]


@pytest.mark.parametrize(("call", "peer", "module", "extra"), CALLS, ids=[extra for *_, extra in CALLS])
def test_a_missing_peer_is_told_with_its_extra(
    call: Callable[[str], Any], peer: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says what to install."""
    monkeypatch.setitem(sys.modules, peer, None)
    monkeypatch.delitem(sys.modules, f"railrules.adapters.{module}", raising=False)
    with pytest.raises(MissingExtraError) as caught:
        call("station-manager")
    assert str(caught.value).endswith(f"is not installed; pip install 'railrules[{extra}]'")


def test_what_else_is_missing_is_told_as_it_is() -> None:
    """A module of this library that is not there is no missing extra."""
    with pytest.raises(ModuleNotFoundError, match="_nothing"):
        peer_module("_nothing", "an environment", "nothing", "nothing")


def test_importing_adapters_imports_no_peer() -> None:
    """The three modules load without any of the libraries that they adapt to, or numpy."""
    code = (
        "import sys, railrules.adapters.gymnasium, railrules.adapters.openspiel, railrules.adapters.pettingzoo\n"
        "print(sorted({'gymnasium', 'numpy', 'open_spiel', 'pettingzoo', 'pyspiel'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
