"""The formats of all games together: bundled ones, those of card sources, and users' own."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from db.cards.card import Card, CardSet
from db.cards.lookup import Catalogue
from deckcheck.errors import UnknownPlayFormatError
from deckcheck.games import FIRST_GAME, game_codes, get_game
from deckcheck.games.formats.format_files import find_by_code
from deckcheck.games.formats.stated_formats import formats_of
from deckcheck.games.game import Game
from deckcheck.judge.own_formats import own_formats, read_own_format
from deckcheck.rules.edition import Format


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A format of a game, with the sets of the game by their codes.

    `marked` are the cards that card lists mark as banned or restricted, `names` those of the cards
    that its states name by keys.
    """

    game: Game
    format: Format
    sets: Mapping[str, CardSet] = field(default_factory=dict)
    marked: tuple[Card, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)


def find_formats(
    database: Path,
    game: str | None = None,
    name: str | None = None,
    day: date | None = None,
    format_file: Path | None = None,
) -> list[BookEntry]:
    """All formats, those of the first game first; with a name, that format of the first game.

    Raises `UnknownPlayFormatError` where no game, or not that game, has the name.
    """
    codes = sorted(game_codes(), key=lambda code: (code != FIRST_GAME, code))
    given = read_own_format(database, format_file, game) if format_file else None
    found: list[BookEntry] = []
    for code in [get_game(game).code] if game else codes:
        own = [given[1]] if given and given[0] == code else []
        entries = list(_of_game(database, code, day, own))
        if name is None:
            found += entries
        elif wanted := find_by_code((entry.format for entry in entries), name):
            return [entry for entry in entries if entry.format is wanted]
    if name is not None:
        known = get_game(game or FIRST_GAME)
        raise UnknownPlayFormatError(name, (one.code for one in known.formats()), known.name)
    return found


def _of_game(database: Path, code: str, day: date | None, given: list[Format]) -> Iterator[BookEntry]:
    game = get_game(code)
    with Catalogue(database, code) as catalogue:
        sets = {one.code: one for one in catalogue.sets()}
        formats = (*own_and_ours(database, catalogue, day), *game.formats.limited(), *given)
        marked = catalogue.marked_cards() if any(one.lists for one in formats) else ()
        names = {key: card.name for key, card in _named_by_key(catalogue, formats)}
    for one in formats:
        yield BookEntry(game, one, sets, marked if one.lists else (), names)


def _named_by_key(catalogue: Catalogue, formats: Iterable[Format]) -> Iterator[tuple[str, Card]]:
    """Yields the keys by which states name banned and restricted cards, with these."""
    states = [state for one in formats for state in one.states]
    keys = {key for one in states for key in (*(one.banned or ()), *(one.restricted or ()))}
    for key in keys:
        if found := catalogue.find_image(key):
            yield key, found[0]


def own_and_ours(
    database: Path, catalogue: Catalogue, day: date | None, format_file: Path | None = None
) -> tuple[Format, ...]:
    """All formats of a game: the bundled ones with what sources state, and the user's own."""
    stated = catalogue.play_formats(day.isoformat() if day else None)
    game = catalogue.game
    given = read_own_format(database, format_file, game) if format_file else None
    mine = [given[1]] if given and given[0] == game else []
    return (*formats_of(get_game(game), stated), *own_formats(database, game), *mine)
