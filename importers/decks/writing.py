"""Writes deck lists in any format, lists beforehand what a format cannot hold, and saves files."""

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from db.beside import alone_in, made_beside, put
from db.language import all_of, filled, gettext as _, ngettext
from importers.decks import (
    csv_deck,
    daoswc_csv,
    deckdb_json,
    json_deck,
    lackey_dek,
    lackey_txt,
    octgn_o8d,
    plain_text,
    swdestinydb_json,
    swdestinydb_txt,
)
from importers.decks.deck_format import (
    CARD_FACTS,
    DECK_FACTS,
    MAX_BYTES,
    MAX_LINES,
    MAX_ZONES,
    DeckWriter,
    dice_problem,
    names_problem,
    text_problem,
    zone_order,
)
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.zones import known_zone
from importers.errors import (
    ExistingFileError,
    UneditableDeckError,
    UnknownFormatNameError,
    UnknownSuffixError,
    UnwritableDeckError,
    UnwritableFileError,
)

WRITERS: tuple[DeckWriter, ...] = (
    lackey_dek.WRITER,
    lackey_txt.WRITER,
    plain_text.WRITER,
    csv_deck.WRITER,
    daoswc_csv.WRITER,
    json_deck.WRITER,
    deckdb_json.WRITER,
    octgn_o8d.WRITER,
    swdestinydb_txt.WRITER,
    swdestinydb_json.WRITER,
)

_DECK_WORDS = {
    "name": _("the name of the deck"),
    "game": _("the game"),
    "format": _("the format"),
    "author": _("the author"),
    "notes": _("the notes"),
}
_CARD_WORDS = {
    "set_code": "sets",
    "number": _("card numbers"),
    "image_key": _("image keys"),
    "card_id": _("card ids"),
    "dice": "dice",
}


def get_writer(format_name: str) -> DeckWriter:
    """The writer of a format, by its name."""
    for writer in WRITERS:
        if writer.name == format_name:
            return writer
    raise UnknownFormatNameError(format_name, [writer.name for writer in WRITERS])


def format_for(path: Path, others: Sequence[str] = (), *, only: bool = False) -> str:
    """The name of the format in which a file of that suffix is written: the one that holds most.

    Where there is none the error names all suffixes, and `others`, of files that are written
    elsewhere; with `only` the suffix is the only way to choose a format.

    >>> format_for(Path("my.txt")), format_for(Path("my.json")), format_for(Path("my.DEK"))
    ('text', 'json', 'lackey-dek')
    """
    fitting = [w for w in WRITERS if path.suffix.lower() in w.suffixes and not w.games]
    if not fitting:
        known = dict.fromkeys(suffix for writer in WRITERS for suffix in writer.suffixes)
        raise UnknownSuffixError(str(path), (*known, *others), only=only)
    return max(fitting, key=lambda writer: len(writer.holds)).name


def suffix_of(path: Path, known: Sequence[str]) -> str:
    """The suffix of a file to write, in small letters; raises `UnknownSuffixError` for another.

    >>> suffix_of(Path("slips.PDF"), (".pdf",))
    '.pdf'
    """
    suffix = path.suffix.lower()
    if suffix not in known:
        raise UnknownSuffixError(str(path), known, only=True)
    return suffix


def write_deck(deck_list: DeckList, format_name: str) -> bytes:
    r"""The deck list as a file of a format; `losses` says beforehand what is left out.

    Reading it back gives the same deck list but for the losses, line numbers, and cards of one zone
    standing together. Raises `UnwritableDeckError` where the format has no way to write it.

    >>> from importers.decks.deck_list import DeckLine
    >>> write_deck(DeckList((DeckLine(4, "Yoda (A)", set_code="AOTC"),), "text"), "text")
    b'4 Yoda (A) [AOTC]\n'
    """
    writer = get_writer(format_name)
    if writer.games and deck_list.game not in (None, *writer.games):
        found = _("a deck of the game {game!r}", game=deck_list.game)
        raise UnwritableDeckError(writer.name, found, _("It is for {games}.", games=all_of(writer.games)))
    for found in _obstacles(deck_list):
        raise UnwritableDeckError(writer.name, found, _("Correct the deck list first."))
    text = writer.write(deck_list)
    if len(text) > MAX_BYTES or text.count("\n") > MAX_LINES:
        found = _(
            "a file of {count:,} lines and {count2:,} characters", count=text.count(chr(10)), count2=len(text)
        )
        raise UnwritableDeckError(writer.name, found, _("No deck is that long."))
    return text.replace("\n", deck_list.newline).encode("utf-8", "replace")


