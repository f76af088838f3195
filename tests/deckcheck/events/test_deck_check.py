"""The deck check finds all that is wrong with a registration, and what differs at the table."""

import csv
import io
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis import given, strategies as st
from typer.testing import CliRunner

import deckcheck
from db.events.values import FrozenCard
from deckcheck.acts.event_checks import check_csv, check_document, check_xlsx, player_message
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from deckcheck.cli.main import app
from deckcheck.events.deck_hash import deck_hash
from deckcheck.events.lists import lists_document, lists_text
from deckcheck.events.submissions import Submission
from importers.sheets.sheets import parse_sheets
from tests.conftest import ROOT
from tests.deckcheck.events.conftest import DARK, LIGHT

MIXED = ROOT / "examples" / "decks" / "mixed-sides.txt"
UNPROVEN = ROOT / "examples" / "decks" / "half-remembered.txt"
ILLEGAL = ROOT / "examples" / "decks" / "too-many-walkers.dek"


def found(event: SessionEvent, name: str) -> dict[str, str]:
    """The code of each issue of a player with its severity."""
    (player,) = event.check([name]).players
    return {issue.code: issue.severity for issue in player.issues}


def test_each_code_of_an_event_stands_for_what_it_says(event: SessionEvent) -> None:
    event.register_files("Ready", [LIGHT, DARK])
    assert found(event, "Ready") == {}
    event.register_files("Missing", [LIGHT])
    assert found(event, "Missing") == {"deck-missing": "error", "deck-shared": "warning"}
    event.register([Submission("Empty")])
    (empty,) = event.check(["Empty"]).players
    assert [(i.code, i.message, i.details) for i in empty.issues] == [
        ("deck-missing", "no Light deck", {"seat": "light"}),
        ("deck-missing", "no Dark deck", {"seat": "dark"}),
    ]
    event.register_files("Double", [ILLEGAL, DARK])
    codes = found(event, "Double")
    assert codes.keys() >= {"deck-missing", "deck-double", "deck-illegal"}
    event.register_files("Side", [MIXED])
    assert {"deck-side", "deck-illegal"} <= found(event, "Side").keys()
    event.register_files("Wrong", [DARK], seat="light")
    assert {"deck-side", "deck-missing"} <= found(event, "Wrong").keys()
    event.register_files("Open", [UNPROVEN, DARK])
    assert found(event, "Open")["deck-unproven"] == "warning"
    assert not event.check(["Open"]).players[0].is_ready
    event.register([Submission("None", "photo.txt", b"\x00\x01\x02")])
    assert found(event, "None")["deck-unreadable"] == "error"


def test_the_same_list_twice_is_found_in_another_file_and_order(event: SessionEvent) -> None:
    text = DARK.read_text(encoding="utf-8").splitlines()
    cards = [line for line in text if line[:1].isdigit()]
    random.Random(3).shuffle(cards)
    other = ("\n".join(cards) + "\n").encode()
    event.register_files("Ada", [DARK, LIGHT])
    event.register([Submission("Bo", "other.txt", other)])
    first, second = (
        next(d for d in event.stored.decks.values() if d.seat == "dark" and d.player == n) for n in (1, 2)
    )
    assert first.hash == second.hash
    assert first.sha256 != second.sha256
    assert found(event, "Bo")["deck-shared"] == "warning"
    assert "the same list as that of Bo" in event.check(["Ada"]).players[0].issues[0].message


CARDS = st.lists(
    st.builds(
        FrozenCard,
        st.integers(1, 4),
        st.sampled_from(["x", "y"]),
        st.sampled_from(["Deck", "Side"]),
        st.sampled_from(["Yoda (A)", "Yoda (B)", None]),
        st.sampled_from([None, "AOTC", "ANH"]),
    ),
    min_size=1,
)


@given(cards=CARDS, seed=st.integers())
def test_equal_decks_have_equal_hashes_and_others_have_others(cards: list[FrozenCard], seed: int) -> None:
    """Whatever the order, the printings, and how copies are spread over lines."""
    shuffled = [
        FrozenCard(1, card.name, card.zone, card.card, "SET") for card in cards for _ in range(card.quantity)
    ]
    random.Random(seed).shuffle(shuffled)
    assert deck_hash("swtcg", shuffled) == deck_hash("swtcg", cards)
    assert deck_hash("swtcg", shuffled[1:]) != deck_hash("swtcg", cards)
    assert deck_hash("destiny", cards) != deck_hash("swtcg", cards)


