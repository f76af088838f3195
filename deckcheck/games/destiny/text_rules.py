"""The rule of the cards' own texts: what characters and battlefields ask, and what nobody read."""

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.games.destiny import constraints
from deckcheck.games.destiny.conditions import unmet
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.report import WARNING, Issue, issue_cards
from deckcheck.rules.compiled import Constraint, DeckModel


@dataclass(frozen=True, slots=True)
class CardTexts:
    """Characters and battlefields stand in a team and deck as their own text asks.

    A text that nobody read for this catalogue leaves the verdict open, since some say such things.
    """

    cite: str
    code: str = "card-text"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields whose texts are not stated."""
        yield from constraints.texts(self.code, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue for each condition that is not met, and for each text not known."""
        for one in (*(member.listed for member in deck.team), *deck.battlefields):
            yield from unmet(deck, one, self.code)
        for one in deck.unread_texts:
            if one.seen.card.type == "Plot":
                continue
            name = one.seen.card.name
            yield Issue(
                self.code,
                WARNING,
                f"{name} may say how team and deck are built; its text is not known to us",
                cards=issue_cards([one.entry]),
                cite=self.cite,
                undecided=True,
                advice="read the card",
                details={"card": name},
            )
