"""The sister games against naive second checkers, over random decks of real cards at all borders."""

import csv
import random
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR, Report
from tests.amounts import amount
from tests.deckcheck.games.swlcg.lcg_cards import from_source
from tests.deckcheck.naive_sisters import check_destiny, check_lcg, check_stargate, plain
from tests.deckcheck.sister_decks import Pool, is_plain
from tests.opened import all_cards

DECKS = amount(450, 5_000)
"""Decks for each game and format: enough to meet every issue, over thirty thousand in `make slow`."""

ROOT = Path(__file__).parents[3]
SKILLS = ("culture", "science", "combat", "ingenuity")


def read_tsv(game: str) -> dict[str, dict[str, str]]:
    """The rows of the card files by key, read without any code of ours."""
    rows = {}
    for path in sorted((ROOT / "db" / "catalogue" / game).glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if "key" in row:
                    rows[row["key"]] = row | {"set": path.stem}
    return rows


def found_by(report: Report, details: dict[str, str]) -> set[tuple[str, str]]:
    """The issues of a report as the naive checkers tell them."""
    found = set()
    for issue in report.issues:
        if issue.severity != ERROR and not issue.undecided:
            continue
        key = details.get(issue.code)
        detail = str(issue.details.get(key, "")) if key else ""
        found.add((issue.code + ("?" if issue.undecided else ""), detail))
    return found


# -- Star Wars: Destiny ---------------------------------------------------------------------------


SPECIAL = frozenset(
    {
        "Anakin Skywalker, Conflicted Apprentice",
        "Sith Cultist, Emperor's Minion",
        "Youngling",
        "Jedi Apprentice",
        "Ewok Warrior",
        "Perimeter Outpost, Hoth",
        "Spectre Cell",
        "The Inquisitorius",
        "Intelligence Operation",
        "Extremist Campaign",
        "Spice Runners",
        "The Jedi Code",
        "Protect The Child",
        "Sound the Horn",
        "Retribution",
        "No Allegiance",
        "United",
        "Solidarity",
        "Allies of Necessity",
        "Temporary Truce",
        "Death of CT-4040",
        "Finn, First Order Defector",
        "Bo-Katan Kryze, Deathwatch Lieutenant",
        "Qi'Ra, Street Savvy",
        "Merrin, Nightsister Survivor",
        "Maul, Tyrant of Mandalore",
        "Leia Organa, Boushh",
        "Enfys Nest, Fearsome Outlaw",
        "Enfys Nest's Marauder",
        "General Grievous, Droid Armies Commander",
        "Clone Commander Cody, Loyal Strategist",
        "Kanan Jarrus, Jedi Exile",
        "Director Krennic, Death Star Mastermind",
        "Luke Skywalker, Red Five",
        "Construct the Death Star",
        "Destroy the Death Star",
        "Double Down",
        "Home Turf Advantage",
        "IG-11, Programmable Hunter",
        "Closing In",
        "Rescue Han Solo",
        "Relentless Advance",
        "The Ultimate Heist",
        "Luke Skywalker, Seeking The Path",
        "Rex, Clone Commander",
        "Grand Inquisitor, Inquisitorius Leader",
    }
)
"""Cards whose own text does something to team and deck that the naive checker knows too."""
DRAWN = ("Event", "Upgrade", "Support", "Downgrade")


class DestinyDecks:
    """Teams near thirty points with thirty cards, and slips of every kind."""

    def __init__(self, pool: Pool, sets: set[str] | None, seed: int) -> None:
        self.rng = random.Random(seed)
        self.pool = pool
        plain = [c for c in pool.cards if is_plain(c)]
        self.every = {t: [c for c in plain if c.type == t] for t in {c.type for c in plain}}
        inside = [c for c in plain if sets is None or sets & set(c.set_codes)]
        self.inside = {t: [c for c in inside if c.type == t] for t in self.every}
        asking = [c for c in pool.cards if c.name in SPECIAL]
        self.special = [c for c in asking if sets is None or sets & set(c.set_codes)]
        self.by_title: dict[str, list[Card]] = {}
        for card in (c for kind in DRAWN for c in self.inside.get(kind, [])):
            self.by_title.setdefault(card.base_name, []).append(card)
        self.marked = [c for c in plain if c.marks and c.type in ("Event", "Upgrade", "Support")]

    def team(self) -> list[DeckEntry]:
        rng, side, points = self.rng, self.rng.choice(["hero", "villain", "neutral"]), 0
        goal = rng.choice([24, 29, 30, 30, 31])
        found: list[DeckEntry] = []
        for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 4])):
            wanted = side if rng.random() < 0.93 else rng.choice(["hero", "villain"])
            fitting = [c for c in self.inside["Character"] if c.side in (wanted, "neutral")]
            card = rng.choice(fitting)
            if found and rng.random() < 0.05:
                card = found[0].card or card
            if rng.random() < 0.25:
                card = rng.choice([c for c in self.special if c.type == "Character"] or [card])
            values = [int(v) for v in card.facts["points"].split("/")]
            dice = rng.randint(1, len(values))
            if points + values[dice - 1] <= goal or rng.random() < 0.1:
                points += values[dice - 1]
                found.append(self.pool.entry(card, 1, dice=dice))
        return found

    def deck(self) -> Deck:
        rng, team = self.rng, self.team()
        sides = {e.card.side for e in team if e.card} | {"neutral"}
        opened = any("opens" in e.card.facts for e in team if e.card)
        colours = {e.card.facts["faction"] for e in team if e.card} | {"gray"}
        counts: Counter[str] = Counter()
        cards: dict[str, Card] = {}
        size, goal = 0, rng.choice([29, 30, 30, 30, 30, 30, 31, 0])
        while size < goal:
            kind = rng.choice(["Event", "Upgrade", "Support", "Support", "Downgrade"])
            source = self.every if rng.random() < 0.01 else self.inside
            card = rng.choice(source.get(kind) or source["Event"])
            strict = rng.random() < (0.9 if opened else 0.995)
            if strict and (card.side not in sides or card.facts["faction"] not in colours):
                continue
            if rng.random() < 0.01:
                card = rng.choice(self.marked)
            copies = min(goal - size, rng.choice([1, 2, 2, 3] if rng.random() < 0.05 else [1, 2, 2]))
            limit = int(card.facts["limit"])
            if counts[card.name] + copies > limit and rng.random() < 0.97:
                continue
            counts[card.name] += copies
            cards[card.name] = card
            size += copies
            others = [c for c in self.by_title.get(card.base_name, []) if c is not card]
            if others and size < goal and rng.random() < 0.5:
                card = rng.choice(others)
                counts[card.name] += 1
                cards[card.name] = card
                size += 1
        entries = [*team, *(self.pool.entry(cards[name], n) for name, n in counts.items())]
        for kind, number in (
            ("Battlefield", rng.choice([0, 1, 1, 1, 1, 1, 2])),
            ("Plot", rng.choice([0, 0, 0, 1, 1, 2])),
        ):
            special = [c for c in self.special if c.type == kind]
            few = special if special and rng.random() < 0.3 else self.inside[kind]
            chosen = rng.sample(few, min(number, len(few)))
            entries += [self.pool.entry(card) for card in chosen]
        rng.shuffle(entries)
        return self.pool.deck(entries)


