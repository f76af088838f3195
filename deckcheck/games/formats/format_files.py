"""The formats of a game: `printed`, and a TOML file each in `formats/` of its folder, read when asked for."""

from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from db.certain import certain
from db.language import gettext as _
from deckcheck.games.formats.format_reading import FormatText, read_format
from deckcheck.rules.edition import Format, FormatState
from deckcheck.rules.requirement import Requirement

SEALED = "sealed"
"""The code of the format of decks from boosters: found by its name, and none of those that decks are
tried in, since it says nothing of a deck without its pool."""

History = Callable[[str, str], tuple[FormatState, ...]]
"""Gives the states of a format from the text of a table of changes, and its name in it."""

ListRules = Callable[[Format, date, date], tuple[Requirement, ...]]
"""Gives the rules of sets and lists that a format has on a day; the second one dates the marks."""

HouseRules = Callable[[FormatText, str], tuple[Any, ...]]
"""Gives what a format asks for by queries, from its text and its name."""


class FormatFolder:
    """The formats of a game by the files of its folder; called, it gives them all, in order.

    The first is `printed`: the printed rules of an edition, with all sets and no lists. Without
    `own_lists` sets and lists mean what they mean in most games. Where `by_sources`, formats of a card
    source are whole, with their lists, and count. `house_rules` are given where a format has some.

    >>> from deckcheck.first_game import FIRST_GAME
    >>> FormatFolder(FIRST_GAME, "printed-2005").find("VINTAGE").name
    'Vintage'
    """

    def __init__(
        self,
        game: str,
        edition: str,
        history: History | None = None,
        own_lists: ListRules | None = None,
        *,
        by_sources: bool = False,
        house_rules: HouseRules | None = None,
    ) -> None:
        self.printed = Format("printed", _("Printed rules"), edition)
        self.by_sources = by_sources
        self._own_lists = own_lists
        self._folder = Path(__file__).parents[1] / game / "formats"
        self._history = history
        self._house_rules = house_rules
        self._read = cache(self._read_file)
        self._all = cache(self._read_all)

    def __call__(self) -> tuple[Format, ...]:
        """All formats: `printed`, and the others in the order of `ORDER` in the folder."""
        return self._all()

    def find(self, name: str) -> Format | None:
        """The format of that code or name, in any case; only its own file is read for a code."""
        if name == self.printed.code:
            return self.printed
        if name in self.codes():
            return self._read(name)
        found = find_by_code((*self(), *self.limited()), name)
        return found if isinstance(found, Format) else None

    def limited(self) -> tuple[Format, ...]:
        """The format of decks from boosters, where the game has one."""
        return (self._read(SEALED),) if (self._folder / f"{SEALED}.toml").exists() else ()

    def list_rules(self, play_format: Format, day: date, marks_as_of: date) -> tuple[Requirement, ...]:
        """The rules of sets and lists of a format on a day; one with the code of a rule takes its place."""
        if not play_format.states and not play_format.listed:
            return ()
        from deckcheck.games.formats.list_rules import list_rules

        return (self._own_lists or list_rules)(play_format, day, marks_as_of)

    def codes(self) -> list[str]:
        """The codes of all formats in their order; no file of a format is read."""
        order = self._folder / "ORDER"
        others = order.read_text(encoding="utf-8").split() if order.exists() else []
        return [self.printed.code, *others]

    def _read_all(self) -> tuple[Format, ...]:
        return (self.printed, *map(self._read, self.codes()[1:]))

    def _read_file(self, code: str) -> Format:
        path = self._folder / f"{code}.toml"
        text = FormatText(path.name, path.read_text(encoding="utf-8"))
        found = read_format(code, text, self._history_of)
        if self._house_rules is None or "require" not in text.data:
            return found
        return found._replace(house_rules=self._house_rules(text, found.name))

    def read(self, table: str) -> str:
        """The text of a table beside the formats."""
        return (self._folder / table).read_text(encoding="utf-8")

    def _history_of(self, table: str, name: str) -> tuple[FormatState, ...]:
        return certain(self._history)(self.read(table), name)


def find_by_code(items: Iterable[Any], wanted: str) -> Any | None:
    """The format or edition of that code or name, in any case; None where there is none."""
    folded = wanted.casefold()
    for item in items:
        if folded in (item.code.casefold(), item.name.casefold()):
            return item
    return None
