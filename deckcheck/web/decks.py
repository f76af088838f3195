"""Decks as the page shows them: judged, read from files, edited.

A deck on the page is a text, the same as a typed list: whatever is clicked changes the text, and
the text decides what the deck is. So undo, two tabs and a lost connection are all the same text.
"""

import io
from base64 import b64encode
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Annotated, Any

from pydantic import BaseModel

from db.cards.card import Card
from deckcheck.acts.session import Session
from deckcheck.collection.holdings import Collection
from deckcheck.collection.prices import paid_for
from deckcheck.deck import Deck, DeckEntry
from deckcheck.decks.edit import LinePlace, edited_file, places_of
from deckcheck.decks.edit_words import read_changes
from deckcheck.decks.maybe import maybe_cards, other_notes, with_maybe, with_other_notes
from deckcheck.games import get_game
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolver
from deckcheck.report import as_json
from deckcheck.web.answers import AnswerError
from deckcheck.web.endpoint import MOST_TEXT, Copies, Day, Flag, Text, endpoint
from deckcheck.web.searches import formats_document
from importers.decks.comments import with_comments
from importers.decks.deck_edit import DeckEdit
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.editing import EditableDeck, editable_deck
from importers.decks.reading import parse_deck

TEXT = "text"
PAGE_DECK = "deckcheck.page-deck/1"
MOST_LINES = 10_000
"""More lines than any deck has would keep all others waiting."""
_SOURCE = "deck"
_REPAIR_SECONDS = 2.0
_KEPT_BY_THE_PAGE = ("the game ", "the format ", "the name of the deck ", "the image keys ")
"""Losses of a text that the page holds itself; image keys are looked up again when needed."""


@dataclass(frozen=True)
class PageDeck:
    """A deck as the page sends it: its text, its game, and how it is to be judged."""

    text: str
    game: str
    name: str = ""
    format: str | None = None
    on: date | None = None

    @cached_property
    def deck_list(self) -> DeckList:
        """The deck as a list, parsed once; no text yet is a deck without cards."""
        if not self.text.strip():
            return DeckList((), TEXT)
        return parse_deck(self.text.encode(), source=self.name or _SOURCE, as_format=TEXT)


def sent_deck(
    session: Session,
    text: Annotated[Text, "the deck list, as it would be typed"] = "",
    name: Annotated[Text, "the name of the deck"] = "",
    format: Annotated[Text, "the format's code"] = "",  # noqa: A002 - the word of the request
    on: Day = None,
) -> PageDeck:
    """The deck that is sent; raises `AnswerError` for one that is too long."""
    if len(text) > MOST_TEXT:
        raise AnswerError(f"a deck of {len(text):,} characters, at most {MOST_TEXT:,} expected")
    if (lines := text.count("\n")) > MOST_LINES:
        raise AnswerError(f"a deck of {lines:,} lines, at most {MOST_LINES:,} expected")
    return PageDeck(text, session.game, name.strip(), format or None, on)


SentDeck = Annotated[PageDeck, sent_deck]
CardName = Annotated[Text, "the card's name"]
Zone = Annotated[Text, "the zone, by default where the card belongs"]


class CardToChange(BaseModel):
    """Copies of a card that come, or go where the number is negative."""

    card: str
    copies: Copies
    zone: str | None = None


def resolved(session: Session, sent: PageDeck) -> Deck:
    """The deck with its names looked up."""
    return session.resolver(sent.game).resolve(sent.deck_list, sent.name or _SOURCE, sent.name)


@endpoint("POST /api/deck/check", PAGE_DECK)
def deck_document(session: Session, sent: SentDeck) -> dict[str, Any]:
    """A deck, line by line, with its verdict, figures and copies: `deckcheck.page-deck/1`."""
    deck = resolved(session, sent)
    why = session.why(deck, sent.format, on=sent.on)
    game, profile = get_game(sent.game), session.stats(deck)
    collection = session.collection.stored
    needed: Counter[str] = Counter()
    for entry in deck.entries:
        if entry.card is not None:
            needed[entry.card.name] += entry.quantity
    picture = profile.picture
    notes = sent.deck_list.notes
    return {
        "schema": PAGE_DECK,
        "game": sent.game,
        "name": sent.name,
        "text": sent.text,
        "zones": list(game.zones),
        "formats": formats_document(session)["formats"],
        "report": as_json(why.report),
        "requirements": why.document()["requirements"],
        "entries": [_entry_document(one, collection, needed) for one in deck.entries],
        "unread": [{"line": one.line, "text": one.text, "reason": one.reason} for one in deck.unread],
        "notes": other_notes(notes),
        "maybe": _maybe_documents(session, sent.game, notes),
        "prices": paid_for(deck, collection).document(),
        "figures": {
            "costs": {cost: dict(types) for cost, types in picture.costs.items()},
            "types": dict(picture.types),
            **profile.figures(),
        },
    }


