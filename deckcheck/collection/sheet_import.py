"""Planning the import of a sheet: rows matched, put together, and compared with the holdings.

Nothing here changes anything; `apply_plan` hands the changes to the ledger, all of them or none.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from db.cards.names import shows_something
from db.collection.history import LedgerBatch
from db.collection.holdings import (
    FINISHES,
    LANGUAGES,
    Holding,
    HoldingChange,
    HoldingFacts,
    HoldingKey,
    Want,
    holding_problem,
    mean_price,
)
from db.collection.ledger import apply_batch, plan_batch
from db.language import all_of, filled, gettext as _
from db.sums import gathered, summed
from deckcheck.collection.edit import PLACE
from deckcheck.collection.matching import (
    AMBIGUOUS,
    CHOSEN,
    EXACT,
    STRONG,
    UNMATCHED,
    Candidate,
    CardMatch,
    Context,
    Contexts,
    MatchedRow,
    Matcher,
)
from deckcheck.collection.moves import Move, carried, find_moves
from deckcheck.collection.sheet_lists import WantChange, copies_after, covered_wants, plan_marks, plan_wants
from deckcheck.collection.words import doubling_words, price_notes
from importers.collections.holding_row import SheetHolding
from importers.collections.holding_sheet import HoldingSheet
from importers.collections.sheet_kinds import FOR_TRADE, OWNED, WANTS
from importers.collections.writing import plain_text

ADD, SET = "add", "set"
SKIP_WORDS = frozenset({"skip", "-", "none"})
_FEW, _SHORT, _CODE = 9_999, 100, 3
_MOST_NOTES = 5
_SEVERAL = 3
"""Fewer cards of which as many copies are there already may well be chance, as may fewer beside one other."""


@dataclass(frozen=True, slots=True)
class HoldingDifference:
    """The change of one holding; `before` and `after` are None where there is none."""

    key: HoldingKey
    name: str
    before: HoldingFacts | None
    after: HoldingFacts | None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The plan of an import: each row with its meaning, and the changes to make.

    `rows` are all rows that hold a card, sure or not. `emptied` are the holdings that the sheet
    lacks. Of these `moved` are not: the sheet has them in another place or state; nor are `kept`,
    since an unsure row may be about them, and `spared`, since the user keeps them. `held` are the
    holdings that are there before the import, as of the batch `seen`. `wants` are the changes that
    sheets of wants make. `doubled` are so many cards of which as many copies are there already, where
    the sheet seems to be one that was added before.
    """

    sheet: HoldingSheet
    mode: str
    rows: tuple[MatchedRow, ...]
    changes: tuple[HoldingChange, ...]
    unchanged: int = 0
    emptied: tuple[Holding, ...] = ()
    kept: tuple[Holding, ...] = ()
    notes: tuple[str, ...] = ()
    names: Mapping[HoldingKey, str] = field(default_factory=dict)
    moved: tuple[Move, ...] = ()
    spared: tuple[Holding, ...] = ()
    held: frozenset[HoldingKey] = frozenset()
    seen: int | None = None
    wants: tuple[WantChange, ...] = ()
    doubled: int = 0

    def sparing(self) -> "ImportPlan":
        """The plan that keeps what the sheet lacks."""
        lacking = {holding.key for holding in self.emptied}
        changes = tuple(change for change in self.changes if change.key not in lacking)
        return replace(self, changes=changes, emptied=(), spared=self.emptied)

    @property
    def elsewhere(self) -> int:
        """How many holdings would be removed though the sheet has copies of the same printing.

        Those were edited: they are in another condition, language, finish or place now.
        """
        said = {change.key[:2] for change in self.changes if change.quantity or change.add}
        return sum(holding.key[:2] in said for holding in self.emptied)

    def graded(self, grade: str) -> tuple[MatchedRow, ...]:
        """The rows of one grade."""
        return tuple(row for row in self.rows if row.match.grade == grade)

    @property
    def unsure(self) -> tuple[MatchedRow, ...]:
        """The rows that are not applied, in the order of the sheet."""
        return tuple(row for row in self.rows if not row.match.is_sure)


