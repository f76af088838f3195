"""The lists of an event for its players: hashes only until the organiser opens them."""

from collections.abc import Mapping
from typing import Any

from db.events.values import EventDeck, FrozenCard, StoredEvent
from db.language import filled, gettext as _
from deckcheck.events.deck_hash import card_counts, short_hash
from deckcheck.games import get_game
from deckcheck.show.picked import picked


def lists_document(event: StoredEvent) -> dict[str, Any]:
    """The registered lists as `deckcheck.event-lists/1`; hidden ones show no card."""
    shown = event.facts.open_lists
    return {
        "schema": "deckcheck.event-lists/1",
        **picked(event, "event=facts.name game=facts.game format=facts.format as_of=facts.day"),
        "open": shown,
        "players": [
            {
                **picked(player, "name club?"),
                "decks": [
                    {**picked(deck, "seat? hash?"), **({"cards": _cards(deck.cards)} if shown else {})}
                    for deck in decks_of(event, number)
                ],
            }
            for number, player in event.players.items()
        ],
    }


def lists_text(event: StoredEvent, names: Mapping[str, str]) -> str:
    """The lists as a text: a line for each deck, and its cards where they are open.

    `names` are what cards are called in another language, by their English names.
    """
    game = get_game(event.facts.game)
    seats = {seat.code: seat.name for seat in game.seats}
    lines = []
    for number, player in event.players.items():
        for deck in decks_of(event, number):
            digest = short_hash(deck.hash) if deck.hash else _("no deck")
            seat = f", {seats.get(deck.seat, _('no seat'))}" if len(seats) > 1 else ""
            lines.append(f"{player.name}{seat}: {digest}")
            if event.facts.open_lists:
                for (zone, name), count in _sorted(deck.cards):
                    where = "" if zone == game.main_zone else f" ({filled(zone, {})})"
                    lines.append(f"  {count} {names.get(name, name.removeprefix('?'))}{where}")
    return "\n".join(lines) + "\n" if lines else ""


def decks_of(event: StoredEvent, player: int) -> list[EventDeck]:
    """The lists of a player, by seat as the game has them."""
    codes = [seat.code for seat in get_game(event.facts.game).seats]
    decks = [deck for deck in event.decks.values() if deck.player == player]
    return sorted(decks, key=lambda d: codes.index(d.seat) if d.seat in codes else len(codes))


def _cards(cards: tuple[FrozenCard, ...]) -> list[dict[str, Any]]:
    return [
        {"zone": zone, "name": name.removeprefix("?"), "quantity": count}
        for (zone, name), count in _sorted(cards)
    ]


def _sorted(cards: tuple[FrozenCard, ...]) -> list[tuple[tuple[str, str], int]]:
    return sorted(card_counts(cards).items())