def _entry_document(entry: DeckEntry, collection: Collection, needed: Counter[str]) -> dict[str, Any]:
    card = entry.card
    counts = collection.counts(card) if card is not None else None
    return {
        "line": entry.line,
        "quantity": entry.quantity,
        "name": entry.name,
        "zone": entry.zone,
        "card": None if card is None else card.name,
        "side": None if card is None else card.side,
        "type": None if card is None else card.type,
        "cost": None if card is None else card.cost,
        "candidates": [one.name for one in entry.candidates],
        "suggestions": list(entry.suggestions),
        "owned": None if counts is None else counts.owned,
        "free": None if counts is None else counts.free,
        "missing": _missing(card, counts.owned if counts else 0, needed),
    }


def _maybe_documents(session: Session, game: str, notes: str | None) -> list[dict[str, Any]]:
    """The cards of the maybe-board, looked up like those of the deck."""
    board = maybe_cards(notes)
    if not board:
        return []
    lines = tuple(DeckLine(one.quantity, one.name) for one in board)
    deck = session.resolver(game).resolve(DeckList(lines, TEXT))
    collection = session.collection.stored
    return [_entry_document(one, collection, Counter()) for one in deck.entries]


@endpoint("POST /api/deck/edit", PAGE_DECK)
def edit(
    session: Session,
    sent: SentDeck,
    copies: Annotated[Copies, "how many; negative to take out"],
    card: CardName = "",
    zone: Zone = "",
) -> dict[str, Any]:
    """Puts copies of a card in or out, and judges the deck."""
    return apply(session, sent, [CardToChange(card=card, copies=copies, zone=zone or None)])


@endpoint("POST /api/deck/apply", PAGE_DECK)
def apply(
    session: Session, sent: SentDeck, changes: Annotated[list[CardToChange], "one after another"]
) -> dict[str, Any]:
    """Makes several changes, and judges the deck."""
    for one in changes:
        sent = replace(sent, text=edited_text(session, sent, one.card, one.copies, one.zone))
    return deck_document(session, sent)


@endpoint("POST /api/deck/notes", PAGE_DECK)
def write_notes(
    session: Session, sent: SentDeck, notes: Annotated[Text, "the notes, without the maybe-board"] = ""
) -> dict[str, Any]:
    """Writes the notes of a deck, as its comments, and judges it."""
    text = _with_notes(sent, with_other_notes(sent.deck_list.notes, notes.strip()))
    return deck_document(session, replace(sent, text=text))


@endpoint("POST /api/deck/maybe", PAGE_DECK)
def change_maybe(
    session: Session,
    sent: SentDeck,
    copies: Annotated[Copies, "how many; negative to take off"],
    card: CardName = "",
    deck: Annotated[Copies, "how many of it come into the deck; negative to take out"] = 0,
    zone: Annotated[Text, "the zone of the deck"] = "",
) -> dict[str, Any]:
    """Changes the maybe-board of a deck, and judges the deck."""
    sent = replace(sent, text=_maybe_text(session, sent, card, copies))
    if deck:
        return edit(session, sent, deck, card, zone)
    return deck_document(session, sent)


def _maybe_text(session: Session, sent: PageDeck, card: str, copies: int) -> str:
    """The text with copies of a card put on the maybe-board, or taken off it."""
    notes = sent.deck_list.notes
    written = card.casefold() in {one.name.casefold() for one in maybe_cards(notes)}
    name = card if written else session.card(card, game=sent.game).name
    return _with_notes(sent, with_maybe(notes, name, copies))


def _with_notes(sent: PageDeck, notes: str) -> str:
    return with_comments(sent.text, notes.splitlines())


def _missing(card: Card | None, owned: int, needed: Counter[str]) -> int | None:
    return None if card is None else max(0, needed[card.name] - owned)


@endpoint("POST /api/deck/why", "deckcheck.requirements/1")
def why_document(session: Session, sent: SentDeck) -> dict[str, Any]:
    """The requirements of the format, with what the deck has of each: `deckcheck.requirements/1`."""
    return session.why(resolved(session, sent), sent.format, on=sent.on).document()


