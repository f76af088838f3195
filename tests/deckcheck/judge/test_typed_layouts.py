"""Typed lists in layouts that were read wrong once: a legal deck was illegal, or a card was lost."""

import re
from pathlib import Path

import pytest

from db.cards.names import number_key
from deckcheck.deck import Deck
from deckcheck.games import get_game
from deckcheck.judge.batch import DeckJudge, JudgeOptions
from deckcheck.judge.resolve import Resolver
from importers.decks.reading import parse_deck
from importers.heading_words import meanings
from tests.deckcheck.judge.golden.cases import GAMES, catalogue_of

pytestmark = pytest.mark.whole_catalogue

DESTINY = [
    ("Character", 2, "Rey, Force Prodigy"),
    ("Character", 2, "Finn, First Order Defector"),
    ("Battlefield", 1, "Starship Graveyard, Jakku"),
    *(("Upgrade", 2, name) for name in ("Jedi Robes", "DL-44 Heavy Blaster Pistol", "Infiltrate")),
    *(("Upgrade", 2, name) for name in ("Force Training", "Lightsaber", "Datapad")),
    *(("Support", 2, name) for name in ("Black Market", "Awakening")),
    *(("Event", 2, name) for name in ("Willpower", "Defensive Stance", "Don't Get Cocky", "Block")),
    *(("Event", 2, name) for name in ("Dodge", "Disarm", "Shoot First (AW)")),
]
LCG = (
    (2, "A Journey to Dagobah"),
    (2, "Last Minute Rescue"),
    (2, "The Rebel Fleet"),
    (2, "The Defense of Yavin 4"),
    (2, "Hoth Operations"),
)


def resolved(game: str, path: Path, text: str) -> Deck:
    """The deck of a text."""
    resolver = Resolver(catalogue_of(game, path), get_game(game))
    return resolver.resolve(parse_deck(text.encode(), source="a.txt"))


def cards(deck: Deck) -> list[tuple[int, str]]:
    """The copies of each card."""
    return [(entry.quantity, entry.card_name or "") for entry in deck.entries]


def judged(tmp_path: Path, database: Path, text: str) -> tuple[str, str]:
    """The game and the verdict of a file."""
    path = tmp_path / "a.txt"
    path.write_text(text)
    with DeckJudge(JudgeOptions(database)) as judge:
        report = judge.judge_file(str(path))
    return getattr(report, "game", ""), report.verdict


def under(words: dict[str, str], **inline: str) -> str:
    """A Destiny deck under headings with these words."""
    rows: list[str] = []
    for kind in ("Character", "Battlefield", "Upgrade", "Support", "Event"):
        rows += [inline[kind]] if kind in inline else [words[kind]]
        if kind not in inline:
            rows += [f"{count}x {name}" for own, count, name in DESTINY if own == kind]
    return "\n".join(rows)


@pytest.mark.parametrize(
    "words",
    [
        ("Postavy", "Bojiště", "Vylepšení", "Podpory", "Události"),
        ("Postacie:", "Pole bitwy:", "Ulepszenia (12):", "Wsparcie (4):", "Wydarzenia (14):"),
        ("Charaktere", "Schlachtfeld", "Aufwertungen", "Unterstützungen", "Ereignisse"),
        ("Karakterek (2)", "Csatatér", "Fejlesztések", "Támogatások", "Események"),
        ("Персонажи", "Поле битвы", "Улучшения", "Поддержка", "События"),
    ],
)
def test_a_heading_below_the_battlefield_ends_it_in_every_language(
    words: tuple[str, ...], tmp_path: Path, database: Path
) -> None:
    named = dict(zip(("Character", "Battlefield", "Upgrade", "Support", "Event"), words, strict=True))
    assert judged(tmp_path, database, under(named)) == ("destiny", "legal")


def test_words_with_a_colon_above_all_are_the_title_of_a_team_too(database: Path) -> None:
    """Its characters stood in a zone called like them."""
    text = "Hi all,\nhere is my deck:\nCharacters\n1 Rey, Force Prodigy\nBattlefield\nStarship Graveyard\nEvents\n2 Block\n"
    deck = resolved("destiny", database, text)
    assert [entry.zone for entry in deck.entries] == ["Team", "Battlefield", "Deck"]


