"""What lists keep of cards that they have seen holds for those very cards, and for no others."""

from collections.abc import Callable
from datetime import date
from functools import partial

import pytest

from db.cards.card import Card, LegalityMark, Printing
from deckcheck.games.formats.list_rules import marked, set_legality
from deckcheck.games.formats.releases import on_sale
from deckcheck.rules.evaluate import allows

DAY = date(2020, 1, 1)
ASKED: dict[str, Callable[[], Callable[[Card], object]]] = {
    "sets": lambda: partial(allows, set_legality("Own", frozenset({"A"}))),
    "sales": lambda: partial(allows, on_sale("Own", frozenset({"A"}), DAY)),
    "marks": lambda: partial(allows, marked("banned", "Own", "Own", DAY, certain=True)),
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
    ask = ASKED[what]()
    assert [bool(ask(card(n))) for n in range(60)] == [n % 2 == 0 for n in range(60)]


def test_a_card_that_is_on_sale_later_is_not_taken_for_one_that_is_gone() -> None:
    ask = ASKED["sales"]()
    answers = []
    for number in range(60):
        released = "2019-01-01" if number % 2 == 0 else "2021-01-01"
        printing = Printing("One", "A", None, None, None, None, released=released)
        answers.append(
            ask(
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
