"""A row of a sheet with the card that it means."""

from dataclasses import dataclass

from db.collection.holdings import HoldingKey
from deckcheck.collection.matching import CardMatch
from importers.collections.holding_row import SheetHolding


@dataclass(frozen=True, slots=True)
class MatchedRow:
    """A row of the sheet with its match."""

    row: SheetHolding
    match: CardMatch

    @property
    def key(self) -> HoldingKey:
        """The key of the holding that a sure row is about."""
        found = self.match.found
        if found is None or found.card.id is None:
            raise ValueError(self.row.text)
        row, printing = self.row, found.printing
        return HoldingKey(
            found.card.id,
            printing.id if printing else None,
            row.condition or "",
            row.language or "",
            row.finish or "",
            row.location or "",
        )
