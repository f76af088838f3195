"""The LCG: a deck as its objective sets or as all its cards, and what is not known."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, UnreadEntry
from deckcheck.games import get_game
from deckcheck.games.swlcg.setup.cards import make_deck
from deckcheck.games.swlcg.setup.setup import LcgPlayer
from deckcheck.games.swlcg.setup.turns import play_turns
from deckcheck.games.swlcg.words import stats
from deckcheck.judge.batch import DeckJudge, JudgeOptions
from deckcheck.judge.resolve import Resolver
from deckcheck.report import Report
from importers.decks.deck_list import DeckLine, DeckList
from tests.conftest import Run
from tests.deckcheck.games.swlcg.lcg_cards import empty, from_source, made_up, store
from tests.deckcheck.games.swlcg.lcg_games import objective
from tests.deckcheck.sister_decks import (
    Pool,
    error_codes,
    in_full,
    judged,
    lcg_deck,
    lcg_sets,
    of_type,
    unknown,
    with_entries,
    without,
)
from tests.importers.sources.made_up import as_json, lcg_card as source_card

pytestmark = pytest.mark.whole_catalogue


@pytest.fixture(scope="module")
def lcg_database(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the made-up sets beside the bundled games."""
    path = Path(shutil.copy(database, tmp_path_factory.mktemp("lcg") / "cards.sqlite"))
    store(path, made_up())
    return path


def test_the_two_ways_to_list_a_deck_give_the_same_verdict(swlcg: Pool) -> None:
    for deck in (
        lcg_deck(swlcg),
        lcg_deck(swlcg, "Sith", range(20, 29)),
        lcg_deck(swlcg, "Jedi", range(1, 12)),
    ):
        assert error_codes(judged(deck)) == error_codes(judged(in_full(swlcg, deck)))


def test_two_of_a_set_need_all_their_cards_twice(swlcg: Pool) -> None:
    deck = in_full(swlcg, with_entries(lcg_deck(swlcg), *lcg_sets(swlcg, [3])))
    assert judged(deck).verdict == "legal"
    report = judged(without(deck, lambda e: e.name == "Tool 3"))
    (issue,) = report.issues
    assert (issue.have, issue.limit, issue.details["missing"]) == (4, 5, {"Tool 3": 1})


def test_a_card_that_several_sets_share_is_counted_over_all_of_them(swlcg: Pool) -> None:
    deck = in_full(swlcg, lcg_deck(swlcg))
    fate = "Common Light Fate"
    assert sum(e.quantity for e in deck.entries if e.name == fate) == 10
    missing = [i for i in judged(without(deck, lambda e: e.name == fate, 2)).issues if "missing" in i.details]
    assert [i.details["missing"] for i in missing] == [{fate: 1}] * 2
    more = judged(with_entries(deck, swlcg.entry(fate)))
    assert [i.details["extra"] for i in more.issues] == [{fate: 1}]


def test_an_unknown_card_may_be_the_one_that_is_missing(swlcg: Pool) -> None:
    deck = without(in_full(swlcg, lcg_deck(swlcg)), lambda e: e.name == "Tool 3")
    assert judged(with_entries(deck, unknown("Command Deck"))).verdict == "unproven"
    two = without(deck, lambda e: e.name == "Tool 4")
    assert judged(with_entries(two, unknown("Command Deck"))).verdict == "illegal"
    nine = without(lcg_deck(swlcg), of_type("Objective"))
    assert judged(with_entries(nine, unknown("Objective Deck"))).verdict == "unproven"
    alone = without(lcg_deck(swlcg), of_type("Affiliation"))
    assert judged(with_entries(alone, unknown("Affiliation"))).verdict == "unproven"
    unread = replace(two, unread=(UnreadEntry(1, "?", "unreadable"),))
    assert judged(unread).verdict == "unproven"


def test_a_locked_set_with_an_unknown_affiliation_is_not_decided(swlcg: Pool) -> None:
    deck = without(lcg_deck(swlcg), of_type("Affiliation"))
    assert error_codes(judged(deck)) == ["affiliation"]
    assert error_codes(judged(with_entries(deck, unknown("Affiliation")))) == []


