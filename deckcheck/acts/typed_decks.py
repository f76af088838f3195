"""Decks as texts: a typed list that is judged, edited and written, as the page holds a deck.

Whatever is done changes the text, and the text decides what the deck is. So undo, two tabs and a
lost connection are all the same text.
"""

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Self

from db.language import gettext as _
from db.sums import summed
from deckcheck.acts.cards import card
from deckcheck.acts.database import Database
from deckcheck.acts.decks import OpenedDecks, converted, deck, deck_list, why
from deckcheck.collection.holdings import Collection, Counts
from deckcheck.collection.prices import paid_for
from deckcheck.deck import Deck, DeckEntry, copies_by_name
from deckcheck.decks.convert import ConvertedDeck
from deckcheck.decks.counts import cards_of_entry, types_and_costs
from deckcheck.decks.edit import LinePlace, edited_file
from deckcheck.decks.edit_words import read_changes
from deckcheck.decks.maybe import maybe_cards, other_notes, with_maybe, with_other_notes
from deckcheck.games import get_game
from deckcheck.games.faces import face, hue
from deckcheck.games.game import Game
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolver
from deckcheck.report import as_json
from deckcheck.show.picked import picked
from deckcheck.show.recent import Recent
from importers.decks.comments import with_comments
from importers.decks.deck_edit import DeckEdit
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.editing import EditableDeck, editable_deck
from importers.decks.reading import parse_deck
from importers.decks.typed_line import plain_entry

TEXT = "text"
_SOURCE = "deck"
_MOST_PLAIN = 99
"""Of so many copies the count and the name of a line are told apart by its form."""
_KEPT_APART = ("the game ", "the format ", "the name of the deck ", "the image keys ")
"""Losses of a text that whoever keeps it knows; image keys are looked up again when needed."""


@dataclass(frozen=True)
class TypedDeck:
    """A deck as a text, with its game, its name, and how it is to be judged."""

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

    @property
    def opened(self) -> OpenedDecks:
        """The deck as one that was opened."""
        return OpenedDecks((OpenedDeck(self.name or _SOURCE, self.name, self.deck_list),), self.game)

    def resolved(self, database: Database) -> Deck:
        """The deck with its names looked up."""
        return database.resolver(self.game).resolve(self.deck_list, self.name or _SOURCE, self.name)

    def with_notes(self, notes: str) -> Self:
        """The deck with other notes beside the maybe-board, written as its comments."""
        return self._with_comments(with_other_notes(self.deck_list.notes, notes.strip()))

    def with_maybe(self, database: Database, name: str, copies: int) -> Self:
        """The deck with copies of a card put on its maybe-board, or taken off it."""
        notes = self.deck_list.notes
        written = name.casefold() in {one.name.casefold() for one in maybe_cards(notes)}
        called = name if written else card(database, name, game=self.game).name
        return self._with_comments(with_maybe(notes, called, copies))

    def _with_comments(self, notes: str) -> Self:
        return replace(self, text=with_comments(self.text, notes.splitlines()))

    def edited(self, database: Database, name: str, copies: int, zone: str | None = None) -> Self:
        """The deck with copies of a card put in, or taken out where `copies` is negative.

        Without a zone it is the one in which the deck has the card, else the game's first. A name
        that the deck has on a line, though it is unknown or ambiguous, gets more copies there.
        """
        if not self.text.strip():
            return replace(self, text=f"{copies} {card(database, name, game=self.game).name}\n")
        if (recounted := self._recounted(database.resolver(self.game), name, copies, zone)) is not None:
            return recounted
        source = self.name or _SOURCE
        editable = editable_deck(self.text.encode(), source=source, as_format=TEXT, is_file=False)
        resolver = database.resolver(self.game)
        if copies > 0 and (line := _unclear_line(editable, resolver, name, zone)):
            count = (line.line.quantity + copies, line.line.dice)
            return replace(self, text=editable.edited(DeckEdit({line.index: count}, ())).decode())
        words = [f"{abs(copies)} {name}"]
        add, remove = (words, []) if copies > 0 else ([], words)
        changes = read_changes(add, remove, editable.deck_list, resolver, zone)
        return replace(self, text=edited_file(editable, changes, resolver).decode())

    def _recounted(self, resolver: Resolver, name: str, copies: int, zone: str | None) -> Self | None:
        """The deck with another count on the one line of a card, where that is all; None for other edits.

        Most edits are that; it is what the editor of files does, without a look at all that a file may hold.
        """
        before, game = self.deck_list, resolver.game
        lines = before.lines
        places = [place for place, one in enumerate(lines) if one.name == name]
        line = lines[places[0]] if len(places) == 1 else None
        if line is None or not resolver.is_only(line, lines) or any(one.set_code for one in lines):
            return None
        card, put = resolver.resolve_line(line).card, resolver.placed(line)
        usual = game.lists.place(card, game.main_zone) if card and copies > 0 else put
        count, rows, row = line.quantity + copies, self.text.split("\n"), (line.line or 1) - 1
        is_plain = copies and plain_entry(f"{count} {name}") and max(line.quantity, count) <= _MOST_PLAIN
        if (
            not is_plain
            or rows[row] != f"{line.quantity} {name}"
            or (usual if zone is None else game.zone(zone)) != put
        ):
            return None
        rows[row] = f"{count} {name}"
        edited = replace(self, text="\n".join(rows))
        changed = (*lines[: places[0]], line._replace(quantity=count), *lines[places[0] + 1 :])
        return edited if edited.deck_list == before._replace(lines=changed) else None


