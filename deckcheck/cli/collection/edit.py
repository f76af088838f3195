"""`deckcheck collection`: change what is owned and wanted; its other modules tell of it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from db.cards.names import one_line
from deckcheck.cli.collection import export as collection_export
from deckcheck.cli.collection import import_ as collection_import
from deckcheck.cli.collection import ledger as collection_ledger
from deckcheck.cli.collection import list as collection_list
from deckcheck.cli.collection.common import (
    CardArgument,
    CardsArgument,
    ConditionOption,
    DiceOption,
    FinishOption,
    LanguageOption,
    LocationOption,
    NumberOption,
    SetOption,
    opened,
    refusals,
    tell_change,
    told_condition,
    told_finish,
    told_language,
)
from deckcheck.cli.common import DbOption, GameOption, JsonOption
from deckcheck.cli.lazy import new_group

if TYPE_CHECKING:
    from deckcheck.collection.edit import Copies

app = new_group(__name__)

NumberOfCopies = Annotated[
    int | None,
    typer.Option(
        "--quantity", "-n", metavar="N", min=0,
        help="How many copies (default: 1, none where only dice are told).",
    ),
]  # fmt: skip
ForTradeOption = Annotated[
    int | None, typer.Option("--for-trade", metavar="N", min=0, help="Copies of it for trade.")
]
NotesOption = Annotated[str | None, typer.Option("--notes", metavar="TEXT", help="Notes.")]
AcquiredOption = Annotated[
    str | None, typer.Option("--acquired", metavar="DATE", help="Since when it is owned.")
]
PriceOption = Annotated[
    str | None, typer.Option("--price", metavar="PRICE", help="What a copy cost, like 2.50.")
]
CurrencyOption = Annotated[
    str | None, typer.Option("--currency", metavar="CODE", help="The currency of the price.")
]
ProductOption = Annotated[
    str | None,
    typer.Option(
        "--product", metavar="PRODUCT",
        help="A whole product, where they are fixed packs: one of each of its cards.",
    ),
]  # fmt: skip


@app.command("add")
def add(
    name: CardsArgument = None,
    quantity: NumberOfCopies = None,
    product: ProductOption = None,
    dice: DiceOption = None,
    set_: SetOption = None,
    number: NumberOption = None,
    condition: ConditionOption = None,
    language: LanguageOption = None,
    finish: FinishOption = None,
    location: LocationOption = None,
    for_trade: ForTradeOption = None,
    notes: NotesOption = None,
    acquired: AcquiredOption = None,
    price: PriceOption = None,
    currency: CurrencyOption = None,
    game: GameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Add copies of a card. Where set, number or name leave several printings, it stays unknown.

    With --product, in games that are sold in fixed packs, a whole product comes in as one batch.
    Exit code 1 when the name is unknown or ambiguous.

    Example: deckcheck collection add 'Boba Fett (A)' --quantity 2 --set AOTC --location 'binder 1'
    """
    from db.collection.holdings import HoldingChange, HoldingKey
    from db.collection.ledger import apply_batch
    from deckcheck.collection.products import plan_product

    _check_product(product, name, set_, number, dice)
    words = name or [product or ""]
    copies = _copies(words, set_, number, condition, language, finish, location)
    facts = _facts(notes, acquired, price, currency)
    with opened(db, game) as open_, refusals(json=json):
        count, thrown = _numbers(quantity, dice)
        change = HoldingChange(
            HoldingKey(0), add=count, add_for_trade=for_trade or 0, add_dice=thrown, **facts
        )
        if product is not None:
            plan = plan_product(open_.names, open_.catalogue.cards(), product, copies, change)
            changes, remarks = plan.changes, list(plan.notes)
        else:
            change, found = open_.names.plan_add(copies, change)
            changes, remarks = (change,), [found.note] if found.note else []
        command = f"collection add {_told(count, thrown)} {copies.name}"
        batch = apply_batch(open_.path, changes, command=command)
        tell_change(open_.path, batch, remarks, json=json)


def _check_product(
    product: str | None, name: list[str] | None, *of_a_card: str | int | None
) -> None:
    """Raises `BadParameter` unless either a card is named or a product."""
    if product is None and not name:
        raise typer.BadParameter("a card, or --product", param_hint="NAME")
    if product is not None and (name or any(told is not None for told in of_a_card)):
        told = "a whole product: without a card's name, --set, --number and --dice"
        raise typer.BadParameter(told, param_hint="--product")


