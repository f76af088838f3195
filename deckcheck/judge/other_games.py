"""The game of a deck whose cards are unknown in the game that it was taken for."""

from collections.abc import Iterable, Sequence

from db.cards.lookup import Catalogue
from db.cards.names import with_articles
from deckcheck.deck import DeckEntry
from deckcheck.games import game_codes, get_game


class OtherGames:
    """The other games of the database of a catalogue; what was looked up once is kept."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._path = catalogue.path
        self._known: dict[str, dict[str, bool]] = {
            code: {} for code in game_codes() if code != catalogue.game
        }

    def game_of(self, names: Sequence[str]) -> str | None:
        """The code of the game that has more than half of these names, or None."""
        most = max(self._known, key=lambda code: self._count(code, names), default=None)
        return most if most and 2 * self._count(most, names) > len(names) else None

    def of_most(self, entries: Sequence[DeckEntry]) -> str:
        """The code of the game of which most of these cards are; empty where there is none."""
        copies = {code: self._copies(code, entries) for code in self._known}
        most = max(copies, key=copies.__getitem__, default="")
        return most if most and 2 * copies[most] > sum(e.quantity for e in entries) else ""

    def decided(self, names: Iterable[str], game: str) -> bool:
        """Whether most of these names are of cards, and that game alone has all of them."""
        asked = set(names)
        known = {code: self._looked_up(code, asked) for code in self._known}
        cards = {name for name in asked if any(names[name] for names in known.values())}
        every = [code for code, names in known.items() if all(names[name] for name in cards)]
        return 2 * len(cards) > len(asked) and every == [game]

    def _copies(self, code: str, entries: Sequence[DeckEntry]) -> int:
        """How many of the cards a game has by these names."""
        known = self._looked_up(code, {entry.name for entry in entries})
        return sum(entry.quantity for entry in entries if known[entry.name])

    def _count(self, code: str, names: Sequence[str]) -> int:
        known = self._looked_up(code, set(names))
        return sum(known[name] for name in names)

    def _looked_up(self, code: str, names: set[str]) -> dict[str, bool]:
        """Whether a game has a card, for these names and others."""
        known = self._known[code]
        if missing := names - known.keys():
            with Catalogue(self._path, code) as catalogue:
                known |= {name: _has(catalogue, name) for name in missing}
        return known


def _has(catalogue: Catalogue, name: str) -> bool:
    """Whether a game has a card of that name, spelt in a way that it knows, or of that title."""
    spellings = (name, *get_game(catalogue.game).spellings(name))
    if any(map(catalogue.find_cards, spellings)) or catalogue.find_versions(name):
        return True
    return sum(len(catalogue.find_cards(one)) for one in with_articles(name)) == 1
