"""Cards in a file that nobody looked at would make a false "legal": every line is read or named."""

import json

import pytest

from importers.decks.deck_list import DeckList
from importers.decks.reading import parse_deck
from importers.decks.writing import losses, write_deck

EXPORT = """Two of a kind

Villain
Red / Yellow
Sets: From Awakenings to Convergence

CHARACTER
\u00af\u00af\u00af\u00af
2x Captain Nobody, Elite Nothing (Awakenings #1)
"""


def read(text: str, source: str = "x.txt") -> DeckList:
    return parse_deck(text.encode(), source=source)


# -- swdestinydb text ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        "2 Force Throw",
        "Force Throw x2",
        "2X Force Throw (Awakenings #50)",
        "2x\tForce Throw (Awakenings #50)",
        "Force Throw",
        "Force Throw (2)",
        "- 2x Force Throw",
        "Force Throw #50",
        "# note\u20282x Force Throw",
        "Villain",
        "Deck built on 2x Force Throw",
        "Sets: 2x Force Throw to B",
    ],
)
def test_a_line_that_is_not_in_the_form_of_the_export_is_read_or_named(row: str) -> None:
    deck_list = read(f"{EXPORT}{row}\n")
    accounted = len(deck_list.lines) + len(deck_list.unread)
    assert accounted == 2, "the line went to the notes, and the deck was legal without it"


@pytest.mark.parametrize("row", ["2 Force Throw", "Force Throw x2", "2x Force Throw"])
def test_the_name_of_a_deck_is_no_card_with_a_count(row: str) -> None:
    deck_list = read(f"{row}\n\nCHARACTER\n\u00af\u00af\u00af\u00af\n2x A, B (Awakenings #1)\n")
    assert deck_list.name is None
    assert len(deck_list.lines) + len(deck_list.unread) == 2


def test_a_bare_name_right_above_the_cards_is_no_name_of_the_deck() -> None:
    deck_list = read("Force Throw\n2x A, B (Awakenings #1)\n")
    assert [entry.text for entry in deck_list.unread] == ["Force Throw"]


@pytest.mark.parametrize("row", ["2 Force Throw", "2x Force Throw (Awakenings #50)"])
def test_an_underline_makes_no_heading_of_a_card(row: str) -> None:
    deck_list = read(f"{EXPORT}\n{row}\n-----\n\nEVENT\n-----\n2x Salt (Awakenings #10)\n")
    assert len(deck_list.lines) + len(deck_list.unread) == 3


def test_what_the_export_says_of_the_deck_is_kept_as_notes() -> None:
    deck_list = read(f"{EXPORT}\n\nDeck built on https://example.org\n// mine\n")
    assert deck_list.unread == ()
    assert deck_list.notes == (
        "Villain\nRed / Yellow\nSets: From Awakenings to Convergence\nDeck built on https://example.org\n// mine"
    )


# -- lines that editors show and files do not have -------------------------------------------------

BREAKS = ("\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")


@pytest.mark.parametrize("sign", BREAKS)
@pytest.mark.parametrize(
    "text",
    [
        "4 Yoda (A)\n# a note{}5 Boba Fett (A)\n",
        "4 Yoda (A)\n//{}Boba Fett (A)\n",
        "4 Yoda (A)\nSideboard:{}5 Boba Fett (A):\n",
        "4\tYoda (A)\nSideboard:{}5 Boba Fett (A):\n",
    ],
)
def test_a_sign_at_which_editors_break_the_line_hides_no_card(sign: str, text: str) -> None:
    deck_list = read(text.format(sign))
    assert [entry.line for entry in deck_list.unread] == [2]
    assert deck_list.quantity == 4


def test_a_comment_that_ends_in_such_a_sign_hides_nothing() -> None:
    assert read("# a note\f\n4 Yoda (A)\n").unread == ()


# -- tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("count,name,,\n1,A,,\n1,B,4,C\n", [3, 3]),
        ("count,name,sideboard\n1,A,\n1,B,2\n", [3]),
        ("count,name,foil count\n4,A,4\n4,B,2\n", [3]),
        ("count,name,cards\n4,A,4\n1,B,4\n", [3]),
        ('count,name,comment\n1,A,"see\n4,B\n"\n', [3]),
    ],
)
def test_cells_beside_the_known_columns_are_named(text: str, lines: list[int]) -> None:
    assert [entry.line for entry in read(text, "x.csv").unread] == lines


@pytest.mark.parametrize(
    "text",
    [
        "count,name,\n1,A,\n",
        "Count,Tradelist Count,Name\n4,2,A\n",
        "Count,Owned,Name\n4,2,A\n",
        "count,name,side\n1,A,Light\n",
        'count,name,comment\n1,A,"two\nlines"\n',
        "count,name,qty of copies\n1,A,1\n",
    ],
)
def test_columns_that_hide_nothing_are_no_reproach(text: str) -> None:
    assert read(text, "x.csv").unread == ()


