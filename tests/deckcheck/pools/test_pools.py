"""Pools: what boosters hold, what a deck of them may be, and that what is built is the best there is."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from db.cards.card import Card
from db.errors import DeckcheckError
from deckcheck.acts import pools
from deckcheck.acts.database import Database
from deckcheck.deck import DeckEntry
from deckcheck.errors import PoolError
from deckcheck.games import get_game
from deckcheck.games.limited import BoosterSlot
from deckcheck.pools.cube import cube_of_set
from deckcheck.pools.pool import Pool, PoolCard
from importers.errors import ExistingFileError, SeveralDecksError
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.naive.destiny import destiny_fit, destiny_points, destiny_text_is_met
from tests.deckcheck.random_decks.destiny import BEYOND

Run = Callable[..., Result]
SETS = {"swtcg": "AOTC", "destiny": "AW", "stargate": "BASE"}

SIZES = {"swtcg": 30, "destiny": 20, "stargate": 24}
"""The smallest decks of the format `sealed`."""

SMALL = """
name = "Eight of eleven"
rules = "printed-2005"
[numbers]
deck-size.minimum = 8
unit-minimum.minimum = 1
copy-limit = false
"""
ARENAS = ("Space", "Ground", "Character")


@pytest.fixture
def cards_of(catalogue_of_test: Path) -> Iterator[Database]:
    with Database(catalogue_of_test) as found:
        yield found


@pytest.mark.parametrize("game", SETS)
def test_a_booster_holds_what_is_said_of_it_and_the_seed_says_which(cards_of: Database, game: str) -> None:
    """Who opens the same seed elsewhere must hold the same cards."""
    slots = get_game(game).collecting.limited.slots
    for seed in range(amount(20, 200)):
        pool = pools.open_pool(cards_of, [SETS[game]], boosters=1, seed=seed, game=game)
        assert pool == pools.open_pool(cards_of, [SETS[game]], boosters=1, seed=seed, game=game)
        assert all(one.quantity == 1 for one in pool.cards)
        rarities = Counter(one.printing.rarity for one in pool.cards if one.printing)
        for slot in slots:
            assert sum(rarities[rarity] for rarity in slot.shares) == slot.cards
        assert rarities.total() == sum(slot.cards for slot in slots)
    assert len({pools.open_pool(cards_of, [SETS[game]], seed=n, game=game).cards for n in range(9)}) == 9


def test_legendary_cards_come_as_often_as_is_said(cards_of: Database) -> None:
    pool = pools.open_pool(cards_of, ["aw"], boosters=1000, seed=1, game="destiny")
    rarities = Counter[str | None]()
    for one in pool.cards:
        rarities[one.printing.rarity if one.printing else None] += one.quantity
    assert (rarities["C"], rarities["U"]) == (3000, 1000)
    assert 120 < rarities["L"] < 215  # one of six, and four standard errors around


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["AOTX"], "there is no set 'AOTX'; did you mean AOTC?"),
        (["START", "--boosters", "0"], "0 boosters: expected 1 to 1,000"),
        (["AOTC", "--boosters", "1000000"], "1,000,000 boosters: expected 1 to 1,000"),
        (["MAM"], "MAM has too few cards for boosters"),
        (["core-set", "--game", "swlcg"], "was not sold in boosters"),
        (["AOTC", "--save", "../up"], "a pool cannot be called '../up'"),
    ],
)
def test_boosters_that_cannot_be_opened_are_refused_with_the_reason(
    run: Run, words: list[str], said: str
) -> None:
    ended = run("pool", "open", "--seed", "1", "--product", *words)
    assert said in str(ended.exception)
    assert not ended.stdout


def test_the_only_pool_is_meant_where_none_is_named(run: Run) -> None:
    assert "no pools yet" in str(run("pool", "build").exception)
    once = run("pool", "open", "--product", "AOTC", "--seed", "1")
    assert "not kept" in once.stderr
    run("pool", "open", "--product", "AOTC", "--seed", "1", "--save", "A")
    assert run("pool", "build").stdout == run("pool", "build", "--pool", "A").stdout
    run("pool", "open", "--product", "AOTC", "--seed", "2", "--save", "B")
    assert str(run("pool", "build").exception) == "several pools are kept: A, B; name one by --pool"


def test_a_pool_is_not_built_for_a_figure(run: Run) -> None:
    """Whoever asks for one learns that, instead of what a condition lacks."""
    run("pool", "open", "--product", "AOTC", "--boosters", "1", "--seed", "1", "--save", "A")
    ended = run("pool", "build", "--pool", "A", "--goal", "figure:all_arenas")
    assert str(ended.exception) == "a pool is built for conditions, not for figures"


def test_a_pool_is_kept_listed_and_read_again_as_it_was(run: Run, tmp_path: Path) -> None:
    opened = run(
        "pool", "open", "--product", "AOTC,ANH", "--boosters", "3", "--seed", "5", "--save", "A", "--json"
    )
    kept = json.loads(opened.stdout)
    assert kept["products"] == [{"set": "AOTC", "boosters": 2}, {"set": "ANH", "boosters": 1}]
    several = run("pool", "open", "--product", "AOTC", "ANH", "--boosters", "3", "--seed", "5", "--json")
    assert json.loads(several.stdout)["cards"] == kept["cards"]
    assert isinstance(run("pool", "open", "--product", "AOTC", "--save", "A").exception, ExistingFileError)
    (listed,) = json.loads(run("pool", "list", "--json").stdout)["pools"]
    assert listed == kept
    assert sum(one["quantity"] for one in listed["cards"]) == 33
    file = tmp_path / "again.json"
    assert run("pool", "open", "--product", "AOTC", "--seed", "5", "--write", file).exit_code == 0
    written = json.loads(file.read_text())
    assert json.loads(run("pool", "import", file, "--json").stdout) == written | {"name": "AOTC"}
    file.write_text(json.dumps(written | {"products": [{"set": "AOTC", "boosters": "six"}]}))
    assert json.loads(run("pool", "import", file, "--json").stdout)["products"] == []


def test_names_that_are_no_card_for_certain_are_told_and_left_out(run: Run, tmp_path: Path) -> None:
    """A pool with the cards of two games is one of the game of most, and says what is not."""
    (file := tmp_path / "two.txt").write_text(
        "4 Yoda (A)\n2 Captain Phasma, Elite Trooper\n", encoding="utf-8"
    )
    ended = run("pool", "import", file, "--json")
    found = json.loads(ended.stdout)
    assert (ended.exit_code, found["game"]) == (3, "swtcg")
    assert [one["name"] for one in found["cards"]] == ["Yoda (A)"]
    assert len(found["unknown"]) == 1
    said = "'Captain Phasma, Elite Trooper' in line 2 is the first of Star Wars: Destiny."
    assert found["note"] == f"The cards are of Star Wars Trading Card Game; {said}"
    assert said in run("pool", "import", file).stdout
    for text, said in (("", "the file is empty"), ("1 Nobody At All\n", "no card of")):
        file.write_text(text, encoding="utf-8")
        assert said in str(run("pool", "import", file, "--save", "Two").exception)


def test_a_deck_has_no_card_more_often_than_its_pool(run: Run, tmp_path: Path) -> None:
    (pool := tmp_path / "pool.txt").write_text("3 Kouhun\n1 Yoda (A)\n", encoding="utf-8")
    (deck := tmp_path / "deck.txt").write_text("4 Kouhun\n1 Nexu\n1 Yoda (A)\n", encoding="utf-8")
    ended = run("pool", "check", deck, "--pool", pool, "--json")
    (report,) = json.loads(ended.stdout)["decks"]
    assert (ended.exit_code, report["format"], report["verdict"]) == (1, "sealed", "illegal")
    wrong = {one["cards"][0]["name"]: one["limit"] for one in report["issues"] if one["code"] == "pool"}
    assert wrong == {"Kouhun": 3, "Nexu": 0}


def test_a_deck_of_another_game_than_its_pool_is_refused_without_advice_that_does_not_help(
    run: Run, tmp_path: Path
) -> None:
    """It said to leave out --game, which the command has not."""
    (pool := tmp_path / "pool.txt").write_text("3 Kouhun\n1 Yoda (A)\n", encoding="utf-8")
    refused = run("pool", "check", ROOT / "examples" / "sisters" / "sg-1.o8d", "--pool", pool)
    assert str(refused.exception).endswith("expected 'swtcg'; that is the game of the pool")


def test_an_elite_character_takes_the_dice_of_two_copies(run: Run, tmp_path: Path) -> None:
    """In a booster lies one die with a card."""
    deck = tmp_path / "deck.txt"
    deck.write_text("2x Captain Phasma, Elite Trooper (Awakenings #1)\n", encoding="utf-8")
    for copies, is_told in ((1, True), (2, False)):
        (pool := tmp_path / "pool.json").write_text(
            json.dumps(
                {
                    "schema": "deckcheck.pool/1",
                    "game": "destiny",
                    "cards": [{"name": "Captain Phasma, Elite Trooper", "quantity": copies}],
                }
            ),
            encoding="utf-8",
        )
        (report,) = json.loads(run("pool", "check", deck, "--pool", pool, "--json").stdout)["decks"]
        assert report["game"] == "destiny"
        told = [one for one in report["issues"] if one["code"] == "pool"]
        assert [(one["have"], one["limit"]) for one in told] == [(2, 1)] * is_told


@pytest.mark.parametrize("game", SETS)
def test_what_is_built_is_a_legal_deck_of_the_pool(run: Run, tmp_path: Path, game: str) -> None:
    run("pool", "open", "--game", game, "--product", SETS[game], "--seed", "3", "--save", "P")
    file = tmp_path / "deck.json"
    built = run("pool", "build", "--pool", "P", "--write", file, "--json")
    assert built.exit_code == 0, built.stderr
    document = json.loads(built.stdout)
    assert document["proof"]["optimal"]
    assert document["out"] == []
    checked = run("pool", "check", file, "--pool", "P", "--json")
    assert checked.exit_code == 0, checked.stdout
    assert run("pool", "check", file, "--pool", file).exit_code == 0
    deck = json.loads(file.read_text(encoding="utf-8"))
    main = [one for one in deck["cards"] if one["zone"] == get_game(game).zones[0]]
    assert sum(one["quantity"] for one in main) == SIZES[game]
    deck["cards"].remove(main[0])
    file.write_text(json.dumps(deck), encoding="utf-8")
    assert run("pool", "check", file, "--pool", "P").exit_code == 1  # none is smaller


def test_a_pool_without_a_legal_deck_says_what_each_side_lacks(run: Run, tmp_path: Path) -> None:
    (pool := tmp_path / "pool.txt").write_text("30 Kouhun\n", encoding="utf-8")
    ended = run("pool", "build", "--pool", pool)
    assert ended.exit_code == 1
    assert "no legal deck" in ended.stdout
    assert "at least 4 Space units: 0 in the pool" in ended.stdout


def test_what_is_asked_for_in_vain_is_named_with_what_the_pool_has(run: Run) -> None:
    """Whoever asks for too much learns which of the wishes it was."""
    run("pool", "open", "--product", "AOTC", "--seed", "3", "--save", "P")
    wishes = ("--at-least", "type:battle=99", "--at-least", "type:space=1")
    ended = run("pool", "build", "--pool", "P", *wishes, "--json")
    assert ended.exit_code == 1
    for side in json.loads(ended.stdout)["sides"]:
        lacks = "\n".join(side["impossible"])
        assert re.search(r"^at least 99 of type:battle: \d\d? in the pool$", lacks, re.MULTILINE)
        assert "of type:space" not in lacks


def test_files_that_are_no_pool_are_refused_in_a_line(run: Run, tmp_path: Path) -> None:
    """A picture, or a file as large as a film, is no list of cards."""
    (picture := tmp_path / "pool.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    with (huge := tmp_path / "huge.txt").open("wb") as file:
        file.truncate(1 << 32)
    for path in (picture, huge):
        ended = run("pool", "import", path, "--save", "Two")
        assert ended.exit_code != 0
        assert isinstance(ended.exception, DeckcheckError), ended.exception
        assert "\n" not in str(ended.exception)
    assert not json.loads(run("pool", "list", "--json").stdout)["pools"]


def a_pool(cards: Sequence[Card], rng: random.Random) -> list[Card]:
    """Eleven cards, some of them twice, and most of one side."""
    light, other = (
        [one for one in cards if one.side in sides] for sides in (("light", "neutral"), ("dark",))
    )
    few = [*rng.sample(light, 8), *rng.sample(other, 1)]
    return [*few, *rng.choices(few, k=2)]


def has_all_arenas(hand: Sequence[Card]) -> bool:
    return all(any(arena in one.type.split("/") for one in hand) for arena in ARENAS)


def has_none_of_space(hand: Sequence[Card]) -> bool:
    return not any("Space" in one.type.split("/") for one in hand)


HOPES: dict[str, Callable[[Sequence[Card]], bool]] = {
    " and ".join(f"type:{arena.casefold()} >= 1" for arena in ARENAS): has_all_arenas,
    "type:space = 0": has_none_of_space,
}


def naive_best(
    pool: Sequence[Card], rares: int, first: Callable[[Sequence[Card]], bool], then: Callable[..., bool]
) -> tuple[tuple[Fraction, Fraction], int] | None:
    """The best odds of all legal decks, those of `then` where they are equal, and the fewest cards of such.

    Legal is what stands in the rulebook; so many are rare. Hands of seven are counted one by one.
    """
    best: tuple[tuple[Fraction, Fraction], int] | None = None
    ordered = sorted(pool, key=lambda one: one.name)
    for deck in (one for size in range(8, len(pool) + 1) for one in set(combinations(ordered, size))):
        units = [sum(arena in one.type.split("/") for one in deck) for arena in ARENAS]
        if {"light", "dark"} <= {one.side for one in deck} or min(units) < 1 or max(units) > 2 * min(units):
            continue
        if sum(any(one.rarity == "R" for one in card.printings) for card in deck) < rares:
            continue
        hands, number = [*combinations(deck, 7)], comb(len(deck), 7)
        odds = Fraction(sum(map(first, hands)), number), Fraction(sum(map(then, hands)), number)
        if best is None or odds > best[0]:
            best = odds, len(deck)
    return best


def test_no_deck_of_a_small_pool_is_better_than_the_one_that_is_built(
    cards_of: Database, tmp_path: Path
) -> None:
    """All decks of eight of eleven cards or more are made, and all hands of each."""
    (file := tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    cards = [one for one in cards_of.catalogue("swtcg").cards() if one.set_codes == ("AOTC",)]
    rng, sizes = random.Random("pools"), Counter[int]()
    for turn in range(amount(60, 400)):
        (goal, first), (then, second) = sorted(HOPES.items(), reverse=bool(turn % 2))
        copies = Counter(a_pool(cards, rng))
        pool = Pool("few", "swtcg", tuple(PoolCard(card, n) for card, n in copies.items()))
        best = naive_best([*copies.elements()], rares := rng.randint(0, 4), first, second)
        asked: dict[str, Any] = {"at_least": [("rarity:r", rares)], "then": [then]}
        found = pools.build_pool(cards_of, pool, goal, format_file=file, **asked)
        tuned = found.sides[0].tuned
        assert tuned.value == (best and best[0][0])
        if best is not None:
            assert found.is_legal
            assert tuned.optimal
            assert found.sides[0].is_any_size
            assert found.plan is not None
            assert tuned.odds == [*best[0]]
            assert sum(entry.quantity for entry in found.plan.deck.entries) == best[1]
            sizes[best[1]] += 1
    assert sizes.total() > 5
    assert len(sizes) > 1  # some goals ask for more cards than a deck must have


def test_the_cube_of_a_set_has_its_cards_and_boosters_by_their_shares(cards_of: Database) -> None:
    """What Draftmancer does not know of a card it refuses: each needs a name, a cost, a type."""
    cards = cards_of.catalogue("destiny").cards()
    text = cube_of_set("AW", get_game("destiny").collecting.limited.slots, cards)
    settings, rest = text.removeprefix("[Settings]\n").split("\n[CustomCards]\n")
    stated, _, slots = rest.partition("\n]\n")
    known: list[dict[str, Any]] = json.loads(stated + "]")
    weights = {one["weight"]: one["slots"] for one in json.loads(settings)["layouts"].values()}
    assert weights == {
        5: {"Common": 3, "Uncommon": 1, "Rare": 1},
        1: {"Common": 3, "Uncommon": 1, "Legendary": 1},
    }
    assert all(
        {"name", "mana_cost", "type", "rarity", "set", "collector_number", "image_uris"} <= one.keys()
        for one in known
    )
    listed = [row for row in slots.splitlines() if row and not row.startswith("[")]
    assert sorted(f"1 {one['name']} (AW) {one['collector_number']}" for one in known) == sorted(listed)
    with pytest.raises(PoolError):
        cube_of_set("AW", (BoosterSlot(1, {"XX": 1}),), cards)


def test_what_was_drafted_from_a_cube_comes_back_as_the_same_pool(run: Run, tmp_path: Path) -> None:
    drawn = json.loads(run("pool", "open", "--product", "AOTC", "--seed", "9", "--json").stdout)["cards"]
    ids = {f"c{n}": one for n, one in enumerate(drawn)}
    users = {
        "u1": {
            "userName": "Ada",
            "isBot": False,
            "cards": [i for i, one in ids.items() for _ in range(one["quantity"])],
        },
        "u2": {"userName": "Bo", "isBot": False, "picks": [{"pick": [1], "booster": ["c0", "c1"]}]},
        "u3": {"userName": "Bot #1", "isBot": True, "cards": ["c0"]},
    }
    data = {
        i: {"name": one["name"], "set": "aotc", "collector_number": one["number"]} for i, one in ids.items()
    }
    (log := tmp_path / "log.txt").write_text(json.dumps({"users": users, "carddata": data}), encoding="utf-8")
    several = run("pool", "import", log).exception
    assert isinstance(several, SeveralDecksError)
    assert several.decks == (f"{log}#Ada", f"{log}#Bo")
    assert json.loads(run("pool", "import", f"{log}#ada", "--json").stdout)["cards"] == drawn
    (picked,) = json.loads(run("pool", "import", f"{log}#Bo", "--json").stdout)["cards"]
    assert picked["name"] == drawn[1]["name"]
    log.write_text(log.read_text(encoding="utf-8")[:700], encoding="utf-8")
    assert "broken JSON" in str(run("pool", "import", log).exception)


FEW = """
name = "Six of a few"
game = "destiny"
rules = "printed-2016"
[numbers]
deck-size = false
copy-limit = false
team-affiliation = false
deck-affiliation = false
battlefield = false
[[require]]
of = "type:event or type:upgrade or type:support"
at_least = 6
"""
TEXTS = {"opens", "needs", "brings", "cheaper", "team_up"}
"""The facts of characters whose own text changes what a deck may hold."""
BESIDE = {"Clone Trooper", "Darth Vader", "Yoda", "Maul", "Obi-Wan Kenobi", "Ahsoka Tano"}
TRAITS = {"droid", "spectre", "jedi", "ewok", "inquisitor"}
"""The characters of whom such texts speak."""
Team = list[dict[str, Any]]
"""The characters of a team as the naive checker reads them."""


def row_of(card: Card, dice: int = 1) -> dict[str, Any]:
    """A card as the naive checker reads it; the points stand in its facts."""
    named = {"identity": card.name, "title": card.base_name, "traits": {*card.subtypes}, "side": card.side}
    return {**card.facts, **named, "type": card.type, "dice": dice, "keys": [], "limit": 2}


def teams_of(characters: Counter[Card]) -> Iterator[Team]:
    """Yields the teams by what stands in the rulebook and on the cards; a copy brings one die."""
    choices: list[list[Team]] = []
    for card, copies in characters.items():
        most = 1 if card.facts.get("unique") else copies
        found = [[row_of(card)] * n for n in range(most + 1)]
        if "/" in str(card.facts["points"]) and copies > 1:
            found.append([row_of(card, 2)])  # elite: one card with two dice
        choices.append(found)
    for chosen in product(*choices):
        team = [row for rows in chosen for row in rows]
        _, most_points, is_open = destiny_points(team, [], None)
        titles = [row["title"] for row in team if row["unique"]]
        if not team or most_points > 30 or is_open or len(set(titles)) < len(titles):
            continue
        if all(destiny_text_is_met(row, team, [], None) for row in team):
            yield team


def points_of(card: Card, entry: DeckEntry) -> int:
    """The points of a character in a team, as printed."""
    dice = (entry.dice or entry.quantity) // entry.quantity
    return int(str(card.facts["points"]).split("/")[dice - 1]) * entry.quantity


def best_of_destiny(characters: Counter[Card], drawn: Sequence[Card]) -> tuple[int, Fraction] | None:
    """The most points that a legal deck can have, as printed, and the best odds of such: hand by hand."""
    best: dict[int, Fraction] = {}
    for team in teams_of(characters):
        points = sum(int(row["points"].split("/")[row["dice"] - 1]) for row in team)
        for deck in combinations(drawn, 6):
            if destiny_fit([row_of(card) for card in deck], team, [], both=True):
                continue
            hands = list(combinations([card.type for card in deck], 5))
            good = sum("Event" in hand and "Upgrade" in hand for hand in hands)
            best[points] = max(best.get(points, Fraction(0)), Fraction(good, len(hands)))
    return max(best.items()) if best else None


@pytest.mark.whole_catalogue
def test_a_team_spends_what_it_can_and_takes_no_more_dice_than_its_pool_has(
    cards_of: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All teams of a few characters are made, all decks of six beside each, all hands of five.

    Half of the pools have characters whose own texts say what a deck may hold, and those they speak of.
    """
    rule = Pool.rule
    monkeypatch.setattr(Pool, "rule", lambda pool, game, _every: rule(pool, game, ()))  # no draft set
    (file := tmp_path / "few.toml").write_text(FEW, encoding="utf-8")
    whole = cards_of.catalogue("destiny").cards()
    every = [one for one in whole if str(one.printings[0].image_key).isdigit()]  # no other side of a card
    characters = [one for one in every if one.type == "Character" and one.name not in BEYOND]
    plain = [one for one in characters if not TEXTS & one.facts.keys()]
    telling = [one for one in characters if TEXTS & one.facts.keys()]
    told_of = [one for one in plain if one.base_name in BESIDE or not TRAITS.isdisjoint(one.subtypes)]
    others = [one for one in every if one.type in ("Event", "Upgrade", "Support")]
    rng, solved, with_texts = random.Random("dice"), 0, Counter[bool]()
    for turn in range(amount(20, 400)):
        few = rng.sample(telling, 2) + rng.sample(told_of, 2) if turn % 2 else rng.sample(plain, 3)
        team = Counter({one: rng.randint(1, 2) for one in few})
        drawn = rng.sample(others, 9)
        pool = Pool(
            "few", "destiny", tuple(PoolCard(one, n) for one, n in {**team, **Counter(drawn)}.items())
        )
        found = pools.build_pool(cards_of, pool, "type:event >= 1 and type:upgrade >= 1", format_file=file)
        side = found.sides[0]
        best = best_of_destiny(Counter({c: n for c, n in team.items() if c.name not in side.left_out}), drawn)
        told = None
        if found.plan is not None and side.tuned.value is not None:
            assert found.is_legal
            assert side.tuned.optimal
            there = {entry.card: entry for entry in found.plan.deck.entries if entry.card in characters}
            with_texts[any(card in telling for card in there)] += 1
            points = [points_of(card, entry) for card, entry in there.items() if card is not None]
            told = sum(points), side.tuned.value
        if best is None or best[0] > 22:  # of fewer points it does not try all
            assert told == best
            solved += best is not None
    assert solved > 5
    assert with_texts[True] > 5


