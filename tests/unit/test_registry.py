"""Finding games through entry points, broken ones included."""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, EntryPoint, EntryPoints
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest

import railrules
from railrules import ConfigError, ContentError, PluginError, PluginFault, UnknownGameError, available_games, load, plugin_errors
from railrules._registry import _entry_points, _game
from tests.unit.toy import CONTENT_TEXT, Heap, Parcels

TOY = "tests.unit.toy:"
HERE = "tests.unit.test_registry:"


@attrs.frozen
class Package:
    """As much of a distribution as an entry point shows."""

    name: str


def entry(name: str, value: str, package: str | None = "toys") -> EntryPoint:
    """An entry point as an installed package would have it."""
    point = EntryPoint(name, value, "railrules.games")
    # importlib.metadata itself adds the distribution in this way to a frozen object.
    vars(point)["dist"] = None if package is None else Package(package)
    return point


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """What was found before counts for nothing, and what is found here counts for nobody else."""
    _entry_points.cache_clear()
    _game.cache_clear()
    yield
    _entry_points.cache_clear()
    _game.cache_clear()


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Pretend that just these entry points are installed."""

    def pretend(*points: EntryPoint) -> None:
        def found(*, group: str) -> EntryPoints:
            assert group == "railrules.games"
            return EntryPoints(points)

        monkeypatch.setattr("importlib.metadata.entry_points", found)

    return pretend


def no_game() -> int:
    """A factory of something else."""
    return 7


def broken() -> Parcels:
    """A factory that fails."""
    raise RuntimeError("out of order")


def rude() -> Parcels:
    """A factory that ends the program."""
    raise SystemExit(3)


def bad_content() -> Parcels:
    """A game whose own content is wrong."""
    raise ContentError("parcels.toml", "copies", "PAR-C3", "an integer >= 1", "0")


class Nameless(Heap):
    """A game that declares nothing about itself."""

    info: ClassVar[Any] = None


class Forgetful(Heap):
    """A game that does not set itself up."""

    def __init__(self) -> None:
        pass


class Careless(Heap):
    """A game whose declaration has a fault."""

    info = attrs.evolve(Heap.info, id="careless", designer="")


def test_the_bundled_game_is_found() -> None:
    """Station Manager is found as anybody's game is, and nothing is broken in this installation."""
    assert "station-manager" in [info.id for info in available_games()]
    assert load("station-manager").info.title == "Station Manager"
    assert plugin_errors() == ()


def test_games_are_listed_by_id(install: Callable[..., None]) -> None:
    """What the installed games declare, ascending by id."""
    install(entry("parcels", TOY + "Parcels", "zoo"), entry("heap", TOY + "Heap", "ark"))
    assert available_games() == (Heap.info, Parcels.info)
    assert plugin_errors() == ()


def test_a_game_is_made_once(install: Callable[..., None]) -> None:
    """Loading twice gives the same object: a game holds nothing of a play."""
    install(entry("heap", TOY + "Heap"))
    assert load("heap") is load("heap")
    assert isinstance(load("heap"), Heap)


def test_entry_points_are_scanned_once(install: Callable[..., None]) -> None:
    """Packages do not come and go while Python runs."""
    install(entry("heap", TOY + "Heap"))
    load("heap")
    install()
    assert load("heap").info.id == "heap"


def test_an_unknown_game_names_those_there(install: Callable[..., None]) -> None:
    """The text lists the ids that are installed, broken ones too."""
    install(entry("parcels", TOY + "Parcels"), entry("heap", TOY + "Heap"), entry("sick", HERE + "broken"))
    with pytest.raises(UnknownGameError, match=r"^no game 'chess'; installed: heap, parcels, sick$"):
        load("chess")


def test_an_unknown_game_where_there_is_none(install: Callable[..., None]) -> None:
    """An installation without games says so."""
    install()
    with pytest.raises(UnknownGameError, match=r"^no game 'chess'; installed: none$"):
        load("chess")
    assert (available_games(), plugin_errors()) == ((), ())


