"""The deck rules as declarations, and the edition as a tuple of them."""

from collections.abc import Mapping
from functools import partial

from db.language import gettext as _
from deckcheck.games.destiny.card_texts import (
    COLOUR,
    SIDE,
    battlefields,
    cheaper,
    extra_copies,
    is_special,
    is_unread,
    lets_in,
    lift,
    said_by,
    spares,
    teams_up,
    unread_plot,
    unread_text,
)
from deckcheck.games.destiny.cards import (
    DECK_SIZE,
    HERO,
    NO_BALANCE,
    USUAL_LIMIT,
    VILLAIN,
    base_name,
    colour_asked,
    colour_given,
    costs_in,
    has_points,
    is_battlefield,
    is_character,
    is_drawn,
    is_hero,
    is_of_side,
    is_of_type,
    is_plot,
    is_unique_character,
    is_villain,
    limit_of,
    may_be_elite,
    other_points,
    plot_colour,
    side_asked,
    side_given,
    values_in,
)
from deckcheck.games.destiny.zones import BESIDE, DECK, IN, ZONES, misplaced, other_face
from deckcheck.games.titles import title_of
from deckcheck.rules.edition import Edition
from deckcheck.rules.requirement import (
    Aspect,
    AtLeast,
    AtMost,
    Budget,
    Count,
    Exactly,
    Forbidden,
    GoesWith,
    NotKnown,
    OneOf,
    Part,
    PerName,
    Requirement,
    Stated,
    Unless,
    Warned,
    WhileIn,
)

_BOOK = _("Star Wars: Destiny, complete rules 1.1 (2016), Part 4 'Customisation', p. 12")
_TEAM = _("{book}, 1 (team)", book=_BOOK)
_DECK = _("{book}, 2 (deck)", book=_BOOK)
_LATER = _("Star Wars: Destiny, rules reference of 2018 and later")
_PLOTS = _("{later}, Part 1 (plots)", later=_LATER)
_TEXTS = _("the cards' own texts")

_DRAWN = Count(is_drawn, IN, home=frozenset({DECK}))
_ALL = IN | {BESIDE}
COUNTS = {
    "cards": Count(is_drawn, _ALL, home=frozenset({DECK})),
    "characters": Count(is_character),
    "dice": Count(is_character),
    "points": Count(is_character),
    "battlefields": Count(is_battlefield),
    "plots": Count(is_plot),
    "events": Count(partial(is_of_type, "Event"), _ALL),
    "upgrades": Count(partial(is_of_type, "Upgrade"), _ALL),
    "supports": Count(partial(is_of_type, "Support"), _ALL),
    "downgrades": Count(partial(is_of_type, "Downgrade"), _ALL),
    "hero": Count(partial(is_of_side, HERO), _ALL),
    "villain": Count(partial(is_of_side, VILLAIN), _ALL),
    "neutral": Count(partial(is_of_side, "neutral"), _ALL),
    "unknown": Count(),
}

