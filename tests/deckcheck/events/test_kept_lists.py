"""A desk judges each list once, and anew only when its event, the formats or the cards change."""

import gc
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import deckcheck
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from deckcheck.events import frozen
from deckcheck.events.check import EventCheck, check_event
from deckcheck.events.frozen import ListCache, ListFreezer
from deckcheck.events.submissions import Submission
from deckcheck.games.seats import DeckSeat
from deckcheck.judge.batch import DeckJudge
from tests.conftest import ROOT
from tests.deckcheck.events.conftest import DARK, LIGHT

LISTS = ROOT / "examples" / "event"
KEEPER = "Hive Keeper (A)"
BEES = f"4 {KEEPER}\n4 Stormtrooper Squad\n".encode()
ILLEGAL = ROOT / "examples" / "decks" / "too-many-walkers.dek"


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the decks that are judged in the test, one after another."""
    paths: list[str] = []
    judge_deck = DeckJudge.judge_deck

    def noted(judge: DeckJudge, deck: deckcheck.Deck) -> deckcheck.Report:
        paths.append(deck.path)
        return judge_deck(judge, deck)

    monkeypatch.setattr(DeckJudge, "judge_deck", noted)
    return paths


def anew(event: SessionEvent) -> EventCheck:
    """The check by a freezer of its own, which knows nothing from before."""
    return check_event(event.database, event.stored)


def test_the_desk_is_the_same_as_if_all_lists_were_judged_anew(
    session: Session, event: SessionEvent, judged: list[str]
) -> None:
    actions: list[Callable[[], object]] = [
        lambda: event.import_players(LISTS / "lists"),
        lambda: event.register_files("Ada", [ILLEGAL, LIGHT]),
        event.lock,
        lambda: event.pair(7),
        event.publish,
        lambda: event.change(settings={"minutes": 40}, reason="late"),
        lambda: event.change(day="2002-05-01", reason="an earlier day"),
        lambda: event.change(format="vintage", reason="another format"),
        event.undo,
        lambda: event.import_players(LISTS / "later", reason="they came"),
        event.undo,
    ]
    for action in actions:
        action()
        assert event.check() == anew(event)
    judged.clear()
    assert session.events.get(event.name).check() == event.check()
    assert judged == []


def test_each_list_is_judged_once(event: SessionEvent, judged: list[str]) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    event.check()
    assert len(judged) == 2
    event.note("Ada", "came late")
    event.check()
    assert len(judged) == 2
    event.register_files("Bob", [ILLEGAL])
    event.check()
    assert len(judged) == 3


def is_known(check: EventCheck) -> bool:
    """Whether the card of the other program is known to the check."""
    report = check.players[0].decks[0].report
    assert isinstance(report, deckcheck.Report)
    return not any(KEEPER in issue.message for issue in report.issues if issue.undecided)


def test_cards_that_came_meanwhile_are_known(session: Session, event: SessionEvent) -> None:
    event.register([Submission("Ada", "bees.txt", BEES)])
    before = event.check()
    with deckcheck.open() as other:
        source = ROOT / "examples" / "sources" / "beekeepers.csv"
        other.sources.import_cards(source, game="swtcg").apply()
    after = event.check()
    assert after == anew(event) != before
    assert is_known(after)
    assert not is_known(before)


def test_cards_of_an_older_import_that_is_undone_are_gone(
    session: Session, event: SessionEvent, tmp_path: Path
) -> None:
    """The newest import stands, and so does the state as it is shown."""
    with deckcheck.open() as other:
        for number in (1, 2):
            source = tmp_path / f"bees{number}.csv"
            example = (ROOT / "examples" / "sources" / "beekeepers.csv").read_text()
            for word in ("Keeper", "Skiff", "Swarm"):
                example = example.replace(word, f"{word} of {number}")
            source.write_text(example)
            other.sources.import_cards(source, game="swtcg").apply()
    name = KEEPER.replace("Keeper", "Keeper of 1")
    event.register([Submission("Ada", "bees.txt", f"4 {name}\n4 Stormtrooper Squad\n".encode())])
    before = event.check()
    session.card(name)
    with deckcheck.open() as other:
        first = min(batch.id for batch in other.sources.history() if batch.undone_at is None)
        other.sources.undo(first)
    session.refresh()
    assert event.check() == anew(event) != before
    with pytest.raises(deckcheck.DeckcheckError):
        session.card(name)


def test_an_event_can_be_looked_at_while_another_asks_for_a_seat(session: Session) -> None:
    one = session.events.new("One", format="dci", day="2004-06-19")
    two = session.events.new("Two", day="2005-06-19")
    two.register_files("Bob", [LIGHT])
    seen = []

    def ask(_player: str, _list: frozen.FrozenList, seats: Sequence[DeckSeat]) -> str:
        seen.append(session.events.get("Two").check())
        return seats[0].code

    lists = [Submission("Ada", f"{n}.txt", f"{n} Boba Fett (A)\n".encode()) for n in (2, 3)]
    lists += [Submission("Ada", "other.dek", LIGHT.read_bytes())]
    assert len(one.register(lists, ask=ask).decks) == 3
    assert seen
    assert all(check == anew(two) for check in seen)


def test_a_session_is_closed_by_another_thread_than_that_of_its_events(session: Session) -> None:
    with ThreadPoolExecutor(1) as pool:
        other = deckcheck.open(session.path)
        pool.submit(lambda: other.events.new("Far", day="2004-06-19").check()).result()
        other.close()
        with other:
            assert other.events.get("Far").check().players == ()
        gc.collect()


def test_a_format_that_its_owner_edits_counts_at_once(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_FORMATS", str(tmp_path))
    own = tmp_path / "house.toml"
    own.write_text('name = "House"\nrules = "printed-2005"\n')
    event = session.events.new("House Cup", format="house", day="2004-06-19")
    event.register_files("Ada", [LIGHT, DARK])
    assert event.check().ready == 1
    legal = session.validate(LIGHT, "house").is_legal
    assert legal
    own.write_text('name = "House"\nrules = "printed-2005"\n[numbers]\ndeck-size.minimum = 90\n')
    assert event.check().ready == 0
    session.refresh()
    assert not session.validate(LIGHT, "house").is_legal
    own.unlink()
    with pytest.raises(deckcheck.DeckcheckError, match="house"):
        event.check()


def test_an_event_works_on_after_its_session_was_closed(session: Session) -> None:
    with deckcheck.open(session.path) as other:
        event = other.events.new("Autumn Open", format="dci", day="2004-06-19")
        event.register_files("Ada", [LIGHT, DARK])
        there = event.check()
    assert event.check() == there


def test_what_is_kept_does_not_grow_without_end(event: SessionEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player may try any number of lists by a link, and large ones."""
    monkeypatch.setattr(frozen, "MOST_KEPT", 2_000)
    kept = ListCache(event.database)
    with kept.used_for(event.stored.facts) as freezer:
        pass
    for number in range(300):
        size = 5_000 if number % 20 == 7 else 30
        freezer.report(freezer.freeze("deck.txt", f"{number}\n".encode().ljust(size, b"\n")))
        assert sum(len(data) for _, data in freezer._seen) <= 2_000
        assert freezer._reports.keys() <= freezer._seen.keys()
    assert freezer._seen
    with kept.used_for(event.stored.facts) as again_the_same:
        assert again_the_same is freezer
        assert not kept.is_usable
    with ListFreezer(event.database, event.stored.facts) as fresh:
        for data in (b"7\n", b"7\n".ljust(5_000, b"\n"), LIGHT.read_bytes()):
            again = fresh.report(fresh.freeze("deck.txt", data))
            assert again == freezer.report(freezer.freeze("deck.txt", data))
    assert kept.is_usable
    kept.close()
    assert not kept.is_usable
