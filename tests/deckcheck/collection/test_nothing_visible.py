"""Places, notes and names of characters that nobody sees: kept as they are, or refused, never changed."""

import json
from pathlib import Path

import pytest

from importers.collections.holding_sheet import parse_holdings
from tests.conftest import Run

JOINED = ("👩\u200d🔧", "a\u200cb", "box\u200b1", "\ufeffbox")
UNSEEN = ("\u200b", "\u3164", "\u2060\u00a0", "\u2800")


@pytest.mark.parametrize("place", JOINED)
@pytest.mark.parametrize("kind", ["csv", "tsv", "json"])
def test_a_sheet_keeps_what_joins_signs_in_places_and_notes(kind: str, place: str) -> None:
    """Dropped, an emoji in the name of a box would come back as another box."""
    if kind == "json":
        rows = [{"quantity": 4, "name": "Yoda (A)", "location": place, "notes": place}]
        data = json.dumps(rows, ensure_ascii=False)
    else:
        sign = "," if kind == "csv" else "\t"
        cells = ["Quantity", "Name", "Location", "Notes"], ["4", "Yoda (A)", place, place]
        data = "".join(sign.join(row) + "\n" for row in cells)
    (row,) = parse_holdings(data.encode(), f"x.{kind}").rows
    assert (row.location, row.notes) == (place, place)


def test_characters_without_width_hide_no_header_number_or_name() -> None:
    """Pages of the web strew them into what people copy; there they mean nothing."""
    text = "\u200bQuan\u200btity,Name\u200b,Set,Foil\n4\u200b,Yo\u200bda (A),AOTC\u200b,foil\u200b\n"
    (row,) = parse_holdings(text.encode(), "x.csv").rows
    assert (row.quantity, row.name, row.set_code, row.finish) == (4, "Yoda (A)", "AOTC", "foil")


@pytest.mark.parametrize("place", UNSEEN)
def test_a_place_of_which_nothing_can_be_seen_is_refused(keep: Run, tmp_path: Path, place: str) -> None:
    """Two holdings would look the same in every list, and be two."""
    added = keep("collection", "add", "Boba Fett (A)", "--location", place)
    assert added.exit_code != 0
    assert "nothing can be seen" in f"{added.stderr}{added.exception}"
    sheet = tmp_path / "x.csv"
    sheet.write_text(f"Quantity,Name,Location\n4,Boba Fett (A),{place}\n", encoding="utf-8")
    previewed = keep("collection", "import", sheet, "--json")
    assert json.loads(previewed.stdout)["changes"]["added"] == 0
    assert "nothing can be seen" in previewed.stdout


@pytest.mark.parametrize("name", [*UNSEEN, " "])
def test_a_saved_deck_needs_a_name_that_can_be_seen(keep: Run, tmp_path: Path, name: str) -> None:
    deck = tmp_path / "x.txt"
    deck.write_text("4 Yoda (A)\n")
    assert "needs a name" in keep("deck", "save", deck, "--name", name).stderr
    assert keep("deck", "save", deck, "--name", "Mine").exit_code == 0
    assert "needs a name" in keep("deck", "rename", "Mine", name).stderr


def test_blanks_of_a_place_are_those_that_a_sheet_gives_back(keep: Run, tmp_path: Path) -> None:
    """A place with a hard blank came back from a sheet as another place."""
    told = ("--location", "box\u00a01", "--notes", "\u00a0signed ")
    assert keep("collection", "add", "Boba Fett (A)", *told).exit_code == 0
    assert keep("collection", "move", "Boba Fett (A)", "--to", "\u3000box\u00a02").exit_code == 0
    out = tmp_path / "x.csv"
    assert keep("collection", "export", out).exit_code == 0
    back = keep("collection", "import", out, "--mode", "set", "--json")
    changes = json.loads(back.stdout)["changes"]
    assert (changes["added"], changes["changed"], changes["unchanged"]) == (0, 0, 1)