def test_an_objective_whose_cards_we_do_not_know_is_not_decided(swlcg: Pool) -> None:
    deck = in_full(swlcg, lcg_deck(swlcg))
    entries = []
    for entry in deck.entries:
        card = entry.card
        if card is not None and card.name == "Objective 3":
            facts = {k: v for k, v in card.facts.items() if k != "command_cards"}
            entries.append(entry._replace(card=replace(card, facts=facts)))
        else:
            entries.append(entry)
    assert judged(replace(deck, entries=tuple(entries))).verdict == "unproven"


def test_titles_are_the_same_with_and_without_quotation_marks(database: Path) -> None:
    """Two cards are called Boushh, one of them in quotes; either name means a card of that title."""
    with Catalogue(database, "swlcg") as catalogue:
        pool = Pool("swlcg", catalogue.cards())
        resolver = Resolver(catalogue, get_game("swlcg"))
        hunters = pool["The Hunters"]
        for name in ("Boushh", '"Boushh"'):
            names = [name if t == "Boushh" else t for t in hunters.facts["command_cards"]]
            assert name in names
            lines = [DeckLine(1, one) for one in ("Sith", hunters.name, *names)]
            report = judged(resolver.resolve(DeckList(tuple(lines), "text")))
            assert [(i.code, i.have) for i in report.issues] == [("objective-minimum", 1)], name


# -- what affiliation cards say -------------------------------------------------------------------


@pytest.fixture(scope="module")
def bundled_cards(database: Path) -> Pool:
    """The bundled cards of the LCG."""
    with Catalogue(database, "swlcg") as catalogue:
        return Pool("swlcg", catalogue.cards())


def allied(pool: Pool, affiliation: str, **numbers: int) -> Deck:
    """A deck with so many objectives of each affiliation, none of them locked."""
    entries = [pool.entry(affiliation)]
    for name, number in numbers.items():
        fits = [
            c
            for c in pool.cards
            if c.type == "Objective"
            and "command_cards" in c.facts
            and c.facts["affiliation"] == name.replace("_", " ")
            and not c.facts["locked"]
            and c.side == pool[affiliation].side
        ]
        entries += [pool.entry(card) for card in fits[:number]]
    return pool.deck(entries)


@pytest.mark.parametrize(
    ("numbers", "off"),
    [
        ({"Jedi": 6, "Rebel_Alliance": 6}, []),
        ({"Jedi": 6, "Rebel_Alliance": 2, "Neutral": 4}, []),
        ({"Jedi": 5, "Rebel_Alliance": 6}, [(5, 6, "add 1 Jedi objective set")]),
        ({"Jedi": 7, "Neutral": 6}, [(7, 6, "take out 1 Jedi objective set")]),
        (
            {"Jedi": 6, "Rebel_Alliance": 6, "Neutral": 1},
            [(7, 6, "take out 1 Rebel Alliance or Neutral objective set")],
        ),
        (
            {"Jedi": 6, "Smugglers_and_Spies": 6},
            [(0, 6, "add 6 Rebel Alliance or Neutral objective sets"), (6, 0, "read the card")],
        ),
    ],
)
def test_an_affiliation_card_wants_its_numbers_of_objectives(
    bundled_cards: Pool, numbers: dict[str, int], off: list[tuple[int, int, str]]
) -> None:
    report = judged(allied(bundled_cards, "Guardians of Justice", **numbers))
    assert [(i.have, i.limit, i.advice) for i in report.issues] == off
    assert report.verdict == ("illegal" if off else "legal")
    for issue in report.issues:
        assert "Guardians of Justice" in issue.message


def test_an_unknown_objective_may_be_the_one_that_is_wanted(bundled_cards: Pool) -> None:
    deck = allied(bundled_cards, "Guardians of Justice", Jedi=5, Neutral=6)
    report = judged(with_entries(deck, unknown("Objective Deck")))
    assert (report.verdict, error_codes(report)) == ("unproven", [])
    report = judged(
        with_entries(
            allied(bundled_cards, "Guardians of Justice", Jedi=7, Neutral=6), unknown("Objective Deck")
        )
    )
    assert error_codes(report) == ["affiliation-text"]


