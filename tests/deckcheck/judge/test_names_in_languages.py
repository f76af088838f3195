"""Names of cards in nine languages: read as exactly as English ones, and never guessed."""

import csv
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from db.cards import bundled_games
from db.cards.lookup import Catalogue
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from db.collection.read import read_collection
from deckcheck.collection.matching import AMBIGUOUS, EXACT, STRONG, UNMATCHED, Matcher
from deckcheck.errors import UnknownLanguageError
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from importers.collections.holding_row import SheetHolding
from tests.amounts import amount, in_turns
from tests.conftest import ROOT, Run

pytestmark = pytest.mark.whole_catalogue

WRITTEN = ("text", "csv", "swdestinydb-txt", "json")


def plain(text: str) -> str:
    """A second normal form, written for this test: letters and digits in lower case."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in letters if unicodedata.category(c) not in ("Mn", "Mc", "Me"))
    letters = letters.replace("ł", "l")
    dropped = re.sub(r"['’‘‛`´\"“”„‟′″]", "", letters)
    return " ".join(re.split(r"[\s()\[\]{}\-‐-―−,:;|/]+", dropped)).strip()


@pytest.fixture(scope="module")
def destiny(database: Path) -> Iterator[Catalogue]:
    with Catalogue(database, "destiny") as catalogue:
        catalogue.load_all()
        yield catalogue


@pytest.fixture(scope="module")
def rows() -> list[Mapping[str, str]]:
    path = bundled_games.FOLDER / "destiny" / "names_in_languages.tsv"
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_every_name_means_the_cards_that_have_it(destiny: Catalogue, rows: list[Mapping[str, str]]) -> None:
    """A name that several cards share once meant the first of them would be a guess."""
    by_code = {p.image_key: card.id for card in destiny.cards() for p in card.printings}
    english = {plain(card.name) for card in destiny.cards()}
    english |= {plain(p.name) for card in destiny.cards() for p in card.printings}
    english |= {plain(card.base_name) for card in destiny.cards()}
    full, titles = defaultdict(set), defaultdict(set)
    for row in rows:
        ident = by_code[row["code"]]
        full[plain(f"{row['name']} {row['subtitle']}")].add(ident)
        titles[plain(row["name"])].add(ident)
    resolver = Resolver(destiny, get_game("destiny"))
    wrong, shared = [], 0
    for row in rows:
        for text in (row["name"], f"{row['name']}, {row['subtitle']}".removesuffix(", ")):
            key = plain(text)
            if key in english:
                continue
            wanted = full.get(key) or titles[key]
            found = resolver.resolve_name(text)
            meant = {found.card.id} if found.card else {card.id for card in found.candidates}
            shared += len(wanted) > 1
            if meant != wanted or found.suggestions:
                wrong.append((row["language"], text, wanted, meant))
    assert not wrong, wrong[:5]
    assert shared > 100, "no shared names were tried"


@pytest.mark.parametrize(
    "name",
    [
        "Phasma kapitány, Elit rohamosztagos",
        "Phasma kapitány - Elit rohamosztagos",
        "phasma kapitany: elit rohamosztagos",
        "Captain Phasma (Elitesoldatin)",
        "Capitán Phasma – Soldado de élite",
        "法斯马队长: 部队精英",
    ],
)
def test_a_list_may_mix_languages_and_signs(run: Run, name: str, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(f"1 {name}\n2 Blok\n", encoding="utf-8")
    result = run("deck", "show", deck, "--game", "destiny", "--json")
    names = [card.get("card") or card["name"] for card in json.loads(result.stdout)["cards"]]
    assert "Captain Phasma, Elite Trooper" in names


def test_a_slip_in_another_language_is_only_suggested(destiny: Catalogue) -> None:
    resolver = Resolver(destiny, get_game("destiny"))
    found = resolver.resolve_name("Phasma kapitny, Elit rohamosztagos")
    assert found.card is None
    assert not found.candidates
    assert found.suggestions[0] == "Phasma kapitány, Elit rohamosztagos"
    english = resolver.resolve_name("Captan Phasma, Elite Trooper")
    assert english.suggestions == ("Captain Phasma, Elite Trooper",)


@pytest.mark.parametrize(
    ("name", "grade"),
    [
        ("Phasma kapitány, Elit rohamosztagos", (EXACT, STRONG)),
        ("Elkobzás", (AMBIGUOUS,)),
        ("Elkobzásss", (UNMATCHED,)),
    ],
)
def test_sheets_read_the_same_names(destiny: Catalogue, name: str, grade: tuple[str, ...]) -> None:
    match = Matcher(destiny).match(SheetHolding(1, 1, name))
    assert match.grade in grade
    candidates = [match.found] if match.found else match.candidates
    named = {one.card.name for one in candidates}
    wanted = {"Commandeer", "Confiscation"}
    assert named == ({"Captain Phasma, Elite Trooper"} if grade[0] == EXACT else wanted)


def test_a_search_finds_every_language(run: Run) -> None:
    for query in ("kapitány phasma", "name~rohamosztagos", '"法斯马队长 部队精英"'):
        found = json.loads(run("cards", "search", query, "--game", "destiny", "--json").stdout)
        assert "Captain Phasma, Elite Trooper" in {card["name"] for card in found["cards"]}, query


def test_a_card_is_shown_with_its_names(run: Run) -> None:
    arguments = ("cards", "show", "Capitán Phasma, Soldado de élite", "--game", "destiny")
    card = json.loads(run(*arguments, "--json").stdout)["card"]
    assert card["languages"]["hu"] == "Phasma kapitány, Elit rohamosztagos"
    assert "  hu: Phasma kapitány, Elit rohamosztagos" in run(*arguments).stdout


@pytest.mark.parametrize(
    ("language", "to"), in_turns(("de", "es", "fr", "hu", "it", "pl", "pt", "ru", "zh"), WRITTEN)
)
def test_a_deck_written_in_a_language_is_the_same_deck(
    run: Run, tmp_path: Path, language: str, to: str
) -> None:
    deck = Path(__file__).parents[3] / "examples" / "sisters" / "sith-lords.txt"
    written = tmp_path / "deck.out"
    result = run("deck", "convert", deck, written, "--to", to, "--names", language)
    assert result.exit_code == 0, result.stderr
    diff = run("deck", "diff", deck, written, "--game", "destiny")
    assert diff.exit_code == 0, diff.stdout
    if language == "hu":
        assert "Kitérés" in written.read_text(encoding="utf-8")


def test_a_language_without_names_is_refused(run: Run, tmp_path: Path) -> None:
    deck = Path(__file__).parents[3] / "examples" / "sisters" / "sith-lords.txt"
    result = run("deck", "convert", deck, tmp_path / "x.txt", "--names", "eo")
    assert "Known: de, es, fr, hu, it, pl, pt, ru, zh." in str(result.exception)
    assert not (tmp_path / "x.txt").exists()


CODES = {
    "Battlefield": ("01168",),
    "Character": ("01011", "01001"),
    "Upgrade": ("01008", "01013", "01014", "01015", "01054", "01057", "01063"),
    "Support": ("01006", "01077", "01089"),
    "Event": ("01069", "01075", "01083", "01084", "01091"),
}
"""The cards of examples/sisters/kylo-and-phasma.txt, in a list that begins with the battlefield."""
UNITS = {"hu": " db", "pl": " szt.", "de": " Stück", "pt": "x", "zh": "张"}


def heading_words() -> Mapping[tuple[str, str, str], list[str]]:
    with (ROOT / "importers" / "heading_words.tsv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {(game, means, language): words.split("|") for game, means, language, words in rows[1:]}


@pytest.mark.parametrize(
    "language", ["de", "es", "fr", "hu", "it", "pl", "pt", "zh"][amount(1, 0) :: amount(2, 1)]
)
def test_a_list_in_one_language_needs_no_game(
    run: Run, rows: list[Mapping[str, str]], tmp_path: Path, language: str
) -> None:
    """Its names decide the game, though `2 db Kylo Ren` could be many things before that.

    The headings behind the battlefield begin no cards of its zone, with a colon or without one.
    """
    names = {row["code"]: (row["name"], row["subtitle"]) for row in rows if row["language"] == language}
    names["01091"] = ("Nowhere to Run", "")  # the Chinese name is that of two cards
    headings = heading_words()
    lines = ["Kylo"]
    for number, (kind, codes) in enumerate(CODES.items()):
        colon = ":" * (number % 2)
        lines += ["", headings["destiny", kind, language][-1].capitalize() + colon]
        copies = 1 if kind == "Battlefield" else 2
        unit = UNITS.get(language, "")
        lines += [f"{copies}{unit} {', '.join(filter(None, names[code]))}" for code in codes]
    path = tmp_path / "kylo.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert (deck["game"], deck["verdict"], deck["issues"]) == ("destiny", "legal", [])


def test_cards_below_the_battlefield_without_a_heading_are_a_deck(run: Run, tmp_path: Path) -> None:
    """They were counted by their types, and the deck called empty all the same."""
    printed = (ROOT / "examples" / "sisters" / "kylo-and-phasma.txt").read_text(encoding="utf-8")
    cards = [re.sub(r"x| \(.*", "", line) for line in printed.split("\n") if line[:1].isdigit()]
    path = tmp_path / "kylo.txt"
    path.write_text("\n".join(["Battlefield", "1 Frozen Wastes, Starkiller Base", *cards]), encoding="utf-8")
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert (deck["verdict"], {issue["code"] for issue in deck["issues"]}) == ("legal", {"zone"})


HUNGARIAN = """Paklim: Kylo és Phasma
Szerző: Kovács Béla

