"""Destiny decks judged by their sums get the very report that they get card by card."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from db.cards.card import Card
from db.cards.dates import parse_date
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.games.destiny import sums
from deckcheck.games.destiny.cards import read_card
from deckcheck.judge.batch import JudgeOptions, find_deck_files
from deckcheck.judge.fast_lane import count
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.report import as_json
from deckcheck.rules.edition import Format, ListedCard
from importers.decks.reading import read_deck
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.judge.test_known_lines import DAY, TwoWays
from tests.deckcheck.random_decks.destiny import DestinyDecks
from tests.deckcheck.sister_decks import Pool

GAME = get_game("destiny")
TEXTS = ("opens", "cheaper", "needs", "brings", "team_up")


class Decks:
    """Decks at the borders of all rules, half of them legal but for a change or two."""

    def __init__(self, pool: Pool, seed: int) -> None:
        self.rng, self.pool = Random(seed), pool
        self.any = DestinyDecks(pool, seed)
        self.odd = [
            card
            for card in pool.cards
            if card.marks
            or any(text in card.facts for text in TEXTS)
            or read_card(card).is_other_face
            or (card.type in {"Event", "Support", "Upgrade"} and read_card(card).limit != 2)
        ]
        self.kinds = {
            kind: [c for c in pool.cards if c.type == kind] for kind in ("Character", "Plot", "Battlefield")
        }

    def legal(self) -> list[DeckEntry]:
        """Two characters of a side, thirty cards of their colours, a battlefield."""
        rng, pool, plain = self.rng, self.pool, self.any.every
        first = rng.choice([c for c in plain["Character"] if c.side in {"hero", "villain"}])
        team = [first, *rng.sample([c for c in plain["Character"] if c.side == first.side], 1)]
        colours = {"gray", *(card.facts["faction"] for card in team)}
        drawn = [
            card
            for kind in ("Event", "Upgrade", "Support")
            for card in plain[kind]
            if card.side in {first.side, "neutral"} and card.facts["faction"] in colours
        ]
        found = [pool.entry(card, 1, dice=rng.choice((1, 1, 2))) for card in team]
        found += [pool.entry(card, 2) for card in rng.sample(drawn, 15)]
        field = [c for c in plain["Battlefield"] if c.side == "neutral"]
        return [*found, pool.entry(rng.choice(field))]

    def deck(self) -> Deck:
        if self.rng.random() < 0.4:
            return self.changed(list(self.any.deck().entries), self.rng.choice((0, 0, 1)))
        return self.changed(self.legal(), self.rng.choice((0, 0, 1, 1, 2, 3)))

    def changed(self, entries: list[DeckEntry], changes: int) -> Deck:
        for _ in range(changes if entries else 0):
            place = self.rng.randrange(len(entries))
            entries[place : place + 1] = self.change(entries[place])
        return self.pool.deck(entries)

    def change(self, entry: DeckEntry) -> list[DeckEntry]:
        """What stands for an entry instead; each of these is a way to be no plain, legal deck."""
        rng, pool = self.rng, self.pool
        return rng.choice(
            (
                [],
                [entry, entry],
                [entry._replace(quantity=rng.choice((0, 1, 2, 3, 4, 7)))],
                [entry._replace(dice=rng.choice((None, 0, 1, 2, 3)))],
                [entry._replace(zone=rng.choice((*GAME.zones, "Attic")))],
                [entry._replace(card=None)],
                [entry._replace(card=None, candidates=(rng.choice(pool.cards), rng.choice(pool.cards)))],
                [entry._replace(note="a note")],
                [entry._replace(listed_zone=rng.choice(("", "Deck")))],
                [entry._replace(name="Another name")],
                *(
                    [
                        entry,
                        pool.entry(rng.choice(cards), rng.choice((1, 1, 2)), dice=rng.choice((None, 1, 2))),
                    ]
                    for cards in self.kinds.values()
                ),
                [entry, pool.entry(rng.choice(self.odd), rng.choice((1, 2, 4)))],
                [entry, pool.entry(rng.choice(self.odd))],
                [entry, pool.entry(rng.choice(pool.cards), rng.choice((1, 2, 3)))],
            )
        )


def own_format(pool: Pool) -> Format:
    """A format with banned and restricted cards, some of which may have been on the list."""
    drawn = [card.name for card in pool.cards if card.type == "Event"]
    since = parse_date("2026-11")
    listed = [ListedCard(name, "banned") for name in drawn[:40]]
    listed += [ListedCard(name, "restricted") for name in drawn[40:140]]
    listed += [ListedCard(name, "restricted", since) for name in drawn[140:180]]
    return Format("own", "Own", "printed-2016", listed=tuple(listed))


def judges(pool: Pool) -> dict[str, Judge]:
    return {
        "printed": Judge("destiny", on=DAY),
        "standard": Judge("destiny", "standard", on=date(2020, 7, 14)),
        "another day of standard": Judge("destiny", "standard", on=date(2018, 6, 1)),
        "trilogy": Judge("destiny", "trilogy", on=date(2019, 3, 1)),
        "infinite": Judge("destiny", "infinite", on=date(2020, 7, 14)),
        "arh-standard": Judge("destiny", "arh-standard", on=DAY),
        "own": Judge("destiny", own_format(pool), on=date(2026, 11, 15)),
        "a limit": Judge("destiny", on=DAY, zone_limits={"Plot": 0}),
    }


def by_both(judge: Judge, made: list[Deck]) -> list[str]:
    """The verdicts on decks, after both ways said the same, and again from what is kept."""
    counted = [count(replace(deck), judge.game) for deck in made]
    expected = [judge.validate(deck) for deck in made]
    for _ in range(2):
        many = list(judge.validate_many(counted))
        assert many == expected
        assert [json.dumps(as_json(one)) for one in many] == [json.dumps(as_json(one)) for one in expected]
    return [report.verdict for report in expected]


def test_decks_in_memory(destiny: Pool) -> None:
    decks = Decks(destiny, seed=8)
    for way, judge in judges(destiny).items():
        number = amount(45, 10_000)
        made = [decks.deck() for _ in range(number)]
        assert sum(count(replace(deck), GAME).sums is not None for deck in made) > number // 3
        verdicts = by_both(judge, made)
        assert "illegal" in verdicts
        assert way not in {"printed", "own"} or "legal" in verdicts


def test_two_cards_of_each_list(destiny: Pool) -> None:
    """A rule that clears a card of its list would never be asked about two of them."""
    rng, told = Random(7), set()
    for judge in judges(destiny).values():
        base = Decks(destiny, 2).legal()
        for rule in judge.rules:
            clears = getattr(rule, "clears", None)
            listed = [
                card
                for card in destiny.cards
                if (status := getattr(rule, "status", None))
                and status(card) is not None
                and status(card).status != "legal"
            ]
            for _ in range(4 if clears and len(listed) > 1 else 0):
                two = [destiny.entry(card) for card in rng.sample(listed, 2)]
                by_both(judge, [destiny.deck([*base, *two])])
                told.add(type(rule).__name__)
    assert {"RestrictedTitles", "BannedKeys", "OneOfList"} <= told


def test_teams_and_texts_of_decks_of_the_same_draw_deck(destiny: Pool) -> None:
    """What is kept of one deck must not be said of another with the same sums beside its team."""
    made = []
    rng = Random(5)
    for seed in range(amount(6, 400)):
        base = Decks(destiny, seed).legal()
        drawn = [entry for entry in base if entry.zone == "Deck"]
        special = [c for c in destiny.cards if any(text in c.facts for text in TEXTS)]
        for _ in range(20):
            others = [
                destiny.entry(rng.choice(special), rng.choice((1, 2)), dice=rng.choice((None, 1, 2)))
                for _ in range(rng.choice((1, 2)))
            ]
            heads = [e for e in base if e.zone != "Deck" and rng.random() < 0.9]
            made.append(destiny.deck([*heads, *drawn, *(o for o in others if o.zone != "Deck")]))
    for judge in (Judge("destiny", on=DAY), Judge("destiny", "infinite", on=date(2020, 7, 14))):
        by_both(judge, made)


@pytest.mark.parametrize(
    "change",
    [
        lambda team: [team[0], team[1]._replace(dice=2)],
        lambda team: [team[0], team[1]._replace(quantity=2)],
        lambda team: [team[0]._replace(line=99), team[1]],
        lambda team: [team[0]._replace(name="Another"), team[1]],
        lambda team: team[:1],
        lambda _team: [],
    ],
)
def test_a_small_change_of_a_team_is_seen(destiny: Pool, change: object) -> None:
    judge = Judge("destiny", on=DAY)
    for seed in range(10):
        deck = Decks(destiny, seed).legal()
        other = [*change(deck[:2]), *deck[2:]]  # type: ignore[operator]
        made = [destiny.deck(deck), Deck(tuple(other), "destiny", path="test")]
        by_both(judge, [*made, *made[::-1]])


def test_weights_are_not_those_of_another_card_of_the_name(destiny: Pool) -> None:
    """An imported set may have cards with other facts, such as a limit that their text states."""
    entry = next(
        e for e in Decks(destiny, 1).legal() if e.zone == "Deck" and e.card and e.card.side == "neutral"
    )
    card = entry.card
    assert card is not None
    weight = sums.weight_of(entry)
    assert weight > 0

    def with_facts(**facts: object) -> DeckEntry:
        return entry._replace(card=replace(card, facts={**card.facts, **facts}))

    assert sums.weight_of(with_facts(limit=1)) == 0
    assert sums.weight_of(with_facts(copies=["1"])) == 0
    assert sums.weight_of(with_facts(copies=["6"])) == weight
    assert sums.weight_of(with_facts(faction="green")) == 0
    assert sums.weight_of(entry._replace(card=replace(card, type="Relic"))) == 0
    assert sums.weight_of(entry._replace(card=replace(card, side="hero"))) not in {0, weight}
    assert sums.weight_of(entry._replace(zone="Team")) == 0
    assert sums.weight_of(entry._replace(card=None)) == 0
    limited = with_facts(limit=1)
    rest = Decks(destiny, 1).legal()
    by_both(Judge("destiny", on=DAY), [destiny.deck([*rest, limited._replace(quantity=2)])])


def test_what_was_read_of_a_card_is_not_said_of_the_next_one(
    destiny: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python gives the place of a card that is gone to the next one."""
    monkeypatch.setattr(sums, "_MOST_SEEN", 2)
    base = Decks(destiny, 3).legal()
    judge = Judge("destiny", on=DAY)

    def made(points: str) -> Card:
        card = base[0].card
        assert card is not None
        return replace(card, facts={**card.facts, "points": points})

    for n in range(60):
        card = made("9/13" if n % 2 else "28/29")
        deck = count(destiny.deck([base[0]._replace(card=card), *base[1:]]), GAME)
        assert list(judge.validate_many([deck])) == [judge.validate(deck)]
        assert len(sums._SEEN) <= 2


