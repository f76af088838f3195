"""No card of a file is left out of the verdict: what may be a card leaves it open."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run

pytestmark = pytest.mark.whole_catalogue

LEGAL = ROOT / "examples" / "decks" / "empire.txt"


def verdict(run: Run, path: Path, *options: str) -> tuple[str, list[dict[str, Any]]]:
    (deck,) = json.loads(run("validate", path, "--json", *options).stdout)["decks"]
    return deck["verdict"], deck["issues"]


@pytest.mark.parametrize(
    "row",
    [
        "Boba Fett (A):",
        "[Boba Fett (A)]",
        "Boba Fett:",
        "Boba Fett (A) (4):",
        "4 Boba Fett (A):",
        "[4 Boba Fett (A)]",
        "Mission - Boba Fett (A):",
        "Boba Fett x4:",
        "x: Boba Fett (A):",
    ],
)
def test_a_heading_that_is_the_name_of_a_card_leaves_the_verdict_open(
    run: Run, tmp_path: Path, row: str
) -> None:
    """A bare name with a colon was a zone without cards, and nobody heard of it."""
    deck = tmp_path / "x.txt"
    deck.write_text(f"{row}\nDeck:\n{LEGAL.read_text()}")
    found, issues = verdict(run, deck)
    assert found == "unproven"
    assert [issue["code"] for issue in issues] == ["unreadable-line"]
    assert "holds the name of a card" in issues[0]["message"]


def as_own_json(run: Run, tmp_path: Path) -> dict[str, Any]:
    out = tmp_path / "x.json"
    assert run("deck", "convert", LEGAL, out).exit_code == 0
    document: dict[str, Any] = json.loads(out.read_text())
    return document


@pytest.mark.parametrize("suffix", ["json", "csv"])
def test_an_id_of_another_card_leaves_the_verdict_open(
    run: Run, destiny_ids: dict[str, str], tmp_path: Path, suffix: str
) -> None:
    """Which of the two is meant, only the player knows."""
    (one, code), (other, _) = sorted(destiny_ids.items())[:2]
    deck = tmp_path / f"x.{suffix}"
    if suffix == "json":
        cards = [{"quantity": 1, "name": other, "id": code}]
        deck.write_text(json.dumps({"schema": "deckcheck.deck/1", "game": "destiny", "cards": cards}))
    else:
        deck.write_text(f'count,name,id\n1,"{other}",{code}\n')
    _, issues = verdict(run, deck, "--game", "destiny")
    (issue,) = [issue for issue in issues if issue["code"] == "ambiguous-card"]
    assert f"{other} has the id of {one}" in issue["message"]
    assert issue["candidates"] == [one, other]
    assert issue["advice"] == "correct the name or the id"


def test_in_octgn_files_the_id_counts(run: Run, stargate_ids: dict[str, str], tmp_path: Path) -> None:
    (one, code), (other, _) = sorted(stargate_ids.items())[:2]
    deck = tmp_path / "x.o8d"
    deck.write_text(
        '<deck game="11ec1f21-7d4c-4bf0-9d72-df01c6c78911"><section name="Main">'
        f'<card qty="1" id="{code}">{other}</card></section></deck>'
    )
    (found,) = json.loads(run("validate", deck, "--json").stdout)["decks"]
    assert "ambiguous-card" not in [issue["code"] for issue in found["issues"]]
    assert f"{other} has the id of {one} and was taken for it" in found["notes"]


@pytest.fixture(scope="module")
def destiny_ids(destiny: Any) -> dict[str, str]:
    return ids(destiny.cards)


@pytest.fixture(scope="module")
def stargate_ids(stargate: Any) -> dict[str, str]:
    return ids(stargate.cards)


def ids(cards: Any) -> dict[str, str]:
    return {c.name: c.printings[0].image_key for c in cards if c.printings[0].image_key and '"' not in c.name}


def workbook(tmp_path: Path, above: tuple[str, ...], beside: tuple[str, ...]) -> Path:
    from openpyxl import Workbook

    book = Workbook()
    deck, other = book.worksheets[0], book.create_sheet("Other")
    for text in above:
        deck.append((text,))
    deck.append(("Count", "Name"))
    for row in LEGAL.read_text().splitlines():
        if row[:1].isdigit():
            deck.append((int(row.partition("\t")[0]), row.partition("\t")[2]))
    for text in beside:
        other.append((None, text))
    book.save(tmp_path / "x.xlsx")
    return tmp_path / "x.xlsx"


@pytest.mark.parametrize(
    ("above", "beside", "expected"),
    [
        (("My deck", "for Saturday"), ("Thoughts", "on it"), "legal"),
        ((), ("Thoughts", "Boba Fett"), "unproven"),
        ((), ("Battle Fatigue",), "unproven"),
        (("Battle Fatigue",), (), "unproven"),
        (("Darth Vader",), (), "legal"),
    ],
)
def test_bare_names_of_cards_in_a_workbook_leave_the_verdict_open(
    run: Run, tmp_path: Path, above: tuple[str, ...], beside: tuple[str, ...], expected: str
) -> None:
    """A cell without a count is a card only where the catalogue knows it as one."""
    assert verdict(run, workbook(tmp_path, above, beside))[0] == expected


def test_a_title_that_is_also_the_name_of_cards_is_said_to_be_a_title(run: Run, tmp_path: Path) -> None:
    """Whoever forgot the count of a Mace Windu must learn that he is not in the deck."""
    said = run("validate", workbook(tmp_path, ("Mace Windu", "My deck"), ())).stdout
    assert "line 1: 'Mace Windu' is taken as a title; if it is a card" in " ".join(said.split())
    assert "'My deck' is taken" not in said


def test_the_first_line_of_a_destiny_list_may_be_a_card(
    run: Run, destiny_ids: dict[str, str], tmp_path: Path
) -> None:
    name = min(destiny_ids)
    deck = tmp_path / "x.txt"
    deck.write_text(f"{name}\n\nEVENT\n-----\n2x Salt (Awakenings #10)\n")
    _, issues = verdict(run, deck)
    assert name in [issue.get("text") for issue in issues]
