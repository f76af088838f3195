"""Names that may be several cards: judged by what all of these have in common, told once each."""

from collections.abc import Callable
from datetime import date

import pytest

from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR, ILLEGAL, LEGAL, UNPROVEN, Issue, Report
from deckcheck.rules.choices import choose
from deckcheck.rules.evaluate import BROKEN
from deckcheck.rules.requirement import AtMost, Count
from deckcheck.rules.slot import DeckSlots
from importers.decks.deck_list import DeckLine, DeckList
from tests.deckcheck.building import Builder, deck_of, with_card

DAY = date(2026, 11, 21)
WOTC = frozenset({"ANH", "AOTC", "BOY", "ESB", "JG", "PM", "RAS", "ROTJ", "ROTS", "SR"})


@pytest.fixture(scope="module")
def resolver(catalogue: Catalogue) -> Resolver:
    return Resolver(catalogue, get_game("swtcg"))


def judge(deck: Deck, play_format: str | None = None, edition: str | None = None) -> Report:
    return Judge("swtcg", play_format, edition=edition, on=DAY).validate(deck)


def found(report: Report, code: str) -> list[Issue]:
    return [issue for issue in report.issues if issue.code == code]


def bare(resolver: Resolver, *lines: DeckLine) -> tuple[DeckEntry, ...]:
    return resolver.resolve(DeckList(lines, "text")).entries


def version(
    letter: str, side: str = "light", kind: str = "Character", base: str = "Nobody", code: str = "FOR"
) -> Card:
    name = f"{base} ({letter})"
    printings = (Printing(name, code, None, None),)
    return Card("swtcg", name, base, letter, None, side, kind, None, 1, 1, 1, 1, printings)


def open_name(*candidates: Card, copies: int = 1, zone: str = "Deck") -> DeckEntry:
    return DeckEntry(copies, candidates[0].base_name, zone, 99, candidates=candidates)


# -- judged by what all candidates have in common --------------------------------------------------


def test_a_name_of_which_all_versions_are_of_the_other_side_mixes_sides(cards: tuple[Card, ...]) -> None:
    deck = deck_of([*Builder(cards).deck().entries, open_name(version("A", "dark"), version("B", "dark"))])
    report = judge(deck)
    assert report.verdict == ILLEGAL
    (issue,) = found(report, "one-side")
    assert (issue.severity, issue.have, [c.name for c in issue.cards]) == (ERROR, 1, ["Nobody"])


def test_the_bare_battle_protocol_droid_is_dark_in_every_version(
    cards: tuple[Card, ...], resolver: Resolver
) -> None:
    line = DeckLine(1, "Battle Protocol Droid")
    deck = deck_of([*Builder(cards).deck().entries, *bare(resolver, line)])
    assert judge(deck).verdict == ILLEGAL
    assert found(judge(deck), "one-side")


def test_a_name_that_may_be_of_the_deck_s_side_mixes_nothing(cards: tuple[Card, ...]) -> None:
    for other in ("light", "neutral"):
        entry = open_name(version("A", "dark"), version("B", other))
        report = judge(deck_of([*Builder(cards).deck().entries, entry]))
        assert (report.verdict, found(report, "one-side")) == (UNPROVEN, [])


def test_versions_of_two_sides_of_which_none_is_the_deck_s_mix_sides(cards: tuple[Card, ...]) -> None:
    entry = open_name(version("A", "dark"), version("B", "yuuzhan-vong"))
    deck = deck_of([*Builder(cards).deck().entries, entry])
    assert judge(deck, "printed", "community").verdict == ILLEGAL
    # The printed rules do not know the Yuuzhan Vong side, so the deck may be what they allow.
    assert judge(deck, "printed", "printed-2004").verdict == UNPROVEN