POINTS = Budget(
    "team-points",
    _TEAM,
    30,
    partial(values_in, balance=NO_BALANCE),
    partial(costs_in, balance=NO_BALANCE),
    has_points,
    is_plot,
    cheaper,
    spares,
    teams_up,
    is_unread,
    -2,
    is_plot,
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
_BOTH_SIDES = Unless(lift, is_unread)
TEAM: tuple[Requirement, ...] = (
    POINTS,
    AtLeast(
        "team-minimum",
        _TEAM,
        1,
        Count(is_character),
        ("character", "characters"),
        message=_("{no_kind} in the team, at least {limit} expected"),
        advice=_("add a character"),
        sentence=_("at least {limit_kind} in the team"),
    ),
    OneOf(
        "team-affiliation",
        _TEAM,
        (
            Part(HERO, Count(is_hero), ("hero", "heroes")),
            Part(VILLAIN, Count(is_villain), ("villain", "villains")),
        ),
        (HERO, VILLAIN),
        _("heroes and villains in one team"),
        _("keep to {largest} and neutral characters"),
        crowd=_("no side fits all characters: {have_cards} cannot be {largest} or neutral"),
        crowd_advice=_("keep to {largest} and neutral characters"),
        unless=_BOTH_SIDES,
        sentence=_("heroes and villains are never in one team; neutral characters go with both"),
    ),
    PerName(
        "team-unique",
        _TEAM,
        1,
        title_of,
        base_name,
        is_unique_character,
        message=_("{have_cards} of {name}, who is unique; at most {limit}"),
        advice=_("take one of them, with one die or as an elite with two"),
        together="",
        sentence=_("one copy of a unique character, whatever its subtitle"),
    ),
)
SIDES = Aspect(SIDE, side_asked, side_given, by_others=True, unless=_BOTH_SIDES)
COLOURS = Aspect(COLOUR, colour_asked, colour_given)
FITTING = GoesWith(
    "deck-affiliation",
    _("{deck}; teams without heroes and villains: {later}, Part 4, 2", deck=_DECK, later=_LATER),
    (SIDES, COLOURS),
    _("{have_kind} with {given}"),
    _("take out these"),
    lets_in,
    is_unread,
    IN,
    title_of,
    second_hint=_("a text lets in so many different ones, and does not say whether in two copies"),
    words={HERO: _("a team of heroes"), VILLAIN: _("a team of villains"), "": _("an all-neutral team")},
    asked_words=_("no {asked} cards without a {asked} character"),
    sentence=_(
        "a team of heroes takes no villain cards, a team of villains no hero cards, a team "
        "of neither none of both"
    ),
)
DRAW: tuple[Requirement, ...] = (
    Exactly(
        "deck-size",
        _DECK,
        DECK_SIZE,
        _DRAWN,
        message=_("{have_cards} in the deck, exactly {limit} expected"),
        add=_("add {off_cards}"),
        remove=_("take out {off_cards}"),
        shown=False,
        laid_aside=spares,
        sentence=_("exactly {limit} cards; characters, battlefields and plots do not count"),
    ),
    PerName(
        "copy-limit",
        _("{deck}, Part 8 'Copy', p. 18; the limit of the card", deck=_DECK),
        USUAL_LIMIT,
        title_of,
        base_name,
        is_drawn,
        IN,
        limit_of,
        together=_("there more than {limit} times"),
        disputed=_("{most} by the text of another card of that title"),
        one_more=Stated(extra_copies, is_plot, 2),
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
    Exactly(
        "battlefield",
        _("{book}, 3 (battlefield)", book=_BOOK),
        1,
        Count(is_battlefield),
        ("battlefield", "battlefields"),
        message=_("{no_kind}, exactly {limit} expected"),
        add=_("add one"),
        remove=_("take out {off}"),
        stated=Stated(battlefields, is_plot, 2),
        sentence=_("exactly {limit} battlefield"),
    ),
)


def points_of(format_name: str, balance: Mapping[str, str]) -> tuple[Requirement, ...]:
    """The points of a team in a format whose balance of the Force states others than printed."""
    cite = _("balance of the Force of {format_name}", format_name=format_name)
    return (
        POINTS._replace(
            cite=f"{_TEAM}; {cite}",
            values=partial(values_in, balance=balance),
            costs=partial(costs_in, balance=balance),
        ),
        Warned(
            "balance",
            cite,
            partial(other_points, balance),
            _("{name} costs {points} here; {printed} is printed on it"),
            "",
            is_note=True,
            sentence=_("the points of the balance of the Force replace printed ones"),
        ),
    )


def plots(format_name: str = "", balance: Mapping[str, str] = NO_BALANCE) -> tuple[Requirement, ...]:
    """The rules of plots in a format: at most one, of the team's colour, and what it says itself."""
    return (
        AtMost(
            "plot",
            _PLOTS,
            1,
            Count(is_plot),
            ("plot", "plots"),
            advice=_("take out {off}"),
            pairs=may_be_elite,
            sentence=_("at most {limit} plot; an elite plot is one plot with two copies"),
        ),
        GoesWith(
            "plot",
            _PLOTS,
            (Aspect(_("colour of plots"), plot_colour, colour_given),),
            _("{name} is {asked}, without a {asked} character"),
            _("take out the plot, or take a {asked} character"),
            told_on="card",
            shown_as="colour",
            sentence=_("a plot of a colour of the team; a gray one needs none"),
        ),
        WhileIn(
            "plot",
            _PLOTS,
            said_by("plot", ("Plot",), format_name, balance),
            told_of_card=True,
            apart=is_special,
            sentence=_("team and deck as the plot asks"),
        ),
        NotKnown("plot", _PLOTS, unread_plot, sorted=False, sentence=_("of the plot is known what it asks")),
    )


OTHERS: tuple[Requirement, ...] = (
    WhileIn(
        "card-text",
        _TEXTS,
        said_by("card-text", ("Character", "Battlefield")),
        told_of_card=True,
        apart=is_special,
        sentence=_("characters and battlefields stand in a team and deck as their own text asks"),
    ),
    NotKnown(
        "card-text",
        _TEXTS,
        unread_text,
        sorted=False,
        sentence=_("of each character and battlefield is known what it says about team and deck"),
    ),
    Warned(
        "zone",
        _DECK,
        misplaced,
        _("{listed} is of type {type} and was counted in {home}, not in {zone}"),
        _("move it to {home}"),
        _("of type {type} and were counted in {home}, not in {zone}"),
        sentence=_("each card in the zone of its type"),
    ),
    Forbidden(
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
