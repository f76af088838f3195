"""`deckcheck deck missing` and `deck diff`: what decks lack, and how two of them differ."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.languages import names_in
from deckcheck.acts.limits import MOST_DECKS
from deckcheck.cli import options as opt
from deckcheck.cli.common import (
    EXIT_NO,
    at_work,
    open_database,
    own_in_place,
    print_json,
    say,
    say_if_no_cards,
    undo_command,
    write_file,
)
from deckcheck.cli.event.paper import paper_size
from deckcheck.cli.open_decks import open_decks
from deckcheck.show.language import Message, all_of, gettext as _, ngettext
from deckcheck.show.screen import printable_line
from deckcheck.show.tables import print_table, without_empty
from deckcheck.show.wording import amount, count

DecksArgument = Annotated[list[str], opt.argument("DECK...", "Deck files, or names of saved decks.")]


def missing(
    decks: DecksArgument,
    same_printing: Annotated[
        bool, opt.flag("--same-printing", "Only the printings that the decks name count.")
    ] = False,
    all_: Annotated[bool, opt.flag("--all", "Also cards of which none is missing.")] = False,
    csv: Annotated[bool, opt.flag("--csv", "Print CSV.")] = False,
    text: Annotated[bool, opt.flag("--text", "Print a text to post.")] = False,
    xlsx: Annotated[
        Path | None, opt.option("FILE", "Write a workbook.", callback=opt.ending_in(".xlsx"))
    ] = None,
    force: opt.Force = False,
    build: Annotated[bool, opt.flag("--build", "Reserve what is there; decks from files are saved.")] = False,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    names: opt.Names = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show what decks need and you lack, all of them built at once.

    Copies reserved for other decks are not free. Any printing of a card will do, unless
    --same-printing is given. Exit code 1 when --build could not reserve everything.

    Example: deckcheck deck missing my.dek 'Republic' --text
    """
    if json + csv + text > 1:
        raise opt.wrong(_("choose one of --json, --csv and --text"))
    with open_database(db) as database:
        named = open_decks(database, decks, from_, game)
        say_if_no_cards(database, named.game)
        lacking = acts.decks.missing(database, *named.decks, same_printing=same_printing, game=named.game)
        illegal = [] if json or csv or text else _illegal(database, named)
        called = names_in(database, names, game=named.game)
        if build and (batch := acts.decks.build(database, named)):
            say(_("reserved; undo with: {command}"), command=undo_command(batch.number))
        elif build:
            say(_("nothing more to reserve"))
    if xlsx is not None:
        data, cards = acts.shown_decks.missing_workbook(lacking)
        write_file(xlsx, data, _("{cards} written", cards=amount(cards, "card")), force=force)
    if json:
        print_json(lacking.document())
    elif csv:
        sys.stdout.write(lacking.csv(every=all_))
    elif text:
        sys.stdout.write(lacking.post())
    else:
        _print(lacking, called, all_=all_)
        if hint := _repair_hint(lacking, illegal, [deck.label for deck in named.decks]):
            say(hint)
    _tell_unread(named.decks)
    if build and (lacking.missing or lacking.missing_dice):
        raise typer.Exit(EXIT_NO)


