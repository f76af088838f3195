"""`deckcheck collection` as an owner runs it, against a collection of the test's own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from db.collection.read import holdings

Run = Callable[..., Result]

FETT = "Boba Fett (A)"


def told(result: Result, code: int = 0) -> Any:
    assert result.exit_code == code, result.stderr
    return json.loads(result.stdout)


def listed(keep: Run, *query: str) -> list[tuple[int, str, str | None, str | None]]:
    found = told(keep("collection", "list", *query, "--json"))
    return [(h["quantity"], h["card"], h["set"], h["location"]) for h in found["holdings"]]


def test_added_copies_are_listed_with_all_that_was_told_of_them(keep: Run) -> None:
    added = told(
        keep(
            "collection",
            "add",
            "boba fett a",
            "--quantity",
            3,
            "--set",
            "attack of the clones",
            "--condition",
            "near mint",
            "--language",
            "German",
            "--finish",
            "foil",
            "--location",
            "binder 1",
            "--for-trade",
            1,
            "--notes",
            "signed",
            "--acquired",
            "2002-04-23",
            "--price",
            "2.50",
            "--currency",
            "EUR",
            "--json",
        )
    )
    assert added["schema"] == "deckcheck.change/1"
    assert added["batch"] == 1
    assert [(c["kind"], c["before"], c["after"]["quantity"]) for c in added["changes"]] == [
        ("holding", None, 3)
    ]
    found = told(keep("collection", "list", "--json"))
    assert {key: found[key] for key in ("schema", "total", "copies")} == {
        "schema": "deckcheck.collection/1",
        "total": 1,
        "copies": 3,
    }
    assert found["holdings"] == [
        {
            "card": FETT,
            "printing": FETT,
            "set": "AOTC",
            "number": "6",
            "rarity": "R",
            "condition": "NM",
            "language": "de",
            "finish": "foil",
            "location": "binder 1",
            "quantity": 3,
            "for_trade": 1,
            "notes": "signed",
            "acquired_on": "2002-04-23",
            "price": "2.50",
            "currency": "EUR",
            "extra": {},
            "owned": 3,
            "reserved": 0,
            "free": 3,
            "dice": 0,
            "owned_dice": 0,
            "reserved_dice": 0,
            "free_dice": 0,
            "wanted_dice": 0,
        }
    ]


def test_a_printing_is_never_guessed(keep: Run) -> None:
    result = keep("collection", "add", "Captain Rex (A)")
    assert result.exit_code == 0
    assert "printing not known" in result.stderr
    assert "AGD" in result.stderr
    assert listed(keep) == [(1, "Captain Rex (A)", None, None)]


@pytest.mark.parametrize("number", ["6/180", "#6", "006", "6.0", " 6 "])
def test_a_number_is_as_exact_as_in_a_sheet(keep: Run, tmp_path: Path, number: str) -> None:
    """An import took `6/180` for number 6, and the same words on the command line were refused."""
    sheet = tmp_path / "mine.csv"
    sheet.write_text(f"Qty,Name,Set,Number\n1,{FETT},AOTC,{number}\n", "utf-8")
    assert keep("collection", "add", FETT, "--set", "AOTC", "--number", number).exit_code == 0
    assert keep("collection", "import", sheet, "--apply").exit_code == 0
    assert listed(keep) == [(2, FETT, "AOTC", None)]
    removed = keep("collection", "remove", FETT, "--number", number, "-n", 1)
    assert removed.exit_code == 0
    wrong = keep("collection", "add", FETT, "--set", "AOTC", "--number", "7/180")
    assert "is not printed as AOTC 7/180" in wrong.stderr


def test_a_reprint_spelt_out_is_that_printing(keep: Run) -> None:
    keep("collection", "add", "Captain Rex (A) (Promo)", "--set", "PROMO")
    assert listed(keep) == [(1, "Captain Rex (A)", "PROMO", None)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("Boba Fett",), "Boba Fett (B)"),
        (("Boba Fet (A)",), "Did you mean Boba Fett (A)?"),
        ((FETT, "--set", "ESB"), "AOTC 6"),
        ((FETT, "--set", "ESC"), "Did you mean ESB?"),
        ((FETT, "--set", "AOTC", "--number", "7"), "is not printed as AOTC 7"),
        (("Captain Rex (A)", "--set", "AGD", "--number", "P"), "is not printed as AGD P"),
    ],
)
def test_what_is_unknown_or_ambiguous_is_refused_with_candidates(
    keep: Run, own_database: Path, arguments: tuple[str, ...], says: str
) -> None:
    result = keep("collection", "add", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert says in result.stderr
    document = told(keep("collection", "add", *arguments, "--json"), 1)
    assert document["batch"] is None
    assert document["refused"]["candidates"]
    assert holdings(own_database, "swtcg") == ()


def test_a_bare_name_with_a_set_shows_only_the_versions_of_that_set(keep: Run) -> None:
    refused = told(keep("collection", "add", "Boba Fett", "--set", "BOTS", "--json"), 1)["refused"]
    assert refused["candidates"] == ["Boba Fett (U)", "Boba Fett (V)"]


def test_a_bare_name_with_a_set_that_has_one_version_is_that_version(keep: Run) -> None:
    added = told(keep("collection", "add", "Boba Fett", "--set", "JG", "--json"))["changes"]
    assert [change["name"].split(",")[0] for change in added] == ["Boba Fett (B)"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--condition", "so so"),
        ("--price", "much"),
        ("--acquired", "yesterday"),
        ("--quantity", "0"),
        ("--quantity", "-1"),
        ("--for-trade", "9"),
        ("--location", "a\nb"),
    ],
)
def test_values_that_no_copy_can_have_are_usage_errors(
    keep: Run, own_database: Path, arguments: tuple[str, ...]
) -> None:
    result = keep("collection", "add", FETT, *arguments)
    assert result.exit_code == 2 or "nothing was changed" in str(result.exception)
    assert holdings(own_database, "swtcg") == ()


def test_removing_asks_which_copies_where_they_differ(keep: Run) -> None:
    keep("collection", "add", FETT, "--quantity", 2, "--location", "box")
    keep("collection", "add", FETT)
    result = keep("collection", "remove", FETT)
    assert result.exit_code == 1
    assert "2 x AOTC 6, box" in result.stderr
    keep("collection", "remove", FETT, "--location", "")
    assert listed(keep) == [(2, FETT, "AOTC", "box")]
    keep("collection", "remove", FETT)
    assert listed(keep) == [(1, FETT, "AOTC", "box")]
    result = keep("collection", "remove", FETT, "--quantity", 2)
    assert result.exit_code == 1
    assert "1 there" in result.stderr
    keep("collection", "add", FETT)
    keep("collection", "remove", FETT, "--all")
    assert listed(keep) == []
    assert keep("collection", "remove", FETT).exit_code == 1


def test_set_makes_copies_as_many_and_notes_what_is_told(keep: Run) -> None:
    keep("collection", "set", FETT, "--quantity", 4, "--for-trade", 2)
    keep("collection", "set", FETT, "--notes", "mine")
    (holding,) = told(keep("collection", "list", "--json"))["holdings"]
    assert (holding["quantity"], holding["for_trade"], holding["notes"]) == (4, 2, "mine")
    nothing = keep("collection", "set", FETT, "--quantity", 4)
    assert nothing.exit_code == 0
    assert "nothing to change" in nothing.stderr
    keep("collection", "set", FETT, "--quantity", 0)
    assert listed(keep) == []
    assert keep("collection", "set", FETT, "--notes", "mine").exit_code == 1


def test_moving_takes_notes_along_and_joins_what_is_there(keep: Run, own_database: Path) -> None:
    keep("collection", "add", FETT, "--quantity", 3, "--for-trade", 2, "--notes", "from the box")
    keep("collection", "move", FETT, "--quantity", 2, "--to", "binder")
    assert {
        (h.key.location, h.quantity, h.facts.for_trade, h.facts.notes)
        for h in holdings(own_database, "swtcg")
    } == {("", 1, 1, "from the box"), ("binder", 2, 1, "from the box")}
    keep("collection", "set", FETT, "--location", "binder", "--notes", "other")
    keep("collection", "move", FETT, "--location", "", "--to", "binder")
    (holding,) = holdings(own_database, "swtcg")
    assert (holding.quantity, holding.facts.for_trade, holding.facts.notes) == (3, 2, "other")


def test_move_says_which_printing_copies_are_in_truth(keep: Run) -> None:
    keep("collection", "add", "Captain Rex (A)", "--quantity", 2)
    result = keep("collection", "move", "Captain Rex (A)", "--to-set", "AGD", "--to-number", "19")
    assert result.exit_code == 0, result.stderr
    assert listed(keep) == [(2, "Captain Rex (A)", "AGD", None)]
    assert keep("collection", "move", "Captain Rex (A)").exit_code == 2


def fill(keep: Run) -> None:
    keep("collection", "add", FETT, "--quantity", 4, "--location", "binder 1", "--condition", "NM")
    keep("collection", "add", FETT, "--location", "box", "--condition", "HP", "--language", "de")
    keep("collection", "add", "Boba Fett (C)", "--for-trade", 1)
    keep("collection", "add", "Captain Rex (A)", "--finish", "foil")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("boba", {(FETT, "binder 1"), (FETT, "box"), ("Boba Fett (C)", None)}),
        ("location:box", {(FETT, "box")}),
        ("location:none", {("Boba Fett (C)", None), ("Captain Rex (A)", None)}),
        ("condition>=EX", {(FETT, "binder 1")}),
        ('condition<"lightly played"', {(FETT, "box")}),
        ("condition:none boba", {("Boba Fett (C)", None)}),
        ("owned>=5", {(FETT, "binder 1"), (FETT, "box")}),
        ("language:german", {(FETT, "box")}),
        ("finish:foil", {("Captain Rex (A)", None)}),
        ("trade>0", {("Boba Fett (C)", None)}),
        ("set:AOTC not location~binder", {(FETT, "box")}),
        ("set:AGD", set()),
        ("free<5 wanted:0 name~boba", {("Boba Fett (C)", None)}),
    ],
)
def test_the_query_language_knows_copies_and_where_they_are(
    keep: Run, query: str, expected: set[tuple[str, str | None]]
) -> None:
    fill(keep)
    assert {(name, place) for _, name, _, place in listed(keep, query)} == expected


def test_a_condition_that_is_none_is_told(keep: Run) -> None:
    error = str(keep("collection", "list", "condition:shiny").exception)
    assert "NM (near mint)" in error


def test_list_by_card_finds_cards_not_owned_when_asked_for_numbers(keep: Run) -> None:
    fill(keep)
    found = told(keep("collection", "list", "--cards", "boba", "--json"))
    assert [(c["name"], c["owned"]) for c in found["cards"]] == [(FETT, 5), ("Boba Fett (C)", 1)]
    none = told(keep("collection", "list", "--cards", 'base="Boba Fett" owned:0', "--json"))
    names = [card["name"] for card in none["cards"]]
    assert "Boba Fett (B)" in names
    assert FETT not in names


def test_list_sorts_and_prints_a_table(keep: Run) -> None:
    fill(keep)
    result = keep("collection", "list", "--sort", "-owned,location")
    lines = result.stdout.splitlines()
    assert lines[0].split()[:2] == ["#", "card"]
    assert "binder 1" in lines[1]
    assert "box" in lines[2]
    assert "4 holdings, 7 copies" in result.stderr
    assert keep("collection", "list", "set:ROTS").stdout == ""


def test_show_tells_all_of_a_card(keep: Run) -> None:
    fill(keep)
    keep("collection", "want", FETT, "--quantity", 6)
    shown = told(keep("collection", "show", FETT, "--json"))
    assert shown["schema"] == "deckcheck.held-card/1"
    counts = [shown[name] for name in ("owned", "reserved", "free", "wanted", "for_trade")]
    assert counts == [5, 0, 5, 6, 0]
    assert len(shown["holdings"]) == 2
    assert "5 owned, 0 reserved, 5 free, 6 wanted" in keep("collection", "show", FETT).stdout
    assert keep("collection", "show", "Boba Fett").exit_code == 0, "all versions that are owned"
    assert keep("collection", "show", "Boba Fett", "--json").exit_code == 1


def test_history_show_and_undo(keep: Run) -> None:
    keep("collection", "add", FETT, "--quantity", 2)
    keep("collection", "add", FETT)
    batches = told(keep("collection", "history", "--json"))
    assert batches["schema"] == "deckcheck.history/1"
    assert [(b["batch"], b["command"], b["copies"]) for b in batches["batches"]] == [
        (2, f"collection add 1 x {FETT}", 1),
        (1, f"collection add 2 x {FETT}", 2),
    ]
    shown = told(keep("collection", "show", 2, "--json"))
    assert shown["schema"] == "deckcheck.batch/1"
    assert [(c["before"], c["after"]) for c in shown["changes"]] == [({"quantity": 2}, {"quantity": 3})]
    assert "2 -> 3 copies" in keep("collection", "show", 2).stdout
    undone = told(keep("collection", "undo", 2, "--json"))
    assert undone == {
        "schema": "deckcheck.undo/1",
        "batch": 2,
        "recorded_as": 3,
        "reversed": 1,
        "already": 0,
        "kept": [],
        "errors": [],
    }
    assert listed(keep) == [(2, FETT, "AOTC", None)]
    assert told(keep("collection", "undo", 3, "--json"))["reversed"] == 1
    assert listed(keep) == [(3, FETT, "AOTC", None)]
    assert "undone by 4" in keep("collection", "history").stdout


def test_undo_keeps_what_changed_since_and_is_exit_1(keep: Run) -> None:
    keep("collection", "add", FETT, "--quantity", 2)
    keep("collection", "add", FETT)
    undone = told(keep("collection", "undo", 1, "--json"), 1)
    assert undone["reversed"] == 0
    assert undone["recorded_as"] is None
    (kept,) = undone["kept"]
    assert (kept["before"], kept["after"], kept["found"]) == (None, {"quantity": 2}, {"quantity": 3})
    text = keep("collection", "undo", 1)
    assert "batch 1 made 0 -> 2 copies; since then 2 -> 3 copies" in text.stdout
    assert "0 reversed, 1 kept" in text.stderr


def test_an_unknown_batch_is_told(keep: Run) -> None:
    assert "no batch has the number 7" in str(keep("collection", "undo", 7).exception)
    assert "no batch has the number 7" in str(keep("collection", "show", 7).exception)


def test_wants_follow_from_what_is_owned(keep: Run) -> None:
    keep("collection", "add", FETT, "--quantity", 1)
    keep("collection", "want", FETT, "--quantity", 4)
    keep("collection", "want", "Captain Rex (A) (Promo)", "--set", "PROMO", "--quantity", 1)
    found = told(keep("collection", "wants", "--json"))
    assert found["schema"] == "deckcheck.wants/1"
    assert [(w["name"], w["set"], w["wanted"], w["owned"], w["missing"]) for w in found["wants"]] == [
        (FETT, None, 4, 1, 3),
        ("Captain Rex (A) (Promo)", "PROMO", 1, 0, 1),
    ]
    post = keep("collection", "wants", "--text").stdout
    assert post.splitlines() == ["Looking for:", f"3 x {FETT}", "1 x Captain Rex (A) (Promo) (PROMO P)"]
    keep("collection", "want", FETT, "--quantity", 0)
    assert len(told(keep("collection", "wants", "--json"))["wants"]) == 1


def test_a_surplus_adds_offers_and_withdraws_none(keep: Run) -> None:
    """Who marked two cards and also offers what is above four still offers the two."""
    keep("collection", "add", FETT, "--quantity", 2, "--for-trade", 2)
    keep("collection", "add", "Yoda (B)", "--quantity", 6, "--for-trade", 1)
    for surplus, yodas in ((None, 1), (4, 2), (5, 1), (0, 6)):
        more = () if surplus is None else ("--surplus", surplus)
        offers = told(keep("collection", "trades", *more, "--json"))["trades"]
        assert {o["name"]: (o["offered"], o["kept"]) for o in offers} == {
            FETT: (2, 0),
            "Yoda (B)": (yodas, 0),
        }


def test_trades_offer_neither_what_is_wanted_nor_more_than_is_for_trade(keep: Run) -> None:
    keep("collection", "add", FETT, "--quantity", 6, "--for-trade", 3)
    keep("collection", "want", FETT, "--quantity", 4)
    (offer,) = told(keep("collection", "trades", "--json"))["trades"]
    assert (offer["offered"], offer["kept"]) == (2, 1)
    keep("collection", "add", "Boba Fett (C)", "--quantity", 7)
    offers = told(keep("collection", "trades", "--surplus", 4, "--json"))["trades"]
    assert {(o["name"], o["offered"]) for o in offers} == {(FETT, 2), ("Boba Fett (C)", 3)}
    assert "3 x Boba Fett (C)" in keep("collection", "trades", "--surplus", 4, "--text").stdout
    header = keep("collection", "trades", "--surplus", 4).stdout.splitlines()[0].split()
    assert not {"finish", "language"} & set(header), "nothing stands in these columns"


def test_stats_count_and_sum_up(keep: Run) -> None:
    keep("collection", "add", FETT, "--quantity", 4, "--price", "2.50", "--currency", "EUR")
    keep("collection", "add", "Captain Rex (A)", "--price", "1", "--currency", "USD")
    found = told(keep("collection", "stats", "--json"))
    assert found["schema"] == "deckcheck.collection-stats/1"
    assert (found["copies"], found["cards"], found["printings"], found["unknown_copies"]) == (5, 2, 1, 1)
    assert found["paid"] == {"EUR": "10.00", "USD": "1"}
    assert found["by_set"] == {"AOTC": 4, "": 1}
    assert "copies of unknown printing" in keep("collection", "stats").stdout


def test_copies_at_another_price_leave_what_others_cost(keep: Run) -> None:
    """Three copies at 2 EUR and one at 5 EUR cost 11 EUR, and none of them cost dollars."""

    def paid() -> dict[str, str]:
        found: dict[str, str] = told(keep("collection", "stats", "--json"))["paid"]
        return found

    at = ("--location", "box", "--price")
    keep("collection", "add", FETT, "--quantity", 3, *at, "2 €")
    assert "price '2' -> '2.75'" in keep("collection", "add", FETT, *at, "5 €").stdout
    assert paid() == {"EUR": "11.00"}
    result = keep("collection", "add", FETT, *at, "$9")
    assert "price" not in result.stdout
    assert "one in another currency: 9 USD; in another place they stay apart" in result.stderr
    keep("collection", "undo", 3)
    keep("collection", "add", FETT, "--location", "binder", "--price", "1 €", "--quantity", 2)
    keep("collection", "move", FETT, "--location", "binder", "--to", "box")
    assert paid() == {"EUR": "13.00"}, "a mean that is rounded adds up to what was paid"
    for batch in (6, 5, 2):
        keep("collection", "undo", batch)
    assert paid() == {"EUR": "6"}


def test_completion_by_set_and_rarity(keep: Run) -> None:
    keep("collection", "add", FETT, "--quantity", 4)
    keep("collection", "add", "Captain Rex (A)")
    found = told(keep("collection", "completion", "--json"))
    assert found["schema"] == "deckcheck.completion/1"
    assert found["not_counted"] == 1
    (aotc,) = found["sets"]
    assert (aotc["code"], aotc["printings"], aotc["owned"], aotc["playsets"]) == ("AOTC", 189, 1, 1)
    assert aotc["rarities"][2] == {"rarity": "R", "printings": 60, "owned": 1, "playsets": 1}
    assert len(aotc["missing"]) == 188
    assert FETT not in [m["name"] for m in aotc["missing"]]
    assert aotc["booster"]["new"] == pytest.approx(10 + 59 / 60)
    named = told(keep("collection", "completion", "agd", "--any-printing", "--json"))
    (agd,) = named["sets"]
    assert (agd["owned"], agd["booster"], named["not_counted"]) == (2, None, 0)


def test_completion_says_what_it_assumes_of_boosters(keep: Run) -> None:
    keep("collection", "add", FETT)
    result = keep("collection", "completion", "AOTC", "--missing")
    assert "assumed" in result.stderr
    assert "Anakin Skywalker (A)" in result.stdout
    assert "short of 4" in result.stdout
    given = keep("collection", "completion", "AOTC", "--booster", "C=3,U=1,R=1").stderr
    assert "given are boosters of 5 cards: 3 common, 1 uncommon, 1 rare" in given
    assert "11 cards" not in given
    assert keep("collection", "completion", "AOTC", "--booster", "many").exit_code == 2


COMMANDS = (
    "add",
    "remove",
    "set",
    "move",
    "list",
    "show",
    "stats",
    "completion",
    "history",
    "undo",
    "want",
    "wants",
    "trades",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_and_json(keep: Run, command: str) -> None:
    result = keep("collection", command, "--help")
    assert result.exit_code == 0
    assert f"deckcheck collection {command}" in result.stdout.split("Example:")[1]
    assert "--json" in result.stdout
