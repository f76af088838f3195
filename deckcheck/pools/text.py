"""The best decks of a pool as text and as a document."""

from collections.abc import Iterator, Sequence
from typing import Any

from db.language import Message, filled, gettext as _, joined
from deckcheck.odds.answer import percent
from deckcheck.pools.build import BuiltSide
from deckcheck.repair.text import plan_text
from deckcheck.tune.result import as_document


def built_document(sides: Sequence[BuiltSide], goal: str) -> dict[str, Any]:
    """The best deck as in `deckcheck.tune/1`, with what became of each side."""
    told = [
        {
            "side": one.side or None,
            "value": None if one.value < 0 else one.value,
            "any_size": one.is_any_size,
            "impossible": [*one.lacks],
            "left_out": [*one.left_out],
        }
        for one in sides
    ]
    return {**as_document(sides[0].tuned, goal), "sides": told}


def built_text(sides: Sequence[BuiltSide], goal: str) -> str:
    """The best deck for people: its cards, its odds, how sure that is, and the other sides."""
    return "\n".join(map(str, _lines(sides, goal))) + "\n"


def _lines(sides: Sequence[BuiltSide], goal: str) -> Iterator[str]:
    best = sides[0]
    tuned, after, plan = best.tuned, best.tuned.after, best.tuned.plan
    if after is not None and plan is not None and tuned.value is not None:
        side = Message(best.side) if best.side else ""
        yield _(
            "{path}: {side}, {verdict} in format {format}, rules {rules}, {as_of}",
            path=after.path or after.name,
            side=joined((side, _("{number} cards", number=plan.distance)), ", "),
            verdict=Message(after.verdict),
            format=after.format,
            rules=after.rules,
            as_of=after.as_of,
        )
        yield _("{goal}: {percent}", goal=goal, percent=percent(tuned.value))
        yield ""
        yield plan_text(plan, with_reasons=False).rstrip("\n")
        yield ""
    yield from built_notes(sides)


def built_notes(sides: Sequence[BuiltSide]) -> Iterator[str]:
    """Yields how sure the best deck is the best, what was left out of it, and what the other sides have."""
    best = sides[0]
    tuned = best.tuned
    if tuned.after is not None and tuned.plan is not None and tuned.value is not None:
        if tuned.optimal and best.is_any_size:
            yield _("Proven: no legal deck of this side, of whatever size, has better odds.")
        elif tuned.optimal:
            yield _("Proven: no legal deck of this side and size has better odds.")
        else:
            yield _("The best found; it is not proven that no legal deck has better odds.")
        if tuned.open:
            yield tuned.open
    if best.left_out:
        names = joined(best.left_out, "; ")
        yield _("Left out, since not all that their texts say of decks can be stated: {names}.", names=names)
    for one in sides:
        side = Message(one.side) if one.side else _("the pool")
        if one.tuned.value is None:
            none = _("{side}: no deck was found") if one.tuned.open else _("{side}: no legal deck")
            yield filled(none, {"side": side})
            yield from (joined(("  ", lack)) for lack in one.lacks or filter(None, [one.tuned.open]))
        elif one is not best:
            yield _("{side}: {percent} at best", side=side, percent=percent(one.tuned.value))
