"""LackeyCCG decks: real files come back byte for byte, and both ways of reading agree."""

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from importers.decks import deck_xml
from importers.decks.deck_format import MAX_LINES
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.lackey_dek import NAME, game_for, read_canonical
from importers.decks.lackey_xml import read_tolerantly
from importers.decks.reading import parse_deck, read_deck
from importers.decks.writing import losses, write_deck
from importers.errors import ForbiddenXmlError, ForeignFormatError, LimitError, MalformedFileError
from importers.sources.lackey_update import lackey_checksum
from tests.amounts import amount
from tests.importers.decks import deck_lists

CARD = '<card><name id="K">Yoda (A)</name><set>AOTC</set></card>'


def in_deck(inside: str) -> str:
    return f'<deck version="0.8">\n<superzone name="Deck">\n{inside}\n</superzone>\n</deck>\n'


def tolerant(text: str) -> DeckList:
    found = read_tolerantly(text, "-")
    return found._replace(read_as=NAME, game=game_for(found.game) if found.game else None)


def read(text: str) -> DeckList:
    return parse_deck(text.encode(), source="my.dek")


@pytest.mark.shared_data
def test_real_decks_come_back_byte_for_byte(shared: Path) -> None:
    folder = shared / "data" / "swtcg" / "decks"
    rows = (folder / "CHECKSUMS.tsv").read_text(encoding="ascii").splitlines()[1:]
    for name, published in (row.split("\t") for row in rows):
        data = (folder / name).read_bytes()
        deck_list = read_deck(folder / name)
        assert (deck_list.read_as, deck_list.unread) == ("lackey-dek", ())
        assert deck_list.quantity == data.count(b"<card>")
        written = write_deck(deck_list, "lackey-dek")
        assert written == data
        assert lackey_checksum(data) == lackey_checksum(written) == int(published)
    assert len(rows) == 9


@settings(max_examples=amount(40, 300))
@given(deck_lists.deck_lists(deck_lists.hostile_zones, deck_lists.hostile_texts))
def test_both_readers_agree_on_written_decks(deck_list: DeckList) -> None:
    text = write_deck(deck_list, "lackey-dek").decode().replace("\r\n", "\n")
    quick = read_canonical(text)
    assert quick is None or quick == tolerant(text)
    printable = all(row.lstrip("\t").isprintable() for row in text.split("\n"))
    if printable and deck_list.newline == "\n" and len(set(deck_list.zones)) == len(deck_list.zones):
        assert quick is not None, "a written deck is not read the quick way"


ROWS = [
    '<deck version="0.8">',
    "\t<meta>",
    "\t\t<game>starwars</game>",
    "\t\t<game>other</game>",
    "\t</meta>",
    '\t<superzone name="Deck">',
    '\t<superzone name="Supply">',
    '\t<superzone name="">',
    "\t</superzone>",
    f"\t\t{CARD}",
    f"\t\t{CARD}{CARD}",
    f"\t\t{CARD} ",
    '\t\t<card><name id="">A</name></card>',
    "</deck>",
    "",
    '\t\t<card><name id="A,B">A &amp; B &lt;&gt;</name><set></set></card>',
    "hello",
    "<!-- x -->",
    '\t\t<card><name id="K"> </name><set>S</set></card>',
    '\t\t<card><name id="K">a&b</name></card>',
    '\t\t<card><name id="K"> a\x85\u2028"\'b </name><set> S </set></card>',
    '\t\t<card><name id="K">a]]>b</name></card>',
    '\t\t<card><name id="K">a>b\ufffe</name></card>',
    f'\t\t<card><name id="K">{"n" * 201}</name></card>',
    '\t\t<card><name id="&#65;">&#233;</name></card>',
]


@settings(max_examples=amount(75, 500))
@given(st.lists(st.sampled_from(ROWS), max_size=8), st.integers(0, 12), st.integers(0, 3))
def test_both_readers_agree_on_edited_decks(rows: list[str], at: int, cut: int) -> None:
    """Whatever lines an editor puts in or takes out, the quick way never reads more or less."""
    deck = [
        *ROWS[:3],
        ROWS[4],
        ROWS[5],
        f"\t\t{CARD}",
        "\t</superzone>",
        ROWS[6],
        "\t</superzone>",
        "</deck>",
        "",
    ]
    text = "\n".join([*deck[:at], *rows, *deck[at + cut :]])
    quick = read_canonical(text)
    if quick is not None:
        assert quick == tolerant(text)


