"""The linter: every check finds its slip at its place, and leaves what is right alone."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from db.cards.names import parse_name
from importers.card_lists.card_list import parse_card_list
from importers.card_lists.lint import CHECKS, LintFinding, lint_card_list, lint_file_name, list_words
from importers.card_lists.lint_columns import KnownWords, ListWords, known_words
from importers.card_lists.spelling import fixed_name, fixed_number, fixed_subtype, fixed_type, parse_markers

FOLDER = Path(__file__).parents[1] / "card_lists"
WORDS = ListWords(
    known_words({"Imperial": 90, "Stormtrooper": 50, "Pilot": 80}),
    known_words({"Grievous": 40, "Sample": 20}),
    frozenset({"RAS"}),
)
HEADER = "Name\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\n"
ROW = "Some Card\tL\tCharacter\tSome Trait\t4\t40\t4\t4\tC\t1\n"


def lint(text: str | bytes, path: str = "X.txt") -> tuple[LintFinding, ...]:
    content = text if isinstance(text, bytes) else text.encode()
    return lint_card_list(parse_card_list(content, path), WORDS)


def codes(text: str | bytes, path: str = "X.txt") -> set[str]:
    return {finding.code for finding in lint(text, path)}


def test_a_clean_list_has_no_finding() -> None:
    assert lint((FOLDER / "CLEAN.txt").read_bytes(), "CLEAN.txt") == ()


def test_slips_are_found_as_the_golden_file_says() -> None:
    found = lint((FOLDER / "SLIPS.txt").read_bytes(), "SLIPS.txt")
    expected = (FOLDER / "SLIPS.expected.txt").read_text(encoding="utf-8").split("\n")
    assert [str(finding) for finding in found] == expected[:-1]


def test_every_check_has_a_slip_that_it_finds() -> None:
    seen = {finding.code for finding in lint((FOLDER / "SLIPS.txt").read_bytes(), "SLIPS.txt")}
    seen |= codes((HEADER + ROW).encode("utf-8-sig"))
    seen |= codes("Name\tType\tPrice\n")
    seen |= codes("Name\tType\n", "AllSets.txt")
    seen |= {found.code for found in [lint_file_name("sets/.~lock.PM.txt#")] if found}
    heard = HEADER[:-1] + "\tText\n" + ROW[:-1] + "\tIt may be put into a Light deck.\n"
    assert not lint(heard)
    named = lint_card_list(parse_card_list(heard.encode(), "X.txt"), WORDS, texts=True)
    assert [str(one) for one in named] == [
        "X.txt:2: text: info deck-text: 'may be put into a Light deck' (Some Card)"
    ]
    of_sources = {"reference-unknown", "row-unreadable", "source-note"}
    assert seen | {one.code for one in named} == set(CHECKS) - of_sources


def test_a_header_that_lacks_columns_or_has_others() -> None:
    found = {(f.code, f.column) for f in lint("Name\tType\tPrice\t\n")}
    assert ("column-missing", "side") in found
    assert ("column-unknown", "price") in found
    assert ("column-unknown", None) in found


def test_several_sets_in_one_file_are_told_once_and_not_judged_line_by_line() -> None:
    rows = "".join(f"Card {code}\t{code}\tNonsense\n" for code in ("ESB", "JG", "PM", "RAS"))
    (finding,) = (f for f in lint(f"Name\tSet\tType\n{rows}") if f.code != "column-missing")
    assert (finding.code, finding.found) == ("concatenation", "4 sets in one file")


def test_gaps_and_doubles_count_cards_but_no_reprints() -> None:
    header = "Name\tType\tNumber\n"
    rows = [
        "One\tBattle\t1",
        "One (Promo)\tBattle\t9",
        "Two\tBattle\t2",
        "Four\tBattle\t4",
        "Guard\tSubordinate\t1",
        "One (Starter)\tBattle\t1",
    ]
    found = [f for f in lint(header + "\n".join(rows)) if f.code.startswith("number")]
    assert [(f.code, f.found) for f in found] == [("number-gap", "1 missing: 3")]


def test_a_list_without_numbers_is_told_once() -> None:
    found = [f for f in lint("Name\tType\nOne\tBattle\nTwo\tBattle\n") if f.code == "number-missing"]
    assert [(f.line, f.found) for f in found] == [(1, "none in 2 lines")]


@pytest.mark.parametrize(
    ("name", "fixed"),
    [
        ("Axe Woves A", "Axe Woves (A)"),
        ("Zephyr-J Bike (a)", "Zephyr-J Bike (A)"),
        ("Chewbacca's Bowcaster (Starter) (A)", "Chewbacca's Bowcaster (A) (Starter)"),
        ("Hammerhead IV-Class Cruiser Starter", "Hammerhead IV-Class Cruiser (Starter)"),
        ("Way of The Assassin(Promo)", "Way of The Assassin (Promo)"),
        ("501st Legion(E)", "501st Legion (E)"),
        ("Lucien Draay (B (Promo)", "Lucien Draay (B) (Promo)"),
        ("Queen of Ktath'atn  (B)", "Queen of Ktath'atn (B)"),
        ("Sith Assassin (promo)", "Sith Assassin (Promo)"),
        ("Some Card (promo-film)", "Some Card (Promo-Film)"),
        ("Some Card (a) (PROMO 2)", "Some Card (A) (Promo 2)"),
        ("Some Card (lego)", "Some Card (LEGO)"),
        ("Some Card ( A )", "Some Card (A)"),
        ("Some Card (A", "Some Card (A)"),
        ("Some Card (A))", "Some Card (A)"),
    ],
)
def test_names_are_mended_so_that_they_read_as_meant(name: str, fixed: str) -> None:
    assert fixed_name(name) == fixed
    assert fixed_name(fixed) == fixed
    assert parse_name(fixed).version or parse_name(fixed).reprint


@pytest.mark.parametrize(
    "name",
    [
        "Malachor V",
        "Sith War Droid Mark I",
        "Prototype B6",
        "Star Destroyer RAS",
        "Escape Pod {AGD}",
        "Order 66",
        'Jon "Dutch" Vander (A)',
        "Luke's X-wing (E)",
        "Stormtrooper (Subordinate)",
        "Are We Blind?!",
        "TIE/sf Fighter",
        "The Last Jedi (ALTA) (Promo 1)",
        "Invincible (A) AGD",
        "Some Card (Promo alt)",
        "Operation: Cinder",
        "Boba Fett (A2) (Promo)",
    ],
)
def test_names_that_are_right_are_let_be(name: str) -> None:
    assert fixed_name(name) == name


def test_types_subtypes_and_numbers_that_are_right_are_let_be() -> None:
    for card_type in ("Space/Ground", "Mission - Trap", "Subordinate", "Space/Ground/Character"):
        assert fixed_type(card_type) == card_type
    for subtype in ("Jedi Knight - X-wing Pilot", "Lola-Sayu Prison", "", "Ki-Adi - Jedi"):
        assert fixed_subtype(subtype) == subtype
    for number in ("0", "60", "X", "*", "7a"):
        assert fixed_number(number) == number


@pytest.mark.parametrize(
    ("usage", "marks"),
    [
        ("*BANNED:Standard", [("banned", "Standard")]),
        ("*RESTRICTED:Vintage Some ruling. | More.", [("restricted", "Vintage")]),
        (
            "*BANNED:Standard *RESTRICTED:Vintage | Ruling",
            [("banned", "Standard"), ("restricted", "Vintage")],
        ),
        ("**RESTRICTED**", [("restricted", None)]),
        ("BANNED in Vintage", [("banned", "Vintage")]),
        ("Some ruling. | *BANNED:Standard", [("banned", "Standard")]),
        ("A ruling on banned cards, in words.", []),
        ("", []),
    ],
)
def test_markers_at_the_beginning_of_rulings(usage: str, marks: list[tuple[str, str | None]]) -> None:
    found, odd = parse_markers(usage)
    assert [(marker.status, marker.format) for marker in found] == marks
    assert odd == ()


def test_no_misspelling_is_told_without_words_to_compare_with() -> None:
    cards = parse_card_list((HEADER + ROW.replace("Some Trait", "Stormtooper")).encode(), "X.txt")
    assert lint_card_list(cards) == ()
    (finding,) = lint_card_list(cards, WORDS)
    assert (finding.code, finding.expected) == ("subtype-misspelt", "perhaps Stormtrooper")


@pytest.mark.parametrize("trait", ["Stormtroopers", "stormtrooper", "Stormtrooper", "Pilat"])
def test_plurals_cases_and_words_known_to_be_rare_are_no_misspelling(trait: str) -> None:
    words = ListWords(KnownWords({**WORDS.traits.counts, "Pilat": 3}, WORDS.traits.common))
    cards = parse_card_list((HEADER + ROW.replace("Some Trait", trait)).encode(), "X.txt")
    assert lint_card_list(cards, words) == ()


def test_words_are_counted_over_good_lists() -> None:
    cards = parse_card_list((HEADER + ROW * 10).encode(), "ESB.txt")
    words = list_words([cards], sets=["JG"])
    assert words.traits.counts["Trait"] == 10
    assert words.traits.common == ("Some", "Trait")
    assert words.sets == {"ESB", "JG"}


ODD_CELL = st.one_of(
    st.text(st.characters(exclude_characters="\t\n\r\0", exclude_categories=["Cs"]), max_size=20),
    st.text(st.sampled_from('ABab2 ()"*-–/|.,{}\u00a0\u0085BANED:'), max_size=20),
)


@given(st.lists(st.lists(ODD_CELL, max_size=12), max_size=6))
def test_any_list_can_be_checked_and_every_finding_has_a_place(rows: list[list[str]]) -> None:
    text = HEADER + "".join("\t".join(row) + "\n" for row in rows)
    for finding in lint(text):
        assert 1 <= finding.line <= len(rows) + 1
        assert finding.severity == CHECKS[finding.code].severity


def test_a_hostile_name_is_checked_in_no_time() -> None:
    assert codes(HEADER + ROW.replace("Some Card", "()" * 50_000 + "x")) <= set(CHECKS)


def test_a_doubled_name_is_told_once() -> None:
    """A line that was copied twice is one slip, not six."""
    text = (FOLDER / "CLEAN.txt").read_text(encoding="utf-8")
    line = text.split("\n")[2] + "\n"
    found = lint((text + line + line).encode(), "CLEAN.txt")
    assert [(f.code, f.line) for f in found] == [("name-doubled", len(text.splitlines()) + 1)]
    assert f"see lines 3, {len(text.splitlines()) + 2}" in found[0].expected
