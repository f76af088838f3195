"""The program speaks the player's language: nothing that it says to people is in English then.

In the language of these tests every text stands in brackets, and each value of a text outside of
them: what is left there is a name, a number, a code, a command, a query or what a file says.
"""

import os
import pickle
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
import typer
from typer.testing import CliRunner

from db.cards import bundled_games
from db.cards.lookup import Catalogue
from db.language import gettext, ngettext, speak, spoken
from deckcheck.cli.main import app
from deckcheck.games import game_codes, get_game
from deckcheck.show.language_files import find_language
from importers.collections.header_words import FIELDS, WORDS
from tests.conftest import Run
from tests.languages import PSEUDO, pseudo_language
from tests.program import whole_program

ROOT = Path(__file__).parents[1]
REFERENCES = frozenset({"addresses", "cli", "errors", "header-words", "modules"})
"""The pages that are made of the program, where they are made."""


def _is_written(page: Path) -> bool:
    """Whether a page is written by hand, in English."""
    return page.suffixes == [".md"] and page.stem not in REFERENCES


PAGES = [ROOT / "README.md", *filter(_is_written, sorted((ROOT / "docs").glob("*.md")))]
SHOWN = re.compile(r"```console\n\$ deckcheck ([^\n]*)\n")

DECKS = "examples/decks/"
BEYOND_THE_PAGES = f"""
collection import examples/collections/binder.csv
collection import examples/collections/binder.csv --apply
collection add 'Yoda (A)' --quantity 2 --for-trade 1 --condition NM
collection add Boba
collection want 'Yoda (A)' --quantity 4
collection wants
collection wants --text
collection trades
collection list --cards 'set:ANH'
collection stats
collection completion BOY --missing
collection set 'Yoda (A)' --quantity 3
collection move 'Yoda (A)' --to drawer
collection remove 'Yoda (A)'
collection show 'Yoda (A)'
collection show 1
collection history
collection undo 1
collection undo 99
undo
deck save {DECKS}mixed-sides.txt --name Mixed
deck save {DECKS}mixed-sides.txt --name Mixed
deck list
deck reserve Mixed
deck can-build saved
deck missing Mixed
deck release Mixed
deck rename Mixed Other
deck delete Other
deck delete Nothing
deck show {DECKS}rebels.dek
deck show {DECKS}half-remembered.txt
deck read {DECKS}half-remembered.txt
deck stats {DECKS}rebels.dek
deck stats examples/sisters/sith-lords.txt
deck diff {DECKS}rebels.dek {DECKS}empire.txt
deck convert {DECKS}half-remembered.txt new.dek
deck convert {DECKS}half-remembered.txt new.dek
deck convert {DECKS}rebels.dek new.xyz
deck edit {DECKS}rebels.dek --add 'Luke Skywalker'
deck edit {DECKS}rebels.dek --remove Nexu
deck
cards
collection
config
config list
config set colours never
config unset colours
config set colour never
database
cards show 'Boba Fett (A)'
cards show 'Force Speed' --game destiny
cards show 'Boba Fett'
cards show Bobba
cards search 'type:mission cost>1' --game stargate --limit 3
cards search 'type:unit' --game swlcg --limit 3
cards search 'cost<=abc'
cards sets
cards history
formats --on 2004-06-20
formats nosuch
validate {DECKS}mixed-sides.txt --format dci --on 2004-06-20
validate {DECKS}mixed-sides.txt --formats
validate {DECKS}rebels.dek --format nosuch
validate {DECKS}rebels.dek --zone-limit X=1
validate nosuch.dek
validate --on yesterday nosuch.dek
validate
validat
check
why examples/sisters/sith-lords.txt --format standard
odds {DECKS}rebels.dek 'type:'
odds {DECKS}rebels.dek 'type:space >= 1' --hand 0
collection import examples/collections/kartenschrank.xlsx --sheet Nope
collection import examples/collections/binder.csv --mode foo
collection export new.pdf
cards search arena:foo
cards undo 99
database --db https://x
serve --port x
languages
-h
validate -h
"""
"""What the pages do not show: the other reading commands, what is changed, and what is refused."""
REPAIRS = f"""
repair {DECKS}half-remembered.txt
repair {DECKS}rebels.dek
repair {DECKS}too-many-walkers.dek --alternatives 1 --keep Juggernaut
"""
OF_FEW_SETS = {"repairs", "pools", "tune"}
"""The pages that say the same with a small catalogue, in a tenth of the time."""