def destiny_rows(deck: Deck, files: dict[str, dict[str, str]]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for entry in deck.entries:
        assert entry.card is not None
        keys = [p.image_key for p in entry.card.printings if p.image_key]
        line = files[keys[0]]
        row = {
            **line,
            "identity": entry.card.name,
            "title": line["name"],
            "traits": line["subtype"].split(" - "),
            "unique": line["unique?"] == "1",
            "limit": 4 if line["name"] == "Keeradak" else int(line["limit#"]),
            "dice": entry.dice or 0,
            "sets": [files[key]["set"] for key in keys],
        }
        rows += [row] * entry.quantity
    return rows


OFFICIAL_END = date(2020, 7, 14)
"""The day of the last official state of the formats."""


def last_official(play_format: str) -> dict[str, Any]:
    """The last official state of a format, straight from the table of changes."""
    name = {"standard": "STD", "trilogy": "TRI", "infinite": "INF"}[play_format]
    found: dict[str, Any] = {"sets": {}, "balance": {}, "restricted": {}, "banned": {}, "errata": {}}
    path = ROOT / "deckcheck" / "games" / "destiny" / "formats" / "history.tsv"
    for line in path.read_text("utf-8").splitlines()[1:]:
        code, since, kind, change, key, _, value, _ = line.split("\t")
        if code == name and since[:10] <= OFFICIAL_END.isoformat():
            if change == "-":
                found[kind].pop(key, None)
            else:
                found[kind][key] = value
    return found


@pytest.mark.parametrize("play_format", ["printed", "standard", "trilogy", "infinite"])
def test_destiny_agrees_with_the_naive_checker(destiny: Pool, play_format: str) -> None:
    files, lists = read_tsv("destiny"), None
    if play_format != "printed":
        lists = last_official(play_format)
        lists["sets"] = set(lists["sets"])
        lists["restricted"] = {
            c.name for c in destiny.cards if any(p.image_key in lists["restricted"] for p in c.printings)
        }
    made = DestinyDecks(destiny, lists["sets"] if lists else None, seed=11)
    # The rules alone know no day; on one of 2020 the sets of 2021 were not out.
    judge = Judge("destiny", play_format, on=None if play_format == "printed" else OFFICIAL_END)
    seen: Counter[str] = Counter()
    for _ in range(DECKS):
        deck = made.deck()
        report = judge.validate(deck)
        expected = check_destiny(destiny_rows(deck, files), lists)
        found = found_by(
            report,
            {
                "team-unique": "card",
                "copy-limit": "card",
                "deck-colour": "colour",
                "set-legality": "card",
                "plot": "card",
                "card-text": "card",
            },
        )
        titled = ("team-unique", "copy-limit", "copy-limit?")
        found = {(code, plain(text) if code in titled else text) for code, text in found}
        early = ("not-released", "")  # another judge knows the days of sets
        assert found - {early} == expected, deck
        seen.update(code for code, _ in expected or {("legal", "")})
        assert (report.verdict == "legal") is (not expected and early not in found)
    missed = {
        "legal",
        "team-points",
        "team-minimum",
        "team-affiliation",
        "team-unique",
        "deck-size",
        "copy-limit",
        "deck-affiliation",
        "deck-colour",
        "battlefield",
        "plot",
        "card-text",
        "team-points?",
        "empty-deck",
    } - seen.keys()
    if play_format == "trilogy":  # no card of its sets teams up
        missed.discard("team-points?")
    assert not missed, seen
    if play_format != "printed":
        # Infinite allows every set that we have.
        outside = set() if play_format == "infinite" else {"set-legality"}
        assert {"restricted", *outside} <= seen.keys(), seen


# -- Stargate TCG ---------------------------------------------------------------------------------


class StargateDecks:
    """Teams of four, twelve missions and twenty cards of both sides, and slips of every kind."""

    def __init__(self, pool: Pool, seed: int) -> None:
        self.rng = random.Random(seed)
        self.pool = pool
        self.team = [c for c in pool.cards if c.type == "Team Character"]
        self.heroes = [
            c for c in pool.cards if c.side == "hero" and c.type not in ("Team Character", "Mission")
        ]
        self.villains = [c for c in pool.cards if c.side == "villain"]
        missions = [c for c in pool.cards if c.type == "Mission"]
        self.missions = {s: [c for c in missions if s in c.facts] for s in SKILLS}
        self.special = [pool[name] for name in stargate_texts()]
        self.double = next(c for c in missions if sum(s in c.facts for s in SKILLS) == 2)

    def deck(self) -> Deck:
        rng, entries = self.rng, []
        team = rng.sample(self.team, rng.choice([3, 4, 4, 4, 4, 4, 5]))
        entries += [self.pool.entry(c, 2 if rng.random() < 0.02 else 1, "Team") for c in team]
        if rng.random() < 0.05:
            entries.append(self.pool.entry(rng.choice(self.heroes), 1, "Team"))
        used: Counter[str] = Counter()
        for skill in SKILLS:
            number = rng.choice([2, 3, 3, 3, 3, 3, 3, 3, 4])
            for card in rng.sample(self.missions[skill], number):
                if card is not self.double:
                    used[card.name] += 1
        if rng.random() < 0.3:
            used[self.double.name] += rng.choice([1, 1, 2])
        entries += [self.pool.entry(name, n) for name, n in used.items()]
        if rng.random() < 0.03:
            entries.append(self.pool.entry(rng.choice(self.heroes), 1, "Mission Pile"))
        for cards in (self.heroes, self.villains):
            goal, size = rng.choice([18, 19, 20, 20, 21, 24]), 0
            while size < goal:
                copies = min(goal - size, rng.choice([1, 2, 3] if rng.random() < 0.98 else [4]))
                entries.append(self.pool.entry(rng.choice(cards), copies, "Main"))
                size += copies
        for _ in range(rng.choice([0, 0, 1, 2])):
            card = rng.choice(team if rng.random() < 0.8 else self.team)
            entries.append(self.pool.entry(card, rng.choice([1, 2, 2, 3]), "Main"))
        for card in rng.sample(self.special, 2) if rng.random() < 0.2 else ():
            zone = "Team" if card.type == "Team Character" and rng.random() < 0.9 else "Main"
            entries.append(self.pool.entry(card, rng.choice([1, 1, 3, 6, 6, 7]), zone))
            if zone == "Team":
                entries[-1] = entries[-1]._replace(quantity=1)
        if rng.random() < 0.01:
            entries = [e for e in entries if e.zone != "Main"]
        rng.shuffle(entries)
        return self.pool.deck(entries)


def stargate_texts() -> dict[str, str]:
    """What cards say about decks, read without any code of ours."""
    path = ROOT / "db" / "catalogue" / "stargate" / "exceptions.tsv"
    lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]]
    return {card: value for card, _, value, _ in lines}


