"""Set files of LackeyCCG with every oddity that real ones have, in made-up cards."""

from pathlib import Path

import pytest

from db.cards import bundled_games
from db.imports.source_rows import SourceCard, SourceMark
from importers.sources import identify, lackey
from importers.sources.archives import open_tree
from tests.importers.sources.made_up import (
    HEADER,
    lackey_row,
    lackey_set,
    plugin,
    read_path,
    read_tree,
    zipped,
)


def read_one(row: str | bytes, header: tuple[str, ...] = HEADER) -> SourceCard:
    data = ("\t".join(header) + "\n").encode() + (row if isinstance(row, bytes) else row.encode())
    reading = read_tree({"ZZZ.txt": data})
    assert not reading.problems, reading.problems
    (card,) = reading.cards
    return card


def test_a_row_is_a_card_with_all_its_columns() -> None:
    row = lackey_row(
        "Queen Bee (A)",
        "7",
        Usage="*BANNED:Standard | A ruling. | Another.",
        Script="s",
        Classification="REB, STAND, VR",
        Rarity="R",
    )
    card = read_one(row)
    assert (card.name, card.card, card.base, card.version) == (
        "Queen Bee (A)",
        "Queen Bee (A)",
        "Queen Bee",
        "A",
    )
    assert (card.set_code, card.number, card.image_key) == ("ZZZ", "7", "ZZZ7")
    assert (card.side, card.type, card.subtype) == ("light", "Character", "Beekeeper")
    assert (card.cost, card.speed, card.power, card.health) == ("3", "40", "3", "3")
    assert (card.rarity, card.tags, card.script) == ("R", "REB STAND VR", "s")
    assert (card.text, card.rulings) == (
        "Tap: queen bee (a) hums.",
        "*BANNED:Standard | A ruling. | Another.",
    )
    assert set(card.marks) == {
        SourceMark("banned", "Standard"),
        SourceMark("restricted", "Vintage", "tag VR"),
    }
    assert card.place.line == 2


@pytest.mark.parametrize(
    ("column", "written", "read"),
    [
        ("Cost", "7.0", "7"),
        ("Number", "60.0", "60"),
        ("Cost", "X", "X"),
        ("Power", "*", "*"),
        ("Cost", " ", None),
        ("Cost", "0", "0"),
        ("Type", "Mission – Trap", "Mission - Trap"),
        ("Type", "Space ", "Space"),
        ("Type", "Battle ", "Battle"),
        ("Type", "Ground/Space", "Space/Ground"),
        ("Subtype", "Bee -Keeper", "Bee - Keeper"),
        ("Subtype", "Character – Hive", "Character - Hive"),
        ("Side", "Y", "yuuzhan-vong"),
        ("Side", "D", "dark"),
        ("Side", "N", "neutral"),
    ],
)
def test_values_are_mended(column: str, written: str, read: str | None) -> None:
    card = read_one(lackey_row("Bee", **{column: written}))
    assert (getattr(card, column.lower()) or None) == read


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Bee Queen  (B)", "Bee Queen (B)"),
        ("Bee ", "Bee"),
        ("Axe Bee A", "Axe Bee (A)"),
        ("Hive Cruiser Starter", "Hive Cruiser (Starter)"),
        ("Bowcaster Bee (Starter) (A)", "Bowcaster Bee (A) (Starter)"),
        ("Way of The Bee(Promo)", "Way of The Bee (Promo)"),
        ("Lucky Bee (B (Promo)", "Lucky Bee (B) (Promo)"),
        ("Bee Bike (a)", "Bee Bike (A)"),
        ('Jon "Buzz" Bee (A)', 'Jon "Buzz" Bee (A)'),
        ('"Jon ""Buzz"" Bee (A)"', 'Jon "Buzz" Bee (A)'),
        ("Hive Pod {ZZZ}", "Hive Pod {ZZZ}"),
        ("Drone (Subordinate)", "Drone (Subordinate)"),
        ("Star Hive RAS", "Star Hive RAS"),
    ],
)
def test_names_are_mended(written: str, name: str) -> None:
    assert read_one(lackey_row(written)).name == name


