"""The files of the languages are whole and fit the program; a stranger's file cannot harm it."""

import re
from datetime import date
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from db.language import filled, gettext, ngettext, partly, pgettext, spoken
from deckcheck.show.language import in_order
from deckcheck.show.language_files import find_language, language_files
from tests.languages import script

HEAD = 'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
PLURALS = '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\\n"\n\n'
FILES = language_files()


def language_of(folder: Path, text: str, code: str = "xx") -> object:
    folder.mkdir(exist_ok=True)
    (folder / f"{code}.po").write_text(HEAD.format(code=code) + PLURALS + text, encoding="utf-8")
    return find_language(code, folder)


@pytest.fixture(params=sorted(FILES))
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_translation_puts_its_values_where_it_wants(tmp_path: Path) -> None:
    language = language_of(tmp_path, 'msgid "{name} has {part}"\nmsgstr "{part}: {name}"\n')
    message = gettext("{name} has {part}", name="deck", part="side")
    with spoken(language):  # type: ignore[arg-type]
        assert f"{message}" == "side: deck"
        assert message == "deck has side"
    assert str(message) == "deck has side"


def test_messages_within_messages_and_late_values_are_translated(tmp_path: Path) -> None:
    text = 'msgid "at most {limit}"\nmsgstr "nejvýš {limit}"\n\nmsgid "{name}: {what}"\nmsgstr "{what} ({name})"\n'
    language = language_of(tmp_path, text)
    message = filled(partly("{name}: {what}", what=partly("at most {limit}")), {"name": "A", "limit": 4})
    with spoken(language):  # type: ignore[arg-type]
        assert str(message) == "nejvýš 4 (A)"
    assert message == "A: at most 4"


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0 karet"), (1, "1 karta"), (2, "2 karty"), (5, "5 karet"), (21, "21 karet"), (22, "22 karet")],
)
def test_each_number_has_its_form(tmp_path: Path, number: int, said: str) -> None:
    text = 'msgid "{number} card"\nmsgid_plural "{number} cards"\n'
    forms = ("{number} karta", "{number} karty", "{number} karet")
    text += "".join(f'msgstr[{place}] "{form}"\n' for place, form in enumerate(forms))
    with spoken(language_of(tmp_path, text)):  # type: ignore[arg-type]
        assert str(ngettext("{number} card", "{number} cards", number)) == said


def test_one_translation_is_for_plurals_with_and_without_thousands(tmp_path: Path) -> None:
    text = 'msgid "{number} card"\nmsgid_plural "{number:,} cards"\n'
    text += "".join(f'msgstr[{place}] "{{number:,}} karet"\n' for place in range(3))
    with spoken(language_of(tmp_path, text)):  # type: ignore[arg-type]
        assert str(ngettext("{number} card", "{number} cards", 60)) == "60 karet"


def test_one_english_word_can_be_two(tmp_path: Path) -> None:
    text = 'msgctxt "paper"\nmsgid "sheet"\nmsgstr "list"\n\nmsgid "sheet"\nmsgstr "tabulka"\n'
    with spoken(language_of(tmp_path, text)):  # type: ignore[arg-type]
        assert (str(pgettext("paper", "sheet")), str(gettext("sheet"))) == ("list", "tabulka")


@pytest.mark.parametrize(
    "translation",
    ["{name.__class__}", "{name:>99999999}", "{other}", "{name!r}", "{", "{0}", "{}", "{name[0]}"],
)
def test_a_translation_gets_no_more_than_the_values_of_the_text(tmp_path: Path, translation: str) -> None:
    language = language_of(tmp_path, f'msgid "hello {{name}}"\nmsgstr "{translation}"\n')
    with spoken(language):  # type: ignore[arg-type]
        assert str(gettext("hello {name}", name="Ada")) == "hello Ada"


@pytest.mark.parametrize(
    "text", ['msgid "a', "\0\1\2", 'msgid "a"\nmsgstr[5] "b"\n', "no file of a language"]
)
def test_a_broken_file_is_english(tmp_path: Path, text: str) -> None:
    (tmp_path / "xx.po").write_text(text, encoding="utf-8")
    find_language("xx", tmp_path)
    with spoken(find_language("xx", tmp_path)):
        assert str(gettext("no change")) == "no change"


