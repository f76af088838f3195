"""The validator against a naive second checker, over random decks of real cards at all borders."""

import csv
import random
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR, Report
from tests.amounts import amount
from tests.deckcheck.naive import LET_IN, check

DECKS = amount(400, 6_000)
"""Decks for each of the four ways to judge: 24,000 in all."""

CATALOGUE = Path(__file__).parents[3] / "db" / "catalogue" / "swtcg"
STANDARD = {
    "LEG",
    "HWN",
    "VDR",
    "OBWN",
    "FOR",
    "BOTS",
    "TMW",
    "BOBF",
    "BAE",
    "WAE",
    "ALTA",
    "MAM",
    "VV1",
    "VV2",
    "UNION",
}

WOTC = {"AOTC", "SR", "ANH", "BOY", "JG", "ESB", "RAS", "PM", "ROTJ", "ROTS"}
SETS = {"standard": STANDARD, "wotc": WOTC, "vintage": WOTC | {"FOTR", "SAV", "BOE", "RAW", "ION", "BOH"}}


def marked(status: str, format_name: str) -> set[str]:
    """The names that the list marks, read from the file without any code of ours."""
    with (CATALOGUE / "legality.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        names = {r["name"] for r in rows if r["status"] == status and r["format"] in (format_name, "")}
    return {name.split(" (Promo")[0].split(" (LEGO")[0] for name in names}


class RandomDecks:
    """Decks around the borders: about sixty cards, about twelve of each unit type."""

    def __init__(self, cards: tuple[Card, ...], seed: int) -> None:
        self.rng = random.Random(seed)
        self.pools: dict[tuple[str, str], list[Card]] = {}
        for card in cards:
            if any("type" in p.differs for p in card.printings):
                continue
            kinds: list[str] = [k for k in ("Space", "Ground", "Character") if k in card.type.split("/")]
            for kind in kinds or ["other"]:
                self.pools.setdefault((kind, card.side or ""), []).append(card)
        self.standard = {
            key: [c for c in pool if STANDARD & set(c.set_codes)] for key, pool in self.pools.items()
        }
        self.marked = [c for c in cards if c.marks]
        self.odd = [c for c in cards if c.name in (*LET_IN, "Jariah Syn (B)")]

    def pick(self, pools: dict[tuple[str, str], list[Card]], kind: str, side: str) -> Card:
        """A card of a kind that fits a side."""
        chosen = pools.get((kind, self.rng.choice([side, "neutral"]))) or pools[kind, "neutral"]
        return self.rng.choice(chosen)

    def deck(self) -> Deck:
        """One deck; each border is hit, missed by one, or left alone."""
        rng = self.rng
        pools = self.standard if rng.random() < 0.5 else self.pools
        side = rng.choice(["light", "dark", "light", "dark", "yuuzhan-vong", "neutral"])
        counts: dict[tuple[Card, str], int] = {}
        wanted = {k: rng.choice([11, 12, 12, 12, 13, 24, 25, 26]) for k in ("Space", "Ground", "Character")}
        wanted["other"] = rng.choice([0, 10, 20, 24])
        for kind, number in wanted.items():
            left = number
            while left > 0:
                copies = min(
                    left, rng.choice([1, 2, 3, 4, 4, 4, 4, 5] if rng.random() < 0.1 else [1, 2, 3, 4])
                )
                key = (self.pick(pools, kind, side), "Deck")
                counts[key] = counts.get(key, 0) + copies
                left -= copies
        size, goal = sum(counts.values()), rng.choice([58, 59, 60, 60, 61])
        while size < goal:
            key = (self.pick(pools, "other", side), "Deck")
            counts[key] = counts.get(key, 0) + 1
            size += 1
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            stranger = self.pick(
                self.pools, rng.choice(["Space", "other"]), rng.choice(["light", "dark", "yuuzhan-vong"])
            )
            counts[rng.choice([stranger, rng.choice(self.marked), rng.choice(self.odd)]), "Deck"] = (
                rng.choice([1, 1, 2])
            )
        for _ in range(rng.choice([0, 0, 1, 3])):
            zone = rng.choice(["Supply", "Sideboard", "Outside the game"])
            known = rng.choice([c for c, _ in counts])
            card = rng.choice(
                [known, self.pick(self.pools, "other", side), self.pick(self.pools, "other", "dark")]
            )
            counts[card, zone] = counts.get((card, zone), 0) + 1
        items = list(counts.items())
        rng.shuffle(items)
        return Deck(
            tuple(
                DeckEntry(n, c.name, zone, line, c, c.printings[0])
                for line, ((c, zone), n) in enumerate(items, start=1)
            )
        )


def as_rows(deck: Deck) -> list[dict[str, Any]]:
    """The deck as the naive checker wants it: one plain row a copy."""
    return [
        {
            "identity": e.card.name,
            "type": e.card.type,
            "subtype": e.card.subtype,
            "side": e.card.side,
            "zone": e.zone,
            "sets": [p.set_code for p in e.card.printings],
        }
        for e in deck.entries
        if e.card is not None
        for _ in range(e.quantity)
    ]


def found_by_us(report: Report) -> set[tuple[str, str]]:
    """Our issues in the naive checker's words."""
    found = set()
    for issue in report.issues:
        if issue.code == "zone":
            continue
        detail = issue.details.get("unit") or issue.details.get("card") or ""
        if issue.code == "unit-ratio":
            detail = ">".join(issue.details["units"])
        found.add((issue.code if issue.severity == ERROR else f"{issue.code}?", detail))
    return found


@pytest.mark.parametrize(
    ("play_format", "edition"),
    [
        ("printed", "printed-2002"),
        ("printed", "printed-2004"),
        ("printed", "printed-2005"),
        ("printed", "community"),
        ("standard", "community"),
        ("vintage", "community"),
        ("wotc", "printed-2004"),
    ],
)
def test_verdict_and_every_issue_agree_with_the_naive_checker(
    cards: tuple[Card, ...], play_format: str, edition: str
) -> None:
    decks = RandomDecks(cards, seed=hash_of(play_format, edition))
    judge = Judge("swtcg", play_format, edition=edition, on=date(2026, 11, 21))
    lists = None
    if play_format in SETS:
        name = "WOTC" if play_format == "wotc" else play_format.capitalize()
        lists = {
            "sets": SETS[play_format],
            "banned": marked("banned", name),
            "restricted": marked("restricted", name),
        }
    seen: dict[str, int] = {}
    for _ in range(DECKS):
        deck = decks.deck()
        report = judge.validate(deck)
        expected = check(as_rows(deck), edition, lists)
        assert found_by_us(report) == expected
        errors = {code for code, _ in expected if not code.endswith("?")}
        assert report.verdict == ("illegal" if errors else "unproven" if expected else "legal")
        for code in errors or {"none"}:
            seen[code] = seen.get(code, 0) + 1
    # The decks really go around every border: each problem occurs, and so do legal decks.
    wanted = {"deck-size", "copy-limit", "one-side", "unit-minimum", "unit-ratio", "none"}
    if lists:
        wanted |= {"set-legality", "banned", "restricted"}
        wanted -= {"none"} if play_format != "standard" else set()
    if edition == "community":
        wanted |= {"unit-total"}
    assert wanted <= seen.keys(), seen


def hash_of(*words: str) -> int:
    """A seed that is the same on every run."""
    return sum(ord(c) * (i + 1) for i, c in enumerate("".join(words)))


@pytest.mark.parametrize("edition", ["printed-2002", "printed-2004", "printed-2005", "community"])
def test_what_is_proven_of_a_deck_with_unknown_cards_holds_whatever_they_are(
    cards: tuple[Card, ...], edition: str
) -> None:
    """Cards hidden from a deck: illegal without them must be illegal with them, by the naive checker."""
    decks = RandomDecks(cards, seed=hash_of("hidden", edition))
    judge = Judge("swtcg", edition=edition, on=date(2026, 11, 21))
    verdicts: dict[str, int] = {}
    for _ in range(amount(150, 4_000)):
        deck = decks.deck()
        hidden = tuple(
            e._replace(card=None, printing=None, name=f"Hidden {n}") if decks.rng.random() < 0.08 else e
            for n, e in enumerate(deck.entries)
        )
        verdict = judge.validate(replace(deck, entries=hidden)).verdict
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
        really = {code for code, _ in check(as_rows(deck), edition)}
        if verdict == "illegal":
            assert {code for code in really if not code.endswith("?")}
        if verdict == "legal":
            assert not really
    assert verdicts.keys() == {"legal", "illegal", "unproven"}
