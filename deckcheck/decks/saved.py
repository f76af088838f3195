"""Saved decks: the stored facts of a deck list, and how stored decks are changed."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from db.cards.names import normal_form
from db.collection.decks import DeckChange, DeckFacts, SavedDeck, SavedLine
from db.collection.history import LedgerBatch
from db.collection.holdings import HoldingChange
from db.collection.ledger import apply_decks
from db.collection.read import StoredCollection, read_collection, read_decks
from db.engines.people import changing
from db.language import gettext as _
from deckcheck.judge.opening import find_saved
from deckcheck.judge.resolve import Resolution, Resolver
from importers.decks.deck_format import MAX_NAME
from importers.decks.deck_list import DeckLine, DeckList


def deck_facts(deck_list: DeckList, name: str, game: str, resolver: Resolver) -> DeckFacts:
    """The facts of a deck list that are stored.

    A line that cannot be read is kept as an unknown card, so that no verdict on the saved deck
    passes over it.
    """
    deck_list = resolver.decided(deck_list)
    unread = (
        SavedLine(
            1,
            _("line {line}, not read: {text}", line=line.line, text=line.text)[:MAX_NAME],
            resolver.game.main_zone,
        )
        for line in deck_list.unread
    )
    return DeckFacts(
        name,
        game,
        (*(_saved_line(line, resolver) for line in deck_list.lines), *unread),
        deck_list.format,
        deck_list.author,
        deck_list.notes,
        deck_list.zones,
    )


def _saved_line(line: DeckLine, resolver: Resolver) -> SavedLine:
    resolution = resolver.resolve_line(line)
    card = resolution.certain_card
    return SavedLine(
        line.quantity,
        line.name,
        line.zone,
        line.set_code,
        line.number,
        line.image_key,
        card.id if card else None,
        certain_printing(resolution, line, resolver),
        source_key=line.card_id,
        dice=line.dice,
    )


def certain_printing(resolution: Resolution, line: DeckLine, resolver: Resolver) -> int | None:
    """The id of the printing, where a set, an id or the mark of a reprint tells which it is."""
    printing = resolution.printing
    if printing is None:
        return None
    code = resolver.set_code(line.set_code)
    in_set = code is not None and printing.set_code.casefold() == code.casefold()
    by_id = line.card_id is not None and line.card_id.strip().casefold() == (
        (printing.image_key or "").casefold()
    )
    key, card = normal_form(printing.name), resolution.card
    # In some games a reprint is called as its card is.
    distinguished = printing.reprint is not None and card and key != normal_form(card.name)
    spelt_out = distinguished and key == normal_form(line.name)
    return printing.id if in_set or by_id or spelt_out else None


def released(facts: DeckFacts) -> DeckFacts:
    """The deck with no copies and no dice reserved."""
    lines = (line._replace(reserved=0, reserved_dice=0) for line in facts.lines)
    return facts._replace(lines=tuple(lines))


def deck_state(saved: SavedDeck) -> str:
    """The state of a saved deck: a text that differs as soon as anything about the deck does."""
    import hashlib  # which few need, and all would wait for

    return hashlib.sha256(repr((saved.id, saved.facts)).encode()).hexdigest()[:16]


def change_decks(
    path: Path,
    game: str,
    command: str,
    work: Callable[[StoredCollection], Sequence[DeckChange]],
    seen: Mapping[str, str] | None = None,
    copies: Callable[[StoredCollection], Sequence[HoldingChange]] = lambda _stored: (),
) -> LedgerBatch | None:
    """Changes saved decks as `work` plans from the stored ones; returns the batch or None.

    `copies` plans what changes of the holdings with them. None means that nothing changes. What
    `work` is given still stands when its changes are written. `seen` has the states of decks by
    their names, from which the change is made: raises `ChangedMeanwhileError` where one is no
    longer so.
    """
    names = tuple(seen or ())

    def now(_connection: object) -> Mapping[str, str | None]:
        decks = read_decks(path, game)
        there = {name: find_saved(decks, name) for name in names}
        return {name: deck_state(one) if one else None for name, one in there.items()}

    what = _("the deck {names!r}", names=names[0]) if len(names) == 1 else _("one of the decks")
    with changing(path, seen, now, what) as connection:
        stored = read_collection(path, game)
        return apply_decks(connection, work(stored), copies(stored), command=command)
