"""Users' own formats: the same report, and every slip told with file, line and key."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import deckcheck
from deckcheck.errors import FormatFileError
from deckcheck.games.formats.toml_lines import line_of
from tests.conftest import ROOT, Run

pytestmark = pytest.mark.whole_catalogue

REBELS = ROOT / "examples" / "decks" / "rebels.dek"
MIXED = ROOT / "examples" / "decks" / "mixed-sides.txt"
FORTY = """# Forty cards a deck
name = "Forty-Forty"
rules = "printed-2005"
sets = [
  "AOTC", "SR",
  "BOE",
]
banned = ["Ugnaught"]
restricted = ["Peace on Naboo"]
since = 2026-01-01
until = 2026-12-31

[numbers]
one-side = false
deck-size = { minimum = 40 }
unit-minimum.minimum = 8

[zones]
Sideboard = 15

[[card]]
name = "Lull in the Fighting"
status = "banned"
since = "2026-06"
"""


@pytest.fixture
def forty(tmp_path: Path) -> Path:
    path = tmp_path / "forty.toml"
    path.write_text(FORTY, encoding="utf-8")
    return path


def deck_of(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "deck.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def judged(run: Run, deck: Path, *options: object) -> dict[str, Any]:
    (found,) = json.loads(run("validate", deck, *options, "--json").stdout)["decks"]
    return dict(found)


def test_numbers_sets_and_lists_of_the_file_count(run: Run, forty: Path, tmp_path: Path) -> None:
    deck = deck_of(tmp_path, "1 Ugnaught", "2 Peace on Naboo", "1 Vader's TIE Fighter (A)")
    found = judged(run, deck, "--format-file", forty, "--on", "2026-03-01")
    errors = {(i["code"], i.get("card") or i.get("unit"), i["limit"]) for i in found["issues"]}
    assert {
        ("banned", "Ugnaught", 0),
        ("restricted", "Peace on Naboo", 1),
        ("deck-size", None, 40),
        ("unit-minimum", "space", 8),
        ("set-legality", "Ugnaught", 0),
    } <= errors
    assert (found["format"], found["rules"]) == ("forty", "printed-2005")
    (size,) = (i for i in found["issues"] if i["code"] == "deck-size")
    assert "Forty-Forty" in size["cite"]


def test_a_rule_can_be_left_out(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "royale.toml"
    path.write_text('name = "Battle Royale"\nrules = "printed-2005"\n', encoding="utf-8")
    assert "one-side" in {i["code"] for i in judged(run, MIXED, "--format-file", path)["issues"]}
    path.write_text(path.read_text() + "[numbers]\none-side = false\n", encoding="utf-8")
    found = judged(run, MIXED, "--format-file", path)
    assert "one-side" not in {i["code"] for i in found["issues"]}


@pytest.mark.parametrize(
    ("day", "verdict"), [("2026-05-31", []), ("2026-06-10", ["warning"]), ("2026-06-30", ["error"])]
)
def test_a_day_of_the_file_may_be_a_month(
    run: Run, forty: Path, tmp_path: Path, day: str, verdict: list[str]
) -> None:
    deck = deck_of(tmp_path, "1 Lull in the Fighting")
    found = judged(run, deck, "--format-file", forty, "--on", day)
    assert [i["severity"] for i in found["issues"] if i["code"] == "banned"] == verdict


@pytest.mark.parametrize(
    ("day", "played"),
    [("2025-12-31", False), ("2026-01-01", True), ("2026-12-31", True), ("2027-01-01", False)],
)
def test_until_is_the_last_day(run: Run, forty: Path, day: str, played: bool) -> None:
    found = judged(run, REBELS, "--format-file", forty, "--on", day)
    assert any("was not played" in i["message"] for i in found["issues"]) is not played


def test_a_format_of_the_users_folder_is_found_by_name_and_listed(
    run: Run, forty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_FORMATS", str(forty.parent))
    for name in ("forty", "Forty-Forty", "FORTY"):
        assert judged(run, REBELS, "--format", name)["format"] == "forty"
    listed = json.loads(run("formats", "--json").stdout)["formats"]
    (mine,) = (one for one in listed if one["own"])
    assert (mine["code"], mine["numbers"]["deck-size"]) == ("forty", {"minimum": 40})
    by = json.loads(run("validate", REBELS, "--formats", "--json").stdout)["decks"][0]["formats"]
    assert "forty" in {one["format"] for one in by}
    assert "rule one-side: does not apply" in run("formats", "forty").stdout


@pytest.mark.parametrize(
    ("found", "written", "line", "words"),
    [
        ('"BOE"', '"BEO"', 6, "sets: there is no set 'BEO'; did you mean BOY or BOH or BOE?"),
        ('"Ugnaught"', '"Ugnought"', 8, "banned: 'Ugnought' is no card; did you mean Ugnaught?"),
        ('"Peace on Naboo"', '"Darth Maul"', 9, "restricted: 'Darth Maul' may be several cards"),
        ('"Lull in the Fighting"', '"Lull in the Fihgting"', 22, "card.name: "),
        ('"banned"\nsince', '"forbidden"\nsince', 23, "card.status: 'forbidden', expected one of"),
        ("{ minimum = 40 }", "{ minimun = 40 }", 15, "numbers.deck-size.minimun: there is no such"),
        ("{ minimum = 40 }", '{ minimum = "40" }', 15, "expected a whole number"),
        ("minimum = 8", "minimum = true", 16, "numbers.unit-minimum.minimum: True, expected"),
        ("one-side = false", "one-sided = false", 14, "numbers.one-sided: there is no such rule"),
        ("one-side = false", "one-side = true", 14, "one-side: true, expected false or a table"),
        ("banned = [", "baned = [", 8, "baned: there is no such key; did you mean banned?"),
        ("banned = [", "banned = [5, ", 8, "banned: 5 in the list, expected a text"),
        ('name = "Forty-Forty"', "name = 40", 2, "name: 40, expected a text"),
        ('name = "Forty-Forty"', 'name = "Standard"', 2, "name: Standard is a format of deckcheck"),
        ('"printed-2005"', '"printed-2006"', 3, "rules: there is no rules edition 'printed-2006'"),
        ("since = 2026-01-01", 'since = "soon"', 10, "since: 'soon' is not a date"),
        (
            "since = 2026-01-01",
            "since = 2026-01-01T10:00:00",
            10,
            "since: 2026-01-01 10:00:00, expected a day",
        ),
        ("until = 2026-12-31", "until = 2025-12-31", 11, "until: the last day, on 2025-12-31, is earlier"),
        (
            'since = "2026-06"',
            'since = "2026-06"\nuntil = "2026-05"',
            25,
            "card.until: the last day, in 2026-05",
        ),
        ('"Peace on Naboo"', '"Ugnaught"', 9, "restricted: 'Ugnaught' is banned on the same days"),
        ("[zones]", "[zones", 18, "this is no TOML"),
        ("Sideboard = 15", "Sidebord = 15", 19, "there is no zone 'Sidebord'; did you mean Side"),
        ("Sideboard = 15", "Sideboard = -1", 19, "zones.Sideboard: -1, expected how many"),
        ('rules = "printed-2005"', 'rules = "printed-2005"\ngame = "chess"', 4, "game: no game is"),
        ("[[card]]", "[card]", 21, "card: expected tables, each under a line [[card]]"),
    ],
)
def test_a_slip_is_told_with_file_line_and_key(
    run: Run, forty: Path, found: str, written: str, line: int, words: str
) -> None:
    assert found in FORTY
    forty.write_text(FORTY.replace(found, written, 1), encoding="utf-8")
    error = run("validate", REBELS, "--format-file", forty).exception
    assert isinstance(error, FormatFileError)
    assert str(error).startswith(f"{forty}, line {line}")
    assert words in str(error)
    assert "\n" not in str(error)


def test_a_file_that_changed_is_read_anew(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    with deckcheck.open(database) as session:
        path.write_text('name = "Few"\nrules = "printed-2005"\nbanned = ["X-Wing Red Three"]\n')
        assert not session.validate(REBELS, format_file=path)
        path.write_text('name = "Few"\nrules = "printed-2005"\n')
        assert session.validate(REBELS, format_file=path)


def test_a_file_is_read_once_for_a_verdict(
    database: Path, forty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was opened three times, and each card of its lists looked up twice."""
    opened, really_open = list[Path](), Path.open

    def noted(path: Path, *of: Any, **more: Any) -> Any:
        opened.append(path)
        return really_open(path, *of, **more)

    monkeypatch.setattr(Path, "open", noted)
    with deckcheck.open(database) as session:
        session.validate(REBELS, format_file=forty)
    assert opened.count(forty) == 1


