"""The card facts that the rules use: affiliation, colour, points, dice and limits."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from db.cards.card import Card
from db.language import Message, gettext as _, joined
from deckcheck.rules.requirement import by_card
from deckcheck.show.wording import count

HERO, VILLAIN, NEUTRAL = AFFILIATIONS = ("hero", "villain", "neutral")
RED, BLUE, YELLOW, GRAY = COLOURS = ("red", "blue", "yellow", "gray")

DECK_SIZE = 30
USUAL_LIMIT = 2
NO_BALANCE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class DestinyCard:
    """A card as the rules of this game see it.

    `points` are its values with one die, with two and so on; `faces` the sides of its die, none
    without a die; `keys` its codes, one for each printing. The other face of a double card is its back,
    which is only turned up in play.
    """

    card: Card
    affiliation: str
    colour: str
    unique: bool
    limit: int
    points: tuple[int, ...]
    faces: tuple[str, ...]
    keys: tuple[str, ...]
    is_other_face: bool

    @property
    def traits(self) -> tuple[str, ...]:
        """The subtypes, like `("leader", "trooper")`."""
        return self.card.subtypes

    def points_in(self, balance: Mapping[str, str]) -> tuple[int, ...]:
        """The values of the card, replaced where a format's balance of the Force states others."""
        for key in self.keys:
            if key in balance:
                return parse_points(balance[key])
        return self.points


def _read_card(card: Card) -> DestinyCard:
    """The card with the facts of this game parsed; a limit that its own text states decides."""
    facts = card.facts
    stated = facts.get("copies")
    limit = int(stated[0]) if stated else facts.get("limit")
    keys = tuple(p.image_key for p in card.printings if p.image_key)
    return DestinyCard(
        card=card,
        affiliation=card.side or NEUTRAL,
        colour=str(facts.get("faction") or GRAY),
        unique=bool(facts.get("unique")),
        limit=limit if isinstance(limit, int) else USUAL_LIMIT,
        points=parse_points(facts.get("points")),
        faces=tuple(map(str, facts.get("sides") or ())),
        keys=keys,
        is_other_face=any(key[-1:].isalpha() and key[-1:].upper() != "A" for key in keys),
    )


read_card = by_card(_read_card)


def is_character(card: Card) -> bool:
    """Whether it stands in the team."""
    return card.type == "Character"


def is_battlefield(card: Card) -> bool:
    """Whether it is a battlefield."""
    return card.type == "Battlefield"


def is_plot(card: Card) -> bool:
    """Whether it is a plot."""
    return card.type == "Plot"


def is_drawn(card: Card) -> bool:
    """Whether it is shuffled into the deck."""
    return card.type not in ("Character", "Battlefield", "Plot")


def may_be_elite(card: Card) -> bool:
    """Whether two copies of a plot are one elite plot."""
    return card.type == "Plot" and len(read_card(card).points) > 1


def has_points(card: Card) -> bool:
    """Whether it costs points of the team."""
    return card.type in ("Character", "Plot")


def is_unique_character(card: Card) -> bool:
    """Whether it is a character of which a team has one only."""
    return card.type == "Character" and read_card(card).unique


def is_of_type(name: str, card: Card) -> bool:
    """Whether it is of a type."""
    return card.type == name


def is_of_side(side: str, card: Card) -> bool:
    """Whether it is a card of the deck of that affiliation."""
    return is_drawn(card) and read_card(card).affiliation == side


def other_points(balance: Mapping[str, str], _zone: str, card: Card) -> Mapping[str, str] | None:
    """The points of a balance of the Force and those printed, where they differ; else None."""
    key = next((key for key in read_card(card).keys if key in balance), None) if has_points(card) else None
    printed = card.facts.get("points")
    return (
        None if key is None or balance[key] == printed else {"points": balance[key], "printed": str(printed)}
    )


def is_hero(card: Card) -> bool:
    """Whether it is a hero of the team."""
    return card.type == "Character" and card.side == HERO


def is_villain(card: Card) -> bool:
    """Whether it is a villain of the team."""
    return card.type == "Character" and card.side == VILLAIN


def limit_of(card: Card) -> int | None:
    """The most copies of its title that a card allows, None for the usual number."""
    limit = read_card(card).limit
    return None if limit == USUAL_LIMIT else limit


def side_asked(card: Card) -> str | None:
    """The side that a card asks for in the team: its own, unless it is neutral or a character."""
    return card.side if card.type != "Character" and card.side in (HERO, VILLAIN) else None


def side_given(card: Card) -> str | None:
    """The affiliation of a character; None for other cards."""
    return read_card(card).affiliation if card.type == "Character" else None


def colour_asked(card: Card) -> str | None:
    """The colour that a card of the deck asks for in the team, None for gray ones and others."""
    colour = card.facts.get("faction") or GRAY
    return str(colour) if colour != GRAY and is_drawn(card) else None


def plot_colour(card: Card) -> str | None:
    """The colour that a plot asks for in the team, None for gray ones and other cards."""
    return read_card(card).colour if card.type == "Plot" and read_card(card).colour != GRAY else None