def test_a_battlefield_and_an_affiliation_stand_beside_their_labels(tmp_path: Path, database: Path) -> None:
    english = {kind: f"{kind}s" for kind in ("Character", "Upgrade", "Support", "Event")}
    text = under(english, Battlefield="Pole bitwy: Starship Graveyard")
    assert judged(tmp_path, database, text) == ("destiny", "legal")
    for label in ("Affiliation", "Zugehörigkeit", "Frakcja", "Příslušnost"):
        rows = "\n".join(f"{count}x {name}" for count, name in LCG)
        assert judged(tmp_path, database, f"{label}: Jedi\n{rows}\n") == ("swlcg", "legal")


def test_elite_and_dice_are_understood_in_other_languages(tmp_path: Path, database: Path) -> None:
    words = {"Upgrade": "Fejlesztések", "Support": "Támogatások", "Event": "Események"}
    team = "Karakterek\nElit Rey, Force Prodigy\nFinn, First Order Defector (2 kocka)"
    text = under(words, Character=team, Battlefield="Csatatér: Starship Graveyard")
    assert judged(tmp_path, database, text) == ("destiny", "legal")


def test_what_follows_an_unknown_heading_is_not_forced_into_the_team(database: Path) -> None:
    """Whoever heads a part with a word of his own has not put his gear into the team."""
    text = "Team:\n1 Jack O'Neill, SG-1 Commander\nKnick-knacks (2)\n2 Alien Orb\n"
    deck = resolved("stargate", database, text)
    assert [entry.zone for entry in deck.entries] == ["Team", "Main"]
    assert deck.unread


@pytest.mark.parametrize("form", ["{}:", "{} (2)", "I. {}", "{} (2 total)", "== {} (2, 50%) =="])
def test_the_headings_of_a_team_and_of_ships_are_known_in_any_form(form: str, database: Path) -> None:
    """Ships stood in a zone that nobody judges; with the title of a team its characters were lost to it."""
    rows = ("Team", "1 Mimir, Respected Scholar", "1 Jacob Carter, Master Tactician", "Ships", "2 F-302")
    text = "\n".join(row if row[0].isdigit() else form.format(row) for row in rows)
    deck = resolved("stargate", database, f"{text}\n")
    assert [entry.zone for entry in deck.entries] == ["Team", "Team", "Main"]
    assert not deck.is_open


@pytest.mark.parametrize(
    ("game", "text", "zone"),
    [
        ("swtcg", "Helyszín ({n})\n4 Nexu\n", "Deck"),
        ("swtcg", "Karakterek\n3 Luke Skywalker (A)\nEquipo:\n4 Nexu\n", "Deck"),
        ("destiny", "Helyszín\nStarship Graveyard, Jakku\n", "Battlefield"),
        ("stargate", "Equipo:\n1 Mimir, Respected Scholar\n", "Team"),
        ("stargate", "Teamcharaktere\n1 Mimir, Respected Scholar\n", "Team"),
        ("swlcg", "Affiliation card:\n1 Jedi\n2 Last Minute Rescue\n", "Affiliation"),
    ],
)
def test_a_word_means_what_it_means_in_the_game_of_the_deck(
    game: str, text: str, zone: str, database: Path
) -> None:
    """Locations under their Hungarian heading stood on a battlefield, which the game has not."""
    deck = resolved(game, database, text.format(n=4))
    assert {zone} <= {entry.zone for entry in deck.entries} <= {zone, "Deck", "Objective Deck"}
    assert not deck.is_open


def test_a_title_with_the_word_affiliation_is_no_title(tmp_path: Path, database: Path) -> None:
    rows = "\n".join(f"{count}x {name}" for count, name in LCG)
    assert judged(tmp_path, database, f"Jedi affiliation\n{rows}\n") == ("swlcg", "legal")


def test_sets_behind_names_and_open_counts_tell_the_game(tmp_path: Path, database: Path) -> None:
    of_set = "\n".join(f"{count}x {name.removesuffix(' (AW)')} (AW)" for _, count, name in DESTINY)
    assert judged(tmp_path, database, of_set) == ("destiny", "legal")
    behind = "\n".join(f"{name} ({count})" for _, count, name in DESTINY)
    assert judged(tmp_path, database, behind) == ("destiny", "legal")


def test_a_card_whose_name_begins_with_a_letter_has_no_article_to_leave_out(database: Path) -> None:
    (entry,) = resolved("swtcg", database, "4 wing Squadron\n").entries
    assert entry.card is None, "A-wing Squadron was taken for it"


