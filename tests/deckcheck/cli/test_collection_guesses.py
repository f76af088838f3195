"""The collection's commands as people type them: counts with the name, foil, names without version."""

import json

import pytest

from tests.conftest import Run

BOBA = "Boba Fett (A)"


@pytest.mark.parametrize(
    "words", [(BOBA, "2"), (f"2x {BOBA}",), ("2", BOBA), (f"{BOBA} x2",), (f"2 × {BOBA}",)]
)
@pytest.mark.parametrize("verb", ["add", "want"])
def test_a_count_may_stand_with_the_name(keep: Run, words: tuple[str, ...], verb: str) -> None:
    result = keep("collection", verb, *words, "--json")
    assert result.exit_code == 0, result.stderr
    (change,) = json.loads(result.stdout)["changes"]
    assert change["after"]["quantity"] == 2
    assert change["name"].startswith(BOBA)


def test_an_option_beats_and_a_name_with_a_number_stays_a_name(keep: Run) -> None:
    """`AT-AT 2` must not become two copies of a card of another name."""
    refused = keep("collection", "add", BOBA, "2", "--quantity", "3", "--json")
    assert refused.exit_code == 1
    assert json.loads(keep("collection", "list", "--json").stdout)["holdings"] == []


def test_foil_is_a_finish(keep: Run) -> None:
    keep("collection", "add", BOBA, "--foil")
    (held,) = json.loads(keep("collection", "list", "finish:foil", "--json").stdout)["holdings"]
    assert held["card"] == BOBA
    both = keep("collection", "add", BOBA, "--foil", "--finish", "etched")
    assert both.exit_code == 2


def test_a_name_without_version_shows_all_that_is_owned(keep: Run) -> None:
    keep("collection", "add", BOBA, "2")
    keep("collection", "add", "Boba Fett (B)", "1")
    shown = keep("collection", "show", "Boba Fett")
    assert shown.exit_code == 0
    assert f"{BOBA}: 2 owned" in shown.stdout
    assert "Boba Fett (B): 1 owned" in shown.stdout
    assert keep("collection", "show", "Yoda").exit_code == 1, "none of them is owned"


def test_a_line_in_any_order_adds_copies_as_on_the_page(keep: Run) -> None:
    """Who knows the line of the page types it in the terminal, too."""
    done = keep("collection", "add", "3 nexu aotc nm binder 2")
    assert done.exit_code == 0, done.stderr
    (held,) = json.loads(keep("collection", "list", "--json").stdout)["holdings"]
    told = (held["card"], held["set"], held["condition"], held["location"], held["quantity"])
    assert told == ("Nexu", "AOTC", "NM", "binder 2", 3)
    assert keep("collection", "add", "3", "nexu", "aotc", "--location", "box").exit_code != 0
    unclear = keep("collection", "add", "3 yoda nm")
    assert (unclear.exit_code, "nothing was changed" in unclear.stderr) == (1, True)  # which one?


def test_what_a_line_says_of_copies_holds_for_every_verb(keep: Run) -> None:
    """`move "nexu foil"` must not move what is no foil."""
    keep("collection", "add", "4 nexu")
    keep("collection", "add", "nexu foil x2")

    def held() -> dict[tuple[str, str], int]:
        rows = json.loads(keep("collection", "list", "--json").stdout)["holdings"]
        return {(row["finish"] or "", row["location"] or ""): row["quantity"] for row in rows}

    assert held() == {("", ""): 4, ("foil", ""): 2}
    keep("collection", "move", "nexu foil", "--to", "box")
    assert held() == {("", ""): 4, ("foil", "box"): 2}
    keep("collection", "remove", "1", "nexu", "(foil)")
    keep("collection", "set", "nexu foil box 7")
    assert held() == {("", ""): 4, ("foil", "box"): 7}
    lent = keep("collection", "lend", "2 nexu foil", "--to", "Ada")
    assert "foil" in lent.stdout
    for name, said in (("nexu foil", "'foil'"), ("nexu (4)", "no card"), ("nexu (sold)", "no card")):
        refused = keep("collection", "add", name, "--quantity", "2")
        assert (refused.exit_code, said in refused.stderr) == (1, True)
    assert keep("collection", "add", "nexu (AOTC)", "--quantity", "2").exit_code == 0


def test_a_want_keeps_what_is_not_said_anew(keep: Run) -> None:
    keep("collection", "want", "2 nexu foil nm", "--notes", "for Ada", "--weight", "3")
    keep("collection", "want", "nexu", "4")
    (want,) = json.loads(keep("collection", "wants", "--json").stdout)["wants"]
    told = (want["wanted"], want["finish"], want["condition"], want["notes"], want["weight"])
    assert told == (4, "foil", "NM", "for Ada", 3)


def test_a_new_place_is_said(keep: Run) -> None:
    assert "'shelf 7' is a new place" in keep("collection", "add", "nexu shelf 7").stderr
    assert "new place" not in keep("collection", "add", "2 nexu shelf 7").stderr


@pytest.mark.parametrize(
    ("price", "currency", "stored"),
    [
        ("1.234,50", "EUR", ("1234.50", "EUR")),
        ("1,5 €", None, ("1.5", "EUR")),
        ("3", "usd", ("3", "USD")),
        ("3 euro", None, ("3", "EUR")),
    ],
)
def test_prices_are_read_as_in_sheets(
    keep: Run, price: str, currency: str | None, stored: tuple[str, str]
) -> None:
    """Else `usd` and `USD` are two sums."""
    keep("collection", "add", "nexu", "--price", price, *(("--currency", currency) if currency else ()))
    (held,) = json.loads(keep("collection", "list", "--json").stdout)["holdings"]
    assert (held["price"], held["currency"]) == stored
    unclear = keep("collection", "set", "nexu", "--price", "1,234")
    assert "the price '1,234'" in str(unclear.exception)
