"""The papers of an event as PDF, with notes on what could not be printed properly."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.events.values import EventDeck, EventFacts, FrozenCard, StoredEvent
from db.language import gettext as _, joined
from db.sums import summed
from deckcheck.deck import Deck, DeckEntry
from deckcheck.events.deck_hash import short_hash
from deckcheck.events.frozen import ListFreezer
from deckcheck.events.lists import decks_of
from deckcheck.events.paper.deck_sheets import SheetOptions, deck_sheets
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.paper_cards import PaperCard, PaperDeck, PaperEvent, PaperPlayer
from deckcheck.games import get_game
from deckcheck.games.game import Game
from deckcheck.show.language import in_order
from deckcheck.show.wording import amount

_WHOLE_FROM = 20
"""From so many decks on the whole catalogue is read at once."""


def paper_event(facts: EventFacts) -> PaperEvent:
    """The facts of an event at the head of all its pages."""
    return PaperEvent(facts.name, facts.format, facts.day)


def paper_players(
    database: Path, event: StoredEvent, names: Mapping[str, str], only: Collection[int] | None = None
) -> list[PaperPlayer]:
    """The players by name, each with a deck for every seat; one that is missing is empty.

    `names` are what cards are called in another language, by their English names.
    """
    wanted = [number for number in event.players if only is None or number in only]
    wanted = in_order(sorted(wanted), lambda n: event.players[n].name)
    with ListFreezer(database, event.facts) as freezer:
        rules = freezer.rules
    with Catalogue(database, event.facts.game) as catalogue:
        if len(event.decks) >= _WHOLE_FROM:
            catalogue.load_all()
        lists = _PaperLists(catalogue, get_game(event.facts.game), rules, names)
        return [
            PaperPlayer(
                event.players[number].name,
                event.players[number].club,
                tuple(lists.of_player(event, number)),
                number,
            )
            for number in wanted
        ]


class _PaperLists:
    """Turns frozen lists into what is printed, each card looked up once."""

    def __init__(self, catalogue: Catalogue, game: Game, rules: str, names: Mapping[str, str]) -> None:
        self._catalogue, self._game, self._names = catalogue, game, names
        edition = next(one for one in game.editions if one.code == rules)
        self._counted = edition.counted_zones
        self._known: dict[str, Card | None] = {}

    def of_player(self, event: StoredEvent, number: int) -> Iterator[PaperDeck]:
        """Yields the decks of a player in the order of seats, then those without a seat."""
        decks = decks_of(event, number)
        for seat in self._game.seats:
            mine = [deck for deck in decks if deck.seat == seat.code]
            name = seat.name if len(self._game.seats) > 1 else ""
            for deck in mine:
                yield self._paper_deck(deck, name)
            if not mine:
                yield PaperDeck(name, (), note=_("no list is registered for this seat"))
        codes = {seat.code for seat in self._game.seats}
        for deck in decks:
            if deck.seat not in codes:
                yield self._paper_deck(deck, "")

    def _paper_deck(self, deck: EventDeck, seat: str) -> PaperDeck:
        zones = {zone: place for place, zone in enumerate(self._game.zones)}
        cards = sorted(deck.cards, key=lambda card: zones.get(card.zone, len(zones)))
        notes = [_("no deck: {error}", error=deck.error)] if deck.error else []
        notes += [_("registered after the deadline")] if deck.late else []
        return PaperDeck(
            seat,
            tuple(self._paper_card(card) for card in cards),
            tuple(self._counts(deck).items()),
            deck.name,
            deck.hash,
            short_hash(deck.hash) if deck.hash else "",
            joined(notes, "; "),
        )

    def _paper_card(self, line: FrozenCard) -> PaperCard:
        card = self._card(line.card)
        name = self._names.get(line.card, line.card) if line.card else _("{name} (unknown)", name=line.name)
        if line.dice:
            name = f"{name} ({amount(line.dice, 'die', 'dice')})"
        if card is None:
            return PaperCard(line.quantity, name, line.zone)
        cost = "" if card.cost is None else str(card.cost)
        return PaperCard(line.quantity, name, line.zone, card.type, cost)

    def _card(self, name: str | None) -> Card | None:
        """The card that a list meant, as the catalogue has it today."""
        if name is None:
            return None
        if name not in self._known:
            found = self._catalogue.find_cards(name)
            self._known[name] = next((card for card in found if card.name == name), None)
        return self._known[name]

    def _counts(self, deck: EventDeck) -> Mapping[str, int]:
        """The counts of the game for the deck, and copies by type where it has none."""
        entries = tuple(
            DeckEntry(line.quantity, line.name, line.zone, card=self._card(line.card)) for line in deck.cards
        )
        if not entries:
            return {}
        view = self._game.view(Deck(entries, self._game.code), self._counted)
        counts = {name: view.counts.get(name, 0) for name in self._game.count_names}
        types = summed((one.card.type, one.quantity) for one in view.counted if one.card is not None)
        for name, copies in sorted(types.items()):
            if name.casefold() not in counts:
                counts[name] = copies
        return {name: copies for name, copies in counts.items() if copies}


PairingsOrder = Literal["name", "table"]


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """A PDF, and notes for the organiser, such as characters that no font has."""

    pdf: bytes
    pages: int
    notes: tuple[str, ...]


NO_LINKS: Mapping[int, str] = {}


def print_sheets(
    database: Path,
    event: StoredEvent,
    options: SheetOptions,
    names: Mapping[str, str],
    *,
    only: Collection[int] | None = None,
    links: Mapping[int, str] = NO_LINKS,
    fonts: Sequence[Path] = (),
) -> PrintedPaper:
    """Deck sheets of all players, or of some, by name, with these names of cards by the English ones.

    `links` are the addresses of their own pages, by the numbers of players.
    """
    found = paper_players(database, event, names, only)
    players = [replace(one, link=links.get(one.number, "")) for one in found]
    return print_paper(event.facts, fonts, lambda head, letters: deck_sheets(head, players, options, letters))


def print_paper(
    facts: EventFacts, fonts: Sequence[Path], draw: Callable[[PaperEvent, Lettering], bytes]
) -> PrintedPaper:
    """A paper of an event, which is drawn in these fonts where the own one lacks characters."""
    lettering = Lettering(fonts)
    return printed(draw(paper_event(facts), lettering), lettering)


def printed(pdf: bytes, lettering: Lettering) -> PrintedPaper:
    """A PDF with its pages counted, and notes on what its fonts lack."""
    return PrintedPaper(pdf, pdf.count(b"/Type /Page\n"), tuple(lettering.notes()))
