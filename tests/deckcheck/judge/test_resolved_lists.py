"""What becomes of the lines of a list: copies and dice put together, headings, notes, odd ids."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.cards.lookup import Catalogue
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckLine, DeckList, UnreadLine
from tests.opened import opened

pytestmark = pytest.mark.whole_catalogue

LEIA = "Leia Organa, Born Leader"


def resolver_of(database: Path, game: str) -> Resolver:
    return Resolver(opened(Catalogue(database, game)), get_game(game))


@pytest.fixture(scope="module")
def swtcg(database: Path) -> Resolver:
    return resolver_of(database, "swtcg")


@pytest.fixture(scope="module")
def destiny(database: Path) -> Resolver:
    return resolver_of(database, "destiny")


def counted(resolver: Resolver, *lines: DeckLine) -> list[tuple[int, int | None]]:
    entries = resolver.resolve(DeckList(lines, "text")).entries
    return [(entry.quantity, entry.dice) for entry in entries]


def test_a_list_without_a_name_has_none(swtcg: Resolver) -> None:
    deck = swtcg.resolve(DeckList((DeckLine(1, "Ugnaught"),), "text"))
    assert (deck.name, deck.path) == ("", "")
    assert swtcg.resolve(DeckList((), "text"), "a/b.txt", "b").name == "b"
    assert swtcg.resolve(DeckList((), "text", name="Mine"), "a/b.txt", "b").name == "Mine"


def test_dice_of_equal_lines_are_added_up(destiny: Resolver) -> None:
    """An elite character costs more than two plain ones, so that no die may come or go."""
    one, elite = DeckLine(1, LEIA, line=1, dice=1), DeckLine(1, LEIA, line=2, dice=2)
    assert counted(destiny, one, one, one) == [(3, 3)]
    assert counted(destiny, elite, elite) == [(2, 4)]
    assert counted(destiny, one, elite, one) == [(2, 2), (1, 2)]
    assert counted(destiny, one, DeckLine(2, LEIA, line=3, dice=3)) == [(3, 4)]
    assert counted(destiny, DeckLine(1, LEIA, dice=0), DeckLine(2, LEIA, dice=0)) == [(3, 0)]
    assert counted(destiny, DeckLine(1, LEIA), DeckLine(2, LEIA)) == [(3, None)]
    assert counted(destiny, DeckLine(1, LEIA), one) == [(1, None), (1, 1)]


def test_a_heading_that_is_a_card_is_told_unless_cards_stand_under_it(swtcg: Resolver) -> None:
    """A card line without its count is read as a heading, and must not vanish."""
    lines = (DeckLine(1, "Ugnaught", "Peace on Naboo", 2),)
    headings = DeckList(lines, "text", zones=("Peace on Naboo", "Lull in the Fighting", "Deck"))
    deck = swtcg.resolve(headings)
    assert [(u.line, u.text, u.place) for u in deck.unread] == [
        (0, "Lull in the Fighting", "the heading 'Lull in the Fighting'")
    ]
    assert deck.unread[0].reason.endswith("begin the line with the count: '1x '")


def test_a_line_without_a_count_is_told_where_it_is_a_card(swtcg: Resolver) -> None:
    loose = (
        UnreadLine(1, "Ugnaught", "no count"),
        UnreadLine(2, "Yoda (A) (Promo)", "no count"),
        UnreadLine(3, "Yoda (A) (Foil)", "no count"),
        UnreadLine(4, "a remark", "no count"),
        UnreadLine(5, "Yoda", "no count"),
        UnreadLine(6, "Yoda", "no count", "the cell A6"),
        UnreadLine(7, "Yoda (A)", "no count"),
        UnreadLine(8, "YODA A", "no count"),
        UnreadLine(9, "Ugnaught (LEGO)", "no count", "the cell A9"),
    )
    deck = swtcg.resolve(DeckList((), "text", loose=loose))
    assert [u.line for u in deck.unread] == [1, 2, 6, 7, 8, 9]


def test_titles_are_found_in_other_spellings_and_the_exact_one_comes_first(destiny: Resolver) -> None:
    for name in ("Leia Organa - Born Leader", "Leia Organa: Born Leader", "Leia Organa (Born Leader)", LEIA):
        found = destiny.resolve_name(name)
        assert found.card is not None, name
        assert (found.card.name, found.note) == (LEIA, None)


def test_an_id_agrees_with_its_name_in_any_spelling(destiny: Resolver) -> None:
    """A list that writes dashes where the catalogue has commas contradicts nobody."""
    card = destiny.resolve_name(LEIA).card
    assert card is not None
    for name in ("Leia Organa - Born Leader", "Leia Organa", "leia organa, born leader"):
        line = DeckLine(1, name, card_id=card.printings[0].image_key)
        for read_as in ("text", "octgn-o8d"):
            (entry,) = destiny.resolve(DeckList((line,), read_as)).entries
            assert (entry.card, entry.note) == (card, None)


def test_a_single_id_is_shown_by_the_name_of_its_card(destiny: Resolver) -> None:
    """A report of a list of ids alone must not speak of nothing."""
    card = destiny.resolve_name(LEIA).card
    assert card is not None
    key = card.printings[0].image_key
    (entry,) = destiny.resolve(DeckList((DeckLine(1, key or "", card_id=key),), "text")).entries
    assert (entry.name, entry.note) == (LEIA, None)


@pytest.mark.parametrize("read_as", ["octgn-o8d", "swdestinydb-json"])
def test_an_id_beside_another_name_decides_with_a_note(destiny: Resolver, read_as: str) -> None:
    """OCTGN shows the card of the id, whatever the file calls it, and so must the verdict."""
    card = destiny.resolve_name(LEIA).card
    assert card is not None
    key = card.printings[0].image_key
    line = DeckLine(1, "Nobody", card_id=key)
    (entry,) = destiny.resolve(DeckList((line,), read_as)).entries
    assert entry.card == card
    assert entry.note == f"Nobody has the id of {LEIA} and was taken for it"
    (entry,) = destiny.resolve(DeckList((line,), "text")).entries
    assert (entry.card, entry.candidates) == (None, (card,))
    assert entry.note == f"Nobody has the id of {LEIA}; which of the two is meant is not said"


def test_a_line_without_a_name_stays_without(swtcg: Resolver) -> None:
    (entry,) = swtcg.resolve(DeckList((DeckLine(1, ""),), "text")).entries
    assert (entry.name, entry.card) == ("", None)


def test_names_are_suggested_for_sixty_unknown_names_of_each_deck(database: Path) -> None:
    """Sixty strange names are no deck of cards; the next deck has its suggestions all the same."""
    resolver = resolver_of(database, "stargate")
    name = next(card.name for card in resolver.cards() if len(card.name) > 15)
    slips = [f"{name[:n]}#{name[n:]}" for n in range(12)]
    assert [resolver.resolve_name(slip).suggestions[0] for slip in slips] == [name] * 12
    for _ in range(70):  # what was looked up once is kept, and costs no suggestion
        assert resolver.resolve_name(slips[0]).suggestions
    for n in range(58 - len(slips)):
        resolver.resolve_name(f"Plugh {n}")
    assert [bool(resolver.resolve_name(f"{name} w").suggestions) for _ in range(3)] == [True] * 3
    strange = tuple(DeckLine(1, f"Xyzzy {n}") for n in range(59))
    last = (DeckLine(1, f"{name} x"), DeckLine(1, f"{name} y"), DeckLine(1, f"{name} z"))
    found = resolver.resolve(DeckList(strange + last, "text")).entries
    assert [bool(entry.suggestions) for entry in found[-3:]] == [True, False, False]
    again = resolver.resolve(DeckList(last, "text")).entries
    assert [entry.suggestions[:1] for entry in again] == [(name,)] * 3


@pytest.fixture
def changed(own_database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(own_database)) as connection:
        yield connection


def test_keys_with_capitals_are_found_as_they_are_written(
    own_database: Path, changed: sqlite3.Connection
) -> None:
    """Image keys of the Star Wars TCG have capitals, and deck files repeat them."""
    with changed:
        changed.execute("UPDATE printings SET image_key = 'AOTC_Ugnaught' WHERE name = 'Ugnaught'")
    changed.close()
    resolver = resolver_of(own_database, "swtcg")
    for key in ("AOTC_Ugnaught", " AOTC_Ugnaught "):
        found = resolver.resolve_line(DeckLine(1, "Ugnaught", card_id=key))
        assert found.card is not None
        assert (found.card.name, found.note) == ("Ugnaught", None)
        other = resolver.resolve_line(DeckLine(1, "Nobody", card_id=key))
        assert other.card == found.card
        assert other.note == "Nobody has the id of Ugnaught and was taken for it"
        alone = resolver.resolve_line(DeckLine(1, key, card_id=key))
        assert (alone.card, alone.note) == (found.card, None)


def test_cards_that_their_source_dropped_are_told(
    own_database: Path, changed: sqlite3.Connection, swtcg: Resolver
) -> None:
    """A card is gone when all its printings are, since the day on which the last one was."""
    twice, other = [c for c in swtcg.cards() if len(c.printings) == 2][:2]
    dropped = [
        ("2026-01-02", twice.printings[0].id),
        ("2026-03-04", twice.printings[1].id),
        ("2026-01-02", other.printings[0].id),
    ]
    with changed:
        changed.executemany("UPDATE printings SET removed_on = ? WHERE id = ?", dropped)
    changed.close()
    resolver = resolver_of(own_database, "swtcg")
    gone = f"{twice.name} is no longer in the card lists, as of 2026-03-04"
    assert resolver.resolve_name(twice.name).note == gone
    strayed = resolver.resolve_name(twice.name, "No Set")
    assert strayed.note == f"{twice.name} has no printing in No Set; {gone}"
    assert resolver.resolve_name(other.name).note is None
    assert resolver.resolve_name("Nobody").note is None


def test_an_empty_game_says_how_its_cards_come_in(own_database: Path, changed: sqlite3.Connection) -> None:
    with changed:
        changed.execute("DELETE FROM sets WHERE game = 'stargate'")
    changed.close()
    resolver = resolver_of(own_database, "stargate")
    none = (
        "there are no cards of Stargate TCG in the database; "
        "import them with `deckcheck cards import` for the game stargate"
    )
    lines = DeckList((DeckLine(1, "Nobody"),), "text", game="stargate")
    assert resolver.resolve(lines).notes == (none,)
    assert resolver.resolve(DeckList((), "text")).notes == ()


def test_another_game_is_named_where_half_of_the_cards_are_unknown(
    swtcg: Resolver, destiny: Resolver
) -> None:
    foreign = [DeckLine(2, name, line=n) for n, name in enumerate(("Espionage", "Fortify"))]
    destiny_titles = {card.base_name for card in destiny.cards()}
    in_both = next(c.name for c in swtcg.cards() if c.name in destiny_titles)
    hint = "most of these cards are of Star Wars: Destiny; choose the game destiny"

    def notes(*lines: DeckLine, game: str | None = None) -> tuple[str, ...]:
        return swtcg.resolve(DeckList(lines, "text", game=game)).notes

    assert notes(*foreign) == (hint,)
    assert notes(*foreign, game="swtcg") == ()
    for shared in (in_both, "Yoda"):
        assert notes(*foreign, DeckLine(4, shared)) == (hint,)
        assert notes(*foreign, DeckLine(5, shared)) == (hint,), "of that game are all of them"
    assert notes(*foreign, DeckLine(5, "Nexu")) == ()
    assert notes(DeckLine(4, "Ugnaught"), *foreign) == ()
    assert notes(DeckLine(1, "Ugnaught")) == ()


def test_a_set_code_in_brackets_is_taken_whole(own_database: Path, changed: sqlite3.Connection) -> None:
    with changed:
        changed.execute("UPDATE sets SET code = 'XTX' WHERE game = 'swtcg' AND code = 'AOTC'")
    changed.close()
    found = resolver_of(own_database, "swtcg").resolve_name("Yoda (A) (xtx)")
    assert found.card is not None
    assert (found.card.name, found.printing and found.printing.set_code) == ("Yoda (A)", "XTX")
    found = resolver_of(own_database, "swtcg").resolve_name("Yoda (A) (XTX)")
    assert found.printing is not None
    assert found.printing.set_code == "XTX"


def test_the_printing_is_that_of_the_set_that_is_named(swtcg: Resolver) -> None:
    """A collection and a format by sets count the printing, not only the card."""
    for name, code in (
        ("High-Speed Dodge (START)", None),
        ("Imperial Knight (LEG)", None),
        ("Obi-Wan Kenobi", "START"),
    ):
        found = swtcg.resolve_name(name, code)
        assert found.printing is not None
        assert found.printing.set_code == code or f"({found.printing.set_code})" in name
    assert swtcg.resolve_name("High-Speed Dodge").printing != found.printing


def test_a_card_is_found_by_the_image_key_of_a_printing(
    own_database: Path, changed: sqlite3.Connection
) -> None:
    with changed:
        changed.execute("UPDATE printings SET image_key = 'a-key' WHERE name = 'Ugnaught'")
    changed.close()
    resolver = resolver_of(own_database, "swtcg")
    found = resolver.resolve_name("Nothing of the Kind", image_key="a-key")
    assert found.card is not None
    assert found.card.name == "Ugnaught"
    assert resolver.resolve_name("Nothing of the Kind").card is None


def test_a_card_without_printings_is_that_card_still(own_database: Path, changed: sqlite3.Connection) -> None:
    """A set may be taken out of a catalogue; a deck that was legal by name keeps its cards."""
    with changed:
        changed.execute("DELETE FROM printings WHERE name = 'Ugnaught'")
    changed.close()
    resolver = resolver_of(own_database, "swtcg")
    found = resolver.resolve_name("Ugnaught")
    assert found.card is not None
    assert (found.card.name, found.printing, found.note) == ("Ugnaught", None, None)
    found = resolver.resolve_name("Ugnaught", "AOTC")
    assert found.card is not None
    assert (found.card.name, found.note) == ("Ugnaught", "Ugnaught has no printing in AOTC")


def test_numbers_tell_nothing_apart_where_names_are_enough(swtcg: Resolver) -> None:
    first, second = DeckLine(1, "Ugnaught", number="1"), DeckLine(2, "Ugnaught", number="2")
    assert counted(swtcg, first, second) == [(3, None)]


def test_a_set_is_called_by_its_full_name_where_it_is_known(swtcg: Resolver) -> None:
    """A deck for swdestinydb names its sets in full."""
    assert swtcg.set_name("AOTC") == "Attack of the Clones"
    assert swtcg.set_name("SR") == "Sith Rising"
    assert swtcg.set_name("NONE") == "NONE"


def test_a_line_by_itself_has_no_number(swtcg: Resolver) -> None:
    """The entry of a known line serves every file, whatever line it stands in."""
    _, found = swtcg.entry(DeckLine(3, "Ugnaught", line=9))
    assert (found.quantity, found.line) == (3, None)
    assert swtcg.certain_card(DeckLine(3, "Ugnaught", dice=1)) is None


def test_a_name_means_the_same_among_very_many_that_are_unknown(few_sets_database: Path) -> None:
    """All cards are read then, and what was unknown is not looked up again; no verdict hangs on that."""
    names = ["Kitérés", "Dodge", "Captain Phasma", "First Order Stormtrooper", "Force Strike", "Force Strik"]
    many = [*names, *(f"Nobody {number}" for number in range(1_000)), *names]
    with Catalogue(few_sets_database, "destiny") as one, Catalogue(few_sets_database, "destiny") as other:
        few, whole = (Resolver(catalogue, get_game("destiny")) for catalogue in (one, other))
        found = whole.resolve_each(DeckList(tuple(DeckLine(1, name) for name in many), "text"))
        for name, entry in zip(many, found, strict=True):
            expected = few.resolve_name(name)
            assert (entry.card, entry.candidates) == (expected.card, expected.candidates), name
