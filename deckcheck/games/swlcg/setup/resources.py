"""How cards are paid for: focus tokens on cards with resources, one of them of the affiliation."""

from collections.abc import Sequence
from dataclasses import dataclass

from deckcheck.games.swlcg.setup.cards import DEPLOYED, NEUTRAL, LcgPlayCard


@dataclass(frozen=True, slots=True)
class Source:
    """A card in play that gives resources, and its focus tokens; with any it gives none."""

    card: LcgPlayCard
    focus: int = 0

    @property
    def ready(self) -> int:
        """The resources that it gives now."""
        return 0 if self.focus else self.card.resources


def payment(card: LcgPlayCard, sources: Sequence[Source]) -> tuple[int, ...] | None:
    """The focus tokens that each source takes for a card, or None where it cannot be paid.

    The least source of the card's affiliation pays first, if there must be one, then the least of
    all others, one resource each as long as that is enough; so few cards as possible get a second
    token, with which they would stay exhausted in the next turn.
    """
    if card.cost is None:
        return None
    payers = sorted(
        (n for n, source in enumerate(sources) if source.ready), key=lambda n: (sources[n].ready, n)
    )
    if card.cost and card.affiliation != NEUTRAL:
        match = next((n for n in payers if sources[n].card.affiliation == card.affiliation), None)
        if match is None:
            return None
        payers.remove(match)
        payers.insert(0, match)
    left = card.cost
    paid = [0] * len(sources)
    for least in (1, None):
        for n in payers:
            room = sources[n].ready - paid[n]
            taken = min(left, room if least is None else least)
            paid[n] += taken
            left -= taken
    return None if left else tuple(paid)


def can_pay(card: LcgPlayCard, cards: Sequence[LcgPlayCard]) -> bool:
    """Whether cards, all of them ready, pay for a unit or enhancement.

    Any number of them may pay, so the sum of their resources and a match are all that it takes.
    """
    if card.kind not in DEPLOYED or card.cost is None:
        return False
    if card.cost == 0:
        return True
    if card.cost > sum(source.resources for source in cards):
        return False
    return card.affiliation == NEUTRAL or any(
        source.resources and source.affiliation == card.affiliation for source in cards
    )
