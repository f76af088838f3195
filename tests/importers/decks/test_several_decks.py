"""Several decks in one typed list: each is found by its title, and one deck is never divided."""

import json
from pathlib import Path

import pytest

from importers.decks.reading import parse_deck, read_deck
from importers.decks.several_decks import parts_of
from importers.errors import LimitError, SeveralDecksError
from tests.amounts import amount
from tests.conftest import Run

A = "4 Nexu\n2 Order 66\n"
B = "3 Boba Fett (A)\n1 Yoda (A)\n"
FULL = "4 Nexu\n" * 15


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f"Deck: Rebels\n{A}\nDeck: Empire\n{B}", ["Rebels", "Empire"]),
        (f"Deck 1\n{A}\nDeck 2: Empire\n{B}", ["Deck 1", "Empire"]),
        (f"Decks of Saturday\n\n## Title: A ##\n{A}\n## Title: A ##\n{B}", ["A", "A 2"]),
        (f"Light Side\n{A}\n**Dark Side Deck (4)**\n{B}", ["Light Side", "Dark Side Deck"]),
        (f"Světlá strana:\n{A}\nTemná strana:\n{B}", ["Světlá strana", "Temná strana"]),
        (f"Rebels\n{A}Total: 6\n\nEmpire\n{B}Total: 4\n", ["Rebels", "Empire"]),
        (f"{A}\nDeck: Empire\n{B}Deck: More\n{A}", ["1", "Empire", "More"]),
        (f"My rebels\n{FULL}\nEmpire\n\n{FULL}\nGround\n{A}", ["My rebels", "Empire"]),
    ],
)
def test_titles_divide_a_list(text: str, titles: list[str], tmp_path: Path) -> None:
    assert [part.title for part in parts_of(text)] == titles
    with pytest.raises(SeveralDecksError, match=f"a list with {len(titles)} decks"):
        parse_deck(text.encode(), source="a.txt")
    path = tmp_path / "a.txt"
    path.write_text(text)
    found = [read_deck(Path(f"{path}#{title}")) for title in titles]
    assert [deck.name for deck in found] == titles
    cards = [line for deck in found for line in deck.lines if line.line not in deck.bare]
    assert sum(line.quantity for line in cards) in {10, 16, 126}, "no card is lost, none is there twice"
    rows = text.split("\n")
    assert all(line.name in rows[(line.line or 0) - 1] for line in cards), "lines keep their numbers"


@pytest.mark.parametrize(
    "text",
    [
        f"Rebels\n{A}{B}",
        f"Light Side\n{A}{B}",
        f"Deck:\n{A}Sideboard:\n{B}",
        f"Name: Rebels\nDeck: 10\n{A}{B}",
        f"Deck: Rebels\nTitle: Mine\n{A}{B}",
        f"Characters\n{A}6 Total\n\nGround\n{B}4 Total\n",
        f"Rebels\n{A}Total: 5\n\nEmpire\n{B}",
        f"Rebels\n{A}{B}Total: 10\nGG\n",
        f"Light\n{A}\nDark\n",
        f"# Deck: A\n{A}# Deck: B\n{B}",
        f"Rebels\n{FULL}\nEmpire\n{A}",
        f"Rebels\n{FULL}Empire\n{FULL}",
        f"{FULL}\nEmpire\n{FULL}",
        f"Rebels\n{FULL}\nYoda (A)\n{FULL}",
    ],
)
def test_nothing_else_divides_a_list(text: str) -> None:
    assert parts_of(text) == []


SEVEN = "4 Nexu\n2 Order 66\nDeck:\n3 Boba Fett (A)\n1 Yoda (A)\n4 Acklay\n4 Reek\n2 Kouhun\n"


@pytest.mark.parametrize(
    ("between", "titles"),
    [
        ("\n", ["1", "2"]),
        ("\n-----\n\nCharacters:\n", ["1", "2"]),
        ("\nAfter:\n", ["1", "After"]),
        ("Version 2\n", ["1", "Version 2"]),
        ("\nIt is better now:\nDeck:\n1 Dash Rendar (A)\n", ["1", "It is better now"]),
        ("", ["1", "2"]),
        ("5 Wild Acklay\n", []),
    ],
)
def test_a_list_that_stands_twice_is_two_decks(between: str, titles: list[str]) -> None:
    """Who shows a deck before and after a change has not eight copies of each card."""
    for mark in ("", "> "):
        before = "".join(f"{mark}{row}\n" for row in SEVEN.splitlines())
        parts = parts_of(f"{before}{between}{SEVEN.replace('4 Reek', '3 Reek')}")
        assert [part.title for part in parts] == titles
    few = "".join(SEVEN.splitlines(keepends=True)[:6])
    assert parts_of(f"{few}\n{few}") == []


