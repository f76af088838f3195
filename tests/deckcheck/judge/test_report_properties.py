"""What must not change a report, and what may only change it in one direction."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, strategies as st

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.report import Issue, as_json

JUDGES = {
    code: Judge("swtcg", play_format, edition=code, on=date(2026, 11, 21))
    for code, play_format in (
        ("printed-2002", None),
        ("printed-2004", None),
        ("printed-2005", None),
        ("community", "standard"),
    )
}


@pytest.fixture(scope="module")
def some_cards(cards: tuple[Card, ...]) -> list[Card]:
    """Cards of every kind: few enough that decks repeat them, marked and odd ones among them."""
    marked = [card for card in cards if card.marks][:6]
    odd = [card for card in cards if any("type" in p.differs for p in card.printings)]
    return [*cards[::400], *marked, *odd]


@st.composite
def decks(draw: st.DrawFn) -> list[tuple[int, int, str]]:
    """Entries as (number of the card, quantity, zone); the number -1 is an unknown card."""
    entry = st.tuples(
        st.integers(-1, 30),
        st.integers(1, 9),
        st.sampled_from(["Deck", "Deck", "Deck", "Supply", "Sideboard", "Odd"]),
    )
    return draw(st.lists(entry, max_size=30))


def build(spec: list[tuple[int, int, str]], cards: list[Card]) -> Deck:
    entries = []
    for line, (number, quantity, zone) in enumerate(spec, start=1):
        card = cards[number % len(cards)] if number >= 0 else None
        name = card.name if card else "Nobody"
        entries.append(DeckEntry(quantity, name, zone, line, card))
    return Deck(tuple(entries))


def without_lines(report: Any) -> dict[str, Any]:
    document = as_json(report)
    for issue in document["issues"]:
        for card in issue["cards"]:
            card.pop("line")
    return document


@pytest.mark.parametrize("edition", JUDGES)
@given(spec=decks(), rng=st.randoms(use_true_random=False))
def test_the_order_of_lines_never_changes_the_report(
    some_cards: list[Card], edition: str, spec: list[tuple[int, int, str]], rng: Any
) -> None:
    deck = build(spec, some_cards)
    shuffled = list(deck.entries)
    rng.shuffle(shuffled)
    judge = JUDGES[edition]
    one, other = judge.validate(deck), judge.validate(replace(deck, entries=tuple(shuffled)))
    assert without_lines(one) == without_lines(other)


@pytest.mark.parametrize("edition", JUDGES)
@given(spec=decks().filter(bool), extra=st.integers(1, 5), data=st.data())
def test_adding_a_copy_never_removes_a_copy_limit_issue(
    some_cards: list[Card], edition: str, spec: list[tuple[int, int, str]], extra: int, data: st.DataObject
) -> None:
    deck = build(spec, some_cards)
    which = data.draw(st.integers(0, len(spec) - 1))
    more = tuple(
        e._replace(quantity=e.quantity + extra) if n == which else e for n, e in enumerate(deck.entries)
    )

    def too_many(deck: Deck) -> set[str]:
        issues: tuple[Issue, ...] = JUDGES[edition].validate(deck).issues
        return {i.details["card"] for i in issues if i.code == "copy-limit"}

    assert too_many(deck) <= too_many(replace(deck, entries=more))


@pytest.mark.parametrize("edition", JUDGES)
@given(spec=decks(), data=st.data())
def test_splitting_or_merging_lines_of_a_card_changes_nothing(
    some_cards: list[Card], edition: str, spec: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    split: list[tuple[int, int, str]] = []
    for number, quantity, zone in spec:
        first = data.draw(st.integers(0, quantity))
        split += [(number, q, zone) for q in (first, quantity - first) if q]
    judge = JUDGES[edition]
    one, other = judge.validate(build(spec, some_cards)), judge.validate(build(split, some_cards))
    assert without_lines(one) == without_lines(other)


@pytest.mark.parametrize("edition", JUDGES)
@given(spec=decks())
def test_counts_add_up_and_the_verdict_follows_from_the_issues(
    some_cards: list[Card], edition: str, spec: list[tuple[int, int, str]]
) -> None:
    report = JUDGES[edition].validate(build(spec, some_cards))
    counts = report.counts
    assert counts["cards"] == sum(q for _, q, zone in spec if zone == "Deck")
    sides = sum(counts[s] for s in ("light", "dark", "neutral", "yuuzhan-vong", "unknown"))
    assert sides == counts["cards"]
    assert max(counts["space"], counts["ground"], counts["character"]) <= counts["units"] <= counts["cards"]
    errors = [i for i in report.issues if i.severity == "error"]
    undecided = [i for i in report.issues if i.undecided]
    assert report.verdict == ("illegal" if errors else "unproven" if undecided else "legal")
    if counts["unknown"]:
        assert report.verdict != "legal"
