"""The deck rules as declarations, and the edition as a tuple of them."""

from collections.abc import Mapping
from functools import partial

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

_BOOK = "Star Wars: Destiny, complete rules 1.1 (2016), Part 4 'Customisation', p. 12"
_TEAM = f"{_BOOK}, 1 (team)"
_DECK = f"{_BOOK}, 2 (deck)"
_LATER = "Star Wars: Destiny, rules reference of 2018 and later"
_PLOTS = f"{_LATER}, Part 1 (plots)"
_TEXTS = "the cards' own texts"

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
    "the team costs {cost}, at most {limit}",
    "make it {off_kind} cheaper",
    ("; how many dice each card has is not said", "; which copies lie beside the team is not said"),
    "{name} states no points",
    (
        "{name} with {have_dice}: each character has at least one",
        "{name} with {have_dice}: it has no such value",
    ),
    "{name} has Team Up with {names} in the team; what it costs then is not known to us",
    {"lowest_plot": "least"},
    sentence="the characters' values, and those of the plots, add up to at most {limit}",
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
        message="{no_kind} in the team, at least {limit} expected",
        advice="add a character",
        sentence="at least {limit} {kinds} in the team",
    ),
    OneOf(
        "team-affiliation",
        _TEAM,
        (
            Part(HERO, Count(is_hero), ("hero", "heroes")),
            Part(VILLAIN, Count(is_villain), ("villain", "villains")),
        ),
        (HERO, VILLAIN),
        "heroes and villains in one team",
        "keep to {largest} and neutral characters",
        crowd="no side fits all characters: {have_cards} cannot be {largest} or neutral",
        crowd_advice="keep to {largest} and neutral characters",
        unless=_BOTH_SIDES,
        sentence="heroes and villains are never in one team; neutral characters go with both",
    ),
    PerName(
        "team-unique",
        _TEAM,
        1,
        title_of,
        base_name,
        is_unique_character,
        message="{have_cards} of {name}, who is unique; at most {limit}",
        advice="take one of them, with one die or as an elite with two",
        together="",
        sentence="one copy of a unique character, whatever its subtitle",
    ),
)
SIDES = Aspect(SIDE, side_asked, side_given, by_others=True, unless=_BOTH_SIDES)
COLOURS = Aspect(COLOUR, colour_asked, colour_given)
FITTING = GoesWith(
    "deck-affiliation",
    f"{_DECK}; teams without heroes and villains: {_LATER}, Part 4, 2",
    (SIDES, COLOURS),
    "{have_kind} with {given}",
    "take out these",
    lets_in,
    is_unread,
    IN,
    title_of,
    second_hint="; a text lets in so many different ones, and does not say whether in two copies",
    words={HERO: "a team of heroes", VILLAIN: "a team of villains", "": "an all-neutral team"},
    asked_words="no {asked} cards without a {asked} character",
    sentence="a team of heroes takes no villain cards, a team of villains no hero cards, a team of "
    "neither none of both",
)
DRAW: tuple[Requirement, ...] = (
    Exactly(
        "deck-size",
        _DECK,
        DECK_SIZE,
        _DRAWN,
        message="{have_cards} in the deck, exactly {limit} expected",
        add="add {off_cards}",
        remove="take out {off_cards}",
        shown=False,
        laid_aside=spares,
        sentence="exactly {limit} cards; characters, battlefields and plots do not count",
    ),
    PerName(
        "copy-limit",
        f"{_DECK}, Part 8 'Copy', p. 18; the limit of the card",
        USUAL_LIMIT,
        title_of,
        base_name,
        is_drawn,
        IN,
        limit_of,
        together="there more than {limit} times",
        disputed="; {most} by the text of another card of that title",
        one_more=Stated(extra_copies, is_plot, 2),
        sentence="at most {limit} copies of a title, or as many as the card itself states",
    ),
    FITTING,
    FITTING._replace(
        code="deck-colour",
        cite=_DECK,
        aspects=(COLOURS, SIDES),
        message="{have_kind} without a {asked} character",
        advice="take out these, or take a {asked} character",
        told_on="asked",
        shown_as="colour",
        asked_words="a {asked} character for {asked} cards",
        sentence="red, blue and yellow cards need a character of their colour; gray ones do not",
    ),
    Exactly(
        "battlefield",
        f"{_BOOK}, 3 (battlefield)",
        1,
        Count(is_battlefield),
        ("battlefield", "battlefields"),
        message="{no_kind}, exactly {limit} expected",
        add="add one",
        remove="take out {off}",
        stated=Stated(battlefields, is_plot, 2),
        sentence="exactly {limit} battlefield",
    ),
)


def points_of(format_name: str, balance: Mapping[str, str]) -> tuple[Requirement, ...]:
    """The points of a team in a format whose balance of the Force states others than printed."""
    cite = f"balance of the Force of {format_name}"
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
            "{name} costs {points} here; {printed} is printed on it",
            "",
            is_note=True,
            sentence="the points of the balance of the Force replace printed ones",
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
            advice="take out {off}",
            pairs=may_be_elite,
            sentence="at most {limit} plot; an elite plot is one plot with two copies",
        ),
        GoesWith(
            "plot",
            _PLOTS,
            (Aspect("colour of plots", plot_colour, colour_given),),
            "{name} is {asked}, without a {asked} character",
            "take out the plot, or take a {asked} character",
            told_on="card",
            shown_as="colour",
            sentence="a plot of a colour of the team; a gray one needs none",
        ),
        WhileIn(
            "plot",
            _PLOTS,
            said_by("plot", ("Plot",), format_name, balance),
            told_of_card=True,
            apart=is_special,
            sentence="team and deck as the plot asks",
        ),
        NotKnown("plot", _PLOTS, unread_plot, sorted=False, sentence="of the plot is known what it asks"),
    )


OTHERS: tuple[Requirement, ...] = (
    WhileIn(
        "card-text",
        _TEXTS,
        said_by("card-text", ("Character", "Battlefield")),
        told_of_card=True,
        apart=is_special,
        sentence="characters and battlefields stand in a team and deck as their own text asks",
    ),
    NotKnown(
        "card-text",
        _TEXTS,
        unread_text,
        sorted=False,
        sentence="of each character and battlefield is known what it says about team and deck",
    ),
    Warned(
        "zone",
        _DECK,
        misplaced,
        "{listed} is of type {type} and was counted in {home}, not in {zone}",
        "move it to {home}",
        "of type {type} and were counted in {home}, not in {zone}",
        sentence="each card in the zone of its type",
    ),
    Forbidden(
        "zone",
        _DECK,
        other_face,
        "{name} is the other side of a double card, which is only turned up in play",
        "take its front",
        sentence="no other side of a double card",
    ),
)
PRINTED = Edition(
    "printed-2016",
    "Complete rules 1.1, with what later sets brought",
    (*TEAM, *DRAW, *plots(), *OTHERS),
    frozenset(ZONES),
    published="2016",
)
EDITIONS = (PRINTED,)
