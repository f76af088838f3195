"""A deck in another file format: its bytes, and in words what the format cannot hold."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from db.advice import advised
from db.cards.lookup import Catalogue
from db.language import Message, gettext as _
from deckcheck.decks.keys import BY_KEYS, with_dice_as_counts, with_keys, with_names, with_translated_names
from deckcheck.decks.read_back import differences, says_the_same
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from deckcheck.show.wording import copies
from importers.decks import writing
from importers.decks.deck_list import DeckList
from importers.decks.reading import parse_deck
from importers.errors import DeckFileError, UnknownFormatNameError

WORKBOOK = "xlsx"


@dataclass(frozen=True, slots=True)
class ConvertedDeck:
    """A deck in the bytes of a file format, and all that a user should know before it is written.

    `read` is the deck list as it was read, `back` as the file will be read again. `losses` are what
    the format cannot hold, `differences` what else would be read differently, `notes` what was
    filled in, and how the file is to be read where its content does not show its format. `wanted`
    are the copies that were to be written: where dice become counts, others than were read.
    """

    data: bytes
    format: str
    read: DeckList
    back: DeckList
    losses: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    filled: str | None = None
    read_with: str | None = None
    wanted: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether all lines were read and all cards come back, apart from `losses`."""
        all_cards = self.back.quantity == self.wanted
        return all_cards and not self.differences and not self.read.unread


def format_to_write(path: Path, *, only: bool = False) -> str:
    """The format that the suffix of a file names; raises `UnknownSuffixError`.

    With `only` the suffix is the only way to choose a format.
    """
    suffix = f".{WORKBOOK}"
    if path.suffix.lower() == suffix:
        return WORKBOOK
    return writing.format_for(path, (suffix,), only=only)


def writable_formats() -> tuple[str, ...]:
    """The names of the formats in which decks can be written.

    >>> WORKBOOK in writable_formats()
    True
    """
    return (*(writer.name for writer in writing.WRITERS), WORKBOOK)


def converted(
    deck_list: DeckList,
    format_name: str,
    catalogue: Callable[[], Catalogue],
    *,
    name: str = "",
    target: str = "the new file",
    names: str | None = None,
) -> ConvertedDeck:
    """The deck in another format; `catalogue` gives that of its game, where it is needed.

    `names` is the language of the cards' names, English by default. What is to be written is read
    again, and the differences are part of the result. Raises `UnknownFormatNameError` and
    `UnknownLanguageError`.
    """
    if format_name not in writable_formats():
        raise UnknownFormatNameError(format_name, writable_formats())
    if deck_list.choices or deck_list.otherwise or deck_list.bare or deck_list.parts:
        known = catalogue()
        deck_list = Resolver(known, get_game(known.game)).decided(deck_list)
    if format_name == WORKBOOK:
        lost = writing.losses(deck_list, "csv")  # its sheet holds what a CSV file holds
        keyed, filled = deck_list, None
        data = _workbook(deck_list, name, catalogue())
    else:
        keyed, filled = _with_keys(deck_list, format_name, catalogue)
        keyed = keyed if names is None else with_translated_names(keyed, names, catalogue())
        lost = writing.losses(_as_stated(keyed, deck_list), format_name)
        data = writing.write_deck(keyed, format_name)
    back, read_with = _read_again(data, target, format_name)
    other = _differences(deck_list, back, catalogue, zones_said=bool(lost))
    wanted = keyed.quantity
    return ConvertedDeck(data, format_name, deck_list, back, lost, other, filled, read_with, wanted)


def _workbook(deck_list: DeckList, name: str, catalogue: Catalogue) -> bytes:
    from deckcheck.decks.workbook import deck_book
    from importers.decks.deck_workbook import write_deck_workbook

    game = get_game(catalogue.game)
    return write_deck_workbook(deck_book(deck_list, Resolver(catalogue, game), game, name))


def _with_keys(
    deck_list: DeckList, format_name: str, catalogue: Callable[[], Catalogue]
) -> tuple[DeckList, str | None]:
    """The list with the sets or ids that its new format needs, and what was filled in."""
    # Ids become names, and dice that the new format does not hold become counts.
    stated = any(line.card_id or line.dice is not None for line in deck_list.lines)
    if deck_list.read_as == format_name or not (stated or format_name in BY_KEYS):
        return deck_list, None
    cards, holds = catalogue(), writing.get_writer(format_name).holds
    game = get_game(cards.game)
    if "dice" not in holds:
        deck_list = with_dice_as_counts(deck_list)
    if format_name not in BY_KEYS:
        return with_names(deck_list, holds, cards, game), None
    keyed, filled = with_keys(deck_list, format_name, cards, game)
    if not filled:
        return keyed, None
    key = BY_KEYS[format_name]
    return keyed, _(
        "{copies} without {a_key}: the {key} was taken from the catalogue",
        copies=copies(filled),
        a_key=_("an id") if key == "id" else _("a set"),
        key=Message(key),
    )


def _as_stated(deck_list: DeckList, as_read: DeckList) -> DeckList:
    """The list for telling its losses: without what is told line by line or was put in by us."""
    lines = (
        line._replace(number=stated.number)
        for line, stated in zip(deck_list.lines, as_read.lines, strict=True)
    )
    return deck_list._replace(lines=tuple(lines), unread=())


def _read_again(data: bytes, target: str, name: str) -> tuple[DeckList, str | None]:
    """The deck list that the file will be read as; and a note where it must be told."""
    if not data.strip():  # no reader takes an empty file
        return DeckList((), name), None
    try:
        back = parse_deck(data, source=target)
    except DeckFileError:
        back = None
    if back is not None and name in {back.read_as, WORKBOOK}:
        return back, None
    taken = _("is taken for {read_as}", read_as=back.read_as) if back else _("is told by nobody")
    as_format = None if name == WORKBOOK else name
    advice = advised("read-as", "read it with --as {format}", format=name)
    note = _("what is written {taken}; {advice}", taken=taken, advice=advice)
    return parse_deck(data, source=target, as_format=as_format), note


def _differences(
    before: DeckList, back: DeckList, catalogue: Callable[[], Catalogue], *, zones_said: bool
) -> tuple[str, ...]:
    if says_the_same(before, back):
        return ()
    cards = catalogue()
    resolver = Resolver(cards, get_game(cards.game))
    return differences(before, back, resolver, zones_said=zones_said)
