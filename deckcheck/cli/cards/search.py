"""`deckcheck cards`: search the catalogue, show a card, list the sets, check a card list."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck import acts
from deckcheck.acts.config import FIRST_GAME
from deckcheck.acts.languages import names_in
from deckcheck.cli import options as opt
from deckcheck.cli.cards.sources import app, no_texts
from deckcheck.cli.common import EXIT_FAILED, EXIT_FINE, EXIT_NO, open_database, print_json, say
from deckcheck.show.card_document import card_document, found_document, shown_document
from deckcheck.show.language import gettext as _, joined, meant
from deckcheck.show.tables import print_table
from deckcheck.show.wording import amount

if TYPE_CHECKING:
    from deckcheck.acts.answers import AlikeCard, Card, Game

_A_PAGE = 50


@app.command("search")
def search(
    query: Annotated[
        list[str] | None, opt.argument("QUERY", "What to look for, like 'type:space cost<=4'.")
    ] = None,
    sort: Annotated[
        str | None,
        opt.option("FIELD[,FIELD]", "Order by these fields (default: name); -FIELD for the reverse."),
    ] = None,
    like: Annotated[
        str | None, opt.option("NAME", "The most like this card first: type, side, numbers.")
    ] = None,
    on: opt.Day = None,
    limit: Annotated[
        int | None, opt.option("N", "Cards a page (50; with --json all); 0 for all.", min=0)
    ] = None,
    page: Annotated[int, opt.option("N", "Which page.", min=1)] = 1,
    game: opt.Game = FIRST_GAME,
    names: opt.Names = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """List the cards that a query asks for.

    Fields: name, base, version, side, type, arena, trait, cost, speed, power, health, text, set,
    number, rarity, tag, reprint, legal, banned, restricted, in (a deck), unique, game, of your
    collection owned, reserved, free, wanted, trade, location, condition, language, finish. Between
    field and value stands one of : = != < <= > >= ~ (contains). Words alone look in the name.
    Conditions are joined by and, or, not and parentheses. An empty query, '', lists all cards.

    With --like the cards that could take a card's place come first: of its type, then of its side,
    then of the nearest cost, numbers and traits.

    Exit code 1 when there is no such page.

    Example: deckcheck cards search 'type:space side:dark cost<=4 not set:ESB' --sort cost,name
    """
    if query is None and like is None:
        raise opt.wrong(_("say what to look for; '' lists all cards"), "QUERY")
    words = " ".join(query or ())
    with open_database(db) as database, sort_option():
        answer = acts.cards.find_cards(database, words, sort=sort, like=like, on=on, game=game)
        elsewhere = None if answer.cards else acts.cards.other_game(database, words, game=game)
        near = (
            () if answer.cards or json else acts.cards.cards_of_name(database, words, game=game).suggestions
        )
        called = names_in(database, names, game=game)
    if answer.lacks_texts:
        say(no_texts(game, db))
    for note in answer.unsure:
        say(note)
    found = answer.cards
    size = limit if limit is not None else 0 if json and page == 1 else _A_PAGE
    size = size or max(len(found), 1)
    shown, pages = acts.queries.paged(found, page, size)
    alike, _unused = acts.queries.paged(answer.alike, page, size)
    if json:
        _print_search_json(shown, len(found), page, pages, alike)
    else:
        _print_search(shown, len(found), page, pages, alike, called, near)
    _tell_game(words, elsewhere)
    if page > pages:
        say(_("deckcheck: there is no page {page}, the last is page {pages}"), page=page, pages=pages)
        raise typer.Exit(EXIT_NO)


@app.command("show")
def show(
    name: Annotated[list[str], opt.argument("NAME", "The name of a card.")],
    game: opt.Game = FIRST_GAME,
    names: opt.Names = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show all that is known of a card; of an ambiguous name, its versions.

    Exit code 1 when the name is unknown or ambiguous.

    Example: deckcheck cards show 'Boba Fett (A)'
    """
    wanted = " ".join(name)
    if len(wanted) > (most := acts.cards.longest_name()):
        raise opt.wrong(
            _("a name of {count} characters, at most {most} expected"), "NAME", count=len(wanted), most=most
        )
    with open_database(db) as database:
        named = acts.cards.cards_of_name(database, wanted, game=game)
        if named.renamed:
            say(_("{wanted} is now called {name}"), wanted=wanted, name=named.cards[0].name)
        if len(named.cards) == 1:
            page = acts.cards.card_page(database, wanted, game=game)
            if json:
                print_json(shown_document(page.document()))
            else:
                typer.echo(acts.card_texts.card_text(page, names_in(database, names, game=game)))
            return
        elsewhere = None if named.cards else acts.cards.other_game(database, wanted, game=game)
    if named.cards:
        say(
            _("{wanted!r} may be any of {count} cards; give the full name of one"),
            wanted=wanted,
            count=len(named.cards),
        )
    else:
        say(
            _("deckcheck: {CardNotFoundError}"),
            CardNotFoundError=acts.errors.CardNotFoundError(wanted, named.suggestions),
        )
    if json:
        candidates = [card_document(card) for card in named.cards]
        print_json({**shown_document(None, candidates), "suggestions": list(named.suggestions)})
    for line in map(acts.card_texts.version_line, () if json else named.cards):
        typer.echo(line)
    _tell_game(wanted, elsewhere)
    raise typer.Exit(EXIT_NO)