def test_stargate_agrees_with_the_naive_checker(stargate: Pool) -> None:
    files, texts = read_tsv("stargate"), stargate_texts()
    made, judge = StargateDecks(stargate, seed=12), Judge("stargate")
    seen: Counter[str] = Counter()
    for _ in range(DECKS):
        deck = made.deck()
        rows = []
        for entry in deck.entries:
            assert entry.card is not None
            line = files[entry.card.printings[0].image_key or ""]
            skills = [s for s in SKILLS if line[f"{s}#"]]
            rows += [
                {
                    **line,
                    "title": line["name"],
                    "identity": entry.card.name,
                    "zone": entry.zone,
                    "skills": skills,
                }
            ] * entry.quantity
        report, expected = judge.validate(deck), check_stargate(rows, texts)
        found = set()
        for issue in report.issues:
            named = ("copy-limit", "team-copies", "zone", "card-text")
            detail = "card" if issue.code in named else None
            text = str(issue.details[detail]) if detail else ""
            if issue.code == "team-size" and issue.advice == "keep one of each":
                text = "twice"
            if issue.code == "mission-count" and "skill" in issue.details:
                text = "skills"
            if issue.code == "team-copies" and issue.limit == 0:
                text += " not in the team"
            found.add((issue.code + ("?" if issue.undecided else ""), text))
        assert found == expected, deck
        seen.update(code for code, _ in expected or {("legal", "")})
    assert seen.keys() == {
        "card-text",
        "card-text?",
        "legal",
        "team-size",
        "mission-count",
        "hero-minimum",
        "villain-minimum",
        "copy-limit",
        "team-copies",
        "zone",
        "empty-deck",
    }


