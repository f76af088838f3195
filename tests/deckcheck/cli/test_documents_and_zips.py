"""Documents, zip files and addresses where a deck file is expected."""

from pathlib import Path

from tests.conftest import ROOT, Run
from tests.importers.documents.made import docx, zipped

DECK = ROOT / "examples" / "decks"


def test_each_deck_of_a_zip_file_and_of_a_folder_with_one_is_judged(run: Run, tmp_path: Path) -> None:
    data = (DECK / "mandalorians.csv").read_bytes()
    lines = [f"{n} Yoda (A)" for n in (1, 2)]
    (tmp_path / "decks.zip").write_bytes(
        zipped({"a.csv": data, "in/b.csv": data, "c.docx": docx(*lines), "d.png": b""})
    )
    (tmp_path / "notes.docx").write_bytes(docx(*lines))
    for where in (tmp_path, tmp_path / "decks.zip"):
        done = run("validate", where, "--csv")
        named = {row.split(",")[0] for row in done.stdout.splitlines()[1:]}
        inside = {f"{tmp_path}/decks.zip/{name}" for name in ("a.csv", "in/b.csv", "c.docx")}
        assert {name for name in named if ".zip/" in name} == inside
    shown = run("deck", "show", tmp_path / "decks.zip" / "in" / "b.csv")
    assert shown.exit_code == 0
    assert run("validate", tmp_path / "decks.zip" / "a.csv").exit_code == 0
    several = run("deck", "show", tmp_path / "decks.zip")
    assert "a zip file with 3 decks. Give one of them:" in str(several.exception)


def test_documents_of_a_folder_that_are_no_decks_are_passed_over(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.docx").write_bytes(docx("Dear Bob", "I hope this finds you well"))
    (tmp_path / "empty.html").write_text("<html></html>", encoding="utf-8")
    (tmp_path / "pictures.zip").write_bytes(zipped({"a.png": b""}))
    (tmp_path / "good.csv").write_bytes((DECK / "mandalorians.csv").read_bytes())
    done = run("validate", tmp_path)
    assert done.exit_code == 0
    assert "3 files" in done.stderr + done.stdout


def test_a_damaged_zip_file_is_told_and_the_rest_is_judged(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"PK\x03\x04nothing")
    (tmp_path / "good.csv").write_bytes((DECK / "mandalorians.csv").read_bytes())
    done = run("validate", tmp_path)
    assert "bad.zip" in done.stdout + done.stderr
    assert "good.csv" in done.stdout


def test_an_address_is_told_not_to_be_fetched(run: Run) -> None:
    done = run("validate", "https://swdestinydb.com/deck/view/1")
    assert "nothing is fetched from the web" in done.stdout + done.stderr
    shown = run("deck", "show", "https://swdestinydb.com/deck/view/1")
    assert "nothing is fetched from the web" in str(shown.exception)


def test_a_repair_replaces_a_list_that_cannot_be_kept_as_it_is_only_when_told(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "blog.txt"
    text = "Affiliation: Jedi\nObjective Sets:\nHero's Journey x2\nForgotten Heroes x2\n"
    path.write_text(text, encoding="utf-8")
    refused = run("repair", path, "--write", path)
    assert "is there already and was not changed" in str(refused.exception)
    assert path.read_text(encoding="utf-8") == text
    run("repair", path, "--write", path, "--force")
    assert path.read_text(encoding="utf-8") != text
