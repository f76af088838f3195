"""Files judged by their known lines get the very report that the strict way gives them."""

import json
import random
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck
from deckcheck.games import get_game
from deckcheck.games.swtcg.zones import ZONES
from deckcheck.judge.batch import DeckJudge, JudgeOptions, find_deck_files
from deckcheck.judge.known_deck import KnownDeck
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.report import AnyReport, Report, as_json
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.reading import parse_deck
from importers.decks.writing import write_deck
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.random_decks.swtcg import SwtcgDecks
from tests.hostile.cases import CLASSES, DECK
from tests.importers.decks.test_fuzz import MARKUP
from tests.opened import opened

DAY = date(2026, 11, 21)
WAYS = {
    "printed": JudgeOptions(Path(), on=DAY),
    "community": JudgeOptions(Path(), edition="community", on=DAY),
    "standard": JudgeOptions(Path(), format="standard", on=DAY),
    "dci": JudgeOptions(Path(), format="dci", on=date(2004, 8, 1)),
    "an early day": JudgeOptions(Path(), on=date(2003, 6, 1)),
    "limits": JudgeOptions(Path(), on=DAY, zone_limits={"Deck": 60}),
}
FORMATS = {"lackey-dek": ".dek", "lackey-txt": ".txt", "text": ".txt"}


class TwoWays:
    """A judge of folders, which knows lines, beside one that reads each file the strict way."""

    def __init__(self, database: Path, options: JudgeOptions) -> None:
        options = options._replace(database=database)
        self.quick = opened(DeckJudge(options, many=True))
        self.strict = opened(DeckJudge(options))
        self.by_lines = 0
        known_deck = self.quick._known_deck

        def counted(path: str) -> KnownDeck | None:
            deck = known_deck(path)
            self.by_lines += deck is not None
            return deck

        self.quick._known_deck = counted  # type: ignore[method-assign]

    def agree(self, path: Path) -> AnyReport:
        """The report on a file, after both ways gave the same."""
        (quick, *_), strict = self.quick.judge_files([str(path)]), self.strict.judge_file(str(path))
        quick, strict = (r if isinstance(r, Report) else r._replace(several=()) for r in (quick, strict))
        assert json.dumps(as_json(quick)) == json.dumps(as_json(strict))
        assert quick == strict
        return quick


@pytest.fixture(scope="module")
def ways(database: Path) -> dict[str, TwoWays]:
    """Both judges by each way to judge; they have read many other files before."""
    return {name: TwoWays(database, options) for name, options in WAYS.items()}


@pytest.fixture(params=["printed", "community"][: amount(1, 2)])
def two_ways(request: pytest.FixtureRequest, ways: dict[str, TwoWays]) -> TwoWays:
    return ways[request.param]


def written(deck: Deck, read_as: str, *, only_main: bool) -> bytes:
    """A deck of made entries as a file of a format, with sets where the format has them."""
    lines = [
        DeckLine(e.quantity, e.name, e.zone, set_code=e.printing.set_code if e.printing else None)
        for e in deck.entries
        if e.zone == "Deck" or not only_main
    ]
    return write_deck(DeckList(tuple(lines), read_as, game="swtcg"), read_as)


