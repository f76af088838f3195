"""Lists in documents of Word and OpenOffice, PDF files, web pages and zip files."""

import zipfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest

from importers.decks.deck_list import DeckList
from importers.decks.reading import parse_deck, read_deck
from importers.errors import (
    DeckFileError,
    ForbiddenXmlError,
    LimitError,
    MalformedFileError,
    SeveralDecksError,
    UnreadableFileError,
)
from tests.conftest import ROOT
from tests.importers.documents.made import docx, odt, pdf, zipped

LINES = ("4 Yoda (A)", "2x Luke’s X-wing", "Sideboard:", "1 Nexu")
CARDS = [(4, "Yoda (A)", "Deck"), (2, "Luke’s X-wing", "Deck"), (1, "Nexu", "Sideboard")]


def cards(found: DeckList) -> list[tuple[int, str, str]]:
    assert not found.unread
    return [(line.quantity, line.name, line.zone) for line in found.lines]


@pytest.mark.parametrize("make", [docx, odt])
def test_paragraphs_are_lines(make: object) -> None:
    kind = make.__name__  # type: ignore[attr-defined]
    found = parse_deck(make(*LINES), source=f"x.{kind}")  # type: ignore[operator]
    assert (found.read_as, cards(found)) == (kind, CARDS)
    assert [line.line for line in found.lines] == [1, 2, 4]


@pytest.mark.parametrize("make", [docx, odt])
def test_a_table_with_a_header_is_read_like_a_table_of_a_deck(make: object) -> None:
    table = [["Card", "Qty", "Zone"], ["Yoda (A)", "4", ""], ["Nexu", "1", "Supply"]]
    for around, zone in (((), "Deck"), (("Sideboard:",), "Sideboard")):
        found = parse_deck(make(*around, table), source="x")  # type: ignore[operator]
        assert cards(found) == [(4, "Yoda (A)", zone), (1, "Nexu", "Supply")]


@pytest.mark.parametrize("make", [docx, odt])
def test_a_table_without_a_header_and_one_that_lays_out_two_columns(make: object) -> None:
    found = parse_deck(make([["4", "Yoda (A)"], ["1", "Nexu"]]), source="x")  # type: ignore[operator]
    assert cards(found) == [(4, "Yoda (A)", "Deck"), (1, "Nexu", "Deck")]


def test_a_cell_of_several_lines_is_those_lines() -> None:
    cell = "<w:tc><w:p><w:r><w:t>4 Yoda (A)</w:t></w:r></w:p><w:p><w:r><w:t>1 Nexu</w:t></w:r></w:p></w:tc>"
    found = parse_deck(docx(body=f"<w:tbl><w:tr>{cell}{cell}</w:tr></w:tbl>"), source="x")
    assert [line.name for line in found.lines] == ["Yoda (A)", "Nexu"] * 2


def test_breaks_and_tabs_of_word_and_what_is_deleted_there() -> None:
    body = (
        "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>4</w:t><w:tab/><w:t>Yoda (A)</w:t>"
        "<w:br/><w:t>1 Nexu</w:t></w:r><w:del><w:r><w:delText>9 Acklay</w:delText></w:r></w:del></w:p>"
    )
    found = parse_deck(docx(body=body), source="x")
    assert cards(found) == [(4, "Yoda (A)", "Deck"), (1, "Nexu", "Deck")]


def test_blanks_of_open_document_and_what_is_commented_there() -> None:
    body = "<text:p>4<text:s text:c='3'/>Yoda (A)<office:annotation><text:p>9 Acklay</text:p></office:annotation></text:p>"
    assert cards(parse_deck(odt(body=body), source="x")) == [(4, "Yoda (A)", "Deck")]


def test_the_format_of_the_list_in_a_document_can_be_given() -> None:
    found = parse_deck(docx("4\tYoda (A)"), source="x.docx", as_format="lackey-txt")
    assert cards(found) == [(4, "Yoda (A)", "Deck")]


