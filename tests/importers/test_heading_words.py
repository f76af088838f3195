"""Words of headings: every row of the table can be used, and is found as people type it."""

import re
import unicodedata

from importers.heading_words import ANY_GAME, heading_form, meanings, words_for


def test_every_word_is_found_with_and_without_its_accents() -> None:
    assert ("swtcg", "Space") in meanings()[heading_form("VESMÍRNÉ JEDNOTKY")]
    assert ("swtcg", "Ground") in meanings()[heading_form("ladowe")]
    assert (ANY_GAME, "copies") in meanings()[heading_form("Stück")]
    assert "" not in meanings()


def test_no_word_means_two_things_in_one_game_but_those_that_a_line_around_it_decides() -> None:
    """A count word is read behind a number alone, a mark in brackets behind a name, a title before a colon."""
    by_place = {
        "mark",
        "copies",
        "title",
        "author",
        "number 1",
        "deck",
        "total",
        "about",
        "player",
        "club",
        "list",
        "cards",
    }
    double = {
        word: known
        for word, known in meanings().items()
        for game in {game for game, _ in known}
        if len({means for of, means in known if of == game} - by_place) > 1
    }
    assert double == {}


def test_numbers_as_words_are_the_same_in_all_languages() -> None:
    every = [words_for(f"number {n}") for n in range(1, 5)]
    assert all(every)
    assert len(frozenset().union(*every)) == sum(map(len, every))
    plain = re.compile(r"[a-z ]+")
    assert all(plain.fullmatch(word) for words in every for word in words)
    assert unicodedata.is_normalized("NFC", "Stück")
