"""Editing a file changes what was asked for; every other byte of it stays where it is."""

import difflib
import random
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from importers.decks.deck_edit import AddedLine, DeckEdit, DeckEditor
from importers.decks.deck_list import DeckLine, DeckList, merged
from importers.decks.editing import EDITORS, EditableDeck, editable_deck, find_editor
from importers.decks.reading import parse_deck, read_deck
from importers.decks.writing import WRITERS, write_deck
from importers.errors import UneditableDeckError, UnwritableDeckError
from tests.amounts import amount
from tests.importers.decks.deck_lists import deck_lists, known_zones
from tests.importers.decks.test_samples import FILES

EDITABLE = [path for path in FILES if find_editor(read_deck(path).read_as)]
DATA = Path(__file__).parents[4] / "shared" / "data"
REAL = sorted(
    path
    for folder in ("swtcg/decks", "swtcg/winners", "stargate/Decks", "swlcg/winners")
    for path in (DATA / folder).rglob("*")
    if path.suffix in {".dek", ".txt", ".o8d"}
)


def opened(path: Path) -> EditableDeck:
    return editable_deck(path.read_bytes(), source=str(path))


def cards(deck_list: DeckList) -> set[DeckLine]:
    """What a deck list says, wherever in the file it says it."""
    return set(merged(line._replace(line=None) for line in deck_list.lines))


def changed_lines(before: bytes, after: bytes) -> tuple[list[bytes], list[bytes]]:
    """The lines of a file that went, and those that came."""
    one, other = before.splitlines(keepends=True), after.splitlines(keepends=True)
    gone, came = [], []
    for what, a, b, c, d in difflib.SequenceMatcher(None, one, other, False).get_opcodes():
        gone += one[a:b] if what != "equal" else []
        came += other[c:d] if what != "equal" else []
    return gone, came


def a_card(deck: EditableDeck, zone: str) -> DeckLine:
    """A card that is in none of the decks, with all that a format may ask of it."""
    line = DeckLine(1, "Nexu of Tests", zone, None, "AOTC", "AOTC089_Nexu", "89", "01234", 2)
    return deck.fitted(line)


@pytest.mark.parametrize("path", EDITABLE, ids=lambda path: path.name)
def test_a_file_that_nothing_is_changed_in_stays_as_it_is(path: Path) -> None:
    assert opened(path).edited(DeckEdit({})) == path.read_bytes()


@pytest.mark.parametrize("path", EDITABLE, ids=lambda path: path.name)
def test_another_count_changes_its_line_alone(path: Path) -> None:
    deck = opened(path)
    for index, line in enumerate(deck.deck_list.lines):
        if deck.editor.single(line) or "swdestinydb" in path.name:
            continue
        after = deck.edited(DeckEdit({index: (line.quantity + 2, line.dice)}))
        gone, came = changed_lines(deck.data, after)
        assert len(gone) == len(came) == 1
        wanted = [x._replace(quantity=x.quantity + 2 * (x is line)) for x in deck.deck_list.lines]
        back = parse_deck(after, source=str(path))
        assert cards(deck.deck_list._replace(lines=tuple(wanted))) == cards(back)


@pytest.mark.parametrize("path", EDITABLE, ids=lambda path: path.name)
@pytest.mark.parametrize("quoted", [False, True])
def test_in_a_quotation_and_in_a_block_of_code_the_marks_stay(path: Path, *, quoted: bool) -> None:
    mark, end = (b"> ", b"") if quoted else (b"", b"\r\n```")
    rows = path.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines()
    data = b"\r\n".join(mark + row for row in ([] if quoted else [b"```"]) + rows) + end
    deck = editable_deck(data, source=path.name)
    assert deck.edited(DeckEdit({})) == data
    index = next((n for n, line in enumerate(deck.deck_list.lines) if not deck.editor.single(line)), 0)
    line = deck.deck_list.lines[index]
    if not deck.editor.single(line):
        gone, came = changed_lines(data, deck.edited(DeckEdit({index: (line.quantity + 2, line.dice)})))
        assert len(gone) == len(came) == 1
        assert came[0].startswith(mark)
    if not quoted:
        gone, came = changed_lines(
            data, deck.edited(DeckEdit({}, [AddedLine(a_card(deck, line.zone), index)]))
        )
        assert len(b"".join(came)) > len(b"".join(gone))
        assert b"```" not in b"".join(came + gone)


