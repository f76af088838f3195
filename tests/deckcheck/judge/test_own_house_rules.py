"""House rules in a format's file: judged, repaired and shown like our own; slips are told."""

import json
from pathlib import Path
from typing import Any

import pytest

from deckcheck.errors import FormatFileError
from deckcheck.rules import compiled
from tests.conftest import ROOT, Run

REBELS = ROOT / "examples" / "decks" / "rebels.dek"
GUARDIANS = ROOT / "examples" / "sisters" / "guardians.txt"
EXAMPLES = ROOT / "examples" / "formats"
TEXT = """name = "Own"
rules = "printed-2005"

[[require]]
of = "type:space cost<=4"
at_least = 12
at_most = 30
zone = "deck"
code = "small-ships"
message = "a fleet of small ships"

[[require]]
of = "set:ESB"
per = "title"
at_most = 1
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def threes(folder: Path, per: str) -> Path:
    """A format that asks for three copies of each ship."""
    path = folder / "threes.toml"
    rule = f'[[require]]\nof = "type:space"\nper = "{per}"\nat_least = 3\n'
    path.write_text(f'name = "Threes"\nrules = "printed-2005"\n{rule}', encoding="utf-8")
    return path


def issues(run: Run, deck: Path, path: Path) -> list[dict[str, Any]]:
    (found,) = json.loads(run("validate", deck, "--format-file", path, "--json").stdout)["decks"]
    return [dict(issue) for issue in found["issues"]]


@pytest.mark.parametrize(
    ("name", "deck", "codes", "changes"),
    [
        ("foot-soldiers", REBELS, {"few-uniques": 1, "army": 1}, 38),
        ("highlander", REBELS, {"highlander": 23}, None),
        pytest.param(
            *("lcg-one-of-each", GUARDIANS, {"one-of-each-set": 4}, 8), marks=pytest.mark.whole_catalogue
        ),
        ("pauper", REBELS, {"commons-only": 1}, 84),
        ("sealed-30", REBELS, {"few-bombs": 1}, 11),
        ("singleton", REBELS, {"singleton": 24}, 70),
    ],
)
def test_the_examples_are_judged_and_repaired(
    run: Run, tmp_path: Path, name: str, deck: Path, codes: dict[str, int], changes: int | None
) -> None:
    """A player copies one of them and changes a number: what it shows must hold."""
    path = EXAMPLES / f"{name}.toml"
    found = [issue["code"] for issue in issues(run, deck, path)]
    assert {code: found.count(code) for code in found} == codes
    better = tmp_path / f"better{deck.suffix}"
    limit = 30 if changes else 2
    repaired = run("repair", deck, "--format-file", path, "--write", better, "--json", "--time-limit", limit)
    document = json.loads(repaired.stdout)
    assert (repaired.exit_code, document["verdict_after"]) == (0, "legal")
    if changes is not None:
        assert (document["distance"], document["proof"]["minimal"]) == (changes, True)
    assert run("validate", better, "--format-file", path).exit_code == 0
    assert f"rule {next(iter(codes))}: " in run("formats", path.stem, "--format-file", path).stdout


def test_every_example_is_tested_here() -> None:
    marks = test_the_examples_are_judged_and_repaired.pytestmark  # type: ignore[attr-defined]
    (cases,) = (mark.args[1] for mark in marks if mark.name == "parametrize")
    names = {getattr(case, "values", case)[0] for case in cases}
    assert {f"{name}.toml" for name in names} == {path.name for path in EXAMPLES.iterdir()}


def test_rules_of_the_file_are_judged_with_those_of_the_edition(run: Run, own: Path) -> None:
    found = {(i["code"], i.get("card"), i["have"], i["limit"]) for i in issues(run, REBELS, own)}
    assert ("small-ships", None, 9, 12) in found
    assert {code for code, *_ in found} == {"small-ships", "house-rule"}


@pytest.mark.parametrize("per", ["name", "title"])
def test_so_many_of_each_are_put_in(run: Run, tmp_path: Path, per: str) -> None:
    """Repairs looked for no such deck, and said that they found none."""
    path, better = threes(tmp_path, per), tmp_path / "better.dek"
    repaired = run("repair", REBELS, "--format-file", path, "--write", better, "--json")
    document = json.loads(repaired.stdout)
    assert (document["distance"], document["proof"]["minimal"]) == (4, True)
    assert run("validate", better, "--format-file", path).exit_code == 0


def test_no_illegal_deck_is_written_where_a_rule_is_left_to_the_judge(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "MOST_KEYS", 10)
    path, better = threes(tmp_path, "name"), tmp_path / "better.dek"
    repaired = run("repair", REBELS, "--format-file", path, "--write", better)
    assert (repaired.exit_code, better.exists()) == (3, False)
    assert "No legal deck was found; that does not prove that there is none." in repaired.stdout


def test_a_format_is_shown_with_its_house_rules(run: Run, own: Path) -> None:
    shown = run("formats", "own", "--format-file", own)
    assert "rule small-ships: a fleet of small ships" in shown.stdout
    assert "rule house-rule: at most 1 of each title that matches set:ESB" in shown.stdout
    (document,) = json.loads(run("formats", "own", "--format-file", own, "--json").stdout)["formats"]
    assert document["require"] == [
        {
            "code": "small-ships",
            "of": "type:space cost<=4",
            "at_least": 12,
            "at_most": 30,
            "per": None,
            "zone": "Deck",
            "sentence": "a fleet of small ships",
        },
        {
            "code": "house-rule",
            "of": "set:ESB",
            "at_least": None,
            "at_most": 1,
            "per": "title",
            "zone": None,
            "sentence": "at most 1 of each title that matches set:ESB",
        },
    ]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("type:unti", "no card matches type:unti; did you mean Unit?"),
        ("type:unit trait:jdei", "no card matches trait:jdei"),
        ("type:unit -type:unit", "no card matches type:unit not type:unit"),
        ("type:unit", ""),
        ("type:unit or trait:jdei", ""),
    ],
)
def test_a_rule_that_no_card_fits_is_told(run: Run, tmp_path: Path, query: str, told: str) -> None:
    """A slip in what a house rule forbids made every deck legal, and nobody was told."""
    path = tmp_path / "none.toml"
    rule = f'[[require]]\nof = "{query}"\nat_most = 60\n'
    path.write_text(f'name = "None"\ngame = "swlcg"\nrules = "printed-2012"\n{rule}', encoding="utf-8")
    expected = [f"rule house-rule: {told}"] if told else []
    (deck,) = json.loads(run("validate", GUARDIANS, "--format-file", path, "--json").stdout)["decks"]
    assert [note for note in deck["notes"] if note.startswith("rule ")] == expected
    (document,) = json.loads(run("formats", path, "--json").stdout)["formats"]
    assert document["unknown"] == expected


def test_cards_are_searched_by_a_format_with_house_rules(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKCHECK_FORMATS", str(EXAMPLES))
    for name, there in (("Rebel Squad", True), ("C-3PO (D)", False)):
        found = json.loads(run("cards", "search", f'legal:pauper name="{name}"', "--json").stdout)
        assert [card["name"] for card in found["cards"]] == [name] * there


@pytest.mark.parametrize(
    ("found", "written", "line", "words"),
    [
        ("at_least = 12", "at_last = 12", 6, "require.at_last: there is no such key; did you mean at_least?"),
        ("at_least = 12", "at_least = -1", 6, "require.at_least: -1, expected a whole number from 0 to"),
        ("at_least = 12", "at_least = true", 6, "require.at_least: True, expected a whole number"),
        ("at_least = 12", "at_least = 1e2", 6, "require.at_least: 100.0, expected a whole number"),
        ("at_least = 12", f"at_least = {'9' * 300}", 6, "expected a whole number"),
        ("at_most = 30", "at_most = 3", 7, "require.at_most: 3 is less than at_least, 12"),
        ("at_least = 12\nat_most = 30\n", "", 4, "require: a rule needs at_least or at_most"),
        ('zone = "deck"', 'zone = "Dek"', 8, "require.zone: there is no zone 'Dek'; did you mean Deck?"),
        (
            'code = "small-ships"',
            'code = "Small ships"',
            9,
            "require.code: 'Small ships', expected small letters",
        ),
        (
            'code = "small-ships"',
            'code = "unit-minimum"',
            9,
            "unit-minimum is a rule of deckcheck; choose another",
        ),
        ('code = "small-ships"', 'code = "banned"', 9, "require.code: banned is a rule of deckcheck"),
        ("type:space cost", "typ:space cost", 5, "require.of: query, character 1: no field is called 'typ'"),
        ("cost<=4", "cost<=four", 5, "require.of: query, character 18: cost<= cannot be 'four'"),
        ("cost<=4", "cost<=4 (", 5, "require.of: query, character"),
        ("cost<=4", "owned>1", 5, "copies are asked for by"),
        ("cost<=4", "legal:standard", 5, "no field is called 'legal'"),
        ("set:ESB", "set:ESBB", 13, "require.of: query, character 5: set: cannot be 'ESBB'"),
        ('"title"', '"deck"', 14, "require.per: 'deck', expected one of: name, title"),
        ('[[require]]\nof = "set', '[[requires]]\nof = "set', 12, "requires: there is no such key"),
        (
            "at_most = 1\n",
            "at_most = 1\n" + "[[require]]\nat_most = 1\n" * 100,
            212,
            "102 rules, at most 100",
        ),
    ],
)
def test_a_slip_is_told_with_file_line_and_key(
    run: Run, own: Path, found: str, written: str, line: int, words: str
) -> None:
    assert found in TEXT
    own.write_text(TEXT.replace(found, written, 1), encoding="utf-8")
    error = run("validate", REBELS, "--format-file", own).exception
    assert isinstance(error, FormatFileError), error
    assert str(error).startswith(f"{own}, line {line}")
    assert words in str(error)
    assert "\n" not in str(error)
