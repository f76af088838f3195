"""`deckcheck collection`: change what is owned and wanted; its other modules tell of it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import (
    collection_export,
    collection_import,
    collection_ledger,
    collection_list,
)
from deckcheck.cli.collection_common import (
    CardArgument,
    ConditionOption,
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
from deckcheck.cli.common import DbOption, FirstGameOption, JsonOption
from deckcheck.cli.lazy import new_group

if TYPE_CHECKING:
    from deckcheck.collection_edit import Copies

app = new_group(__name__)

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


@app.command("add")
def add(
    name: CardArgument,
    quantity: Annotated[
        int, typer.Option("--quantity", "-n", metavar="N", min=1, help="How many copies.")
    ] = 1,
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
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Add copies of a card. Where set, number or name leave several printings, it stays unknown.

    Exit code 1 when the name is unknown or ambiguous.

    Example: deckcheck collection add 'Boba Fett (A)' --quantity 2 --set AOTC --location 'binder 1'
    """
    from db.holdings import HoldingChange, HoldingKey
    from db.ledger import apply_batch

    copies = _copies(name, set_, number, condition, language, finish, location)
    facts = _facts(notes, acquired, price, currency)
    with opened(db, game) as open_, refusals(json=json):
        change = HoldingChange(HoldingKey(0), add=quantity, add_for_trade=for_trade or 0, **facts)
        change, found = open_.names.plan_add(copies, change)
        batch = apply_batch(
            open_.path, [change], command=f"collection add {quantity} x {copies.name}"
        )
        tell_change(open_.path, batch, [found.note] if found.note else [], json=json)


@app.command("remove")
def remove(
    name: CardArgument,
    quantity: Annotated[
        int, typer.Option("--quantity", "-n", metavar="N", min=1, help="How many copies.")
    ] = 1,
    all_: Annotated[bool, typer.Option("--all", help="All copies that fit.")] = False,
    set_: SetOption = None,
    number: NumberOption = None,
    condition: ConditionOption = None,
    language: LanguageOption = None,
    finish: FinishOption = None,
    location: LocationOption = None,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Take copies of a card out of the collection; where copies differ, say which.

    An empty option, like --location '', means copies of which that is not stated. Exit code 1
    when there are too few, or when several holdings fit.

    Example: deckcheck collection remove 'Boba Fett (A)' --location 'binder 1'
    """
    from db.ledger import apply_batch
    from deckcheck.collection_edit import plan_remove

    copies = _copies(name, set_, number, condition, language, finish, location)
    with opened(db, game) as open_, refusals(json=json):
        held = open_.names.held(open_.collection, copies)
        changes = plan_remove(copies, held, None if all_ else quantity)
        told = "all" if all_ else str(quantity)
        batch = apply_batch(
            open_.path, changes, command=f"collection remove {told} x {copies.name}"
        )
        tell_change(open_.path, batch, json=json)


@app.command("set")
def set_copies(
    name: CardArgument,
    quantity: Annotated[
        int | None, typer.Option("--quantity", "-n", metavar="N", min=0, help="How many copies.")
    ] = None,
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
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Make copies of a card as many as told, and note what is told of them.

    Without --quantity their number stays. Exit code 1 when several holdings fit.

    Example: deckcheck collection set 'Boba Fett (A)' --set AOTC --quantity 4 --for-trade 1
    """
    from db.holdings import HoldingChange, HoldingKey
    from db.ledger import apply_batch

    copies = _copies(name, set_, number, condition, language, finish, location)
    facts = _facts(notes, acquired, price, currency)
    with opened(db, game) as open_, refusals(json=json):
        change = HoldingChange(HoldingKey(0), quantity=quantity, for_trade=for_trade, **facts)
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
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Move copies to another place, or say what they are in truth.

    With --quantity just one holding may fit; without, all copies that fit are moved.

    Example: deckcheck collection move 'Boba Fett (A)' --location 'binder 1' --to 'deck box'
    """
    from db.ledger import apply_batch
    from deckcheck.collection_edit import only, plan_move

    copies = _copies(name, set_, number, condition, language, finish, location)
    stated = {
        "location": None if to is None else to.strip(),
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
        fitting = held if quantity is None else [only(copies, held)]
        changes = plan_move(open_.collection, fitting, target, quantity)
        batch = apply_batch(open_.path, changes, command=f"collection move {copies.name}")
        tell_change(open_.path, batch, json=json)


@app.command("want")
def want(
    name: CardArgument,
    quantity: Annotated[
        int,
        typer.Option("--quantity", "-n", metavar="N", min=0, help="Copies in all; 0: no longer."),
    ] = 1,
    set_: SetOption = None,
    number: NumberOption = None,
    notes: NotesOption = None,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Say how many copies of a card are wanted in all, in any printing or in a certain one.

    Example: deckcheck collection want 'Boba Fett (A)' --quantity 4
    """
    from db.holdings import WantFacts
    from db.ledger import apply_wants
    from deckcheck.collection_edit import want_key

    copies = _copies(name, set_, number)
    with opened(db, game) as open_, refusals(json=json):
        key = want_key(open_.names.find(copies.name, set_, number), copies)
        facts = WantFacts(quantity, notes or "") if quantity else None
        command = f"collection want {quantity} x {copies.name}"
        batch = apply_wants(open_.path, {key: facts}, command=command)
        tell_change(open_.path, batch, json=json)


def _copies(
    name: list[str],
    set_code: str | None = None,
    number: str | None = None,
    condition: str | None = None,
    language: str | None = None,
    finish: str | None = None,
    location: str | None = None,
) -> "Copies":
    from deckcheck.collection_edit import Copies

    return Copies(
        " ".join(name), set_code, number, told_condition(condition), told_language(language),
        told_finish(finish), None if location is None else location.strip(),
    )  # fmt: skip


def _facts(
    notes: str | None, acquired: str | None, price: str | None, currency: str | None
) -> dict[str, Any]:
    return {"notes": notes, "acquired_on": acquired, "price": price, "currency": currency}


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
