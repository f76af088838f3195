"""Crowds of ambiguous names, beside a second computation that tries every group of names."""

import random
from collections.abc import Mapping
from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.ambiguity import UNLIMITED, Crowd, crowds, narrowed
from tests.amounts import amount

CARDS = {
    name: Card("swtcg", name, name, None, None, None, "Battle", None, None, None, None, None)
    for name in "ABCDEFGHIJKLMNOPQRST"
}

Rooms = Mapping[str, int]


def entry(name: str, quantity: int, may_be: str, line: int | None = None) -> DeckEntry:
    return DeckEntry(quantity, name, "Deck", line, candidates=tuple(CARDS[c] for c in may_be))


def found(entries: list[DeckEntry], rooms: Rooms) -> list[Crowd]:
    return list(crowds(entries, lambda card: rooms[card.name]))


def overfull(entries: list[DeckEntry], rooms: Rooms) -> bool:
    """Whether some of the entries have more copies than all cards that they may be have room."""
    some = chain.from_iterable(combinations(entries, n) for n in range(1, len(entries) + 1))
    return any(
        sum(e.quantity for e in group)
        > sum(rooms[name] for name in {card.name for e in group for card in e.candidates})
        for group in some
    )


ENTRIES = st.lists(
    st.builds(
        entry,
        st.sampled_from(("One", "Two")),
        st.integers(1, 4),
        st.sets(st.sampled_from("ABCD"), min_size=1).map(sorted).map("".join),
        st.integers(1, 9),
    ),
    max_size=6,
)
ROOMS = st.fixed_dictionaries({name: st.sampled_from((0, 1, 2, 3, 4, UNLIMITED)) for name in "ABCD"})


@given(ENTRIES, ROOMS)
def test_a_crowd_is_found_just_where_there_is_no_room(entries: list[DeckEntry], rooms: Rooms) -> None:
    """A crowd too many calls a legal deck illegal; one too few lets an illegal deck pass."""
    are_true(found(entries, rooms), entries, rooms)


def are_true(every: list[Crowd], entries: list[DeckEntry], rooms: Rooms) -> None:
    """Each crowd has no room, and there is one just where there should be."""
    assert bool(every) == overfull(entries, rooms)
    for crowd in every:
        assert crowd.have == sum(e.quantity for e in crowd.entries) > crowd.limit
        assert set(crowd.cards) == {card.name for e in crowd.entries for card in e.candidates}
        assert crowd.limit == sum(rooms[name] for name in crowd.cards)
    told = [id(e) for crowd in every for e in crowd.entries]
    assert len(told) == len(set(told)), "an entry is told of twice"


def test_crowds_of_many_names_with_several_copies() -> None:
    """Copies that were put somewhere make room again and again, as far as they can."""
    rng = random.Random(7)
    verdicts = set()
    for _ in range(amount(120, 5_000)):
        entries = [
            entry(f"N{n}", rng.randint(1, 5), "".join(rng.sample("ABCDEF", rng.randint(2, 3))), n)
            for n in range(rng.randint(3, 7))
        ]
        rooms = {name: rng.randint(0, 5) for name in "ABCDEF"}
        every = found(entries, rooms)
        are_true(every, entries, rooms)
        verdicts.add(bool(every))
    assert verdicts == {True, False}


def test_the_same_crowd_is_told_whatever_the_cards_are_called() -> None:
    """Of names that all want one place, the report names the same two each time."""
    for a, b, c in zip("ABCDEFGHIJKLMNOPQR", "BCDEFGHIJKLMNOPQRS", "CDEFGHIJKLMNOPQRST", strict=True):
        entries = [entry("Third", 1, b + c, 1), entry("Second", 1, b, 2), entry("First", 1, a + b, 3)]
        for some in (entries, entries[::-1]):
            (crowd,) = found(some, {a: 0, b: 1, c: 0})
            assert (crowd.cards, crowd.name) == ((a, b), "Second")
            assert [one.name for one in crowd.entries] == ["First", "Second"]


def test_names_are_narrowed_where_something_is_left_and_in_the_zones_asked_for() -> None:
    lines = [entry("Some", 1, "AB"), entry("One", 1, "A"), entry("None", 1, "BC")]
    known = DeckEntry(1, "A", "Deck", card=CARDS["A"])
    away = DeckEntry(1, "Away", "Supply", candidates=(CARDS["A"], CARDS["B"]))
    deck = Deck((*lines, known, away))

    def names(deck: Deck) -> list[str]:
        return ["".join(card.name for card in one.candidates) for one in deck.entries]

    assert names(narrowed(deck, lambda card: card.name == "A")) == ["A", "A", "BC", "", "A"]
    assert names(narrowed(deck, lambda card: card.name == "A", ["Deck"])) == ["A", "A", "BC", "", "AB"]
    assert narrowed(deck, lambda card: card.name == "A").entries[3] == known


def test_many_names_that_share_cards() -> None:
    """Room that one name gives up for another is found, however many names stand between."""
    names = ("AB", "BC", "CD", "D")
    entries = [entry(f"N{n}", 1, may_be, n) for n, may_be in enumerate(names)]
    one_each = dict.fromkeys("ABCD", 1)
    assert found(entries, one_each) == []
    (crowd,) = found([*entries, entry("More", 1, "A", 9)], one_each)
    assert (crowd.have, crowd.limit, crowd.cards) == (5, 4, ("A", "B", "C", "D"))
    (crowd,) = found([*entries, entry("More", 1, "C", 9)], one_each)
    assert (crowd.have, crowd.limit, crowd.cards) == (3, 2, ("C", "D"))
    assert crowd.name == "N2"


def test_crowds_are_told_in_the_order_of_their_cards() -> None:
    """The same deck gives the same report, in whatever order its lines stand."""
    rooms = {"A": 0, "B": 1, "C": 0, "D": UNLIMITED}
    entries = [
        entry("Third", 1, "C", 1),
        entry("Second", 2, "B", 2),
        entry("first", 1, "A", 3),
        entry("First", 2, "A", None),
        entry("Free", 9, "AD", 4),
        entry("Free too", 1, "CD", 5),
    ]
    for some in (entries, entries[::-1]):
        assert [(c.name, c.have, c.limit, c.cards) for c in found(some, rooms)] == [
            ("first", 3, 0, ("A",)),
            ("Second", 2, 1, ("B",)),
            ("Third", 1, 0, ("C",)),
        ]


def test_the_room_of_a_card_is_asked_once() -> None:
    """A list that counts copies for each card is not asked again for each line."""
    asked: list[str] = []

    def room(card: Card) -> int:
        asked.append(card.name)
        return UNLIMITED

    lines = [entry(f"N{n}", 1, "AB", n) for n in range(amount(5, 500))]
    assert list(crowds(lines, room)) == []
    assert asked == ["A", "B"]
