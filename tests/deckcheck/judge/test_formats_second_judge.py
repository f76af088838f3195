"""Formats with days against the naive second judge, over random decks and days."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.judge.validate import Judge
from tests.amounts import amount
from tests.deckcheck.judge.naive_formats import bounds, destiny_worlds, judge_swtcg, read_swtcg, verdict_of
from tests.deckcheck.naive.destiny import RELEASED, check_destiny
from tests.deckcheck.random_decks.decks import Row
from tests.deckcheck.random_decks.destiny import DestinyDecks
from tests.deckcheck.sister_decks import Pool

LISTS_AS_OF = "2026-11-21"
FORMATS, RELEASES, MARKS = read_swtcg()
DECKS_A_DAY = amount(4, 8)


def days_of(texts: list[str], rng: random.Random, begin: int, end: int) -> Iterator[date]:
    """Yields every day at which something turns, those beside it, and some at random."""
    turns = {bound for text in texts for bound in bounds(text) if "1900" < bound < "2100"}
    for turn in sorted(turns):
        for step in (-1, 0, 1):
            yield date.fromisoformat(turn) + timedelta(days=step)
    for _ in range(amount(8, 20)):
        yield date(rng.randint(begin, end), rng.randint(1, 12), rng.randint(1, 28))


def without_rules_of_the_edition(code: str) -> Any:
    """The format without anything but its sets and lists."""
    game = get_game("swtcg")
    play_format = game.formats.find(code)
    assert play_format is not None
    used = {play_format.edition, *(state.edition for state in play_format.states)}
    rules = {rule.code: False for one in game.editions if one.code in used for rule in one.rules}
    return play_format._replace(numbers=rules)


@pytest.mark.parametrize("code", sorted(FORMATS))
def test_sets_and_lists_of_the_day_agree_with_the_second_judge(cards: tuple[Card, ...], code: str) -> None:
    """Nobody is told legal or illegal where the tables leave it open, nor open where they do not."""
    rng = random.Random(code)
    table = FORMATS[code]
    sets = {s for state in table.get("state", ()) for s in state.get("sets", ())}
    marks: dict[str, list[tuple[str, str]]] = {}
    for row in MARKS:
        marks.setdefault(row["name"], []).append((row["status"], row["format"]))
    inside = [c for c in cards if sets & set(c.set_codes)] or list(cards)
    named = {row["name"] for row in table.get("card", ())}
    listed = [c for c in cards if c.name in named] + [c for c in inside if c.marks]
    by_set = {s: [c for c in inside if s in c.set_codes] for s in sorted(sets)}
    texts = [str(state["since"]) for state in table.get("state", ())]
    texts += [str(row[k]) for row in table.get("card", ()) for k in ("since", "until") if k in row]
    texts += [RELEASES[s] for s in sets if s in RELEASES] if table.get("on-sale") else []
    play_format = without_rules_of_the_edition(code)
    seen: Counter[str] = Counter()
    for day in days_of([*texts, LISTS_AS_OF], rng, 2001, 2027):
        judge = Judge("swtcg", play_format, on=day, marks_as_of=date.fromisoformat(LISTS_AS_OF))
        for _ in range(DECKS_A_DAY):
            few = rng.sample(sorted(by_set), min(len(by_set), rng.choice([1, 2, 3])))
            pool = [c for s in few for c in by_set[s]] or inside
            chosen = rng.sample(pool, min(len(pool), 6))
            chosen += [rng.choice(listed)] if listed and rng.random() < 0.5 else []
            chosen += [rng.choice(cards)] if rng.random() < 0.15 else []
            deck = Deck(
                tuple(
                    DeckEntry(rng.choice([1, 1, 2, 3]), c.name, "Deck", n, c, c.printings[0])
                    for n, c in enumerate(dict.fromkeys(chosen), start=1)
                )
            )
            plain = {
                e.card.name: (
                    e.quantity,
                    list(e.card.set_codes),
                    [m for p in e.card.printings for m in marks.get(p.name, ())],
                )
                for e in deck.entries
                if e.card
            }
            expected = judge_swtcg(plain, table, RELEASES, day.isoformat(), LISTS_AS_OF)
            report = judge.validate(deck)
            assert report.verdict == expected, (day, [e.name for e in deck.entries], report.issues)
            seen[expected] += 1
    if table.get("state"):
        assert {"unproven", "illegal"} <= seen.keys(), seen


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("standard", "STD"),
        ("trilogy", "TRI"),
        ("infinite", "INF"),
        ("arh-standard", "ARNS"),
        ("tci-standard", "TCISTD"),
    ],
)
def test_destiny_in_time_agrees_with_the_second_judge(destiny: Pool, code: str, name: str) -> None:
    """Sets, bans, restrictions and points are those of the day, through all changes of the table."""
    rng = random.Random(code)
    path_rows = destiny_worlds(name, "2026-01-01")
    assert len(path_rows) == 1
    since = {str(s.since.earliest) for s in get_game("destiny").formats.find(code).states}  # type: ignore[union-attr]
    seen: Counter[str] = Counter()
    printed = {p.set_code for c in destiny.cards for p in c.printings}
    kept: dict[frozenset[str], DestinyDecks] = {}
    for day in days_of(sorted(since), rng, 2017, 2022):
        worlds = destiny_worlds(name, day.isoformat())
        judge = Judge("destiny", code, on=day)
        inside = (worlds[-1] or {"sets": ()})["sets"]
        sets = frozenset(s for s in printed & set(inside) if RELEASED[s] <= day.isoformat())
        if len(sets) < 4:  # too few sets have no card of some types
            sets = frozenset()
        if sets not in kept:
            lists = {"sets": sets, "restricted": {}, "banned": {}, "pairs": (), "day": "9999"}
            kept[sets] = DestinyDecks(destiny, 0, lists if sets else None)
        decks = kept[sets]
        decks.rng.seed(day.toordinal())
        for _ in range(amount(2, 6)):
            deck = decks.deck()
            expected = verdict_of([by_world(deck, decks.rows(deck), world, day) for world in worlds])
            report = judge.validate(deck)
            assert report.verdict == expected, (day, report.issues)
            seen[expected] += 1
    assert {"legal", "illegal"} <= seen.keys(), seen


def by_world(deck: Deck, rows: list[Row], world: dict[str, Any] | None, day: date) -> str:
    """The verdict by one history, of which None is one that nobody knows."""
    found = check_destiny(rows, world and world | {"pairs": (), "day": day.isoformat()})
    for card in (e.card for e in deck.entries if e.card):
        if all((p.released or "") > day.isoformat() for p in card.printings):
            found.add(("not-released", card.name))
    if {code for code, _ in found if not code.endswith("?")}:
        return "illegal"
    return "unproven" if found or world is None else "legal"


def test_the_second_judge_sees_a_wrong_day() -> None:
    """The naive judge itself: one day makes the difference that the tables say."""
    kessel: dict[str, Any] = {"Kessel System": (1, ["RAS"], [])}
    dci = FORMATS["dci"]
    assert judge_swtcg(kessel, dci, RELEASES, "2004-06-19", LISTS_AS_OF) == "legal"
    assert judge_swtcg(kessel, dci, RELEASES, "2004-06-20", LISTS_AS_OF) == "illegal"
    assert judge_swtcg(kessel, dci, RELEASES, "2004-03-20", LISTS_AS_OF) == "unproven"
