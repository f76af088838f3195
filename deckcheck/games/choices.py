"""Every choice of cards for the ambiguous names of a deck, as long as there are few.

Of cards in which the rules see no difference, copies are spread over them as evenly as can be: no
limit of copies is then broken that another choice would keep. So one choice stands for many.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb, prod

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry

Alike = Callable[[Card], Hashable]
"""The facts that rules see in a card but its name; cards with the same are interchangeable."""


def choices(
    deck: Deck, zones: Collection[str], alike: Alike, most: int
) -> Iterator[tuple[DeckEntry, ...]] | None:
    """The entries of the deck for every choice that the rules can tell apart; None for too many.

    Only names in these `zones` are chosen for; others stay as they are.
    """
    open_names = [e for e in deck.entries if e.candidates and e.card is None and e.zone in zones]
    chosen_for = {id(entry) for entry in open_names}
    rest = tuple(entry for entry in deck.entries if id(entry) not in chosen_for)
    groups = _merged(open_names)
    several = _in_several(groups)
    kinds = [_kinds(entry, alike, several) for entry in groups]
    pairs = zip(groups, kinds, strict=True)
    if not groups or prod(comb(e.quantity + len(k) - 1, len(k) - 1) for e, k in pairs) > most:
        return None
    known = Counter[str]()
    for entry in rest:
        if entry.card is not None:
            known[entry.card.name] += entry.quantity
    ways = [
        combinations_with_replacement(range(len(kind)), entry.quantity)
        for entry, kind in zip(groups, kinds, strict=True)
    ]
    return (rest + tuple(_chosen(groups, kinds, way, known)) for way in product(*ways))


def _merged(entries: Sequence[DeckEntry]) -> list[DeckEntry]:
    """The entries with those together that stand in one zone and may be the same cards."""
    groups: dict[tuple[str, ...], DeckEntry] = {}
    for entry in entries:
        key = (entry.zone, str(entry.certain_name), *(card.name for card in entry.candidates))
        before = groups.get(key)
        more = 0 if before is None else before.quantity
        groups[key] = (before or entry)._replace(quantity=more + entry.quantity)
    return list(groups.values())


def _in_several(groups: Sequence[DeckEntry]) -> frozenset[str]:
    """The names of cards that several of the groups may be."""
    seen = Counter(name for e in groups for name in {card.name for card in e.candidates})
    return frozenset(name for name, times in seen.items() if times > 1)


def _kinds(entry: DeckEntry, alike: Alike, several: Collection[str]) -> list[list[Card]]:
    """The cards that the name may be, those together that are interchangeable."""
    kinds: dict[Hashable, list[Card]] = {}
    for card in entry.candidates:
        faces = [card]
        if not entry.certain_name:
            faces += [card.as_printed(p) for p in card.printings if p.differs]
        for face in faces:
            alone = card.name if card.name in several or len(faces) > 1 else None
            kind = kinds.setdefault((alike(face), alone), [])
            if face.name not in [other.name for other in kind]:
                kind.append(face)
    return list(kinds.values())


def _chosen(
    groups: Sequence[DeckEntry],
    kinds: Sequence[Sequence[Sequence[Card]]],
    way: Sequence[Sequence[int]],
    known: Counter[str],
) -> Iterator[DeckEntry]:
    """Yields a copy for each that is chosen, of the card of its kind that has fewest so far."""
    copies = known.copy()
    for entry, of_entry, places in zip(groups, kinds, way, strict=True):
        for place in places:
            card = min(of_entry[place], key=lambda card: copies[card.name])
            copies[card.name] += 1
            yield entry._replace(quantity=1, card=card, candidates=(), certain_name=False)
