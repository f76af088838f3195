"""`deckcheck deck missing` and `deck diff`: what decks lack, and how two of them differ."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli import deck_saved
from deckcheck.cli.collection_common import COLLECTIONS, opened
from deckcheck.cli.common import (
    EXIT_NO,
    DbOption,
    FirstGameOption,
    JsonOption,
    first_game_only,
    print_json,
    say,
)

if TYPE_CHECKING:
    from deckcheck.missing import Missing

DecksArgument = Annotated[
    list[str], typer.Argument(metavar="DECK...", help="Deck files, or names of saved decks.")
]
FromOption = Annotated[
    str | None, typer.Option("--from", metavar="FORMAT", help="Read files as this format.")
]


def missing(
    decks: DecksArgument,
    same_printing: Annotated[
        bool, typer.Option("--same-printing", help="Only the printings that the decks name count.")
    ] = False,
    all_: Annotated[
        bool, typer.Option("--all", help="Also cards of which none is missing.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print a text to post.")] = False,
    xlsx: Annotated[
        Path | None, typer.Option("--xlsx", metavar="FILE", help="Write a workbook.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    build: Annotated[
        bool, typer.Option("--build", help="Reserve what is there; decks from files are saved.")
    ] = False,
    from_: FromOption = None,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show what decks need and you lack, all of them built at once.

    Copies reserved for other decks are not free. Any printing of a card will do, unless
    --same-printing is given. Exit code 1 when --build could not reserve everything.

    Example: deckcheck deck missing my.dek 'Republic' --text
    """
    from deckcheck.missing import find_missing, trade_post
    from deckcheck.saved_decks import open_deck

    if json + csv + text > 1:
        raise typer.BadParameter("choose one of --json, --csv and --text")
    with opened(db, game) as open_:
        collection = open_.collection
        opened_decks = [open_deck(deck, collection.stored.decks, from_) for deck in decks]
        first_game_only(COLLECTIONS, *(deck.deck_list.game for deck in opened_decks))
        found = find_missing(opened_decks, collection, open_.resolver, same_printing=same_printing)
        if build:
            deck_saved.build(open_, decks, from_)
    if xlsx is not None:
        _write_workbook(xlsx, found, force=force)
    if json:
        print_json(_document(found))
    elif csv:
        sys.stdout.write(_csv(found, all_=all_))
    elif text:
        sys.stdout.write(trade_post(found))
    else:
        _print(found, all_=all_)
    for deck in opened_decks:
        for unread in deck.deck_list.unread:
            say(f"{deck.label}:{unread.line}: left out, cannot be read: {unread.reason}")
    if build and found.missing:
        raise typer.Exit(EXIT_NO)


def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A deck file or saved deck.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    from_: FromOption = None,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show in which cards two decks differ, zone by zone; printings do not count.

    Example: deckcheck deck diff old.dek new.dek
    """
    from deckcheck.missing import deck_difference
    from deckcheck.saved_decks import open_deck

    with opened(db, game) as open_:
        saved = open_.collection.stored.decks
        one, other = (open_deck(deck, saved, from_) for deck in (first, second))
        first_game_only("comparisons", one.deck_list.game, other.deck_list.game)
        rows = deck_difference(one, other, open_.resolver)
    if json:
        cards = [{"zone": zone, "name": name, "a": a, "b": b, "change": b - a}
                 for zone, name, a, b in rows]  # fmt: skip
        print_json({"schema": "deckcheck.deck-diff/1", "a": one.label, "b": other.label,
                    "cards": cards})  # fmt: skip
    elif rows:
        from deckcheck.cli.tables import print_table

        table = [(f"{b - a:+}", name, a, b, zone) for zone, name, a, b in rows]
        print_table(("change", "card", "before", "after", "zone"), table)
    else:
        say("the decks hold the same cards")


def _print(found: "Missing", *, all_: bool) -> None:
    from deckcheck.cli.tables import print_table

    rows: list[tuple[object, ...]] = [
        (card.missing, card.name, card.needed, card.owned, card.reserved, card.free,
         " ".join(card.card.set_codes))
        for card in found.cards
        if card.missing or all_
    ]  # fmt: skip
    rows += [(need.quantity, need.name, need.quantity, "", "", "", "unknown card" if not
              need.candidates else "may be several cards") for need in found.unknown]  # fmt: skip
    headers = ("missing", "card", "needed", "owned", "reserved", "free", "sets")
    if rows:
        print_table(headers, rows, shrink=("sets",))
    needed = sum(card.needed for card in found.cards) + sum(n.quantity for n in found.unknown)
    say(f"{found.missing} of {needed} cards are missing")


def _csv(found: "Missing", *, all_: bool) -> str:
    import csv
    from io import StringIO

    from deckcheck.missing import csv_rows
    from importers.collection_writing import disarmed

    header, *rows = csv_rows(found)
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    place = header.index("missing")
    for row in rows:
        if all_ or row[place]:
            writer.writerow([disarmed(c) if isinstance(c, str) else c for c in row])
    return text.getvalue()


def _document(found: "Missing") -> dict[str, Any]:
    names = ("needed", "owned", "reserved", "free", "missing")
    cards = [
        {"name": card.card.name, "printing": card.printing, "side": card.card.side,
         "type": card.card.type, "sets": list(card.card.set_codes),
         **{name: getattr(card, name) for name in names},
         "decks": [{"name": deck, "quantity": copies} for deck, copies in card.decks]}
        for card in found.cards
    ]  # fmt: skip
    unknown = [
        {"name": need.name, "deck": need.deck, "quantity": need.quantity,
         "candidates": list(need.candidates), "suggestions": list(need.suggestions)}
        for need in found.unknown
    ]  # fmt: skip
    unknown_copies = sum(need.quantity for need in found.unknown)
    totals = {
        "needed": unknown_copies + sum(card.needed for card in found.cards),
        "missing": found.missing,
        "unknown": unknown_copies,
    }
    return {"schema": "deckcheck.missing/1", "decks": list(found.decks),
            "same_printing": found.same_printing, "totals": totals, "cards": cards,
            "unknown": unknown}  # fmt: skip


def _write_workbook(path: Path, found: "Missing", *, force: bool) -> None:
    from deckcheck.missing import csv_rows
    from importers.table_workbook import table_workbook
    from importers.writing import save_deck

    header, *rows = csv_rows(found)
    save_deck(path, table_workbook("Missing", [str(name) for name in header], rows), force=force)
    say(f"{path}: {len(rows)} cards written")