@pytest.mark.parametrize("read_as", FORMATS)
@pytest.mark.parametrize("way", WAYS)
def test_random_decks(
    cards: tuple[Card, ...], ways: dict[str, TwoWays], tmp_path: Path, read_as: str, way: str
) -> None:
    both = ways[way]
    before = both.by_lines
    decks = SwtcgDecks(cards, seed=sum(map(ord, read_as + way)))
    path = tmp_path / f"deck{FORMATS[read_as]}"
    verdicts = set()
    number = amount(8, 20_000 // len(FORMATS) // len(WAYS) + 1)
    for n in range(number):
        path.write_bytes(written(decks.deck(), read_as, only_main=n % 4 > 0))
        verdicts.add(both.agree(path).verdict)
    assert "illegal" in verdicts
    assert way != "printed" or "legal" in verdicts
    assert both.by_lines - before > number // 2, "most of these decks are plain, and go the quick way"


def test_real_sample_and_example_decks(two_ways: TwoWays) -> None:
    folders = ("examples", "tests/importers/decks/samples")
    for path in find_deck_files([str(ROOT / folder) for folder in folders]):
        two_ways.agree(Path(path))


@pytest.mark.shared_data
def test_all_real_decks_of_all_games(two_ways: TwoWays, shared: Path) -> None:
    files = find_deck_files([str(shared / "data")])
    assert len(files) > 20
    for path in [*files, *files]:  # the second time their lines are known
        two_ways.agree(Path(path))


def test_hostile_files(ways: dict[str, TwoWays], tmp_path: Path) -> None:
    for cases in CLASSES.values():
        for number, case in enumerate(cases):
            typed = DECK in case.readers and case.suffix in {".dek", ".txt", ".o8d"}
            content = case.build() if typed else b""
            if len(content) < 100_000:  # larger ones are never looked at by lines
                path = tmp_path / f"{number}{case.suffix}"
                path.write_bytes(content)
                ways["printed"].agree(path)


CANONICAL = [
    parse_deck(b"4 Yoda (A)\n3 Darth Maul (A) [SR]\n2 Jango Fett (A)\n2 Boba Fett (A)\n", source=""),
    parse_deck("4\tPadm\u00e9 Amidala (A)\n1\tYoda (A)\n2\tBattle Droid Squad (A)\n".encode(), source=""),
    parse_deck(b"1 Yoda\n9 Boba Fett (A)\n1 Boba Fett (A) (Promo)\n2 Nobody at all\n", source=""),
]


@settings(max_examples=amount(10, 3_000))
@given(data=st.data())
def test_cut_and_changed_files(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory, ways: dict[str, TwoWays]
) -> None:
    """One changed byte anywhere in a file of known lines must not pass for what it was."""
    read_as = data.draw(st.sampled_from(sorted(FORMATS)))
    deck_list = data.draw(st.sampled_from(CANONICAL))
    whole = write_deck(deck_list._replace(game="swtcg"), read_as)
    changed = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(changed)))
        end = min(len(changed), start + data.draw(st.integers(0, 30)))
        changed[start:end] = data.draw(st.sampled_from(MARKUP) | st.binary(max_size=3))
    suffix = data.draw(st.sampled_from([FORMATS[read_as], ".txt", ".dek", ".csv", ""]))
    path = tmp_path_factory.getbasetemp() / f"changed{suffix}"
    for content in (whole, changed, whole):
        path.write_bytes(content)
        ways["printed"].agree(path)


