"""Wrong values at the door of every public function: each ends in a `DeckcheckError`, or fits."""

import inspect
import io
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import deckcheck
from db import arguments
from db.errors import ArgumentError, DeckcheckError
from deckcheck.acts.database import Database
from deckcheck.collection.bulk import HoldingEdit
from deckcheck.deck import Deck
from importers.decks.deck_list import DeckLine, DeckList
from tests.amounts import amount
from tests.conftest import ROOT

DECK = ROOT / "examples/decks/mixed-sides.txt"
NAME = "Luke Skywalker (A)"


class Odd:
    """An object of no use to anybody."""

    def __init__(self, *_: object) -> None:
        pass

    def __repr__(self) -> str:
        return "?"


WRONG: list[Any] = [
    None,
    True,
    2.5,
    -1,
    0,
    10**30,
    -(10**30),
    float("nan"),
    float("inf"),
    "",
    " ",
    "\0",
    "1",
    "2003-10-01",
    "\ud800",
    "x" * 70_000,
    b"",
    b"1",
    [],
    [None],
    (),
    ((1, 2),),
    {},
    {1: 2},
    {"a": None},
    set(),
    Odd(),
    Odd,
    len,
    datetime(2003, 10, 1, tzinfo=UTC),
    date(1, 1, 1),
    Decimal(2),
    1j,
    ...,
    range(3),
    iter([None]),
    io.StringIO("4 Nothing at all\n"),
    io.BytesIO(b"\0\1"),
    Deck(()),
    DeckList((DeckLine(-3, ""),), "text"),
]
"""At least 30 values of which hardly any argument takes one."""

STEP = amount(10, 1)
"""`make test` throws a tenth of them at each argument, another at the next one."""

GOOD: dict[str, Any] = {
    "source": DECK,
    "deck": DECK,
    "one": DECK,
    "paths": [DECK],
    "sources": [DECK, DECK],
    "decks": DECK,
    "name": NAME,
    "condition": "type:space >= 1",
    "goal": "type:space >= 1",
    "hands": 20,
    "seed": 7,
    "games": 3,
    "turns": 1,
    "number": 1,
    "to": "json",
    "text": "side:light",
    "keys": (),
    "edit": HoldingEdit(),
    "product": "starter",
    "format_name": "json",
    "code": "swtcg",
    "on": date(2026, 1, 1),
    "query": "",
    "old": "Empty",
    "new": "Other",
    "time_limit": 0.1,
    "deck_list": DeckList((DeckLine(1, NAME),), "text"),
    "line": DeckLine(1, NAME),
    "names": [NAME],
    "label": "Deck",
    "idents": [1],
    "base_name": "Luke Skywalker",
    "words": "luke",
    "image_key": "x",
    "reason": "said",
    "player": "Ada",
    "day": "2026-01-01",
    "jobs": 1,
    "typed": (),
    "table": 1,
    "minutes": 5,
    "other": DECK,
    "settings": {},
    "shown": True,
    "command": "test",
    "cards": (),
    "token": "x",
    "lists": (),
    "columns": "deckcheck",
}
"""A good value of each argument without a default, and of those that would take long."""

FOR: dict[str, dict[str, Any]] = {
    "convert": {"target": "new.json", "force": True},
    "new_deck": {"path": "new.dek"},
    "converted": {"names": None},
    "hand_in": {"event": "", "player": 0},
    "plot_deck": {"path": "new.svg"},
    "plot_odds": {"path": "new.svg"},
    "lint": {"paths": "lists"},
    "export": {"file": "mine.csv", "force": True, "names": None},
    "file": {"file": Path("mine.csv"), "force": True, "names": None},
    "import_sheet": {"file": "mine.csv", "columns": {}},
    "move": {"to": {"location": "box"}},
    "version": {"batch": 1},
    "give_seat": {"deck_path": "a.dek", "seat": "deck"},
    "verify": {"file": DECK},
    "swap": {"one": "Ada", "other": "Bo"},
    "spot_check": {"count": 1},
    "add": {"columns": {}, "address": "lists"},
    "import_event": {"file": "event.json"},
    "build": {"decks": ()},
    "tune": {"changes": 0},
    "tune_steps": {"changes": 0},
    "want": {"number": None},
    "find_numbered": {"set_code": "AOTC", "number": "1"},
    "resolve_name": {"name": NAME},
    "read_deck": {"path": DECK},
    "ensure_ready": {"path": Path("new.sqlite")},
    "has_decided": {"deck": Deck(())},
    "is_of_no_game": {"deck": Deck(())},
}
"""Good values that are those of one function."""

