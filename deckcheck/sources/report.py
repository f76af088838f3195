"""The changes of an import, as `deckcheck.import/1` and as text."""

from collections.abc import Iterable, Iterator
from typing import Any

from db.imports.changes import SetChanges
from db.imports.source_rows import RowProblem
from db.language import Message, filled, gettext as _, joined
from deckcheck.show.picked import picked
from deckcheck.show.wording import cards as cards_of, count
from deckcheck.sources.sync import Outcome

_MOST = 20
"""So many lines of one kind and set are shown to people; programs get all."""


def import_document(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """The document on one or several sources; `batches` has the number of each."""
    outcomes = list(outcomes)
    numbers = [outcome.batch for outcome in outcomes if outcome.batch is not None]
    return {
        "schema": "deckcheck.import/1",
        "source": ", ".join(outcome.source for outcome in outcomes),
        "applied": any(outcome.applied for outcome in outcomes),
        "batch": numbers[0] if len(numbers) == 1 else None,
        "batches": {o.source: o.batch for o in outcomes},
        "unchanged": [o.source for o in outcomes if o.plan is None or not o.plan.rows],
        "sets": [
            {"source": outcome.source, "game": outcome.game, **_set_document(one, applied=outcome.applied)}
            for outcome in outcomes
            if outcome.plan
            for one in outcome.plan.sets
        ],
        "formats": [
            {"source": outcome.source, "code": one.code, "name": one.name}
            for outcome in outcomes
            if outcome.plan
            for one in outcome.plan.formats
        ],
        "notes": [note for o in outcomes if o.plan for note in o.plan.notes],
    }


def _set_document(one: SetChanges, *, applied: bool) -> dict[str, Any]:
    return {
        **picked(one, "code name cards"),
        "new": len(one.new),
        **picked(one, "changed completed unchanged"),
        "renamed": [{"from": rename.before, "to": rename.after} for rename in one.renamed],
        "removed": [{"card": gone.name, "number": gone.number, "kept": gone.kept} for gone in one.removed],
        "errors": [_problem_document(problem) for problem in one.problems],
        "applied": applied and not one.stopped,
        "new_cards": one.new,
        "changes": [
            {"card": c.name, "number": c.number, "field": c.field, "from": c.before, "to": c.after}
            for c in one.changes
        ],
    }


def _problem_document(problem: RowProblem) -> dict[str, Any]:
    place = problem.place
    return {**picked(place, "file line? column"), "message": problem.message}


SET_HEADERS = ("set", "cards", "new", "changed", "completed", "same", "renamed", "removed", "errors")


def set_rows(outcome: Outcome) -> list[tuple[object, ...]]:
    """A row of numbers for every set with changes or problems."""
    sets = outcome.plan.sets if outcome.plan else ()
    return [
        (
            one.code,
            one.cards,
            len(one.new),
            one.changed,
            one.completed,
            one.unchanged,
            len(one.renamed),
            len(one.removed),
            len(one.problems),
        )
        for one in sets
        if one.differs or one.problems
    ]


def change_lines(outcome: Outcome) -> Iterator[str]:
    """Yields the changes, card by card: of each kind and set the first twenty."""
    for one in outcome.plan.sets if outcome.plan else ():
        kinds: tuple[tuple[str, list[str]], ...] = (
            (_("new"), [name for name in one.new if one.new and len(one.new) < one.cards]),
            (_("renamed"), [f"{r.before} -> {r.after}" for r in one.renamed]),
            (
                _("changed"),
                [f"{c.name}: {c.field} {_shown(c.before)} -> {_shown(c.after)}" for c in one.changes],
            ),
            (
                _("removed"),
                [f"{r.name} {_('(kept, marked)') if r.kept else ''}".rstrip() for r in one.removed],
            ),
        )
        for kind, lines in kinds:
            yield from (f"{one.code} {kind}: {line}" for line in lines[:_MOST])
            if len(lines) > _MOST:
                yield _(
                    "{code} {kind}: {count} more; --json has all",
                    code=one.code,
                    kind=kind,
                    count=len(lines) - _MOST,
                )
    for form in outcome.plan.formats if outcome.plan else ():
        yield _("format {name}: {format_counts}", name=form.name, format_counts=_format_counts(form.data))


def problem_lines(outcome: Outcome) -> Iterator[str]:
    """Yields the rows that could not be imported, the first of each set, and its outcome."""
    for one in outcome.plan.sets if outcome.plan else ():
        yield from map(str, one.problems[:_MOST])
        if len(one.problems) > _MOST:
            yield _(
                "{code}: {count} more rows like these; --json has all",
                code=one.code,
                count=len(one.problems) - _MOST,
            )
        if one.stopped:
            yield _(
                "{code}: nothing of this set is imported, since {cannot}", code=one.code, cannot=_cannot(one)
            )


def _not_imported(sets: int) -> str:
    return _("sets that cannot be imported: {stopped}", stopped=sets) if sets else ""


def summary_line(outcome: Outcome) -> str:
    """The sums in one line, and the next step for the user."""
    if outcome.plan is None or not outcome.plan.rows:
        stopped = sum(one.stopped for one in outcome.plan.sets) if outcome.plan else 0
        told = _("{source}: nothing else is new") if stopped else _("{source}: nothing is new")
        return joined((filled(told, {"source": outcome.source}), _not_imported(stopped)), "; ")
    counts = outcome.plan.summary
    words = (_("new"), _("changed"), _("completed"), _("renamed"), _("removed"))
    listed = [count(counts["sets"], "set", "sets")] if counts["sets"] else []
    listed += [cards_of(counts["cards"])] if counts["cards"] else []
    listed += [f"{counts[word]} {word}" for word in words if counts[word]]
    listed += [count(counts["formats"], "format", "formats")] if counts["formats"] else []
    left = _not_imported(sum(one.stopped for one in outcome.plan.sets))
    head = joined((joined((outcome.source, joined(listed, ", ")), ": "), left), "; ")
    if not outcome.applied:
        return _("{head}. Nothing is written yet; use --apply", head=head)
    number = outcome.batch
    return _(
        "{head}. Imported as {number}; undo with: deckcheck cards undo {number}", head=head, number=number
    )


def _cannot(one: SetChanges) -> str:
    """Why a set is left alone, and what to do about it."""
    if not one.cards:
        return _("it could not be read")
    count = len(one.problems)
    rows = _("1 row cannot") if count == 1 else _("{count} rows cannot", count=count)
    return _("{rows} be read; fix what is wrong, or use --keep-going to take the rest", rows=rows)


def _shown(value: Any) -> str:
    text = str(_("none") if value is None else value)
    return f"{text[:57]}..." if text[60:] else text


def _format_counts(data: Any) -> str:
    return ", ".join(
        f"{len(value)} {Message(key)}" for key, value in data.items() if isinstance(value, list | dict)
    )