# -- the LCG --------------------------------------------------------------------------------------


def affiliation_texts() -> dict[str, list[tuple[int, list[str]]]]:
    """What affiliation cards want of the objectives, read without any code of ours."""
    found: dict[str, list[tuple[int, list[str]]]] = {}
    path = ROOT / "db" / "catalogue" / "swlcg" / "exceptions.tsv"
    for line in path.read_text("utf-8").splitlines()[1:]:
        card, fact, values, _ = line.split("\t")
        if fact == "needs":
            for number, names in re.findall(r"exactly=(\d+),affiliation=(\S+)", values):
                counting = [name.replace("_", " ") for name in names.split("|")]
                found.setdefault(card, []).append((int(number), counting))
    return found


def exact_sets(rng: random.Random, fitting: list[Card], texts: list[tuple[int, list[str]]]) -> Iterator[Card]:
    """Objectives in the numbers that an affiliation card wants, now and then one off."""
    for number, counting in texts:
        pool = [o for o in fitting if o.facts["affiliation"] in counting]
        twice = [o for o in pool for _ in range(1 if o.facts["limited"] else 2)]
        yield from rng.sample(twice, number + (rng.choice([-1, 1]) if rng.random() < 0.1 else 0))


def check_lcg_decks(pool: Pool, decks: int, seed: int) -> Counter[str]:
    """Random decks of these cards, listed as sets or in full, against the naive checker."""
    texts = affiliation_texts()
    rng, judge = random.Random(seed), Judge("swlcg")
    objectives = [c for c in pool.cards if c.type == "Objective" and c.facts.get("objective_set")]
    affiliations = [c for c in pool.cards if c.type == "Affiliation"]
    command = [c for c in pool.cards if c.type not in ("Objective", "Affiliation")]
    by_title = {c.base_name: c for c in command}
    sets = {c.facts["objective_set"]: list(c.facts["command_cards"]) for c in objectives}
    seen: Counter[str] = Counter()
    for _ in range(decks):
        side = rng.choice(["light", "dark"])
        chosen = [rng.choice([a for a in affiliations if a.side == side])]
        if rng.random() < 0.1:
            chosen = rng.choice([[], [*chosen, rng.choice(affiliations)]])
        fitting = [
            o
            for o in objectives
            if o.side == side
            and (
                not o.facts["locked"] or (chosen and o.facts["affiliation"] == chosen[0].facts["affiliation"])
            )
        ]
        counts: Counter[str] = Counter()
        cards: dict[str, Card] = {}
        for _ in range(rng.choice([8, 9, 10, 10, 10, 11, 12]) if rng.random() < 0.98 else 0):
            card = rng.choice(objectives if rng.random() < 0.01 else fitting)
            if cards and rng.random() < 0.01:
                card = rng.choice(list(cards.values()))
                counts[card.name] += 1
            if counts[card.name] >= (1 if card.facts["limited"] else 2) and rng.random() < 0.97:
                continue
            counts[card.name] += 1
            cards[card.name] = card
        while 0 < counts.total() < 10 and rng.random() < 0.8:
            card = rng.choice(fitting)
            if counts[card.name] < (1 if card.facts["limited"] else 2):
                counts[card.name] += 1
                cards[card.name] = card
        needs = texts.get(chosen[0].name) if chosen else None
        if needs and rng.random() < 0.7:
            counts = Counter()
            for card in exact_sets(rng, fitting, needs):
                counts[card.name] += 1
                cards[card.name] = card
        titles: Counter[str] = Counter()
        if rng.random() < 0.6:
            for name, n in counts.items():
                for title in cards[name].facts["command_cards"]:
                    titles[title] += n
            if titles and rng.random() < 0.3:
                titles[rng.choice(list(titles))] -= 1
            if rng.random() < 0.3:
                titles[rng.choice(command).base_name] += 1
        entries = [pool.entry(a) for a in chosen]
        entries += [pool.entry(cards[name], n) for name, n in counts.items() if n]
        entries += [pool.entry(by_title[title], n, "Command Deck") for title, n in titles.items() if n]
        deck = pool.deck(entries)
        rows = [
            {
                "type": e.card.type,
                "title": e.card.base_name,
                "side": e.card.side,
                **e.card.facts,
                "set": e.card.facts.get("objective_set"),
            }
            for e in deck.entries
            if e.card
            for _ in range(e.quantity)
        ]
        report, expected = judge.validate(deck), check_lcg(rows, sets, texts)
        found = set()
        for issue in report.issues:
            detail = {"copy-limit": "card", "affiliation-lock": "card"}.get(issue.code)
            text = str(issue.details[detail]) if detail else ""
            if issue.code == "affiliation-text":
                text = f"{issue.details['card']}: {' or '.join(issue.details['affiliations'])}"
            if issue.code == "objective-minimum":
                text = next((k for k in ("missing", "extra") if k in issue.details), "sets")
            found.add((issue.code + ("?" if issue.undecided else ""), text))
        assert found == expected, deck
        seen.update(code for code, _ in expected or {("legal", "")})
    return seen


LCG_CODES = {
    "legal",
    "affiliation",
    "objective-minimum",
    "one-side",
    "copy-limit",
    "affiliation-lock",
    "empty-deck",
}


def test_made_up_lcg_decks_agree_with_the_naive_checker(swlcg: Pool) -> None:
    assert check_lcg_decks(swlcg, DECKS, seed=13).keys() == LCG_CODES


def test_lcg_decks_agree_with_the_naive_checker(database: Path) -> None:
    pool = Pool("swlcg", all_cards(database, "swlcg"))
    seen = check_lcg_decks(pool, DECKS, seed=15)
    assert seen.keys() == LCG_CODES | {"affiliation-text", "affiliation-text?"}
    assert seen["legal"] > DECKS // 10


@pytest.mark.shared_data
def test_lcg_decks_agree_with_the_naive_checker_after_an_import(
    shared: Path, database: Path, tmp_path: Path
) -> None:
    """What affiliation cards say holds for bundled and imported cards alike."""
    pool = Pool("swlcg", from_source(shared / "data" / "swlcg", database, tmp_path))
    assert check_lcg_decks(pool, DECKS, seed=14).keys() == LCG_CODES | {
        "affiliation-text",
        "affiliation-text?",
    }
