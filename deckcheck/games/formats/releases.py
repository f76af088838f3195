"""Rules and notes that follow from the days of releases of sets and rulebooks."""

from collections.abc import Iterable, Iterator
from datetime import date

from db.cards.card import Card, Printing
from db.cards.dates import UNKNOWN_DATE, ImpreciseDate, parse_date
from db.language import all_of, gettext as _, partly
from deckcheck.rules.edition import Edition, Status
from deckcheck.rules.requirement import EVERYWHERE, CardLimit, PerCard, Warned, by_card
from deckcheck.show.wording import LATER_DAY

NOT_RELEASED = "not-released"
"""The code of cards that were not on sale on the day, in formats that say nothing of that."""

_MOST_NAMED = 5
"""How many cards a message names."""


def released(printing: Printing) -> ImpreciseDate:
    """The day from which a printing was on sale, by its set."""
    return parse_date(printing.released) if printing.released else UNKNOWN_DATE


def was_on_sale(printings: Iterable[Printing], day: date) -> bool | None:
    """Whether any of these printings was on sale on a day; None where that is not known."""
    answers = {released(printing).has_come(day) for printing in printings}
    return True if True in answers else None if None in answers else False


def early_editions(editions: Iterable[Edition], day: date) -> Iterator[str]:
    """Yields a note for each edition whose book was not printed yet on a day."""
    for edition in {edition.code: edition for edition in editions}.values():
        if edition.published is None:
            continue
        printed = parse_date(edition.published)
        if printed.has_come(day) is False:
            yield _(
                "on {day} the {name} did not exist yet; it came {printed}",
                day=day,
                name=edition.name,
                printed=printed,
            )


def on_sale(
    format_name: str,
    sets: frozenset[str] | None,
    day: date,
    listed: date = date.max,
    code: str = "set-legality",
) -> PerCard:
    """A card of an allowed set is legal from the day on which one of its printings was on sale.

    `sets` None means all of them, in the zones that count: that is asked of any format for a day
    that the user gives. A set without a day was on sale at the latest on that of the card lists,
    `listed`.
    """

    def limit_of(card: Card) -> CardLimit | None:
        mine = [p for p in card.printings if sets is None or p.set_code in sets]
        found = was_on_sale(mine, day) if mine else True
        if found or (found is None and listed <= day and not all(p.released for p in mine)):
            return None
        out = {p.set_code: released(p) for p in mine}
        when = all_of(_("{code} came out {day}", code=code, day=day) for code, day in out.items())
        if found is False:
            return CardLimit(0, 0, {"out": when, "not_on_sale": _("not on sale on {day}", day=day)})
        unknown = _("not on sale on {day}, as far as is known", day=day)
        return CardLimit(0, None, {"out": when, "not_on_sale": unknown})

    return PerCard(
        code,
        _("{format_name}: a set counts from the day on which it is on sale", format_name=format_name),
        by_card(limit_of),
        Status.NOT_IN_SETS,
        message=partly("{name} was not on sale on {day}: {out}", day=day),
        open_message=partly("whether {name} was on sale on {day} is not known: {out}", day=day),
        crowd=partly("{name}: none of {cards} was on sale on {day}", day=day),
        advice=_("replace it, or {later_day}", later_day=LATER_DAY),
        together="{not_on_sale}",
        aside="{out}",
        zones=EVERYWHERE if sets is not None else None,
        sentence=_("only cards that were on sale on the day"),
    )


def not_released(day: date) -> Warned:
    """Cards that were not on sale yet on the day are listed; by itself that forbids no deck."""

    def values(_zone: str, card: Card) -> dict[str, str] | None:
        if was_on_sale(card.printings, day) is not False:
            return None
        if not card.printings:
            return {"label": card.name}
        first = min(card.printings, key=lambda p: released(p).earliest or date.max)
        return {
            "label": _(
                "{name} ({set_code} came out {released})",
                name=card.name,
                set_code=first.set_code,
                released=released(first),
            )
        }

    kept = by_card(lambda card: values("", card))
    return Warned(
        NOT_RELEASED,
        "",
        lambda _zone, card: kept(card),
        message=partly("{have_cards} {was_were} not on sale yet on {day}: {labels}", day=day),
        advice=LATER_DAY,
        in_one=_MOST_NAMED,
        zones=EVERYWHERE,
        sentence=_("a remark on cards that were not on sale yet"),
    )
