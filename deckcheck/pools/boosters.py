"""Boosters drawn by the rarities of a set: the same seed gives the same cards on every machine."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from db.cards.card import RARITIES, Card, CardSet, Printing
from db.language import gettext as _, joined, one_of
from deckcheck.chance.random_words import RandomWords
from deckcheck.errors import PoolError
from deckcheck.games.formats.format_reading import unlike
from deckcheck.games.game import Game
from deckcheck.games.limited import BoosterSlot
from deckcheck.pools.pool import Pool, PoolCard, in_order
from deckcheck.show.wording import cards as cards_of

MOST_BOOSTERS = 1_000
"""A tournament opens no more, and more than these nobody builds a deck of."""

_Pile = Sequence[tuple[Card, Printing]]


def open_boosters(
    name: str,
    game: Game,
    cards: Iterable[Card],
    sets: Sequence[CardSet],
    products: Sequence[str],
    boosters: int | None,
    seed: int,
) -> Pool:
    """The pool of so many boosters of these sets, in turn; raises `PoolError`."""
    limited = game.collecting.limited
    number = limited.boosters if boosters is None else boosters
    if not 1 <= number <= MOST_BOOSTERS:
        raise PoolError(_("{number:,} boosters: expected 1 to {most:,}"), number=number, most=MOST_BOOSTERS)
    slots, codes = slots_of(game), known_sets(products, sets)
    piles = {code: piles_of(code, slots, cards) for code in dict.fromkeys(codes)}
    words, drawn = RandomWords(seed), Counter[tuple[Card, Printing]]()
    opened: Counter[str] = Counter()
    for place in range(number):
        code = codes[place % len(codes)]
        opened[code] += 1
        drawn.update(_booster(slots, piles[code], words))
    found = in_order(PoolCard(card, copies, printing) for (card, printing), copies in drawn.items())
    return Pool(name, game.code, found, seed, dict(opened), model_words(slots))


def slots_of(game: Game) -> Sequence[BoosterSlot]:
    """The cards of a booster of a game by rarity; raises `PoolError` for a game without boosters."""
    if not game.collecting.limited.slots:
        raise PoolError(_("{name} was not sold in boosters; import a pool that was drafted"), name=game.name)
    return game.collecting.limited.slots


def known_sets(codes: Iterable[str], sets: Iterable[CardSet]) -> list[str]:
    """The sets of these codes, in any case; raises `PoolError` for an unknown one."""
    known, found = {one.code.casefold(): one.code for one in sets}, []
    for code in codes:
        if code.casefold() not in known:
            what = _("there is no set {code!r}", code=code)
            raise PoolError(unlike(what, code.upper(), sorted(known.values())))
        found.append(known[code.casefold()])
    return found


def piles_of(code: str, slots: Sequence[BoosterSlot], cards: Iterable[Card]) -> Mapping[str, _Pile]:
    """The printings of a set by rarity, in a fixed order; raises `PoolError` where boosters need more."""
    piles: dict[str, list[tuple[Card, Printing]]] = {}
    for card in cards:
        for printing in card.printings:
            if printing.set_code == code and not printing.removed_on:
                piles.setdefault(printing.rarity or "", []).append((card, printing))
    for pile in piles.values():
        pile.sort(key=lambda one: (one[1].name, one[1].number or ""))
    for slot in slots:
        for rarity in slot.shares:
            if len(piles.get(rarity, ())) < slot.cards:
                raise PoolError(
                    _("{set} has too few cards for boosters: {have} {rarity}, a booster holds {number}"),
                    set=code,
                    have=len(piles.get(rarity, ())),
                    rarity=RARITIES.get(rarity, rarity),
                    number=slot.cards,
                )
    return piles


def _booster(
    slots: Sequence[BoosterSlot], piles: Mapping[str, _Pile], words: RandomWords
) -> Iterator[tuple[Card, Printing]]:
    """Yields the cards of a booster, none twice."""
    left = {rarity: list(pile) for rarity, pile in piles.items()}
    for slot in slots:
        rarities = [rarity for rarity, share in slot.shares.items() for _unused in range(share)]
        for _unused in range(slot.cards):
            pile = left[rarities[words.next_below(len(rarities))]]
            yield pile.pop(words.next_below(len(pile)))


def model_words(slots: Sequence[BoosterSlot]) -> str:
    """The assumed contents of a booster, in words."""
    parts = [
        joined((str(slot.cards), one_of([_rarity(rarity, slot) for rarity in slot.shares])), " ")
        for slot in slots
    ]
    return _(
        "Assumed are boosters of {cards}: {parts}; each card of a rarity is equally likely, none is there "
        "twice. How the publisher dealt them is not known.",
        cards=cards_of(sum(slot.cards for slot in slots)),
        parts=joined(parts, ", "),
    )


def _rarity(rarity: str, slot: BoosterSlot) -> str:
    """A rarity with its share, where a slot has several."""
    word, every = RARITIES.get(rarity, rarity), sum(slot.shares.values())
    if len(slot.shares) == 1:
        return word
    return _("{rarity} ({share} of {every})", rarity=word, share=slot.shares[rarity], every=every)
