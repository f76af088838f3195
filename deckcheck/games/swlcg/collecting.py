"""How the cards of this game are owned: objective sets, each an objective and five command cards.

Which set a card is of stands in the number of its printing: `12-1` is the objective of set 12,
`12-4` its fourth card.
"""

from collections import Counter

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.games.collecting import Collecting
from deckcheck.games.limited import Limited
from deckcheck.games.swlcg.cards import is_affiliation, read_card

_PLAYSET = 2


def objective_sets(card: Card) -> Counter[int]:
    """How often each objective set holds a card.

    >>> from db.cards.card import Printing
    >>> places = tuple(Printing("Unit", "core", n, None) for n in ("12-3", "12-4", "15-2"))
    >>> card = Card("swlcg", "Unit", "Unit", None, None, None, "Unit", None, None, None, None, None,
    ...             places)
    >>> dict(objective_sets(card))
    {12: 2, 15: 1}
    """
    numbers = [(printing.number or "").partition("-") for printing in card.printings]
    return Counter(int(number) for number, dash, _ in numbers if dash and number.isdecimal())


def _limit(card: Card) -> int:
    seen = read_card(card)
    if not seen.is_objective or not objective_sets(card):
        return 0  # objectives for several players come without command cards
    return 1 if seen.limited else _PLAYSET


def _is_part(card: Card) -> bool:
    seen = read_card(card)
    return not seen.is_objective and not seen.is_affiliation


def _copies_in(whole: Card, part: Card) -> int:
    if not read_card(whole).is_objective or not _is_part(part):
        return 0
    held = objective_sets(part)
    return sum(held[number] for number in objective_sets(whole))


def whole_of(number: str) -> str | None:
    """The number of the objective of a card's set, None for a card of none.

    >>> whole_of("12-4"), whole_of("495")
    ('12-1', None)
    """
    in_set, dash, _unused = number.partition("-")
    return f"{in_set}-1" if dash else None


def objective_number(text: str) -> str | None:
    """The number of the objective of a set that is given by its number alone.

    >>> objective_number("012"), objective_number("Hoth")
    ('12-1', None)
    """
    plain = text.strip().removesuffix(".0")
    return f"{int(plain)}-1" if plain.isascii() and plain.isdecimal() else None


COLLECTING = Collecting(
    playset=_PLAYSET,
    limit=_limit,
    whole=_("objective set"),
    is_part=_is_part,
    copies_in=_copies_in,
    whole_of=whole_of,
    called=objective_number,
    limited=Limited((), always=is_affiliation, goal="type:unit >= 1 and count(cost<=2) >= 1"),
)
