"""The card texts about building decks, as data: `exceptions.tsv` of the catalogue.

`also_fits` names the sides into whose decks a card goes. `opens` says which cards may stand in the
Supply while it is in the deck: `zone=Supply,side=yuuzhan-vong,type=Equipment,subtype=Character`.
`supply_copies` is how many copies of it may stand there instead of in the deck. `text_read` marks
the cards of which the text was read for that, and `unknown_text` the words of a synced text that
sound like such a statement and are in no table.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from db.cards.card import Card
from deckcheck.deck import by_card
from deckcheck.games.constraints import Constraint, DeckModel, Limit, Slot
from deckcheck.games.swtcg.tally import SwtcgTally
from deckcheck.games.swtcg.zones import DECK, SUPPLY
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.show.wording import copies

MOST_OPENED = 1_000
"""More cards than any Supply has."""


def opened_by(card: Card) -> Sequence[str]:
    """The statements of a card about which cards may stand in the Supply."""
    return card.facts.get("opens") or ()


def is_opened(card: Card, zone: str, openers: Iterable[Card]) -> bool:
    """Whether one of these cards lets a card stand in a zone."""
    return any(_fits(word, card, zone) for opener in openers for word in opened_by(opener))


def _fits(word: str, card: Card, zone: str) -> bool:
    wanted = _parts(word)
    subtypes = {part.strip() for part in (card.subtype or "").split(" - ")}
    return (
        wanted["zone"] == zone
        and wanted["side"] == card.side
        and wanted["type"] == card.type
        and wanted["subtype"] in subtypes
    )


@lru_cache
def _parts(word: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in word.split(","))


def supply_copies(card: Card) -> int | None:
    """How many copies its own text lets stand in the Supply, None where it says nothing."""
    found = card.facts.get("supply_copies")
    return int(found[0]) if found else None


class SwtcgCardTexts(NamedTuple):
    """Cards stand in the Supply as their own text says; a text that may say more leaves it open."""

    cite: str = "text of the card"
    code: str = "card-text"

    def clears(self, card: Card) -> bool:
        """Whether the text of a card says nothing of how many copies stand where."""
        return "supply_copies" not in card.facts and "unknown_text" not in card.facts

    def check(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields an issue for each card with too many copies, and for each text that is open."""
        special = (e for e in deck.everywhere() if e.card is not None and not self.clears(e.card))
        for name, entries in by_card(special):
            card = entries[0].card
            most = None if card is None else supply_copies(card)
            here = [entry for entry in entries if entry.zone in {DECK, SUPPLY}]
            have = sum(entry.quantity for entry in here)
            if most is not None and have > most and any(e.zone == SUPPLY for e in here):
                yield Issue(
                    self.code,
                    ERROR,
                    f"{copies(have)} of {name} in {DECK} and {SUPPLY}, at most {most} by its text",
                    have,
                    most,
                    issue_cards(here),
                    self.cite,
                    advice=f"take out {copies(have - most)}",
                    details={"card": name},
                )
            if card is not None and (words := card.facts.get("unknown_text")):
                yield Issue(
                    self.code,
                    WARNING,
                    f"{name} may say how decks are built: {'; '.join(map(str, words))}",
                    cards=issue_cards(entries),
                    cite=self.cite,
                    undecided=True,
                    advice="read the card",
                    details={"card": name},
                )

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the most copies in deck and Supply, none of a card whose text is open."""

        def most(slot: Slot) -> int | None:
            return supply_copies(slot.card) if slot.zone in {DECK, SUPPLY} else None

        yield Limit(self.code, most)
        yield Limit(self.code, lambda slot: 0 if slot.card.facts.get("unknown_text") else None)
