"""Copies and decks that are lent: they stay owned, are free for nobody, and come back where they were."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import deckcheck
from db.clock import today
from db.errors import NotEnoughCopiesError
from deckcheck.errors import RefusedError
from tests.conftest import Run

FETT = "Boba Fett (A)"


def lent(run: Run, *arguments: object) -> list[dict[str, Any]]:
    loans: list[dict[str, Any]] = json.loads(run("collection", "lent", *arguments, "--json").stdout)["loans"]
    return loans


def counts(run: Run) -> tuple[int, int, int]:
    """Owned, reserved and free copies of the card."""
    (card,) = json.loads(run("collection", "list", "--cards", f'"{FETT}"', "--json").stdout)["cards"]
    return card["owned"], card["reserved"], card["free"]


@pytest.fixture
def mine(keep: Run, tmp_path: Path) -> Run:
    """Five copies with a price in a binder, two of them for trade; a deck needs four, and reserves none."""
    keep(
        *("collection", "add", FETT, "--set", "AOTC", "--quantity", 5, "--for-trade", 2),
        *("--location", "binder", "--price", "2.50", "--notes", "signed"),
    )
    (deck := tmp_path / "fetts.txt").write_text(f"4 {FETT}\n")
    keep("deck", "save", deck, "--name", "Fetts")
    return keep


def test_lent_copies_stay_owned_and_come_back_as_they_were(mine: Run) -> None:
    """Who lends a card must neither lose it nor promise it to a deck."""
    before = mine("collection", "list", "--json").stdout
    assert mine("collection", "lend", "2", FETT, "--to", "Ada", "--until", "2026-01-31").exit_code == 0
    assert counts(mine) == (5, 0, 3)
    (loan,) = lent(mine)
    assert (loan["to"], loan["until"], loan["quantity"], loan["origin"], loan["late"]) == (
        *("Ada", "2026-01-31", 2, "binder"),
        date(2026, 1, 31) < today(),
    )
    assert f"1 x {FETT}" in mine("deck", "missing", "Fetts", "--text").stdout
    mine("deck", "reserve", "Fetts")
    assert counts(mine) == (5, 3, 0)
    mine("deck", "release", "Fetts")
    assert lent(mine, "--to", "bo") == []
    assert len(lent(mine, "--to", "ada")) == 1
    assert mine("collection", "returned", "ADA").exit_code == 0
    assert mine("collection", "list", "--json").stdout == before
    assert lent(mine) == []


def test_lending_and_coming_back_are_batches_that_can_be_undone(mine: Run) -> None:
    """A slip at the table must be taken back like any other."""
    before = mine("collection", "list", "--json").stdout
    mine("collection", "lend", FETT, "--to", "Ada")
    out = mine("collection", "list", "--json").stdout
    mine("collection", "returned", "Ada")
    assert mine("collection", "undo", 4).exit_code == 0
    assert mine("collection", "list", "--json").stdout == out
    assert mine("collection", "undo", 3).exit_code == 0
    assert mine("collection", "list", "--json").stdout == before


def test_who_has_copies_is_called_as_in_the_club_now(mine: Run) -> None:
    """A loan to Ada was nobody's after she was renamed: her new name had nothing, the list had her old one."""
    mine("people", "add", "Ada")
    mine("collection", "lend", FETT, "--to", "Ada")
    mine("people", "rename", "Ada", "Ada Lovelace")
    assert [[one["to"] for one in lent(mine, *which)] for which in ((), ("--to", "ada lovelace"))] == [
        ["Ada Lovelace"]
    ] * 2
    assert mine("collection", "returned", "Ada Lovelace").exit_code == 0
    assert lent(mine) == []


def test_what_is_lent_is_not_traded_away(mine: Run) -> None:
    """The card is at Ada's: nobody can give it to Bo."""
    mine("collection", "lend", "4", FETT, "--to", "Ada")
    offers = json.loads(mine("collection", "trades", "--surplus", 0, "--json").stdout)["trades"]
    assert sum(one["offered"] for one in offers) == 1
    assert {one["location"] for one in offers} == {"binder"}


