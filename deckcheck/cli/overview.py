"""A noun without a verb, like `deckcheck deck`: what there is of it, and what to do next."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import typer

from deckcheck import acts
from deckcheck.acts.config import settings, settings_path
from deckcheck.cli.common import open_database
from deckcheck.show.language import Message, gettext as _, joined
from deckcheck.show.wording import amount


def show_overview(noun: str) -> None:
    """Prints what there is of a noun, and the next commands."""
    state, commands = OVERVIEWS[noun]
    with open_database(None) as database:
        typer.echo(state(database))
    for command in commands:
        typer.echo(f"  deckcheck {command}")
    typer.echo(_("deckcheck {noun} -h lists all commands", noun=noun))


def _decks(database: "acts.database.Database") -> str:
    saved = database.saved_decks()
    counts = Counter(acts.decks.validate(database, one).verdict for one in saved)
    verdicts = ", ".join(f"{number} {Message(verdict)}" for verdict, number in counts.most_common())
    today = _("{verdicts} today", verdicts=verdicts) if saved else ""
    return joined((amount(len(saved), "saved deck"), today), ": ")


def _people(database: "acts.database.Database") -> str:
    people = acts.people.People(database.path).list()
    return joined((amount(len(people), "person", "people"), ", ".join(one.name for one in people)), ": ")


def _trades(database: "acts.database.Database") -> str:
    waiting = [one for one in acts.proposals.trades(database) if one.state == "open" and not one.is_over]
    return amount(len(waiting), "open trade")


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


def _settings(_database: "acts.database.Database") -> str:
    known = settings()
    given = [name for name, value in known._asdict().items() if value != known._field_defaults.get(name)]
    found = _("{settings} in {path}", settings=amount(len(given), "setting"), path=settings_path())
    return joined((found, ", ".join(given)), ": ")


OVERVIEWS: Mapping[str, tuple[Callable[["acts.database.Database"], str], Sequence[str]]] = {
    "deck": (_decks, ("deck list", "deck save FILE --name NAME", "deck can-build saved")),
    "cards": (_cards, ("cards search 'type:space cost<=4'", "cards show NAME", "cards sources")),
    "collection": (_collection, ("collection list", "collection import FILE", "collection completion")),
    "event": (
        lambda one: acts.event_views.overview_line(acts.events.SessionEvents(one.path, one.game).list()),
        ("event list", "event new NAME", "event show NAME"),
    ),
    "league": (_leagues, ("league new NAME", "league add NAME EVENT", "league table NAME")),
    "people": (_people, ("people list", "people add NAME", "people link NAME")),
    "pool": (
        lambda _one: _("kept pools: {number}", number=len(acts.pools.names_of_pools())),
        ("pool open --product SET", "pool list", "pool build --pool NAME"),
    ),
    "trades": (_trades, ("trades list", "trades find --with FILE", "trades accept NUMBER")),
    "config": (_settings, ("config list", "config set NAME VALUE", "config path")),
}
"""The state of each noun in words, and three commands to go on with."""