def test_verdicts_are_those_of_validate_on_the_day(event: SessionEvent, session: Session) -> None:
    from datetime import date

    for path in (LIGHT, DARK, MIXED, UNPROVEN, ILLEGAL):
        event.register_files(path.stem, [path])
        (player,) = event.check([path.stem]).players
        expected = session.validate(path, "dci", on=date(2004, 6, 19))
        assert player.decks[0].report == expected


def test_the_document_is_as_the_contract_says(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT])
    document = check_document(event.check())
    assert document["schema"] == "deckcheck.event-check/1"
    assert (document["event"], document["format"], document["as_of"]) == ("Spring Open", "dci", "2004-06-19")
    (player,) = document["players"]
    assert (player["name"], player["ready"]) == ("Ada", False)
    (deck,) = player["decks"]
    assert (deck["seat"], deck["verdict"], deck["issues"]) == ("light", "legal", [])
    assert len(deck["hash"]) == 64
    (issue,) = player["issues"]
    assert issue == {"code": "deck-missing", "severity": "error", "message": "no Dark deck", "seat": "dark"}


def test_tables_say_the_same_and_no_name_is_a_formula(event: SessionEvent) -> None:
    event.register_files("=1+1", [LIGHT, DARK], club="+Club")
    check = event.check()
    rows = list(csv.reader(io.StringIO(check_csv(check))))
    assert rows[1][:3] == ["'=1+1", "'+Club", "yes"]
    sheet = parse_sheets(check_xlsx(check), "x.xlsx", len).read(0)
    assert list(sheet.rows)[1][0] in ("=1+1", "'=1+1")
    assert len(rows[0]) == len(rows[1]) == len(next(iter(sheet.rows)))


def test_a_message_names_every_problem_and_what_would_fix_it(event: SessionEvent) -> None:
    event.register_files("Ada", [ILLEGAL])
    check = event.check()
    text = player_message(check, check.players[0], {})
    assert text.startswith("Ada: your registration for Spring Open on 2004-06-19 is not complete")
    assert "no Light deck" in text
    assert "1 more Space unit, or 1 Ground unit fewer" in text


def test_lists_are_hidden_until_they_are_opened(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT])
    (deck,) = event.stored.decks.values()
    hidden = json.dumps(lists_document(event.stored)) + lists_text(event.stored, {})
    assert deck.hash in hidden
    assert not [card.card for card in deck.cards if card.card and card.card in hidden]
    event.show_lists(shown=True)
    shown = lists_document(event.stored)["players"][0]["decks"][0]["cards"]
    assert sum(card["quantity"] for card in shown) == 60
    assert {card["name"] for card in shown} == {card.card for card in deck.cards}
    event.show_lists(shown=False)
    assert json.dumps(lists_document(event.stored)) + lists_text(event.stored, {}) == hidden


def test_a_deck_at_the_table_is_compared_card_by_card(event: SessionEvent, tmp_path: Path) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    same = tmp_path / "same.txt"
    same.write_bytes(DARK.read_bytes())
    assert event.verify("Ada", same).differences == ()
    lines = DARK.read_text(encoding="utf-8").splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("4\t"))
    lines[place] = lines[place].replace("4", "3", 1)
    same.write_text("\n".join([*lines, "1 Boba Fett (A)"]) + "\n", encoding="utf-8")
    differences = event.verify("Ada", same).differences
    told = {(one.card, one.registered, one.found) for one in differences}
    assert len(told) == 2
    assert ("Boba Fett (A)", 0, 1) in told
    assert (4, 3) in {(one.registered, one.found) for one in differences}


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)


