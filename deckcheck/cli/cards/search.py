"""`deckcheck cards`: search the catalogue, show a card, list the sets, check a card list."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.cards.sources import no_texts
from deckcheck.cli.cards.sources import register as register_sources
from deckcheck.cli.common import (
    EXIT_FAILED,
    EXIT_FINE,
    EXIT_NO,
    DbOption,
    GameOption,
    JsonOption,
    open_catalogue,
    print_json,
    say,
)
from deckcheck.cli.lazy import new_group
from deckcheck.first_game import FIRST_GAME
from deckcheck.show.tables import print_table
from deckcheck.show.wording import amount
from importers.decks.deck_format import MAX_NAME

if TYPE_CHECKING:
    from db.cards.card import Card
    from db.cards.lookup import Catalogue
    from deckcheck.query import Field
    from deckcheck.query.likeness import AlikeCard

app = new_group(__name__)
register_sources(app)

_A_PAGE = 50


@app.command("search")
def search(
    query: Annotated[
        list[str] | None, typer.Argument(metavar="QUERY", help="What to look for, like 'type:space cost<=4'.")
    ] = None,
    sort: Annotated[
        str | None,
        typer.Option(
            "--sort",
            metavar="FIELD[,FIELD]",
            help="Order by these fields (default: name); -FIELD for the reverse.",
        ),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option("--like", metavar="NAME", help="The most like this card first: type, side, numbers."),
    ] = None,
    on: Annotated[
        str | None, typer.Option("--on", metavar="DATE", help="Ask formats as they were on this day.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=0, help="Cards a page (50; with --json all); 0 for all."),
    ] = None,
    page: Annotated[int, typer.Option("--page", metavar="N", min=1, help="Which page.")] = 1,
    game: GameOption = FIRST_GAME,
    json: JsonOption = False,
    db: DbOption = None,
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
    from deckcheck.acts.cards import the_card
    from deckcheck.cli.validate import parse_day
    from deckcheck.collection.search import search_cards

    if query is None and like is None:
        raise typer.BadParameter("say what to look for; '' lists all cards", param_hint="QUERY")
    day = parse_day(on)
    with open_catalogue(db, game, with_rules=False) as catalogue, sort_option():
        model = None if like is None else the_card(catalogue, like)
        asked = search_cards(catalogue, " ".join(query or ()), sort, like=model, day=day)
        elsewhere = "" if asked.cards else _other_game(catalogue, " ".join(query or ()))
    if asked.lacks_texts:
        say(no_texts(game, db))
    for note in asked.unsure:
        say(note)
    found = asked.cards
    size = limit if limit is not None else 0 if json and page == 1 else _A_PAGE
    size = size or max(len(found), 1)
    pages = max(1, -(-len(found) // size))
    shown = found[(page - 1) * size : page * size]
    alike = asked.alike[(page - 1) * size : page * size]
    if json:
        _print_search_json(shown, len(found), page, pages, alike)
    else:
        _print_search(shown, len(found), page, pages, alike)
    if elsewhere:
        say(elsewhere)
    if page > pages:
        say(f"deckcheck: there is no page {page}, the last is page {pages}")
        raise typer.Exit(EXIT_NO)


@app.command("show")
def show(
    name: Annotated[list[str], typer.Argument(metavar="NAME", help="The name of a card.")],
    game: GameOption = FIRST_GAME,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show all that is known of a card; of an ambiguous name, its versions.

    Exit code 1 when the name is unknown or ambiguous.

    Example: deckcheck cards show 'Boba Fett (A)'
    """
    wanted = " ".join(name)
    if len(wanted) > MAX_NAME:
        message = f"a name of {len(wanted)} characters, at most {MAX_NAME} expected"
        raise typer.BadParameter(message, param_hint="NAME")
    with open_catalogue(db, game, with_rules=False) as catalogue:
        found = catalogue.find_called(wanted)
        if found and found == (catalogue.find_alias(wanted),):
            say(f"{wanted} is now called {found[0].name}")
        if len(found) == 1:
            _show_card(found[0], catalogue, json=json)
            return
        suggestions: tuple[str, ...] = ()
        if not found:
            from deckcheck.suggest import suggest

            suggestions = suggest(wanted, catalogue.names(), catalogue.translated_names())
        elsewhere = "" if found else _other_game(catalogue, wanted)
    _show_none(wanted, found, suggestions, json=json)
    if elsewhere:
        say(elsewhere)
    raise typer.Exit(EXIT_NO)


@app.command("sets")
def sets(game: GameOption = FIRST_GAME, json: JsonOption = False, db: DbOption = None) -> None:
    """List the sets with the number of their printings.

    Example: deckcheck cards sets
    """
    with open_catalogue(db, game, with_rules=False) as catalogue:
        known = catalogue.sets()
    if json:
        rows = [
            {"game": s.game, "code": s.code, "name": s.name, "cards": s.cards, "publisher": s.publisher}
            for s in known
        ]
        print_json({"schema": "deckcheck.sets/1", "sets": rows})
        return
    table = [(s.code, s.name, s.cards, s.publisher) for s in known]
    print_table(("code", "name", "cards", "publisher"), table, optional=("publisher",))
    printings = amount(sum(s.cards for s in known), "printing")
    say(f"{amount(len(known), 'set')}, {printings}")


