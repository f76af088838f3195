"""`deckcheck collection`: change what is owned and wanted."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

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
    FoilOption,
    LanguageOption,
    LocationOption,
    NumberOption,
    SetOption,
    opened,
    refusals,
    tell_change,
)
from deckcheck.cli.common import DbOption, GameOption, JsonOption
from deckcheck.cli.lazy import new_group
from deckcheck.first_game import FIRST_GAME

if TYPE_CHECKING:
    from deckcheck.cli.collection.common import Opened
    from deckcheck.collection.editor import CopyFacts, WhichCopies

app = new_group(__name__)

NumberOfCopies = Annotated[
    int | None,
    typer.Option(
        "--quantity",
        "-n",
        metavar="N",
        min=0,
        help="How many copies (default: 1, none where only dice are told).",
    ),
]
ForTradeOption = Annotated[
    int | None, typer.Option("--for-trade", metavar="N", min=0, help="Copies of it for trade.")
]
NotesOption = Annotated[str | None, typer.Option("--notes", metavar="TEXT", help="Notes.")]
AcquiredOption = Annotated[str | None, typer.Option("--acquired", metavar="DATE", help="Date acquired.")]
PriceOption = Annotated[
    str | None, typer.Option("--price", metavar="PRICE", help="What a copy cost, like 2.50.")
]
CurrencyOption = Annotated[
    str | None, typer.Option("--currency", metavar="CODE", help="The currency of the price.")
]
ProductOption = Annotated[
    str | None,
    typer.Option(
        "--product",
        metavar="PRODUCT",
        help="A whole product, where they are fixed packs: one of each of its cards.",
    ),
]


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
    foil: FoilOption = False,
    location: LocationOption = None,
    for_trade: ForTradeOption = None,
    notes: NotesOption = None,
    acquired: AcquiredOption = None,
    price: PriceOption = None,
    currency: CurrencyOption = None,
    game: GameOption = FIRST_GAME,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Add copies of a card. Where set, number or name leave several printings, it stays unknown.

    With --product, in games that are sold in fixed packs, a whole product comes in as one batch.
    Exit code 1 when the name is unknown or ambiguous.

    Example: deckcheck collection add 'Boba Fett (A)' --quantity 2 --set AOTC --location 'binder 1'
    """
    _check_product(product, name, set_, number, dice)
    which = _which(set_, number, condition, language, _finish(finish, foil), location)
    facts = _facts(notes, acquired, price, currency)
    _check_numbers(quantity, dice)
    with opened(db, game) as open_, refusals(json=json):
        if product is not None:
            done = open_.editor.add_product(
                product, 1 if quantity is None else quantity, for_trade=for_trade or 0, **which, **facts
            )
        else:
            card, quantity = _counted(open_, name or [], quantity)
            done = open_.editor.add(
                card, quantity, dice=dice or 0, for_trade=for_trade or 0, **which, **facts
            )
        tell_change(open_.path, done.batch, done.notes, json=json)


def _check_product(product: str | None, name: list[str] | None, *of_a_card: str | int | None) -> None:
    """Raises `BadParameter` unless either a card is named or a product."""
    if product is None and not name:
        raise typer.BadParameter("a card, or --product", param_hint="NAME")
    if product is not None and (name or any(one is not None for one in of_a_card)):
        message = "a whole product: without a card's name, --set, --number and --dice"
        raise typer.BadParameter(message, param_hint="--product")


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
    foil: FoilOption = False,
    location: LocationOption = None,
    game: GameOption = FIRST_GAME,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Take copies of a card out of the collection; where copies differ, say which.

    An empty option, like --location '', means copies of which that is not stated. Exit code 1
    when there are too few, or when several holdings fit.

    Example: deckcheck collection remove 'Boba Fett (A)' --location 'binder 1'
    """
    which = _which(set_, number, condition, language, _finish(finish, foil), location)
    _check_numbers(quantity, dice)
    with opened(db, game) as open_, refusals(json=json):
        card, quantity = _counted(open_, name, quantity)
        done = open_.editor.remove(card, quantity, dice=dice or 0, every=all_, **which)
        tell_change(open_.path, done.batch, json=json)


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
    foil: FoilOption = False,
    location: LocationOption = None,
    for_trade: ForTradeOption = None,
    notes: NotesOption = None,
    acquired: AcquiredOption = None,
    price: PriceOption = None,
    currency: CurrencyOption = None,
    game: GameOption = FIRST_GAME,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Set the number of copies and dice of a card, and the notes on them.

    Without --quantity and --dice their numbers stay. Exit code 1 when several holdings fit.

    Example: deckcheck collection set 'Boba Fett (A)' --set AOTC --quantity 4 --for-trade 1
    """
    which = _which(set_, number, condition, language, _finish(finish, foil), location)
    facts = _facts(notes, acquired, price, currency)
    with opened(db, game) as open_, refusals(json=json):
        card, quantity = _counted(open_, name, quantity)
        done = open_.editor.set(card, quantity, dice=dice, for_trade=for_trade, **which, **facts)
        tell_change(open_.path, done.batch, done.notes, json=json)


