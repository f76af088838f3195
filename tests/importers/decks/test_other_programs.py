"""Decks of programs for all card games: Cockatrice, Tabletop Simulator, spreadsheets."""

import json
from typing import Any

import pytest

from importers.decks.deck_list import DeckList
from importers.decks.reading import parse_deck
from importers.errors import ForbiddenXmlError, LimitError, MalformedFileError


def read(data: Any, source: str = "x") -> DeckList:
    text = data if isinstance(data, str) else json.dumps(data)
    return parse_deck(text.encode(), source=source)


def card(name: str, described: str = "") -> dict[str, Any]:
    return {"Name": "Card", "Nickname": name, "Description": described}


def pile(*cards: dict[str, Any], name: str = "") -> dict[str, Any]:
    return {"Name": "Deck", "Nickname": name, "ContainedObjects": list(cards)}


def test_equal_cards_of_a_pile_are_counted_and_a_pile_may_name_its_zone() -> None:
    nexu = card("Nexu")
    found = read({"ObjectStates": [pile(nexu, nexu, card("Acklay")), pile(nexu, name="Supply")]})
    assert [(line.quantity, line.name, line.zone) for line in found.lines] == [
        (2, "Nexu", "Deck"),
        (1, "Acklay", "Deck"),
        (1, "Nexu", "Supply"),
    ]
    assert not found.unread


def test_cards_without_a_name_and_several_piles_leave_a_doubt() -> None:
    found = read({"ObjectStates": [pile(card("Nexu")), pile(card(" "))]})
    assert [entry.reason for entry in found.unread] == [
        "no card name",
        "2 piles of cards, which may be several decks",
    ]
    unnamed = read({"ObjectStates": [{"Name": "DeckCustom", "DeckIDs": [100, 101]}]})
    assert [entry.reason for entry in unnamed.unread] == ["a pile of cards without their names"]


def test_only_the_file_of_swdestinydb_states_sets_and_dice_in_descriptions() -> None:
    described = card("Nexu", "elite AW 12")
    (plain,) = read({"ObjectStates": [described]}).lines
    assert (plain.set_code, plain.dice) == (None, None)
    bag = {"Name": "Bag", "Description": "Exported from SWDestinyDB.com", "ContainedObjects": [described]}
    found = read({"ObjectStates": [bag]})
    (line,) = found.lines
    assert (line.set_code, line.number, line.dice, found.game) == ("AW", "12", 2, "destiny")
    assert found.remarks == (
        "swdestinydb.com writes each character once, however many of it are in the deck",
    )


@pytest.mark.parametrize("where", ["tab", "card"])
def test_a_list_in_the_notebook_is_read(where: str) -> None:
    text = "4 Yoda (A)\n1 Nexu"
    tab = {"0": {"title": "Rules", "body": ""}, "1": {"title": "My deck", "body": text}}
    note = {"Name": "Notecard", "Nickname": "My deck", "Description": text}
    saved = {"ObjectStates": [], "TabStates": tab} if where == "tab" else {"ObjectStates": [note]}
    found = read(saved)
    assert [(line.quantity, line.name) for line in found.lines] == [(4, "Yoda (A)"), (1, "Nexu")]
    assert found.remarks == ("the list is that of 'My deck'",)
    with pytest.raises(MalformedFileError, match="several lists: 'My deck', 'My deck'"):
        read({"ObjectStates": [note, note]})
    with pytest.raises(MalformedFileError, match="without cards or a list"):
        read({"ObjectStates": []})


def test_bags_in_bags_without_end_are_refused() -> None:
    deep = '{"ContainedObjects": [' * 3_000 + "]}" * 3_000
    with pytest.raises(LimitError):
        read('{"ObjectStates": [' + deep + "]}")


def test_a_deck_of_cockatrice_with_something_else_in_it() -> None:
    found = read(
        '<cockatrice_deck version="1"><zone name="main"><card number="x" name="Nexu"/>'
        '<card name="Acklay"/><card number="1" name="Reek" foil="1"/>9 Yoda</zone><token/>'
        "</cockatrice_deck>"
    )
    assert [(line.quantity, line.name, line.zone) for line in found.lines] == [(1, "Acklay", "Deck")]
    assert [entry.reason for entry in found.unread] == [
        "a card with no number",
        "a card with the unknown foil=",
        "text outside of any card",
        "<token> is no part of a deck",
    ]
    with pytest.raises(ForbiddenXmlError):
        read('<!DOCTYPE d [<!ENTITY a "b">]><cockatrice_deck/>', "x.cod")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Yoda (A);4\nNexu;1\n", "-"),
        ("4,Yoda (A)\n1,Nexu\n", "x.csv"),
        ('Yoda (A)\t"4"\nNexu\t"1"\n', "-"),
        ('"4"\t"Yoda (A)"\n"1"\t"Nexu"\n', "x.tsv"),
    ],
)
def test_a_table_without_a_header_whose_columns_are_certain(text: str, source: str) -> None:
    found = read(text, source)
    assert found.read_as == "csv"
    assert [(line.quantity, line.name, line.line) for line in found.lines] == [
        (4, "Yoda (A)", 1),
        (1, "Nexu", 2),
    ]


@pytest.mark.parametrize("text", ["4,Yoda (A)\nNexu,1\n", "4,Yoda (A),2002\n", "99,8\n"])
def test_a_table_without_a_header_whose_columns_are_not_certain_is_refused(text: str) -> None:
    with pytest.raises(MalformedFileError, match="no column for count and name"):
        read(text, "x.csv")
