"""The deck rules as declarations, and the edition as a tuple of them."""

from db.language import gettext as _
from deckcheck.games.swlcg.affiliation_texts import said_by, what_is_unknown
from deckcheck.games.swlcg.cards import (
    DARK,
    LIGHT,
    affiliation_given,
    affiliation_needed,
    brings,
    command_title,
    is_affiliation,
    is_command_card,
    is_dark,
    is_dark_objective,
    is_light,
    is_light_objective,
    is_limited,
    is_objective,
    without_set,
)
from deckcheck.games.swlcg.zones import COMMAND, ZONES, misplaced
from deckcheck.rules.edition import Edition
from deckcheck.rules.requirement import (
    AtLeast,
    Count,
    Exactly,
    NotKnown,
    OneOf,
    Part,
    PerName,
    Requires,
    Warned,
    WhileIn,
    Whole,
)

_BOOK = _("Star Wars: The Card Game rules (2012), 'Deck building rules'")
_TEXT = _("text of the affiliation card")

PRINTED = Edition(
    "printed-2012",
    _("Rules of 2012"),
    (
        Exactly(
            "affiliation",
            _BOOK,
            1,
            Count(is_affiliation),
            (_("affiliation card"), _("affiliation cards")),
            message=_("{no_kind}, exactly {limit} expected"),
            add=_("add one"),
            remove=_("take out {off}"),
        ),
        AtLeast(
            "objective-minimum",
            _BOOK,
            10,
            Count(is_objective),
            (_("objective set"), _("objective sets")),
            advice=_("add {off_kind}"),
        ),
        Whole(
            "objective-minimum",
            _BOOK,
            brings,
            command_title,
            Count(is_command_card),
            COMMAND,
            _("the objective set {name} is not whole; it lacks {listed}"),
            _("{have_cards} more than the objective sets of the deck have"),
            _("{name} is an objective whose command cards are unknown"),
            _("the command cards are those of the objective sets, no more and no less"),
        ),
        NotKnown("objective-minimum", _BOOK, without_set, advice="", counted=True),
        OneOf(
            "one-side",
            _BOOK,
            (Part(LIGHT, Count(is_light), ("Light", "Light")), Part(DARK, Count(is_dark), ("Dark", "Dark"))),
            (LIGHT, DARK),
            _("{parts} among affiliation and objective sets"),
            _("keep to the {largest} side"),
            crowd=_("no side fits all cards: {have_cards} cannot be {largest}, whatever cards are meant"),
            crowd_advice=_("keep to one side: take out the {have_cards}"),
            leads=is_affiliation,
            sentence=_("affiliation and objective sets all of the Light side, or all of the Dark side"),
        ),
        PerName(
            "copy-limit",
            _BOOK,
            2,
            only=is_objective,
            limited=1,
            limited_ones=is_limited,
            message=_("{have_copies} of the objective set {name}, at most {limit}"),
            limited_message=_(
                "{have_copies} of the objective set {name}, at most {limit}, since it is limited to one per "
                "objective deck"
            ),
            limited_together=_(
                "there more than {limit} times, since it is limited to one per objective deck"
            ),
            sentence=_("at most {limit} copies of an objective set, 1 of a set that says so"),
        ),
        Requires(
            "affiliation-lock",
            _BOOK,
            affiliation_needed,
            affiliation_given,
            _("{name} goes only with the affiliation {asked}"),
            _("take it out, or change the affiliation"),
            _("for the affiliation {asked} only"),
            _("a set that is locked to its affiliation beside that affiliation card"),
        ),
        NotKnown("affiliation-text", _TEXT, what_is_unknown),
        WhileIn(
            "affiliation-text",
            _TEXT,
            said_by,
            alone=True,
            sentence=_("as the affiliation card says of the objectives"),
        ),
        Warned(
            "zone",
            _BOOK,
            misplaced,
            _("{listed} is of type {type} and was counted in {home}, not in {zone}"),
            _("move it to {home}"),
            _("of type {type} and were counted in {home}, not in {zone}"),
            sentence=_("each card in the zone of its type"),
        ),
    ),
    frozenset(ZONES),
    published="2012",
)
EDITIONS = (PRINTED,)
COUNTS = {
    "cards": Count(),
    "affiliations": Count(is_affiliation),
    "objective_sets": Count(is_objective),
    "command_cards": Count(is_command_card),
    "light": Count(is_light_objective),
    "dark": Count(is_dark_objective),
}
"""The counts of a report, by their names."""
