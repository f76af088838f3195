"""The ledger: every change of the collection belongs to a batch, and every batch can be undone.

A batch is one transaction: a crash at any moment leaves the database as before or as after. What
was stored before and after stands in the ledger whole, so that `db.collection.undo` can tell
whether a thing has changed since.
"""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from db.clock import now
from db.collection.decks import DeckChange
from db.collection.history import LedgerBatch, find_import_in, newest_batch, read_batch
from db.collection.holdings import (
    HoldingChange,
    HoldingFacts,
    HoldingKey,
    WantFacts,
    WantKey,
    holding_problem,
    mean_price,
)
from db.collection.ledger_stores import (
    DECKS,
    HOLDINGS,
    WANTS,
    LedgerStore,
    StoredChange,
    dump_deck,
    dump_holding,
    dump_key,
    dump_want,
    holding_row,
    known_printings,
    load_holding,
    stored_deck,
)
from db.engines.common import UNIQUE, Connection, cause_of, whose
from db.engines.people import NEWEST, changing, check_storable, later, newest_number, tried_again, trying
from db.engines.references import local_things, stored_things
from db.errors import DeckNameTakenError, ImportedBeforeError, NotEnoughCopiesError, UnfitHoldingError
from db.language import gettext as _
from db.sent import note_sent

_FEW = 20
"""Holdings of so many changes are asked for with the begin."""