def test_lists_that_name_a_format(destiny: Pool) -> None:
    """Decks of the site name one; where it is another than that of the judge, a note says so."""
    judge = Judge("destiny", "standard", on=date(2020, 7, 14))
    names = ("standard", "Standard", "infinite", "nobody's", None)
    decks = [destiny.deck(Decks(destiny, seed).legal()) for seed in range(3)]
    by_both(judge, [replace(d, named_format=name) for d in decks for name in (*names, *names)])


def test_a_character_without_copies_beside_a_plot_that_brings_some(destiny: Pool) -> None:
    """Decks in memory may have lines of no copies; judging them must not break off."""
    plot = next(
        card
        for card in destiny.cards
        if card.type == "Plot" and any(str(word).startswith("aside") for word in card.facts.get("brings", ()))
    )
    first, *rest = Decks(destiny, 1).legal()
    deck = destiny.deck([first._replace(quantity=0, dice=0), destiny.entry(plot), *rest])
    by_both(Judge("destiny", on=DAY), [deck])


# -- files ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def resolver(database: Path) -> Iterator[Resolver]:
    with Catalogue(database, "destiny") as catalogue:
        yield Resolver(catalogue, GAME)


def test_lists_without_headings(database: Path, destiny: Pool, tmp_path: Path) -> None:
    both = TwoWays(database, JudgeOptions(Path(), game="destiny", on=DAY))
    decks, path, verdicts = Decks(destiny, seed=4), tmp_path / "deck.txt", set()
    number = amount(60, 10_000)
    for _ in range(number):
        rows = [f"{e.dice or e.quantity} {e.card.name}\n" for e in decks.deck().entries if e.card]
        path.write_text("".join(rows) or "1 Salvo\n", encoding="utf-8")
        verdicts.add(both.agree(path).verdict)
    assert {"legal", "illegal"} <= verdicts
    assert both.by_lines > number // 2


