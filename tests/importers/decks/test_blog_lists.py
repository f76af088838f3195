"""Lists in the notation of blogs and sites of Destiny and the LCG."""

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from importers.decks.deck_list import DeckList
from importers.decks.reading import parse_deck, read_deck
from tests.amounts import amount


def read(text: str) -> DeckList:
    return parse_deck(text.encode(), source="x.txt")


@pytest.mark.parametrize(
    ("row", "name", "dice"),
    [
        ("eDarth Example – Lord of Samples", "Darth Example – Lord of Samples", 2),
        ("Elite Darth Example", "Darth Example", 2),
        ("(e) Darth Example", "Darth Example", 2),
        ("Darth Example (Elite)", "Darth Example", 2),
        ("Darth Example, elite", "Darth Example", 2),
        ("Darth Example, Lord of Samples elite", "Darth Example, Lord of Samples", 2),
        ("Darth Example - 2 dice", "Darth Example", 2),
        ("Darth Example (2 dice, 17 points)", "Darth Example", 2),
        ("Darth Example (elite) (17 pts)", "Darth Example", 2),
        ("Darth Example (1 die)", "Darth Example", 1),
        ("Darth Example (regular)", "Darth Example", 1),
        ("Darth Example - Lord of Samples", "Darth Example - Lord of Samples", None),
        ("• eDarth Example", "Darth Example", 2),
        ("Captain Example – Elite Trooper", "Captain Example – Elite Trooper", None),
        ("eCaptain Example, Elite Trooper", "Captain Example, Elite Trooper", 2),
        ("Elder Example", "Elder Example", None),
        ("Elite-less Example", "Elite-less Example", None),
    ],
)
def test_a_character_states_its_dice_as_players_write_them(row: str, name: str, dice: int | None) -> None:
    found = read(f"Characters (17 points)\n{row}\n\nUpgrades (2 cards):\nSample Saber x2\n")
    assert found.read_as == "destiny-list"
    assert [(line.name, line.dice, line.zone) for line in found.lines] == [
        (name, dice, "Team"),
        ("Sample Saber", None, "Deck"),
    ]
    assert not found.unread


def test_a_team_stands_in_a_line_above_all_cards() -> None:
    """Else it would be taken for the title, and its characters be lost."""
    found = read("Darth Example - Lord (elite), Rey Example - Scout\nPlot - none\n2 Sample Saber\n")
    assert [(line.name, line.dice, line.zone) for line in found.lines] == [
        ("Darth Example - Lord", 2, "Team"),
        ("Rey Example - Scout", None, "Team"),
        ("Sample Saber", None, "Deck"),
    ]
    assert (found.name, found.notes, found.unread) == (None, "Plot - none", ())


def test_an_elite_character_under_its_heading_is_enough_to_tell_such_a_list() -> None:
    """Few type all headings; the dice of their characters would be lost."""
    rows = "Characters:\neRey - Force Prodigy\nFinn, Small-Town Hero\n\n2 Force Push\n"
    found = parse_deck(rows.encode(), source="x.txt")
    assert (found.read_as, [(line.name, line.dice) for line in found.lines]) == (
        "destiny-list",
        [("Rey - Force Prodigy", 2), ("Finn, Small-Town Hero", None), ("Force Push", None)],
    )


def test_one_card_with_its_set_makes_no_export_of_a_typed_list() -> None:
    assert read("2 Sample Saber (Awakenings #13)\n2 Force Sample\n1 Cunning Sample\n").read_as == "text"


def test_each_copy_of_a_character_has_the_dice_that_its_line_states() -> None:
    found = read("Characters\n2x Sample Trooper (1 die)\nUpgrades\nSample Saber\n")
    assert (found.lines[0].quantity, found.lines[0].dice) == (2, 2)


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("Upgrades (2 cards, 2 dice):", None),
        ("Upgrades (3 cards, 2 dice):", "3 cards are stated, 2 are listed"),
        ("Upgrades: 1", "1 cards are stated, 2 are listed"),
        ("**Upgrades** (2)", None),
    ],
)
def test_a_stated_number_of_cards_that_is_not_theirs_is_told(heading: str, told: str) -> None:
    found = read(f"Characters\neDarth Example\n{heading}\nSample Saber x2\nEvents\nA\n")
    assert [entry.line for entry in found.unread] == ([3] if told else [])
    assert all(told in entry.reason for entry in found.unread)


