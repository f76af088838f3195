"""Golden cases of a format's own lists and days of sale, beside names in doubt and unknown ones."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from db.cards.card import Card
from db.cards.dates import parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.rules.edition import Format, FormatState, ListedCard, Status
from tests.deckcheck.building import Builder
from tests.deckcheck.judge.golden.case import TODAY, Case
from tests.deckcheck.judge.golden.decks import base_deck, groups_of, with_more
from tests.deckcheck.sister_decks import Pool

_DAYS = tuple(
    map(
        date.fromisoformat,
        ("2003-06-01", "2004-05-01", "2004-08-01", "2005-03-01", "2006-06-01", "2026-11-21"),
    )
)


def listed_cases(pool: Pool) -> Iterator[Case]:
    """Cards of lists in every status, known and in doubt, on the days around their entries."""
    if pool.game != "swtcg":  # the rules are those of all games
        return
    yield from _lists(pool)
    yield from _sales(pool)
    yield from _between(pool)
    yield from _aside(pool)


def _copies(card: Card, *quantities: int) -> list[DeckEntry]:
    zones = ("Deck", "Sideboard", "Supply")
    return [DeckEntry(n, card.name, z, 90, card) for n, z in zip(quantities, zones, strict=False)]


def _lists(pool: Pool) -> Iterator[Case]:
    edition = get_game(pool.game).formats.printed.edition
    base = base_deck(pool)
    taken = {e.name for e in base.entries}
    pair = next(
        group[:2]
        for group in groups_of(pool)
        if len({(c.type, c.side) for c in group[:2]}) == 1
        and group[0].side == "light"
        and not taken & {c.name for c in group}
    )
    one, other = pair
    either = DeckEntry(1, one.base_name, "Deck", 95, candidates=pair)
    nobody = DeckEntry(1, "Nobody", "Deck", 96)
    begun = parse_date("2004-05-01")
    vague, later = parse_date("2004"), parse_date("2005..2006")
    lists: dict[str, tuple[ListedCard, ...]] = {
        "both banned": (ListedCard(one.name, "banned"), ListedCard(other.name, "banned")),
        "both restricted": (ListedCard(one.name, "restricted"), ListedCard(other.name, "restricted")),
        "one of each": (ListedCard(one.name, "banned"), ListedCard(other.name, "restricted")),
        "one restricted": (ListedCard(one.name, "restricted", begun),),
        "other restricted": (ListedCard(other.name, "restricted", begun, later),),
        "vague": (
            ListedCard(one.name, "banned", vague, later, "a list"),
            ListedCard(other.name, Status.LISTED, vague),
        ),
        "twice": (
            ListedCard(one.name, "restricted", begun),
            ListedCard(one.name, "banned", later),
            ListedCard(other.name, "banned", vague),
            ListedCard(other.name, "restricted", begun, later),
        ),
        "listed": (
            ListedCard(one.name, Status.LISTED, begun),
            ListedCard(other.name, Status.LISTED, vague, later),
        ),
    }
    decks: dict[str, Deck] = {
        "one": with_more(base, *_copies(one, 1)),
        "one twice": with_more(base, *_copies(one, 1, 1)),
        "both": with_more(base, *_copies(one, 1), *_copies(other, 2, 1)),
        "either": with_more(base, either),
        "two of either": with_more(base, either._replace(quantity=2)),
        "three of either": with_more(base, either, either._replace(quantity=2, zone="Sideboard")),
        "either beside one": with_more(base, *_copies(one, 1), either._replace(quantity=2)),
        "either beside other": with_more(base, *_copies(other, 1), either._replace(quantity=2)),
        "either turned": with_more(
            base, *_copies(one, 1), either._replace(quantity=2, candidates=pair[::-1])
        ),
        "either beside two": with_more(base, *_copies(one, 1, 1), *_copies(other, 0, 1), either),
        "nobody": with_more(base, nobody, either),
        "only nobody": with_more(base, nobody),
    }
    for what, listed in lists.items():
        own = Format("own", "Own", edition, listed=listed)
        for day in _DAYS:
            for name, deck in decks.items():
                yield Case(f"{name}, {what} on {day}", deck, own, {"on": day})


def _sales(pool: Pool) -> Iterator[Case]:
    """Cards of several sets that were on sale from different days on, or nobody knows from when."""
    edition = get_game(pool.game).formats.printed.edition
    base = base_deck(pool)
    card = next(c for c in pool.cards if len(c.set_codes) > 1 and c.side == "light")
    first = card.printings[0]

    def sold(name: str, *days: str | None) -> Card:
        printings = (first._replace(name=name, set_code=f"S{n}", released=day) for n, day in enumerate(days))
        return replace(card, name=name, base_name=name, printings=tuple(printings))

    some = {
        "early": sold("Early", "2002-01-01"),
        "vague": sold("Vague", "2004", "2005-03"),
        "late": sold("Late", "2006-01-01", "2005-06-01"),
        "never": sold("Never", None),
        "perhaps": sold("Perhaps", None, "2006-01-01"),
        "later": sold("Later", "2006-06-02"),
    }
    one_set = frozenset({"S0"})
    formats = {
        "all": Format(
            "sale",
            "Sale",
            edition,
            on_sale=True,
            states=(FormatState(parse_date("2000"), base_sets(base) | {"S0", "S1"}),),
        ),
        "first": Format(
            "sale",
            "Sale",
            edition,
            on_sale=True,
            states=(FormatState(parse_date("2000"), base_sets(base) | one_set),),
        ),
        "any": Format("any", "Any", edition),
    }
    decks: dict[str, Deck] = {
        name: with_more(base, DeckEntry(2, c.name, "Deck", 90, c)) for name, c in some.items()
    }
    decks["all"] = with_more(base, *(DeckEntry(1, c.name, "Deck", 90, c) for c in some.values()))
    decks["twice"] = with_more(base, *_copies(some["late"], 1, 2), *_copies(some["never"], 1, 1))
    for a, b in (("late", "later"), ("early", "late"), ("never", "late"), ("later", "late")):
        doubt = DeckEntry(2, "Doubt", "Sideboard", 91, candidates=(some[a], some[b]))
        decks[f"{a} or {b}"] = with_more(base, doubt, doubt._replace(name="doubt", zone="Deck"))
        decks[f"{a} or {b}, nobody"] = with_more(base, doubt, DeckEntry(1, "Nobody", "Deck", 92))
    for what, own in formats.items():
        for day in _DAYS:
            for name, deck in decks.items():
                yield Case(f"{name}, sale of {what} on {day}", deck, own, {"on": day})


def base_sets(deck: Deck) -> frozenset[str]:
    """The sets of the cards of a deck."""
    return frozenset(code for e in deck.entries if e.card for code in e.card.set_codes)


def _between(pool: Pool) -> Iterator[Case]:
    """States of which nobody knows which was in force, with books that count different zones."""
    base = base_deck(pool)
    sets = base_sets(base)
    first = base.entries[0]
    assert first.card is not None
    gone = frozenset(sets - set(first.card.set_codes))
    again = first._replace(zone="Sideboard", quantity=1)
    decks = {
        "base": base,
        "more aside": with_more(base, again),
        "unread aside": with_more(base, DeckEntry(1, "Nobody", "Sideboard")),
        "short": replace(base, entries=base.entries[1:]),
        "either": with_more(
            base,
            DeckEntry(1, "Either", "Sideboard", candidates=(first.card, base.entries[-1].card or first.card)),
        ),
    }
    begins = ("2004-03-01..2004-06-30", "2004-05-15..2004-12-31", "2005")
    changes = {
        "books": tuple(
            FormatState(parse_date(day), edition=code)
            for day, code in zip(begins, ("printed-2002", "printed-2005", "community"), strict=True)
        ),
        "books turned": tuple(
            FormatState(parse_date(day), edition=code)
            for day, code in zip(begins, ("community", "printed-2005", "printed-2002"), strict=True)
        ),
        "sets": tuple(
            FormatState(parse_date(day), allowed, note, source=source)
            for day, allowed, note, source in zip(
                begins,
                (sets, gone, frozenset({"NO"})),
                ("one", "", "three"),
                ("a book", "", "a site"),
                strict=True,
            )
        ),
        "played": tuple(
            FormatState(parse_date(day), known=known, played=played, note="who knows")
            for day, known, played in zip(begins, (True, False, True), (True, True, False), strict=True)
        ),
    }
    for what, states in changes.items():
        own = Format("ours", "Ours", "printed-2005", states=states)
        for day in _DAYS[1:4]:
            for name, deck in decks.items():
                yield Case(f"{name}, {what} between {day}", deck, own, {"on": day, "marks_as_of": TODAY})


def _aside(pool: Pool) -> Iterator[Case]:
    """Names in doubt that no rule but the lists counts, and copies of which only the set is open."""
    edition = get_game(pool.game).formats.printed.edition
    builder = Builder(pool.cards, "dark")
    deck = builder.deck()
    dark = deck.entries[-1].card
    assert dark is not None
    other, light = builder.find("Battle"), Builder(pool.cards).find("Battle")
    one = replace(deck, entries=(*deck.entries[:-1], deck.entries[-1]._replace(quantity=1)))
    open_side = DeckEntry(3, "Either", "Deck", 80, candidates=(other, light))
    listed = (ListedCard(dark.name, "restricted"),)
    own = Format("own", "Own", edition, listed=listed)
    for zone in ("Sideboard", "Supply", "Deck", "Outside the game"):
        aside = DeckEntry(1, "Aside", zone, 81, candidates=(dark, light))
        for name, entries in (("open", (open_side, aside)), ("sure", (aside,))):
            yield Case(f"aside in {zone}, {name}", with_more(one, *entries), own, {"on": TODAY})
    faces = (dark, replace(dark, type="Ground"))
    for copies in (1, 2, 4):
        printed = DeckEntry(copies, dark.name, "Deck", 82, candidates=faces, certain_name=True)
        for name, deck_of in (("more", (printed,)), ("twice", (printed, printed._replace(line=83)))):
            yield Case(f"{copies} {name} of a set", with_more(one, *deck_of), None, {"on": TODAY})
    sideless = replace(dark, name="Sideless", base_name="Sideless", side=None)
    for copies in (1, 5):
        entry = DeckEntry(copies, "Sideless", "Deck", 84, sideless)
        yield Case(f"{copies} without a side", with_more(deck, entry), None, {"on": TODAY})