def _obstacles(deck_list: DeckList) -> Iterator[str]:
    """The lines that no format can hold, since no reader would take them back."""
    zones = zone_order(deck_list)
    if len(zones) > MAX_ZONES:
        yield _("a deck of {count} zones (at most {limit})", count=len(zones), limit=MAX_ZONES)
    if len(deck_list.lines) > MAX_LINES:
        yield _("a deck of {count:,} lines (at most {limit:,})", count=len(deck_list.lines), limit=MAX_LINES)
    for zone in zones:
        if problem := text_problem("zone", zone):
            yield _("the zone {zone!r} ({problem})", zone=zone[:60], problem=problem)
    for line in deck_list.lines:
        if line.quantity < 1:
            yield _("{quantity} copies of {name!r}", quantity=line.quantity, name=line.name[:60])
        if problem := names_problem(line) or dice_problem(line.dice):
            yield _("the card {name!r} ({problem})", name=line.name[:60], problem=problem)


def losses(deck_list: DeckList, format_name: str) -> tuple[str, ...]:
    """The facts of this deck list that a format cannot hold, or its writer guesses; empty for none.

    >>> from importers.decks.deck_list import DeckLine
    >>> losses(DeckList((DeckLine(4, "Yoda (A)", set_code="AOTC"),), "text"), "lackey-txt")
    ('the sets of 4 cards are left out',)
    """
    writer = get_writer(format_name)
    return (*_left_out(deck_list, writer), *writer.remarks(deck_list))


def _left_out(deck_list: DeckList, writer: DeckWriter) -> Iterator[str]:
    for fact in DECK_FACTS:
        value = getattr(deck_list, fact)
        if value and fact not in writer.holds:
            left_out = _("{what} are left out") if fact == "notes" else _("{what} {value!r} is left out")
            yield filled(left_out, {"what": _DECK_WORDS[fact], "value": value})
    for fact in CARD_FACTS:
        copies = sum(line.quantity for line in deck_list.lines if getattr(line, fact) is not None)
        if copies and fact not in writer.holds:
            yield _(
                "the {card_words} of {cards} are left out", card_words=_CARD_WORDS[fact], cards=_cards(copies)
            )
    yield from _lost_zones(deck_list, writer)
    blanks = sum(line.quantity for line in deck_list.lines if _has_blanks(line, writer))
    if blanks and "blanks" not in writer.holds:
        yield _("blanks around names of {cards} are left out", cards=_cards(blanks))
    if deck_list.unread:
        yield ngettext(
            "{number} line that could not be read: left out",
            "{number:,} lines that could not be read: left out",
            len(deck_list.unread),
        )


def _has_blanks(line: DeckLine, writer: DeckWriter) -> bool:
    facts = [getattr(line, fact) for fact in CARD_FACTS if fact in writer.holds]
    return any(text != text.strip() for text in (line.name, *facts) if isinstance(text, str))


def _lost_zones(deck_list: DeckList, writer: DeckWriter) -> Iterator[str]:
    """Zones whose cards come under another name; of a zone without cards nothing is lost."""
    used = {line.zone for line in deck_list.lines}
    if "zones as written" not in writer.holds:
        for zone in zone_order(deck_list):
            if zone in used and known_zone(zone) != zone:
                yield _("the zone {zone!r} becomes {known_zone!r}", zone=zone, known_zone=known_zone(zone))


def _cards(copies: int) -> str:
    return "1 card" if copies == 1 else _("{copies:,} cards", copies=copies)


def save_deck(path: Path, data: bytes, *, force: bool = False, instead_of: bytes | None = None) -> None:
    """Saves a file whole or not at all; one that is there stays unless `force` is given.

    With `instead_of` it replaces a file that holds just that; of two programs that do so at once
    the second raises `UneditableDeckError`. A link is followed, and the file that it leads to is
    replaced. Raises `ExistingFileError`, or `UnwritableFileError` for devices, pipes and folders
    and where the file system refuses.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise UnwritableFileError(str(path), _("is no regular file, which none may replace"))
        if not target.parent.is_dir():
            raise UnwritableFileError(str(path), _("there is no folder {parent!r}", parent=str(path.parent)))
        if target.exists() and not force and instead_of is None:
            raise ExistingFileError(str(path))
        with made_beside(target) as made, alone_in(target.parent):
            with made.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if instead_of is not None and target.read_bytes() != instead_of:
                raise UneditableDeckError(str(path), _("it changed while it was edited; try again"))
            if not force and instead_of is None:  # of two programs that write it at once one is told
                put(made, target)
                return
            if target.exists():  # who may read the file stays as it was
                shutil.copymode(target, made)
            made.replace(target)
    except FileExistsError:
        raise ExistingFileError(str(path)) from None
    except OSError as error:
        raise UnwritableFileError(str(path), error.strerror or str(error)) from None
    except ValueError as error:  # a path with a zero byte
        raise UnwritableFileError(repr(str(path)), str(error)) from None
