"""The rules of this game as constraints on counts; each rule hands its own out.

Cards whose own text changes how team and deck are built are named and left out of the constraints:
nothing is claimed for decks with one of them. A copy of a character has its own dice, stated in
its slot.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from db.cards.card import Card
from db.cards.names import normal_form
from deckcheck.games.destiny.cards import BLUE, GRAY, HERO, RED, VILLAIN, YELLOW, read_card
from deckcheck.games.destiny.exceptions import BRINGS, CHEAPER, NEEDS, OPENS, TEAM_UP, is_text_known, words_of
from deckcheck.rules.compiled import Avoid, Constraint, DeckModel, Helper, Limit, Total, Unstated, of_no_copy
from deckcheck.rules.slot import Slot

CHARACTER, BATTLEFIELD, PLOT = "Character", "Battlefield", "Plot"

_MANY = 10_000
"""More copies than any deck has: a helper of that factor lets a sum be anything."""


def is_special(card: Card) -> bool:
    """Whether the card's own text may change how team and deck are built."""
    words = (BRINGS, CHEAPER, NEEDS, OPENS, TEAM_UP)
    return not is_text_known(card) or any(words_of(card, word) for word in words)


def texts(code: str, model: DeckModel) -> Iterator[Constraint]:
    """Nothing is claimed for decks with cards whose texts matter, and none of them is put in."""
    special = frozenset(card.name for card in model.cards if is_special(card))
    if special:
        yield Avoid(code, lambda slot: slot.card.name in special)
        named = "; ".join(sorted(special)[:3])
        more = f" and {len(special) - 3} more" if len(special) > 3 else ""  # noqa: PLR2004 - three fit
        yield Unstated(code, f"what the cards' own texts say about decks: {named}{more}")


def team_points(code: str, limit: int, balance: Mapping[str, str], model: DeckModel) -> Iterator[Constraint]:
    """The points of characters by their dice, and of plots by their copies, are not over the limit.

    A plot with two values is counted as elite with its second copy.
    """

    def cost(slot: Slot) -> int:
        values = read_card(slot.card).points_in(balance)
        if slot.zone not in model.counted or not values:
            return 0
        if slot.card.type == CHARACTER:
            return values[slot.dice - 1] if slot.dice and slot.dice <= len(values) else 0
        return _plot_cost(slot.card, values) if slot.card.type == PLOT else 0

    barred = _without_value(balance, model)
    yield Limit(code, lambda slot: 0 if barred(slot) else None, lambda slot: slot)
    elite: dict[str, tuple[Helper, int]] = {}
    for card in model.cards:
        values = read_card(card).points_in(balance)
        if card.type == PLOT and len(values) > 1:
            off = values[1] - 2 * _plot_cost(card, values)
            elite[card.name] = Helper(f"{code}: {card.name} as elite"), off
    yield Total(code, cost, high=limit, helpers=tuple(elite.values()), kind=("point", "points"))
    yield Limit(code, lambda slot: 2 if slot.card.name in elite else None)
    for name, (helper, _) in elite.items():
        copies = _counted(_is_called(name), model)
        yield Total(code, copies, high=1, helpers=((helper, -1),))
        yield Total(code, copies, low=0, helpers=((helper, -2),))


def _plot_cost(card: Card, values: Sequence[int]) -> int:
    """The most points that one copy of a plot may cost: a list may mean a single one as elite."""
    return max(values) if read_card(card).limit == 1 else values[0]


def _without_value(balance: Mapping[str, str], model: DeckModel) -> Callable[[Slot], bool]:
    """Whether a copy has no points; a character only has them with dice that it has a value for."""

    def barred(slot: Slot) -> bool:
        if slot.card.type not in {CHARACTER, PLOT} or slot.zone not in model.counted:
            return False
        seen = read_card(slot.card)
        values = seen.points_in(balance)
        if slot.card.type == PLOT:
            return not values and not seen.is_other_face
        return slot.dice is None or not 1 <= slot.dice <= len(values)

    return barred


def _is_called(name: str) -> Callable[[Slot], bool]:
    return lambda slot: slot.card.name == name


def _is_plot(slot: Slot) -> bool:
    return slot.card.type == PLOT


def team_minimum(code: str, minimum: int, model: DeckModel) -> Iterator[Constraint]:
    """So many characters."""
    yield Total(code, _of_type(CHARACTER, model), low=minimum, kind=("character", "characters"))


def team_affiliation(code: str, model: DeckModel) -> Iterator[Constraint]:
    """No villains, or no heroes, in the team."""
    cases = {side: Helper(f"{code}: no {side}") for side in (HERO, VILLAIN)}
    yield Total(code, of_no_copy, 1, 1, tuple((helper, 1) for helper in cases.values()))
    for side, helper in cases.items():
        yield Total(
            code, _counted(_is_member_of(side), model), high=0, when=helper, words=f"no {side} in the team"
        )


