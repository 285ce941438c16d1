"""The content file and its checks (sections 6.1 and 6.3 of the rules page, worked scenario S57)."""

import re
from pathlib import Path

import pytest

import railrules
from railrules import ContentError, ContentFile, SeededChance
from railrules.games.station_manager import DiscardFreight, FulfilOrder, StationManager
from railrules.games.station_manager.content import Content, parse, shipped_text
from tests.games.station_manager.given import GAME, cards, codes

TEXT = shipped_text()


def changed(*edits: tuple[str, str]) -> str:
    """The shipped text with the first occurrence of each of these texts replaced."""
    text = TEXT
    for old, new in edits:
        assert old in text, f"{old!r} is not in the shipped file"
        text = text.replace(old, new, 1)
    return text


def item_of(marker: str) -> str:
    """The lines of the item that contains `marker`, with the header of the item."""
    found = next(block for block in re.split(r"(?=\n\[)", TEXT) if marker in block)
    return found.rstrip("\n")


def within(marker: str, old: str, new: str) -> str:
    """The shipped text with `old` replaced in the item that contains `marker`."""
    block = item_of(marker)
    assert old in block
    return TEXT.replace(block, block.replace(old, new, 1), 1)


def without_item(marker: str) -> str:
    return TEXT.replace(item_of(marker), "", 1)


def fault(text: str) -> ContentError:
    """The error with which `text` is refused."""
    with pytest.raises(ContentError) as raised:
        parse(ContentFile("broken.toml", text))
    error = raised.value
    assert error.code == "bad-content"
    assert error.file == "broken.toml"
    assert error.check in str(error)
    assert error.path
    assert error.path in str(error)
    return error


def accepted(text: str) -> Content:
    return parse(ContentFile("own.toml", text))


RED, BANANAS = 'letter = "r"', 'symbol = "BA"'


def order(order_id: str) -> str:
    return f'id = "{order_id}"'


S57 = {
    "12 merchandise": (without_item('symbol = "WI"'), "MGR-C4"),
    "3 copies": (changed(("copies = 2", "copies = 3")), "MGR-C5"),
    "3 copies and 156 cards": (changed(("copies = 2", "copies = 3"), ("total = 104", "total = 156")), "MGR-C5"),
    "three green orders of eight": (
        changed(
            (
                'colour = "blue"\nname = "Three alike, small contract"\ngroups = [3]\nsize = 3',
                'colour = "green"\nname = "X"\ngroups = [2, 2]\nsize = 4',
            )
        ),
        "MGR-C6",
    ),
    "three green orders of nine": (
        TEXT + '\n[[orders.item]]\nid = "green-c"\ncolour = "green"\nname = "Another"\ngroups = [2, 2]\nsize = 4\nbonus = 9\n',
        "MGR-C6",
    ),
    "blue of four alike": (within(order("blue-a"), "groups = [3]\nsize = 3", "groups = [4]\nsize = 4"), "MGR-C7"),
    "bonus 0": (within(order("grey"), "bonus = 3", "bonus = 0"), "MGR-C9"),
    "bonus true": (within(order("grey"), "bonus = 3", "bonus = true"), "MGR-C9"),
    "two orders with one id": (changed((order("green-b"), order("green-a"))), "MGR-C6"),
}


@pytest.mark.parametrize("case", S57)
@pytest.mark.rule("MGR-C4", "MGR-C5", "MGR-C6", "MGR-C7", "MGR-C9")
def test_s57_broken_content(case: str, tmp_path: Path) -> None:
    """Each fault is `bad-content` naming its check, and no game starts."""
    # given
    text, check = S57[case]
    # when, then
    assert fault(text).check == check
    # and no game starts
    file = tmp_path / "my.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as raised:
        railrules.new_match("station-manager", players=2, seed=1, content=file)
    assert (raised.value.code, raised.value.check, raised.value.file) == ("bad-content", check, str(file))


