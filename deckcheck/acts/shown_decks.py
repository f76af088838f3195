"""A deck with the facts of its cards, as a document and a table; and what decks lack, as a workbook."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from db.collection.decks import SavedDeck
from db.language import Message, gettext as _, in_parts
from deckcheck.acts.database import Database
from deckcheck.acts.decks import deck
from deckcheck.collection.holdings import Collection
from deckcheck.collection.missing import Missing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.decks.counts import cards_of_entry
from deckcheck.games import get_game
from deckcheck.games.game import Game
from deckcheck.judge.opening import OpenedDeck
from deckcheck.show.picked import picked
from deckcheck.show.wording import amount


@dataclass(frozen=True, slots=True)
class ShownDeck:
    """A deck with its names looked up, and the collection beside it."""

    deck: Deck
    saved: SavedDeck | None
    collection: Collection
    game: Game

    @property
    def cards(self) -> int:
        """The number of its cards, where one that comes with others is counted as the game does."""
        return sum(cards_of_entry(entry, self.game) for entry in self.deck.entries)

    @property
    def reserved(self) -> int:
        """The copies that are reserved for a saved deck."""
        return self.saved.facts.reserved if self.saved else 0

    def table(
        self, names: Mapping[str, str]
    ) -> tuple[tuple[str, ...], list[tuple[str, ...]], tuple[str, ...]]:
        """The headers, a row for each entry, and the headers that matter least, in this order.

        `names` are what cards are called in another language, by their English names.
        """
        heading, _unused = self.game.words.stats
        headers: tuple[str, ...] = ("#", "card", "side", "type", "cost", heading, "zone")
        entries = sorted(
            self.deck.entries, key=lambda one: (one.zone, one.card.type if one.card else "", one.name)
        )
        rows = [_row(entry, self.game, names) for entry in entries]
        if self.collection.holdings:
            headers = (*headers, "owned", "reserved", "free")
            rows = [(*row, *self._copies(entry)) for row, entry in zip(rows, entries, strict=True)]
        return headers, rows, ("reserved", "zone", "owned", "side", heading)

    def _copies(self, entry: DeckEntry) -> tuple[str, ...]:
        counts = self.collection.counts(entry.card)
        shown = (counts.owned, counts.reserved, counts.free)
        return tuple(str(count) if entry.card else "" for count in shown)

    def document(self) -> dict[str, Any]:
        """The deck as `deckcheck.deck-show/1`."""
        deck = self.deck
        return {
            "schema": "deckcheck.deck-show/1",
            "path": None if self.saved else deck.path,
            "saved": self.saved is not None,
            "reserved": self.reserved,
            **picked(deck, "name game read_as"),
            "cards": [self._entry_document(entry) for entry in deck.entries],
            "unread": [{"line": one.line, "text": one.text, "reason": one.reason} for one in deck.unread],
        }

    def _entry_document(self, entry: DeckEntry) -> dict[str, Any]:
        card, counts = entry.card, self.collection.counts(entry.card)
        return {
            **picked(entry, "quantity name zone line"),
            "card": card.name if card else None,
            "set": entry.printing.set_code if entry.printing else entry.set_code,
            "type": card.type if card else None,
            "side": card.side if card else None,
            "cost": card.cost if card else None,
            "owned": counts.owned,
            "free": counts.free,
            "candidates": [one.name for one in entry.candidates],
            "suggestions": list(entry.suggestions),
            **({} if entry.dice is None else {"dice": entry.dice}),
        }


def show_deck(database: Database, opened: OpenedDeck, game: str) -> ShownDeck:
    """A deck with the facts of its cards, and the copies that are owned."""
    resolved = deck(database, opened, game=game)
    return ShownDeck(resolved, opened.saved, database.holdings(game), get_game(game))


def missing_workbook(lacking: Missing) -> tuple[bytes, int]:
    """The cards that decks lack as a workbook, and their number."""
    from importers.sheets.table_workbook import table_workbook

    header, *rows = lacking.rows()
    return table_workbook("Missing", [str(name) for name in header], rows), len(rows)


def _row(entry: DeckEntry, game: Game, names: Mapping[str, str]) -> tuple[str, ...]:
    card = entry.card
    if card is None:
        state = _("ambiguous") if entry.candidates else _("unknown")
        return str(entry.quantity), entry.name, "", state, "", "", Message(entry.zone)
    cost = "" if card.cost is None else str(card.cost)
    copies, dice = game.needs(card, entry.quantity, entry.dice)
    name, side, (_unused, stats) = (
        names.get(card.name, entry.name),
        Message(card.side or ""),
        game.words.stats,
    )
    if dice not in {0, copies} and card.type == "Character":
        name = f"{name} ({amount(dice, 'die', 'dice')})"
    return str(copies), name, side, in_parts(card.type), cost, stats(card), Message(entry.zone)