def test_an_affiliation_card_of_which_nothing_is_known_leaves_the_verdict_open(bundled_cards: Pool) -> None:
    """It may have deck rules as twelve others have: the card is named."""
    deck = allied(bundled_cards, "Jedi", Jedi=6, Neutral=4)
    assert judged(deck).verdict == "legal"
    (entry, *others) = deck.entries
    assert entry.card is not None
    facts = {k: v for k, v in entry.card.facts.items() if k not in ("needs", "brings")}
    strange = entry._replace(card=replace(entry.card, name="Order of Bees", facts=facts))
    report = judged(replace(deck, entries=(strange, *others)))
    (issue,) = report.issues
    assert (report.verdict, issue.code, issue.undecided) == ("unproven", "affiliation-text", True)
    assert issue.message.startswith("Order of Bees ")


@pytest.mark.parametrize(
    ("affiliation", "reserve"), [("Guardians of Justice", 7), ("Jedi", 6), ("Desperate Allies", 6)]
)
def test_the_draw_phase_fills_the_hand_up_to_the_reserve_of_the_affiliation_card(
    bundled_cards: Pool, affiliation: str, reserve: int
) -> None:
    deck = make_deck(allied(bundled_cards, affiliation, Jedi=6, Neutral=6), "printed-2012")
    library = deck.piles["library"]
    player = LcgPlayer(deck.open, (), library[6:], hand=library[:6])
    (turn,) = play_turns(player, 1)
    drew = next(event for event in turn.events if event["action"] == "draw")
    assert 6 - (drew["discarded"] is not None) + len(drew["drawn"]) == reserve


def test_a_resource_value_of_x_is_told_and_counts_as_nothing(bundled_cards: Pool) -> None:
    card = bundled_cards["I Am a Jedi"]
    assert "X resources" in stats(card)
    deck = bundled_cards.deck([bundled_cards.entry("Jedi"), bundled_cards.entry(card)])
    played = make_deck(deck, "printed-2012")
    assert played.cards[0].resources == 0
    assert "with a resource value of X, counted as 0: I Am a Jedi" in played.notes


# -- through files and the database ---------------------------------------------------------------

O8D = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="d5cf89e5-1984-4873-8ae0-f06eea411bb3">
  <section name="Affiliation">
    <card qty="1" id="AFF-1">Jedi</card>
  </section>
  <section name="Objective Deck">
{objectives}
  </section>
