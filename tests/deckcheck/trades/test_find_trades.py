"""`deckcheck trades find`: what is spare and wanted is counted once, and a friend's file is only read."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from db.cards.lookup import Catalogue
from db.errors import DeckcheckError
from deckcheck.collection.prices import sheet_prices
from deckcheck.errors import TradeError, TuneError
from importers.errors import ExistingFileError
from tests.conftest import ROOT, Run

FETT, ZAM, YODA, NEXU = "Boba Fett (A)", "Zam Wesell (A)", "Yoda (A)", "Nexu"
BO, CY = (str(ROOT / "examples" / "trades" / name) for name in ("bo.txt", "cy.txt"))


def find(run: Run, *arguments: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run("trades", "find", *arguments, "--json").stdout)
    return document


def cards(document: dict[str, Any], key: str) -> list[tuple[int, str]]:
    return sorted((one["quantity"], one["name"]) for deal in document["proposals"] for one in deal[key])


@pytest.fixture
def mine(keep: Run) -> Run:
    """Two Boba Fett for trade, and wants that Bo and Cy of the examples can serve."""
    keep("collection", "add", FETT, "--set", "AOTC", "--quantity", 3, "--for-trade", 2)
    keep("collection", "want", ZAM, "--weight", 3)
    keep("collection", "want", YODA)
    return keep


def test_a_pair_and_a_circle_are_told_as_documents_texts_and_sheets(mine: Run, tmp_path: Path) -> None:
    """Each of the three has to know who brings what to whom."""
    found = find(mine, "--with", BO, "--with", CY)
    assert [one["with"] for one in found["proposals"]] == [[BO], [BO, CY]]
    assert cards(found, "give") == [(1, FETT), (1, FETT)]
    assert cards(found, "get") == [(1, YODA), (1, ZAM)]
    assert [(one["from"], one["to"], one["name"]) for one in found["proposals"][1]["passed"]] == [
        (BO, CY, ZAM)
    ]
    assert found["proof"] == {"optimal": True, "served": 1 + 3 + 1 + 1, "upper_bound": 6}
    out = tmp_path / "trades.csv"
    shown = mine("trades", "find", "--with", CY, "--with", BO, "--out", out)
    assert f"{CY} to you: 1 x {YODA} (AOTC 58)" in shown.stdout
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert [(row["from"], row["to"], row["name"]) for row in rows if row["proposal"] == "2"] == [
        ("you", BO, FETT),
        (BO, CY, ZAM),
        (CY, "you", YODA),
    ]
    assert mine("trades", "find", "--with", BO, "--out", tmp_path / "trades.xlsx").exit_code == 0
    again = mine("trades", "find", "--with", BO, "--out", tmp_path / "trades.xlsx")
    assert isinstance(again.exception, ExistingFileError)
    # Of two people nobody hands anything on.
    assert [one["with"] for one in find(mine, "--with", BO, "--with", CY, "--people", 2)["proposals"]] == [
        [BO]
    ]


def test_nothing_of_a_friend_is_stored(mine: Run) -> None:
    """A friend's file stays the friend's."""
    before = mine("collection", "list").stdout, mine("collection", "history", "--json").stdout
    find(mine, "--with", BO, "--with", CY)
    assert before == (mine("collection", "list").stdout, mine("collection", "history", "--json").stdout)


def test_what_decks_reserve_and_one_keeps_is_not_given(mine: Run, tmp_path: Path) -> None:
    """Who comes home from a trade must still be able to build every deck."""
    (deck := tmp_path / "fetts.txt").write_text(f"2 {FETT}\n")
    mine("deck", "save", deck, "--name", "Fetts", "--reserve")
    assert cards(find(mine, "--with", BO), "give") == [(1, FETT)]
    mine("collection", "set", FETT, "--for-trade", 0)
    assert find(mine, "--with", BO)["proposals"] == []  # 3 of 4 that are kept
    assert cards(find(mine, "--with", BO, "--keep", 2), "give") == [(1, FETT)]
    assert find(mine, "--with", BO, "--keep", 3)["proposals"] == []


def test_wants_of_decks_and_of_sets_count_each_lacking_copy_once(keep: Run, tmp_path: Path) -> None:
    """Two Zam Wesell that lack would be got three times: for the want, for the deck, for the set."""
    keep("collection", "add", FETT, "--set", "AOTC", "--quantity", 9, "--for-trade", 9)
    (friend := tmp_path / "friend.csv").write_text(f"Card,Quantity,For trade\n{ZAM},9,9\n", encoding="utf-8")
    (wants := tmp_path / "wants.txt").write_text(f"For trade:\n9 {ZAM}\n\nWants:\n9 {FETT}\n")
    assert find(keep, "--with", wants)["proposals"] == []
    (deck := tmp_path / "zams.txt").write_text(f"2 {ZAM}\n")
    keep("deck", "save", deck, "--name", "Zams")
    assert cards(find(keep, "--with", wants), "get") == [(2, ZAM)]
    assert find(keep, "--with", wants, "--no-decks")["proposals"] == []
    keep("collection", "want", ZAM, "--quantity", 3)
    assert cards(find(keep, "--with", wants), "get") == [(3, ZAM)]
    assert cards(find(keep, "--with", wants, "--complete", "AOTC"), "get") == [(4, ZAM)]
    # A friend who names no wants wants a playset of the set as well.
    assert cards(find(keep, "--with", friend, "--complete", "AOTC"), "give") == [(4, FETT)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Card,Set,Price\n{0},AOTC,10\n{1},AOTC,\n", {FETT: "10"}),  # a price that is left blank
        ("Preisliste\n\nPreis (€);Karte\n1.234,50;{0}\n7,50;{1}\n", {FETT: "1234.50", ZAM: "7.50"}),
        ("{0};1,50\n{1};3,00\n", {FETT: "1.50", ZAM: "3.00"}),
        ("{0};1.000\n{1};3,00\n", {FETT: "1000", ZAM: "3.00"}),
        ("Karte;Preis;Währung\n{0};1,50;EUR\n{1};80;CZK\n", "several currencies: CZK, EUR"),
        ("Card,Set,Price\n{0},AOTC,1\n{1},AOTC,2 €\n", "several currencies: EUR, one that is not stated"),
        ("Card,Set,Notes\n{0},AOTC,cheap\n", "no price of a card"),
    ],
)
def test_lists_of_prices_are_read_as_they_are_written(
    catalogue: Catalogue, tmp_path: Path, text: str, told: dict[str, str] | str
) -> None:
    """Prices that are dropped, or compared across currencies, make exchanges uneven."""
    (path := tmp_path / "prices.csv").write_text(text.format(FETT, ZAM), encoding="utf-8")
    if isinstance(told, str):
        with pytest.raises(TuneError, match=told):
            sheet_prices(catalogue, path)
        return
    found, _unused = sheet_prices(catalogue, path)
    assert {catalogue.get_cards([ident])[0].name: str(price) for ident, price in found.items()} == told


@pytest.mark.parametrize(
    ("wanted", "condition", "finish", "fits"),
    [
        ((), "", "", True),
        (("--condition", "EX"), "NM", "", True),
        (("--condition", "EX"), "GD", "", False),
        (("--condition", "EX"), "", "", False),
        (("--finish", "foil"), "", "foil", True),
        (("--finish", "foil"), "", "", False),
        (("--finish", "none"), "", "foil", False),
        (("--finish", "none"), "", "", True),
        (("--language", "de"), "", "", False),
        (("--set", "AOTC"), "", "", True),
    ],
)
def test_a_want_takes_just_what_it_asks_for(
    mine: Run, tmp_path: Path, wanted: tuple[str, ...], condition: str, finish: str, fits: bool
) -> None:
    """Who wants a foil in good state is not helped by a worn one."""
    mine("collection", "want", ZAM, "--quantity", 2, *wanted)
    book = Workbook()
    for title, rows in (
        (
            "Cards",
            [
                ("Card", "Set", "Quantity", "For trade", "Condition", "Finish"),
                (ZAM, "AOTC", 2, 2, condition, finish),
            ],
        ),
        ("Wants", [("Card", "Quantity"), (FETT, 2)]),
    ):
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.remove(book.worksheets[0])
    book.save(friend := tmp_path / "bo.xlsx")
    assert (cards(find(mine, "--with", friend), "get") == [(2, ZAM)]) is fits
    # Copies of one's own that do not fit leave the want open, too.
    mine(
        "collection",
        "add",
        ZAM,
        "--quantity",
        2,
        "--set",
        "AOTC",
        "--condition",
        condition,
        "--finish",
        finish,
    )
    wants = json.loads(mine("collection", "wants", "--json").stdout)["wants"]
    assert [one["missing"] for one in wants if one["name"] == ZAM][-1] == (0 if fits else 2)


def test_prices_of_a_sheet_weigh_instead_of_rarities(mine: Run, tmp_path: Path) -> None:
    """A rare for two commons may be what both want."""
    (prices := tmp_path / "prices.csv").write_text(f"Card,Price\n{FETT},10\n{ZAM},7.50\n{YODA},9.20\n")
    found = find(mine, "--with", BO, "--with", CY, "--prices", prices)
    assert found["proposals"] == []
    found = find(mine, "--with", BO, "--prices", prices, "--even", "25")
    assert [(one["given_worth"], one["got_worth"]) for one in found["proposals"]] == [(10.0, 7.5)]
    assert find(mine, "--with", BO, "--prices", prices, "--even", f"{BO}=25")["proposals"] == []
    both = mine("trades", "find", "--with", BO, "--prices", prices, "--worth", "C=1")
    assert isinstance(both.exception, TradeError)
    by_rarity = find(mine, "--with", BO, "--worth", "C=1,R=7")
    assert by_rarity["proposals"][0]["given_worth"] == 7


@pytest.mark.parametrize(
    "wrong",
    [
        (),
        ("--with", BO, "--even", "much"),
        ("--with", BO, "--even", "120"),
        ("--with", BO, "--even", "di.txt=10"),
        ("--with", BO, "--worth", "C=x"),
        ("--with", BO, "--out", "trades.pdf"),
    ],
)
def test_options_that_are_none_are_refused(run: Run, wrong: tuple[str, ...]) -> None:
    """A wrong option that was ignored would make an exchange that nobody asked for."""
    done = run("trades", "find", *wrong)
    assert done.exit_code == 2 or isinstance(done.exception, DeckcheckError)


def test_weights_and_states_of_wants_come_from_a_friends_sheet(mine: Run, tmp_path: Path) -> None:
    """A friend who lacks one card for a deck gets that one first."""
    mine("collection", "add", NEXU, "--set", "AOTC", "--quantity", 2, "--for-trade", 2, "--condition", "GD")
    (friend := tmp_path / "wants.csv").write_text(
        f"Card,Wanted,Weight,Condition\n{NEXU},2,5,EX\n{FETT},1,,\n", encoding="utf-8"
    )
    plan = mine("collection", "import", friend)
    assert plan.exit_code == 0
    mine("collection", "import", friend, "--apply", "--no-input")
    wants = {one["name"]: one for one in json.loads(mine("collection", "wants", "--json").stdout)["wants"]}
    assert (wants[NEXU]["weight"], wants[NEXU]["condition"], wants[NEXU]["missing"]) == (5, "EX", 2)
    assert (wants[FETT]["weight"], wants[FETT]["condition"], wants[FETT]["missing"]) == (1, None, 0)


def test_rows_that_are_left_out_or_counted_once_are_named(
    mine: Run, catalogue: Catalogue, tmp_path: Path
) -> None:
    """A card that silently has no price is silently not traded, and so are copies that nobody counts."""
    (path := tmp_path / "prices.csv").write_text(f"{FETT};1.000\n{ZAM};3\nNobody;4\nNexu;on request\n")
    found, notes = sheet_prices(catalogue, path)
    assert list(map(str, found.values())) == ["3"]
    left_out = f"{path}: rows without a clear price or card left out: 1, 3, 4"
    assert notes == (left_out,)
    (friend := tmp_path / "friend.csv").write_text(f"Card,Set,Got\n{ZAM},AOTC,4\n{NEXU},AOTC,4\n")
    said = find(mine, "--with", friend, "--prices", path)["notes"]
    assert f"{friend}: every row counts as one copy, though 'Got' may hold the number" in said
    assert left_out in said
