"""Which game a deck is of whose cards are unknown in the game that it was taken for."""

from collections.abc import Sequence

from db.lookup import Catalogue
from deckcheck.deck import DeckEntry
from deckcheck.games import game_codes, get_game


class OtherGames:
    """The other games of the database of a catalogue; what was looked up once is kept."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._path = catalogue.path
        self._known: dict[str, dict[str, bool]] = {
            code: {} for code in game_codes() if code != catalogue.game
        }

    def notes(self, entries: Sequence[DeckEntry]) -> tuple[str, ...]:
        """A note that names the game of which most of these cards are; none where there is none."""
        copies = {code: self._copies(code, entries) for code in self._known}
        most = max(copies, key=copies.__getitem__, default="")
        if not most or 2 * copies[most] <= sum(entry.quantity for entry in entries):
            return ()
        return (f"most of these cards are of {get_game(most).name}; try --game {most}",)

    def _copies(self, code: str, entries: Sequence[DeckEntry]) -> int:
        """How many of the cards a game has by these names."""
        known = self._known[code]
        missing = {entry.name for entry in entries} - known.keys()
        if missing:
            with Catalogue(self._path, code) as catalogue:
                known |= {name: _has(catalogue, name) for name in missing}
        return sum(entry.quantity for entry in entries if known[entry.name])


def _has(catalogue: Catalogue, name: str) -> bool:
    """Whether a game has a card of that name, spelt in a way that it knows, or of that title."""
    spellings = (name, *get_game(catalogue.game).spellings(name))
    return any(map(catalogue.find_cards, spellings)) or bool(catalogue.find_versions(name))
