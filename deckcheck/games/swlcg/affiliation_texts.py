"""The texts of affiliation cards about the deck, as data: `exceptions.tsv` of the catalogue.

Every affiliation card of the catalogue states its reserve value there (`reserve=7`), and some state
deck rules of their own (`exactly=6,affiliation=Jedi`). One that states nothing is not known to us:
it may have such rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from db.cards.card import Card
from db.language import gettext as _, one_of
from deckcheck.games.swlcg.cards import AFFILIATION, affiliation_of, is_objective
from deckcheck.rules.requirement import AtMost, Count, Exactly

NEEDS, BRINGS = "needs", "brings"
_CITE = _("text of the affiliation card")
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


def what_is_unknown(card: Card) -> str | None:
    """The words for an affiliation card whose text about the deck is not known; None for others."""
    if card.type != AFFILIATION or is_known(card):
        return None
    return _("may state deck rules of its own; what it says is not known")


def said_by(card: Card) -> tuple[Exactly | AtMost, ...]:
    """The requirements of an affiliation card for the objectives; nothing for any other card."""
    needs = tuple(needs_of(card)) if card.type == AFFILIATION else ()
    found: list[Exactly | AtMost] = [_exactly(need) for need in needs]
    if needs:
        named = {affiliation for need in needs for affiliation in need.affiliations}
        found.append(
            AtMost(
                "affiliation-text",
                _CITE,
                0,
                Count(lambda one: is_objective(one) and affiliation_of(one) not in named),
                (_("objective set"), _("objective sets")),
                message=_(
                    "{have_kind} of other affiliations, of which {card} says nothing; "
                    "whether it allows others than those that it names is not known"
                ),
                advice=_("read the card"),
                proven=False,
                sentence=_("no {kinds} of affiliations that it does not name"),
            )
        )
    return tuple(found)


def _exactly(need: ExactNumber) -> Exactly:
    which = one_of(need.affiliations)
    return Exactly(
        "affiliation-text",
        _CITE,
        need.number,
        Count(lambda one: is_objective(one) and affiliation_of(one) in need.affiliations),
        (_("{which} objective set", which=which), _("{which} objective sets", which=which)),
        details={"affiliations": list(need.affiliations)},
        message=_("{have_kind}, exactly {limit} expected with {card}"),
    )


def reserve_of(card: Card | None) -> int:
    """The reserve value with which the player of an affiliation card begins."""
    for word in (card.facts.get(BRINGS) or ()) if card else ():
        name, _unused, number = str(word).partition("=")
        if name == "reserve":
            return int(number)
    return RESERVE
