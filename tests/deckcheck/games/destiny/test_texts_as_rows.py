"""Destiny: the rows by which ambiguous names are decided say of card texts what the rules find."""

from collections import Counter
from datetime import date

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck
from deckcheck.games.destiny.cards import is_character
from deckcheck.judge.validate import Judge
from deckcheck.rules.compiled import DeckModel, Total, rows_of, violated
from deckcheck.rules.evaluate import BROKEN, find
from deckcheck.rules.requirement import Dear
from deckcheck.rules.slot import Slot, slots_of
from tests.amounts import amount
from tests.deckcheck.games.destiny.test_made_cards import made
from tests.deckcheck.naive.destiny import lists_on
from tests.deckcheck.random_decks.destiny import BEYOND, DestinyDecks
from tests.deckcheck.sister_decks import Pool

DECKS = amount(120, 3_000)
DAY = date(2021, 1, 15)


def said_of(judge: Judge, deck: Deck, others: list[Card]) -> Counter[tuple[str, bool, bool]]:
    """Of each requirement the code, whether it is broken, and whether its rows are violated."""
    view = judge.game.view(deck, judge.edition.counted_zones)
    cards = tuple(dict.fromkeys((*(e.card for e in view.counted if e.card), *others)))
    model = DeckModel(cards, view.zones, view.counted_zones, proven=True)
    slots = slots_of((entry for entry, _ in view.copies), view.zones)
    said: dict[str, tuple[bool, bool]] = {}
    for place, rule in enumerate(judge.rules):
        # A card that is not let in by its colour is told by its side as well, which one row says.
        key = "fitting" if rule.code in ("deck-affiliation", "deck-colour") else f"{rule.code} {place}"
        broken = any(found.state == BROKEN for found in find(rule, view))
        against = bool(violated(rows_of([rule], model), slots))
        before = said.get(key, (False, False))
        said[key] = before[0] or broken, before[1] or against
    return Counter((key.split()[0], *both) for key, both in said.items())


@pytest.mark.parametrize("play_format", ["printed", "standard"])
def test_rows_forbid_what_is_broken_for_certain_and_nothing_else(destiny: Pool, play_format: str) -> None:
    """A row too strict calls a deck illegal that one choice of names makes legal; one too lax, open."""
    listed = play_format == "standard"
    judge = Judge("destiny", play_format, on=DAY if listed else None)
    decks = DestinyDecks(destiny, 0, lists_on("STD", DAY.isoformat()) if listed else None)
    seen: Counter[tuple[str, bool, bool]] = Counter()
    for number in range(DECKS):
        decks.rng.seed(f"{play_format} {number}")
        deck = decks.deck()
        seen += said_of(judge, deck, decks.rng.sample(destiny.cards, 6))
    assert not {found for found in seen if found[1] is not found[2]}
    broken = {code for code, is_broken, _ in seen if is_broken}
    assert broken >= {"battlefield", "fitting", "plot", "team-points"}


def test_rows_that_say_less_of_some_texts_forbid_no_more(destiny: Pool) -> None:
    """So many different cards, and what lies beside the deck, are not stated: they only widen rows."""
    judge, decks = Judge("destiny"), DestinyDecks(destiny, 0)
    moves = [c for c in destiny.cards if c.name in ("Execute Order 66", "332nd Clone Trooper")]
    for number in range(DECKS):
        decks.rng.seed(f"beyond {number}")
        deck = decks.deck()
        beyond = [destiny.entry(decks.rng.choice(BEYOND)), destiny.entry(decks.rng.choice(moves), 2)]
        found = said_of(judge, destiny.deck((*deck.entries, *beyond)), [])
        assert not {one for one in found if one[2] and not one[1]}


def test_a_card_is_as_dear_as_its_dice_may_make_it() -> None:
    """With two dice it may reach what is asked for; what costs nothing, or stands aside, never does."""
    dear = Dear("plot", "", 14, lambda _card, _copies, _dice: ((1, 10), (2, 14)), is_character, "", "")
    cards = made("Character", "Elite"), made("Support", "Ship")
    (row,) = rows_of([dear], DeckModel(cards, ("Team", "Aside"), frozenset({"Team"})))
    assert isinstance(row, Total)
    assert (row.code, row.low, row.high, row.weighs) == ("plot", 1, None, (0, 1))
    weights = {
        (zone, card.name): row.weight(Slot(zone, card)) for zone in ("Team", "Aside") for card in cards
    }
    assert [one for one, weight in weights.items() if weight] == [("Team", "Elite")]
    (never,) = rows_of([dear._replace(minimum=15)], DeckModel(cards, ("Team",), frozenset({"Team"})))
    assert isinstance(never, Total)
    assert not any(never.weight(Slot("Team", card)) for card in cards)


def test_rows_say_in_words_what_sides_and_colours_ask_for(destiny: Pool) -> None:
    judge = Judge("destiny")
    model = DeckModel(destiny.cards, judge.game.zones, judge.edition.counted_zones)
    words = {row.words for row in rows_of(judge.rules, model) if isinstance(row, Total)}
    colours = {f"a {colour} character for {colour} cards" for colour in ("red", "blue", "yellow")}
    sides = {f"no {side} cards without a {side} character" for side in ("hero", "villain")}
    assert words >= colours | sides