FEW_OF_A_TEAM = """
name = "Six of a few"
game = "stargate"
rules = "printed-2007"
[numbers]
team-size.size = 1
mission-count.each = 1
hero-minimum.minimum = 5
villain-minimum.minimum = 3
"""


def best_of_a_team(team: Counter[Card], main: Counter[Card]) -> Fraction | None:
    """The best odds of a hero and two cheap cards in hand of all legal decks, as the rulebook has them.

    One of the team plays; of the deck he may be in, too, as often as he is left. All Missions are there.
    """
    best: Fraction | None = None
    for one, copies in team.items():
        cards = sorted((main + Counter({one: min(2, copies - 1)})).elements(), key=lambda card: card.name)
        for deck in (few for size in range(8, len(cards) + 1) for few in set(combinations(cards, size))):
            sides = Counter(card.side for card in deck)
            if sides["hero"] < 5 or sides["villain"] < 3:
                continue
            cheap = [card for card in deck if card.cost is not None and int(str(card.cost)) <= 2]
            number, few = comb(len(deck), 8), len(deck) - len(cheap)
            some = sum(comb(len(cheap), n) * comb(few, 8 - n) for n in range(2, 9))
            best = max(best or Fraction(0), Fraction(some, number))
    return best


def test_no_team_of_a_pool_of_stargate_has_better_odds_than_the_one_that_is_built(
    cards_of: Database, tmp_path: Path
) -> None:
    """A copy of the team is none of the deck: of three there two are left."""
    (file := tmp_path / "team.toml").write_text(FEW_OF_A_TEAM, encoding="utf-8")
    every = [
        one for one in cards_of.catalogue("stargate").cards() if not {"needs", "brings"} & one.facts.keys()
    ]
    kinds = {
        "Team Character": [one for one in every if one.type == "Team Character"],
        "hero": [one for one in every if one.type in ("Event", "Gear") and one.side == "hero"],
        "villain": [one for one in every if one.type == "Adversary" and one.side == "villain"],
    }
    rng, solved = random.Random("teams"), 0
    for _ in range(amount(12, 200)):
        team = Counter({one: rng.randint(1, 3) for one in rng.sample(kinds["Team Character"], 2)})
        main = Counter(rng.sample(kinds["hero"], 4) + rng.sample(kinds["villain"], 4))
        pool = Pool("few", "stargate", tuple(PoolCard(one, n) for one, n in {**team, **main}.items()))
        best = best_of_a_team(team, main)
        tuned = pools.build_pool(cards_of, pool, "count(cost<=2) >= 2", format_file=file).sides[0].tuned
        assert tuned.value == best
        assert best is None or tuned.optimal
        solved += best is not None
    assert solved > 3


