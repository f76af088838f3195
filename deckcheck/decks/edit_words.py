"""Edits of a deck in words: `2 Kouhun`, `Supply: Nexu`, `all Acklay`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from db.cards.card import Card
from db.cards.names import normal_form, parse_name
from db.errors import CardNotFoundError
from db.language import gettext as _
from deckcheck.decks.edit import CardChange, LinePlace, copies_of, places_of
from deckcheck.errors import AmbiguousCardError, NotInDeckError, RefusedError, UnknownZoneError
from deckcheck.games.game import Game
from deckcheck.judge.resolve import Resolver
from deckcheck.query.facts import name_key
from deckcheck.suggest import suggest
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.plain_text import read_card

_ZONE = re.compile(r"([^:]+):\s*(\S.*)")
_ALL = re.compile(r"all\s+(\S.*)", re.IGNORECASE)


def read_changes(
    add: Iterable[str],
    remove: Iterable[str],
    deck_list: DeckList,
    resolver: Resolver,
    zone: str | None = None,
) -> tuple[CardChange, ...]:
    """The changes of a deck list that words ask for; what is unclear is refused, never guessed.

    Raises `CardNotFoundError`, `AmbiguousCardError`, `NotInDeckError`, `UnknownZoneError`.
    """
    words = _Words(deck_list, resolver, zone)
    changes = (*(words.removed(text) for text in remove), *(words.added(text) for text in add))
    together: dict[tuple[str, str], CardChange] = {}
    for change in changes:
        key = change.zone, change.name
        before = together.get(key)
        copies = change.copies + (before.copies if before else 0)
        together[key] = replace(before or change, copies=copies)
    return tuple(change for change in together.values() if change.copies)


def get_zone(game: Game, name: str) -> str:
    """The zone of a game that a word means; raises `UnknownZoneError`."""
    found = find_zone(game, name)
    if found is None:
        raise UnknownZoneError(name, game.zones)
    return found


def find_zone(game: Game, name: str) -> str | None:
    """The zone of a game that a word means, or None."""
    return game.zone(name) if name.strip() else None


class _Words:
    """The words about one deck list."""

    def __init__(self, deck_list: DeckList, resolver: Resolver, zone: str | None) -> None:
        self._resolver, self._game = resolver, resolver.game
        self._zone = None if zone is None else get_zone(self._game, zone)
        self._places = places_of(deck_list, resolver)

    def added(self, text: str) -> CardChange:
        """The cards that come into the deck; without a zone, where cards of that type go."""
        zone, line = self._read(text)
        resolution = self._resolver.resolve_line(line)
        card = resolution.card or (resolution.candidates[0] if resolution.certain_name else None)
        if card is None:
            raise _unclear(line.name, resolution.candidates, resolution.suggestions)
        place = zone or self._game.lists.place(card, self._game.main_zone)
        printing = resolution.printing if line.set_code else None
        return CardChange(card.name, place, line.quantity, card, printing)

    def removed(self, text: str) -> CardChange:
        """The cards that leave the deck; without a zone, from the only one that has them."""
        zone, line = self._read(text)
        every = _ALL.fullmatch(line.name)
        if every and not self._found(line.name):
            line = line._replace(name=every[1])
        places = self._in_deck(line)
        zone = zone or self._only_zone(line.name, places)
        copies = line.quantity
        if every and line.name == every[1]:
            here = (place for place in places if place.entry.zone == zone)
            copies = sum(copies_of(p.line, p.entry.card, self._game) for p in here) or 1
        entry = places[0].entry
        card = entry.card or (entry.candidates[0] if entry.card_name else None)
        return CardChange(card.name if card else places[0].line.name, zone, -copies, card)

    def _read(self, text: str) -> tuple[str | None, DeckLine]:
        """The zone that words begin with, if they do, and the card with its count."""
        zone, rest = self._zone, text.strip()
        headed = _ZONE.fullmatch(rest)
        if headed and (named := find_zone(self._game, headed[1])):
            zone, rest = named, headed[2]
        read = read_card(rest)
        if not isinstance(read, DeckLine):
            raise RefusedError(_("{name!r} is not understood: {reason}", name=text, reason=read.reason))
        return zone, read

    def _found(self, text: str) -> list[LinePlace]:
        """The lines of the deck of that name as it is written, or of the card that it names."""
        key = normal_form(text)
        literal = [place for place in self._places if normal_form(place.line.name) == key]
        if literal:
            card = literal[0].entry.card_name
            same = [p for p in self._places if card and p.entry.card_name == card]
            return same or [place for place in literal if place.entry.card is None]
        resolution = self._resolver.resolve_name(text)
        name = resolution.card.name if resolution.card else None
        if resolution.certain_name and resolution.candidates:
            name = resolution.candidates[0].name
        return [place for place in self._places if name and place.entry.card_name == name]

    def _in_deck(self, line: DeckLine) -> list[LinePlace]:
        """The lines of a card in the deck; raises an error where it is not there, or unclear."""
        if places := self._found(line.name):
            return places
        resolution = self._resolver.resolve_line(line)
        if resolution.card is not None or resolution.certain_name:
            name = resolution.card.name if resolution.card else resolution.candidates[0].name
            raise NotInDeckError(name, line.quantity, 0, self._zone)
        base = normal_form(parse_name(line.name).base)
        cards = {p.entry.card for p in self._places if p.entry.card is not None}
        here = [card for card in cards if normal_form(card.base_name) == base]
        near = self._near(line.name) if not here else ()
        raise _unclear(line.name, here or resolution.candidates, near or resolution.suggestions)

    def _near(self, name: str) -> tuple[str, ...]:
        names = (place.entry.card_name or place.line.name for place in self._places)
        return suggest(name, {normal_form(known): known for known in names})

    def _only_zone(self, name: str, places: Sequence[LinePlace]) -> str:
        zones = tuple(dict.fromkeys(place.entry.zone for place in places))
        if len(zones) > 1:
            problem = _("{name!r} is in several zones; write one before it, like 'Supply: ...'", name=name)
            raise RefusedError(problem, zones)
        return zones[0]


def _unclear(
    name: str, candidates: Iterable[Card], suggestions: tuple[str, ...]
) -> AmbiguousCardError | CardNotFoundError:
    """Why a name is no card: it may be several, or none is called so."""
    known = sorted(candidates, key=name_key)
    if known:
        return AmbiguousCardError(name, [card.name for card in known])
    return CardNotFoundError(name, suggestions)
