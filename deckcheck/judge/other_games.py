"""The game of a deck whose cards are unknown in the game that it was taken for."""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from db.cards.lookup import Catalogue
from deckcheck.games import game_codes, get_game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckLine

Readings = tuple[str, ...]
"""The names that a line may mean."""

_MOST_LINES = 500
"""Lines with different names that are looked up in other games."""


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

    def of_most(self, lines: Mapping[Readings, int]) -> str:
        """The code of the game of which most of these cards are; empty where there is none.

        `lines` is how many copies each line states, by all names that it may mean. Of more than any deck
        has the first tell.
        """
        lines = dict(islice(lines.items(), _MOST_LINES))
        copies = {code: self._copies(code, lines) for code in self._known}
        most = max(copies, key=copies.__getitem__, default="")
        return most if most and 2 * copies[most] > sum(lines.values()) else ""

    def of_all(self, lines: Collection[Readings], unknown: Collection[Readings]) -> str:
        """The code of a game that has some of the lines that are unknown here, and all others; else empty."""
        known = set(lines) - set(unknown)
        if len(known) > _MOST_LINES:
            return ""
        first = [*islice(unknown, _MOST_LINES)]
        # While a name is typed, the others stay as they are: what is known of them is kept.
        having = (code for code in self._known if known <= self._named(code, known))
        return next((code for code in having if self._named(code, first)), "")

    def has_any(self, lines: Collection[Readings]) -> bool:
        """Whether a game has a card of these lines; of more than any deck has the first tell."""
        first = [*islice(lines, _MOST_LINES)]
        return any(self._named(code, first) for code in self._known)

    def decided(self, lines: Collection[Readings], game: str) -> bool:
        """Whether most of these lines are of cards, and that game alone has all of them."""
        named = {code: self._named(code, lines) for code in self._known}
        cards = set().union(*named.values())
        return 2 * len(cards) > len(set(lines)) and [c for c, its in named.items() if its == cards] == [game]

    def _copies(self, code: str, lines: Mapping[Readings, int]) -> int:
        """How many of the cards a game has by these names."""
        return sum(lines[line] for line in self._named(code, lines))

    def _named(self, code: str, lines: Collection[Readings]) -> set[Readings]:
        """The lines that name a card of a game."""
        known = self._looked_up(code, {name for line in lines for name in line})
        return {line for line in lines if any(known[name] for name in line)}

    def _count(self, code: str, names: Sequence[str]) -> int:
        known = self._looked_up(code, set(names))
        return sum(known[name] for name in names)

    def _looked_up(self, code: str, names: set[str]) -> dict[str, bool]:
        """Whether a game has a card, for these names and others."""
        known = self._known[code]
        if missing := names - known.keys():
            with Catalogue(self._path, code) as catalogue:
                catalogue.look_up(missing)
                resolver = Resolver(catalogue, get_game(code))
                known |= {name: resolver.is_named(DeckLine(1, name)) for name in missing}
        return known
