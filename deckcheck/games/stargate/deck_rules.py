"""The deck rules as declarations, and the edition as a tuple of them."""

from functools import partial

from db.language import gettext as _
from deckcheck.games.stargate import cards
from deckcheck.games.stargate.card_texts import (
    copies_allowed,
    is_fifth_member,
    one_of_two_in_no_deck,
    stands_in_no_deck,
    unknown_text,
)
from deckcheck.games.stargate.zones import MAIN, MISSIONS, ONLY_MAIN, ONLY_PILE, ONLY_TEAM, ZONES, misplaced
from deckcheck.games.titles import base_name, title_of
from deckcheck.rules import requirement as need
from deckcheck.rules.edition import Edition

_BOOK = _("Stargate TCG rulebook (2007), 'Deck building'")
_TEXT = _("text of the card")

TEAM_SIZE = need.Different(
    "team-size",
    _BOOK,
    4,
    need.Count(cards.is_team_character, ONLY_TEAM),
    (_("team character"), _("team characters")),
    _("{have} different team characters in the team, exactly {limit} expected"),
    _("a team character stands in the team more than once"),
    is_fifth_member,
    none_advice=_("list the team under a heading 'Team:'"),
    sentence=_("exactly {limit} different team characters, and one more where a card says so of itself"),
)
MISSION_COUNT = need.Shared(
    "mission-count",
    _BOOK,
    3,
    tuple(
        need.Part(
            skill,
            need.Count(partial(cards.is_mission_of, skill), ONLY_PILE, beside=ONLY_MAIN),
            (skill.capitalize(),) * 2,
        )
        for skill in cards.SKILLS
    ),
    ("Mission", "Missions"),
    _("in the mission pile"),
    "skill",
    sentence=_("exactly {limit_kind} of each skill; one of two skills counts as either"),
)
SIDES = (
    (
        cards.HERO,
        need.Count(partial(cards.is_of_side, cards.HERO), ONLY_MAIN),
        (_("Hero card"), _("Hero cards")),
    ),
    (
        cards.VILLAIN,
        need.Count(partial(cards.is_of_side, cards.VILLAIN), ONLY_MAIN),
        (_("Villain card"), _("Villain cards")),
    ),
)

PRINTED = Edition(
    "printed-2007",
    _("Rulebook of 2007"),
    (
        TEAM_SIZE,
        MISSION_COUNT,
        *(
            need.AtLeast(f"{side}-minimum", _BOOK, 20, of, kind, _("in the deck"), {"side": side})
            for side, of, kind in SIDES
        ),
        need.PerName(
            "copy-limit",
            _BOOK,
            3,
            title_of,
            base_name,
            limit_of=copies_allowed,
            widest=True,
            sentence=_(
                "at most {limit} copies of a title over team, missions and the rest, or as "
                "many as one of the cards says"
            ),
        ),
        need.AlsoIn(
            "team-copies",
            _BOOK,
            need.Count(cards.is_team_character, ONLY_MAIN),
            need.Count(cards.is_team_character, ONLY_TEAM),
            _("{name} is in the deck and not in the team"),
            _("take it out, or into the team"),
            _("in the deck and not in the team"),
            sentence=_("of team characters the deck holds only those of the team"),
        ),
        need.PerName(
            "team-copies",
            _BOOK,
            2,
            only=cards.is_team_character,
            zones=ONLY_MAIN,
            message=_("{have_copies} of the team character {name}, at most {limit}"),
            together="",
            sentence=_("at most {limit} copies of a team character beside the team"),
        ),
        need.Forbidden(
            "card-text",
            _TEXT,
            stands_in_no_deck,
            _("{name} cannot be included in decks"),
            _("take it out"),
            by_name=True,
            sentence=_("no card that says that it cannot be included in decks"),
        ),
        need.NotKnown(
            "card-text", _TEXT, unknown_text, counted=True, sentence=_("no card whose text is not known")
        ),
        need.Either(
            "card-text",
            _TEXT,
            one_of_two_in_no_deck,
            base_name,
            _("one of the two cards called {name} cannot be included in decks"),
            _("one of the two cards called {name} cannot be included in decks; which one is not known"),
            sentence=_("not both of two cards of which one cannot be included in decks"),
        ),
        need.Moved(
            "zone",
            _BOOK,
            cards.is_mission,
            MISSIONS,
            MAIN,
            _("{name} is a Mission and was counted in Mission Pile, not in Main"),
            _("move {have_cards} to Mission Pile"),
            _("Missions and were counted in Mission Pile, not in Main"),
            sentence=_("Missions that a list has among the other cards are counted in their pile"),
        ),
        need.Forbidden(
            "zone",
            _BOOK,
            misplaced,
            _("{name} is of type {type}; it does not go into {zone}"),
            _("move {have_cards} to {home}"),
            _("of type {type}, which does not go into {zone}"),
            sentence=_("only team characters in the team, and only Missions in their pile"),
        ),
    ),
    frozenset(ZONES),
    published="2007",
)
EDITIONS = (PRINTED,)
COUNTS = {
    "cards": need.Count(zones=ONLY_MAIN),
    **{side: of for side, of, _kind in SIDES},
    "team": need.Count(zones=ONLY_TEAM),
    "missions": need.Count(zones=ONLY_PILE),
    **{part.name: part.of for part in MISSION_COUNT.parts},
    "unknown": need.Count(),
}
"""The counts of a report, by their names."""