def test_the_dice_of_a_team_are_summed_too() -> None:
    found = read("Characters (29 points, 4 Dice):\neA\nB\nPlot: C\nUpgrades\nD\n")
    assert [entry.reason for entry in found.unread] == [
        "4 dice are stated, 3 are listed; a line may be missing"
    ]
    assert found.lines[2].zone == "Plot"


def test_an_ordinary_list_under_the_headings_of_destiny_stays_an_ordinary_list() -> None:
    text = "Characters:\n1 Darth Example\nUpgrades:\n2 Sample Saber\n"
    assert read(text).read_as == "text"
    assert read("Characters (18)\n4 Darth Example (A)\nEvents (2)\n2 X\n").read_as == "text"


NAMES = st.from_regex(r"[A-Z][a-z]{3,8} [A-Z][a-z]{3,8}", fullmatch=True).filter(
    lambda name: not name.startswith("Elite")
)
ELITE = ("e{}", "Elite {}", "{} (elite)", "{} - 2 dice", "• e{}")
PLAIN = ("{}", "{} (1 die)", "{} (12 points)")


@settings(max_examples=amount(60, 2_000))
@given(
    team=st.lists(st.tuples(NAMES, st.sampled_from(ELITE + PLAIN)), min_size=1, max_size=3),
    cards=st.lists(st.tuples(NAMES, st.integers(1, 2)), min_size=1, max_size=10),
    off=st.integers(-1, 1),
)
def test_a_deck_as_a_blog_prints_it_is_that_deck(
    team: list[tuple[str, str]], cards: list[tuple[str, int]], off: int
) -> None:
    """Whoever pastes a list of a blog gets its cards and dice, and is told of a wrong sum."""
    dice = sum(2 if form in ELITE else 1 for _, form in team)
    total = sum(copies for _, copies in cards)
    text = "\n".join(
        [
            f"Characters (29 points, {dice} dice)",
            *(form.format(name) for name, form in team),
            "",
            "Battlefield: Sample Base",
            f"Upgrades ({total + off} cards, 3 dice):",
            *(f"{name} x{copies}" for name, copies in cards),
        ]
    )
    found = read(text)
    stated = {form: dice for forms, dice in ((ELITE, 2), (PLAIN, None)) for form in forms}
    stated["{} (1 die)"] = 1
    assert [(one.quantity, one.name, one.dice, one.zone) for one in found.lines] == [
        *((1, name, stated[form], "Team") for name, form in team),
        (1, "Sample Base", None, "Battlefield"),
        *((copies, name, None, "Deck") for name, copies in cards),
    ]
    assert len(found.unread) == (off != 0)


CARDGAMEDB = """Sith (Core)
Total Objective Sets: ({total})
2x Sample of the Dark (Core)
    • First Sample (Core)
    • Second Sample (The Sample of Hoth)
1x Short Sample (The Sample of Hoth)
    • Second Sample (The Sample of Hoth)
"""


def test_the_cards_under_an_objective_set_are_there_for_each_copy_of_it() -> None:
    found = read(CARDGAMEDB.format(total=3))
    assert (found.read_as, found.game, found.unread) == ("swlcg-list", "swlcg", ())
    assert [(line.quantity, line.name, line.zone, line.set_code) for line in found.lines] == [
        (1, "Sith", "Affiliation", "Core Set"),
        (2, "Sample of the Dark", "Objective Deck", "Core Set"),
        (2, "First Sample", "Command Deck", "Core Set"),
        (2, "Second Sample", "Command Deck", "The Sample of Hoth"),
        (1, "Short Sample", "Objective Deck", "The Sample of Hoth"),
        (1, "Second Sample", "Command Deck", "The Sample of Hoth"),
    ]


@pytest.mark.parametrize("bullet", ["    ", "\t", " - ", "  * "])
def test_cards_stand_under_their_set_behind_blanks_too(bullet: str) -> None:
    """Each counted once under two copies of its set, and the deck was illegal."""
    rows = (
        f"Affiliation: Jedi\n2x Sample of the Dark\n{bullet}First Sample\n1x Short Sample\n{bullet}Second\n"
    )
    found = read(rows)
    assert [
        (line.quantity, line.zone) for line in found.lines if line.name in {"First Sample", "Second"}
    ] == [(2, "Command Deck"), (1, "Command Deck")]
    assert [one.line for one in read(rows.replace("First", "1x First")).unread] == [3]
    plain = read("  Affiliation: Jedi\n  2x Sample of the Dark\n  1x Short Sample\n")
    assert [line.quantity for line in plain.lines] == [1, 2, 1]


