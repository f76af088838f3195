"""Changes of a collection: copies added, removed, corrected, moved and wanted.

Each change is one batch of the ledger, so that it can be undone. Names are looked up exactly; what
is unknown or may mean several things raises `RefusedError`, and nothing is changed.

Of a product that is sold as one pack we know which cards it holds and not in how many copies; one
of each is what its list says. Cards that are owned only within others come with those.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, TypedDict, Unpack

from db.arguments import Count, checked
from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from db.clock import today
from db.club.history import former_names
from db.collection.history import Entry, LedgerBatch, get_batch, newest_batch
from db.collection.holdings import HEAVIEST, ORDINARY, HoldingChange, HoldingKey, WantFacts, WantKey
from db.collection.ledger import Origin, apply, apply_wants
from db.collection.read import read_collection
from db.engines.people import changing
from db.language import gettext as _
from deckcheck.collection.bulk import HoldingEdit, PlannedEdit, noted_facts, plan_edit
from deckcheck.collection.edit import (
    PLACE,
    ChosenCopies,
    FoundCard,
    NameFinder,
    check_dice,
    new_key,
    only,
    plan_move,
    plan_remove,
    want_key,
)
from deckcheck.collection.holdings import Collection
from deckcheck.collection.lending import (
    LentCopies,
    lent_copies,
    new_loan,
    plan_lending,
    plan_lending_deck,
    plan_return,
)
from deckcheck.collection.loan import loan_of
from deckcheck.collection.words import price_notes
from deckcheck.errors import RefusedError
from deckcheck.games import get_game


class WhichCopies(TypedDict, total=False):
    """The facts that tell which copies of a card are meant; None or absent: not stated."""

    set_code: str | None
    number: str | None
    condition: str | None
    language: str | None
    finish: str | None
    location: str | None


class CopyFacts(TypedDict, total=False):
    """The notes on copies; those left out or None stay as they are."""

    notes: str | None
    acquired_on: str | None
    price: str | None
    currency: str | None


class AddedCopies(WhichCopies, CopyFacts, total=False):
    """The facts that tell which copies are meant, and the notes on them."""


_Changes = Sequence[HoldingChange]
_Wants = Mapping[WantKey, WantFacts | None]
_FEW = 100
"""The holdings of so many cards are read for an edit, and else all."""


@dataclass(frozen=True, slots=True)
class CollectionChange:
    """The result of a change: its batch (None where nothing changed) and notes for the user.

    `keys` are those that edited holdings have now.
    """

    batch: LedgerBatch | None
    entries: tuple[Entry, ...] = ()
    notes: tuple[str, ...] = ()
    keys: tuple[HoldingKey, ...] = ()


@checked
class CollectionEditor:
    """Changes the collection of one game.

    A change is planned in its transaction, from what stands there. `seen` is the newest batch from
    which its user made it: raises `ChangedMeanwhileError` where there is a newer one.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._path = catalogue.path

    @cached_property
    def names(self) -> NameFinder:
        """The look-up of names of cards, sets and printings."""
        return NameFinder(self.catalogue)

    @property
    def stored(self) -> Collection:
        """The collection as it is now."""
        return Collection(read_collection(self._path, self.catalogue.game))

    def add(
        self,
        name: str,
        quantity: int | None = None,
        *,
        dice: int = 0,
        for_trade: int = 0,
        seen: int | None = None,
        **stated: Unpack[AddedCopies],
    ) -> CollectionChange:
        """Adds copies of a card: one, unless a quantity or dice are stated.

        Where set, number and name leave several printings, the printing stays unknown, which the
        notes of the change say.
        """
        copies, facts = _copies(name, stated), noted_facts(stated)
        count = _usual(quantity, dice)
        change = HoldingChange(HoldingKey(0), add=count, add_for_trade=for_trade, add_dice=dice, **facts)
        change, found = self.names.plan_add(copies, change)
        notes = [found.note] if found.note else []
        command = f"collection add {_counted(count, dice)} {name}"
        made = self._applied(lambda: [change], command, seen, notes)
        if change.price and made.entries:
            before, after = (made.entries[0].before or {}, made.entries[0].after or {})
            shown = [f"{change.price} {change.currency or ''}".rstrip()]
            is_left_out = change.currency not in {None, after.get("currency")}
            is_of_all = before.get("quantity") and "price" not in before
            told = price_notes(shown if is_left_out else (), shown if is_of_all else ())
            made = replace(made, notes=(*made.notes, *told))
        return made

    def add_product(
        self, product: str, quantity: int = 1, *, for_trade: int = 0, **stated: Unpack[AddedCopies]
    ) -> CollectionChange:
        """Adds one of each card of a product, in games that are sold as fixed packs."""
        copies = _copies(product, stated)
        change = HoldingChange(HoldingKey(0), add=quantity, add_for_trade=for_trade, **noted_facts(stated))
        plan = plan_product(self.names, self.catalogue.cards(), product, copies, change)
        command = f"collection add {_counted(quantity, 0)} {product}"
        return self._applied(lambda: plan.changes, command, notes=plan.notes)

    def remove(
        self,
        name: str,
        quantity: int | None = None,
        *,
        dice: int = 0,
        every: bool = False,
        seen: int | None = None,
        **which: Unpack[WhichCopies],
    ) -> CollectionChange:
        """Removes copies of a card (one, unless a number is stated), or with `every` all that fit.

        Raises `NotEnoughCopiesError` where there are too few.
        """
        copies = _copies(name, which)
        count = _usual(quantity, dice)

        def plan() -> _Changes:
            held = self.names.held(self.stored, copies)
            return plan_remove(copies, held, None if every else count, dice)

        counted = "all x" if every else _counted(count, dice)
        return self._applied(plan, f"collection remove {counted} {name}", seen)

    def set(
        self,
        name: str,
        quantity: int | None = None,
        *,
        dice: int | None = None,
        for_trade: int | None = None,
        seen: int | None = None,
        **stated: Unpack[AddedCopies],
    ) -> CollectionChange:
        """Makes copies and dice of a card as many as stated, and notes what is stated of them."""
        copies = _copies(name, stated)
        change = HoldingChange(
            HoldingKey(0), quantity=quantity, for_trade=for_trade, dice=dice, **noted_facts(stated)
        )
        notes: list[str] = []

        def plan() -> _Changes:
            planned, notes[:] = self.names.plan_set(self.stored, copies, change)
            return [planned]

        return self._applied(plan, f"collection set {name}", seen, notes)

    def move(
        self,
        name: str,
        to: WhichCopies,
        quantity: int | None = None,
        *,
        dice: int | None = None,
        seen: int | None = None,
        **which: Unpack[WhichCopies],
    ) -> CollectionChange:
        """Moves copies to another place, or corrects the facts stated of them.

        Without numbers all copies that fit are moved; with one, just one holding may fit.
        """
        copies = _copies(name, which)
        target = self._target(name, to)

        def plan() -> _Changes:
            collection = self.stored
            held = self.names.held(collection, copies)
            fitting = held if quantity is dice is None else [only(copies, held)]
            return plan_move(collection, fitting, target, quantity, dice)

        return self._applied(plan, f"collection move {name}", seen)

    def lend(
        self,
        name: str,
        to: str,
        quantity: Count | None = None,
        *,
        until: str | None = None,
        dice: Count = 0,
        seen: int | None = None,
        **which: Unpack[WhichCopies],
    ) -> CollectionChange:
        """Lends copies of a card to somebody until a day: one, unless a number or dice are stated."""
        copies, loan, count = _copies(name, which), new_loan(to, until), _usual(quantity, dice)

        def plan() -> _Changes:
            stored = self.stored
            here = [one for one in self.names.held(stored, copies) if loan_of(one) is None]
            holdings = [only(copies, here)] if here else self.names.held(stored, copies)
            return plan_lending(stored, holdings, loan, count, dice)

        return self._applied(plan, f"collection lend {_counted(count, dice)} {name}", seen)

    def lend_deck(
        self, name: str, to: str, *, until: str | None = None, seen: int | None = None
    ) -> CollectionChange:
        """Lends the copies that a saved deck has reserved; raises `DeckNotFoundError`."""
        from deckcheck.judge.opening import get_saved

        def plan() -> _Changes:
            stored = self.stored
            saved = get_saved(stored.stored.decks, name)
            return plan_lending_deck(stored, saved, new_loan(to, until, saved.facts.name))

        return self._applied(plan, f"collection lend --deck {name}", seen)

    def lent(self, to: str | None = None, *, on: date | None = None) -> tuple[LentCopies, ...]:
        """The copies that are lent, or that one person has; late are those to be back before that day."""
        return lent_copies(self.stored.holdings, on or today(), to, former_names(self._path))

    def returned(
        self, to: str, name: str = "", *, lent_with: str = "", seen: int | None = None
    ) -> CollectionChange:
        """Puts back what somebody had: all of it, a card, or what went with a deck."""
        card = self.names.find(name).card.id if name else None

        def plan() -> _Changes:
            lent = [
                one
                for one in self.lent(to)
                if card in {None, one.holding.key.card_id} and lent_with in {"", one.loan.deck}
            ]
            if not lent:
                raise RefusedError(_("nothing of that is lent to {name}", name=to))
            return list(plan_return(self.stored, lent))

        return self._applied(plan, f"collection returned {to}", seen)

    def edit(
        self, keys: Sequence[HoldingKey], edit: HoldingEdit, *, seen: int | None = None
    ) -> CollectionChange:
        """Changes the holdings of these keys as one batch.

        Raises `RefusedError` for a holding that is not there.
        """
        game, planned = get_game(self.catalogue.game), PlannedEdit((), ())

        def plan() -> _Changes:
            nonlocal planned
            cards = {key.card_id for key in keys}
            some = Collection(read_collection(self._path, game.code, cards if len(cards) <= _FEW else ()))
            planned = plan_edit(self.names, game, some, keys, edit)
            return planned.changes

        cards = [card.name for card in self.catalogue.get_cards([key.card_id for key in keys[:1]])]
        what = cards[0] if len(keys) == len(cards) == 1 else _("{count:,} holdings", count=len(keys))
        return replace(self._applied(plan, f"collection edit {what}", seen), keys=planned.keys)

    def want(
        self,
        name: str,
        quantity: Count = 1,
        *,
        dice: Count | None = None,
        set_code: str | None = None,
        number: str | None = None,
        notes: str | None = None,
        weight: Count | None = None,
        condition: str | None = None,
        language: str | None = None,
        finish: str | None = None,
        seen: int | None = None,
    ) -> CollectionChange:
        """Sets how many copies of a card are wanted in all; 0 removes the want.

        `condition` is the worst that will do; what is not stated stays, and may be whatever in a
        new want. `weight` is how much it is wanted in trades beside other wants, from 1 to 9.
        """
        if weight is not None and not 1 <= weight <= HEAVIEST:
            raise RefusedError(_("a weight of {weight}: expected 1 to {most}", weight=weight, most=HEAVIEST))
        state = {"condition": condition, "language": language, "finish": finish}
        copies = _copies(name, {"set_code": set_code, "number": number, **state})
        named = self.names.find(name, set_code, number)
        check_dice(get_game(self.catalogue.game), named.card, dice)
        if dice and not quantity:
            raise RefusedError(_("{name!r} is wanted with no copy, but with dice", name=name))
        command = f"collection want {_counted(quantity, dice or 0)} {name}"
        key = want_key(named, copies)
        with changing(self._path, seen, newest_batch) as connection:
            kept = next((one.facts for one in self.stored.stored.wants if one.key == key), WantFacts(0))
            facts = WantFacts(
                quantity,
                kept.notes if notes is None else notes,
                kept.dice if dice is None else dice,
                weight or kept.weight,
                kept.condition if copies.condition is None else copies.condition,
                kept.language if copies.language is None else copies.language,
                kept.finish if copies.finish is None else copies.finish or ORDINARY,
            )
            batch = apply_wants(connection, {key: facts if quantity else None}, command=command)
        return change_of(self._path, batch)

    def offer(self, name: str, *, seen: int | None = None, **which: Unpack[WhichCopies]) -> CollectionChange:
        """Marks all copies that fit as for trade, and wants the card no more, as one batch."""
        copies = _copies(name, which)
        named = self.names.find(name, copies.set_code, copies.number)
        wanted = want_key(named, copies)

        def plan() -> _Changes:
            held = self.names.held(self.stored, copies)
            return [HoldingChange(one.key, for_trade=one.quantity) for one in held]

        return self._applied(plan, f"collection offer {name}", seen, wants={wanted: None})

    def keep(self, name: str, *, seen: int | None = None, **which: Unpack[WhichCopies]) -> CollectionChange:
        """Takes the copies that fit off the trade list, and wants as many as there are, as one batch."""
        copies = _copies(name, which)
        more: dict[WantKey, WantFacts | None] = {}

        def plan() -> _Changes:
            stored = self.stored
            held = self.names.held(stored, copies)
            printings = stored.copies_by_printing()
            wants = {
                WantKey(*one.key[:2]): WantFacts(
                    printings[one.key.printing_id]
                    if one.key.printing_id
                    else stored.counts(one.key.card_id).owned
                )
                for one in held
            }
            known = {one.key: one.facts for one in stored.stored.wants}
            for key, facts in wants.items():
                if facts.quantity > known.get(key, WantFacts(0)).quantity:
                    more[key] = known.get(key, facts)._replace(quantity=facts.quantity)
            return [HoldingChange(one.key, for_trade=0) for one in held]

        return self._applied(plan, f"collection keep {name}", seen, wants=more)

    def _target(self, name: str, to: WhichCopies) -> dict[str, Any]:
        stated = _copies(name, to)
        facts = {key: getattr(stated, key) for key in PLACE}
        target = {key: value for key, value in facts.items() if value is not None}
        if stated.set_code is not None or stated.number is not None:
            target["printing_id"] = self.names.printing_id(name, stated.set_code, stated.number)
        if not target:
            raise RefusedError(_("{name!r} is to be moved, but nothing says where to", name=name))
        return target

    def _applied(
        self,
        plan: Callable[[], _Changes],
        command: str,
        seen: int | None = None,
        notes: Sequence[str] = (),
        wants: _Wants | None = None,
    ) -> CollectionChange:
        """Applies what is planned, with wants and notes that the plan may fill."""
        with changing(self._path, seen, newest_batch) as connection:
            batch = apply(connection, plan(), Origin(command), {} if wants is None else wants)
        return change_of(self._path, batch, notes)


