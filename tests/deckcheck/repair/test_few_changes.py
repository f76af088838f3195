"""The number of changes that a report names: it is that of the repair, or it is not named."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from db.cards.card import Card
from deckcheck.deck import DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.repair.few_changes import few_changes, least_and_few_changes
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.repair import repair_deck
from deckcheck.rules.slot import Slot
from tests.amounts import amount
from tests.deckcheck.random_decks.decks import seed_of
from tests.deckcheck.repair.test_broken_decks import WAYS, BrokenDecks, prepared_for, rules_of


@pytest.mark.parametrize(("play_format", "edition"), WAYS)
def test_the_number_is_that_of_the_repair_or_none(
    cards: tuple[Card, ...], play_format: str, edition: str
) -> None:
    """A report that names a wrong number sends a player to look for a deck that is not there."""
    decks = BrokenDecks(cards, rules_of(play_format, edition), seed_of("few", edition))
    prepared = prepared_for(cards, play_format, edition)
    named = 0
    for _ in range(amount(4, 300)):
        deck = decks.deck()
        least, found = least_and_few_changes(prepared.judge, deck)
        nearest = repair_deck(prepared, deck)
        assert nearest.plan is not None
        assert (least or 0) <= nearest.plan.distance, deck
        if found is not None:
            named += 1
            assert found == nearest.plan.distance, deck
    assert named * 4 > amount(4, 300), "hardly any number is named"


@pytest.mark.parametrize("edition", ["printed-2002", "printed-2005", "community"])
def test_no_card_weighs_more_or_less_than_its_rule_states(cards: Sequence[Card], edition: str) -> None:
    """The joker that stands for all cards must be as good as each of them."""
    judge = Judge("swtcg", edition=edition, zone_limits={"Sideboard": 15})
    totals = PreparedCards(judge, cards[:50]).totals
    assert all(total.weighs is not None for total in totals)
    kinds = {judge.game.names.alike(card): card for card in cards}
    for total in totals:
        least, most = total.weighs or (0, 0)
        weights = {total.weight(Slot(z, card)) for card in kinds.values() for z in judge.game.zones}
        assert least <= min(weights) <= max(weights) <= most, total


def test_without_time_or_with_unknown_names_nothing_is_named(cards: Sequence[Card]) -> None:
    decks = BrokenDecks(tuple(cards), rules_of("printed", "printed-2005"), 1)
    judge = Judge("swtcg")
    deck = decks.deck()
    assert few_changes(judge, deck, 0) is None
    unknown = DeckEntry(1, "No Such Card", "Deck", 99)
    assert few_changes(judge, replace(deck, entries=(*deck.entries, unknown))) is None
