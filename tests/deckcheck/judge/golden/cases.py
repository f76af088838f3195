"""Decks of every kind for the golden reports: the borders of all rules, edges, and random changes.

They are made of the bundled catalogue, once for each process, and always in the same way.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

from db.cards.card import PlayFormat
from db.cards.dates import parse_date
from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, DeckEntry, UnreadEntry
from deckcheck.games import get_game
from deckcheck.rules.edition import Format, FormatState, ListedCard, Status
from tests.deckcheck.borders import BORDERS
from tests.deckcheck.games.swlcg.lcg_cards import made_up
from tests.deckcheck.judge.golden.case import TODAY, Case
from tests.deckcheck.judge.golden.changed import close_cases, random_cases, resource_cases, small_cases
from tests.deckcheck.judge.golden.decks import base_deck, groups_of, with_more
from tests.deckcheck.judge.golden.listed import listed_cases
from tests.deckcheck.judge.golden.marks import doubt_cases, mark_cases
from tests.deckcheck.judge.golden.sisters import SISTER_CASES
from tests.deckcheck.sister_decks import Pool
from tests.opened import opened

GAMES = ("swtcg", "destiny", "stargate", "swlcg")


@cache
def pool_of(game: str, database: Path) -> Pool:
    """The cards from which the decks of a game are made."""
    if game == "swlcg":
        return Pool(game, made_up())
    return Pool(game, catalogue_of(game, database).cards())


@cache
def catalogue_of(game: str, database: Path) -> Catalogue:
    """The bundled cards of a game, loaded whole."""
    catalogue = opened(Catalogue(database, game))
    catalogue.load_all()
    return catalogue


@cache
def cases_of(game: str, database: Path) -> tuple[Case, ...]:
    """All cases of a game."""
    pool = pool_of(game, database)
    every = (
        _border_cases,
        _edge_cases,
        _dated_cases,
        random_cases,
        small_cases,
        close_cases,
        resource_cases,
        mark_cases,
        doubt_cases,
        listed_cases,
    )
    own = SISTER_CASES.get(game)
    return tuple(case for make in (*every, *((own,) if own else ())) for case in make(pool))


def _border_cases(pool: Pool) -> Iterator[Case]:
    for number, border in enumerate(BORDERS[pool.game]):
        options = {"edition": border.edition, "on": TODAY}
        for verdict, make in (("legal", border.legal), ("illegal", border.illegal)):
            name = f"{border.code} {number} {verdict}"
            yield Case(name, make(pool), border.play_format, options)
            if pool.game == "swtcg" and border.edition is None:
                for edition in get_game("swtcg").editions:
                    codes = {**options, "edition": edition.code}
                    yield Case(f"{name} {edition.code}", make(pool), border.play_format, codes)


def _edge_cases(pool: Pool) -> Iterator[Case]:
    """Decks that are odd as lists: empty, unread, with names that mean nothing or too much."""
    base = base_deck(pool)
    game = get_game(pool.game)
    first = base.entries[0]
    unread = UnreadEntry(7, "4x ???", "no name is there", "")
    sheet = UnreadEntry(0, "many words " * 9, "it is no table", "the sheet 'Notes'")
    nobody = DeckEntry(1, "Nobody at All", game.zones[0], 90, suggestions=("Yoda", first.name))
    attic = DeckEntry(2, first.name, "Attic", 91, first.card, first.printing)
    noted = first._replace(note="Old Name is now called New Name", line=92, quantity=1)
    named = replace(base, name="Mine", path="a/b.dek", read_as="text", notes=("a note of the reader",))
    odd: dict[str, Deck] = {
        "empty": Deck((), pool.game),
        "empty unread": Deck((), pool.game, unread=(unread, sheet)),
        "only attic": Deck((attic,), pool.game),
        "only unknown": Deck((nobody,), pool.game),
        "unread": replace(base, unread=(unread,)),
        "unread short": replace(base, entries=base.entries[1:], unread=(unread, sheet)),
        "long line": replace(base, unread=(unread._replace(text="x" * 60), unread._replace(text="x" * 61))),
        "attic": with_more(base, attic),
        "attic short": with_more(replace(base, entries=base.entries[2:]), attic, attic._replace(quantity=1)),
        "one in attic": with_more(
            base, attic._replace(quantity=1), attic._replace(zone="Cellar", quantity=1)
        ),
        "noted": with_more(base, noted),
        "named": replace(named, named_format="printed"),
        "named unknown": replace(named, named_format="No Such Format"),
        "short by one": replace(base, entries=base.entries[:-1]),
        "nothing but one": replace(base, entries=base.entries[:1]),
    }
    for zone in game.zones:
        for copies in (1, 2, 5):
            odd[f"unknown {copies} in {zone}"] = with_more(base, nobody._replace(quantity=copies, zone=zone))
        odd[f"card in {zone}"] = with_more(base, first._replace(zone=zone, quantity=1))
        odd[f"short, unknown in {zone}"] = with_more(
            replace(base, entries=base.entries[3:]), nobody._replace(quantity=2, zone=zone)
        )
    odd["unknown twice"] = with_more(base, nobody, nobody._replace(name="nobody AT all", zone=game.zones[-1]))
    other = next(e for e in base.entries if e.name != first.name)
    odd["unknown beside another that is full"] = with_more(
        base, other._replace(quantity=9), nobody._replace(suggestions=(first.name, other.name))
    )
    odd["unknown beside one copy"] = with_more(
        replace(base, entries=(first._replace(quantity=1), *base.entries[1:])),
        other._replace(quantity=9),
        nobody._replace(suggestions=(first.name, other.name)),
    )
    odd["unknown without suggestions"] = with_more(base, nobody._replace(suggestions=()))
    group = min(groups_of(pool), key=lambda cards: -len(cards))
    open_name = DeckEntry(1, group[0].base_name, game.zones[0], 93, candidates=group)
    odd["ambiguous"] = with_more(base, open_name)
    odd["ambiguous, one"] = with_more(base, open_name._replace(candidates=group[:1]))
    odd["ambiguous by id"] = with_more(base, open_name._replace(note="two are meant"))
    odd["ambiguous printing"] = with_more(
        base, open_name._replace(candidates=(group[0], group[0]), certain_name=True)
    )
    odd["ambiguous twice"] = with_more(
        base, open_name, open_name._replace(name=open_name.name.upper(), quantity=3)
    )
    for name, deck in odd.items():
        editions = [edition.code for edition in game.editions]
        for edition in editions if len(editions) > 1 else (None,):
            yield Case(f"{name} {edition or ''}".strip(), deck, None, {"edition": edition, "on": TODAY})
    for zone in game.zones:
        size = sum(e.quantity for e in base.entries if e.zone == zone)
        for limit in sorted({size, max(0, size - 1)}):
            limits = {"zone_limits": {zone: limit}, "on": TODAY}
            yield Case(f"at most {limit} in {zone}", base, None, limits)


def own_formats(pool: Pool) -> Iterator[Format]:
    """Formats with states in time, lists of their own, other numbers and limits of zones."""
    base = base_deck(pool)
    edition = get_game(pool.game).formats.printed.edition
    sets = sorted({e.card.set_codes[0] for e in base.entries if e.card})
    names = [e.name for e in base.entries if e.zone == base.entries[-1].zone] * 6
    more = [e.name for e in base.entries]
    first, later = frozenset(sets), frozenset(sets[:1])
    states = (
        FormatState(parse_date("2004-05-01"), first, "the first sets", source="a book, p. 1"),
        FormatState(parse_date("2005"), later, source="another book, p. 2"),
        FormatState(parse_date("2006-03"), known=False, note="nobody wrote it down", source="nowhere"),
        FormatState(parse_date("2007..2008"), played=False),
        FormatState(parse_date("2010-01-01"), None, "the last change", marks=False, source="a site"),
    )
    listed = (
        ListedCard(names[0], "banned", parse_date("2004-12"), source="a list"),
        ListedCard(more[1], "restricted", parse_date("2004-05-01"), parse_date("2005-06")),
        ListedCard(more[2], Status.LISTED, parse_date("2004-06-01")),
        ListedCard(more[3], "banned"),
        ListedCard(more[3], "restricted", parse_date("2005-01-01")),
    )
    yield Format("ours", "Ours", edition, states=states, listed=listed)
    yield Format("ours-sale", "Ours on Sale", edition, states=states[:1], on_sale=True)
    yield Format(
        "ours-marks", "Ours by Marks", edition, lists="Standard", states=(states[0]._replace(marks=True),)
    )
    yield Format(
        "ours-unmarked",
        "Ours Unmarked",
        edition,
        lists="Standard",
        states=(states[0], states[1]._replace(marks=False)),
    )
    yield Format(
        "ours-banned",
        "Ours Banned",
        edition,
        listed=tuple(
            ListedCard(name, status)
            for name, status in zip(
                dict.fromkeys(more[-6:]), ("banned", "restricted", Status.LISTED, "banned"), strict=False
            )
        ),
    )
    yield Format(
        "ours-open",
        "Ours Open",
        edition,
        states=(FormatState(parse_date("2004"), first, not_judged=("draft", "points"), source="a site"),),
    )


DATED_DAYS = tuple(
    map(
        date.fromisoformat,
        (
            "2003-01-01",
            "2004-05-15",
            "2004-12-09",
            "2005-06-10",
            "2005-07-01",
            "2006-01-01",
            "2006-03-09",
            "2006-05-01",
            "2007-05-01",
            "2009-01-01",
            "2010-01-01",
            "2026-11-21",
        ),
    )
)


def _dated_cases(pool: Pool) -> Iterator[Case]:
    base = base_deck(pool)
    fives = replace(base, entries=tuple(e._replace(quantity=1) for e in base.entries))
    groups = groups_of(pool)
    main = get_game(pool.game).zones[0]
    cards = [e.card for e in base.entries if e.card]
    alike = tuple(cards[1:4])
    open_names = [
        DeckEntry(2, "One of Three", main, candidates=alike),
        DeckEntry(3, "One of Two", main, candidates=(cards[0], cards[-1])),
        DeckEntry(1, groups[1][0].base_name, main, candidates=groups[1]),
    ]
    decks = {
        "base": base,
        "single": fives,
        "open": with_more(fives, *open_names),
        "one open": with_more(base, open_names[0]),
        "another": with_more(base, open_names[2]),
    }
    for play_format in own_formats(pool):
        days = DATED_DAYS if len(play_format.states) > 1 else DATED_DAYS[::3]
        for day in days:
            for name, deck in decks.items():
                options = {"on": day, "marks_as_of": TODAY}
                yield Case(f"{name} in {play_format.code} on {day}", deck, play_format, options)
    yield from _stated_cases(pool, base)


def _stated_cases(pool: Pool, base: Deck) -> Iterator[Case]:
    """Formats as a card source states them."""
    game = get_game(pool.game)
    keys = [p.image_key or "" for e in base.entries if e.card for p in e.card.printings]
    sets = sorted({c for e in base.entries if e.card for c in e.card.set_codes})
    lists = {"sets": sets, "banned": keys[2:3], "restricted": keys[3:5], "balance": {keys[0]: "20/22"}}
    stated = [
        PlayFormat("STD", "Standard", "src", "2020-02-01", {**lists, "draft": True, "errata": keys[:2]}),
        PlayFormat(
            "NEW",
            "Newest",
            "src",
            "2020-01-01",
            {**lists, "restrictedPairs": {keys[5]: [keys[6]], keys[6]: [keys[5]]}},
        ),
        PlayFormat("ODD", "Odd", "src", "2020-01-01", {"restrictedPairs": [1], "sets": sets[:1]}),
    ]
    for wanted in ("Standard", "Newest", "odd"):
        if game.formats.by_sources or game.formats.find(wanted):
            for day in ("2019-06-01", "2020-02-01", "2026-11-21"):
                options = {"on": date.fromisoformat(day), "stated": tuple(stated)}
                yield Case(f"stated {wanted} on {day}", base, wanted, options)
