"""The collection of a friend, read from a sheet of theirs; nothing of it is stored."""

from collections.abc import Sequence
from pathlib import Path

from db.cards.lookup import Catalogue
from db.collection.holdings import Holding, HoldingFacts, HoldingKey, Want
from db.collection.read import StoredCollection
from db.language import gettext as _, ngettext
from deckcheck.collection.file_import import SheetImport
from deckcheck.collection.holdings import Collection
from deckcheck.collection.matching import Candidate, MatchedRow
from deckcheck.collection.sheet_import import ADD, ImportPlan, plan_import
from importers.collections.sheet_kinds import FOR_TRADE
from importers.errors import MalformedFileError, NoHeaderError


def friend_collection(catalogue: Catalogue, file: Path) -> tuple[Collection, tuple[str, ...]]:
    """The copies, wants and copies for trade in all sheets of a file, and notes on what is left out."""
    try:
        sheet = SheetImport(catalogue, file, mode=ADD, all_sheets=True)
    except (NoHeaderError, MalformedFileError):
        sheet = SheetImport(catalogue, file, mode=ADD)
    rows = sheet.rows()
    plan = plan_import(sheet.sheet, rows, (), ADD)
    meant = {row.key[:2]: found for row in rows if (found := row.match.found) is not None}
    holdings = [
        Holding(key, facts, *_named(found), found.printing and found.printing.rarity)
        for key, facts in _copies(plan, rows).items()
        for found in [meant[key[:2]]]
    ]
    wants = [
        Want(one.key, one.after, *_named(meant[one.key.card_id, one.key.printing_id]))
        if one.key.printing_id
        else Want(one.key, one.after, one.name)
        for one in plan.wants
    ]
    stored = StoredCollection(catalogue.game, tuple(holdings), tuple(wants), (), 0)
    unsure = sum(not row.match.is_sure for row in rows)
    notes = [
        _(
            "{file}: every row counts as one copy, though {column!r} may hold the number",
            file=file,
            column=column,
        )
        for part in [part.sheet for part in sheet.sheet.parts] or [sheet.sheet]
        if (column := part.maybe_quantity)
    ]
    note = ngettext(
        "{file}: {number} row is of no certain card and is left out",
        "{file}: {number:,} rows are of no certain card and are left out",
        unsure,
        file=file,
    )
    return Collection(stored), (*notes, *([note] if unsure else []))


def _copies(plan: ImportPlan, rows: Sequence[MatchedRow]) -> dict[HoldingKey, HoldingFacts]:
    """The copies that the sheets state; a card that is only in a list for trade is owned as it says."""
    owned: dict[HoldingKey, HoldingFacts] = {}
    for change in plan.changes:
        had = owned.get(change.key, HoldingFacts(0))
        marked = had.for_trade if change.for_trade is None else change.for_trade
        owned[change.key] = HoldingFacts(had.quantity + change.add, marked + change.add_for_trade)
    known = {key.card_id for key in owned}
    for row in rows:
        if row.row.holds == FOR_TRADE and row.match.is_sure and row.key.card_id not in known:
            copies = owned.get(row.key, HoldingFacts(0)).quantity + (row.row.quantity or 0)
            owned[row.key] = HoldingFacts(copies, copies)
    return {key: facts for key, facts in owned.items() if facts.quantity}


def _named(found: Candidate) -> tuple[str, str | None, str | None, str | None]:
    printing = found.printing
    if printing is None:
        return found.card.name, None, None, None
    return found.card.name, printing.name, printing.set_code, printing.number
