"""The deck rules as declarations, and the editions as tuples of them."""

from db.language import gettext as _
from deckcheck.games.swtcg import cards
from deckcheck.games.swtcg.card_texts import (
    LETS_IN,
    goes_with_yuuzhan_vong,
    most_in_supply,
    speaks_of_supply,
    unread_text,
)
from deckcheck.games.swtcg.zones import DECK, MAIN, OUTSIDE, OUTSIDE_ZONES, SIDEBOARD, SUPPLY, outside_type
from deckcheck.rules import requirement as need
from deckcheck.rules.edition import Edition

_2002 = _("Star Wars TCG rulebook 2002, Part 1, 'Deck construction'")
_2004 = _("Star Wars TCG rulebook 2004, glossary 'Deck'")
_2005 = _("Star Wars TCG rulebook 2005, Section 1, 'Deck Rules', p. 10")
_COMMUNITY = _("as the community's deck checker plays it")
_NAMES_2004 = _("Star Wars TCG rulebook 2004, glossary 'Deck' and 'same name'")

SIZE = need.AtLeast(
    "deck-size",
    _2002,
    60,
    need.Count(zones=MAIN),
    where=_("in the deck"),
    adds=2,
    given=need.Count(cards.is_resource, OUTSIDE_ZONES),
    given_hint=_("an unknown card outside the deck may be a Resource that makes it enough"),
    names={"with_resource": "minimum_with"},
)
COPIES = need.PerName(
    "copy-limit",
    _2002,
    4,
    sentence=_("at most {limit} copies of a card of one name and version, reprints included"),
)
SIDE = need.OneOf(
    "one-side",
    _2002,
    (
        need.Part(cards.LIGHT, need.Count(cards.is_light), ("Light", "Light")),
        need.Part(cards.DARK, need.Count(cards.is_dark), ("Dark", "Dark")),
        need.Part(
            cards.YUUZHAN_VONG,
            need.Count(cards.is_yuuzhan_vong),
            ("Yuuzhan Vong", "Yuuzhan Vong"),
            goes_with_yuuzhan_vong,
        ),
    ),
    (cards.LIGHT, cards.DARK),
    _("{parts} cards in one deck"),
    _("keep to one side: take out the {have_cards} that {have_verb} not {largest} or Neutral"),
    _("the printed rules do not know the Yuuzhan Vong side"),
    _("no side fits all cards: {have_cards} cannot be {largest} or Neutral, whatever versions are meant"),
    _("keep to one side: take out the {have_cards}"),
    LETS_IN,
    sentence=_("never cards of two sides together; Neutral cards go into any deck"),
)
THREE_SIDES = SIDE._replace(
    cite=_("{rules_2004}; Yuuzhan Vong as a third side {community}", rules_2004=_2004, community=_COMMUNITY),
    exclusive=(cards.LIGHT, cards.DARK, cards.YUUZHAN_VONG),
)
PARTS = (
    need.Part(cards.SPACE, need.Count(cards.is_space, MAIN), cards.UNIT_NAMES[cards.SPACE]),
    need.Part(cards.GROUND, need.Count(cards.is_ground, MAIN), cards.UNIT_NAMES[cards.GROUND]),
    need.Part(cards.CHARACTER, need.Count(cards.is_character, MAIN), cards.UNIT_NAMES[cards.CHARACTER]),
)
UNITS = tuple(
    need.AtLeast("unit-minimum", _2002, 12, part.of, part.kind, details={"unit": part.name}, adds=0)
    for part in PARTS
)
RATIO = need.Ratio(
    "unit-ratio", _2002, 2, PARTS, _("no more than {limit} times as many units of a type as of another")
)
UNIT_TOTAL = need.AtLeast(
    "unit-total",
    _("Star Wars TCG, {community}", community=_COMMUNITY),
    36,
    need.Count(cards.is_unit, MAIN),
    ("unit", "units"),
    _("in all"),
    adds=1,
)
TYPES = need.Warned(
    "zone",
    _("Star Wars TCG, {community}", community=_COMMUNITY),
    outside_type,
    _("{name} is of type {type}, which does not go into the deck"),
    _("move it to Supply or Outside the game"),
    by_name=True,
    sentence=_("no Subordinates, Events and Reminders in the main deck: a warning"),
)
TEXTS: tuple[need.Requirement, ...] = (
    need.PerName(
        "card-text",
        _("text of the card"),
        4,
        only=speaks_of_supply,
        zones=frozenset({DECK, SUPPLY}),
        limit_of=most_in_supply,
        asked_in=SUPPLY,
        message=_("{have_copies} of {name} in Deck and Supply, at most {limit} by its text"),
        together="",
        sentence=_("as many copies in the Supply as the card's text says"),
    ),
    need.NotKnown(
        "card-text",
        _("text of the card"),
        unread_text,
        sentence=_("no card whose text may say more about building decks"),
    ),
)


def _printed(cite: str, names: str) -> tuple[need.Requirement, ...]:
    """The rules of a printed rulebook, with their places in it."""
    rules: tuple[need.Requirement, ...] = (SIZE, COPIES._replace(cite=names), SIDE, *UNITS, RATIO)
    return *(one if one.code == "copy-limit" else one._replace(cite=cite) for one in rules), *TEXTS


PRINTED_2002 = Edition(
    "printed-2002", _("Rulebook of 2002"), _printed(_2002, _2002), frozenset({DECK}), published="2002-04"
)
PRINTED_2004 = Edition(
    "printed-2004",
    _("Rulebook of 2004"),
    _printed(_2004, _NAMES_2004),
    frozenset({DECK}),
    published="2003-11..2004",
)
PRINTED_2005 = Edition(
    "printed-2005",
    _("Rulebook of 2005"),
    _printed(_2005, _("{rules_2005}, and glossary 'same name', p. 54", rules_2005=_2005)),
    frozenset({DECK}),
    published="2005-03..2005-05-11",
)
COMMUNITY = Edition(
    "community",
    _("As the community plays"),
    (
        SIZE._replace(
            cite=_("{rules_2004}; 59 with a Resource {community}", rules_2004=_2004, community=_COMMUNITY),
            minimum_with=59,
        ),
        COPIES._replace(cite=_NAMES_2004),
        THREE_SIDES,
        *(one._replace(cite=_2004) for one in UNITS),
        UNIT_TOTAL,
        RATIO._replace(cite=_2004),
        TYPES,
        *TEXTS,
    ),
    frozenset({DECK, SUPPLY, SIDEBOARD, OUTSIDE}),
    unlimited_zones=(SUPPLY, SIDEBOARD),
)
EDITIONS = (PRINTED_2002, PRINTED_2004, PRINTED_2005, COMMUNITY)
COUNTS = {
    "cards": need.Count(zones=MAIN),
    **{part.name: part.of for part in PARTS},
    "units": need.Count(cards.is_unit, MAIN),
    "light": need.Count(cards.is_light, MAIN),
    "dark": need.Count(cards.is_dark, MAIN),
    "neutral": need.Count(cards.is_neutral, MAIN),
    "yuuzhan-vong": need.Count(cards.is_yuuzhan_vong, MAIN),
    "unknown": need.Count(zones=MAIN),
}
"""The counts of a report, by their names."""