def test_exit_codes_of_the_check(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    assert run("event", "check", "Spring Open").exit_code == 0
    event.register_files("Bo", [UNPROVEN, DARK])
    assert run("event", "check", "Spring Open").exit_code == 3
    event.register([Submission("Cy")])
    assert run("event", "check", "Spring Open").exit_code == 1
    assert run("event", "check", "Spring Open", "Ada").exit_code == 0
    assert run("event", "verify", "Spring Open", "Ada", LIGHT).exit_code == 0
    assert run("event", "verify", "Spring Open", "Ada", MIXED).exit_code == 1


def test_an_event_without_players_is_checked_too(event: SessionEvent) -> None:
    done = run("event", "check", event.name)
    assert done.exit_code == 0
    assert "0 of 0 players ready" in done.stdout


def test_the_commands_go_from_a_new_event_to_its_check(session: Session, tmp_path: Path) -> None:
    assert run("event", "new", "Cup", "--format", "dci", "--on", "2004-06-19").exit_code == 0
    assert run("event", "template", "Cup", tmp_path / "t.xlsx").exit_code == 0
    assert run("event", "register", "Cup", "Ada", LIGHT, DARK, "--club", "Aachen").exit_code == 0
    assert run("event", "check", "Cup", "--table", tmp_path / "t.csv").exit_code == 0
    assert run("event", "check", "Cup", "--messages", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "001 Ada.txt").read_text(encoding="utf-8").startswith("Ada: your")
    document = json.loads(run("event", "show", "Cup", "--json").stdout)
    assert [p["name"] for p in document["players"]] == ["Ada"]
    assert run("event", "lock", "Cup").exit_code == 0
    shown = run("event", "history", "Cup").stdout
    assert "event register Ada" in shown
    assert [
        one["command"] for one in json.loads(run("event", "history", "Cup", "--json").stdout)["batches"]
    ] == ["event new Cup", "event register Ada", "event lock"]
    listed = json.loads(run("event", "list", "--json").stdout)["events"]
    assert listed[0]["lists"] == 2


def test_messages_show_the_nearest_legal_deck(event: SessionEvent) -> None:
    event.register_files("Ada", [ILLEGAL, LIGHT])
    assert all(one.nearest is None for one in event.check().players[0].decks)
    check = event.check(nearest=True)
    light, dark = check.players[0].decks
    assert light.nearest is None
    assert dark.nearest is not None
    assert dark.nearest.distance == 1
    text = player_message(check, check.players[0], {})
    assert "The nearest legal deck is 1 card away:" in text
    document = check_document(check)["players"][0]["decks"][1]["nearest"]
    assert document["distance"] == sum(c["quantity"] for c in (*document["out"], *document["in"]))


def test_the_example_is_ready_once_its_later_lists_are_in(event: SessionEvent) -> None:
    examples = ROOT / "examples" / "event"
    event.import_players(examples / "lists")
    check = event.check()
    assert (len(check.players), check.ready) == (8, 6)
    event.import_players(examples / "later")
    assert event.check().ready == 8


def test_a_list_keeps_the_cards_that_it_meant_when_the_catalogue_changes(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    (before,) = [deck for deck in event.stored.decks.values() if deck.seat == "dark"]
    with closing(sqlite3.connect(event.database)) as connection, connection:
        connection.execute(
            "UPDATE printings SET name = 'Gone', name_key = 'gone' WHERE name = 'Stormtrooper Squad'"
        )
        connection.execute(
            "UPDATE cards SET name = 'Gone', name_key = 'gone' WHERE name = 'Stormtrooper Squad'"
        )
    with deckcheck.open() as later:  # no import noted it, so that an open session cannot know
        anew = later.events.get(event.name)
        codes = found(anew, "Ada")
        assert codes["deck-changed"] == "warning"
        assert not anew.check().players[0].is_ready
    (after,) = [deck for deck in event.stored.decks.values() if deck.seat == "dark"]
    assert after == before
    assert "Stormtrooper Squad" in {card.card for card in after.cards}


def test_a_file_that_was_no_deck_gives_way_to_its_better_version(event: SessionEvent) -> None:
    event.register([Submission("Ada", "dark.txt", b"\x00\x01")])
    assert "deck-unreadable" in found(event, "Ada")
    event.register([Submission("Ada", "dark.txt", DARK.read_bytes())])
    assert found(event, "Ada") == {"deck-missing": "error"}
