"""Users' own formats: TOML files, one given by name or those of the configuration folder.

They are read as ours are, and their sets, cards, rules and numbers are checked against the game's.
"""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from db.advice import meant
from db.cards.lookup import Catalogue
from db.cards.names import normal_form
from db.language import gettext as _, joined
from deckcheck.errors import FormatFileError, UnknownGameError
from deckcheck.games import FIRST_GAME, game_codes, get_game
from deckcheck.games.formats.format_files import find_by_code
from deckcheck.games.formats.format_reading import FormatText, nearest, read_format, unlike
from deckcheck.games.formats.toml_lines import Place
from deckcheck.games.game import Game
from deckcheck.judge.resolve import Resolver
from deckcheck.query import Query
from deckcheck.query.tree import terms
from deckcheck.rules.edition import Edition, Format, ListedCard
from deckcheck.rules.own_numbers import NumberError, changed_rules
from deckcheck.suggest import suggest

_MAX_BYTES = 1_000_000
_MOST_NAMED = 8
"""How many cards a message names."""

FormatsState = tuple[tuple[str, int, int, int, int], ...]
"""The files of the folder of own formats: path, number, times of the last changes, size."""


def formats_folder() -> Path:
    """The folder of users' own formats: `DECKCHECK_FORMATS`, else in the configuration folder."""
    if named := os.environ.get("DECKCHECK_FORMATS"):
        return Path(named)
    return _usual_folder(os.environ.get("XDG_CONFIG_HOME"), os.environ.get("HOME"))


@lru_cache(maxsize=8)
def _usual_folder(_configuration: str | None, _home: str | None) -> Path:
    import platformdirs

    return Path(platformdirs.user_config_dir("deckcheck", appauthor=False)) / "formats"


def formats_state() -> FormatsState:
    """The state of the user's folder of formats; equal states mean unchanged formats."""
    found = []
    try:
        with os.scandir(formats_folder()) as files:
            for file in files:
                if file.name.endswith(".toml"):
                    facts = file.stat()
                    times = facts.st_mtime_ns, facts.st_ctime_ns
                    found.append((file.path, facts.st_ino, *times, facts.st_size))
    except OSError:  # each may go at any time
        pass
    return tuple(sorted(found))


def own_formats(database: Path, game: str) -> Iterator[Format]:
    """Yields the formats of the user's folder that are of a game; raises `FormatFileError`."""
    for path in sorted(formats_folder().glob("*.toml")):
        text = read_text(path)
        if _game_of(text) == game:
            yield _checked(database, text, path, get_game(game))


def find_own_format(database: Path, game: str, name: str) -> Format | None:
    """The user's format of that code or name, None where there is none of that game."""
    folder = formats_folder()
    if not folder.is_dir():
        return None
    found = find_by_code(own_formats(database, game), name)
    return found if isinstance(found, Format) else None


def read_own_format(database: Path, path: Path, game: str | None = None) -> tuple[str, Format]:
    """The game and the format of a user's file; `game` where the file names none.

    Raises `FormatFileError`, with the line and the key.
    """
    return own_format(database, path, read_data(path), game)


def own_format(database: Path, path: Path, data: bytes, game: str | None = None) -> tuple[str, Format]:
    """The game and the format of a user's file that is read already; raises `FormatFileError`."""
    text = _text_of(path, data)
    code = _game_of(text, game)
    return code, _checked(database, text, path, get_game(code))


def game_of_format(path: Path, data: bytes, game: str | None = None) -> str:
    """The game of a user's file; `game` where the file names none."""
    return _game_of(_text_of(path, data), game)


def read_text(path: Path) -> FormatText:
    """The text of a file, in UTF-8 and of a bounded size."""
    return _text_of(path, read_data(path))


def read_data(path: Path) -> bytes:
    """The bytes of a file, of a bounded size; raises `FormatFileError`."""
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise FormatFileError(
            str(path), 0, "", _("cannot be read: {strerror}", strerror=error.strerror)
        ) from None
    if len(data) > _MAX_BYTES:
        raise FormatFileError(str(path), 0, "", _("more than {max_bytes:,} bytes", max_bytes=_MAX_BYTES))
    return data


