"""The texts of affiliation cards about the deck, as data: `exceptions.tsv` of the catalogue.

Every affiliation card of the catalogue states its reserve value there (`reserve=7`), and some state
deck rules of their own (`exactly=6,affiliation=Jedi`). One that states nothing is not known to us:
it may have such rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from db.cards.card import Card

NEEDS, BRINGS = "needs", "brings"
RESERVE = 6
"""The reserve value of the rules."""


@dataclass(frozen=True, slots=True)
class ExactNumber:
    """The condition that a deck has exactly `number` objectives of one of these affiliations."""

    number: int
    affiliations: tuple[str, ...]


def is_known(card: Card) -> bool:
    """Whether the text of an affiliation card about the deck is known."""
    return any(fact in card.facts for fact in (NEEDS, BRINGS))


def may_speak(card: Card) -> bool:
    """Whether an affiliation card says something about the objectives, or may."""
    return bool(card.facts.get(NEEDS)) or not is_known(card)


def needs_of(card: Card) -> Iterator[ExactNumber]:
    """Yields the conditions that an affiliation card puts on the objectives.

    >>> facts = {"needs": ["exactly=5,affiliation=Jedi|Neutral"]}
    >>> nothing = [None] * 5
    >>> card = Card("swlcg", "A", "A", None, None, None, "Affiliation", *nothing, facts=facts)
    >>> list(needs_of(card))
    [ExactNumber(number=5, affiliations=('Jedi', 'Neutral'))]
    """
    for word in card.facts.get(NEEDS) or ():
        parts = dict(statement.split("=", 1) for statement in str(word).split(","))
        affiliations = parts["affiliation"].replace("_", " ").split("|")
        yield ExactNumber(int(parts["exactly"]), tuple(affiliations))


def reserve_of(card: Card | None) -> int:
    """The reserve value with which the player of an affiliation card begins."""
    for word in (card.facts.get(BRINGS) or ()) if card else ():
        name, _, number = str(word).partition("=")
        if name == "reserve":
            return int(number)
    return RESERVE
