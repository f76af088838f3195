"""The linter over the bundled catalogue and the lists it was compiled from.

What is known to remain in the bundled catalogue stands in `card_lists/accepted_findings.tsv`; after
the catalogue was edited, look at what changed, then write the file anew:

    python -m tests.importers.card_lists.test_card_lint_catalogue
"""

from pathlib import Path

import pytest

from db.cards.bundled import read_sets
from db.cards.bundled_games import BUNDLED
from importers.card_lists.card_list import CardList, read_card_list
from importers.card_lists.lint import COLUMNS, INFO, accepted_key, lint_card_list, list_words, read_accepted

ACCEPTED = Path(__file__).parents[1] / "card_lists" / "accepted_findings.tsv"


def bundled_lists() -> list[CardList]:
    return [
        read_card_list(game.folder / f"{row['code']}.tsv")
        for game in BUNDLED
        if game.code == "swtcg"
        for row in read_sets(game)
    ]


def remaining() -> list[str]:
    """What is amiss in the bundled catalogue, mere information left out; no line numbers."""
    lists = bundled_lists()
    words = list_words(lists)
    return [
        "\t".join(accepted_key(f))
        for cards in lists
        for f in lint_card_list(cards, words)
        if f.severity != INFO
    ]


def test_only_what_is_known_remains_in_the_bundled_catalogue() -> None:
    accepted = ["\t".join(key) for key in read_accepted(ACCEPTED).elements()]
    assert sorted(remaining()) == sorted(accepted)


KNOWN: tuple[tuple[str, str | None, str], ...] = (
    ("START", "Hammerhead IV-Class Cruiser Starter", "name-parentheses"),
    ("TMW", "Axe Woves A", "name-parentheses"),
    ("TMW", "Cobb Vanth A", "name-parentheses"),
    ("TM", "Din's Zephyr-J Bike (a)", "name-case"),
    ("START", "Chewbacca's Bowcaster (Starter) (A)", "name-order"),
    ("SITH", "Sith Assassin (promo)", "name-case"),
    ("CWSO", "Grievouss Shuttle (A)", "name-misspelt"),
    ("VP", "Heart of  Artorias (A)", "doubled-blank"),
    ("HWN", "Queen of Ktath'atn  (B)", "doubled-blank"),
    ("VV2", "Bichan  (A)", "doubled-blank"),
    ("PROMO", "Maul's Revival  (Promo)", "doubled-blank"),
    ("BL", "Steela Gerrera  (A)", "doubled-blank"),
    ("VP", "Harvest of Pain", "stray-blank"),
    ("TUF", "The Unifying Force", "type-spelling"),
    ("VDR", "Emperor's Gambit", "type-spelling"),
    ("BAE", "Death of a Legend", "type-spelling"),
    ("15TH", "Memory Wipe", "type-spelling"),
    ("TDT", "Vader's Interceptor (B)", "type-spelling"),
    ("AGD", "Saesee Tiin (D)", "subtype-dash"),
    ("BH", "Ambushing", "subtype-dash"),
    ("BH", "Assassin's Rifle", "subtype-dash"),
    ("AOTC", "Republic Attack Gunship UH-478", "subtype-misspelt"),
    ("VV1", "Village Bride", "arena-missing"),
    ("AAA", "Room of a Thousand Fountains", "arena-missing"),
    ("ALTA", "Darth Tyranus (R) (Promo)", "subtype-character"),
    ("ALTA", "Queen Amidala (N) (Promo)", "subtype-character"),
    ("BOBF", "Pyke Enforcer", "speed-unusual"),
    ("AGD", "Escape Pod {AGD}", "name-set-code"),
    ("RAS", "Star Destroyer RAS", "name-set-code"),
    ("CAD", "501st Legion(E)", "name-blank"),
    ("DAN", "Lucien Draay (B (Promo)", "name-unbalanced"),
    ("SMUG", "Smuggler's Guile", "stat-superfluous"),
    ("JEDI", None, "number-gap"),
    ("JEDI", "Jedi Temple Archives", "number-doubled"),
    ("SMUG", "Lost in the Crowd", "number-doubled"),
    ("ER", "Stokhli Stick", "number-doubled"),
    ("TROS", "I Am All the Sith", "stat-missing"),
    ("TROS", "I Killed Snoke", "stat-missing"),
    ("ALTA", "Yoda (U)", "stat-missing"),
    ("ALTA", "Zett Jukassa (A)", "stat-missing"),
    ("PM", "Blockade PM", "marker-conflict"),
    ("AAA", "Darth Maul (Q) (Promo)", "reprint-tags"),
    ("AOTC", "Peace on Naboo", "marker-unusual"),
)
"""Errors in the lists as they were compiled: set, name and code."""


@pytest.mark.shared_data
def test_known_oddities_of_the_compiled_lists_are_found(shared: Path) -> None:
    words, found = list_words(bundled_lists()), set()
    for code in {code for code, _, _ in KNOWN}:
        cards = read_card_list(shared / "catalogue" / "swtcg" / f"{code}.tsv")
        found |= {(code, one.name, one.code) for one in lint_card_list(cards, words)}
    assert set(KNOWN) - found == set()


if __name__ == "__main__":
    ACCEPTED.write_text("\n".join(["\t".join(COLUMNS), *remaining()]) + "\n", encoding="utf-8")
