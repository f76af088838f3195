"""Suggestions for misspelt names, tried with single slips over the whole real catalogue."""

import random
import string

import pytest

from db.lookup import Catalogue
from db.names import normal_form
from deckcheck.suggest import MOST, suggest


@pytest.fixture(scope="module")
def names(catalogue: Catalogue) -> dict[str, str]:
    return catalogue.names()


def slip(name: str, rng: random.Random) -> str:
    """The name with one letter dropped, replaced, or swapped with what follows it."""
    place = rng.choice([i for i, c in enumerate(name) if c.isalpha()])
    before, letter, after = name[:place], name[place], name[place + 1 :]
    kind = rng.choice(("drop", "replace", "swap"))
    if kind == "drop":
        return before + after
    if kind == "replace":
        return before + rng.choice(string.ascii_lowercase) + after
    return before + after[:1] + letter + after[1:]


def test_a_single_slip_suggests_the_right_name(names: dict[str, str]) -> None:
    rng = random.Random(2002)
    shown = list(names.values())
    tried = missed = misled = 0
    while tried < 1500:
        name = rng.choice(shown)
        typo = slip(name, rng)
        if normal_form(typo) in names:
            continue
        tried += 1
        found = suggest(typo, names)
        missed += name not in found
        misled += len(found) == 1 and name not in found
    assert missed <= tried * 0.01
    assert misled == 0


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Anakin Skywaler (A)", "Anakin Skywalker (A)"),
        ("anakin skywlaker b", "Anakin Skywalker (B)"),
        ("R2D2 (A)", "R2-D2 (A)"),
        ("Skywalker, Luke (B)", "Luke Skywalker (B)"),
        ("Lull in the Fihgting", "Lull in the Fighting"),
    ],
)
def test_one_that_is_clearly_ahead_comes_alone(
    names: dict[str, str], typed: str, wanted: str
) -> None:
    assert suggest(typed, names) == (wanted,)


def test_a_name_without_version_ties_all_versions(names: dict[str, str]) -> None:
    found = suggest("Anakin Skywaler", names)
    assert len(found) == MOST
    assert all(name.startswith("Anakin Skywalker (") for name in found)


def test_an_unknown_version_ties_the_known_ones() -> None:
    known = {"yoda a": "Yoda (A)", "yoda b": "Yoda (B)", "yodel c": "Yodel (C)"}
    assert suggest("Yoda (Z)", known) == ("Yoda (A)", "Yoda (B)")


@pytest.mark.parametrize("typed", ["", "()", "zzzz", "Black Lotus", "Lightning Bolt"])
def test_nothing_near_suggests_nothing(names: dict[str, str], typed: str) -> None:
    assert suggest(typed, names) == ()


def test_short_words_allow_one_edit_only() -> None:
    assert suggest("sied", {"side": "side", "size": "size"}) == ("side",)
    assert suggest("xyz", {"set": "set"}) == ()


def test_far_slips_do_not_choose_between_near_rivals() -> None:
    known = {"emperors royal guards": "Emperor's Royal Guards", "emperors royal guard": "Guard"}
    assert suggest("emprors ryal gards", known) == ("Emperor's Royal Guards", "Guard")
