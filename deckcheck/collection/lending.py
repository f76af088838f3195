"""Copies that are lent to somebody until a day: holdings of their own, with what was agreed beside them.

That stands in columns of the user's, which sheets give and take: who has them, until when, with which
deck, and where they lay before.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from db.cards.names import normal_form, one_line
from db.collection.decks import SavedDeck
from db.collection.holdings import Holding, HoldingChange
from db.language import gettext as _
from db.texts import name_key
from deckcheck.collection.edit import plan_move
from deckcheck.collection.holdings import Collection
from deckcheck.collection.loan import COLUMNS, FROM, TO, UNTIL, WITH_DECK, Loan, loan_of
from deckcheck.errors import RefusedError
from deckcheck.show.picked import picked


@dataclass(frozen=True, slots=True)
class LentCopies:
    """Copies that somebody has, and whether the day until which has passed."""

    holding: Holding
    loan: Loan
    is_late: bool


def lent_copies(
    holdings: Iterable[Holding], day: date, to: str | None, former: Mapping[str, str]
) -> tuple[LentCopies, ...]:
    """Those copies that are lent, or that one person has: by person, and those back first.

    `former` are the names of people by the keys of those that they had before.
    """

    def now(name: str) -> str:
        return former.get(name_key(name), name)

    loans = [(holding, replace(loan, to=now(loan.to))) for holding in holdings if (loan := loan_of(holding))]
    found = [
        LentCopies(holding, loan, bool(loan.until) and loan.until < day.isoformat())
        for holding, loan in loans
        if to is None or normal_form(now(to)) == normal_form(loan.to)
    ]
    return tuple(sorted(found, key=lambda one: (one.loan.to, one.loan.until or "9", one.loan.deck)))


def new_loan(to: str, until: str | None, deck: str = "") -> Loan:
    """The loan that is asked for; raises `RefusedError`."""
    name = one_line(to)
    if not name:
        raise RefusedError(_("nobody is named to whom it is lent"))
    try:
        day = date.fromisoformat(until).isoformat() if until else ""
    except ValueError:
        raise RefusedError(
            _("the date {acquired_on!r}, expected one like 2002-04-23", acquired_on=until)
        ) from None
    return Loan(name, day, deck)


def plan_lending(
    collection: Collection, holdings: Sequence[Holding], loan: Loan, quantity: int | None, dice: int | None
) -> tuple[HoldingChange, ...]:
    """The changes that lend copies of holdings: they go to the person, and all else stays known.

    Copies of a card that are lent until another day stay apart.
    """
    if lent := next((one for one in holdings if loan_of(one)), None):
        raise RefusedError(_("{name} is lent already: {place}", name=lent.card, place=lent.key.location))
    changes: list[HoldingChange] = []
    for holding in holdings:
        origin = holding.key.location
        place = _place(loan, origin)
        others = [(one.key.location, loan_of(one)) for one in collection.held(holding.key.card_id)]
        days = {location: other.until for location, other in others if other}
        places = (place, *(f"{place} ({n})" for n in range(2, len(days) + 2)))
        place = next(one for one in places if days.get(one, loan.until) == loan.until)
        agreed = {TO: loan.to, UNTIL: loan.until, WITH_DECK: loan.deck, FROM: origin}
        stated = {key: text for key, text in agreed.items() if text}
        gone, come = plan_move(collection, [holding], {"location": place}, quantity, dice)
        changes += (gone, replace(come, extra={**holding.facts.extra, **stated}))
    return tuple(changes)


def _place(loan: Loan, origin: str) -> str:
    """The location of lent copies."""
    return " ".join(filter(None, (loan.to, "<-", origin, loan.deck and f"({loan.deck})")))


def plan_renamed(collection: Collection, old: str, new: str) -> Iterator[HoldingChange]:
    """Yields the changes that keep copies with the deck that they went with, when it is renamed."""
    for holding in collection.holdings:
        if (loan := loan_of(holding)) and loan.deck == old:
            is_ours = holding.key.location == _place(loan, loan.origin)
            place = _place(replace(loan, deck=new), loan.origin) if is_ours else holding.key.location
            gone, come = plan_move(collection, [holding], {"location": place}, None)
            yield gone
            yield replace(come, extra={**holding.facts.extra, WITH_DECK: new})


def plan_lending_deck(collection: Collection, deck: SavedDeck, loan: Loan) -> tuple[HoldingChange, ...]:
    """The changes that lend what a saved deck has reserved, those of the printings that it names first."""
    here = {one.key: one for one in collection.holdings if loan_of(one) is None}
    left = {key: [one.quantity, one.dice] for key, one in here.items()}
    for line in deck.facts.lines:
        asked = [line.reserved, line.reserved_dice]
        keys = (one.key for one in collection.held(line.card_id or 0) if one.key in here)
        for key in sorted(keys, key=lambda key: (key.printing_id != line.printing_id, key[2:])):
            for place, number in enumerate(asked):
                taken = min(number, left[key][place])
                left[key][place] -= taken
                asked[place] -= taken
    changes: list[HoldingChange] = []
    for key, one in here.items():
        copies, dice = one.quantity - left[key][0], one.dice - left[key][1]
        if copies or dice:
            changes += plan_lending(collection, [one], loan, copies, dice)
    if not changes:
        raise RefusedError(
            _("the deck {name} has nothing reserved; `deck reserve` sets its copies aside", name=loan.deck)
        )
    return tuple(changes)


def plan_return(collection: Collection, lent: Iterable[LentCopies]) -> Iterator[HoldingChange]:
    """Yields the changes that put lent copies back where they were."""
    for one in lent:
        gone, come = plan_move(collection, [one.holding], {"location": one.loan.origin}, None)
        extra = {key: text for key, text in (come.extra or {}).items() if key not in COLUMNS}
        yield gone
        yield come if come.extra is None else replace(come, extra=extra)


def lent_document(lent: Sequence[LentCopies]) -> dict[str, Any]:
    """The copies that are lent, as in `deckcheck.lent/1`."""
    loans = [
        {
            **picked(one.loan, "to until? deck?"),
            "late": one.is_late,
            "name": one.holding.printing or one.holding.card,
            **picked(one.holding, "quantity dice set=set_code number?"),
            **picked(one.holding.key, "condition? language? finish?"),
            "origin": one.loan.origin or None,
        }
        for one in lent
    ]
    return {"schema": "deckcheck.lent/1", "loans": loans}