def colour_given(card: Card) -> str | None:
    """The colour of a character; None for other cards."""
    return read_card(card).colour if card.type == "Character" else None


def values_in(card: Card, balance: Mapping[str, str]) -> tuple[int, ...]:
    """The values of a card in a format; 0 for the back of a plot, which is only turned up in play."""
    seen = read_card(card)
    values = seen.points_in(balance)
    return (0,) if not values and card.type == "Plot" and seen.is_other_face else values


def costs_in(
    card: Card, quantity: int, dice: int | None, balance: Mapping[str, str]
) -> Sequence[tuple[int, int]]:
    """The costs that copies may have: pairs of the cards that they may be and their points.

    Without dice, a single plot may be elite, and characters that are not unique are fewer elite
    ones or more that are not. A card that has no die and several values may have any of them.
    """
    values, seen = values_in(card, balance), read_card(card)
    if card.type == "Plot":
        if dice is not None and dice <= len(values):
            return ((1, values[dice - 1] * quantity),)
        if quantity > 1 or not values:
            return ((1, values[0] * quantity if values else 0),)
        return tuple((1, value) for value in (values if seen.limit == 1 else values[:1]))
    if dice == 0 and not seen.faces:
        return tuple((quantity, value * quantity) for value in values)
    if dice is not None:
        several = range(quantity, quantity + 1)
    else:
        several = range(-(-quantity // max(1, len(values))), quantity + 1)
    ways = ((cards, _spread(values, cards, quantity if dice is None else dice)) for cards in several)
    return tuple((cards, cost) for cards, cost in ways if cost is not None)


def _spread(values: tuple[int, ...], cards: int, dice: int) -> int | None:
    """The cost of so many cards with so many dice in all; None where they cannot have them.

    Dice go evenly: three dice on two cards are one elite and one that is not.
    """
    if not (values and 0 < cards <= dice <= cards * len(values)):
        return None
    each, more = divmod(dice, cards)
    plain = values[each - 1] * (cards - more)
    return plain + (values[each] * more if more else 0)


def as_cards(card: Card, quantity: int, dice: int | None) -> tuple[int, int | None]:
    """The cards and dice that a line means; no dice where it may be read in several ways.

    A list without dice counts dice, as swdestinydb.com does. So do old exports of that site: several
    characters of a card that is not unique stand there as one, with more dice than it has values
    for. Two copies of a plot that has two values are an elite one.

    """
    seen = read_card(card)
    values = len(seen.points)
    if card.type == "Plot":
        if quantity == 1 and dice and dice <= values:
            return 1, dice
        is_open = values == 0 or (quantity == 1 and values > 1 and seen.limit == 1)
        return (quantity, None) if is_open or quantity > values else (1, quantity)
    if dice == 0 and not seen.faces:
        return quantity, dice
    if dice is not None:
        if quantity != 1 or dice <= values or seen.unique:
            return quantity, dice
        quantity = dice
    if seen.unique and 0 < quantity <= values:
        return 1, quantity
    several = not seen.unique and values > 1 and quantity > 1
    return quantity, None if several else quantity


def cards_and_dice(card: Card, quantity: int) -> tuple[int, int]:
    """The cards and dice that a count means: of characters it counts dice, as players write them.

    Two dice of a unique character are one elite card; of others each die is a card.
    """
    seen = read_card(card)
    if card.type == "Character":
        elite = seen.unique and quantity <= len(seen.points)
        return (1 if elite else quantity), quantity
    return quantity, quantity if seen.faces else 0


def dice_forms(card: Card) -> tuple[int | None, ...]:
    """The numbers of dice that a list may state for one copy of a card: one for each value.

    For cards other than characters no dice are stated.
    """
    if card.type != "Character":
        return (None,)
    return tuple(range(1, len(read_card(card).points) + 1))


def parse_points(text: object) -> tuple[int, ...]:
    """The values that a card states; none where no value can be read.

    >>> parse_points("12/15"), parse_points("-1"), parse_points(None)
    ((12, 15), (-1,), ())
    """
    parts = str(text or "").split("/")
    if not all(part.strip().removeprefix("-").isdecimal() for part in parts):
        return ()
    return tuple(int(part) for part in parts)


def rules_face(card: Card) -> Hashable:
    """The facts that the deck rules use; printings that agree in them need not be told apart.

    A reprint that is unique where the original is not does not matter to a card of the deck.
    """
    seen = read_card(card)
    unique = seen.unique and card.type == "Character"
    return card.type, seen.affiliation, seen.colour, unique, seen.limit, seen.points


def card_summary(card: Card) -> str:
    """A card in a few words, for lists, like `AW 2016, red villain Character, 12/15`."""
    seen = read_card(card)
    points = card.facts.get("points")
    rest = "" if card.cost is None else _("cost {cost}", cost=card.cost)
    if points:
        rest = count(1, "point", "points") if points == "1" else _("{points} points", points=points)
    kind = joined(map(Message, (seen.colour, seen.affiliation, card.type)), " ")
    return joined((card.sets_and_year, kind, rest), ", ")