def test_canonical_cards_are_counted_one_by_one_with_their_lines() -> None:
    head = '<deck version="0.8">\n\t<meta>\n\t\t<game>starwars</game>\n\t</meta>\n'
    text = f'{head}\t<superzone name="Deck">\n\t\t{CARD}\n\t\t{CARD}\n\t</superzone>\n</deck>\n'
    quick = read_canonical(text)
    assert quick is not None
    assert quick.lines == tuple(DeckLine(1, "Yoda (A)", "Deck", n, "AOTC", "K") for n in (6, 7))
    assert quick.game == "swtcg"
    assert type(quick.lines[0]) is DeckLine
    with pytest.raises(AttributeError):
        quick.lines[0].quantity = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (f'<deck><game>starwars</game><superzone name="Deck">{CARD}</superzone></deck>', "swtcg"),
        (
            f'<deck><meta><game> redemption </game></meta><superzone name="Deck">{CARD}</superzone></deck>',
            "redemption",
        ),
        (f'<deck><superzone name="Deck">{CARD}</superzone></deck>', None),
        (
            f'<?xml version="1.0" encoding="latin1"?><deck><superzone name="Deck">{CARD}</superzone></deck>',
            None,
        ),
    ],
)
def test_unusual_heads_are_read(text: str, game: str | None) -> None:
    deck_list = read(text)
    assert (deck_list.game, deck_list.quantity, deck_list.unread) == (game, 1, ())


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ('<card qty="4"><name>A</name></card>', "a card with the unknown qty="),
        ("<card><name>A</name><qty>4</qty></card>", "a card with the unknown element <qty>"),
        ("<card><name>A</name><name>B</name></card>", "a card with two <name>"),
        ('<card><name id="k" foil="1">A</name></card>', "a card with the unknown foil="),
        ("<card>4 <name>A</name></card>", "a card with text beside its name: '4'"),
        ("<card><set>AOTC</set></card>", "no card name"),
        ("<card><name>A<b>B</b></name></card>", "a card with the unknown element <b>"),
        ("<token/>", "<token> is no part of a deck"),
        ("4 Yoda (A)", "text outside of any card"),
        (f"<card><name>{'n' * 300}</name></card>", "a card name of 300 characters, at most 200 expected"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(inside: str, reason: str) -> None:
    deck_list = read(in_deck(f"{CARD}\n\n{inside}\n{CARD}"))
    assert deck_list.quantity == 2
    assert [(entry.line, entry.reason) for entry in deck_list.unread] == [(5, reason)]


@pytest.mark.parametrize("brk", ["<card><name>R & D</name></card>", "</card>", "<", "<card", "&nbsp;"])
def test_after_a_break_every_line_is_accounted_for(brk: str) -> None:
    deck_list = read(in_deck(f"{CARD}\n{brk}\n{CARD}\n{CARD}"))
    assert deck_list.quantity == 1
    lines = [entry.line for entry in deck_list.unread]
    assert lines[-4:] == [5, 6, 7, 8]
    assert "broken XML" in next(e.reason for e in deck_list.unread if e.line == lines[0])


def test_a_card_that_never_ends_is_told_where_it_begins() -> None:
    deck_list = read('<deck>\n<superzone name="Deck">\n<card><name>A</name>\n<set>B\n')
    assert [(e.line, e.reason) for e in deck_list.unread] == [
        (3, "a card that does not end"),
        (5, "broken XML (no element found)"),
    ]


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE deck [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE deck [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE deck SYSTEM "http://example.org/deck.dtd">',
    ],
)
def test_entities_and_document_types_are_refused(head: str) -> None:
    with pytest.raises(ForbiddenXmlError, match=r"my\.dek:1: a document type or entity"):
        read(f'{head}<deck><superzone name="Deck"><card><name>&b;</name></card></superzone></deck>')


def test_deep_nesting_and_many_zones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitError, match="nested 21 deep"):
        read(in_deck("<x>" * 5_000))
    with pytest.raises(LimitError, match="51 zones"):
        read("<deck>" + "".join(f'<superzone name="{n}"/>' for n in range(60)) + "</deck>")
    most = amount(5_000, MAX_LINES)
    monkeypatch.setattr(deck_xml, "MAX_LINES", most)
    odd = "<foo/>" * most
    assert len(read(in_deck(odd)).unread) == most
    with pytest.raises(LimitError, match=f"more than {most:,} unreadable lines"):
        read(in_deck(f"{odd}<foo/>"))
    with pytest.raises(LimitError, match=f"more than {most:,} cards"):
        read(in_deck("<card/>" * (most + 1)))


def test_a_magic_online_deck_is_recognised_and_refused() -> None:
    deck = '<?xml version="1.0"?>\n<Deck><Cards CatID="1" Quantity="4" Sideboard="false" Name="Opt"/></Deck>'
    with pytest.raises(
        ForeignFormatError, match=r"my\.dek: is a Magic Online deck, which deckcheck does not"
    ):
        read(deck)


@pytest.mark.parametrize("text", ["4 Yoda (A)\n", "<html><superzone/></html>", "<deck"])
def test_what_is_no_such_file_is_an_error_when_forced(text: str) -> None:
    with pytest.raises(MalformedFileError, match=r"my\.dek:1: "):
        parse_deck(text.encode(), source="my.dek", as_format="lackey-dek")


def test_guessed_image_keys_are_said() -> None:
    lines = (DeckLine(3, "Deliah Blue (D)", set_code="LEG"), DeckLine(1, "Yoda (A)", image_key="K"))
    deck_list = DeckList(lines, "text", game="swtcg")
    assert losses(deck_list, "lackey-dek") == (
        "3 image keys are guessed from name and set; LackeyCCG may show no picture",
    )
    written = write_deck(deck_list, "lackey-dek").decode()
    assert written.count('<name id="LEG_Deliah_Blue_D">Deliah Blue (D)</name><set>LEG</set>') == 3
    assert '<name id="K">Yoda (A)</name></card>' in written
