"""Every choice of cards for ambiguous names, beside a second computation that leaves none out."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement, product

from db.cards.card import Card, Printing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.choices import choices
from tests.amounts import amount

ZONES = ("Deck", "Supply")
MANY = 100_000


def card(name: str, side: str, *also: str) -> Card:
    """A card of a side, with printings that are of others."""
    printings = (
        Printing(name, "FOR", "1", None),
        *(Printing(name, "LAT", "2", None, differs={"side": other}) for other in also),
    )
    return Card("swtcg", name, name, None, None, side, "Battle", None, None, None, None, None, printings)


def side(card: Card) -> str | None:
    return card.side


CARDS = {name: card(name, "light" if name in "ABC" else "dark") for name in "ABCDE"}


def entry(name: str, quantity: int, may_be: str, zone: str = "Deck") -> DeckEntry:
    return DeckEntry(quantity, name, zone, candidates=tuple(CARDS[c] for c in may_be))


def known(name: str, quantity: int, zone: str = "Deck") -> DeckEntry:
    return DeckEntry(quantity, name, zone, card=CARDS[name])


Facts = tuple[tuple[tuple[str, str | None, int], ...], int]
"""The copies by zone and side, and the most copies of a card."""


def facts_of(copies: Iterable[tuple[int, str, Card]]) -> Facts:
    sides: Counter[tuple[str, str | None]] = Counter()
    names: Counter[str] = Counter()
    for number, zone, one in copies:
        sides[zone, one.side] += number
        names[one.name] += number
    return tuple(sorted((*key, n) for key, n in sides.items())), max(names.values())


def fewest(every: Iterable[Facts]) -> dict[object, int]:
    """By what the rules see, the most copies of a card where they are as few as can be."""
    found: dict[object, int] = {}
    for seen, most in every:
        found[seen] = min(most, found.get(seen, most))
    return found


def naive(deck: Deck) -> dict[object, int]:
    fixed = [(e.quantity, e.zone, e.card) for e in deck.entries if e.card is not None]
    named = [e for e in deck.entries if e.candidates]
    ways = product(*(combinations_with_replacement(e.candidates, e.quantity) for e in named))
    return fewest(
        facts_of([*fixed, *((1, e.zone, one) for e, way in zip(named, each, strict=True) for one in way)])
        for each in ways
    )


def made(deck: Deck) -> dict[object, int]:
    found = choices(deck, ZONES, side, MANY)
    assert found is not None
    return fewest(
        facts_of((e.quantity, e.zone, e.card) for e in entries if e.card is not None) for entries in found
    )


def test_the_choices_hold_what_every_choice_could_be() -> None:
    """A choice that is left out may be the one that makes the deck legal, or illegal."""
    rng = random.Random(11)
    for _ in range(amount(80, 2_000)):
        named = [
            entry(
                f"N{n}", rng.randint(1, 3), "".join(rng.sample("ABCDE", rng.randint(2, 3))), rng.choice(ZONES)
            )
            for n in range(rng.randint(1, 3))
        ]
        fixed = [known(rng.choice("ABCDE"), rng.randint(1, 4), rng.choice(ZONES)) for _ in range(3)]
        deck = Deck((*fixed, *named))
        assert made(deck) == naive(deck), deck


def test_as_many_choices_as_are_asked_for_and_no_more() -> None:
    """One choice more than can be tried must be told, not cut."""
    deck = Deck((entry("N", 3, "AD"),))  # none, one, two or all of them dark
    assert choices(deck, ZONES, side, 3) is None
    assert len(list(choices(deck, ZONES, side, 4) or ())) == 4
    assert choices(Deck((known("A", 1),)), ZONES, side, MANY) is None
    assert choices(Deck((entry("N", 1, "AD", "Attic"),)), ZONES, side, MANY) is None


def test_a_choice_is_a_deck_of_certain_cards() -> None:
    odd = entry("Attic name", 2, "AB", "Attic")
    unknown = DeckEntry(1, "Nobody", "Deck")
    named = entry("N", 2, "AD")._replace(certain_name=True)
    found = list(choices(Deck((named, odd, unknown)), ZONES, side, MANY) or ())
    assert len(found) == 3
    for entries in found:
        assert entries[:2] == (odd, unknown)
        for one in entries[2:]:
            assert (one.quantity, one.name, one.candidates, one.certain_name) == (1, "N", (), False)
            assert one.card in (CARDS["A"], CARDS["D"])


def test_alike_cards_are_one_choice_unless_several_names_may_be_them() -> None:
    def number(*entries: DeckEntry) -> int:
        return len(list(choices(Deck(entries), ZONES, side, MANY) or ()))

    assert number(entry("N", 1, "ABC")) == 1
    assert number(entry("N", 1, "AB"), entry("M", 1, "C")) == 1
    assert number(entry("N", 1, "AB"), entry("M", 1, "BC")) == 2 * 2
    assert number(entry("N", 1, "AB"), entry("M", 1, "AB")) == 1  # two copies of one name
    assert number(entry("N", 1, "ABD"), entry("M", 2, "E")) == 2


def test_a_printing_of_another_side_is_a_choice_where_the_name_is_not_certain() -> None:
    """The set of a line says which printing it is; without it, it may be either."""
    two, plain = card("Two", "light", "dark"), card("Plain", "light")
    open_name = DeckEntry(1, "N", "Deck", candidates=(two, plain))
    certain = open_name._replace(certain_name=True)

    def sides(*entries: DeckEntry) -> list[tuple[tuple[str, str | None], ...]]:
        found = choices(Deck(entries), ZONES, side, MANY) or ()
        return sorted(tuple((e.card.name, e.card.side) for e in each if e.card is not None) for each in found)

    assert sides(certain) == [(("Two", "light"),)]
    assert sides(open_name) == [(("Plain", "light"),), (("Two", "dark"),), (("Two", "light"),)]
    assert len(sides(open_name, certain)) == 3 * 2
    assert len(sides(certain, open_name)) == 2 * 3
