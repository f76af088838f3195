"""The fast lane itself: any rules in any order, and what it keeps of cards and answers."""

import pickle
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import pytest

from db.cards.card import Card, Printing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.games.game import Rule
from deckcheck.games.swtcg.rules import SwtcgCopyLimit, SwtcgDeckSize, ZoneTypes
from deckcheck.games.swtcg.side_rule import SwtcgOneSide
from deckcheck.judge import fast_lane
from deckcheck.judge.fast_lane import FastLane, count
from deckcheck.report import ERROR, WARNING, Issue

GAME = get_game("swtcg")


@dataclass(frozen=True, slots=True)
class Looking:
    """A rule that says what it sees of the cards, where it looks in one way only."""

    look: Callable[[Any], str]
    cite: str = "cite"
    code: str = "first-card"

    def check(self, deck: Any) -> Iterator[Issue]:
        yield Issue(self.code, WARNING, self.look(deck))


AT_DECK = Looking(lambda deck: deck.deck.entries[0].name)
AT_COPIES = Looking(lambda deck: str(deck.copies))
RULES: tuple[Rule, ...] = (SwtcgOneSide("cite"), SwtcgCopyLimit("cite"), AT_DECK, AT_COPIES)


def made(name: str, side: str = "light", kind: str = "Ground") -> Card:
    printings = (Printing(name, "AOTC", "1", None),)
    return Card("swtcg", name, name, None, None, side, kind, None, 1, 1, 1, 1, printings)


def deck_of(*cards: tuple[Card, int]) -> Deck:
    entries = [DeckEntry(n, card.name, "Deck", i, card) for i, (card, n) in enumerate(cards, 1)]
    return count(Deck(tuple(entries)), GAME)


def lane_of(*rules: Rule) -> FastLane:
    return FastLane(GAME.quick, rules, "swtcg", "own", "printed-2005", "2005-06-01", (), ())  # type: ignore[arg-type]


MIXED = deck_of((made("A"), 5), (made("B", "dark"), 2), (made("C"), 4))
TWINS = deck_of((made("D"), 5), (made("E", "dark"), 2), (made("F"), 4))
"""The same sums as those of the mixed deck, by other cards."""


def test_rules_say_the_same_in_any_order() -> None:
    """One rule that looks at cards must not spoil what the next one sees."""
    for rules in (*permutations(RULES), (AT_COPIES,)):
        lane = lane_of(*rules)
        for deck in (MIXED, TWINS, MIXED):
            report = lane.judge(deck)
            assert report is not None
            view = GAME.view(deck, frozenset({"Deck"}))
            assert report.issues == tuple(issue for rule in rules for issue in rule.check(view))
            assert report.counts == dict(view.counts)


def test_answers_that_are_kept_in_part_are_no_more_than_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_lane, "_MOST_KEPT", 3)
    lane = lane_of(AT_DECK, SwtcgDeckSize("cite"))
    for n in range(1, 9):
        report = lane.judge(deck_of((made("A"), n)))
        assert report is not None
        assert [issue.severity for issue in report.issues] == [WARNING, ERROR]
    assert (len(lane._found), len(lane._partly)) == (0, 3)


def test_a_card_that_is_gone_clears_no_other_one_by_a_rule_that_keeps_none() -> None:
    """Python gives the place of a card that is gone to the next one."""
    lane = lane_of(ZoneTypes("cite", frozenset({"Event"})))
    fine, barred = made("A"), made("B", kind="Event")
    for n in range(60):
        assert lane.clears(replace(fine if n % 2 == 0 else barred)) is (n % 2 == 0)


def test_a_line_of_no_copies_or_outside_the_deck_is_not_plain() -> None:
    """Sums of such lines would say another number of cards than there is."""
    lane, plain = lane_of(), DeckEntry(1, "A", "Deck", 1, made("A"))
    assert lane.weight(plain) > 0
    for odd in (plain._replace(zone="Supply"), plain._replace(quantity=0), plain._replace(card=None)):
        assert lane.weight(odd) == 0


def test_a_deck_from_another_process_is_judged_by_its_own_cards() -> None:
    """Identities of cards that came along would be those of any cards here, also of cleared ones."""
    card = replace(made("B", kind="Event"), facts={}, printings=())  # nothing that cannot be sent
    barred = deck_of((card, 3))
    sent = pickle.loads(pickle.dumps(barred))  # noqa: S301 - as processes get it
    for again in (sent, deepcopy(barred)):
        assert again == barred
        assert again.sums is not None
        assert again.sums.ids == {id(entry.card) for entry in again.entries}
        assert lane_of(ZoneTypes("cite", frozenset({"Event"}))).judge(again) is None
