"""Decks of swdestinydb.com: dice counted apart from cards, headings by type, codes for names."""

import json
import re

import pytest
from hypothesis import given, strategies as st

from importers.decks import swdestinydb_json
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.reading import parse_deck
from importers.decks.writing import losses, write_deck
from importers.errors import MalformedFileError, UnwritableDeckError

EXPORT = """Two of a kind

CHARACTER
¯¯¯¯¯¯¯¯¯
2x Captain Nobody, Elite Nothing (Awakenings #1)

PLOT
¯¯¯¯
Scheme (Legacies #169)

EVENT
¯¯¯¯¯
2x Salt (Awakenings #10)
"""


def test_headings_become_the_zones_of_the_game() -> None:
    deck_list = parse_deck(EXPORT.encode(), source="x.txt")
    assert [(line.zone, line.quantity, line.dice, line.name) for line in deck_list.lines] == [
        ("Team", 1, 2, "Captain Nobody, Elite Nothing"),
        ("Plot", 1, None, "Scheme"),
        ("Deck", 2, None, "Salt"),
    ]
    assert (deck_list.game, deck_list.name, deck_list.unread) == ("destiny", "Two of a kind", ())


@pytest.mark.parametrize(
    ("row", "quantity", "name", "set_code", "number"),
    [
        ("1x A, B (Way of the Force #7)", 1, "A, B", "Way of the Force", "7"),
        ("A (One #12A)", 1, "A", "One", "12A"),
        ("10x A (and B) (One #1)", 10, "A (and B)", "One", "1"),
        ("2x 4-LOM, Droid (One #3)", 2, "4-LOM, Droid", "One", "3"),
        ("12x  Spaced   (One  #3)", 12, "Spaced", "One", "3"),
        ("2 Salt (Awakenings #10)", 2, "Salt", "Awakenings", "10"),
        ("4-LOM (One #3)", 1, "4-LOM", "One", "3"),
    ],
)
def test_lines_of_the_export(row: str, quantity: int, name: str, set_code: str, number: str) -> None:
    (line,) = parse_deck(row.encode(), source="x.txt").lines
    assert (line.quantity, line.name, line.set_code, line.number) == (quantity, name, set_code, number)


@given(st.text('"":: \n01a{},\\\u0661', max_size=30), st.text("01a: \n\\\u0661", max_size=3))
def test_the_line_of_a_slot_is_that_of_the_first_such_key(text: str, code: str) -> None:
    """A deck of many slots must not be searched once for each of them."""
    found = re.search(rf'"{re.escape(code)}"\s*:', text)
    expected = 99 if found is None else text.count("\n", 0, found.start()) + 1
    places = swdestinydb_json._key_places(text)
    assert swdestinydb_json._line_of(code, text, places, 99) == expected


def test_slots_that_look_like_one_that_was_read_before_are_read_anew() -> None:
    """True and 1.0 are equal to 1 where what was read is kept."""
    for _ in range(2):
        for quantity, is_read in (("1", True), ("true", False), ("1.5", False), ('"x"', False)):
            for dice in ("2", "true", "-1", "null"):
                slot = f'{{"quantity": {quantity}, "dice": {dice}}}'
                text = f'{{"slots": {{"01001": {slot}}}}}'
                found = parse_deck(text.encode(), source="x.json")
                fits = is_read and dice in {"2", "null"}
                assert (len(found.lines), len(found.unread)) == ((1, 0) if fits else (0, 1)), text
        swapped = b'{"slots": {"01001": {"dice": 1, "quantity": 2}}}'
        (line,) = parse_deck(swapped, source="x.json").lines
        assert (line.quantity, line.dice, line.line) == (2, 1, 1)


def test_dice_of_the_json_are_kept_apart_from_cards() -> None:
    document = {
        "name": "x",
        "slots": {"01001": {"quantity": 1, "dice": 2}, "01075": {"quantity": 2, "dice": 0}},
    }
    deck_list = parse_deck(json.dumps(document).encode(), source="x.json")
    assert [(line.card_id, line.quantity, line.dice) for line in deck_list.lines] == [
        ("01001", 1, 2),
        ("01075", 2, 0),
    ]


