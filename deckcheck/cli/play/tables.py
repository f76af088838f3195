"""Decks opened and looked up to be played, with notes on what is open about them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.cli.common import open_catalogue, say
from deckcheck.games import get_game

if TYPE_CHECKING:
    from db.cards.lookup import Catalogue
    from deckcheck.deck import Deck
    from deckcheck.judge.opening import OpenedDeck
    from deckcheck.session.play import SeatedDecks

SHOWN_FROM, SHOWN_FROM_FAST = 2_000, 100_000
"""With more games than this, played move by move or many at once, a bar is worth its place."""


def look_up(opened: "Sequence[OpenedDeck]", catalogue: "Catalogue") -> "list[Deck]":
    """The decks with their names looked up; their notes are printed."""
    from deckcheck.judge.resolve import Resolver

    resolver = Resolver(catalogue, get_game(catalogue.game))
    decks = []
    for found in opened:
        decks.append(resolver.resolve(found.deck_list, found.label, found.name))
        for note in decks[-1].notes:
            say(f"{found.label}: {note}")
    return decks


def say_notes(table: "SeatedDecks") -> None:
    """Prints what is open about the decks and the seats of a table."""
    for path, deck in zip(table.paths, table.ready, strict=True):
        for note in deck.notes:
            say(f"{path}: {note}")


def open_table(
    opened: "Sequence[OpenedDeck]",
    game: str,
    rules: str | None,
    database: Path | None,
    seats: Mapping[int, int],
) -> "SeatedDecks":
    """The decks at their seats: as `seats` says, else as the game does."""
    from deckcheck.session.play import SeatedDecks

    with open_catalogue(database, game) as catalogue:
        table = SeatedDecks(catalogue, look_up(opened, catalogue), rules, seats)
    say_notes(table)
    if table.seat_note:
        say(f"deckcheck: {table.seat_note}")
    return table
