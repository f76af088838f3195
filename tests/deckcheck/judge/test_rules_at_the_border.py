"""Every rule and edition: exactly at the border a deck is legal, one past it illegal."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from inspect import signature

import pytest

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.games.swtcg.deck_rules import EDITIONS
from deckcheck.games.swtcg.profile.stats import deck_stats
from deckcheck.games.swtcg.setup.cards import make_setup_deck
from deckcheck.judge.validate import Judge
from deckcheck.report import Issue, Report
from deckcheck.rules.edition import Edition
from tests.deckcheck.building import Builder, deck_of, with_card, without
from tests.deckcheck.naive.swtcg import LET_IN
from tests.deckcheck.odds.opening_odds import opening_distribution

EDITION_CODES = [edition.code for edition in EDITIONS]
TODAY = date(2026, 11, 21)
STANDARD = frozenset(
    {
        "LEG",
        "HWN",
        "VDR",
        "OBWN",
        "FOR",
        "BOTS",
        "TMW",
        "BOBF",
        "BAE",
        "WAE",
        "ALTA",
        "MAM",
        "VV1",
        "VV2",
        "UNION",
    }
)

Make = Callable[[Builder], Deck]


def judge(deck: Deck, edition: str, play_format: str = "printed", on: date = TODAY) -> Report:
    return Judge("swtcg", play_format, edition=edition, on=on, marks_as_of=TODAY).validate(deck)


def errors(report: Report) -> list[Issue]:
    return [issue for issue in report.issues if issue.severity == "error"]


def five_of_one(builder: Builder, copies: int) -> Deck:
    deck = builder.deck(other=20)
    return with_card(with_card(deck, builder.find("Battle"), copies), builder.find("Battle"), 4)


BORDERS: list[tuple[str, Make, Make, dict[str, object]]] = [
    ("deck-size", lambda b: b.deck(), lambda b: b.deck(other=23), {"have": 59, "limit": 60}),
    ("copy-limit", lambda b: five_of_one(b, 4), lambda b: five_of_one(b, 5), {"have": 5, "limit": 4}),
    (
        "one-side",
        lambda b: with_card(b.deck(), b.find("Battle", "neutral")),
        lambda b: with_card(b.deck(), b.find("Battle", "dark")),
        {"have": 1, "limit": 0},
    ),
    (
        "unit-minimum",
        lambda b: b.deck(),
        lambda b: b.deck(space=11, ground=13),
        {"have": 11, "limit": 12, "unit": "space"},
    ),
    (
        "unit-minimum",
        lambda b: b.deck(),
        lambda b: b.deck(ground=11, space=13),
        {"have": 11, "limit": 12, "unit": "ground"},
    ),
    (
        "unit-minimum",
        lambda b: b.deck(),
        lambda b: b.deck(character=11, space=13),
        {"have": 11, "limit": 12, "unit": "character"},
    ),
    (
        "unit-ratio",
        lambda b: b.deck(ground=24, character=12),
        lambda b: b.deck(ground=25, character=13),
        {"have": 25, "limit": 24, "units": ["ground", "space"]},
    ),
    (
        "unit-ratio",
        lambda b: b.deck(space=26, ground=13, character=13),
        lambda b: b.deck(space=26, ground=12, character=13),
        {"have": 26, "limit": 24, "units": ["space", "ground"]},
    ),
    (
        "unit-ratio",
        lambda b: b.deck(space=13, ground=26, character=13),
        lambda b: b.deck(space=13, ground=26, character=12),
        {"have": 26, "limit": 24, "units": ["ground", "character"]},
    ),
]


@pytest.mark.parametrize("edition", EDITION_CODES)
@pytest.mark.parametrize(("code", "at", "past", "facts"), BORDERS)
def test_legal_at_the_border_and_illegal_one_past_it(
    cards: tuple[Card, ...], edition: str, code: str, at: Make, past: Make, facts: dict[str, object]
) -> None:
    assert judge(at(Builder(cards)), edition).verdict == "legal"
    report = judge(past(Builder(cards)), edition)
    assert report.verdict == "illegal"
    (issue,) = errors(report)
    assert issue.code == code
    assert issue.cite
    assert issue.advice
    for key, value in facts.items():
        assert (issue.details.get(key) if key in ("unit", "units") else getattr(issue, key)) == value


@pytest.mark.parametrize("edition", [e for e in EDITIONS if e.code.startswith("printed-")])
def test_a_printed_edition_has_the_five_rules_and_cites_its_own_book(edition: Edition) -> None:
    """A player who looks a problem up must find it in the book that he asked to be judged by."""
    year = edition.code.removeprefix("printed-")
    assert {rule.code for rule in edition.rules} == {
        "deck-size",
        "copy-limit",
        "one-side",
        "unit-minimum",
        "unit-ratio",
        "card-text",
    }
    for rule in edition.rules:
        if rule.code == "card-text":
            continue
        assert rule.cite.startswith(f"Star Wars TCG rulebook {year}, "), rule


def test_the_editions_are_the_three_printed_books_and_the_community() -> None:
    assert EDITION_CODES == ["printed-2002", "printed-2004", "printed-2005", "community"]


def test_printed_means_the_latest_printing_wherever_no_edition_is_asked_for() -> None:
    """Else a deck would be judged by one book, and its setup played by another."""
    latest = max(code for code in EDITION_CODES if code.startswith("printed-"))
    assert Judge("swtcg", "printed").edition.code == latest
    assert get_game("swtcg").formats.printed.edition == latest
    for function in (make_setup_deck, deck_stats, opening_distribution):
        assert signature(function).parameters["edition"].default == latest, function


def test_a_reprint_counts_as_the_card_that_it_reprints(cards: tuple[Card, ...], catalogue: Catalogue) -> None:
    (hunter,) = catalogue.find_cards("TIE Hunter")
    starter = next(p for p in hunter.printings if p.reprint == "Starter")
    deck = with_card(Builder(cards, "dark").deck(), hunter, 4)
    assert judge(deck, "printed-2004").verdict == "legal"
    fifth = DeckEntry(1, starter.name, "Deck", None, hunter, starter)
    (issue,) = errors(judge(deck_of((*deck.entries, fifth)), "printed-2004"))
    assert (issue.code, issue.have) == ("copy-limit", 5)
    assert [(c.name, c.quantity) for c in issue.cards] == [("TIE Hunter", 4), ("TIE Hunter (Starter)", 1)]


def test_versions_are_counted_apart(cards: tuple[Card, ...], catalogue: Catalogue) -> None:
    deck = Builder(cards).deck()
    for version, copies in (("A", 4), ("C", 2)):
        deck = with_card(deck, catalogue.find_cards(f"Luke Skywalker ({version})")[0], copies)
    assert judge(deck, "printed-2004").verdict == "legal"


@pytest.mark.parametrize("edition", EDITION_CODES)
def test_a_unit_of_two_arenas_counts_for_each(cards: tuple[Card, ...], edition: str) -> None:
    builder = Builder(cards)
    deck = builder.deck(space=11, ground=11, other=25)
    deck = with_card(deck, builder.find("Space/Ground"), 1)
    report = judge(deck, edition)
    assert (report.counts["space"], report.counts["ground"], report.counts["units"]) == (12, 12, 35)
    assert [i.code for i in errors(report)] == (["unit-total"] if edition == "community" else [])


def test_unit_total_at_the_border(cards: tuple[Card, ...]) -> None:
    builder = Builder(cards)
    deck = with_card(
        builder.deck(space=11, ground=11, character=13, other=25), builder.find("Space/Ground"), 1
    )
    assert judge(deck, "community").verdict == "legal"
    (issue,) = errors(judge(without(deck, "Character", 1), "community"))
    assert (issue.code, issue.have, issue.limit) == ("unit-total", 35, 36)


def test_59_cards_are_enough_with_a_resource_outside(cards: tuple[Card, ...]) -> None:
    for zone in ("Supply", "Sideboard", "Outside the game"):
        builder = Builder(cards)
        deck = builder.deck(other=23)
        resource = builder.find("Resource", "neutral")
        assert judge(deck, "community").verdict == "illegal"
        assert judge(with_card(deck, resource, 1, zone), "community").verdict == "legal"
        assert judge(with_card(deck, resource, 1, zone), "printed-2004").verdict == "illegal"
        assert (
            judge(with_card(without(deck, "Battle", 1), resource, 1, zone), "community").verdict == "illegal"
        )


@pytest.mark.parametrize("edition", EDITION_CODES)
def test_yuuzhan_vong_is_a_third_side(cards: tuple[Card, ...], catalogue: Catalogue, edition: str) -> None:
    builder = Builder(cards)
    mixed = with_card(builder.deck(), builder.find("Battle", "yuuzhan-vong"))
    assert [i.code for i in errors(judge(mixed, "community"))] == ["one-side"]
    assert judge(mixed, "printed-2004").verdict == "unproven"
    theirs = Builder(cards, "yuuzhan-vong").deck(other=0)
    theirs = deck_of((*theirs.entries, *Builder(cards, "neutral").entries("Battle", 24)))
    assert judge(theirs, "community").verdict == "legal"
    assert judge(theirs, edition).verdict == "legal"
    for name in LET_IN:
        theirs = with_card(theirs, catalogue.find_cards(name)[0])
        assert judge(theirs, edition).verdict == "legal", name
    without = with_card(theirs, catalogue.find_cards("Nina Galfridian (A)")[0])
    assert judge(without, edition).verdict != "legal", "its other versions say nothing of the kind"
    assert judge(with_card(theirs, builder.find("Battle", "dark")), "community").verdict == "illegal"


@pytest.mark.parametrize("edition", EDITION_CODES)
def test_an_all_neutral_deck_is_legal(cards: tuple[Card, ...], edition: str) -> None:
    assert judge(Builder(cards, "neutral").deck(), edition).verdict == "legal"


def test_cards_outside_the_deck_fit_its_side_as_the_community_plays(cards: tuple[Card, ...]) -> None:
    builder = Builder(cards)
    deck = with_card(builder.deck(), builder.find("Battle", "dark"), 1, "Supply")
    assert [i.code for i in errors(judge(deck, "community"))] == ["one-side"]
    assert judge(deck, "printed-2004").verdict == "legal"


def test_jariah_syn_opens_the_supply(cards: tuple[Card, ...], catalogue: Catalogue) -> None:
    razor = catalogue.find_cards("Razor Bug")[0]
    cannon = catalogue.find_cards("Yaret-Kor Plasma Cannon")[0]
    versions = {v: catalogue.find_cards(f"Jariah Syn ({v})")[0] for v in "AB"}
    deck = with_card(Builder(cards).deck(), versions["B"])
    assert judge(with_card(deck, razor, 2, "Supply"), "community").verdict == "legal"
    assert judge(with_card(deck, cannon, 1, "Supply"), "community").verdict == "illegal"
    assert judge(with_card(deck, razor, 1), "community").verdict == "illegal", "not in the deck"
    other = with_card(Builder(cards).deck(), versions["A"])
    assert judge(with_card(other, razor, 1, "Supply"), "community").verdict == "illegal"
    unsaid = DeckEntry(1, "Jariah Syn", "Deck", 99, candidates=tuple(versions.values()))
    open_one = deck_of((*Builder(cards).deck().entries, unsaid))
    assert judge(with_card(open_one, razor, 1, "Supply"), "community").verdict == "unproven"


@pytest.mark.parametrize("edition", EDITION_CODES)
def test_four_copies_of_rom_mohc_may_stand_in_the_supply(
    cards: tuple[Card, ...], catalogue: Catalogue, edition: str
) -> None:
    rom = catalogue.find_cards("General Rom Mohc (B)")[0]
    deck = Builder(cards, "dark").deck()
    assert judge(with_card(deck, rom, 4, "Supply"), edition).verdict == "legal"
    more = with_card(with_card(deck, rom, 4, "Supply"), rom, 1)
    assert "card-text" in {i.code for i in errors(judge(more, edition))}


@pytest.mark.parametrize("edition", EDITION_CODES)
@pytest.mark.parametrize(("in_deck", "named"), [(0, 5), (3, 2)])
def test_a_name_in_the_supply_that_may_be_rom_mohc_leaves_too_many_copies_open(
    cards: tuple[Card, ...], catalogue: Catalogue, edition: str, in_deck: int, named: int
) -> None:
    """Printed rules know no Supply, but the text of one of the cards does, and it beats them."""
    rom, other = catalogue.find_cards("General Rom Mohc (B)")[0], catalogue.find_cards("Yoda (A)")[0]
    deck = Builder(cards, "dark").deck()
    deck = with_card(deck, rom, in_deck) if in_deck else deck
    versions = tuple(card for card in cards if card.base_name == rom.base_name)
    assert len(versions) > 1

    def verdict(copies: int, candidates: tuple[Card, ...]) -> str:
        unsaid = DeckEntry(copies, "General Rom Moch", "Supply", 99, candidates=candidates)
        return judge(deck_of((*deck.entries, unsaid)), edition).verdict

    for candidates in (versions, ()):
        assert verdict(named, candidates) == "unproven"
    fewer = "unproven" if edition == "community" else "legal"
    assert verdict(named - 1, versions) == verdict(named - 1, ()) == fewer
    if edition != "community":
        assert verdict(named, (other, other)) == "legal", "no version of it is limited there"


def test_a_card_that_was_not_read_is_named(cards: tuple[Card, ...]) -> None:
    deck = Builder(cards).deck()
    assert judge(deck, "printed-2005").not_checked == ()
    card = deck.entries[0].card
    assert card is not None
    own = replace(card, name="Own Card", facts={})
    report = judge(with_card(deck, own), "printed-2005")
    assert report.not_checked == (
        "what the own text of Own Card says about deck building, which beats the rules",
    )
    heard = replace(card, name="Heard", facts={"unknown_text": ["may be put into"]})
    report = judge(with_card(deck, heard), "printed-2005")
    assert report.verdict == "unproven"
    (issue,) = report.issues
    assert (issue.code, issue.cite, issue.advice) == ("card-text", "text of the card", "read the card")
    assert (issue.message, issue.have) == ("Heard may say how decks are built: may be put into", None)


def test_copies_outside_the_deck_count_as_the_community_plays(cards: tuple[Card, ...]) -> None:
    builder = Builder(cards)
    deck = builder.deck()
    deck = with_card(deck, builder.find("Battle"), 4)
    extra = deck.entries[-1]._replace(quantity=1, zone="Sideboard")
    deck = deck_of((*deck.entries, extra))
    (issue,) = errors(judge(deck, "community"))
    assert (issue.code, issue.have) == ("copy-limit", 5)
    assert {c.zone for c in issue.cards} == {"Deck", "Sideboard"}
    assert judge(deck, "printed-2004").verdict == "legal"


@pytest.mark.parametrize("kind", ["Subordinate", "Event"])
def test_types_that_belong_outside_are_a_warning_in_the_main_deck(cards: tuple[Card, ...], kind: str) -> None:
    builder = Builder(cards)
    card = builder.find(kind, "neutral")
    report = judge(with_card(builder.deck(), card), "community")
    assert [(i.code, i.severity) for i in report.issues] == [("zone", "warning")]
    assert report.verdict == "legal"
    assert not judge(with_card(builder.deck(), card, 1, "Supply"), "community").issues


class TestStandard:
    """Sets and lists of a format, at the border."""

    def base(self, cards: tuple[Card, ...]) -> tuple[Builder, Deck]:
        builder = Builder(cards, "neutral", STANDARD)
        return builder, builder.deck()

    def test_cards_of_allowed_sets_are_legal(self, cards: tuple[Card, ...]) -> None:
        assert judge(self.base(cards)[1], "community", "standard").verdict == "legal"

    def test_a_card_without_a_printing_in_an_allowed_set(
        self, cards: tuple[Card, ...], catalogue: Catalogue
    ) -> None:
        (stranger,) = catalogue.find_cards("Peace on Naboo")
        (issue,) = errors(judge(with_card(self.base(cards)[1], stranger), "community", "standard"))
        assert (issue.code, issue.have) == ("set-legality", 1)
        assert "AOTC" in issue.message

    def test_any_printing_in_an_allowed_set_is_enough(self, cards: tuple[Card, ...]) -> None:
        builder, deck = self.base(cards)
        both = next(
            c
            for c in cards
            if STANDARD & set(c.set_codes)
            and set(c.set_codes) - STANDARD
            and not c.marks
            and c.name not in builder.used
            and not any("type" in p.differs for p in c.printings)
        )
        other = next(p for p in both.printings if p.set_code not in STANDARD)
        entry = DeckEntry(1, other.name, "Deck", None, both, other, other.set_code)
        assert judge(deck_of((*deck.entries, entry)), "community", "standard").verdict == "legal"

    @pytest.mark.parametrize("zone", ["Deck", "Sideboard"])
    def test_a_banned_card_in_any_zone(
        self, cards: tuple[Card, ...], catalogue: Catalogue, zone: str
    ) -> None:
        (banned,) = catalogue.find_cards("Gamorrean Commander")
        report = judge(with_card(self.base(cards)[1], banned, 1, zone), "community", "standard")
        assert [i.code for i in errors(report)] == ["banned"]

    def test_a_mark_without_a_format_counts_where_there_are_lists(
        self, cards: tuple[Card, ...], catalogue: Catalogue
    ) -> None:
        (saw,) = catalogue.find_cards("Saw Gerrera (C)")
        builder = Builder(cards, "light", STANDARD)
        deck = with_card(builder.deck(other=0), saw)
        deck = deck_of((*deck.entries, *Builder(cards, "neutral", STANDARD).entries("Battle", 23)))
        assert [i.code for i in errors(judge(deck, "community", "standard"))] == ["banned"]
        assert judge(deck, "printed-2004").verdict == "legal"
        assert not [i for i in judge(deck, "community", "rebellion").issues if i.code == "banned"]

    def test_one_copy_of_a_restricted_card_but_not_two(
        self, cards: tuple[Card, ...], catalogue: Catalogue
    ) -> None:
        wotc = Builder(
            cards,
            "neutral",
            frozenset({"AOTC", "SR", "ANH", "BOY", "JG", "ESB", "RAS", "PM", "ROTJ", "ROTS"}),
        )
        light = Builder(cards, "light", wotc.sets)
        deck = light.deck()
        (peace,) = catalogue.find_cards("Peace on Naboo")
        assert judge(with_card(deck, peace, 1), "community", "wotc").verdict == "legal"
        (issue,) = errors(judge(with_card(deck, peace, 2), "community", "wotc"))
        assert (issue.code, issue.have, issue.limit) == ("restricted", 2, 1)
        split = with_card(with_card(deck, peace, 1), peace, 1, "Sideboard")
        assert [i.code for i in errors(judge(split, "community", "wotc"))] == ["restricted"]

    def test_a_day_before_our_knowledge_is_not_judged_but_said(self, cards: tuple[Card, ...]) -> None:
        report = judge(self.base(cards)[1], "community", "standard", on=date(2015, 5, 4))
        assert report.verdict == "unproven"
        told = [(i.code, i.severity) for i in report.issues if i.code != "not-released"]
        assert told == [("set-legality", "warning")]
        assert "2015-05-04" in report.issues[0].message

    def test_an_undated_mark_is_open_before_it_was_seen(
        self, cards: tuple[Card, ...], catalogue: Catalogue
    ) -> None:
        (banned,) = catalogue.find_cards("Gamorrean Commander")
        deck = with_card(self.base(cards)[1], banned)
        report = judge(deck, "community", "standard", on=date(2023, 1, 1))
        assert (report.verdict, report.issues[0].code) == ("unproven", "banned")
        assert judge(deck, "community", "standard").verdict == "illegal"


def test_a_zone_limit_that_the_user_sets(cards: tuple[Card, ...]) -> None:
    builder = Builder(cards)
    deck = deck_of((*builder.deck().entries, *builder.entries("Battle", 11, "Sideboard")))
    for limit, verdict in ((11, "legal"), (10, "illegal")):
        limited = Judge("swtcg", edition="community", zone_limits={"Sideboard": limit})
        report = limited.validate(deck)
        assert report.verdict == verdict
        assert not any("Sideboard" in text for text in report.not_checked)


class TestUnknownCards:
    """What is not known stays in, is counted, and never makes a deck legal or proves too much."""

    def unknown(self, quantity: int = 1) -> DeckEntry:
        return DeckEntry(quantity, "Nobody At All", "Deck", 99)

    def test_a_deck_with_an_unknown_card_is_unproven(self, cards: tuple[Card, ...]) -> None:
        deck = deck_of((*Builder(cards).deck(other=23).entries, self.unknown()))
        report = judge(deck, "printed-2004")
        assert report.verdict == "unproven"
        assert report.counts["cards"] == 60
        assert report.counts["unknown"] == 1
        assert [i.code for i in report.issues] == ["unknown-card"]

    @pytest.mark.parametrize(("unknown", "verdict"), [(1, "unproven"), (2, "unproven"), (0, "illegal")])
    def test_a_minimum_that_unknown_cards_could_reach_is_open(
        self, cards: tuple[Card, ...], unknown: int, verdict: str
    ) -> None:
        deck = Builder(cards).deck(space=11, other=25)
        if unknown:
            deck = deck_of((*deck.entries, self.unknown(unknown)))
        report = judge(deck, "printed-2004")
        assert report.verdict == verdict
        assert "unit-minimum" in {i.code for i in report.issues}

    def test_a_minimum_out_of_reach_is_proven(self, cards: tuple[Card, ...]) -> None:
        deck = deck_of((*Builder(cards).deck(space=10, other=26).entries, self.unknown()))
        assert judge(deck, "printed-2004").verdict == "illegal"

    @pytest.mark.parametrize(("ground", "verdict"), [(26, "unproven"), (27, "illegal")])
    def test_a_ratio_that_unknown_cards_could_mend_is_open(
        self, cards: tuple[Card, ...], ground: int, verdict: str
    ) -> None:
        deck = deck_of((*Builder(cards).deck(ground=ground, character=14).entries, self.unknown()))
        assert judge(deck, "printed-2004").verdict == verdict

    def test_unread_lines_may_hold_anything(self, cards: tuple[Card, ...]) -> None:
        from deckcheck.deck import UnreadEntry

        deck = replace(Builder(cards).deck(space=3, other=0), unread=(UnreadEntry(7, "?", "no name"),))
        report = judge(deck, "printed-2004")
        assert report.verdict == "unproven"
        assert "unreadable-line" in {i.code for i in report.issues}

    def test_cards_of_an_unknown_zone_may_belong_to_the_deck(self, cards: tuple[Card, ...]) -> None:
        deck = Builder(cards).deck()
        moved = tuple(e._replace(zone="My cards") for e in deck.entries)
        for entries in (moved, (*deck.entries[3:], *moved[:3])):
            report = judge(replace(deck, entries=entries), "printed-2004")
            assert report.verdict == "unproven"

    def test_an_unknown_card_where_nothing_is_judged_leaves_the_verdict(
        self, cards: tuple[Card, ...]
    ) -> None:
        aside = self.unknown()._replace(zone="Sideboard")
        deck = deck_of((*Builder(cards).deck().entries, aside))
        assert judge(deck, "printed-2004").verdict == "legal"
        assert judge(deck, "community").verdict == "unproven"

    def test_an_unknown_zone_is_said_and_not_judged(self, cards: tuple[Card, ...]) -> None:
        builder = Builder(cards)
        deck = with_card(builder.deck(), builder.find("Battle"), 1, "Maybe")
        report = judge(deck, "community")
        assert [(i.code, i.severity) for i in report.issues] == [("zone", "warning")]
        assert report.counts["cards"] == 60


@pytest.mark.parametrize("edition", EDITION_CODES)
def test_an_empty_deck_is_illegal(edition: str) -> None:
    report = judge(Deck(()), edition)
    assert report.verdict == "illegal"
    assert {"empty-deck", "deck-size", "unit-minimum"} <= {i.code for i in report.issues}
