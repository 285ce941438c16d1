"""Reading content files: TOML to frozen attrs classes, with every fault told by file, place, expected and found."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from railrules._errors import ContentError

C = TypeVar("C")


class ContentFile:
    """The source of one content: the name of its file and its parsed tables.

    Used by a game's ``content.py``: `structure` turns a table into attrs objects, `fail` reports a check that does not hold.
    """

    def __init__(self, file: str, text: str) -> None:
        """Parse `text`; raises `ContentError` if it is no TOML."""
        import tomllib  # not needed to import the library

        self.file = file
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ContentError(file, "", "syntax", "a TOML file", str(error)) from None

    @classmethod
    def read(cls, path: Any) -> "ContentFile":
        """Return the content file at `path`; raises `ContentError` if it cannot be read."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ContentError(str(path), "", "syntax", "a readable UTF-8 file", reason) from None
        return cls(str(path), text)

    def structure(self, data: Any, kind: type[C], *, check: Callable[[str], str], keys: str) -> C:
        """Return the object that `data` describes, strictly.

        Raises `ContentError` with the place and a check id: `keys` for a missing or unknown key, else what `check` gives for the place.
        """
        from railrules.serialize import KeyShapeError, ShapeError, structure  # imports cattrs; content is read only when a game is

        try:
            value: C = structure(data, kind)
        except ShapeError as error:
            check_id = keys if isinstance(error, KeyShapeError) else check(error.path)
            raise ContentError(self.file, error.path, check_id, error.expected, error.found) from None
        return value

    def fail(self, path: str, check: str, expected: object, found: object, code: str = "bad-content") -> NoReturn:
        """Raise the `ContentError` of a check that does not hold at `path`."""
        raise ContentError(self.file, path, check, str(expected), str(found), code)