@pytest.mark.parametrize("table", ["meta", "colours", "merchandise", "freight", "orders"])
@pytest.mark.rule("MGR-C1")
def test_every_table_and_its_provenance_are_there(table: str) -> None:
    """A missing table, a missing, empty or otherwise typed provenance, and an unknown key each fail C1."""
    start = TEXT.index(f"[{table}]")
    head = TEXT[start : TEXT.index("\n[", start + 1)] if "\n[" in TEXT[start + 1 :] else TEXT[start:]
    statement = re.search(r'^provenance = (""".*?"""|"[^\n]*")$', head, re.MULTILINE | re.DOTALL)
    assert statement is not None
    for replacement in ("", 'provenance = ""', 'provenance = " "', "provenance = 3", 'provenance = "x"\nweight = 3', 'provenance = "x"\nnote = "y"'):
        text = TEXT.replace(head, head.replace(statement.group(), replacement, 1), 1)
        error = fault(text)
        assert error.check == "MGR-C1"
        assert error.path.startswith(table)
    data = ContentFile("x.toml", TEXT).data
    del data[table]
    source = ContentFile("broken.toml", "")
    source.data = data
    with pytest.raises(ContentError) as raised:
        parse(source)
    assert (raised.value.check, raised.value.path) == ("MGR-C1", table)


@pytest.mark.parametrize(
    "text",
    [
        TEXT + '\n[extra]\nprovenance = "x"\n',
        "surplus = 1\n" + TEXT,
        within(RED, RED, f"{RED}\nshade = 3"),
        within(BANANAS, BANANAS, f'{BANANAS}\nweight = "heavy"'),
        within(order("grey"), "bonus = 3", "bonus = 3\nmalus = 1"),
        changed(("copies = 2", "copies = 2\njokers = 1")),
        changed(("content_version = 1", "content_version = 1\nauthor = 'me'")),
    ],
)
@pytest.mark.rule("MGR-C1")
def test_unknown_tables_and_keys(text: str) -> None:
    """A table or key that the page does not name is refused."""
    assert fault(text).check == "MGR-C1"


@pytest.mark.parametrize(
    ("marker", "line", "check"),
    [
        ("content_version = 1", "content_version = 1", "MGR-C2"),
        ("content_version = 1", 'game = "station-manager"', "MGR-C2"),
        (RED, RED, "MGR-C3"),
        (RED, 'id = "red"', "MGR-C3"),
        (BANANAS, BANANAS, "MGR-C4"),
        ("copies = 2", "copies = 2", "MGR-C5"),
        ("copies = 2", "total = 104", "MGR-C5"),
        (order("grey"), "bonus = 3", "MGR-C9"),
        (order("grey"), "size = 5", "MGR-C8"),
        (order("grey"), "same_colour = 5", "MGR-C7"),
        (order("grey"), 'colour = "grey"', "MGR-C6"),
        (order("grey"), 'id = "grey"', "MGR-C6"),
    ],
)
@pytest.mark.rule("MGR-C2", "MGR-C3", "MGR-C4", "MGR-C5", "MGR-C6", "MGR-C7", "MGR-C8", "MGR-C9")
def test_missing_keys(marker: str, line: str, check: str) -> None:
    """A table or item without one of its keys fails the check that the value of the key would have, told with its place."""
    error = fault(within(marker, line, ""))
    assert error.check == check
    if not line.startswith("same_colour"):  # either this or `groups`, told of the item
        assert error.path.endswith(line.partition(" ")[0])


@pytest.mark.parametrize("table", ["colours", "merchandise", "orders"])
@pytest.mark.rule("MGR-C3", "MGR-C4", "MGR-C6")
def test_tables_without_their_list(table: str) -> None:
    """A table that lists nothing at all fails the check of its list, one without a provenance that of the table."""
    data = ContentFile("x.toml", TEXT).data
    source = ContentFile("broken.toml", "")
    source.data = data
    del data[table]["item"]
    with pytest.raises(ContentError) as raised:
        parse(source)
    assert (raised.value.path, raised.value.check) == (f"{table}.item", {"colours": "MGR-C3", "merchandise": "MGR-C4", "orders": "MGR-C6"}[table])
    del data[table]["provenance"]
    data[table]["item"] = []
    with pytest.raises(ContentError) as raised:
        parse(source)
    assert (raised.value.path, raised.value.check) == (f"{table}.provenance", "MGR-C1")


