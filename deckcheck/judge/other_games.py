"""The game of a deck whose cards are unknown in the game that it was taken for."""

from collections.abc import Sequence

from db.cards.lookup import Catalogue
from deckcheck.games import game_codes, get_game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckLine

Asked = tuple[int, tuple[str, ...]]
"""The copies that a line states, and all names that it may mean."""


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

    def of_most(self, asked: Sequence[Asked]) -> str:
        """The code of the game of which most of these cards are; empty where there is none."""
        copies = {code: self._copies(code, asked) for code in self._known}
        most = max(copies, key=copies.__getitem__, default="")
        return most if most and 2 * copies[most] > sum(copies for copies, _ in asked) else ""

    def decided(self, asked: Sequence[Asked], game: str) -> bool:
        """Whether most of these lines are cards, and that game alone has all of them."""
        known = {code: self._looked_up(code, _names(asked)) for code in self._known}
        distinct = {names for _, names in asked}
        cards = {names for names in distinct if any(any(map(one.get, names)) for one in known.values())}
        every = [code for code, one in known.items() if all(any(map(one.get, names)) for names in cards)]
        return 2 * len(cards) > len(distinct) and every == [game]

    def _copies(self, code: str, asked: Sequence[Asked]) -> int:
        """How many of the copies are of cards that a game has."""
        known = self._looked_up(code, _names(asked))
        return sum(copies for copies, names in asked if any(map(known.get, names)))

    def _count(self, code: str, names: Sequence[str]) -> int:
        known = self._looked_up(code, set(names))
        return sum(known[name] for name in names)

    def _looked_up(self, code: str, names: set[str]) -> dict[str, bool]:
        """Whether a game has a card, for these names and others."""
        known = self._known[code]
        if missing := names - known.keys():
            with Catalogue(self._path, code) as catalogue:
                resolver = Resolver(catalogue, get_game(code))
                known |= {name: resolver.is_named(DeckLine(1, name)) for name in missing}
        return known


def _names(asked: Sequence[Asked]) -> set[str]:
    return {name for _, names in asked for name in names}
