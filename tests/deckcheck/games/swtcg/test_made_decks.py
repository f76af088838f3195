"""Star Wars TCG: what rules tell of decks of made cards, word for word."""

from datetime import date

import pytest

from db.cards.card import Card, LegalityMark, Printing
from db.cards.dates import parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.game import CardStatus, Format, FormatState
from deckcheck.games.swtcg.rules import SwtcgDeckSize, UnitRatio, UnitTotal, ZoneTypes
from deckcheck.games.swtcg.tally import SummedTally, SwtcgTally, weight_of
from deckcheck.judge.fast_lane import _ResolvedDeck
from deckcheck.judge.validate import Judge

DAY = date(2004, 6, 15)
COUNTED = frozenset({"Deck", "Supply"})


def made(kind: str, name: str = "Made", side: str = "light", *marks: LegalityMark) -> Card:
    printings = (Printing(name, "AOTC", "1", None),)
    return Card(
        "swtcg", name, name, None, None, side, kind, None, None, None, None, None, printings, marks
    )


def of(card: Card, quantity: int = 1, zone: str = "Deck") -> DeckEntry:
    return DeckEntry(quantity, card.name, zone, 1, card)


def tally(*entries: DeckEntry) -> SwtcgTally:
    return SwtcgTally(Deck(entries), COUNTED)


@pytest.mark.parametrize(
    ("have", "outside", "told"),
    [
        (59, None, False),
        (59, "Supply", True),
        (59, "Attic", True),
        (58, "Supply", False),
        (58, "Attic", False),
    ],
)
def test_an_unknown_card_outside_the_deck_may_be_the_resource(
    have: int, outside: str | None, told: bool
) -> None:
    """Whether 59 cards are enough is open just where a Resource may stand outside."""
    unknown = [DeckEntry(1, "Nobody", outside, 9)] if outside else []
    rule = SwtcgDeckSize("cite", minimum=60, with_resource=59)
    (issue,) = rule.check(tally(of(made("Battle"), have), *unknown))
    assert issue.undecided is told
    assert issue.severity == ("warning" if told else "error")
    remark = "; an unknown card outside the deck may be a Resource that makes it enough"
    assert issue.message.endswith(remark) is told


def test_one_unit_is_called_a_unit() -> None:
    (issue,) = UnitTotal("cite", minimum=2).check(tally(of(made("Ground"), 1)))
    assert issue.advice == "add 1 unit"
    found = list(UnitRatio("cite").check(tally(of(made("Ground"), 1))))
    assert all(" is more than " in issue.message for issue in found)


def test_types_that_stand_outside_the_deck() -> None:
    rule = ZoneTypes("cite", frozenset({"Resource"}))
    assert [rule.clears(made(kind)) for kind in ("Resource", "Battle")] == [False, True]


def test_sums_are_those_of_the_cards() -> None:
    """A deck by its sums is the very deck that is counted card by card."""
    cards = [
        made(kind, f"{kind} {side}", side)
        for kind in ("Ground", "Space", "Character", "Battle", "Mission")
        for side in ("light", "dark", "neutral", "yuuzhan-vong")
    ]
    whole = Deck(tuple(of(card, n) for n, card in enumerate(cards, 1)))
    counted = SwtcgTally(whole, frozenset({"Deck"}))
    packed = sum(weight_of(card) * n for n, card in enumerate(cards, 1))
    summed = SummedTally(packed, len(cards), _ResolvedDeck(whole))
    assert summed.counts == summed.sure == counted.counts
    assert (summed.in_unknown_zones, summed.wild, summed.others) == (0, 0, [])
    assert summed.doubts == summed.main_doubts == ()
    assert summed.most_copies == counted.most_copies == len(cards)
    assert summed.copies == counted.copies
    assert summed.entries_called(cards[1].name) == counted.entries_called(cards[1].name)
    assert summed.counted == list(whole.entries)
    assert list(summed.everywhere()) == list(whole.entries)
    with pytest.raises(AttributeError):
        _ = summed.nothing_of_the_kind
    assert SwtcgTally(Deck(()), COUNTED).most_copies == 0


def test_what_a_format_says_of_a_card() -> None:
    """By all rules the worst, and by several possible states only what all of them say."""
    mark = LegalityMark("banned", "Own", "Made", since="2004-01-01")
    few = LegalityMark("restricted", "Own", "Made", since="2004-01-01")

    def status(card: Card, *states: tuple[str, str]) -> CardStatus:
        known = tuple(FormatState(parse_date(day), frozenset({code})) for day, code in states)
        own = Format("own", "Own", "printed-2005", lists="Own", states=known)
        return Judge(play_format=own, on=DAY).card_status(card)

    known = ("2003", "AOTC")
    assert status(made("Battle"), known) == CardStatus()
    assert status(made("Battle", "Made", "light", few, mark), known) == CardStatus("banned")
    assert status(made("Battle", "Made", "light", few), known) == CardStatus("restricted")
    assert status(made("Battle", "Made", "light", mark), ("2003", "SR")) == CardStatus(
        "not in its sets"
    )
    unsure = CardStatus("not in its sets", certain=False)
    assert status(made("Battle"), known, ("2004-06", "SR")) == unsure
    assert status(made("Battle"), ("2003", "SR"), ("2004-06", "PM")) == CardStatus(
        "not in its sets"
    )
