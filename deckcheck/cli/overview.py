"""A noun without a verb, like `deckcheck deck`: what there is of it, and what to do next."""

from collections import Counter
from typing import TYPE_CHECKING

import typer

from deckcheck.acts.config import settings, settings_path
from deckcheck.cli.common import open_database
from deckcheck.show.wording import amount

if TYPE_CHECKING:
    from deckcheck.acts.database import Database

NEXT = {
    "deck": ("deck list", "deck save FILE --name NAME", "deck can-build saved"),
    "cards": ("cards search 'type:space cost<=4'", "cards show NAME", "cards sources"),
    "collection": ("collection list", "collection import FILE", "collection completion"),
    "event": ("event list", "event new NAME", "event show NAME"),
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
            "config": _settings,
        }[noun]
        typer.echo(state(database))
    for command in NEXT[noun]:
        typer.echo(f"  deckcheck {command}")
    typer.echo(f"deckcheck {noun} -h lists all commands")


def _decks(database: "Database") -> str:
    from deckcheck.acts.decks import validate

    saved = database.saved_decks()
    counts = Counter(validate(database, one).verdict for one in saved)
    verdicts = ", ".join(f"{number} {verdict}" for verdict, number in counts.most_common())
    return amount(len(saved), "saved deck") + (f": {verdicts} today" if saved else "")


def _cards(database: "Database") -> str:
    catalogue = database.catalogue()
    sets = amount(len(catalogue.sets()), "set")
    return f"{database.game}: {amount(len(catalogue.names()), 'card')} in {sets}"


def _collection(database: "Database") -> str:
    from deckcheck.acts.collection import SessionCollection

    totals = SessionCollection(database.catalogue()).stats()
    owned = f"{amount(totals.cards, 'card')} in {amount(totals.copies, 'copy', 'copies')}"
    return f"{database.game}: {owned}, {totals.for_trade} for trade; {totals.wanted} wanted and missing"


def _events(database: "Database") -> str:
    from deckcheck.acts.event_views import overview_line
    from deckcheck.acts.events import SessionEvents

    return overview_line(SessionEvents(database.path, database.game).list())


def _settings(_database: "Database") -> str:
    known = settings()
    given = [name for name, value in known._asdict().items() if value != known._field_defaults.get(name)]
    return f"{amount(len(given), 'setting')} in {settings_path()}{': ' if given else ''}{', '.join(given)}"