def test_the_text_of_a_pdf_file_is_read() -> None:
    found = parse_deck(pdf(["4 Yoda (A)", "1 Nexu"]), source="x.pdf")
    assert (found.read_as, cards(found)) == ("pdf", [(4, "Yoda (A)", "Deck"), (1, "Nexu", "Deck")])


@pytest.mark.parametrize(
    ("data", "error", "said"),  # what is large is made by its test, not by every worker that collects
    [
        (pdf([]), MalformedFileError, "without text, such as a scan"),
        (b"%PDF-1.7\nnonsense", MalformedFileError, "the PDF file cannot be read"),
        (docx(), MalformedFileError, "the document is empty"),
        (zipped({"word/document.xml": "<w:document>"}), MalformedFileError, "broken XML"),
        (
            zipped({"word/document.xml": '<!DOCTYPE d [<!ENTITY a "b">]><d>&a;</d>'}),
            ForbiddenXmlError,
            "can make a small file",
        ),
        (lambda: docx("n" * 40_000_000), LimitError, "bytes of text once unpacked"),
        (zipped({"notes.rtf": "x"}), MalformedFileError, "a zip file without a deck"),
        (lambda: zipped({"a.dek": b"0" * 17_000_000}), LimitError, "17,000,000 bytes"),
        (lambda: zipped({f"{n}.dek": b"0" * 15_000_000 for n in range(5)}), LimitError, "75,000,000 bytes"),
        (b"<html><body><script>4 Yoda</script></body></html>", MalformedFileError, "without text"),
        (b"<html><script>app.deck && app.deck.init({</script>", MalformedFileError, "export it as text"),
    ],
    ids=range(11),
)
def test_what_cannot_be_read_is_told(
    data: bytes | Callable[[], bytes], error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as told:
        parse_deck(data if isinstance(data, bytes) else data(), source="x")
    assert said in str(told.value)
    assert str(told.value).startswith("x")


def test_nesting_without_end_is_no_trouble() -> None:
    deep = "<w:sdt>" * 20_000 + "</w:sdt>" * 20_000
    assert cards(parse_deck(docx("1 Nexu", body=deep), source="x")) == [(1, "Nexu", "Deck")]
    page = "<div>" * 20_000 + "1 Nexu"
    assert cards(parse_deck(page.encode(), source="x")) == [(1, "Nexu", "Deck")]
    assert cards(parse_deck(("<table><tr><td>" * 10_000 + "1 Nexu").encode(), source="x"))


def test_a_pasted_table_and_a_pasted_list_of_html() -> None:
    table = "<table><tr><th>Qty<th>Card</tr><tr><td>4</td><td>Yoda&nbsp;(A)</td></tr></table>"
    assert cards(parse_deck(table.encode(), source="x")) == [(4, "Yoda (A)", "Deck")]
    listed = "<ul><li>4x Luke&#039;s X-wing</li>\n<li>1x <b>Nexu</b></li></ul>"
    assert cards(parse_deck(listed.encode(), source="x")) == [
        (4, "Luke's X-wing", "Deck"),
        (1, "Nexu", "Deck"),
    ]


@pytest.mark.parametrize(
    "text", ["<b>Mine</b>\n4 Yoda (A)\n<i>1 Nexu</i>\n", "<b>4</b> Yoda (A)\n<b>1</b> Nexu"]
)
def test_the_lines_of_a_text_whose_tags_end_none_are_its_own(text: str) -> None:
    found = parse_deck(text.encode(), source="x")
    assert cards(found)[-2:] == [(4, "Yoda (A)", "Deck"), (1, "Nexu", "Deck")]


def test_what_is_around_the_list_of_a_saved_page_is_passed_over_and_said() -> None:
    page = (
        "<!DOCTYPE html><html><head><title>4 titles</title></head><body><nav>Home</nav><h1>Mine</h1>"
        "<h2>Characters (4)</h2><p>4 Yoda (A)<br>1 Nexu</p><p>Imprint</p></body></html>"
    )
    found = parse_deck(page.encode(), source="x.html")
    assert cards(found) == [(4, "Yoda (A)", "Deck"), (1, "Nexu", "Deck")]
    assert found.remarks == ("3 lines of the page before and after the list were skipped",)
    assert [text.text for text in found.loose] == ["Home", "Mine", "Imprint"]


def test_a_saved_page_of_swdestinydb_gives_the_deck_that_it_stores() -> None:
    deck = '{"name": "Two", "slots": {"01038": {"quantity": 1, "dice": 2}}, "format_code": "STD"}'
    page = f"<!DOCTYPE html>\n<html><script>\napp.deck && app.deck.init({deck});</script></html>"
    found = parse_deck(page.encode(), source="x.html")
    assert (found.read_as, found.game, found.name) == ("html", "destiny", "Two")
    (line,) = found.lines
    assert (line.card_id, line.quantity, line.dice, line.line) == ("01038", 1, 2, 3)


def test_the_deck_of_swdestinydb_pasted_from_its_page() -> None:
    page = """<div class="deck-content"><h4>Hero</h4><div>Draw deck: 2 cards, 2 dice</div>
    <h5>Character (2)</h5><div class="deck-character"><div class="character-name">
      <a class="card card-tip" data-code="01038">Sample Hero</a></div>
      <div class="character-dice">2 <span class="icon-die"></span></div></div>
    <h5>Upgrade (2)</h5><div><span class="card-amount">x2</span>
      <a href="#" class="card card-tip" data-code="01059">Sample Saber</a> (<span></span>)</div>
    </div><p>9 Acklay</p>"""
    found = parse_deck(page.encode(), source="x.html")
    assert [(line.quantity, line.name, line.card_id, line.dice) for line in found.lines] == [
        (1, "Sample Hero", "01038", 2),
        (2, "Sample Saber", "01059", None),
    ]


def test_the_decks_of_a_zip_file_are_named_like_files_in_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "decks.zip"
    path.write_bytes(zipped({"one.txt": "4 Yoda (A)\n", "in/two.txt": "1 Nexu\n", "a.png": b"x"}))
    assert cards(read_deck(path / "in" / "two.txt")) == [(1, "Nexu", "Deck")]
    with pytest.raises(SeveralDecksError, match=r"with 2 decks\. Give one of them: .*two\.txt"):
        read_deck(path)
    with pytest.raises(UnreadableFileError, match="No such file in the zip file"):
        read_deck(path / "none.txt")
    path.write_bytes(zipped({"one.docx": docx("4 Yoda (A)"), "__MACOSX/one.txt": "x"}))
    assert cards(read_deck(path)) == [(4, "Yoda (A)", "Deck")]


def test_a_locked_file_in_a_zip_file_is_told() -> None:
    data = bytearray(zipped({"one.txt": "4 Yoda (A)\n"}))
    with zipfile.ZipFile(BytesIO(data)) as archive:
        start = archive.start_dir
    data[6] |= 1
    data[start + 8] |= 1
    with pytest.raises(MalformedFileError, match="locked with a password"):
        parse_deck(bytes(data), source="x")


@pytest.mark.parametrize("address", ["https://swdestinydb.com/deck/view/1", "www.example.org/x"])
def test_an_address_is_not_fetched(address: str) -> None:
    with pytest.raises(UnreadableFileError, match="nothing is fetched from the web; paste"):
        read_deck(Path(address))


@pytest.mark.parametrize("name", ["trade-box.ods", "kartenschrank.xlsx"])
def test_a_workbook_that_lost_some_bytes_anywhere_is_refused_in_words(name: str) -> None:
    data = (ROOT / "examples" / "collections" / name).read_bytes()
    for start in range(4, len(data), len(data) // 60):
        with suppress(DeckFileError):
            parse_deck(data[:start] + data[start + 20 :], source=name)
