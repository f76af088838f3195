"""JSON decks, our own and those of swtcg-deckdb.com, whole and damaged."""

import json
from typing import Any

import pytest

from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.reading import parse_deck
from importers.decks.writing import losses, write_deck
from importers.errors import LimitError, MalformedFileError, UnknownFormatError

YODA = {"quantity": 4, "name": "Yoda (A)"}


def read(data: Any) -> DeckList:
    text = data if isinstance(data, str) else json.dumps(data)
    return parse_deck(text.encode(), source="deck.json")


def ours(*cards: Any, **more: Any) -> dict[str, Any]:
    return {"schema": "deckcheck.deck/1", "cards": list(cards), **more}


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (None, "no object with quantity and name"),
        ([4, "Yoda"], "no object with quantity and name"),
        ({"name": "Yoda"}, "the count is null, expected a whole number"),
        ({"quantity": True, "name": "Yoda"}, "the count is true, expected a whole number"),
        ({"quantity": 1.5, "name": "Yoda"}, "the count is 1.5, expected a whole number"),
        ({"quantity": "four", "name": "Yoda"}, 'the count is "four", expected a whole number'),
        ({"quantity": -1, "name": "Yoda"}, "-1 copies, expected 1 to 9,999"),
        ({"quantity": 10**400, "name": "Yoda"}, "1,000,000,000,000 copies, expected 1 to 9,999"),
        ({"quantity": 1e300, "name": "Yoda"}, "1,000,000,000,000 copies, expected 1 to 9,999"),
        ({"quantity": 1}, "no card name"),
        ({"quantity": 1, "name": 7}, "'name' is 7, expected a text"),
        ({"quantity": 1, "name": "a\nb"}, "the card name holds the unprintable character U+000A"),
        ({"quantity": 1, "name": "\ud800"}, "the card name holds the unprintable character U+D800"),
        ({"quantity": 1, "name": "A", "set": ["B"]}, "'set' is [\"B\"], expected a text"),
        ({"quantity": 1, "name": "A", "zone": "z" * 201}, "a zone of 201 characters, at most 200 expected"),
        ({"quantity": 1, "name": "A", "copies": 4}, "the unknown key 'copies'"),
    ],
)
def test_a_bad_entry_costs_itself_only(card: Any, reason: str) -> None:
    text = json.dumps(ours(YODA, card, YODA)).replace('"cards": [', '"cards": [\n').replace("}, {", "},\n{")
    deck_list = read(text)
    assert deck_list.quantity == 8
    assert [entry.reason for entry in deck_list.unread] == [reason]


def test_entries_know_their_lines() -> None:
    text = """{"schema": "deckcheck.deck/1", "notes": "[{\\"cards\\": [1]}]", "zones": [
        "Deck"], "cards":
      [ {"quantity": 1, "name": "A"}, {
          "quantity": 1, "name": "B", "zone": "Supply"},

        7, [{"quantity": 1}],
        {"quantity": 1, "name": "C"}]}"""
    deck_list = read(text)
    assert [(line.name, line.line) for line in deck_list.lines] == [("A", 3), ("B", 3), ("C", 7)]
    assert [entry.line for entry in deck_list.unread] == [6, 6]


def test_unknown_parts_are_accounted_for() -> None:
    deck_list = read(
        '{"schema": "deckcheck.deck/1",\n"cards": [],\n"sideboard": [{"quantity": 1, "name": "A"}]}'
    )
    assert [(entry.line, entry.reason) for entry in deck_list.unread] == [(3, "the unknown key 'sideboard'")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"schema": "deckcheck.deck/1", "cards": [}', "deck.json:1: broken JSON (Expecting value)"),
        ('{"schema": "deckcheck.deck/1",\n', "deck.json:2: broken JSON"),
        (
            '{"schema": "deckcheck.deck/2", "cards": []}',
            "the schema is 'deckcheck.deck/2', expected 'deckcheck.deck/1'",
        ),
        ('{"schema": "deckcheck.deck/1", "cards": [], "cards": []}', "the key 'cards' stands twice"),
        ('{"schema": "deckcheck.deck/1", "cards": {}}', "'cards' is no list"),
        ('{"schema": "deckcheck.deck/1", "zones": [1]}', "'zones' is no list of names"),
        ('{"schema": "deckcheck.deck/1", "name": 7}', "'name' is 7, expected a text"),
        ('{"x": {"cards": []}}', "no list 'cards'"),
    ],
)
def test_a_broken_file_is_an_error_with_its_place(text: str, message: str) -> None:
    with pytest.raises(MalformedFileError) as error:
        read(text)
    assert message in str(error.value)


@pytest.mark.parametrize("text", ["[]", '[{"cards": []}]', '{"a": 1}', "[4]", '"cards"', "{}"])
def test_other_json_is_not_taken_for_a_deck(text: str) -> None:
    with pytest.raises(UnknownFormatError):
        read(text)


def test_depth_entries_and_zones_are_limited() -> None:
    with pytest.raises(LimitError, match="JSON nested 21 deep"):
        read('{"cards": ' + "[" * 100_000)
    with pytest.raises(LimitError, match="100,001 entries in 'cards'"):
        read('{"cards": [' + "1," * 100_000 + "1]}")
    with pytest.raises(LimitError, match="60 zones"):
        read(ours(*({"quantity": 1, "name": "A", "zone": str(n)} for n in range(60))))


def test_a_quantity_of_thousands_of_digits_costs_its_entry_only() -> None:
    for key, start in (("quantity", '"schema": "deckcheck.deck/1", '), ("count", "")):
        nines = f'{{"{key}": {"9" * 5_000}, "name": "A"}}'
        deck_list = read(f'{{{start}"cards": [{nines}, {{"{key}": 1, "name": "B"}}]}}')
        assert [line.name for line in deck_list.lines] == ["B"]
        assert [entry.reason for entry in deck_list.unread] == [
            "1,000,000,000,000 copies, expected 1 to 9,999"
        ]


@pytest.mark.parametrize("text", ["[" * 50_000, '{"a": ' * 50_000, '[{"a": ' * 50_000])
def test_deep_json_without_cards_is_told_to_be_deep(text: str) -> None:
    with pytest.raises(LimitError, match=r"deck\.json:1: JSON nested 21 deep, at most 20 expected"):
        read(text)


def test_texts_are_fit_for_a_terminal() -> None:
    deck_list = read(ours(YODA, name="\x1b[31mred\ud800", notes="a\n\x07b"))
    assert (deck_list.name, deck_list.notes) == ("\ufffd[31mred\ufffd", "a\n\ufffdb")


def test_a_deck_of_the_site_with_nulls_everywhere() -> None:
    deck_list = read(
        {
            "name": None,
            "format": None,
            "pool": None,
            "side": None,
            "owner_username": None,
            "cards": [{"count": 1, "name": "Yoda (A)", "setCode": None}],
            "supply": None,
        }
    )
    assert deck_list == DeckList((DeckLine(1, "Yoda (A)", "Deck", 1),), "deckdb-json", zones=("Deck",))


def test_cards_of_zones_that_the_site_lacks_are_said_to_be_lost() -> None:
    deck_list = DeckList((DeckLine(1, "A"), DeckLine(3, "B", "Sideboard")), "text")
    assert losses(deck_list, "deckdb-json") == ("3 cards in Sideboard are left out",)
    assert b"B" not in write_deck(deck_list, "deckdb-json")