@pytest.mark.parametrize(
    "data",
    [
        lackey_set(lackey_row("Bzz’é")),
        b"\xef\xbb\xbf" + lackey_set(lackey_row("Bzz’é")),
        lackey_set(lackey_row("Bzz’é")).decode().encode("cp1252"),
        lackey_set(lackey_row("Bzz’é")).replace(b"\n", b"\r\n"),
        lackey_set(lackey_row("Bzz’é") + "\t"),
        "\t".join(HEADER).encode() + b"\n" + lackey_row("Bzz’é").encode(),
    ],
    ids=["utf-8", "bom", "cp1252", "crlf", "tab at the end", "no last newline"],
)
def test_encodings_and_line_ends_do_not_matter(data: bytes) -> None:
    (card,) = read_tree({"ZZZ.txt": data}).cards
    assert card.name == "Bzz’é"


def test_only_line_feeds_end_a_row() -> None:
    row = lackey_row("Bee").encode().replace(b"hums.", b"hums\x85\x96 on.")
    assert read_one(row).text == "Tap: bee hums…– on."


def test_columns_are_found_by_name_and_short_rows_are_padded() -> None:
    header = ("Type", "Side", "Name", "DraftRarity", "Number", "Text")
    data = ("\t".join(header) + "\nBattle\tD\tSwarm\t\t9\nBattle\tL\tSting\n").encode()
    reading = read_tree({"ZZZ.txt": data})
    assert [(c.name, c.number, c.text) for c in reading.cards] == [("Swarm", "9", None), ("Sting", "", None)]
    assert "cost" not in reading.stated
    assert "marks" not in reading.stated


def test_what_is_no_card_is_left_out() -> None:
    help_file = lackey_set("Read me\tZZZ\t\t\t\t", "{How}\tZZZ")
    files = {
        "sets/ZZZ.txt": lackey_set(lackey_row("{Rules}"), lackey_row("Bee")),
        "sets/HELP.txt": help_file,
        "sets/.~lock.ZZZ.txt#": b"x",
        "sets/AllSets.txt": lackey_set(lackey_row("Stale")),
        "plugininfo.txt": b"<plugin>",
        "version.txt": b"<v>",
    }
    reading = read_tree(files)
    assert [card.name for card in reading.cards] == ["Bee"]
    assert not reading.problems
    assert any("HELP.txt" in note for note in reading.notes)


def test_the_plugin_says_which_files_it_loads() -> None:
    files = plugin(
        {"AAA": lackey_set(lackey_row("Bee", Set="AAA")), "BBB": lackey_set(lackey_row("Wasp", Set="BBB"))}
    )
    files["sets/OLD.txt"] = lackey_set(lackey_row("Old bee", Set="OLD"))
    files["ListOfCardDataFiles.txt"] += b"<filetoinclude>GONE.txt</filetoinclude>"
    files = {f"plugins/starwars/{name}": data for name, data in files.items()}
    reading = read_tree(files)
    assert {card.set_code for card in reading.cards} == {"AAA", "BBB"}
    (problem,) = reading.problems
    assert "GONE.txt" in problem.message
    assert problem.set_code == "GONE"


def test_a_folder_a_zip_and_a_file_read_alike(tmp_path: Path) -> None:
    files = plugin({"ZZZ": lackey_set(lackey_row("Bee"), lackey_row("Wasp", "2"))})
    for name, data in files.items():
        path = tmp_path / "starwars" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (tmp_path / "p.zip").write_bytes(zipped({f"starwars/{n}": d for n, d in files.items()}))
    readings = [read_path(tmp_path / one) for one in ("starwars", "p.zip", "starwars/sets/ZZZ.txt")]
    names = [[(card.name, card.number, card.text) for card in reading.cards] for reading in readings]
    assert names[0] == names[1] == names[2]
    assert len(names[0]) == 2


def test_formats_are_read_and_unknown_sets_told() -> None:
    formats = (
        b"<formatdefinitions>\n<format>\n<label>Bee Standard</label>\n<set>ZZZ</set><set>BSB</set>\n</format>"
        b"<format><label>Hive &amp; Honey</label><set>ZZZ</set></format></formatdefinitions>"
    )
    reading = read_tree(plugin({"ZZZ": lackey_set(lackey_row("Bee"))}, formats))
    assert [(one.name, one.data["sets"]) for one in reading.formats] == [
        ("Bee Standard", ["ZZZ", "BSB"]),
        ("Hive & Honey", ["ZZZ"]),
    ]
    assert reading.notes == ("formats.txt: names a set BSB, which is not there (in Bee Standard)",)


