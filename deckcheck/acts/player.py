"""A person's own page: their match, what they report of it, their lists and all that is kept of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from db.clock import today
from db.club.history import former_names
from db.club.persons import Person
from db.club.reports import news_of_persons, read_reports, state_of_events
from db.collection.read import noted_holdings
from db.engines.place import of_person
from db.errors import PersonError
from db.events.store import read_files, read_player
from db.language import gettext as _
from db.texts import name_key
from deckcheck.acts.collection_documents import batch_changes_document
from deckcheck.acts.event_checks import check_document
from deckcheck.acts.event_views import EventView, clock_document
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.games import game_codes
from deckcheck.acts.proposals import trades, trades_document
from deckcheck.acts.session import Session
from deckcheck.collection.lending import lent_copies, lent_document
from deckcheck.collection.loan import TO
from deckcheck.events.reports import as_seen, calls, current, possible_results, report_match
from deckcheck.events.result_text import result_text
from deckcheck.events.values import Round
from deckcheck.show.picked import picked

_SHOWN_EVENTS = 10

EVENTS_STATE, NEWS = state_of_events, news_of_persons


@dataclass(frozen=True, slots=True)
class _Played:
    """An event by all that its standings come from: for equal ones they are worked out once."""

    key: str
    view: EventView = field(compare=False)


@lru_cache(8)
def _standings(played: _Played) -> Mapping[str, Mapping[str, Any]]:
    """The places in the standings that players see, by their names."""
    return {one["name"]: one for one in played.view.standings()["standings"]}


def own_event(session: Session, person: Person, name: str) -> tuple[SessionEvent, int]:
    """An event in which a person plays, and their number there; raises `PersonError`."""
    for played, number in person.players:
        if name_key(played) == name_key(name) and read_player(session.path, played, number) is not None:
            return session.events.get(played), number
    raise PersonError(_("{name} plays in no such event"), name=person.name)


def report(
    session: Session,
    person: Person,
    name: str,
    round_number: int,
    text: str,
    was: str,
    *,
    drop: bool,
    concede: bool,
) -> str:
    """Reports the match of a round; the result that is set now, as that person sees it."""
    event, number = own_event(session, person, name)
    return report_match(event, number, round_number, text, was, drop=drop, concede=concede)


def person_document(session: Session, person: Person) -> dict[str, Any]:
    """The events of a person as they see them, the latest first, as `deckcheck.me/1`."""
    events = [_event(session, name, number) for name, number in [*reversed(person.players)][:_SHOWN_EVENTS]]
    return {
        "schema": "deckcheck.me/1",
        "name": person.name,
        "events": [one for one in events if one],
        "lent": _lent(session, person),
    }


def _lent(session: Session, person: Person) -> list[dict[str, Any]]:
    """The copies that are lent to a person, by whatever name; where they lay before is the owner's."""
    noted = noted_holdings(session.path, TO)
    former = former_names(session.path) if noted else {}
    loans = lent_document(lent_copies(noted, today(), person.name, former))["loans"]
    return [{key: value for key, value in one.items() if key != "origin"} for one in loans]


def _event(session: Session, name: str, number: int) -> dict[str, Any] | None:
    event = session.events.get(name)
    stored = event.stored
    if number not in stored.players:
        return None
    facts, seen = stored.facts, EventView.of(stored).seen
    (checked,) = check_document(event.check([f"#{number}"], stored=stored))["players"]
    last = seen.last
    played = _Played(repr((facts.settings, stored.players, stored.rounds, stored.tables)), seen)
    mine = _standings(played).get(stored.players[number].name) if last else None
    return {
        **picked(facts, "event=name day format game"),
        "player": stored.players[number].name,
        "closed": bool(facts.locked) or last is not None,
        "dropped": stored.players[number].dropped,
        "ready": checked["ready"],
        "decks": checked["decks"],
        "issues": checked["issues"],
        "rank": mine["rank"] if mine else None,
        "points": mine["points"] if mine else None,
        "round": None if last is None else last.number,
        "clock": None if last is None else clock_document(last),
        "penalties": seen.notes_documents(number),
        "match": None if last is None else _match(event, seen, last, number),
    }


