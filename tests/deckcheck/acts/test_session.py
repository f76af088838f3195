"""A session does what the commands do, without printing, exiting or reading arguments."""

import gc
import io
import json
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

import deckcheck
from db.errors import (
    CardNotFoundError,
    ChangedMeanwhileError,
    DeckNameTakenError,
    DeckNotFoundError,
    ImportedBeforeError,
)
from deckcheck.acts import database
from deckcheck.acts.deck_sources import AnyDeck
from deckcheck.acts.seated import comparison_document
from deckcheck.acts.session import Session
from deckcheck.cli.main import app
from deckcheck.errors import (
    AmbiguousCardError,
    EmptyingRefusedError,
    OtherGameError,
    RefusedError,
    SortFieldError,
    UnknownPlayFormatError,
    WrongPlayersError,
)
from deckcheck.judge import validate
from deckcheck.report import as_json
from tests.conftest import ROOT
from tests.web import running

DECKS = ROOT / "examples" / "decks"
BOBA = "Boba Fett (A)"


@pytest.fixture
def cards(small_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session on a small catalogue."""
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    with deckcheck.open() as session:
        yield session


def printed(*arguments: object) -> Any:
    """The document that a command prints."""
    done = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    return json.loads(done.stdout)


def test_a_session_reports_what_the_command_prints(cards: Session) -> None:
    for path in sorted(DECKS.iterdir()):
        (document,) = printed("validate", path, "--format", "wotc")["decks"]
        assert as_json(cards.validate(path, "wotc")) == document


def test_a_session_says_nothing(cards: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards.validate(DECKS / "half-remembered.txt")
    cards.convert(DECKS / "rebels.dek", tmp_path / "r.txt")
    cards.collection.add(BOBA, 2)
    cards.collection.export(tmp_path / "c.csv", columns="moxfield")
    assert capsys.readouterr() == ("", "")


def test_a_deck_is_a_path_a_stream_a_list_a_saved_deck_or_a_deck(cards: Session) -> None:
    path = DECKS / "rebels.dek"
    saved = cards.decks.save(path, "Mine")
    with path.open(encoding="utf-8") as text, path.open("rb") as data:
        ways: list[AnyDeck] = [
            path,
            str(path),
            text,
            data,
            "Mine",
            cards.decks.get("mine"),
            cards.deck(path),
            deckcheck.read_deck(path),
        ]
        counts = [dict(cards.validate(way, "wotc").counts) for way in ways]
    assert saved.facts.quantity == 60
    assert counts == counts[:1] * len(ways)


def test_what_is_no_deck_raises(cards: Session, tmp_path: Path) -> None:
    with pytest.raises(DeckNotFoundError):
        cards.validate("nowhere.dek")
    with pytest.raises(UnknownPlayFormatError):
        cards.validate(DECKS / "rebels.dek", "nothing")
    with pytest.raises(OtherGameError):
        cards.deck(DECKS / "rebels.dek", game="destiny")
    (unreadable,) = cards.validate_many([tmp_path / "nowhere.dek"])
    assert not unreadable.is_legal
    assert unreadable.verdict == "unreadable"


def test_an_unproven_deck_is_not_called_legal(cards: Session) -> None:
    report = cards.validate(DECKS / "half-remembered.txt")
    assert report.verdict == "unproven"
    assert not report.is_legal


def test_searches_find_what_the_command_finds(cards: Session) -> None:
    query = "type:space cost<=9 owned>=1"
    cards.collection.add("Jedi Starfighter 3R3", 2)
    found = [card.name for card in cards.search(query, sort="-cost,name")]
    listed = printed("cards", "search", query, "--sort", "-cost,name")["cards"]
    assert found == [card["name"] for card in listed]
    assert found
    with pytest.raises(SortFieldError, match="no field to sort by"):
        cards.search("", sort="colour")


def test_a_card_is_never_guessed(cards: Session) -> None:
    assert cards.card("boba fett (a)").name == BOBA
    with pytest.raises(AmbiguousCardError, match="give the full name") as several:
        cards.card("Boba Fett")
    assert BOBA in several.value.candidates
    with pytest.raises(CardNotFoundError, match="Boba Fett"):
        cards.card("Bobba Fettt (A)")


def test_changes_are_batches_that_commands_see_and_undo(cards: Session) -> None:
    mine = cards.collection
    added = mine.add(BOBA, 3, set_code="AOTC", location="binder 1", price="2.50", currency="EUR")
    assert added.batch
    mine.move(BOBA, {"location": "box"}, 1)
    mine.set(BOBA, for_trade=1, location="binder 1", notes=" signed ")
    mine.remove(BOBA, every=True, location="box")
    (holding,) = printed("collection", "list")["holdings"]
    assert (holding["quantity"], holding["notes"], holding["price"]) == (2, "signed", "2.50")
    assert [batch.command for batch in mine.history()][-1] == f"collection add 3 x {BOBA}"
    for batch in mine.history():
        mine.undo(batch.number)
    assert mine.holdings() == []


def test_what_is_not_certain_is_refused_and_changes_nothing(cards: Session) -> None:
    mine = cards.collection
    with pytest.raises(RefusedError, match="may be any of several"):
        mine.add("Boba Fett")
    with pytest.raises(RefusedError, match="where to"):
        mine.move(BOBA, {})
    with pytest.raises(RefusedError, match="without dice"):
        mine.want(BOBA, 0, dice=1)
    assert mine.history() == ()


def test_a_preview_changes_nothing_and_a_file_is_imported_once(cards: Session, tmp_path: Path) -> None:
    sheet = tmp_path / "mine.csv"
    sheet.write_text(f"Qty,Name,Set\n2,{BOBA},AOTC\n1,Boba Fett,\n", encoding="utf-8")
    mine = cards.collection
    first = mine.import_sheet(sheet)
    assert first.preview().outcome.added == 1
    assert mine.holdings() == []
    (unsure,) = first.preview().unsure
    first.decide({unsure.row.row: unsure.match.candidates[0]})
    assert first.apply().unmatched_file is None
    assert sum(held.counts.owned for held in mine.cards()) == 3
    with pytest.raises(ImportedBeforeError):
        mine.import_sheet(sheet).apply()
    assert mine.import_sheet(sheet).apply(again=True).applied


def two_sheets(path: Path) -> Path:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for title, name in (("Binder", BOBA), ("Box", "Yoda (A)")):
        sheet = book.create_sheet(title)
        sheet.append(("Qty", "Name", "Set"))
        sheet.append((2, name, "AOTC"))
    book.save(path)
    return path


@pytest.mark.parametrize("first", [{"all_sheets": True}, {"sheet": "Binder"}])
def test_a_workbook_and_its_sheet_are_not_both_added_however_close(
    cards: Session, tmp_path: Path, first: dict[str, Any]
) -> None:
    """Both were planned before either was written: the second doubled the copies of the sheet."""
    file, mine = two_sheets(tmp_path / "mine.xlsx"), cards.collection
    second: dict[str, Any] = {"sheet": "Binder"} if "all_sheets" in first else {"all_sheets": True}
    early = mine.import_sheet(file, **second)
    plan = early.plan()
    assert mine.import_sheet(file, **first).apply().applied
    with pytest.raises(ImportedBeforeError):
        early.apply(plan)
    assert {held.holdings[0].quantity for held in mine.holdings()} == {2}


def test_an_import_that_sets_never_overwrites_what_came_meanwhile(cards: Session, tmp_path: Path) -> None:
    """Removing three copies was agreed to; the two that were added meanwhile went with them."""
    mine = cards.collection
    mine.add("Yoda (B)", 3, set_code="AOTC")
    sheet = tmp_path / "mine.csv"
    sheet.write_text(f"Qty,Name,Set\n2,{BOBA},AOTC\n", encoding="utf-8")
    work = mine.import_sheet(sheet, mode="set")
    plan = work.plan()
    mine.add("Yoda (B)", 2, set_code="AOTC")
    with pytest.raises(ChangedMeanwhileError, match="another program"):
        work.apply(plan, lacking="remove")
    assert [held.holdings[0].quantity for held in mine.holdings()] == [5]
    assert work.apply(lacking="remove").removed == 1


def test_two_sheets_added_at_once_keep_what_each_says_of_a_holding(cards: Session, tmp_path: Path) -> None:
    """Columns of their own that both have: the later import wrote back what it had read before."""
    mine, works = cards.collection, []
    for column in ("Artist", "Seller"):
        sheet = tmp_path / f"{column}.csv"
        sheet.write_text(f"Qty,Name,Set,{column}\n1,{BOBA},AOTC,{column} X\n", encoding="utf-8")
        works.append(mine.import_sheet(sheet))
    plans = [work.plan() for work in works]
    for work, plan in zip(works, plans, strict=True):
        assert work.apply(plan).applied
    (held,) = mine.holdings()
    assert held.holdings[0].quantity == 2
    assert dict(held.holdings[0].facts.extra) == {"Artist": "Artist X", "Seller": "Seller X"}


def test_unsure_rows_are_somewhere_after_an_import(cards: Session, tmp_path: Path) -> None:
    sheet = tmp_path / "mine.csv"
    sheet.write_text("Qty,Name\n1,Boba Fett\n", encoding="utf-8")
    outcome = cards.collection.import_sheet(sheet).apply()
    assert outcome.unmatched_file
    assert Path(outcome.unmatched_file).exists()


def test_holdings_that_a_sheet_lacks_are_removed_only_when_told(cards: Session, tmp_path: Path) -> None:
    mine = cards.collection
    mine.add(BOBA, 2, set_code="AOTC")
    mine.add("Jedi Starfighter 3R3", 1)
    sheet = tmp_path / "mine.csv"
    sheet.write_text(f"Qty,Name,Set\n1,{BOBA},AOTC\n", encoding="utf-8")
    with pytest.raises(EmptyingRefusedError):
        mine.import_sheet(sheet, mode="set").apply()
    assert len(mine.holdings()) == 2
    mine.import_sheet(sheet, mode="set").apply(lacking="keep")
    assert len(mine.holdings()) == 2
    mine.import_sheet(sheet, mode="set").apply(lacking="remove", again=True)
    assert [held.counts.owned for held in mine.cards()] == [1]


def test_saved_decks_reserve_copies_and_keep_their_names(cards: Session) -> None:
    cards.collection.add("Jedi Starfighter 3R3", 4)
    list_ = io.StringIO("4 Jedi Starfighter 3R3\n")
    cards.decks.save(list_, "Fleet", reserve=True)
    assert cards.collection.counts("Jedi Starfighter 3R3").reserved == 4
    with pytest.raises(DeckNameTakenError):
        cards.decks.save(DECKS / "rebels.dek", "fleet")
    with pytest.raises(RefusedError, match="no name"):
        cards.decks.save(DECKS / "rebels.dek", " \t")
    assert cards.missing("Fleet").missing == 0
    cards.decks.delete("Fleet")
    assert cards.collection.counts("Jedi Starfighter 3R3").free == 4


def test_cards_that_come_in_are_found_at_once_and_gone_after_undoing(cards: Session) -> None:
    before = len(cards.search())
    bees = cards.sources.import_cards(
        ROOT / "examples" / "sources" / "beekeepers.csv", set_code="BEES", name="bees"
    )
    assert bees.preview().plan
    assert len(cards.search()) == before
    done = bees.apply()
    assert done.batch
    assert len(cards.search("set:BEES")) == len(cards.search()) - before > 0
    cards.sources.undo(done.batch)
    assert len(cards.search()) == before


def test_another_game_has_its_own_collection(cards: Session, tmp_path: Path) -> None:
    with deckcheck.open(cards.path, game="stargate") as other:
        assert other.collection.holdings() == []
        assert {card.game for card in other.search()} == {"stargate"}
        report = other.validate(ROOT / "examples" / "sisters" / "sg-1.o8d")
    assert report.game == "stargate"


def test_a_conversion_tells_what_is_lost_before_it_replaces_anything(cards: Session, tmp_path: Path) -> None:
    from importers.errors import ExistingFileError

    target = tmp_path / "r.txt"
    done = cards.convert(DECKS / "rebels.dek", target)
    assert done.losses
    assert target.read_bytes() == done.data
    with pytest.raises(ExistingFileError):
        cards.convert(DECKS / "empire.txt", target)
    assert target.read_bytes() == done.data


def test_a_setup_of_a_seed_is_that_of_the_command(cards: Session) -> None:
    decks = [DECKS / "rebels.dek", DECKS / "empire.txt"]
    document = printed("setup", *decks, "--seed", 7)
    played = cards.setup(*decks, seed=7)
    assert list(played.events) == document["events"]
    assert dict(played.results) == document["result"]


def test_figures_of_a_seed_are_those_of_the_command(cards: Session) -> None:
    guardians = ROOT / "examples" / "sisters" / "sg-1.o8d"
    for deck, hands in ((DECKS / "rebels.dek", 300), (guardians, 20)):
        document = printed("goldfish", deck, "--hands", hands, "--turns", 2, "--seed", 3)
        alone = cards.goldfish(deck, hands=hands, turns=2, seed=3, jobs=1)
        assert alone.figures["figures"] == document["figures"]
        setups = cards.setups(deck, games=hands, seed=3, jobs=1)
        (player,) = setups.players
        document = printed("setup", deck, "--games", hands, "--seed", 3)
        assert setups.players[player]["figures"] == document["players"][player]["figures"]


def test_odds_are_those_of_the_command(cards: Session) -> None:
    deck, condition = DECKS / "rebels.dek", "type:space >= 2"
    document = printed("odds", deck, condition, "--draws", 2, "--mulligan", "units")
    found = cards.odds(deck, condition, draws=2, mulligan="units")
    assert found.probability is not None
    assert str(found.probability) in json.dumps(document)


def test_decks_of_two_games_do_not_play_each_other(cards: Session) -> None:
    with pytest.raises(WrongPlayersError, match="different games"):
        cards.setup(DECKS / "rebels.dek", ROOT / "examples" / "sisters" / "sg-1.o8d", seed=1)


def test_what_a_deck_is_made_of_is_what_the_command_prints(cards: Session) -> None:
    document = printed("deck", "stats", DECKS / "rebels.dek")
    profile = cards.stats(DECKS / "rebels.dek")
    assert {**profile.document, "figures": profile.figures()}.items() <= document.items()


def test_a_page_of_a_card_is_what_the_command_prints(cards: Session) -> None:
    page = cards.card_page(BOBA)
    assert page.document() == printed("cards", "show", BOBA)["card"]
    assert [other.base_name for other in page.others] == ["Boba Fett"] * len(page.others) != []


def test_plays_give_the_documents_of_the_commands(cards: Session) -> None:
    rebels, empire = DECKS / "rebels.dek", DECKS / "empire.txt"
    one = cards.setup(rebels, empire, seed=7)
    assert one.document() == printed("setup", rebels, empire, "--seed", 7)
    many = cards.setups(rebels, empire, games=50, seed=7, jobs=1)
    assert many.document() == printed("setup", rebels, empire, "--seed", 7, "--games", 50)
    first, second = (
        cards.goldfish(deck, hands=50, turns=2, seed=7, jobs=1, stream=stream)
        for stream, deck in enumerate((rebels, empire))
    )
    asked = ("--hands", 50, "--turns", 2, "--seed", 7)
    assert first.document() == printed("goldfish", rebels, *asked)
    assert comparison_document(first, second) == printed("goldfish", rebels, empire, *asked)


def test_pictures_and_workbooks_of_plays_are_those_of_the_commands(cards: Session, tmp_path: Path) -> None:
    rebels, empire = DECKS / "rebels.dek", DECKS / "empire.txt"
    first, second = (
        cards.goldfish(deck, hands=50, turns=2, seed=7, jobs=1, stream=stream)
        for stream, deck in enumerate((rebels, empire))
    )
    first.plot(tmp_path / "ours.svg", second)
    first.workbook(tmp_path / "ours.xlsx", second)
    drawn = ("--plot", tmp_path / "its.svg", "--xlsx", tmp_path / "its.xlsx")
    printed("goldfish", rebels, empire, "--hands", 50, "--turns", 2, "--seed", 7, *drawn)
    assert (tmp_path / "ours.svg").read_bytes() == (tmp_path / "its.svg").read_bytes()
    ours, its = (load_workbook(tmp_path / name) for name in ("ours.xlsx", "its.xlsx"))
    assert [list(sheet.values) for sheet in ours] == [list(sheet.values) for sheet in its]
    cards.plot_odds(rebels, "type:space >= 2", tmp_path / "odds.svg", draws=2)
    cli = tmp_path / "odds-cli.svg"
    printed("odds", rebels, "type:space >= 2", "--draws", 2, "--plot", cli)
    assert (tmp_path / "odds.svg").read_bytes() == cli.read_bytes()


def test_dealt_odds_are_those_of_the_command(cards: Session) -> None:
    asked = (DECKS / "rebels.dek", "type:space >= 2")
    dealt = cards.dealt_odds(*asked, hands=500, seed=3, draws=1)
    shown = printed("odds", *asked, "--simulate", 500, "--seed", 3, "--draws", 1)
    assert shown["simulated"]["estimate"] == dealt.estimate


def test_slips_in_card_lists_are_found_as_the_command_finds_them(cards: Session, tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "sources" / "beekeepers.csv", tmp_path / "bees.csv")
    (tmp_path / "readme.txt").write_text("no list\n")
    found = cards.lint(tmp_path)
    assert found.document() == printed("cards", "lint", tmp_path)
    assert cards.lint(tmp_path / "gone.txt").unreadable


def test_a_source_is_fetched_with_progress_and_then_used_without_a_network(cards: Session) -> None:
    table = (ROOT / "examples" / "sources" / "beekeepers.csv").read_bytes()
    seen: list[int] = []
    with running() as web:
        address = web.put("/bees.csv", table)
        bees = cards.sources.import_cards(
            address,
            set_code="BEES",
            name="bees",
            max_time=5,
            progress=lambda _name, size, _total: seen.append(size),
        )
        assert bees.preview().plan
        assert seen[-1] == len(table)
        cards.sources.add("bees", address, set_code="BEES")
        asked = len(web.asked)
        assert cards.sources.sync("bees", offline=True).apply().applied
        assert len(web.asked) == asked
    assert len(cards.search("set:BEES")) > 0


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no list of open files here")
def test_what_cannot_be_judged_leaves_no_file_open(
    cards: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks a page for formats that there are not must not use up its files."""
    monkeypatch.setenv("DECKCHECK_FORMATS", str(tmp_path))
    own = tmp_path / "house.toml"
    own.write_text('name = "House"\nrules = "printed-2005"\n')
    event = cards.events.new("House Cup", format="house")
    event.register_files("Ada", [DECKS / "rebels.dek"])
    own.write_text('name = "House"\nrules = "no such rules"\n')
    gc.collect()
    errors, before = [], len([*Path("/proc/self/fd").iterdir()])
    gc.disable()
    try:
        for number in range(8):
            for ask in (
                lambda n=number: cards.validate(DECKS / "rebels.dek", f"nonsense {n}"),
                lambda: cards.validate(DECKS / "rebels.dek", "house"),
                event.check,
            ):
                with pytest.raises(deckcheck.DeckcheckError) as error:
                    ask()
                errors.append(error)  # a traceback keeps what its frames hold
        open_now = len([*Path("/proc/self/fd").iterdir()])
    finally:
        gc.enable()
    assert len(errors) == 24
    assert open_now <= before + 3


def test_a_session_that_is_open_over_midnight_judges_by_the_new_day(
    cards: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server judged by the day on which it was first asked, for as long as it ran."""
    days = []
    for day in (date(2026, 11, 26), date(2026, 11, 27)):
        for module in (database, validate):
            monkeypatch.setattr(module, "today", lambda day=day: day)
        days.append(cards.validate(DECKS / "rebels.dek").as_of)
    assert days == ["2026-11-26", "2026-11-27"]


def test_who_judges_by_several_formats_in_turn_makes_their_judges_once(cards: Session) -> None:
    """Two people who edited decks of different formats made the judge anew with each change."""
    asked = [cards.judge_options(code, {}) for code in ("printed", "standard")]
    made = [cards.deck_judge(one) for one in asked]
    assert [cards.deck_judge(one) for one in asked] == made
    many = [cards.judge_options("printed", {"on": date(2005, 1, 1 + n)}) for n in range(20)]
    for one in many:
        cards.deck_judge(one)
    assert cards.deck_judge(many[-1]).judge_of("swtcg").day == date(2005, 1, 20)
    assert cards.deck_judge(asked[0]) is not made[0]
