"""The reading commands of `deckcheck collection`: lists, numbers, completion, wants, trades."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.cards.search import sort_option
from deckcheck.cli.collection.common import app, open_collection
from deckcheck.cli.common import own_in_place, parse_rarities, print_json, say
from deckcheck.cli.given import given
from deckcheck.show.language import (
    Message,
    gettext as _,
    in_parts,
    joined,
    ngettext,
    number,
    pgettext,
    some_of,
)
from deckcheck.show.tables import print_table, without_empty
from deckcheck.show.wording import amount

if TYPE_CHECKING:
    from deckcheck.acts.answers import Collecting, Counts, HeldCard, Holding, Progress, SetCompletion
    from deckcheck.acts.collection import SessionCollection

QueryArgument = Annotated[list[str] | None, opt.argument("QUERY", "Which, like 'set:ESB rarity:R owned<4'.")]
_LESS_THAN_NAMES = (
    "finish",
    "notes",
    "language",
    "location",
    "rarity",
    "trade",
    "condition",
    "reserved",
    pgettext("number", "no"),
)
"""Headings of columns that a narrow terminal does without, the least important first."""
TextOption = Annotated[bool, opt.flag("--text", "Print a text to post.")]


@app.command("list")
@given(collection=open_collection)
def list_holdings(
    collection: "SessionCollection",
    query: QueryArgument = None,
    cards: Annotated[bool, opt.flag("--cards", "One line for each card instead of each holding.")] = False,
    sort: Annotated[
        str | None, opt.option("FIELD[,FIELD]", "Order by these fields; -FIELD for the reverse.")
    ] = None,
    on: opt.Day = None,
    json: opt.Json = False,
) -> None:
    """List what is owned, all of it or what a query asks for.

    To the fields of `cards search` come owned, reserved, free, wanted, trade (copies of the card),
    location, condition, language and finish. With --cards, a query for one of the numbers also
    finds cards that are not owned.

    Example: deckcheck collection list 'location:"binder 1" condition>=NM'
    """
    search = collection.cards if cards else collection.holdings
    with sort_option():
        found = search(" ".join(query or []), sort=sort, on=on)
    tell = _tell_cards if cards else _tell_holdings
    tell(found, json=json)
    if unknown := collection.unknown:
        say(
            ngettext(
                "this catalogue is older than the collection; {number} card is kept, not shown: {cards}",
                "this catalogue is older than the collection; {number:,} cards are kept, not shown: {cards}",
                len(unknown),
                cards=some_of(unknown, 5),
            )
        )


def _tell_holdings(cards: "Sequence[HeldCard]", *, json: bool) -> None:
    rows = [(card.holdings[0], card.counts) for card in cards]
    copies = sum(holding.quantity for holding, _ in rows)
    dice = sum(holding.dice for holding, _ in rows)
    if json:
        print_json(acts.collection_documents.collection_document(cards))
        return
    print_holdings(rows)
    parts = [amount(len(rows), "holding"), amount(copies, "copy", "copies")]
    say(joined([*parts, *([amount(dice, "die", "dice")] if dice else [])], ", "))


def _tell_cards(cards: "Sequence[HeldCard]", *, json: bool) -> None:
    if json:
        print_json(acts.collection_lists.held_cards_document(cards))
        return
    dice = any(card.counts.dice or card.counts.wanted_dice for card in cards)
    dice_columns = (_("dice"), _("free dice")) if dice else ()
    headers = ("card", "side", "type", "owned", "reserved", "free", "wanted", "trade", *dice_columns, "sets")
    rows = [
        (
            card.name,
            Message(card.side or ""),
            in_parts(card.type),
            *_numbers(card.counts),
            *((card.counts.dice, card.counts.free_dice) if dice else ()),
            " ".join(card.set_codes),
        )
        for card in cards
    ]
    if rows:
        print_table(headers, rows, optional=("sets", "side", "trade", "reserved", "wanted"))
    say(f"{amount(len(rows), 'card')}, {amount(sum(c.counts.owned for c in cards), 'copy', 'copies')}")


def print_holdings(rows: "Sequence[tuple[Holding, Counts]]") -> None:
    """Prints a table of holdings; columns in which nothing stands are left out."""
    headers = (
        "#",
        "dice",
        "card",
        "set",
        pgettext("number", "no"),
        "rarity",
        "condition",
        "language",
        "finish",
        "location",
        "trade",
        "owned",
        "reserved",
        "free",
        "notes",
    )
    table = [
        (
            holding.quantity,
            holding.dice or "",
            holding.printing or holding.card,
            holding.set_code or "?",
            holding.number,
            holding.rarity,
            holding.key.condition,
            holding.key.language,
            holding.key.finish,
            holding.key.location,
            holding.facts.for_trade or "",
            counts.owned,
            counts.reserved,
            counts.free,
            " ".join(holding.facts.notes.split()),
        )
        for holding, counts in rows
    ]
    if table:
        print_table(*without_empty(headers, table), optional=_LESS_THAN_NAMES)


def _numbers(counts: "Counts") -> tuple[int, int, int, int, int]:
    return counts.owned, counts.reserved, counts.free, counts.wanted, counts.for_trade


@app.command("stats")
@given(collection=open_collection)
def stats(collection: "SessionCollection", json: opt.Json = False) -> None:
    """Show the collection in numbers: copies, cards, sets, conditions, places, what it cost.

    Example: deckcheck collection stats
    """
    summary = collection.stats()
    if json:
        print_json(acts.collection_lists.stats_document(summary))
        return
    totals = [
        (_("copies"), summary.copies),
        (_("cards"), summary.cards),
        (_("printings"), summary.printings),
        (_("copies of unknown printing"), summary.unknown_copies),
        (_("for trade"), summary.for_trade),
        (_("reserved for decks"), summary.reserved),
        (_("wanted and missing"), summary.wanted),
        *(
            (
                (_("dice"), summary.dice),
                (_("dice reserved"), summary.reserved_dice),
                (_("dice wanted and missing"), summary.wanted_dice),
            )
            if collection.collecting().has_dice
            else ()
        ),
        *(
            (str(_("paid {currency}", currency=currency)).strip(), amount)
            for currency, amount in summary.paid
        ),
    ]
    print_table(("what", _("how many")), totals)
    for title in ("set", "rarity", "condition", "language", "location"):
        rows = getattr(summary, f"by_{title}")
        if [name for name, _ in rows] not in ([], [""]):
            typer.echo()
            print_table((title, "copies"), [(name or _("not known"), copies) for name, copies in rows])


@app.command("completion")
@given(collection=open_collection)
def completion(
    collection: "SessionCollection",
    sets: Annotated[list[str] | None, opt.argument("SET", "Sets, by code or name.")] = None,
    missing: Annotated[bool, opt.flag("--missing", "List the printings that are missing.")] = False,
    any_printing: Annotated[
        bool, opt.flag("--any-printing", "Any printing of a card counts, also unknown.")
    ] = False,
    playset: Annotated[
        int | None, opt.option("N", "Copies that make a playset (default: as many as a deck can use).", min=1)
    ] = None,
    booster: Annotated[
        dict[str, int] | None,
        opt.option("R=N,...", "Cards of each rarity in a booster.", parser=parse_rarities),
    ] = None,
    json: opt.Json = False,
) -> None:
    """Show how complete sets are, by rarity, and what a booster would add.

    Without SET: the sets of which something is owned. The figures of boosters rest on assumptions,
    which are printed with them; --booster C=7,U=3,R=1 changes them.

    Example: deckcheck collection completion AOTC --missing
    """
    collecting = collection.collecting(playset)
    completions = collection.completion(
        *sets or (), any_printing=any_printing, playset=playset, booster=booster
    )
    unknown = 0 if any_printing else collection.stored.unknown_copies
    if json:
        print_json(
            acts.collection_lists.completion_document(
                completions, collecting.playset, unknown, any_printing=any_printing
            )
        )
        return
    _print_completion(completions, collecting, missing=missing, by_rarity=bool(sets))
    if any(one.booster for one in completions):
        how = _("assumed") if booster is None else _("given")
        say(
            _("boosters: {how} are {booster_words}"),
            how=how,
            booster_words=acts.collection_lists.booster_words(booster or acts.collection_lists.BOOSTER),
        )
    if unknown:
        copies = amount(unknown, "copy", "copies")
        say(_("{copies} of unknown printing are not counted; --any-printing counts them"), copies=copies)
    if not completions:
        say(_("no copy of a known printing is owned; name a SET to see all that it has"))


def _print_completion(
    completions: "Sequence[SetCompletion]", collecting: "Collecting", *, missing: bool, by_rarity: bool
) -> None:
    rows: list[tuple[object, ...]] = []
    for one in completions:
        brings = number(one.booster.new, ".2f") if one.booster else ""
        dice = (one.dice.owned, one.dice.printings, one.dice.playsets) if one.dice else ()
        rows.append((one.code, one.name, *_progress(one.total), *dice, brings))
        if by_rarity and [part.rarity for part in one.rarities] != [None]:
            blank = ("",) * len(dice)
            rows += [
                ("", f"  {_('rarity {rarity}', rarity=part.rarity or '?')}", *_progress(part), *blank, "")
                for part in one.rarities
            ]
    dice_columns = (_("dice"), _("of"), _("dice playsets")) if collecting.has_dice else ()
    headers = ("set", "name", "owned", "of", "share", "playsets", *dice_columns, _("new in a booster"))
    if not collecting.is_even and not any(one.booster for one in completions):
        headers, rows = headers[:-1], [row[:-1] for row in rows]
    if rows:
        print_table(headers, rows, optional=(_("new in a booster"), "playsets"))
    for one in completions if missing else ():
        _print_missing(one, collecting)


def _print_missing(one: "SetCompletion", collecting: "Collecting") -> None:
    """Prints what a set is short of; what makes a playset beside it where that is not the same."""
    what = f"{collecting.playset}" if collecting.is_even else _("a playset")
    typer.echo(_("\n{code}, short of {what}:", code=one.code, what=what))
    headers: tuple[str, ...] = (pgettext("number", "no"), "printing", "rarity", "owned")
    headers += () if collecting.is_even else ("of",)
    headers += ("dice", _("of dice")) if collecting.has_dice else ()
    lines = [
        (
            m.number,
            m.name,
            m.rarity,
            m.owned,
            *(() if collecting.is_even else (m.playset,)),
            *((m.dice, m.dice_playset) if collecting.has_dice else ()),
        )
        for m in one.missing
    ]
    print_table(headers, lines)


def _progress(part: "Progress") -> tuple[object, ...]:
    share = f"{part.owned * 100 // max(part.printings, 1)} %"
    return part.owned, part.printings, share, part.playsets


@app.command("wants")
@given(collection=open_collection)
def wants(collection: "SessionCollection", text: TextOption = False, json: opt.Json = False) -> None:
    """List what is wanted, with what is missing of it. `collection want` says what is wanted.

    Example: deckcheck collection wants --text
    """
    open_wants = collection.wants()
    rows = [tuple(acts.collection_lists.want_document(one).values()) for one in open_wants]
    if json:
        print_json(acts.collection_lists.wants_document(open_wants))
    elif text:
        wanted = acts.collection_lists.wants_document(open_wants)["wants"]
        _print_post(_("Looking for:"), acts.collection_lists.post(wanted, "missing"))
        for row in rows:
            if row[9]:
                place = " ".join(str(part) for part in row[2:4] if part)
                typer.echo(_("{} dice of {}").format(row[9], row[1]) + (f" ({place})" if place else ""))
    elif rows:
        headers = (
            "missing",
            "card",
            "set",
            pgettext("number", "no"),
            "wanted",
            "owned",
            "notes",
            _("dice wanted"),
            _("dice owned"),
            _("dice missing"),
            "weight",
            "condition",
            "language",
            "finish",
        )
        shown = [
            (*row[:7], *(one or "" for one in row[7:10]), "" if row[10] == 1 else row[10], *row[11:])
            for row in rows
        ]
        print_table(*without_empty(headers, shown), optional=("notes", "owned", "wanted"))
        say(own_in_place("DECK"))
    else:
        say(_("your want list is empty; add a card with `deckcheck collection want NAME --quantity N`"))


@app.command("trades")
@given(collection=open_collection)
def trades(
    collection: "SessionCollection",
    surplus: Annotated[int | None, opt.option("N", "Offer every copy above N as well.", min=0)] = None,
    text: TextOption = False,
    json: opt.Json = False,
) -> None:
    """List what can be traded away: copies for trade that are neither reserved nor wanted.

    Example: deckcheck collection trades --surplus 4 --text
    """
    offers = collection.trades(surplus)
    if json:
        print_json(acts.collection_lists.trades_document(offers))
        return
    rows = [
        tuple(
            value or "" if isinstance(value, str | None) else value
            for value in acts.collection_lists.offer_document(one).values()
        )
        for one in offers
    ]
    if text:
        offered = acts.collection_lists.trades_document(offers)["trades"]
        _print_post(_("For trade:"), acts.collection_lists.post(offered, "offered"))
    elif rows:
        headers = ("offered", "name", "set", "number", "condition", "language", "finish", "location", "kept")
        print_table(*without_empty(headers, rows), optional=_LESS_THAN_NAMES)
    else:
        say(_("nothing is for trade; see --for-trade of `collection set`, or --surplus N"))


def _print_post(title: str, lines: str) -> None:
    """Prints a text to post."""
    typer.echo(f"{title}\n{lines}", nl=False)
