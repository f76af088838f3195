"""The document of a tune, as the contract has it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from db.language import gettext as _
from deckcheck.chance.estimates import Figure, Proportion, rounded
from deckcheck.repair.result import RepairChange
from deckcheck.show.picked import picked
from deckcheck.show.workbook import LINES, ResultSheet
from deckcheck.tune.best_found import PLAYING, STAND_INS, STEPS, BestFound
from deckcheck.tune.tune import Tuned


def as_document(tuned: Tuned | BestFound, goal: str) -> dict[str, Any]:
    """A tune as the contract has it; `value` is rounded to twelve digits."""
    before, plan = tuned.before, tuned.plan
    head = {
        "schema": "deckcheck.tune/1",
        **picked(before, "path game format rules as_of"),
        "goal": goal,
        "exact": isinstance(tuned, Tuned) and tuned.classes.is_exact,
        "changes": None if plan is None else plan.distance,
        "nearest": tuned.nearest,
    }
    decks = {
        "verdict_after": before.verdict if tuned.after is None else tuned.after.verdict,
        "out": [] if plan is None else _changes(plan.out),
        "in": [] if plan is None else _changes(plan.put_in),
    }
    return head | (_of_odds(tuned, decks) if isinstance(tuned, Tuned) else _of_figure(tuned, decks))


def tune_sheets(document: Mapping[str, Any]) -> Iterator[ResultSheet]:
    """Yields the tables of a tune's document: its changes, the odds by changes, and what one lacks."""
    gains = {(one["name"], one["zone"], one["change"]): one for one in document["gains"]}
    rows = []
    for sign, side in ((-1, "out"), (1, "in")):
        for one in document[side]:
            change = sign * one["quantity"]
            gain = gains.get((one["name"], one["zone"], change), {})
            told = (one.get("free"), *(gain.get(key) for key in ("alone", "last", "others")))
            rows.append((change, one["name"], one["zone"], *("" if n is None else n for n in told)))
    headers = (_("change"), _("card"), _("zone"), _("free"), _("alone"), _("in the end"), _("others as good"))
    yield ResultSheet(_("changes"), headers, tuple(rows))
    points = [
        (one["changes"], one["value"], one.get("standard_error") or 0, int(one["optimal"]))
        for one in document["frontier"]
    ]
    of_points = (_("changes"), document["goal"], _("standard error"), _("proven"))
    yield ResultSheet(_("odds"), of_points, tuple(points), LINES, (2,))
    if document["wish"]:
        lacking = ((one["name"], one["quantity"] - one["free"]) for one in document["wish"]["in"])
        wished = tuple((name, copies) for name, copies in lacking if copies > 0)
        yield ResultSheet(_("wishes"), (_("card"), _("copies")), wished)


def _of_odds(tuned: Tuned, decks: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "before": _value(tuned.before_value),
        "after": _value(tuned.value),
        **decks,
        "proof": {
            "optimal": tuned.optimal,
            "upper_bound": None if tuned.plan is None else round(tuned.bound, 12) if tuned.is_whole else 1.0,
            "methods": list(tuned.methods),
            "looked_at": tuned.looked,
            "open": tuned.open or None,
        },
        "frontier": [
            {"changes": point.changes, "value": point.value, "optimal": point.proven}
            for point in tuned.frontier
        ],
        "held_back": [{"code": one.code, "rule": one.rule, "value": one.value} for one in tuned.held_back],
        "wish": {"value": _value(tuned.wished_value)["value"], "in": _changes(tuned.wished.put_in)}
        if tuned.wished is not None
        else None,
        "gains": [
            {
                **picked(one, "name zone change"),
                "alone": None if one.alone is None else round(one.alone, 12),
                "last": None if one.last is None else round(one.last, 12),
                "others": one.others,
            }
            for one in tuned.gains
        ],
        "goals": [
            {
                "goal": part.condition.written or part.condition.text,
                "weight": float(part.weight),
                "order": part.order,
                "before": _value(tuned.before_odds[place] if tuned.before_odds else None)["value"],
                "after": _value(tuned.odds[place] if tuned.odds else None)["value"],
            }
            for place, part in enumerate(tuned.classes.goal.several)
        ],
    }


def _of_figure(found: BestFound, decks: Mapping[str, Any]) -> dict[str, Any]:
    more = found.gain
    return {
        "before": _measured(found.before_figure),
        "after": _measured(found.figure),
        **decks,
        "proof": {
            "optimal": False,
            "upper_bound": None,
            "methods": [STAND_INS, STEPS, PLAYING],
            "looked_at": found.looked,
            "open": found.open or None,
        },
        "frontier": [
            {"changes": one.changes, **_measured(one.figure), "optimal": False} for one in found.frontier
        ],
        "held_back": [],
        "wish": None,
        "gains": [],
        "share": None if found.figure is None else isinstance(found.figure, Proportion),
        "gain": None if more is None else {"value": rounded(more[0]), "standard_error": rounded(more[1])},
        **picked(found, "seed tried games=played"),
    }


def _measured(figure: Figure | None) -> dict[str, float | None]:
    if figure is None:
        return {"value": None, "standard_error": None}
    return {"value": rounded(figure.value), "standard_error": rounded(figure.standard_error)}


def _value(found: Fraction | None) -> dict[str, float | None]:
    return {"value": None if found is None else round(float(found), 12), "standard_error": None}


def _changes(changes: Sequence[RepairChange]) -> list[dict[str, Any]]:
    return [
        {
            **picked(change, "name quantity zone"),
            **({} if change.free is None else {"owned": change.owned, "free": change.free}),
        }
        for change in changes
    ]
