"""`ContentFile`: TOML to frozen classes, every fault told by place."""

from pathlib import Path
from typing import Any

import pytest

from railrules import ContentError, ContentFile
from tests.unit.toy import CONTENT_TEXT, Parcel, ParcelContent, Parcels, parse_content


def fault(text: str) -> ContentError:
    """The error that a content file of Parcels gives."""
    with pytest.raises(ContentError) as caught:
        parse_content(ContentFile("my.toml", text))
    return caught.value


def facts(error: ContentError) -> tuple[str, str, str, str, str]:
    assert error.code == "bad-content"
    return error.file, error.path, error.check, error.expected, error.found


def test_good_content_is_read() -> None:
    """Tables become frozen, hashable objects; a key that may be missing has its default."""
    content = parse_content(ContentFile("my.toml", CONTENT_TEXT))
    assert content == ParcelContent("parcels", 2, (Parcel(1, "Letter"), Parcel(2, "Box"), Parcel(4, "Crate", 1)))
    assert content.item[0].bonus is None
    assert hash(content) == hash(parse_content(ContentFile("other.toml", CONTENT_TEXT)))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("copies = \n", "at line 1, column 10"),
        ("copies = 2\ncopies = 3\n", "at line 2, column 11"),
        ("\n\n[item\n", "at line 3, column 6"),
        ('game = "parcels', "at end of document"),
    ],
)
def test_text_that_is_no_toml(text: str, where: str) -> None:
    """Broken syntax is told with the place in the text, and nothing else is looked at."""
    file, path, check, expected, found = facts(fault(text))
    assert (file, path, check, expected) == ("my.toml", "", "syntax", "a TOML file")
    assert where in found


@pytest.mark.parametrize("opened", ["[", "{a=", "[{a="])
@pytest.mark.parametrize("depth", [2_000, 100_000])
def test_text_that_is_too_deep(opened: str, depth: int) -> None:
    """Brackets without end are a content error, not the end of the program."""
    closed = opened.replace("[", "]").replace("{a=", "}")[::-1]
    for text in (f"copies = {opened * depth}", f"copies = {opened * depth}1{closed * depth}"):
        assert facts(fault(text))[:4] == ("my.toml", "", "syntax", "a TOML file")


@pytest.mark.parametrize("digits", [4301, 1_000_000])
def test_numbers_that_are_too_long(digits: int) -> None:
    """A number of more digits than Python reads is a content error too."""
    error = fault(CONTENT_TEXT.replace("copies = 2", f"copies = {'9' * digits}"))
    assert facts(error)[:4] == ("my.toml", "", "syntax", "a TOML file")
    assert "digits" in error.found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B\\nx", "'B\\nx'"),
        ("\\u001b[31mBox", "'\\x1b[31mBox'"),
        ("Box\\t", "'Box\\t'"),
        ("Box\\u0000", "'Box\\x00'"),
        ("Box\\u202e", "'Box\\u202e'"),
        ("Bo\u00a0x", "'Bo\\xa0x'"),
    ],
)
def test_texts_are_printable(text: str, found: str) -> None:
    """Texts come to terminals: line breaks, escape sequences and marks that turn the writing are told with their place and its check."""
    assert facts(fault(CONTENT_TEXT.replace('"Box"', f'"{text}"'))) == (
        "my.toml",
        "item[1].name",
        "PAR-C2",
        "a text of printable characters, on one line",
        found,
    )


def test_every_text_is_looked_at() -> None:
    """Those in lists, in tables, and at the top: each is told by its own place."""
    places = {'"parcels"': "game", '"Letter"': "item[0].name", '"Crate"': "item[2].name"}
    for old, path in places.items():
        source = ContentFile("my.toml", CONTENT_TEXT.replace(old, f'{old[:-1]}\\n"'))
        with pytest.raises(ContentError) as caught:
            source.structure(source.data, ParcelContent, check=lambda place: f"check of {place}", keys="keys")
        assert (caught.value.path, caught.value.check) == (path, f"check of {path}")


def test_printable_texts_are_any_language() -> None:
    """Letters of all scripts and spaces inside are fine."""
    text = CONTENT_TEXT.replace("Box", "Großes Päckchen 包裹 📦").replace("Letter", "")
    assert [parcel.name for parcel in parse_content(ContentFile("my.toml", text)).item] == ["", "Großes Päckchen 包裹 📦", "Crate"]


