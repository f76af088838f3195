"""Acts on formats: listed in full, as they were in time, with what of them is not known."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckcheck.acts.database import Database, FilePath

if TYPE_CHECKING:
    from deckcheck.judge.format_book import BookEntry


class FormatBook(NamedTuple):
    """Formats of one or several games, on a day or at all times; `whole` where one is asked for."""

    entries: "tuple[BookEntry, ...]"
    on: date | None = None
    whole: bool = False

    def document(self) -> dict[str, Any]:
        """The formats as `deckcheck.formats/1`."""
        from deckcheck.judge.format_text import as_json

        return {
            "schema": "deckcheck.formats/1",
            "on": self.on.isoformat() if self.on else None,
            "formats": [as_json(one, self.on) for one in self.entries],
        }

    def lines(self, width: int) -> "Iterator[str]":
        """Yields the formats as text: a line each below its game, or one of them in full."""
        from deckcheck.judge.format_text import full_text, line_text

        last = ""
        for one in self.entries:
            if one.game.name != last and not self.whole:
                yield f"{'' if not last else chr(10)}{one.game.name} ({one.game.code})"
                last = one.game.name
            yield (full_text if self.whole else line_text)(one, self.on, width)


def format_book(
    database: Database,
    name: str | None = None,
    *,
    on: date | None = None,
    game: str | None = None,
    format_file: FilePath | None = None,
) -> FormatBook:
    """The formats of a game, by default of all; with a name only that one, in full.

    `on` is the day as of which they are told, `format_file` a format of one's own beside them; the file
    may stand in place of its name. Raises `UnknownPlayFormatError`.
    """
    from deckcheck.judge.format_book import find_formats

    file = None if format_file is None else Path(format_file)
    if name is not None and name.lower().endswith(".toml"):
        from deckcheck.judge.own_formats import read_own_format

        file = Path(name)
        name = read_own_format(database.path, file, game)[1].code
    found = find_formats(database.path, game, name, on, file)
    return FormatBook(tuple(found), on, name is not None)
