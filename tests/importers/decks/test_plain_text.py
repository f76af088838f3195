"""Typed lists: every way to write a count, and no name mistaken for one."""

import random
import re
from functools import cache

import pytest

from db.cards.bundled import read_cards
from db.cards.bundled_games import BUNDLED
from importers.decks import plain_text, reading, typed_line
from importers.decks.deck_list import DeckLine, DeckList, UnreadLine
from importers.decks.headings import read_heading
from importers.decks.plain_text import read_card
from importers.decks.reading import parse_deck
from importers.decks.typed_line import LineReading, readings
from importers.decks.writing import write_deck
from importers.decks.zones import ZONE_SPELLINGS, known_zone
from importers.errors import LimitError, SeveralDecksError, UnwritableDeckError
from tests.amounts import amount

MISTAKABLE = {"100 Battle Droids", "99 (A)", "725 to 1"}


@cache
def bundled_names() -> list[str]:
    cards = read_cards(BUNDLED[0]).values()
    return sorted({card.name for card in cards} | {p.name for c in cards for _, _, p in c.printings})


def test_every_bundled_name_alone_is_one_copy_or_asks_for_a_count() -> None:
    asked = set()
    for name in bundled_names():
        card = read_card(name)
        if isinstance(card, UnreadLine):
            asked.add(name)
        else:
            assert (card.quantity, card.name, card.set_code) == (1, name, None)
    assert asked == MISTAKABLE


def test_the_short_way_reads_names_of_every_game_as_the_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {card.name for game in BUNDLED for card in read_cards(game).values()}
    some = ["TIE Fighter DS-61-9", *sorted(names)[:: amount(5, 1)]]
    rows = [form.format(name) for name in some for form in ("4 {}", "12x {}", "2\t{}")]
    short = {row: entry for row in rows if (entry := typed_line.plain_entry(row))}
    assert len(short) > len(rows) / 2
    assert "2\tTIE Fighter DS-61-9" in short
    monkeypatch.setattr(typed_line, "_PLAIN", re.compile("(?!)"))
    typed_line._sure.cache_clear()
    for row, entry in short.items():
        assert [(int(one.digits or 0), one.name) for one in readings(row)] == [entry]
        assert read_heading(row, known_only=True) is None
    typed_line._sure.cache_clear()