@pytest.mark.parametrize(
    ("text", "path", "check"),
    [
        (changed(('name = "Red"', 'name = "R\\ned"')), "colours.item[0].name", "MGR-C3"),
        (changed(('name = "Bananas"', 'name = "\\u001b[2J"')), "merchandise.item[0].name", "MGR-C4"),
        (changed(('id = "bananas"', 'id = "bananas\\n"')), "merchandise.item[0].id", "MGR-C4"),
        (within(order("grey"), 'name = "', 'name = "\\t'), "orders.item[7].name", "MGR-C6"),
        (changed(('content_id = "station-manager/default"', 'content_id = "my\\u0000"')), "meta.content_id", "MGR-C2"),
    ],
)
def test_texts_of_an_own_file_are_printable(text: str, path: str, check: str) -> None:
    """They come to terminals: a line break, a tab or an escape sequence fails the check of its place."""
    error = fault(text)
    assert (error.path, error.check, error.expected) == (path, check, "a text of printable characters, on one line")


@pytest.mark.parametrize("text", ["", "# nothing\n", "[meta]\n"])
@pytest.mark.rule("MGR-C1")
def test_a_file_without_tables(text: str) -> None:
    """An empty file is bad content, not a crash."""
    assert fault(text).check == "MGR-C1"


@pytest.mark.parametrize("text", ["[meta", "meta = 1\nmeta = 2", "\x00"])
def test_a_file_that_is_no_toml(text: str) -> None:
    """What is not even TOML is bad content too."""
    with pytest.raises(ContentError) as raised:
        ContentFile("broken.toml", text)
    assert raised.value.code == "bad-content"


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('game = "station-manager"', 'game = "station-master"', "meta.game"),
        ('game = "station-manager"', "game = 1", "meta.game"),
        ('content_id = "station-manager/default"', 'content_id = ""', "meta.content_id"),
        ('content_id = "station-manager/default"', "content_id = 5", "meta.content_id"),
        ("content_version = 1", "content_version = 0", "meta.content_version"),
        ("content_version = 1", "content_version = true", "meta.content_version"),
        ("content_version = 1", "content_version = 1.0", "meta.content_version"),
        ("content_version = 1", 'content_version = "1"', "meta.content_version"),
    ],
)
@pytest.mark.rule("MGR-C2")
def test_meta(old: str, new: str, path: str) -> None:
    """The game must be this one, the content id a text, the version an int of 1 or more."""
    error = fault(changed((old, new)))
    assert (error.check, error.path) == ("MGR-C2", path)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (without_item('letter = "k"'), "colours.item"),
        (TEXT.replace("\n[merchandise]", '\n[[colours.item]]\nid = "blue"\nletter = "b"\nname = "Blue"\n\n[merchandise]', 1), "colours.item"),
        (changed((RED, 'letter = "o"')), "colours.item[1].letter"),
        (changed((RED, 'letter = "R"')), "colours.item[0].letter"),
        (changed((RED, 'letter = "rr"')), "colours.item[0].letter"),
        (changed((RED, 'letter = ""')), "colours.item[0].letter"),
        (changed((RED, 'letter = "1"')), "colours.item[0].letter"),
        (changed((RED, "letter = 1")), "colours.item[0].letter"),
        (changed(('name = "Red"', 'name = ""')), "colours.item[0].name"),
        (changed(('name = "Red"', 'name = "White"')), "colours.item[2].name"),
        (changed((RED, 'letter = "ÿÿ"')), "colours.item[0].letter"),
        (changed((RED, 'letter = "Ä"')), "colours.item[0].letter"),
        (changed((RED, 'letter = "²"')), "colours.item[0].letter"),
        (changed((RED, 'letter = "中"')), "colours.item[0].letter"),
        (changed(('name = "Red"', 'name = "  "')), "colours.item[0].name"),
        (changed(('id = "red"', 'id = " "')), "colours.item[0].id"),
        (changed((RED, 'letter = " "')), "colours.item[0].letter"),
        (changed(('id = "red"', 'id = ""')), "colours.item[0].id"),
        (changed(('id = "red"', 'id = "black"')), "colours.item[3].id"),
    ],
)
@pytest.mark.rule("MGR-C3")
def test_colours(text: str, path: str) -> None:
    """There are exactly four colours, told apart by id, letter and name; a letter is one lower-case character."""
    error = fault(text)
    assert (error.check, error.path) == ("MGR-C3", path)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (without_item(BANANAS), "merchandise.item"),
        (TEXT.replace("\n[freight]", '\n[[merchandise.item]]\nid = "tea"\nsymbol = "TE"\nname = "Tea"\n\n[freight]', 1), "merchandise.item"),
        (changed((BANANAS, 'symbol = "CA"')), "merchandise.item[1].symbol"),
        (changed((BANANAS, 'symbol = "Ba"')), "merchandise.item[0].symbol"),
        (changed((BANANAS, 'symbol = "B"')), "merchandise.item[0].symbol"),
        (changed((BANANAS, 'symbol = "BAN"')), "merchandise.item[0].symbol"),
        (changed((BANANAS, 'symbol = "B1"')), "merchandise.item[0].symbol"),
        (changed((BANANAS, 'symbol = "Äb"')), "merchandise.item[0].symbol"),
        (changed((BANANAS, 'symbol = "Ä2"')), "merchandise.item[0].symbol"),
        (changed((BANANAS, 'symbol = "中文"')), "merchandise.item[0].symbol"),
        (changed((BANANAS, 'symbol = "  "')), "merchandise.item[0].symbol"),
        (changed(('name = "Bananas"', 'name = " "')), "merchandise.item[0].name"),
        (changed((BANANAS, "symbol = 3")), "merchandise.item[0].symbol"),
        (changed(('id = "bananas"', 'id = "wine"')), "merchandise.item[12].id"),
        (changed(('name = "Bananas"', 'name = "Wine"')), "merchandise.item[12].name"),
    ],
)
@pytest.mark.rule("MGR-C4")
def test_merchandise(text: str, path: str) -> None:
    """There are exactly thirteen kinds, told apart by id, symbol and name; a symbol is two upper-case letters."""
    error = fault(text)
    assert (error.check, error.path) == ("MGR-C4", path)


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("copies = 2", "copies = 1", "freight.copies"),
        ("copies = 2", "copies = true", "freight.copies"),
        ("copies = 2", "copies = 2.0", "freight.copies"),
        ("total = 104", "total = 103", "freight.total"),
        ("total = 104", "total = 0", "freight.total"),
        ("total = 104", 'total = "104"', "freight.total"),
    ],
)
@pytest.mark.rule("MGR-C5", "MGR-1.2")
def test_freight(old: str, new: str, path: str) -> None:
    """Two copies of each pair, 104 cards in all."""
    error = fault(changed((old, new)))
    assert (error.check, error.path) == ("MGR-C5", path)


