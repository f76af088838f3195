"""Collections and saved decks of the sister games: dice beside cards, objective sets as wholes."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings, strategies as st
from typer.testing import Result

from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from db.collection.decks import DeckChange, DeckFacts, SavedLine
from db.collection.holdings import Holding, HoldingChange, HoldingFacts, HoldingKey
from db.collection.ledger import apply_batch, apply_decks
from db.collection.read import StoredCollection, read_collection, read_decks
from db.collection.undo import undo
from db.database import ensure_ready
from db.engines.people import writing
from db.errors import DeckNotFoundError
from deckcheck.collection.deck_keeper import reserved
from deckcheck.collection.file_export import collection_book, export_rows
from deckcheck.collection.holdings import Collection
from deckcheck.collection.matching import Matcher
from deckcheck.collection.sheet_import import match_rows, plan_import
from deckcheck.games import game_codes, get_game
from deckcheck.games.destiny.cards import read_card
from deckcheck.games.swlcg.cards import read_card as read_lcg_card
from deckcheck.games.swlcg.collecting import objective_sets
from deckcheck.judge.resolve import Resolver
from importers.collections.holding_sheet import NO_FIELDS, parse_holdings
from importers.collections.workbook import write_collection_ods, write_collection_workbook
from importers.collections.writing import by_printing, get_layout, losses, write_json, write_text
from tests.amounts import amount
from tests.conftest import ROOT, Run
from tests.db.older_schemas import make_older
from tests.deckcheck.collection.test_collection_round_trip import careful
from tests.deckcheck.collections import collections
from tests.deckcheck.games.swlcg.lcg_cards import from_source, store
from tests.deckcheck.sister_decks import Pool

PHASMA = "Captain Phasma, Elite Trooper"
TITLE = "Star Wars: Destiny"
DESTINY = get_game("destiny").collecting
Pairs = list[tuple[Card, Printing | None]]


def told(result: Result, code: int = 0) -> Any:
    assert result.exit_code == code, (result.stderr, result.exception)
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def sisters(database: Path) -> Iterator[Catalogue]:
    with Catalogue(database, "destiny") as catalogue:
        catalogue.load_all()
        yield catalogue


@pytest.fixture(scope="module")
def sister_matcher(sisters: Catalogue) -> Matcher:
    return Matcher(sisters)


@pytest.fixture(scope="module")
def pairs(sisters: Catalogue) -> Pairs:
    """Every printing, and cards of which the printing is not known."""
    cards = sisters.cards()
    return [(c, p) for c in cards for p in c.printings] + [(c, None) for c in cards[:60]]


@st.composite
def with_dice(draw: st.DrawFn, pairs: Pairs, words: dict[str, Any] | None = None) -> list[Holding]:
    """Holdings of which some have dice of their own, and a few nothing but dice."""
    found = []
    for holding in draw(collections(pairs, words)):
        dice = draw(st.integers(0, 5))
        facts = replace(holding.facts, dice=dice)
        if dice and draw(st.booleans()):
            facts = replace(facts, quantity=0, for_trade=0)
        found.append(replace(holding, facts=facts))
    return found


def written_in(suffix: str, holdings: list[Holding], catalogue: Catalogue) -> bytes | None:
    rows = export_rows(holdings, catalogue.sets(), catalogue.cards(), DESTINY)
    if suffix == "json":
        return write_json(rows, "destiny", has_dice=True).encode()
    if suffix == "ods":
        return write_collection_ods(rows, has_dice=True)
    if suffix == "xlsx":
        stored = StoredCollection("destiny", tuple(holdings), (), (), 0)
        book = collection_book(
            Collection(stored), catalogue.cards(), catalogue.sets(), TITLE, date(2026, 11, 21), DESTINY
        )
        return write_collection_workbook(book)
    own = get_layout("deckcheck", has_dice=True)
    assert losses(rows, own, TITLE) == ()
    return write_text(rows, own, TITLE).encode()


@pytest.mark.searches
@pytest.mark.parametrize("suffix", ["csv", "json", "ods", "xlsx"])
def test_dice_come_back_from_our_own_layout(
    suffix: str, sisters: Catalogue, sister_matcher: Matcher, pairs: Pairs
) -> None:
    plain = {"location": st.just(""), "finish": st.just("")}

    @settings(careful, max_examples=amount(5, 15))  # the layouts themselves are proven with the first game
    @given(holdings=with_dice(pairs, plain))
    def check(holdings: list[Holding]) -> None:
        holdings = [
            replace(h, facts=replace(h.facts, notes="", extra={}, acquired_on=None)) for h in holdings
        ]
        data = written_in(suffix, holdings, sisters)
        assert data
        sheet = parse_holdings(data, f"mine.{suffix}", without=NO_FIELDS)
        rows = match_rows(sheet, sister_matcher)
        assert [row.match for row in rows if not row.match.is_sure] == []
        assert plan_import(sheet, rows, holdings, "set").changes == ()

    check()


def test_the_swdestinydb_layout_adds_up_to_what_is_held(
    sisters: Catalogue, sister_matcher: Matcher, pairs: Pairs
) -> None:
    """It has one row a printing; cards and dice of each come back, for every printing there is."""
    known = [(card, printing) for card, printing in pairs if printing]
    held = [
        Holding(
            HoldingKey(card.id or 0, printing.id, "", "", "", place),
            HoldingFacts(n % 3, dice=(n + 1) % 4),
            card.name,
            printing.name,
            printing.set_code,
            printing.number,
            printing.rarity,
        )
        for n, (card, printing) in enumerate(known)
        for place in ("", "box")[: 1 + n % 2]
        if n % 3 or (n + 1) % 4
    ]
    rows = by_printing(export_rows(held, sisters.sets(), sisters.cards(), DESTINY))
    data = write_text(rows, get_layout("swdestinydb"), TITLE).encode()
    sheet = parse_holdings(data, "site.csv", without=NO_FIELDS)
    assert sheet.read_as == "swdestinydb"
    found = match_rows(sheet, sister_matcher)
    assert {row.match.grade for row in found} == {"exact"}
    copies: Counter[int] = Counter()
    dice: Counter[int] = Counter()
    for row in found:
        copies[row.key.printing_id or 0] += row.row.quantity or 0
        dice[row.key.printing_id or 0] += row.row.dice or 0
    held_copies: Counter[int] = Counter()
    held_dice: Counter[int] = Counter()
    for holding in held:
        held_copies[holding.key.printing_id or 0] += holding.quantity
        held_dice[holding.key.printing_id or 0] += holding.dice
    assert (+copies, +dice) == (+held_copies, +held_dice)
    assert plan_import(sheet, found, held, "set").changes == ()


def test_headers_of_the_site_in_any_case_and_numbers_as_codes(sister_matcher: Matcher) -> None:
    text = "set,#,unique,name,subtitle,cards,dice\nAwakenings,01001,1,Captain Phasma,Elite Trooper,,2\n"
    sheet = parse_holdings(text.encode(), "site.csv", without=NO_FIELDS)
    (row,) = match_rows(sheet, sister_matcher)
    assert (sheet.read_as, row.row.quantity, row.row.dice) == ("swdestinydb", 0, 2)
    assert row.match.grade == "exact"
    assert row.match.found
    assert row.match.found.label == f"{PHASMA} [AW 1]"


def test_the_code_of_a_card_is_no_code_of_a_set(sister_matcher: Matcher) -> None:
    """Each row of a file from the site was of a set that none is called."""
    text = "code,name,quantity\n01001,Captain Phasma,2\n01002,Captain Phasma,1\n"
    phasma, other = match_rows(parse_holdings(text.encode(), "mine.csv"), sister_matcher)
    assert phasma.match.grade == "exact"
    assert phasma.match.found
    assert phasma.match.found.label == f"{PHASMA} [AW 1]"
    assert other.match.reason.endswith("which the row does not say")


def test_unsure_rows_keep_their_dice(keep: Run, tmp_path: Path) -> None:
    """The worksheet of unsure rows, filled in, brings the dice of the sheet that it came from."""
    sheet, game = tmp_path / "mine.csv", ("--game", "destiny")
    sheet.write_text("Set,#,Name,Subtitle,Cards,Dice\n,,Captain Phasma,,1,2\n", "utf-8")
    assert keep("collection", "import", sheet, "--apply", "--no-input", *game).exit_code == 1
    worksheet = tmp_path / "mine.csv.unmatched.xlsx"
    book = openpyxl.load_workbook(worksheet)
    book["Unsure rows"]["A2"] = f"{PHASMA} [AW 1]"
    book.save(worksheet)
    assert keep("collection", "import", worksheet, "--apply", *game).exit_code == 0
    query = told(keep("collection", "list", "dice>=2", *game, "--json"))
    (holding,) = query["holdings"]
    assert (holding["card"], holding["quantity"], holding["dice"]) == (PHASMA, 1, 2)


def test_a_column_of_dice_is_kept_as_it_is_where_no_card_has_any(keep: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "mine.csv"
    sheet.write_text("Qty,Name,Set,Dice\n2,Boba Fett (A),AOTC,3\n", encoding="utf-8")
    assert keep("collection", "import", sheet, "--apply").exit_code == 0
    (holding,) = told(keep("collection", "list", "--json"))["holdings"]
    assert (holding["quantity"], holding["dice"], holding["extra"]) == (2, 0, {"Dice": "3"})


def test_cards_and_dice_are_owned_apart_and_undone_together(keep: Run) -> None:
    game = ("--game", "destiny")
    added = told(keep("collection", "add", PHASMA, "-n", 1, "--dice", 2, *game, "--json"))
    assert added["changes"][0]["after"] == {"quantity": 1, "dice": 2}
    assert keep("collection", "remove", PHASMA, *game).exit_code == 0
    (holding,) = told(keep("collection", "list", *game, "--json"))["holdings"]
    assert (holding["quantity"], holding["dice"], holding["free_dice"]) == (0, 2, 2)
    refused = keep("collection", "remove", PHASMA, "--dice", 3, *game)
    assert refused.exit_code == 1
    assert "3 dice to be taken away, but 2 there" in refused.stderr
    assert keep("collection", "remove", PHASMA, "--all", *game).exit_code == 0
    assert told(keep("collection", "list", *game, "--json"))["total"] == 0
    assert keep("collection", "undo", 3).exit_code == 0
    assert keep("collection", "undo", 2).exit_code == 0
    stats = told(keep("collection", "stats", *game, "--json"))
    assert (stats["copies"], stats["dice"]) == (1, 2)
    assert told(keep("collection", "list", "--json"))["total"] == 0, "per game"
    dice = [b["dice"] for b in told(keep("collection", "history", "--json"))["batches"]]
    assert dice == [0, 2, -2, 0, 2]


@pytest.mark.parametrize(
    ("game", "name"), [("destiny", "Flank"), ("stargate", "Samantha Carter, Scientific Genius")]
)
def test_a_card_without_a_die_takes_none(keep: Run, game: str, name: str) -> None:
    for told_to in (("add", name), ("set", name, "-n", 1), ("want", name)):
        refused = keep("collection", *told_to, "--dice", 1, "--game", game)
        assert refused.exit_code == 1, refused.stderr
        assert "nothing was changed" in refused.stderr


def test_a_deck_needs_dice_and_reserves_them(keep: Run, tmp_path: Path) -> None:
    """`2x Phasma` of a list are two dice on one card; of a Stormtrooper they are two cards."""
    deck = tmp_path / "first-order.txt"
    deck.write_text(f"2x {PHASMA} (Awakenings #1)\n2x First Order Stormtrooper (Awakenings #2)\n", "utf-8")
    keep("collection", "add", PHASMA, "-n", 1, "--dice", 1, "--game", "destiny")
    keep("collection", "add", "First Order Stormtrooper", "-n", 3, "--game", "destiny")
    found = told(keep("deck", "missing", deck, "--json"))
    needs = {c["name"]: (c["needed"], c["missing"], c["dice"]) for c in found["cards"]}
    dice = {"reserved": 0}
    assert needs == {
        PHASMA: (1, 0, {**dice, "needed": 2, "owned": 1, "free": 1, "missing": 1}),
        "First Order Stormtrooper": (2, 0, {**dice, "needed": 2, "owned": 0, "free": 0, "missing": 2}),
    }
    assert found["totals"]["dice_missing"] == 3
    text = keep("deck", "missing", deck, "--text").stdout
    assert f"1 die of {PHASMA} (AW)" in text
    (other := tmp_path / "other.txt").write_text("1x Slave I (LEG)\n", "utf-8")
    text = keep("deck", "missing", other, "--text", "--game", "destiny").stdout
    assert text.endswith(" Slave I (LEG)\n"), "the set is part of the name"
    assert keep("deck", "missing", deck, "--build").exit_code == 1
    shown = told(keep("collection", "show", PHASMA, "--game", "destiny", "--json"))
    assert (shown["reserved"], shown["reserved_dice"], shown["free_dice"]) == (1, 1, 0)
    again = told(keep("deck", "missing", "first-order", "--json"))
    assert again["totals"] == found["totals"], "what is reserved for a deck is free for it"
    assert keep("deck", "release", "first-order").exit_code == 0
    shown = told(keep("collection", "show", PHASMA, "--game", "destiny", "--json"))
    assert (shown["reserved"], shown["reserved_dice"]) == (0, 0)


def test_dice_are_given_out_once(own_database: Path) -> None:
    """Two decks that want the same die: the second gets what the first leaves."""
    with Catalogue(own_database, "destiny") as catalogue:
        (card,) = catalogue.find_cards(PHASMA)
        apply_batch(own_database, [HoldingChange(HoldingKey(card.id or 0), add=2, add_dice=3)], command="add")
        collection = Collection(read_collection(own_database, "destiny"))
        line = SavedLine(1, PHASMA, "Team", card_id=card.id, dice=2)
        resolver = Resolver(catalogue, get_game("destiny"))
        first = reserved(collection, DeckFacts("a", "destiny", (line,)), resolver)
        second = reserved(collection, DeckFacts("b", "destiny", (line,)), resolver, others=[first])
    assert [d.lines[0].reserved_dice for d in (first, second)] == [2, 1]


def test_completion_counts_dice_beside_cards(keep: Run) -> None:
    """A playset of an elite character is one card and two dice."""
    keep("collection", "add", PHASMA, "--dice", 1, "-n", 1, "--game", "destiny")
    found = told(keep("collection", "completion", "AW", "--game", "destiny", "--json"))
    (aw,) = found["sets"]
    assert (aw["printings"], aw["owned"], aw["playsets"]) == (174, 1, 1)
    assert aw["dice"] == {"printings": 67, "owned": 1, "playsets": 0}
    short = {m["name"]: (m["owned"], m["playset"], m["dice"], m["dice_playset"]) for m in aw["short"]}
    assert short == {PHASMA: (1, 1, 1, 2)}
    assert aw["booster"] is None, "nobody told us what a booster holds"


def test_playsets_follow_the_limits_of_each_game(destiny: Pool, stargate: Pool, swlcg: Pool) -> None:
    for card in destiny.cards:
        assert DESTINY.playset_of(card) == read_card(card).limit
        assert bool(DESTINY.dice(card)) == bool(read_card(card).faces)
    three = get_game("stargate").collecting
    assert {three.playset_of(card) for card in stargate.cards} == {3}
    sets = get_game("swlcg").collecting
    for card in swlcg.cards:  # all of them in sets
        seen = read_lcg_card(card)
        expected = 0 if not seen.is_objective else 1 if seen.limited else 2
        assert sets.playset_of(card) == expected
    assert get_game("swtcg").collecting.playset == 4


def test_every_objective_brings_its_five_command_cards(swlcg: Pool) -> None:
    """By the numbers of the printings, as by the titles that the objective states."""
    collecting = get_game("swlcg").collecting
    parts = [card for card in swlcg.cards if collecting.is_part(card)]
    for objective in (card for card in swlcg.cards if read_lcg_card(card).is_objective):
        brought = Counter({part.name: n for part in parts if (n := collecting.copies_in(objective, part))})
        assert brought == Counter(read_lcg_card(objective).command_cards)
        assert all(objective in collecting.wholes_of(p, swlcg.cards) for p in parts if brought[p.name])


@pytest.fixture
def lcg(keep: Run, own_database: Path, swlcg: Pool) -> Run:
    """The command line on a database with the made-up objective sets."""
    store(own_database, swlcg.cards)
    return keep


def test_objective_sets_are_owned_whole(lcg: Run) -> None:
    game = ("--game", "swlcg")
    assert lcg("collection", "add", "Objective 3", "-n", 2, *game).exit_code == 0
    refused = told(lcg("collection", "add", "Unit 3", *game, "--json"), 1)["refused"]
    assert "comes only in an objective set" in refused["message"]
    assert refused["candidates"] == ["Objective 3 [made-up 3-1]"]
    found = told(lcg("collection", "completion", "made-up", *game, "--json"))
    (made_up,) = found["sets"]
    assert (made_up["printings"], made_up["owned"], made_up["playsets"]) == (36, 1, 1)
    limited = {m["name"]: m["playset"] for m in made_up["missing"]}
    assert limited["Objective 2"] == 1
    assert limited["Objective 1"] == 2


@pytest.mark.parametrize("whole", [True, False])
def test_a_deck_lacks_objective_sets(lcg: Run, tmp_path: Path, whole: bool) -> None:
    """Listed by objectives or by all cards, it needs the same."""
    lines = ["1 Jedi", "2 Objective 3", "1 Objective 4"]
    if whole:
        lines += [
            "Command Deck:",
            "4 Unit 3",
            "2 Event 3",
            "2 Tool 3",
            "2 Unit 4",
            "1 Event 4",
            "1 Tool 4",
            "3 Common Light Fate",
        ]
    deck = tmp_path / "jedi.txt"
    deck.write_text("\n".join(lines) + "\n", "utf-8")
    lcg("collection", "add", "Objective 3", "--game", "swlcg")
    found = told(lcg("deck", "missing", deck, "--game", "swlcg", "--json"))
    assert {c["name"]: c["missing"] for c in found["cards"]} == {
        "Jedi": 1,
        "Objective 3": 1,
        "Objective 4": 1,
    }
    assert found["unknown"] == []


def test_command_cards_without_their_objective_are_told(lcg: Run, tmp_path: Path) -> None:
    deck = tmp_path / "odd.txt"
    deck.write_text("1 Objective 3\nCommand Deck:\n3 Unit 3\n1 Event 4\n", "utf-8")
    found = told(lcg("deck", "missing", deck, "--game", "swlcg", "--json"))
    lacking = {u["name"]: (u["quantity"], u["candidates"]) for u in found["unknown"]}
    assert lacking == {"Unit 3": (1, ["Objective 3"]), "Event 4": (1, ["Objective 4"])}


def test_a_sheet_of_command_cards_is_asked_about(lcg: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "mine.csv"
    sheet.write_text("Qty,Name,Set\n1,Unit 3,made-up\n1,Objective 4,made-up\n", "utf-8")
    found = told(lcg("collection", "import", sheet, "--game", "swlcg", "--json"), 1)
    assert found["matched"]["exact"] == 1
    (unsure,) = found["ambiguous"]
    assert unsure["candidates"] == ["Objective 3 [made-up 3-1]"]


def test_saved_decks_know_their_game(keep: Run) -> None:
    """A list of OCTGN goes by ids: what is saved means the same cards as the file."""
    assert keep("deck", "save", ROOT / "examples" / "sisters" / "sg-1.o8d").exit_code == 0
    assert keep("deck", "save", ROOT / "examples" / "sisters" / "sith-lords.txt").exit_code == 0
    listed = {d["name"]: d["game"] for d in told(keep("deck", "list", "--json"))["decks"]}
    assert listed == {"Sith lords": "destiny", "sg-1": "stargate"}
    assert told(keep("deck", "list", "--game", "swtcg", "--json"))["decks"] == []
    for saved, file in (("sg-1", "sg-1.o8d"), ("Sith lords", "sith-lords.txt")):
        path = ROOT / "examples" / "sisters" / file
        assert told(keep("deck", "diff", saved, path, "--json"))["cards"] == []
        by_name, by_file = (
            told(keep("deck", "missing", which, "--same-printing", "--json")) for which in (saved, path)
        )
        assert by_name["totals"] == by_file["totals"]
        assert {c["printing"] for c in by_name["cards"]} == {c["printing"] for c in by_file["cards"]}
        assert told(keep("deck", "show", saved, "--json"))["name"] == saved
    mixed = keep("deck", "missing", "sg-1", "Sith lords")
    assert isinstance(mixed.exception, DeckNotFoundError), "no game has both"


@pytest.mark.parametrize("game", game_codes())
def test_every_command_of_collections_takes_every_game(keep: Run, game: str) -> None:
    for command_ in ("list", "stats", "completion", "wants", "trades", "history"):
        result = keep("collection", command_, "--game", game, "--json")
        assert result.exit_code == 0, (command_, result.stderr)


def test_an_older_database_keeps_its_collection(tmp_path: Path, own_database: Path) -> None:
    """What was held before dice were counted is there after, and can be undone as before."""
    old = tmp_path / "old.sqlite"
    make_older(old, "0003")
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript(
            """INSERT INTO games (code, name) VALUES ('swtcg', 'x');
            INSERT INTO cards (id, game, name, name_key, base_name, base_key, type)
                VALUES (1, 'swtcg', 'Yoda (A)', 'yoda a', 'Yoda', 'yoda', 'Character');
            INSERT INTO holdings (card_id, condition, language, finish, location, quantity,
                for_trade, notes) VALUES (1, '', '', '', '', 3, 1, 'old');
            INSERT INTO decks (id, game, name, name_key) VALUES (1, 'swtcg', 'Old', 'old');
            INSERT INTO deck_lines (deck_id, position, quantity, name, zone, card_id, reserved)
                VALUES (1, 1, 4, 'Yoda (A)', 'Deck', 1, 2);
            INSERT INTO batches (id, time, command, mode, kept) VALUES (1, 'then', 'x', '', 0);
            INSERT INTO changes VALUES (1, 1, 'holding', '[1,null,"","","",""]', NULL,
                '{"quantity":3,"for_trade":1,"notes":"old"}');"""
        )
    ensure_ready(old)
    (holding,) = read_collection(old, "swtcg").holdings
    assert (holding.quantity, holding.dice, holding.facts.notes) == (3, 0, "old")
    (deck,) = read_decks(old)
    assert (deck.facts.lines[0].reserved, deck.facts.lines[0].dice) == (2, None)
    assert undo(old, 1).reversed == 1
    with closing(sqlite3.connect(own_database)) as connection:
        for table, column in (("holdings", "dice"), ("deck_lines", "dice")):
            sql = f"SELECT sql FROM sqlite_master WHERE name = '{table}'"
            assert f"CHECK ({column} >= 0)" in connection.execute(sql).fetchone()[0]


def test_a_list_that_says_no_dice_stays_so(own_database: Path) -> None:
    line = SavedLine(1, "Anything", "Team", dice=0)
    silent = SavedLine(1, "Anything", "Team")
    facts = DeckFacts("Mine", "destiny", (line, silent))
    with writing(own_database) as connection:
        apply_decks(connection, [DeckChange(None, facts)], command="save")
    (deck,) = read_decks(own_database, "destiny")
    assert [saved.dice for saved in deck.facts.lines] == [0, None]
    with writing(own_database) as connection:
        assert apply_decks(connection, [DeckChange(deck.id, facts)], command="x") is None


@pytest.mark.shared_data
@pytest.mark.whole_catalogue
def test_the_real_objective_sets_bring_five_cards_each(
    shared: Path, own_database: Path, tmp_path: Path
) -> None:
    collecting = get_game("swlcg").collecting
    cards = from_source(shared / "data" / "swlcg" / "json", own_database, tmp_path)
    parts = [card for card in cards if collecting.is_part(card)]
    objectives = [card for card in cards if read_lcg_card(card).is_objective]
    assert len(objectives) > 100
    for objective in objectives[:: amount(5, 1)]:
        if not objective_sets(objective):
            assert not collecting.playset_of(objective), "it is for several players, and alone"
            continue
        assert sum(collecting.copies_in(objective, part) for part in parts) == 5, objective.name


@pytest.mark.shared_data
@pytest.mark.whole_catalogue
def test_a_title_in_two_objective_sets_is_brought_by_both(
    shared: Path, own_database: Path, tmp_path: Path
) -> None:
    """A whole deck lists two copies; that they are told apart by a number is no matter."""
    cards = from_source(shared / "data" / "swlcg" / "json", own_database, tmp_path)
    collecting = get_game("swlcg").collecting
    believer = next(card for card in cards if card.name == "Believer in the Old Ways")
    names = [whole.name for whole in collecting.wholes_of(believer, cards)]
    assert sorted(names) == ["In You Must Go", "Jedi Training", "Out of Their Element"]
    whole = next(card for card in cards if card.name == "Jedi Training")
    assert collecting.copies_of(whole, believer, cards) == 1
