"""A line that names copies: its words in any order, and what is asked where they are not enough."""

import random
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

import deckcheck
from deckcheck import Session
from tests.amounts import amount


@pytest.fixture
def cards(small_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    with deckcheck.open() as cards:
        cards.collection.add("Yoda (A)", 1, location="binder 2")
        yield cards


def test_the_parts_of_a_line_stand_in_any_order(cards: Session) -> None:
    orders = list(permutations(("3x", "boba fett (a)", "aotc", "near mint", "de", "foil", "binder 2")))
    for parts in random.Random(1).sample(orders, amount(150, len(orders))):
        read = cards.collection.read_line(" ".join(parts))
        assert read.words == "3 x Boba Fett (A) [AOTC 6], NM, de, foil, in binder 2", parts
        assert not read.candidates


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nexu", "1 x Nexu [AOTC 97]"),
        ("NEXU 2", "2 x Nexu [AOTC 97]"),
        ("2 nexu aotc 97", "2 x Nexu [AOTC 97]"),
        ("nexu #97 4", "4 x Nexu [AOTC 97]"),
        ("2 nex", "2 x Nexu [AOTC 97]"),
        ("nexu attack of the clones", "1 x Nexu [AOTC 97]"),
        ("nexu shelf 7", "1 x Nexu [AOTC 97], in shelf 7 (a new place)"),
        ("4 nexu Shelf 7 top", "4 x Nexu [AOTC 97], in Shelf 7 top (a new place)"),
        ("Binder 2 nexu", "1 x Nexu [AOTC 97], in binder 2"),
        ("nexu (foil) x2", "2 x Nexu [AOTC 97], foil"),
        ("nexu *F* 2", "2 x Nexu [AOTC 97], foil"),
        ("nexu (4)", "4 x Nexu [AOTC 97]"),
        ("4 x nexu", "4 x Nexu [AOTC 97]"),
        ("nexu: 4", "4 x Nexu [AOTC 97]"),
        ("nexu - 4", "4 x Nexu [AOTC 97]"),
        ("nexu [AOTC 97]", "1 x Nexu [AOTC 97]"),
        ("nexu aotc97 NM", "1 x Nexu [AOTC 97], NM"),
        ("nexu aotc 97", "1 x Nexu [AOTC 97]"),
        ("nexu aotc 2", "2 x Nexu [AOTC 97]"),
        ("nexu 97/180", "1 x Nexu [AOTC 97]"),
        ("3 AOTC 97", "3 x Nexu [AOTC 97]"),
        ("3 copies of nexu", "3 x Nexu [AOTC 97]"),
        ("nexu in binder 2", "1 x Nexu [AOTC 97], in binder 2"),
        ("Boba Fett ver. A foil", "1 x Boba Fett (A) [AOTC 6], foil"),
        ("nexu 1,50 € 2", "2 x Nexu [AOTC 97], 1.50 EUR"),
        ("3 nexu 50 Kč/ks", "3 x Nexu [AOTC 97], 50 CZK"),
        ("2 szt. nexu", "2 x Nexu [AOTC 97]"),
        ("four nexu", "4 x Nexu [AOTC 97]"),
        ("2 boba fett aotc 6", "2 x Boba Fett (A) [AOTC 6]"),
        ("2 luke skywalker (c) (promo)", "2 x Luke Skywalker (C) (Promo) [ANH]"),
        ("99 battle droids", ""),
    ],
)
def test_numbers_and_names_are_read_as_they_are_meant(cards: Session, line: str, words: str) -> None:
    assert cards.collection.read_line(line).words == words


def test_what_is_not_sure_is_asked(cards: Session) -> None:
    several = cards.collection.read_line("2 boba nm")
    assert several.candidates[:2] == ("Boba Fett (A)", "Boba Fett (B)")
    assert not several.words
    chosen = cards.collection.read_line("2 boba nm", card="Boba Fett (B)")
    assert (chosen.name, chosen.quantity, chosen.condition) == ("Boba Fett (B)", 2, "NM")
    only = cards.collection.read_line("2 boba aotc")
    assert only.words == "2 x Boba Fett (A) [AOTC 6]"
    for line, problem in (
        ("3 qqqq", "no card is named"),
        ("nexu binder 2 xyz", "'xyz' is not understood"),
        ("9999999 nexu", "'9999999' is not understood"),  # no place either
        ("-3 nexu", "'-3' is not understood"),
        ("yoda (a) jg", "is not printed as JG"),
        ("nexu 97", "type 97x or #97"),
        ("1 nexu, 2 acklay", "'2 acklay' names another card"),
        ("1 nexu\n2 acklay", "'2 acklay' names another card"),
        ("nexu 2 dice", "'dice' is not understood"),
        ("nexu signed", "'signed' is not understood"),
        ("nexu starter", "'starter' is not understood"),
    ):
        read = cards.collection.read_line(line)
        assert problem in (read.problem or ""), line
        assert not read.words
    assert cards.collection.read_line(" ").problem is None


def test_a_want_has_no_place(cards: Session) -> None:
    assert cards.collection.read_line("2 nexu foil", has_place=False).finish == "foil"
    assert cards.collection.read_line("2 nexu binder 2", has_place=False).problem