@endpoint("POST /api/deck/repair", "deckcheck.repair/1")
def repair_document(
    session: Session,
    sent: SentDeck,
    owned: Annotated[Flag, "true: only copies that are free in the collection"] = False,
    keep: Annotated[list[str], "names that stay in"] = [],  # noqa: B006 - it is only read
    out: Annotated[list[str], "names that go, and do not come in"] = [],  # noqa: B006 - the same
) -> dict[str, Any]:
    """The nearest legal deck.

    It is looked for no longer than other requests may wait.
    """
    from deckcheck.acts.repairing import as_document

    repaired = session.repair(
        sent.deck_list,
        sent.format,
        on=sent.on,
        game=sent.game,
        owned=owned,
        keep=keep,
        out=out,
        time_limit=_REPAIR_SECONDS,
    )
    return as_document(repaired)


def edited_text(session: Session, sent: PageDeck, card: str, copies: int, zone: str | None = None) -> str:
    """The text with copies of a card put in, or taken out where `copies` is negative.

    Without a zone it is the one in which the deck has the card, else the game's first. A name that
    the deck has on a line, though it is unknown or ambiguous, gets more copies on that line.
    """
    if not sent.text.strip():
        return f"{copies} {session.card(card, game=sent.game).name}\n"
    deck = editable_deck(sent.text.encode(), source=sent.name or _SOURCE, as_format=TEXT)
    resolver = session.resolver(sent.game)
    if copies > 0 and (line := _unclear_line(deck, resolver, card, zone)):
        count = (line.line.quantity + copies, line.line.dice)
        return deck.edited(DeckEdit({line.index: count}, ())).decode()
    words = [f"{abs(copies)} {card}"]
    add, remove = (words, []) if copies > 0 else ([], words)
    changes = read_changes(add, remove, deck.deck_list, resolver, zone)
    return edited_file(deck, changes, resolver).decode()


def _unclear_line(deck: EditableDeck, resolver: Resolver, name: str, zone: str | None) -> LinePlace | None:
    """The last line of that name in a deck if it is of no card that is known for certain."""
    if not any(line.name == name for line in deck.deck_list.lines):
        return None
    places = [place for place in places_of(deck.deck_list, resolver) if place.line.name == name]
    here = [one for one in places if zone in {None, one.entry.zone} and not one.entry.card_name]
    return here[-1] if here else None


@endpoint("POST /api/deck/file", "deckcheck.page-file/1", upload=True)
def read_file(
    session: Session, data: bytes, name: Annotated[Text, "the file's name"] = "deck"
) -> dict[str, Any]:
    """Reads a deck file of any format."""
    return file_document(session, data, name)


@endpoint("POST /api/deck/export", "deckcheck.page-export/1")
def export(session: Session, sent: SentDeck, to: Annotated[Text, "the format's name"] = "json") -> Any:
    """Writes a deck in a file format, in base64."""
    done = session.converted(sent.deck_list, to, game=sent.game)
    return {
        "schema": "deckcheck.page-export/1",
        "format": done.format,
        "losses": [*done.losses, *done.differences],
        "data": b64encode(done.data).decode(),
    }


def file_document(session: Session, data: bytes, name: str, game: str | None = None) -> dict[str, Any]:
    """A deck file of any format as a text for the page, with what the text cannot hold.

    A file that does not say its game is of the one that its names decide, else of the session's;
    with `game` it must be of that one.
    """
    stream = io.BytesIO(data)
    stream.name = name
    opened = session.deck_list(stream)
    code = session.deck(opened, game=game).game
    return {"schema": "deckcheck.page-file/1", **as_text(session, opened, code)}


def as_text(session: Session, deck: OpenedDeck, game: str) -> dict[str, Any]:
    """A deck list as a text, with its game, its name and what the text cannot hold."""
    done = session.converted(deck, TEXT, game=game)
    unread = [
        f"{one.place} could not be read and is left out: {one.text}: {one.reason}"
        for one in deck.deck_list.unread
    ]
    lost = [text for text in done.losses if not text.startswith(_KEPT_BY_THE_PAGE)]
    return {
        "text": done.data.decode(),
        "game": game,
        "name": deck.name,
        "read_as": deck.deck_list.read_as,
        "format": deck.deck_list.format,
        "losses": [*lost, *done.differences, *unread],
        "unread": len(deck.deck_list.unread),
    }