def test_each_line_of_a_character_is_one_card_with_so_many_dice() -> None:
    rows = ["CHARACTER", "---------", *(f"{n}x Guard (One #4)" for n in (2, 1, 1))]
    deck_list = parse_deck("\n".join(rows).encode(), source="x.txt")
    assert [(line.quantity, line.dice) for line in deck_list.lines] == [(1, 2), (1, 1), (1, 1)]
    elites = DeckList(
        (DeckLine(3, "Guard", "Team", None, "One", None, "4", None, 5),), "made", game="destiny"
    )
    written = write_deck(elites, "swdestinydb-txt").decode().splitlines()
    assert [row for row in written if "Guard" in row] == [
        "2x Guard (One #4)",
        "2x Guard (One #4)",
        "1x Guard (One #4)",
    ]


@pytest.mark.parametrize(
    ("slot", "lines"),
    [
        ({"quantity": 3, "dice": 3, "dices": "2,2,2"}, [(3, 6)]),
        ({"quantity": 3, "dice": 4, "dices": "2,1,1"}, [(3, 4)]),
        ({"quantity": 3, "dice": 3, "dices": [1, 2, 1]}, [(3, 4)]),
        ({"quantity": 3, "dice": 3, "dices": "3,1,1"}, [(1, 3), (2, 2)]),
        ({"quantity": 1, "dice": 2, "dices": "2"}, [(1, 2)]),
        ({"quantity": 2, "dice": 2, "dices": ""}, [(2, 2)]),
        ({"quantity": 2, "dice": 2, "dices": None}, [(2, 2)]),
        ({"quantity": 2, "dices": "0,0"}, [(2, 0)]),
    ],
)
def test_dices_are_the_dice_of_each_copy(slot: dict[str, object], lines: list[tuple[int, int]]) -> None:
    document = {"name": "x", "slots": {"12004": slot}}
    deck_list = parse_deck(json.dumps(document).encode(), source="x.json")
    assert deck_list.unread == ()
    assert [(line.quantity, line.dice) for line in deck_list.lines] == lines


@pytest.mark.parametrize(
    ("slot", "reason"),
    [
        ({"quantity": 3, "dice": 3, "dices": "2,2"}, "'dices': '2,2' has the dice of 2"),
        ({"quantity": 1, "dice": 2, "dices": "1"}, "with 2 dice, but 'dices'"),
        ({"quantity": 1, "dice": 1, "dices": "one"}, "expected the dice of each copy like '2,1'"),
        ({"quantity": 1, "dice": 1, "dices": "-1"}, "expected the dice of each copy"),
        ({"quantity": 1, "dice": 1, "dices": {"a": 1}}, "expected the dice of each copy"),
        ({"quantity": 1, "dice": 1, "dices": ",".join("1" * 5000)}, "expected the dice of each"),
        ({"quantity": 1, "dice": 1, "dices": 7}, "expected the dice of each copy"),
    ],
)
def test_dices_that_do_not_fit_are_told_not_guessed(slot: dict[str, object], reason: str) -> None:
    document = {"name": "x", "slots": {"12004": slot}}
    deck_list = parse_deck(json.dumps(document).encode(), source="x.json")
    assert deck_list.lines == ()
    (left,) = deck_list.unread
    assert reason in left.reason


def test_the_dice_of_each_copy_are_written_where_they_are_no_more_than_the_copies() -> None:
    lines = tuple(DeckLine(1, "12004", "Deck", card_id="12004", dice=dice) for dice in (2, 0))
    data = write_deck(DeckList(lines, "made"), "swdestinydb-json")
    assert [line.dice for line in parse_deck(data, source="x.json").lines] == [2, 0]


def test_several_elite_copies_are_written_as_the_site_does() -> None:
    line = DeckLine(3, "x", "Deck", card_id="12004", dice=5)
    written = json.loads(write_deck(DeckList((line,), "made", game="destiny"), "swdestinydb-json"))
    assert written["slots"] == {"12004": {"quantity": 3, "dice": 3, "dices": "2,2,1"}}


@pytest.mark.parametrize("slots", ['"slots": {"a": [1}', '"slots": {"a": {"quantity": 1}'])
def test_broken_json_is_one_clear_error(slots: str) -> None:
    with pytest.raises(MalformedFileError, match="broken JSON"):
        parse_deck(f'{{"name": "x", {slots}'.encode(), source="x.json")


