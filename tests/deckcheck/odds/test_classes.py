"""Which cards a condition tells apart, and what becomes of those that nobody knows."""

from dataclasses import replace

from deckcheck.deck import UnreadEntry
from deckcheck.odds.answer import Question, answer
from deckcheck.odds.classes import CardClass
from deckcheck.odds.exact import condition_probability
from deckcheck.odds.parser import parse_condition
from tests.deckcheck.odds.classes_of_decks import deck_classes
from tests.deckcheck.odds.naive import card, deck_of, is_battle

SPACE, GROUND, BOTH = card("Falcon"), card("Walker", "Ground"), card("Podracer", "Space/Ground")
BATTLE = card("Ambush", "Battle", None)


def test_a_card_of_two_arenas_counts_in_both_and_once_in_the_deck() -> None:
    condition = parse_condition("type:space >= 1 and type:ground >= 1")
    classes = deck_classes(deck_of((2, SPACE), (3, GROUND), (4, BOTH), (5, BATTLE)), condition, is_battle)
    assert set(classes.classes) == {
        CardClass(2, (True, False)),
        CardClass(3, (False, True)),
        CardClass(4, (True, True)),
        CardClass(5, (False, False), discarded=True),
    }
    assert (classes.cards, classes.discardable) == (14, 5)
    assert [classes.copies(q) for q in condition.queries] == [6, 7]
    # One such card alone gives both.
    alone = deck_classes(deck_of((4, BOTH)), condition)
    assert condition_probability(alone, 1) == 1


def test_cards_that_no_query_tells_apart_are_one_class() -> None:
    condition = parse_condition("type:space >= 1")
    deck = deck_of(*((1, card(f"Fighter {n}")) for n in range(20)), (40, BATTLE))
    assert sorted(c.copies for c in deck_classes(deck, condition).classes) == [20, 40]


def test_only_the_main_deck_is_shuffled() -> None:
    condition = parse_condition("type:space >= 1")
    deck = deck_of((5, SPACE), (0, BOTH))
    beside = deck_of((9, SPACE), zone="Sideboard")
    both = replace(deck, entries=deck.entries + beside.entries)
    assert deck_classes(both, condition).cards == 5


def test_an_unknown_card_fits_nothing_and_the_answer_says_so() -> None:
    condition = parse_condition("type:space >= 1 and cost<9 >= 1")
    classes = deck_classes(deck_of((5, SPACE), (2, "Mistery Ship"), (3, BATTLE)), condition, is_battle)
    assert [classes.copies(q) for q in condition.queries] == [5, 5]
    assert (classes.cards, classes.discardable, classes.exact) == (10, 3, False)
    (note,) = answer(Question(classes, 3)).notes
    assert note.startswith("as if: 2 cards are unknown or ambiguous (Mistery Ship)")


def test_an_ambiguous_card_counts_where_all_that_it_may_be_agree() -> None:
    versions = (card("Anakin (A)", "Character", 7), card("Anakin (B)", "Character", 5))
    condition = parse_condition("type:character >= 1 and cost<=5 >= 1")
    deck = deck_of((2, "Anakin"), (3, BATTLE))
    deck = replace(deck, entries=(deck.entries[0]._replace(candidates=versions), deck.entries[1]))
    classes = deck_classes(deck, condition, is_battle)
    character, cheap = condition.queries
    assert (classes.copies(character), classes.copies(cheap), classes.exact) == (2, 0, False)
    sure = deck_classes(deck, parse_condition("type:character >= 1"), is_battle)
    assert sure.exact
    assert not answer(Question(sure, 3)).notes


def test_lines_that_could_not_be_read_and_queries_that_fit_nothing_are_said() -> None:
    deck = replace(deck_of((5, SPACE)), unread=(UnreadEntry(3, "???", "no count"),))
    notes = answer(Question(deck_classes(deck, parse_condition("type:ground = 0")), 3)).notes
    assert [n.split(";")[0] for n in notes] == [
        "as if: 1 line of the deck could not be read",
        "no known card of the deck fits type:ground",
    ]