@pytest.fixture
def with_nei_rin(cards: tuple[Card, ...], catalogue: Catalogue) -> Deck:
    """A Dark deck with two copies of a Light card that goes with Yuuzhan Vong cards, too."""
    (nei_rin,) = catalogue.find_cards("Nei Rin (B)")
    return with_card(Builder(cards, side="dark").deck(), nei_rin, 2)


def test_a_table_counts_no_card_as_wrong_that_a_name_may_make_fit(with_nei_rin: Deck) -> None:
    """Beside a Yuuzhan Vong card the two go with it, so that this one alone is of another side."""
    entry = open_name(version("A", "yuuzhan-vong"), version("B", "neutral"))
    deck = deck_of([*with_nei_rin.entries, entry])
    (row,) = [
        row
        for row in Judge("swtcg", "printed", edition="community", on=DAY).requirements(deck)
        if row.code == "one-side"
    ]
    assert (row.state, row.have, row.have_most) == ("broken", 1, None)


def test_two_names_that_cannot_be_of_one_side_mix_sides_without_any_other_card(
    cards: tuple[Card, ...],
) -> None:
    neutral = Builder(cards, side="neutral").deck()
    light = open_name(version("A", "light"), version("B", "light", base="Nobody"))
    either = open_name(version("A", "dark", base="Other"), version("B", "yuuzhan-vong", base="Other"))
    report = judge(deck_of([*neutral.entries, light, either]), "printed", "community")
    assert report.verdict == ILLEGAL
    assert "no side fits all cards" in found(report, "one-side")[0].message


def test_a_name_counts_in_the_arena_of_all_its_versions_and_helps_no_other(cards: tuple[Card, ...]) -> None:
    """Eleven Ground units and a bare Character: the Character cannot make up for the twelfth."""
    deck = Builder(cards).deck(ground=11, character=11, other=26)
    person = open_name(version("A"), version("B"))
    report = judge(deck_of([*deck.entries, person]))
    assert report.verdict == ILLEGAL
    (issue,) = found(report, "unit-minimum")
    assert (issue.details["unit"], issue.severity, issue.have) == ("ground", ERROR, 11)
    both = open_name(version("A"), version("B", kind="Ground/Character"))
    (issue,) = found(judge(deck_of([*deck.entries, both])), "unit-minimum")
    assert (issue.details["unit"], issue.undecided) == ("ground", True)


def test_a_ratio_is_broken_by_what_a_name_is_in_every_version(cards: tuple[Card, ...]) -> None:
    deck = Builder(cards).deck(character=24)
    assert judge(deck).verdict == LEGAL
    report = judge(deck_of([*deck.entries, open_name(version("A"), version("B"))]))
    assert {i.details["units"][0] for i in found(report, "unit-ratio")} == {"character"}
    assert report.verdict == ILLEGAL
    either = open_name(version("A"), version("B", kind="Space"))
    assert judge(deck_of([*deck.entries, either])).verdict == UNPROVEN


def test_a_total_of_units_is_not_reached_by_names_that_are_no_units(cards: tuple[Card, ...]) -> None:
    builder = Builder(cards)
    deck = with_card(builder.deck(space=11, ground=11, character=13, other=24), builder.find("Space/Ground"))
    plans = open_name(version("A", kind="Battle"), version("B", kind="Mission"))
    report = judge(deck_of([*deck.entries, plans]), "printed", "community")
    assert report.verdict == LEGAL or found(report, "unit-total") == []
    short = deck_of([e for e in deck.entries if e.card and "/" not in e.card.type] + [plans])
    (issue,) = found(judge(short, "printed", "community"), "unit-total")
    assert (issue.severity, issue.have) == (ERROR, 35)


@pytest.mark.parametrize(("copies", "verdict"), [(8, UNPROVEN), (9, ILLEGAL)])
def test_copies_of_a_name_find_room_among_its_versions(
    cards: tuple[Card, ...], copies: int, verdict: str
) -> None:
    entry = open_name(version("A"), version("B"), copies=copies)
    report = judge(deck_of([*Builder(cards).deck(character=16).entries, entry]))
    assert report.verdict == verdict
    assert [(i.have, i.limit) for i in found(report, "copy-limit")] == [(9, 8)] * (copies == 9)