@app.command("lint")
def lint(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Card lists, or files of any card source.")
    ],
    accept: Annotated[
        Path | None,
        typer.Option(
            "--accept",
            metavar="FILE",
            help="Leave out the findings that this file accepts: a tab-separated table with the "
            "columns set, name, column, code and found.",
        ),
    ] = None,
    texts: Annotated[
        bool, typer.Option("--texts", help="Name card texts that may be about building decks, too.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Check card lists, and files of any card source, for slips, with file, line and column.

    Files of other card sources are checked for what can be amiss in them. Exit code 1 when anything
    is amiss; mere information and findings that --accept FILE lists do not count. 2 when a file
    cannot be read; in a folder of card lists, files that do not begin with a card list's header are
    left out.

    Example: deckcheck cards lint plugins/starwars/sets
    """
    from deckcheck.sources.lint import lint_paths

    found = lint_paths(paths, accept, texts=texts)
    for note in found.notes:
        say(note)
    if json:
        print_json(found.document())
    else:
        from deckcheck.cli.cards.lint import print_findings

        print_findings(found)
    if found.unreadable:
        raise typer.Exit(EXIT_FAILED)
    raise typer.Exit(EXIT_NO if found.amiss else EXIT_FINE)


def query_fields(catalogue: "Catalogue") -> "tuple[Field, ...]":
    """The fields of a query, with the words of this catalogue for hints."""
    from deckcheck.collection.search import query_fields as fields_of

    return fields_of(catalogue)


@contextmanager
def sort_option() -> Iterator[None]:
    """The context in which a wrong sort order becomes a usage error of --sort."""
    from deckcheck.errors import SortFieldError

    try:
        yield
    except SortFieldError as error:
        raise typer.BadParameter(str(error), param_hint="--sort") from None


def _print_search(
    shown: "Sequence[Card]", total: int, page: int, pages: int, alike: "Sequence[AlikeCard]" = ()
) -> None:
    from deckcheck.cli.cards.view import LESS_THAN_NAMES, search_headers, search_row

    if shown:
        headers = search_headers(shown[0].game)
        rows = [search_row(card) for card in shown]
        if alike:
            headers = ("differs", *headers)
            rows = [(_differs(one), *row) for one, row in zip(alike, rows, strict=True)]
        print_table(headers, rows, optional=LESS_THAN_NAMES)
    more = f"; --page {page + 1} shows more" if page < pages else ""
    if not total:
        say("no card matches")
    elif page <= pages:
        say(f"page {page} of {pages}, {amount(total, 'card')}{more}")


def _differs(one: "AlikeCard") -> str:
    """In what a card differs from the one that is asked for, what weighs most first."""
    names = sorted(one.differs, key=lambda name: -one.differs[name])
    return ", ".join(names) or "nothing"


def _print_search_json(
    shown: "Sequence[Card]", total: int, page: int, pages: int, alike: "Sequence[AlikeCard]" = ()
) -> None:
    from deckcheck.show.card_document import card_document, found_document

    more = [{"distance": one.distance, "differs": dict(one.differs)} for one in alike]
    cards = [
        card_document(card) | extra for card, extra in zip(shown, more or [{}] * len(shown), strict=True)
    ]
    print_json(found_document(cards, total, page, pages))


def _other_game(catalogue: "Catalogue", name: str) -> str:
    """The game of the card that is called so in another one, and how to choose it; empty for none."""
    from deckcheck.games import get_game
    from deckcheck.judge.other_games import OtherGames

    code = OtherGames(catalogue).game_of([name])
    return f"{name} is a card of {get_game(code).name}; choose the game {code}" if code else ""


def _show_card(card: "Card", catalogue: "Catalogue", *, json: bool) -> None:
    from datetime import date

    from deckcheck.cli.cards.view import card_text
    from deckcheck.judge.card_page import card_page
    from deckcheck.show.card_document import shown_document

    page = card_page(catalogue, card, date.today())  # noqa: DTZ011 - the user's own day is meant
    if json:
        print_json(shown_document(page.document()))
    else:
        typer.echo(card_text(page))


def _show_none(name: str, found: "Sequence[Card]", suggestions: tuple[str, ...], *, json: bool) -> None:
    from db.errors import CardNotFoundError
    from deckcheck.cli.cards.view import version_line
    from deckcheck.query.facts import name_key
    from deckcheck.show.card_document import card_document, shown_document

    if found:
        say(f"{name!r} may be any of {len(found)} cards; give the full name of one")
    else:
        say(f"deckcheck: {CardNotFoundError(name, suggestions)}")
    if json:
        candidates = [card_document(card) for card in found]
        print_json({**shown_document(None, candidates), "suggestions": list(suggestions)})
    elif found:
        typer.echo("\n".join(map(version_line, sorted(found, key=name_key))))