FEW_SETS = """
name = "Two of a few"
game = "swlcg"
rules = "printed-2012"
[numbers]
objective-minimum.minimum = 2
copy-limit = false
"""


def best_of_sets(database: Database, objectives: Counter[Card]) -> Fraction | None:
    """The best odds of two units in hand of all decks of two objective sets or more, by their five cards."""
    every = cards_of_titles(database)
    best: Fraction | None = None
    for chosen in product(*(range(n + 1) for n in objectives.values())):
        sets = dict(zip(objectives, chosen, strict=True))
        there = [one for one, n in sets.items() if n]
        locked = {one.facts["affiliation"] for one in there if one.facts.get("locked")}
        if sum(chosen) < 2 or len({one.side for one in there}) > 1 or len(locked) > 1:
            continue
        deck = [every[title] for one, n in sets.items() for title in [*one.facts["command_cards"]] * n]
        units = sum(one.type == "Unit" for one in deck)
        found = sum(comb(units, n) * comb(len(deck) - units, 6 - n) for n in range(2, 7))
        best = max(best or Fraction(0), Fraction(found, comb(len(deck), 6)))
    return best


def cards_of_titles(database: Database) -> dict[str, Card]:
    return {one.name: one for one in database.catalogue("swlcg").cards()}


def test_no_objective_sets_of_a_pool_have_better_odds_than_those_that_are_built(
    cards_of: Database, tmp_path: Path
) -> None:
    (file := tmp_path / "sets.toml").write_text(FEW_SETS, encoding="utf-8")
    objectives = [one for one in cards_of_titles(cards_of).values() if one.type == "Objective"]
    rng, solved = random.Random("sets"), 0
    for _ in range(amount(12, 200)):
        chosen = Counter({one: rng.randint(1, 2) for one in rng.sample(objectives, 4)})
        pool = Pool("few", "swlcg", tuple(PoolCard(one, n) for one, n in chosen.items()))
        best = best_of_sets(cards_of, chosen)
        tuned = pools.build_pool(cards_of, pool, "type:unit >= 2", format_file=file).sides[0].tuned
        assert tuned.value == best
        assert best is None or tuned.optimal
        solved += best is not None
    assert solved > 3