def match_rows(
    sheet: HoldingSheet, matcher: Matcher, decided: Mapping[int, Candidate] | None = None, mode: str = ADD
) -> tuple[MatchedRow, ...]:
    """Every row of the sheet with its match; `decided` are the user's choices for rows.

    A row of which something cannot be read is unsure whatever its card is; in the mode set, so is
    one that may mean several holdings.
    """
    refused = {**sheet.unclear, **sheet.problems} if mode == SET else sheet.problems
    context_of = _contexts(sheet, matcher)
    matcher.look_ahead(sheet.rows)
    decided = decided or {}
    headings = dict(sheet.headings)
    matched_rows = []
    for row in sheet.rows:
        if row.row in decided:
            match = CardMatch(CHOSEN, decided[row.row])
        elif row.row in sheet.choices:
            choice = sheet.choices[row.row]
            if choice.strip().casefold() in SKIP_WORDS:
                continue
            match = _chosen(choice, matcher)
        else:
            match = matcher.match(row, context_of(row.row))
            if matcher.find_set(headings.get(row.row, "")):
                if not match.found:
                    continue
                reason = _("it may head the cards below it, or be a card; write it with its number of copies")
                match = CardMatch(AMBIGUOUS, None, reason, (match.found,))
        problem = refused.get(row.row) or _unfit(row)
        if problem:
            candidates = (match.found,) if match.found else match.candidates
            match = CardMatch(UNMATCHED, None, problem, candidates)
        elif not match.is_sure and row.quantity == 0 and not row.dice:
            continue
        matched_rows.append(MatchedRow(row, match))
    return tuple(matched_rows)


def _contexts(sheet: HoldingSheet, matcher: Matcher) -> Callable[[int], Context]:
    """The headings that give the context of rows; each holds only within its own sheet."""
    known = {
        id(one): Contexts(dict(one.headings), one.sheet, matcher.find_set)
        for one in ([part.sheet for part in sheet.parts] or [sheet])
    }

    def context_of(row: int) -> Context:
        part, number = sheet.sheet_of(row)
        return known[id(part)].of(number)

    return context_of


def askable(sheet: HoldingSheet, rows: Sequence[MatchedRow]) -> tuple[MatchedRow, ...]:
    """The unsure rows for which it helps to choose a card."""
    return tuple(
        row
        for row in rows
        if not row.match.is_sure
        and row.row.row not in sheet.problems
        and row.match.reason != sheet.unclear.get(row.row.row)
        and _unfit(row.row) is None
    )


def _chosen(choice: str, matcher: Matcher) -> CardMatch:
    candidate = matcher.find_choice(choice)
    if candidate is None:
        near = matcher.search(choice)
        return CardMatch(
            UNMATCHED, None, _("{choice!r}, which you chose, is no printing", choice=choice), near
        )
    return CardMatch(CHOSEN, candidate)


def _unfit(row: SheetHolding) -> str | None:
    """The reason why the ledger would refuse a row, in words, or None."""
    if row.quantity is None or _plainly_fits(row):
        return None
    key = HoldingKey(0, None, *(getattr(row, name) or "" for name in PLACE))
    facts = HoldingFacts(
        row.quantity or 0,
        row.for_trade or 0 if row.quantity else 0,
        row.notes or "",
        row.acquired_on or None,
        row.price or None,
        row.currency or None,
        row.extra,
        row.dice or 0,
    )
    return holding_problem(key, facts)


def _plainly_fits(row: SheetHolding) -> bool:
    """Whether a row holds nothing that needs a closer look; most do not."""
    texts = (row.notes, row.location, row.currency)
    return (
        all(not text or (text.isprintable() and len(text) <= _SHORT) for text in texts)
        and (not row.extra or "".join([*row.extra, *row.extra.values()]).isprintable())
        and (not row.location or row.location.isascii() or shows_something(row.location))
        and len(row.currency or "") <= _CODE
        and (row.for_trade or 0) <= (row.quantity or 0) <= _FEW
        and (row.dice or 0) <= _FEW
        and (row.language or "en") in LANGUAGES
        and (row.finish or "foil") in FINISHES
    )


