"""The card facts that the rules use: affiliation, colour, points, dice and limits."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from db.cards.card import Card

HERO, VILLAIN, NEUTRAL = AFFILIATIONS = ("hero", "villain", "neutral")
RED, BLUE, YELLOW, GRAY = COLOURS = ("red", "blue", "yellow", "gray")
DRAW_TYPES = ("Event", "Upgrade", "Support", "Downgrade")
"""The types of the cards that are shuffled into the deck."""

DECK_SIZE = 30
USUAL_LIMIT = 2
NO_BALANCE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class DestinyCard:
    """A card as the rules of this game see it.

    `points` are its values with one die, with two and so on; `faces` the sides of its die, none
    without a die; `keys` its codes, one for each printing.
    """

    card: Card
    affiliation: str
    colour: str
    unique: bool
    limit: int
    points: tuple[int, ...]
    faces: tuple[str, ...]
    keys: tuple[str, ...]

    @property
    def traits(self) -> tuple[str, ...]:
        """The subtypes, like `("leader", "trooper")`."""
        return self.card.subtypes

    @property
    def is_other_face(self) -> bool:
        """Whether it is the back of a double card, which is only turned up in play."""
        return any(key[-1:].isalpha() and key[-1:].upper() != "A" for key in self.keys)

    def points_in(self, balance: Mapping[str, str]) -> tuple[int, ...]:
        """The values of the card, replaced where a format's balance of the Force states others."""
        for key in self.keys:
            if key in balance:
                return parse_points(balance[key])
        return self.points


def read_card(card: Card) -> DestinyCard:
    """The card with the facts of this game parsed; a limit that its own text states decides."""
    facts = card.facts
    stated = facts.get("copies")
    limit = int(stated[0]) if stated else facts.get("limit")
    return DestinyCard(
        card=card,
        affiliation=card.side or NEUTRAL,
        colour=str(facts.get("faction") or GRAY),
        unique=bool(facts.get("unique")),
        limit=limit if isinstance(limit, int) else USUAL_LIMIT,
        points=parse_points(facts.get("points")),
        faces=tuple(map(str, facts.get("sides") or ())),
        keys=tuple(p.image_key for p in card.printings if p.image_key),
    )


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
    rest = f", {points} points" if points else "" if card.cost is None else f", cost {card.cost}"
    kind = f"{seen.colour} {seen.affiliation} {card.type}"
    return f"{card.sets_and_year}, {kind}{rest}"