def change_of(path: Path, batch: LedgerBatch | None, notes: Sequence[str] = ()) -> CollectionChange:
    """The changes of a batch, none where nothing changed, with notes for the user."""
    entries = get_batch(path, batch.number)[1] if batch else ()
    return CollectionChange(batch, tuple(entries), tuple(notes))


def _copies(name: str, stated: Mapping[str, Any]) -> ChosenCopies:
    """Which copies are meant, in our words; raises where a condition or so is none."""
    place = HoldingEdit(**{name: stated.get(name) for name in PLACE}).place
    return ChosenCopies(name, stated.get("set_code"), stated.get("number"), **place)


def _usual(quantity: int | None, dice: int) -> int:
    """The copies that are meant: one where neither copies nor dice are stated."""
    return (0 if dice else 1) if quantity is None else quantity


def _counted(quantity: int, dice: int) -> str:
    """Numbers as the history tells them.

    >>> _counted(1, 0), _counted(1, 2), _counted(0, 1)
    ('1 x', '1 x and 2 dice of', '1 die of')
    """
    dice_text = f"{dice} {'die' if dice == 1 else 'dice'} of" if dice else ""
    if not quantity:
        return dice_text or "0 x"
    return f"{quantity} x and {dice_text}" if dice_text else f"{quantity} x"


