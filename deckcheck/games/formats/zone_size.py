"""The rule for a zone whose size the user sets, since no rulebook does."""

from collections.abc import Iterator
from typing import NamedTuple

from deckcheck.games.constraints import COUNTS, Constraint, DeckModel, Total, in_zones
from deckcheck.games.game import View
from deckcheck.report import ERROR, Issue, issue_cards
from deckcheck.show.wording import cards


class ZoneSize(NamedTuple):
    """A zone holds at most `limit` cards, as the user says; none is known to us."""

    cite: str
    zone: str
    limit: int
    code: str = "zone"

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields an issue when the zone holds too many cards."""
        entries = [entry for entry in deck.deck.entries if entry.zone == self.zone]
        have = sum(entry.quantity for entry in entries)
        if have > self.limit:
            yield Issue(
                self.code,
                ERROR,
                f"{have} cards in {self.zone}, at most {self.limit}",
                have,
                self.limit,
                issue_cards(entries),
                self.cite,
                advice=f"take out {cards(have - self.limit)}",
            )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the most cards of the zone."""
        yield Total(self.code, in_zones(self.zone), high=self.limit, weighs=COUNTS)


def zone_limit(zone: str, limit: int) -> ZoneSize:
    """The rule for a zone whose size the user sets, since none is known to us."""
    return ZoneSize("limit set by the user", zone, limit)
