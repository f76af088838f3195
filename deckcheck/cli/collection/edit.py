"""`deckcheck collection`: change what is owned and wanted."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

from deckcheck.cli import options as opt
from deckcheck.cli.collection.common import app, change
from deckcheck.cli.common import say
from deckcheck.show.language import gettext as _

if TYPE_CHECKING:
    from deckcheck.acts.answers import AddedCopies, CollectionChange, CopyFacts, TypedCopies, WhichCopies
    from deckcheck.acts.collection import SessionCollection

__all__ = ["app"]

ForTradeOption = Annotated[int | None, opt.option("N", "Copies of it for trade.", "--for-trade", min=0)]
NotesOption = Annotated[str | None, opt.option("TEXT", "Notes.", "--notes")]
ProductOption = Annotated[
    str | None,
    opt.option(
        "PRODUCT", "A whole product, where they are fixed packs: one of each of its cards.", "--product"
    ),
]


def which_copies(
    set_: opt.CardSet = None,
    number: opt.Number = None,
    condition: opt.Condition = None,
    language: opt.Language = None,
    finish: opt.Finish = None,
    foil: opt.Foil = False,
    location: opt.Location = None,
) -> "WhichCopies":
    """Which copies the options mean."""
    if foil and finish is not None:
        raise opt.wrong(_("--foil cannot be combined with --finish"), "--foil")
    return {
        "set_code": set_,
        "number": number,
        "condition": condition,
        "language": language,
        "finish": "foil" if foil else finish,
        "location": location,
    }


def copy_facts(
    notes: NotesOption = None,
    acquired: Annotated[str | None, opt.option("DATE", "Date acquired.")] = None,
    price: Annotated[str | None, opt.option("PRICE", "What a copy cost, like 2.50.")] = None,
    currency: Annotated[str | None, opt.option("CODE", "The currency of the price.")] = None,
) -> "CopyFacts":
    """The facts of copies that the options state."""
    return {"notes": notes, "acquired_on": acquired, "price": price, "currency": currency}


@change("add", which=which_copies, facts=copy_facts)
def add(
    collection: "SessionCollection",
    which: "WhichCopies",
    facts: "CopyFacts",
    name: opt.MaybeCard = None,
    quantity: opt.Copies = None,
    product: ProductOption = None,
    dice: opt.Dice = None,
    for_trade: ForTradeOption = None,
) -> "CollectionChange":
    """Add copies of a card. Where set, number or name leave several printings, it stays unknown.

    Without options all may stand in one line in any order, like 3 nexu aotc nm binder 2.

    With --product, in games that are sold in fixed packs, a whole product comes in as one batch.
    Exit code 1 when the name is unknown or ambiguous.

    Example: deckcheck collection add 'Boba Fett (A)' --quantity 2 --set AOTC --location 'binder 1'
    """
    _check_product(product, name, which["set_code"], which["number"], dice)
    _check_numbers(quantity, dice)
    if product is not None:
        return collection.add_product(
            product, 1 if quantity is None else quantity, for_trade=for_trade or 0, **which, **facts
        )
    copies = meant_copies(collection, name or [], quantity, which)
    stated: AddedCopies = {**copies.which, **_with_price(facts, copies)}
    return collection.add(copies.name or "", copies.count, dice=dice or 0, for_trade=for_trade or 0, **stated)


def _check_product(product: str | None, name: list[str] | None, *of_a_card: str | int | None) -> None:
    """Raises `BadParameter` unless either a card is named or a product."""
    if product is None and not name:
        raise opt.wrong(_("a card, or --product"), "NAME")
    if product is not None and (name or any(one is not None for one in of_a_card)):
        raise opt.wrong(_("a whole product: without a card's name, --set, --number and --dice"), "--product")


@change("remove", which=which_copies)
def remove(
    collection: "SessionCollection",
    name: opt.Card,
    which: "WhichCopies",
    quantity: opt.Copies = None,
    dice: opt.Dice = None,
    all_: Annotated[bool, opt.flag("--all", "All copies that fit.")] = False,
) -> "CollectionChange":
    """Take copies of a card out of the collection; where copies differ, say which.

    An empty option, like --location '', means copies without one. Exit code 1
    when there are too few, or when several holdings fit.

    Example: deckcheck collection remove 'Boba Fett (A)' --location 'binder 1'
    """
    _check_numbers(quantity, dice)
    copies = meant_copies(collection, name, quantity, which)
    return collection.remove(copies.name or "", copies.count, dice=dice or 0, every=all_, **copies.which)


@change("set", which=which_copies, facts=copy_facts)
def set_copies(
    collection: "SessionCollection",
    name: opt.Card,
    which: "WhichCopies",
    facts: "CopyFacts",
    quantity: Annotated[int | None, opt.option("N", "How many copies.", "--quantity -n", min=0)] = None,
    dice: opt.Dice = None,
    for_trade: ForTradeOption = None,
) -> "CollectionChange":
    """Set the number of copies and dice of a card, and the notes on them.

    Without --quantity and --dice their numbers stay. Exit code 1 when several holdings fit.

    Example: deckcheck collection set 'Boba Fett (A)' --set AOTC --quantity 4 --for-trade 1
    """
    copies = meant_copies(collection, name, quantity, which)
    stated: AddedCopies = {**copies.which, **_with_price(facts, copies)}
    return collection.set(copies.name or "", copies.count, dice=dice, for_trade=for_trade, **stated)


@change("move", which=which_copies)
def move(
    collection: "SessionCollection",
    name: opt.Card,
    which: "WhichCopies",
    quantity: Annotated[
        int | None, opt.option("N", "How many (default: all).", "--quantity -n", min=1)
    ] = None,
    dice: opt.Dice = None,
    to: Annotated[str | None, opt.option("PLACE", "Where to.")] = None,
    to_set: Annotated[str | None, opt.option("CODE", "Correct its set.")] = None,
    to_number: Annotated[str | None, opt.option("N", "Correct its number.")] = None,
    to_condition: Annotated[str | None, opt.option("GRADE", "Correct its condition.")] = None,
    to_language: Annotated[str | None, opt.option("CODE", "Correct its language.")] = None,
    to_finish: Annotated[str | None, opt.option("FINISH", "Correct its finish.")] = None,
) -> "CollectionChange":
    """Move copies to another place, or correct what is stored of them.

    With --quantity or --dice just one holding may fit; without, all copies that fit are moved.

    Example: deckcheck collection move 'Boba Fett (A)' --location 'binder 1' --to 'deck box'
    """
    target = which_copies(to_set, to_number, to_condition, to_language, to_finish, location=to)
    if all(value is None for value in target.values()):
        raise opt.wrong(_("choose where to: --to, --to-set, --to-condition, ..."))
    copies = meant_copies(collection, name, quantity, which)
    return collection.move(copies.name or "", target, copies.count, dice=dice, **copies.which)


@change("want")
def want(
    collection: "SessionCollection",
    name: opt.Card,
    quantity: Annotated[
        int | None, opt.option("N", "Copies in all (default: 1); 0 removes it.", "--quantity -n", min=0)
    ] = None,
    dice: opt.Dice = None,
    set_: opt.CardSet = None,
    number: opt.Number = None,
    notes: NotesOption = None,
    weight: Annotated[
        int | None, opt.option("N", "How much it counts in trades (default 1).", min=1, max=9)
    ] = None,
    condition: Annotated[str | None, opt.option("GRADE", "That grade or better will do.")] = None,
    language: opt.Language = None,
    finish: Annotated[str | None, opt.option("FINISH", "foil, another, or none for no foil.")] = None,
) -> "CollectionChange":
    """Say how many copies of a card are wanted in all, in any printing or in a certain one.

    Without --condition, --language and --finish copies may be whatever they are.

    Example: deckcheck collection want 'Boba Fett (A)' --quantity 4 --condition EX --weight 3
    """
    stated = which_copies(set_, number, condition, language, finish)
    copies = meant_copies(collection, name, quantity, stated, has_place=False)
    if dice and not copies.quantity:
        raise opt.wrong(_("dice are wanted with a card: --quantity 1 or more"))
    return collection.want(
        copies.name or "",
        copies.quantity,
        dice=dice,
        set_code=copies.set_code,
        number=copies.number,
        notes=notes,
        weight=weight,
        condition=copies.condition,
        language=copies.language,
        finish=copies.finish,
    )


def meant_copies(
    collection: "SessionCollection",
    words: Sequence[str],
    quantity: int | None,
    which: "WhichCopies",
    *,
    has_place: bool = True,
) -> "TypedCopies":
    """The copies that a name means with the options beside it, or a line; a new place is said."""
    copies = collection.meant(" ".join(words), quantity, has_place=has_place, **which)
    if copies.is_new_place:
        say(_("{place!r} is a new place"), place=copies.location)
    return copies


def _with_price(facts: "CopyFacts", copies: "TypedCopies") -> "CopyFacts":
    """The facts that the options state, with the price of the line where they state none."""
    if facts.get("price") is not None or copies.price is None:
        return facts
    return {**facts, "price": copies.price, "currency": copies.currency}


def _check_numbers(quantity: int | None, dice: int | None) -> None:
    """Raises `BadParameter` where neither copies nor dice are meant."""
    if quantity == 0 and not dice:
        raise opt.wrong(_("no copies and no dice"), "--quantity")


for _module in ("lend", "import_", "export", "list", "ledger"):
    import_module(f"deckcheck.cli.collection.{_module}")  # in the order of help