@app.command("move")
def move(
    name: CardArgument,
    quantity: Annotated[
        int | None, typer.Option("--quantity", "-n", metavar="N", min=1, help="How many (default: all).")
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
    foil: FoilOption = False,
    location: LocationOption = None,
    game: GameOption = FIRST_GAME,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Move copies to another place, or say what they are in truth.

    With --quantity or --dice just one holding may fit; without, all copies that fit are moved.

    Example: deckcheck collection move 'Boba Fett (A)' --location 'binder 1' --to 'deck box'
    """
    which = _which(set_, number, condition, language, _finish(finish, foil), location)
    target = _which(to_set, to_number, to_condition, to_language, to_finish, to)
    if all(value is None for value in target.values()):
        raise typer.BadParameter("say where to: --to, --to-set, --to-condition, ...")
    with opened(db, game) as open_, refusals(json=json):
        done = open_.editor.move(" ".join(name), target, quantity, dice=dice, **which)
        tell_change(open_.path, done.batch, json=json)


@app.command("want")
def want(
    name: CardArgument,
    quantity: Annotated[
        int | None,
        typer.Option(
            "--quantity", "-n", metavar="N", min=0, help="Copies in all (default: 1); 0: no longer."
        ),
    ] = None,
    dice: DiceOption = None,
    set_: SetOption = None,
    number: NumberOption = None,
    notes: NotesOption = None,
    game: GameOption = FIRST_GAME,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Say how many copies of a card are wanted in all, in any printing or in a certain one.

    Example: deckcheck collection want 'Boba Fett (A)' --quantity 4
    """
    with opened(db, game) as open_, refusals(json=json):
        card, counted = _counted(open_, name, quantity)
        wanted = 1 if counted is None else counted
        if dice and not wanted:
            raise typer.BadParameter("dice are wanted with a card: --quantity 1 or more")
        done = open_.editor.want(card, wanted, dice=dice, set_code=set_, number=number, notes=notes)
        tell_change(open_.path, done.batch, json=json)


def _counted(open_: "Opened", words: Sequence[str], quantity: int | None) -> tuple[str, int | None]:
    """The name and the number of copies: that of the option, else one that stands with the name."""
    text = " ".join(words)
    return (text, quantity) if quantity is not None else open_.names.split_count(text)


def _check_numbers(quantity: int | None, dice: int | None) -> None:
    """Raises `BadParameter` where neither copies nor dice are meant."""
    if quantity == 0 and not dice:
        raise typer.BadParameter("no copies and no dice", param_hint="--quantity")


def _finish(finish: str | None, foil: bool) -> str | None:
    """The finish that --finish or --foil asks for."""
    if foil and finish is not None:
        raise typer.BadParameter("--foil cannot be combined with --finish", param_hint="--foil")
    return "foil" if foil else finish


def _which(
    set_code: str | None,
    number: str | None,
    condition: str | None,
    language: str | None,
    finish: str | None,
    location: str | None,
) -> "WhichCopies":
    """Which copies the options mean."""
    return {
        "set_code": set_code,
        "number": number,
        "condition": condition,
        "language": language,
        "finish": finish,
        "location": location,
    }


def _facts(notes: str | None, acquired: str | None, price: str | None, currency: str | None) -> "CopyFacts":
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