def plan_import(
    sheet: HoldingSheet,
    rows: Sequence[MatchedRow],
    holdings: Sequence[Holding],
    mode: str = ADD,
    wants: Sequence[Want] = (),
) -> ImportPlan:
    """The plan of the changes that the rows would make to these holdings and wants.

    In the mode add copies come to what is held. In the mode set what is held becomes what the sheet
    says; facts for which it has no column stay. Rows of copies for trade mark what is held then;
    wants become as many as their rows say, in both modes.
    """
    by_kind = gathered((row.row.holds, row) for row in rows)
    plan = _plan_owned(sheet, by_kind.get(OWNED, ()), holdings, mode)
    if by_kind.keys() <= {OWNED}:
        return plan
    sure = {kind: [row for row in found if row.match.is_sure] for kind, found in by_kind.items()}
    copies = copies_after(holdings, plan.changes)
    trades = sure.get(FOR_TRADE, [])
    marks, refused = plan_marks(trades, copies, copies_after(holdings, plan.changes, for_trade=True))
    changed, unchanged = plan_wants(sure.get(WANTS, []), wants)
    matches = {row.row.row: row.match for row in plan.rows} | refused
    return replace(
        plan,
        rows=tuple(replace(row, match=matches.get(row.row.row, row.match)) for row in rows),
        changes=(*plan.changes, *marks),
        unchanged=plan.unchanged + unchanged,
        notes=(*plan.notes, *covered_wants(changed, copies)),
        wants=changed,
    )


def with_doubled(plan: ImportPlan, holdings: Iterable[Holding], *, is_later: bool) -> ImportPlan:
    """The plan with a note where its cards are there with as many copies, which would be doubled.

    They are most of the sheet and of the collection, unless it is ours or `is_later` than one that was
    imported.
    """
    is_own = plan.sheet.is_own
    held = summed((holding.key[:2], holding.quantity) for holding in holdings)
    sure = [one for one in plan.rows if one.match.is_sure and one.row.holds == OWNED]
    copies = summed((one.key[:2], one.row.quantity) for one in sure if one.row.quantity)
    same = sum(held[key] == number for key, number in copies.items())
    others = sum(held[key] not in {0, number} for key, number in copies.items())
    is_most = is_own or is_later or (2 * same > len(copies) and 2 * same >= len(held))
    if plan.mode != ADD or same < (is_own or _SEVERAL) or same < _SEVERAL * others or not is_most:
        return plan
    return replace(plan, doubled=same, notes=(*plan.notes, doubling_words(same)))


def _plan_owned(
    sheet: HoldingSheet, rows: Sequence[MatchedRow], holdings: Sequence[Holding], mode: str
) -> ImportPlan:
    """The plan of what rows of owned copies change."""
    names = {
        one.key: one.card
        if one.printing is None
        else f"{one.printing} [{one.set_code}{f' {one.number}' if one.number else ''}]"
        for one in holdings
    }
    notes: list[str] = []
    together = _together([row for row in rows if row.match.is_sure], notes, sheet)
    for key, group in together.items():
        found = group[0].match.found
        if found and key not in names:
            names[key] = found.label
    held = {holding.key: holding for holding in holdings}
    plan = _SheetPlan(sheet, held, notes)
    if mode == ADD:
        for key, group in together.items():
            plan.add(key, group)
        notes += price_notes(plan.prices_left_out, plan.prices_of_all)
        return ImportPlan(
            sheet, mode, tuple(rows), tuple(plan.changes), plan.unchanged, (), (), tuple(notes), names
        )
    unsettled = plan.set_all(together)
    rows = [replace(row, match=unsettled.get(row.row.row, row.match)) if unsettled else row for row in rows]
    partial = "choice" in sheet.fields or sheet.holds != OWNED
    absent, kept = plan.lacking(rows, partial=partial)
    moves = find_moves(absent, plan.changes, held, sheet.fields)
    stated = sheet.fields | sheet.kept_columns
    changes = carried(plan.changes, moves, held, stated)
    changes += [HoldingChange(holding.key, quantity=0, dice=0) for holding in absent]
    gone = {move.source.key for move in moves}
    emptied = tuple(holding for holding in absent if holding.key not in gone)
    return ImportPlan(
        sheet,
        mode,
        tuple(rows),
        tuple(changes),
        plan.unchanged,
        emptied,
        kept,
        tuple(notes),
        names,
        moves,
        held=frozenset(held),
    )


