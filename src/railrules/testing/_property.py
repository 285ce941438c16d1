"""`Property`: a promise that every game makes, and how it is held to it."""

from abc import ABC, abstractmethod
from typing import ClassVar

from railrules.testing._playout import Play
from railrules.testing._subject import Subject


class Property(ABC):
    """A promise that every game makes to whoever uses it.

    The docstring of a subclass says what is promised and why it matters. An object serves one batch of playouts: `begin`, then `check` for each
    playout, then `finish`. What `check` says must depend on the playout alone, since a failing one is played again and again to simplify it.
    """

    name: ClassVar[str]
    longest: ClassVar[int | None] = 1000
    """How many moves of a game are looked at; None: all."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject

    @property
    def docs(self) -> str:
        """The promise in a line."""
        return (type(self).__doc__ or "").partition("\n")[0]

    @property
    def remark(self) -> str:
        """What a reader of the result should know, such as that the game leaves nothing to check; mostly empty."""
        return ""

    def begin(self) -> None:  # noqa: B027 - most properties have nothing to do here
        """Check what needs no playout; raises `Breach`."""

    @abstractmethod
    def check(self, play: Play) -> None:
        """Play as far as needed; raises `Breach`."""

    def finish(self) -> None:  # noqa: B027 - as above
        """Check what only the whole batch shows; raises `Breach`."""