NEXU, ORDER = (4, "Nexu"), (2, "Order 66")
TWO = [NEXU, ORDER, (3, "Luke Skywalker (A)")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#1 4x Nexu\n#2 2x Order 66\n#3 3x Luke Skywalker (A)\n", TWO),
        ("(1) 4x Nexu\n(2) 2x Order 66\n(3) 3x Luke Skywalker (A)\n", TWO),
        ("☐☐☐☐ Nexu\n☐☐ Order 66\n[ ] [ ] [ ] Luke Skywalker (A)\n", TWO),
        ("Nexu ||||\nOrder 66 ||\nLuke Skywalker (A) |||\n", TWO),
        ("4 Nexu, 2 Order 66 and 3 Luke Skywalker (A)\n", TWO),
        ("4 Nexu, 2 Order 66, and 3 Luke Skywalker (A)\n", TWO),
        ("Ground: 4 Nexu\nMission: 2 Order 66; 3 Luke Skywalker (A)\n", TWO),
        ("🔹 4x Nexu\n→ 2x Order 66\n:star: 3x Luke Skywalker (A)\n", TWO),
        ("4 Nexu,\n2 Order 66;\n3 Luke Skywalker (A).\n", TWO),
        ("4 «Nexu»\n2 Order 66 <- good\n3 Luke Skywalker ver. A\n", TWO),
        ("```\n4 Nexu\n2 Order 66\n3 Luke Skywalker (version A)\n```\n", TWO),
        ("Nexu *4\nOrder 66 *2\nLuke Skywalker (A) *3\n", TWO),
        ("Here is my deck for Saturday:\n4 Nexu\n2 Order 66\n3 Luke Skywalker (A)\n", TWO),
        ("Hi all,\nmy deck:\n4 Nexu\n2 Order 66\n3 Luke Skywalker (A)\nTell me what you think!\n", TWO),
        ("# 4 Nexu\n4 Nexu\n2 Order 66\n3 Luke Skywalker (A)\n", TWO),
        ("Qwyjibo\nJoe Doe, 1st Place\n4 Nexu\n2 Order 66\n3 Luke Skywalker (A)\n", TWO),
        ("4- Nexu\n2- Order 66\n3- Luke Skywalker (A)\n", TWO),
        ("Nexu x4 (AOTC)\nOrder 66 x2 [Mission]\nLuke Skywalker (A) x3 (ANH)\n", TWO),
        ("four copies of Nexu\nTwo copies of Order 66\nthree Luke Skywalker (A)\n", TWO),
        ("\u202a4 Nexu\u202c\n\u200e2 Order 66\n3 Luke Skywalker (A)\u200f\n", TWO),
        ("4\ufe0f\u20e3 Nexu\n2\ufe0f\u20e3x Order 66 / 3 Luke Skywalker (A)\n", TWO),
        ("-4 Nexu\n-2x Order 66\n-3 Luke Skywalker (A)\n", TWO),
        ("-4 Nexu\n2 Order 66\n3 Luke Skywalker (A)\n", TWO[:0]),
        ("\\- 4 [[Nexu]]\n\\- 2 Order 66\n\\- 3 Luke Skywalker \\(A\\)\n", TWO),
        ("4 Nexu (AOTC) 97 *F*\n2 Order 66 #mission\n3x Luke Skywalker (A) #hero\n", TWO),
        ("Ground: Nexu x4\nRest: Order 66 x2, Luke Skywalker (A) x3.\n", TWO),
        (
            "**Ground** (4)\n\nQty|Name\n---|---\n4|Nexu\n\nQty|Name\n---|---\n2|Order 66\n3|Luke Skywalker (A)\n",
            TWO,
        ),
        ("Fő pakli (4)\n4 Nexu\nMazo principal\n2 Order 66\nHlavní balíček: 3\n3 Luke Skywalker (A)\n", TWO),
        ("Nexu\u20144\nOrder 66\u20142\nLuke Skywalker (A)\u20143\n", TWO),
        ("4 / Nexu\n2 / Order 66\n3 / Luke Skywalker (A)\n", TWO),
        ("4\u2014Nexu\n2\u2014Order 66\n3\u2014Luke Skywalker (A)\n", TWO),
        ("I. Ground (4, 44%)\n4 Nexu\nII. Mission (2 total)\n2 Order 66\n3 Luke Skywalker (A)\n", TWO),
    ],
)
def test_layouts(text: str, found: list[tuple[int, str]], database: Path) -> None:
    deck = resolved("swtcg", database, text)
    assert cards(deck)[: len(found)] == found
    doubts = [*deck.unread, *deck.bare, *(entry for entry in deck.entries if entry.card is None)]
    assert (not doubts) == (found is TWO), text