YODA, BOBA = b"4 Yoda (A)\n", b"2 Boba Fett (A)\n"
CRAFTED: dict[str, bytes] = {
    "carriage returns in all lines": b"4 Yoda (A)\r\n2 Boba Fett (A)\r\n",
    "carriage returns in some lines": b"4 Yoda (A)\r\n2 Boba Fett (A)\n",
    "a byte order mark": b"\xef\xbb\xbf" + YODA + BOBA,
    "a byte order mark inside": YODA + b"\xef\xbb\xbf" + BOBA,
    "a name of Windows-1252 beside one of UTF-8": "4 Padm\u00e9 Amidala (A)\n".encode()
    + "4 Padm\u00e9 Amidala (B)\n".encode("cp1252"),
    "characters without width": "4 Yoda (A)\u200b\n2 Boba\u2060 Fett (A)\n".encode(),
    "two entries in a line": b"4 Yoda (A)        2 Boba Fett (A)\n" + BOBA,
    "a separator of lines": "4 Yoda (A)\u2028\n".encode() + BOBA,
    "typed and LackeyCCG's lines": b"4 Yoda (A)\n2\tBoba Fett (A)\n",
    "LackeyCCG's and typed lines": b"4\tYoda (A)\n2 Boba Fett (A)\n",
    "a line of a Destiny site": YODA + b"2x Yoda, Wizened Master (Spirit of Rebellion #1)\n",
    "blank lines": b"4 Yoda (A)\n\n\n2 Boba Fett (A)\n \n",
    "a first blank line": b"\n4 Yoda (A)\n",
    "no last line end": b"4 Yoda (A)\n2 Boba Fett (A)",
    "a heading": b"4 Yoda (A)\nSideboard:\n2 Boba Fett (A)\n",
    "a heading with a number": b"4 Yoda (A)\nSupply (2)\n2 Boba Fett (A)\n",
    "the same card in three spellings": b"2 Yoda (A)\n2 yoda (a)\n1 Yoda(A)\n3 Yoda (A) [AOTC]\n",
    "one line many times": YODA * 400,
    "most copies": b"9999 Yoda (A)\n" * 50,
    "too many copies": b"10000 Yoda (A)\n" + BOBA,
    "no copies": b"0 Yoda (A)\n" + BOBA,
    "a zero byte": b"4 Yoda (A)\x00\n" + BOBA,
    "a line without a count": YODA + b"Boba Fett (A)\n",
    "a sign of multiplication": "4\u00d7 Yoda (A)\n".encode(),
    "a number as a name": b"8D8 (A)\n4 Yoda (A)\n",
    "a banned and a restricted card": b"4 Yoda (A)\n",
    "nothing": b"",
    "seventy unknown names": YODA + b"".join(b"1 Nobdy %d\n" % n for n in range(65)),
    "seventy unknown names, and others": b"".join(b"1 Nobdy %d\n" % n for n in range(30, 95)) + YODA,
    "suggestions of known lines": b"4 Yoda (A)\n2 Bobba Fett (A)\n" * 2,
}


def test_crafted_lists(two_ways: TwoWays, tmp_path: Path) -> None:
    """Each way in which a line that is known by itself could mean something else in a file."""
    for name, content in [*CRAFTED.items(), *reversed(CRAFTED.items())]:
        for suffix in (".txt",) if "seventy" in name else (".txt", "", ".csv", ".TXT"):
            path = tmp_path / f"{name}{suffix}"
            path.write_bytes(content)
            two_ways.agree(path)


def dek(zones: str, game: str = "starwars") -> bytes:
    return f'<deck version="0.8">\n\t<meta>\n\t\t<game>{game}</game>\n\t</meta>\n{zones}</deck>\n'.encode()


def zone(name: str, *cards: str) -> str:
    rows = "".join(f'\t\t<card><name id="">{card}</name><set>AOTC</set></card>\n' for card in cards)
    return f'\t<superzone name="{name}">\n{rows}\t</superzone>\n'


FRAMES = {
    "one zone": dek(zone("Deck", "Yoda (A)", "Yoda (A)")),
    "empty zones": dek(zone("Deck", "Yoda (A)") + zone("Supply") + zone("Sideboard")),
    "all zones": dek("".join(zone(name, *["Yoda (A)"] * (name == "Deck")) for name in ZONES)),
    "a zone before": dek(zone("Supply") + zone("Deck", "Yoda (A)")),
    "cards before": dek(zone("Supply", "Yoda (A)") + zone("Deck", "Yoda (A)")),
    "cards behind": dek(zone("Deck", "Yoda (A)") + zone("Supply", "Yoda (A)")),
    "the main zone twice": dek(zone("Deck", "Yoda (A)") + zone("Deck", "Yoda (A)")),
    "a zone twice": dek(zone("Deck", "Yoda (A)") + zone("Attic") + zone("Attic")),
    "a zone of no game": dek(zone("Deck", "Yoda (A)") + zone("Attic")),
    "an empty zone that is a card": dek(zone("Deck", "Yoda (A)") + zone("Boba Fett (A)")),
    "no cards": dek(zone("Deck")),
    "another game": dek(zone("Deck", "Yoda (A)"), game="redemption"),
    "too much": dek(zone("Deck", *["Yoda (A)"] * 2_000)),
    "entities": dek(zone("Deck", "Yoda (A)", "Yoda &#40;A&#41;", "Jon &quot;Dutch&quot; Vander (A)")),
    "names in two spellings": dek(zone("Deck", 'Jon "Dutch" Vander (A)', "Jon &quot;Dutch&quot; Vander (A)")),
    "cut": dek(zone("Deck", "Yoda (A)"))[:-9],
    "a line less": dek(zone("Deck", "Yoda (A)")).replace(b"\t</superzone>\n", b""),
    "an end behind a card": dek(zone("Deck", "Yoda (A)")).replace(b"</card>\n\t", b"</card>\t"),
    "a head that is no text": dek(zone("Attic") + zone("Deck", "Yoda (A)")).replace(b"Attic", b"\xff"),
    "carriage returns": dek(zone("Deck", "Yoda (A)")).replace(b"\n", b"\r\n"),
    "more behind": dek(zone("Deck", "Yoda (A)")) + b"\n",
    "nothing between": dek(zone("Deck")).replace(b'"Deck">\n\t', b'"Deck">\t'),
    "head and foot that overlap": dek(zone("Deck")).replace(b'\t<superzone name="Deck">\n', b""),
}