def test_a_ban_may_follow_a_restriction(run: Run, forty: Path) -> None:
    more = '\n[[card]]\nname = "Lull in the Fighting"\nstatus = "restricted"\nuntil = 2026-05-31\n'
    forty.write_text(FORTY + more, encoding="utf-8")
    assert judged(run, REBELS, "--format-file", forty)["format"] == "forty"


def test_nothing_of_an_own_format_is_said_to_be_unknown_to_us(run: Run, tmp_path: Path) -> None:
    """Its author knows what changed since, and that there are no bans."""
    path = tmp_path / "plain.toml"
    path.write_text('name = "Plain"\nrules = "printed-2005"\nsets = ["ANH"]\n', encoding="utf-8")
    told = " ".join(judged(run, REBELS, "--format-file", path)["not_checked"])
    assert "Plain" not in told
    assert "0001" not in told


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"name = " + b"'" * 9, b"", b"#" * 1_100_000])
def test_what_is_no_format_file_is_refused_in_a_line(run: Run, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(data)
    error = run("validate", REBELS, "--format-file", path).exception
    assert isinstance(error, FormatFileError)
    assert re.fullmatch(r"[^\n]+", str(error))
    missing = run("validate", REBELS, "--format-file", tmp_path / "none.toml").exception
    assert "cannot be read" in str(missing)


def test_formats_work_for_every_game(run: Run, tmp_path: Path) -> None:
    """A sister game's format changes its own rules by their own numbers."""
    path = tmp_path / "big.toml"
    text = 'name = "Big"\ngame = "destiny"\nrules = "printed-2016"\n[numbers]\ndeck-size.size = 40\n'
    path.write_text(text, encoding="utf-8")
    deck = ROOT / "examples" / "sisters" / "sith-lords.txt"
    found = judged(run, deck, "--format-file", path)
    assert [(i["have"], i["limit"]) for i in found["issues"] if i["code"] == "deck-size"] == [(30, 40)]


def test_restricted_means_in_each_game_what_it_means_there(run: Run, tmp_path: Path) -> None:
    """In Destiny, a restricted list allows one of its titles, in any number."""
    deck = ROOT / "examples" / "sisters" / "sith-lords.txt"
    shown = json.loads(run("deck", "show", deck, "--json").stdout)["cards"]
    names = [card["card"] for card in shown if card["zone"] == "Deck" and card["quantity"] == 2]
    path = tmp_path / "one.toml"
    for listed, limits in ((names[:1], []), (names[:2], [1])):
        text = f'name = "One"\ngame = "destiny"\nrules = "printed-2016"\nrestricted = {listed!r}\n'
        path.write_text(text, encoding="utf-8")
        issues = judged(run, deck, "--format-file", path)["issues"]
        assert [i["limit"] for i in issues if i["code"] == "restricted"] == limits


def test_the_formats_on_the_page_are_read(run: Run, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    texts = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(texts) == 2
    path = tmp_path / "forty.toml"
    for text in texts:
        path.write_text(text, encoding="utf-8")
        assert judged(run, REBELS, "--format-file", path, "--on", "2026-06-01")["format"] == "forty"


def test_lines_of_keys_and_items() -> None:
    text = 'a = 1\nb = [ # one\n "x", "]",\n\n "y" ]\n[t]\n"k k" = { c = 2 }\n[[s]]\n[[s]]\nd.e = "#"\n'
    for place, line in (
        (("a",), 1),
        (("b", 0), 3),
        (("b", 1), 3),
        (("b", 2), 5),
        (("t", "k k", "c"), 7),
        (("s", 1, "d", "e"), 10),
        (("s", 0), 8),
        (("s",), 8),
        (("none",), 1),
    ):
        assert line_of(text, place) == line, place