</deck>"""


def test_an_octgn_deck_is_judged_as_this_game(lcg_database: Path, tmp_path: Path) -> None:
    numbers = (1, 2, 3, 4, 5, 6, 8, 9, 10, 11)
    rows = [f'    <card qty="1" id="id-{n}-1">Objective {n}</card>' for n in numbers]
    path = tmp_path / "jedi.o8d"
    path.write_text(O8D.format(objectives="\n".join(rows)), encoding="utf-8")
    with DeckJudge(JudgeOptions(lcg_database)) as judge:
        report = judge.judge_file(str(path))
        assert isinstance(report, Report)
        assert (report.game, report.verdict) == ("swlcg", "legal")
        path.write_text(O8D.format(objectives="\n".join(rows[1:])), encoding="utf-8")
        assert judge.judge_file(str(path)).verdict == "illegal"


def test_a_list_of_names_puts_every_card_where_it_belongs(lcg_database: Path) -> None:
    with Catalogue(lcg_database, "swlcg") as catalogue:
        resolver = Resolver(catalogue, get_game("swlcg"))
        lines = [DeckLine(1, name) for name in ("Jedi", "Objective 3", "Unit 3", "common light fate")]
        deck = resolver.resolve(DeckList(tuple(lines), "text"))
        assert [e.zone for e in deck.entries] == [
            "Affiliation",
            "Objective Deck",
            "Command Deck",
            "Command Deck",
        ]
        # The number of a set chooses its printing of a shared card; the card is the same.
        exact = resolver.resolve_line(DeckLine(1, "Common Light Fate", card_id="id-9-6"))
        assert exact.printing is not None
        assert (exact.printing.number, exact.card) == ("9-6", deck.entries[3].card)


def test_without_any_cards_the_report_says_how_to_bring_them_in(database: Path, tmp_path: Path) -> None:
    path, bare = tmp_path / "jedi.o8d", Path(shutil.copy(database, tmp_path / "bare.sqlite"))
    with closing(sqlite3.connect(bare)) as connection:
        empty(connection, "swlcg")
        connection.commit()
    path.write_text(O8D.format(objectives='<card qty="1" id="x">A</card>'), encoding="utf-8")
    with DeckJudge(JudgeOptions(bare)) as judge:
        report = judge.judge_file(str(path))
    assert isinstance(report, Report)
    assert report.verdict != "legal"
    assert any("`deckcheck cards import` for the game swlcg" in note for note in report.notes)


def test_the_commands_work_for_cards_of_the_users_source(
    lcg_database: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(lcg_database))
    found = run("cards", "search", "--game", "swlcg", "type:objective affiliation:jedi locked:yes")
    assert "Objective 1" in found.stdout
    assert "Objective 2" not in found.stdout
    assert "Objective 9" in run("cards", "search", "--game", "swlcg", "objective=9 type:objective").stdout


def test_a_title_that_several_cards_have_is_enough_for_a_deck(database: Path, tmp_path: Path) -> None:
    """Command cards count by title: which of two is meant need not be asked."""
    rows = [
        source_card(65, "Swarm", (1, 2)),
        source_card(90, "Swarm", (2, 3), side="Dark"),
        source_card(7, "Hive", (1, 1), type="Objective"),
        source_card(8, "Hive", (2, 1), type="Objective"),
    ]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "bees.json").write_bytes(as_json(rows))
    cards = from_source(tmp_path / "in", database, tmp_path)
    names = {card.name for card in cards if "bee-set" in card.set_codes}
    assert names == {"Swarm", "Swarm (bee-set)", "Hive", "Hive (bee-set)"}
    with Catalogue(tmp_path / "real.sqlite", "swlcg") as catalogue:
        resolver = Resolver(catalogue, get_game("swlcg"))
        swarm = resolver.resolve_name("Swarm").card
        assert swarm is not None
        assert swarm.base_name == "Swarm"
        assert len(resolver.resolve_name("Hive").candidates) == 2


@pytest.mark.shared_data
def test_core_decks_of_the_real_cards_behave_as_the_rules_say(
    shared: Path, database: Path, tmp_path: Path
) -> None:
    """The rulebook: the core set's own decks have 8 objective sets; a built deck needs 10."""
    pool = Pool("swlcg", from_source(shared / "data" / "swlcg", database, tmp_path))
    core = {
        affiliation: [
            c
            for c in pool.cards
            if c.type == "Objective" and "core-set" in c.set_codes and c.facts["affiliation"] == affiliation
        ]
        for affiliation in ("Jedi", "Sith", "Rebel Alliance", "Imperial Navy", "Neutral")
    }
    for affiliation, side in (
        ("Jedi", "light"),
        ("Sith", "dark"),
        ("Rebel Alliance", "light"),
        ("Imperial Navy", "dark"),
    ):
        neutral = [c for c in core["Neutral"] if c.side == side]
        own = [*core[affiliation], *neutral][:8]
        assert len(own) == 8

        def deck_of(objectives: list[Card], chosen: str = affiliation) -> Deck:
            return pool.deck([pool.entry(chosen), *(pool.entry(o) for o in objectives)])

        started = judged(in_full(pool, deck_of([*own])))
        assert [(i.code, i.have, i.limit) for i in started.issues] == [("objective-minimum", 8, 10)]
        others = [
            c
            for c in pool.cards
            if c.type == "Objective"
            and c.side == side
            and c.facts.get("objective_set")
            and not c.facts["locked"]
            and c not in own
        ]
        built = deck_of([*own, *others[:2]])
        assert judged(built).verdict == "legal"
        whole = in_full(pool, built)
        assert judged(whole).verdict == "legal"
        assert judged(whole).counts["command_cards"] == 50
        assert judged(without(whole, lambda e: e.zone == "Command Deck")).verdict == "illegal"


@pytest.mark.parametrize(("number", "told"), [(0, "0 resources"), (1, "1 resource"), (2, "2 resources")])
def test_the_numbers_of_a_card_are_told_with_their_nouns(number: int, told: str) -> None:
    assert told in stats(objective(1, number)).split(", ")