def test_a_deck_lacks_what_is_lent_though_it_is_owned(mine: Run, tmp_path: Path) -> None:
    """Also where another printing of the card is here, and the deck asks for the one that is lent."""
    mine("collection", "lend", "4", FETT, "--to", "Ada")
    rex = "Captain Rex (A)"
    mine("collection", "add", "2", rex, "--set", "AGD", "--number", "19")
    mine("collection", "add", "2", f"{rex} (Promo)", "--set", "AGD")
    mine("collection", "lend", "2", rex, "--set", "AGD", "--number", "19", "--to", "Ada")
    (deck := tmp_path / "deck.csv").write_text(f"Quantity,Name,Set,Number\n3,{FETT},AOTC,6\n2,{rex},AGD,19\n")
    found = json.loads(mine("deck", "missing", deck, "--same-printing", "--all", "--json").stdout)
    told = {one["name"]: (one["owned"], one["free"], one["missing"]) for one in found["cards"]}
    assert told == {FETT: (5, 1, 2), rex: (2, 0, 2)}


def test_copies_lent_to_one_person_until_several_days_keep_each_its_day(mine: Run) -> None:
    """The last day said would be that of all, and no day would be kept where the last has none."""
    days = ("2032-12-24", "2033-12-24", "2032-12-24", None)
    for day in days:
        mine("collection", "lend", FETT, "--to", "Ada", *(("--until", day) if day else ()))
    assert [(one["until"], one["quantity"]) for one in lent(mine)] == [(days[0], 2), (days[1], 1), (None, 1)]
    mine("collection", "returned", "Ada")
    assert counts(mine) == (5, 0, 5)


def test_a_deck_is_lent_with_what_it_has_reserved(mine: Run) -> None:
    """Its copies were free for no other deck before, and must not count twice now."""
    assert mine("collection", "lend", "--deck", "Fetts", "--to", "Bo").exit_code == 1  # nothing is reserved
    mine("deck", "reserve", "Fetts")
    assert counts(mine) == (5, 4, 1)
    assert mine("collection", "lend", "--deck", "Fetts", "--to", "Bo", "--until", "2026-12-24").exit_code == 0
    assert [(one["deck"], one["quantity"]) for one in lent(mine)] == [("Fetts", 4)]
    assert counts(mine) == (5, 4, 1)
    mine("collection", "lend", FETT, "--to", "Cy")
    assert counts(mine) == (5, 4, 0)
    before = counts(mine)
    assert mine("deck", "rename", "Fetts", "Hunters").exit_code == 0
    assert [(one["deck"], one["quantity"]) for one in lent(mine)] == [("Hunters", 4), (None, 1)]
    assert counts(mine) == before
    assert mine("undo", "--yes").exit_code == 0
    assert [(one["deck"], one["quantity"]) for one in lent(mine)] == [("Fetts", 4), (None, 1)]
    assert mine("collection", "returned", "Bo", "--deck", "Fetts").exit_code == 0
    assert [one["to"] for one in lent(mine)] == ["Cy"]


def test_a_sheet_gives_loans_and_takes_them(mine: Run, tmp_path: Path) -> None:
    """Who keeps the collection in a sheet must not lose who has what."""
    mine("collection", "lend", "2", FETT, "--to", "Ada", "--until", "2026-12-24")
    mine("collection", "export", tmp_path / "all.xlsx")
    loans = lent(mine)
    mine("collection", "remove", FETT, "--location", "Ada <- binder", "--all")
    assert lent(mine) == []
    mine("collection", "import", tmp_path / "all.xlsx", "--apply", "--no-input")
    assert lent(mine) == loans


def test_what_cannot_be_lent_is_refused(own_database: Path) -> None:
    """A loan of copies that are not there, or until no day, would be found out when it is too late."""
    with deckcheck.open(own_database) as cards:
        cards.collection.add(FETT, 2, set_code="AOTC")
        with pytest.raises(NotEnoughCopiesError):
            cards.collection.lend(FETT, "Ada", 3)
        with pytest.raises(RefusedError, match="the date"):
            cards.collection.lend(FETT, "Ada", until="soon")
        with pytest.raises(RefusedError, match="nobody"):
            cards.collection.lend(FETT, " ")
        cards.collection.lend(FETT, "Ada", 2)
        with pytest.raises(RefusedError, match="lent already"):
            cards.collection.lend(FETT, "Bo")
        with pytest.raises(RefusedError, match="nothing of that"):
            cards.collection.returned("Bo")