def test_copies_of_a_version_that_is_named_take_its_room(cards: tuple[Card, ...]) -> None:
    first, second = version("A"), version("B")
    full = with_card(Builder(cards).deck(character=16), first, 4)
    assert judge(deck_of([*full.entries, open_name(first, second, copies=4)])).verdict == UNPROVEN
    assert judge(deck_of([*full.entries, open_name(first, second, copies=5)])).verdict == ILLEGAL


def test_a_resource_outside_that_is_one_in_every_version_makes_59_enough(cards: tuple[Card, ...]) -> None:
    deck = Builder(cards).deck(other=23)
    kinds = {"Resource": [], "Equipment": ["deck-size"]}
    for kind, codes in kinds.items():
        entry = open_name(version("A", kind=kind), version("B", kind=kind), zone="Supply")
        report = judge(deck_of([*deck.entries, entry]), "printed", "community")
        assert [i.code for i in report.issues if i.severity == ERROR] == codes
    mixed = open_name(version("A", kind="Resource"), version("B"), zone="Supply")
    (issue,) = found(judge(deck_of([*deck.entries, mixed]), "printed", "community"), "deck-size")
    assert issue.undecided


def test_a_name_none_of_whose_versions_is_in_the_sets_of_a_format_is_illegal(
    cards: tuple[Card, ...], resolver: Resolver
) -> None:
    deck = Builder(cards, sets=WOTC).deck()
    assert judge(deck, "wotc").verdict == LEGAL
    report = judge(deck_of([*deck.entries, *bare(resolver, DeckLine(1, "Jacen Solo"))]), "wotc")
    assert report.verdict == ILLEGAL
    (issue,) = found(report, "set-legality")
    assert (issue.have, issue.details["card"]) == (1, "Jacen Solo")
    (question,) = found(report, "ambiguous-card")
    assert question.details["candidates"] == []
    assert len(question.details["not_allowed"]) == 7
    assert "WOTC allows none of the 7" in question.message


def test_only_the_versions_that_a_format_allows_count_for_the_other_rules(cards: tuple[Card, ...]) -> None:
    """A Light deck of WOTC and a name whose only Light version is of another set."""
    entry = open_name(version("A", "dark", code="SR"), version("B", "light", code="TROS"))
    deck = deck_of([*Builder(cards, sets=WOTC).deck().entries, entry])
    assert judge(deck, "printed", "community").verdict == UNPROVEN
    report = judge(deck, "wotc")
    assert report.verdict == ILLEGAL
    assert found(report, "one-side")


def test_the_list_of_candidates_shows_those_that_the_format_allows_and_counts_the_rest(
    cards: tuple[Card, ...], resolver: Resolver
) -> None:
    line = DeckLine(1, "Luke Skywalker")
    deck = deck_of([*Builder(cards, sets=WOTC).deck().entries, *bare(resolver, line)])
    (issue,) = found(judge(deck, "wotc"), "ambiguous-card")
    by_name = {card.name: card for card in cards}
    allowed = issue.details["candidates"]
    assert allowed
    assert all(WOTC & set(by_name[name].set_codes) for name in allowed)
    rest = issue.details["not_allowed"]
    assert not any(WOTC & set(by_name[name].set_codes) for name in rest)
    assert f"; WOTC does not allow {len(rest)} more" in issue.message
    assert len(allowed) + len(rest) == sum(c.base_name == "Luke Skywalker" for c in cards)


