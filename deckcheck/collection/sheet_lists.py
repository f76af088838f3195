"""Sheets of wants and of copies for trade: what an import makes of their rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from db.cards.names import normal_form
from db.collection.holdings import HEAVIEST, Holding, HoldingChange, HoldingKey, Want, WantFacts, WantKey
from db.language import gettext as _, some_of
from db.sums import gathered
from deckcheck.collection.matching import UNMATCHED, CardMatch, MatchedRow

_MOST_NOTES = 5


@dataclass(frozen=True, slots=True)
class WantChange:
    """The change of a want; `before` is None where there is none."""

    key: WantKey
    name: str
    before: WantFacts | None
    after: WantFacts


def copies_after(
    holdings: Iterable[Holding], changes: Iterable[HoldingChange], *, for_trade: bool = False
) -> dict[HoldingKey, int]:
    """The copies of each holding, or those for trade, once the changes are made."""
    name, more = ("for_trade", "add_for_trade") if for_trade else ("quantity", "add")
    copies = {holding.key: getattr(holding.facts, name) for holding in holdings}
    for change in changes:
        stated = getattr(change, name)
        had = copies.get(change.key, 0) if stated is None else stated
        copies[change.key] = had + getattr(change, more)
    return copies


def plan_wants(rows: Sequence[MatchedRow], stored: Sequence[Want]) -> tuple[tuple[WantChange, ...], int]:
    """The wants that rows change, and how many stay as they are: each is a number in all."""
    held = {want.key: want.facts for want in stored}
    groups = gathered((_want_key(row), row) for row in rows if row.row.quantity)
    changes = []
    for key, group in groups.items():
        before = held.get(key)
        notes = list(dict.fromkeys(one.row.notes for one in group if one.row.notes))
        kept = before or WantFacts(0)
        after = WantFacts(
            sum(one.row.quantity or 0 for one in group),
            "; ".join(notes) or kept.notes,
            sum(one.row.dice or 0 for one in group) or kept.dice,
            next(filter(None, (_weight(one.row.extra) for one in group)), kept.weight),
            _stated(group, "condition") or kept.condition,
            _stated(group, "language") or kept.language,
            _stated(group, "finish") or kept.finish,
        )
        if after != before:
            found = group[0].match.found
            label = found.label if found and key.printing_id else found.card.name if found else ""
            changes.append(WantChange(key, label, before, after))
    return tuple(changes), len(groups) - len(changes)


def _stated(group: Iterable[MatchedRow], name: str) -> str:
    """The first that rows state of which copies they want."""
    return next((text for one in group if (text := getattr(one.row, name))), "")


def _weight(extra: Mapping[str, str]) -> int:
    """The weight of a want by a column that is headed so; 0 where it states none.

    >>> _weight({"Weight": "3"}), _weight({"Weight": "much"})
    (3, 0)
    """
    text = next((text for header, text in extra.items() if is_weight(header)), "")
    return min(int(text), HEAVIEST) if text.strip().isdecimal() else 0


def is_weight(header: str) -> bool:
    """Whether a column is that of the weight of wants."""
    return header.strip().casefold() == "weight"


def _want_key(row: MatchedRow) -> WantKey:
    """The key of a want: one printing where the row names it, else the card in any."""
    key, stated, found = row.key, row.row, row.match.found
    printing = found.printing if found else None
    named = bool(stated.set_code or stated.set_name or stated.number or stated.image_key)
    if printing and not named:
        words = normal_form(stated.name or "").split()
        named = printing.reprint is not None or normal_form(printing.set_code) in words
    return WantKey(key.card_id, key.printing_id if named else None)


def covered_wants(wants: Iterable[WantChange], copies: Mapping[HoldingKey, int]) -> tuple[str, ...]:
    """Notes on wants of which enough is owned, since a sheet may state what is missing."""
    covered = []
    for want in wants:
        owned = sum(
            number
            for key, number in copies.items()
            if key.card_id == want.key.card_id and want.key.printing_id in {None, key.printing_id}
        )
        if owned and owned >= want.after.quantity:
            covered.append(
                _(
                    "{name}: {quantity} wanted in all, {owned} owned",
                    name=want.name,
                    quantity=want.after.quantity,
                    owned=owned,
                )
            )
    if not covered:
        return ()
    shown = some_of(covered, _MOST_NOTES, "; ")
    return (_("wants that need nothing more, since they count all copies: {shown}", shown=shown),)


def plan_marks(
    rows: Sequence[MatchedRow], copies: Mapping[HoldingKey, int], marked: Mapping[HoldingKey, int]
) -> tuple[list[HoldingChange], dict[int, CardMatch]]:
    """The changes that mark copies as for trade, and the rows that name no copies for certain.

    A row means the one holding that it describes, or all of several where it counts all of them.
    """
    groups = gathered((row.key, row) for row in rows if row.row.quantity)
    changes: list[HoldingChange] = []
    refused: dict[int, CardMatch] = {}
    taken: set[HoldingKey] = set()
    for key, group in groups.items():
        fitting = {other: n for other, n in copies.items() if n and _describes(key, other)}
        number = sum(one.row.quantity or 0 for one in group)
        reason = _why_not(number, fitting)
        if not reason and taken & fitting.keys():
            reason = _("another row marks the same copies")
        if reason:
            refused |= dict.fromkeys((one.row.row for one in group), CardMatch(UNMATCHED, None, reason))
            continue
        taken |= fitting.keys()
        for other, n in fitting.items():
            mark = number if len(fitting) == 1 else n
            if marked.get(other, 0) != mark:
                changes.append(HoldingChange(other, for_trade=mark))
    return changes, refused


def _why_not(number: int, fitting: Mapping[HoldingKey, int]) -> str:
    """The reason why it is not certain which copies so many for trade are, or the empty text."""
    owned = sum(fitting.values())
    if number > owned:
        return _("{number} for trade, but {owned} owned", number=number, owned=owned)
    if len(fitting) > 1 and number < owned:
        return _(
            "{number} for trade of {count} holdings; name condition or place too",
            number=number,
            count=len(fitting),
        )
    return ""


def _describes(stated: HoldingKey, holding: HoldingKey) -> bool:
    """Whether a holding is as stated; what is not stated may be anything.

    >>> _describes(HoldingKey(1, None, "NM"), HoldingKey(1, 7, "NM", "en"))
    True
    >>> _describes(HoldingKey(1, 8), HoldingKey(1, 7))
    False
    """
    return stated.card_id == holding.card_id and all(
        one in {None, "", other} for one, other in zip(stated[1:], holding[1:], strict=True)
    )
