"""Reading content files: TOML to frozen attrs classes, with every fault told by file, place, expected and found."""

from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar

from railrules._errors import ContentError, shown

C = TypeVar("C")


def _texts(path: str, data: Any) -> Iterator[tuple[str, str]]:
    """Every text in parsed TOML with its place; they come to terminals, where a line break or an escape sequence has no business."""
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for key, item in data.items():
            yield from _texts(f"{path}.{key}".removeprefix("."), item)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _texts(f"{path}[{index}]", item)


class ContentFile:
    """The source of one content: the name of its file and its parsed tables.

    Used by a game's ``content.py``: `data` are the parsed tables, `structure` turns one into attrs objects, `fail` reports a check that does
    not hold::

        source = ContentFile.read(path)
        content = source.structure(source.data, Content, check=lambda place: "MGR-C2", keys="MGR-C1")
        if content.copies < 1:
            source.fail("copies", "MGR-C3", "an integer >= 1", content.copies)
    """

    data: dict[str, Any]

    def __init__(self, file: str, text: str, code: str = "bad-content") -> None:
        """Parse `text`; raises `ContentError` with `code` if it is no TOML."""
        import tomllib  # not needed to import the library

        self.file = file
        try:
            self.data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError; so is an int of too many digits
            raise ContentError(file, "", "syntax", "a TOML file", str(error), code) from None

    @classmethod
    def read(cls, path: Any, code: str = "bad-content") -> "ContentFile":
        """Return the content file at `path`; raises `ContentError` with `code` if it cannot be read, or is no TOML."""
        try:
            text = path.read_text(encoding="utf-8-sig")  # some editors put a mark at the beginning
        except (OSError, ValueError) as error:  # a ValueError is a text that is no UTF-8, or a path that is none
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ContentError(str(path), "", "syntax", "a readable UTF-8 file", reason, code) from None
        return cls(str(path), text, code)

    def structure(
        self,
        data: Any,
        kind: type[C],
        *,
        check: Callable[[str], str],
        keys: str,
        missing: str | None = None,
        texts: str | None = None,
        code: str | Callable[[str], str] = "bad-content",
        at: str = "",
    ) -> C:
        """Return the object that `data` describes, strictly; `at` is where in the file the data stand, nothing for the whole file.

        Raises `ContentError` with `code`, the place and a check id: `keys` for an unknown key, `missing` (if given) for a missing one, `texts` (if
        given) for a text that cannot be printed on a line, else what `check` gives for the place. Where each check has its own code, `code` is a
        function too: from the check id.
        """
        from railrules.serialize import KeyShapeError, ShapeError, structure  # imports cattrs; content is read only when a game is

        def code_of(check_id: str) -> str:
            return code if isinstance(code, str) else code(check_id)

        try:
            value: C = structure(data, kind)
        except ShapeError as error:
            path = at + ("." if at and error.path and not error.path.startswith("[") else "") + error.path
            of_keys = (missing if error.missing else keys) if isinstance(error, KeyShapeError) else None
            check_id = of_keys or check(path)
            raise ContentError(self.file, path, check_id, error.expected, error.found, code_of(check_id)) from None
        for path, text in _texts(at, data):
            if not text.isprintable():
                check_id = texts or check(path)
                raise ContentError(self.file, path, check_id, "a text of printable characters, on one line", repr(text), code_of(check_id))
        return value

    def expect_game(self, game: str, check: str, code: str = "bad-content") -> None:
        """Raise the `ContentError` of `check` if ``meta.game`` names another game than `game`.

        To be asked first, as nothing else in such a file is what it should be; a file that does not say which game it is for is left to `structure`.
        """
        meta = self.data.get("meta")
        found = meta.get("game") if isinstance(meta, dict) else None
        if isinstance(found, str) and found != game:
            self.fail("meta.game", check, repr(game), repr(found), code)

    def fail(self, path: str, check: str, expected: object, found: object, code: str = "bad-content") -> NoReturn:
        """Raise the `ContentError` of a check that does not hold at `path`."""
        raise ContentError(self.file, path, check, str(expected), found if isinstance(found, str) else shown(found), code)