KARAKTEREK - 2
- Kylo Ren, Vader követője (2 kocka)
- Phasma kapitány, Elit rohamosztagos – 2 kocka, 15 pont

Csatatér: Fagyott pusztaság, Csillagölő Bázis

FEJLESZTÉSEK (14 lap)
• F-11D karabély x2
• Erő fojtás x2
• Megbénítás x2
• Kylo Ren fénykardja x2
• DH-17 sugárvető pisztoly x2
• Erő dobás x2
• Készenléti fegyver x2

TÁMOGATÁSOK: 6
• Első Rend TIE vadász x2
• Őrjárat x2
• A Sötét Oldal ereje x2

ESEMÉNYEK: 10 db
• Szorul a hurok x2
• A legjobb védekezés... x2
• Erő csapás x2
• Megfélemlítés x2
• Nincs menekvés x2

Összesen: 30 lap
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1250", "cp852"])
@pytest.mark.parametrize("dice", [True, False])
def test_a_list_of_a_hungarian_blog_is_the_deck(
    run: Run, tmp_path: Path, encoding: str, *, dice: bool
) -> None:
    """With dice in words or as counts, with its battlefield behind a heading, in old encodings."""
    text = HUNGARIAN
    if not dice:  # then the number of characters is one of cards, not of copies
        text = re.sub(r"(?m)^- (\w.*?)(?: \(2 kocka\)| – 2 kocka, 15 pont)$", r"2x \1", text)
    text = text if encoding in {"utf-8", "utf-16"} else re.sub("[–•]", "-", text)
    path = tmp_path / "kylo.txt"
    path.write_text(text, encoding=encoding)
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    assert (deck["game"], deck["verdict"], deck["issues"]) == ("destiny", "legal", [])