def test_crafted_deks(two_ways: TwoWays, tmp_path: Path) -> None:
    for name, content in [*FRAMES.items(), *reversed(FRAMES.items())]:
        path = tmp_path / f"{name}.dek"
        path.write_bytes(content)
        two_ways.agree(path)


def test_typed_lists_of_the_sister_games(database: Path, tmp_path: Path) -> None:
    for game in ("destiny", "stargate"):
        both = TwoWays(database, JudgeOptions(Path(), game=game, on=DAY))
        with Catalogue(database, game) as catalogue:
            names = [card.name for card in catalogue.cards()]
        rng = random.Random(game)
        for n in range(amount(8, 1_000)):
            path = tmp_path / f"{game}{n}.txt"
            rows = [f"{rng.choice([1, 2])} {rng.choice(names)}\n" for _ in range(30)]
            path.write_text("".join(rows), encoding="utf-8")
            both.agree(path)
        assert bool(both.by_lines) == (game == "destiny"), "a team that is not named depends on all lines"


def test_what_is_no_file_is_told_by_the_strict_way(ways: dict[str, TwoWays], tmp_path: Path) -> None:
    for path in (tmp_path / "not there.dek", tmp_path, tmp_path / ("x" * 300), Path("a\0b")):
        assert ways["printed"].agree(path).verdict == "unreadable"


def test_decks_in_memory_get_the_same_reports_one_by_one_and_many_at_once(cards: tuple[Card, ...]) -> None:
    decks = SwtcgDecks(cards, seed=14)
    made = [decks.deck() for _ in range(amount(12, 20_000))]
    main = [replace(d, entries=tuple(e for e in d.entries if e.zone == "Deck")) for d in made]
    for way in WAYS.values():
        judge = Judge("swtcg", way.format, edition=way.edition, on=way.on, zone_limits=way.zone_limits)
        every = [*made, *main, Deck(())]
        many = list(judge.validate_many(every))
        assert many == [judge.validate(deck) for deck in every]
        assert list(judge.validate_many(every)) == many, "again, from what is kept"


def test_lines_of_an_unknown_name_leave_the_suggestions_of_other_files_alone(database: Path) -> None:
    with Catalogue(database, "swtcg") as catalogue:
        resolver = Resolver(catalogue, get_game("swtcg"))
        assert resolver.certain_card(DeckLine(1, "Bobba Fett (A)")) is None
        assert "Boba Fett (A)" in resolver.resolve_name("Bobba Fett (A)").suggestions
        found = resolver.certain_card(DeckLine(2, "Boba Fett (A)"))
        assert found is not None
        assert (found[0], found[1].name, found[2]) == ("Boba Fett (A)", "Boba Fett (A)", "Deck")
        assert resolver.certain_card(DeckLine(1, "Boba Fett")) is None
        assert resolver.certain_card(DeckLine(1, "Boba Fett (A)", card_id="x")) is None