@pytest.mark.parametrize("row", ["{} (RAS)", "{} [RAS]", "{} - RAS", "{}, RAS", "{} RAS"])
def test_a_set_that_is_part_of_a_name_is_read_so_in_any_form(row: str, database: Path) -> None:
    """Four of each are legal; as eight of one card they would not be."""
    text = f"4 Star Destroyer\n4 {row.format('Star Destroyer')}\n"
    assert cards(resolved("swtcg", database, text)) == [(4, "Star Destroyer"), (4, "Star Destroyer RAS")]


@pytest.mark.parametrize("text", ["4 X-Wing Red Three - ANH", "4 X-Wing Red Three, ANH 173"])
def test_a_set_behind_a_name_is_a_remark_where_the_card_is_in_it(text: str, database: Path) -> None:
    assert cards(resolved("swtcg", database, text)) == [(4, "X-Wing Red Three")]
    (entry,) = resolved("swtcg", database, text.replace("ANH", "ROTS")).entries
    assert entry.card is None, "no card of that name is in the set"


PLACED = (
    "{code} {number} {name}",
    "{code}-{number} {name}",
    "{name} | {code} | #{number}",
    "{name}, {code} {number}",
)


@pytest.mark.parametrize("game", GAMES)
def test_a_set_and_number_beside_a_name_name_that_card_or_none(game: str, database: Path) -> None:
    """With the number of another card nothing is guessed; a number alone is the card that has it."""
    resolver = Resolver(catalogue_of(game, database), get_game(game))
    every = [(c, p) for c in resolver.cards() for p in c.printings if p.number and p.number.isdecimal()]
    at: dict[tuple[str, str], set[str]] = {}
    for card, printing in every:
        at.setdefault((printing.set_code, number_key(printing.number or "")), set()).add(card.name)
    for card, printing in every[:: len(every) // 60]:
        code, number = printing.set_code, printing.number or ""
        if not (code.isalnum() and 2 <= len(code) <= 5):
            continue
        found = resolver.resolve_name(f"{code} #{number}")
        names = {found.card.name} if found.card else {one.name for one in found.candidates}
        assert names == at[code, number_key(number)]
        other = next((n for (c, n), here in at.items() if c == code and card.name not in here), None)
        for form in PLACED:
            right = resolver.resolve_name(form.format(code=code, number=number, name=card.name))
            assert right.card == card or card in right.candidates, (form, card.name)
            if other:
                wrong = resolver.resolve_name(form.format(code=code, number=other, name=card.name))
                assert (wrong.card, wrong.candidates) == (None, ()), (form, card.name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("4 Yoda vB", "Yoda (B)"),
        ("4 Yoda (B) (U)", "Yoda (B)"),
        ("4 Yoda (B) - Jedi Master", "Yoda (B)"),
        ("4\tYoda (B)\tAOTC\t119\tU\tLight", "Yoda (B)"),
        ("AOTC\t119\tYoda (B)\t4", "Yoda (B)"),
        ("4,Yoda (B),AOTC,119", "Yoda (B)"),
        ("4 Yoda (B)*", "Yoda (B)"),
        ("4 Yoda (B) (C)", None),
        ("4 Yoda (B) - Dark", None),
        ("4 Nexu (U)", "Nexu"),
        ("4 Nexu U", "Nexu"),
        ("4 Nexu AOTC U", "Nexu"),
        ("4 Nexu (AOTC, U)", "Nexu"),
        ("4 Nexu AOTC 97 U", "Nexu"),
        ("4 (U) Nexu", "Nexu"),
        ("4 Nexu (R)", None),
        ("4 Nexu AOTC R", None),
        ("4 Nexu AOTC", "Nexu"),
        ("4 Nexu / AOTC", "Nexu"),
        ("4 Nexu AOTC#97", "Nexu"),
        ("4 Nexu AOTC-97", "Nexu"),
        ("4 Nexu AOTC-98", None),
        ("4 Nexu ESB", None),
        ("4 Clone Squad (C)", None),
        ("4 Clone Squad AOTC C", "Clone Squad"),
        ("4 Yoda (B) AOTC U", "Yoda (B)"),
        ("4 Yoda (B) (AOTC R)", None),
        ("4 Yoda (B) AOTC 119 (F)", "Yoda (B)"),
        ("4 Asajj Ventress (F) #4", None),
        ("4 Yoda (F) AOTC 119", None),
    ],
)
def test_facts_beside_a_name_are_those_of_the_card(text: str, name: str | None, database: Path) -> None:
    """`Clone Squad (C)` may be a version C that we do not know; that Nexu is uncommon, we do."""
    deck = resolved("swtcg", database, f"{text}\n")
    assert [(e.quantity, e.card and e.card.name) for e in deck.entries] == [(4, name)]


