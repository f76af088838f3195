"""A tune as text: the odds before and after, the changes, what each number of changes gains."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from db.advice import advised
from db.language import gettext as _, joined, ngettext
from db.texts import printable_line
from deckcheck.chance.estimates import NORMAL_95, Proportion
from deckcheck.odds.answer import percent
from deckcheck.repair.result import Plan
from deckcheck.repair.text import NOT_PROVEN, headline, plan_text
from deckcheck.report import UNPROVEN
from deckcheck.show.language import number
from deckcheck.show.tables import plain_table
from deckcheck.simulators.simulation_text import figure_text
from deckcheck.tune.best_found import BestFound
from deckcheck.tune.goal import GoalPart
from deckcheck.tune.search import Point
from deckcheck.tune.tune import Tuned

_EQUAL = 1e-9
_SHOWN, _WISHED = 12, 10
"""So many rows of the table of changes are shown, and so many cards that one does not have."""


def tune_text(tuned: Tuned | BestFound, goal: str) -> str:
    """The result of a tune for people."""
    lines = _of_odds(tuned, goal.strip()) if isinstance(tuned, Tuned) else _of_figure(tuned)
    return "\n".join(map(str, (headline(tuned.before), *lines))) + "\n"


def _of_figure(found: BestFound) -> Iterator[str]:
    """The lines of a deck that was found by playing."""
    plan, figure = found.plan, found.figure
    if found.before_figure is not None:
        yield _("{words}: {figure}", words=found.words, figure=figure_text(found.before_figure))
    if plan is None or figure is None or found.gain is None:
        yield found.open or _none(found.nearest)
        return
    if plan.distance:
        yield _with_changes(plan.distance, figure_text(figure))
        yield ""
        yield plan_text(plan, with_reasons=False).rstrip("\n")
    else:
        yield _("Nothing was found that is better for certain.")
    if len(found.frontier) > 1:
        rows = [(step.changes, figure_text(step.figure)) for step in found.frontier]
        yield ""
        yield plain_table([_("changes"), found.words], rows).rstrip("\n")
    yield ""
    if plan.distance:
        more, error = found.gain
        is_share = isinstance(figure, Proportion)
        low, high = (
            number(more + sign * NORMAL_95 * error, "+.2%" if is_share else "+.3g").replace("%", " %")
            for sign in (-1, 1)
        )
        yield _(
            "The gain is {low} to {high} (95 % interval), by games that no search had seen.",
            low=low,
            high=high,
        )
    yield _(
        "The best found, not proven: {tried} decks were tried over {games:,} games, seed {seed}.",
        tried=found.tried,
        games=found.played,
        seed=found.seed,
    )
    if found.open:
        yield found.open
    if found.after is not None and found.after.verdict == UNPROVEN:
        yield advised("unproven", NOT_PROVEN)


def _none(nearest: int | None) -> str:
    if nearest is None:
        return _("No deck within these changes is legal: see deckcheck repair for what is missing.")
    return ngettext(
        "No deck within these changes is legal: the nearest that is takes {number} change.",
        "No deck within these changes is legal: the nearest that is takes {number} changes.",
        nearest,
    )


def _with_changes(changes: int, value: str) -> str:
    return ngettext(
        "With {number} change: {percent}", "With {number} changes: {percent}", changes, percent=value
    )


def _of_odds(tuned: Tuned, goal: str) -> Iterator[str]:
    """The lines of a deck with the best odds."""
    plan = tuned.plan
    if tuned.before_value is None:
        yield _("{goal}: the deck has fewer cards than are seen", goal=goal)
    else:
        yield _("{goal}: {percent}", goal=goal, percent=percent(tuned.before_value))
    if plan is None or tuned.value is None:
        yield tuned.open or _none(tuned.nearest)
        return
    if not plan.distance:
        nothing = _(
            "Nothing has to change: the goal is out of reach of all legal decks within these changes."
        )
        yield _("Nothing has to change.") if tuned.value or not tuned.optimal else nothing
    else:
        yield _with_changes(plan.distance, percent(tuned.value))
        yield ""
        yield plan_text(plan, with_reasons=False).rstrip("\n")
        yield ""
        yield _gains_table(tuned)
    if parts := tuned.classes.goal.parts:
        yield ""
        yield _parts_table(parts, tuned)
    if len(tuned.frontier) > 1:
        yield ""
        yield _frontier(tuned)
    yield ""
    yield from _proof(tuned)


def _gains_table(tuned: Tuned) -> str:
    """The gain of each change alone and in the end, and how many cards would do as well."""
    rows = [
        (
            f"{one.change:+d}",
            printable_line(one.name),
            _gained(one.alone),
            _gained(one.last),
            one.others or "",
        )
        for one in tuned.gains
    ]
    headers = ["", _("card"), _("alone"), _("in the end"), _("others as good")]
    return plain_table(headers, rows).rstrip("\n")


def _gained(gain: float | None) -> str:
    return "-" if gain is None else number(gain, "+.2%").replace("%", " %")


def _parts_table(parts: Sequence[GoalPart], tuned: Tuned) -> str:
    """The odds of each of several goals, before and after."""
    none = [None] * len(parts)
    rows = [
        (part.condition.text, "-" if one is None else percent(one), "-" if two is None else percent(two))
        for part, one, two in zip(parts, tuned.before_odds or none, tuned.odds or none, strict=True)
    ]
    return plain_table([_("goal"), _("before"), _("after")], rows).rstrip("\n")


def _frontier(tuned: Tuned) -> str:
    """The best odds by the number of changes, as a table."""
    shown = _some(tuned.frontier)
    rows = [(point.changes, percent(point.value), _moves(tuned, point)) for point in shown]
    return plain_table([_("changes"), _("odds"), _("cards more and fewer")], rows).rstrip("\n")


def _some(points: Sequence[Point]) -> list[Point]:
    """The first and the last points, and some between them, evenly."""
    last = len(points) - 1
    places = (
        {round(place * last / (_SHOWN - 1)) for place in range(_SHOWN)} if last >= _SHOWN else range(last + 1)
    )
    return [points[place] for place in sorted(places)]


def _moves(tuned: Tuned, point: Point) -> str:
    """The classes of which there are more or fewer cards than in the deck as it is."""
    moves = [
        f"{after - before:+d} {tuned.classes.label(place) or _('others')}"
        for place, (before, after) in enumerate(zip(tuned.classes.start, point.counts, strict=True))
        if after != before
    ]
    return joined(moves, "; ")


def _how_sure(tuned: Tuned) -> str:
    """How sure it is that no deck is better."""
    if tuned.optimal:
        return ngettext(
            "Proven: with at most {number} change no legal deck has better odds.",
            "Proven: with at most {number} changes no legal deck has better odds.",
            tuned.looked,
        )
    if tuned.bound < 1 and tuned.is_legal and float(tuned.value or 0) >= tuned.bound - _EQUAL:
        return _(
            "Proven for up to {looked} changes; more could not be looked at and may gain more.",
            looked=tuned.looked,
        )
    if tuned.bound < 1:
        return _(
            "Not proven to be the best: up to {looked} changes no legal deck has better odds than {bound}.",
            looked=tuned.looked,
            bound=percent(tuned.bound),
        )
    return _("The best found; it is not proven that no legal deck has better odds.")


def _proof(tuned: Tuned) -> Iterator[str]:
    for place, query in enumerate(tuned.classes.goal.condition.queries):
        if not any(answers[place] for answers, _discarded in tuned.classes.keys):
            yield _("No card that may be drawn fits {query}.", query=query.text)
    yield _how_sure(tuned)
    if tuned.open:
        yield tuned.open
    for one in sorted(tuned.held_back, key=lambda one: -one.value):
        yield _(
            "It is held back by {code} ({rule}): {percent} with one less.",
            code=one.code,
            rule=one.rule,
            percent=percent(one.value),
        )
    if tuned.wished is not None and tuned.wished_value is not None:
        yield from _wished(tuned.wished, tuned.wished_value)
    if tuned.after is not None and tuned.after.verdict == UNPROVEN:
        yield advised("unproven", NOT_PROVEN)
    if not tuned.classes.is_exact:
        yield _("Names that are no card for certain stay, and count as cards that answer none of the goal.")


def _wished(plan: Plan, value: Fraction) -> Iterator[str]:
    """The cards that one does not have and that would gain most."""
    lacking = [one for one in plan.put_in if one.quantity > (one.free or 0)]
    if lacking:
        cards = joined(
            (f"{one.quantity - (one.free or 0)} {printable_line(one.name)}" for one in lacking[:_WISHED]),
            ", ",
        )
        yield _(
            "With cards that you do not have free: {percent}: {cards}", percent=percent(value), cards=cards
        )