@pytest.mark.parametrize(
    "text",
    [
        without_item(order("grey")),
        without_item(order("green-b")),
        changed((order("grey"), 'id = "yellow"')),
        within(order("grey"), 'colour = "grey"', 'colour = "pink"'),
        within(order("purple"), 'colour = "purple"', 'colour = "Purple"'),
        within(order("purple"), 'colour = "purple"', 'colour = "beige"').replace("groups = [4]\nsize = 4", "groups = [5]\nsize = 5"),
        within(order("purple"), 'colour = "purple"', "colour = 4"),
    ],
)
@pytest.mark.rule("MGR-C6", "MGR-1.4")
def test_orders(text: str) -> None:
    """There are exactly eight Order Cards in the six colours, so many of each."""
    error = fault(text)
    assert error.check == "MGR-C6"
    assert error.path.startswith("orders.item")


@pytest.mark.parametrize(
    ("order_id", "old", "new"),
    [
        ("green-a", "groups = [2, 2]", "groups = [4]"),
        ("green-a", "groups = [2, 2]", "groups = [3, 1]"),
        ("green-b", "groups = [2, 2]", "same_colour = 4"),
        ("blue-a", "groups = [3]", "groups = [3]\nsame_colour = 3"),
        ("blue-b", "groups = [3]", "groups = [2, 1]"),
        ("purple", "groups = [4]", "groups = [2, 2]"),
        ("beige", "groups = [5]", "groups = [3, 2]"),
        ("beige", "groups = [5]\n", ""),
        ("beige", "groups = [5]", "groups = []"),
        ("yellow", "groups = [3, 2]", "groups = [2, 3]"),
        ("yellow", "groups = [3, 2]", 'groups = "3, 2"'),
        ("yellow", "groups = [3, 2]", "groups = [3, true]"),
        ("grey", "same_colour = 5", "same_colour = 4"),
        ("grey", "same_colour = 5", "same_colour = true"),
        ("grey", "same_colour = 5", "groups = [5]"),
    ],
)
@pytest.mark.rule("MGR-C7", "MGR-1.5")
def test_patterns(order_id: str, old: str, new: str) -> None:
    """Each order has the pattern of its colour, given as one of `groups` and `same_colour`."""
    error = fault(within(order(order_id), old, new))
    assert error.check == "MGR-C7"
    index = GAME.content.order_index[order_id]
    assert error.path.startswith(f"orders.item[{index}]")


