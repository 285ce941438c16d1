"""The kit as pytest sees it: a test function for a test file, and items for the option ``--railrules-game``."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from railrules import AnyGame, PluginError, UnknownGameError, load
from railrules.testing._kit import DECLARATION, GOLDEN, PROFILES, Profile, check, names


def conformance(
    game: "str | AnyGame | Callable[[], AnyGame]", *, profile: str | Profile = "quick", golden: "str | Path | None" = None
) -> Callable[..., None]:
    """Return a test function with one case per check: the declaration and the thirteen properties.

    `game` is an id, a `Game`, or a callable without arguments that returns one. `profile` is ``quick``, ``thorough`` or a `Profile`; the pytest
    option ``--railrules-profile`` goes before it. `golden` is the folder of the game's golden records, if it has one.

    Raises `ValueError` for an unknown profile.
    """
    given = find_profile(profile)
    cases = [*names(), *([GOLDEN] if golden is not None else [])]

    @pytest.mark.parametrize("promise", cases)
    def test_conformance(promise: str, request: pytest.FixtureRequest) -> None:
        """The game keeps the promise."""
        asked = request.config.getoption("railrules_profile", None)
        run(game, promise, given if asked is None else find_profile(asked), None if golden is None else Path(golden))

    return test_conformance


def find_profile(profile: str | Profile) -> Profile:
    """Return the profile of a name; raises `ValueError`."""
    if isinstance(profile, Profile):
        return profile
    if profile not in PROFILES:
        raise ValueError(f"no profile {profile!r}; expected one of: {', '.join(PROFILES)}")
    return PROFILES[profile]


def run(game: Any, promise: str, profile: Profile, golden: Path | None) -> None:
    """Check one promise and fail the running test if it is broken."""
    for result in check(game, profile, only=[promise], golden=golden):
        if result.failure is not None:
            if result.name == DECLARATION != promise:
                pytest.skip("the declaration does not hold")
            pytest.fail(result.failure.text, pytrace=False)


class GameItem(pytest.Item):
    """One promise of one game, collected for ``--railrules-game``."""

    game: str
    promise: str
    profile: Profile
    golden: Path | None

    def runtest(self) -> None:
        """Check it."""
        run(self.game, self.promise, self.profile, self.golden)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Say where it comes from."""
        return self.config.rootpath, None, f"{self.game}: {self.promise}"


def items_of(session: pytest.Session, game: str, profile: str, golden: str | None) -> Iterator[GameItem]:
    """Yield the items of one game; raises `pytest.UsageError` for an unknown game or profile."""
    try:
        found = find_profile(profile)
    except ValueError as error:
        raise pytest.UsageError(f"--railrules-profile: {error}") from None
    try:
        if ":" not in game:
            load(game)
    except UnknownGameError as error:
        raise pytest.UsageError(f"--railrules-game: {error}") from None
    except PluginError:
        pass  # a game that is there and broken: the kit says how
    for promise in [*names(), *([GOLDEN] if golden is not None else [])]:
        item: GameItem = GameItem.from_parent(session, name=f"{game}[{promise}]")
        item.game, item.promise, item.profile, item.golden = game, promise, found, None if golden is None else Path(golden)
        yield item
