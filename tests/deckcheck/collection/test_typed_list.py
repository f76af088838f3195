"""A typed list or a deck file as what is owned: `collection import list.txt`."""

import json
from pathlib import Path

import pytest

from db.collection.read import holdings, read_collection
from importers.errors import MalformedFileError, NoHeaderError
from tests.conftest import ROOT, Run


def test_a_typed_list_becomes_owned_copies(keep: Run, own_database: Path, tmp_path: Path) -> None:
    """It was refused: no row with column names."""
    path = tmp_path / "list.txt"
    path.write_text("4x Yoda (A)\nCharacters\n2 Boba Fett (A)\n1 Nobody at All\n", "utf-8")
    preview = keep("collection", "import", path)
    assert f"{path}: 3 rows read as a list" in preview.stderr
    assert "no card has this name" in preview.stderr
    done = keep("collection", "import", path, "--apply", "--no-input", "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["read_as"], found["rows"]) == (1, "list", 3)
    assert [(one["row"], one["text"]) for one in found["unmatched"]] == [(4, "1 Nobody at All")]
    assert {h.card: h.quantity for h in holdings(own_database, "swtcg")} == {
        "Yoda (A)": 4,
        "Boba Fett (A)": 2,
    }
    assert Path(found["unmatched_file"]).exists()
    assert "imported before" in keep("collection", "import", path, "--apply").stderr


@pytest.mark.parametrize("name", ["rebels.dek", "empire.txt"])
def test_a_deck_file_becomes_owned_copies(keep: Run, own_database: Path, name: str) -> None:
    path = ROOT / "examples" / "decks" / name
    done = keep("collection", "import", path, "--apply", "--no-input")
    assert done.exit_code == 0, done.stderr
    assert sum(h.quantity for h in holdings(own_database, "swtcg")) == 60


@pytest.mark.parametrize("text", ["", "Yoda (A)\nNexu\n", "hello world\n", "<html></html>"])
def test_what_states_no_count_is_refused_as_before(keep: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, "utf-8")
    found = keep("collection", "import", path)
    assert isinstance(found.exception, NoHeaderError | MalformedFileError)


@pytest.mark.parametrize(
    ("text", "held", "wanted", "for_trade"),
    [
        ("Wants:\n4 Nexu\n2 Kouhun\n", {}, {"Nexu": 4, "Kouhun": 2}, 0),
        ("My wants\n4 Nexu\n", {}, {"Nexu": 4}, 0),
        ("2 Kouhun\nZum Tausch\n1 Kouhun\n", {"Kouhun": 2}, {}, 1),
        ("Characters\n4 Yoda (A)\n\nWants\n4 Nexu\n", {"Yoda (A)": 4}, {"Nexu": 4}, 0),
        (
            "Have:\n3 Nexu\nWant:\n2 Yoda (A)\nTrade:\n1 Nexu\nHave:\n1 Kouhun\n",
            {"Nexu": 3, "Kouhun": 1},
            {"Yoda (A)": 2},
            1,
        ),
        ("[H]\n3 Nexu\n[W]\n2 Yoda (A)\n", {}, {"Yoda (A)": 2}, 0),
        ("[V]\n1 Nexu\n[W]\n2 Yoda (A)\n", {"Nexu": 1, "Yoda (A)": 2}, {}, 0),
    ],
)
def test_headings_say_what_is_wanted_and_for_trade(
    keep: Run,
    own_database: Path,
    tmp_path: Path,
    text: str,
    held: dict[str, int],
    wanted: dict[str, int],
    for_trade: int,
) -> None:
    """What somebody looks for is never booked as owned."""
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    assert keep("collection", "import", path, "--apply", "--no-input").exit_code == ("[H]" in text)
    stored = read_collection(own_database, "swtcg")
    assert {one.card: one.quantity for one in stored.holdings} == held
    assert {one.card: one.facts.quantity for one in stored.wants} == wanted
    assert sum(one.facts.for_trade for one in stored.holdings) == for_trade


@pytest.mark.parametrize("heading", ["Sold:", "Verkauft", "== Prodáno ==", "On order"])
def test_what_is_sold_or_ordered_is_asked_about(
    keep: Run, own_database: Path, tmp_path: Path, heading: str
) -> None:
    """It was owned."""
    path = tmp_path / "list.txt"
    path.write_text(f"3 Nexu\n\n{heading}\n1 Kouhun\n\nMine:\n2 Acklay\n", encoding="utf-8")
    assert "is of copies that are not there" in keep("collection", "import", path, "--apply").stderr
    held = {one.card: one.quantity for one in holdings(own_database, "swtcg")}
    assert held == {"Nexu": 3, "Acklay": 2}


def test_lists_to_post_are_read_back_with_what_the_copies_are(
    keep: Run, own_database: Path, tmp_path: Path
) -> None:
    """Who posts a foil does not offer an ordinary copy, and who looks for one does not want any."""
    keep("collection", "add", "2 nexu foil de", "--for-trade", "2")
    keep("collection", "want", "2 yoda (a) foil nm")
    keep("collection", "want", "Luke Skywalker (C) (Promo)")
    keep("collection", "want", "acklay", "--finish", "none")
    posted = keep("collection", "wants", "--text").stdout
    assert posted.splitlines()[1:] == [
        "1 x Acklay, no foil",
        "1 x Luke Skywalker (C) (Promo) (ANH)",
        "2 x Yoda (A), near mint, foil",
    ]
    offered = keep("collection", "trades", "--text").stdout
    assert offered.splitlines()[1:] == ["2 x Nexu (AOTC 97), German, foil"]
    before = read_collection(own_database, "swtcg").wants
    for name in ("acklay", "yoda (a)", "Luke Skywalker (C) (Promo)"):
        keep("collection", "want", name, "0")
    path = tmp_path / "list.txt"
    path.write_text(posted + offered, encoding="utf-8")
    keep("collection", "set", "nexu", "--for-trade", "0")
    assert keep("collection", "import", path, "--apply", "--no-input").exit_code == 0
    stored = read_collection(own_database, "swtcg")
    assert stored.wants == before
    assert [one.facts.for_trade for one in stored.holdings] == [2]
    path.write_text("1 Acklay, no foil\n", encoding="utf-8")
    keep("collection", "import", path, "--apply", "--no-input")
    assert {one.card: one.key.finish for one in holdings(own_database, "swtcg")}["Acklay"] == ""


def test_headings_say_the_set_and_the_finish(keep: Run, own_database: Path, tmp_path: Path) -> None:
    """The name of a set is a card, too, and a heading of foils must not make them ordinary."""
    path = tmp_path / "list.txt"
    path.write_text("=== AOTC ===\n2 Boba Fett (A)\nFoils:\n1 Nexu\nNormal:\n3 Nexu\n", encoding="utf-8")
    assert keep("collection", "import", path, "--apply", "--no-input").exit_code == 0
    held = read_collection(own_database, "swtcg").holdings
    assert sorted((one.card, one.key.finish, one.set_code, one.quantity) for one in held) == [
        ("Boba Fett (A)", "", "AOTC", 2),
        ("Nexu", "", "AOTC", 3),
        ("Nexu", "foil", "AOTC", 1),
    ]


def test_counts_behind_names_are_settled_by_the_names(keep: Run, own_database: Path, tmp_path: Path) -> None:
    """Each such row was unsure, and a list with no other line was refused."""
    path = tmp_path / "list.txt"
    path.write_text("Nexu (foil) (4)\nBoba Fett (A) (2)\nKouhun - 3\n", encoding="utf-8")
    done = keep("collection", "import", path, "--apply", "--no-input")
    assert (done.exit_code, "3 rows: 0 exact, 3 by inference, 0 unsure" in done.stderr) == (0, True)
    path.write_text("2 Acklay (NM, German)\n2 Yoda (A) (played)\n", encoding="utf-8")
    assert keep("collection", "import", path, "--apply", "--no-input").exit_code == 0
    held = read_collection(own_database, "swtcg").holdings
    assert sorted((one.card, one.quantity, *one.key[2:5]) for one in held) == [
        ("Acklay", 2, "NM", "de", ""),
        ("Boba Fett (A)", 2, "", "", ""),
        ("Kouhun", 3, "", "", ""),
        ("Nexu", 4, "", "", "foil"),
        ("Yoda (A)", 2, "MP", "", ""),
    ]