def test_decks_of_the_site(database: Path, destiny: Pool, tmp_path: Path) -> None:
    both = TwoWays(database, JudgeOptions(Path(), on=DAY))
    decks, path, verdicts = Decks(destiny, seed=9), tmp_path / "deck.json", set()
    for n in range(amount(40, 5_000)):
        slots = {
            e.card.printings[0].image_key: {"quantity": max(e.quantity, 1), "dice": e.dice or 0}
            for e in decks.deck().entries
            if e.card
        }
        data = {"name": f"Deck {n}", "slots": slots, "format_code": ("STD", "INF", None)[n % 3]}
        path.write_text(json.dumps(data, indent=n % 2 or None), encoding="utf-8")
        verdicts.add(both.agree(path).verdict)
    assert {"legal", "illegal"} <= verdicts


def test_real_sample_and_example_decks(resolver: Resolver) -> None:
    samples = ROOT / "tests" / "importers" / "decks" / "samples"
    paths = [Path(path) for path in find_deck_files([str(ROOT / "examples" / "sisters")])]
    paths += [samples / f"swdestinydb-{kind}.{kind}" for kind in ("json", "txt")]
    lists = list(map(read_deck, paths))
    found = [one for one in lists if one.game == "destiny"]
    assert len(found) > 2
    by_both(Judge("destiny", on=DAY), [resolver.resolve(one, "a deck") for one in found])


def test_a_legal_deck_is_judged_by_its_team_and_sums(destiny: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting each deck card by card takes several times as long as all the rest."""
    judge = Judge("destiny", on=DAY)
    decks = [count(destiny.deck(Decks(destiny, seed).legal()), GAME) for seed in range(40)]
    legal = [(d, r) for d in decks if (r := judge.validate(d)).verdict == "legal"]
    assert len(legal) > 5
    monkeypatch.setattr(judge, "validate", None)
    monkeypatch.setattr("deckcheck.judge.fast_lane._ResolvedDeck.deck", None)
    assert list(judge.validate_many([deck for deck, _ in legal])) == [r for _, r in legal]