def test_a_set_and_number_alone_without_a_count_may_be_the_title(database: Path) -> None:
    deck = resolved("swtcg", database, "ESB 2\n4 Nexu\n2 Order 66\n3 Luke Skywalker (A)\n")
    assert (deck.name, cards(deck)) == ("ESB 2", TWO)


COLUMNS = """\
Ground (4)               Character (3)
4 Nexu                   3 Luke Skywalker (A)
                         Mission (2)
                         2 Order 66
"""


def test_headings_stand_side_by_side_over_two_columns(database: Path) -> None:
    deck = resolved("swtcg", database, COLUMNS)
    assert sorted(cards(deck)) == sorted(TWO)
    assert (deck.unread, deck.bare, deck.doubts) == ((), (), ())
    lost = resolved("swtcg", database, COLUMNS.replace("(3)", "(4)", 1))
    assert [line.text for line in lost.unread] == ["Character (4)"], "a line of the column may be missing"


@pytest.mark.parametrize("text", ["Lukee Skywalker (A):\n4 Nexu\n", "Reserve:\n4 Nexu\nDeck:\n2 Order 66\n"])
def test_a_label_that_may_be_a_card_or_a_zone_is_no_title(text: str, database: Path) -> None:
    deck = resolved("swtcg", database, text)
    assert "title" not in [line.kind for line in deck.taken_as]
    assert deck.entries[0].zone == text.partition(":")[0]


def test_a_sentence_that_is_nearly_a_card_is_no_sentence(database: Path) -> None:
    deck = resolved("swtcg", database, "4 Nexu\nThe Forcce Is With Us!\nCommence Primary Ignitionn!\n")
    assert any(entry.card is None for entry in deck.entries)


@pytest.mark.parametrize("game", GAMES)
def test_a_numeral_behind_a_name_is_no_version_that_may_be_left_out(game: str, database: Path) -> None:
    """`Mark` was certainly `Mark I`, where there is a `Mark II`."""
    names = {card.name for card in catalogue_of(game, database).cards()}
    cut = sorted({found[1] for name in names if (found := re.fullmatch(r"(\S.*) [IVX]", name))} - names)
    deck = resolved(game, database, "".join(f"1x {name}\n" for name in cut) or "1x Nobody\n")
    named = {entry.name: entry.card.name for entry in deck.entries if entry.card is not None}
    assert named == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_heading_is_the_name_of_a_card(game: str, database: Path) -> None:
    """A card under its own name would be lost as a heading."""
    catalogue = catalogue_of(game, database)
    over_cards = {
        word
        for word, known in meanings().items()
        if not {means for _, means in known} & {"copies", "greeting", "about", "title", "author"}
    }
    assert [word for word in sorted(over_cards) if catalogue.find_cards(word)] == []


def test_a_stargate_list_need_not_name_its_team(tmp_path: Path, database: Path) -> None:
    """Of team characters a deck holds only those of its team, wherever they stand in the list."""
    path = Path("examples/sisters/sg-1.o8d")
    resolver = Resolver(catalogue_of("stargate", database), get_game("stargate"))
    deck = resolver.resolve(parse_deck(path.read_bytes(), source=path.name))
    rows = {entry.card_name or "": entry.quantity for entry in deck.entries}
    team = [entry.card_name or "" for entry in deck.entries if entry.zone == "Team"]

    def judged_with(more: dict[str, int]) -> str:
        found = rows | more
        text = "\n".join(f"{number} {name}" for name, number in found.items() if number)
        again = resolver.resolve(parse_deck(text.encode(), source="a.txt"))
        assert len([e for e in again.entries if e.zone == "Team"]) in {0, 3, len(team)}
        return judged(tmp_path, database, text)[1]

    assert judged_with({}) == "legal"
    assert judged_with({team[0]: 3}) == "legal", "two of them are in the deck"
    assert judged_with({team[0]: 4}) == "illegal"
    assert judged_with({team[0]: 0}) == "illegal"
    assert judged_with({"Ronon Dex, Satedan Gunslinger": 1}) == "illegal", "one of five is not in the team"
    assert judged_with({team[0]: 0, "Jack Oneil, SG-1 Comander": 1}) == "unproven", "it may be the fourth"
    assert judged_with({team[0]: 0, "Jack Oneil, SG-1 Comander": 1, "Antiquiti": 1}) == "unproven"