@app.command("sets")
def sets(
    words: Annotated[
        str, opt.argument("[WORDS]", "Only sets with this code, or these words in the name.")
    ] = "",
    game: opt.Game = FIRST_GAME,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """List the sets with the number of their printings.

    Example: deckcheck cards sets "Empire Strikes Back"
    """
    with open_database(db) as database:
        known = acts.cards.sets(database, game, words)
    if json:
        print_json(acts.cards.sets_document(known))
        return
    table = [(s.code, s.name, s.cards, s.publisher) for s in known]
    print_table(("code", "name", "cards", "publisher"), table, optional=("publisher",))
    printings = amount(sum(s.cards for s in known), "printing")
    say(f"{amount(len(known), 'set')}, {printings}")


@app.command("lint")
def lint(
    paths: Annotated[list[Path], opt.argument("PATH...", "Card lists, or files of any card source.")],
    accept: Annotated[
        Path | None,
        opt.option(
            "FILE",
            "Leave out the findings that this file accepts: a tab-separated table with the "
            "columns set, name, column, code and found.",
        ),
    ] = None,
    texts: Annotated[
        bool, opt.flag("--texts", "Name card texts that may be about building decks, too.")
    ] = False,
    json: opt.Json = False,
) -> None:
    """Check card lists, and files of any card source, for slips, with file, line and column.

    Files of other card sources are checked for what can be amiss in them. Exit code 1 when anything
    is amiss; mere information and findings that --accept FILE lists do not count. 2 when a file
    cannot be read; in a folder of card lists, files that do not begin with a card list's header are
    left out.

    Example: deckcheck cards lint plugins/starwars/sets
    """
    checked = acts.cards.lint(open_database(None), *paths, accept=accept, texts=texts)
    for note in checked.notes:
        say(note)
    if json:
        print_json(checked.document())
    else:
        for line in checked.lines():
            typer.echo(line)
        for line in checked.summary():
            say(line)
    if checked.unreadable:
        raise typer.Exit(EXIT_FAILED)
    raise typer.Exit(EXIT_NO if checked.amiss else EXIT_FINE)


@contextmanager
def sort_option() -> Iterator[None]:
    """The context in which a wrong sort order becomes a usage error of --sort."""
    try:
        yield
    except acts.errors.SortFieldError as error:
        raise opt.wrong(str(error), "--sort") from None


def _print_search(
    shown: "Sequence[Card]",
    total: int,
    page: int,
    pages: int,
    alike: "Sequence[AlikeCard]",
    names: Mapping[str, str],
    near: Sequence[str],
) -> None:
    if shown:
        print_table(
            *acts.card_texts.search_table(shown, alike, names), optional=acts.card_texts.LESS_THAN_NAMES
        )
    more = _("--page {page} shows more", page=page + 1) if page < pages else ""
    if not total:
        say(joined((_("no card matches"), meant(near)), "; "))
    elif page <= pages:
        here = _("page {page} of {pages}, {cards}", page=page, pages=pages, cards=amount(total, "card"))
        say(joined((here, more), "; "))


def _print_search_json(
    shown: "Sequence[Card]", total: int, page: int, pages: int, alike: "Sequence[AlikeCard]" = ()
) -> None:
    more = [{"distance": one.distance, "differs": dict(one.differs)} for one in alike]
    cards = [
        card_document(card) | extra for card, extra in zip(shown, more or [{}] * len(shown), strict=True)
    ]
    print_json(found_document(cards, total, page, pages))


def _tell_game(name: str, game: "Game | None") -> None:
    """Says that a card of this name is one of another game, if there is one."""
    if game is not None:
        say(
            _("{name} is a card of {name2}; choose the game {code}"),
            name=name,
            name2=game.name,
            code=game.code,
        )
