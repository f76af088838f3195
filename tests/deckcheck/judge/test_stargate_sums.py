"""Stargate decks judged by their sums and lines get the very report that they get card by card."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.cards.lookup import Catalogue
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.games.stargate.card_texts import copies_allowed, is_fifth_member
from deckcheck.judge.batch import JudgeOptions, find_deck_files
from deckcheck.judge.fast_lane import count
from deckcheck.judge.known_lines import KnownLines
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.rules.edition import Format
from importers.decks import octgn_lines
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.reading import parse_deck
from importers.decks.writing import write_deck
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.judge.test_known_lines import DAY, TwoWays
from tests.deckcheck.naive.stargate import SKILLS
from tests.deckcheck.random_decks.stargate import StargateDecks
from tests.deckcheck.sister_decks import Pool, is_mission_of
from tests.importers.decks.test_fuzz import MARKUP

GAME = get_game("stargate")
MAIN, TEAM, PILE = GAME.zones


class Decks:
    """Decks at the borders of all rules, half of them legal but for a change or two."""

    def __init__(self, pool: Pool, seed: int) -> None:
        self.rng, self.pool = Random(seed), pool
        self.any = StargateDecks(pool, seed)
        cards = pool.cards
        self.special = [c for c in cards if copies_allowed(c) or is_fifth_member(c)]
        self.missions = {skill: [c for c in cards if is_mission_of(skill)(c)] for skill in SKILLS}
        self.titles: dict[str, list[str]] = {}
        for card in cards:
            self.titles.setdefault(card.base_name, []).append(card.name)

    def legal(self) -> list[DeckEntry]:
        rng, pool, any_of = self.rng, self.pool, self.any
        entries = [pool.entry(card, 1, TEAM) for card in rng.sample(any_of.team, 4)]
        for missions in self.missions.values():
            entries += [pool.entry(card, 1) for card in rng.sample(missions, 3)]
        for cards in (any_of.heroes, any_of.villains):
            entries += [pool.entry(card, rng.choice((2, 3))) for card in rng.sample(cards, 9)]
        if rng.random() < 0.4:
            entries.append(pool.entry(entries[0].name, rng.choice((1, 2, 2, 3)), MAIN))
        return entries

    def deck(self) -> Deck:
        if self.rng.random() < 0.3:
            return self.changed(list(self.any.deck().entries), self.rng.choice((0, 1)))
        return self.changed(self.legal(), self.rng.choice((0, 0, 0, 1, 1, 2, 3)))

    def changed(self, entries: list[DeckEntry], changes: int) -> Deck:
        for _ in range(changes):
            place = self.rng.randrange(len(entries))
            entries[place : place + 1] = self.change(entries[place])
        return self.pool.deck(entries or self.legal())

    def change(self, entry: DeckEntry) -> list[DeckEntry]:
        """What stands for an entry instead; each of these is a way to be no plain, legal deck."""
        rng, pool = self.rng, self.pool
        same_title = self.titles[entry.card.base_name] if entry.card else [entry.name]
        return rng.choice(
            (
                [],
                [entry, entry],
                [entry._replace(quantity=rng.choice((0, 2, 3, 4, 7)))],
                [entry._replace(zone=rng.choice((*GAME.zones, "Attic")))],
                [entry._replace(card=None)],
                [entry._replace(card=None, candidates=(rng.choice(pool.cards), rng.choice(pool.cards)))],
                [entry._replace(note="a note")],
                [entry._replace(listed_zone=rng.choice(("", MAIN, None)))],
                [entry._replace(name="Another name")],
                [entry, pool.entry(rng.choice(same_title), rng.choice((1, 2)), entry.zone)],
                [entry, pool.entry(rng.choice(self.special), rng.choice((1, 3, 4, 6, 7)))],
                [entry, pool.entry(rng.choice(self.any.team), rng.choice((1, 2)), rng.choice((MAIN, TEAM)))],
                [entry, pool.entry(rng.choice(self.any.double))],
                [entry, pool.entry(rng.choice(pool.cards))],
            )
        )


JUDGES = {
    "printed": Judge("stargate", on=DAY),
    "an early day": Judge("stargate", on=DAY.replace(year=2006)),
    "other numbers": Judge(
        "stargate",
        Format(
            "own",
            "Own",
            "printed-2007",
            numbers={
                "copy-limit": {"limit": 2},
                "team-size": {"size": 3},
                "team-copies": {"limit": 1},
                "mission-count": {"each": 2},
                "hero-minimum": {"minimum": 19},
            },
        ),
        on=DAY,
    ),
    "a limit": Judge("stargate", on=DAY, zone_limits={"Main": 44}),
}


@pytest.mark.parametrize("way", JUDGES)
def test_decks_in_memory(stargate: Pool, way: str) -> None:
    decks, judge = Decks(stargate, seed=sum(map(ord, way))), JUDGES[way]
    number = amount(100, 20_000)
    made = [decks.deck() for _ in range(number)]
    unnamed = [
        replace(
            deck, entries=tuple(e._replace(listed_zone="" if e.zone == PILE else None) for e in deck.entries)
        )
        for deck in made[: number // 4]
    ]
    made += unnamed
    counted = [count(replace(deck), judge.game) for deck in made]
    assert sum(deck.sums is not None for deck in counted) > number // 2
    many = list(judge.validate_many(counted))
    assert many == [judge.validate(deck) for deck in made]
    assert list(judge.validate_many(counted)) == many, "again, from what is kept"
    codes = {issue.code for report in many for issue in report.issues}
    assert {"team-size", "mission-count", "copy-limit", "team-copies", "zone"} <= codes
    assert way != "printed" or sum(report.verdict == "legal" for report in many) > number // 5


def test_what_is_kept_of_one_deck_is_not_said_of_another(stargate: Pool) -> None:
    """Decks of the same sums whose teams differ: each issue names cards and lines of its own."""
    judge = JUDGES["printed"]
    team = Decks(stargate, 1).any.team
    one, two, three, four, five = (stargate.entry(card, 1, TEAM) for card in team[:5])
    rest = [e for e in Decks(stargate, 2).legal() if e.zone != TEAM]
    teams = [
        (one, two, three),
        (one, two, five),
        (one, two, three, three),
        (one, two, five, five),
        (one, two, three, four),
        (two, three, four, five),
        (one, one, two, two),
    ]
    listed = [stargate.entry(team[0], 1, MAIN), stargate.entry(team[4], 1, MAIN)]
    decks = [
        count(stargate.deck([*members, *rest, *more]), GAME)
        for members in teams
        for more in ([], listed[:1], listed[1:], listed)
    ]
    assert all(deck.sums is not None for deck in decks)
    expected = [judge.validate(deck) for deck in decks]
    for _ in range(2):
        assert list(judge.validate_many([*decks, *decks[::-1]])) == [*expected, *expected[::-1]]


# -- files ----------------------------------------------------------------------------------------


def as_octgn(deck: Deck, notes: str | None) -> bytes:
    """A deck as OCTGN writes it; entries of no copies, in zones of no game and so on go along."""
    lines = tuple(
        DeckLine(
            max(e.quantity, 1), e.name, e.zone, card_id=e.card.printings[0].image_key if e.card else None
        )
        for e in deck.entries
    )
    return write_deck(DeckList(lines, "octgn-o8d", game="stargate", notes=notes), "octgn-o8d")


@pytest.fixture(scope="module")
def both(database: Path) -> TwoWays:
    return TwoWays(database, JudgeOptions(Path(), on=DAY))


def test_files(stargate: Pool, both: TwoWays, tmp_path: Path) -> None:
    decks, path, verdicts = Decks(stargate, seed=8), tmp_path / "deck.o8d", set()
    number, before = amount(50, 20_000), both.by_lines
    for n in range(number):
        data = as_octgn(decks.deck(), (None, "", "Some words: 4 Yoda")[n % 3])
        path.write_bytes(data.replace(b"\n", b"\r\n") if n % 5 == 0 else data)
        verdicts.add(both.agree(path).verdict)
    assert {"legal", "illegal"} <= verdicts
    assert both.by_lines - before > number // 2


@pytest.mark.shared_data
def test_real_files(both: TwoWays, shared: Path) -> None:
    real = find_deck_files([str(shared / "data" / "stargate")])
    before = both.by_lines
    for path in [*real, *real, *real]:
        both.agree(Path(path))
    assert both.by_lines - before >= 14, "the seven decks, but for the first time"


WHOLE = """\
\ufeff<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="11ec1f21-7d4c-4bf0-9d72-df01c6c78911">
  <section name="Main" shared="False">
    <card qty="3" id="">Artok</card>
    <card qty="2" id="">Red Sky</card>
  </section>
  <section name="Team" shared="False">
    <card qty="1" id="">Hank Landry, SGC Commander</card>
  </section>
  <section name="Mission Pile" shared="False" />
  <notes><![CDATA[]]></notes>