@pytest.mark.parametrize("built", [b"", b"nothing", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_a_broken_or_older_built_file_is_made_anew(tmp_path: Path, built: bytes) -> None:
    (tmp_path / "xx.mo").write_bytes(built)
    language = language_of(tmp_path, 'msgid "no change"\nmsgstr "beze změny"\n')
    with spoken(language):  # type: ignore[arg-type]
        assert str(gettext("no change")) == "beze změny"
    language = language_of(tmp_path, 'msgid "no change"\nmsgstr "nic"\n')
    with spoken(language):  # type: ignore[arg-type]
        assert str(gettext("no change")) == "nic"


@pytest.mark.parametrize("name", ["en", "en_GB.UTF-8", "C", "POSIX", "", "xx", "../cs", "c*", "tlh-Latn"])
def test_a_language_that_is_not_there_is_english(name: str) -> None:
    assert find_language(name) is None


def test_every_language_has_every_plural_form(code: str) -> None:
    with FILES[code].open("rb") as file:
        catalog = read_po(file)
    forms = {"cs": 3, "de": 2, "hu": 2, "pl": 3}[code]
    assert catalog.num_plurals == forms
    assert all(len(one.string or ()) == forms for one in catalog if isinstance(one.id, tuple | list))


@pytest.mark.parametrize(
    ("meant", "said", "wrong"),
    [
        ("{name} is saved", "{jmeno} je uloženo", "has no value called jmeno"),
        ("{name} is saved", "je uloženo", "lacks name"),
        (" and {count} more", "a dalších {count}", "begins or ends with other blanks"),
        ("{name} is saved", "{name je uloženo", "has braces that do not pair up"),
        ("the deck is saved", "paklík je uložen", "no word of the glossary for 'deck'"),
    ],
)
def test_a_translation_that_does_not_fit_is_named(tmp_path: Path, meant: str, said: str, wrong: str) -> None:
    path = tmp_path / "cs.po"
    path.write_text(f'{HEAD.format(code="cs")}\nmsgid "{meant}"\nmsgstr "{said}"\n', encoding="utf-8")
    assert wrong in " ".join(script().problems(path))


@pytest.mark.parametrize(
    ("code", "said"),
    [("cs", "5. 3. 2026"), ("de", "05.03.2026"), ("hu", "2026. 03. 05."), ("pl", "5.03.2026")],
)
def test_days_and_numbers_are_written_as_in_the_language(code: str, said: str) -> None:
    message = gettext("as of {as_of}", as_of="2026-03-05")
    with spoken(find_language(code)):
        assert said in str(message)
        assert said in str(gettext("not played on {day}", day=date(2026, 3, 5)))
        assert str(gettext("{number:,} cards", number=12345)) != "12,345 cards"
    assert str(message) == "as of 2026-03-05"


def test_names_are_sorted_as_czechs_sort_them() -> None:
    names = ["Cody", "Čech", "Chewbacca", "Hera", "Zam", "Žluťák", "anakin", "Ezra", "Ésta"]
    with spoken(find_language("cs")):
        assert in_order(names) == [
            "anakin", "Cody", "Čech", "Ésta", "Ezra", "Hera", "Chewbacca", "Zam", "Žluťák",
        ]  # fmt: skip


POLITE = {
    "cs": r"\b\w+([aeěu]jte|[dn]ěte|ďte)\b|, (které|co) máte\b",
    "de": r"(?<=[a-zß])en Sie\b",
    "hu": r"\b(adja|írja|nyissa) (?=meg az --)",
    "pl": r"\b(Państwo|proszę (podać|wybrać))\b",
}
"""How strangers are told to do something; here readers are friends."""


def test_readers_are_spoken_to_as_friends(code: str) -> None:
    polite = re.compile(POLITE.get(code, "$^"))
    said = (line for line in FILES[code].read_text(encoding="utf-8").splitlines() if line[:1] in 'm"')
    assert [line for line in said if not line.startswith("msgid") and polite.search(line)] == []


def test_every_text_is_translated(code: str) -> None:
    with FILES[code].open("rb") as file:
        found = [one for one in read_po(file) if one.id]
    said = [(one.id, one.string if isinstance(one.string, tuple) else (one.string,)) for one in found]
    assert [text for text, forms in said if not all(forms)] == []