def test_a_total_of_objective_sets_that_is_not_theirs_is_told() -> None:
    (entry,) = read(CARDGAMEDB.format(total=10)).unread
    assert (entry.line, entry.reason) == (
        2,
        "10 objective sets are stated, 3 are listed; a line may be missing",
    )


def test_an_affiliation_with_its_product_is_enough_to_tell_such_a_list() -> None:
    found = read(CARDGAMEDB.replace("Total Objective Sets: ({total})\n", ""))
    assert (found.read_as, [line.zone for line in found.lines][:2]) == ("swlcg-list", ["Affiliation", "Deck"])
    assert read("Jedi\n4x Luke (A)\n").read_as == "text"


def test_a_count_under_two_copies_of_a_set_may_mean_either() -> None:
    text = CARDGAMEDB.format(total=3).replace("• First", "• 2x First")
    assert [entry.line for entry in read(text).unread] == [4]


def test_the_affiliation_may_be_stated_in_words() -> None:
    found = read("Affiliation: Jedi\n\nObjective Sets:\n\nA Sample’s Journey x2\nSample x1\n")
    assert [(line.quantity, line.name, line.zone) for line in found.lines] == [
        (1, "Jedi", "Affiliation"),
        (2, "A Sample’s Journey", "Objective Deck"),
        (1, "Sample", "Objective Deck"),
    ]


MARKED = ("[b]{}[/b]", "> **{}**", ":game_die: {}", "## {}")


@pytest.mark.parametrize("mark", MARKED)
@pytest.mark.parametrize(
    "row", ["1x eOne Name", "1 - eOne Name", "1 ks eOne Name", "[[eOne Name]] x1", "eOne Name - 1"]
)
def test_an_elite_character_is_one_whatever_marks_and_counts_stand_around(mark: str, row: str) -> None:
    """It was an unknown card, or had one die and fewer points."""
    quoted = "> " if mark.startswith(">") else ""
    found = read(
        f"{mark.format('Characters')}\n{quoted}{row}\n{mark.format('Events (2)')}\n{quoted}2 Some Event\n"
    )
    assert found.read_as == "destiny-list"
    every = (*found.lines, *(line for choice in found.choices for line in choice))
    assert (1, "One Name", 2) in {(line.quantity, line.name, line.dice) for line in every}


def test_a_sentence_below_a_list_is_no_card_of_its_last_heading() -> None:
    text = "Characters\neBig Name\nEvents (2 cards)\n2 Some Event\n{}\n"
    assert read(text.format("What do you think of it?")).unread == ()
    assert len(read(text.format("Some Card")).unread) == 1


def test_words_for_types_of_two_games_make_no_list_of_one() -> None:
    """A Hungarian list of the Star Wars TCG was one of Destiny, with all of its cards unknown."""
    text = "Karakterek (4)\n4 Yoda (A)\n\nCsat\u00e1k (4)\n4 Nexu\n\nHelysz\u00ednek (2)\n2 Tatooine\n"
    assert (read(text).read_as, read(text).game) == ("text", None)


@pytest.mark.shared_data
def test_the_lists_of_the_shared_data_are_read_without_an_unread_line(shared: Path) -> None:
    files = [*(shared / "data/lists").glob("*.txt"), *shared.glob("data/*/winners/*.txt")]
    assert files
    for path in files:
        assert not read_deck(path).unread, path


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "cards", "lines"),
    [("destiny-kylo-rey-mixed-2018", 33, 20), ("swlcg-communitydeck6-jedi-2012", 11, 7)],
)
def test_a_list_of_the_shared_data_gives_each_of_its_cards(
    shared: Path, name: str, cards: int, lines: int
) -> None:
    found = read_deck(shared / "data/lists" / f"{name}.txt")
    assert (found.quantity, len(found.lines)) == (cards, lines)


@pytest.mark.parametrize("head", ["Characters", "Team:", "**Characters** (2)"])
@pytest.mark.parametrize("points", ["(17)", "- 17 points", "[17 pts]", ", 17 pts"])
def test_the_points_behind_a_character_are_no_copies(head: str, points: str) -> None:
    """Seventeen copies of a character made an illegal deck."""
    text = f"{head}\neDarth Example {points}\nRey Example {points}\n\nUpgrades (2)\n2 Sample Saber\n"
    found = read(text)
    assert [(line.quantity, line.name, line.dice) for line in found.lines] == [
        (1, "Darth Example", 2),
        (1, "Rey Example", None),
        (2, "Sample Saber", None),
    ]
    assert not found.unread
