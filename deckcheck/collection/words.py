"""A change of the collection in words, as the history shows it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PureWindowsPath
from typing import Any

from db.collection.history import Entry, LedgerBatch
from db.collection.undo import Unreversed
from db.language import Message, all_of, filled, gettext as _, joined, ngettext, some_of
from db.sums import summed
from deckcheck.collection.loan import COLUMNS
from deckcheck.show.wording import amount, count

TOLD = 3
"""So many changes of a batch, or of a deck, are told one by one."""


def entry_line(entry: Entry) -> str:
    """An entry of the ledger in a line, like `Boba Fett (A), AOTC 6: 1 -> 3 copies`."""
    words = change_words(entry.before, entry.after)
    name = entry.name or _("(a card no longer known)")
    if entry.kind == "want":
        return _("wanted: {name}: {words}", name=name, words=words)
    return joined((name, words), ": ")


def kept_line(number: int, one: Unreversed) -> str:
    """A change that an undo left as it is: what the batch made, and what came since."""
    entry = one.entry
    made, since = change_words(entry.before, entry.after), change_words(entry.after, one.found)
    return _(
        "{name}: batch {number} made {made}; since then {since}",
        name=entry.name,
        number=number,
        made=made,
        since=since,
    )


def state_words(batch: LedgerBatch) -> str:
    """The batch that a batch undid, or by which it was undone; empty for neither."""
    if batch.undone_by is not None:
        return _("undone by {undone_by}", undone_by=batch.undone_by)
    undoes = _("undoes {undoes}, kept {kept}") if batch.kept else _("undoes {undoes}")
    return "" if batch.undoes is None else filled(undoes, {"undoes": batch.undoes, "kept": batch.kept})


def batch_sentence(batch: LedgerBatch, first: Sequence[Entry]) -> str:
    """A batch in a sentence, from its numbers and its first changes."""
    rows = batch.added + batch.changed + batch.removed
    if rows <= min(TOLD, len(first)):
        told = joined(map(entry_sentence, first), "; ")
    elif all(entry.kind == "deck" for entry in first):
        parts = (
            (batch.added, amount(batch.added, "deck saved", "decks saved")),
            (batch.changed, amount(batch.changed, "deck changed", "decks changed")),
            (batch.removed, amount(batch.removed, "deck deleted", "decks deleted")),
        )
        told = joined((what for number, what in parts if number), ", ")
    elif batch.copies or batch.dice:
        number = batch.copies or batch.dice
        what = amount(abs(number), "card") if batch.copies else amount(abs(number), "die", "dice")
        told = _(
            "{what} {value} the collection",
            what=what,
            value=_("added to") if number > 0 else _("removed from"),
        )
    else:
        told = _("{rows} of the collection changed", rows=amount(rows, "row"))
    if batch.source:
        told = _("{told}, from {name}", told=told, name=PureWindowsPath(batch.source).name)
    return told if batch.undoes is None else _("Batch {batch} undone: {told}", batch=batch.undoes, told=told)


def entry_sentence(entry: Entry) -> str:
    """A change in a sentence, like `Deck Rebels: 2 Nexu added`."""
    before, after = entry.before or {}, entry.after or {}
    if entry.kind == "deck":
        return _deck_sentence(entry.before, entry.after)
    name = entry.name or _("a card no longer known")
    if entry.kind == "want":
        return _("{name}: {after} wanted", name=name, after=after.get("quantity") or _("no longer"))
    for what, one, many in (("quantity", "card", "cards"), ("dice", "die", "dice")):
        if more := after.get(what, 0) - before.get(what, 0):
            way = _("added to") if more > 0 else _("removed from")
            return _(
                "{amount} {way} the collection: {name}",
                amount=amount(abs(more), one, many),
                way=way,
                name=name,
            )
    return joined((name, change_words(entry.before, entry.after)), ": ")


def _deck_sentence(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> str:
    name = (after or before or {})["name"]
    if after is None:
        return _("Deck {name} deleted", name=name)
    if before is None:
        return _("Deck {name} saved, {cards}", name=name, cards=amount(_sum(after, "quantity"), "card"))
    parts = list(_deck_changes(before, after))
    return _("Deck {name}: {parts}", name=name, parts=some_of(parts, TOLD) or _("saved again"))


def _deck_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    if before["name"] != after["name"]:
        yield _("was {before}", before=before["name"])
    change = _cards(after["lines"])
    change.subtract(_cards(before["lines"]))
    for name, number in change.items():
        if number:
            told = _("{number} {name} added") if number > 0 else _("{number} {name} removed")
            yield filled(told, {"number": abs(number), "name": name})
    if reserved := _sum(after, "reserved") - _sum(before, "reserved"):
        told = _("{copies} reserved") if reserved > 0 else _("{copies} released")
        yield filled(told, {"copies": amount(abs(reserved), "copy", "copies")})
    for key in ("format", "author", "notes"):
        if before.get(key) != after.get(key):
            yield _("{key} changed", key=Message(key))


def _cards(lines: Iterable[Mapping[str, Any]]) -> Counter[str]:
    return summed((line["name"], line["quantity"]) for line in lines)


def _sum(deck: Mapping[str, Any], what: str) -> int:
    return sum(line.get(what, 0) for line in deck["lines"])


def price_notes(left_out: Sequence[str], of_all: Sequence[str]) -> list[str]:
    """Notes on prices of copies that came to others with one in another currency, and with none."""
    told = _(
        "price not kept, since the copies there have one in another currency: {shown}; "
        "in another place they stay apart"
    )
    spread = _(
        "the price is that of all copies there now, of which some had none: {shown}; "
        "in another place they stay apart"
    )
    return [
        filled(text, {"shown": some_of(shown, 8)})
        for text, shown in ((told, left_out), (spread, of_all))
        if shown
    ]


def doubling_words(cards: int) -> str:
    """The note on cards of a sheet of which as many copies are there already."""
    return ngettext(
        "the collection has {number} card of the sheet with as many copies already, which adding doubles",
        "the collection has {number:,} cards of the sheet with as many copies already, which adding doubles",
        cards,
    )


_APART = frozenset({"quantity", "dice", "extra"}) | COLUMNS


def change_words(before: Any, after: Any) -> str:
    """The difference between two states, in words.

    >>> change_words({"quantity": 1}, {"quantity": 3, "notes": "signed"})
    "1 -> 3 copies, notes '' -> 'signed'"
    """
    if "lines" in (before or after or {}):
        return _deck_words(before, after)
    old, new = ({**one, **one.get("extra", {})} for one in (before or {}, after or {}))
    parts = []
    if old.get("quantity", 0) != new.get("quantity", 0):
        parts.append(
            _(
                "{old} -> {new}",
                old=old.get("quantity", 0),
                new=count(new.get("quantity", 0), "copy", "copies"),
            )
        )
    if old.get("dice", 0) != new.get("dice", 0):
        parts.append(_("{old} -> {new} dice", old=old.get("dice", 0), new=new.get("dice", 0)))
    if after is not None:
        for key in dict.fromkeys([*old, *new]):
            if key not in _APART and old.get(key) != new.get(key):
                empty = 0 if key in {"for_trade", "weight"} else ""
                shown = key.replace("_", " ")
                was, became = old.get(key, empty), new.get(key, empty)
                parts.append(joined((Message(shown), f"{was!r} -> {became!r}"), " "))
    return joined(parts, ", ")


def _deck_words(before: Any, after: Any) -> str:
    def words(deck: Any) -> str:
        cards = sum(line["quantity"] for line in deck["lines"])
        held = sum(line.get("reserved", 0) for line in deck["lines"])
        dice = sum(line.get("reserved_dice", 0) for line in deck["lines"])
        reserved = all_of((str(held), amount(dice, "die", "dice")) if dice else (str(held),))
        return joined((amount(cards, "card"), _("{reserved} reserved", reserved=reserved)), ", ")

    if after is None:
        return _("deleted")
    if before is None:
        return _("saved, {cards}", cards=words(after))
    if before["name"] != after["name"]:
        return _("it was called {name!r}", name=before["name"])
    return joined((words(before), words(after)), " -> ")