NO_WORDS = re.compile(r"\S*[/\\]\S*|--[\w-]+|[\w#]+ - (light|dark)\.\w+|\b[\da-f]{4}(-[\da-f]{4})+")
"""Paths, options, files of players, and hashes."""
NAMES = (
    "name FROM games",
    "source FROM games",
    "name FROM sets",
    "code FROM sets",
    "name FROM cards",
    "base_name FROM cards",
    "subtype FROM cards",
    "publisher FROM sets",
    "name FROM printings",
    "name FROM translations",
)
"""What is called as it is in every language."""
TRAITS = "SELECT DISTINCT subtype FROM cards WHERE subtype IS NOT NULL"
NO_TEXTS = frozenset(
    re.findall(
        r"\S+",
        # what forms of files are called, words that are typed, codes of conditions, currencies and findings
        "text lackey lackey-dek deckbox deckdb octgn table columns dek csv txt xlsx json db sqlite toml mb usd "
        "nm lp mp hp ex id config path get set list show search save can-build saved import file files name "
        "value auto always never planner command args options int str range shell code cs de en hu pl qps vr wr wb vb "
        "deckcheck validate why repair tune setup goldfish matrix odds formats league undo languages tour serve database "
        "deck cards collection event people pool sources completion complete starter promo ambiguous-card unknown-card "
        "set-legality format-state banned restricted balance add move tags signed reserved format fileformat game "
        "colours colour supply sideboard outside es fr it pt ru zh sh sp blue equipment space ground character type all known "
        # what the examples have, and notes that come with the data of formats
        "sleeve summe wünsche ods tsv milennium lords drawer mixed rep not in dcb cab cf dd eb ed "
        "ada bo cy eva gus hana readme lists later pair publish result wl "
        # names of formats, people, companies and languages
        "wotc constructed dci sealed vintage standard trilogy infinite arh tci mandoverse legacy era republic and "
        "clone wars rebellion new resistance world championship english čeština deutsch magyar polski wizards of the "
        "coast github swtcg lackeyccg plugin https com www static cards api updatelist",
    )
)


class Said(NamedTuple):
    """A line that a command of a page said."""

    page: str
    command: str
    line: str


def commands_of_pages() -> Iterator[tuple[str, list[str]]]:
    """The commands that are run one after another, by their page; each page has a folder of its own."""
    for page in PAGES:
        commands = [one.removesuffix(" 2>&1") for one in SHOWN.findall(page.read_text(encoding="utf-8"))]
        if commands:
            yield page.stem, commands
    yield "beyond", BEYOND_THE_PAGES.strip().splitlines()
    yield "repairs", REPAIRS.strip().splitlines()


@pytest.fixture(scope="module")
def patched() -> Iterator[pytest.MonkeyPatch]:
    """Sets variables, and puts back what the program changes of typer to let it speak."""
    with pytest.MonkeyPatch.context() as patch:
        formatter, errors = typer.Context.formatter_class, typer.BadParameter.__mro__[1]
        patch.setattr(formatter, "write_usage", formatter.write_usage)
        patch.setattr(errors, "show", errors.show)  # type: ignore[attr-defined]
        patch.setitem(vars(typer.core), "_", vars(typer.core)["_"])
        yield patch
        speak(None)