def test_a_name_of_which_all_versions_are_banned_is_illegal_and_one_of_them_is_not(
    cards: tuple[Card, ...],
) -> None:
    banned = [c for c in cards if any(m.status == "banned" and m.format == "Standard" for m in c.marks)]
    deck = Builder(cards).deck()
    rules = Judge("swtcg", "standard", on=DAY)
    entry = DeckEntry(1, "Banned", "Supply", 99, candidates=tuple(banned[:2]))
    codes = {i.code for i in rules.validate(deck_of([*deck.entries, entry])).issues if i.severity == ERROR}
    assert "banned" in codes
    free = version("A", code="FOR")
    entry = DeckEntry(1, "Banned", "Supply", 99, candidates=(banned[0], free))
    codes = {i.code for i in rules.validate(deck_of([*deck.entries, entry])).issues if i.severity == ERROR}
    assert "banned" not in codes


def test_lists_by_day_look_at_all_that_a_name_may_be(cards: tuple[Card, ...]) -> None:
    """Kessel System was banned from the publisher's tournaments from 2004-06-20 on."""
    kessel = next(c for c in cards if c.name == "Kessel System")
    other = next(c for c in cards if c.type == "Battle" and c.set_codes == ("AOTC",))
    for day, candidates, expected in (
        (date(2004, 6, 19), (kessel,), False),
        (date(2004, 6, 20), (kessel,), True),
        (date(2004, 6, 20), (kessel, other), False),
    ):
        entry = DeckEntry(3, "Kessel", "Deck", 1, candidates=candidates)
        report = Judge("swtcg", "dci", on=day).validate(Deck((entry,)))
        assert bool([i for i in found(report, "banned") if i.severity == ERROR]) is expected


def test_a_name_of_which_no_version_was_on_sale_on_the_day_is_illegal(cards: tuple[Card, ...]) -> None:
    rots = [c for c in cards if c.set_codes == ("ROTS",)][:2]
    entry = DeckEntry(1, "Later", "Deck", 1, candidates=tuple(rots))
    for day, expected in ((date(2004, 6, 20), True), (date(2005, 12, 20), False)):
        report = Judge("swtcg", "dci", on=day).validate(Deck((entry,)))
        assert bool([i for i in found(report, "set-legality") if i.severity == ERROR]) is expected


def test_a_choice_that_breaks_one_rule_or_another_every_time_is_illegal(cards: tuple[Card, ...]) -> None:
    """The twelfth Ground unit would be Dark, and the Light version is a Character."""
    deck = Builder(cards).deck(ground=11, other=25)
    entry = open_name(version("A", "dark", "Ground"), version("B", "light"))
    report = judge(deck_of([*deck.entries, entry]))
    assert report.verdict == ILLEGAL
    (issue,) = [i for i in found(report, "ambiguous-card") if i.severity == ERROR]
    assert "no choice of versions makes the deck legal" in issue.message


# -- how it is told --------------------------------------------------------------------------------


def test_a_name_written_in_two_cases_is_one_issue(resolver: Resolver) -> None:
    lines = (
        DeckLine(1, "anakin skywalker", line=2),
        DeckLine(2, "Anakin Skywalker", line=1),
        DeckLine(1, "Nobody at all", line=3),
        DeckLine(1, "NOBODY AT ALL", line=4),
    )
    report = judge(Deck(bare(resolver, *lines)))
    (ambiguous,), (unknown,) = found(report, "ambiguous-card"), found(report, "unknown-card")
    assert (ambiguous.have, unknown.have) == (3, 2)
    assert ambiguous.message.startswith("Anakin Skywalker:")
    assert [c.name for c in ambiguous.cards] == ["Anakin Skywalker", "anakin skywalker"]


def test_a_name_with_two_sets_is_two_questions(resolver: Resolver) -> None:
    lines = (DeckLine(1, "Anakin Skywalker"), DeckLine(1, "Anakin Skywalker", set_code="AOTC"))
    assert len(found(judge(Deck(bare(resolver, *lines))), "ambiguous-card")) == 2


