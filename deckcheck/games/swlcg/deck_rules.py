"""The deck rules as declarations, and the edition as a tuple of them."""

from db.language import gettext as _
from deckcheck.games.swlcg import cards
from deckcheck.games.swlcg.affiliation_texts import said_by, what_is_unknown
from deckcheck.games.swlcg.zones import COMMAND, ZONES, misplaced
from deckcheck.rules import requirement as need
from deckcheck.rules.edition import Edition

_BOOK = _("Star Wars: The Card Game rules (2012), 'Deck building rules'")
_TEXT = _("text of the affiliation card")

PRINTED = Edition(
    "printed-2012",
    _("Rules of 2012"),
    (
        need.Exactly(
            "affiliation",
            _BOOK,
            1,
            need.Count(cards.is_affiliation),
            (_("affiliation card"), _("affiliation cards")),
            message=_("{no_kind}, exactly {limit} expected"),
            add=_("add one"),
            remove=_("take out {off}"),
        ),
        need.AtLeast(
            "objective-minimum",
            _BOOK,
            10,
            need.Count(cards.is_objective),
            (_("objective set"), _("objective sets")),
        ),
        need.Whole(
            "objective-minimum",
            _BOOK,
            cards.brings,
            cards.command_title,
            need.Count(cards.is_command_card),
            COMMAND,
            _("the objective set {name} is not whole; it lacks {listed}"),
            _("{have_cards} more than the objective sets of the deck have"),
            _("{name} is an objective whose command cards are unknown"),
            _("the command cards are those of the objective sets, no more and no less"),
        ),
        need.NotKnown("objective-minimum", _BOOK, cards.without_set, advice="", counted=True),
        need.OneOf(
            "one-side",
            _BOOK,
            (
                need.Part(cards.LIGHT, need.Count(cards.is_light), ("Light", "Light")),
                need.Part(cards.DARK, need.Count(cards.is_dark), ("Dark", "Dark")),
            ),
            (cards.LIGHT, cards.DARK),
            _("{parts} among affiliation and objective sets"),
            _("keep to the {largest} side"),
            leads=cards.is_affiliation,
            sentence=_("affiliation and objective sets all of the Light side, or all of the Dark side"),
        ),
        need.PerName(
            "copy-limit",
            _BOOK,
            2,
            only=cards.is_objective,
            limited=1,
            limited_ones=cards.is_limited,
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
        need.Requires(
            "affiliation-lock",
            _BOOK,
            cards.affiliation_needed,
            cards.affiliation_given,
            _("{name} goes only with the affiliation {asked}"),
            _("take it out, or change the affiliation"),
            _("for the affiliation {asked} only"),
            _("a set that is locked to its affiliation beside that affiliation card"),
        ),
        need.NotKnown("affiliation-text", _TEXT, what_is_unknown),
        need.WhileIn(
            "affiliation-text",
            _TEXT,
            said_by,
            alone=True,
            sentence=_("as the affiliation card says of the objectives"),
        ),
        need.Warned(
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
    "cards": need.Count(),
    "affiliations": need.Count(cards.is_affiliation),
    "objective_sets": need.Count(cards.is_objective),
    "command_cards": need.Count(cards.is_command_card),
    "light": need.Count(cards.is_light_objective),
    "dark": need.Count(cards.is_dark_objective),
}
"""The counts of a report, by their names."""
