"""The card facts that the rules use: affiliations, and objectives with their sets."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from db.cards.card import Card
from db.language import Message, gettext as _, joined

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
        affiliation=affiliation_of(card),
        objective_set=number if isinstance(number, int) else None,
        command_cards=tuple(map(str, facts.get("command_cards") or ())),
        locked=bool(facts.get("locked")),
        limited=bool(facts.get("limited")),
    )


def is_objective(card: Card) -> bool:
    """Whether it is the objective of a set."""
    return card.type == OBJECTIVE


def is_affiliation(card: Card) -> bool:
    """Whether it is an affiliation card."""
    return card.type == AFFILIATION


def is_command_card(card: Card) -> bool:
    """Whether it is one of the command cards of a set."""
    return card.type not in {OBJECTIVE, AFFILIATION}


def is_light_objective(card: Card) -> bool:
    """Whether it is an objective of the Light side."""
    return card.type == OBJECTIVE and card.side == LIGHT


def is_dark_objective(card: Card) -> bool:
    """Whether it is an objective of the Dark side."""
    return card.type == OBJECTIVE and card.side == DARK


def is_light(card: Card) -> bool:
    """Whether it is an objective or an affiliation card of the Light side."""
    return card.side == LIGHT and not is_command_card(card)


def is_dark(card: Card) -> bool:
    """Whether it is an objective or an affiliation card of the Dark side."""
    return card.side == DARK and not is_command_card(card)


def brings(card: Card) -> Sequence[str] | None:
    """The titles of the command cards of an objective's set; None for any other card."""
    return read_card(card).command_cards if card.type == OBJECTIVE else None


def command_title(card: Card) -> str | None:
    """The title of a command card; None for any other card."""
    return card.base_name if is_command_card(card) else None


def is_limited(card: Card) -> bool:
    """Whether an objective set is limited to one per objective deck."""
    return bool(card.facts.get("limited"))


def without_set(card: Card) -> str | None:
    """The words for an objective of which the set is not known; None for any other card."""
    seen = read_card(card)
    unknown = seen.is_objective and seen.objective_set is None
    return _("belongs to no objective set that we know") if unknown else None


def affiliation_of(card: Card) -> str | None:
    """The affiliation of a card; None for a card without one."""
    return card.facts.get("affiliation")


def affiliation_needed(card: Card) -> str | None:
    """The affiliation to which an objective set is locked; None where it is not."""
    return affiliation_of(card) if is_objective(card) and card.facts.get("locked") else None


def affiliation_given(card: Card) -> str | None:
    """The affiliation of an affiliation card; None for any other card."""
    return affiliation_of(card) or "" if card.type == AFFILIATION else None


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
    in_set = seen.objective_set is not None and _("set {objective_set}", objective_set=seen.objective_set)
    kind = joined((seen.affiliation or "", Message(card.type)), " ")
    return joined((card.sets_and_year, kind, in_set or ""), ", ")