@pytest.mark.parametrize(
    ("usage", "tags", "marks"),
    [
        ("**RESTRICTED**", "", {("restricted", None)}),
        ("BANNED in Vintage | x", "", {("banned", "Vintage")}),
        ("*RESTRICTED:Vintage *BANNED:Standard", "", {("restricted", "Vintage"), ("banned", "Standard")}),
        ("", "WB, VB", {("banned", "WOTC"), ("banned", "Vintage")}),
        ("*BANNED", "VB", {("banned", "Vintage")}),
        ("A ruling about banners.", "REB", set()),
    ],
)
def test_markers_and_tags(usage: str, tags: str, marks: set[tuple[str, str | None]]) -> None:
    card = read_one(lackey_row("Bee", Usage=usage, Classification=tags))
    assert {(mark.status, mark.format) for mark in card.marks} == marks


def test_every_bad_row_is_told_with_its_place() -> None:
    rows = [
        lackey_row("Bee"),
        lackey_row("", "2"),
        lackey_row("Wasp", "3", Side="Q", Cost="many"),
        lackey_row("Fly", "4", Type=""),
        lackey_row("Moth", "5") + "\t\t\tmore",
        lackey_row("Gnat", "6", Text="a\x01b"),
    ]
    reading = read_tree({"sets/ZZZ.txt": lackey_set(*rows), "sets/YYY.txt": lackey_set(lackey_row("Ant"))})
    assert [card.name for card in reading.cards] == ["Ant", "Bee"]
    found = {(p.place.line, p.place.column) for p in reading.problems}
    assert found == {(3, "name"), (4, "side"), (4, "cost"), (5, "type"), (6, None), (7, "text")}
    assert {p.set_code for p in reading.problems} == {"ZZZ"}
    assert "found 'Q', expected one of L, D, N, Y" in str(reading.problems[1])


def test_a_file_that_is_no_list_stops_only_its_set() -> None:
    files = plugin({"AAA": b"<html>", "ZZZ": lackey_set(lackey_row("Bee"))})
    reading = read_tree(files)
    assert [card.name for card in reading.cards] == ["Bee"]
    assert [problem.set_code for problem in reading.problems] == ["AAA"]


def test_our_mended_slips_do_not_come_back() -> None:
    rows = [
        lackey_row("Cade Bane (H)", "56", Set="BOBF"),
        lackey_row("Republic Attack Gunship UH-478", "164", Set="AOTC", Subtype="Republic Guship"),
        lackey_row("Republic Attack Gunship UH-478", "165", Set="AOTC", Subtype="Republic Walker"),
    ]
    cards = read_tree({"ZZZ.txt": lackey_set(*rows)}).cards
    assert cards[0].name == "Cad Bane (H)"
    assert cards[1].subtype == "Republic Gunship"
    assert cards[2].subtype == "Republic Walker"


def test_corrections_are_those_of_the_catalogue_that_is_bundled_now(
    few_sets_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A catalogue with few sets that was read before must not leave its few corrections behind."""
    slip = "Ikotchi Jedi Master - Council Member"
    files = {"ZZZ.txt": lackey_set(lackey_row("Saesee Tiin (A)", "30", Set="JG", Subtype=slip))}
    monkeypatch.setattr(bundled_games, "FOLDER", few_sets_folder)
    assert read_tree(files).cards[0].subtype == slip
    monkeypatch.undo()
    assert read_tree(files).cards[0].subtype == "Iktotchi Jedi Master - Council Member"


def test_a_plugin_is_told_from_other_files(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\nName of the bee\tx", encoding="utf-8")
    with open_tree(tmp_path) as tree:
        assert not lackey.claims(tree)
    (tmp_path / "ZZZ.txt").write_bytes(lackey_set(lackey_row("Bee")))
    with open_tree(tmp_path) as tree:
        assert identify(tree) is lackey.SOURCE
