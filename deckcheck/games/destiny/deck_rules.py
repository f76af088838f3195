"""The deck rules as declarations, and the edition as a tuple of them."""

from collections.abc import Mapping
from functools import partial

from db.language import gettext as _
from deckcheck.games.destiny import card_texts, cards
from deckcheck.games.destiny.zones import BESIDE, DECK, IN, ZONES, misplaced, other_face
from deckcheck.games.titles import base_name, title_of
from deckcheck.rules import requirement as need
from deckcheck.rules.edition import Edition

_BOOK = _("Star Wars: Destiny, complete rules 1.1 (2016), Part 4 'Customisation', p. 12")
_TEAM = _("{book}, 1 (team)", book=_BOOK)
_DECK = _("{book}, 2 (deck)", book=_BOOK)
_LATER = _("Star Wars: Destiny, rules reference of 2018 and later")
_PLOTS = _("{later}, Part 1 (plots)", later=_LATER)
_TEXTS = _("the cards' own texts")

_DRAWN = need.Count(cards.is_drawn, IN, home=frozenset({DECK}))
_ALL = IN | {BESIDE}
COUNTS = {
    "cards": need.Count(cards.is_drawn, _ALL, home=frozenset({DECK})),
    "characters": need.Count(cards.is_character),
    "dice": need.Count(cards.is_character),
    "points": need.Count(cards.is_character),
    "battlefields": need.Count(cards.is_battlefield),
    "plots": need.Count(cards.is_plot),
    "events": need.Count(partial(cards.is_of_type, "Event"), _ALL),
    "upgrades": need.Count(partial(cards.is_of_type, "Upgrade"), _ALL),
    "supports": need.Count(partial(cards.is_of_type, "Support"), _ALL),
    "downgrades": need.Count(partial(cards.is_of_type, "Downgrade"), _ALL),
    "hero": need.Count(partial(cards.is_of_side, cards.HERO), _ALL),
    "villain": need.Count(partial(cards.is_of_side, cards.VILLAIN), _ALL),
    "neutral": need.Count(partial(cards.is_of_side, "neutral"), _ALL),
    "unknown": need.Count(),
}

POINTS = need.Budget(
    "team-points",
    _TEAM,
    30,
    partial(cards.values_in, balance=cards.NO_BALANCE),
    partial(cards.costs_in, balance=cards.NO_BALANCE),
    cards.has_points,
    cards.is_plot,
    card_texts.cheaper,
    card_texts.spares,
    card_texts.teams_up,
    card_texts.is_unread,
    -2,
    cards.is_plot,
    ("point", "points"),
    _("the team costs {cost}, at most {limit}"),
    _("make it {off_kind} cheaper"),
    (_("how many dice each card has is not said"), _("which copies lie beside the team is not said")),
    _("{name} states no points"),
    (
        _("{name} with {have_dice}: each character has at least one"),
        _("{name} with {have_dice}: it has no such value"),
    ),
    _("{name} has Team Up with {names} in the team; what it costs then is not known to us"),
    {"lowest_plot": "least"},
    sentence=_("the characters' values, and those of the plots, add up to at most {limit}"),
)
_BOTH_SIDES = need.Unless(card_texts.lift, card_texts.is_unread)
TEAM: tuple[need.Requirement, ...] = (
    POINTS,
    need.AtLeast(
        "team-minimum",
        _TEAM,
        1,
        need.Count(cards.is_character),
        ("character", "characters"),
        message=_("{no_kind} in the team, at least {limit} expected"),
        advice=_("add a character"),
        sentence=_("at least {limit_kind} in the team"),
    ),
    need.OneOf(
        "team-affiliation",
        _TEAM,
        (
            need.Part(cards.HERO, need.Count(cards.is_hero), ("hero", "heroes")),
            need.Part(cards.VILLAIN, need.Count(cards.is_villain), ("villain", "villains")),
        ),
        (cards.HERO, cards.VILLAIN),
        _("heroes and villains in one team"),
        _("keep to {largest} and neutral characters"),
        unless=_BOTH_SIDES,
        sentence=_("heroes and villains are never in one team; neutral characters go with both"),
    ),
    need.PerName(
        "team-unique",
        _TEAM,
        1,
        title_of,
        base_name,
        cards.is_unique_character,
        message=_("{have_cards} of {name}, who is unique; at most {limit}"),
        advice=_("take one of them, with one die or as an elite with two"),
        together="",
        sentence=_("one copy of a unique character, whatever its subtitle"),
    ),
)
SIDES = need.Aspect(card_texts.SIDE, cards.side_asked, cards.side_given, by_others=True, unless=_BOTH_SIDES)
COLOURS = need.Aspect(card_texts.COLOUR, cards.colour_asked, cards.colour_given)
FITTING = need.GoesWith(
    "deck-affiliation",
    _("{deck}; teams without heroes and villains: {later}, Part 4, 2", deck=_DECK, later=_LATER),
    (SIDES, COLOURS),
    _("{have_kind} with {given}"),
    _("take out these"),
    card_texts.lets_in,
    card_texts.is_unread,
    IN,
    title_of,
    second_hint=_("a text lets in so many different ones, and does not say whether in two copies"),
    words={
        cards.HERO: _("a team of heroes"),
        cards.VILLAIN: _("a team of villains"),
        "": _("an all-neutral team"),
    },
    asked_words=_("no {asked} cards without a {asked} character"),
    sentence=_(
        "a team of heroes takes no villain cards, a team of villains no hero cards, a team "
        "of neither none of both"
    ),
)
DRAW: tuple[need.Requirement, ...] = (
    need.Exactly(
        "deck-size",
        _DECK,
        cards.DECK_SIZE,
        _DRAWN,
        message=_("{have_cards} in the deck, exactly {limit} expected"),
        shown=False,
        laid_aside=card_texts.spares,
        sentence=_("exactly {limit} cards; characters, battlefields and plots do not count"),
    ),
    need.PerName(
        "copy-limit",
        _("{deck}, Part 8 'Copy', p. 18; the limit of the card", deck=_DECK),
        cards.USUAL_LIMIT,
        title_of,
        base_name,
        cards.is_drawn,
        IN,
        cards.limit_of,
        disputed=_("{most} by the text of another card of that title"),
        one_more=need.Stated(card_texts.extra_copies, cards.is_plot, 2),
        sentence=_("at most {limit} copies of a title, or as many as the card itself states"),
    ),
    FITTING,
    FITTING._replace(
        code="deck-colour",
        cite=_DECK,
        aspects=(COLOURS, SIDES),
        message=_("{have_kind} without a {asked} character"),
        advice=_("take out these, or take a {asked} character"),
        told_on="asked",
        shown_as="colour",
        asked_words=_("a {asked} character for {asked} cards"),
        sentence=_("red, blue and yellow cards need a character of their colour; gray ones do not"),
    ),
    need.Exactly(
        "battlefield",
        _("{book}, 3 (battlefield)", book=_BOOK),
        1,
        need.Count(cards.is_battlefield),
        ("battlefield", "battlefields"),
        message=_("{no_kind}, exactly {limit} expected"),
        add=_("add one"),
        remove=_("take out {off}"),
        stated=need.Stated(card_texts.battlefields, cards.is_plot, 2),
        sentence=_("exactly {limit} battlefield"),
    ),
)


