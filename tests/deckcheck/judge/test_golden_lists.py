"""Whole decks that deck lists turn into, compared with those that were looked at and kept.

A name that is suddenly another card, or another zone, set or note, is found here. The files are
written anew like those of test_golden_reports.py, which says how.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckLine
from tests.deckcheck.judge.golden.cases import GAMES, catalogue_of
from tests.deckcheck.judge.golden.lists import lists_of
from tests.deckcheck.judge.test_golden_reports import catalogue_file, compare, filled

__all__ = ["catalogue_file"]


def rendered_entry(entry: DeckEntry) -> dict[str, Any]:
    card, printing = entry.card, entry.printing
    return filled(
        {
            "line": entry.line,
            "quantity": entry.quantity,
            "name": entry.name,
            "zone": entry.zone,
            "card": card and f"{card.name} | {card.type} | {card.side}",
            "printing": printing and f"{printing.name} | {printing.set_code} | {printing.number}",
            "set": entry.set_code,
            "candidates": "; ".join(f"{c.name} | {c.type}" for c in entry.candidates),
            "suggestions": list(entry.suggestions),
            "note": entry.note,
            "certain": entry.certain_name,
            "dice": repr(entry.dice),
            "listed": repr(entry.listed_zone),
        }
    )


def rendered(deck: Deck) -> dict[str, Any]:
    return filled(
        {
            "entries": [rendered_entry(entry) for entry in deck.entries],
            "deck": f"{deck.game} | {deck.name} | {deck.path} | {deck.read_as} | {deck.named_format}",
            "unread": [f"{u.line} | {u.text} | {u.reason} | {u.place}" for u in deck.unread],
            "notes": list(deck.notes),
        }
    )


@pytest.mark.parametrize("game", GAMES)
def test_decks_are_as_they_were(game: str, catalogue_file: Path) -> None:
    resolver = Resolver(catalogue_of(game, catalogue_file), get_game(game))

    def resolved(deck_list: Any) -> dict[str, Any]:
        deck = resolver.resolve(deck_list, "a/list.txt", "list")
        return json.loads(json.dumps(rendered(deck)))  # type: ignore[no-any-return]

    lists = lists_of(game, catalogue_file)
    compare(f"{game}-lists", ((name, resolved(one)) for name, one in lists), "entries")


def test_one_name_is_looked_up_like_a_line_of_a_list(catalogue_file: Path) -> None:
    """Queries and collections ask for single names, and must mean the card that decks mean."""
    for game in GAMES:
        catalogue = catalogue_of(game, catalogue_file)
        resolver = Resolver(catalogue, get_game(game))
        cards = resolver.cards()
        assert cards == catalogue.cards()
        ids = [card.id for card in cards[:3] if card.id is not None]
        assert resolver.get_cards(ids) == cards[:3]
        for card in cards[:: len(cards) // 30]:
            first, last = card.printings[0], card.printings[-1]
            by_set = resolver.resolve_line(DeckLine(1, card.name, set_code=last.set_code))
            assert resolver.resolve_name(card.name, last.set_code) == by_set
            assert by_set.card is None or by_set.card.name == card.name
            by_key = resolver.resolve_name("Nothing of the Kind", None, first.image_key)
            assert (by_key.card and by_key.card.name) == (card.name if first.image_key else None)