@pytest.mark.parametrize(
    "text",
    [
        "2 each: Nexu, Kouhun, TIE Hunter\n",
        "2x: Nexu, Kouhun and TIE Hunter\n",
        "2 of each: Nexu and Kouhun and TIE Hunter\n",
        "2-of: Nexu; Kouhun; TIE Hunter\n",
        "Dark: Nexu (2), Kouhun (2), TIE Hunter (2)\n",
        "2x: Nexu\n2x: Kouhun\n2x: TIE Hunter\n",
        "> 2 Nexu, 2 Kouhun, 2 TIE\n> Hunter, 2 Snoke\n",
        "2 Nexu, 2\nKouhun, 2 TIE Hunter\n",
        "2\u00a0Nexu\n2 Kouhun, 2 TIE Hunter\n",
        "Empire deck\n2 Nexu, 2 Kouhun\n2 TIE Hunter\n",
    ],
)
def test_several_cards_in_a_line_and_lines_broken_within_a_card_are_these_cards(
    text: str, database: Path
) -> None:
    """None of them was a card, or the title nearly was one."""
    deck = resolved("swtcg", database, text)
    assert cards(deck)[:3] == [(2, "Nexu"), (2, "Kouhun"), (2, "TIE Hunter")]
    assert (deck.unread, deck.bare) == ((), ())


def test_commas_within_names_divide_none(database: Path) -> None:
    text = "2 each: Rey, Force Prodigy, Finn, First Order Defector\n2x: Datapad\n2x: Rey, Force Prodigy\n"
    names = ["Rey, Force Prodigy", "Finn, First Order Defector", "Datapad"]
    assert [name for _quantity, name in cards(resolved("destiny", database, text))] == names


def test_one_count_before_several_cards_may_be_of_the_first_alone(database: Path) -> None:
    """It was told that no card is called like all of them."""
    deck = resolved("swtcg", database, "2 Nexu, Kouhun\n1 TIE Hunter, Kouhun\n")
    assert [one.text for one in deck.unread] == ["2 Nexu, Kouhun"]
    assert "write each on a line of its own" in deck.unread[0].reason
    assert cards(deck) == [(1, "TIE Hunter"), (1, "Kouhun")]


def test_the_end_of_a_name_on_a_line_of_its_own_is_no_heading(database: Path) -> None:
    """All below `Team` stood in a zone that the game does not have."""
    deck = resolved("swtcg", database, "2 Arctic Assault\nTeam\n2 Nexu\n")
    assert [(entry.card_name, entry.zone) for entry in deck.entries] == [
        ("Arctic Assault Team", "Deck"),
        ("Nexu", "Deck"),
    ]


@pytest.mark.parametrize("text", ["Nexu -\nKouhun 2\n", "Nexu\t-\nKouhun\t2\n", "-\tNexu\n2\tKouhun\n"])
def test_a_dash_where_other_lines_have_their_count_may_say_that_there_is_none(
    text: str, database: Path
) -> None:
    """It was one copy; a dash that is a bullet still is none of that."""
    deck = resolved("swtcg", database, text)
    assert (cards(deck), [one.line for one in deck.unread]) == ([(2, "Kouhun")], [1])
    for bullets in (
        "- Nexu\n- 2 Kouhun\n",
        "-\tNexu\n-\t2 Kouhun\n",
        "My deck\n- Nexu\n- Kouhun\n- Kouhun\n",
    ):
        deck = resolved("swtcg", database, bullets)
        assert (cards(deck), deck.unread, deck.bare) == ([(1, "Nexu"), (2, "Kouhun")], (), ()), bullets


