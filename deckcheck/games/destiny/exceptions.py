"""The card texts about building team and deck, as data: `exceptions.tsv` of the catalogue.

Each word of such a fact is a short statement of ours, like `side=villain,colour=red,most=5`. A card
without the fact `known_text` is of a set that is not bundled, of which that table says nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from db.cards.card import Card
from deckcheck.games.destiny.cards import DestinyCard

OPENS, CHEAPER, NEEDS, BRINGS = "opens", "cheaper", "needs", "brings"
TEAM_UP, KNOWN = "team_up", "known_text"
TEXTS_MATTER = frozenset({"Character", "Plot", "Battlefield"})
"""The types of cards of which some say how team and deck are built; limits are facts of others."""


@dataclass(frozen=True, slots=True)
class CardFilter:
    """The cards that a statement is about: what it names of them, each of it must fit."""

    sides: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    unique: bool = False

    def fits(self, card: DestinyCard) -> bool:
        """Whether the card is one of those."""
        return (
            (not self.sides or card.affiliation in self.sides)
            and (not self.colours or card.colour in self.colours)
            and (not self.types or card.card.type in self.types)
            and (not self.traits or any(trait in self.traits for trait in card.traits))
            and (not self.names or card.card.base_name in self.names)
            and (not self.unique or card.unique)
        )


@dataclass(frozen=True, slots=True)
class Permission:
    """Cards that a text allows in the deck in spite of their affiliation.

    Where it names colours, those need no character of the colour; with `own_side` that is all that
    it lets in. `most` is how many copies for each copy of the card that says so, `different` how
    many different cards, None for any number.
    """

    source: str
    wanted: CardFilter
    most: int | None = None
    different: int | None = None
    own_side: bool = False

    @property
    def is_limited(self) -> bool:
        """Whether it allows only a number of cards."""
        return self.most is not None or self.different is not None

    def covers(self, *, side: bool, colour: bool) -> bool:
        """Whether it allows a card of a side or a colour that the team does not have."""
        return not (side and self.own_side) and not (colour and not self.wanted.colours)


@dataclass(frozen=True, slots=True)
class Aside:
    """Cards that a plot brings beside team and deck: so many copies, or so many different cards."""

    wanted: CardFilter
    most: int
    different: bool = False


def permissions_of(card: Card) -> Iterator[Permission]:
    """Yields the permissions that the text of a card gives for the deck."""
    for word in words_of(card, OPENS):
        parts = parts_of(word)
        most, different = _number(parts, "most"), _number(parts, "different")
        yield Permission(card.name, wanted_by(parts), most, different, "own-side" in parts)


def asides_of(card: Card) -> Iterator[Aside]:
    """Yields the cards that a card brings beside team and deck."""
    for word in words_of(card, BRINGS):
        name, _, text = word.partition("=")
        if name == "aside":
            parts = parts_of(text)
            yield Aside(wanted_by(parts), _number(parts, "most") or 1, "different" in parts)


def cheapens(card: Card, other: DestinyCard, others: Iterable[DestinyCard]) -> int:
    """How many points a character takes off the cost of another card; `others` are beside it.

    Where it says nothing else, it takes them off characters.
    """
    found = 0
    for word in words_of(card, CHEAPER):
        parts = parts_of(word)
        if "self" in parts:
            beside = CardFilter(traits=parts["beside"])
            found += card == other.card and any(beside.fits(one) for one in others if one.card != card)
        else:
            kind = parts.get("type", ("Character",))
            found += other.card.type in kind and wanted_by(parts).fits(other)
    return found


def words_of(card: Card, fact: str) -> tuple[str, ...]:
    """The words of a fact of the card."""
    return tuple(map(str, card.facts.get(fact) or ()))


def is_text_known(card: Card) -> bool:
    """Whether it is known how the card's own text changes team and deck; most types never do."""
    return card.type not in TEXTS_MATTER or bool(card.facts.get(KNOWN))


def brought(cards: Iterable[Card], what: str, otherwise: int) -> int:
    """The number that a card among these sets, like `battlefields=2`, else `otherwise`."""
    for card in cards:
        for word in words_of(card, BRINGS):
            name, _, number = word.partition("=")
            if name == what:
                return int(number or 1)
    return otherwise


def values(text: str) -> tuple[str, ...]:
    """The values of a statement: joined by bars, with underscores for blanks.

    >>> values("Kylo_Ren|Rey")
    ('Kylo Ren', 'Rey')
    """
    return tuple(text.replace("_", " ").split("|"))


def wanted_by(parts: Mapping[str, tuple[str, ...]]) -> CardFilter:
    """The cards that the parts of a statement name.

    >>> wanted_by(parts_of("trait:ewok,unique")).traits
    ('ewok',)
    """
    return CardFilter(
        parts.get("side", ()),
        parts.get("colour", ()),
        parts.get("type", ()),
        parts.get("trait", ()),
        parts.get("name", ()),
        "unique" in parts,
    )


def parts_of(word: str) -> dict[str, tuple[str, ...]]:
    """The parts of a statement: `side=villain,most=2`, or with colons within another one."""
    found = {}
    for statement in word.split(","):
        name, _, text = statement.replace(":", "=", 1).partition("=")
        found[name] = values(text)
    return found


def _number(parts: Mapping[str, tuple[str, ...]], name: str) -> int | None:
    return int(parts[name][0]) if name in parts else None