</deck>"""
CARD = '    <card qty="2" id="">Red Sky</card>\n'
NOTES = "<![CDATA[]]>"
CHANGES: dict[str, tuple[str, str]] = {
    "as it is": ("", ""),
    "a card twice": (CARD, CARD + CARD),
    "no mark": ("\ufeff", ""),
    "another game": ("11ec1f21", "11ec1f22"),
    "a game in capitals": ("11ec1f21", "11EC1F21"),
    "no copies": ('qty="2"', 'qty="0"'),
    "too many copies": ('qty="2"', 'qty="99999"'),
    "a count of no number": ('qty="2"', 'qty="2x"'),
    "an attribute more": ('qty="2"', 'qty="2" foil="1"'),
    "attributes the other way round": ('qty="2" id=""', 'id="" qty="2"'),
    "an id of nobody": ('qty="2" id=""', 'qty="2" id="nobody"'),
    "an entity": ("Red Sky", "Red &#83;ky"),
    "an unknown entity": ("Red Sky", "Red &sky;"),
    "a name that is ambiguous": ("Artok", "Daniel Jackson"),
    "a name of nobody": ("Artok", "Nobody at all"),
    "a character without width": ("Artok", "Ar\u200btok"),
    "a card in the card": ("Red Sky</card>", "Red <card/>Sky</card>"),
    "a tail in the card": ("Red Sky", "Red ]]> Sky"),
    "two cards on a line": ("Red Sky</card>\n", "Red Sky</card>" + CARD),
    "a comment": (CARD, CARD + "    <!-- a note -->\n"),
    "a comment around a card": (CARD, "<!--\n" + CARD + "-->\n"),
    "a section in a comment": ('  <section name="Team"', '  <!--\n  <section name="Team"'),
    "text between": (CARD, CARD + "    4 Yoda\n"),
    "a blank line": (CARD, CARD + "\n"),
    "a blank first line": ("\ufeff", "\n"),
    "the same section twice": ('name="Team"', 'name="Main"'),
    "another name of a zone": ('name="Main"', 'name="deck"'),
    "two names of one zone": ('name="Team"', 'name="Draw Deck"'),
    "a section of no game": ('name="Team"', 'name="Attic"'),
    "a section that is a card": ('name="Mission Pile"', 'name="Artok"'),
    "a section without a name": ('name="Team"', 'name=" "'),
    "a section that is shared": ('name="Team" shared="False"', 'name="Team" shared="True"'),
    "a section in a section": ('  </section>\n  <section name="Team"', '  <section name="Team"'),
    "an end too many": (CARD, CARD + "  </section>\n"),
    "an end on the line of its beginning": (
        '"Mission Pile" shared="False" />\n',
        '"Mission Pile" shared="False">  </section>\n',
    ),
    "an end on the line of a card": ("Red Sky</card>\n", "Red Sky</card>"),
    "an empty section before": (
        '  <section name="Main"',
        '  <section name="Draw Deck" />\n  <section name="Main"',
    ),
    "a comment between sections": ('  <section name="Team"', '  <!-- a note -->\n  <section name="Team"'),
    "a card behind": (
        '  </section>\n  <section name="Team"',
        "  </section>\n" + CARD + '  <section name="Team"',
    ),
    "a card before": ('  <section name="Main"', CARD + '  <section name="Main"'),
    "cards in an empty section": (' shared="False" />\n', ' shared="False" />\n' + CARD),
    "notes": (NOTES, "<![CDATA[the words]]>"),
    "a section in the notes": (NOTES, '<![CDATA[\n  <section name="Main">\n' + CARD + "  </section>\n]]>"),
    "a comment in the notes": (NOTES, "<![CDATA[<!-- <card> -->]]>"),
    "notes of a zero byte": (NOTES, "<![CDATA[\0]]>"),
    "notes of a control character": (NOTES, "<![CDATA[\x01]]>"),
    "notes without width": (NOTES, "<![CDATA[\u200b]\u200b]>]]>"),
    "no notes": (f"  <notes>{NOTES}</notes>\n", ""),
    "notes twice": ("</deck>", f"  <notes>{NOTES}</notes>\n</deck>"),
    "a line end at the end": ("</deck>", "</deck>\n"),
    "cut": ("</notes>\n</deck>", ""),
    "more behind": ("</deck>", "</deck>\n<deck/>"),
    "a document type": ("<deck ", "<!DOCTYPE deck>\n<deck "),
    "another encoding": ('encoding="utf-8"', 'encoding="latin-1"'),
}
BY_LINES = {
    "an empty section before",
    "as it is",
    "a card twice",
    "no mark",
    "an id of nobody",
    "an entity",
    "another name of a zone",
    "two names of one zone",
    "a character without width",
    "a section that is shared",
    "notes",
    "no notes",
    "a line end at the end",
}
"""The files that need no strict reading, once that of the game was met."""


def test_crafted_files(stargate: Pool, both: TwoWays, tmp_path: Path) -> None:
    """Each way in which a line or section that is known could mean something else in a file."""
    both.agree(ROOT / "examples" / "sisters" / "sg-1.o8d")
    every = list(CHANGES.items())
    for name, (old, new) in [*every, *every[::-1]]:
        assert old in WHOLE, name
        text = WHOLE.replace(old, new, 1)
        for suffix in (".o8d", ".O8D", ".txt", ".dek"):
            path = tmp_path / f"{name}{suffix}"
            path.write_bytes(text.encode())
            before = both.by_lines
            both.agree(path)
            is_known = suffix.lower() == ".o8d" and name in BY_LINES
            assert (both.by_lines > before) is is_known, path.name


@settings(max_examples=amount(30, 4_000))
@given(data=st.data())
def test_cut_and_changed_files(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory, both: TwoWays
) -> None:
    """One changed byte anywhere in a file of known lines must not pass for what it was."""
    rows = WHOLE.replace("\n    ", "\n    ").encode().split(b"\n")
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(rows) - 1))
        rows[place : place + data.draw(st.integers(0, 2))] = data.draw(
            st.lists(st.sampled_from(rows), max_size=2)
        )
    changed = bytearray(b"\n".join(rows))
    for _ in range(data.draw(st.integers(0, 2))):
        start = data.draw(st.integers(0, len(changed)))
        end = min(len(changed), start + data.draw(st.integers(0, 30)))
        changed[start:end] = data.draw(st.sampled_from(MARKUP) | st.binary(max_size=3))
    path = tmp_path_factory.getbasetemp() / "changed.o8d"
    for content in (WHOLE.encode(), changed, WHOLE.encode()):
        path.write_bytes(content)
        both.agree(path)


@pytest.fixture
def resolver(database: Path) -> Iterator[Resolver]:
    with Catalogue(database, "stargate") as catalogue:
        yield Resolver(catalogue, GAME)


def test_a_legal_deck_is_judged_without_being_made(
    stargate: Pool, resolver: Resolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making each deck, and counting its cards, takes several times as long as all the rest."""
    judge = Judge("stargate", on=DAY)
    lines = KnownLines(resolver, judge)
    files = [as_octgn(stargate.deck(Decks(stargate, seed).legal()), "") for seed in range(60)]
    decks = [resolver.resolve(parse_deck(data, source="a.o8d"), "a.o8d", "a") for data in files]
    legal = [
        (data, deck, report)
        for data, deck in zip(files, decks, strict=True)
        if (report := judge.validate(deck)).verdict == "legal"
    ]
    assert len(legal) > 20
    monkeypatch.setattr(judge, "validate", None)
    monkeypatch.setattr("deckcheck.judge.known_deck.KnownDeck.deck", None)
    monkeypatch.setattr("deckcheck.judge.fast_lane._ResolvedDeck.deck", None)
    for data, deck, report in legal:
        assert lines.report_on_octgn("a.o8d", data) == report
        assert list(judge.validate_many([deck])) == [report]


def test_the_first_line_of_each_section_is_that_of_the_file() -> None:
    """Issues name lines; a file with empty sections before must not shift them."""
    for name in BY_LINES:
        text = WHOLE.replace(*CHANGES[name], 1)
        rows = text.encode().split(b"\n")
        for first, section in octgn_lines.split(text.encode()).sections:
            assert rows[first - 1 : first - 1 + len(section)] == section