@pytest.mark.parametrize("path", EDITABLE, ids=lambda path: path.name)
def test_a_card_that_is_put_in_and_taken_out_leaves_no_trace(path: Path) -> None:
    deck = opened(path)
    for index, line in enumerate(deck.deck_list.lines):
        new = a_card(deck, line.zone)
        if new.zone != line.zone:
            continue
        more = deck.edited(DeckEdit({}, [AddedLine(new, index)]))
        again = editable_deck(more, source=str(path))
        place = next(n for n, x in enumerate(again.deck_list.lines) if x.name == new.name)
        assert again.deck_list.lines[place]._replace(line=None) == new
        assert again.edited(DeckEdit({place: (0, None)})) == deck.data


@pytest.mark.parametrize("path", EDITABLE, ids=lambda path: path.name)
def test_lines_that_are_taken_out_are_gone_and_all_others_stay_in_order(path: Path) -> None:
    deck = opened(path)
    lines = deck.deck_list.lines
    for index in range(len(lines)):
        others = tuple(line for n, line in enumerate(lines) if n != index)
        if not others:
            continue
        back = parse_deck(deck.edited(DeckEdit({index: (0, None)})), source=str(path))
        kept = [line._replace(line=None) for line in back.lines]
        assert kept == [line._replace(line=None) for line in others]
        assert [x.text for x in back.unread] == [x.text for x in deck.deck_list.unread]


@pytest.mark.shared_data
def test_real_decks_are_edited_and_hold_what_was_wanted() -> None:
    """Some counts changed, some cards gone and a new one, some times in each file."""
    for path in REAL:
        deck = opened(path)
        chance = random.Random(path.name)
        for _ in range(amount(3, 200)):
            edit = random_edit(deck, chance)
            after = parse_deck(deck.edited(edit), source=str(path))
            assert cards(after) == cards(deck.deck_list._replace(lines=wanted(deck, edit))), path


@pytest.mark.parametrize("editor", EDITORS, ids=lambda editor: editor.name)
@given(deck_lists(known_zones), st.integers(0, 10**6))
@settings(max_examples=amount(10, 1000))
def test_every_deck_that_a_format_holds_can_be_edited_in_it(
    editor: DeckEditor, made: DeckList, seed: int
) -> None:
    """Hostile names, blanks and line ends too: the edit is exact, and never refused."""
    try:
        data = write_deck(made, editor.name)
    except UnwritableDeckError:
        return
    deck = editable_deck(data, source="deck", as_format=editor.name)
    edit = random_edit(deck, random.Random(seed))
    back = parse_deck(deck.edited(edit), source="deck", as_format=editor.name)
    assert cards(back) == cards(deck.deck_list._replace(lines=wanted(deck, edit)))
    lines = enumerate(deck.deck_list.lines)
    untouched = {in_place(line, editor): None for n, line in lines if n not in edit.counts}
    left = iter([in_place(line, editor) for line in back.lines])
    assert all(line in left for line in untouched), "the others stay in their order"


def in_place(line: DeckLine, editor: DeckEditor) -> DeckLine:
    """A line as it keeps its place: a slot of swdestinydb.com holds all copies of a card.

    It is read as one line or several, by how their dice differ.
    """
    in_slot = editor.name == "swdestinydb-json"
    return line._replace(line=None, quantity=0, dice=None) if in_slot else line._replace(line=None)


ODD_FILES = {
    "a byte order mark and CRLF": b"\xef\xbb\xbf# a\r\n4 Yoda (A)\r\n\r\n2 Nexu\r\n",
    "only CR": b"4 Yoda (A)\r2 Nexu\r",
    "UTF-16": "\ufeff4 Yoda (A)\r\n2 Nexu".encode("utf-16-le"),
    "Windows-1252": b"4 Padm\xe9 Amidala (A)\n2 Nexu",
    "mixed line ends": b"4 Yoda (A)\r\n2 Nexu\n1 Dooku (A)\r\n",
    "characters without width": "4 Yo\u200bda (A)\n2\u200b Nexu\n".encode(),
    "blanks": b"  4   Yoda (A)  \n\t2x Nexu\t\n \n",
    "count behind": b"Yoda (A) x4\nNexu X 2\n",
    "no counts": b"Yoda (A)\nNexu\n",
    "sideboard marks": b"4 Yoda (A)\nSB: 2 Nexu\n",
}