def _unclear_line(deck: EditableDeck, resolver: Resolver, name: str, zone: str | None) -> LinePlace | None:
    """The last line of that name in a deck if it is of no card that is known for certain."""
    lines = deck.deck_list.lines
    named = [index for index, line in enumerate(lines) if line.name == name]
    if not named:
        return None
    entries = resolver.resolve_each(deck.deck_list)
    places = [LinePlace(index, lines[index], entries[index]) for index in named]
    here = [one for one in places if zone in {None, one.entry.zone} and not one.entry.card_name]
    return here[-1] if here else None


def typed_deck_document(database: Database, typed: TypedDeck) -> dict[str, Any]:
    """A deck, line by line, with its verdict, figures and copies, as `deckcheck.page-deck/1`."""
    resolved = typed.resolved(database)
    answer = why(database, resolved, typed.format, on=typed.on)
    game = get_game(typed.game)
    collection = database.holdings(typed.game)
    known = [(entry.card, entry) for entry in resolved.entries if entry.card is not None]
    counted = [(card, cards_of_entry(entry, game)) for card, entry in known]
    types, costs = types_and_costs(counted)
    needed = copies_by_name(resolved.entries)
    sides = summed((card.side, copies) for card, copies in counted if card.side)
    notes = typed.deck_list.notes
    maybe = tuple(DeckLine(one.quantity, one.name) for one in maybe_cards(notes))
    board = database.resolver(typed.game).resolve(DeckList(maybe, TEXT)).entries if maybe else ()
    return {
        "schema": "deckcheck.page-deck/1",
        **picked(typed, "game name text"),
        "zones": list(game.zones),
        "formats": formats_of(database, typed.game),
        "report": as_json(answer.report),
        "requirements": answer.document()["requirements"],
        "hues": {kind: hue(game, kind) for kind in (*types, *sides)},
        "entries": _entries(game, resolved.entries, collection, needed),
        "unread": [{"line": one.line, "text": one.text, "reason": one.reason} for one in resolved.unread],
        "notes": other_notes(notes),
        "maybe": _entries(game, board, collection, {}),
        "prices": paid_for(resolved, collection).document(),
        "sides": dict(sides.most_common()),
        "figures": {"costs": costs, "types": types},
    }


def formats_of(database: Database, game: str, on: date | None = None) -> list[dict[str, str]]:
    """The formats of a game on a day, each by code and name."""
    return [{"code": one.code, "name": one.name} for one in database.formats(game, on=on)]


def event_formats(database: Database, game: str) -> list[dict[str, str]]:
    """The formats of events of a game: also that of decks of boosters, `sealed`."""
    limited = get_game(game).formats.limited()
    return [*formats_of(database, game), *({"code": one.code, "name": one.name} for one in limited)]


def _entries(
    game: Game, entries: Iterable[DeckEntry], collection: Collection, needed: Mapping[str, int]
) -> list[dict[str, Any]]:
    return [_entry_document(game, one, collection, needed) for one in entries]


_documents = Recent[tuple[int, int, int], tuple[DeckEntry, Counts, dict[str, Any]]](2_000)
"""The documents of entries, which are kept with their counts, so that no other can take their identity."""


def _entry_document(
    game: Game, entry: DeckEntry, collection: Collection, needed: Mapping[str, int]
) -> dict[str, Any]:
    if (card := entry.card) is None:
        nothing = "card side type cost hue owned free missing"
        return {**_facts_of(entry), **dict.fromkeys(nothing.split()), "numbers": ()}
    counts = collection.counts(card)
    missing = max(0, needed.get(card.name, 0) - counts.owned)
    known = _documents.recall(place := (id(entry), id(counts), missing))
    if known is None:
        document = {
            **_facts_of(entry),
            **picked(card, "card=name side type cost"),
            **picked(face(game, card), "hue numbers"),
            **picked(counts, "owned free"),
            "missing": missing,
        }
        known = _documents[place] = entry, counts, document
    return known[2]


def _facts_of(entry: DeckEntry) -> dict[str, Any]:
    return {
        **picked(entry, "line quantity name zone suggestions"),
        "candidates": tuple(one.name for one in entry.candidates),
    }


def file_document(database: Database, data: bytes, name: str, game: str | None = None) -> dict[str, Any]:
    """A deck file of any format as a text, as `deckcheck.page-file/1`.

    A file that does not say its game is of the one that its names decide, else of the session's;
    with `game` it must be of that one.
    """
    stream = io.BytesIO(data)
    stream.name = name
    opened = deck_list(database, stream)
    return text_document(database, opened, deck(database, opened, game=game).game)


def losses_to_tell(done: ConvertedDeck) -> list[str]:
    """The losses of a converted deck, but for those that whoever keeps the file knows of."""
    return [*(text for text in done.losses if not text.startswith(_KEPT_APART)), *done.differences]


def text_document(database: Database, opened: OpenedDeck, game: str) -> dict[str, Any]:
    """A deck list as a text, with its game, its name and what the text cannot hold."""
    done = converted(database, opened, TEXT, game=game)
    unread = [
        _(
            "{place} could not be read and is left out: {text}: {reason}",
            place=one.place,
            text=one.text,
            reason=one.reason,
        )
        for one in opened.deck_list.unread
    ]
    return {
        "schema": "deckcheck.page-file/1",
        "text": done.data.decode(),
        "game": game,
        **picked(opened, "name read_as=deck_list.read_as format=deck_list.format"),
        "losses": [*losses_to_tell(done), *unread],
        "unread": len(opened.deck_list.unread),
    }
