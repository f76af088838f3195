"""Which cards are like one: players read the list from the top and take the first that fits."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, strategies as st

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.games import game_codes, get_game
from deckcheck.query.likeness import SIDE, TYPE, Likeness, differences, most_alike, unlikeness


def card(catalogue: Catalogue, name: str) -> Card:
    (found,) = catalogue.find_cards(name)
    return found


def test_another_version_of_a_person_is_nearer_than_another_person(catalogue: Catalogue) -> None:
    boba = card(catalogue, "Boba Fett (A)")
    same = replace(boba, name="Boba Fett (Z)", version="Z")
    other = replace(boba, name="Jango Fett (Z)", base_name="Jango Fett", version="Z")
    assert unlikeness(boba, same) == 0 < unlikeness(boba, other)


def test_type_weighs_more_than_side_and_side_more_than_all_numbers(catalogue: Catalogue) -> None:
    boba = card(catalogue, "Boba Fett (A)")
    far = replace(boba, cost=99, speed=990, power=99, health=99, subtype="Wookiee", base_name="x")
    assert unlikeness(boba, far) < SIDE < TYPE
    assert unlikeness(boba, replace(boba, side="dark")) == SIDE
    assert unlikeness(boba, replace(boba, type="Space")) == TYPE
    assert unlikeness(replace(boba, type="Space/Ground"), replace(boba, type="Space")) == TYPE // 2


def test_what_differs_is_told_by_name(catalogue: Catalogue) -> None:
    boba = card(catalogue, "Boba Fett (A)")
    assert isinstance(boba.cost, int)
    assert differences(boba, replace(boba, cost=boba.cost + 2)) == {"cost": 40}
    assert differences(boba, replace(boba, cost="X")) == {"cost": 200}
    assert differences(boba, replace(boba, speed=60)) == {"speed": 20}
    assert differences(boba, boba) == {}


def test_the_nearest_come_first_and_equal_ones_by_name(catalogue: Catalogue) -> None:
    boba = card(catalogue, "Boba Fett (A)")
    found = most_alike(boba, catalogue.cards())
    assert len(found) == len(catalogue.cards()) - 1
    assert all(one.distance <= other.distance for one, other in pairwise(found))
    assert all(one.distance == unlikeness(boba, one.card) for one in found[:200])
    assert {one.card.type for one in found[:20]} == {boba.type}
    assert [x.card.name for x in most_alike(boba, reversed(catalogue.cards()))[:50]] == [
        one.card.name for one in found[:50]
    ]


@given(st.data())
def test_it_is_the_same_both_ways_and_never_negative(catalogue: Catalogue, data: st.DataObject) -> None:
    one, other = (data.draw(st.sampled_from(catalogue.cards())) for _ in range(2))
    assert unlikeness(one, other) == unlikeness(other, one) >= 0
    assert unlikeness(one, one) == 0


def test_facts_of_a_game_count_too() -> None:
    for code in game_codes():
        own = get_game(code).words.search
        for fact in own.facts if own else ():
            name = fact.fact or fact.name
            one, other = (
                Card(code, "a", "a", None, None, None, "t", None, 1, None, None, None, facts={name: x})
                for x in (1, 7)
            )
            assert unlikeness(one, other, own) == unlikeness(other, one, own) > 0
            assert unlikeness(one, one, own) == 0


some_cards = st.lists(st.integers(0, 9_000), min_size=1, max_size=12, unique=True)


@given(some_cards, some_cards, st.integers(0, 5))
def test_of_several_cards_the_nearest_counts(
    catalogue: Catalogue, deck: list[int], others: list[int], number: int
) -> None:
    """A card of the deck is like it, and none is less like it than like each card of its type."""
    cards = catalogue.cards()
    members, asked = [cards[n] for n in deck], [cards[n] for n in others]
    likeness = Likeness(members)
    assert [likeness.unlikeness(card) for card in members] == [0] * len(members)
    for one in asked:
        assert likeness.unlikeness(one) == sum(likeness.differences(one).values())
        same_type = [unlikeness(member, one) for member in members if member.type == one.type]
        assert 0 <= likeness.unlikeness(one) <= min(same_type, default=TYPE + SIDE + TYPE)
    in_order = sorted(range(len(asked)), key=lambda place: likeness.unlikeness(asked[place]))
    assert likeness.nearest(asked, number) == in_order[:number]