_NO_WANTS: Mapping[WantKey, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Change:
    """The change of one holding: its facts before and after, None where there is none."""

    key: HoldingKey
    before: HoldingFacts | None
    after: HoldingFacts | None


class Origin(NamedTuple):
    """The origin of a batch: the command, or the file with its hash, and the mode of import."""

    command: str
    source: str | None = None
    sha256: str | None = None
    mode: str = ""
    undoes: int | None = None
    kept: int = 0


@tried_again
def plan_batch(path: Path, changes: Sequence[HoldingChange]) -> tuple[Change, ...]:
    """The changes that `apply_batch` would make, for a preview; raises what it would raise."""
    with trying(path) as connection:
        return local_things(connection, planned(connection, stored_things(connection, changes)))


@tried_again
def apply_batch(
    path: Path,
    changes: Sequence[HoldingChange],
    *,
    command: str,
    source: Path | None = None,
    sha256: str | None = None,
    mode: str = "",
    unless_imported: Collection[str] = (),
    seen: int | None = None,
    wants: Mapping[WantKey, WantFacts] = _NO_WANTS,
) -> LedgerBatch | None:
    """Changes holdings and wants, all or none; returns the batch, or None when nothing changes.

    Several changes of one holding follow one another. Raises `NotEnoughCopiesError` where copies
    would be fewer than none, `UnfitHoldingError` for values that no holding can have,
    `ImportedBeforeError` where a file of one of the digests `unless_imported` is imported by now,
    and `ChangedMeanwhileError` where there is a newer batch than `seen`, from which the changes
    were made.
    """
    origin = Origin(command, None if source is None else str(source), sha256, mode)

    def ahead(asked: Connection) -> None:
        if len(changes) <= _FEW:
            HOLDINGS.read(asked, {dump_key(one.key) for one in stored_things(asked, changes)})
        asked.execute(NEWEST, ("batches",))

    with changing(path, seen, newest_batch, ahead=ahead) as connection:
        for digest in unless_imported:
            if before := find_import_in(connection, digest):
                raise ImportedBeforeError(str(source), before.number)
        return apply(connection, changes, origin, wants)


def apply(
    connection: Connection,
    changes: Sequence[HoldingChange],
    origin: Origin,
    wants: Mapping[WantKey, WantFacts | None] = _NO_WANTS,
) -> LedgerBatch | None:
    """Changes holdings and wants in the caller's transaction; None removes a want.

    Returns the batch, None where nothing changes.
    """
    found = planned(connection, stored_things(connection, changes))
    wanted = _want_changes(connection, wants)
    if not found and not wanted:
        return None
    time = now()
    number = enter(connection, origin, [(HOLDINGS, _differences(found)), (WANTS, wanted)], time)
    WANTS.write(connection, wanted)
    HOLDINGS.store(
        connection,
        [change.key for change in found if change.before is not None],
        [(*change.key, *holding_row(change.after)) for change in found if change.after is not None],
    )
    values: list[Any] = [number, time, *origin, *_sums(found, wanted)]
    return LedgerBatch(*values)


def _differences(found: Sequence[Change]) -> list[StoredChange]:
    return [
        (
            dump_key(change.key),
            None if change.before is None else dump_holding(change.before),
            None if change.after is None else dump_holding(change.after),
        )
        for change in found
    ]


def _sums(found: Sequence[Change], wanted: Sequence[StoredChange]) -> Iterator[int]:
    """Yields how many things are new, changed and gone, and how many copies and dice more there are."""
    states = Counter((one.before is None, one.after is None) for one in found)
    states.update((before is None, after is None) for _key, before, after in wanted)
    yield from (states[state] for state in ((True, False), (False, False), (False, True)))
    for name in ("quantity", "dice"):
        yield sum(getattr(one.after, name, 0) - getattr(one.before, name, 0) for one in found)


@dataclass(frozen=True, slots=True)
class _AskedWant:
    key: WantKey
    facts: WantFacts | None


def _want_changes(connection: Connection, changes: Mapping[WantKey, WantFacts | None]) -> list[StoredChange]:
    """The wants that differ from what is stored, before and after."""
    asked = stored_things(connection, [_AskedWant(key, facts) for key, facts in changes.items()])
    stored = WANTS.read(connection, {dump_key(one.key) for one in asked})
    return [
        (text, before, after)
        for key, facts in ((one.key, one.facts) for one in asked)
        if (before := stored.get(text := dump_key(key)))
        != (after := None if facts is None else dump_want(facts))
    ]


def planned(connection: Connection, changes: Sequence[HoldingChange]) -> tuple[Change, ...]:
    """The result of the changes, one `Change` for each holding that they alter."""
    keys = {change.key: dump_key(change.key) for change in changes}
    stored = HOLDINGS.read(connection, set(keys.values()))
    if len(stored) < len(keys):
        _check_known(connection, {key for key, text in keys.items() if text not in stored})
    before: dict[HoldingKey, HoldingFacts | None] = dict.fromkeys(keys)
    for key, text in keys.items():
        if text in stored:
            before[key] = load_holding(stored[text])
    after = dict(before)
    for change in changes:
        try:
            after[change.key] = changed(after[change.key], change)
        except _RefusedBatchError as refused:
            text = keys[change.key]
            name = HOLDINGS.names(connection, [(text, None, None)])[text]
            raise refused.as_error(name or _("card {card_id}", card_id=change.key.card_id)) from None
    return tuple(Change(key, had, has) for key, had in before.items() if had != (has := after[key]))


def _check_known(connection: Connection, keys: Collection[HoldingKey]) -> None:
    """Raises `UnfitHoldingError` for a card or printing that is not in the catalogue."""
    cards = {(key.card_id, None) for key in keys}
    unknown = cards | {(key.card_id, key.printing_id) for key in keys}
    unknown -= known_printings(connection, unknown)
    for card, printing in sorted(unknown, key=str):
        text = _("no card has the key {card}", card=card)
        if (card, None) not in unknown:
            text = _(
                "the card with the key {card} has no printing with the key {printing}",
                card=card,
                printing=printing,
            )
        raise UnfitHoldingError(_("these copies"), _("{text} in this database", text=text))


def record(
    connection: Connection, origin: Origin, changes: Iterable[tuple[LedgerStore, Sequence[StoredChange]]]
) -> int | None:
    """Stores changes under a new batch and returns its number, None where nothing changes."""
    parts = [(store, differences) for store, differences in changes if differences]
    if not parts:
        return None
    for store, differences in parts:
        store.write(connection, differences)
    return enter(connection, origin, parts)


def enter(
    connection: Connection,
    origin: Origin,
    changes: Iterable[tuple[LedgerStore, Sequence[StoredChange]]],
    time: str = "",
) -> int:
    """Records changes that are stored already under a new batch, and returns its number."""
    number = newest_number(connection, "batches") + 1
    note_sent(connection, number)
    later(
        connection,
        "INSERT INTO batches (id, person, time, command, source, sha256, mode, undoes, kept)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, whose(connection), time or now(), *origin)],
    )
    rows = [(store.kind, *difference) for store, differences in changes for difference in differences]
    check_storable(text for row in rows for text in row[1:])
    later(
        connection,
        "INSERT INTO changes (batch_id, position, kind, key, before, after) VALUES (?, ?, ?, ?, ?, ?)",
        [(number, place, *row) for place, row in enumerate(rows, start=1)],
    )
    return number


def apply_wants(
    connection: Connection, changes: Mapping[WantKey, WantFacts | None], *, command: str
) -> LedgerBatch | None:
    """Sets wants in the caller's transaction, or removes them with None.

    Returns the batch, or None when nothing changes.
    """
    number = record(connection, Origin(command), [(WANTS, _want_changes(connection, changes))])
    return None if number is None else read_batch(connection, number)


def apply_decks(
    connection: Connection,
    changes: Sequence[DeckChange],
    holdings: Sequence[HoldingChange] = (),
    *,
    command: str,
) -> LedgerBatch | None:
    """Saves, changes or deletes decks in the caller's transaction, or does nothing of it.

    `holdings` are changed with them. Returns the batch, or None when nothing changes. Raises
    `DeckNameTakenError` when another deck has the name of one of these.
    """
    newest = newest_number(connection, "decks")
    differences = []
    for place, change in enumerate(changes, start=1):
        key = dump_key([newest + place if change.id is None else change.id])
        before = DECKS.read(connection, [key]).get(key)
        after = None if change.facts is None else dump_deck(stored_deck(connection, change.facts))
        if before != after:
            differences.append((key, before, after))
    copies = _differences(planned(connection, stored_things(connection, holdings))) if holdings else []
    try:
        number = record(connection, Origin(command), [(HOLDINGS, copies), (DECKS, differences)])
    except sqlite3.IntegrityError as error:
        if cause_of(error) != UNIQUE:
            raise
        taken, known = next(((c.facts.name, c.id) for c in changes if c.facts), ("", None))
        raise DeckNameTakenError(taken, may_replace=known is None) from None
    return None if number is None else read_batch(connection, number)


class _RefusedBatchError(Exception):
    """A change that cannot be; told to the user once the name of the holding is known."""

    def __init__(self, found: str | tuple[int, int, str]) -> None:
        self.found = found
        super().__init__(found)

    def as_error(self, name: str) -> NotEnoughCopiesError | UnfitHoldingError:
        """The error for the user."""
        if isinstance(self.found, str):
            return UnfitHoldingError(name, self.found)
        return NotEnoughCopiesError(name, *self.found)


def changed(before: HoldingFacts | None, change: HoldingChange) -> HoldingFacts | None:
    """The facts of a holding after a change, None without copies and dice."""
    had = before or HoldingFacts(0)
    quantity = change.add + (had.quantity if change.quantity is None else change.quantity)
    if quantity < 0:
        raise _RefusedBatchError((had.quantity, quantity - had.quantity, "copies"))
    dice = change.add_dice + (had.dice if change.dice is None else change.dice)
    if dice < 0:
        raise _RefusedBatchError((had.dice, dice - had.dice, "dice"))
    if quantity == dice == 0:
        return None
    for_trade = change.add_for_trade
    for_trade += had.for_trade if change.for_trade is None else change.for_trade
    if change.for_trade is None and change.add_for_trade <= 0:
        for_trade = max(0, min(for_trade, quantity))
    price, currency = _paid(had, change)
    after = HoldingFacts(
        quantity,
        for_trade,
        had.notes if change.notes is None else change.notes,
        had.acquired_on if change.acquired_on is None else change.acquired_on or None,
        price,
        currency,
        had.extra if change.extra is None else dict(change.extra),
        dice,
    )
    if problem := holding_problem(change.key, after):
        raise _RefusedBatchError(problem)
    return after


def _paid(had: HoldingFacts, change: HoldingChange) -> tuple[str | None, str | None]:
    """The price of a copy after a change, with its currency; where copies come to others, the mean."""
    price = had.price if change.price is None else change.price or None
    currency = had.currency if change.currency is None else change.currency or None
    if change.quantity is None and change.add > 0 and price and had.price and had.quantity:
        if currency != had.currency:
            return had.price, had.currency
        price = mean_price([(had.quantity, had.price), (change.add, price)])
    return price, currency
