"""How the cards of a game are owned: playsets, dice of their own, cards that come as one set."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from db.cards.card import Card
from deckcheck.games.limited import USUAL as USUAL_LIMITED, Limited

USUAL_PLAYSET = 4


def _none(_card: Card) -> int:
    return 0


def _never(_card: Card) -> bool:
    return False


def _no_copies(_whole: Card, _part: Card) -> int:
    return 0


def _no_number(_number: str) -> str | None:
    return None


def _no_facts(_card: Card) -> Mapping[str, str]:
    return {}


class Collecting(NamedTuple):
    """How a game is collected; by default four copies of every card, and no dice.

    `playset` is how many copies of most cards a deck can use, `limit` that of one card, none for
    cards that nobody counts. `dice` is how many dice go with a playset of a card, none for cards
    without; `has_dice` says that some have. A card that `is_part` is owned only within another,
    of which `copies_in` says how many it brings; `whole` is what that is called. The number of a
    whole is found by `whole_of` from the number of a part, by `called` from how people number them.
    `sheet_facts` are what sheets of this game show of a card, by their own words, and `limited` says how
    it is played from boosters.
    """

    playset: int = USUAL_PLAYSET
    limit: Callable[[Card], int] | None = None
    dice: Callable[[Card], int] = _none
    has_dice: bool = False
    whole: str | None = None
    is_part: Callable[[Card], bool] = _never
    copies_in: Callable[[Card, Card], int] = _no_copies
    whole_of: Callable[[str], str | None] = _no_number
    called: Callable[[str], str | None] = _no_number
    sheet_facts: Callable[[Card], Mapping[str, str]] = _no_facts
    limited: Limited = USUAL_LIMITED

    def playset_of(self, card: Card) -> int:
        """How many copies of a card make a playset; none where it is not counted by itself."""
        if self.is_part(card):
            return 0
        return self.playset if self.limit is None else self.limit(card)

    def with_playset(self, playset: int) -> "Collecting":
        """The rules of collecting with another playset for every counted card and its dice."""
        if self.is_even:
            return self._replace(playset=playset)
        return self._replace(
            playset=playset,
            limit=lambda card: playset if self.playset_of(card) else 0,
            dice=lambda card: playset if self.dice(card) else 0,
        )

    @property
    def is_even(self) -> bool:
        """Whether a playset is as many copies of every card.

        >>> Collecting().is_even, Collecting(limit=lambda _: 1).is_even
        (True, False)
        """
        return self.limit is None

    def wholes_of(self, part: Card, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards among these in which a part is included, by its title."""
        known = tuple(cards)
        same = self._of_title(part, known)
        return tuple(card for card in known if any(self.copies_in(card, one) for one in same))

    def copies_of(self, whole: Card, part: Card, cards: Iterable[Card]) -> int:
        """How many copies of a part's title a whole brings; several of these cards may have it."""
        return sum(self.copies_in(whole, one) for one in self._of_title(part, cards))

    def _of_title(self, part: Card, cards: Iterable[Card]) -> tuple[Card, ...]:
        others = (c for c in cards if c.base_name == part.base_name and self.is_part(c))
        return tuple({card.name: card for card in (part, *others)}.values())


USUAL = Collecting()
