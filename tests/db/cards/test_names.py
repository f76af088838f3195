"""Names: what counts as the same name, and what does not."""

import pytest
from hypothesis import given, strategies as st

from db.cards.card import Card
from db.cards.names import image_key_for, normal_form, parse_name


@given(st.text(max_size=60))
def test_normal_form_is_stable(text: str) -> None:
    assert normal_form(normal_form(text)) == normal_form(text)


@given(st.text(max_size=60))
def test_case_blanks_and_brackets_never_matter(text: str) -> None:
    assert normal_form(f"  {text}\t") == normal_form(text)
    assert normal_form(f"({text})") == normal_form(text)


def test_no_two_cards_of_the_catalogue_share_a_normal_form(cards: tuple[Card, ...]) -> None:
    assert len({normal_form(card.name) for card in cards}) == len(cards)


def test_every_printing_name_leads_back_to_its_card(cards: tuple[Card, ...]) -> None:
    for card in cards:
        for printing in card.printings:
            assert normal_form(parse_name(printing.name).card) == normal_form(card.name)


@pytest.mark.parametrize(
    ("written", "base", "version", "distinction", "reprint"),
    [
        ("Anakin Skywalker (B)", "Anakin Skywalker", "B", None, None),
        ("Luke Skywalker (A2)", "Luke Skywalker", "A2", None, None),
        ("Boba Fett (A) (Promo)", "Boba Fett", "A", None, "Promo"),
        ("Zuckuss (A) (Promo-Film)", "Zuckuss", "A", None, "Promo-Film"),
        ("Bacta War (Promo) (Starter)", "Bacta War", None, None, "Promo, Starter"),
        ("Chewbacca's Bowcaster (Starter) (A)", "Chewbacca's Bowcaster", "A", None, "Starter"),
        ("Queen of Ktath'atn  (B)", "Queen of Ktath'atn", "B", None, None),
        ("Way of The Assassin(Promo)", "Way of The Assassin", None, None, "Promo"),
        ("Lucien Draay (B (Promo)", "Lucien Draay", "B", None, "Promo"),
        ("Din's Zephyr-J Bike (a)", "Din's Zephyr-J Bike", "A", None, None),
        ("Stormtrooper (Subordinate)", "Stormtrooper", None, "(Subordinate)", None),
        ("Jagged Fel (A) (Ship)", "Jagged Fel", "A", "(Ship)", None),
        ("Invincible (A) AGD", "Invincible", "A", "AGD", None),
        ("Escape Pod {AGD}", "Escape Pod {AGD}", None, None, None),
        ("Star Destroyer RAS", "Star Destroyer RAS", None, None, None),
        ("(A)", "(A)", None, None, None),
        ("", "", None, None, None),
    ],
)
def test_parts_of_a_name(
    written: str, base: str, version: str | None, distinction: str | None, reprint: str | None
) -> None:
    parts = parse_name(written)
    assert (parts.base, parts.version, parts.distinction, parts.reprint) == (
        base,
        version,
        distinction,
        reprint,
    )


@given(st.text(max_size=80))
def test_any_text_has_parts(text: str) -> None:
    assert isinstance(parse_name(text).card, str)


def test_image_keys_look_like_those_of_the_plugin() -> None:
    assert image_key_for("Padmé Amidala (H)", "ROTS", "59") == "ROTS059_Padme_Amidala_H"
    assert image_key_for('Jon "Dutch" Vander (A)', "ANH", "88") == "ANH088_Jon_Dutch_Vander_A"
