"""OCTGN sets: values and element text, markup, doubled properties, and XML that is refused."""

import pytest

from importers.sources.source_errors import MalformedSourceError
from tests.importers.sources.as_read import stargate_as_read
from tests.importers.sources.made_up import octgn_card, octgn_set, read_tree

LONG = (
    '<card name="Bee" id="k1" size="mission"><property name="Subtitle" value="Far &amp; wide"/>'
    '<property name="Type" value="Mission"/><property name="Allegiance" value="Mission"/>'
    '<property name="Culture" value="3"/><property name="Culture" value="5"/><property name="Cost" value=""/>'
    '<property name="Glyph"><s value="s">Scorpius</s></property><property name="Rarity" value="C"/>'
    '<property name="Text"><b>Success:</b> Do it.\nThen &lt;stop&gt;.</property><property name="Number" value="9"/>'
    '<property name="Odd" value="thing"/></card>'
)
DEFINITION = b'\xef\xbb\xbf<?xml version="1.0"?><game><card><property name="Type"/><property name="Text"/></card></game>'


def test_a_card_with_everything_odd() -> None:
    reading = read_tree({"Sets/1 - Base/set.xml": octgn_set("Base Set", LONG)})
    assert not reading.problems
    (card,) = reading.cards
    assert (card.card, card.base, card.image_key, card.set_code) == ("Bee, Far & wide", "Bee", "k1", "BASE")
    assert (card.side, card.type, card.cost, card.number) == ("hero", "Mission", None, "9")
    assert card.text == "Success: Do it.\nThen <stop>."
    assert card.facts["culture"] == 3
    assert card.facts["glyph"] == "Scorpius"
    assert card.details["size"] == "mission"
    assert card.details["markup"]["Text"] == "<b>Success:</b> Do it.\nThen &lt;stop&gt;."
    assert card.details["properties"] == {"Odd": "thing", "Culture": ["3", "5"], "Allegiance": "Mission"}
    assert card.place.line == 4
    back = stargate_as_read(card)
    assert (back["Subtitle"], back["Allegiance"]) == ("Far & wide", "Mission")
    assert back["Culture"] == ["3", "5"]
    assert back["Glyph"] == '<s value="s">Scorpius</s>'


def test_no_affiliation_is_lost() -> None:
    """Whether a card has several in one property or in two, all of them are its subtypes."""
    doubled = octgn_card("Bee", "k1").replace(
        "</card>",
        '<property name="Affiliation" value="SGC"/><property name="Affiliation" value="Atlantis Asgard"/></card>',
    )
    reading = read_tree({"set.xml": octgn_set("Base Set", doubled)})
    (card,) = reading.cards
    assert card.subtype == "SGC - Atlantis - Asgard"
    assert stargate_as_read(card)["Affiliation"] == ["SGC", "Atlantis Asgard"]


def test_cards_of_one_name_and_two_types_are_two_cards() -> None:
    """A Support Character who is a Team Character in another set; a reprint is one card."""
    cards = [
        octgn_card("Bee", key, Type=kind, Number=key)
        for key, kind in (("1", "Gear"), ("2", "Ship"), ("3", "Gear"))
    ]
    reading = read_tree({"set.xml": octgn_set("Base Set", *cards)})
    one, other, reprint = (card.identity for card in reading.cards)
    assert one == reprint != other


def test_sets_come_in_the_order_of_their_folders() -> None:
    files = {
        "Sets/10 - Last/set.xml": octgn_set("Last One", octgn_card("Wasp", "w")),
        "Sets/2 - Lords/set.xml": octgn_set("System Lords", octgn_card("Bee", "b")),
        "definition.xml": DEFINITION,
    }
    reading = read_tree(files)
    assert [(one.code, one.name) for one in reading.sets] == [
        ("LORDS", "System Lords"),
        ("LAST-ONE", "Last One"),
    ]
    assert any("no property 'Allegiance', which 2 cards have" in note for note in reading.notes)


def test_a_single_set_file_is_enough() -> None:
    assert read_tree({"set.xml": octgn_set("Base Set", octgn_card("Bee", "b"))}).cards[0].name == "Bee"


@pytest.mark.parametrize(
    ("name", "value"), [("Type", "Land"), ("Allegiance", ""), ("Cost", "lots"), ("Culture", "two")]
)
def test_values_that_cannot_be(name: str, value: str) -> None:
    cards = octgn_card("Ant", "a"), octgn_card("Bee", "b", **{name: value})
    reading = read_tree({"set.xml": octgn_set("Base Set", *cards)})
    assert [card.name for card in reading.cards] == ["Ant"]
    (problem,) = reading.problems
    assert (problem.place.column, problem.place.line, problem.set_code) == (name, 5, "BASE")


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (octgn_set("Base Set", "<card>"), "made-up:5: broken XML"),
        (b"\n\n" + octgn_set("Base Set", "<card>").lstrip(b"\xef\xbb\xbf"), "made-up:7: broken XML"),
        (
            b'<!DOCTYPE x [<!ENTITY a "aaaa">]><set gameId="11ec1f21-7d4c-4bf0-9d72-df01c6c78911">&a;</set>',
            "made-up:1: a document type",
        ),
    ],
)
def test_broken_and_dangerous_xml_is_refused(data: bytes, match: str) -> None:
    with pytest.raises(MalformedSourceError, match=match):
        read_tree({"set.xml": data})
