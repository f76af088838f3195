"""Lists as people type them: whatever the hand, the same deck; one letter wrong, and never legal."""

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from deckcheck.deck import Deck
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from importers.decks.plain_text import READER
from importers.decks.reading import parse_deck
from tests.deckcheck.judge.golden.cases import GAMES, catalogue_of, pool_of
from tests.deckcheck.judge.golden.decks import base_deck
from tests.deckcheck.judge.typed_by_chance import Entry, ListWriter

SEEDS = st.integers(0, 2**32)
LISTS = settings(max_examples=25 if settings().derandomize else 625)
"""Of each test of each game: 200 lists in all; 5,000 in each round of `make fuzz`."""


@cache
def resolver_of(game: str, path: Path) -> Resolver:
    return Resolver(catalogue_of(game, path), get_game(game))


judge_of = cache(Judge)


def read(game: str, path: Path, text: str) -> Deck:
    """The deck of a typed text, as its bytes are read."""
    deck_list = parse_deck(text.encode(), source="a.txt", as_format=READER.name)
    return resolver_of(game, path).resolve(deck_list)


def meant(deck: Deck) -> Counter[tuple[str, frozenset[str]]]:
    """The copies of each card or possible cards in each zone; unknown ones by their names."""
    found: Counter[tuple[str, frozenset[str]]] = Counter()
    for entry in deck.entries:
        cards = (entry.card,) if entry.card else entry.candidates
        found[entry.zone, frozenset(c.name for c in cards) or frozenset({entry.name})] += entry.quantity
    return found


def drawn(game: str, path: Path, seed: int) -> dict[str, list[Entry]]:
    """Cards of a game by chance, in its main zone.

    None is the title of another: under a heading for objective sets it would mean that one, too.
    """
    chance = Random(seed)
    cards = catalogue_of(game, path).cards()
    main = get_game(game).zones[0]
    titles = {card.base_name for card in cards if card.base_name != card.name}
    names = dict.fromkeys(card.name for card in chance.choices(cards, k=20) if card.name not in titles)
    return {main: [Entry(chance.randint(1, 4), name, main) for name in names]}


def test_a_name_that_ends_in_a_number_is_read_like_any_other(database: Path) -> None:
    """`Todo 360` looks like a set and a number in it, and was unread beside a count in many forms."""
    expected = meant(read("swtcg", database, "2 Todo 360 (A)\n"))
    for form in ("2-of {}", "2 of {}", "2 szt. {}", "{} - 2", "{} (2)", "{}\t2", "2-of {}", "Deck:\n2 of {}"):
        for name in ("Todo 360 [A]", "Todo 360 (A)"):
            assert meant(read("swtcg", database, f"{form.format(name)}\n")) == expected, (form, name)
        open_version = read("swtcg", database, f"{form.format('Todo 360')}\n").entries[0]
        assert (open_version.quantity, [one.name for one in open_version.candidates]) == (2, ["Todo 360 (A)"])


def test_a_card_with_a_number_in_its_name_is_no_heading_with_its_count(database: Path) -> None:
    """`Red 3 x2` was a heading over two red cards, and the list was unproven for want of them."""
    for form in ("Red 3 x2", "> Red 3 x2 -- as Jan says", "Red 3\tx2", "2 Red 3", "- Red 3 (2)"):
        deck = read("swlcg", database, f"Barada x2\n{form}\nBlizzard Force AT-ST x2\n")
        told = [(one.quantity, one.card.name if one.card else None) for one in deck.entries]
        assert (told[1], deck.doubts) == ((2, "Red 3"), ()), form
    below = "Objective sets: 6\n2 Barada\nRed 3 x2\n2 Blizzard Force AT-ST\n"  # nor ends it a zone
    assert read("swlcg", database, below).doubts == ()


