"""What a booster would bring, against opening every possible booster of a small set."""

from itertools import combinations, product
from statistics import mean

import pytest
from hypothesis import given, settings, strategies as st

from db.cards.card import Card, CardSet, Printing
from db.collection.holdings import Holding, HoldingFacts, HoldingKey
from db.collection.read import StoredCollection
from deckcheck.collection.completion import BOOSTER, OwnedPrinting, booster_words, booster_yield, completion
from deckcheck.collection.holdings import Collection


def printing(name: str, rarity: str) -> Printing:
    return Printing(name, "SET", None, rarity)


@settings(max_examples=60)
@given(
    commons=st.lists(st.integers(0, 5), min_size=2, max_size=5),
    rares=st.lists(st.integers(0, 5), min_size=1, max_size=4),
)
def test_the_yield_is_the_mean_over_all_boosters(commons: list[int], rares: list[int]) -> None:
    owned = [OwnedPrinting(printing(f"c{i}", "C"), n, 4) for i, n in enumerate(commons)]
    owned += [OwnedPrinting(printing(f"r{i}", "R"), n, 4) for i, n in enumerate(rares)]
    owned.append(OwnedPrinting(printing("a promo", "P"), 0, 4))
    boosters = [(*two, one) for two, one in product(combinations(commons, 2), rares)]
    found = booster_yield(owned, {"C": 2, "R": 1})
    assert found is not None
    assert found.new == pytest.approx(mean(sum(n == 0 for n in b) for b in boosters))
    assert found.for_playsets == pytest.approx(mean(sum(n < 4 for n in b) for b in boosters))
    assert found.some_new == pytest.approx(mean(any(n == 0 for n in b) for b in boosters))


def test_a_set_with_too_few_of_a_rarity_has_no_boosters() -> None:
    assert booster_yield([OwnedPrinting(printing("one", "R"), 0)], {"R": 2}) is None
    assert booster_yield([], BOOSTER) is None


def test_what_is_assumed_is_told_as_it_is() -> None:
    words = {"C": "common", "U": "uncommon", "R": "rare"}
    for rarity, number in BOOSTER.items():
        assert f"{number} {words[rarity]}" in booster_words(BOOSTER)
    assert f"{sum(BOOSTER.values())} cards" in booster_words(BOOSTER)


def test_the_sets_that_came_in_boosters_can_have_such_boosters(cards: tuple[Card, ...]) -> None:
    for code in ("AOTC", "SR", "ANH", "BOY", "JG", "ESB", "RAS", "PM", "ROTJ", "ROTS"):
        printings = [p for card in cards for p in card.printings if p.set_code == code]
        assert booster_yield([OwnedPrinting(p, 0) for p in printings], BOOSTER) is not None


def test_what_its_source_took_out_of_a_set_is_neither_owned_nor_missing() -> None:
    """A printing that is kept only since somebody holds it does not make a set complete."""
    here = Printing("Bee (A)", "SET", "1", "C", id=1)
    gone = Printing("Wasp (A)", "SET", "2", "C", removed_on="2026-12-01", id=2)
    cards = [
        Card("swtcg", one.name, "", "A", None, "light", "Character", None, 1, 1, 1, 1, (one,))
        for one in (here, gone)
    ]
    held = Holding(HoldingKey(7, 2), HoldingFacts(3), "Wasp (A)", "Wasp (A)", "SET", "2", "C")
    kept = Collection(StoredCollection("swtcg", (held,), (), (), 0))
    (found,) = completion(kept, cards, [CardSet("swtcg", "SET", "A Set", None)])
    assert (found.total.printings, found.total.owned, found.total.playsets) == (1, 0, 0)
    assert [one.name for one in found.missing] == ["Bee (A)"]
