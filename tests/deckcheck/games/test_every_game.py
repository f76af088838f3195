"""One contract for all games: whoever adds one finds here what is missing."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from db.cards.bundled_games import BUNDLED
from db.cards.card import Card
from deckcheck.deck import Deck
from deckcheck.games import game_codes, get_game
from deckcheck.games.game import Game
from deckcheck.judge.report_text import csv_text, full_text
from deckcheck.judge.validate import Judge
from deckcheck.report import as_json
from importers.decks.octgn_o8d import GUIDS
from tests.deckcheck.borders import BORDERS, CASES, IDS, Border
from tests.deckcheck.sister_decks import Pool, unknown

ROOT = Path(__file__).parents[3]
GAMES = [get_game(code) for code in game_codes()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
FROM_THE_LIST = {"empty-deck", "unknown-card", "ambiguous-card", "unreadable-line"}
FROM_FORMATS = {"set-legality", "banned", "restricted", "balance"}


@pytest.fixture(scope="session")
def pools(cards: tuple[Card, ...], destiny: Pool, stargate: Pool, swlcg: Pool) -> dict[str, Pool]:
    return {"swtcg": Pool("swtcg", cards), "destiny": destiny, "stargate": stargate, "swlcg": swlcg}


def test_the_games_are_these() -> None:
    assert game_codes() == ("destiny", "stargate", "swlcg", "swtcg")


@every_game
def test_zones_formats_and_editions_hang_together(game: Game) -> None:
    assert len(set(game.zones)) == len(game.zones) >= 1
    assert game.zone_names[""] == game.zones[0], "what a file calls nothing is the main zone"
    assert set(game.zone_names.values()) == set(game.zones)
    assert all(name == name.casefold() for name in game.zone_names)
    for zone in game.zones:
        assert game.zone_names[zone.casefold()] == zone
    editions = [edition.code for edition in game.editions]
    formats = game.formats()
    assert len(set(editions)) == len(editions) >= 1
    assert len({f.code for f in formats}) == len(formats) >= 1
    assert game.formats.printed.code in {f.code for f in formats}
    assert {f.edition for f in formats} <= set(editions)
    for edition in game.editions:
        assert edition.counted_zones
        assert edition.counted_zones <= set(game.zones)


@every_game
def test_rules_have_a_code_a_source_and_a_sentence_and_none_is_said_twice(game: Game) -> None:
    for edition in game.editions:
        assert all(edition.rules.count(rule) == 1 for rule in edition.rules)
        for rule in edition.rules:
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.code)
            assert rule.code not in FROM_THE_LIST
            assert rule.cite
            assert (type(rule).__doc__ or "").split("\n\n")[0].rstrip().endswith((".", "warning."))


def kinds_in(value: object) -> Iterator[tuple[str, str]]:
    """The words for one and for several in a rule and in all that it is made of."""
    fields = value._asdict() if hasattr(value, "_asdict") else {}
    for part in fields.values() or (value if isinstance(value, tuple) else ()):
        yield from () if part is fields.get("kind") else kinds_in(part)
    if "kind" in fields:
        yield fields["kind"]


@every_game
def test_what_counts_is_called_by_a_noun_and_its_plural(game: Game) -> None:
    """Reports name one or several of it; words like Neutral or Science have no plural."""
    found = {kind for edition in game.editions for rule in edition.rules for kind in kinds_in(rule)}
    assert found
    assert [(one, many) for one, many in found if many not in {one, f"{one}s", f"{one}es"}] == []


@every_game
def test_every_rule_has_its_lines_in_the_documentation(game: Game) -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    part = page.partition(f"(`{game.code}`)")[2].partition("\n## ")[0]
    for edition in game.editions:
        assert f"`{edition.code}`" in part
        for rule in edition.rules:
            assert f"| `{rule.code}` |" in part
    for play_format in game.formats():
        assert f"| `{play_format.code}` |" in part


@every_game
def test_every_rule_has_decks_at_its_border(game: Game) -> None:
    shown = {border.code for border in BORDERS[game.code]}
    assert {rule.code for edition in game.editions for rule in edition.rules} <= shown
    assert shown <= {r.code for e in game.editions for r in e.rules} | FROM_FORMATS


@pytest.mark.parametrize(("game", "border"), CASES, ids=IDS)
def test_legal_at_the_border_and_not_one_step_past_it(
    pools: dict[str, Pool], game: str, border: Border
) -> None:
    pool = pools[game]
    judge = Judge(game, border.play_format, edition=border.edition)
    legal = judge.validate(border.legal(pool))
    assert legal.verdict == "legal", legal.issues
    report = judge.validate(border.illegal(pool))
    assert report.verdict == ("illegal" if border.severity == "error" else "legal")
    issues = [i for i in report.issues if i.code == border.code and i.severity == border.severity]
    assert issues, report.issues
    others = {i.code for i in report.issues if i.severity == "error"} - {border.code} - border.also
    assert not others, report.issues
    for issue in issues:
        assert issue.cite
        assert issue.advice
        assert issue.message
    for fact, value in border.facts.items():
        found = [i.details.get(fact, getattr(i, fact, None)) for i in issues]
        assert value in found, (fact, value, found)


@pytest.mark.parametrize(("game", "border"), CASES, ids=IDS)
def test_the_table_of_requirements_says_the_same_at_the_border(
    pools: dict[str, Pool], game: str, border: Border
) -> None:
    """What `deckcheck why` and the page show of a deck is what its verdict is made of."""
    judge = Judge(game, border.play_format, edition=border.edition)
    rows = judge.requirements(border.legal(pools[game]))
    assert [row for row in rows if row.state != "kept"] == []
    broken = {row.code for row in judge.requirements(border.illegal(pools[game])) if row.state == "broken"}
    wanted = {border.code} if border.severity == "error" else set()
    assert wanted <= broken <= wanted | border.also


@every_game
def test_reports_have_what_the_contract_says(game: Game, pools: dict[str, Pool]) -> None:
    deck = BORDERS[game.code][0].legal(pools[game.code])
    report = Judge(game.code).validate(deck)
    document = as_json(report)
    assert {"cards", "unknown", *game.count_names} <= document["counts"].keys()
    assert all(isinstance(number, int) for number in document["counts"].values())
    assert document["game"] == game.code
    assert game.words.counts_text(report.counts) in full_text(report)
    header = csv_text([report]).splitlines()[0].split(",")
    assert set(game.count_names) < set(header)
    assert len(set(header)) == len(header)
    assert ("game" in header) is (game.code != "swtcg")


@every_game
def test_an_unknown_card_never_makes_a_deck_legal_or_proves_anything(
    game: Game, pools: dict[str, Pool]
) -> None:
    legal = BORDERS[game.code][0].legal(pools[game.code])
    judge = Judge(game.code)
    for zone in game.zones:
        deck = Deck((*legal.entries, unknown(zone)), game.code)
        report = judge.validate(deck)
        assert report.counts["unknown"] == (1 if zone in judge.edition.counted_zones else 0)
        if zone not in judge.edition.counted_zones:
            assert any(f"1 card in {zone}:" in text for text in report.not_checked)
            continue
        codes = [issue.code for issue in report.issues if issue.undecided]
        assert "unknown-card" in codes
        assert report.verdict != "legal"
    assert judge.validate(Deck((unknown(game.zones[0]),), game.code)).counts["cards"] == 1


@every_game
def test_cards_in_a_zone_that_nobody_knows_may_belong_anywhere(game: Game, pools: dict[str, Pool]) -> None:
    """Whoever writes a heading of his own is not told that the cards below it are missing."""
    legal = BORDERS[game.code][0].legal(pools[game.code])
    judge = Judge(game.code)
    for place, entry in enumerate(legal.entries):
        strayed = entry._replace(zone="Attic")
        deck = replace(legal, entries=(*legal.entries[:place], strayed, *legal.entries[place + 1 :]))
        assert judge.validate(deck).verdict == "unproven", entry
    everything = replace(legal, entries=tuple(e._replace(zone="Attic") for e in legal.entries))
    assert judge.validate(everything).verdict != "legal"


@every_game
def test_an_empty_deck_is_illegal_and_says_so(game: Game) -> None:
    report = Judge(game.code).validate(Deck((), game.code))
    assert report.verdict == "illegal"
    assert "empty-deck" in {issue.code for issue in report.issues}


@every_game
def test_cards_are_summed_up_in_a_few_words(game: Game, pools: dict[str, Pool]) -> None:
    heading, stats = game.words.stats
    assert heading
    for card in pools[game.code].cards[::41]:
        assert card.type in game.words.card_summary(card)
        assert "\n" not in game.words.card_summary(card) + stats(card)
        assert game.lists.place(card, game.zones[0]) in game.zones
        hash(game.names.face(card))


def test_what_ships_with_the_program_is_of_games_that_it_knows() -> None:
    assert {bundled.code for bundled in BUNDLED} <= set(game_codes())
    assert set(GUIDS) <= set(game_codes())