@pytest.mark.parametrize(
    ("old", "new", "path", "check", "expected", "found"),
    [
        ("copies = 2\n", "", "copies", "PAR-C2", "a value", "nothing (the key is missing)"),
        ('name = "Box"\n', "", "item[1].name", "PAR-C2", "a value", "nothing (the key is missing)"),
        ("copies = 2\n", "copies = 2\nextra = 1\n", "extra", "PAR-C1", "one of the keys game, copies, item", "an unknown key"),
        ("bonus = 1", "bonus = 1\nmalus = 1", "item[2].malus", "PAR-C1", "one of the keys worth, name, bonus", "an unknown key"),
        ("copies = 2", "copies = 2.0", "copies", "PAR-C2", "an integer", "a float (2.0)"),
        ("copies = 2", "copies = true", "copies", "PAR-C2", "an integer", "a boolean (True)"),
        ("copies = 2", 'copies = "2"', "copies", "PAR-C2", "an integer", "a string ('2')"),
        ("worth = 2", "worth = nan", "item[1].worth", "PAR-C2", "an integer", "a float (nan)"),
        ("worth = 2", "worth = 1979-05-27", "item[1].worth", "PAR-C2", "an integer", "date (datetime.date(1979, 5, 27))"),
        ('name = "Box"', "name = 2", "item[1].name", "PAR-C2", "a string", "an integer (2)"),
        ("bonus = 1", 'bonus = "1"', "item[2].bonus", "PAR-C2", "an integer or null", "a string ('1')"),
        ("copies = 2", "copies = 0", "copies", "PAR-C3", "an integer >= 1", "0"),
    ],
)
def test_faults_are_told_by_place(old: str, new: str, path: str, check: str, expected: str, found: str) -> None:
    """Unknown keys have a check of their own; missing ones, wrong types and failed checks that of their place, with expected and found."""
    assert old in CONTENT_TEXT
    assert facts(fault(CONTENT_TEXT.replace(old, new))) == ("my.toml", path, check, expected, found)


def test_a_table_in_place_of_a_list() -> None:
    """One table where several are wanted is no list of one."""
    text = 'game = "parcels"\ncopies = 2\n[item]\nworth = 1\nname = "Letter"\n'
    assert facts(fault(text)) == ("my.toml", "item", "PAR-C2", "an array", "an object with 2 keys")


def test_check_ids_may_depend_on_the_place() -> None:
    """The game's function gets the place and gives the id of the check."""
    source = ContentFile("my.toml", CONTENT_TEXT.replace("worth = 4", "worth = false"))
    with pytest.raises(ContentError) as caught:
        source.structure(source.data, ParcelContent, check=lambda path: f"check of {path}", keys="keys")
    assert caught.value.check == "check of item[2].worth"


def test_fail_reports_a_check() -> None:
    """A check of the game's own is told in the same form, with a code of the page's own if it has one."""
    source = ContentFile("my.toml", CONTENT_TEXT)
    with pytest.raises(ContentError) as caught:
        source.fail("item[2]", "PAR-C9", 3, 4, code="bad-item")
    assert str(caught.value) == "bad-item: my.toml: item[2]: expected 3, found 4 [PAR-C9]"


def test_read_takes_the_name_of_the_file(tmp_path: Path) -> None:
    """A file is read as UTF-8 and named in errors."""
    path = tmp_path / "my.toml"
    path.write_text(CONTENT_TEXT.replace("Box", "Päckchen"), encoding="utf-8")
    source = ContentFile.read(path)
    assert source.file == str(path)
    assert source.data["item"][1]["name"] == "Päckchen"


def test_read_of_a_missing_file(tmp_path: Path) -> None:
    """A file that cannot be opened is a content error with the system's reason."""
    with pytest.raises(ContentError) as caught:
        ContentFile.read(tmp_path / "none.toml")
    assert facts(caught.value) == (str(tmp_path / "none.toml"), "", "syntax", "a readable UTF-8 file", "No such file or directory")


def test_read_of_a_file_in_another_encoding(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are a content error too."""
    path = tmp_path / "latin.toml"
    path.write_bytes('game = "Päckchen"'.encode("latin-1"))
    with pytest.raises(ContentError) as caught:
        ContentFile.read(path)
    assert (caught.value.check, caught.value.expected) == ("syntax", "a readable UTF-8 file")
    assert "utf-8" in caught.value.found


def test_read_of_a_path_that_is_none() -> None:
    """A name with a null byte cannot be opened anywhere."""
    with pytest.raises(ContentError) as caught:
        ContentFile.read(Path("my\0.toml"))
    assert facts(caught.value) == ("my\0.toml", "", "syntax", "a readable UTF-8 file", "embedded null byte")
    with pytest.raises(ContentError, match="embedded null byte"):
        Parcels().with_content("my\0.toml")


def test_read_of_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    """The mark that some editors put before UTF-8 does not matter; UTF-16 is no TOML."""
    path = tmp_path / "marked.toml"
    path.write_text(CONTENT_TEXT, encoding="utf-8")
    plain = parse_content(ContentFile.read(path))
    path.write_text(CONTENT_TEXT, encoding="utf-8-sig")
    assert parse_content(ContentFile.read(path)) == plain
    path.write_text(CONTENT_TEXT, encoding="utf-16")
    with pytest.raises(ContentError) as caught:
        parse_content(ContentFile.read(path))
    assert (caught.value.file, caught.value.check) == (str(path), "syntax")


def test_an_error_of_the_system_without_a_reason() -> None:
    """Where the system gives no text of its own, the error's text stands."""

    class Broken:
        def read_text(self, encoding: str) -> str:
            raise OSError(f"unplugged while reading {encoding}")

        def __str__(self) -> str:
            return "broken.toml"

    broken: Any = Broken()
    with pytest.raises(ContentError) as caught:
        ContentFile.read(broken)
    assert (caught.value.file, caught.value.found) == ("broken.toml", "unplugged while reading utf-8-sig")


def test_the_shipped_text_is_the_content() -> None:
    """What a game ships as text is what it plays with."""
    game = Parcels()
    assert parse_content(ContentFile("shipped", game.content_text())) == game.content