def points_of(format_name: str, balance: Mapping[str, str]) -> tuple[need.Requirement, ...]:
    """The points of a team in a format whose balance of the Force states others than printed."""
    cite = _("balance of the Force of {format_name}", format_name=format_name)
    return (
        POINTS._replace(
            cite=f"{_TEAM}; {cite}",
            values=partial(cards.values_in, balance=balance),
            costs=partial(cards.costs_in, balance=balance),
        ),
        need.Warned(
            "balance",
            cite,
            partial(cards.other_points, balance),
            _("{name} costs {points} here; {printed} is printed on it"),
            "",
            is_note=True,
            sentence=_("the points of the balance of the Force replace printed ones"),
        ),
    )


def plots(
    format_name: str = "", balance: Mapping[str, str] = cards.NO_BALANCE
) -> tuple[need.Requirement, ...]:
    """The rules of plots in a format: at most one, of the team's colour, and what it says itself."""
    return (
        need.AtMost(
            "plot",
            _PLOTS,
            1,
            need.Count(cards.is_plot),
            ("plot", "plots"),
            advice=_("take out {off}"),
            pairs=cards.may_be_elite,
            sentence=_("at most {limit} plot; an elite plot is one plot with two copies"),
        ),
        need.GoesWith(
            "plot",
            _PLOTS,
            (need.Aspect(_("colour of plots"), cards.plot_colour, cards.colour_given),),
            _("{name} is {asked}, without a {asked} character"),
            _("take out the plot, or take a {asked} character"),
            told_on="card",
            shown_as="colour",
            sentence=_("a plot of a colour of the team; a gray one needs none"),
        ),
        need.WhileIn(
            "plot",
            _PLOTS,
            card_texts.said_by("plot", ("Plot",), format_name, balance),
            told_of_card=True,
            apart=card_texts.is_special,
            sentence=_("team and deck as the plot asks"),
        ),
        need.NotKnown(
            "plot", _PLOTS, card_texts.unread_plot, sentence=_("of the plot is known what it asks")
        ),
    )


OTHERS: tuple[need.Requirement, ...] = (
    need.WhileIn(
        "card-text",
        _TEXTS,
        card_texts.said_by("card-text", ("Character", "Battlefield")),
        told_of_card=True,
        apart=card_texts.is_special,
        sentence=_("characters and battlefields stand in a team and deck as their own text asks"),
    ),
    need.NotKnown(
        "card-text",
        _TEXTS,
        card_texts.unread_text,
        sentence=_("of each character and battlefield is known what it says about team and deck"),
    ),
    need.Warned(
        "zone",
        _DECK,
        misplaced,
        _("{listed} is of type {type} and was counted in {home}, not in {zone}"),
        _("move it to {home}"),
        _("of type {type} and were counted in {home}, not in {zone}"),
        sentence=_("each card in the zone of its type"),
    ),
    need.Forbidden(
        "zone",
        _DECK,
        other_face,
        _("{name} is the other side of a double card, which is only turned up in play"),
        _("take its front"),
        sentence=_("no other side of a double card"),
    ),
)
PRINTED = Edition(
    "printed-2016",
    _("Complete rules 1.1, with what later sets brought"),
    (*TEAM, *DRAW, *plots(), *OTHERS),
    frozenset(ZONES),
    published="2016",
)
EDITIONS = (PRINTED,)
