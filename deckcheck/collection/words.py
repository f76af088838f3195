"""A change of the collection in words, as the history shows it."""

from typing import Any

from db.collection.history import Entry, LedgerBatch
from db.collection.undo import Unreversed


def entry_line(entry: Entry) -> str:
    """An entry of the ledger in a line, like `Boba Fett (A), AOTC 6: 1 -> 3 copies`."""
    wanted = "wanted: " if entry.kind == "want" else ""
    words = change_words(entry.before, entry.after)
    return f"{wanted}{entry.name or '(a card no longer known)'}: {words}"


def kept_line(number: int, one: Unreversed) -> str:
    """A change that an undo left as it is: what the batch made, and what came since."""
    entry = one.entry
    made, since = change_words(entry.before, entry.after), change_words(entry.after, one.found)
    return f"{entry.name}: batch {number} made {made}; since then {since}"


def state_words(batch: LedgerBatch) -> str:
    """The batch that a batch undid, or by which it was undone; empty for neither."""
    if batch.undone_by is not None:
        return f"undone by {batch.undone_by}"
    kept = f", kept {batch.kept}" if batch.kept else ""
    return "" if batch.undoes is None else f"undoes {batch.undoes}{kept}"


_NUMBERS = frozenset({"quantity", "dice"})


def change_words(before: Any, after: Any) -> str:
    """The difference between two states, in words.

    >>> change_words({"quantity": 1}, {"quantity": 3, "notes": "signed"})
    "1 -> 3 copies, notes '' -> 'signed'"
    """
    if "lines" in (before or after or {}):
        return _deck_words(before, after)
    old, new = before or {}, after or {}
    parts = []
    if old.get("quantity", 0) != new.get("quantity", 0):
        parts.append(f"{old.get('quantity', 0)} -> {new.get('quantity', 0)} copies")
    if old.get("dice", 0) != new.get("dice", 0):
        parts.append(f"{old.get('dice', 0)} -> {new.get('dice', 0)} dice")
    if after is not None:
        for key in dict.fromkeys([*old, *new]):
            if key not in _NUMBERS and old.get(key) != new.get(key):
                empty = 0 if key == "for_trade" else ""
                shown = key.replace("_", " ")
                parts.append(f"{shown} {old.get(key, empty)!r} -> {new.get(key, empty)!r}")
    return ", ".join(parts)


def _deck_words(before: Any, after: Any) -> str:
    def words(deck: Any) -> str:
        if deck is None:
            return "not saved"
        cards = sum(line["quantity"] for line in deck["lines"])
        held = sum(line.get("reserved", 0) for line in deck["lines"])
        dice = sum(line.get("reserved_dice", 0) for line in deck["lines"])
        more = f" and {dice} dice" if dice else ""
        return f"{deck['name']!r}, {cards} cards, {held}{more} reserved"

    return f"{words(before)} -> {words(after)}"
