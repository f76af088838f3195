"""Golden cases of marks with and without days, and of names in doubt beside lists and odd sides."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from db.cards.card import Card, LegalityMark
from db.cards.dates import parse_date
from deckcheck.deck import DeckEntry
from deckcheck.games import get_game
from deckcheck.rules.edition import Format, FormatState, ListedCard
from tests.deckcheck.building import Builder
from tests.deckcheck.judge.golden.case import TODAY, Case
from tests.deckcheck.judge.golden.decks import base_deck, with_more
from tests.deckcheck.sister_decks import Pool

_DAYS = tuple(map(date.fromisoformat, ("2019-12-31", "2020-01-01", "2021-06-01", "2022-01-01")))
_MARKS = {
    "since": {"since": "2020-01-01"},
    "seen": {"seen": "2020-01-01"},
    "until": {"until": "2022-01-01"},
    "between": {"since": "2020-01-01", "until": "2021-06-01"},
    "undated": {},
    "elsewhere": {"printing": "Another One"},
    "since and seen": {"since": "2019-01-01", "seen": "2022-01-01"},
}


def mark_cases(pool: Pool) -> Iterator[Case]:
    """A card with each kind of mark, on the days around it, in one copy and in two."""
    if pool.game != "swtcg":  # the rule is that of all games
        return
    base = base_deck(pool)
    place = next(n for n, e in enumerate(base.entries) if e.zone == base.entries[-2].zone)
    entry, edition = base.entries[place], get_game(pool.game).formats.printed.edition
    assert entry.card is not None
    for certain in (None, True, False):
        state = FormatState(parse_date("2010-01-01"), marks=certain)
        play_format = Format("marked", "Marked", edition, lists="Marked", states=(state,))
        for name, days in _MARKS.items():
            for status, other in (("banned", None), ("restricted", "Marked"), ("banned", "Other")):
                fields = {"printing": entry.name, **days}
                card = replace(entry.card, marks=(LegalityMark(status, other, **fields),))
                taken_back = replace(card, marks=(), past_marks=card.marks)
                for copies, found in ((1, card), (2, card), (2, taken_back)):
                    marked = entry._replace(card=found, quantity=copies)
                    deck = replace(base, entries=(*base.entries[:place], marked, *base.entries[place + 1 :]))
                    open_name = DeckEntry(2, "In doubt", entry.zone, 99, candidates=(found, found))
                    for day in _DAYS if certain is None else _DAYS[1:2]:
                        options = {"on": day, "marks_as_of": _DAYS[2]}
                        what = f"{status} {other} {name} {copies} {found is card} {certain} on {day}"
                        yield Case(f"mark {what}", deck, play_format, options)
                    yield Case(f"mark {what} open", with_more(deck, open_name), play_format, options)


def doubt_cases(pool: Pool) -> Iterator[Case]:
    """Names in doubt outside the deck beside a list, and sides that only texts bring together."""
    if pool.game != "swtcg":
        return
    deck = Builder(pool.cards).deck()
    light = deck.entries[-1]
    dark = Builder(pool.cards, "dark").find("Battle")
    assert light.card is not None
    one = replace(deck, entries=(*deck.entries[:-1], light._replace(quantity=1)))
    one = with_more(one, *Builder(pool.cards, "neutral").entries("Battle", 4))
    either = DeckEntry(1, "Either", "Sideboard", candidates=(light.card, dark))
    listed = (ListedCard(light.name, "restricted"),)
    play_format = Format("listed", "Listed", "printed-2005", listed=listed)
    for copies in (1, 2):
        again = with_more(one, either._replace(quantity=copies))
        yield Case(f"either aside {copies}", again, play_format, {"on": TODAY})
    for zones in (("Supply",), ("Supply", "Sideboard"), ("Sideboard", "Outside the game")):
        lost = [DeckEntry(1, "Nobody", zone) for zone in zones]
        for edition in ("printed-2002", "printed-2005"):
            options = {"edition": edition, "on": TODAY}
            yield Case(f"nobody in {' and '.join(zones)} {edition}", with_more(deck, *lost), None, options)
    yield from _sides(pool, dark)


def _sides(pool: Pool, dark: Card) -> Iterator[Case]:
    vong = next(c for c in pool.cards if c.side == "yuuzhan-vong")
    light = Builder(pool.cards).find("Battle")
    neutral = Builder(pool.cards, "neutral").find("Battle")
    turned = [
        replace(c, name=f"Turned {c.name}", facts={"also_fits": ("yuuzhan-vong",)}) for c in (light, dark)
    ]
    loyal = replace(dark, name="Loyal", facts={"also_fits": ("light",)})
    some = {
        "vong": vong,
        "light": light,
        "dark": dark,
        "turned light": turned[0],
        "turned dark": turned[1],
        "loyal": loyal,
        "neutral": neutral,
    }
    sides: list[list[str]] = [["light"], [], ["light", "dark"]]
    formats = [
        Format(
            f"sides-{n}",
            f"Sides {n}",
            "community" if n else "printed-2005",
            numbers={"one-side": {"exclusive": exclusive}},
        )
        for n, exclusive in enumerate(sides)
    ]
    for first, face in some.items():
        for second in some:
            pair = [DeckEntry(q, some[k].name, "Deck", q, some[k]) for q, k in ((2, first), (2, second))]
            doubts = [
                None,
                DeckEntry(1, "Doubt", "Deck", 8, candidates=(face, neutral)),
                DeckEntry(1, "Doubt", "Deck", 8, candidates=(light, dark)),
                DeckEntry(1, "Doubt", "Deck", 8, candidates=(vong, loyal)),
                DeckEntry(1, "Doubt", "Deck", 8, candidates=(light, vong)),
                DeckEntry(4, "Doubt", "Deck", 8, candidates=(dark, vong)),
            ]
            for number, doubt in enumerate(doubts):
                deck = pool.deck([*pair, *([doubt] if doubt else [])])
                what = f"{first}, {second}, {number}"
                for own in formats if number < 2 else ():
                    yield Case(f"{what} in {own.code}", deck, own, {"on": TODAY})
                yield Case(f"{what} printed", deck, "printed", {"on": TODAY})
                options = {"edition": "community", "on": TODAY}
                yield Case(what, deck, None, options)