def diff(
    first: Annotated[str, opt.argument("A", opt.DECK_HELP)],
    second: Annotated[str, opt.argument("B", "Another one.")],
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show in which cards two decks differ, zone by zone; printings do not count.

    Example: deckcheck deck diff old.dek new.dek
    """
    with open_database(db) as database:
        named = open_decks(database, [first, second], from_, game)
        one, other = named.decks
        rows = acts.decks.difference(database, one, other, game=named.game)
    if json:
        print_json(acts.collection_documents.deck_difference_document(one.label, other.label, rows))
    elif rows:
        table = [(f"{b - a:+}", name, a, b, Message(zone)) for zone, name, a, b in rows]
        print_table(("change", "card", "before", "after", "zone"), table)
    else:
        say(_("the decks hold the same cards"))


def proxies(
    decks: DecksArgument,
    out: Annotated[Path, opt.option("FILE", "The PDF to write.", "--out -o", callback=opt.ending_in(".pdf"))],
    missing: Annotated[bool, opt.flag("--missing", "Only copies that you lack.")] = False,
    paper: opt.Paper = "A4",
    font: opt.Font = None,
    force: opt.Force = False,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    db: opt.Db = None,
) -> None:
    """Print the cards of decks as proxies: drawn from their facts, 63 x 88 mm, nine on a page.

    Example: deckcheck deck proxies my.dek --missing --out proxies.pdf
    """
    with open_database(db) as database:
        named = open_decks(database, decks, from_, game)
        say_if_no_cards(database, named.game)
        size = paper_size(paper)
        printed = acts.proxies.proxies(database, named, missing=missing, page_size=size, fonts=font or ())
    for note in printed.notes:
        say(note)
    write_file(out, printed.pdf, amount(printed.pages, "page", "pages"), force=force)
    _tell_unread(named.decks)


def _print(lacking: "acts.answers.Missing", names: "Mapping[str, str]", *, all_: bool) -> None:
    def dice(there: "acts.answers.Needed | None") -> tuple[object, ...]:
        if not lacking.has_dice:
            return ()
        return (there.missing, there.needed, there.free) if there else ("", "", "")

    none = "" if lacking.has_dice else 0  # beside dice there is no room for a column of nothing
    rows: list[tuple[object, ...]] = [
        (
            card.missing,
            names.get(card.name, card.name),
            card.needed,
            card.owned,
            card.reserved or none,
            card.free,
            *dice(card.dice),
            " ".join(card.card.set_codes),
        )
        for card in lacking.cards
        if card.missing or card.missing_dice or all_
    ]
    rows += [
        (need.quantity, need.name, need.quantity, "", "", "", *dice(None), need.why)
        for need in lacking.unknown
    ]
    dice_columns = (_("dice missing"), _("dice needed"), _("dice free")) if lacking.has_dice else ()
    headers = ("missing", "card", "needed", "owned", "reserved", "free", *dice_columns, "sets")
    if rows:
        print_table(*without_empty(headers, rows), optional=("sets", "reserved", "owned", _("dice free")))
    needed = sum(card.needed for card in lacking.cards) + sum(n.quantity for n in lacking.unknown)
    parts = [_("{missing} of {needed}", missing=lacking.missing, needed=count(needed, "card", "cards"))]
    if lacking.has_dice:
        needed = sum(card.dice.needed for card in lacking.cards if card.dice)
        parts.append(
            _("{missing} of {needed}", missing=lacking.missing_dice, needed=count(needed, "die", "dice"))
        )
    say(_("missing: {summary}"), summary=all_of(parts))
    if lacking.whole:
        say(_("what comes as an {whole} is counted as one"), whole=lacking.whole)


def _tell_unread(decks: "Sequence[acts.answers.OpenedDeck]") -> None:
    for deck in decks:
        for unread in deck.deck_list.unread:
            say(
                _("{label}:{line}: left out, cannot be read: {reason}"),
                label=deck.label,
                line=unread.line,
                reason=unread.reason,
            )


def _illegal(database: "acts.database.Database", named: "acts.decks.OpenedDecks") -> list[str]:
    """The decks that are illegal, judged as `deckcheck validate` judges them."""
    resolved = [acts.decks.deck(database, one, game=named.game) for one in named.decks]
    return [one.path for one in resolved if acts.decks.validate(database, one).verdict == "illegal"]


def _repair_hint(
    needs: "acts.answers.Missing", illegal: "Sequence[str]", decks: "Sequence[str]"
) -> str | None:
    """The repair that helps to play with the cards of the collection; None where none is needed."""
    named = illegal or decks
    if len(named) > MOST_DECKS or "-" in named:
        return None
    words = " ".join(shlex.quote(printable_line(name)) for name in named)
    if illegal:
        return ngettext(
            "the nearest legal deck from your cards: {repair}",
            "the nearest legal decks from your cards: {repair}",
            len(named),
            repair=at_work(f"repair {words} --owned"),
        )
    lacking = next((card for card in needs.cards if card.missing), None)
    if lacking is None:
        return None
    return own_in_place(words, shlex.quote(lacking.card.name))