def test_a_name_that_only_one_card_has_says_which(resolver: Resolver) -> None:
    (issue,) = found(judge(Deck(bare(resolver, DeckLine(1, "Anodyne")))), "ambiguous-card")
    assert "the only card of this name is Anodyne (A)" in issue.message
    assert issue.advice == "if it is meant, write Anodyne (A)"


def test_no_suggestion_is_a_card_of_which_the_deck_is_full(resolver: Resolver) -> None:
    """A fifth copy would be illegal, so it is not what was meant."""
    for copies, near in ((4, []), (3, ["Jawa Salvage Team"])):
        lines = (DeckLine(copies, "Jawa Salvage Team"), DeckLine(1, "Jawa Salvage Squad"))
        (issue,) = found(judge(Deck(bare(resolver, *lines))), "unknown-card")
        assert issue.details["suggestions"] == near


# -- names in zones outside the deck ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["Nobody at all", "Luke Skywalker"])
def test_a_list_looks_at_names_in_all_zones_also_where_the_edition_does_not(
    cards: tuple[Card, ...], resolver: Resolver, name: str
) -> None:
    """A banned card there is illegal, so a name that may be one leaves the verdict open."""
    deck = Builder(cards, sets=WOTC).deck()
    entries = bare(resolver, DeckLine(1, name, zone="Supply"))
    assert judge(deck, "vintage", "printed-2004").verdict == LEGAL
    report = judge(deck_of([*deck.entries, *entries]), "vintage", "printed-2004")
    assert report.verdict == UNPROVEN


@pytest.mark.parametrize("name", ["Nobody at all", "Luke Skywalker"])
def test_a_name_where_neither_edition_nor_list_looks_is_told_and_leaves_nothing_open(
    cards: tuple[Card, ...], resolver: Resolver, name: str
) -> None:
    entries = bare(resolver, DeckLine(1, name, zone="Supply"))
    report = judge(deck_of([*Builder(cards).deck().entries, *entries]))
    assert report.verdict == LEGAL
    (issue,) = report.issues
    assert (issue.severity, issue.undecided, issue.have) == ("info", False, 1)
    assert "does not know Supply" in issue.message
    community = judge(deck_of([*Builder(cards).deck().entries, *entries]), "printed", "community")
    assert community.verdict == UNPROVEN


# -- two catalogues in one process -----------------------------------------------------------------


def test_a_card_of_the_same_name_in_another_catalogue_is_counted_as_it_is_there() -> None:
    """What is kept of cards was kept by name: the second catalogue's card counted as the first's."""
    standard = Judge("swtcg", "standard", on=DAY)
    for _ in range(2):
        for side, kind, code, legal in (("light", "Character", "FOR", True), ("dark", "Space", "ANH", False)):
            card = version("Z", side, kind, code=code)
            entry = DeckEntry(1, card.name, "Deck", 1, card, card.printings[0])
            report = standard.validate(Deck((entry,)))
            assert (report.counts[kind.lower()], report.counts[side]) == (1, 1)
            assert bool(found(report, "set-legality")) is not legal


def test_every_rule_looks_at_a_card_no_oftener_where_more_rules_are_tried_without_each_other() -> None:
    """Which rules no choice keeps together is found by leaving each out; decks of the LCG took 80 ms."""
    one, other = version("A"), version("B")
    deck = deck_of([DeckEntry(1, one.name, "Deck", 1, one), open_name(one, other, copies=3)])
    slots = DeckSlots(deck, frozenset({"Deck"}), zones=("Deck",), counting={})

    def looks(number: int) -> float:
        seen: list[Card] = []

        def counted(wanted: Card) -> Callable[[Card], bool]:
            def fits(card: Card) -> bool:
                seen.append(card)
                return card == wanted

            return fits

        rules = [
            AtMost("few", "", most, Count(counted(card))) for card, most in ((one, 2), (other, 1)) * number
        ]
        assert choose(rules, slots).state == BROKEN
        return len(seen) / number

    assert looks(20) <= looks(3) * 1.5