def test_a_line_between_cards_is_read_alone_as_within_its_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who edits a list would get another deck for the same text, as lines of cards are not read again."""
    chance = random.Random(5)
    names = {card.name for game in BUNDLED for card in read_cards(game).values()}
    odd = sorted(name for name in names if typed_line.plain_entry(f"4 {name}") is None)
    others = (
        "Supply:",
        "60 cards",
        "Elite: 4",
        "2. Nexu",
        "# fast",
        "",
        "2 Nexu    3 Reek",
        "~~1 Reek~~",
        "5 ks Reek",
    )
    lists = []
    for _unused in range(amount(200, 5000)):
        rows = [f"{chance.randint(1, 4)}{chance.choice((' ', 'x '))}{name}" for name in chance.sample(odd, 5)]
        lists.append("\n".join(["4 Nexu", *chance.sample((*rows, *rows, *others), 9), "1 Kouhun"]).encode())

    def read() -> list[DeckList | str]:
        found: list[DeckList | str] = []
        for text in lists:
            try:
                found.append(parse_deck(text, source=str(len(found)), as_format="text"))
            except SeveralDecksError as error:
                found.append(str(error))
        return found

    alone = [row for row in map("4 {}".format, odd) if plain_text._is_card_alone(row, "Deck")]
    assert len(alone) > len(odd) / 2
    short = read()
    monkeypatch.setattr(plain_text, "_is_card_alone", lambda *_unused: False)
    reading._kept.cache_clear()
    assert read() == short


BEFORE = ("4 {}", "4x {}", "4X {}", "4 x {}", "04  {}", "4\t{}", "4\u00d7 {}", "  4 {}  ")
AFTER = ("{} x4", "{} x 4", "{} X4", "{}  x04")


@pytest.mark.parametrize("form", BEFORE)
def test_every_bundled_name_survives_a_count_before_it(form: str) -> None:
    """Each name in two of the forms, in turns; in all of them by `make slow`."""
    every = amount(4, 1)
    for name in bundled_names()[BEFORE.index(form) % every :: every]:
        card = read_card(form.format(name))
        assert isinstance(card, DeckLine), name
        assert (card.quantity, card.name) == (4, name)


@pytest.mark.parametrize("form", AFTER)
def test_every_bundled_name_survives_a_count_after_it(form: str) -> None:
    """Each name in one of the forms, in turns; in all of them by `make slow`."""
    every = amount(4, 1)
    for name in bundled_names()[AFTER.index(form) % every :: every]:
        card = read_card(form.format(name))
        assert isinstance(card, DeckLine), name
        assert (card.quantity, card.name) == (4, name)


@pytest.mark.parametrize(
    ("text", "quantity", "name"),
    [
        ("4xLuke Skywalker (A)", 4, "Luke Skywalker (A)"),
        ("2 X-wing Attack Formation", 2, "X-wing Attack Formation"),
        ("Boba Fett (A)x3", 3, "Boba Fett (A)"),
        ("1 100 Battle Droids", 1, "100 Battle Droids"),
        ("100x Battle Droids", 100, "Battle Droids"),
        ("1 725 to 1", 1, "725 to 1"),
        ("2 99 (A)", 2, "99 (A)"),
        ("99 (A) x2", 2, "99 (A)"),
        ("99 (A) (Promo) x2", 2, "99 (A) (Promo)"),
        ("99 (A)x2", 2, "99 (A)"),
        ("4x Yoda x4", 4, "Yoda x4"),
        ("4x x wing", 4, "x wing"),
        ("1 BX Commando", 1, "BX Commando"),
        ("1 Supply", 1, "Supply"),
        ("1 Supply:", 1, "Supply:"),
    ],
)
def test_forms_of_counts(text: str, quantity: int, name: str) -> None:
    card = read_card(text)
    assert isinstance(card, DeckLine)
    assert (card.quantity, card.name) == (quantity, name)


@pytest.mark.parametrize(
    ("text", "name", "set_code", "number"),
    [
        ("4 Yoda (A) [AOTC]", "Yoda (A)", "AOTC", None),
        ("Yoda (A) [AOTC] x4", "Yoda (A)", "AOTC", None),
        ("4 Yoda (A) [AOTC #35]", "Yoda (A)", "AOTC", "35"),
        ("4 Yoda (A) [#35]", "Yoda (A)", None, "35"),
        ("4 Yoda (A) [Attack of the Clones]", "Yoda (A)", "Attack of the Clones", None),
        ("4 Yoda [B] []", "Yoda [B]", None, None),
        ("4 Escape Pod {AGD}", "Escape Pod {AGD}", None, None),
        ("4 Escape Pod {AGD} [AGD]", "Escape Pod {AGD}", "AGD", None),
        ("4 [AGD]", "[AGD]", None, None),
        ("99 (A) [WAE] x4", "99 (A)", "WAE", None),
        ("4 99 (A) [WAE #7]", "99 (A)", "WAE", "7"),
    ],
)
def test_sets_stand_in_square_brackets(
    text: str, name: str, set_code: str | None, number: str | None
) -> None:
    card = read_card(text)
    assert isinstance(card, DeckLine)
    assert (card.name, card.set_code, card.number) == (name, set_code, number)


@pytest.mark.parametrize(
    "text",
    [
        "100 Battle Droids",
        "4 Yoda x4",
        "4 x2",
        "99 (A)",
        "99 (A) [WAE]",
        "4) Yoda",
        "4. Yoda",
        "4: Yoda",
        "4,Yoda",
        "4;Yoda",
        "4 - Yoda",
        "Yoda: 4",
        "Yoda, 4",
        "Yoda - 4",
        "Yoda (4)",
        "Yoda 4x",
        "SB: 4: Yoda",
        "4 X Wing",
        "0 Yoda",
        "10000x Yoda",
        "9" * 400 + "x Yoda",
        "4",
        "4x",
        "4 " + "n" * 201,
        "n" * 600,
        "4 a\x07b",
    ],
)
def test_a_line_that_may_mean_something_else_is_not_read(text: str) -> None:
    card = read_card(text, "Deck", 7)
    assert isinstance(card, UnreadLine)
    assert card.line == 7
    assert card.reason
    assert len(card.text) <= 200


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *(
            (f"{count} TIE Hunter", f"the count is {count!r}, expected a whole number")
            for count in ("-3", "+4", "1.5", "1,5", "NaN", "-4", "\u22121", "\u0664", "-1.000,5")
        ),
        ("1.5x TIE Hunter", "the count is '1.5', expected a whole number"),
        ("SB: -3 TIE Hunter", "the count is '-3', expected a whole number"),
        ("0 TIE Hunter", "0 copies, expected 1 to 9,999"),
        ("1000000 TIE Hunter", "1,000,000 copies, expected 1 to 9,999"),
        ("1000000x TIE Hunter", "1,000,000 copies, expected 1 to 9,999"),
        ("99999 TIE Hunter", "99,999 copies, expected 1 to 9,999"),
    ],
)
def test_a_count_that_is_none_is_not_taken_for_one_copy(text: str, reason: str) -> None:
    assert read_card(text) == UnreadLine(1, text, reason)


def test_names_that_begin_with_a_large_number_are_names() -> None:
    for name in ("3,720 to 1", "10,000 Death Stars (A)"):
        card = read_card(name)
        assert isinstance(card, DeckLine)
        assert (card.quantity, card.name) == (1, name)


def test_lines_marked_for_the_sideboard_stand_there_and_no_other_does() -> None:
    deck_list = parse_deck(b"4 A\nSB: 2 B\nSB: 1x C\nsb: D x3\n1 E\nSB:\n1 F\n", source="-")
    assert [(line.quantity, line.name, line.zone) for line in deck_list.lines] == [
        (4, "A", "Deck"),
        (2, "B", "Sideboard"),
        (1, "C", "Sideboard"),
        (3, "D", "Sideboard"),
        (1, "E", "Deck"),
        (1, "F", "Sideboard"),
    ]
    assert parse_deck(b"SB: 2 B\n", source="deck.dec").read_as == "text"


@pytest.mark.parametrize("tab", [" ", "\t"])
def test_headings_of_card_types_begin_no_zone(tab: str) -> None:
    text = (
        "Space units:\n4 A\nGround (2):\n1 B\nCharacters: 3\n1 C\nSideboard (15):\nbattles:\n1 D\n"
        "Mission - Trap:\n1 E\nSpace/Ground:\n1 F\nReserve:\n1 G\nEquipment:\n1 H\n"
    )
    if tab == "\t":
        text = text.replace("Characters: 3", "Characters:")
    deck_list = parse_deck(re.sub(r"(?m)^(\d) ", rf"\1{tab}", text).encode(), source="-")
    assert deck_list.read_as == ("lackey-txt" if tab == "\t" else "text")
    assert deck_list.unread == ()
    assert [(line.name, line.zone) for line in deck_list.lines] == [
        ("A", "Deck"),
        ("B", "Deck"),
        ("C", "Deck"),
        ("D", "Sideboard"),
        ("E", "Sideboard"),
        ("F", "Sideboard"),
        ("G", "Reserve"),
        ("H", "Reserve"),
    ]
    assert deck_list.zones == ("Deck", "Sideboard", "Reserve")


def test_headings_of_other_types_end_a_zone_of_one_type() -> None:
    """Cards below `Upgrades` were in the zone Battlefield, or in Team, and a legal deck was none."""
    text = "Battlefield\n1 A\nCharacters\n1 B\nTeam:\nCharacters\n1 C\nUpgrades\n1 D\nPlots\n1 E\nRest\n1 F\n"
    deck_list = parse_deck(text.encode(), source="-")
    assert [(line.name, line.zone) for line in deck_list.lines] == [
        ("A", "Battlefield"),
        ("B", "Deck"),
        ("C", "Team"),
        ("D", "Deck"),
        ("E", "Plot"),
        ("F", "Deck"),
    ]


@pytest.mark.parametrize("heading", ["Team: 4 cards", "Team: 4", "Csapat: 4 lap", "Équipe (4)"])
def test_a_team_is_no_club(heading: str) -> None:
    """One word for both: below it stand the cards of a team, and a club stands alone."""
    deck_list = parse_deck(f"My title\n{heading}\n4 A\nRest\n1 B\n".encode(), source="-")
    assert [(line.name, line.zone) for line in deck_list.lines][1:] == [("A", "Team"), ("B", "Deck")]
    about = parse_deck(b"Klub: Praha\n4 A\n", source="-")
    assert [(line.name, line.zone) for line in about.lines] == [("A", "Deck")]
    named = parse_deck("Név: Lázadók\nName: Rebels\n4 A\n".encode(), source="-")
    assert (named.name, len(named.lines)) == ("Lázadók", 1)


@pytest.mark.parametrize("text", ["2张 原力", "2张原力", "原力x2", "原力 2张", "原力2张"])
def test_counts_stand_without_blanks_in_chinese(text: str) -> None:
    assert LineReading("2", "原力") in readings(text)


@pytest.mark.parametrize(
    "heading",
    [
        "Characters (18)",
        "Space units",
        "Ground",
        "Battles",
        "[Missions]",
        "Locations (2 cards)",
        "EQUIPMENT",
        "Resources",
        "Events:",
        "Subordinates",
        "Character units and equipment:",
        "Units",
    ],
)
def test_a_bare_heading_of_a_card_type_is_no_card(heading: str) -> None:
    deck_list = parse_deck(f"Supply\n{heading}\n1 A\n".encode(), source="-")
    assert [(line.name, line.zone) for line in deck_list.lines] == [("A", "Supply")]
    assert deck_list.unread == ()


def test_no_bundled_name_is_taken_for_a_heading() -> None:
    assert [name for name in bundled_names() if read_heading(name) is not None] == []


def test_every_spelling_of_a_zone_means_it_as_a_heading_and_in_a_table() -> None:
    def zone_of(text: str) -> str | None:
        found = read_heading(text, "")
        return found and found.zone

    for spelling, zone in ZONE_SPELLINGS.items():
        for label in (spelling, spelling.upper(), f"{spelling} (4)"):
            assert known_zone(label) == zone_of(f"{label}:") == zone_of(label) == zone
    assert known_zone("Reserve") == zone_of("Reserve:") == zone_of("[Reserve]") == "Reserve"
    assert zone_of("Reserve") is None


def test_headings_comments_and_blank_lines() -> None:
    text = "#a\n\n4 Yoda (A)\nMAIN DECK (60)\nsideboard: 2\n1 A\n[Reserve]\n1 B\n//b\nOutside  the game:\n"
    deck_list = parse_deck(text.encode(), source="-")
    assert [(line.zone, line.name, line.line) for line in deck_list.lines] == [
        ("Deck", "Yoda (A)", 3),
        ("Sideboard", "A", 6),
        ("Reserve", "B", 8),
    ]
    assert deck_list.zones == ("Deck", "Sideboard", "Reserve", "Outside the game")
    assert (deck_list.notes, deck_list.unread) == ("a\nb", ())


def test_more_zones_than_any_game_has_are_refused() -> None:
    for line in ("1 A", "1\tA"):
        text = "".join(f"Zone {n}:\n{line}\n" for n in range(51))
        with pytest.raises(LimitError, match="51 zones"):
            parse_deck(text.encode(), source="-")


def test_a_book_is_no_deck() -> None:
    """Each of its lines would be looked up as the name of a card, which took half a minute."""
    with pytest.raises(LimitError, match="5,001 lines without a count"):
        parse_deck(b"4 Nexu\n" + b"The quick deck wins games.\n" * 6_000, source="-", as_format="text")


def test_a_zone_that_a_format_cannot_name_is_refused() -> None:
    deck_list = DeckList((DeckLine(1, "Yoda (A)", "# x"),), "made")
    with pytest.raises(UnwritableDeckError, match="lackey-txt: the zone '# x' cannot be written"):
        write_deck(deck_list, "lackey-txt")


@pytest.mark.parametrize(
    "row", ["Celkem karet: 60", "Karten gesamt 60", "Total cartas: 60", "Összesen 60 lap"]
)
def test_words_for_a_sum_stand_beside_words_for_cards(row: str) -> None:
    heading = read_heading(row)
    assert heading is not None
    assert (heading.total, heading.number) == (True, 60)


def test_a_card_behind_a_count_is_no_number_of_a_heading() -> None:
    assert read_heading("Helyszín: 2 db Cloud City Prison", known_only=True) is None
    assert read_heading("Space: 20 cards in all") is not None


def test_headings_over_lines_with_tabs_are_those_of_any_typed_list() -> None:
    """Under Charaktere stood cards in a zone of that name, and a legal deck was unproven."""
    text = "Charaktere:\n4\tA\nNebendeck (2):\n2\tB\nReserve:\n1\tC\n"
    found = parse_deck(text.encode(), source="-")
    assert found.read_as == "lackey-txt"
    assert [line.zone for line in found.lines] == ["Deck", "Sideboard", "Reserve"]


@pytest.mark.parametrize(
    "text",
    [
        "```4 Nexu\n2 Kouhun```",
        "||4 Nexu\n2 Kouhun||",
        "Jan Nov\u00e1k \u2014 27.11.2026 12:04\n4 Nexu\n2 Kouhun",
        "Jan \u2014 heute um 12:04 Uhr\n4 Nexu\nBob \u2014 Yesterday at 9:15 AM\n2 Kouhun",
    ],
)
def test_a_message_of_a_chat_is_its_cards(text: str) -> None:
    """The first card was taken for the title, or left unread, and the deck judged without it."""
    found = parse_deck(text.encode(), source="chat.txt")
    assert [(line.quantity, line.name) for line in found.lines] == [(4, "Nexu"), (2, "Kouhun")]
    assert not found.unread
    assert found.name is None