def test_letters_with_a_stroke_are_typed_without_it(destiny: Catalogue) -> None:
    found = Resolver(destiny, get_game("destiny")).resolve_name("Kapitan Phasma, Elitarny zolnierz")
    assert found.card is not None
    assert found.card.name == "Captain Phasma, Elite Trooper"


@pytest.mark.parametrize("line", ["Battlefield: {}", "Battlefield: 1 {}", "Battlefield: {} x1"])
def test_a_card_may_stand_behind_its_heading(run: Run, tmp_path: Path, line: str) -> None:
    path = tmp_path / "kylo.txt"
    text = f"My title\n{line.format('Frozen Wastes, Starkiller Base')}\n\nCharacters\n2 Kylo Ren, Vader's Disciple\n"
    path.write_text(text, encoding="utf-8")
    shown = json.loads(run("deck", "show", path, "--game", "destiny", "--json").stdout)
    assert [(card["name"], card["zone"]) for card in shown["cards"]] == [
        ("Frozen Wastes, Starkiller Base", "Battlefield"),
        ("Kylo Ren, Vader's Disciple", "Team"),
    ]


def test_two_of_a_character_are_one_card_to_the_repair(run: Run, tmp_path: Path) -> None:
    """`2 Kylo Ren` is one card with two dice: the repair took both characters out, for 7 changes."""
    printed = (ROOT / "examples" / "sisters" / "kylo-and-phasma.txt").read_text(encoding="utf-8")
    cards = [re.sub(r"x| \(.*", "", line) for line in printed.split("\n") if line[:1].isdigit()]
    path = tmp_path / "kylo.txt"
    cards.append("1 Frozen Wastes, Starkiller Base")
    path.write_text("\n".join(cards).replace("2 Force Choke", "3 Force Choke"), encoding="utf-8")
    found = json.loads(run("repair", path, "--json").stdout)
    assert (found["distance"], [one["name"] for one in found["out"]]) == (1, ["Force Choke"])


@pytest.mark.parametrize("name", ["mine.xlsx", "mine.ods", "mine.csv", "mine.json"])
def test_a_collection_with_names_in_a_language_is_the_same_when_imported(
    keep: Run, own_database: Path, tmp_path: Path, name: str
) -> None:
    """A collector in Budapest gives her list to a friend, and later imports it again."""
    path = tmp_path / name
    for card in ("Dodge", "Captain Phasma, Elite Trooper"):
        assert keep("collection", "add", card, 2, "--game", "destiny").exit_code == 0
    held = read_collection(own_database, "destiny").holdings
    unknown = [HoldingChange(HoldingKey(one.key.card_id), quantity=1) for one in held]
    apply_batch(own_database, unknown, command="collection add")  # of a printing that is not known
    wrong = keep("collection", "export", path, "--names", "eo", "--game", "destiny")
    assert (isinstance(wrong.exception, UnknownLanguageError), path.exists()) == (True, False)
    assert keep("collection", "export", path, "--names", "hu", "--game", "destiny").exit_code == 0
    if path.suffix in {".csv", ".json"}:
        assert "Kitérés" in path.read_text(encoding="utf-8")
    again = keep("collection", "import", path, "--game", "destiny", "--no-input")
    assert again.exit_code == 0, again.output
    assert "0 new, 0 changed, 3 unchanged, 0 removed" in again.output
