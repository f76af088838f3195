"""An event goes whole to another computer and goes on there; players see no more than they may."""

import copy
import json
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

import deckcheck
from db.events.history import event_history
from db.events.store import list_events, read_event, read_files
from db.events.values import StoredEvent
from deckcheck.acts.events import SessionEvent
from deckcheck.cli.main import app
from deckcheck.errors import EventDocumentError, ForeignEventError
from deckcheck.events.document import event_document
from deckcheck.events.imported_event import import_event_file, take_over_document
from deckcheck.events.public import forum_text, web_pages
from deckcheck.events.round_editor import TypedResult
from deckcheck.events.submissions import Submission
from tests.conftest import ROOT
from tests.db.events.test_event_ledger import small_database
from tests.deckcheck.events.conftest import DARK, LIGHT


@pytest.fixture
def played(event: SessionEvent) -> SessionEvent:
    """An event with lists, a changed list, a round, a note and an undone command."""
    return play(event)


@pytest.fixture(scope="module")
def document(database: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The document of such an event, made once."""
    path = tmp_path_factory.mktemp("played") / "own.sqlite"
    shutil.copy(database, path)
    with deckcheck.open(path) as session:
        made = session.events.new("Spring Open", format="dci", day="2004-06-19")
        return play(made).document()


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The database of another computer, without cards, which taking over does not ask for."""
    return small_database(tmp_path / "bare.sqlite")


def play(event: SessionEvent) -> SessionEvent:
    event.register_files("Ada <b>", [LIGHT, DARK], club="Aachen")
    event.register([Submission(name) for name in ("Bo", "Cy")])
    event.register_files("Bo", [LIGHT])
    event.undo()
    event.lock()
    event.pair(7)
    event.publish()
    event.enter_results([TypedResult("1", "2-0")])
    event.note("Bo", "late", penalty="warning")
    event.drop("Cy")
    return event


@pytest.fixture
def other(database: Path, tmp_path: Path) -> Path:
    """The database of another computer."""
    path = tmp_path / "other.sqlite"
    shutil.copy(database, path)
    return path


def everything(path: Path) -> tuple[StoredEvent, Any]:
    return read_event(path, "Spring Open"), event_history(path, "Spring Open")


def test_another_computer_has_the_same_event_and_goes_on(
    played: SessionEvent, other: Path, tmp_path: Path
) -> None:
    file = tmp_path / "spring.json"
    file.write_text(json.dumps(played.document()), encoding="utf-8")
    done = import_event_file(other, file)
    assert (done.name, done.known) == ("Spring Open", 0)
    assert everything(other) == everything(played.database)
    digests = [deck.sha256 for deck in played.stored.decks.values()]
    assert read_files(other, digests) == read_files(played.database, digests)
    assert import_event_file(other, file).new == 0
    there = SessionEvent(other, "Spring Open")
    there.pair(8)
    there.undo(reason="x")
    file.write_text(json.dumps(there.document()), encoding="utf-8")
    assert import_event_file(played.database, file).new == 2
    assert everything(other) == everything(played.database)
    assert event_document(other, "Spring Open") == played.document()


def test_two_computers_that_went_apart_are_refused_and_kept(played: SessionEvent, other: Path) -> None:
    take_over_document(other, played.document(), "a.json")
    SessionEvent(other, "Spring Open").note("Ada <b>", "here")
    played.note("Ada <b>", "there")
    before = everything(other)
    with pytest.raises(ForeignEventError, match="went on in another way"):
        take_over_document(other, played.document(), "a.json")
    assert everything(other) == before


def test_an_event_of_the_same_name_is_another_one(played: SessionEvent, other: Path) -> None:
    document = played.document()
    take_over_document(other, document, "a.json")
    text = json.dumps(document).replace(document["uid"], "f" * 16)
    with pytest.raises(ForeignEventError, match="is there already"):
        take_over_document(other, json.loads(text), "a.json")


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda document: document.pop(key)


def at(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        without("history"),
        without("files"),
        at("uid", value="x"),
        at("history", value=[]),
        at("history", 0, "changes", value=[]),
        at("history", 1, "batch", value=9),
        at("history", 1, "undoes", value=1),
        at("history", 1, "changes", 0, "kind", value="cake"),
        at("history", 1, "changes", 0, "key", value=["1; DROP TABLE events"]),
        at("history", 1, "changes", 0, "after", value={"name": 5}),
        at("history", 1, "changes", 0, "after", value=None),
        at("history", 1, "changes", 0, "after", "cake", value=1),
        at("history", 1, "changes", 0, "before", value={"name": "Zed", "entered": 1}),
        at("history", 0, "changes", 0, "after", "game", value="cake"),
        at("history", 0, "changes", 0, "after", "open_lists", value="yes"),
        at("files", value={"0" * 64: "eA=="}),
        at("files", value={"0": "no base64!"}),
        at("history", 1, "changes", 0, value="cake"),
        at("history", 5, value=None),
    ],
)
def test_a_damaged_document_is_refused_in_one_line_and_nothing_comes_in(
    document: dict[str, Any], bare: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    damaged = copy.deepcopy(document)
    change(damaged)
    with pytest.raises((EventDocumentError, ForeignEventError)) as refused:
        take_over_document(bare, damaged, "a.json")
    assert "a.json" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert list_events(bare) == ()


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b'{"schema": "deckcheck.event/1"}', b"\xff" * 9])
def test_a_file_that_is_no_event_is_refused(bare: Path, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(data)
    with pytest.raises((EventDocumentError, ForeignEventError)):
        import_event_file(bare, file)


class Words(HTMLParser):
    """The words of a page, and whether all of its elements are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, _attributes: Any) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_pages_and_texts_show_published_rounds_and_no_hidden_list(played: SessionEvent) -> None:
    played.pair(9, by_hand=["Bo - Ada <b>"], reason="a private matter")
    pages = web_pages(played.stored)
    assert sorted(pages) == ["index.html", "lists.html", "round-1.html"]
    card = next(card.card for card in played.stored.decks[1].cards if card.card)
    for text in pages.values():
        found = Words(text)
        assert not found.open
        assert "Ada <b>" in "".join(found.words)
        assert card not in "".join(found.words)
    forum = forum_text(played.stored)
    assert "Round 1" in forum
    assert "Round 2" not in forum
    played.publish()
    shown = forum_text(played.stored) + "".join(web_pages(played.stored).values())
    assert "Round 2" in shown
    assert "private" not in shown
    played.show_lists(shown=True)
    assert card in "".join(Words(web_pages(played.stored)["lists.html"]).words)


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)])


def test_every_export_is_written_by_its_suffix(played: SessionEvent, other: Path, tmp_path: Path) -> None:
    for name in ("e.json", "e.xlsx", "e.txt", "pages"):
        assert run("event", "export", "Spring Open", tmp_path / name).exit_code == 0
        assert run("event", "export", "Spring Open", tmp_path / name).exit_code != 0, "no --force"
    book = load_workbook(tmp_path / "e.xlsx")
    assert book.sheetnames == ["Players", "Decks", "Lists", "Rounds", "Standings"]
    assert [row[1].value for row in book["Players"].iter_rows(min_row=2)] == ["Ada <b>", "Bo", "Cy"]
    listed = sum(int(str(row[3].value)) for row in book["Lists"].iter_rows(min_row=2))
    assert listed == sum(c.quantity for d in played.stored.decks.values() for c in d.cards)
    points, share = ([row[at].value for row in book["Standings"].iter_rows(min_row=2)] for at in (3, 5))
    assert {type(cell) for cell in [*points, *share]} <= {int, float}, "a sheet can add them up"
    assert (tmp_path / "pages" / "index.html").is_file()
    assert run("event", "export", "Spring Open", tmp_path / "e.pdf").exit_code == 2
    done = run("event", "import", "Spring Open", tmp_path / "e.json", "--db", other)
    assert done.exit_code == 0
    assert everything(other) == everything(played.database)
    assert json.loads(run("event", "export", "Spring Open", "--json").stdout) == played.document()
    wrong = run("event", "import", "Autumn Open", tmp_path / "e.json", "--db", other)
    assert wrong.exit_code != 0


COMMANDS = (
    "list",
    "show E",
    "set E --deadline 2004-06-18",
    "register E Zed",
    "remove E Zed",
    "check E",
    "lists E",
    "plan E",
    "pair E --seed 1",
    "pairings E",
    "publish E",
    "result E 1 2-0",
    "extend E 1 5",
    "note E Ada late",
    "notes E",
    "drop E Bo",
    "standings E",
    "stats E",
    "history E",
    "open E",
    "lock E",
    "unlock E --reason x",
    "undo E --reason x",
    "export E",
)


def test_every_document_of_events_begins_with_its_schema(event: SessionEvent) -> None:
    """As the contract says; programs find out by it what they read."""
    event.register([Submission(name) for name in ("Ada", "Bo", "Cy")])
    event.change(name="E")
    seen = set()
    for command in COMMANDS:
        done = run("event", *command.split(), "--json")
        assert done.exit_code in (0, 1), command
        document = json.loads(done.stdout)
        assert next(iter(document)) == "schema", command
        seen.add(document["schema"])
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    assert {schema for schema in seen if f"`{schema}`" not in page} == set()


def test_each_change_says_in_a_sentence_what_it_did(event: SessionEvent) -> None:
    """An organiser reads what was done, and not only by which number it can be undone."""
    event.register([Submission("Ada")])
    event.change(name="E")
    for command in (
        "set E --deadline 2004-06-18",
        "note E Ada late",
        "rename E Ada Ina",
        "open E",
        "lock E",
        "drop E Ina --reason ill",
    ):
        said = run("event", *command.split()).stderr.splitlines()
        assert [line.startswith("batch ") for line in said] == [False, True], command