def _together(
    rows: Sequence[MatchedRow], notes: list[str], sheet: HoldingSheet
) -> dict[HoldingKey, list[MatchedRow]]:
    """The rows of each holding; of facts that differ between them the last is kept, with a note."""
    groups = gathered((row.key, row) for row in rows)
    notes_made = 0
    for group in groups.values():
        for name in ("price", "acquired_on"):
            stated = {
                (value, name == "price" and r.row.currency) for r in group if (value := getattr(r.row, name))
            }
            if len(stated) > 1:
                notes_made += 1
                if notes_made <= _MOST_NOTES:
                    shown = ", ".join(sheet.row_name(r.row.row) for r in group)
                    told = _("rows {shown} are one holding; the {what} of the last is kept")
                    if name == "price" and _mean([r.row for r in group]):
                        told = _("rows {shown} are one holding; its price is the mean of theirs")
                    what = "price" if name == "price" else "date"
                    notes.append(filled(told, {"shown": shown, "what": what}))
    return groups


class _SheetPlan:
    """Changes as they are put together."""

    def __init__(self, sheet: HoldingSheet, held: Mapping[HoldingKey, Holding], notes: list[str]) -> None:
        self.changes: list[HoldingChange] = []
        self.unchanged = 0
        self.prices_left_out: list[str] = []
        self.prices_of_all: list[str] = []
        self._sheet = sheet
        self._held = held
        self._notes = notes
        self._said: set[HoldingKey] = set()

    def add(self, key: HoldingKey, group: Sequence[MatchedRow]) -> None:
        """Copies that come to a holding."""
        row = _merged(group)
        if not row.quantity and not row.dice:
            return
        before = self._held.get(key)
        self.changes.append(
            HoldingChange(
                key,
                add=row.quantity or 0,
                add_dice=row.dice or 0,
                add_for_trade=row.for_trade or 0,
                notes=row.notes or None,
                acquired_on=row.acquired_on or None,
                price=row.price or None,
                currency=row.currency or None,
                extra=self._extra(before, row, frozenset()),
            )
        )
        had = before.facts if before else HoldingFacts(0)
        priced = next((part.row for part in group if part.row.price), row)
        row_name = _("row {row}", row=self._sheet.row_name(priced.row))
        if row.price and had.price and (row.currency or had.currency) != had.currency:
            self.prices_left_out.append(row_name)
        unpriced = any(part.row.quantity and not part.row.price for part in group)
        if row.price and not had.price and (had.quantity or unpriced):
            self.prices_of_all.append(row_name)

    def set_all(self, together: Mapping[HoldingKey, Sequence[MatchedRow]]) -> dict[int, CardMatch]:
        """Makes holdings as the sheet has them; gives the rows for which that is not settled.

        Where the sheet has no column for the condition, the language, the finish or the place,
        a row speaks of all holdings that differ in nothing else.
        """
        lacking = {key: self._lacking(group) for key, group in together.items()}
        meant = _holdings_meant(lacking, self._held)
        claims = Counter(h.key for holdings in meant.values() for h in holdings)
        unsettled: dict[int, CardMatch] = {}
        for key, group in together.items():
            row = _merged(group)
            holdings = meant[key]
            self._said.update(h.key for h in holdings)
            what = all_of(lacking[key])
            if any(claims[h.key] > 1 for h in holdings):
                reason = _(
                    "a row of another sheet may mean the same holding: one sheet has no column for {what}",
                    what=what,
                )
                unsettled |= _in_doubt(group, reason)
                continue
            if len(holdings) <= 1:
                headers = frozenset[str]().union(
                    *(self._sheet.sheet_of(r.row.row)[0].kept_columns for r in group)
                )
                self._set(holdings[0].key if holdings else key, row, headers)
                continue
            surplus = (row.quantity or 0) - sum(h.quantity for h in holdings)
            dice = 0 if row.dice is None else row.dice - sum(h.dice for h in holdings)
            if surplus == dice == 0:
                self.unchanged += 1
            elif surplus >= 0 and dice >= 0:
                chosen = next((h.key for h in holdings if h.key == key), key)
                self.changes.append(HoldingChange(chosen, add=surplus, add_dice=dice))
            elif not row.quantity and not row.dice:
                self.changes += [HoldingChange(h.key, quantity=0, dice=row.dice) for h in holdings]
            else:
                fewer = f"{-surplus}" if surplus < 0 else _("{value} dice", value=-dice)
                reason = _(
                    "{fewer} fewer than the {count} holdings of it that differ in {what}, for "
                    "which the sheet has no column",
                    fewer=fewer,
                    count=len(holdings),
                    what=what,
                )
                unsettled |= _in_doubt(group, reason)
        return unsettled

    def _lacking(self, group: Sequence[MatchedRow]) -> tuple[str, ...]:
        """The parts of a holding's place for which a sheet of these rows has no column."""
        sheets = {id(found): found for r in group for found in [self._sheet.sheet_of(r.row.row)[0]]}
        return tuple(name for name in PLACE if any(name not in one.fields for one in sheets.values()))

    def _set(self, key: HoldingKey, row: SheetHolding, headers: frozenset[str]) -> None:
        self._said.add(key)
        before = self._held.get(key)
        if not row.quantity and not row.dice:
            if before:
                self.changes.append(HoldingChange(key, quantity=0, dice=row.dice))
            return
        facts = before.facts if before else HoldingFacts(0)
        change = HoldingChange(
            key,
            quantity=row.quantity,
            dice=row.dice,
            for_trade=row.for_trade,
            notes=_new(row.notes, facts.notes),
            acquired_on=_new(row.acquired_on, facts.acquired_on or ""),
            price=None if _same_price(row.price, facts.price) else row.price,
            currency=_new(row.currency, facts.currency or ""),
            extra=self._extra(before, row, headers),
        )
        if before and _changes_nothing(change, facts):
            self.unchanged += 1
        else:
            self.changes.append(change)

    def _extra(
        self, before: Holding | None, row: SheetHolding, headers: frozenset[str]
    ) -> Mapping[str, str] | None:
        """The values of unknown columns that the holding keeps; None when they stay as they are.

        What it had under one of `headers` and the row has not is gone.
        """
        if not row.extra and not (before and before.facts.extra):
            return None
        old = dict(before.facts.extra) if before else {}
        stays = {k: v for k, v in old.items() if k not in headers}
        new = stays | dict(row.extra)
        return None if _stripped(new) == _stripped(old) else new

    def lacking(
        self, rows: Sequence[MatchedRow], *, partial: bool
    ) -> tuple[tuple[Holding, ...], tuple[Holding, ...]]:
        """The holdings that the sheet lacks, and those of them that an unsure row may be about."""
        if partial:
            return (), ()
        unsure = {
            candidate.card.id for row in rows if not row.match.is_sure for candidate in row.match.candidates
        }
        absent = [h for key, h in self._held.items() if key not in self._said]
        emptied = tuple(h for h in absent if h.key.card_id not in unsure)
        return emptied, tuple(h for h in absent if h.key.card_id in unsure)