ELSEWHERE = {
    ("SessionSources", "pictures"): "fetches from the network",
    ("SessionSources", "sync"): "fetches from the network",
    ("SessionSources", "compare"): "fetches from the network",
    ("SessionSources", "import_cards"): "its origin may be an address of the network",
    ("Session", "watch"): "never ends",
    ("Session", "find_saved"): "for acts, which have checked it",
    ("Session", "deck_judge"): "for acts, of values of its own",
    ("Session", "judge_options"): "for acts, which have checked them",
    ("SessionEvent", "work"): "a context manager of its own",
    ("SessionDecks", "edit"): "its edit is a function of the caller",
    ("SessionDecks", "as_saved"): "of values of its own",
    ("SheetImport", "apply"): "of values of its own",
}


@pytest.fixture
def rooms(small_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """An object of each public class, in a folder where they may write."""
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(f"Quantity,Name\n2,{NAME}\n", encoding="utf-8")
    Path("players.txt").write_text("Ada\nBo\n", encoding="utf-8")
    with deckcheck.open() as session:
        session.decks.save(DECK, "Empty")
        event = session.events.new("Open")
        event.import_players("players.txt")
        found = (
            session,
            session.collection,
            session.decks,
            session.sources,
            session.events,
            event,
            event.paper,
            event.links,
            session.resolver(),
            session.catalogue(),
            deckcheck.Judge(),
            session.collection.import_sheet("mine.csv"),
        )
        yield {type(one).__name__: one for one in found}


ROOMS = (
    "Session",
    "SessionCollection",
    "SessionDecks",
    "SessionSources",
    "SessionEvents",
    "SessionEvent",
    "EventPaper",
    "SubmissionLinks",
    "Resolver",
    "Catalogue",
    "Judge",
    "SheetImport",
)


def functions_of(room: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name, member in inspect.getmembers(type(room), inspect.isfunction):
        is_public = not name.startswith("_") and name != "close"
        if is_public and (type(room).__name__, name) not in ELSEWHERE:
            yield name, member.__get__(room)


def arguments_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The arguments of a function with their types, as the check at its door reads them."""
    declared, _, _ = arguments._declared(inspect.unwrap(function))
    return {name: hint for name, (_, hint, _) in declared.items() if name != "self" and hint is not Database}


def called(function: Callable[..., Any], wrong: str, value: Any) -> None:
    """Calls a function with one wrong value and good ones for all else that it asks for."""
    own, parameters = FOR.get(getattr(function, "__name__", ""), {}), inspect.signature(function).parameters
    positional, good = [], GOOD | own
    more = arguments_of(function).keys() - parameters
    keywords = {name: one for name, one in own.items() if name in more}
    for name, one in parameters.items():
        if one.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        given = value if name == wrong else good.get(name, one.default)
        if one.kind is inspect.Parameter.KEYWORD_ONLY:
            if given is not inspect.Parameter.empty:
                keywords[name] = given
        elif given is not inspect.Parameter.empty or one.kind is inspect.Parameter.VAR_POSITIONAL:
            positional += [] if given is inspect.Parameter.empty else [given]
    if wrong not in parameters:
        keywords[wrong] = value
    result = function(*positional, **keywords)
    if inspect.isgenerator(result) or isinstance(result, Iterator):
        list(result)


def thrown(function: Callable[..., Any], name: str, turn: int) -> list[str]:
    """What went wrong where the values of a turn were thrown at an argument of a function."""
    slips = []
    for value in WRONG[turn % STEP :: STEP]:
        if isinstance(value, io.StringIO | io.BytesIO):
            value.seek(0)
        try:
            called(function, name, value)
        except ArgumentError as error:
            if error.argument != name:
                slips.append(f"{name}={value!r:.60}: blames {error.argument}")
        except DeckcheckError as error:
            if not str(error).strip():
                slips.append(f"{name}={value!r:.60}: says nothing")
        except Exception as error:
            slips.append(f"{name}={value!r:.60}: {type(error).__name__}: {error!s:.80}")
    return slips


@pytest.mark.parametrize("room", ROOMS)
def test_wrong_values_end_in_an_error_of_ours(rooms: dict[str, Any], room: str) -> None:
    slips, tried = [], 0
    for name, function in functions_of(rooms[room]):
        for argument in arguments_of(function):
            slips += [f"{room}.{name}: {slip}" for slip in thrown(function, argument, tried)]
            tried += 1
    assert tried
    assert not slips, f"{len(slips)} slips:\n" + "\n".join(slips[:400])


@pytest.mark.parametrize(
    "name",
    [
        "validate",
        "open",
        "read_deck",
        "write_deck",
        "parse_query",
        "get_game",
        "ensure_ready",
        "answer_questions",
    ],
)
def test_wrong_values_at_the_functions_of_the_package(
    rooms: dict[str, Any], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    function = getattr(deckcheck, name)
    names = arguments_of(function)
    assert names
    monkeypatch.setitem(GOOD, "work", rooms["SheetImport"])
    assert not [slip for turn, argument in enumerate(names) for slip in thrown(function, argument, turn)]


def test_every_argument_has_a_type_that_is_known_at_run_time(rooms: dict[str, Any]) -> None:
    unknown = [
        f"{room}.{name}: {argument}"
        for room in ROOMS
        for name, function in functions_of(rooms[room])
        for argument, hint in arguments_of(function).items()
        if hint is Any
    ]
    free = ("SessionEvent.change: facts", "SessionEvent.register_files: options")
    assert not set(unknown) - set(free)


def test_a_report_is_true_only_for_a_legal_deck(rooms: dict[str, Any]) -> None:
    session = rooms["Session"]
    assert not session.validate(DECK)
    assert session.validate(ROOT / "examples/decks/empire.txt")
    assert not session.validate(ROOT / "examples/decks/half-remembered.txt")
    Path("nothing.dek").write_bytes(b"\0")
    assert not any(session.validate_many(["nothing.dek"]))


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda s: s.validate(None), "source"),
        (lambda s: s.validate(DECK, on="2003-10-01"), "on"),
        (lambda s: s.validate(DECK, on=datetime(2003, 10, 1, tzinfo=UTC)), "on"),
        (lambda s: s.validate_many("one.txt"), "paths"),
        (lambda s: s.collection.add(NAME, 2.5), "quantity"),
        (lambda s: s.collection.add(NAME, "2"), "quantity"),
        (lambda s: s.collection.want(NAME, 1.5), "quantity"),
        (lambda s: s.new_deck("new.dek", add={NAME: 4}), "add"),
        (lambda s: s.goldfish(DECK, seed=1, hands=0), "hands"),
        (lambda s: s.odds(DECK, "luke >= 1", draws="2"), "draws"),
    ],
)
def test_what_was_stored_or_failed_in_the_middle_is_refused_at_the_door(
    rooms: dict[str, Any], call: Callable[[Any], object], argument: str
) -> None:
    with pytest.raises(ArgumentError, match=rf"^{argument} must be a") as raised:
        call(rooms["Session"])
    assert raised.value.argument == argument
    assert [batch.command for batch in rooms["SessionCollection"].history()] == ["deck save Empty"]