@pytest.fixture(scope="module")
def folder(patched: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with settings, and the language of these tests beside them."""
    folder = tmp_path_factory.mktemp("languages")
    pseudo_language(folder / "languages", values_outside=True)
    patched.setenv("DECKCHECK_CONFIG", str(folder / "config.toml"))
    patched.setenv("NO_COLOR", "1")
    return folder


@pytest.fixture(scope="module")
def said(
    folder: Path, database: Path, few_sets_folder: Path, few_sets_database: Path, patched: pytest.MonkeyPatch
) -> list[Said]:
    """All that the commands say, in the language in which texts stand in brackets."""
    lines = []
    bundled = bundled_games.FOLDER
    for page, commands in commands_of_pages():
        is_small = page in OF_FEW_SETS
        patched.setattr(bundled_games, "FOLDER", few_sets_folder if is_small else bundled)
        here = folder / page
        shutil.copytree(ROOT / "examples", here / "examples")
        patched.chdir(here)
        patched.setenv(
            "DECKCHECK_DB", str(shutil.copy(few_sets_database if is_small else database, here / "own.sqlite"))
        )
        patched.setenv("DECKCHECK_POOLS", str(here / "pools"))
        for command in commands:
            ended = whole_program("--lang", PSEUDO, *shlex.split(command))
            assert "Traceback" not in ended.stderr, (command, ended.stderr)
            # Texts run over lines, so that brackets are not always on one.
            told = re.sub(r"⟦[^⟦⟧]*⟧", "·", ended.stdout + ended.stderr)
            lines += [Said(page, command, line) for line in told.splitlines() if line.strip()]
    patched.setattr(bundled_games, "FOLDER", bundled)
    return lines


def names_of(database: Path) -> list[str]:
    """Names of games, sets, cards and their traits, and lines of the examples, the longest first."""
    with closing(sqlite3.connect(database)) as connection:
        found = {name for one in NAMES for (name,) in connection.execute(f"SELECT {one}") if name}
        found |= {
            word for (traits,) in connection.execute(TRAITS) for word in traits.split() if word.istitle()
        }
    for path in (ROOT / "examples" / "decks").iterdir():
        found |= {line.strip() for line in path.read_text(encoding="utf-8").splitlines()}
    return sorted(found - {""}, key=len, reverse=True)


def codes() -> set[str]:
    """Codes of games, formats, rules and editions, fields of queries and sheets, headers of sheets."""
    games = [get_game(code) for code in game_codes()]
    found = {*game_codes(), *FIELDS, *(word for words in WORDS.values() for word in words)}
    for game in games:
        found |= {one.code for one in game.formats()} | {one.code for one in game.editions}
        found |= {rule.code for edition in game.editions for rule in edition.rules}
    return found


def words_in(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[^\W\d_]{2,}(?:-[^\W\d_]+)*", text)}


def test_every_text_is_in_the_language_that_is_spoken(said: list[Said], database: Path) -> None:
    text = "\n".join(one.line for one in said)
    there = words_in(text)
    for name in names_of(database):
        if words_in(name) <= there and name in text:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "#", text)
    known = NO_TEXTS | words_in(" ".join(codes()))
    english = []
    for one, line in zip(said, text.split("\n"), strict=True):
        typed = words_in(" ".join(shlex.split(one.command)))
        if left := words_in(NO_WORDS.sub(" ", line)) - known - typed:
            english.append(f"{', '.join(sorted(left))} [{one.page}: {one.command}] {one.line.strip()}")
    if english:
        pytest.fail("\n".join(("not in the language:", *english)))


FOR_PEOPLE = re.compile(
    r"docProps/core\.xml|xl/(worksheets/sheet[2-9]|tables/table[2-9]|charts/chart\d+)\.xml"
)
"""What stands in a workbook beside its first sheet, which is read again."""
HINTS = re.compile(rb"<dataValidations.*</dataValidations>|<headerFooter>.*</headerFooter>", re.DOTALL)
"""What a sheet says of cells that are typed into, and on paper."""


def test_nothing_is_kept_in_a_language(said: list[Said], folder: Path) -> None:
    """Databases, and what was written to files that a program reads, are the same in every language."""
    assert said
    written = [path for path in folder.rglob("*") if path.is_file() and path.parent.name != "languages"]
    kept = [
        (path.relative_to(folder).as_posix(), name)
        for path in written
        for name, data in contents_of(path)
        if not FOR_PEOPLE.fullmatch(name)
        if any(bracket.encode() in HINTS.sub(b"", data) for bracket in "⟦⟧")
    ]
    assert len(written) > len(PAGES)
    assert kept == []


def contents_of(path: Path) -> Iterator[tuple[str, bytes]]:
    """The contents of a file, or of each file in a workbook or zip file."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield from ((name, archive.read(name)) for name in archive.namelist())
    else:
        yield "", path.read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        f"validate {DECKS}mixed-sides.txt {DECKS}half-remembered.txt",
        f"validate {DECKS}mandalorians.csv --format mandoverse --interval --on 2026-11-22",
        "validate examples/sisters/sith-lords.txt --format standard",
        f"why {DECKS}too-many-walkers.dek",
        f"repair {DECKS}too-many-walkers.dek",
        "cards show 'Boba Fett (A)'",
        "formats standard",
        f"deck read {DECKS}half-remembered.txt",
        f"deck stats {DECKS}rebels.dek",
        "collection import examples/collections/binder.csv",
        f"odds {DECKS}rebels.dek type:space>=1",
        f"validate {DECKS}half-remembered.txt --formats",
    ],
)
def test_documents_are_the_same_in_every_language(
    folder: Path, database: Path, patched: pytest.MonkeyPatch, command: str
) -> None:
    """Also where messages are made while the language is spoken, as the page does."""
    patched.chdir(ROOT)
    patched.setenv("DECKCHECK_DB", str(database))
    words = [*shlex.split(command), "--json"]
    english = whole_program(*words)
    assert english.stdout.startswith("{")
    assert whole_program("--lang", PSEUDO, *words) == english
    with spoken(find_language(PSEUDO, folder / "languages")):
        assert CliRunner().invoke(app, words).stdout == english.stdout