@app.command("remove")
def remove(
    name: CardArgument,
    quantity: NumberOfCopies = None,
    dice: DiceOption = None,
    all_: Annotated[bool, typer.Option("--all", help="All copies that fit.")] = False,
    set_: SetOption = None,
    number: NumberOption = None,
    condition: ConditionOption = None,
    language: LanguageOption = None,
    finish: FinishOption = None,
    location: LocationOption = None,
    game: GameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Take copies of a card out of the collection; where copies differ, say which.

    An empty option, like --location '', means copies of which that is not stated. Exit code 1
    when there are too few, or when several holdings fit.

    Example: deckcheck collection remove 'Boba Fett (A)' --location 'binder 1'
    """
    from db.collection.ledger import apply_batch
    from deckcheck.collection.edit import plan_remove

    copies = _copies(name, set_, number, condition, language, finish, location)
    with opened(db, game) as open_, refusals(json=json):
        held = open_.names.held(open_.collection, copies)
        count, thrown = _numbers(quantity, dice)
        changes = plan_remove(copies, held, None if all_ else count, thrown)
        told = "all x" if all_ else _told(count, thrown)
        command = f"collection remove {told} {copies.name}"
        batch = apply_batch(open_.path, changes, command=command)
        tell_change(open_.path, batch, json=json)


@app.command("set")
def set_copies(
    name: CardArgument,
    quantity: Annotated[
        int | None, typer.Option("--quantity", "-n", metavar="N", min=0, help="How many copies.")
    ] = None,
    dice: DiceOption = None,
    set_: SetOption = None,
    number: NumberOption = None,
    condition: ConditionOption = None,
    language: LanguageOption = None,
    finish: FinishOption = None,
    location: LocationOption = None,
    for_trade: ForTradeOption = None,
    notes: NotesOption = None,
    acquired: AcquiredOption = None,
    price: PriceOption = None,
    currency: CurrencyOption = None,
    game: GameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Make copies and dice of a card as many as told, and note what is told of them.

    Without --quantity and --dice their numbers stay. Exit code 1 when several holdings fit.

    Example: deckcheck collection set 'Boba Fett (A)' --set AOTC --quantity 4 --for-trade 1
    """
    from db.collection.holdings import HoldingChange, HoldingKey
    from db.collection.ledger import apply_batch

    copies = _copies(name, set_, number, condition, language, finish, location)
    facts = _facts(notes, acquired, price, currency)
    with opened(db, game) as open_, refusals(json=json):
        change = HoldingChange(
            HoldingKey(0), quantity=quantity, for_trade=for_trade, dice=dice, **facts
        )
        change, told = open_.names.plan_set(open_.collection, copies, change)
        batch = apply_batch(open_.path, [change], command=f"collection set {copies.name}")
        tell_change(open_.path, batch, told, json=json)


@app.command("move")
def move(
    name: CardArgument,
    quantity: Annotated[
        int | None,
        typer.Option("--quantity", "-n", metavar="N", min=1, help="How many (default: all)."),
    ] = None,
    dice: DiceOption = None,
    to: Annotated[str | None, typer.Option("--to", metavar="PLACE", help="Where to.")] = None,
    to_set: Annotated[
        str | None, typer.Option("--to-set", metavar="CODE", help="It is of this set, in truth.")
    ] = None,
    to_number: Annotated[
        str | None, typer.Option("--to-number", metavar="N", help="It has this number, in truth.")
    ] = None,
    to_condition: Annotated[
        str | None, typer.Option("--to-condition", metavar="GRADE", help="Its condition, in truth.")
    ] = None,
    to_language: Annotated[
        str | None, typer.Option("--to-language", metavar="CODE", help="Its language, in truth.")
    ] = None,
    to_finish: Annotated[
        str | None, typer.Option("--to-finish", metavar="FINISH", help="Its finish, in truth.")
    ] = None,
    set_: SetOption = None,
    number: NumberOption = None,
    condition: ConditionOption = None,
    language: LanguageOption = None,
    finish: FinishOption = None,
    location: LocationOption = None,
    game: GameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Move copies to another place, or say what they are in truth.

    With --quantity or --dice just one holding may fit; without, all copies that fit are moved.

    Example: deckcheck collection move 'Boba Fett (A)' --location 'binder 1' --to 'deck box'
    """
    from db.collection.ledger import apply_batch
    from deckcheck.collection.edit import only, plan_move

    copies = _copies(name, set_, number, condition, language, finish, location)
    stated = {
        "location": None if to is None else one_line(to),
        "condition": told_condition(to_condition),
        "language": told_language(to_language),
        "finish": told_finish(to_finish),
    }
    target: dict[str, Any] = {key: value for key, value in stated.items() if value is not None}
    with opened(db, game) as open_, refusals(json=json):
        if to_set is not None or to_number is not None:
            target["printing_id"] = open_.names.printing_id(copies.name, to_set, to_number)
        if not target:
            raise typer.BadParameter("say where to: --to, --to-set, --to-condition, ...")
        held = open_.names.held(open_.collection, copies)
        fitting = held if quantity is dice is None else [only(copies, held)]
        changes = plan_move(open_.collection, fitting, target, quantity, dice)
        batch = apply_batch(open_.path, changes, command=f"collection move {copies.name}")
        tell_change(open_.path, batch, json=json)


@app.command("want")
def want(
    name: CardArgument,
    quantity: Annotated[
        int,
        typer.Option("--quantity", "-n", metavar="N", min=0, help="Copies in all; 0: no longer."),
    ] = 1,
    dice: DiceOption = None,
    set_: SetOption = None,
    number: NumberOption = None,
    notes: NotesOption = None,
    game: GameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Say how many copies of a card are wanted in all, in any printing or in a certain one.

    Example: deckcheck collection want 'Boba Fett (A)' --quantity 4
    """
    from db.collection.holdings import WantFacts
    from db.collection.ledger import apply_wants
    from deckcheck.collection.edit import check_dice, want_key

    copies = _copies(name, set_, number)
    with opened(db, game) as open_, refusals(json=json):
        found = open_.names.find(copies.name, set_, number)
        check_dice(open_.collecting_game, found.card, dice)
        if dice and not quantity:
            raise typer.BadParameter("dice are wanted with a card: --quantity 1 or more")
        key = want_key(found, copies)
        facts = WantFacts(quantity, notes or "", dice or 0) if quantity else None
        command = f"collection want {_told(quantity, dice or 0)} {copies.name}"
        batch = apply_wants(open_.path, {key: facts}, command=command)
        tell_change(open_.path, batch, json=json)


def _numbers(quantity: int | None, dice: int | None) -> tuple[int, int]:
    """The copies and dice that are told; one copy where nothing is."""
    number = (0 if dice else 1) if quantity is None else quantity
    if not number and not dice:
        raise typer.BadParameter("no copies and no dice", param_hint="--quantity")
    return number, dice or 0


def _told(quantity: int, dice: int) -> str:
    """Numbers as the history tells them, like `1 x` or `1 x and 2 dice of`."""
    thrown = f"{dice} {'die' if dice == 1 else 'dice'} of" if dice else ""
    if not quantity:
        return thrown
    return f"{quantity} x and {thrown}" if thrown else f"{quantity} x"


def _copies(
    name: list[str],
    set_code: str | None = None,
    number: str | None = None,
    condition: str | None = None,
    language: str | None = None,
    finish: str | None = None,
    location: str | None = None,
) -> "Copies":
    from deckcheck.collection.edit import Copies

    return Copies(
        " ".join(name), set_code, number, told_condition(condition), told_language(language),
        told_finish(finish), None if location is None else one_line(location),
    )  # fmt: skip


def _facts(
    notes: str | None, acquired: str | None, price: str | None, currency: str | None
) -> dict[str, Any]:
    kept = None if notes is None else notes.strip()  # as a sheet gives it back
    return {"notes": kept, "acquired_on": acquired, "price": price, "currency": currency}


app.command("import")(collection_import.import_sheet)
app.command("export")(collection_export.export)
app.command("list")(collection_list.list_holdings)
app.command("show")(collection_ledger.show)
app.command("stats")(collection_list.stats)
app.command("completion")(collection_list.completion)
app.command("wants")(collection_list.wants)
app.command("trades")(collection_list.trades)
app.command("history")(collection_ledger.history)
app.command("undo")(collection_ledger.undo)