def _holdings_meant(
    lacking: Mapping[HoldingKey, tuple[str, ...]], held: Mapping[HoldingKey, Holding]
) -> dict[HoldingKey, list[Holding]]:
    """The holdings that the rows of each key speak of, by what their sheets have no column for.

    Where one sheet says more of a holding than another, a row of that other does not mean it too.
    """
    meant: dict[HoldingKey, list[Holding]] = {}
    claimed: dict[HoldingKey, list[frozenset[str]]] = defaultdict(list)
    for absent in sorted(set(lacking.values()), key=len):
        blank: dict[str, Any] = dict.fromkeys(absent, "")
        alike: dict[HoldingKey, list[Holding]] = defaultdict(list)
        for key, holding in held.items():
            if not any(less < set(absent) for less in claimed.get(key, ())):
                alike[key._replace(**blank)].append(holding)
        for key in [key for key, missing in lacking.items() if missing == absent]:
            meant[key] = alike.get(key._replace(**blank), [])
            for holding in meant[key]:
                claimed[holding.key].append(frozenset(absent))
    return meant


def _in_doubt(group: Sequence[MatchedRow], reason: str) -> dict[int, CardMatch]:
    """The match of each of these rows, of which it is not settled which holding they mean."""
    return {
        part.row.row: CardMatch(AMBIGUOUS, None, reason, (part.match.found,) if part.match.found else ())
        for part in group
    }