CARDS = st.tuples(
    st.integers(1, 4),
    st.sampled_from(["Salt", "A, B", "4-LOM", "R2-D2", "Who's There?", "The Best Defense..."]),
    st.sampled_from(["Deck", "Battlefield", "Plot"]),
    st.none(),
    st.sampled_from(["Awakenings", "Way of the Force"]),
    st.none(),
    st.sampled_from(["1", "12", "7B"]),
).map(lambda values: DeckLine(*values))


@given(st.lists(CARDS, min_size=1, max_size=12))
def test_a_written_export_reads_back(cards: list[DeckLine]) -> None:
    deck_list = DeckList(tuple(cards), "made", name="Mine", game="destiny")
    back = parse_deck(write_deck(deck_list, "swdestinydb-txt"), source="x.txt")
    assert back.unread == ()
    assert sorted((c.zone, c.quantity, c.name, c.set_code, c.number) for c in back.lines) == sorted(
        (c.zone, c.quantity, c.name, c.set_code or "", c.number or "") for c in cards
    )


SLOTS = st.builds(
    DeckLine,
    st.integers(1, 4),
    st.just("x"),
    st.just("Deck"),
    st.none(),
    st.none(),
    st.none(),
    st.none(),
    st.from_regex(r"[0-9]{5}[A-D]?", fullmatch=True),
    st.integers(0, 4),
)


@given(st.lists(SLOTS, min_size=1, max_size=12, unique_by=lambda line: line.card_id))
def test_written_slots_read_back(cards: list[DeckLine]) -> None:
    deck_list = DeckList(tuple(cards), "made", game="destiny", format="standard")
    back = parse_deck(write_deck(deck_list, "swdestinydb-json"), source="x.json")
    assert [(c.card_id, c.quantity, c.dice) for c in back.lines] == [
        (c.card_id, c.quantity, c.dice) for c in cards
    ]
    assert back.format == "standard"


def test_what_these_formats_cannot_say_is_refused_or_told() -> None:
    name_only = DeckList((DeckLine(1, "Salt"),), "made", game="destiny")
    with pytest.raises(UnwritableDeckError, match="whose code is not known"):
        write_deck(name_only, "swdestinydb-json")
    with pytest.raises(UnwritableDeckError, match="'swtcg'"):
        write_deck(DeckList((DeckLine(1, "Yoda (A)"),), "made", game="swtcg"), "swdestinydb-txt")
    team = DeckList((DeckLine(1, "A", "Team", card_id="01001", dice=2),), "made", game="destiny")
    assert losses(team, "swdestinydb-json") == (
        "the zones Team are left out; the types of the cards tell them",
    )
    assert "2x A" in write_deck(team, "swdestinydb-txt").decode()
    assert losses(team, "text") == (
        "the game 'destiny' is left out",
        "the card ids of 1 card are left out",
        "the dice of 1 card are left out",
    )


@pytest.mark.parametrize("of", ["AOTC", "Attack of the Clones", "aotc"])
def test_a_list_with_sets_of_another_game_is_typed(of: str) -> None:
    """Else a deck of the trading card game with its numbers is judged by the rules of Destiny."""
    rows = f"4 Nexu ({of} #97)\n3x Acklay ({of} #61)\n"
    assert parse_deck(rows.encode(), source="x.txt").read_as == "text"
    mixed = parse_deck(f"{rows}2x Salt (Awakenings #10)\n".encode(), source="x.txt")
    assert mixed.game == "destiny"
    shared = parse_deck(f"{rows}2x Salt (LEG #10)\n".encode(), source="x.txt")
    assert shared.game is None, "a set of both games"


@pytest.mark.parametrize("form", ["{}", "{}:", "{} (1)", "{} (1):"])
def test_headings_as_people_type_them_make_a_typed_list(form: str) -> None:
    """They were not understood in the site's export, and the deck was unproven."""
    rows = f"{form.format('Characters')}\n2x Kylo Ren, Vader's Disciple (Awakenings #11)\n"
    found = parse_deck(rows.encode(), source="x.txt")
    assert (found.read_as, found.unread, found.lines[0].zone) == ("text", (), "Deck")