def team_unique(code: str, limit: int, model: DeckModel) -> Iterator[Constraint]:
    """One copy of each unique character, whatever its subtitle."""

    def most(slot: Slot) -> int | None:
        is_one = slot.card.type == CHARACTER and read_card(slot.card).unique
        return limit if is_one and slot.zone in model.counted else None

    yield Limit(code, most, lambda slot: normal_form(slot.card.base_name))


def deck_size(code: str, size: int, model: DeckModel) -> Iterator[Constraint]:
    """Exactly so many cards beside team, battlefields and plots."""
    yield Total(code, _counted(_is_drawn, model), size, size)


def copy_limit(code: str, model: DeckModel) -> Iterator[Constraint]:
    """So many copies of a title as its cards state, by the least of them."""

    def most(slot: Slot) -> int | None:
        drawn = _is_drawn(slot) and slot.zone in model.counted
        return read_card(slot.card).limit if drawn else None

    yield Limit(code, most, lambda slot: normal_form(slot.card.base_name))


def deck_affiliation(code: str, model: DeckModel) -> Iterator[Constraint]:
    """No cards of a side of which the team has none, unless it has both or is empty."""
    team = Helper(f"{code}: a team")
    yield Total(code, _of_type(CHARACTER, model), high=0, helpers=((team, -_MANY),))
    sides = {side: Helper(f"{code}: {side} in the team") for side in (HERO, VILLAIN)}
    for side, helper in sides.items():
        yield Total(code, _counted(_is_member_of(side), model), low=0, helpers=((helper, -1),))
        cards = _counted(_is_card_of(side), model)
        # With neither a team nor a character of the side the first of the two rows holds.
        yield Total(
            code,
            cards,
            high=0,
            helpers=((helper, -_MANY),),
            when=team,
            words=f"no {side} cards without a {side} character",
        )


def deck_colour(code: str, model: DeckModel) -> Iterator[Constraint]:
    """Cards of a colour only with a character of that colour."""
    for colour in (RED, BLUE, YELLOW):
        yield Total(
            code,
            _beyond_the_colour(colour, _is_drawn, model),
            high=0,
            details={"colour": colour},
            words=f"a {colour} character for {colour} cards",
        )


def _beyond_the_colour(colour: str, asks: Callable[[Slot], bool], model: DeckModel) -> Callable[[Slot], int]:
    """Cards that ask for a colour, less what one character of it allows: any number."""

    def weight(slot: Slot) -> int:
        if slot.zone not in model.counted or read_card(slot.card).colour != colour:
            return 0
        return -_MANY if slot.card.type == CHARACTER else int(asks(slot))

    return weight


def battlefield_count(code: str, size: int, model: DeckModel) -> Iterator[Constraint]:
    """Exactly so many battlefields."""
    kind = ("battlefield", "battlefields")
    yield Total(code, _of_type(BATTLEFIELD, model), size, size, kind=kind)


def plot_count(code: str, limit: int, model: DeckModel) -> Iterator[Constraint]:
    """At most one plot, or two copies of an elite one; of a colour of the team."""
    plots = [card for card in model.cards if card.type == PLOT]
    chosen = {card.name: Helper(f"{code}: {card.name}") for card in plots}
    yield Total(code, of_no_copy, high=limit, helpers=tuple((h, 1) for h in chosen.values()))
    for card in plots:
        copies = max(1, len(read_card(card).points))
        counts = _counted(_is_called(card.name), model)
        yield Total(code, counts, high=0, helpers=((chosen[card.name], -copies),))
    for colour in sorted({read_card(card).colour for card in plots} - {GRAY}):
        yield Total(code, _beyond_the_colour(colour, _is_plot, model), high=0)


def _of_type(kind: str, model: DeckModel) -> Callable[[Slot], int]:
    return _counted(lambda slot: slot.card.type == kind, model)


def _is_drawn(slot: Slot) -> bool:
    return slot.card.type not in {CHARACTER, BATTLEFIELD, PLOT}


def _is_member_of(side: str) -> Callable[[Slot], bool]:
    return lambda s: s.card.type == CHARACTER and read_card(s.card).affiliation == side


def _is_card_of(side: str) -> Callable[[Slot], bool]:
    return lambda s: s.card.type != CHARACTER and read_card(s.card).affiliation == side


def _counted(counts: Callable[[Slot], bool], model: DeckModel) -> Callable[[Slot], int]:
    return lambda slot: 1 if slot.zone in model.counted and counts(slot) else 0
