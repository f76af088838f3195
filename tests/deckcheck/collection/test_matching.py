"""What a row of a sheet means: sure only where it can be nothing else."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.cards.lookup import Catalogue
from db.cards.names import normal_form
from deckcheck.collection.matching import (
    AMBIGUOUS,
    EXACT,
    STRONG,
    UNMATCHED,
    Candidate,
    Context,
    Contexts,
    Matcher,
)
from importers.collections.holding_row import SheetHolding


@pytest.fixture(scope="module")
def matcher(catalogue: Catalogue) -> Matcher:
    return Matcher(catalogue)


BOBA, YODA_B = "Boba Fett (A) [AOTC 6]", "Yoda (B) [AOTC 119]"


def row(name: str | None, set_: str | None = None, number: str | None = None, **more: object) -> SheetHolding:
    return SheetHolding(1, 1, name, set_code=set_, number=number, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("stated", "grade", "found"),
    [
        (row("Boba Fett (A)", "AOTC", "6"), EXACT, BOBA),
        (row("boba  fett a", "aotc", "006"), EXACT, BOBA),
        (row("Boba Fett (A)", "AOTC"), EXACT, BOBA),
        (row("Boba Fett (A)", set_name="Attack of the Clones"), EXACT, BOBA),
        (row("Boba Fett", "AOTC", version="A"), EXACT, BOBA),
        (row("Boba Fett", "AOTC", version="(a)"), EXACT, BOBA),
        (row("Padmé Amidala (C)", "AOTC", "100/180"), EXACT, "Padme Amidala (C) [AOTC 100]"),
        (row("Yoda", "AOTC", "119"), STRONG, YODA_B),
        (row("Boba Fett", "AOTC"), STRONG, BOBA),
        (row("Boba Fett (A)"), STRONG, BOBA),
        (row("Boba Fett (A)", "AOTC", "999"), STRONG, BOBA),
        (row("Boba Fett (A)", "swtcg-aotc", set_name="Attack of the Clones"), STRONG, BOBA),
        (row("Anakin Skywalker (C)", "AOTC"), EXACT, "Anakin Skywalker (C) [AOTC 62]"),
        (row("Anakin Skywalker (C) (Promo)", "AOTC"), EXACT, "Anakin Skywalker (C) (Promo) [AOTC]"),
    ],
)
def test_rows_that_are_sure(matcher: Matcher, stated: SheetHolding, grade: str, found: str) -> None:
    match = matcher.match(stated)
    assert (match.grade, match.found and match.found.label) == (grade, found)
    assert bool(match.reason) == (grade == STRONG)


@pytest.mark.parametrize(
    ("stated", "grade", "reason", "candidate"),
    [
        (row("Yoda", "AOTC"), AMBIGUOUS, "version letter missing", YODA_B),
        (row("Boba Fett"), AMBIGUOUS, "version letter missing", BOBA),
        (row("Boba Fett (A)", "AOTC", "7"), AMBIGUOUS, "number 7 of AOTC is Captain Typho (A)", BOBA),
        (row("Boba Fett (A)", "JG"), AMBIGUOUS, "Boba Fett (A) is not in JG", BOBA),
        (row("Boba Fett (A)", "AOTC", set_name="Jedi Guardians"), AMBIGUOUS, "by code and", BOBA),
        (row("Star Destroyer", "RAS"), AMBIGUOUS, "is not in RAS", "Star Destroyer RAS [RAS 98]"),
        (row("Boba Fett (A)", "Attak of the Clones"), UNMATCHED, "did you mean Attack of", BOBA),
        (row("Boba Fett (A)", "ZZZ"), UNMATCHED, "no set is called 'ZZZ'", BOBA),
        (row("Bobba Fett (A)", "AOTC"), UNMATCHED, "no card has this name", BOBA),
        (row("Fett Boba (A)", "AOTC"), UNMATCHED, "no card has this name", BOBA),
        (row(None), UNMATCHED, "no name of a card", None),
        (row(None, image_key="AOTC999_X"), UNMATCHED, "no card has the image key", None),
        (row("Something else entirely", "AOTC"), UNMATCHED, "no card has this name", None),
    ],
)
def test_rows_that_are_never_guessed(
    matcher: Matcher, stated: SheetHolding, grade: str, reason: str, candidate: str | None
) -> None:
    match = matcher.match(stated)
    assert (match.grade, match.found) == (grade, None)
    assert reason in match.reason
    labels = [found.label for found in match.candidates]
    assert candidate in labels if candidate else not labels


def test_a_card_of_several_printings_without_a_set_is_kept_as_unknown(
    matcher: Matcher, catalogue: Catalogue
) -> None:
    card = next(
        c
        for c in catalogue.cards()
        if len([p for p in c.printings if normal_form(p.name) == normal_form(c.name)]) > 1
    )
    match = matcher.match(row(card.name))
    assert (match.grade, match.found) == (STRONG, Candidate(card))
    assert "the printing is kept as unknown" in match.reason


def test_every_printing_is_found_by_its_own_label_and_by_nothing_less_sure(
    matcher: Matcher, catalogue: Catalogue
) -> None:
    """Name, set and number tell every printing of the catalogue, or it is asked about."""
    unsure = []
    for card in catalogue.cards():
        for printing in card.printings:
            match = matcher.match(row(printing.name, printing.set_code, printing.number))
            if match.found != Candidate(card, printing):
                assert match.found is None, (printing, match)
                unsure.append(printing.name)
            else:
                assert matcher.find_choice(match.found.label) == match.found
    assert unsure == []


@pytest.mark.parametrize("key", ["printing_id", "card_id"])
def test_a_key_helps_only_where_the_row_agrees(matcher: Matcher, catalogue: Catalogue, key: str) -> None:
    card = catalogue.find_cards("Boba Fett (A)")[0]
    ident = card.printings[0].id if key == "printing_id" else card.id
    keyed = {key: ident}
    agrees = row(
        "Boba Fett (A)",
        "AOTC" if key == "printing_id" else None,
        "6" if key == "printing_id" else None,
        **keyed,
    )
    assert matcher.match(agrees).grade == EXACT
    other = matcher.match(row("Yoda (B)", "AOTC", "119", **keyed))
    assert other.found is not None
    assert other.found.label == YODA_B
    odd = matcher.match(row("Nobody", "AOTC", "119", **keyed))
    assert (odd.grade, odd.found) == (AMBIGUOUS, None)
    assert "its hidden key means" in odd.reason


def test_image_keys_are_exact_and_a_name_beside_them_must_fit(
    catalogue: Catalogue, matcher: Matcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = catalogue.find_cards("Boba Fett (A)")[0]
    found = {"AOTC006_Boba_Fett_A": (card, card.printings[0])}
    monkeypatch.setattr(catalogue, "find_image", found.get)
    match = matcher.match(row(None, image_key="AOTC006_Boba_Fett_A"))
    assert (match.grade, match.found and match.found.label) == (EXACT, BOBA)
    assert matcher.match(row("Boba F (Z)", None, image_key="AOTC006_Boba_Fett_A")).found is None


def test_headings_and_sheet_names_stand_for_sets_when_they_are_some(matcher: Matcher) -> None:
    contexts = Contexts({1: "Attack of the Clones", 5: "Odds and ends"}, "A New Hope", matcher.find_set)
    assert contexts.of(1) == Context("A New Hope", "the name of the sheet 'A New Hope'")
    assert matcher.match(row("Yoda (B)"), contexts.of(2)).reason == "set AOTC from the heading in row 1"
    assert "no set stated" in matcher.match(row("Yoda (B)"), contexts.of(9)).reason
    # What is not in the set of the heading does not belong to it.
    assert "no set stated" in matcher.match(row("Boba Fett (B)"), contexts.of(2)).reason


def test_a_search_finds_parts_of_names(matcher: Matcher) -> None:
    assert "Captain Typho (A) [AOTC 7]" in [found.label for found in matcher.search("typho")]
    assert matcher.search(BOBA)[0].label == BOBA
    assert [found.label for found in matcher.search("bobba fett (a)")][:1] == [BOBA]
    assert matcher.search("") == ()


@pytest.mark.parametrize("loaded", [False, True])
def test_half_characters_and_shared_image_keys_mean_the_same_in_every_sheet(
    database: Path, tmp_path: Path, loaded: bool
) -> None:
    """Whether the sheet is so long that the whole catalogue is read, or not."""
    path = Path(shutil.copy(database, tmp_path / "cards.sqlite"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE printings SET image_key = 'KEY' WHERE name IN ('Boba Fett (A)', 'Yoda (B)')"
        )
    with Catalogue(path, "swtcg") as catalogue:
        if loaded:
            catalogue.load_all()
        matcher = Matcher(catalogue)
        half = row("Bob\ud800 Fett", "AOTC")
        matcher.look_ahead([half, row("Boba Fett (A)")])
        assert matcher.match(half).grade == UNMATCHED
        assert matcher.match(row(None, image_key="\udfff")).grade == UNMATCHED
        matcher.search("\ud800")
        assert matcher.find_choice("Boba \ud800 [AOTC 6]") is None
        shared = matcher.match(row(None, image_key="KEY")).found
        assert shared is not None
        assert shared.card.id == max(
            catalogue.find_cards(name)[0].id or 0 for name in ("Boba Fett (A)", "Yoda (B)")
        )
