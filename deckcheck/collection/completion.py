"""The completion of sets, their missing cards, and the new cards that a booster would bring.

**The booster model.** The rulebook of 2002 says that a booster holds 5 or 11 cards, and nothing of
how their rarities are dealt. Assumed are 11 cards: 7 common, 3 uncommon and 1 rare, all printings
of a rarity equally likely and none twice in one booster; promos come in no booster. Whoever knows
better gives other numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from db.cards.card import RARITIES, Card, CardSet, Printing
from db.language import gettext as _, joined
from db.sums import gathered
from deckcheck.collection.holdings import Collection
from deckcheck.games.collecting import USUAL, USUAL_PLAYSET, Collecting
from deckcheck.games.limited import USUAL as USUAL_LIMITED
from deckcheck.show.wording import cards as cards_of

PLAYSET = USUAL_PLAYSET
BOOSTER: Mapping[str, int] = {rarity: slot.cards for slot in USUAL_LIMITED.slots for rarity in slot.shares}
SOLD_BY = _("Wizards of the Coast")
"""Only sets of this publisher came in boosters."""


def booster_words(booster: Mapping[str, int]) -> str:
    """The assumed contents of a booster, in words.

    >>> booster_words({"C": 3, "U": 1, "XX": 1})
    'boosters of 5 cards: 3 common, 1 uncommon, 1 XX, each equally likely, none twice'
    """
    parts = [joined((str(n), RARITIES.get(rarity, rarity)), " ") for rarity, n in booster.items()]
    return _(
        "boosters of {cards_of}: {parts}, each equally likely, none twice",
        cards_of=cards_of(sum(booster.values())),
        parts=joined(parts, ", "),
    )


@dataclass(frozen=True, slots=True)
class Progress:
    """The printings of one rarity: how many exist, are owned, and are owned as a playset."""

    rarity: str | None
    printings: int
    owned: int
    playsets: int


@dataclass(frozen=True, slots=True)
class MissingPrinting:
    """A printing of which less than a playset is owned; `owned` is the number of copies.

    `dice` are those that are owned of the `dice_playset`, None of a card without.
    """

    name: str
    number: str | None
    rarity: str | None
    owned: int
    playset: int = PLAYSET
    dice: int | None = None
    dice_playset: int | None = None

    @property
    def is_begun(self) -> bool:
        """Whether at least one copy or die of it is owned.

        >>> MissingPrinting("Dagger", None, None, 0, 2, 1, 2).is_begun
        True
        """
        return bool(self.owned or self.dice)


@dataclass(frozen=True, slots=True)
class OwnedPrinting:
    """A printing with what is owned of it, and what makes a playset."""

    printing: Printing
    copies: int
    playset: int = PLAYSET
    dice: int = 0
    dice_playset: int = 0

    @property
    def is_playset(self) -> bool:
        """Whether enough copies are owned."""
        return self.copies >= self.playset

    @property
    def has_all_dice(self) -> bool:
        """Whether enough dice are owned."""
        return self.dice >= self.dice_playset


@dataclass(frozen=True, slots=True)
class BoosterYield:
    """The printings in an average booster that are not owned yet, or short of a playset.

    `some_new` is the probability that at least one printing is new.
    """

    new: float
    for_playsets: float
    some_new: float


@dataclass(frozen=True, slots=True)
class SetCompletion:
    """The completion of a set, by rarity; `missing` lists printings short of a playset.

    `dice` counts the printings with a die, those with one owned, and with all.
    """

    code: str
    name: str
    rarities: tuple[Progress, ...]
    missing: tuple[MissingPrinting, ...]
    booster: BoosterYield | None
    dice: Progress | None = None

    @property
    def total(self) -> Progress:
        """The sum over all rarities."""
        parts = self.rarities
        return Progress(
            None, sum(p.printings for p in parts), sum(p.owned for p in parts), sum(p.playsets for p in parts)
        )


def completion(
    collection: Collection,
    cards: Iterable[Card],
    sets: Sequence[CardSet],
    *,
    any_printing: bool = False,
    collecting: Collecting = USUAL,
    booster: Mapping[str, int] | None = None,
) -> tuple[SetCompletion, ...]:
    """The completion of each of these sets, in their order.

    With `any_printing` a printing counts as owned when any printing of its card is, and so do
    copies of unknown printing. `booster` is the number of cards of each rarity in one; without it,
    `BOOSTER` for sets that were sold in boosters.
    """
    copies, dice = collection.copies_by_printing(), collection.copies_by_printing(dice=True)
    owned: dict[str, list[OwnedPrinting]] = {s.code: [] for s in sets}
    for card in cards:
        playset, dice_playset = collecting.playset_of(card), collecting.dice(card)
        for printing in card.printings if playset else ():
            if printing.set_code not in owned or printing.removed_on:
                continue
            have, dice_owned = copies[printing.id or 0], dice[printing.id or 0]
            if any_printing:
                have, dice_owned = collection.counts(card).owned, collection.counts(card).dice
            one = OwnedPrinting(printing, have, playset, dice_owned, dice_playset)
            owned[printing.set_code].append(one)
    return tuple(_of_set(s, owned[s.code], booster, has_dice=collecting.has_dice) for s in sets)


def _of_set(
    card_set: CardSet, owned: Sequence[OwnedPrinting], booster: Mapping[str, int] | None, *, has_dice: bool
) -> SetCompletion:
    if booster is None and card_set.publisher == SOLD_BY:
        booster = BOOSTER
    missing = sorted(
        (_missing(one) for one in owned if not (one.is_playset and one.has_all_dice)),
        key=lambda m: (_by_number(m.number), m.name),
    )
    return SetCompletion(
        card_set.code,
        card_set.name,
        _by_rarity(owned),
        tuple(missing),
        None if booster is None else booster_yield(owned, booster),
        _progress(None, [(one.dice, one.has_all_dice) for one in owned if one.dice_playset])
        if has_dice
        else None,
    )


def _missing(one: OwnedPrinting) -> MissingPrinting:
    printing = one.printing
    dice = (one.dice, one.dice_playset) if one.dice_playset else (None, None)
    return MissingPrinting(printing.name, printing.number, printing.rarity, one.copies, one.playset, *dice)


def _progress(rarity: str | None, have: Sequence[tuple[int, bool]]) -> Progress:
    """The progress by how many are owned of each printing, and whether these are enough."""
    return Progress(rarity, len(have), sum(n > 0 for n, _all in have), sum(is_all for _n, is_all in have))


def _by_rarity(owned: Sequence[OwnedPrinting]) -> tuple[Progress, ...]:
    found = gathered((one.printing.rarity, (one.copies, one.is_playset)) for one in owned)
    order = {rarity: place for place, rarity in enumerate(RARITIES)}
    return tuple(
        _progress(rarity, found[rarity])
        for rarity in sorted(found, key=lambda one: (order.get(one or "", len(order)), one or ""))
    )


def booster_yield(owned: Sequence[OwnedPrinting], booster: Mapping[str, int]) -> BoosterYield | None:
    """The cards in a booster of the set of these printings that would be new to their owner.

    None for a set that cannot have boosters: it has fewer printings of a rarity than a booster
    holds cards of it.
    """
    new = for_playsets = Fraction(0)
    nothing_new = Fraction(1)
    for rarity, drawn in booster.items():
        have = [one for one in owned if one.printing.rarity == rarity]
        if drawn > len(have):
            return None
        unowned = sum(one.copies == 0 for one in have)
        short = sum(not one.is_playset for one in have)
        new += Fraction(drawn * unowned, len(have) or 1)
        for_playsets += Fraction(drawn * short, len(have) or 1)
        nothing_new *= Fraction(comb(len(have) - unowned, drawn), comb(len(have), drawn))
    return BoosterYield(float(new), float(for_playsets), float(1 - nothing_new))


def _by_number(number: str | None) -> tuple[int, ...] | tuple[int, str]:
    """Numbers in their order, like 3-1 before 30-1; others after all of them."""
    parts = (number or "").split("-")
    if all(part.isdecimal() for part in parts):
        return tuple(map(int, parts))
    return 10**9, number or ""