@pytest.mark.parametrize("data", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_odd_files_keep_their_encoding_line_ends_and_blanks(data: bytes) -> None:
    deck = editable_deck(data, source="deck.txt")
    first = deck.deck_list.lines[0]
    assert deck.edited(DeckEdit({})) == data
    other = deck.edited(DeckEdit({0: (first.quantity + 1, None)}))
    again = editable_deck(other, source="deck.txt")
    assert again.deck_list.lines[0].quantity == first.quantity + 1
    if first.quantity > 1:  # a name without a count gets one, which stays
        assert again.edited(DeckEdit({0: (first.quantity, None)})) == data
    for place, line in enumerate(deck.deck_list.lines):
        new = a_card(deck, line.zone)
        more = editable_deck(deck.edited(DeckEdit({}, [AddedLine(new, place)])), source="deck.txt")
        assert more.deck_list.lines[place + 1].name == new.name
        assert more.edited(DeckEdit({place + 1: (0, None)})) == data


def test_a_new_line_is_written_as_its_neighbours_are() -> None:
    new = DeckLine(2, "Kouhun", set_code="AOTC", number="31")
    for before, after in (
        (b"4x Nexu [AOTC]\n", b"4x Nexu [AOTC]\n2x Kouhun [AOTC]\n"),
        (b"Nexu x4\n", b"Nexu x4\nKouhun x2\n"),
        (b"  4 Nexu\n", b"  4 Nexu\n  2 Kouhun\n"),
        (b"Qty;Card;Set\n4;Nexu;AOTC\n", b"Qty;Card;Set\n4;Nexu;AOTC\n2;Kouhun;AOTC\n"),
    ):
        deck = editable_deck(before, source="deck")
        assert deck.edited(DeckEdit({}, [AddedLine(deck.fitted(new))])) == after


def test_a_zone_that_a_file_lacks_is_begun_behind_the_others() -> None:
    head = b'<deck game="g">\n <section name="Deck" />\n'
    supply = b' <section name="Supply">\n  <card qty="2" id="">Kouhun</card>\n </section>\n'
    for before, after in (
        (b"4 Nexu\n", b"4 Nexu\n\nSupply:\n2 Kouhun\n"),
        (head + b"</deck>", head + supply + b"</deck>"),
        (head + b' <section name="Supply"/>\n</deck>', head + supply + b"</deck>"),
    ):
        deck = editable_deck(before, source="deck")
        assert deck.edited(DeckEdit({}, [AddedLine(DeckLine(2, "Kouhun", "Supply"))])) == after


def test_what_a_file_cannot_hold_is_refused_with_its_reason() -> None:
    ansi = editable_deck(b"4 Padm\xe9 (A)\n", source="old.txt")
    with pytest.raises(UneditableDeckError, match="Windows-1252, has no 'ō'"):
        ansi.edited(DeckEdit({}, [AddedLine(DeckLine(1, "Dōgen"))]))
    with pytest.raises(UneditableDeckError, match="could not be read again"):
        editable_deck(b"4 Nexu\n", source="my.txt").edited(DeckEdit({0: (0, None)}))
    with pytest.raises(UneditableDeckError, match="10,000 copies, expected 1 to 9,999"):
        editable_deck(b"4 Nexu\n", source="my.txt").edited(DeckEdit({0: (10_000, None)}))
    table = editable_deck(b"count,name\n4,Nexu\n", source="my.csv")
    with pytest.raises(UnwritableDeckError, match="column 'zone'"):
        table.fitted(DeckLine(1, "Kouhun", "Supply"))


def wanted(deck: EditableDeck, edit: DeckEdit) -> tuple[DeckLine, ...]:
    """The lines that an edit should leave, counted apart from the editor."""
    lines = []
    for index, line in enumerate(deck.deck_list.lines):
        copies, dice = edit.counts.get(index, (line.quantity, line.dice))
        lines += [line._replace(quantity=copies, dice=dice)] if copies else []
    return (*lines, *(added.line for added in edit.added))


def random_edit(deck: EditableDeck, chance: random.Random) -> DeckEdit:
    """Some lines with other counts, some without any, and a new card somewhere."""
    counts: dict[int, tuple[int, int | None]] = {}
    for index, line in enumerate(deck.deck_list.lines[:-1]):
        choice = chance.random()
        if choice < 0.2:
            counts[index] = (0, None)
        elif choice < 0.4 and not deck.editor.single(line):
            counts[index] = (chance.randint(1, 60), line.dice)
    places: list[int | None] = [None, *range(len(deck.deck_list.lines))]
    zone = chance.choice([line.zone for line in deck.deck_list.lines] or ["Deck"])
    return DeckEdit(counts, [AddedLine(a_card(deck, zone), chance.choice(places))])


def test_every_format_has_an_editor() -> None:
    assert sorted(e.name for e in EDITORS) == sorted(w.name for w in WRITERS)
