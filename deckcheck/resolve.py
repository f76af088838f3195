"""From a deck list to a deck: every name looked up, none guessed, none dropped.

A name counts as found when it is, in normal form, the name of a card or of a printing, an old name
of one, or a known name with another reprint mark. A name without its version letter is ambiguous,
a name that is only nearly right is unknown: both stay in the deck and are counted.
"""

from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from db.cards import Card, Printing
from db.lookup import Catalogue
from db.names import CardName, normal_form, parse_name
from deckcheck.deck import Deck, DeckEntry, UnreadEntry
from deckcheck.games.game import Game
from importers.deck_list import DeckList


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a name, with the set and image key beside it, stands for."""

    card: Card | None = None
    printing: Printing | None = None
    candidates: tuple[Card, ...] = ()
    suggestions: tuple[str, ...] = ()
    note: str | None = None
    certain_name: bool = False


_KEY = attrgetter("name", "set_code", "image_key", "zone")

_SUGGESTIONS_A_DECK = 60
"""For more unknown names than this in one deck none are looked for: that is no deck of cards."""


class Resolver:
    """Resolves deck lists against one catalogue; what was looked up once is kept."""

    def __init__(self, catalogue: Catalogue, game: Game) -> None:
        self._catalogue = catalogue
        self._game = game
        self._known: dict[tuple[str, str | None, str | None], Resolution] = {}
        self._zones: dict[str, str] = {}
        self._suggestions_left = _SUGGESTIONS_A_DECK

    def resolve(self, deck_list: DeckList, path: str = "", name: str = "") -> Deck:
        """The deck that a deck list means: one entry for all equal lines of a zone."""
        together: dict[tuple[str, str | None, str | None, str], list[int]] = {}
        lines = deck_list.lines
        for key, line in zip(map(_KEY, lines), lines, strict=True):
            found = together.get(key)
            if found is None:
                together[key] = [line.quantity, line.line or 0]
            else:
                found[0] += line.quantity
        self._suggestions_left = _SUGGESTIONS_A_DECK
        entries = tuple(
            self._entry(key, quantity, line) for key, (quantity, line) in together.items()
        )
        return Deck(
            entries=entries,
            game=self._game.code,
            name=deck_list.name or name,
            path=path,
            read_as=deck_list.read_as,
            unread=tuple(UnreadEntry(u.line, u.text, u.reason) for u in deck_list.unread),
            named_format=deck_list.format,
        )

    def resolve_name(
        self, name: str, set_code: str | None = None, image_key: str | None = None
    ) -> Resolution:
        """What one name stands for; the set only chooses among printings and versions."""
        key = (name, set_code, image_key)
        found = self._known.get(key)
        if found is None:
            found = self._look_up(name, set_code, image_key)
            if self._suggestions_left > 0:
                self._known[key] = found
        return found

    def zone(self, label: str) -> str:
        """The zone of this game that a label means, or the label itself if it means none."""
        if label not in self._zones:
            plain = " ".join(label.casefold().replace("_", " ").split()).rstrip(":")
            self._zones[label] = self._game.zone_names.get(plain, label)
        return self._zones[label]

    def _entry(
        self, key: tuple[str, str | None, str | None, str], quantity: int, line: int
    ) -> DeckEntry:
        name, set_code, image_key, zone = key
        found = self._known.get(key[:3]) or self.resolve_name(name, set_code, image_key)
        return DeckEntry(
            quantity, name, self._zones.get(zone) or self.zone(zone), line or None,
            found.card, found.printing, set_code,
            found.candidates, found.suggestions, found.note, found.certain_name,
        )  # fmt: skip

    def _look_up(self, name: str, set_code: str | None, image_key: str | None) -> Resolution:
        found = self._catalogue.find_cards(name)
        note = None
        # What is left without a reprint mark that we may not know comes second.
        for called in (name, parse_name(name).card):
            found = found or self._catalogue.find_cards(called)
            if not found and (renamed := self._catalogue.find_alias(called)):
                found, note = (renamed,), f"{name} is now called {renamed.name}"
        if not found and image_key and (known := self._catalogue.find_image(image_key)):
            found, note = (known[0],), f"{name} found by its image key as {known[0].name}"
        if len(found) == 1:
            return self._choose_printing(found[0], name, set_code, note)
        if found:
            return Resolution(candidates=found)
        return self._unknown(name, set_code)

    def _choose_printing(
        self, card: Card, name: str, set_code: str | None, note: str | None
    ) -> Resolution:
        key = normal_form(name)
        code = set_code.casefold() if set_code else None
        in_set = [p for p in card.printings if code and p.set_code.casefold() == code]
        if code and not in_set:
            note = note or f"{card.name} has no printing in {set_code}"
        pool = in_set or list(card.printings)
        printings = [p for p in pool if normal_form(p.name) == key] or pool
        # Only a set tells apart printings on which the rules depend, like Imperial Knight.
        faces = {self._game.face(card.as_printed(p)): card.as_printed(p) for p in printings}
        if len(faces) > 1:
            return Resolution(candidates=tuple(faces.values()), certain_name=True)
        if not printings:
            return Resolution(card, note=note)
        return Resolution(card.as_printed(printings[0]), printings[0], note=note)

    def _unknown(self, name: str, set_code: str | None) -> Resolution:
        parts = parse_name(name)
        versions = self._catalogue.find_versions(parts.base)
        if parts.distinction and (named := _in_named_set(versions, parts)):
            card, code = named
            return self._choose_printing(card, card.name, code, None)
        if parts.version is None and parts.distinction is None and versions:
            in_set = tuple(c for c in versions if set_code and set_code.upper() in c.set_codes)
            return Resolution(candidates=in_set or versions)
        if self._suggestions_left <= 0:
            return Resolution()
        self._suggestions_left -= 1
        from deckcheck.suggest import suggest

        return Resolution(suggestions=suggest(name, self._names))

    @cached_property
    def _names(self) -> dict[str, str]:
        return self._catalogue.names()


def _in_named_set(versions: tuple[Card, ...], parts: CardName) -> tuple[Card, str] | None:
    """The one card of that name and version in the set that stands in brackets behind the name."""
    code = (parts.distinction or "").strip("()").upper()
    found = [
        card
        for card in versions
        if card.version == parts.version and not card.distinction and code in card.set_codes
    ]
    return (found[0], code) if len(found) == 1 else None
