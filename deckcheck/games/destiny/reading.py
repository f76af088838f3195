"""The reading of a deck list: cards and dice told apart, and what a plot brings beside the deck."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from sys import maxsize

from db.certain import certain
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.destiny.card_texts import Aside, asides
from deckcheck.games.destiny.cards import (
    DECK_SIZE,
    as_cards,
    colour_asked,
    colour_given,
    has_points,
    is_drawn,
    read_card,
    side_asked,
    side_given,
)
from deckcheck.games.destiny.deck_rules import COUNTS, POINTS
from deckcheck.games.destiny.zones import BESIDE, ZONES
from deckcheck.games.titles import title_of
from deckcheck.rules.evaluate import cost_of
from deckcheck.rules.requirement import Count
from deckcheck.rules.slot import DeckSlots


def read_deck(
    deck: Deck,
    counted_zones: frozenset[str],
    *,
    zones: Sequence[str] = ZONES,
    counting: Mapping[str, Count] = COUNTS,
) -> DeckSlots:
    """The deck as its rules see it.

    >>> read_deck(Deck((), "destiny"), frozenset(ZONES)).counts["points"]
    0
    """
    entries = [_as_cards(entry) for entry in deck.entries]
    said = [aside for e in entries if e.card is not None for aside in asides(e.card)]
    if said:
        entries = _laid_aside(entries, said, is_open=deck.is_open)
    return DeckSlots(
        replace(deck, entries=tuple(entries)),
        counted_zones | {BESIDE},
        zones=(*zones, BESIDE),
        counting=counting,
        figures=_figures,
    )


def _as_cards(entry: DeckEntry) -> DeckEntry:
    """An entry of the team or of plots as cards with their dice, where all that it may be agree."""
    faces = (entry.card,) if entry.card is not None else entry.candidates
    if not faces or not all(map(has_points, faces)):
        return entry
    quantity, dice = as_cards(faces[0], entry.quantity, entry.dice)
    if (quantity, dice) == (entry.quantity, entry.dice):
        return entry
    if any(as_cards(face, entry.quantity, entry.dice) != (quantity, dice) for face in faces[1:]):
        return entry
    return entry._replace(quantity=quantity, dice=dice, listed=entry)


def _laid_aside(entries: Sequence[DeckEntry], said: Iterable[Aside], *, is_open: bool) -> list[DeckEntry]:
    """The entries with those apart that lie beside the deck, as many as are over its size.

    What does not go with the team lies there first, then what is there too often.
    """
    draw = [(place, entry) for place, entry in enumerate(entries) if entry.card and is_drawn(entry.card)]
    left = {place: entry.quantity for place, entry in draw}
    doubts = maxsize if is_open else sum(entry.quantity for entry in entries if entry.card is None)
    team = [entry.card for entry in entries if entry.card is not None and side_given(entry.card)]
    given = {None, *map(side_given, team), *map(colour_given, team)}
    copies = Counter(title_of(entry.card) for _, entry in draw if entry.card for _ in range(entry.quantity))

    def fitness(one: tuple[int, DeckEntry]) -> tuple[bool, bool, int]:
        card = certain(one[1].card)
        goes = {side_asked(card), colour_asked(card)} <= given
        return goes, copies[title_of(card)] <= read_card(card).limit, one[1].quantity

    for aside in said:
        room = min(aside.most, sum(left.values()) + doubts - DECK_SIZE)
        titles: set[str] = set()
        for place, entry in sorted(draw, key=fitness):
            card = entry.card
            if card is None or not aside.fits(card) or room <= 0 or not left[place]:
                continue
            if aside.different and title_of(card) in titles:
                continue
            taken = min(room, 1 if aside.different else left[place])
            titles.add(title_of(card))
            room -= taken
            left[place] -= taken
    found = []
    for place, entry in enumerate(entries):
        stays = left.get(place, entry.quantity)
        if stays == entry.quantity:
            found.append(entry)
            continue
        found += [entry._replace(quantity=stays)] if stays else []
        apart = entry._replace(quantity=entry.quantity - stays)
        found.append(apart._replace(zone=BESIDE, listed=apart))
    return found


def _figures(deck: DeckSlots) -> Mapping[str, int]:
    """The dice of the team, and the points of team and plots as printed."""
    dice = sum(
        entry.quantity if entry.dice is None else entry.dice
        for entry in deck.counted
        if entry.card is not None and entry.card.type == "Character" and read_card(entry.card).faces
    )
    plots = [e.listed or e for e in deck.counted if e.card is not None and e.card.type == "Plot"]
    return {"dice": dice, "points": cost_of(POINTS, deck).low, "plots": sum(e.quantity for e in plots)}
