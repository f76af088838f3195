"""The contents of a deck's workbook: cards with their facts, and the sums of its game."""

from collections.abc import Sequence

from db.cards.card import Card
from db.language import filled, gettext as _
from deckcheck.games.deck_profile import DeckSums, ZonedCard, by_label, cost_curve
from deckcheck.games.game import Game
from deckcheck.judge.resolve import Resolver
from deckcheck.query.search_words import WORDS
from importers.decks.deck_format import CARD_FACTS, counted
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.deck_workbook import DeckCard, DeckSum, DeckWorkbook


def deck_book(deck_list: DeckList, resolver: Resolver, game: Game, name: str) -> DeckWorkbook:
    """The cards of a deck list with their facts, and the sums of its game."""
    merged = deck_list._replace(lines=tuple(counted(list(deck_list.lines), frozenset(CARD_FACTS))))
    entries = [
        resolver.resolve(merged._replace(lines=(line,), unread=()), name, name).entries[0]
        for line in merged.lines
    ]
    lines = [(entry.zone, entry.card, entry.quantity) for entry in entries]
    sums = common_sums(lines, game) if game.words.sums is None else game.words.sums(lines)
    cards = [_deck_card(line, entry.card) for line, entry in zip(merged.lines, entries, strict=True)]
    tables = [
        DeckSum(str(title), [(str(filled(label, {})), copies) for label, copies in parts])
        for title, parts in sums.tables
    ]
    numbers = [(str(label), number) for label, number in sums.numbers]
    return DeckWorkbook(deck_list.name or name, numbers, cards, tables)


def common_sums(lines: Sequence[ZonedCard], game: Game) -> DeckSums:
    """The sums of a game that has none of its own: of all zones, also by the words of queries."""
    known = [(card, quantity) for _, card, quantity in lines if card]
    tables = [
        (_("Cards by zone"), by_label((zone, quantity) for zone, _, quantity in lines)),
        (_("Cards by type"), by_label((card.type, n) for card, n in known)),
        (_("Cards by cost"), cost_curve((c, n) for c, n in known if c.cost is not None)),
        (_("Cards by side"), by_label((card.side or _("none"), n) for card, n in known)),
    ]
    for fact in game.words.search.facts if game.words.search else ():
        stated = [(card.facts.get(fact.fact or fact.name), n) for card, n in known]
        words = [(value, n) for value, n in stated if isinstance(value, str)]
        if fact.kind == WORDS and words:
            tables.append((_("Cards by {name}", name=fact.name), by_label(words)))
    numbers = (
        (_("Cards"), sum(quantity for _, _, quantity in lines)),
        (_("Unknown or ambiguous"), sum(n for _, card, n in lines if card is None)),
    )
    return DeckSums(numbers, [(title, parts) for title, parts in tables if parts])


def _deck_card(line: DeckLine, card: Card | None) -> DeckCard:
    if card is None:
        return DeckCard(line)
    return DeckCard(line, card.side, card.type, card.cost, card.speed, card.power, card.health)