@pytest.mark.parametrize(
    ("order_id", "old", "new"),
    [
        ("green-a", "size = 4", "size = 5"),
        ("grey", "size = 5", "size = 4"),
        ("yellow", "size = 5", "size = 6"),
        ("blue-b", "size = 3", 'size = "3"'),
        ("blue-b", "size = 3", "size = 3.0"),
    ],
)
@pytest.mark.rule("MGR-C8")
def test_sizes(order_id: str, old: str, new: str) -> None:
    """The size of an order is the number of cards of its pattern."""
    error = fault(within(order(order_id), old, new))
    assert (error.check, error.path) == ("MGR-C8", f"orders.item[{GAME.content.order_index[order_id]}].size")


@pytest.mark.parametrize("bonus", ["0", "-1", "21", "true", "3.0", '"3"', "[3]"])
@pytest.mark.rule("MGR-C9")
def test_bonuses(bonus: str) -> None:
    """A bonus is an int in 1..20, and a bool is no int."""
    error = fault(within(order("grey"), "bonus = 3", f"bonus = {bonus}"))
    assert (error.check, error.path) == ("MGR-C9", "orders.item[7].bonus")


@pytest.mark.rule("MGR-C9", "MGR-1.6")
def test_owners_may_give_other_bonuses() -> None:
    """Bonuses of an own file may repeat and go up to 20; the shipped file uses each of 1 to 8 once."""
    content = accepted(changed(("bonus = 3", "bonus = 20"), ("bonus = 8", "bonus = 1")))
    assert sorted(card.bonus for card in content.orders.item) == [1, 1, 2, 4, 5, 6, 7, 20]
    assert sorted(card.bonus for card in GAME.content.orders.item) == [1, 2, 3, 4, 5, 6, 7, 8]
    # and they count
    game = StationManager(content)
    config = game.config(2, laid_limit=10, first_seat=0)
    assert config.content != GAME.config(2).content
    state = game.initial_state(config, SeededChance(1))
    holders = tuple(0 if card.id == "grey" else None for card in content.orders.item)
    held = type(state)(state.config, state.clock, state.draw_pile, state.discard_pile, state.places, holders, state.pending, state.standings)
    assert game.standing(held, 0) == 20
    assert GAME.standing(held, 0) == 3


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('id = "red"', 'id = "Red"', "colours.item[0].id"),
        ('id = "red"', 'id = "1red"', "colours.item[0].id"),
        ('id = "red"', 'id = "-red"', "colours.item[0].id"),
        ('id = "bananas"', 'id = "ripe bananas"', "merchandise.item[0].id"),
        ('id = "green-a"', 'id = "green_a"', "orders.item[0].id"),
        ('id = "green-a"', 'id = "grün-a"', "orders.item[0].id"),
    ],
)
@pytest.mark.rule("MGR-C10")
def test_ids(old: str, new: str, path: str) -> None:
    """Ids are lower-case letters, digits and hyphens and begin with a letter."""
    error = fault(changed((old, new)))
    assert (error.check, error.path) == ("MGR-C10", path)


