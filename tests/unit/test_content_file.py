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


@pytest.mark.parametrize(
    ("old", "new", "path", "check", "expected", "found"),
    [
        ("copies = 2\n", "", "copies", "PAR-C1", "a value", "nothing (the key is missing)"),
        ('name = "Box"\n', "", "item[1].name", "PAR-C1", "a value", "nothing (the key is missing)"),
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
    """Missing and unknown keys, wrong types and failed checks: file, place, check, expected and found."""
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
    assert (caught.value.file, caught.value.found) == ("broken.toml", "unplugged while reading utf-8")


def test_the_shipped_text_is_the_content() -> None:
    """What a game ships as text is what it plays with."""
    game = Parcels()
    assert parse_content(ContentFile("shipped", game.content_text())) == game.content
