"""A noun without a verb, like `deckcheck deck`: what there is of it, and what to do next."""

from collections import Counter

import typer

from deckcheck import acts
from deckcheck.acts.config import settings, settings_path
from deckcheck.cli.common import open_database
from deckcheck.show.language import Message, gettext as _, joined
from deckcheck.show.wording import amount

NEXT = {
    "deck": ("deck list", "deck save FILE --name NAME", "deck can-build saved"),
    "cards": ("cards search 'type:space cost<=4'", "cards show NAME", "cards sources"),
    "collection": ("collection list", "collection import FILE", "collection completion"),
    "event": ("event list", "event new NAME", "event show NAME"),
    "league": ("league new NAME", "league add NAME EVENT", "league table NAME"),
    "pool": ("pool open --product SET", "pool list", "pool build --pool NAME"),
    "config": ("config list", "config set NAME VALUE", "config path"),
}
"""Three commands to go on with, by noun."""


def show_overview(noun: str) -> None:
    """Prints what there is of a noun, and the next commands."""
    with open_database(None) as database:
        state = {
            "deck": _decks,
            "cards": _cards,
            "collection": _collection,
            "event": _events,
            "league": _leagues,
            "pool": _pools,
            "config": _settings,
        }[noun]
        typer.echo(state(database))
    for command in NEXT[noun]:
        typer.echo(f"  deckcheck {command}")
    typer.echo(_("deckcheck {noun} -h lists all commands", noun=noun))


def _decks(database: "acts.database.Database") -> str:
    saved = database.saved_decks()
    counts = Counter(acts.decks.validate(database, one).verdict for one in saved)
    verdicts = ", ".join(f"{number} {Message(verdict)}" for verdict, number in counts.most_common())
    today = _("{verdicts} today", verdicts=verdicts) if saved else ""
    return joined((amount(len(saved), "saved deck"), today), ": ")


def _pools(_database: "acts.database.Database") -> str:
    return _("kept pools: {number}", number=len(acts.pools.names_of_pools()))


def _leagues(database: "acts.database.Database") -> str:
    names = acts.leagues.leagues(database)
    return joined((amount(len(names), "league"), ", ".join(names)), ": ")


def _cards(database: "acts.database.Database") -> str:
    catalogue = database.catalogue()
    sets = amount(len(catalogue.sets()), "set")
    return _(
        "{game}: {cards} in {sets}",
        game=database.game,
        cards=amount(len(catalogue.names()), "card"),
        sets=sets,
    )


def _collection(database: "acts.database.Database") -> str:
    totals = acts.collection.SessionCollection(database.catalogue()).stats()
    owned = _(
        "{cards} in {copies}",
        cards=amount(totals.cards, "card"),
        copies=amount(totals.copies, "copy", "copies"),
    )
    return _(
        "{game}: {owned}, {for_trade} for trade; {wanted} wanted and missing",
        game=database.game,
        owned=owned,
        for_trade=totals.for_trade,
        wanted=totals.wanted,
    )


def _events(database: "acts.database.Database") -> str:
    return acts.event_views.overview_line(acts.events.SessionEvents(database.path, database.game).list())


def _settings(_database: "acts.database.Database") -> str:
    known = settings()
    given = [name for name, value in known._asdict().items() if value != known._field_defaults.get(name)]
    found = _("{settings} in {path}", settings=amount(len(given), "setting"), path=settings_path())
    return joined((found, ", ".join(given)), ": ")
