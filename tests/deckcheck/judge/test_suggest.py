"""Suggestions for misspelt names, tried with single slips over the whole real catalogue."""

import random
import string
from typing import Any

import pytest

from db.cards.lookup import Catalogue
from db.cards.names import normal_form
from db.errors import DeckcheckError
from deckcheck.judge.validate import Judge
from deckcheck.suggest import MOST, Suggester, suggest
from tests.amounts import amount


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
    shown, suggester = list(names.values()), Suggester(names)
    tried = missed = misled = 0
    while tried < amount(100, 1_500):
        name = rng.choice(shown)
        typo = slip(name, rng)
        if normal_form(typo) in names:
            continue
        tried += 1
        found = suggester.suggest(typo)
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
        # A word left out is likelier than other words changed, as 2-1B Medical Droid (A) would be.
        ("FX-7 Medical Droid (A)", "FX-7 Medical Assistance Droid (A)"),
        ("FX-7 Medical Droid", "FX-7 Medical Assistance Droid (A)"),
        ("wok Militia", "Ewok Militia"),
        ("wok Militia (Starter)", "Ewok Militia"),
        ("FX-7 Medical Droid (A) (Promo)", "FX-7 Medical Assistance Droid (A)"),
        ("Death Star 2 (A)", "Death Star II (A)"),
        ("Jawa Salvage Squad", "Jawa Salvage Team"),
    ],
)
def test_one_that_is_clearly_ahead_comes_alone(names: dict[str, str], typed: str, wanted: str) -> None:
    assert suggest(typed, names) == (wanted,)


def test_a_name_without_version_ties_all_versions(names: dict[str, str]) -> None:
    found = suggest("Anakin Skywaler", names)
    assert len(found) == MOST
    assert all(name.startswith("Anakin Skywalker (") for name in found)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Dark Time", "A Dark Time"),
        ("The Dark Time", "A Dark Time"),
        ("Secrets of Yavin IV", "The Secret of Yavin 4"),
        ("A Secret of Yavin 4", "The Secret of Yavin 4"),
        ("Bounties of Hutts", "The Bounty of Hutts"),
        ("Trench Run", "The Trench Run"),
        ("Kuat Reinforcement Big Fleet", "Kuat Reinforcement Fleet"),
    ],
)
def test_articles_plurals_and_roman_numbers_come_before_slips(typed: str, wanted: str) -> None:
    shown = (
        "A Dark Time",
        "Dark Tide",
        "The Secret of Yavin 4",
        "The Bounty of Hutts",
        "The Trench Run",
        "Trench Gun",
        "Kuat Reinforcement Fleet",
    )
    assert suggest(typed, {normal_form(name): name for name in shown}) == (wanted,)


def test_a_title_without_its_end_suggests_the_whole_one() -> None:
    """So players shorten titles in lists: a deck of 2013 has `Dark Time`."""
    shown = ("A Dark Time for the Rebellion", "Dark Precognition", "The Secret of Yavin 4")
    known = {normal_form(name): name for name in shown}
    assert suggest("Dark Time", known) == ("A Dark Time for the Rebellion",)
    assert suggest("Dark", known) == ()


def test_a_first_name_suggests_whole_names_and_not_what_rhymes() -> None:
    """`Leia (B)` once was answered with Kreia (B)."""
    shown = ("Kreia (B)", "Leia Organa (C)", "Leia Organa (B)", "Princess Leia (B)", "Vate Prime (A)")
    known = {normal_form(name): name for name in (*shown, "Darth Vader (A)", "Leia Organa (A)")}
    assert suggest("Leia (B)", known) == ("Leia Organa (B)",)
    assert suggest("Vader", known) == ("Darth Vader (A)",)
    every = ("Leia Organa (A)", "Leia Organa (B)", "Leia Organa (C)")
    assert suggest("Leia", known) == every
    assert suggest("Leia (D)", known) == every


def test_a_version_is_not_taken_for_an_article_or_a_number() -> None:
    known = {"luke skywalker a": "Luke Skywalker (A)", "luke skywalker i": "Luke Skywalker (I)"}
    assert suggest("Luke Skywalkr (I)", known) == ("Luke Skywalker (I)",)
    assert suggest("Luke Skywalkr (A)", known) == ("Luke Skywalker (A)",)


@pytest.mark.parametrize(
    ("options", "meant"),
    [
        (
            {"play_format": "Standart"},
            "no format of Star Wars Trading Card Game is called 'Standart'; did you mean standard? Known",
        ),
        ({"edition": "printed-204"}, "no rules edition is called 'printed-204'; did you mean printed-2004"),
        ({"game": "destini"}, "no game is called 'destini'; did you mean destiny? Known"),
        ({"game": "lcg"}, "no game is called 'lcg'; did you mean swlcg? Known"),
        ({"zone_limits": {"Sideborad": 15}}, "no zone is called 'Sideborad'; did you mean Sideboard? Known"),
    ],
)
def test_a_misspelt_word_of_ours_is_answered_with_the_right_one(options: dict[str, Any], meant: str) -> None:
    with pytest.raises(DeckcheckError) as found:
        Judge(**options)
    assert meant in str(found.value)


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


def test_one_suggester_for_many_names_says_what_a_new_one_for_each_says(names: dict[str, str]) -> None:
    rng = random.Random(2005)
    shared, shown = Suggester(names), list(names.values())
    typed = [slip(rng.choice(shown), rng) for _ in range(20)]
    typed += ["Lull in the Fihgting", "Skywalker, Luke (B)", "The Jawa Salvage Good Team", "Boba Fet"]
    found = {name: shared.suggest(name) for name in typed}
    assert any(found.values())
    assert found == {name: suggest(name, names) for name in typed}


def word_slip(name: str, rng: random.Random) -> str:
    """The name with a word added, left out, doubled, turned round or in another place."""
    words = name.split()
    place = rng.randrange(len(words))
    match rng.randrange(5):
        case 0:
            words.insert(place, rng.choice(["of", "the", "x", "guard"]))
        case 1 if len(words) > 1:
            del words[place]
        case 2:
            words.insert(place, words[place])
        case 3:
            words[place] = words[place][::-1]
        case _:
            rng.shuffle(words)
    return " ".join(words)


def test_many_names_asked_for_one_by_one_are_answered_as_each_alone(names: dict[str, str]) -> None:
    """After some dozens the known names are sorted by their words and no longer gone through."""
    rng = random.Random(2007)
    some = dict(list(names.items())[::9]) | {"iv": "IV", "a a b": "A A B", "the a b": "The A B"}
    shared = Suggester(some)
    typed = [word_slip(rng.choice(list(some)), rng) for _ in range(amount(120, 2_000))]
    typed += ["4", "a b", "a a b b", "a  b", "the iv"]
    found = {name: shared.suggest(name) for name in [*typed, *typed]}
    assert sum(map(bool, found.values())) > len(found) / 3
    assert found == {name: suggest(name, some) for name in found}