@pytest.mark.rule("MGR-C10")
def test_the_order_of_items_is_the_index_order() -> None:
    """Items are numbered as they stand in the file, which decides card types and action ids."""
    swapped = changed(
        (BANANAS, 'symbol = "XX"'),
        ('symbol = "CA"', BANANAS),
        ('symbol = "XX"', 'symbol = "CA"'),
        ('id = "bananas"', 'id = "xx"'),
        ('id = "cattle"', 'id = "bananas"'),
        ('id = "xx"', 'id = "cattle"'),
    )
    game = StationManager(accepted(swapped))
    assert game.parse_card("CAr") == 0
    assert game.parse_card("BAr") == 4
    reordered = TEXT.replace(item_of(order("grey")), "", 1).replace(item_of(order("green-a")), item_of(order("grey")) + item_of(order("green-a")), 1)
    other = StationManager(accepted(reordered))
    config = other.config(2)
    state = other.initial_state(config, SeededChance(0))
    assert other.codec(config).decode(state, 54) == FulfilOrder("grey")
    assert other.codec(config).decode(state, 55) == FulfilOrder("green-a")
    assert GAME.codec(GAME.config(2)).decode(state, 54) == FulfilOrder("green-a")


@pytest.mark.rule("MGR-1.4", "MGR-1.5", "MGR-1.6", "MGR-1.7")
def test_the_shipped_order_cards() -> None:
    """Eight Order Cards in six colours with the patterns and bonuses of the page; the copies of a colour differ in bonus."""
    found = [(card.id, card.colour, card.groups, card.same_colour, card.size, card.bonus) for card in GAME.content.orders.item]
    assert found == [
        ("green-a", "green", (2, 2), None, 4, 1),
        ("green-b", "green", (2, 2), None, 4, 2),
        ("blue-a", "blue", (3,), None, 3, 4),
        ("blue-b", "blue", (3,), None, 3, 5),
        ("purple", "purple", (4,), None, 4, 7),
        ("beige", "beige", (5,), None, 5, 8),
        ("yellow", "yellow", (3, 2), None, 5, 6),
        ("grey", "grey", None, 5, 5, 3),
    ]
    assert sum(card.bonus for card in GAME.content.orders.item) == 36


@pytest.mark.rule("MGR-1.1", "MGR-1.2", "MGR-1.3")
def test_the_shipped_freight() -> None:
    """Thirteen kinds of merchandise in four colours, two of each pair; a type is 4 times the merchandise plus the colour."""
    symbols = ["BA", "CA", "CL", "CF", "CT", "GR", "MA", "OI", "PO", "RU", "SP", "TI", "WI"]
    assert [kind.symbol for kind in GAME.content.merchandise.item] == symbols
    assert [colour.letter for colour in GAME.content.colours.item] == ["r", "o", "w", "k"]
    for index, symbol in enumerate(symbols):
        assert cards(f"{symbol}r {symbol}o {symbol}w {symbol}k") == tuple(range(4 * index, 4 * index + 4))
    assert GAME.content.freight.copies == 2
    assert GAME.content.deck == tuple(sorted([*range(52), *range(52)]))


@pytest.mark.parametrize(("symbol", "letter"), [("ÄÖ", "ü"), ("ΣΩ", "λ"), ("БЖ", "ы"), ("ÑA", "ñ")])
@pytest.mark.rule("MGR-C3", "MGR-C4")
def test_letters_of_other_alphabets(symbol: str, letter: str) -> None:
    """An owner's letters may be of any alphabet that has upper and lower case, and are the notation of that game, in any case."""
    game = StationManager(accepted(changed((BANANAS, f'symbol = "{symbol}"'), (RED, f'letter = "{letter}"'))))
    view = game.view(game.initial_state(game.config(2), SeededChance(0)), 0)
    text = game.action_to_str(view, DiscardFreight(0))
    assert text == f"discard {symbol}{letter}"
    assert [game.parse_action(view, form) for form in (text, text.upper(), text.lower())] == [DiscardFreight(0)] * 3


def test_names_of_an_own_file_show_in_texts(tmp_path: Path) -> None:
    """An owner's symbols and letters are the notation of that game."""
    file = tmp_path / "own.toml"
    file.write_text(changed((BANANAS, 'symbol = "QQ"'), (RED, 'letter = "z"')), encoding="utf-8")
    game = railrules.load("station-manager", content=file)
    view = game.view(game.initial_state(game.config(2), SeededChance(0)), 0)
    assert game.action_to_str(view, DiscardFreight(0)) == "discard QQz"
    assert game.parse_action(view, "discard qqz") == DiscardFreight(0)
    assert codes((0,)) == "BAr"