@dataclass(frozen=True, slots=True)
class ProductPlan:
    """The changes that adding a product makes, and notes for the user."""

    changes: tuple[HoldingChange, ...]
    notes: tuple[str, ...] = ()


def plan_product(
    names: NameFinder, cards: Iterable[Card], product: str, copies: ChosenCopies, change: HoldingChange
) -> ProductPlan:
    """The changes that add so many copies of a product.

    Raises `RefusedError` for an unknown product, and in games that are sold in boosters.
    """
    known = tuple(cards)
    collecting = get_game(known[0].game).collecting if known else None
    if collecting is None or collecting.whole is None:
        raise RefusedError(_("{name!r} is not sold as a fixed pack, as far as we know", name=product))
    code = names.set_code(product)
    whole: list[tuple[Card, Printing]] = []
    alone = 0
    for card in known:
        for printing in card.printings:
            if printing.set_code != code:
                continue
            if not collecting.is_part(card):
                whole.append((card, printing))
            elif collecting.whole_of(printing.number or "") is None:
                alone += 1
    changes = tuple(
        replace(change, key=new_key(FoundCard(card, printing), copies)) for card, printing in whole
    )
    notes = (
        _(
            "{alone} cards of it belong to no {whole} and are not counted",
            alone=alone,
            whole=collecting.whole,
        ),
    )
    return ProductPlan(changes, notes if alone else ())
