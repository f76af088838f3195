"""What becomes of the lines of a list: copies and dice put together, headings, notes, odd ids."""

from pathlib import Path

import pytest

from db.cards.lookup import Catalogue
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckLine, DeckList, UnreadLine

LEIA = "Leia Organa, Born Leader"


def resolver_of(database: Path, game: str) -> Resolver:
    return Resolver(Catalogue(database, game), get_game(game))


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
        UnreadLine(1, "Ugnaught", "no count"), UnreadLine(2, "Yoda (A) (Promo)", "no count"),
        UnreadLine(3, "Yoda (A) (Foil)", "no count"), UnreadLine(4, "a remark", "no count"),
        UnreadLine(5, "Yoda", "no count"), UnreadLine(6, "Yoda", "no count", "the cell A6"),
        UnreadLine(7, "Yoda (A)", "no count"), UnreadLine(8, "YODA A", "no count"),
        UnreadLine(9, "Ugnaught (LEGO)", "no count", "the cell A9"),
    )  # fmt: skip
    deck = swtcg.resolve(DeckList((), "text", loose=loose))
    assert [u.line for u in deck.unread] == [1, 2, 6, 7, 8, 9]