@pytest.mark.parametrize("game", GAMES)
@LISTS
@given(seed=SEEDS)
def test_any_hand_writes_the_same_deck(game: str, seed: int, database: Path) -> None:
    zones = drawn(game, database, seed)
    plain = "".join(f"{one.quantity} {one.name}\n" for (rows) in zones.values() for one in rows)
    text = ListWriter(game, seed).text(zones)
    deck = read(game, database, text)
    assert (deck.unread, deck.bare, deck.doubts) == ((), (), ()), text
    assert meant(deck) == meant(read(game, database, plain)), text


@pytest.mark.parametrize("game", GAMES)
@LISTS
@given(seed=SEEDS)
def test_a_list_with_one_name_misspelt_is_never_legal(game: str, seed: int, database: Path) -> None:
    zones: dict[str, list[Entry]] = {get_game(game).zones[0]: []}
    for one in base_deck(pool_of(game, database)).entries:
        zones.setdefault(one.zone, []).append(Entry(one.quantity, one.name, one.zone))
    chance = Random(seed)
    rows = zones[chance.choice([zone for zone in zones if zones[zone]])]
    place = chance.randrange(len(rows))
    name = rows[place].name
    at = chance.choice([n for n, c in enumerate(name) if c.isalpha()][: len(name) // 2 + 1])
    wrong = f"{name[:at]}{chance.choice('qxz')}{name[at:]}"
    rows[place] = rows[place]._replace(name=wrong)
    text = ListWriter(game, seed).text(zones)
    assert judge_of(game).validate(read(game, database, text)).verdict != "legal", text


NAMES = {
    "cp1252": ("Padm\u00e9 Amidala, Resolute Senator",) * 2,
    "cp1250": ("Els\u0151 Rend TIE vad\u00e1sz", "First Order TIE Fighter"),
    "mac_roman": ("Padm\u00e9 Amidala, Resolute Senator",) * 2,
    "cp852": ("Chirrut \u00cemwe, Blind Warrior",) * 2,
    "cp437": ("D\u00e9j\u00e0 Vu",) * 2,
    "utf-16-le": ("D\u00e9j\u00e0 Vu",) * 2,
    "utf-16-be": ("D\u00e9j\u00e0 Vu",) * 2,
    "utf-16": ("D\u00e9j\u00e0 Vu",) * 2,
}


@pytest.mark.parametrize("encoding", NAMES)
def test_the_names_tell_the_encoding(encoding: str, database: Path) -> None:
    written, name = NAMES[encoding]
    data = f"2 {written}\n1 Force Speed\n".encode(encoding)
    deck_list = parse_deck(data, source="a.txt")
    deck = resolver_of("destiny", database).resolve(deck_list)
    card = deck.entries[0].card
    assert card is not None
    assert card.name == name
    said = [note for note in deck.notes if "read in" in note]
    assert bool(said) == (encoding in {"mac_roman", "cp852", "cp437"})


@pytest.mark.parametrize("word", ["Sideborad", "Mabye", "Postranni balciek", "Nebendekc"])
@pytest.mark.parametrize("form", ["{}", "{}:", "== {} (2) ==", "{} x2", "{} 2", "**{}**"])
@pytest.mark.parametrize("above", ["4 Nexu\n", ""])
def test_no_card_below_a_misspelt_heading_counts_in_the_deck(
    word: str, form: str, above: str, database: Path
) -> None:
    deck = read("swtcg", database, f"{above}{form.format(word)}\n2 Nexu\n")
    zones = [entry.zone for entry in deck.entries]
    assert zones == (["Deck", word] if above else [word])
    assert Judge("swtcg").validate(deck).verdict != "legal"
    again = read("swtcg", database, f"{above}{form.format(word)}\n2 Nexu\nMain deck:\n1 Order 66\n")
    assert [entry.zone for entry in again.entries] == [*zones, "Deck"]


@pytest.mark.parametrize("heading", ["# Sideboard", "//Maybe (2)", "# SB:"])
def test_a_comment_that_is_a_heading_to_some_leaves_the_cards_below_it_open(
    heading: str, database: Path
) -> None:
    """They counted in the deck, and a deck with them was legal."""
    deck = read("swtcg", database, f"4 Nexu\n{heading}\n2 Nexu\n# Ground\n1 Order 66\n")
    zone = f"{heading.lstrip('#/ ')}?"
    assert [(entry.quantity, entry.zone) for entry in deck.entries] == [(4, "Deck"), (2, zone), (1, "Deck")]
    issues = Judge("swtcg").validate(deck).issues
    assert "copy-limit" not in {issue.code for issue in issues if not issue.undecided}
    assert "zone" in {issue.code for issue in issues}
    above = read("swtcg", database, f"{heading}\nDeck:\n4 Nexu\n# and on\n2 Order 66\n")
    assert [entry.zone for entry in above.entries] == ["Deck", "Deck"]


@pytest.mark.parametrize(
    ("rows", "zones"),
    [
        ("Sideboard: 2 Nexu\n1 Order 66\n", ["Sideboard", "Sideboard?"]),
        ("Maybe: 2 Nexu\n1 Order 66\n", ["Maybe?"]),
        ("Sideboard: 2 Nexu\n  1 Order 66\n", ["Sideboard", "Sideboard"]),
        ("Sideboard: 2 Nexu\nDeck:\n1 Order 66\n", ["Sideboard", "Deck"]),
        ("Deck: 2 Nexu\n1 Order 66\n", ["Deck", "Deck"]),
        ("Space: 2 Nexu\n1 Order 66\n", ["Deck", "Deck"]),
    ],
)
def test_below_cards_beside_a_label_nobody_knows_where_a_line_belongs(
    rows: str, zones: list[str], database: Path
) -> None:
    """The rest of a deck went into the sideboard, or was not counted at all."""
    assert [entry.zone for entry in read("swtcg", database, rows).entries] == zones


@pytest.mark.parametrize(
    "heading", ["Sideboard: -", "Sideboard: none", "Sideboard (none)", "Nebendeck: keins", "SB = \u2013"]
)
def test_below_a_zone_that_is_said_to_be_empty_goes_on_the_one_above(heading: str, database: Path) -> None:
    """All that followed went into the sideboard."""
    deck = read("swtcg", database, f"4 Nexu\n{heading}\n1 Order 66\n")
    assert [(entry.name, entry.zone) for entry in deck.entries] == [("Nexu", "Deck"), ("Order 66", "Deck")]
    assert (deck.bare, deck.doubts) == ((), ())
    zero = read("swtcg", database, "4 Nexu\nSideboard (0)\n1 Order 66\n")
    assert [entry.zone for entry in zero.entries] == ["Deck", "Deck"]
    assert [doubt.line for doubt in zero.doubts] == [2]
    for below in ("Missions:\n1 Order 66\n", "", "\n"):
        assert read("swtcg", database, f"4 Nexu\nSideboard (0)\n{below}").doubts == ()


@pytest.mark.parametrize("mark", ["# ", "#", "// ", "; ", "-- "])
def test_a_list_that_is_commented_out_whole_is_its_cards(mark: str, database: Path) -> None:
    """It was a deck without cards, and illegal."""
    rows = f"{mark}4 Nexu\n{mark}Sideboard:\n{mark}1 Order 66\n{mark}2 Acklay\n"
    for title in ("", "Qwyjibo Zzyzx\n"):
        deck = read("swtcg", database, title + rows)
        assert [(entry.quantity, entry.name, entry.zone) for entry in deck.entries] == [
            (4, "Nexu", "Deck"),
            (1, "Order 66", "Sideboard"),
            (2, "Acklay", "Sideboard"),
        ]
    assert [entry.name for entry in read("swtcg", database, f"{rows}2 Reek\n").entries] == ["Reek"]


def test_the_name_of_a_set_over_its_cards_is_no_card_and_no_zone(database: Path) -> None:
    """Many a set is called like a card: `A New Hope` counted as one."""
    rows = "{0}A New Hope{1}\n4 Blaster Barrage\n\n{0}Attack of the Clones{1}\n4 Nexu\n{2}"
    for around in (("", "", ""), ("", ":", ""), ("## ", "", "")):
        deck = read("swtcg", database, rows.format(*around))
        assert [(one.name, one.zone) for one in deck.entries] == [
            ("Blaster Barrage", "Deck"),
            ("Nexu", "Deck"),
        ], around
        assert (deck.bare, deck.unread) == ((), ())
    asked = read("swtcg", database, rows.format("", "", "1 Blaster Barrage\n"))
    assert [(left.line, left.text) for left in asked.unread] == [
        (1, "A New Hope"),
        (4, "Attack of the Clones"),
    ]
    card = read("swtcg", database, "4 Nexu\nA New Hope\n2 Acklay\n")
    assert [one.name for one in card.entries] == ["Nexu", "A New Hope", "Acklay"]


@pytest.mark.parametrize("blank", ["      ", "\t", " | "])
@pytest.mark.parametrize("words", [("Before", "After"), ("Deck", "Sideboard"), ("Light", "Dark")])
def test_columns_that_may_be_decks_are_not_read_as_one(
    blank: str, words: tuple[str, str], database: Path
) -> None:
    """They were one deck with eight copies of each card, and illegal."""
    rows = f"4 Nexu{blank}4 Nexu\n2 Order 66{blank}3 Order 66\n"
    deck = read("swtcg", database, f"{blank.join(words)}\n{rows}")
    assert [left.line for left in deck.unread] == [1, 2, 3]
    assert Judge("swtcg").validate(deck).verdict == "unproven"
    assert read("swtcg", database, f"Ground{blank}Missions\n{rows}").entries[0].quantity == 8


def test_below_a_line_that_may_be_the_title_of_another_deck_nothing_is_certain(database: Path) -> None:
    text = "Rebels\n4 Luke Skywalker (A)\n\n{}\n1 Luke Skywalker (A)\n2 Darth Vader (B)\n"
    deck = read("swtcg", database, text.format("Empire"))
    assert [entry.zone for entry in deck.entries] == ["Deck", "Empire", "Empire"]
    codes = {issue.code for issue in Judge("swtcg").validate(deck).issues if not issue.undecided}
    assert not codes & {"copy-limit", "one-side"}
    near = read("swtcg", database, text.format("Lukee Skywalker (B)"))
    assert [entry.zone for entry in near.entries] == ["Deck"] * 3
    together = read("swtcg", database, text.replace("\n\n", "\n").format("Empire"))
    assert [entry.zone for entry in together.entries] == ["Deck"] * 3


@pytest.mark.parametrize(
    ("text", "verdict", "kinds"),
    [
        ("Qwyjibo Brouhaha\n4 Nexu\n", "illegal", ["title"]),
        ("Lukee Skywalker (B)\n4 Nexu\n", "unproven", []),
        ("Empire fist\n\n4 Nexu\n", "illegal", ["title"]),
        ("Empire fist\n4 Nexu\n", "unproven", []),
        ("Lukee Skywalker\n\n4 Nexu\n", "unproven", []),
        ("Lukee Skywalker (Z)\n\n4 Nexu\n", "unproven", []),
        ("Affiliation: Qwyjibo\n4 Nexu\n", "unproven", []),
        ("Qwyjibo, Brouhaha 2 dice\n4 Nexu\n", "unproven", []),
        ("eQwyjibo, Brouhaha (EC #1)\n4 Nexu\n", "unproven", []),
        ("Nexu (97)\n", "unproven", []),
        ("Nexu - 14\n", "unproven", []),
        ("Qwyjibo Brouhaha\nZzyzx Frobnicate\n4 Nexu\n", "unproven", ["title"]),
        ("4 Nexu\nTotal: 4\n", "illegal", ["total"]),
        ("4 Nexu\nTotal: 5\n", "unproven", ["total"]),
        ("Battles (5)\n4 Nexu\nTotal: 4\n", "unproven", ["heading", "total"]),
        ("Side: Dark\nName: Qwyjibo\n4 Nexu\n", "illegal", ["about the deck", "title"]),
        ("Qwyjibo\nvon J\u00fcrgen Zzyzx\n4 Nexu\n", "illegal", ["title", "about the deck"]),
        ("K\u00e9sz\u00edtette: Zzyzx\n4 Nexu\n", "illegal", ["about the deck"]),
        ("Qwyjibo\nerstellt von Zzyzx\n4 Nexu\n", "illegal", ["title", "about the deck"]),
        ("Bal\u00ed\u010dek: Qwyjibo\nBITVY A OSTATN\u00cd\n4 Nexu\n", "illegal", ["title", "heading"]),
        ("T\u00f6bbi lap (4)\n4 Nexu\n\u00d6sszesen 4 lap.\n", "illegal", ["heading", "total"]),
        ("** Kosmos i ziemia (4 kart) **\n4 Nexu\n", "illegal", ["heading"]),
        ("4 Nexu\n\nViele Gr\u00fc\u00dfe\nJ\u00fcrgen\n", "illegal", ["about the deck"] * 2),
        ("| # | Karta |\n|--:|:---|\n| 4 | Nexu |\n", "illegal", ["divider"] * 2),
        ("4 Nexu\nvon J\u00fcrgen Zzyzx\n", "unproven", []),
        ("Qwyjibo\n[i]by Zzyzx[/i]\n4 Nexu\n", "illegal", ["title", "about the deck"]),
        (
            "4 \u0448\u0442. Nexu\n\u0412\u0441\u0435\u0433\u043e: 4 \u043a\u0430\u0440\u0442\n",
            "illegal",
            ["total"],
        ),
    ],
)
def test_titles_and_sums(text: str, verdict: str, kinds: list[str], database: Path) -> None:
    deck = read("swtcg", database, text)
    report = Judge("swtcg").validate(deck)
    assert report.verdict == verdict
    assert [line.kind for line in report.taken_as] == kinds


@pytest.mark.parametrize(
    "row", ["2 [ANH] Darth Vader (B)", "2 Darth Vader (B) - ANH #67 (R)", "2x Darth Vader (B) (ANH 67)"]
)
def test_the_set_stands_before_or_behind_the_name(row: str, database: Path) -> None:
    deck = read("swtcg", database, f"{row}\n")
    assert [(one.quantity, one.card and one.card.name) for one in deck.entries] == [(2, "Darth Vader (B)")]
    elsewhere = read("swtcg", database, f"{row.replace('ANH', 'AOTC')}\n")
    assert [one.card for one in elsewhere.entries] == [None]


def test_a_battlefield_beside_its_heading_is_no_card_of_the_heading_above(database: Path) -> None:
    text = "Characters (2)\n1 Rey, Force Prodigy\n1 Finn, First Order Defector\n\nDeck (2 cards)\n"
    text += "2 Dodge (AW)\n\nBattlefield: Starship Graveyard, Jakku\n"
    assert read("destiny", database, text).doubts == ()
    assert len(read("destiny", database, text.replace("2 Dodge", "1 Dodge")).doubts) == 1


def test_of_two_numbered_lines_nobody_knows_and_three_are_numbered(database: Path) -> None:
    two = read("swtcg", database, "1. Nexu\n2. Order 66\n")
    assert [line.text for line in two.unread] == ["2. Order 66"]
    three = read("swtcg", database, "1. Nexu\n2. Order 66\n3. Lava Meerkat\n")
    assert [entry.quantity for entry in three.entries] == [1, 1, 1]
    counts = read("swtcg", database, "4. Nexu\n2. Order 66\n")
    assert [entry.quantity for entry in counts.entries] == [4, 2]
    parts = read("swtcg", database, "1) 4 Nexu\n2) 2 Order 66\n\n1) 3 X Lava Meerkat\n")
    assert [entry.quantity for entry in parts.entries] == [4, 2, 3]
    bare = read("swtcg", database, "1. Nexu\n2. Order 66\n3. Lava Meerkat\n\n1. Acklay\n2. Massiff\n")
    assert [entry.quantity for entry in bare.entries] != [1, 1, 1, 1, 1]


def test_a_name_that_ends_in_brackets_on_the_next_line_is_whole(database: Path) -> None:
    deck = read("swtcg", database, "3 Sith Clawcraft\n(Subordinate)\n4 Nexu\n")
    assert [(one.quantity, one.card_name) for one in deck.entries] == [
        (3, "Sith Clawcraft (Subordinate)"),
        (4, "Nexu"),
    ]
    for row in ("99 A x4", "99 [A], 4", "99 A - 4", "99 [A]: 4", "99 A 4", "99 [A] IIII", "4 99 (A)"):
        deck = read("swtcg", database, f"{row}\n4 Nexu x2\n")
        assert [(one.quantity, one.card_name) for one in deck.entries] == [(4, "99 (A)")], row
        assert [one.line for one in deck.unread] == [2]


def test_a_name_as_it_is_spelt_goes_before_one_with_blanks_elsewhere(database: Path) -> None:
    deck = read("swtcg", database, "F (A) (4)\n")
    assert [(one.quantity, one.card_name) for one in deck.entries] == [(4, "F (A)")]


def test_a_title_that_is_the_affiliation_named_below_is_no_second_one(database: Path) -> None:
    deck = read("swlcg", database, "Jedi\n\nAffiliation: Jedi\n\n2x Hoth Operations\n")
    assert [(one.quantity, one.zone) for one in deck.entries] == [(1, "Affiliation"), (2, "Objective Deck")]
    listed = parse_deck(
        b"Jedi\n\nAffiliation: Jedi\n\nObjective Sets (2)\n2x Hoth Operations\n", source="a.txt"
    )
    assert listed.read_as == "swlcg-list"
    assert [line.name for line in listed.lines] == ["Jedi", "Hoth Operations"]
    alone = read("swlcg", database, "Jedi\n\n2x Hoth Operations\n")
    assert sorted((one.quantity, one.zone) for one in alone.entries) == [
        (1, "Affiliation"),
        (2, "Objective Deck"),
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "form",
    [
        "[{code} {number}] {name}",
        "{name} ({code} {number})",
        "{name} ({code} #{number}) foil",
        "{name} - {code} #{number} ({rarity})",
        "{name} {code} {number}",
        "{name} | {full}",
        "{name} *F*",
    ],
)
def test_facts_of_a_card_beside_its_name_leave_it_that_card(game: str, form: str, database: Path) -> None:
    resolver = resolver_of(game, database)
    for card in Random(35).sample(resolver.cards(), 12):
        one = card.printings[0]
        facts = {"code": one.set_code, "number": one.number, "rarity": one.rarity or "C"}
        facts["full"] = resolver.set_name(one.set_code)
        found = resolver.resolve_name(text := form.format(name=card.name, **facts))
        if one.number and (one.set_code.isupper() or not ("} {code}" in form or "rarity" in form)):
            assert {card.name} == {one.name for one in (found.card, *found.candidates) if one}, text
            assert found.note, text


def test_thousands_of_stated_numbers_are_each_held_against_their_cards(database: Path) -> None:
    """Each was held against each pair of headings: some hundreds took a minute of the page's time."""
    rows = [f"Units ({3 + n % 2})\n3 Nexu\nTotal: {3 + 3 * (n % 7)}" for n in range(1_000)]
    deck = read("swtcg", database, "\n".join(rows))
    every = 3 * 1_000
    right = {3, every, *range(3, every, 3)}
    assert [d.line for d in deck.doubts if d.line % 3 == 1] == [3 * n + 1 for n in range(1_000) if n % 2]
    assert [d.line for d in deck.doubts if d.line % 3 == 0] == [
        3 * (n + 1) for n in range(1_000) if 3 + 3 * (n % 7) > 3 * (n + 1) or 3 + 3 * (n % 7) not in right
    ]


def test_thousands_of_headings_in_comments_are_each_held_against_their_cards(database: Path) -> None:
    deck = read("swtcg", database, "# Sideboard\n3 Nexu\n// Deck\n2 Yoda (A)\n" * 3_000)
    assert {(entry.name, entry.zone) for entry in deck.entries} == {
        ("Nexu", "Sideboard?"),
        ("Yoda (A)", "Deck"),
    }
