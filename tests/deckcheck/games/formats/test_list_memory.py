"""What lists keep of cards that they have seen holds for those very cards, and for no others."""

from collections.abc import Callable
from datetime import date

import pytest

from db.cards.card import Card, LegalityMark, Printing
from deckcheck.games.formats.list_rules import Banned, SetLegality
from deckcheck.games.formats.releases import OnSale

DAY = date(2020, 1, 1)
ASKED: dict[str, Callable[[], Callable[[Card], object]]] = {
    "sets": lambda: SetLegality("Own", frozenset({"A"})).allows,
    "sales": lambda: OnSale("Own", frozenset({"A"}), DAY).allows,
    "marks": lambda: Banned("Own", "Own", DAY, certain=True).allows,
}


def card(number: int) -> Card:
    """A card that every list allows if its number is even, and none if it is odd."""
    fine = number % 2 == 0
    sets = ("A",) if fine else ("A", "B")
    released = "2019-01-01" if fine else "2021-01-01"
    printings = tuple(
        Printing("One", code, None, None, None, None, released=released)
        for code in (sets if fine else sets[1:])
    )
    marks = () if fine else (LegalityMark("banned", "Own", "One", since="2019-01-01"),)
    return Card(
        "swtcg", "One", "One", None, None, "light", "Battle", None, None, None, None, None, printings, marks
    )


@pytest.mark.parametrize("what", ["sets", "marks"])
def test_a_card_that_is_gone_leaves_no_answer_for_the_next_one(what: str) -> None:
    """A service that loads its cards anew goes on with the same judge."""
    allows = ASKED[what]()
    assert [bool(allows(card(n))) for n in range(60)] == [n % 2 == 0 for n in range(60)]


def test_a_card_that_is_on_sale_later_is_not_taken_for_one_that_is_gone() -> None:
    allows = ASKED["sales"]()
    answers = []
    for number in range(60):
        released = "2019-01-01" if number % 2 == 0 else "2021-01-01"
        printing = Printing("One", "A", None, None, None, None, released=released)
        answers.append(
            allows(
                Card(
                    "swtcg",
                    "One",
                    "One",
                    None,
                    None,
                    None,
                    "Battle",
                    None,
                    None,
                    None,
                    None,
                    None,
                    (printing,),
                )
            )
        )
    assert answers == [n % 2 == 0 for n in range(60)]


def test_a_card_is_asked_of_its_sets_once() -> None:
    rule = SetLegality("Own", frozenset({"A"}))
    one = card(0)
    assert rule.allows(one) is rule.allows(one) is True
    assert rule._seen == [one]
