"""`ContentFile.structure` on parts of a file: `at` tells where they stand, `missing` is the check that a missing key fails."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from railrules import ContentError, ContentFile
from railrules.serialize import optional_key
from tests.unit.toy import CONTENT_TEXT, Parcel, ParcelContent


@attrs.frozen
class Sender:
    """Who sends a parcel."""

    name: str
    town: str | None = optional_key()


@attrs.frozen
class Label:
    """A part of a file with parts of its own."""

    text: str
    senders: tuple[Sender, ...] = optional_key(())
    worth: int = optional_key(1)


SOURCE = ContentFile("my.toml", CONTENT_TEXT)


def structure(data: Any, kind: Any = Label, **named: Any) -> Any:
    return SOURCE.structure(data, kind, check=lambda place: f"check of {place}", keys="keys", **named)


def fault(data: Any, kind: Any = Label, **named: Any) -> ContentError:
    with pytest.raises(ContentError) as caught:
        structure(data, kind, **named)
    assert caught.value.file == "my.toml"
    return caught.value


def place_and_check(data: Any, kind: Any = Label, **named: Any) -> tuple[str, str]:
    error = fault(data, kind, **named)
    return error.path, error.check


# ---- at ----------------------------------------------------------------------------------------------------------------------------------


def test_a_part_is_read_as_a_whole_is() -> None:
    """Where the data stand makes no difference to what they say."""
    data = {"text": "fragile", "senders": [{"name": "Ann"}, {"name": "Ben", "town": "Ulm"}]}
    wanted = Label("fragile", (Sender("Ann"), Sender("Ben", "Ulm")))
    assert structure(data) == structure(data, at="labels[3]") == structure(data, at="labels[3]", missing="gone") == wanted
    items = SOURCE.structure(SOURCE.data["item"], tuple[Parcel, ...], check=str, keys="", at="item")
    assert items == (Parcel(1, "Letter"), Parcel(2, "Box"), Parcel(4, "Crate", 1))


@pytest.mark.parametrize(
    ("data", "inner"),
    [
        ({"text": 3}, "text"),
        ({"text": "x", "worth": "1"}, "worth"),
        ({"text": "x", "senders": [{"name": "Ann"}, {"name": None}]}, "senders[1].name"),
        ({"text": "x", "senders": [{"name": "Ann"}, "Ben"]}, "senders[1]"),
        ({"text": "x", "senders": {}}, "senders"),
    ],
)
def test_the_place_begins_where_the_part_stands(data: Any, inner: str) -> None:
    """The place inside the part follows after a full stop; without `at` it stands alone. The check is asked for the whole place."""
    assert place_and_check(data) == (inner, f"check of {inner}")
    assert place_and_check(data, at="labels[3]") == (f"labels[3].{inner}", f"check of labels[3].{inner}")
    assert place_and_check(data, at="labels") == (f"labels.{inner}", f"check of labels.{inner}")


@pytest.mark.parametrize("data", [None, "fragile", 3, [{"text": "x"}]])
def test_a_part_that_is_something_else(data: Any) -> None:
    """The fault of the part itself stands at its own place, with no full stop behind it."""
    assert place_and_check(data, at="labels[3]") == ("labels[3]", "check of labels[3]")
    assert place_and_check(data) == ("", "check of ")


def test_a_part_that_is_a_list() -> None:
    """Numbers of items follow without a full stop."""
    many = tuple[Sender, ...]
    assert place_and_check([{"name": "Ann"}, {"name": 1}], many, at="senders") == ("senders[1].name", "check of senders[1].name")
    assert place_and_check([{"name": "Ann"}, 1], many, at="senders") == ("senders[1]", "check of senders[1]")
    assert place_and_check([{"name": "Ann"}, 1], many) == ("[1]", "check of [1]")


def test_texts_of_a_part_are_printable() -> None:
    """Each text is told by its place in the file, those in lists and the part itself included."""
    broken = "Ulm\n"
    data = {"text": "x", "senders": [{"name": "Ann"}, {"name": "Ben", "town": broken}]}
    error = fault(data, at="labels[3]", code="odd-label")
    place = "labels[3].senders[1].town"
    assert (error.path, error.check, error.code) == (place, f"check of {place}", "odd-label")
    assert (error.expected, error.found) == ("a text of printable characters, on one line", "'Ulm\\n'")
    assert place_and_check(data) == ("senders[1].town", "check of senders[1].town")
    assert place_and_check(broken, str, at="labels[3].text") == ("labels[3].text", "check of labels[3].text")
    assert place_and_check(["x", broken], tuple[str, ...], at="notes") == ("notes[1]", "check of notes[1]")
    assert place_and_check({"text": broken}, dict[str, Any], at="labels") == ("labels.text", "check of labels.text")


def test_the_code_is_that_of_the_game() -> None:
    """A fault of shape has the given code, by default that of content in general."""
    assert fault({}, at="labels[3]").code == "bad-content"
    assert fault({}, at="labels[3]", code="odd-label").code == "odd-label"
    assert str(fault({"text": 1}, at="labels[3]", code="odd-label")) == (
        "odd-label: my.toml: labels[3].text: expected a string, found an integer (1) [check of labels[3].text]"
    )


def test_the_code_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """What is no TOML, no text or no file has the given code too, by default that of content in general."""
    file = tmp_path / "my.toml"
    file.write_text("[item", encoding="utf-8")
    for named in ({}, {"code": "odd-file"}):
        for path in (file, tmp_path / "none.toml"):
            with pytest.raises(ContentError) as caught:
                ContentFile.read(path, **named)
            assert (caught.value.code, caught.value.file, caught.value.check) == (named.get("code", "bad-content"), str(path), "syntax")
        with pytest.raises(ContentError) as caught:
            ContentFile("my.toml", "[item", **named)
        assert caught.value.code == named.get("code", "bad-content")
    file.write_text(CONTENT_TEXT, encoding="utf-8")
    assert ContentFile.read(file, "odd-file").data == SOURCE.data


# ---- missing -----------------------------------------------------------------------------------------------------------------------------

UNKNOWN = {"text": "x", "colour": "red"}
NAMELESS: dict[str, Any] = {"text": "x", "senders": [{"town": "Ulm"}]}


def test_a_missing_key_has_a_check_of_its_own() -> None:
    """With `missing` a missing key fails that check, deep inside too; without it the one of its place, as before."""
    assert place_and_check({}, missing="gone") == ("text", "gone")
    assert place_and_check({}, missing="gone", at="labels[3]") == ("labels[3].text", "gone")
    assert place_and_check(NAMELESS, missing="gone", at="labels[3]") == ("labels[3].senders[0].name", "gone")
    assert place_and_check({}) == ("text", "check of text")
    assert place_and_check(NAMELESS, at="labels[3]") == ("labels[3].senders[0].name", "check of labels[3].senders[0].name")
    error = fault({}, missing="gone")
    assert (error.expected, error.found) == ("a value", "nothing (the key is missing)")


def test_an_unknown_key_fails_the_check_of_keys() -> None:
    """Whether `missing` is given or not; a part without its keys is a missing key first."""
    for named in ({}, {"missing": "gone"}):
        assert place_and_check(UNKNOWN, **named) == ("colour", "keys")
        assert place_and_check(UNKNOWN, **named, at="labels[3]") == ("labels[3].colour", "keys")
    assert place_and_check({"colour": "red"}, missing="gone") == ("text", "gone")


def test_a_wrong_type_is_not_a_missing_key() -> None:
    """It fails the check of its place, even where it is null; a key that may be missing may."""
    wrong: Any
    for wrong in (None, 1, []):
        assert place_and_check({"text": wrong}, missing="gone") == ("text", "check of text")
    assert structure({"text": "x"}, missing="gone") == Label("x")
    source = ContentFile("my.toml", CONTENT_TEXT.replace("copies = 2", "copies = true"))
    with pytest.raises(ContentError) as caught:
        source.structure(source.data, ParcelContent, check=lambda place: f"check of {place}", keys="keys", missing="gone")
    assert (caught.value.path, caught.value.check) == ("copies", "check of copies")