def _match(event: SessionEvent, seen: EventView, one: Round, number: int) -> dict[str, Any] | None:
    """The match of a player in a round: open, reported, waiting, differs, set or asked; or a bye."""
    table = one.table_of(number)
    if table is None:
        return None
    if table.two is None:
        return {"table": None, "opponent": None, "state": "bye"}
    settings, opponent = seen.tournament.settings, table.opponent_of(number) or 0
    told = current(table, read_reports(event.database, seen.stored.id, one.number))
    mine, theirs = (told[player].result if player in told else "" for player in (number, opponent))
    result = result_text(table.result)
    if result:
        state = "asked" if mine and mine != result else "set"
    elif mine and theirs:
        state = "differs"
    else:
        state = "reported" if mine else "waiting" if theirs else "open"
    return {
        "table": table.number,
        "opponent": seen.stored.players[opponent].name,
        "first": table.first and seen.stored.players[table.one if table.first == "one" else table.two].name,
        "first_seat": seen.tournament.first_seat,
        "state": state,
        "reported": as_seen(mine, table, number, settings),
        "result": as_seen(result, table, number, settings),
        "possible": possible_results(settings, elimination=one.stage == "elimination"),
    }


def calls_document(event: SessionEvent, view: EventView) -> list[dict[str, Any]]:
    """The tables of the last round to which the organiser is called, with what is reported there."""
    names = {number: facts.name for number, facts in view.stored.players.items()}
    reports = read_reports(event.database, view.stored.id, view.last.number) if view.last else {}
    return [
        {
            "table": one.table.number,
            "reports": [
                {
                    "player": names[player],
                    "result": text,
                    "told": _("{player} reports {result}", player=names[player], result=text),
                }
                for player, text in one.reports.items()
            ],
            "result": one.result or None,
        }
        for one in (calls(view.last, reports) if view.last else ())
    ]


def own_files(session: Session, person: Person) -> Iterator[tuple[str, bytes]]:
    """Yields all that is kept of a person as files by name: lists as they came, and facts."""
    yield "me.json", _as_json(person_document(session, person))
    yield from _own_collection(session, person)
    with session.of_person(person.id) as own:
        if found := trades(own):
            yield "trades.json", _as_json(trades_document(own, found))
    for name, number in person.players:
        event = session.events.get(name)
        stored = event.stored
        if number not in stored.players:
            continue
        folder = _as_file(name)
        decks = {n: deck for n, deck in stored.decks.items() if deck.player == number}
        files = read_files(event.database, [deck.sha256 for deck in decks.values()])
        for n, deck in decks.items():
            end = deck.path.rpartition("/")[2].rpartition("\\")[2]
            yield f"{folder}/lists/{n}-{end}", files.get(deck.sha256, b"")
        if decks:
            yield f"{folder}/sheet.pdf", event.paper.sheets("player", players=[f"#{number}"]).pdf
        yield f"{folder}/results.json", _as_json([*_results(event, number)])


def _own_collection(session: Session, person: Person) -> Iterator[tuple[str, bytes]]:
    """Yields the collection of a person, game by game: what is owned and wanted, decks, and the history."""
    for game in game_codes():
        with Session(of_person(session.path, person.id), game=game) as own:
            stored = own.collection.stored
            if stored.stored.holdings or stored.stored.wants:
                yield f"{game}/collection.xlsx", own.collection.file(Path("collection.xlsx")).data
            for deck in own.saved_decks(game):
                name = f"{game}/decks/{deck.id}-{_as_file(deck.facts.name)}.json"
                yield name, own.converted(deck, "json").data
            batches = own.collection.history()
            told = [batch_changes_document(*own.collection.batch(one.number)) for one in batches]
            if told:
                yield f"{game}/history.json", _as_json(told)


def _as_json(document: Any) -> bytes:
    import json

    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _as_file(name: str) -> str:
    return "".join(one if one.isalnum() or one in " -_" else "_" for one in name)


def _results(event: SessionEvent, number: int) -> Iterator[Mapping[str, Any]]:
    seen = event.view().seen
    stored = seen.stored
    for one in seen.tournament.rounds:
        if table := one.table_of(number):
            opponent = table.opponent_of(number)
            settings = event.tournament.settings
            yield {
                "round": one.number,
                "table": table.number,
                "opponent": None if opponent is None else stored.players[opponent].name,
                "result": as_seen(result_text(table.result), table, number, settings),
            }
    yield from seen.notes_documents(number)


def own_archive(session: Session, person: Person) -> bytes:
    """All that is kept of a person as one ZIP."""
    from io import BytesIO
    from zipfile import ZIP_DEFLATED, ZipFile

    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, data in own_files(session, person):
            archive.writestr(name, data)
    return made.getvalue()