@pytest.mark.parametrize("title", ["eRey / eFinn", "eRey eFinn", "Rey & Finn", "Vader/Raider"])
def test_a_first_line_that_may_be_the_team_is_no_title_of_a_list_without_one(
    title: str, tmp_path: Path, database: Path
) -> None:
    """The list was an illegal deck without a character."""
    team = [f"{count}x {name}" for kind, count, name in DESTINY if kind == "Character"]
    rest = [f"{count}x {name}" for kind, count, name in DESTINY if kind != "Character"]
    assert judged(tmp_path, database, "\n".join([title, *rest])) == ("destiny", "unproven")
    assert judged(tmp_path, database, "\n".join([title, *team, *rest])) == ("destiny", "legal")


@pytest.mark.parametrize(
    ("first", "verdict"),
    [
        ("My deck (Jedi)", "unproven"),
        ("Jedi affiliation", "legal"),
        ("Zugehörigkeit Jedi", "legal"),
        ("Affiliation Jedi", "legal"),
        ("Jedi affiliation\nAffiliation: Jedi", "unproven"),
        ("My deck", "illegal"),
    ],
)
def test_an_affiliation_in_a_line_of_words_is_no_title(
    first: str, verdict: str, tmp_path: Path, database: Path
) -> None:
    """A deck was illegal for want of the affiliation that its title named."""
    rows = "\n".join(f"{count}x {name}" for count, name in LCG)
    assert judged(tmp_path, database, f"{first}\n{rows}\n") == ("swlcg", verdict)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Acklay ***\nNexu ***\nReek ****\n", [3, 3, 4]),
        ("3 Acklay\n3 Nexu\n4 Reek\n-----\n10\n", [3, 3, 4]),
        ("3 Acklay\n3 Nexu\n4 Reek\nno sideboard\n", [3, 3, 4]),
        ("Char\n3 Acklay\n3 Nexu\n-> 6\nGround\n4 Reek\n=> 4\n==> 10\n", [3, 3, 4]),
        ("1.) 4x Acklay\n2.) 4x Nexu\n3.) 2x Reek\n", [4, 4, 2]),
        ("4 Acklay + 4 Nexu + 2 Reek\n", [4, 4, 2]),
        ("8 Space, 2 Ground\n4 Acklay\n4 Nexu\n2 Reek\n(10)\n", [4, 4, 2]),
    ],
)
def test_stars_and_numbers_with_two_marks_sums_alone_behind_arrows_and_of_types(
    text: str, counts: list[int], database: Path
) -> None:
    """Three stars were one: the middle one in emphasis. The others left the verdict open."""
    deck = resolved("swtcg", database, text)
    assert cards(deck) == [*zip(counts, ("Acklay", "Nexu", "Reek"), strict=True)]
    assert (deck.unread, deck.bare, deck.doubts) == ((), (), ())


def test_a_number_alone_below_all_cards_that_is_not_their_sum_is_told(database: Path) -> None:
    deck = resolved("swtcg", database, "3 Acklay\n4 Reek\n60\n")
    assert [one.text for one in deck.doubts] == ["= 60"]


@pytest.mark.parametrize("price", ["US$2.50", "CHF 1.20", "(0,50 Euro)", "@ 2 CAD", "12 Kč", "1,20 €"])
def test_prices_are_known_in_the_currencies_of_sheets(price: str, database: Path) -> None:
    """Some were part of the name: lists had a table of currencies of their own."""
    assert cards(resolved("swtcg", database, f"2 Nexu {price}\n4 Reek - {price}\n")) == [
        (2, "Nexu"),
        (4, "Reek"),
    ]


@pytest.mark.parametrize("head", ["{} of each:", "{} copies", "{} Kopien:", "Je {}x:", "{}x each", "{}x:"])
def test_a_count_of_each_card_below_is_theirs(head: str, database: Path) -> None:
    """Such a line was a heading or cards of that name, each card one copy, and the deck illegal."""
    text = f"My deck\n\n{head.format(4)}\nAcklay\nNexu\n\n{head.format(2)}\n- Reek\n- Kouhun\n"
    deck = resolved("swtcg", database, text)
    assert cards(deck) == [(4, "Acklay"), (4, "Nexu"), (2, "Reek"), (2, "Kouhun")]
    assert (deck.unread, deck.bare) == ((), ())


def test_a_count_of_each_card_below_that_have_counts_is_left_open(database: Path) -> None:
    deck = resolved("swtcg", database, "Four of each:\nAcklay\n2 Nexu\n")
    assert [one.text for one in deck.unread] == ["Four of each:"]