def test_two_packages_with_one_id(install: Callable[..., None]) -> None:
    """`load` raises naming both packages and what they offer; the other games are there."""
    install(entry("heap", TOY + "Heap", "ark"), entry("heap", HERE + "Nameless", "zoo"), entry("parcels", TOY + "Parcels"))
    message = f"more than one package offers game 'heap': ark ({TOY}Heap) and zoo ({HERE}Nameless); uninstall all but one"
    with pytest.raises(PluginError) as caught:
        load("heap")
    assert str(caught.value) == message
    assert available_games() == (Parcels.info,)
    assert plugin_errors() == (PluginFault("heap", "ark, zoo", message),)


def test_two_packages_with_one_id_and_the_same_factory(install: Callable[..., None]) -> None:
    """So also where both, a package and its fork, name the same factory."""
    install(entry("heap", TOY + "Heap", "ark"), entry("heap", TOY + "Heap", "ark-fork"))
    with pytest.raises(PluginError, match=r"more than one package offers game 'heap': ark .* and ark-fork "):
        load("heap")


def test_one_package_found_twice_is_one(install: Callable[..., None]) -> None:
    """An editable installation that shows up twice on the path is no clash."""
    install(entry("heap", TOY + "Heap", "ark"), entry("heap", TOY + "Heap", "ark"))
    assert load("heap").info.id == "heap"
    assert plugin_errors() == ()


BROKEN = [
    (
        "nowhere",
        "no.such.module:Game",
        "game 'nowhere' of package toys cannot be loaded: ModuleNotFoundError: No module named 'no'",
    ),
    (
        "missing",
        TOY + "NoSuchGame",
        "game 'missing' of package toys cannot be loaded: AttributeError: module 'tests.unit.toy' has no attribute 'NoSuchGame'",
    ),
    ("sick", HERE + "broken", "game 'sick' of package toys cannot be loaded: RuntimeError: out of order"),
    (
        "starved",
        HERE + "bad_content",
        "game 'starved' of package toys cannot be loaded: bad-content: parcels.toml: copies: expected an integer >= 1, found 0 [PAR-C3]",
    ),
    (
        "forgetful",
        HERE + "Forgetful",
        "game 'forgetful' of package toys: Forgetful was not set up; its __init__ must call super().__init__(book, content)",
    ),
    (
        "careless",
        HERE + "Careless",
        "game 'careless' of package toys cannot be loaded: Careless.info.designer is ''; expected a text",
    ),
    ("rude", HERE + "rude", "game 'rude' of package toys cannot be loaded: SystemExit: 3"),
    ("seven", HERE + "no_game", f"game 'seven' of package toys: {HERE}no_game returned 7; expected a railrules.Game"),
    (
        "stack",
        TOY + "Heap",
        "game 'stack' of package toys calls itself 'heap'; expected the name of its entry point, 'stack'",
    ),
]


@pytest.mark.parametrize(("game_id", "value", "message"), BROKEN, ids=[name for name, _, _ in BROKEN])
def test_a_broken_plugin(install: Callable[..., None], game_id: str, value: str, message: str) -> None:
    """It is told with id, package and reason, and takes nobody else down."""
    install(entry(game_id, value), entry("parcels", TOY + "Parcels", "zoo"))
    with pytest.raises(PluginError) as caught:
        load(game_id)
    assert str(caught.value) == message
    assert load("parcels").info.id == "parcels"
    assert available_games() == (Parcels.info,)
    assert plugin_errors() == (PluginFault(game_id, "toys", message),)


def test_the_cause_of_a_broken_plugin_is_kept(install: Callable[..., None]) -> None:
    """Its author finds the original error behind ours."""
    install(entry("sick", HERE + "broken"), entry("starved", HERE + "bad_content"))
    for game_id, cause in (("sick", RuntimeError), ("starved", ContentError)):
        with pytest.raises(PluginError) as caught:
            load(game_id)
        assert isinstance(caught.value.__cause__, cause)


