"""A deck as its workbook shows it: cards with their facts, counts, curve and arenas."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from db.cards.card import Card
from deckcheck.games import FIRST_GAME
from deckcheck.games.game import Game
from deckcheck.games.swtcg.cards import arenas_of
from deckcheck.games.swtcg.zones import DECK
from deckcheck.judge.resolve import Resolver
from deckcheck.query.search_words import WORDS
from importers.decks.deck_format import CARD_FACTS, counted
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.deck_workbook import DeckBook, DeckCard, DeckSum


def deck_book(deck_list: DeckList, resolver: Resolver, game: Game, name: str) -> DeckBook:
    """The cards of a deck list with what is known of them; sums are of the main deck."""
    if game.code != FIRST_GAME:
        return _common_book(deck_list, resolver, game, name)
    lines = counted(list(deck_list.lines), frozenset(CARD_FACTS))
    found = [
        (line, resolver.resolve_name(line.name, line.set_code, line.image_key)) for line in lines
    ]
    cards = [_deck_card(line, resolution.card) for line, resolution in found]
    main = [(r.card, line.quantity) for line, r in found if resolver.zone(line.zone) == DECK]
    known = [(card, quantity) for card, quantity in main if card]
    unknown = sum(quantity for card, quantity in main if card is None)
    figures: list[tuple[str, str | int]] = [
        ("Cards", sum(quantity for _, quantity in main)),
        ("In other zones", deck_list.quantity - sum(quantity for _, quantity in main)),
        ("Unknown or ambiguous", unknown),
    ]
    units = [(card, quantity) for card, quantity in known if arenas_of(card.type)]
    sums = (
        DeckSum("Units by arena", _arenas(units)),
        DeckSum("Units by cost", _curve(units)),
        DeckSum("Cards by type", _by(((card.type, n) for card, n in known))),
        DeckSum("Cards by side", _by(((card.side or "none", n) for card, n in known))),
    )
    figures.insert(1, ("Units", sum(quantity for _, quantity in units)))
    return DeckBook(deck_list.name or name, figures, cards, sums)


def _common_book(deck_list: DeckList, resolver: Resolver, game: Game, name: str) -> DeckBook:
    """The same of a game without arenas: sums are of all zones."""
    merged = replace(deck_list, lines=tuple(counted(list(deck_list.lines), frozenset(CARD_FACTS))))
    entries = [
        resolver.resolve(replace(merged, lines=(line,), unread=()), name, name).entries[0]
        for line in merged.lines
    ]
    known = [(entry.card, entry.quantity) for entry in entries if entry.card]
    figures: list[tuple[str, str | int]] = [
        ("Cards", deck_list.quantity),
        ("Unknown or ambiguous", sum(e.quantity for e in entries if e.card is None)),
    ]
    sums = [
        DeckSum("Cards by zone", _by((entry.zone, entry.quantity) for entry in entries)),
        DeckSum("Cards by type", _by((card.type, n) for card, n in known)),
        DeckSum("Cards by cost", _curve((c, n) for c, n in known if c.cost is not None)),
        DeckSum("Cards by side", _by((card.side or "none", n) for card, n in known)),
    ]
    for fact in game.search.facts if game.search else ():
        stated = [(card.facts.get(fact.fact or fact.name), n) for card, n in known]
        words = [(value, n) for value, n in stated if isinstance(value, str)]
        if fact.kind == WORDS and words:
            sums.append(DeckSum(f"Cards by {fact.name}", _by(words)))
    cards = [
        _deck_card(line, entry.card) for line, entry in zip(merged.lines, entries, strict=True)
    ]
    return DeckBook(deck_list.name or name, figures, cards, [one for one in sums if one.parts])


def _deck_card(line: DeckLine, card: Card | None) -> DeckCard:
    if card is None:
        return DeckCard(line)
    return DeckCard(line, card.side, card.type, card.cost, card.speed, card.power, card.health)


def _arenas(units: Iterable[tuple[Card, int]]) -> list[tuple[str, int]]:
    """Copies by arena; a unit of several arenas counts in each."""
    copies: Counter[str] = Counter({"space": 0, "ground": 0, "character": 0})
    for card, quantity in units:
        for arena in arenas_of(card.type):
            copies[arena] += quantity
    return [(arena.capitalize(), count) for arena, count in copies.items()]


def _curve(units: Iterable[tuple[Card, int]]) -> list[tuple[str, int]]:
    """Copies by build cost, from the cheapest to the dearest, X last."""
    copies: Counter[int] = Counter()
    others = 0
    for card, quantity in units:
        if isinstance(card.cost, int):
            copies[card.cost] += quantity
        else:
            others += quantity
    curve = [(str(cost), copies[cost]) for cost in range(1, max(copies, default=0) + 1)]
    return [*curve, ("X", others)] if others else curve


def _by(pairs: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    copies: Counter[str] = Counter()
    for label, quantity in pairs:
        copies[label] += quantity
    return copies.most_common()
