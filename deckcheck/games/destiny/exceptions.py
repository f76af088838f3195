"""What cards say about building team and deck, carried as data: `exceptions.tsv` of the catalogue.

Each word of such a fact is a short statement of ours, like `side=villain,colour=red,most=5`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from db.cards import Card
from deckcheck.games.destiny.cards import DestinyCard

OPENS, CHEAPER, NEEDS, BRINGS, UNKNOWN = "opens", "cheaper", "needs", "brings", "unknown_text"


@dataclass(frozen=True, slots=True)
class Permission:
    """Cards that a character lets into the deck in spite of their affiliation.

    Where it names colours, those need no character of the colour. `most` is how many copies for
    each copy of the character, None for any number.
    """

    source: str
    sides: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    most: int | None = None

    def fits(self, card: DestinyCard) -> bool:
        """Whether the card is one of those."""
        return (
            (not self.sides or card.affiliation in self.sides)
            and (not self.colours or card.colour in self.colours)
            and (not self.types or card.card.type in self.types)
            and (not self.traits or any(trait in self.traits for trait in card.traits))
        )


def permissions_of(card: Card) -> Iterator[Permission]:
    """Yields what a character lets into the deck."""
    for word in words_of(card, OPENS):
        parts = _parts(word)
        most = parts.get("most")
        yield Permission(
            card.name,
            parts.get("side", ()),
            parts.get("colour", ()),
            parts.get("type", ()),
            parts.get("trait", ()),
            int(most[0]) if most else None,
        )


def cheapens(card: Card, other: DestinyCard) -> bool:
    """Whether a character of the team makes another one point cheaper."""
    for word in words_of(card, CHEAPER):
        parts = _parts(word)
        names, traits = parts.get("name", ()), parts.get("trait", ())
        if other.card.base_name in names or any(trait in traits for trait in other.traits):
            return True
    return False


def words_of(card: Card, fact: str) -> tuple[str, ...]:
    """The words that a card has under such a fact."""
    return tuple(map(str, card.facts.get(fact) or ()))


def brought(cards: Iterable[Card], what: str, otherwise: int) -> int:
    """The number that some card sets, like `battlefields=2`."""
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


def _parts(word: str) -> dict[str, tuple[str, ...]]:
    return {
        name: values(text)
        for name, _, text in (statement.partition("=") for statement in word.split(","))
    }