def test_a_plugin_that_declares_nothing(install: Callable[..., None]) -> None:
    """A game without a usable `info` is broken like any other and takes nobody else down."""
    install(entry("nameless", HERE + "Nameless"), entry("parcels", TOY + "Parcels"))
    assert available_games() == (Parcels.info,)
    assert [fault.id for fault in plugin_errors()] == ["nameless"]
    with pytest.raises(PluginError, match="game 'nameless' of package toys"):
        load("nameless")


def test_a_plugin_that_ends_the_program(install: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that calls sys.exit when it is imported is a broken plugin, and the others play on."""
    (tmp_path / "script_of_toys.py").write_text("import sys\nsys.exit('this is no library')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    install(entry("script", "script_of_toys:Game"), entry("heap", TOY + "Heap", "ark"))
    with pytest.raises(PluginError, match=r"^game 'script' of package toys cannot be loaded: SystemExit: this is no library$"):
        load("script")
    assert available_games() == (Heap.info,)
    assert [fault.id for fault in plugin_errors()] == ["script"]


def test_an_interrupt_is_no_fault_of_a_plugin(install: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a plugin loads goes through."""

    def interrupted() -> Parcels:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules[__name__], "rude", interrupted)
    install(entry("rude", HERE + "rude"))
    with pytest.raises(KeyboardInterrupt):
        load("rude")


@pytest.mark.parametrize("game_id", [[], None, 5, b"heap", {"id": "heap"}, Heap])
def test_the_id_of_a_game_is_a_text(install: Callable[..., None], game_id: Any) -> None:
    """Anything else is a mistake of the caller, hashable or not."""
    install(entry("heap", TOY + "Heap"))
    with pytest.raises(TypeError) as caught:
        load(game_id)
    assert str(caught.value) == f"load takes the id of a game, found {game_id!r}"


def test_a_plugin_without_a_distribution(install: Callable[..., None]) -> None:
    """Where nobody knows the package, that is said."""
    install(entry("sick", HERE + "broken", None))
    with pytest.raises(PluginError, match=r"^game 'sick' of package \(unknown\)"):
        load("sick")
    assert [fault.package for fault in plugin_errors()] == ["(unknown)"]


def test_load_takes_content(install: Callable[..., None], tmp_path: Path) -> None:
    """A path or an object replaces the content; the game without it stays as it was."""
    install(entry("parcels", TOY + "Parcels"))
    path = tmp_path / "my.toml"
    path.write_text(CONTENT_TEXT.replace("copies = 2", "copies = 5"), encoding="utf-8")
    assert load("parcels", content=path).content.copies == 5
    assert load("parcels", str(path)).content.copies == 5
    content = attrs.evolve(load("parcels").content, copies=6)
    assert load("parcels", content).content is content
    assert load("parcels").content.copies == 2
    with pytest.raises(ContentError, match="expected a path or a ParcelContent object, found int"):
        load("parcels", 5)


def test_new_match_by_id_passes_errors_on(install: Callable[..., None]) -> None:
    """Whoever starts a match by id gets the same errors."""
    install(entry("sick", HERE + "broken"), entry("heap", TOY + "Heap"))
    with pytest.raises(PluginError):
        railrules.new_match("sick")
    with pytest.raises(UnknownGameError):
        railrules.new_match("chess")
    with pytest.raises(ConfigError):
        railrules.new_match("heap", 9)
    assert railrules.new_match("heap", 4).config.players == 4


def test_packages_are_named_by_their_distribution() -> None:
    """The bundled games name the real distribution."""
    (point,) = _entry_points()["station-manager"]
    assert isinstance(point.dist, Distribution)
    assert point.dist.name == load("station-manager").info.package == "railrules"
