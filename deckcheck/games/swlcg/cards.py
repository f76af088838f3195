"""The card facts that the rules use: affiliations, and objectives with their sets."""

from collections.abc import Hashable
from dataclasses import dataclass

from db.cards.card import Card

LIGHT, DARK = SIDES = ("light", "dark")
OBJECTIVE, AFFILIATION = "Objective", "Affiliation"


@dataclass(frozen=True, slots=True)
class LcgCard:
    """A card as the rules of this game see it.

    `objective_set` is the number of the set to which this printing of it belongs, None for a card
    of none. Of an objective, `command_cards` are the titles of the five other cards of its set.
    """

    card: Card
    side: str | None
    affiliation: str | None
    objective_set: int | None
    command_cards: tuple[str, ...]
    locked: bool
    limited: bool

    @property
    def is_objective(self) -> bool:
        """Whether it is the objective of a set."""
        return self.card.type == OBJECTIVE

    @property
    def is_affiliation(self) -> bool:
        """Whether it is an affiliation card."""
        return self.card.type == AFFILIATION


def read_card(card: Card) -> LcgCard:
    """The card with the facts of this game parsed."""
    facts = card.facts
    number = facts.get("objective_set")
    return LcgCard(
        card=card,
        side=card.side,
        affiliation=facts.get("affiliation"),
        objective_set=number if isinstance(number, int) else None,
        command_cards=tuple(map(str, facts.get("command_cards") or ())),
        locked=bool(facts.get("locked")),
        limited=bool(facts.get("limited")),
    )


def rules_face(card: Card) -> Hashable:
    """The facts that the deck rules use; printings that agree in them need not be told apart.

    None of a command card: it counts by its title, whichever of several cards of it is meant.
    """
    seen = read_card(card)
    if not seen.is_objective:
        if not seen.is_affiliation:
            return None
        return card.type, seen.side, seen.affiliation, tuple(card.facts.get("needs") or ())
    return seen.objective_set, seen.side, seen.affiliation, seen.locked, seen.limited


def card_summary(card: Card) -> str:
    """A card in a few words, for lists, like `core-set 2012, Jedi Objective, set 1`."""
    seen = read_card(card)
    number = "" if seen.objective_set is None else f", set {seen.objective_set}"
    kind = f"{seen.affiliation} {card.type}" if seen.affiliation else card.type
    return f"{card.sets_and_year}, {kind}{number}"