@pytest.fixture
def chosen(folder: Path, tmp_path: Path, patched: pytest.MonkeyPatch) -> Iterator[Path]:
    """Settings of its own, with the language beside them, that do not choose one."""
    shutil.copytree(folder / "languages", tmp_path / "languages")
    with patched.context() as patch:
        patch.setenv("DECKCHECK_CONFIG", str(tmp_path / "config.toml"))
        yield tmp_path


def speaks(*words: str, **environment: str) -> bool:
    """Whether the program speaks the language of the tests."""
    nothing = {"DECKCHECK_LANG": "", "LANG": "", "LC_ALL": "", "LC_MESSAGES": ""}
    told = whole_program(*words, "config", "get", "nosuch", **nothing | environment).stderr
    assert "nosuch" in told
    assert "Traceback" not in told
    return "⟦" in told


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (("--lang", PSEUDO), {}),
        ((f"--lang={PSEUDO}",), {"DECKCHECK_LANG": "en", "LANG": "C"}),
        (("--lang", f"{PSEUDO}_XX.UTF-8"), {}),
        ((), {"DECKCHECK_LANG": PSEUDO, "LANG": "de_DE.UTF-8"}),
        ((), {"LANG": f"{PSEUDO}_XX.UTF-8"}),
        ((), {"LANG": "C", "LC_ALL": f"{PSEUDO}_XX"}),
        ((), {"LC_MESSAGES": PSEUDO, "LANG": "C"}),
    ],
)
def test_a_language_is_chosen(chosen: Path, words: tuple[str, ...], environment: dict[str, str]) -> None:
    assert chosen.is_dir()
    assert speaks(*words, **environment)