def _merged(group: Sequence[MatchedRow]) -> SheetHolding:
    """The rows of one holding as one row."""
    first = group[0].row
    if len(group) == 1:
        return first
    rows = [matched.row for matched in group]
    notes = list(dict.fromkeys(row.notes for row in rows if row.notes))
    extra: dict[str, str] = {}
    for row in rows:
        extra |= row.extra

    def last(name: str) -> str | None:
        stated: list[str | None] = [getattr(row, name) for row in rows]
        return next((value for value in reversed(stated) if value), stated[0])

    trade = [row.for_trade for row in rows if row.for_trade is not None]
    dice = [row.dice for row in rows if row.dice is not None]
    return replace(
        first,
        quantity=sum(row.quantity or 0 for row in rows),
        for_trade=sum(trade) if trade else None,
        dice=sum(dice) if dice else None,
        notes="; ".join(notes) if notes or first.notes is not None else None,
        acquired_on=last("acquired_on"),
        price=_mean(rows) or last("price"),
        currency=last("currency"),
        extra=extra,
    )


def _mean(rows: Sequence[SheetHolding]) -> str | None:
    """The mean of the prices of rows; None where none has one, or they are in several currencies."""
    priced = [row for row in rows if row.price and row.quantity]
    if len({row.currency or "" for row in priced}) != 1:
        return None
    return mean_price((row.quantity or 0, row.price or "") for row in priced)


def _new(stated: str | None, old: str) -> str | None:
    """The value that a sheet states, or None where it is nothing new."""
    return None if stated is None or stated == plain_text(old) else stated


def _stripped(extra: Mapping[str, str]) -> dict[str, str]:
    return {" ".join(k.split()): plain_text(v) for k, v in extra.items() if plain_text(v)}


def _same_price(stated: str | None, old: str | None) -> bool:
    if stated is None:
        return True
    return (float(stated) if stated else None) == (float(old) if old else None)


def _changes_nothing(change: HoldingChange, facts: HoldingFacts) -> bool:
    return (
        change.quantity == facts.quantity
        and change.dice in {None, facts.dice}
        and change.for_trade in {None, facts.for_trade}
        and change.extra is None
        and not any(
            fact is not None for fact in (change.notes, change.acquired_on, change.price, change.currency)
        )
    )


def differences(plan: ImportPlan, database: Path) -> tuple[HoldingDifference, ...]:
    """The changes that applying the plan would make, holding by holding; nothing is written."""
    return tuple(
        HoldingDifference(c.key, plan.names.get(c.key, ""), c.before, c.after)
        for c in plan_batch(database, plan.changes)
    )


def apply_plan(
    plan: ImportPlan, database: Path, sha256: str, *, unless_imported: Collection[str] = ()
) -> LedgerBatch | None:
    """Applies a plan, all of it or nothing; None when nothing changes.

    Raises `ImportedBeforeError` where a file of one of the digests was imported meanwhile, and
    `ChangedMeanwhileError` where the collection is no longer what the plan was made from.
    """
    return apply_batch(
        database,
        plan.changes,
        command="collection import",
        source=Path(plan.sheet.source),
        sha256=sha256,
        mode=plan.mode,
        unless_imported=unless_imported,
        seen=plan.seen,
        wants={want.key: want.after for want in plan.wants},
    )


def grade_counts(plan: ImportPlan) -> dict[str, int]:
    """How many rows have each grade.

    >>> grade_counts(ImportPlan(None, "add", (), ()))  # type: ignore[arg-type]
    {'exact': 0, 'strong': 0, 'chosen': 0, 'ambiguous': 0, 'unmatched': 0}
    """
    counts = dict.fromkeys((EXACT, STRONG, CHOSEN, AMBIGUOUS, UNMATCHED), 0)
    for row in plan.rows:
        counts[row.match.grade] += 1
    return counts
