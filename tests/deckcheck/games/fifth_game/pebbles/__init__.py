"""A made-up game of one page, as docs/adding-a-game.md says that one is added.

A deck is five pebbles or more, and at most two of them have the same colour.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.formats.list_rules import list_rules
from deckcheck.games.formats.zone_size import zone_limit
from deckcheck.games.game import Game
from deckcheck.report import ERROR, Issue, issue_cards
from deckcheck.rules.edition import Edition, Format
from deckcheck.show.wording import cards, too_few

BAG = "Bag"


class Tally:
    """The view of a deck: what is in the bag, and how many of each colour."""

    def __init__(self, deck: Deck, counted_zones: frozenset[str]) -> None:
        self.deck = deck
        self.counted = [entry for entry in deck.entries if entry.zone in counted_zones]
        self.colours: Counter[str] = Counter()
        for entry in self.counted:
            if entry.card is not None:
                self.colours[str(entry.card.facts["colour"])] += entry.quantity
        unknown = sum(e.quantity for e in self.counted if e.card is None)
        self.counts: Mapping[str, int] = {
            "cards": self.colours.total() + unknown,
            "colours": len(self.colours),
            "unknown": unknown,
        }

    def everywhere(self) -> Iterator[DeckEntry]:
        """The entries of all zones of the game; here there is only one."""
        return (entry for entry in self.deck.entries if entry.zone == BAG)


@dataclass(frozen=True, slots=True)
class BagSize:
    """A bag holds at least `minimum` pebbles."""

    cite: str
    minimum: int = 5
    code: str = "bag-size"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue when there are too few."""
        have = deck.counts["cards"]
        if have < self.minimum:
            severity, undecided, remark = too_few(have, self.minimum, 0)
            yield Issue(
                self.code,
                severity,
                f"{have} pebbles, at least {self.minimum} expected{remark}",
                have,
                self.minimum,
                cite=self.cite,
                undecided=undecided,
                advice=f"add {cards(self.minimum - have)}",
            )


@dataclass(frozen=True, slots=True)
class ColourLimit:
    """At most `limit` pebbles have the same colour."""

    cite: str
    limit: int = 2
    code: str = "colour-limit"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue for each colour of which there are too many."""
        for colour, have in sorted(deck.colours.items()):
            if have > self.limit:
                entries = [e for e in deck.counted if e.card and e.card.facts["colour"] == colour]
                yield Issue(
                    self.code,
                    ERROR,
                    f"{have} {colour} pebbles, at most {self.limit}",
                    have,
                    self.limit,
                    issue_cards(entries),
                    self.cite,
                    advice=f"take out {cards(have - self.limit)}",
                    details={"colour": colour},
                )


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts in a line."""
    return f"{counts['cards']} pebbles of {counts['colours']} colours"


def card_summary(card: Card) -> str:
    """A pebble in two words."""
    return f"{card.facts['colour']} {card.type}"


def formats() -> tuple[Format, ...]:
    """The only way to play; a game with sets and lists has a folder formats instead."""
    return (Format("printed", "Printed rules", "beach"),)


GAME = Game(
    code="pebbles",
    name="Pebbles",
    zones=(BAG,),
    zone_names={"": BAG, "deck": BAG, "bag": BAG},
    default_format="printed",
    editions=(
        Edition(
            "beach",
            "As on the beach",
            (BagSize("a made-up page"), ColourLimit("a made-up page")),
            frozenset({BAG}),
        ),
    ),
    formats=formats,
    face=lambda card: card.facts["colour"],
    view=Tally,
    list_rules=list_rules,
    zone_limit=zone_limit,
    card_summary=card_summary,
    count_names=("cards", "colours"),
    counts_text=counts_text,
)