@pytest.mark.parametrize(
    "header", ["Quantity,CardName,Version", "qty;Karte;Fassung", "Ilo\u015b\u0107;Nazwa karty;Wersja"]
)
def test_a_column_of_versions_counts(header: str) -> None:
    """The collection read the same header rightly; the deck said that the version is not told."""
    sign = ";" if ";" in header else ","
    rows = [
        ("4", "Boba Fett", "A"),
        ("1", "Boba Fett (B)", "b"),
        ("1", "Mace Windu (Promo)", "C"),
        ("1", "TIE Hunter", ""),
    ]
    text = "\n".join([header, *(sign.join(row) for row in rows)])
    deck_list = read(text, "x.csv")
    assert deck_list.unread == ()
    assert [line.name for line in deck_list.lines] == [
        "Boba Fett (A)",
        "Boba Fett (B)",
        "Mace Windu (Promo) (C)",
        "TIE Hunter",
    ]


@pytest.mark.parametrize("version", ["C", "second", "AB"])
def test_a_version_that_contradicts_the_name_is_named(version: str) -> None:
    (entry,) = read(f"Quantity,CardName,Version\n4,Boba Fett (A),{version}\n").unread
    assert "version" in entry.reason


def test_the_format_of_the_dao_swc_site_says_what_it_loses() -> None:
    deck_list = read("5 Boba Fett (A)\n1 Devotion, Yun-Shuno\nSideboard:\n2 TIE Hunter\n")
    assert write_deck(deck_list, "daoswc-csv").decode() == (
        'Quantity,CardName,Version\n5,Boba Fett,A\n1,"Devotion, Yun-Shuno",\n'
    )
    assert losses(deck_list, "daoswc-csv") == (
        "2 cards in Sideboard left out; the site knows the main deck only",
        "the site cuts every quantity to 4: Boba Fett (A)",
        "the site divides names at commas and skips such rows: Devotion, Yun-Shuno",
    )


# -- JSON and XML ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        {"count": 1, "quantity": 4},
        {"count": 1, "Qty": "4"},
        {"count": 1, "copies": "many"},
        {"count": 1, "cards": [{"count": 3}]},
    ],
)
def test_two_counts_that_differ_are_named(entry: dict[str, object]) -> None:
    document = {"cards": [entry | {"name": "Yoda (A)"}]}
    assert len(read(json.dumps(document), "x.json").unread) == 1


def test_two_counts_that_agree_are_no_reproach() -> None:
    document = {"cards": [{"count": 4, "quantity": 4, "name": "Yoda (A)", "setName": "x"}]}
    assert read(json.dumps(document), "x.json").unread == ()


CARD = "<card><name id=''>Yoda (A)</name></card>"


@pytest.mark.parametrize("hidden", [f"<!-- {CARD} -->", f"<?x {CARD}?>", f"<!--\n{CARD}\n-->"])
def test_cards_in_a_comment_of_xml_are_named(hidden: str) -> None:
    """A program that is no XML parser may read them."""
    dek = f"<deck><superzone name='Deck'>\n{CARD}\n{hidden}</superzone></deck>"
    o8d = f"<deck game='x'><section name='Main'>\n<card qty='1' id='a'>A</card>\n{hidden}</section></deck>"
    for text in (dek, o8d):
        deck_list = read(text)
        assert (deck_list.quantity, [entry.line for entry in deck_list.unread]) == (1, [3])


def test_cards_beside_the_slots_of_swdestinydb_are_named() -> None:
    document = {"slots": {"01001": {"quantity": 1}}, "side": {"01002": 4}, "tags": ["fast"]}
    deck_list = read(json.dumps(document), "x.json")
    assert [entry.reason for entry in deck_list.unread] == ["more codes of cards beside the slots"]


def test_another_count_of_an_octgn_card_is_named() -> None:
    text = "<deck game='x'><section name='Main'><card qty='1' quantity='4' id='a'>A</card></section></deck>"
    (entry,) = read(text).unread
    assert "quantity=" in entry.reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<deck ", "<deck cards='4 Yoda (B)' "),
        ("<superzone ", "<superzone also='4 Yoda (B)' "),
        ("<meta>", "<meta more='4 Yoda (B)'>"),
        ("<meta>", "<meta><cards>4 Yoda (B)</cards>"),
        ("<meta>", "<meta>4 Yoda (B)"),
    ],
)
def test_what_stands_in_the_head_or_the_attributes_of_a_dek_is_named(old: str, new: str) -> None:
    text = f"<deck version='0.8'><meta><game>starwars</game></meta><superzone name='Deck'>{CARD}</superzone></deck>"
    assert read(text).unread == ()
    deck_list = read(text.replace(old, new))
    assert (deck_list.quantity, len(deck_list.unread)) == (1, 1)