def test_a_list_that_stands_three_times_is_three_decks() -> None:
    versions = [SEVEN.replace("4 Reek", f"{n} Reek") for n in (4, 3, 2)]
    assert [part.title for part in parts_of("\n".join(versions))] == ["1", "2", "3"]
    assert [part.title for part in parts_of("".join(versions))] == ["1", "2", "3"]
    headed = "".join(f"\nv{n}:\n{one}" for n, one in enumerate(versions, 1))
    assert [part.title for part in parts_of(headed)] == ["v1", "v2", "v3"]


def test_each_is_judged_and_one_is_asked_for(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "both.txt"
    path.write_text(f"Deck: Rebels\n{A}\nDeck: Empire\n{B}")
    decks = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert [(deck["name"], deck["counts"]["cards"]) for deck in decks] == [("Rebels", 6), ("Empire", 4)]
    assert "Rebels" in run("validate", path, "--short").stdout
    assert f"Give one of them: {path}#Rebels, {path}#Empire" in str(run("deck", "show", path).exception)
    assert "Boba Fett (A)" in run("deck", "show", f"{path}#Empire").stdout
    assert run("validate", f"{path}#Nothing").exit_code == 2


def test_titles_in_an_older_encoding_are_found(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(f"Světlá strana:\n{A}\nTemná strana:\n{B}".encode("cp1250"))
    assert read_deck(Path(f"{path}#temna strana")).quantity == 4


@pytest.mark.parametrize(
    ("title", "number", "end"),
    [("Rebels", 0, "\n"), ("Empire", 1, "\n"), ("Empire", 1, "\r\n")][:: amount(2, 1)],
)
def test_one_of_several_is_edited_and_repaired_in_place(
    keep: Run, tmp_path: Path, title: str, number: int, end: str
) -> None:
    """The other decks of the file stay byte for byte."""
    decks = [f"# mine\nDeck: Rebels\n{A}\n", f"Deck: Empire\n{B}# the last line".replace("\n", end)]
    decks[0] = decks[0].replace("\n", end)
    path = tmp_path / "a.txt"
    path.write_bytes("".join(decks).encode())
    done = keep("deck", "edit", f"{path}#{title}", "--add", "2 Kouhun")
    assert done.exit_code == 0, done.stderr
    written, added = path.read_bytes().decode(), f"2 Kouhun{end}"
    assert written.replace(added, "") == "".join(decks)
    assert (added in written[: written.index("Deck: Empire")]) == (number == 0)
    done = keep("repair", f"{path}#{title}", "--write", str(path))
    assert done.exit_code in {0, 3}, done.stderr
    other = decks[1 - number].encode()
    assert path.read_bytes().endswith(other) if number == 0 else path.read_bytes().startswith(other)


def test_an_edit_after_which_the_decks_run_together_is_refused(keep: Run, tmp_path: Path) -> None:
    """The sum below a deck is what divides it from the next."""
    path = tmp_path / "a.txt"
    path.write_text(before := f"Rebels\n{A}Total: 6\n\nEmpire\n{B}Total: 4\n")
    done = keep("deck", "edit", f"{path}#Rebels", "--add", "2 Kouhun")
    assert "begin each with 'Deck: its title'" in str(done.exception)
    assert path.read_text() == before


def test_a_list_of_hundreds_of_decks_is_past_the_limit() -> None:
    text = "".join(f"Deck: A{n}\n4 Nexu\n" for n in range(300))
    with pytest.raises(LimitError, match="300 decks, at most 200"):
        parse_deck(text.encode(), source="x.txt")
    totals = "".join(f"Total: {n}\n3 Nexu\n" for n in range(3_000))
    assert len(parse_deck(totals.encode(), source="x.txt").lines) == 3_000
