"""`deckcheck cards` as a user runs it, against the bundled catalogue."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from db.cards.bundled_games import BUNDLED
from db.cards.card import Card
from deckcheck.query import FIELDS
from importers.card_lists.card_list import UnreadableCardListError
from tests.conftest import ROOT

Run = Callable[..., Result]

LISTS = Path(__file__).parents[2] / "importers" / "card_lists"


def document(result: Result) -> Any:
    assert result.exit_code in (0, 1), result.stderr
    return json.loads(result.stdout)


def test_search_json_is_as_the_contract_says(run: Run) -> None:
    found = document(run("cards", "search", '"Boba Fett (A)"', "--json"))
    assert found["schema"] == "deckcheck.cards/1"
    assert found["total"] == 1
    (card,) = found["cards"]
    wanted = {
        "game": "swtcg",
        "name": "Boba Fett (A)",
        "base_name": "Boba Fett",
        "version": "A",
        "side": "neutral",
        "type": "Character",
        "subtypes": ["Clone Boy"],
        "cost": 2,
        "speed": 40,
        "power": 2,
        "health": 1,
    }
    assert {key: card[key] for key in wanted} == wanted
    printing = {"name": "Boba Fett (A)", "set": "AOTC", "number": "6", "rarity": "R"}
    assert [{key: p[key] for key in printing} for p in card["printings"]] == [printing]


@pytest.mark.whole_catalogue
def test_search_json_gives_all_cards_unless_paged(run: Run) -> None:
    everything = document(run("cards", "search", "type:battle", "--json"))
    assert len(everything["cards"]) == everything["total"] > 500
    page = document(run("cards", "search", "type:battle", "--json", "--limit", 20, "--page", 2))
    assert page["cards"] == everything["cards"][20:40]
    assert page["total"] == everything["total"]


def test_x_and_absent_numbers_in_json(keep: Run) -> None:
    for card in document(keep("cards", "search", "cost:X type:mission", "--json"))["cards"]:
        assert card["cost"] == "X"
        assert card["power"] is None


def test_pages_together_are_the_whole(keep: Run) -> None:
    query = ("cards", "search", "type:space side:dark cost<=4", "--sort", "cost,name")
    whole = keep(*query, "--limit", 0).stdout.splitlines()[1:]
    pages = []
    for page in range(1, 5):
        result = keep(*query, "--limit", 10, "--page", page)
        pages += result.stdout.splitlines()[1:]
        assert f"page {page} of {-(-len(whole) // 10)}, {len(whole)} cards" in result.stderr
    names = [line.split("  ")[0] for line in whole]
    assert [line.split("  ")[0] for line in pages] == names[:40]


def test_a_page_past_the_end_and_no_match_are_said_on_stderr(keep: Run) -> None:
    nothing = keep("cards", "search", "type:battle cost:4")
    assert (nothing.exit_code, nothing.stdout) == (0, "")
    assert nothing.stderr == "no card matches\n"
    slip = keep("cards", "search", "Boab Fett (A)")
    assert (slip.stdout, slip.stderr) == ("", "no card matches; did you mean Boba Fett (A)?\n")
    assert keep("cards", "search", '"Boba Fett (A)"').stderr == "page 1 of 1, 1 card\n"
    past = keep("cards", "search", '"Boba Fett (A)"', "--page", 9)
    assert (past.exit_code, past.stdout) == (1, "")
    assert past.stderr == "deckcheck: there is no page 9, the last is page 1\n"
    past = keep("cards", "search", '"Boba Fett (A)"', "--page", 9, "--json")
    assert (past.exit_code, json.loads(past.stdout)["cards"]) == (1, [])


@pytest.mark.whole_catalogue
def test_an_empty_query_lists_all_cards(run: Run, cards: tuple[Card, ...]) -> None:
    result = run("cards", "search", "", "--json", "--limit", 1)
    assert (result.exit_code, json.loads(result.stdout)["total"]) == (0, len(cards))


@pytest.mark.parametrize("sort", ["cost,cost", "cost,-cost", "cost,,name", "cost,", ""])
def test_sort_fields_that_are_empty_or_doubled_are_a_usage_error(keep: Run, sort: str) -> None:
    result = keep("cards", "search", "boba", "--sort", sort)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--sort" in result.stderr


def test_an_endless_name_is_not_repeated(run: Run) -> None:
    result = run("cards", "show", "n(" * 50_000)
    assert result.exit_code == 2
    assert "a name of 100000 characters, at most 200 expected" in " ".join(result.stderr.split())
    assert len(result.stderr) < 1000


def test_piped_tables_cut_no_name(run: Run) -> None:
    out = run("cards", "search", "name~'Flying Mode Vulture Droid Wing'").stdout
    assert "Flying Mode Vulture Droid Wing" in out


@pytest.mark.parametrize("sort", ["cost", "-cost"])
def test_sort_by_cost_puts_numbers_first_then_x_then_none(keep: Run, sort: str) -> None:
    query = ("cards", "search", "set:ESB or set:AOTC or cost:X", "--json")
    costs = [c["cost"] for c in document(keep(*query, "--sort", sort))["cards"]]
    numbers = [cost for cost in costs if isinstance(cost, int)]
    kinds = ["number" if isinstance(c, int) else str(c) for c in costs]
    runs = [kind for i, kind in enumerate(kinds) if i == 0 or kinds[i - 1] != kind]
    assert numbers == sorted(numbers, reverse=sort == "-cost")
    assert runs == (["number", "X", "None"] if sort == "cost" else ["None", "X", "number"])


def test_versions_sort_as_they_are_given_out(keep: Run) -> None:
    found = document(keep("cards", "search", 'base="Boba Fett"', "--json"))["cards"]
    versions = [card["version"] for card in found]
    assert versions == sorted(versions, key=lambda v: (len(v), v))
    assert "A2" in versions


def test_sort_by_an_unknown_field_is_a_usage_error(keep: Run) -> None:
    result = keep("cards", "search", "boba", "--sort", "csot")
    assert result.exit_code == 2
    assert "cost" in result.stderr


def test_several_words_need_no_quotes(keep: Run) -> None:
    assert keep("cards", "search", "boba", "cost:2").stdout == keep("cards", "search", "boba cost:2").stdout


def test_query_errors_reach_the_program_as_our_own(run: Run) -> None:
    result = run("cards", "search", "set:ESC")
    assert "Did you mean ESB?" in str(result.exception)


@pytest.mark.whole_catalogue
def test_show_tells_all_of_a_card(run: Run) -> None:
    result = run("cards", "show", "blockade pm")
    assert result.exit_code == 0
    for part in ("Blockade PM", "Mission", "PM 63", "banned in Vintage", "restricted"):
        assert part in result.stdout


def test_show_tells_in_what_printings_differ(run: Run) -> None:
    out = run("cards", "show", "R2-D2 (U)").stdout
    assert "TROS 126" in out
    assert "differs: subtype Resistance Astromech Droid, cost 4, power 2" in out


def test_show_finds_a_reprint_by_its_own_name(run: Run) -> None:
    shown = document(run("cards", "show", "Captain Rex (A) (Promo)", "--json"))
    assert shown["schema"] == "deckcheck.card/1"
    assert shown["card"]["name"] == "Captain Rex (A)"
    assert "PROMO" in [printing["set"] for printing in shown["card"]["printings"]]


def test_show_follows_an_old_name_and_says_so(run: Run) -> None:
    result = run("cards", "show", "Commander Code")
    assert result.exit_code == 0
    assert "is now called Commander Cody (D)" in result.stderr
    assert "Commander Code" in result.stdout.split("Also called")[1]


@pytest.mark.whole_catalogue
def test_show_lists_the_versions_of_an_ambiguous_name(run: Run) -> None:
    result = run("cards", "show", "Anakin", "Skywalker")
    assert result.exit_code == 1
    assert "Anakin Skywalker (A): AOTC, light, Character, cost 7" in result.stdout
    assert result.stdout.count("\n") > 20
    found = document(run("cards", "show", "Anakin Skywalker", "--json"))
    assert found["card"] is None
    assert len(found["candidates"]) == result.stdout.count("\n")


def test_show_suggests_and_never_decides(run: Run) -> None:
    result = run("cards", "show", "Boba Fet (A)")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Did you mean Boba Fett (A)?" in result.stderr
    found = document(run("cards", "show", "Boba Fet (A)", "--json"))
    assert found["suggestions"] == ["Boba Fett (A)"]


@pytest.mark.whole_catalogue
def test_sets_json_is_as_the_contract_says(run: Run) -> None:
    found = document(run("cards", "sets", "--json"))
    assert found["schema"] == "deckcheck.sets/1"
    first = {k: found["sets"][0][k] for k in ("game", "code", "name", "cards")}
    assert first == {"game": "swtcg", "code": "AOTC", "name": "Attack of the Clones", "cards": 189}
    assert sum(one["cards"] for one in found["sets"]) == 11039


@pytest.mark.whole_catalogue
def test_sets_as_a_table(run: Run) -> None:
    result = run("cards", "sets")
    assert "ESB" in result.stdout
    assert result.stdout.count("\n") == 74
    assert "11,039 printings" in result.stderr


def test_lint_says_what_is_amiss_and_where(keep: Run) -> None:
    path = LISTS / "CLEAN.txt"
    clean = keep("cards", "lint", path)
    assert (clean.exit_code, clean.stdout) == (0, "")
    slips = keep("cards", "lint", path, LISTS / "SLIPS.txt")
    assert slips.exit_code == 1
    assert "SLIPS.txt:3: name: error name-parentheses: found Ann Example A" in slips.stdout


def test_lint_of_what_is_no_card_list_is_exit_2(keep: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("some notes\n")
    result = keep("cards", "lint", path, LISTS / "CLEAN.txt")
    assert result.exit_code == 2
    assert "expected a tab-separated card list" in result.stderr
    assert keep("cards", "lint", tmp_path / "absent.txt").exit_code == 2
    assert keep("cards", "lint", tmp_path).exit_code == 2


def test_lint_of_a_folder_leaves_other_files_out(keep: Run, tmp_path: Path) -> None:
    (tmp_path / "CLEAN.txt").write_bytes((LISTS / "CLEAN.txt").read_bytes())
    (tmp_path / "notes.txt").write_text("some notes\n")
    (tmp_path / ".~lock.CLEAN.txt#").write_text("someone,somewhere\n")
    (tmp_path / "image.png").write_bytes(b"\x89PNG")
    found = document(keep("cards", "lint", tmp_path, "--json"))
    assert found["schema"] == "deckcheck.lint/1"
    codes = {Path(f["path"]).name: [x["code"] for x in f["findings"]] for f in found["files"]}
    assert codes == {".~lock.CLEAN.txt#": ["lock-file"], "CLEAN.txt": []}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only Unix has named pipes")
def test_lint_of_a_folder_does_not_wait_for_a_pipe(keep: Run, tmp_path: Path) -> None:
    (tmp_path / "CLEAN.txt").write_bytes((LISTS / "CLEAN.txt").read_bytes())
    os.mkfifo(tmp_path / "PIPE.txt")
    result = keep("cards", "lint", tmp_path)
    assert result.exit_code == 0
    assert result.stderr.startswith("1 file, 10 cards: 0 errors, 0 warnings, ")


def test_lint_of_a_damaged_list_is_exit_2_in_a_folder_too(keep: Run, tmp_path: Path) -> None:
    path = tmp_path / "CLEAN.txt"
    path.write_bytes((LISTS / "CLEAN.txt").read_bytes() + b"\0")
    for asked in (path, tmp_path):
        result = keep("cards", "lint", asked)
        assert result.exit_code == 2
        assert "a zero byte in line 12" in result.stderr


def test_lint_leaves_accepted_findings_out_and_tells_new_ones(keep: Run, tmp_path: Path) -> None:
    path, accepted = tmp_path / "SLIPS.txt", tmp_path / "accepted.tsv"
    path.write_bytes((LISTS / "SLIPS.txt").read_bytes())
    found = document(keep("cards", "lint", path, "--json"))["files"][0]["findings"]
    rows = [("SLIPS", f["name"] or "", f["column"] or "", f["code"], f["found"]) for f in found]
    header = "set\tname\tcolumn\tcode\tfound\n"
    accepted.write_text(header + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    result = keep("cards", "lint", path, "--accept", accepted)
    assert (result.exit_code, result.stdout) == (0, "")
    assert f", 0 notes, {len(rows)} accepted" in result.stderr
    with path.open("ab") as file:
        file.write(b"Ann Example (B\tSLIPS\n")
    result = keep("cards", "lint", path, "--accept", accepted)
    assert result.exit_code == 1
    assert "name-unbalanced" in result.stdout
    assert not any(f":{f['line']}:" in result.stdout for f in found if f["line"] > 1)


@pytest.mark.whole_catalogue
def test_the_bundled_catalogue_is_clean_but_for_what_is_accepted(run: Run) -> None:
    """Of one set here; that nothing else remains in all of them, test_card_lint_catalogue shows."""
    accepted = LISTS / "accepted_findings.tsv"
    path = BUNDLED[0].folder / "AAA.tsv"
    result = run("cards", "lint", path, "--accept", accepted)
    assert result.exit_code == 0, result.stdout
    assert "not found any longer" not in result.stderr
    assert run("cards", "lint", path).exit_code == 1


def test_lint_tells_accepted_findings_that_are_gone(keep: Run, tmp_path: Path) -> None:
    accepted = tmp_path / "accepted.tsv"
    accepted.write_text("set\tname\tcolumn\tcode\tfound\r\nCLEAN\tA\t\tname-blank\tA \r\nESB\tB\t\tx\ty\r\n")
    result = keep("cards", "lint", LISTS / "CLEAN.txt", "--accept", accepted)
    assert result.exit_code == 0
    assert "accepted.tsv: 1 accepted finding not found any longer" in result.stderr


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name\tset\n", "expected the columns set name column code found with tabs between"),
        ("set\tname\tcolumn\tcode\tfound\nESB\n", "line 2 has 1 fields, expected 5"),
        (None, "No such file"),
    ],
)
def test_what_is_no_file_of_accepted_findings_is_told(
    keep: Run, tmp_path: Path, text: str | None, why: str
) -> None:
    path = tmp_path / "accepted.tsv"
    if text is not None:
        path.write_text(text)
    result = keep("cards", "lint", LISTS / "CLEAN.txt", "--accept", path)
    assert isinstance(result.exception, UnreadableCardListError)
    assert why in str(result.exception)


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ("cards", ("search", "blockade")),
        ("card", ("show", "Blockade PM")),
        ("card", ("show", "Boba Fet (A)")),
        ("lint", ("lint", LISTS / "SLIPS.txt")),
    ],
)
def test_the_manual_names_every_key(run: Run, schema: str, arguments: tuple[object, ...]) -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    (section,) = (part for part in page.split("\n## ") if part.startswith(f"`deckcheck.{schema}/1`"))
    if schema == "card":
        section += page.split("## `deckcheck.cards/1`")[1].split("\n## ")[0]
    found = document(run("cards", *arguments, "--json"))
    assert [key for key in keys_of(found) if key != "schema" and f"`{key}`" not in section] == []


def keys_of(value: object) -> set[str]:
    """The keys of all objects in a document; those under `differs` are facts, and so no keys."""
    if isinstance(value, list):
        return {key for part in value for key in keys_of(part)}
    if not isinstance(value, dict):
        return set()
    return {*value} | {key for k, part in value.items() if k != "differs" for key in keys_of(part)}


@pytest.mark.parametrize("command", ["search", "show", "sets", "lint"])
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    result = run("cards", command, "--help")
    assert result.exit_code == 0
    assert f"deckcheck cards {command}" in result.stdout.split("Example:")[1]


def test_the_help_of_search_names_every_field(run: Run) -> None:
    words = set(run("cards", "search", "--help").stdout.replace(",", " ").replace(".", " ").split())
    assert {field.name for field in FIELDS} <= words


def test_a_search_of_texts_says_how_to_get_them(keep: Run) -> None:
    """The catalogue has no texts; "no card matches" alone looks as if no card evaded."""
    result = keep("cards", "search", "text:evade")
    assert "deckcheck cards sync lackey --apply" in result.stderr
    assert "deckcheck cards sync destiny --apply" in (
        keep("cards", "search", "text:evade", "--game", "destiny").stderr
    )
    assert "deckcheck cards import PATH --game stargate --apply" in (
        keep("cards", "search", "not text:evade", "--game", "stargate").stderr
    )
    assert "texts come" not in keep("cards", "search", "type:space cost=9").stderr


def test_a_search_asks_for_copies_too(keep: Run) -> None:
    keep("collection", "add", "Boba Fett (A)", "--quantity", 3, "--location", "binder 1")
    keep("collection", "add", "Yoda (B)", "--for-trade", 1)

    def names(query: str, *more: str) -> list[str]:
        found = json.loads(keep("cards", "search", query, "--json", *more).stdout)["cards"]
        return [card["name"] for card in found]

    assert names("owned>0", "--sort", "owned") == ["Yoda (B)", "Boba Fett (A)"]
    assert names("location:binder type:character") == ["Boba Fett (A)"]
    assert names("trade>0") == ["Yoda (B)"]
    assert "Yoda (A)" in names("yoda owned=0")


def test_where_copies_cannot_be_asked_for_it_is_said_where_they_can(keep: Run) -> None:
    result = keep("odds", ROOT / "examples" / "decks" / "empire.txt", "count(owned>0) >= 1")
    assert "no field is called 'owned'; copies are asked for by deckcheck cards search" in str(
        result.exception
    )


def test_the_fields_of_collections_are_known_where_they_cannot_be_asked() -> None:
    from deckcheck.collection.query import collection_fields
    from deckcheck.query.parser import OF_COLLECTIONS

    fields = collection_fields(has_dice=True)
    assert {name for field in fields for name in (field.name, *field.aliases)} == OF_COLLECTIONS


@pytest.mark.parametrize("command", ["show", "search"])
@pytest.mark.parametrize("name", ["Captain Phasma, Elite Trooper", "Phasma kapitány"])
def test_a_card_of_another_game_is_told_with_the_game(run: Run, command: str, name: str) -> None:
    """A player of Destiny who gave no game was told that no card is called so."""
    told = f"{name} is a card of Star Wars: Destiny; choose the game destiny\n"
    assert told in run("cards", command, name).stderr
    assert "choose the game" not in run("cards", command, name, "--game", "destiny").stderr


@pytest.mark.whole_catalogue
def test_facts_are_shown_in_words(run: Run) -> None:
    shown = run("cards", "show", "Vongformed Wayland").stdout
    assert "  also fits: yuuzhan-vong\n" in shown
    assert "text read" not in shown