def test_a_language_is_set(chosen: Path) -> None:
    (chosen / "config.toml").write_text(f'language = "{PSEUDO}"\n', encoding="utf-8")
    assert speaks()
    assert speaks(LANG="C")
    assert not speaks("--lang", "en")
    assert not speaks(DECKCHECK_LANG="en")


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        ((), {}),
        ((), {"LANG": "C"}),
        ((), {"LANG": "POSIX", "LC_ALL": "C.UTF-8"}),
        ((), {"LANG": "tlh_XX.ISO-8859-1"}),
        ((), {"DECKCHECK_LANG": "../qps"}),
        (("--lang", "xx"), {"LANG": PSEUDO}),
        (("--lang", "en"), {"DECKCHECK_LANG": PSEUDO}),
        (("--lang=",), {}),
    ],
)
def test_what_is_no_language_is_english_without_a_word(
    chosen: Path, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    assert chosen.is_dir()
    english = whole_program("config", "get", "nosuch")
    assert whole_program(*words, "config", "get", "nosuch", **environment) == english


def test_a_broken_file_is_english_without_a_word(chosen: Path) -> None:
    for path in (chosen / "languages").iterdir():
        path.unlink()
    english = whole_program("config", "get", "nosuch")
    for text in (
        "",
        'msgid "',
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=klingon\\n"\n',
        "\0",
    ):
        (chosen / "languages" / f"{PSEUDO}.po").write_text(text, encoding="utf-8")
        assert whole_program("--lang", PSEUDO, "config", "get", "nosuch") == english


def test_what_is_built_of_a_file_is_not_needed(chosen: Path) -> None:
    built = chosen / "languages" / f"{PSEUDO}.mo"
    built.unlink(missing_ok=True)
    assert speaks("--lang", PSEUDO)
    assert built.exists()
    built.write_bytes(b"\xde\x12\x04\x95 of another program")
    assert speaks("--lang", PSEUDO)
    built.unlink()
    built.mkdir()  # so that it can neither be read nor written
    assert speaks("--lang", PSEUDO)
    assert list(built.parent.glob("*.part")) == []


def test_cards_have_their_names_in_the_language(keep: Run) -> None:
    """On lists and beside the English name in verdicts; not in documents and files."""
    list_ = "3 Captain Phasma, Elite Trooper\n"
    told = keep("cards", "search", "phasma elite", "--game", "destiny", "--names", "hu").stdout
    assert "Phasma kapitány, Elit rohamosztagos" in told
    assert "Elite Trooper" not in told
    told = keep("validate", "-", "--game", "destiny", "--names", "hu", stdin=list_).stdout
    assert "Phasma kapitány, Elit rohamosztagos (Captain Phasma, Elite" in told
    with spoken(find_language("hu")):
        assert "Phasma kapitány" in keep("cards", "search", "phasma elite", "--game", "destiny").stdout
        for more in (("--names", "en"), ("--json",)):
            told = keep("cards", "search", "phasma elite", "--game", "destiny", *more).stdout
            assert "Captain Phasma, Elite Trooper" in told
            assert ("Phasma kapitány, Elit" in told) == (more == ("--json",) and "hu" in told)


KYLO = "examples/sisters/kylo-and-phasma.txt"
BARS = re.compile("[█-▏]+")
ON_PAPER = {"Kylo Ren, Vader's Disciple": "Kylo Ren, Vader követője", "Force Strike": "Erő csapás"}


def test_decks_are_played_with_the_names_of_the_language(
    keep: Run, few_sets_database: Path, folder: Path
) -> None:
    """The same game in other words: what is dealt, rolled and put is that of the seed in English."""
    with Catalogue(few_sets_database, "destiny") as catalogue:
        names = catalogue.names_in("hu")
    english_name = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    for words in (("setup", KYLO, KYLO), ("goldfish", KYLO, "--hands", "5"), ("goldfish", KYLO, "--show")):
        english, told = (
            keep(*words, "--seed", "3", "--names", code, stdin="d\nm\nn\nq\n").stdout for code in ("en", "hu")
        )
        expected = english_name.sub(lambda found: names[found[0]], " ".join(english.split()))
        assert (words, BARS.sub("", told).split()) == (words, BARS.sub("", expected).split())
        if "--show" not in words:
            document = keep(*words, "--seed", "3", "--names", "hu", "--json").stdout
            assert document == keep(*words, "--seed", "3", "--json").stdout
    file = folder / "figures.xlsx"
    with spoken(find_language("hu")):
        keep("goldfish", KYLO, "--hands", "5", "--seed", "3", "--xlsx", str(file))
    with zipfile.ZipFile(file) as parts:
        kept = " ".join(parts.read(name).decode() for name in parts.namelist() if name.endswith(".xml"))
    assert "Force Strike" in kept
    assert "Erő csapás" not in kept


def test_a_repair_names_cards_in_the_language_and_in_english(keep: Run) -> None:
    words = ("repair", KYLO, "--out", "Force Strike", "--names", "hu")
    assert "Erő csapás (Force Strike)" in keep(*words).stdout
    assert "Erő csapás" not in keep(*words, "--json").stdout


def test_papers_and_lists_of_events_have_the_names_of_the_language(keep: Run) -> None:
    """A Hungarian judge reads the printed names; what other programs read is as it was."""
    for words in (("new", "Kupa", "--game", "destiny"), ("register", "Kupa", "Ada", KYLO), ("open", "Kupa")):
        keep("event", *words)
    for command in ("lists", "stats", "verify"):
        more = ("Ada", "examples/sisters/rey-and-finn.txt") if command == "verify" else ()
        told, english, document = (
            keep("event", command, "Kupa", *more, *options).stdout
            for options in (("--names", "hu"), (), ("--names", "hu", "--json"))
        )
        for name, called in ON_PAPER.items():
            assert called in told, command
            assert (name in told) == (command == "verify"), command
            assert name in english, command
            assert name in document, command
            assert called not in document + english, command


def test_a_message_of_another_process_speaks_here(folder: Path) -> None:
    message = ngettext("{number} card", "{number} cards", 3)
    known = pickle.loads(pickle.dumps(gettext("{path} does not exist.", path=message)))
    assert known == "3 cards does not exist."
    with spoken(find_language(PSEUDO, folder / "languages")):
        assert str(known) == "3 ⟦cards⟧ ⟦does not exist.⟧"


def test_numbers_have_the_signs_of_the_language() -> None:
    message = gettext("{count:,} of {share:.2f}", count=1_234_567, share=0.5)
    with spoken(find_language("de")):
        assert str(message) == "1.234.567 of 0,50"
    assert message == "1,234,567 of 0.50"


def test_english_needs_no_more_than_before(database: Path) -> None:
    """Neither the library of languages nor their files are loaded where English is spoken."""
    code = (
        "import sys; from deckcheck.cli.main import main; sys.argv[1:] = sys.argv[1:]\n"
        "try: main()\nexcept SystemExit: print({'babel', 'gettext', "
        "'deckcheck.show.language_files'} & set(sys.modules), file=sys.stderr)"
    )
    for words in (["--version"], ["validate", f"{DECKS}empire.txt"]):
        ended = subprocess.run(
            [sys.executable, "-c", code, *words],
            capture_output=True,
            check=False,
            encoding="utf-8",
            cwd=ROOT,
            env={**os.environ, "DECKCHECK_DB": str(database), "LANG": "C"},
        )
        assert ended.stderr.strip() in ("set()", "{'gettext'}"), words
