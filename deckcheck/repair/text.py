"""Repairs as text: of one deck, or of several together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress

from db.advice import advised
from db.language import Message, gettext as _, joined, ngettext, pgettext
from db.texts import printable_line
from deckcheck.repair.result import Plan, Proof, Repair, RepairChange, RepairedTogether
from deckcheck.report import LEGAL, UNPROVEN, Report
from deckcheck.show.tables import plain_table
from deckcheck.show.wording import count, with_english

NOT_PROVEN = _("It cannot be proven legal: see deckcheck validate, or use --drop-unknown.")
_NONE_FOUND = _("No legal deck was found; that does not prove that there is none.")
_NO_REASON = {"asked": _("as asked")}


def called(plan: Plan, names: Mapping[str, str]) -> Plan:
    """The plan for people, in which cards have other names, too, by their English ones."""
    if not names:
        return plan
    out, put_in = (
        tuple(replace(one, name=with_english(one.name, names)) for one in changes)
        for changes in (plan.out, plan.put_in)
    )
    return replace(plan, out=out, put_in=put_in)


def all_called(repair: Repair, names: Mapping[str, str]) -> Repair:
    """The repair for people, whose plans are as `called` has them."""
    plans = tuple(called(one, names) for one in repair.alternatives)
    return replace(repair, plan=repair.plan and called(repair.plan, names), alternatives=plans)


def repair_text(repair: Repair, *, short: bool = False) -> str:
    """The result of a repair: the verdicts, the changes with their reasons, and the proof.

    With `short` the changes stand in two lines, without reasons.
    """
    lines = [headline(repair.before), *_body(repair, short), *_foot(repair, short)]
    return "\n".join(map(str, lines)) + "\n"


def together_text(found: RepairedTogether, *, short: bool = False) -> str:
    """The result for several decks: the changes of each, and the proof for all."""
    lines: list[str] = []
    for one in found.repairs:
        lines += [headline(one.before), *(_body(one, short) if one.plan is not None else ()), ""]
    if found.distance is None:
        none = _("No legal decks can be made of them at once:")
        lines.append(none if found.impossible else _NONE_FOUND)
        names = [printable_line(one.before.path or one.before.name) for one in found.repairs]
        for lack in found.impossible:
            seat = lack.details.get("deck")
            where = f"{names[int(seat) - 1]}: " if seat else ""
            lines.append(f"  {lack.code}: {where}{lack.message}")
    elif found.proof.minimal and found.distance:
        lines.append(
            _(
                "{changes} in all. Proven: no legal decks that can be built at once are nearer.",
                changes=count(found.distance, "change", "changes"),
            )
        )
    elif not found.proof.minimal:
        lines.append(_not_proven(found.proof))
    if found.distance is not None and any(one.verdict == UNPROVEN for one in found.repairs):
        lines.append(advised("unproven", NOT_PROVEN))
    return "\n".join(map(str, [*lines, *found.notes])) + "\n"


def short_text(plan: Plan) -> str:
    """The changes of a plan in a line for each direction."""
    parts = ((_("out"), plan.out), (pgettext("into the deck", "in"), plan.put_in))
    return "\n".join(
        f"  {word}: " + ", ".join(f"{c.quantity} {printable_line(c.name)}" for c in changes)
        for word, changes in parts
        if changes
    )


def headline(report: Report) -> str:
    """The line that names a deck, its verdict, and the format, rules and day of it."""
    return _(
        "{path}: {verdict} in format {format}, rules {rules}, {as_of}",
        path=printable_line(report.path or report.name),
        verdict=Message(report.verdict),
        format=report.format,
        rules=report.rules,
        as_of=report.as_of,
    )


def _body(repair: Repair, short: bool) -> Iterator[str]:
    if repair.plan is None:
        yield _("No legal deck can be made of it:") if repair.impossible else _NONE_FOUND
        for lack in repair.impossible:
            yield f"  {lack.code}: {lack.message}"
        return
    plan = repair.plan
    if not plan.distance:
        yield _("Nothing has to change.") if repair.verdict == LEGAL else _("Nothing can be changed.")
        return
    if repair.verdict == LEGAL:
        yield ngettext("{number} change makes it legal:", "{number} changes make it legal:", plan.distance)
    else:
        yield ngettext(
            "{number} change; some names are still unknown:",
            "{number} changes; some names are still unknown:",
            plan.distance,
        )
    if short:
        yield short_text(plan)
        return
    yield ""
    yield plan_text(plan).rstrip("\n")


def plan_text(plan: Plan, *, with_reasons: bool = True) -> str:
    """The changes of a plan as a table."""
    changes = (*plan.out, *plan.put_in)
    asks = any(change.free is not None for change in changes)
    rows = [*_rows("-", plan.out, asks=asks), *_rows("+", plan.put_in, asks=asks)]
    shown = {
        "": True,
        "card": True,
        "why": with_reasons,
        "zone": len({change.zone for change in changes}) > 1,
        "free": asks,
    }
    headers = [header for header, is_shown in shown.items() if is_shown]
    return plain_table(headers, [tuple(compress(row, shown.values())) for row in rows])


def _rows(sign: str, changes: Sequence[RepairChange], *, asks: bool) -> list[tuple[object, ...]]:
    return [
        (
            f"{sign}{change.quantity}",
            printable_line(change.name),
            reasons(change.why),
            Message(change.zone),
            *([_free(sign, change)] if asks else []),
        )
        for change in changes
    ]


def _free(sign: str, change: RepairChange) -> str:
    """How many copies are free; of what leaves nobody asks."""
    if sign == "-" or change.free is None:
        return ""
    return _("{free} of {owned}", free=change.free, owned=change.owned) if change.owned else _("none owned")


def reasons(codes: Iterable[str]) -> str:
    """The codes of the rules for which a change is made."""
    return joined((_NO_REASON.get(code, code) for code in codes), ", ")


def _not_proven(proof: Proof) -> str:
    return _(
        "Not proven to be the nearest: {open}; {changes_are} needed at least.",
        open=proof.open,
        changes_are=count(proof.lower_bound, "change is", "changes are"),
    )


def _foot(repair: Repair, short: bool) -> Iterator[str]:
    proof = repair.proof
    if repair.plan is not None and repair.plan.distance:
        if not short:
            yield ""
        if proof.minimal:
            yield _("Proven: no legal deck is nearer.")
        else:
            yield _not_proven(proof)
    if repair.plan is not None and repair.verdict == UNPROVEN:
        yield advised("unproven", NOT_PROVEN)
    for number, plan in enumerate(repair.alternatives, start=1):
        yield ""
        proven = _("proven") if plan.proof is not None and plan.proof.minimal else _("not proven")
        changes = count(plan.distance, "change", "changes")
        yield _(
            "Alternative {number}, {changes}, {proven} to be the next best:",
            number=number,
            changes=changes,
            proven=proven,
        )
        yield short_text(plan) if short else plan_text(plan).rstrip("\n")
    yield from repair.notes