def _text_of(path: Path, data: bytes) -> FormatText:
    try:
        return FormatText(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FormatFileError(str(path), line, "", _("not in UTF-8")) from None


def _game_of(text: FormatText, usual: str | None = None) -> str:
    code = text.text_at(text.data, "game", (), usual or FIRST_GAME)
    if code not in game_codes():
        raise text.error(("game",), str(UnknownGameError(code, game_codes())))
    return code


def _checked(database: Path, text: FormatText, path: Path, game: Game) -> Format:
    """The format of a text, with all that it names looked up."""
    one = read_format(path.stem.casefold(), text, own=True)
    for key, taken in (("name", game.formats.find(one.name)), ("", game.formats.find(one.code))):
        if taken is not None:
            what = _("{name} is a format of deckcheck; choose another name", name=one.name)
            if not key:
                what = _(
                    "{code}, as the file is called, is a format of deckcheck; choose another name",
                    code=one.code,
                )
            raise text.error((key,), what)
    _check_edition(text, one, game)
    with Catalogue(database, game.code) as catalogue:
        _check_sets(text, one, catalogue)
        one = _with_cards(text, one, catalogue, game)
        if "require" not in text.data:
            return one
        from deckcheck.games.formats.house_rules import rules_of_format

        rules = rules_of_format(text, one.name, game, catalogue.sets())
        doubts = filter(None, (_no_card(rule.code, rule.query, catalogue) for rule in rules))
        return one._replace(house_rules=rules, doubts=tuple(doubts))


def _no_card(code: str, query: Query, catalogue: Catalogue) -> str:
    """A doubt where no card is what a rule asks for: a slip, or one of a set to come; else nothing."""
    unmatched = list(terms(query.root))
    for card in catalogue.each_card():
        if query.matches(card):
            return ""
        unmatched = [term for term in unmatched if not term.matches(card)]
    what = unmatched[0].text if unmatched else query.text
    types = {normal_form(name): name for name in catalogue.kinds()[0]}
    near = suggest(unmatched[0].value, types) if unmatched and unmatched[0].field == "type" else ()
    found = _("rule {code}: no card matches {query}", code=code, query=what)
    return joined((found, meant(near)), "; ")


def _check_edition(text: FormatText, one: Format, game: Game) -> None:
    """Raises where the rules edition, a rule, a number or a zone is none of the game's."""
    codes = tuple(edition.code for edition in game.editions)
    places: list[tuple[str | None, Place]] = [(one.edition, ("rules",))]
    rows = text.data.get("state", [])
    places += [(row.get("rules"), ("state", n, "rules")) for n, row in enumerate(rows)]
    for code, place in places:
        if code is None:
            continue
        edition = find_by_code(game.editions, code)
        if not isinstance(edition, Edition):
            raise text.error(place, unlike(_("there is no rules edition {code!r}", code=code), code, codes))
        try:
            changed_rules(edition.rules, one.numbers, one.name)
        except NumberError as error:
            raise text.error(("numbers", *error.keys), str(error)) from None
    for zone in one.zone_limits:
        if game.zone(zone) is None:
            what = _("there is no zone {written!r}", written=zone)
            raise text.error(("zones", zone), unlike(what, zone, game.zones))


def _check_sets(text: FormatText, one: Format, catalogue: Catalogue) -> None:
    """Raises at the first set that the catalogue does not have."""
    known = {found.code: found.name for found in catalogue.sets()}
    places: list[Place] = [("sets",), *(("state", n, "sets") for n in range(len(one.states)))]
    for place in places:
        table = text.data if len(place) == 1 else _row(text, place)
        for number, code in enumerate(text.names_at(table, "sets", place[:-1]) or ()):
            if known and code not in known:
                by_name = (found for found, name in known.items() if name == code)
                hint = meant(list(by_name) or nearest(code, known, 3)) or _("deckcheck cards sets lists them")
                raise text.error(
                    (*place, number), _("there is no set {code!r}; {hint}", code=code, hint=hint)
                )


def _row(text: FormatText, place: Place) -> dict[str, object]:
    rows = text.data.get("state", [])
    number = place[1]
    return dict(rows[number]) if isinstance(number, int) and number < len(rows) else {}


def _with_cards(text: FormatText, one: Format, catalogue: Catalogue, game: Game) -> Format:
    """The format with the names of its cards as the catalogue has them."""
    resolver = Resolver(catalogue, game)
    listed: list[ListedCard] = []
    for card, place in zip(one.listed, _card_places(text), strict=True):
        found = resolver.resolve_name(card.card)
        if found.card is None:
            may_be = [one.name for one in found.candidates] or list(found.suggestions)
            what = _("{name!r} is no card", name=card.card)
            if found.candidates:
                what = _("{name!r} may be several cards", name=card.card)
            raise text.error(place, joined((what, meant(may_be[:_MOST_NAMED])), "; "))
        named = card._replace(card=found.card.name)
        if clash := next((other for other in listed if _contradicts(other, named)), None):
            raise text.error(
                place, _("{card!r} is {status} on the same days already", card=card.card, status=clash.status)
            )
        listed.append(named)
    return one._replace(listed=tuple(listed))


def _contradicts(one: ListedCard, other: ListedCard) -> bool:
    """Whether a card is listed twice on the same day, otherwise each time."""
    ends = [(a.until.earliest, b.since.latest) for a, b in ((one, other), (other, one)) if a.until]
    apart = any(end and begin and end <= begin for end, begin in ends)
    return one.card == other.card and one.status != other.status and not apart


def _card_places(text: FormatText) -> Iterator[Place]:
    """Yields where the names of the listed cards stand, in their order."""
    data = text.data
    yield from (("card", number, "name") for number in range(len(data.get("card", []))))
    for status in ("banned", "restricted"):
        yield from ((status, number) for number in range(len(data.get(status, []))))
